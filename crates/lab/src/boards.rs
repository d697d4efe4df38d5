//! Small boards of winning sets as bits, and what is asked of them: drawn states, hop games, and the alpha-weights
//! of Riegel's dissertation.

use std::collections::HashMap;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::sets::SetBoard;
use outplay_solve::limits::{Budget, Stopped};

use crate::context::{Context, expect};
use crate::mutation::Mutation;

type Memo<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

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

/// Hops as `--after` takes them.
pub fn hops(line: &[(usize, usize)]) -> String {
    line.iter().map(|(from, to)| format!("{}>{}", from + 1, to + 1)).collect::<Vec<_>>().join(" ")
}

/// Hop games on a small board: who can force a win.
pub struct SmallHopSolver {
    board: SmallBoard,
    /// For each position (X, O), whether the player asked about wins.
    known: [Memo<(u32, u32), bool>; 2],
}

impl SmallHopSolver {
    /// A solver.
    pub fn new(board: SmallBoard) -> Self {
        SmallHopSolver { board, known: [Memo::default(), Memo::default()] }
    }

    /// Whether the first player can force a win from (X, O); the numbers of pieces tell whose turn it is.
    pub fn first_wins(&mut self, x: u32, o: u32, context: &mut Context) -> Result<bool, Stopped> {
        Ok(self.wins(x, o, true, context.budget)? != context.has(Mutation::Values))
    }

    /// The same for the second player.
    pub fn second_wins(&mut self, x: u32, o: u32, context: &mut Context) -> Result<bool, Stopped> {
        Ok(self.wins(x, o, false, context.budget)? != context.has(Mutation::Values))
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
        // The player who wants the win needs one hop that keeps it; the other needs one that prevents it.
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
pub fn maker_wins(board: &SmallBoard, context: &mut Context) -> Result<bool, Stopped> {
    fn wins(
        board: &SmallBoard,
        x: u32,
        o: u32,
        known: &mut Memo<(u32, u32), bool>,
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
    let wins = wins(board, 0, 0, &mut Memo::default(), context.budget)?;
    Ok(wins != context.has(Mutation::Values))
}

/// Whether the first player can force a win of the hop game from the first point if he may only ever hop his newest X,
/// the one that the last hop of the opponent left behind.
pub fn newest_x_wins(board: &SmallBoard, context: &mut Context) -> Result<bool, Stopped> {
    let mut known: Memo<(u32, u32, u8), bool> = Memo::default();
    let wins = newest_x_from(board, 1, 0, 0, &mut known, context.budget)?;
    Ok(wins != context.has(Mutation::Values))
}

fn newest_x_from(
    board: &SmallBoard,
    x: u32,
    o: u32,
    newest: usize,
    known: &mut Memo<(u32, u32, u8), bool>,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    if let Some(&known) = known.get(&(x, o, newest as u8)) {
        return Ok(known);
    }
    budget.visit()?;
    let mut wins = false;
    for to in bits(board.full() & !x & !o) {
        let (nx, no) = (x & !(1 << newest) | 1 << to, o | 1 << newest);
        let kept = match (board.won(nx), board.won(no)) {
            (_, true) => false,
            (true, false) => true,
            (false, false) => every_answer_wins(board, nx, no, known, budget)?,
        };
        if kept {
            wins = true;
            break;
        }
    }
    known.insert((x, o, newest as u8), wins);
    Ok(wins)
}

fn every_answer_wins(
    board: &SmallBoard,
    x: u32,
    o: u32,
    known: &mut Memo<(u32, u32, u8), bool>,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    let free = board.full() & !x & !o;
    for from in bits(o) {
        for to in bits(free) {
            let (nx, no) = (x | 1 << from, o & !(1 << from) | 1 << to);
            let kept = match (board.won(nx), board.won(no)) {
                (_, true) => false,
                (true, false) => true,
                (false, false) => newest_x_from(board, nx, no, from, known, budget)?,
            };
            if !kept {
                return Ok(false);
            }
        }
    }
    Ok(free != 0)
}

/// The alpha-weight function of section 3.2, in units of 2^-longest.
pub struct AlphaWeight {
    board: SmallBoard,
    unit: u64,
    /// Whether a set that is blocked weighs nothing, as it should.
    blocks: bool,
}

impl AlphaWeight {
    /// The weights on a board.
    pub fn new(board: SmallBoard) -> Self {
        let longest = board.sets.iter().map(|s| s.count_ones()).max().unwrap_or(0);
        AlphaWeight { board, unit: 1 << longest, blocks: true }
    }

    /// The weights as the program has them.
    pub fn asked(context: &Context, board: SmallBoard) -> Self {
        AlphaWeight { blocks: !context.has(Mutation::Formulas), ..AlphaWeight::new(board) }
    }

    /// The weight of a set: `x` are Xavier's points with the newest O counted in, `older` Olivia's others.
    pub fn weight(&self, set: u32, x: u32, older: u32) -> u64 {
        if self.blocks && set & older != 0 { 0 } else { self.unit >> (set & !x).count_ones() }
    }

    /// The number that stands for weight 1.
    pub fn unit(&self) -> u64 {
        self.unit
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
            let mut solver = SmallHopSolver::new(board.clone());
            for start in 0..4 {
                let mut context = Context::new(&mut budget, false, How::default());
                let question = format!("hop {} --start {}", board.name(), start + 1);
                let winner = context.solve(&question).unwrap().winner();
                let first = solver.first_wins(1 << start, 0, &mut context).unwrap();
                let second = solver.second_wins(1 << start, 0, &mut context).unwrap();
                assert_eq!(first, winner == Some(Player::First), "{}", board.name());
                assert_eq!(second, winner == Some(Player::Second), "{}", board.name());
                compared += 1;
            }
        }
        assert!(compared > 100);
    }
}
