//! A family of boards, solved as many at a time as there are threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use outplay_rules::board::FileReader;
use outplay_rules::error::InputError;
use outplay_rules::family::{Collection, Family};
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, GameValue, How, Oracle};

use crate::question::{Asked, Task};
use crate::view::picture::View;

/// A board to solve.
pub struct Item {
    /// The number chosen from each range.
    at: Vec<u32>,
    /// What it is called in the table.
    pub shown: String,
    /// The name of the board.
    pub board: String,
}

/// A board of the family with its value, or why it has none.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number chosen from each range.
    pub at: Vec<u32>,
    /// What the board is called.
    pub board: String,
    /// Its value.
    pub value: Result<GameValue, InputError>,
}

/// The boards of a family that were solved, and the limit that came before the rest.
pub(crate) struct Rows {
    /// A row a board.
    pub rows: Vec<Row>,
    /// The limit.
    pub stopped: Option<Stopped>,
}

/// What solving one board came to.
pub type Solved = Result<Result<GameValue, Stopped>, InputError>;

/// The boards of a family, those of its collections one by one.
pub fn items(family: &Family, read: FileReader) -> Result<Vec<Item>, InputError> {
    let mut items = Vec::new();
    for member in family.members() {
        match Collection::of(&member.name)? {
            Some(collection) => items.extend(collection.graphs(read)?.into_iter().map(|graph| {
                Item { at: member.at.clone(), shown: graph.shown, board: graph.board }
            })),
            None => {
                items.push(Item { at: member.at, shown: member.name.clone(), board: member.name })
            }
        }
    }
    if items.is_empty() {
        return Err(InputError::plain(format!("{family} has no boards")));
    }
    Ok(items)
}

/// How one board is solved.
pub(crate) type One<'a> = &'a (dyn Fn(&str, &How, &mut Budget) -> Solved + Sync);

/// Solves boards, each by `one`, and tells the rows so far whenever there is a new one.
pub(crate) fn solve_family(
    items: &[Item],
    how: &How,
    budget: &mut Budget,
    one: One,
    mut told: impl FnMut(&[Row]),
) -> Result<Rows, InputError> {
    let mut rows: Vec<Row> = Vec::new();
    let stopped = solve_all(items, how, budget, one, |item, value| {
        rows.push(Row { at: item.at.clone(), board: item.shown.clone(), value });
        told(&rows);
    });
    // A family may have holes (ag:2,6 in ag:2,2..7), but if nothing fits the question is wrong.
    if rows.iter().all(|row| row.value.is_err())
        && let Some(Row { value: Err(error), .. }) = rows.first()
    {
        return Err(error.clone());
    }
    Ok(Rows { rows, stopped })
}

/// Solves the boards on several threads and hands their values over in order. Says which limit stopped it.
fn solve_all(
    items: &[Item],
    how: &How,
    budget: &mut Budget,
    one: One,
    mut done: impl FnMut(&Item, Result<GameValue, InputError>),
) -> Option<Stopped> {
    let workers = how.threads.min(items.len());
    let how = &How { threads: how.threads / workers.max(1), ..how.clone() };
    let next = &AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, Solved)>();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (send, budget) = (send.clone(), budget.fork());
            let work = move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let mut budget = budget.apart(workers - 1);
                    let solved = one(&item.board, how, &mut budget);
                    let stopped = matches!(solved, Ok(Err(_)));
                    if send.send((index, solved)).is_err() || stopped {
                        break;
                    }
                }
            };
            // The solvers recurse once a move.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(send);
        let mut early: BTreeMap<usize, Solved> = BTreeMap::new();
        let mut count = 0;
        loop {
            match receive.recv_timeout(Duration::from_millis(200)) {
                Ok((index, solved)) => drop(early.insert(index, solved)),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return (count < items.len()).then_some(Stopped::Interrupted);
                }
            }
            while let Some(solved) = early.remove(&count) {
                match solved {
                    Ok(Ok(value)) => done(&items[count], Ok(value)),
                    Ok(Err(stopped)) => {
                        next.store(items.len(), Ordering::Relaxed);
                        return Some(stopped);
                    }
                    Err(error) => done(&items[count], Err(error)),
                }
                count += 1;
            }
            budget.note(count as u64, items.len() as u64);
            // The workers notice a limit themselves; this shows how far they are.
            let _ = budget.check();
            if count == items.len() {
                return None;
            }
        }
    })
}

/// Searches recurse once a move; games on the largest boards have thousands.
const STACK: usize = 1 << 28;

/// The value alone, within a budget of one's own; of a hop game without a start, that of all its starts if they agree.
pub fn value(asked: &Asked, how: &How, budget: &mut Budget) -> Solved {
    let mut values = Vec::new();
    for case in asked.cases.all() {
        match asked.with_oracle(case, how, ValueTask { after: &asked.question.after, budget })? {
            Ok(value) => values.push(value),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    match values[..] {
        [first, ref rest @ ..] if rest.iter().all(|value| *value == first) => Ok(Ok(first)),
        _ => Err(InputError::plain("the starts differ").help("choose one with --start")),
    }
}

struct ValueTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for ValueTask<'_, '_> {
    type Output = Solved;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        Ok(oracle.value(Record::after(rules, self.after)?.now(), self.budget))
    }
}
