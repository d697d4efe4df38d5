//! Taking-and-breaking games, on heaps and on graphs.
//!
//! On heaps: Definition 18 of Dailly's report. On a graph: Definition 22. A move takes i vertices of one
//! component that induce a connected subgraph, and bit j of digit i allows it if exactly j components are left of
//! that component. On a path this is the game on a heap, except that a move on a path leaves two parts at most, so bits
//! of hexadecimal digits that leave three heaps have no effect there. Codes 4.… are refused on a graph, where nothing
//! splits without losing a vertex.
//!
//! A board may hold heaps and a graph side by side: that is a disjunctive sum.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{BoardKind, GameDef, GameName, Parameter, Setup, Theory, Wording};
use crate::graph::Graph;
use crate::moves::Move;
use crate::octal_code::OctalCode;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step, TakingRule};
use crate::ruleset::{Ruleset, impartial};
use crate::spaces::{HeapPosition, Heaps};

/// An octal or hexadecimal game on one board.
#[derive(Clone, Debug)]
pub struct OctalGame {
    code: OctalCode,
    space: Heaps,
}

impl OctalGame {
    /// The game with this code on these heaps and this graph together.
    pub fn new(code: OctalCode, heaps: Vec<u64>, graph: Graph) -> Result<Self, InputError> {
        if code.splits_for_free() && graph.vertex_count() > 0 {
            let message = format!(
                "{code} splits heaps without taking from them, which no move on a graph does"
            );
            return Err(
                InputError::plain(message).help("play this code on heaps, for example heaps:9")
            );
        }
        Ok(OctalGame { code, space: Heaps::new(heaps, graph) })
    }

    /// The code.
    pub fn code(&self) -> &OctalCode {
        &self.code
    }

    /// The graph, empty on a board of heaps.
    pub fn graph(&self) -> &Graph {
        self.space.board()
    }

    fn heap_moves(&self, size: u64, moves: &mut Vec<Move>) {
        let mut add =
            |to: &[u64]| moves.push(Move::Heap { from: size, to: SmallVec::from_slice(to) });
        for (taken, digit) in self.code.takes(to_index(size)) {
            let rest = size - taken as u64;
            if digit & 1 != 0 && rest == 0 {
                add(&[]);
            }
            if digit & 2 != 0 && rest > 0 {
                add(&[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|a| add(&[a, rest - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| add(&[a, b, rest - a - b]));
                }
            }
        }
    }

    fn graph_moves(&self, component: &BitSet, moves: &mut Vec<Move>) {
        let most = self.code.takes(component.len()).last().map_or(0, |(taken, _)| taken);
        let mut banned = BitSet::empty(self.graph().vertex_count());
        for root in component.iter() {
            banned.insert(root);
            let frontier =
                self.graph().neighbours(root).intersection(component).difference(&banned);
            self.grow(component, &mut vec![root], &frontier, &banned, most, moves);
        }
    }

    /// Every connected set that holds `chosen` and otherwise only vertices that are not `banned`, each once: a
    /// vertex of the frontier is either taken now or banned for the rest.
    fn grow(
        &self,
        component: &BitSet,
        chosen: &mut Vec<usize>,
        frontier: &BitSet,
        banned: &BitSet,
        most: usize,
        moves: &mut Vec<Move>,
    ) {
        if chosen.len() > most {
            return;
        }
        if self.may_take(component, chosen) {
            let mut vertices: SmallVec<[u16; 4]> = chosen.iter().map(|&v| v as u16).collect();
            vertices.sort_unstable();
            moves.push(Move::Vertices(vertices));
        }
        let mut banned = banned.clone();
        for next in frontier.iter() {
            banned.insert(next);
            let reach = self
                .graph()
                .neighbours(next)
                .intersection(component)
                .union(frontier)
                .difference(&banned);
            chosen.push(next);
            self.grow(component, chosen, &reach, &banned, most, moves);
            chosen.pop();
        }
    }

    fn may_take(&self, component: &BitSet, taken: &[usize]) -> bool {
        let digit = self.code.digit(taken.len());
        digit != 0 && {
            let rest = component
                .difference(&BitSet::of(self.graph().vertex_count(), taken.iter().copied()));
            self.code.allows(taken.len(), self.graph().components(&rest).len())
        }
    }

    fn check_heap(
        &self,
        position: &HeapPosition,
        from: u64,
        to: &[u64],
    ) -> Result<(), IllegalMove> {
        if !position.heaps.contains(&from) {
            return Err(IllegalMove(format!("there is no heap of {from}")));
        }
        let left = to.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap));
        let Some(left) = left.filter(|&left| left <= from && !to.contains(&0)) else {
            return Err(IllegalMove(format!("a heap of {from} cannot leave so many counters")));
        };
        let taken = to_index(from - left);
        if taken == 0 && to.len() < 2 {
            return Err(IllegalMove("that changes nothing".into()));
        }
        if !self.code.allows(taken, to.len()) {
            return Err(self.not_allowed(taken, to.len(), "heap"));
        }
        Ok(())
    }

    fn not_allowed(&self, taken: usize, left: usize, part: &str) -> IllegalMove {
        let parts = match left {
            0 => "nothing".into(),
            1 => format!("one {part}"),
            _ => format!("{left} {part}s"),
        };
        IllegalMove(format!("{} does not allow taking {taken} and leaving {parts}", self.code))
    }

    fn check_vertices(&self, position: &HeapPosition, taken: &[u16]) -> Result<(), IllegalMove> {
        let places = self.graph().places();
        if let Some(&gone) = taken.iter().find(|&&v| !position.vertices.contains(v as usize)) {
            return Err(IllegalMove(format!(
                "vertex {} is already gone",
                places.name(gone as usize)
            )));
        }
        let vertices: Vec<usize> = taken.iter().map(|&v| v as usize).collect();
        let set = BitSet::of(self.graph().vertex_count(), vertices.iter().copied());
        if set.len() != taken.len() || !self.graph().is_connected(&set) {
            return Err(IllegalMove("the vertices taken must induce a connected subgraph".into()));
        }
        let component = self.graph().component_of(vertices[0], &position.vertices);
        if !self.may_take(&component, &vertices) {
            let left = self.graph().components(&component.difference(&set)).len();
            return Err(self.not_allowed(taken.len(), left, "component"));
        }
        Ok(())
    }
}

impl Rules for OctalGame {
    type Space = Heaps;
    type Position = HeapPosition;

    fn space(&self) -> &Heaps {
        &self.space
    }

    fn moves(&self, position: &HeapPosition) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut sizes = position.heaps.clone();
        sizes.dedup();
        sizes.iter().for_each(|&size| self.heap_moves(size, &mut moves));
        for component in self.graph().components(&position.vertices) {
            self.graph_moves(&component, &mut moves);
        }
        moves.sort_unstable();
        moves
    }

    fn check(&self, position: &HeapPosition, mv: &Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Heap { from, to } => self.check_heap(position, *from, to),
            Move::Vertices(vertices) => self.check_vertices(position, vertices),
            _ => Err(IllegalMove("that is not a move of a taking game".into())),
        }
    }

    fn apply(&self, position: &HeapPosition, mv: &Move) -> Step<HeapPosition> {
        let mut next = position.clone();
        match mv {
            Move::Heap { from, to } => {
                if let Some(index) = next.heaps.iter().position(|size| size == from) {
                    next.heaps.remove(index);
                }
                next.heaps.extend(to.iter().copied());
                next.heaps.sort_unstable();
            }
            Move::Vertices(vertices) => {
                vertices.iter().for_each(|&v| next.vertices.remove(v as usize))
            }
            _ => {}
        }
        Step::passing(next)
    }

    fn longest_game(&self) -> usize {
        // A move takes a counter or splits a heap; n counters make at most n heaps.
        let add = |sum: u64, &size: &u64| sum.saturating_add(size);
        let counters = to_index(self.space.sizes().iter().fold(0, add));
        counters.saturating_mul(2).saturating_add(self.graph().vertex_count())
    }

    fn moves_within(&self, position: &HeapPosition, most: u64) -> Option<Vec<Move>> {
        let mut left = most;
        let splits = self.code.most_heaps().saturating_sub(1) as u32;
        for &size in &position.heaps {
            let takes = self.code.count_takes(size);
            let moves = size.saturating_pow(splits).saturating_mul(takes);
            left = left.checked_sub(moves)?;
        }
        for component in self.graph().components(&position.vertices) {
            let size = self.code.takes(component.len()).last().map_or(0, |(taken, _)| taken);
            let mut banned = BitSet::empty(self.graph().vertex_count());
            for root in component.iter() {
                banned.insert(root);
                let frontier = self.graph().neighbours(root).intersection(&component);
                let frontier = frontier.difference(&banned);
                left = connected_sets(self.graph(), &component, frontier, &banned, size, left)?;
            }
        }
        Some(self.moves(position))
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Impartial for OctalGame {
    fn parts(&self, position: &HeapPosition) -> Vec<Part<HeapPosition>> {
        let heaps = position.heaps.iter().map(|&size| Part::Heap(size));
        let components = self.graph().components(&position.vertices).into_iter();
        let component =
            |vertices| Part::Component(HeapPosition { heaps: SmallVec::new(), vertices });
        heaps.chain(components.map(component)).collect()
    }

    fn heap_code(&self) -> Option<&OctalCode> {
        Some(&self.code)
    }

    fn octal(&self) -> Option<&OctalGame> {
        Some(self)
    }

    fn taking(&self) -> Option<TakingRule<'_>> {
        Some(TakingRule::Connected(&self.code))
    }
}

/// A number of counters as an index, or the largest index if it does not fit.
fn to_index(counters: u64) -> usize {
    usize::try_from(counters).unwrap_or(usize::MAX)
}

/// Enumerates connected sets up to a size, subtracting each from `left`, as the moves of a taking game are found; none
/// if it falls below 0.
fn connected_sets(
    graph: &Graph,
    component: &BitSet,
    frontier: BitSet,
    banned: &BitSet,
    size: usize,
    left: u64,
) -> Option<u64> {
    let mut left = left.checked_sub(1)?;
    if size <= 1 {
        return Some(left);
    }
    let mut banned = banned.clone();
    for next in frontier.iter() {
        banned.insert(next);
        let reach = graph.neighbours(next).intersection(component).union(&frontier);
        left =
            connected_sets(graph, component, reach.difference(&banned), &banned, size - 1, left)?;
    }
    Some(left)
}

/// What the definitions of taking-and-breaking games have in common.
pub const TAKING: GameDef = GameDef {
    names: &["octal", "hexadecimal"],
    title: "Octal game",
    sentence: "Take as many counters as a digit of the code allows from one heap or component, and leave as many parts \
               as it allows.",
    prompt: "Take from a heap or a component.",
    parameter: Some(Parameter { example: "0.137", read: read_code }),
    theory: Theory::Impartial,
    boards: BoardKind::HeapsOrGraph,
    options: &[&MISERE],
    examples: &["octal:0.137 heaps:9", "octal:0.33 grid:3x4", "hexadecimal:0.9 heaps:9"],
    code: Some(code_of),
    words: in_words,
    make: |setup| taking(setup, code_of(setup.game)?),
    ..GameDef::BLANK
};

/// `octal:CODE` and `hexadecimal:CODE`
pub static OCTAL: GameDef = TAKING;

/// The game with a code on a board of heaps, a graph or both.
pub fn taking(setup: &Setup, code: OctalCode) -> Result<Ruleset, InputError> {
    let (heaps, graph) = setup.heaps_and_graph()?;
    Ok(impartial(OctalGame::new(code, heaps, graph)?))
}

fn read_code(name: &str, text: &str) -> Result<String, InputError> {
    let code: OctalCode = match name {
        "hexadecimal" => OctalCode::read_hexadecimal(text)?,
        _ => text.parse()?,
    };
    // Without a letter the code would be read as octal again, and refused.
    let needs_prefix = code.is_hexadecimal() && code.to_string().parse::<OctalCode>().is_err();
    Ok(format!("{}:{code}", if needs_prefix { "hexadecimal" } else { "octal" }))
}

fn code_of(game: &GameName) -> Result<OctalCode, InputError> {
    OctalCode::read_hexadecimal(game.parameter().unwrap_or_default())
}

/// The rules in words: what the digits of the code allow.
fn in_words(wording: &Wording) -> String {
    let digits = wording.game.code().map(|code| allowed(&code, wording.board.is_heaps()));
    wording.told(&digits.unwrap_or_default())
}

/// What the digits of a code allow, in words.
pub(super) fn allowed(code: &OctalCode, on_heaps: bool) -> String {
    if code.to_string() == "0.137" && on_heaps {
        return super::robs_dots::ROBS_DOTS.sentence.into();
    }
    let (one, many) = if on_heaps { ("heap", "heaps") } else { ("component", "components") };
    // Digits beyond the ninth repeat in every game that people name.
    let takes: Vec<(usize, u8)> = code.takes(9).collect();
    if takes.len() == 9 && takes.iter().all(|&(_, digit)| digit == 3) {
        return format!("Take as many as you like from one {one}, without splitting it.");
    }
    let phrase = |&(taken, digit): &(usize, u8)| {
        let leaves = [(1, "nothing"), (2, "one"), (4, "two"), (8, "three")];
        let leaves: Vec<&str> =
            leaves.into_iter().filter(|(bit, _)| digit & bit != 0).map(|(_, word)| word).collect();
        let of = match leaves.last() {
            Some(&"nothing") | None => String::new(),
            Some(&"one") => format!(" {one}"),
            Some(_) => format!(" {many}"),
        };
        format!("{taken} (leaving {}{of})", alternatives(&leaves))
    };
    let phrases: Vec<String> = takes.iter().map(phrase).collect();
    match phrases.len() {
        0 => "No move is allowed.".into(),
        _ => format!("From one {one} take {}.", phrases.join(" or ")),
    }
}

/// `nothing, one or two`.
fn alternatives(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    fn on_heaps(code: &str, heaps: &[u64]) -> OctalGame {
        OctalGame::new(OctalCode::read_hexadecimal(code).unwrap(), heaps.to_vec(), Graph::empty())
            .unwrap()
    }

    fn on_graph(code: &str, graph: Graph) -> OctalGame {
        OctalGame::new(code.parse().unwrap(), vec![], graph).unwrap()
    }

    fn moves(game: &OctalGame) -> Vec<String> {
        game.moves(&game.start()).iter().map(|m| game.write_move(m)).collect()
    }

    #[test]
    fn the_dots_of_robs_page() {
        // "If N=4 then we can take an endpoint, leaving two dots, or a middle dot, leaving 1 dot."
        assert_eq!(moves(&on_heaps("0.137", &[4])), ["4>1", "4>2"]);
        assert_eq!(moves(&on_heaps("0.137", &[5])), ["5>1,1", "5>2", "5>3"]);
        assert_eq!(moves(&on_heaps("0.137", &[1, 2, 2])), ["1>0", "2>0"]);
    }

    #[test]
    fn free_splits_and_three_heaps() {
        assert_eq!(moves(&on_heaps("4.0", &[4])), ["4>1,3", "4>2,2"]);
        assert_eq!(moves(&on_heaps("0.F", &[4])), ["4>1,1,1", "4>1,2", "4>3"]);
        assert_eq!(moves(&on_heaps("8.0", &[5])), ["5>1,1,3", "5>1,2,2"]);
    }

    #[test]
    fn definition_22_on_a_star() {
        // From a centre with three leaves 0.33 takes a leaf; two vertices would be centre and leaf, leaving two.
        assert_eq!(moves(&on_graph("0.33", families::star(3).unwrap())), ["2", "3", "4"]);
        assert_eq!(moves(&on_graph("0.07", families::star(3).unwrap())), ["1,2", "1,3", "1,4"]);
        assert_eq!(moves(&on_graph("0.3", families::path(3).unwrap())), ["1", "3"]);
        assert_eq!(moves(&on_graph("0.7", families::path(3).unwrap())), ["1", "2", "3"]);
        assert_eq!(moves(&on_graph("0.003", families::cycle(3).unwrap())), ["1,2,3"]);
    }

    #[test]
    fn codes_that_split_for_free_stay_on_heaps() {
        let code: OctalCode = "4.0".parse().unwrap();
        assert!(OctalGame::new(code, vec![], families::path(3).unwrap()).is_err());
    }
}
