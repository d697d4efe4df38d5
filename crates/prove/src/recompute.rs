//! Proofs by a table that the checker fills again: for tables so large that even the strategy taken from them is too large to be
//! written down. All that a certificate says of the table is a digest for each level. They are found by the checker's own code,
//! so that proving takes as long as checking.

pub mod quiet;

use std::cell::RefCell;

use outplay_certificate::Refused;
use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_certificate::closed::connected::Connected;
use outplay_certificate::closed::grid_key::GridKey;
use outplay_certificate::header::{ProofKind, Statement};
use outplay_certificate::recompute::{self, Order, RecomputedTable};
use outplay_rules::error::InputError;
use outplay_solve::limits::{Budget, Stopped};

use crate::{NoProof, Proof, Unordered};

/// Tables of more sets than this are recomputed: the strategies taken from smaller ones have at most ten million facts.
const MOST_EXPLICIT: u64 = 2_500_000_000;

/// Boards of fewer vertices have fewer sets than that.
pub const LARGE: u32 = 36;

/// Heads of more vertices take too much room.
const MOST_HEAD: usize = 25;

/// Tails of more vertices are refused.
const MOST_TAIL: usize = 21;

/// An order in which neighbours are near to each other: on a grid along its short lines, elsewhere as they are numbered. If these lines can be
/// reversed, tails are made of whole lines.
pub fn order(grid: Option<GridKey>, set: u64) -> Order {
    let cells = grid.map_or_else(|| (0..64).collect(), GridKey::by_short_lines);
    let vertices: Vec<usize> = cells.into_iter().filter(|cell| set >> cell & 1 == 1).collect();
    let tail = (vertices.len() / 2).min(18).max(vertices.len().saturating_sub(MOST_HEAD));
    // Lines of one cell have nothing to reverse.
    let images = grid.map(GridKey::short_lines_reversed).unwrap_or_default();
    let images = if images.is_sorted() { Vec::new() } else { images };
    let is_kept = |places: &[usize]| {
        let kept =
            |cell: &usize| images.get(*cell).is_some_and(|to| places.contains(&(*to).into()));
        places.iter().all(kept)
    };
    let whole_lines = (tail..=MOST_TAIL.min(vertices.len())).find(|&tail| {
        let (tail, head) = vertices.split_at(tail);
        is_kept(tail) && is_kept(head)
    });
    match whole_lines {
        Some(tail) => Order { tail, vertices, mirror: Some(images) },
        None => Order { tail, vertices, mirror: None },
    }
}

/// Whether there are so many connected sets that a proof by facts is too large. Where there is no room to count them there is none
/// for the facts.
pub fn is_too_large(game: &Connected, order: &Order, budget: &Budget) -> bool {
    let watch = RefCell::new(budget.fork());
    let stop = || watch.borrow_mut().check().is_err();
    let allowance = Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(u64::MAX) };
    let room = (budget.memory_left(), u64::MAX);
    let order = &Order { mirror: None, ..order.clone() };
    match RecomputedTable::new(game, order, 0, room, &allowance) {
        Ok(table) => table.sets() > MOST_EXPLICIT,
        Err(refused) => matches!(refused, Refused::Memory { .. }),
    }
}

/// The proof of a statement about the value of a connected set.
pub fn prove(
    game: &Connected,
    order: &Order,
    statement: Statement,
    form: Form,
    budget: &mut Budget,
) -> Result<Proof, NoProof> {
    let planes = RecomputedTable::planes_for(&statement);
    let planes = planes.ok_or_else(|| InputError::plain("a value too large for a table"))?;
    let watch = RefCell::new(budget.fork());
    let stop = || watch.borrow_mut().check().is_err();
    let allowance = Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(u64::MAX) };
    let room = (budget.memory_left(), u64::MAX);
    let table = RecomputedTable::new(game, order, planes, room, &allowance).map_err(no_table)?;
    let levels = table.levels();
    let mut digests = Vec::new();
    let value = table.fill(0..levels, Vec::new(), &allowance, |level, _, digest| {
        budget.note(level as u64 + 1, levels as u64);
        digests.push(digest);
        Ok(())
    });
    let agrees = match (value.map_err(no_table)?, &statement) {
        (value, Statement::Outcome(won)) => *won != (value == Some(0)),
        (value, Statement::Grundy(stated)) => value == Some(*stated as usize),
        _ => false,
    };
    if !agrees {
        return Err(InputError::plain("the recomputed table says something else").into());
    }
    let body = recompute::write(order, &digests, form);
    let written = (body, levels as u64, table.sets());
    let unordered = Unordered {
        kind: ProofKind::Recompute,
        symmetries: order.mirror.iter().cloned().collect(),
        cost: table.cost(),
        memory: table.bytes(),
    };
    Ok(Proof { unordered: Some(unordered), ..Proof::new(statement, written, 0, form) })
}

/// Why there is no table.
fn no_table(refused: Refused) -> NoProof {
    match refused {
        Refused::Memory { .. } => Stopped::Memory.into(),
        Refused::Stopped => Stopped::Time.into(),
        refused => InputError::plain(refused.to_string()).into(),
    }
}
