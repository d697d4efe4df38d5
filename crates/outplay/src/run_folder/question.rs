//! The questions that a run can ask: what its items are, and the rows of one item.

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::game::{GameName, Theory};
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::How;
use outplay_strategy::strategy::Guarantee;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::bounds::{self, Mover, SharedBounds, margin_row};
use crate::door::boards::Item;
use crate::door::family::{BoardResult, Row, value};
use crate::door::heaps::HeapGame;
use crate::door::sweep::{Statement, check_impartial, holds};
use crate::door::table::cells;
use crate::door::verify::Challenge;
use crate::error::Error;
use crate::output::Column;
use crate::question::Question;
use crate::readable::grouped;
use crate::run::{Limits, Run};

/// What a run asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunQuestion {
    /// The value of every board of a family.
    Table {
        /// The game.
        game: String,
        /// The family.
        family: String,
        /// Options of the game.
        #[serde(default)]
        options: Options,
        /// Only who wins.
        #[serde(default)]
        outcome_only: bool,
    },
    /// Whether a statement holds on every board of a family.
    Sweep {
        /// The game.
        game: String,
        /// The family.
        family: String,
        /// Options of the game.
        #[serde(default)]
        options: Options,
        /// The statement.
        test: String,
    },
    /// Whether a strategy keeps its claim, by its first plies.
    Verify {
        /// The game.
        game: String,
        /// The board.
        board: String,
        /// Options of the game.
        #[serde(default)]
        options: Options,
        /// The strategy.
        strategy: String,
        /// Who plays by it.
        player: String,
        /// What is claimed, unless it is what its source promises.
        claim: Option<String>,
        /// This many plies are split.
        plies: usize,
    },
    /// The value of one board, by its first moves up to symmetry.
    Solve {
        /// The game.
        game: String,
        /// The board.
        board: String,
        /// Options of the game.
        #[serde(default)]
        options: Options,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Only who wins.
        #[serde(default)]
        outcome_only: bool,
    },
    /// The period of every code.
    Periods {
        /// Codes, separated by commas; `octal:3` are all octal codes of up to three digits after the point.
        codes: String,
        /// The largest heap.
        limit: u64,
    },
    /// Whether published statements hold.
    Claims {
        /// Claims or papers; none is all of them.
        ids: Vec<String>,
        /// To the larger bounds.
        deep: bool,
    },
}

/// The status of a claim and the evidence, or the limit that came first.
pub type Graded = Result<[String; 2], Stopped>;

/// The catalogue of published statements, which this library does not know. `()` is an empty one.
pub trait Catalogue: Sync {
    /// The claims that are meant.
    fn ids(&self, _asked: &[String]) -> Result<Vec<String>, InputError> {
        Err(InputError::plain("the catalogue of claims is not part of this program"))
    }

    /// The status of a claim and the evidence, or the limit that came first.
    fn check(&self, id: &str, deep: bool, run: &Run) -> Result<Graded, Error> {
        let _ = (id, deep, run);
        Err(self.ids(&[]).err().map_or(Stopped::Unsettled.into(), Error::from))
    }
}

impl Catalogue for () {}

/// A row of a result, a cell a column.
pub type Cells = Vec<Value>;

/// What asks an item needs to know.
pub struct Asking<'a> {
    /// The catalogue.
    pub catalogue: &'a dyn Catalogue,
    /// How files are read, and what may be asked.
    pub run: &'a Run<'a>,
    /// What other units have reached, where units tell each other.
    pub shared: Option<&'a SharedBounds<'a>>,
}

impl RunQuestion {
    /// A table of a family.
    pub fn table(game: &str, family: &str, options: Options, outcome_only: bool) -> Self {
        let (game, family) = (game.into(), family.into());
        RunQuestion::Table { game, family, options, outcome_only }
    }

    /// A statement tested on a family.
    pub fn sweep(game: &str, family: &str, options: Options, test: &str) -> Self {
        let (game, family, test) = (game.into(), family.into(), test.into());
        RunQuestion::Sweep { game, family, options, test }
    }

    /// In a few words.
    pub fn words(&self) -> String {
        match self {
            RunQuestion::Table { game, family, options, .. } => {
                format!("{game} on {family}{}", options.words())
            }
            RunQuestion::Sweep { game, family, options, test } => {
                format!("{game} on {family}{}: {test}", options.words())
            }
            RunQuestion::Verify { game, board, options, strategy, player, plies, .. } => {
                let words = options.words();
                format!(
                    "{strategy} as the {player} player of {game} on {board}{words}, by {plies} plies"
                )
            }
            RunQuestion::Solve { game, board, options, .. } => {
                format!("{game} on {board}{}, by first moves", options.words())
            }
            RunQuestion::Periods { codes, limit } => {
                format!("periods of {codes} up to heap {}", grouped(*limit))
            }
            RunQuestion::Claims { ids, .. } if ids.is_empty() => "all claims".into(),
            RunQuestion::Claims { ids, .. } => format!("claims {}", ids.join(" ")),
        }
    }

    /// Refuses a question that no item can answer.
    pub(super) fn check(&self) -> Result<(), InputError> {
        self.columns()?;
        match self {
            RunQuestion::Sweep { game, test, .. } => {
                Statement::read(test)?;
                check_impartial(&game.parse()?)
            }
            RunQuestion::Verify { claim, .. } => {
                claim.as_deref().map(Guarantee::read).transpose().map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// The columns of the rows. The first names the item, the last two say why a row has no answer.
    pub fn columns(&self) -> Result<Vec<Column>, InputError> {
        let named = |names: &[&str]| {
            let end = ["error", "stopped"];
            names.iter().chain(&end).map(|name| Column::named(name)).collect()
        };
        let worth = |first: &'static str, game: &str| -> Result<Vec<&str>, InputError> {
            let mut names = vec![first, "winner"];
            names.extend(match game.parse::<GameName>()?.def().theory {
                Theory::Impartial => ["outcome", "grundy", "loony"].as_slice(),
                Theory::Scoring => &["margin", "mark"],
                Theory::Positional => &["result", "plies"],
                Theory::Partizan => &["outcome"],
            });
            Ok(names)
        };
        Ok(match self {
            RunQuestion::Table { game, .. } => named(&worth("board", game)?),
            RunQuestion::Solve { .. } if self.has_margins() => named(&bounds::COLUMNS),
            RunQuestion::Solve { game, .. } => named(&worth("move", game)?),
            RunQuestion::Sweep { .. } => named(&["board", "holds"]),
            RunQuestion::Verify { .. } => named(&["after", "holds", "counterexample"]),
            RunQuestion::Periods { .. } => named(&[
                "code",
                "proved",
                "period",
                "saltus",
                "last_exception",
                "checked_to",
                "max_grundy",
            ]),
            RunQuestion::Claims { .. } => named(&["claim", "status", "evidence"]),
        })
    }

    /// The row of one item, or the limit that came first.
    pub(super) fn answer(
        &self,
        item: &Item,
        how: &How,
        budget: &mut Budget,
        asking: &Asking,
    ) -> Result<BoardResult<Cells>, Error> {
        let Asking { catalogue, run, shared } = *asking;
        let columns: Vec<String> = self.columns()?.into_iter().map(|column| column.name).collect();
        let blank = columns.len();
        let filled = |given: Vec<Value>| {
            given.into_iter().chain(std::iter::repeat(Value::Null)).take(blank).collect::<Cells>()
        };
        match self {
            RunQuestion::Table { game, options, outcome_only, .. } => {
                let question = on_any_board(game, options)?;
                let how = How { outcome_only: *outcome_only, ..how.clone() };
                Ok(worth_row(item, &question, &how, budget, run, &columns))
            }
            RunQuestion::Solve { game, board, options, after, outcome_only } => {
                let question = on_any_board(game, options)?;
                let board: BoardName = board.parse()?;
                let before = Question { board, ..question.after(after) };
                let after = format!("{after} {}", item.board).trim().to_string();
                let question = before.clone().after(&after);
                let how = How { outcome_only: *outcome_only, ..how.clone() };
                if self.has_margins() {
                    let mover = Mover::of(&before)?;
                    return Ok(margin_row(&question, &item.board, &how, budget, mover, shared));
                }
                Ok(solve_row(item, &question, &how, budget, run, &columns))
            }
            RunQuestion::Sweep { game, options, test, .. } => {
                let (question, statement) = (on_any_board(game, options)?, Statement::read(test)?);
                let held = item
                    .ask(&question, run)
                    .and_then(|asked| holds(&asked, statement, how, budget));
                Ok(held.map(|held| held.map(|held| filled(vec![json!(item.board), json!(held)]))))
            }
            RunQuestion::Verify { game, board, options, strategy, player, claim, .. } => {
                let question = on_any_board(game, options)?;
                let question = Question { board: board.parse()?, ..question.after(&item.board) };
                let player = if player == "second" { Player::Second } else { Player::First };
                let claim = claim.as_deref().map(Guarantee::read).transpose()?;
                let challenge = Challenge { claim, ..Challenge::new(strategy, player) };
                let verified = crate::verify(&question, &challenge, &alone(run, how, budget))?;
                Ok(Ok(match verified.stopped {
                    Some(stopped) => Err(stopped),
                    None => {
                        let line = verified.counterexample.map(|line| line.join(" "));
                        Ok(filled(vec![json!(item.board), json!(verified.holds), json!(line)]))
                    }
                }))
            }
            RunQuestion::Periods { limit, .. } => {
                let game: HeapGame = match item.board.parse() {
                    Ok(game) => game,
                    Err(error) => return Ok(Err(error)),
                };
                let found = crate::period(&game, *limit, &alone(run, how, budget))?;
                Ok(Ok(match found.stopped {
                    Some(stopped) => Err(stopped),
                    None => {
                        let period = found.period;
                        Ok(filled(vec![
                            json!(item.board),
                            json!(found.proved),
                            json!(period),
                            json!(period.map(|_| found.saltus)),
                            json!(period.map(|_| found.last_exception)),
                            json!(found.checked_to),
                            json!(found.max_grundy),
                        ]))
                    }
                }))
            }
            RunQuestion::Claims { deep, .. } => {
                let found = catalogue.check(&item.board, *deep, &alone(run, how, budget))?;
                Ok(Ok(found.map(|[status, evidence]| {
                    filled(vec![json!(item.board), json!(status), json!(evidence)])
                })))
            }
        }
    }
}

/// A question whose board is yet to be named.
pub(super) fn on_any_board(game: &str, options: &Options) -> Result<Question, InputError> {
    Ok(Question::on(game.parse::<GameName>()?, BoardName::Petersen).with(options.clone()))
}

/// The same way of answering with what is left of a budget.
fn alone<'a>(run: &Run<'a>, how: &How, budget: &Budget) -> Run<'a> {
    let used = budget.progress().elapsed;
    let time = budget.limits().time.map(|time| time.saturating_sub(used));
    let limits = Limits { time, memory: budget.limits().memory };
    Run { limits, how: how.clone(), listener: &(), ..run.clone() }
}

fn worth_row(
    item: &Item,
    question: &Question,
    how: &How,
    budget: &mut Budget,
    run: &Run,
    columns: &[String],
) -> BoardResult<Cells> {
    let solved = item.ask(question, run).and_then(|asked| value(&asked, how, budget))?;
    let row = |value| Row { at: Vec::new(), board: item.board.clone(), value: Ok(value) };
    Ok(solved.map(|value| cells(&row(value), columns)))
}

/// The row of a first move: the value after it, with the move in front.
fn solve_row(
    item: &Item,
    question: &Question,
    how: &How,
    budget: &mut Budget,
    run: &Run,
    columns: &[String],
) -> BoardResult<Cells> {
    let board = Item::named(question.board.to_string());
    worth_row(&board, question, how, budget, run, columns).map(|found| {
        found.map(|mut cells| {
            cells[0] = json!(item.board);
            cells
        })
    })
}
