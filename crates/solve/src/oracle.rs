//! One way to ask any solver: what is this moment of a game worth, which moves are best, how does it go on?

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Impartial, Part, Positional, Rules, Scoring};

use crate::limits::{Budget, Stopped};
use crate::positional::Value;
use crate::{impartial, positional, scoring};
use impartial::{Convention, Nimber, Outcome};

/// The exact value of a moment of a game. Players are named by the order in which they began the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// Impartial games.
    Impartial {
        /// Who wins.
        winner: Player,
        /// N or P, for the player to move.
        outcome: Outcome,
        /// The Grundy value, where it was asked for and the convention has one.
        nimber: Option<Nimber>,
    },
    /// Scoring games: the first player's points less the second's at the end of the game, points already scored
    /// included.
    Margin(i32),
    /// Positional games.
    Positional(Value),
}

impl GameValue {
    /// Who wins with best play, if somebody does.
    pub fn winner(&self) -> Option<Player> {
        match self {
            GameValue::Impartial { winner, .. } => Some(*winner),
            GameValue::Margin(margin) if *margin > 0 => Some(Player::First),
            GameValue::Margin(margin) if *margin < 0 => Some(Player::Second),
            GameValue::Margin(_) => None,
            GameValue::Positional(value) => value.forces.result().winner(),
        }
    }

    /// Whether `player` strictly prefers this value to another.
    pub fn better(&self, other: &GameValue, player: Player) -> bool {
        match (self, other) {
            (GameValue::Impartial { winner: a, .. }, GameValue::Impartial { winner: b, .. }) => {
                *a == player && *b != player
            }
            (GameValue::Margin(a), GameValue::Margin(b)) => match player {
                Player::First => a > b,
                Player::Second => a < b,
            },
            (GameValue::Positional(a), GameValue::Positional(b)) => better_result(a, b, player),
            _ => false,
        }
    }
}

/// More can be forced; or the same win comes sooner, the same loss later.
fn better_result(a: &Value, b: &Value, player: Player) -> bool {
    if a.forces != b.forces {
        return a.forces.at_least(b.forces, player);
    }
    match a.forces.result().winner() {
        None => false,
        Some(winner) if winner == player => a.plies < b.plies,
        Some(_) => a.plies > b.plies,
    }
}

/// A solver for one game.
pub trait Oracle {
    /// The rules it solves.
    type Rules: Rules;

    /// Those rules.
    fn rules(&self) -> &Self::Rules;

    /// The exact value of a moment.
    fn value(
        &mut self,
        moment: &Moment<<Self::Rules as Rules>::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped>;

    /// The independent parts of an impartial position with their Grundy values, whose nim-sum is the value of the
    /// whole; nothing for other games.
    fn parts(
        &mut self,
        _moment: &Moment<<Self::Rules as Rules>::Position>,
        _budget: &mut Budget,
    ) -> Result<Vec<(PartName, Nimber)>, Stopped> {
        Ok(Vec::new())
    }
}

/// What a part of an impartial position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartName {
    /// A heap of so many counters.
    Heap(u32),
    /// A component, counted from 1.
    Component(usize),
}

/// A moment of the game that an oracle solves.
pub type MomentOf<O> = Moment<<<O as Oracle>::Rules as Rules>::Position>;

/// The moment after a legal move.
pub fn after<R: Rules>(rules: &R, moment: &Moment<R::Position>, mv: &Move) -> Moment<R::Position> {
    let step = rules.apply(&moment.position, mv);
    let mut score = moment.score;
    score[moment.to_move.index()] += step.earned;
    let to_move = if step.again { moment.to_move } else { moment.to_move.other() };
    Moment { position: step.position, to_move, score }
}

/// Every legal move with the value it leads to.
pub fn valued_moves<O: Oracle>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Result<Vec<(Move, GameValue)>, Stopped> {
    let moves = oracle.rules().moves(&moment.position);
    let count = moves.len() as u64;
    let mut valued = Vec::with_capacity(moves.len());
    for (done, mv) in moves.into_iter().enumerate() {
        budget.note(done as u64, count);
        let next = after(oracle.rules(), moment, &mv);
        let value = oracle.value(&next, budget)?;
        valued.push((mv, value));
    }
    Ok(valued)
}

/// The moves that no other move is better than. In an impartial game these are the winning moves; there are none in
/// a lost position.
pub fn best_moves(valued: &[(Move, GameValue)], mover: Player) -> Vec<Move> {
    let moves = |chosen: &dyn Fn(&GameValue) -> bool| {
        valued.iter().filter(|(_, value)| chosen(value)).map(|(mv, _)| mv.clone()).collect()
    };
    match valued.first() {
        Some((_, GameValue::Impartial { .. })) => moves(&|value| value.winner() == Some(mover)),
        // Results of positional games are not all comparable, so each is held against the few that there are.
        _ => {
            let mut values: Vec<GameValue> = Vec::new();
            for (_, value) in valued {
                if !values.contains(value) {
                    values.push(*value);
                }
            }
            moves(&|value| !values.iter().any(|other| other.better(value, mover)))
        }
    }
}

/// Longer lines are cut: on large heaps a game takes thousands of moves.
pub const LONGEST_LINE: usize = 200;

/// A line is cut, too, when so many moves were there to choose from on the way.
const MOST_CHOICES: usize = 1_000_000;

/// A line of best play from a moment, at most [`LONGEST_LINE`] moves long, shorter on huge heaps. A player who has lost an impartial game
/// plays his first legal move.
pub fn best_line<O: Oracle>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Result<Vec<Move>, Stopped> {
    let mut line = Vec::new();
    let mut now = moment.clone();
    let mut choices = 0;
    while line.len() < LONGEST_LINE && choices < MOST_CHOICES {
        choices += oracle.rules().moves(&now.position).len();
        let Some(mv) = one_best_move(oracle, &now, budget)? else { break };
        now = after(oracle.rules(), &now, &mv);
        line.push(mv);
    }
    Ok(line)
}

/// A best move, or any legal move of a lost impartial position; none if the game is over.
pub fn one_best_move<O: Oracle>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    let value = oracle.value(moment, budget)?;
    let mover = moment.to_move;
    let moves = oracle.rules().moves(&moment.position);
    if let GameValue::Impartial { winner, .. } = value {
        if winner != mover {
            return Ok(moves.into_iter().next());
        }
        for mv in moves {
            let next = after(oracle.rules(), moment, &mv);
            if oracle.value(&next, budget)?.winner() == Some(mover) {
                return Ok(Some(mv));
            }
        }
        return Ok(None);
    }
    let valued = valued_moves(oracle, moment, budget)?;
    Ok(best_moves(&valued, mover).into_iter().next())
}

/// The reference solver of an impartial game, under a convention.
pub struct ImpartialOracle<'r, R: Impartial> {
    rules: &'r R,
    reference: impartial::reference::Reference<'r, R>,
    convention: Convention,
    outcome_only: bool,
}

impl<'r, R: Impartial> ImpartialOracle<'r, R> {
    /// A solver; with `outcome_only` it leaves the Grundy value out.
    pub fn new(rules: &'r R, convention: Convention, outcome_only: bool) -> Self {
        let reference = impartial::reference::Reference::with_engine(rules);
        ImpartialOracle { rules, reference, convention, outcome_only }
    }
}

impl<R: Impartial> Oracle for ImpartialOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        let (outcome, nimber) = match self.convention {
            Convention::Misere => (
                self.reference.outcome_by_play(&moment.position, Convention::Misere, budget)?,
                None,
            ),
            Convention::Normal => {
                let nimber = self.reference.nimber(&moment.position, budget)?;
                (nimber.outcome(), (!self.outcome_only).then_some(nimber))
            }
        };
        let winner = if outcome == Outcome::N { moment.to_move } else { moment.to_move.other() };
        Ok(GameValue::Impartial { winner, outcome, nimber })
    }

    fn parts(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<Vec<(PartName, Nimber)>, Stopped> {
        if self.convention == Convention::Misere || self.outcome_only {
            return Ok(Vec::new());
        }
        let mut named = Vec::new();
        for (index, part) in self.rules.parts(&moment.position).iter().enumerate() {
            let name = match part {
                Part::Heap(size) => PartName::Heap(*size),
                Part::Component(_) => PartName::Component(index + 1),
            };
            named.push((name, self.reference.part_value(part, budget)?));
        }
        Ok(named)
    }
}

/// The reference solver of a scoring game.
pub struct ScoringOracle<'r, R: Scoring> {
    rules: &'r R,
    reference: scoring::reference::Reference<'r, R>,
}

impl<'r, R: Scoring> ScoringOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R) -> Self {
        ScoringOracle { rules, reference: scoring::reference::Reference::new(rules) }
    }
}

impl<R: Scoring> Oracle for ScoringOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        let to_come = self.reference.margin(&moment.position, budget)?;
        let so_far = moment.score[0] as i32 - moment.score[1] as i32;
        let to_come = if moment.to_move == Player::First { to_come } else { -to_come };
        Ok(GameValue::Margin(so_far + to_come))
    }
}

/// The reference solver of a positional game.
pub struct PositionalOracle<'r, R: Positional> {
    rules: &'r R,
    reference: positional::reference::Reference<'r, R>,
}

impl<'r, R: Positional> PositionalOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R) -> Self {
        PositionalOracle { rules, reference: positional::reference::Reference::new(rules) }
    }
}

impl<R: Positional> Oracle for PositionalOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        Ok(GameValue::Positional(self.reference.value(&moment.position, budget)?))
    }
}
