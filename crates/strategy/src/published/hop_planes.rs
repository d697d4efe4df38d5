//! Propositions 3.1.1, 3.1.2 and 3.1.4 of Riegel's dissertation: the first player wins the hop game on AG(2,2), PG(2,2)
//! and AG(2,3).
//!
//! * AG(2,2): any hop.
//! * PG(2,2): any two hops. Before the third there are three X's and two O's; let L be the line of the O's. If its third
//!   point is an X, one of the other two X's completes the line of the rest. Otherwise the X that is not on the line N
//!   with two X's through the open point of L hops there.
//! * AG(2,3): any first hop. Second: if the O is in line with the X's, any hop; otherwise an X goes to the third point of
//!   the line of it and the O, so that this line holds two O's and an X. Third: any hop that wins at once (without a tie).

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use super::any::Any;
use super::hop_ttt::wins_at_once;
use super::planes::Plane;
use crate::strategy::{Guarantee, Invariance, Memory, Promise, Strategy};

fn promise(place: &str) -> Promise {
    Promise { claim: Guarantee::Win, source: format!("hop, Proposition {place}") }
}

/// More lines than these planes have.
const MOST_LINES: usize = 20;

/// The lines of a plane.
fn plane(
    rules: &HopGame,
    player: Player,
    name: &str,
    plane: Plane,
) -> Result<Vec<BitSet>, InputError> {
    if Plane::of(rules.board()) != Some(plane) || player == Player::Second {
        let board = name.replace("hop-", "");
        return Err(InputError::plain(format!("{name} is for the first player on {board}"))
            .help("for example: hop pg:2,2 --as first"));
    }
    Ok(rules.board().first_sets().listed(MOST_LINES).unwrap_or_default())
}

/// AG(2,2): any hop.
pub fn two_to_a_line(rules: &HopGame, player: Player) -> Result<Any<'_, Points>, InputError> {
    plane(rules, player, "hop-ag22", Plane::Affine(2))?;
    Ok(Any::promising(rules, promise("3.1.1")))
}

/// The third point of the line through two points.
fn third(lines: &[BitSet], a: usize, b: usize) -> Option<usize> {
    let line = lines.iter().find(|line| line.contains(a) && line.contains(b))?;
    line.iter().find(|&point| point != a && point != b)
}

/// PG(2,2).
pub struct Fano<'r> {
    rules: &'r HopGame,
    lines: Vec<BitSet>,
}

impl<'r> Fano<'r> {
    /// The strategy for the first player on pg:2,2.
    pub fn new(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        Ok(Fano { rules, lines: plane(rules, player, "hop-pg22", Plane::Projective(2))? })
    }

    fn third_hop(&self, position: &Stones) -> Vec<(usize, usize)> {
        let os: Vec<usize> = position.second.iter().collect();
        let xs: Vec<usize> = position.first.iter().collect();
        let [a, b] = os[..] else { return Vec::new() };
        let Some(on_l) = third(&self.lines, a, b) else { return Vec::new() };
        let mut hops = Vec::new();
        for &x in &xs {
            let others: Vec<usize> = xs.iter().copied().filter(|&other| other != x).collect();
            let [y, z] = others[..] else { continue };
            let Some(to) = third(&self.lines, y, z) else { continue };
            // L full: x and another are off L, the third X is on it. L open: the line of the rest meets L there.
            let full = xs.contains(&on_l) && x != on_l && others.contains(&on_l);
            if full || to == on_l {
                hops.push((x, to));
            }
        }
        hops
    }
}

impl Strategy<Points> for Fano<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        Some(promise("3.1.2"))
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        match now.position.first.len() {
            1 | 2 => self.rules.moves(&now.position),
            3 => {
                let hop =
                    |(from, to): (usize, usize)| Move::Hop { from: from as u16, to: to as u16 };
                self.third_hop(&now.position).into_iter().map(hop).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// AG(2,3).
pub struct Affine3<'r> {
    rules: &'r HopGame,
    lines: Vec<BitSet>,
}

impl<'r> Affine3<'r> {
    /// The strategy for the first player on ag:2,3.
    pub fn new(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        Ok(Affine3 { rules, lines: plane(rules, player, "hop-ag23", Plane::Affine(3))? })
    }

    fn second_hop(&self, position: &Stones, from: usize, to: usize) -> bool {
        let (Some(o), Some(stays)) =
            (position.second.first(), position.first.iter().find(|&x| x != from))
        else {
            return false;
        };
        let in_line = third(&self.lines, from, stays) == Some(o);
        in_line || third(&self.lines, from, o) == Some(to)
    }
}

impl Strategy<Points> for Affine3<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        Some(promise("3.1.4"))
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let position = &now.position;
        let good = |mv: &Move| {
            let Move::Hop { from, to } = *mv else { return false };
            match position.first.len() {
                1 => true,
                2 => self.second_hop(position, from as usize, to as usize),
                3 => wins_at_once(self.rules, position, mv),
                _ => false,
            }
        };
        self.rules.moves(position).into_iter().filter(good).collect()
    }
}
