//! How long the winner can make the game last: Tables 2 and 3 and Conjecture 43 of Dailly's report.
//!
//! The winner keeps to winning moves and wants as many moves played as possible, ideally until the board is empty; the
//! loser wants as few. So a lost position lasts one move longer than the shortest of its options, and a won position
//! one longer than the longest of its *lost* options.
//!
//! The question is asked as "does it last at least L moves?", from the largest possible L down. If every move takes
//! the same number t of vertices, the first question, L = ⌊n/t⌋, needs no outcomes: whoever makes the last of L moves
//! wins, so L alone determines who that is, and he only has to ensure that L moves are made. That is the question of
//! Conjecture 43, and a plain search for a strategy answers it, far more cheaply than the outcome of every position.
//!
//! Where every move takes the two ends of an edge, L moves are a matching that leaves one vertex at most. So where there
//! is no such matching the answer is no at once (see `unmatched`).

use std::collections::HashMap;

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;
use smallvec::SmallVec;

use super::canonical::CanonicalForms;
use super::fact_table::{FactTable, Stored};
use super::facts::Fact;
use super::host::{Host, Taking};
use super::ordering::Mobility;
use super::solver::GraphSolver;
use crate::kit::bits::{Mask, Words};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// What is found out about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// The moves that are played when the winner wants many and the loser few.
    pub moves: u32,
    /// No game can have more moves: every move takes at least this many vertices.
    pub most: u32,
    /// Whether the mover wins.
    pub mover_wins: bool,
}

impl Lasting {
    /// Whether the winner can see that as many moves are played as there is room for.
    pub fn is_emptied(&self) -> bool {
        self.moves == self.most
    }
}

/// How long the game on a graph lasts.
pub fn lasting(
    graph: &Graph,
    rule: TakingRule,
    how: &How,
    budget: &mut Budget,
) -> Result<Lasting, Stopped> {
    match graph.vertex_count() {
        0..=64 => Emptying::<u64>::new(graph, rule, how).solve(budget),
        65..=128 => Emptying::<u128>::new(graph, rule, how).solve(budget),
        _ => Emptying::<Words<64>>::new(graph, rule, how).solve(budget),
    }
}

/// Whether the winner can see that as many moves are played as there is room for (Conjecture 43): the first question of
/// [`lasting`] alone.
pub fn is_emptied(
    graph: &Graph,
    rule: TakingRule,
    how: &How,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    fn ask<M: Stored>(mut emptying: Emptying<M>, budget: &mut Budget) -> Result<bool, Stopped> {
        let start = emptying.start();
        // Where no move fits, none is played.
        match emptying.room(start) {
            0 => Ok(true),
            room => emptying.lasts(start, room, budget),
        }
    }
    match graph.vertex_count() {
        0..=64 => ask(Emptying::<u64>::new(graph, rule, how), budget),
        65..=128 => ask(Emptying::<u128>::new(graph, rule, how), budget),
        _ => ask(Emptying::<Words<64>>::new(graph, rule, how), budget),
    }
}

struct Emptying<'g, M: Stored> {
    host: Host<M>,
    mobility: Mobility,
    canonical_forms: CanonicalForms<M>,
    /// Where each vertex of the graph stands in the host.
    place: Vec<usize>,
    /// The fewest vertices that a move takes, and whether every move takes this many.
    fewest: usize,
    uniform: bool,
    /// Answers to the first question: 1 for yes, 0 for no.
    full: FactTable<M>,
    /// Answers to the others.
    other: HashMap<(M, u32), bool, foldhash::fast::RandomState>,
    outcomes: GraphSolver<'g>,
}

impl<'g, M: Stored> Emptying<'g, M> {
    fn new(graph: &'g Graph, rule: TakingRule<'g>, how: &How) -> Self {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, place) = Host::<M>::new(graph, rule, &vertices);
        let (fewest, uniform) = match host.taking() {
            Taking::Connected(digits) => {
                let taken: Vec<usize> = (1..digits.len()).filter(|&i| digits[i] != 0).collect();
                // Where no move fits the board there is room for none.
                (taken.first().copied().unwrap_or(host.len() + 1), taken.len() == 1)
            }
            Taking::Neighbourhood => (1, false),
            Taking::EdgeEnds if host.marked().is_empty() => (2, true),
            Taking::EdgeEnds => (1, false),
        };
        let canonical_forms = CanonicalForms::new(&host);
        let full = FactTable::new(host.len());
        let outcomes = GraphSolver::new(graph, rule, how);
        let mobility = Mobility::new(&host);
        Emptying {
            host,
            mobility,
            canonical_forms,
            place,
            fewest,
            uniform,
            full,
            other: HashMap::default(),
            outcomes,
        }
    }

    fn start(&self) -> M {
        self.canonical_forms.of(M::full(self.host.len()))
    }

    /// No more moves than this fit.
    fn room(&self, left: M) -> u32 {
        (left.count() / self.fewest) as u32
    }

    fn solve(&mut self, budget: &mut Budget) -> Result<Lasting, Stopped> {
        let start = self.start();
        let most = self.room(start);
        let full = self.uniform && self.lasts(start, most, budget)?;
        let mover_wins =
            if full { most % 2 == 1 } else { !self.is_lost(M::full(self.host.len()), budget)? };
        let mut moves = most;
        // The winner makes the last move, so the number of moves is odd exactly if he begins.
        while !full
            && moves > 0
            && ((moves % 2 == 1) != mover_wins || !self.lasts(start, moves, budget)?)
        {
            moves -= 1;
        }
        Ok(Lasting { moves, most, mover_wins })
    }

    fn is_lost(&mut self, left: M, budget: &mut Budget) -> Result<bool, Stopped> {
        let there = (0..self.place.len()).filter(|&vertex| left.contains(self.place[vertex]));
        let set = BitSet::of(self.place.len(), there);
        self.outcomes.equals(&set, 0, budget)
    }

    /// Whether the game lasts at least this many moves.
    fn lasts(&mut self, left: M, moves: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let room = self.room(left);
        if moves == 0 || moves > room {
            return Ok(moves == 0);
        }
        let full = self.uniform && moves == room;
        let known = if full {
            self.full.get(left).exact().map(|yes| yes == 1)
        } else {
            self.other.get(&(left, moves)).copied()
        };
        if let Some(known) = known {
            return Ok(known);
        }
        budget.visit()?;
        if full {
            let lasts = self.can_be_full(left, moves, budget)?;
            let fact = if lasts { Fact::ONE } else { Fact::ZERO };
            self.full.put(left, fact, 1, budget);
            return Ok(lasts);
        }
        let winner_moves = !self.is_lost(left, budget)?;
        let options = self.options(left, budget)?;
        let mut lasts = !winner_moves && !options.is_empty();
        for option in options {
            if winner_moves && !self.is_lost(option, budget)? {
                continue;
            }
            if self.lasts(option, moves - 1, budget)? == winner_moves {
                lasts = winner_moves;
                break;
            }
        }
        budget.keep(2 * (size_of::<((M, u32), bool)>() + 1))?;
        self.other.try_reserve(1).map_err(|_| Stopped::Memory)?;
        self.other.insert((left, moves), lasts);
        Ok(lasts)
    }

    /// Whether as many moves can be forced as there is room for, `moves` of them. All options are looked up before the
    /// first is searched.
    fn can_be_full(&mut self, left: M, moves: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let winner_moves = moves % 2 == 1;
        let matching = self.fewest == 2;
        let mut options = self.options(left, budget)?;
        if options.is_empty() {
            return Ok(false);
        }
        let mut answered = false;
        options.retain(|&option| {
            let known = match self.full.get(option).exact() {
                Some(yes) => Some(yes == 1),
                None if matching && moves > 1 => {
                    (unmatched(&self.host, option) > option.count() % 2).then_some(false)
                }
                None => None,
            };
            answered |= known == Some(winner_moves);
            known.is_none()
        });
        if answered {
            return Ok(winner_moves);
        }
        for option in options {
            if self.lasts(option, moves - 1, budget)? == winner_moves {
                return Ok(winner_moves);
            }
        }
        Ok(!winner_moves)
    }

    /// The options, each at its place, those first that leave the fewest moves to answer, which is what counts for the
    /// winner too. (To give him the most pairs took 2.6 times the positions on 5x7.)
    fn options(&self, left: M, budget: &mut Budget) -> Result<Vec<M>, Stopped> {
        let mut options: Vec<M> = Vec::new();
        for component in self.host.components(left) {
            let mut taken = SmallVec::<[M; 32]>::new();
            let most = (budget.memory() / 4) as usize;
            let too_many = self.host.moves_within(component, budget, |set, _| {
                taken.push(set);
                taken.len() * size_of::<M>() <= most
            })?;
            if too_many {
                return Err(Stopped::Memory);
            }
            options.extend(taken.iter().map(|&set| self.canonical_forms.of(left.minus(set))));
        }
        options.sort_unstable();
        options.dedup();
        let weighed = options.iter().map(|&option| (self.mobility.of(&self.host, option), option));
        let mut weighed: Vec<(f32, M)> = weighed.collect();
        weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(weighed.into_iter().map(|(_, option)| option).collect())
    }
}

/// A number of vertices that every matching of a set leaves out at least. A vertex with one neighbour is matched with it
/// in some largest matching: another edge at the neighbour can be exchanged for theirs. So both are put aside, again
/// and again; a vertex without neighbours is then left out.
fn unmatched<M: Mask>(host: &Host<M>, set: M) -> usize {
    let (mut left, mut alone) = (set, 0);
    loop {
        let ends = host.ends(left);
        if ends.is_empty() {
            return alone;
        }
        let end = ends.first();
        let near = host.neighbours(end).and(left);
        left = left.minus(M::bit(end)).minus(near);
        alone += usize::from(near.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::all_graphs as all;
    use outplay_rules::games::octal::OctalGame;
    use outplay_rules::graph::families;
    use outplay_rules::rules::{Impartial, Rules};

    use super::*;

    /// The definition: whether the mover wins, and how long it lasts.
    fn defined(game: &OctalGame, position: &<OctalGame as Rules>::Position) -> (bool, u32) {
        let options: Vec<(bool, u32)> = game
            .moves(position)
            .iter()
            .map(|mv| defined(game, &game.apply(position, mv).position))
            .collect();
        let lost = options.iter().filter(|(wins, _)| !wins).map(|(_, moves)| moves + 1).max();
        match lost {
            Some(longest) => (true, longest),
            None => (false, options.iter().map(|(_, moves)| moves + 1).min().unwrap_or(0)),
        }
    }

    /// The vertices that a largest matching leaves out, by trying every partner of the first vertex.
    fn left_out(host: &Host<u64>, set: u64) -> usize {
        if set == 0 {
            return 0;
        }
        let (first, rest) = (set.first(), set & (set - 1));
        let with = host.neighbours(first).and(rest).members();
        let fewest = with.map(|next| left_out(host, rest.minus(u64::bit(next)))).min();
        fewest.map_or(usize::MAX, |fewest| fewest).min(1 + left_out(host, rest))
    }

    #[test]
    fn no_matching_does_better_than_leaves_say() {
        let (mut exact, mut sets) = (0, 0);
        let grid = families::grid(3, 4);
        for graph in all::connected(6).unwrap().chain([grid]).map(Result::unwrap) {
            let count = graph.vertex_count();
            let vertices: Vec<usize> = (0..count).collect();
            let (host, _) = Host::<u64>::new(&graph, TakingRule::EdgeEnds, &vertices);
            for set in (0..1u64 << count).step_by(if count > 6 { 1 } else { 5 }) {
                let (least, fewest) = (unmatched(&host, set), left_out(&host, set));
                assert!(least <= fewest, "{:?} {set:b}", graph.edge_pairs().collect::<Vec<_>>());
                exact += usize::from(least == fewest);
                sets += 1;
            }
        }
        assert!(exact * 10 > sets * 9, "{exact} of {sets}");
    }

    #[test]
    fn as_defined_on_small_graphs() {
        let connected = (1..=5).flat_map(|n| all::connected(n).unwrap());
        let trees = (6..=8).flat_map(|n| all::trees(n).unwrap());
        let mut graphs: Vec<Graph> = connected.chain(trees).map(Result::unwrap).collect();
        graphs.extend([families::grid(2, 4).unwrap(), families::grid(3, 3).unwrap()]);
        graphs
            .push(families::path(3).unwrap().disjoint_union(&families::cycle(4).unwrap()).unwrap());
        for code in ["0.03", "0.33", "0.07", "0.7", "0.137", "0.0"] {
            for graph in &graphs {
                let game = OctalGame::new(code.parse().unwrap(), vec![], graph.clone()).unwrap();
                let rule = game.taking().unwrap();
                let how = How::default();
                let mut budget = Budget::unlimited();
                let found = lasting(graph, rule, &how, &mut budget).unwrap();
                let (wins, moves) = defined(&game, &game.start());
                let what = format!("{code} {:?}", graph.edge_pairs().collect::<Vec<_>>());
                assert_eq!((found.mover_wins, found.moves), (wins, moves), "{what}");
                let emptied = is_emptied(graph, rule, &how, &mut budget).unwrap();
                assert_eq!(emptied, found.is_emptied(), "{what}");
            }
        }
    }
}
