//! The middle dot (Wright's article): with an odd number of dots in a row mark the middle one; then copy on one side what
//! the opponent does on the other. The same for two equal rows, as the second player.
//!
//! On heaps a row of an odd number n becomes two heaps of (n - 3) / 2; from then on every heap has a twin, and the copy
//! of a move is the same move. On a path the copy is the mirror image.

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
use outplay_rules::spaces::Vertices;
use smallvec::{SmallVec, smallvec};

use crate::strategy::{Guarantee, Memory, Promise, Sees, Strategy};

fn misfit() -> InputError {
    InputError::plain("middle-dot is for a row of dots: an odd one for the first player, two equal ones for the second")
        .help("for example: robs-dots heaps:7 --as first, or node-kayles path:7 --as first")
}

fn promise() -> Promise {
    Promise { claim: Guarantee::Win, source: "dots, \"an odd number of dots\"".into() }
}

/// The strategy on heaps, or on a path as a board of the taking game.
pub struct MiddleHeap {
    opening: Option<Move>,
    /// The last vertex of a path that is played on; none on heaps.
    mirror: Option<u16>,
}

impl MiddleHeap {
    /// The strategy for the game 0.137.
    pub fn new(rules: &OctalGame, player: Player) -> Result<Self, InputError> {
        let start = rules.start();
        let is_dots = rules.code().to_string() == "0.137";
        let n = rules.graph().vertex_count();
        if is_dots
            && n % 2 == 1
            && is_row(rules.graph())
            && start.heaps.is_empty()
            && player == Player::First
        {
            let middle = (n / 2) as u16;
            let taken = middle.saturating_sub(1)..=(middle + 1).min(n as u16 - 1);
            return Ok(MiddleHeap {
                opening: Some(Move::Vertices(taken.collect())),
                mirror: Some(n as u16 - 1),
            });
        }
        let opening = match (&start.heaps[..], player) {
            (&[n], Player::First) if n % 2 == 1 => {
                let side = n.saturating_sub(3) / 2;
                let to: SmallVec<[u64; 3]> =
                    if side == 0 { smallvec![] } else { smallvec![side, side] };
                Some(Move::Heap { from: n, to })
            }
            (heaps, Player::Second)
                if heaps.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]) =>
            {
                None
            }
            _ => return Err(misfit()),
        };
        if !is_dots || n > 0 {
            return Err(misfit());
        }
        Ok(MiddleHeap { opening, mirror: None })
    }
}

impl Strategy<Heaps> for MiddleHeap {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn promise(&self) -> Option<Promise> {
        Some(promise())
    }

    fn advice(&self, _: &Moment<HeapPosition>, memory: &Memory) -> Vec<Move> {
        let answer = match (&memory.last, self.mirror) {
            (None, _) => self.opening.clone(),
            (Some(mv), None) => Some(mv.clone()),
            (Some(mv), Some(last)) => mirrored(mv, last),
        };
        answer.into_iter().collect()
    }
}

/// The mirror image of vertices on a path whose last vertex is `last`.
fn mirrored(mv: &Move, last: u16) -> Option<Move> {
    let Move::Vertices(vertices) = mv else { return None };
    Some(Move::Vertices(vertices.iter().rev().map(|v| last - v).collect()))
}

fn is_row(graph: &Graph) -> bool {
    let n = graph.vertex_count();
    graph.edge_count() + 1 == n && (1..n).all(|v| graph.edge_index(v - 1, v).is_some())
}

/// The strategy in Node Kayles on a path.
pub struct MiddleVertex {
    last: u16,
}

impl MiddleVertex {
    /// The strategy for the first player on a path of an odd number of vertices.
    pub fn new(graph: &Graph, player: Player) -> Result<Self, InputError> {
        let n = graph.vertex_count();
        if !is_row(graph) || n.is_multiple_of(2) || player == Player::Second {
            return Err(misfit());
        }
        Ok(MiddleVertex { last: n as u16 - 1 })
    }
}

impl Strategy<Vertices> for MiddleVertex {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn promise(&self) -> Option<Promise> {
        Some(promise())
    }

    fn advice(&self, _: &Moment<BitSet>, memory: &Memory) -> Vec<Move> {
        let answer = match &memory.last {
            None => Some(Move::Vertices(smallvec![self.last / 2])),
            Some(mv) => mirrored(mv, self.last),
        };
        answer.into_iter().collect()
    }
}
