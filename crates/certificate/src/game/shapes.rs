//! Components whose value is known from their shape: the step `shape`, and the theories `paths`, `podes` and `trees` (section 5 of
//! `docs/theory-graphs.md`).
//!
//! - A taking game on a path is a game on a heap: a connected set of a path is an interval, and at most two paths are left.
//! - Under 0.03 all games on a tree have the same length, so that the checker plays one of them.
//! - Under 0.33 the chains of a pode count modulo 3.
//!
//! The checker finds out by itself whether a component is a path, a tree or a pode.

use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use crate::Refused;
use crate::allowance::Allowance;
use crate::nim_sequence::Sequence;
use crate::theory::Theory;

/// The theories of shapes that serve in a game.
pub fn serving(rule: TakingRule) -> &'static [Theory] {
    match rule {
        TakingRule::Neighbourhood | TakingRule::EdgeEnds => &[Theory::Mirror, Theory::Paths],
        TakingRule::Connected(code) if *code == OctalCode::subtraction(&[2]) => {
            &[Theory::Paths, Theory::Trees]
        }
        TakingRule::Connected(code) if *code == OctalCode::subtraction(&[1, 2]) => {
            &[Theory::Paths, Theory::Podes]
        }
        TakingRule::Connected(_) => &[Theory::Paths],
    }
}

/// The heap game that a taking game is on paths; none if a move may take nothing.
fn on_paths(rule: TakingRule) -> Option<OctalCode> {
    match rule {
        TakingRule::Neighbourhood => Some(OctalCode::new(vec![0, 1, 3, 7], 0)),
        TakingRule::EdgeEnds => Some(OctalCode::new(vec![0, 0, 7], 0)),
        TakingRule::Connected(code) => {
            // An interval leaves two paths at most.
            let octal = |taken: usize| code.digit(taken) & 7;
            let ends = code.digit(usize::MAX) == 0 && code.digit(0) == 0;
            let last = || code.takes(usize::MAX).map(|(taken, _)| taken).last().unwrap_or(0);
            ends.then(|| OctalCode::new((0..=last()).map(octal).collect(), 0))
        }
    }
}

/// A pode may have no more chains than this, those of three, six, … vertices aside.
const MOST_CHAINS: usize = 200;

/// The values of components by their shape, in one game.
pub struct Shapes {
    paths: Option<Sequence>,
    trees: &'static [Theory],
}

/// A tree: its vertices, and for each the places of its neighbours among them.
struct Tree(Vec<Vec<usize>>);

impl Shapes {
    /// The shapes of a game.
    pub fn new(rule: TakingRule) -> Self {
        let paths = on_paths(rule).and_then(|code| Sequence::new(&code, None).ok());
        Shapes { paths, trees: serving(rule) }
    }

    /// The value of what some vertices, ascending, induce, and the theory that tells it; none if none does.
    pub fn value(
        &mut self,
        graph: &Graph,
        vertices: &[usize],
        allowance: &Allowance,
    ) -> Result<Option<(u32, Theory)>, Refused> {
        let Some(tree) = Tree::of(graph, vertices) else { return Ok(None) };
        let told = match tree.centres()[..] {
            [] => {
                let Some(paths) = &mut self.paths else { return Ok(None) };
                paths.extend_to(vertices.len() + 1, allowance)?;
                Some((paths.values[vertices.len()].into(), Theory::Paths))
            }
            _ if self.trees.contains(&Theory::Trees) => Some((tree.parity(), Theory::Trees)),
            [centre] if self.trees.contains(&Theory::Podes) => {
                tree.pode(centre).map(|value| (value, Theory::Podes))
            }
            _ => None,
        };
        Ok(told)
    }
}

impl Tree {
    /// What some vertices induce, if it is a tree without loops and not empty.
    fn of(graph: &Graph, vertices: &[usize]) -> Option<Self> {
        let near = |&vertex: &usize| {
            let near = graph.neighbours(vertex).iter();
            near.filter_map(|other| vertices.binary_search(&other).ok()).collect()
        };
        let near: Vec<Vec<usize>> = vertices.iter().map(near).collect();
        // A vertex with a loop is not among its neighbours.
        let looped = vertices.iter().any(|&vertex| graph.edge_index(vertex, vertex).is_some());
        let ends: usize = near.iter().map(Vec::len).sum();
        let tree = Tree(near);
        let whole = !vertices.is_empty() && !looped && ends == 2 * (vertices.len() - 1);
        (whole && tree.reached(0, usize::MAX) == vertices.len()).then_some(tree)
    }

    /// How many vertices can be reached from one without passing another.
    fn reached(&self, from: usize, without: usize) -> usize {
        let mut seen = vec![false; self.0.len()];
        let mut open = vec![from];
        seen[from] = true;
        let mut count = 0;
        while let Some(vertex) = open.pop() {
            count += 1;
            for &next in self.0[vertex].iter().filter(|&&next| next != without) {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        count
    }

    /// The vertices of degree three or more.
    fn centres(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|&vertex| self.0[vertex].len() > 2).collect()
    }

    /// The parity of the number of moves of a game of 0.03: a leaf goes with its neighbour, if that has two neighbours at most.
    fn parity(mut self) -> u32 {
        let mut moves = 0;
        loop {
            let takes = |leaf: &usize| {
                let [next] = self.0[*leaf][..] else { return false };
                self.0[next].len() <= 2
            };
            let Some(leaf) = (0..self.0.len()).find(takes) else { return moves % 2 };
            let next = self.0[leaf][0];
            for taken in [leaf, next] {
                self.0[taken].clear();
                self.0.iter_mut().for_each(|near| near.retain(|&other| other != taken));
            }
            moves += 1;
        }
    }

    /// The value under 0.33 of chains on a centre.
    fn pode(&self, centre: usize) -> Option<u32> {
        let mut chains = [0; 3];
        self.0[centre].iter().for_each(|&first| chains[self.reached(first, centre) % 3] += 1);
        (chains[1] + chains[2] <= MOST_CHAINS).then(|| pode(chains[1], chains[2]))
    }
}

/// The value of a pode under 0.33 with this many chains of one vertex and of two: with two chains or fewer it is a path, with more the
/// centre stays.
fn pode(ones: usize, twos: usize) -> u32 {
    // By the number of chains of two; a move leads to as many and fewer chains of one, or to fewer of two.
    let mut values = vec![vec![0u32; ones + twos + 1]; twos + 1];
    for two in 0..=twos {
        for one in 0..=ones + twos - two {
            let mut options = Vec::new();
            if one > 0 {
                options.push(values[two][one - 1]);
            }
            if two > 0 {
                options.extend([values[two - 1][one + 1], values[two - 1][one]]);
            }
            let length = (1 + one + 2 * two) as u32;
            let mex = (0..).find(|value| !options.contains(value)).unwrap_or(0);
            values[two][one] = if one + two <= 2 { length % 3 } else { mex };
        }
    }
    values[twos][ones]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use outplay_rules::all_graphs;
    use outplay_rules::graph::families;

    fn told(graph: &Graph, rule: TakingRule, vertices: &[usize]) -> Option<(u32, Theory)> {
        Shapes::new(rule).value(graph, vertices, &Allowance::usual(1 << 20)).unwrap()
    }

    #[test]
    fn only_what_has_the_shape_is_told() {
        let path = families::path(5).unwrap();
        let code = |text: &str| -> OctalCode { text.parse().unwrap() };
        let all = [0, 1, 2, 3, 4];
        for (text, value) in [("0.33", 2), ("0.03", 0), ("0.77", 4), ("0.137", 3)] {
            let code = code(text);
            let found = told(&path, TakingRule::Connected(&code), &all);
            assert_eq!(found, Some((value, Theory::Paths)), "{text}");
        }
        // Dawson's Kayles: 0 1 1 2 0 3; Arc Kayles on a path of five, 0.07: 0 0 1 1 2 0.
        assert_eq!(told(&path, TakingRule::Neighbourhood, &all), Some((3, Theory::Paths)));
        assert_eq!(told(&path, TakingRule::EdgeEnds, &all), Some((0, Theory::Paths)));
        let thirty_three = code("0.33");
        let rule = TakingRule::Connected(&thirty_three);
        assert_eq!(told(&path, rule, &[0, 1, 3]), None, "two parts");
        assert_eq!(told(&path, rule, &[]), None);
        let cycle = families::cycle(5).unwrap();
        assert_eq!(told(&cycle, rule, &all), None);
        assert_eq!(told(&cycle, rule, &all[1..]), Some((1, Theory::Paths)));
        // A loop is a move in Arc Kayles, and no path has one.
        let places = outplay_rules::places::Places::numbered(2);
        let looped = Graph::new(places, [(0, 0), (0, 1)]).unwrap();
        for (rule, alone) in [(TakingRule::EdgeEnds, 0), (rule, 1)] {
            assert_eq!(told(&looped, rule, &[0, 1]), None);
            assert_eq!(told(&looped, rule, &[0]), None);
            assert_eq!(told(&looped, rule, &[1]), Some((alone, Theory::Paths)));
        }
        // A code that has no last digit, and one by which a heap may be split for nothing.
        for text in ["0.3...", "4.3"] {
            assert_eq!(told(&path, TakingRule::Connected(&code(text)), &all), None, "{text}");
        }
    }

    /// Whether a set of vertices is connected, the components of it, and its value by the rule of the mex alone.
    struct Plain<'a> {
        near: Vec<u32>,
        rule: TakingRule<'a>,
        known: HashMap<u32, u32>,
    }

    impl Plain<'_> {
        fn components(&self, mut set: u32) -> Vec<u32> {
            let mut found = Vec::new();
            while set != 0 {
                let (mut part, mut grown) = (0, set & set.wrapping_neg());
                while part != grown {
                    part = grown;
                    let around = (0..32).filter(|v| part >> v & 1 == 1);
                    grown = around.fold(part, |grown, v| grown | self.near[v] & set);
                }
                found.push(part);
                set &= !part;
            }
            found
        }

        /// What moves in a component leave of it.
        fn left(&self, component: u32) -> Vec<u32> {
            let vertices: Vec<usize> = (0..32).filter(|v| component >> v & 1 == 1).collect();
            match self.rule {
                TakingRule::Neighbourhood => {
                    vertices.iter().map(|&v| component & !(self.near[v] | 1 << v)).collect()
                }
                TakingRule::EdgeEnds => {
                    let ends = vertices.iter().flat_map(|&v| vertices.iter().map(move |&w| (v, w)));
                    let joined = ends.filter(|&(v, w)| self.near[v] >> w & 1 == 1);
                    joined.map(|(v, w)| component & !(1 << v | 1 << w)).collect()
                }
                TakingRule::Connected(code) => {
                    let mut taken = component;
                    let mut left = Vec::new();
                    while taken != 0 {
                        let parts = self.components(component & !taken).len();
                        let whole = self.components(taken).len() == 1;
                        if whole && code.allows(taken.count_ones() as usize, parts) {
                            left.push(component & !taken);
                        }
                        taken = (taken - 1) & component;
                    }
                    left
                }
            }
        }

        fn value(&mut self, set: u32) -> u32 {
            let components = self.components(set);
            components.into_iter().fold(0, |sum, component| {
                if !self.known.contains_key(&component) {
                    let left = self.left(component);
                    let options: Vec<u32> = left.into_iter().map(|left| self.value(left)).collect();
                    let mex = (0..).find(|value| !options.contains(value)).unwrap();
                    self.known.insert(component, mex);
                }
                sum ^ self.known[&component]
            })
        }
    }

    #[test]
    fn shapes_tell_what_play_comes_to() {
        let codes = ["0.33", "0.03", "0.77", "0.137", "0.7F", "0.07", "0.333", "0.05"];
        let codes = codes.map(|code| OctalCode::read_hexadecimal(code).unwrap());
        let mut rules: Vec<TakingRule> = codes.iter().map(TakingRule::Connected).collect();
        rules.extend([TakingRule::Neighbourhood, TakingRule::EdgeEnds]);
        let mut told_by = HashMap::new();
        for graph in (1..=8).flat_map(|n| all_graphs::trees(n).unwrap()) {
            let graph = graph.unwrap();
            let all: Vec<usize> = (0..graph.vertex_count()).collect();
            let near = |&v: &usize| graph.neighbours(v).iter().fold(0, |near, w| near | 1 << w);
            for &rule in &rules {
                let near = all.iter().map(near).collect();
                let mut plain = Plain { near, rule, known: HashMap::new() };
                let everything = (1 << all.len()) - 1;
                if let Some((value, theory)) = told(&graph, rule, &all) {
                    assert_eq!(value, plain.value(everything), "{graph:?} {theory:?}");
                    *told_by.entry(theory).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(told_by[&Theory::Paths], 80);
        assert!(told_by[&Theory::Trees] > 30 && told_by[&Theory::Podes] > 20, "{told_by:?}");
    }

    #[test]
    fn podes_count_modulo_three() {
        // By hand: three chains of one are worth 1, and two of one with one of two 2.
        assert_eq!([pode(3, 0), pode(2, 1), pode(2, 0), pode(1, 1), pode(0, 0)], [1, 2, 0, 1, 1]);
    }
}
