//! The mimic strategies of the lemmas on 0.33 (Dailly's report, Lemmas 48, 50, 55, 57, 58 and 59).
//!
//! Two trees stand side by side, one of which has three vertices more: a longer chain at a leaf or at a centre (Lemmas 48,
//! 50 and 59), a longer chain between the centres (55), or a path of three hung on by its middle (57 and 58). The second
//! player answers such that the trees are alike again or differ in such a way again: by the same move in the other tree,
//! or by taking the rest of the three; or such that both are trees that were shown to be lost on their own, the base
//! cases. Every answer of that kind is allowed; where the proofs find none, neither does the
//! strategy.

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::HeapPosition;
use outplay_rules::spaces::Heaps;

use crate::strategy::{Guarantee, Invariance, Memory, Promise, Strategy};

/// What a tree looks like, for trees with at most two vertices of degree three or more.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// A chain of this many vertices, or nothing.
    Chain(usize),
    /// Chains at a centre, three or more, ascending.
    Pode(Vec<usize>),
    /// Chains at each of two centres, and the number of edges between them.
    Bipode([Vec<usize>; 2], usize),
}

impl Shape {
    /// The shape of a connected part, if it is one of these.
    fn of(graph: &Graph, part: &BitSet) -> Option<Shape> {
        let degree = |v: usize| graph.neighbours(v).intersection(part).len();
        let centres: Vec<usize> = part.iter().filter(|&v| degree(v) >= 3).collect();
        let edges: usize = part.iter().map(degree).sum();
        if edges + 2 != 2 * part.len() && !part.is_empty() {
            return None;
        }
        match centres[..] {
            [] => Some(Shape::Chain(part.len())),
            [centre] => Some(Shape::Pode(chains(graph, part, centre, None)?.0)),
            [a, b] => {
                let (mut at_a, between) = chains(graph, part, a, Some(b))?;
                let (mut at_b, _) = chains(graph, part, b, Some(a))?;
                if at_a > at_b {
                    std::mem::swap(&mut at_a, &mut at_b);
                }
                Some(Shape::Bipode([at_a, at_b], between))
            }
            _ => None,
        }
    }

    /// Whether the paper has shown on its own that whoever moves here loses: Theorem 44, Lemmas 49 and 56. These are
    /// base cases of the inductions: two of them side by side are lost whatever they have to do with each other.
    fn is_known_lost(&self) -> bool {
        match self {
            Shape::Chain(n) => n % 3 == 0,
            Shape::Pode(legs) => legs[..] == [1, 1, 3],
            Shape::Bipode([a, b], between) => a[..] == [1, 1] && b[..] == [1, 1] && *between == 1,
        }
    }

    /// Every shape that three more vertices make of this one by the lemmas.
    fn grown(&self) -> Vec<Shape> {
        match self {
            Shape::Chain(n) => {
                // Longer, or a new chain of three at a vertex inside; or a path of three hung on by its middle (57, 58):
                // at a vertex, or one vertex further.
                let inside = (1..*n).filter(|i| i + 1 < *n).map(|i| pode(vec![i, n - 1 - i, 3]));
                let hung = hung_on_chain(*n);
                std::iter::once(Shape::Chain(n + 3)).chain(inside).chain(hung).collect()
            }
            Shape::Pode(legs) => {
                let mut grown: Vec<Shape> = longer(legs).into_iter().map(pode).collect();
                grown.extend(second_centre(legs));
                grown.extend(parted(legs));
                grown
            }
            Shape::Bipode([a, b], between) => {
                let mut grown = vec![bipode(a.clone(), b.clone(), between + 3)];
                grown.extend(longer(a).into_iter().map(|a| bipode(a, b.clone(), *between)));
                grown.extend(longer(b).into_iter().map(|b| bipode(a.clone(), b, *between)));
                grown
            }
        }
    }
}

/// Chains with one of them three longer, or one of three added.
fn longer(legs: &[usize]) -> Vec<Vec<usize>> {
    let lengthen = |index: usize| {
        let mut legs = legs.to_vec();
        legs[index] += 3;
        legs
    };
    (0..legs.len()).map(lengthen).chain([[legs, &[3]].concat()]).collect()
}

/// A pode becomes a bipode: at a vertex inside one of its chains a chain of three is added, or at the end of a chain of
/// one or two the path of three is hung on by its middle.
fn second_centre(legs: &[usize]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (index, &leg) in legs.iter().enumerate() {
        let rest: Vec<usize> = [&legs[..index], &legs[index + 1..]].concat();
        for at in 1..leg {
            shapes.push(bipode(rest.clone(), vec![leg - at, 3], at));
        }
    }
    // Lemmas 57 and 58: the middle of the path of three is joined to the centre, or to a chain of one at the centre.
    shapes.push(bipode(legs.to_vec(), vec![1, 1], 1));
    for index in (0..legs.len()).filter(|&index| legs[index] == 1) {
        let rest = [&legs[..index], &legs[index + 1..]].concat();
        shapes.push(bipode(rest, vec![1, 1], 2));
    }
    shapes
}

/// Lemma 55 for centres that are one vertex: the chains are parted among two centres with three edges between.
fn parted(legs: &[usize]) -> Vec<Shape> {
    let mut sides: Vec<[Vec<usize>; 2]> = vec![Default::default()];
    for same in legs.chunk_by(|a, b| a == b) {
        let part = |[left, right]: &[Vec<usize>; 2]| {
            let part = |n: usize| [[left, &same[..n]].concat(), [right, &same[n..]].concat()];
            (0..=same.len()).map(part).collect::<Vec<_>>()
        };
        sides = sides.iter().flat_map(part).collect();
    }
    sides.retain(|[left, right]| !left.is_empty() && !right.is_empty());
    sides.into_iter().map(|[left, right]| bipode(left, right, 3)).collect()
}

/// Lemmas 57 and 58 on a chain, whose centre may be any vertex.
fn hung_on_chain(n: usize) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for at in 0..n {
        let (a, b) = (at, n - 1 - at);
        let sides: Vec<usize> = [a, b].into_iter().filter(|&side| side > 0).collect();
        match sides[..] {
            [] => shapes.push(pode(vec![1, 1, 1])),
            [side] => shapes.push(pode(vec![1, 1, side + 1])),
            _ => shapes.push(bipode(sides, vec![1, 1], 1)),
        }
    }
    shapes
}

fn pode(mut legs: Vec<usize>) -> Shape {
    legs.sort_unstable();
    Shape::Pode(legs)
}

/// A bipode in order; a centre with a single chain is none, and the whole a pode.
fn bipode(mut a: Vec<usize>, mut b: Vec<usize>, between: usize) -> Shape {
    a.sort_unstable();
    b.sort_unstable();
    if a.len() < 2 {
        b.push(between + a.first().copied().unwrap_or(0));
        return pode(b);
    }
    if a > b {
        std::mem::swap(&mut a, &mut b);
    }
    Shape::Bipode([a, b], between)
}

/// The lengths of the chains at a centre, ascending, and the number of edges to the other centre.
fn chains(
    graph: &Graph,
    part: &BitSet,
    centre: usize,
    other: Option<usize>,
) -> Option<(Vec<usize>, usize)> {
    let (mut lengths, mut between) = (Vec::new(), 0);
    for first in graph.neighbours(centre).intersection(part).iter() {
        let (mut before, mut here, mut length) = (centre, first, 1);
        loop {
            if Some(here) == other {
                between = length;
                break;
            }
            let on = graph.neighbours(here).intersection(part).iter().find(|&v| v != before);
            let Some(next) = on else {
                lengths.push(length);
                break;
            };
            (before, here, length) = (here, next, length + 1);
            if length > part.len() {
                return None;
            }
        }
    }
    lengths.sort_unstable();
    Some((lengths, between))
}

/// The strategy.
pub struct Mimic<'r> {
    rules: &'r OctalGame,
    /// The vertices of the two trees.
    trees: [BitSet; 2],
}

impl<'r> Mimic<'r> {
    /// The strategy for the second player on the sum of two trees that differ as a lemma says.
    pub fn new(rules: &'r OctalGame, player: Player) -> Result<Self, InputError> {
        let wrong = |message: &str| {
            InputError::plain(message.to_string())
                .help("for example: octal:0.33 \"pode:1,1,2 + pode:1,1,5\" --as second")
        };
        if rules.code().to_string() != "0.33" || player == Player::First {
            return Err(wrong("mimic is for the second player of octal:0.33"));
        }
        let start = rules.start();
        let trees = rules.graph().components(&start.vertices);
        let [a, b] = <[BitSet; 2]>::try_from(trees)
            .map_err(|_| wrong("mimic is for two trees side by side"))?;
        let strategy = Mimic { rules, trees: [a, b] };
        if !start.heaps.is_empty() || !strategy.is_related(&start.vertices) {
            return Err(wrong("the trees do not differ by three vertices as the lemmas say"));
        }
        Ok(strategy)
    }

    /// Whether the trees are alike or differ as a lemma says.
    fn is_related(&self, left: &BitSet) -> bool {
        let shape = |tree: &BitSet| Shape::of(self.rules.graph(), &tree.intersection(left));
        let [Some(a), Some(b)] = self.trees.each_ref().map(shape) else { return false };
        let both_lost = a.is_known_lost() && b.is_known_lost();
        a == b || a.grown().contains(&b) || b.grown().contains(&a) || both_lost
    }
}

impl Strategy<Heaps> for Mimic<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        let source = "dailly, Lemmas 48 to 59".to_string();
        Some(Promise { claim: Guarantee::Win, source })
    }

    fn advice(&self, now: &Moment<HeapPosition>, _: &Memory) -> Vec<Move> {
        let answers =
            |mv: &Move| self.is_related(&self.rules.apply(&now.position, mv).position.vertices);
        self.rules.moves(&now.position).into_iter().filter(answers).collect()
    }
}
