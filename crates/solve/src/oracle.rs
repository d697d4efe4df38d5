//! One way to ask any solver: what is this position worth, which moves are best, and how does the game go on?

use std::borrow::Cow;

use outplay_rules::moves::Move;
use outplay_rules::outcome_class::OutcomeClass;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::AnyRules;
use outplay_rules::spaces::{Space, Stones};

use crate::forces::Value;
use crate::kit::portfolio::{Method, REFERENCE, Tried};
use crate::limits::{Budget, Limited, Stopped};
use crate::nimber::{Nimber, Outcome};
use crate::positional::SavedProofs;

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
    /// The same under the misère convention, where fewer points win.
    MisereMargin(i32),
    /// Scoring games, where only who wins was asked for.
    Winner(Option<Player>),
    /// Positional games.
    Positional(Value),
    /// Partizan games.
    Partizan {
        /// Who wins.
        winner: Player,
        /// Who wins, by who begins.
        class: OutcomeClass,
    },
}

impl GameValue {
    /// Who wins with best play, if somebody does.
    pub fn winner(&self) -> Option<Player> {
        match self {
            GameValue::Impartial { winner, .. } | GameValue::Partizan { winner, .. } => {
                Some(*winner)
            }
            GameValue::Margin(margin) => ahead(*margin),
            GameValue::MisereMargin(margin) => ahead(-margin),
            GameValue::Winner(winner) => *winner,
            GameValue::Positional(value) => value.forces.result().winner(),
        }
    }

    /// Whether `player` strictly prefers this value to another.
    pub fn better(&self, other: &GameValue, player: Player) -> bool {
        match (self, other) {
            (GameValue::Impartial { winner: a, .. }, GameValue::Impartial { winner: b, .. })
            | (GameValue::Partizan { winner: a, .. }, GameValue::Partizan { winner: b, .. }) => {
                *a == player && *b != player
            }
            (GameValue::Margin(a), GameValue::Margin(b))
            | (GameValue::MisereMargin(b), GameValue::MisereMargin(a)) => match player {
                Player::First => a > b,
                Player::Second => a < b,
            },
            (GameValue::Winner(a), GameValue::Winner(b)) => {
                let rank = |winner: &Option<Player>| match winner {
                    Some(winner) if *winner == player => 2,
                    None => 1,
                    Some(_) => 0,
                };
                rank(a) > rank(b)
            }
            (GameValue::Positional(a), GameValue::Positional(b)) => better_result(a, b, player),
            _ => false,
        }
    }
}

/// Who is ahead by a margin, if somebody is.
fn ahead(margin: i32) -> Option<Player> {
    match margin {
        1.. => Some(Player::First),
        0 => None,
        ..0 => Some(Player::Second),
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

/// How a question is to be answered.
#[derive(Clone, Debug)]
pub struct How {
    /// The most threads that may work on it.
    pub threads: usize,
    /// Whether theorems may stand in for search where they are proved.
    pub theorems: bool,
    /// Whether it is enough to know who wins.
    pub outcome_only: bool,
    /// The only method that may answer, by its name; without it they are tried in their order.
    pub method: Option<Cow<'static, str>>,
    /// Whether a scoring game is to be answered from a table of all its positions.
    pub full_table: bool,
}

impl Default for How {
    fn default() -> Self {
        How { threads: 1, theorems: true, outcome_only: false, method: None, full_table: false }
    }
}

impl How {
    /// Whether the plain reference solver is to answer, without any trick.
    pub fn is_plain(&self) -> bool {
        self.method.as_deref() == Some(REFERENCE)
    }

    /// The same, by the plain reference solver.
    pub fn plain(self) -> Self {
        How { method: Some(Cow::Borrowed(REFERENCE)), ..self }
    }
}

/// What is known of a moment whose exact value is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// Of an impartial game.
    Grundy {
        /// The Grundy value is not smaller than this.
        at_least: u32,
        /// With this many bytes a table of all positions would settle it.
        memory_wanted: Option<u64>,
    },
    /// Under the misère convention: how far the misère quotient was found.
    Quotient(Beyond),
    /// The margin of the whole game is one of these and anything between them.
    Margin {
        /// The first player gets at least this.
        at_least: i32,
        /// The first player gets at most this.
        at_most: i32,
    },
    /// Of a positional game.
    Forces {
        /// What is settled of what the first player can force: win, win or tie, win or draw, not lose.
        facts: [Option<bool>; 4],
        /// Nobody wins within this many plies.
        no_win_within: u32,
    },
}

/// Hears the bounds on a margin that are known, at least and at most, whenever there are closer ones, and says which margins are
/// still to be told apart: those strictly between two numbers. Both may change from call to call, so that what others find
/// out meanwhile can end a search.
pub type WantedMargins<'w> = &'w mut dyn FnMut((i32, i32)) -> (i32, i32);

/// The value of a moment, and every best move.
pub type BestMoves = (GameValue, Vec<Move>);

/// A solver for one game.
pub trait Oracle {
    /// The kind of board it is played on.
    type Space: Space;

    /// The rules it solves.
    fn rules(&self) -> &AnyRules<Self::Space>;

    /// The exact value of a moment.
    fn value(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<GameValue>;

    /// The independent parts of an impartial position with their Grundy values, whose nim-sum is the value of the
    /// whole; nothing for other games.
    fn parts(&mut self, _moment: &MomentOf<Self>, _budget: &mut Budget) -> Limited<NamedParts> {
        Ok(Vec::new())
    }

    /// What the parts of an impartial position reduce to in the misère quotient that tells who wins; none if there is none.
    fn product(
        &mut self,
        _moment: &MomentOf<Self>,
        _budget: &mut Budget,
    ) -> Limited<Option<Product>> {
        Ok(None)
    }

    /// The value of a moment and every best move. Solvers that need not value every move to know the best ones have
    /// their own way.
    fn best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<BestMoves> {
        let valued = valued_moves(self, moment, budget)?;
        Ok((self.value(moment, budget)?, best_moves(&valued, moment.to_move)))
    }

    /// In a partizan game the best moves of the player who is not to move, were it his turn; none in other games.
    fn best_if_passed(
        &mut self,
        _moment: &MomentOf<Self>,
        _budget: &mut Budget,
    ) -> Limited<Option<Vec<Move>>> {
        Ok(None)
    }

    /// The best moves that are found before a budget runs out, and whether they are all.
    fn best_so_far(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> (Vec<Move>, bool) {
        self.best(moment, budget).map_or((Vec::new(), false), |(_, best)| (best, true))
    }

    /// A best move, or any legal move of a lost impartial position; none if the game is over.
    fn one_best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<Option<Move>> {
        one_by_values(self, moment, budget)
    }

    /// About how many moves [`Oracle::one_best`] chooses among, at most; lines with many choices are cut short.
    fn choices(&self, moment: &MomentOf<Self>) -> usize {
        self.rules().moves(&moment.position).len()
    }

    /// Whether a move of `mover`'s to `next` keeps a value, which asks for `target` there. Solvers that need not value
    /// `next` to know have their own way.
    fn keeps(
        &mut self,
        next: &MomentOf<Self>,
        target: &GameValue,
        _mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        Ok(self.value(next, budget)? == *target)
    }

    /// Bounds on the margin of a scoring game, first minus second, searched only as far as somebody wants to know; none for
    /// other games. See [`WantedMargins`].
    fn margin_within(
        &mut self,
        _moment: &MomentOf<Self>,
        _wanted: WantedMargins,
        _budget: &mut Budget,
    ) -> Option<Limited<(i32, i32)>> {
        None
    }

    /// What is known of a moment after a limit stopped its search.
    fn known(&self, _moment: &MomentOf<Self>) -> Known {
        Known::Nothing
    }

    /// The Grundy values of connected sets of vertices, if a table has them all.
    fn connected_sets(&self) -> Option<SetValues<'_>> {
        None
    }

    /// Which positions of a nested board the first player wins, as far as a table tells.
    fn nested_wins(&self) -> Option<NestedWins<'_>> {
        None
    }

    /// Gives back the memory of its largest tables, for work that follows. What is asked later is found out again.
    fn forget(&mut self, _budget: &mut Budget) {}

    /// Keeps what its searches prove in a file of saved proofs, and goes on from what is in it; false if it has no use for one.
    fn keep_in(&mut self, _saved_proofs: &SavedProofs) -> bool {
        false
    }

    /// The argument that settled the last value, where it was not search alone: a sentence without its full stop.
    fn settled_by(&self) -> Option<String> {
        None
    }

    /// The methods that were tried for the last value, and what came of each; none if it was at hand.
    fn tried(&self) -> Vec<Tried> {
        Vec::new()
    }

    /// The methods for the game, in the order in which they are tried, and whether they are for a moment.
    fn methods(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Vec<Method>;

    /// How many positions that are not over can be reached from the first moment valued, that one included, if the
    /// solver counted them.
    fn nonterminal_positions(&self) -> Option<u64> {
        None
    }
}

/// The Grundy value of a connected set of vertices, the number whose bits they are; none if it is larger than the table tells.
pub type SetValues<'t> = Box<dyn Fn(u64) -> Option<u32> + 't>;

/// Whether the first player is known to win a position of a nested board.
pub type NestedWins<'t> = Box<dyn Fn(&Stones) -> bool + 't>;

/// How far the misère quotient of a code was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The largest heap.
    pub heaps: usize,
    /// How many elements the quotient has.
    pub elements: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
}

/// An impartial position under the misère convention: its parts, each with its element of the misère quotient, and their product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The parts and their elements, as words in generators.
    pub parts: Vec<(PartName, String)>,
    /// The product.
    pub product: String,
    /// Who wins.
    pub outcome: Outcome,
}

/// The independent parts of an impartial position with their Grundy values.
pub type NamedParts = Vec<(PartName, Nimber)>;

/// What a part of an impartial position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartName {
    /// A heap of this many counters.
    Heap(u64),
    /// A component, counted from 1.
    Component(usize),
}

/// A moment of the game that an oracle solves.
pub type MomentOf<O> = Moment<<<O as Oracle>::Space as Space>::Position>;

/// The moment after a legal move.
pub fn after<R: Rules + ?Sized>(
    rules: &R,
    moment: &Moment<R::Position>,
    mv: &Move,
) -> Moment<R::Position> {
    let step = rules.apply(&moment.position, mv);
    let mut score = moment.score;
    score[moment.to_move.index()] += step.earned;
    let to_move = if step.again { moment.to_move } else { moment.to_move.other() };
    Moment { position: step.position, to_move, score }
}

/// Every legal move with the value it leads to.
pub fn valued_moves<O: Oracle + ?Sized>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Limited<Vec<(Move, GameValue)>> {
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

/// The moves that no other move is better than. In impartial and partizan games these are the winning moves; there are none in
/// a lost position.
pub fn best_moves(valued: &[(Move, GameValue)], mover: Player) -> Vec<Move> {
    let moves = |chosen: &dyn Fn(&GameValue) -> bool| {
        valued.iter().filter(|(_, value)| chosen(value)).map(|(mv, _)| mv.clone()).collect()
    };
    match valued.first() {
        Some((_, GameValue::Impartial { .. } | GameValue::Partizan { .. })) => {
            moves(&|value| value.winner() == Some(mover))
        }
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

/// A line is cut, too, when this many moves were there to choose from on the way.
const MOST_CHOICES: usize = 1_000_000;

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether the game is over after them.
    pub over: bool,
}

/// A line of best play from a moment, at most [`LONGEST_LINE`] moves long, shorter on huge heaps. A player who has lost an impartial game
/// plays his first legal move.
pub fn best_line<O: Oracle + ?Sized>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Limited<Line> {
    match line_so_far(oracle, moment, budget) {
        (line, None) => Ok(line),
        (_, Some(stopped)) => Err(stopped),
    }
}

/// The same as far as a budget allows, and what stopped it.
pub fn line_so_far<O: Oracle + ?Sized>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> (Line, Option<Stopped>) {
    let mut line = Line { moves: Vec::new(), over: false };
    let mut now = moment.clone();
    let mut choices = 0;
    while line.moves.len() < LONGEST_LINE && choices < MOST_CHOICES {
        if let Err(stopped) = budget.check() {
            return (line, Some(stopped));
        }
        choices += oracle.choices(&now);
        match oracle.one_best(&now, budget) {
            Ok(Some(mv)) => {
                now = after(oracle.rules(), &now, &mv);
                line.moves.push(mv);
            }
            Ok(None) => {
                line.over = true;
                break;
            }
            Err(stopped) => return (line, Some(stopped)),
        }
    }
    (line, None)
}

/// A best move by the values of the moves.
fn one_by_values<O: Oracle + ?Sized>(
    oracle: &mut O,
    moment: &MomentOf<O>,
    budget: &mut Budget,
) -> Limited<Option<Move>> {
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
    if let GameValue::Positional(value) = value {
        // A move that keeps all that can be forced, a ply nearer the end, is as good as any.
        let plies = value.plies.map(|plies| plies.saturating_sub(1));
        let target = GameValue::Positional(Value { plies, ..value });
        for mv in &moves {
            if oracle.keeps(&after(oracle.rules(), moment, mv), &target, mover, budget)? {
                return Ok(Some(mv.clone()));
            }
        }
    }
    let valued = valued_moves(oracle, moment, budget)?;
    Ok(best_moves(&valued, mover).into_iter().next())
}

/// What is said of a value that the reference solver found because the game names no fast one.
pub const NO_FAST_SOLVER: &str = "the reference solver (no faster method applies)";

/// A solver of a game on a kind of board.
pub type AnyOracle<'r, S> = Box<dyn Oracle<Space = S> + 'r>;
