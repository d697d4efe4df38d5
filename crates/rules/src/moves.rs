//! A move as a value, and its notation (`docs/interface.md`): `50>6,41` · `3` or `3,4` · `3-4` · `5` · `5>1`.

use smallvec::SmallVec;

use crate::error::InputError;
use crate::places::Places;

/// A move that the rules do not allow, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IllegalMove(pub String);

/// A move of any game. Places are counted from 0; a ruleset knows their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A heap becomes these heaps, ascending (none: it is taken whole).
    Heap {
        /// The size of the heap moved in.
        from: u64,
        /// The sizes left, ascending.
        to: SmallVec<[u64; 3]>,
    },
    /// Vertices named by the player, ascending: those taken, or the one marked in Node Kayles.
    Vertices(SmallVec<[u16; 4]>),
    /// One copy of the edge between two vertices, the smaller first; a loop if they are the same.
    Edge(u16, u16),
    /// A point taken.
    Point(u16),
    /// Two points offered by Picker, ascending.
    Offer(u16, u16),
    /// A piece hops.
    Hop {
        /// From where; the opponent gets this point.
        from: u16,
        /// To where.
        to: u16,
    },
}

impl Move {
    /// The places that the move names; none if it is in a heap.
    pub fn places(&self) -> SmallVec<[u16; 4]> {
        match self {
            Move::Heap { .. } => SmallVec::new(),
            Move::Vertices(vertices) => vertices.clone(),
            Move::Point(point) => SmallVec::from_slice(&[*point]),
            Move::Edge(a, b) | Move::Offer(a, b) | Move::Hop { from: a, to: b } => {
                SmallVec::from_slice(&[*a, *b])
            }
        }
    }

    /// The same move with places replaced by their images. Heaps have no places.
    pub fn renamed(&self, image: impl Fn(u16) -> u16) -> Move {
        let pair = |a: u16, b: u16| {
            let (a, b) = (image(a), image(b));
            (a.min(b), a.max(b))
        };
        match self {
            Move::Heap { .. } => self.clone(),
            Move::Vertices(vertices) => {
                let mut images: SmallVec<[u16; 4]> = vertices.iter().map(|&v| image(v)).collect();
                images.sort_unstable();
                Move::Vertices(images)
            }
            Move::Edge(u, v) => {
                let (u, v) = pair(*u, *v);
                Move::Edge(u, v)
            }
            Move::Point(point) => Move::Point(image(*point)),
            Move::Offer(a, b) => {
                let (a, b) = pair(*a, *b);
                Move::Offer(a, b)
            }
            Move::Hop { from, to } => Move::Hop { from: image(*from), to: image(*to) },
        }
    }

    /// The move as people write it.
    pub fn write(&self, places: &Places) -> String {
        let name = |place: u16| places.name(place as usize);
        match self {
            Move::Heap { from, to } if to.is_empty() => format!("{from}>0"),
            Move::Heap { from, to } => format!("{from}>{}", join(to.iter().map(u64::to_string))),
            Move::Vertices(vertices) => join(vertices.iter().map(|&v| name(v))),
            Move::Edge(u, v) => format!("{}-{}", name(*u), name(*v)),
            Move::Point(point) => name(*point),
            Move::Offer(a, b) => format!("{},{}", name(*a), name(*b)),
            Move::Hop { from, to } => format!("{}>{}", name(*from), name(*to)),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// Splits a list of moves at spaces and semicolons; a pair `(2, 3)` stays together.
pub fn split_moves(text: &str) -> Vec<String> {
    let mut moves = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 && c.is_whitespace() {
            continue;
        }
        if c == ';' || c.is_whitespace() {
            moves.push(String::new());
        } else if let Some(last) = moves.last_mut() {
            last.push(c);
        }
    }
    moves.retain(|text| !text.is_empty());
    moves
}

/// Reads a heap move such as `50>6,41`, or `3>0` for a heap taken whole.
pub fn read_heap_move(text: &str) -> Result<Move, InputError> {
    let wrong = || {
        InputError::whole(text, "a heap move is written like 50>6,41, or 3>0 to take a whole heap")
    };
    let (from, to) = text.split_once('>').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    // `3>` says the same as `3>0`.
    let sizes = to
        .split(',')
        .filter(|part| !part.trim().is_empty())
        .map(number)
        .collect::<Result<Vec<u64>, _>>()?;
    let mut to: SmallVec<[u64; 3]> = sizes.into_iter().filter(|&size| size > 0).collect();
    to.sort_unstable();
    Ok(Move::Heap { from: number(from)?, to })
}

/// Reads places separated by commas, each once, ascending.
pub fn read_places(text: &str, places: &Places) -> Result<SmallVec<[u16; 4]>, InputError> {
    let mut read = split_outside_pairs(text, ',')
        .into_iter()
        .map(|part| read_place(text, part, places))
        .collect::<Result<SmallVec<[u16; 4]>, _>>()?;
    read.sort_unstable();
    if read.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(InputError::whole(text, "the same place is named twice"));
    }
    Ok(read)
}

/// Reads an edge such as `3-4`, `3-4#2` or `(1,1)-(1,2)`, with the number of the copy (1 if none is given).
pub fn read_edge(text: &str, places: &Places) -> Result<(Move, u32), InputError> {
    let wrong = || {
        InputError::whole(
            text,
            "an edge is written like 3-4, a second parallel one 3-4#2, a loop 3-3",
        )
    };
    let (ends, copy) = text.split_once('#').unwrap_or((text, "1"));
    let copy = copy.parse::<u32>().ok().filter(|&copy| copy > 0).ok_or_else(wrong)?;
    match split_outside_pairs(ends, '-')[..] {
        [u, v] => {
            let (u, v) = (read_place(text, u, places)?, read_place(text, v, places)?);
            Ok((Move::Edge(u.min(v), u.max(v)), copy))
        }
        _ => Err(wrong()),
    }
}

/// Reads a hop such as `5>1`.
pub fn read_hop(text: &str, places: &Places) -> Result<Move, InputError> {
    let wrong = || InputError::whole(text, "a hop is written like 5>1: from where, then to where");
    let (from, to) = text.split_once('>').ok_or_else(wrong)?;
    Ok(Move::Hop { from: read_place(text, from, places)?, to: read_place(text, to, places)? })
}

/// Reads one place of the board, `part` of `whole`.
pub fn read_place(whole: &str, part: &str, places: &Places) -> Result<u16, InputError> {
    places.read(part).map(|index| index as u16).ok_or_else(|| {
        let start = whole.find(part).unwrap_or(0);
        let message = format!("there is no place '{}' on this board", part.trim());
        InputError::at(whole, start..start + part.len(), message).help(places.describe())
    })
}

/// Splits at `separator`, but not inside a pair such as `(2,3)`.
fn split_outside_pairs(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0usize;
    text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == separator
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_moves() {
        assert_eq!(split_moves("5 1;9  ; 3"), ["5", "1", "9", "3"]);
        assert_eq!(split_moves("(1, 2)-(1,3) 4-5"), ["(1,2)-(1,3)", "4-5"]);
        assert!(split_moves(" ; ").is_empty());
    }

    #[test]
    fn heap_moves() {
        let text = |text: &str| read_heap_move(text).map(|m| m.write(&Places::numbered(0)));
        assert_eq!(text("50>41,6").unwrap(), "50>6,41");
        assert_eq!(text("3>").unwrap(), "3>0");
        assert_eq!(text("3>0").unwrap(), "3>0");
        for wrong in ["50", "50>x", ">4", "50>-4", "5>99999999999999999999", ""] {
            assert!(read_heap_move(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn edges_and_places() {
        let grid = Places::grid(2, 3);
        assert_eq!(read_edge("4-1", &grid).unwrap(), (Move::Edge(0, 3), 1));
        assert_eq!(read_edge("1-4#2", &grid).unwrap(), (Move::Edge(0, 3), 2));
        assert_eq!(read_edge("(1,1)-(2,1)", &grid).unwrap(), (Move::Edge(0, 3), 1));
        for wrong in ["1", "1-", "-1", "1-7", "1-2-3", "1-2#0", "1-2#x", "1_2"] {
            assert!(read_edge(wrong, &grid).is_err(), "{wrong}");
        }
        assert_eq!(read_places("(2,1),3", &grid).unwrap()[..], [2, 3]);
        assert!(read_places("3,3", &grid).is_err());
        assert!(read_places("", &grid).is_err());
        assert_eq!(read_hop("5>1", &grid).unwrap(), Move::Hop { from: 4, to: 0 });
        assert!(read_hop("5>7", &grid).is_err());
    }
}
