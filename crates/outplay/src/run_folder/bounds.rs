//! Margins by first moves: once a unit has reached a margin, the others only need to decide whether their moves do
//! better.
//!
//! A unit that knows that its move reaches a margin says so at once, by a file in `bounds/` that is written whole, has
//! the margin in its name and never changes. The other units look there between two probes and then ask only whether
//! their own moves do better. The row of a move that does not has a bound instead of a margin. Each row is true by
//! itself, so the rows of one move can be combined in any order. And the value follows from the rows and the files,
//! because a move is cut off only by a margin that a file in the folder confirms.

use std::fs;
use std::path::PathBuf;

use outplay_rules::game::{GameName, Theory};
use outplay_rules::in_space;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, How};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::question::Cells;
use super::{Folder, RunQuestion};
use crate::door::family::BoardResult;
use crate::error::Error;
use crate::files;
use crate::question::{Asked, Question, Task};
use crate::run::Run;
use crate::view::picture::View;

/// The columns of a first move with its margin, before the usual two. Bounds are of the margin, first minus second.
pub const COLUMNS: [&str; 5] = ["move", "winner", "margin", "at_least", "at_most"];

impl RunQuestion {
    /// Whether its rows are first moves with margins.
    pub(super) fn has_margins(&self) -> bool {
        let scoring = |game: &GameName| game.def().theory == Theory::Scoring;
        matches!(self, RunQuestion::Solve { game, .. } if game.parse().is_ok_and(|game| scoring(&game)))
    }
}

/// Whose move it is where the units begin, and what he wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The player to move.
    pub player: Player,
    convention: Convention,
}

impl Mover {
    /// The player to move in the position that a question is about.
    pub fn of(question: &Question) -> Result<Self, Error> {
        let asked = Asked::new(question, &Run::default())?;
        let player = in_space!(asked.cases.first(), |game| {
            Record::after(game, &question.after).map(|record| record.now().to_move)
        })?;
        Ok(Mover { player, convention: asked.convention() })
    }

    /// What a margin is worth to him, and the margin of a worth.
    pub(super) fn worth(self, margin: i32) -> i32 {
        let wants_more = (self.player == Player::First) == (self.convention == Convention::Normal);
        if wants_more { margin } else { -margin }
    }

    /// The same for two bounds: the lower one first.
    fn worths(self, (low, high): (i32, i32)) -> (i32, i32) {
        let (a, b) = (self.worth(low), self.worth(high));
        (a.min(b), a.max(b))
    }

    /// Bounds on the margin from bounds on the worth, as far as they are known.
    pub(super) fn margins(
        self,
        (low, high): (Option<i32>, Option<i32>),
    ) -> (Option<i32>, Option<i32>) {
        let margin = |worth: Option<i32>| worth.map(|worth| self.worth(worth));
        match self.worth(1) {
            1 => (low, high),
            _ => (margin(high), margin(low)),
        }
    }

    /// Who wins with a worth, by name.
    pub(super) fn winner(self, worth: i32) -> String {
        match worth {
            1.. => self.player.to_string(),
            0 => "none".into(),
            ..0 => self.player.other().to_string(),
        }
    }

    /// The row of a move whose worth is between two bounds.
    fn row(self, mv: &str, (low, high): (i32, i32)) -> Cells {
        let exact = (low == high).then(|| self.worth(low));
        let winner = (low.signum() == high.signum()).then(|| self.winner(low));
        let (at_least, at_most) = self.worths((low, high));
        vec![
            json!(mv),
            json!(winner),
            json!(exact),
            json!(at_least),
            json!(at_most),
            Value::Null,
            Value::Null,
        ]
    }

    /// The bounds on the worth of a row's move; none if it has none.
    fn read(self, row: &[Value]) -> Option<(i32, i32)> {
        let number = |cell: &Value| cell.as_i64().and_then(|number| i32::try_from(number).ok());
        Some(self.worths((number(row.get(3)?)?, number(row.get(4)?)?)))
    }
}

/// What a file in `bounds/` says.
#[derive(Serialize, Deserialize)]
struct Reached {
    run: String,
    r#move: String,
    margin: i32,
}

/// The margins that the units of a run have reached.
pub struct SharedBounds<'a> {
    folder: &'a Folder,
    unit: usize,
    mover: Mover,
}

impl<'a> SharedBounds<'a> {
    /// For a unit of a run by first moves with margins; none for others.
    pub fn of(folder: &'a Folder, unit: usize) -> Result<Option<Self>, Error> {
        Ok(match folder.mover()? {
            Some(mover) if folder.question().has_margins() => {
                Some(SharedBounds { folder, unit, mover })
            }
            _ => None,
        })
    }

    /// Tells all units that a move reaches a margin. If the file cannot be written, nothing is lost but time.
    fn tell(&self, mv: &str, worth: i32) {
        let margin = self.mover.worth(worth);
        let reached = Reached { run: self.folder.name.clone(), r#move: mv.into(), margin };
        let path = self.folder.bounds_path();
        let _ = fs::create_dir_all(&path);
        let name = format!("{:06}={margin}", self.unit);
        let _ = files::write(path.join(name), json!(reached).to_string());
    }

    /// The most that a move is known to reach, of all moves or of one.
    fn reached(&self, mv: Option<&str>) -> Option<i32> {
        let told = self.folder.reached(self.mover).into_iter();
        told.filter(|(name, _)| mv.is_none_or(|mv| mv == name)).map(|(_, worth)| worth).max()
    }
}

impl Folder {
    /// Whose move it is where the units of a run by first moves begin.
    pub(super) fn mover(&self) -> Result<Option<Mover>, Error> {
        let RunQuestion::Solve { game, board, options, after, .. } = self.question() else {
            return Ok(None);
        };
        let question = super::question::on_any_board(game, options)?.after(after);
        Mover::of(&Question { board: board.parse()?, ..question }).map(Some)
    }

    fn bounds_path(&self) -> PathBuf {
        self.path.join("bounds")
    }

    /// What the files in `bounds/` say: moves and the worth that each reaches. Files that are not whole say nothing.
    fn reached(&self, mover: Mover) -> Vec<(String, i32)> {
        let Ok(files) = fs::read_dir(self.bounds_path()) else { return Vec::new() };
        let read = |path: PathBuf| {
            let told: Reached = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
            (told.run == self.name).then(|| (told.r#move, mover.worth(told.margin)))
        };
        files.filter_map(|file| read(file.ok()?.path())).collect()
    }

    /// What the rows and the files say of the whole: the worth to the player to move is between two numbers. The second is known
    /// when every move has a row.
    pub(super) fn bounds(
        &self,
        mover: Mover,
        rows: &[Map<String, Value>],
        complete: bool,
    ) -> (Option<i32>, Option<i32>) {
        let of = |row: &Map<String, Value>| {
            let cells: Cells = COLUMNS.iter().map(|name| row[*name].clone()).collect();
            mover.read(&cells)
        };
        let rows: Vec<(i32, i32)> = rows.iter().filter_map(of).collect();
        let reached = self.reached(mover).into_iter().map(|(_, worth)| worth);
        let low = rows.iter().map(|(low, _)| *low).chain(reached).max();
        let high = rows.iter().map(|(_, high)| *high).max();
        (low, high.filter(|_| complete))
    }

    /// What two rows say together; none if they cannot both be true.
    pub(super) fn together(&self, a: &Cells, b: &Cells) -> Result<Option<Cells>, Error> {
        if !self.question().has_margins() {
            return Ok((a == b).then(|| a.clone()));
        }
        let Some(mover) = self.mover()? else { return Ok(None) };
        Ok(match (mover.read(a), mover.read(b)) {
            (Some((a_low, a_high)), Some((b_low, b_high))) if a[0] == b[0] => {
                let (low, high) = (a_low.max(b_low), a_high.min(b_high));
                (low <= high).then(|| mover.row(a[0].as_str().unwrap_or_default(), (low, high)))
            }
            _ => (a == b).then(|| a.clone()),
        })
    }
}

/// The row of a first move: its margin, or that it is no better than another's.
pub fn margin_row(
    question: &Question,
    mv: &str,
    how: &How,
    budget: &mut Budget,
    mover: Mover,
    shared: Option<&SharedBounds>,
) -> BoardResult<Cells> {
    let asked = Asked::new(question, &Run::default())?;
    let task = Within {
        mv,
        after: &question.after,
        outcome_only: how.outcome_only,
        mover,
        shared,
        budget,
    };
    Ok(asked.with_oracle(asked.first(), how, task)?.map(|bounds| mover.row(mv, bounds)))
}

struct Within<'a, 'b> {
    mv: &'a str,
    after: &'a str,
    outcome_only: bool,
    mover: Mover,
    shared: Option<&'a SharedBounds<'a>>,
    budget: &'a mut Budget<'b>,
}

impl Task for Within<'_, '_> {
    type Output = BoardResult<(i32, i32)>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let Within { mv, after, outcome_only, mover, shared, budget } = self;
        let record = Record::after(rules, after)?;
        // What this move was known to reach before, by whoever was stopped at it.
        let own = shared.and_then(|shared| shared.reached(Some(mv)));
        let mut told: Option<i32> = None;
        let mut wanted = |margins: (i32, i32)| {
            let (low, _) = mover.worths(margins);
            let before = *told.get_or_insert(own.map_or(low, |own| own.max(low)));
            if let Some(shared) = shared.filter(|_| low > before) {
                shared.tell(mv, low);
                told = Some(low);
            }
            let reached = shared.and_then(|shared| shared.reached(None)).unwrap_or(-i32::MAX);
            let window = match outcome_only {
                true => (reached.clamp(-1, 1), 1),
                false => (reached, i32::MAX),
            };
            mover.worths(window)
        };
        let found: Option<Result<(i32, i32), Stopped>> =
            oracle.margin_within(record.now(), &mut wanted, budget);
        let found = found.unwrap_or(Err(Stopped::Unsettled));
        Ok(found.map(|margins| {
            let (low, high) = mover.worths(margins);
            (own.map_or(low, |own| own.max(low)), high)
        }))
    }
}
