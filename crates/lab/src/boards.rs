//! Small boards of winning sets as bits, and what is asked of them: drawn states, hop games, and the alpha-weight
//! strategy of hop-positional-games.txt.

use std::collections::HashMap;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::sets::SetBoard;
use outplay_solve::limits::{Budget, Stopped};

use crate::context::expect;

type Table<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// A board of at most 32 points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallBoard {
    /// The number of points.
    pub points: usize,
    /// The winning sets.
    pub sets: Vec<u32>,
}

impl SmallBoard {
    /// A board by name. Nested boards must have few enough sets to list.
    pub fn named(name: &str) -> Self {
        let board: BoardName = expect(name.parse());
        match expect(board.build()) {
            Board::Sets(board) => SmallBoard::of(&board),
            Board::Places { .. } => SmallBoard { points: 0, sets: Vec::new() },
        }
    }

    /// The same of a board that is built.
    pub fn of(board: &SetBoard) -> Self {
        let sets = board.first_sets().listed(outplay_rules::sets::MAX_SETS).unwrap_or_default();
        let bits = |set: &outplay_rules::bits::BitSet| set.iter().fold(0u32, |b, p| b | 1 << p);
        SmallBoard { points: board.point_count(), sets: sets.iter().map(bits).collect() }
    }

    /// All points.
    pub fn full(&self) -> u32 {
        if self.points == 0 { 0 } else { u32::MAX >> (32 - self.points) }
    }

    /// Whether a set of points holds a winning set.
    pub fn won(&self, owned: u32) -> bool {
        self.sets.iter().any(|&set| set & !owned == 0)
    }

    /// A set of points such that neither it nor the rest holds a winning set: a full board that nobody has won, with
    /// as many points as a finished game gives the first player, or any number.
    pub fn drawn_state(&self, any: bool) -> Option<u32> {
        let sizes =
            if any { 0..=self.points } else { self.points.div_ceil(2)..=self.points.div_ceil(2) };
        let fits = |owned: &u32| sizes.contains(&(owned.count_ones() as usize));
        (0..=self.full()).filter(fits).find(|&x| !self.won(x) && !self.won(self.full() & !x))
    }

    /// Its name as a list of sets.
    pub fn name(&self) -> String {
        let set = |set: &u32| bits(*set).map(|p| (p + 1).to_string()).collect::<Vec<_>>().join("-");
        format!("sets:{}", self.sets.iter().map(set).collect::<Vec<_>>().join(","))
    }
}

/// The members of a set of bits.
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        least
    })
}

/// A hop from one point to another.
pub type Hop = (usize, usize);

/// Hops as `--after` takes them.
pub fn hops(line: &[Hop]) -> String {
    line.iter().map(|(from, to)| format!("{}>{}", from + 1, to + 1)).collect::<Vec<_>>().join(" ")
}

/// Hop games on a small board: who can force a win.
pub struct HopSolver {
    board: SmallBoard,
    /// For each position (X, O), whether the player asked about wins.
    known: [Table<(u32, u32), bool>; 2],
}

impl HopSolver {
    /// A solver.
    pub fn new(board: SmallBoard) -> Self {
        HopSolver { board, known: [Table::default(), Table::default()] }
    }

    /// Whether the first player can force a win from (X, O); the numbers of pieces tell whose turn it is.
    pub fn first_wins(&mut self, x: u32, o: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        self.wins(x, o, true, budget)
    }

    /// The same for the second player.
    pub fn second_wins(&mut self, x: u32, o: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        self.wins(x, o, false, budget)
    }

    fn wins(&mut self, x: u32, o: u32, first: bool, budget: &mut Budget) -> Result<bool, Stopped> {
        match (self.board.won(x), self.board.won(o)) {
            (false, false) => {}
            (a, b) => return Ok(a != b && a == first),
        }
        if let Some(&known) = self.known[first as usize].get(&(x, o)) {
            return Ok(known);
        }
        budget.visit()?;
        let x_moves = x.count_ones() > o.count_ones();
        let (own, free) = (if x_moves { x } else { o }, self.board.full() & !x & !o);
        // Who wants the win needs one hop that keeps it, the other one that does not.
        let wants = x_moves == first;
        let mut value = !wants && free != 0;
        'hops: for from in bits(own) {
            for to in bits(free) {
                let (f, t) = (1 << from, 1 << to);
                let (nx, no) = if x_moves { (x & !f | t, o | f) } else { (x | f, o & !f | t) };
                if self.wins(nx, no, first, budget)? == wants {
                    value = wants;
                    break 'hops;
                }
            }
        }
        budget.keep(2 * size_of::<((u32, u32), bool)>())?;
        self.known[first as usize].insert((x, o), value);
        Ok(value)
    }
}

/// Whether Maker, moving first, can own a winning set of a board.
pub fn maker_wins(board: &SmallBoard, budget: &mut Budget) -> Result<bool, Stopped> {
    fn wins(
        board: &SmallBoard,
        x: u32,
        o: u32,
        known: &mut Table<(u32, u32), bool>,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let maker = x.count_ones() == o.count_ones();
        if board.won(x) || board.sets.iter().all(|set| set & o != 0) {
            return Ok(board.won(x));
        }
        if let Some(&known) = known.get(&(x, o)) {
            return Ok(known);
        }
        budget.visit()?;
        let mut value = !maker;
        for p in bits(board.full() & !x & !o) {
            let (nx, no) = if maker { (x | 1 << p, o) } else { (x, o | 1 << p) };
            if wins(board, nx, no, known, budget)? == maker {
                value = maker;
                break;
            }
        }
        known.insert((x, o), value);
        Ok(value)
    }
    wins(board, 0, 0, &mut Table::default(), budget)
}

/// Who chooses among open points of equal alpha-weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Every choice must do.
    Every,
    /// Olivia may choose well.
    Some,
}

/// The strategy of section 3.2: Olivia always hops her newest O to an open point of greatest alpha-weight.
pub struct AlphaWeight {
    board: SmallBoard,
    ties: Ties,
    /// For each (X, older Os, newest O), how soon Xavier wins against it.
    known: Table<(u32, u32, u8), Option<u8>>,
    /// No line can be won once the alpha-weight is below 1, because it never grows (Proposition 3.2.1).
    unit: u64,
}

impl AlphaWeight {
    /// The strategy on a board.
    pub fn new(board: SmallBoard, ties: Ties) -> Self {
        let longest = board.sets.iter().map(|s| s.count_ones()).max().unwrap_or(0);
        AlphaWeight { board, ties, known: Table::default(), unit: 1 << longest }
    }

    /// The alpha-weight of each unblocked set, in units of 2^-longest: `x` with the newest O counted in.
    pub fn weight(&self, set: u32, x: u32, older: u32) -> u64 {
        if set & older != 0 { 0 } else { self.unit >> (set & !x).count_ones() }
    }

    /// The open points of greatest weight.
    pub fn choices(&self, x: u32, older: u32) -> Vec<usize> {
        let open = self.board.full() & !x & !older;
        let weigh = |p: usize| -> u64 {
            let through = self.board.sets.iter().filter(|&&set| set >> p & 1 == 1);
            through.map(|&set| self.weight(set, x, older)).sum()
        };
        let weights: Vec<(usize, u64)> = bits(open).map(|p| (p, weigh(p))).collect();
        let most = weights.iter().map(|(_, w)| *w).max().unwrap_or(0);
        weights.into_iter().filter(|(_, w)| *w == most).map(|(p, _)| p).collect()
    }

    /// The weight of a state.
    pub fn total(&self, x: u32, older: u32) -> u64 {
        self.board.sets.iter().map(|&set| self.weight(set, x, older)).sum()
    }

    /// How soon Xavier beats the strategy from the state before Olivia's turn; none if he does not.
    pub fn beaten(
        &mut self,
        x: u32,
        older: u32,
        newest: usize,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Stopped> {
        let all_x = x | 1 << newest;
        if self.total(all_x, older) < self.unit {
            return Ok(None);
        }
        if let Some(&known) = self.known.get(&(x, older, newest as u8)) {
            return Ok(known);
        }
        budget.visit()?;
        let mut worst: Option<u8> = None;
        let mut holds = false;
        for to in self.choices(all_x, older) {
            match self.after_choice(all_x, older | 1 << to, budget)? {
                Some(plies) if self.ties == Ties::Every => {
                    worst = Some(worst.map_or(plies, |w| w.min(plies)))
                }
                Some(plies) => worst = worst.max(Some(plies)),
                None => holds = true,
            }
        }
        let value = worst.filter(|_| self.ties == Ties::Every || !holds).map(|plies| plies + 1);
        self.known.insert((x, older, newest as u8), value);
        Ok(value)
    }

    /// Xavier's turn after Olivia's choice: how soon he wins.
    fn after_choice(&mut self, x: u32, o: u32, budget: &mut Budget) -> Result<Option<u8>, Stopped> {
        match (self.board.won(x), self.board.won(o)) {
            (true, false) => return Ok(Some(0)),
            (_, true) => return Ok(None),
            (false, false) => {}
        }
        let open = self.board.full() & !x & !o;
        let mut best: Option<u8> = None;
        for from in bits(x) {
            for to in bits(open) {
                let (nx, no) = (x & !(1 << from) | 1 << to, o | 1 << from);
                let plies = match (self.board.won(nx), self.board.won(no)) {
                    (true, false) => Some(0),
                    (_, true) => None,
                    _ => self.beaten(nx, o, from, budget)?,
                };
                if let Some(plies) = plies {
                    best = Some(best.map_or(plies, |b| b.min(plies)));
                }
            }
        }
        Ok(best.map(|plies| plies + 1))
    }

    /// A line on which Xavier wins from the first point of a board on which any two points look alike; none if the
    /// strategy holds.
    pub fn beaten_somewhere(&mut self, budget: &mut Budget) -> Result<Option<Vec<Hop>>, Stopped> {
        match self.beaten(1 << 1, 0, 0, budget)? {
            Some(_) => self.refutation(0, budget),
            None => Ok(None),
        }
    }

    /// A shortest line on which Xavier wins, from the first X on `start`; none if the strategy holds.
    pub fn refutation(
        &mut self,
        start: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Hop>>, Stopped> {
        let mut line = Vec::new();
        let (mut x, mut o) = (1u32 << start, 0u32);
        loop {
            // Xavier's turn.
            let mut chosen: Option<(u8, Hop)> = None;
            for from in bits(x) {
                for to in bits(self.board.full() & !x & !o) {
                    let (nx, no) = (x & !(1 << from) | 1 << to, o | 1 << from);
                    let plies = match (self.board.won(nx), self.board.won(no)) {
                        (true, false) => Some(0),
                        (_, true) => None,
                        _ => self.beaten(nx, o, from, budget)?,
                    };
                    if let Some(plies) = plies.filter(|p| chosen.is_none_or(|(best, _)| *p < best))
                    {
                        chosen = Some((plies, (from, to)));
                    }
                }
            }
            let Some((_, (from, to))) = chosen else { return Ok(None) };
            line.push((from, to));
            (x, o) = (x & !(1 << from) | 1 << to, o | 1 << from);
            if self.board.won(x) {
                return Ok(Some(line));
            }
            // Olivia's turn: of the choices the one that is beaten soonest (or, if she may choose, last).
            let (older, all_x) = (o & !(1 << from), x | 1 << from);
            let mut reply: Option<(u8, usize)> = None;
            for to in self.choices(all_x, older) {
                let Some(plies) = self.after_choice(all_x, older | 1 << to, budget)? else {
                    continue;
                };
                let better =
                    |best: u8| if self.ties == Ties::Every { plies < best } else { plies > best };
                if reply.is_none_or(|(best, _)| better(best)) {
                    reply = Some((plies, to));
                }
            }
            let Some((_, to)) = reply else { return Ok(None) };
            line.push((from, to));
            (x, o) = (all_x, older | 1 << to);
            if self.board.won(x) {
                return Ok(Some(line));
            }
        }
    }
}

/// Every family of winning sets on `n` points of which none holds another, with none empty.
pub fn antichains(n: usize) -> Vec<SmallBoard> {
    let subsets: Vec<u32> = {
        let mut all: Vec<u32> = (1..1u32 << n).collect();
        all.sort_by_key(|s| (s.count_ones(), *s));
        all
    };
    let mut found = vec![Vec::new()];
    for &set in &subsets {
        let grown: Vec<Vec<u32>> = found
            .iter()
            .filter(|family: &&Vec<u32>| family.iter().all(|other| other & !set != 0))
            .map(|family| [&family[..], &[set]].concat())
            .collect();
        found.extend(grown);
    }
    found.sort_by_key(|family| family.len());
    found.into_iter().map(|sets| SmallBoard { points: n, sets }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use crate::context::{Asked, Context};
    use outplay_rules::player::Player;
    use outplay_solve::oracle::How;

    #[test]
    fn dedekind_numbers() {
        let counts: Vec<usize> = (0..5).map(|n| antichains(n).len()).collect();
        assert_eq!(counts, [1, 2, 5, 19, 167]);
    }

    #[test]
    fn hop_games_agree_with_the_solver() {
        let mut budget = Budget::unlimited();
        let mut compared = 0;
        for board in antichains(4).into_iter().filter(|b| !b.sets.is_empty()) {
            let used = board.sets.iter().fold(0, |a, b| a | b);
            if used != board.full() {
                continue;
            }
            let mut solver = HopSolver::new(board.clone());
            for start in 0..4 {
                let mut context = Context::new(&mut budget, false, How::default());
                let asked = Asked::start(&(start + 1).to_string());
                let winner = context.solve("hop", &board.name(), &asked).unwrap().winner();
                let first = solver.first_wins(1 << start, 0, context.budget).unwrap();
                let second = solver.second_wins(1 << start, 0, context.budget).unwrap();
                assert_eq!(first, winner == Some(Player::First), "{}", board.name());
                assert_eq!(second, winner == Some(Player::Second), "{}", board.name());
                compared += 1;
            }
        }
        assert!(compared > 100);
    }
}
