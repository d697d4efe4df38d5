//! Hop games on nested boards, island by island.
//!
//! With free hops every symmetry of the inner board may be used on each island on its own, and every symmetry of the
//! outer board may permute the islands. So a position is determined by the *class* of each island (its X's and O's up
//! to the inner symmetries), as a tuple up to the outer symmetries. A hop flips a piece on one island and puts one down
//! on another, or does both on one; the classes that this leads to are computed once for each class. Then all positions
//! that can occur are valued: the four facts and the plies.

use std::collections::HashMap;

use outplay_rules::bits::BitSet;
use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Stones;

use super::Value;
use super::code::{BestCode, Code, MAX_PLIES, ended, later, value};
use super::search::symmetry::Symmetries;
use crate::limits::{Budget, Stopped};

/// Islands with more points have too many states to list.
const MOST_INNER: usize = 10;

/// A tuple of classes is packed into one word of this many bytes.
const MOST_OUTER: usize = 16;

/// Outer boards with more winning sets are not taken.
const MOST_OUTER_SETS: usize = 1_000;

/// More positions than this, as far as can be told beforehand, are not tried.
const MOST_POSITIONS: f64 = 3e8;

/// A tuple of classes, one byte per island.
pub type Tuple = [u8; MOST_OUTER];

/// The states of an island up to symmetry, and what a hop makes of them.
pub(super) struct Islands {
    pub(super) points: usize,
    /// The class of each state; a state is a number in base 3, a digit a point: free, X, O.
    class: Vec<u8>,
    /// For each class, the weight of X's and O's open inner sets.
    pub(super) weight: Vec<[f64; 2]>,
    /// For each class, the weight of X's and O's open inner sets by the number of points they miss.
    pub(super) open: Vec<[Vec<f64>; 2]>,
    /// For each class, whether X and O claim the island.
    pub(super) claimed: Vec<[bool; 2]>,
    /// X's and O's.
    pub(super) pieces: Vec<[u8; 2]>,
    /// By mover: his piece leaves and becomes the other player's.
    pub(super) leave: [Vec<Vec<u8>>; 2],
    /// By mover: his piece arrives.
    pub(super) arrive: [Vec<Vec<u8>>; 2],
    /// By mover: both on this island.
    pub(super) within: [Vec<Vec<u8>>; 2],
}

const POWERS: [usize; MOST_INNER + 1] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049];

fn digit(state: usize, point: usize) -> usize {
    state / POWERS[point] % 3
}

impl Islands {
    fn new(board: &SetBoard) -> Option<Self> {
        let points = board.point_count();
        if points > MOST_INNER {
            return None;
        }
        let symmetries = Symmetries::of(board);
        let states = POWERS[points];
        let mut class = vec![u8::MAX; states];
        let mut representatives = Vec::new();
        for state in 0..states {
            if class[state] != u8::MAX {
                continue;
            }
            if representatives.len() == usize::from(u8::MAX) {
                return None;
            }
            let name = representatives.len() as u8;
            representatives.push(state);
            // The symmetries are a group (there are few enough to be all), so the images of one state are its class.
            symmetries.images().for_each(|image| {
                let moved = (0..points)
                    .map(|point| digit(state, point) * POWERS[usize::from(image[point])])
                    .sum::<usize>();
                class[moved] = name;
            });
            class[state] = name;
        }
        let stones = |state: usize, player: usize| {
            BitSet::of(points, (0..points).filter(|&p| digit(state, p) == player + 1))
        };
        let claims = |&state: &usize| [0, 1].map(|p| board.first_sets().won_by(&stones(state, p)));
        let sets = board.first_sets().listed(MOST_OUTER_SETS)?;
        let largest = sets.iter().map(BitSet::len).max().unwrap_or(0);
        let open = |&state: &usize| {
            [0, 1].map(|player| {
                let (own, other) = (stones(state, player), stones(state, 1 - player));
                let mut by_missing = vec![0.0; largest + 1];
                for set in sets.iter().filter(|set| !set.meets(&other)) {
                    let missing = set.difference(&own).len();
                    by_missing[missing] += 0.5f64.powi(missing as i32);
                }
                by_missing
            })
        };
        let open: Vec<[Vec<f64>; 2]> = representatives.iter().map(open).collect();
        let weight =
            |by_player: &[Vec<f64>; 2]| [0, 1].map(|player| by_player[player].iter().sum());
        let counts = |&state: &usize| [0, 1].map(|p| stones(state, p).len() as u8);
        let each = |next: &dyn Fn(usize) -> Vec<usize>| -> Vec<Vec<u8>> {
            let classes = |&state: &usize| {
                let mut list: Vec<u8> = next(state).into_iter().map(|s| class[s]).collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            representatives.iter().map(classes).collect()
        };
        let with = |digit_of: usize, state: usize| {
            (0..points).filter(move |&p| digit(state, p) == digit_of).collect::<Vec<_>>()
        };
        // X is digit 1 and O is 2: a flip of X adds one, a flip of O takes one away.
        let leave = |mover: usize, state: usize| -> Vec<usize> {
            let flip = |p: &usize| if mover == 0 { state + POWERS[*p] } else { state - POWERS[*p] };
            with(mover + 1, state).iter().map(flip).collect()
        };
        let arrive = |mover: usize, state: usize| -> Vec<usize> {
            with(0, state).iter().map(|&p| state + (mover + 1) * POWERS[p]).collect()
        };
        let within = |mover: usize, state: usize| -> Vec<usize> {
            leave(mover, state).into_iter().flat_map(|s| arrive(mover, s)).collect()
        };
        Some(Islands {
            points,
            weight: open.iter().map(weight).collect(),
            open,
            claimed: representatives.iter().map(claims).collect(),
            pieces: representatives.iter().map(counts).collect(),
            leave: [0, 1].map(|mover| each(&|state| leave(mover, state))),
            arrive: [0, 1].map(|mover| each(&|state| arrive(mover, state))),
            within: [0, 1].map(|mover| each(&|state| within(mover, state))),
            class,
        })
    }
}

/// A nested board as islands of classes.
pub struct Nest {
    pub(super) islands: Islands,
    pub(super) count: usize,
    /// Winning sets of islands.
    pub(super) sets: Vec<BitSet>,
    /// Whether a set of claimed islands wins.
    wins: Vec<bool>,
    /// The outer symmetries by where they send the first island.
    images: Vec<Vec<Vec<u8>>>,
    /// About how many positions there are up to symmetry.
    positions: f64,
}

/// The solver of a hop game on a nested board with few positions: all of them are valued.
pub struct NestedSolver {
    nest: Nest,
    codes: HashMap<Tuple, Code, foldhash::fast::RandomState>,
}

impl Nest {
    /// None if the board is not nested, hops are restricted, or it is too large.
    pub fn new(game: &HopGame) -> Option<Self> {
        let board = game.board();
        if !game.has_free_hops() || !board.is_symmetric() {
            return None;
        }
        let (outer, inner) = board.levels()?;
        let count = outer.point_count();
        if count > MOST_OUTER {
            return None;
        }
        let islands = Islands::new(&inner)?;
        let symmetries = Symmetries::of(&outer);
        let tuples = (islands.claimed.len() as f64).powi(count as i32);
        // Only tuples with about as many X's as O's come up.
        let balanced = (board.point_count() as f64).sqrt();
        let positions = tuples / symmetries.len().max(1) as f64 / balanced;
        let sets = outer.first_sets().listed(MOST_OUTER_SETS)?;
        let claimed = |mask: usize| BitSet::of(count, (0..count).filter(|i| mask >> i & 1 == 1));
        let wins = (0..1usize << count).map(|mask| outer.first_sets().won_by(&claimed(mask)));
        let wins = wins.collect();
        let mut images = vec![Vec::new(); count];
        for image in symmetries.images().filter(|image| !image.is_empty()) {
            images[usize::from(image[0])].push(image.to_vec());
        }
        Some(Nest { islands, count, sets, wins, images, positions })
    }

    /// The tuple of a position, the same for images under the outer symmetries.
    pub fn tuple(&self, position: &Stones) -> Tuple {
        self.canonical(&self.classes(position))
    }

    /// The class of each island.
    pub fn classes(&self, position: &Stones) -> Tuple {
        let mut tuple = [0; MOST_OUTER];
        let points = self.islands.points;
        for (island, class) in tuple.iter_mut().enumerate().take(self.count) {
            let digit = |point: usize| match island * points + point {
                p if position.first.contains(p) => 1,
                p if position.second.contains(p) => 2,
                _ => 0,
            };
            let state = (0..points).map(|point| digit(point) * POWERS[point]).sum::<usize>();
            *class = self.islands.class[state];
        }
        tuple
    }

    /// The largest image under the outer symmetries: place i of an image is what stands where the symmetry sends i.
    /// (As all symmetries are tried, it does not matter whether they are read forwards or backwards.)
    pub fn canonical(&self, tuple: &Tuple) -> Tuple {
        let mut largest = *tuple;
        let first = tuple[..self.count].iter().copied().max().unwrap_or(0);
        let here = |image: &[u8], i: usize| tuple[usize::from(image[i])];
        // Only those that bring the largest class to the first place.
        for island in (0..self.count).filter(|&island| tuple[island] == first) {
            for image in &self.images[island] {
                let differs = (0..self.count).find(|&i| here(image, i) != largest[i]);
                if differs.is_some_and(|i| here(image, i) > largest[i]) {
                    (0..self.count).for_each(|i| largest[i] = here(image, i));
                }
            }
        }
        largest
    }

    /// How the game has ended, if a winning set of islands is claimed.
    pub fn end(&self, tuple: &Tuple) -> Option<End> {
        let mut claimed = [0usize; 2];
        for (i, &class) in tuple.iter().enumerate().take(self.count) {
            let by = self.islands.claimed[usize::from(class)];
            claimed[0] |= usize::from(by[0]) << i;
            claimed[1] |= usize::from(by[1]) << i;
        }
        match claimed.map(|mask| self.wins[mask]) {
            [true, true] => Some(End::Tie),
            [true, false] => Some(End::Win(Player::First)),
            [false, true] => Some(End::Win(Player::Second)),
            [false, false] => None,
        }
    }

    /// How many pieces each player has.
    pub fn pieces(&self, tuple: &Tuple) -> [u32; 2] {
        tuple[..self.count].iter().fold([0, 0], |sum, &class| {
            let [x, o] = self.islands.pieces[usize::from(class)];
            [sum[0] + u32::from(x), sum[1] + u32::from(o)]
        })
    }

    /// What the mover's hops lead to, each once up to symmetry.
    fn next(&self, tuple: &Tuple, mover: usize) -> Vec<Tuple> {
        let mut next = self.hops(tuple, mover);
        next.iter_mut().for_each(|hop| *hop = self.canonical(hop));
        next.sort_unstable();
        next.dedup();
        next
    }

    /// What the mover's hops lead to, islands in their places.
    pub fn hops(&self, tuple: &Tuple, mover: usize) -> Vec<Tuple> {
        let islands = &self.islands;
        let mut next = Vec::new();
        for from in 0..self.count {
            let class = usize::from(tuple[from]);
            for &after in &islands.within[mover][class] {
                let mut hop = *tuple;
                hop[from] = after;
                next.push(hop);
            }
            for &left in &islands.leave[mover][class] {
                for to in (0..self.count).filter(|&to| to != from) {
                    for &arrived in &islands.arrive[mover][usize::from(tuple[to])] {
                        let mut hop = *tuple;
                        (hop[from], hop[to]) = (left, arrived);
                        next.push(hop);
                    }
                }
            }
        }
        next
    }
}

impl NestedSolver {
    /// None if the board is not nested or has too many positions.
    pub fn new(game: &HopGame) -> Option<Self> {
        if game.board().point_count() > MAX_PLIES {
            return None;
        }
        let nest = Nest::new(game).filter(|nest| nest.positions <= MOST_POSITIONS)?;
        Some(NestedSolver { nest, codes: HashMap::default() })
    }

    /// The value of a position.
    pub fn value(&mut self, position: &Stones, budget: &mut Budget) -> Result<Value, Stopped> {
        let tuple = self.nest.tuple(position);
        let code = match self.nest.end(&tuple) {
            Some(end) => ended(end),
            None => self.code(tuple, budget)?,
        };
        Ok(value(code))
    }

    fn code(&mut self, tuple: Tuple, budget: &mut Budget) -> Result<Code, Stopped> {
        if let Some(&code) = self.codes.get(&tuple) {
            return Ok(code);
        }
        budget.visit()?;
        let pieces = self.nest.pieces(&tuple);
        let code = if pieces[0] > pieces[1] {
            self.choice::<true>(&tuple, budget)?
        } else {
            self.choice::<false>(&tuple, budget)?
        };
        budget.keep(2 * (size_of::<Tuple>() + 2))?;
        self.codes.try_reserve(1).map_err(|_| Stopped::Memory)?;
        self.codes.insert(tuple, code);
        Ok(code)
    }

    /// The code of a position that is not over, from what its hops lead to.
    fn choice<const FIRST: bool>(
        &mut self,
        tuple: &Tuple,
        budget: &mut Budget,
    ) -> Result<Code, Stopped> {
        let mover = if FIRST { Player::First } else { Player::Second };
        let next = self.nest.next(tuple, mover.index());
        if next.is_empty() {
            return Ok(ended(End::Draw));
        }
        let mut choice = BestCode::<FIRST>::none();
        let mut open = Vec::with_capacity(next.len());
        for tuple in next {
            match self.nest.end(&tuple) {
                // Nothing is better than to win at once.
                Some(End::Win(winner)) if winner == mover => {
                    return Ok(later(ended(End::Win(winner))));
                }
                Some(end) => choice.add(ended(end)),
                None => open.push(tuple),
            }
        }
        for tuple in open {
            choice.add(self.code(tuple, budget)?);
        }
        Ok(later(choice.chosen()))
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}
