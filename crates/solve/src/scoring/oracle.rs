//! How a scoring game answers the questions of [`crate::oracle`].
//!
//! Inside, a margin is counted by what it is *worth*: under the misère convention, where fewer points win, the negative. So
//! everybody always wants more.
//!
//! The solvers only decide whether a margin reaches a number. The margin is found by asking again, two closer each
//! time, because margins have the parity of the points that are left. What was found before a limit stopped the search
//! is kept as bounds. To decide whether a move is best takes one question: does it reach the value of the position?

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::{AnyRules, AnyScoring};
use outplay_rules::spaces::Space;

use super::methods::{Named, methods, solver};
use crate::kit::portfolio::{Attempted, Log, Method, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::nimber::Convention;
use crate::oracle::{
    BestMoves, GameValue, How, Known, NO_FAST_SOLVER, Oracle, WantedMargins, after,
};

/// How long a probe is searched before the next ones have their turn.
const FIRST_TURN: Duration =
    if cfg!(test) { Duration::from_millis(1) } else { Duration::from_secs(4) };

/// Margins that are to be told apart: everything up to the first number is as good as it, and so from the second on.
#[derive(Clone, Copy, Debug)]
struct Window(i32, i32);

impl Window {
    /// Only every other number can be a margin.
    fn new((low, high): (i32, i32), parity: i32) -> Self {
        let (low, high) = (low.max(i32::MIN + 1), high.min(i32::MAX - 1));
        Window(low - ((low ^ parity) & 1), high + ((high ^ parity) & 1))
    }

    /// Bounds with what need not be told apart as one.
    fn clamped(self, (low, high): (i32, i32)) -> (i32, i32) {
        (low.max(self.0), high.min(self.1))
    }
}

/// The solver of a scoring game.
pub struct ScoringOracle<'r, S: Space> {
    rules: &'r AnyScoring<S>,
    convention: Convention,
    how: How,
    /// The method that takes the board, by name.
    solver: Option<Named<'r, S::Position>>,
    log: Log,
    /// What was found out about the positions that were asked for.
    bounds: HashMap<S::Position, (i32, i32)>,
    /// The bytes that the solver's tables took of the budget.
    held: u64,
}

impl<'r, S: Space> ScoringOracle<'r, S> {
    /// A solver.
    pub fn new(rules: &'r AnyScoring<S>, convention: Convention, how: &How) -> Self {
        let (how, bounds) = (how.clone(), HashMap::new());
        let (solver, log, held) = (None, Log::default(), 0);
        ScoringOracle { rules, convention, how, solver, log, bounds, held }
    }

    fn solver(&mut self, budget: &Budget) -> &mut Named<'r, S::Position> {
        let (rules, convention, how) = (self.rules, self.convention, &self.how);
        self.solver.get_or_insert_with(|| solver(rules, convention, how, budget))
    }

    /// Asks the method that takes the board, and logs it.
    fn probe(&mut self, position: &S::Position, least: i32, budget: &mut Budget) -> Limited<i32> {
        let began = self.log.begin(budget);
        let before = budget.progress().memory;
        let (name, solver) = self.solver(budget);
        let (name, bound) = (*name, solver.probe(position, least, budget));
        self.held += budget.progress().memory.saturating_sub(before);
        let outcome = bound.err().map_or(Attempted::Answered, Attempted::Stopped);
        self.log.end(began, name, outcome, budget);
        bound
    }

    fn bounds_of(&self, position: &S::Position) -> (i32, i32) {
        let most = self.rules.points_left(position) as i32;
        self.bounds.get(position).copied().unwrap_or((-most, most))
    }

    /// The same, with what the solver's tables have beside.
    fn known_of(&self, position: &S::Position) -> (i32, i32) {
        let (low, high) = self.bounds_of(position);
        let known = self.solver.as_ref().and_then(|(_, solver)| solver.known(position));
        known.map_or((low, high), |(least, most)| (low.max(least), high.min(most)))
    }

    /// Asks once, and keeps what is learnt.
    fn ask(&mut self, position: &S::Position, least: i32, budget: &mut Budget) -> Limited<bool> {
        let (mut low, mut high) = self.known_of(position);
        if low < least && least <= high {
            let bound = self.probe(position, least, budget)?;
            if bound >= least { low = bound } else { high = bound }
        }
        // The table may forget it.
        self.bounds.insert(position.clone(), (low, high));
        Ok(low >= least)
    }

    /// The margin to come for the player to move.
    fn margin(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<i32> {
        self.bounds_within(position, &mut |_| (i32::MIN, i32::MAX), budget).map(|(low, _)| low)
    }

    /// Bounds on the margin to come for the player to move, as close as is wanted.
    fn bounds_within(
        &mut self,
        position: &S::Position,
        wanted: WantedMargins,
        budget: &mut Budget,
    ) -> Limited<(i32, i32)> {
        let parity = self.rules.points_left(position) as i32 & 1;
        let mut turn = FIRST_TURN;
        loop {
            let (low, high) = self.known_of(position);
            let window = Window::new(wanted((low, high)), parity);
            let (below, above) = window.clamped((low, high));
            if below >= above {
                return Ok((low, high));
            }
            let least = match () {
                // What other units have reached is rarely surpassed, so that is asked first: if it is not, one question
                // is enough.
                () if above < high => above,
                () if below > low => below + 2,
                // Margins are small, so the first question is about zero.
                () if above < 0 => above,
                () => (below + 2).max(parity),
            };
            if self.solver(budget).1.goes_on() {
                self.ask_in_turns(position, least, window, turn, budget)?;
                turn *= 2;
            } else {
                self.ask(position, least, budget)?;
            }
        }
    }

    /// Asks a question for a while, and if that is not enough the next ones for a shorter while: they may be much easier.
    fn ask_in_turns(
        &mut self,
        position: &S::Position,
        least: i32,
        window: Window,
        turn: Duration,
        budget: &mut Budget,
    ) -> Limited<()> {
        for (least, turn) in [(least, turn), (least + 2, turn / 4), (least - 2, turn / 4)] {
            let (low, high) = window.clamped(self.known_of(position));
            if least <= low || high < least {
                continue;
            }
            match self.ask(position, least, &mut budget.within(turn)) {
                Err(Stopped::Time) => budget.check()?,
                answer => return answer.map(|_| ()),
            }
        }
        Ok(())
    }

    /// Whether the margin of a position, for the first player and with the score so far, is above, at or below zero.
    fn winner(
        &mut self,
        moment: &Moment<S::Position>,
        budget: &mut Budget,
    ) -> Limited<Option<Player>> {
        let (mover, lead) = (moment.to_move, self.lead(moment, moment.to_move));
        if self.reaches(moment, 1 - lead, budget)? {
            Ok(Some(mover))
        } else if self.reaches(moment, -lead, budget)? {
            Ok(None)
        } else {
            Ok(Some(mover.other()))
        }
    }

    /// Whether the player to move scores at least `least` more than the opponent from here on.
    fn reaches(
        &mut self,
        moment: &Moment<S::Position>,
        least: i32,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let points = self.rules.points_left(&moment.position) as i32;
        // Only every other number can be a margin.
        let least = least + ((least ^ points) & 1);
        self.ask(&moment.position, least, budget)
    }

    /// Whether a move reaches at least a value for the player who makes it.
    fn keeps_margin(
        &mut self,
        moment: &Moment<S::Position>,
        mv: &Move,
        value: &GameValue,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let next = after(self.rules, moment, mv);
        self.reaches_value(&next, value, moment.to_move, budget)
    }

    /// Whether the tables say that a move reaches at least a value for the player who makes it.
    fn is_known_to_keep(&self, moment: &Moment<S::Position>, mv: &Move, value: &GameValue) -> bool {
        let mover = moment.to_move;
        let (at_least, at_most) = self.known_worth(&after(self.rules, moment, mv));
        let sure = if mover == Player::First { at_least } else { -at_most };
        self.wanted(value, mover).is_none_or(|wanted| sure >= wanted)
    }

    /// Whether a moment is worth at least a value for one of the players.
    fn reaches_value(
        &mut self,
        next: &Moment<S::Position>,
        value: &GameValue,
        mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let Some(wanted) = self.wanted(value, mover) else { return Ok(true) };
        let least = wanted - self.lead(next, mover);
        if next.to_move == mover {
            self.reaches(next, least, budget)
        } else {
            Ok(!self.reaches(next, 1 - least, budget)?)
        }
    }
}

impl<S: Space> ScoringOracle<'_, S> {
    /// What a margin is worth to the player who is ahead by it: under the misère convention fewer points are better.
    fn worth(&self, margin: i32) -> i32 {
        match self.convention {
            Convention::Normal => margin,
            Convention::Misere => -margin,
        }
    }

    /// The margin of the whole game as a value.
    fn value_of(&self, margin: i32) -> GameValue {
        match self.convention {
            Convention::Normal => GameValue::Margin(margin),
            Convention::Misere => GameValue::MisereMargin(margin),
        }
    }

    /// The least final worth, as a player counts, that is as good as a value for him; none if every one is.
    fn wanted(&self, value: &GameValue, player: Player) -> Option<i32> {
        match value {
            GameValue::Margin(margin) | GameValue::MisereMargin(margin) => {
                Some(self.worth(if player == Player::First { *margin } else { -margin }))
            }
            other => match other.winner() {
                Some(winner) if winner == player => Some(1),
                Some(_) => None,
                None => Some(0),
            },
        }
    }

    /// What the score so far is worth to a player.
    fn lead(&self, moment: &Moment<S::Position>, player: Player) -> i32 {
        let [first, second] = moment.score.map(|points| points as i32);
        self.worth(if player == Player::First { first - second } else { second - first })
    }

    /// Bounds on what the whole game is worth to the first player.
    fn known_worth(&self, moment: &Moment<S::Position>) -> (i32, i32) {
        let (low, high) = self.known_of(&moment.position);
        let (low, high) = if moment.to_move == Player::First { (low, high) } else { (-high, -low) };
        let lead = self.lead(moment, Player::First);
        (lead + low, lead + high)
    }
}

impl<S: Space> Oracle for ScoringOracle<'_, S> {
    type Space = S;

    fn rules(&self) -> &AnyRules<S> {
        self.rules
    }

    fn value(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<GameValue> {
        self.log.clear();
        if self.how.outcome_only {
            return Ok(GameValue::Winner(self.winner(moment, budget)?));
        }
        let to_come = self.margin(&moment.position, budget)?;
        let to_come = if moment.to_move == Player::First { to_come } else { -to_come };
        Ok(self.value_of(self.worth(self.lead(moment, Player::First) + to_come)))
    }

    fn best(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<BestMoves> {
        let value = self.value(moment, budget)?;
        let moves = self.rules.moves(&moment.position);
        let mut best = Vec::new();
        for (done, mv) in moves.iter().enumerate() {
            budget.note(done as u64, moves.len() as u64);
            if self.keeps_margin(moment, mv, &value, budget)? {
                best.push(mv.clone());
            }
        }
        Ok((value, best))
    }

    fn best_so_far(
        &mut self,
        moment: &Moment<S::Position>,
        budget: &mut Budget,
    ) -> (Vec<Move>, bool) {
        let Ok(value) = self.value(moment, budget) else { return (Vec::new(), false) };
        let mut best = BTreeMap::new();
        // What the tables know comes first: another move may take a search of its own.
        let mut others = Vec::new();
        let mut all = true;
        for (place, mv) in self.rules.moves(&moment.position).into_iter().enumerate() {
            // On a large board even what is known takes its time.
            all &= budget.check().is_ok();
            if all && self.is_known_to_keep(moment, &mv, &value) {
                best.insert(place, mv);
            } else {
                others.push((place, mv));
            }
        }
        let (done, of) = (best.len(), best.len() + others.len());
        for (next, (place, mv)) in others.into_iter().enumerate() {
            budget.note((done + next) as u64, of as u64);
            let keeps = budget.check();
            match keeps.and_then(|()| self.keeps_margin(moment, &mv, &value, budget)) {
                Ok(true) => drop(best.insert(place, mv)),
                Ok(false) => {}
                Err(_) => {
                    all = false;
                    break;
                }
            }
        }
        (best.into_values().collect(), all)
    }

    fn one_best(
        &mut self,
        moment: &Moment<S::Position>,
        budget: &mut Budget,
    ) -> Limited<Option<Move>> {
        let value = self.value(moment, budget)?;
        let moves = self.rules.moves(&moment.position);
        // What the search has found out already is asked first: another move may take a search of its own.
        for mv in &moves {
            budget.check()?;
            if self.is_known_to_keep(moment, mv, &value) {
                return Ok(Some(mv.clone()));
            }
        }
        for mv in moves {
            if self.keeps_margin(moment, &mv, &value, budget)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn keeps(
        &mut self,
        next: &Moment<S::Position>,
        target: &GameValue,
        mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        self.reaches_value(next, target, mover, budget)
    }

    fn margin_within(
        &mut self,
        moment: &Moment<S::Position>,
        wanted: WantedMargins,
        budget: &mut Budget,
    ) -> Option<Limited<(i32, i32)>> {
        self.log.clear();
        // What is to come for the player to move and the margin of the whole game differ by the score, and perhaps in sign.
        let lead = self.lead(moment, Player::First);
        let ours = moment.to_move == Player::First;
        let keeps_sign = ours == (self.convention == Convention::Normal);
        let turned = |(low, high): (i32, i32)| if keeps_sign { (low, high) } else { (-high, -low) };
        let score = self.worth(lead);
        let whole = |bounds: (i32, i32)| {
            let (low, high) = turned(bounds);
            (low + score, high + score)
        };
        let mut to_come = |bounds: (i32, i32)| {
            let (low, high) = wanted(whole(bounds));
            let less = |margin: i32| margin.saturating_sub(score).max(-i32::MAX);
            turned((less(low), less(high)))
        };
        Some(self.bounds_within(&moment.position, &mut to_come, budget).map(whole))
    }

    fn known(&self, moment: &Moment<S::Position>) -> Known {
        let (low, high) = self.known_worth(moment);
        let (a, b) = (self.worth(low), self.worth(high));
        Known::Margin { at_least: a.min(b), at_most: a.max(b) }
    }

    fn forget(&mut self, budget: &mut Budget) {
        self.solver = None;
        budget.release(std::mem::take(&mut self.held) as usize);
    }

    fn tried(&self) -> Vec<Tried> {
        self.log.tried().to_vec()
    }

    fn methods(&mut self, _: &Moment<S::Position>, budget: &mut Budget) -> Vec<Method> {
        methods(self.rules, self.convention, budget)
    }

    fn settled_by(&self) -> Option<String> {
        let fast = self.convention == Convention::Normal && self.rules.removing().is_some();
        (!fast && !self.how.is_plain()).then(|| NO_FAST_SOLVER.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::scoring::methods::NullWindowSearch;
    use outplay_rules::games::scoring::EdgeGame;
    use outplay_rules::games::scoring::Variant;
    use outplay_rules::graph::{Graph, families};
    use outplay_rules::places::Places;
    use outplay_rules::rules::Rules;
    use outplay_rules::spaces::EdgePosition;

    /// Some questions about a margin take this many turns, the others none.
    struct Slow {
        margin: i32,
        turns: HashMap<i32, u32>,
    }

    impl NullWindowSearch<EdgePosition> for Slow {
        fn probe(&mut self, _: &EdgePosition, least: i32, budget: &mut Budget) -> Limited<i32> {
            if let Some(left) = self.turns.get_mut(&least).filter(|left| **left > 0) {
                *left -= 1;
                loop {
                    budget.check()?;
                }
            }
            Ok(if self.margin >= least { least } else { least - 2 })
        }

        fn goes_on(&self) -> bool {
            true
        }
    }

    #[test]
    fn what_is_forgotten_is_given_back_and_found_again() {
        let graph = families::grid(3, 3).unwrap();
        let game = EdgeGame::new(graph, Variant::StringsAndCoins);
        let how = How { full_table: true, ..How::default() };
        let rules: &AnyScoring<_> = &game;
        let mut oracle = ScoringOracle::new(rules, Convention::Normal, &how);
        let mut budget = Budget::unlimited();
        let now = Moment { position: game.start(), to_move: Player::First, score: [0, 0] };
        let value = oracle.value(&now, &mut budget);
        assert!(budget.progress().memory > 0);
        oracle.forget(&mut budget);
        assert_eq!(budget.progress().memory, 0);
        assert_eq!(oracle.value(&now, &mut budget), value);
    }

    #[test]
    fn a_hard_question_does_not_keep_the_easy_ones_waiting() {
        let graph = Graph::new(Places::numbered(4), [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        let game = EdgeGame::new(graph, Variant::StringsAndCoins);
        let how = How {
            threads: 1,
            theorems: true,
            outcome_only: false,
            method: None,
            full_table: false,
        };
        for margin in [-4, -2, 0, 2, 4] {
            for (hard, turns) in [(0, 3), (2, 2), (0, u32::MAX)] {
                let turns = HashMap::from([(hard, turns)]);
                let ends = !turns.contains_key(&0) || turns[&0] < 9;
                let mut oracle = ScoringOracle::new(&game, Convention::Normal, &how);
                oracle.solver = Some(("slow", Box::new(Slow { margin, turns })));
                let time = (!ends).then_some(Duration::from_millis(500));
                let mut budget = Budget::new(Limits { time, ..Limits::default() }, &|_| {});
                let found = oracle.margin(&game.start(), &mut budget);
                // Its answer is not needed if the next question is answered the other way.
                if ends || margin >= 2 || margin <= -4 {
                    assert_eq!(found, Ok(margin), "{hard}");
                } else {
                    assert_eq!(found, Err(Stopped::Time), "{margin}");
                    assert_eq!(oracle.known_of(&game.start()), (-2, 0), "{margin}");
                }
            }
        }
    }
}
