//! The game 0.33 on Dailly's podes and bipodes, by their chains instead of their vertices.
//!
//! A move takes one vertex or two adjacent ones and leaves the rest connected. In a pode of three or more chains the
//! centre cannot go (two chains or more would be left apart), so a move shortens one chain by 1 or 2; with fewer
//! chains the pode is a path. In a bipode with two or more chains at each centre the same holds for both centres;
//! with fewer chains at one of them it is a pode of the other. So the chain lengths are all that a position needs,
//! and these are the exact Grundy values by the definition, no theorem of the paper used.

use std::collections::HashMap;

use crate::mutation::wrong_nimber;

/// A position: what is left of a pode or bipode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Path(usize),
    /// Three or more chains.
    Pode(Vec<usize>),
    /// Two or more chains at each centre, and the edges between them.
    Bipode(Vec<usize>, Vec<usize>, usize),
}

fn tidy(chains: &[usize]) -> Vec<usize> {
    let mut chains: Vec<usize> = chains.iter().copied().filter(|&l| l > 0).collect();
    chains.sort_unstable();
    chains
}

fn pode(chains: &[usize]) -> Shape {
    let chains = tidy(chains);
    if chains.len() < 3 {
        Shape::Path(1 + chains.iter().sum::<usize>())
    } else {
        Shape::Pode(chains)
    }
}

fn bipode(left: &[usize], right: &[usize], between: usize) -> Shape {
    if between == 0 {
        return pode(&[left, right].concat());
    }
    let (left, right) = (tidy(left), tidy(right));
    match (&left[..], &right[..]) {
        (_, []) => pode(&[&left[..], &[between]].concat()),
        (_, [last]) => pode(&[&left[..], &[between + last]].concat()),
        ([], _) => pode(&[&right[..], &[between]].concat()),
        ([last], _) => pode(&[&right[..], &[between + last]].concat()),
        _ if left <= right => Shape::Bipode(left, right, between),
        _ => Shape::Bipode(right, left, between),
    }
}

/// Every way to shorten one chain by 1 to `most`.
fn shortened(chains: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (i, &length) in chains.iter().enumerate() {
        for by in 1..=length.min(most) {
            let mut next = chains.to_vec();
            next[i] -= by;
            all.push(next);
        }
    }
    all
}

impl Shape {
    fn vertices(&self) -> usize {
        let sum = |chains: &[usize]| chains.iter().sum::<usize>();
        match self {
            Shape::Path(n) => *n,
            Shape::Pode(chains) => 1 + sum(chains),
            Shape::Bipode(left, right, between) => 1 + sum(left) + sum(right) + between,
        }
    }

    fn options(&self, most: usize) -> Vec<Shape> {
        match self {
            Shape::Path(n) => (1..=(*n).min(most)).map(|by| Shape::Path(n - by)).collect(),
            Shape::Pode(chains) => shortened(chains, most).iter().map(|c| pode(c)).collect(),
            Shape::Bipode(left, right, m) => {
                let lefts = shortened(left, most).into_iter().map(|l| bipode(&l, right, *m));
                let rights = shortened(right, most).into_iter().map(|r| bipode(left, &r, *m));
                lefts.chain(rights).collect()
            }
        }
    }
}

/// Grundy values of 0.33, remembered.
pub struct Podes {
    most: usize,
    /// Whether one vertex, and whether two, may be taken if nothing is left.
    empties: [bool; 2],
    wrong: bool,
    /// One position whose value is answered wrongly.
    #[cfg(test)]
    lie: Option<Shape>,
    known: HashMap<Shape, u32>,
}

impl Podes {
    /// The game in which up to `most` vertices are taken: two.
    pub fn new(most: usize) -> Self {
        Podes {
            most,
            empties: [true; 2],
            wrong: false,
            #[cfg(test)]
            lie: None,
            known: HashMap::new(),
        }
    }

    /// The game 0.22, 0.23, 0.32 or 0.33: whether one vertex, and whether two, may be taken if nothing is left.
    pub fn emptying(self, empties: [bool; 2]) -> Self {
        Podes { empties, ..self }
    }

    /// The same with other values for most sizes, to see which checks notice. (For all sizes, what the values determine would stay
    /// determined.)
    pub fn answering_wrongly(self) -> Self {
        Podes { wrong: true, ..self }
    }

    /// From now on the value of one bipode alone is wrong.
    #[cfg(test)]
    pub fn lie_about(&mut self, left: &[usize], right: &[usize], between: usize) {
        self.lie = Some(bipode(left, right, between));
    }

    fn answer(&mut self, shape: &Shape) -> u32 {
        let value = self.value(shape);
        #[cfg(test)]
        if self.lie.as_ref() == Some(shape) {
            return value + 1;
        }
        if self.wrong && shape.vertices() % 4 != 3 { wrong_nimber(value) } else { value }
    }

    fn value(&mut self, shape: &Shape) -> u32 {
        if let Some(&value) = self.known.get(shape) {
            return value;
        }
        let mut options = shape.options(self.most);
        if let Shape::Path(n @ 1..=2) = *shape
            && !self.empties[n - 1]
        {
            options.retain(|option| *option != Shape::Path(0));
        }
        let seen: Vec<u32> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
        self.known.insert(shape.clone(), value);
        value
    }

    /// The value of a pode.
    pub fn pode(&mut self, chains: &[usize]) -> u32 {
        self.answer(&pode(chains))
    }

    /// The value of a bipode.
    pub fn bipode(&mut self, left: &[usize], right: &[usize], between: usize) -> u32 {
        self.answer(&bipode(left, right, between))
    }

    /// The value of the pode with `ones` chains of length 1 and `twos` of length 2.
    pub fn cell(&mut self, ones: usize, twos: usize) -> u32 {
        self.pode(&chains(ones, twos))
    }
}

/// `ones` chains of length 1 and `twos` of length 2.
pub fn chains(ones: usize, twos: usize) -> Vec<usize> {
    [vec![1; ones], vec![2; twos]].concat()
}

/// The name of a pode's board.
pub fn pode_name(chains: &[usize]) -> String {
    format!("pode:{}", list(chains))
}

/// The name of a bipode's board.
pub fn bipode_name(left: &[usize], right: &[usize], between: usize) -> String {
    format!("bipode:{};{};{between}", list(left), list(right))
}

fn list(chains: &[usize]) -> String {
    let chains = if chains.is_empty() { &[0][..] } else { chains };
    chains.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

/// Every multiset of at most `most` chain lengths from 1 to `longest`, fewest first.
pub fn chain_lists(most: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    let mut last = vec![Vec::new()];
    for _ in 0..most {
        let mut next = Vec::new();
        for list in &last {
            let least = list.last().copied().unwrap_or(1);
            for length in least..=longest {
                next.push([&list[..], &[length]].concat());
            }
        }
        lists.extend(next.iter().cloned());
        last = next;
    }
    lists
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use crate::context::Context;
    use outplay_rules::graph::families;
    use outplay_solve::limits::Budget;
    use outplay_solve::oracle::How;

    /// The chains give the same values as the solver on the graph, vertex by vertex.
    #[test]
    fn chains_are_enough() {
        let mut budget = Budget::unlimited();
        let mut context = Context::new(&mut budget, false, How::default());
        let (code, mut podes) = ("0.33", Podes::new(2));
        let mut compared = 0;
        for left in chain_lists(3, 3) {
            let graph = families::pode(&left).unwrap();
            assert_eq!(podes.pode(&left), context.grundy_on(code, &graph).unwrap(), "{left:?}");
            for right in chain_lists(3, 3) {
                for m in 0..4 {
                    if left.iter().chain(&right).sum::<usize>() + m > 9 {
                        continue;
                    }
                    let graph = families::bipode(&left, &right, m).unwrap();
                    let value = context.grundy_on(code, &graph).unwrap();
                    assert_eq!(podes.bipode(&left, &right, m), value, "{left:?} {right:?} {m}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
