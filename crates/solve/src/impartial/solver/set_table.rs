//! The table of all connected sets of a component, and how long a search may go on before it is filled.

use super::ALONE;
use crate::impartial::Convention;
use crate::impartial::connected_sets::ConnectedSetTable;
use crate::impartial::host::Host;
use crate::kit::bits::Mask;
use crate::kit::portfolio::{Attempt, Fit, MethodFilter};
use crate::limits::{Budget, Limited};

/// What it is called among methods, and what it is.
pub const CONNECTED_SET_TABLE: [&str; 2] = [
    "connected-set-table",
    "a table of all connected sets, for games whose moves never split a component",
];

/// A table that is laid out when it may be of use, and filled when a search takes long.
pub struct SetTable {
    convention: Convention,
    table: Option<ConnectedSetTable>,
    /// How many positions a search may look at before the table is thought of; none if there cannot be one.
    pub patience: Option<u64>,
    /// How many threads fill it.
    threads: usize,
}

impl SetTable {
    /// A table that is not laid out yet.
    pub fn new<M: Mask>(host: &Host<M>, convention: Convention, threads: usize) -> Self {
        let patience = Some(ALONE).filter(|_| !host.can_split());
        SetTable { convention, table: None, patience, threads }
    }

    /// Whether it holds something.
    pub fn is_begun(&self) -> bool {
        self.table.as_ref().is_some_and(ConnectedSetTable::is_begun)
    }

    /// Whether it may be of use, but a search may be sooner.
    pub fn can_wait(&self, choice: &MethodFilter) -> bool {
        self.patience.is_some() && !self.is_begun() && choice.allows(CONNECTED_SET_TABLE[0])
    }

    /// The table, if it is laid out.
    pub fn table(&self) -> Option<&ConnectedSetTable> {
        self.table.as_ref()
    }

    /// Lays it out. How long a search may go on before it is filled; none if this many bytes are not enough for it, and then it is not
    /// tried again.
    pub fn lay_out<M: Mask>(&mut self, host: &Host<M>, room: u64) -> Option<u64> {
        if self.table.is_none() {
            self.table = ConnectedSetTable::new(host, self.convention);
        }
        let fitting = self.table.as_ref().filter(|table| table.bytes() <= room);
        let patience = fitting.map(ConnectedSetTable::patience);
        if patience.is_none() {
            self.patience = None;
        }
        patience
    }

    /// Fills it as far as an answer takes. If that is not far enough, it is not tried again.
    pub fn fill<A>(
        &mut self,
        budget: &mut Budget,
        answer: impl Fn(&ConnectedSetTable) -> Option<A>,
    ) -> Limited<Attempt<A>> {
        while let Some(table) = &mut self.table
            && table.fill(self.threads, budget)?
        {
            if let Some(answer) = answer(table) {
                return Ok(Attempt::Answer(answer, None));
            }
        }
        self.patience = None;
        Ok(Attempt::GaveUp)
    }

    /// Gives back what it holds and its memory. It is filled again when it is needed.
    pub fn forget(&mut self, budget: &mut Budget) {
        if let Some(table) = self.table.take_if(|table| table.is_begun()) {
            budget.release(table.held() as usize);
            self.patience = Some(ALONE);
        }
    }

    /// With how many bytes of memory it would help, if there was not enough.
    pub fn memory_wanted(&self) -> Option<u64> {
        self.table.as_ref().filter(|_| self.patience.is_none()).map(ConnectedSetTable::bytes)
    }

    /// Whether it fits into so much memory.
    pub fn fit<M: Mask>(&self, host: &Host<M>, room: u64) -> Fit {
        match ConnectedSetTable::new(host, self.convention) {
            _ if host.can_split() => Fit::No("a move can split a component"),
            None => Fit::No("the board is too large"),
            Some(table) if table.bytes() > room => Fit::No("the memory limit is too low"),
            Some(table) => Fit::Memory(table.bytes()),
        }
    }
}
