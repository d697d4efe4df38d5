//! Theorems that stand in for search. `docs/theory-graphs.md` proves them (section 5), and the tests here compare each with
//! search on every graph up to a size. `--no-theorems` leaves them out.
//!
//! **Paths and cycles** (Theorem 16). A taking game on a path of n vertices is its octal game on a heap of n; of a
//! hexadecimal digit only the octal bits count. Node Kayles on a path is 0.137, Arc Kayles is 0.07. The heap engine has the
//! values. A move on a cycle leaves one path, or nothing.
//!
//! **0.03 on trees** (Theorem 7). All games on a tree have the same length, and the value is its parity.
//!
//! **0.33 on podes** (Theorem 8). A pode is a tree with one vertex of degree three or more, its centre, on which chains
//! hang. Their lengths count modulo 3. While there are three chains the centre cannot be taken; with fewer the tree is a path, worth
//! its length modulo 3.
//!
//! **0.33 on bipodes** (Theorem 9). A bipode has two centres, joined by a chain. The lengths of all chains count modulo 3. While each
//! side has two chains, no centre can be taken; when a side has one chain or none, the tree is a pode.
//!
//! **Central symmetry** in Node Kayles, Arc Kayles and Cram (Theorem 6): see [`half_turns_lose`].

use std::collections::HashMap;

use outplay_rules::games::octal_code::OctalCode;
use smallvec::SmallVec;

use super::host::{Host, Taking};
use crate::heaps::Engine;
use crate::kit::bits::Mask;
use crate::limits::{Budget, Stopped};

/// Which theorem gave a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// The game on a path is a heap game.
    Path,
    /// One move turns a cycle into a path.
    Cycle,
    /// All games of 0.03 on a tree last equally long.
    Tree003,
    /// Chains of 0.33 count modulo 3.
    Pode033,
    /// The same with two centres.
    Bipode033,
    /// Every move is answered by its image under a half turn.
    HalfTurn,
}

impl Theorem {
    /// The argument, as a sentence without its full stop.
    pub fn words(self) -> &'static str {
        match self {
            Theorem::Path => "the game on a path is the game on a heap",
            Theorem::Cycle => "one move turns a cycle into a path, and a path is a heap",
            Theorem::Tree003 => {
                "under 0.03 every game on a tree has the same length (Dailly, Theorem 27)"
            }
            Theorem::Pode033 => {
                "under 0.33 the chain lengths of a pode count modulo 3 (Dailly, Lemma 50)"
            }
            Theorem::HalfTurn => {
                "central symmetry: the second player answers every move by its image under a half turn"
            }
            Theorem::Bipode033 => {
                "under 0.33 the chain lengths of a bipode count modulo 3 (Dailly, Theorem 61)"
            }
        }
    }
}

/// The values that theorems give for one game.
#[derive(Clone, Debug)]
pub struct Theorems {
    /// The values of paths and of cycles, by their vertices.
    paths: Vec<u32>,
    cycles: Vec<u32>,
    trees: Trees,
}

/// What is known of the trees of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trees {
    Nothing,
    /// 0.03
    EqualGames,
    /// 0.33
    ChainsModulo3,
}

/// More chains than this are not looked up.
const MOST_CHAINS: usize = 24;

impl Theorems {
    /// The theorems for a host's game on its components.
    pub fn new<M: Mask>(host: &Host<M>, budget: &mut Budget) -> Result<Self, Stopped> {
        let digits = match host.taking() {
            // An interval leaves two parts at most, so bits for more say nothing on a path, though they do on a heap.
            Taking::Connected(digits) => digits.iter().map(|digit| digit & 7).collect(),
            Taking::Neighbourhood => vec![0, 1, 3, 7],
            Taking::EdgeEnds => vec![0, 0, 7],
        };
        let mut engine = Engine::new(OctalCode::new(digits.clone(), 0));
        engine.extend_to(host.len(), budget)?;
        let paths: Vec<u32> = (0..=host.len()).map(|n| engine.value(n).unwrap_or(0)).collect();
        let cycles = (0..=host.len()).map(|n| cycle(host.taking(), &digits, &paths, n)).collect();
        let trees = match host.taking() {
            Taking::Connected(digits) if digits[..] == [0, 0, 3] => Trees::EqualGames,
            Taking::Connected(digits) if digits[..] == [0, 3, 3] => Trees::ChainsModulo3,
            _ => Trees::Nothing,
        };
        Ok(Theorems { paths, cycles, trees })
    }

    /// The value of a component, if a theorem tells it, and which one does.
    pub fn value<M: Mask>(&self, host: &Host<M>, component: M) -> Option<(u32, Theorem)> {
        let (count, pairs) = (component.count(), host.pairs(component));
        if count == 0 || pairs > count || host.marked().meets(component) {
            return None;
        }
        let degree = |vertex: usize| host.neighbours(vertex).and(component).count();
        let centres: SmallVec<[usize; 3]> =
            component.members().filter(|&v| degree(v) > 2).take(3).collect();
        match (pairs == count, &centres[..]) {
            (true, []) => Some((self.cycles[count], Theorem::Cycle)),
            (true, _) => None,
            (false, []) => Some((self.paths[count], Theorem::Path)),
            (false, _) if self.trees == Trees::EqualGames => {
                Some((parity_of_games(host, component), Theorem::Tree003))
            }
            (false, &[centre]) if self.trees == Trees::ChainsModulo3 => {
                let chains = chains(host, component.minus(M::bit(centre)), centre)?;
                Some((pode(chains[1], chains[2], &mut HashMap::new()), Theorem::Pode033))
            }
            (false, &[left, right]) if self.trees == Trees::ChainsModulo3 => {
                Some((bipode_of(host, component, left, right)?, Theorem::Bipode033))
            }
            _ => None,
        }
    }
}

/// Whether the second player wins a component that a half turn takes to itself without contact, by answering every
/// move with its image. In Node Kayles and Arc Kayles he does: the turn moves every cell to one that is neither itself
/// nor next to it, so no move touches its own image, the image can be played, and what is left has the same symmetry
/// and, being less, as little contact.
pub fn half_turns_lose(taking: &Taking) -> bool {
    !matches!(taking, Taking::Connected(_))
}

/// The least number that is not in a list.
fn mex(values: &[u32]) -> u32 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.iter().fold(0, |least, &value| least + u32::from(value == least))
}

/// The value of a cycle of `n` vertices.
fn cycle(taking: &Taking, digits: &[u8], paths: &[u32], n: usize) -> u32 {
    if n < 3 {
        return 0;
    }
    match taking {
        Taking::Neighbourhood => mex(&[paths[n - 3]]),
        Taking::EdgeEnds => mex(&[paths[n - 2]]),
        Taking::Connected(_) => {
            let left = |taken: &usize| {
                let digit = digits.get(*taken).copied().unwrap_or(0);
                if *taken == n { digit & 1 != 0 } else { digit & 2 != 0 }
            };
            let options: Vec<u32> = (1..=n).filter(left).map(|taken| paths[n - taken]).collect();
            mex(&options)
        }
    }
}

/// The parity of the number of moves of any game of 0.03 on a tree.
fn parity_of_games<M: Mask>(host: &Host<M>, tree: M) -> u32 {
    let (mut left, mut moves) = (tree, 0);
    loop {
        let near = |vertex: usize| host.neighbours(vertex).and(left);
        let takes = |leaf: usize| {
            let next = near(leaf).first();
            near(leaf).count() == 1 && near(next).count() <= 2
        };
        let Some(leaf) = left.members().find(|&vertex| takes(vertex)) else { return moves % 2 };
        left = left.minus(M::bit(leaf)).minus(near(leaf));
        moves += 1;
    }
}

/// How many chains hang on a centre, by their length modulo 3, when the rest of the tree is cut off at it.
fn chains<M: Mask>(host: &Host<M>, rest: M, centre: usize) -> Option<[usize; 3]> {
    let mut counts = [0; 3];
    for part in host.components(rest) {
        if host.neighbours(centre).meets(part) {
            counts[part.count() % 3] += 1;
        }
    }
    (counts[1] + counts[2] <= MOST_CHAINS).then_some(counts)
}

fn bipode_of<M: Mask>(host: &Host<M>, component: M, left: usize, right: usize) -> Option<u32> {
    let rest = component.minus(M::bit(left)).minus(M::bit(right));
    let mut between = 1;
    let mut counts = [[0usize; 3]; 2];
    for part in host.components(rest) {
        let at = [left, right].map(|centre| host.neighbours(centre).meets(part));
        match at {
            [true, true] => between = part.count() + 1,
            [true, false] => counts[0][part.count() % 3] += 1,
            _ => counts[1][part.count() % 3] += 1,
        }
    }
    let [a, b] = counts;
    if a[1] + a[2] + b[1] + b[2] > MOST_CHAINS {
        return None;
    }
    Some(bipode([a[1], a[2]], [b[1], b[2]], between % 3, &mut HashMap::new()))
}

/// The value of the pode with this many chains of lengths 1 and 2.
fn pode(ones: usize, twos: usize, known: &mut HashMap<[usize; 2], u32>) -> u32 {
    if ones + twos <= 2 {
        return ((1 + ones + 2 * twos) % 3) as u32;
    }
    if let Some(&value) = known.get(&[ones, twos]) {
        return value;
    }
    let mut options = Vec::new();
    if ones > 0 {
        options.push(pode(ones - 1, twos, known));
    }
    if twos > 0 {
        options.push(pode(ones + 1, twos - 1, known));
        options.push(pode(ones, twos - 1, known));
    }
    let value = mex(&options);
    known.insert([ones, twos], value);
    value
}

type BipodeKey = ([usize; 2], [usize; 2]);

/// The value of the bipode with this many chains of lengths 1 and 2 at each centre and `between` edges between them, which
/// are 0, 1 or 2.
fn bipode(
    left: [usize; 2],
    right: [usize; 2],
    between: usize,
    known: &mut HashMap<BipodeKey, u32>,
) -> u32 {
    if between == 0 {
        return pode(left[0] + right[0], left[1] + right[1], &mut HashMap::new());
    }
    for (side, other) in [(left, right), (right, left)] {
        if side[0] + side[1] <= 1 {
            // The side is a chain at the other centre: its own centre, what is between, and its chain.
            let mut chains = other;
            match (between + side[0] + 2 * side[1]) % 3 {
                1 => chains[0] += 1,
                2 => chains[1] += 1,
                _ => {}
            }
            return pode(chains[0], chains[1], &mut HashMap::new());
        }
    }
    if let Some(&value) = known.get(&(left, right)) {
        return value;
    }
    let mut options = Vec::new();
    for [ones, twos] in shorter(left) {
        options.push(bipode([ones, twos], right, between, known));
    }
    for [ones, twos] in shorter(right) {
        options.push(bipode(left, [ones, twos], between, known));
    }
    let value = mex(&options);
    known.insert((left, right), value);
    value
}

/// What one move makes of the chains at a centre.
fn shorter([ones, twos]: [usize; 2]) -> Vec<[usize; 2]> {
    let mut options = Vec::new();
    if ones > 0 {
        options.push([ones - 1, twos]);
    }
    if twos > 0 {
        options.push([ones + 1, twos - 1]);
        options.push([ones, twos - 1]);
    }
    options
}

#[cfg(test)]
mod tests {
    use outplay_rules::all_graphs as all;
    use outplay_rules::graph::{Graph, families};
    use outplay_rules::rules::TakingRule;

    use super::*;
    use crate::impartial::solver::GraphSolver;
    use crate::oracle::How;

    fn by_search(graph: &Graph, rule: TakingRule) -> u32 {
        let how = How { theorems: false, ..How::default() };
        let left = outplay_rules::bits::BitSet::full(graph.vertex_count());
        GraphSolver::new(graph, rule, &how).value(&left, &mut Budget::unlimited()).unwrap()
    }

    /// Holds what theorems say of a graph to search; whether they say anything.
    fn holds(graph: &Graph, rule: TakingRule, what: &str) -> Option<Theorem> {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, _) = Host::<u64>::new(graph, rule, &vertices);
        let theorems = Theorems::new(&host, &mut Budget::unlimited()).unwrap();
        let (value, theorem) = theorems.value(&host, u64::full(graph.vertex_count()))?;
        assert_eq!(value, by_search(graph, rule), "{what} {theorem:?}");
        Some(theorem)
    }

    #[test]
    fn paths_and_cycles_of_every_game() {
        for text in ["0.137", "0.33", "0.03", "0.7", "0.77", "0.156", "0.3F", "0.8", "0.1", "0.333"]
        {
            let code = OctalCode::read_hexadecimal(text).unwrap();
            let rules =
                [TakingRule::Connected(&code), TakingRule::Neighbourhood, TakingRule::EdgeEnds];
            for rule in rules {
                for n in 1..=13 {
                    let what = format!("{text} {n}");
                    let path = holds(&families::path(n).unwrap(), rule, &what);
                    assert_eq!(path, Some(Theorem::Path));
                    if n >= 3 {
                        let cycle = holds(&families::cycle(n).unwrap(), rule, &what);
                        assert_eq!(cycle, Some(Theorem::Cycle));
                    }
                }
            }
        }
    }

    #[test]
    fn every_tree_of_0_03_and_0_33() {
        let codes = ["0.03", "0.33"].map(|text| text.parse::<OctalCode>().unwrap());
        let (mut podes, mut bipodes) = (0, 0);
        for n in 1..=13 {
            for tree in all::trees(n).unwrap().map(Result::unwrap) {
                let what = format!("{:?}", tree.edge_pairs().collect::<Vec<_>>());
                let settled = holds(&tree, TakingRule::Connected(&codes[0]), &what);
                assert!(settled.is_some(), "{what}");
                match holds(&tree, TakingRule::Connected(&codes[1]), &what) {
                    Some(Theorem::Pode033) => podes += 1,
                    Some(Theorem::Bipode033) => bipodes += 1,
                    _ => {}
                }
            }
        }
        assert!(podes > 200 && bipodes > 500, "{podes} podes, {bipodes} bipodes");
    }

    #[test]
    fn loops_and_other_graphs_are_left_to_search() {
        let looped = Graph::new(outplay_rules::places::Places::numbered(2), [(0, 1), (1, 1)]);
        assert_eq!(holds(&looped.unwrap(), TakingRule::EdgeEnds, "loop"), None);
        assert_eq!(holds(&families::complete(4).unwrap(), TakingRule::Neighbourhood, ""), None);
        let code = "0.03".parse::<OctalCode>().unwrap();
        let lollipop = Graph::new(
            outplay_rules::places::Places::numbered(4),
            [(0, 1), (1, 2), (2, 0), (2, 3)],
        );
        assert_eq!(holds(&lollipop.unwrap(), TakingRule::Connected(&code), "lollipop"), None);
    }
}
