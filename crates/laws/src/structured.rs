//! Boards and certificates that are made of bytes as of a list of choices. Bytes that a fuzzer changes at random are seldom a board; choices
//! that it changes are another board, and a certificate with another line.

use std::fmt::Write;

use crate::CERTIFICATES;

/// Bytes as choices; where they end, the first is chosen.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count.max(1)
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// The name of a board: often one that can be built, and sometimes one that only looks like it.
pub fn board(bytes: &[u8]) -> String {
    let mut choices = Choices(bytes.iter());
    let nested = choices.below(8) == 7;
    if nested {
        let outer = sets(&mut choices);
        return format!("[{outer} : {}]", sets(&mut choices));
    }
    let parts: Vec<String> = (0..=choices.below(3)).map(|_| part(&mut choices)).collect();
    parts.join(" + ")
}

fn part(choices: &mut Choices) -> String {
    match choices.below(6) {
        0 => format!("heaps:{}", numbers(choices, 4, 20)),
        1 => format!("edges:{}", edges(choices)),
        2 => sets(choices),
        3 => {
            let name = choices.of(&["path", "cycle", "complete", "star", "wheel", "hypercube"]);
            format!("{name}:{}", choices.below(7))
        }
        4 => {
            let name = choices.of(&["grid", "boxes", "octagons", "hexagons", "torus", "ladder"]);
            format!("{name}:{}x{}", choices.below(5), choices.below(5))
        }
        _ => {
            let legs: Vec<String> =
                (0..=choices.below(3)).map(|_| numbers(choices, 3, 5)).collect();
            format!("{}:{}", choices.of(&["pode", "bipode", "polygons"]), legs.join(";"))
        }
    }
}

fn sets(choices: &mut Choices) -> String {
    match choices.below(4) {
        0 => format!("ttt:{}", choices.below(5)),
        1 => format!("lattice:{}x{},{}", choices.below(5), choices.below(5), choices.below(5)),
        2 => format!("{}:2,{}", choices.of(&["ag", "pg"]), choices.below(6)),
        _ => {
            let set = |choices: &mut Choices| numbers(choices, 4, 9).replace(',', "-");
            let all: Vec<String> = (0..=choices.below(4)).map(|_| set(choices)).collect();
            format!("sets:{}", all.join(","))
        }
    }
}

/// Up to this many numbers, separated by commas.
fn numbers(choices: &mut Choices, most: usize, below: usize) -> String {
    let count = 1 + choices.below(most);
    let all: Vec<String> = (0..count).map(|_| choices.below(below).to_string()).collect();
    all.join(",")
}

fn edges(choices: &mut Choices) -> String {
    let mut text = String::new();
    for index in 0..=choices.below(8) {
        let (u, v) = (1 + choices.below(6), 1 + choices.below(6));
        let comma = if index == 0 { "" } else { "," };
        let _ = match choices.below(5) {
            0 => write!(text, "{comma}{u}"),
            _ => write!(text, "{comma}{u}-{v}"),
        };
    }
    text
}

/// A certificate of some kind with a few of its lines or words changed.
pub fn certificate(bytes: &[u8]) -> Vec<u8> {
    let mut choices = Choices(bytes.iter());
    let kind = choices.of(&CERTIFICATES);
    let other = choices.of(&CERTIFICATES);
    let mut lines: Vec<String> = kind.split('\n').map(str::to_string).collect();
    let others: Vec<&str> = other.split('\n').collect();
    while choices.0.len() > 0 {
        let at = choices.below(lines.len());
        match choices.below(6) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let to = choices.below(lines.len());
                lines.swap(at, to);
            }
            3 => lines[at] = choices.of(&others).to_string(),
            4 => {
                lines[at] =
                    with_a_word_of(&lines[at], &lines[choices.below(lines.len())], &mut choices)
            }
            _ => lines[at] = with_another_number(&lines[at], &mut choices),
        }
    }
    lines.join("\n").into_bytes()
}

/// A line with one of its words in the place of which stands one of another line.
fn with_a_word_of(line: &str, other: &str, choices: &mut Choices) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let others: Vec<&str> = other.split(' ').collect();
    let at = choices.below(words.len());
    words[at] = choices.of(&others);
    words.join(" ")
}

/// A line with one of its numbers a little larger or smaller.
fn with_another_number(line: &str, choices: &mut Choices) -> String {
    let starts: Vec<usize> = (0..line.len())
        .filter(|&at| {
            let digit = |at: usize| line.as_bytes()[at].is_ascii_digit();
            digit(at) && (at == 0 || !digit(at - 1))
        })
        .collect();
    let Some(&start) = starts.get(choices.below(starts.len())) else { return line.to_string() };
    let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = line[start..start + digits].parse().unwrap_or(u64::MAX);
    let changed = match choices.below(4) {
        0 => number.wrapping_sub(1),
        1 => number.wrapping_add(1),
        2 => number.wrapping_mul(2),
        _ => choices.below(256) as u64,
    };
    format!("{}{changed}{}", &line[..start], &line[start + digits..])
}

#[cfg(test)]
mod tests {
    use outplay_rules::board::BoardName;

    use super::*;

    /// What is made is worth trying: most boards can be read and many built, and most certificates fail for another reason than
    /// their form.
    #[test]
    fn most_of_what_is_made_has_the_form_of_something() {
        let mut state = 1_u64;
        let mut bytes = || {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8
            };
            (0..12).map(|_| next()).collect::<Vec<u8>>()
        };
        let made: Vec<Vec<u8>> = (0..1000).map(|_| bytes()).collect();
        let names = made.iter().filter_map(|bytes| board(bytes).parse::<BoardName>().ok());
        let names: Vec<BoardName> = names.collect();
        let built = names.iter().filter(|name| name.build().is_ok()).count();
        assert!(names.len() > 500 && built > 300, "{} read, {built} built", names.len());
        // No choice at all is no change.
        assert_eq!(certificate(&[]), CERTIFICATES[0].as_bytes());
        let changed: std::collections::BTreeSet<Vec<u8>> =
            made.iter().map(|bytes| certificate(bytes)).collect();
        assert!(changed.len() > 900, "{} differ", changed.len());
    }
}
