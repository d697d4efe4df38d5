//! Closed proofs that the first player wins a hop game with free hops on a nested board.
//!
//! A symmetry of the inner board may be used on each island by itself: it preserves which islands are claimed, and any
//! piece may hop anywhere. A symmetry of the outer board may permute the islands. So a position is determined by the
//! *class* of each island, its X's and O's up to the inner symmetries, as a tuple up to the outer ones (Theorem 9 of
//! `docs/theory-positional.md`). Which classes a hop leads to depends only on the classes: a symmetry takes the states
//! to which a hop leads to those to which it leads from the image.
//!
//! The facts are positions in which the second player is to move and the first player forces a win. Such a fact holds if there is
//! a hop, and after each hop the first player has won, or it is his turn and one of his hops wins or leads to a position of the list.
//! A hop leaves fewer points free, and that is the size.

use std::io::BufRead;

use outplay_rules::bits::BitSet;
use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Stones;

use super::{Below, Closed};
use crate::Refused;
use crate::body::Reader;
use crate::header::Statement;

/// Boards and islands with more points are not taken: all permutations of their points are tried for symmetries.
const MOST_POINTS: usize = 9;

/// Boards with more winning sets are not taken.
const MOST_SETS: usize = 1000;

/// More symmetries than this are not tried at every lookup.
const MOST_SYMMETRIES: usize = 4096;

/// The class of each island; zero beyond their number.
pub type Tuple = [u8; MOST_POINTS];

/// What a hop of one player makes of the classes of islands.
struct Hops {
    /// His piece leaves, and becomes the other player's.
    leave: Vec<Vec<u8>>,
    /// It arrives.
    arrive: Vec<Vec<u8>>,
    /// Both on one island.
    within: Vec<Vec<u8>>,
}

/// A hop game on a nested board, island by island.
pub struct Islands {
    /// How many islands there are, and how many points each has.
    count: usize,
    points: usize,
    /// The class of each state of an island, a number in base 3 with a digit for each point: free, X, O. Classes are numbered as their
    /// least states are.
    class: Vec<u8>,
    /// The least state of each class.
    least: Vec<usize>,
    /// X's and O's of each class.
    pieces: Vec<[u8; 2]>,
    /// Whether X and O claim an island of this class.
    claims: Vec<[bool; 2]>,
    /// By who hops.
    hops: [Hops; 2],
    /// Whether a set of islands, the number whose bits they are, wins.
    wins: Vec<bool>,
    /// The symmetries of the outer board, by where they send the first island.
    outer: Vec<Vec<Vec<u8>>>,
}

/// The permutations of the points of a board that keep its winning sets.
fn symmetries(points: usize, sets: &[u32]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..points {
        let longer = |start: &Vec<u8>| {
            let unused = (0..points as u8).filter(|p| !start.contains(p));
            unused.map(|p| start.iter().copied().chain([p]).collect()).collect::<Vec<Vec<u8>>>()
        };
        // A set all of whose points have an image must go to a set.
        let keeps = |images: &Vec<u8>| {
            let known = (1u32 << images.len()) - 1;
            let image = |set: u32| {
                (0..images.len())
                    .filter(|p| set >> p & 1 == 1)
                    .fold(0, |all, p| all | 1 << images[p])
            };
            sets.iter().all(|&set| set & !known != 0 || sets.contains(&image(set)))
        };
        all = all.iter().flat_map(longer).filter(keeps).collect();
    }
    all
}

fn digit(state: usize, point: usize) -> usize {
    state / 3usize.pow(point as u32) % 3
}

impl Hops {
    fn new(player: usize, points: usize, class: &[u8], least: &[usize]) -> Self {
        let worth = |digit: usize, point: usize| digit * 3usize.pow(point as u32);
        // All states with a digit of a point replaced by another.
        let changed = |state: usize, from: usize, to: usize| {
            let there = (0..points).filter(|&p| digit(state, p) == from);
            there.map(|p| state + worth(to, p) - worth(from, p)).collect::<Vec<usize>>()
        };
        let (own, other) = (1 + player, 2 - player);
        let leave = |state: usize| changed(state, own, other);
        let arrive = |state: usize| changed(state, 0, own);
        let classes = |next: &dyn Fn(usize) -> Vec<usize>| {
            let of = |&state: &usize| {
                let mut found: Vec<u8> = next(state).into_iter().map(|s| class[s]).collect();
                found.sort_unstable();
                found.dedup();
                found
            };
            least.iter().map(of).collect()
        };
        let within = |state: usize| leave(state).into_iter().flat_map(arrive).collect();
        Hops { leave: classes(&leave), arrive: classes(&arrive), within: classes(&within) }
    }
}

/// The winning sets of a small board as the numbers whose bits they are.
fn small_sets(board: &SetBoard) -> Option<Vec<u32>> {
    let sets = board.first_sets().listed(MOST_SETS)?;
    let mask = |set: &BitSet| set.iter().fold(0, |mask, point| mask | 1 << point);
    (board.point_count() <= MOST_POINTS).then(|| sets.iter().map(mask).collect())
}

impl Islands {
    /// None if the board is not nested, too large, or not the same for both players, and if hops are not free.
    pub fn new(game: &HopGame) -> Option<Self> {
        let board = game.board();
        if !game.has_free_hops() || !board.is_symmetric() {
            return None;
        }
        let (outer, inner) = board.levels()?;
        let (count, points) = (outer.point_count(), inner.point_count());
        let (outer, inner) = (small_sets(&outer)?, small_sets(&inner)?);
        let (class, least) = classes(points, &symmetries(points, &inner));
        // Codes are numbers of 64 bits, and classes have a byte.
        if least.len() > 1 << 8 {
            return None;
        }
        let class: Vec<u8> = class.into_iter().map(|class| class as u8).collect();
        let stones = |state: usize, player: usize| {
            (0..points).filter(|&p| digit(state, p) == player + 1).fold(0u32, |set, p| set | 1 << p)
        };
        let holds = |sets: &[u32], owned: u32| sets.iter().any(|set| set & !owned == 0);
        let pieces = |&state: &usize| [0, 1].map(|player| stones(state, player).count_ones() as u8);
        let claims = |&state: &usize| [0, 1].map(|player| holds(&inner, stones(state, player)));
        let found = symmetries(count, &outer);
        if found.len() > MOST_SYMMETRIES {
            return None;
        }
        let mut by_first = vec![Vec::new(); count];
        for images in found {
            by_first[images[0] as usize].push(images);
        }
        Some(Islands {
            count,
            points,
            pieces: least.iter().map(pieces).collect(),
            claims: least.iter().map(claims).collect(),
            hops: [0, 1].map(|player| Hops::new(player, points, &class, &least)),
            wins: (0..1u32 << count).map(|islands| holds(&outer, islands)).collect(),
            outer: by_first,
            class,
            least,
        })
    }

    /// The classes of the islands of a position.
    pub fn tuple(&self, position: &Stones) -> Tuple {
        let digit = |point: usize| match () {
            () if position.first.contains(point) => 1,
            () if position.second.contains(point) => 2,
            () => 0,
        };
        let mut tuple = Tuple::default();
        for (island, class) in tuple.iter_mut().enumerate().take(self.count) {
            let points = (0..self.points).rev();
            let state = points.fold(0, |state, p| 3 * state + digit(island * self.points + p));
            *class = self.class[state];
        }
        tuple
    }

    /// A position with these classes.
    pub fn position(&self, tuple: &Tuple) -> Stones {
        let mut position = Stones::none(self.count * self.points);
        for (island, &class) in tuple.iter().enumerate().take(self.count) {
            for point in 0..self.points {
                let place = island * self.points + point;
                match digit(self.least[usize::from(class)], point) {
                    0 => {}
                    1 => position.first.insert(place),
                    _ => position.second.insert(place),
                }
            }
        }
        position
    }

    /// The least code among the images of a tuple; none if it does not fit.
    pub fn code(&self, tuple: &Tuple) -> Option<u64> {
        // Only those that bring the least class there is to the first place, of the islands that some symmetry brings there.
        let there = (0..self.count).filter(|&island| !self.outer[island].is_empty());
        let first = there.map(|island| tuple[island]).min()?;
        let mut least: Option<Tuple> = None;
        for island in (0..self.count).filter(|&island| tuple[island] == first) {
            for images in &self.outer[island] {
                let there = |place: usize| tuple[usize::from(images[place])];
                let before = |least: &Tuple| {
                    let differs = (0..self.count).find(|&place| there(place) != least[place]);
                    differs.is_some_and(|place| there(place) < least[place])
                };
                if least.as_ref().is_none_or(before) {
                    let image = least.get_or_insert_default();
                    (0..self.count).for_each(|place| image[place] = there(place));
                }
            }
        }
        let digits = least?;
        let classes = self.least.len() as u64;
        digits[..self.count]
            .iter()
            .try_fold(0u64, |code, &class| code.checked_mul(classes)?.checked_add(u64::from(class)))
    }

    /// The tuple that a code is of.
    pub fn decoded(&self, code: u64) -> Option<Tuple> {
        let (mut tuple, mut left) = (Tuple::default(), code);
        let classes = self.least.len() as u64;
        for class in tuple[..self.count].iter_mut().rev() {
            *class = (left % classes) as u8;
            left /= classes;
        }
        (left == 0).then_some(tuple)
    }

    /// How the game has ended, if somebody owns a winning set.
    pub fn end(&self, tuple: &Tuple) -> Option<End> {
        let mut claimed = [0; 2];
        for (island, &class) in tuple.iter().enumerate().take(self.count) {
            let claims = self.claims[usize::from(class)];
            (0..2).for_each(|player| claimed[player] |= usize::from(claims[player]) << island);
        }
        match claimed.map(|islands| self.wins[islands]) {
            [true, true] => Some(End::Tie),
            [true, false] => Some(End::Win(Player::First)),
            [false, true] => Some(End::Win(Player::Second)),
            [false, false] => None,
        }
    }

    /// How many points are free.
    fn free(&self, tuple: &Tuple) -> usize {
        let pieces = tuple[..self.count].iter().map(|&class| self.pieces[usize::from(class)]);
        self.count * self.points - pieces.map(|[x, o]| usize::from(x + o)).sum::<usize>()
    }

    /// Who is to move: the first player, if the number of pieces is odd, or there are none.
    pub fn to_move(&self, tuple: &Tuple) -> Player {
        let pieces = self.count * self.points - self.free(tuple);
        if pieces.saturating_sub(1).is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Whether some of a player's hops lead to a tuple of a kind. The same tuple may come twice.
    pub fn any_hop(
        &self,
        tuple: &Tuple,
        player: Player,
        mut is_so: impl FnMut(&Tuple) -> bool,
    ) -> bool {
        let Hops { leave, arrive, within } = &self.hops[player.index()];
        let mut next = *tuple;
        for from in 0..self.count {
            let class = usize::from(tuple[from]);
            for &after in &within[class] {
                next[from] = after;
                if is_so(&next) {
                    return true;
                }
            }
            for &left in &leave[class] {
                next[from] = left;
                for to in (0..self.count).filter(|&to| to != from) {
                    for &arrived in &arrive[usize::from(tuple[to])] {
                        next[to] = arrived;
                        if is_so(&next) {
                            return true;
                        }
                    }
                    next[to] = tuple[to];
                }
            }
            next[from] = tuple[from];
        }
        false
    }

    /// Whether the first player is shown to win.
    fn is_won(&self, tuple: &Tuple, facts: &Below<Self>) -> bool {
        if let Some(end) = self.end(tuple) {
            return end == End::Win(Player::First);
        }
        match self.to_move(tuple) {
            Player::First => self.any_hop(tuple, Player::First, |next| match self.end(next) {
                Some(end) => end == End::Win(Player::First),
                None => self.is_fact(next, facts),
            }),
            Player::Second => self.is_fact(tuple, facts),
        }
    }

    fn is_fact(&self, tuple: &Tuple, facts: &Below<Self>) -> bool {
        self.code(tuple).is_some_and(|key| facts.fact_of_key(key).is_some())
    }
}

/// The class of each state of an island, and the least state of each class.
fn classes(points: usize, symmetries: &[Vec<u8>]) -> (Vec<usize>, Vec<usize>) {
    let mut class = vec![usize::MAX; 3usize.pow(points as u32)];
    let mut least = Vec::new();
    for state in 0..class.len() {
        if class[state] != usize::MAX {
            continue;
        }
        for images in symmetries {
            let moved = |p: usize| digit(state, p) * 3usize.pow(u32::from(images[p]));
            class[(0..points).map(moved).sum::<usize>()] = least.len();
        }
        least.push(state);
    }
    (class, least)
}

impl Closed for Islands {
    type Fact = ();

    fn size(&self, code: u64) -> Option<u32> {
        Some(self.free(&self.decoded(code)?) as u32)
    }

    fn key(&self, code: u64) -> u64 {
        self.decoded(code).and_then(|tuple| self.code(&tuple)).unwrap_or(code)
    }

    fn read(&self, _: u64, _: &mut Reader<impl BufRead>) -> Result<(), Refused> {
        Ok(())
    }

    fn holds(&self, code: u64, (): (), below: &Below<Self>) -> Result<(), Refused> {
        let wrong = |message: &str| Err(Refused::Step(message.into()));
        let Some(tuple) = self.decoded(code) else { return wrong("it is not a position") };
        if self.end(&tuple).is_some() || self.to_move(&tuple) == Player::First {
            return wrong("it is not the second player's turn");
        }
        let (mut stuck, mut refused) = (true, Ok(()));
        let unanswered = self.any_hop(&tuple, Player::Second, |next| {
            stuck = false;
            refused = below.list();
            refused.is_err() || !self.is_won(next, below)
        });
        refused?;
        match (stuck, unanswered) {
            (true, _) => wrong("the second player cannot hop, so it is a draw"),
            (_, true) => wrong("a hop is not answered"),
            _ => Ok(()),
        }
    }

    fn worth(&self, from: u64, to: u64, facts: &Below<Self>) -> Option<i32> {
        let (from, to) = (self.decoded(from)?, self.decoded(to)?);
        (self.to_move(&from) == Player::First && self.is_won(&to, facts)).then_some(0)
    }

    /// Whoever forces a win forces everything.
    fn concludes(&self, code: u64, statement: &Statement, facts: &Below<Self>) -> bool {
        let Statement::Forces(stated) = statement else { return false };
        !stated.contains(&Some(false))
            && self.decoded(code).is_some_and(|tuple| self.is_won(&tuple, facts))
    }
}

#[cfg(test)]
mod tests;
