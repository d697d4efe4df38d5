//! What a certificate states about a table of quiet positions, and its check.

use std::io::BufRead;

use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::spaces::EdgePosition;

use super::super::certificate::{Parts, note, read_digests, write_levels};
use super::{EdgeOrder, QuietTable};
use crate::Refused;
use crate::body::{Form, Reader};
use crate::closed::Asked;
use crate::digest::Digest;
use crate::statement::Statement;
use crate::theory::{Theory, Used};

/// The body of a certificate: how long levels are, how many edges lead, and the edges in order; then a digest for each level.
pub fn write(order: &EdgeOrder, digests: &[Digest], form: Form) -> Vec<u8> {
    let mut first = vec![order.level, order.lead as u64];
    first.extend(order.edges.iter().map(|&edge| edge as u64));
    write_levels(&first, digests, form)
}

/// The order of the edges left.
fn read_order(
    position: &EdgePosition,
    reader: &mut Reader<impl BufRead>,
) -> Result<EdgeOrder, Refused> {
    reader.fact()?;
    let (level, lead) = (reader.number()?, reader.index()?);
    let mut left = position.clone();
    let mut edges = Vec::new();
    for _ in position.iter().filter(|&&copies| copies > 0) {
        let edge = reader.index()?;
        let copies = left.get_mut(edge).map_or(0, std::mem::take);
        if copies == 0 {
            return Err(Refused::Step("the order is not one of the edges left".into()));
        }
        edges.push(edge);
    }
    match lead <= edges.len() {
        true => Ok(EdgeOrder { edges, lead, level }),
        false => Err(Refused::Step("more edges lead than there are".into())),
    }
}

/// Fills the table, or the levels of a part of it, and compares the digests. The last level decides the statement, in
/// which the margin of the position is beside the points scored so far, and turned round if the second player is to
/// move. Gives what follows the proof.
pub fn check<S: BufRead>(
    game: &EdgeGame,
    position: &EdgePosition,
    (so_far, second_moves): (i32, bool),
    used: &Used,
    asked: Asked<S>,
) -> Result<S, Refused> {
    let Asked { header, second, source, allowance, told } = asked;
    let wrong = |message: &str| Refused::Step(message.into());
    let Statement::Margin { least, most } = header.statement else {
        return Err(wrong("no statement for a table of margins"));
    };
    if game.variant() != Variant::StringsAndCoins {
        return Err(wrong("the captures are of another game"));
    }
    let mut reader = Reader::new(header.form, source);
    let order = read_order(position, &mut reader)?;
    // A level takes eight bytes at least.
    let levels = usize::try_from(header.steps).ok().filter(|_| header.steps <= header.memory / 8);
    let levels = levels.ok_or_else(|| wrong("there are more levels than fit the memory"))?;
    let digests = read_digests(levels, &mut reader)?;
    let rest = reader.finish()?;
    let room = (header.memory, second.cost);
    let table =
        QuietTable::new(game.board(), position, &order, &second.symmetries, room, allowance)?;
    if table.levels() != levels {
        return Err(wrong("there are not as many levels as the positions make"));
    }
    let note = note(header, &write(&order, &digests, Form::Text), allowance.part);
    let parts = Parts::new(&digests, note, allowance);
    let range = parts.range();
    told.recomputed = Some((table.positions(), range.len()));
    let last = range.end == levels;
    let given = |level| parts.read(level, table.words());
    let confirm = |level, words: &[u64], digest| parts.confirm(level, words, digest);
    let filled = table.fill(range, given, allowance, confirm)?;
    used.count(Theory::Captures, filled.captures);
    let margin = filled.margin;
    let margin = margin.map(|margin| if second_moves { so_far - margin } else { so_far + margin });
    let shown = margin.is_some_and(|margin| {
        least.is_none_or(|least| margin >= least) && most.is_none_or(|most| margin <= most)
    });
    match shown || !last {
        true => Ok(rest),
        false => Err(wrong("the table does not show the statement")),
    }
}
