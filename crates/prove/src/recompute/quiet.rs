//! Proofs by a table of all quiet positions: in which order the edges are read, and the digests.

use std::cell::RefCell;

use outplay_certificate::Refused;
use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_certificate::header::ProofKind;
use outplay_certificate::recompute::quiet::{self, EdgeOrder, QuietTable};
use outplay_rules::spaces::{EdgePosition, Edges, Space};
use outplay_solve::limits::Budget;

use super::no_table;
use crate::{NoProof, Unordered};

/// Positions are words of as many bits.
pub const MOST_EDGES: u32 = 64;

/// Where there are more symmetries than this beside the identity, none is used.
pub const MOST_SYMMETRIES: usize = 7;

/// Edges with more copies together do not lead.
const MOST_LEADING: usize = 10;

/// How many levels there are: enough to be checked in parts, few enough that the certificate stays small.
const LEVELS: u64 = 64;

/// What the table says of a position, and the parts of a certificate.
pub struct Found {
    /// The margin of the player to move.
    pub margin: i32,
    /// The body, the number of levels and that of positions.
    pub written: (Vec<u8>, u64, u64),
    /// What the header says beside.
    pub unordered: Unordered,
}

/// Fills the table of a position.
pub fn fill(
    board: &Edges,
    position: &EdgePosition,
    symmetries: Vec<Vec<u16>>,
    form: Form,
    budget: &mut Budget,
) -> Result<Found, NoProof> {
    let watch = RefCell::new(budget.fork());
    let stop = || watch.borrow_mut().check().is_err();
    let allowance = Allowance { looks: u64::MAX, stop: &stop, ..Allowance::usual(u64::MAX) };
    let few = symmetries.len() <= MOST_SYMMETRIES;
    // Those that keep what is left are a group.
    let kept = |to: &Vec<u16>| board.image(position, to, &board.entries(to)) == *position;
    let symmetries: Vec<Vec<u16>> = symmetries.into_iter().filter(|to| few && kept(to)).collect();
    let room = (budget.memory_left(), u64::MAX);
    let table =
        |order: &EdgeOrder| QuietTable::new(board, position, order, &symmetries, room, &allowance);
    // The order with the fewest positions.
    let mut best: Option<(u64, EdgeOrder)> = None;
    let mut refused = None;
    for lead in leads(board, position, &symmetries) {
        let mut order = order(board, position, &lead, 8);
        match table(&order) {
            Ok(table) if best.as_ref().is_none_or(|(fewest, _)| table.positions() < *fewest) => {
                order.level = table.positions().div_ceil(LEVELS).next_multiple_of(8);
                best = Some((table.positions(), order));
            }
            Ok(_) => {}
            Err(Refused::Stopped) => return Err(no_table(Refused::Stopped)),
            Err(why) => refused = Some(why),
        }
    }
    let Some((positions, order)) = best else {
        return Err(no_table(refused.unwrap_or(Refused::Stopped)));
    };
    let table = table(&order).map_err(no_table)?;
    let levels = table.levels();
    let mut digests = Vec::new();
    let none = |_| Err(Refused::Stopped);
    let filled = table.fill(0..levels, none, &allowance, |level, _, digest| {
        budget.note(level as u64 + 1, levels as u64);
        digests.push(digest);
        Ok(())
    });
    let margin = filled.map_err(no_table)?.margin.unwrap_or(0);
    let (cost, memory) = (table.cost(), table.bytes());
    let kind = ProofKind::Recompute;
    Ok(Found {
        margin,
        written: (quiet::write(&order, &digests, form), levels as u64, positions),
        unordered: Unordered { kind, symmetries, cost, memory },
    })
}

/// The edges left in an order: those that lead, then the others as they are numbered.
fn order(board: &Edges, position: &EdgePosition, lead: &[usize], level: u64) -> EdgeOrder {
    let others = board.left(position).filter(|edge| !lead.contains(edge));
    let edges = lead.iter().copied().chain(others).collect();
    EdgeOrder { edges, lead: lead.len(), level }
}

/// Edges that may lead: none, or those that the symmetries exchange among themselves, as far as they have few copies.
fn leads(board: &Edges, position: &EdgePosition, symmetries: &[Vec<u16>]) -> Vec<Vec<usize>> {
    let entries: Vec<Vec<u16>> = symmetries.iter().map(|to| board.entries(to)).collect();
    let orbit = |edge: usize| {
        let images = entries.iter().map(|to| usize::from(to[edge]));
        let mut orbit: Vec<usize> = images.chain([edge]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    };
    let copies =
        |orbit: &Vec<usize>| orbit.iter().map(|&edge| usize::from(position[edge])).sum::<usize>();
    let mut leads: Vec<Vec<usize>> = board.left(position).map(orbit).collect();
    leads.retain(|orbit| orbit.len() > 1 && copies(orbit) <= MOST_LEADING);
    leads.push(Vec::new());
    leads.sort_unstable();
    leads.dedup();
    leads
}
