//! What searches have proved, kept in a file, so that a long search can be stopped and continued.
//!
//! A proof search knows nothing but its tables, and each entry of a table is true by itself: in this position the
//! attacker succeeds, or fails, within a number of plies. So a search that begins with the tables of another one has
//! all its results, whenever the tables were copied.
//!
//! The state (`kit/state_file.rs`) is the number of tables (8); for each its name (length, text) and its entries in lists, each the
//! number of entries (8) and the entries ([`proof::ENTRY_BYTES`] each), the last list being empty. What took fewer than
//! `WORTH_KEEPING` positions is found again sooner than read, and left out.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use outplay_rules::sets::{Hops, SetBoard, SetFamily};

use super::search::proof::{self, ProofTable};
use crate::kit::state_file::{Checksum, StateError, StateReader, StateWriter};
use crate::limits::Budget;

/// The tables of the searches at one question, by name; clones share them.
#[derive(Clone, Default)]
pub struct SavedProofs(Arc<Mutex<BTreeMap<String, ProofTable>>>);

/// What it is the state of.
const PROOFS: &str = "the searches of a positional game";

/// More tables than this no solver has.
const MOST_TABLES: usize = 64;

/// This many entries are written at a time.
const LIST: usize = 1 << 16;

/// Entries that took fewer positions are not saved; in tests all are.
const WORTH_KEEPING: u64 = if cfg!(test) { 1 } else { 8 };

impl SavedProofs {
    /// The table of a name; it is empty if there was none.
    pub fn table(&self, name: &str) -> ProofTable {
        self.lock().entry(name.to_string()).or_default().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, ProofTable>> {
        // Nothing panics while holding it; if it did, the tables would still be valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all tables, for [`SavedProofs::load`] to resume. Searches may use them meanwhile.
    pub fn save(&self, question: &str, to: &mut impl Write) -> io::Result<()> {
        let tables: Vec<(String, ProofTable)> =
            self.lock().iter().map(|(name, table)| (name.clone(), table.clone())).collect();
        let mut to = StateWriter::begin(to, PROOFS, question)?;
        to.put_number(tables.len())?;
        for (name, table) in tables {
            to.put_text(&name)?;
            let table = table.current();
            let mut entries = proof::saved(&table, WORTH_KEEPING);
            loop {
                let list: Vec<u8> = entries.by_ref().take(LIST).flatten().collect();
                to.put_number(list.len() / proof::ENTRY_BYTES)?;
                to.put(&list)?;
                if list.is_empty() {
                    break;
                }
            }
        }
        to.end()
    }

    /// Reads the tables of a question. If the memory does not hold them all, the cheapest are forgotten.
    pub fn load(
        question: &str,
        from: &mut impl Read,
        budget: &mut Budget,
    ) -> Result<Self, StateError> {
        let (mut from, _, found) = StateReader::begin(from, &[PROOFS])?;
        if found != question {
            return Err(StateError::Question { found, asked: question.to_string() });
        }
        let count = from.take_number()?;
        if count > MOST_TABLES {
            return Err(StateError::Damaged("it has more tables than there are questions"));
        }
        let saved_proofs = SavedProofs::default();
        for _ in 0..count {
            let mut table = saved_proofs.table(&from.take_text()?);
            while take_list(&mut from, &mut table, budget)? {}
        }
        from.end()?;
        Ok(saved_proofs)
    }
}

/// Reads a list of entries; says whether another follows.
fn take_list<R: Read>(
    from: &mut StateReader<R>,
    table: &mut ProofTable,
    budget: &mut Budget,
) -> Result<bool, StateError> {
    // One by one: a wrong number of entries must not ask for room.
    let count = from.take_number()?;
    for _ in 0..count {
        if !proof::take_up(table, &from.take()?, budget) {
            return Err(StateError::Damaged("invalid entry"));
        }
    }
    Ok(count > 0)
}

/// A sum of all that a board is, since the name of a board in a file says nothing of what is in it.
pub fn board_sum(board: &SetBoard) -> u64 {
    let mut sum = Checksum::new();
    add_number(&mut sum, board.point_count());
    add_family(&mut sum, board.first_sets());
    add_family(&mut sum, board.second_sets());
    if let Hops::Between(pairs) = board.hops() {
        pairs.iter().for_each(|set| add_list(&mut sum, set.iter()));
    }
    sum.0
}

fn add_number(sum: &mut Checksum, number: usize) {
    sum.add(&(number as u64).to_le_bytes());
}

fn add_list(sum: &mut Checksum, list: impl Iterator<Item = usize>) {
    let list: Vec<usize> = list.collect();
    add_number(sum, list.len());
    list.into_iter().for_each(|point| add_number(sum, point));
}

fn add_family(sum: &mut Checksum, family: &SetFamily) {
    match family {
        SetFamily::Listed(sets) => {
            add_number(sum, sets.len());
            sets.iter().for_each(|set| add_list(sum, set.iter()));
        }
        SetFamily::Nested { outer, inner, island, islands } => {
            add_number(sum, usize::MAX);
            [*island, *islands].into_iter().for_each(|number| add_number(sum, number));
            add_family(sum, outer);
            add_family(sum, inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::nested_search::{HopGoal, NestedSearch};
    use super::super::search::canonical::HopCanonicalForms;
    use super::super::search::hop::{self, HopSearch};
    use super::super::search::masks;
    use super::super::search::placing::{PlacingSearch, PlacingState};
    use super::super::search::symmetry::Symmetries;
    use super::*;
    use crate::kit::halt::Halt;
    use crate::limits::Limits;
    use outplay_rules::board::{Board, BoardName};
    use outplay_rules::games::hop::HopGame;
    use outplay_rules::rules::Rules;

    fn saved(saved_proofs: &SavedProofs) -> Vec<u8> {
        let mut bytes = Vec::new();
        saved_proofs.save("a question", &mut bytes).unwrap();
        bytes
    }

    fn loaded(bytes: &[u8]) -> Result<SavedProofs, StateError> {
        SavedProofs::load("a question", &mut &*bytes, &mut Budget::unlimited())
    }

    fn board(name: &str) -> SetBoard {
        match name.parse::<BoardName>().unwrap().build().unwrap() {
            Board::Sets(board) => board,
            _ => unreachable!(),
        }
    }

    /// Four in a row on a board of 4 by 5, both players, with what is known of it.
    fn lattice(saved_proofs: &SavedProofs) -> (PlacingSearch, PlacingState) {
        let board = board("lattice:4x5,4");
        let (sets, symmetries) = (masks(board.first_sets()).unwrap(), Symmetries::of(&board));
        let search = PlacingSearch::new(sets.clone(), sets, [1, 1], symmetries, 1);
        let state = PlacingState { stones: [0, 0], free: (1 << 20) - 1, mover: 0, left: 1 };
        (search.knowing(saved_proofs.table("lattice")), state)
    }

    type Answer = Result<Option<bool>, Halt>;

    /// Asks for 1, 2, 3, … plies with this many positions at a time, each time with tables that come from a file.
    /// Returns the answers, how often it was resumed, and the positions of the last session.
    fn in_goes(
        ask: &dyn Fn(&SavedProofs, u32, u64, &mut Budget) -> Answer,
        plies: u32,
        most: u64,
    ) -> (Vec<Option<bool>>, usize, u64) {
        let (mut saved_proofs, mut goes, mut answers) = (SavedProofs::default(), 0, Vec::new());
        loop {
            let mut budget = Budget::unlimited();
            answers.clear();
            let stopped = (1..=plies).any(|plies| {
                let left = most.saturating_sub(budget.progress().positions);
                let answer = ask(&saved_proofs, plies, left, &mut budget);
                answers.extend(answer.ok());
                answer.is_err()
            });
            if !stopped {
                return (answers, goes, budget.progress().positions);
            }
            goes += 1;
            assert!(goes < 10_000, "it does not get on");
            saved_proofs = loaded(&saved(&saved_proofs)).unwrap();
        }
    }

    /// Stopped and continued it finds the same, and the last go alone is less work than the whole in one.
    fn stopped_and_continued(
        ask: &dyn Fn(&SavedProofs, u32, u64, &mut Budget) -> Answer,
        plies: u32,
    ) {
        let (expected, goes, whole) = in_goes(ask, plies, u64::MAX / 2);
        assert_eq!(goes, 0);
        assert!(whole > 400, "{whole} positions are too few for a test");
        for parts in [2, 5] {
            let (answers, goes, last) = in_goes(ask, plies, whole / parts);
            let yes =
                |list: &[Option<bool>]| list.iter().map(|a| *a == Some(true)).collect::<Vec<_>>();
            assert_eq!(yes(&answers), yes(&expected));
            assert!(goes > 0 && last <= whole / parts, "{goes} goes, the last {last} of {whole}");
        }
    }

    #[test]
    fn searches_are_continued() {
        let placing = |saved_proofs: &SavedProofs, plies, most, budget: &mut Budget| {
            let (mut search, state) = lattice(saved_proofs);
            search.stop_after(most);
            search.within(state, plies, budget)
        };
        stopped_and_continued(&placing, 20);
        let plane = board("ag:2,4");
        let (sets, symmetries) = (masks(plane.first_sets()).unwrap(), Symmetries::of(&plane));
        let hopping = |saved_proofs: &SavedProofs, plies, most, budget: &mut Budget| {
            let (own, other) = (sets.clone(), sets.clone());
            let canonical_forms = HopCanonicalForms::Few(symmetries.clone());
            let search = HopSearch::new(16, own, other, None, false, canonical_forms, 1);
            let mut search = search.knowing(saved_proofs.table("hop"));
            search.stop_after(most);
            search.within(hop::HopState { pieces: [1, 0], mover: 0 }, plies, budget)
        };
        stopped_and_continued(&hopping, 13);
        let game = HopGame::new(board("[pg:2,2 : ag:2,2]"), 0).unwrap();
        let islands = |saved_proofs: &SavedProofs, plies, most, budget: &mut Budget| {
            let mut search = NestedSearch::new(&game, 1, saved_proofs).unwrap();
            search.stop_after(most);
            let question = HopGoal { attacker: 0, tie: false };
            search.within(question, &game.start(), plies, budget)
        };
        stopped_and_continued(&islands, 13);
    }

    fn some() -> SavedProofs {
        let saved_proofs = SavedProofs::default();
        let (mut search, state) = lattice(&saved_proofs);
        search.within(state, 13, &mut Budget::unlimited()).unwrap();
        saved_proofs.table("another");
        saved_proofs
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = saved(&some());
        assert!(good.len() > 20 * proof::ENTRY_BYTES);
        assert_eq!(saved(&loaded(&good).unwrap()).len(), good.len());
        for at in (0..200).chain((200..good.len()).step_by(7)).chain(good.len() - 8..good.len()) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(loaded(&bad).is_err(), "byte {at} changed");
            assert!(loaded(&good[..at]).is_err(), "cut at {at}");
        }
        let longer = [good.clone(), vec![0]].concat();
        assert!(matches!(loaded(&longer), Err(StateError::Damaged(_))));
    }

    #[test]
    fn files_of_something_else_are_refused() {
        let good = saved(&some());
        let other = SavedProofs::load("another", &mut good.as_slice(), &mut Budget::unlimited());
        assert!(matches!(other, Err(StateError::Question { found, .. }) if found == "a question"));
        assert!(matches!(loaded(b"outplay heaps 1\n, and so on"), Err(StateError::NotAState)));
        let mut heaps = Vec::new();
        crate::heaps::Engine::new("0.77".parse().unwrap()).save(&mut heaps).unwrap();
        assert!(matches!(loaded(&heaps), Err(StateError::Kind { .. })));
        // An entry with a right sum that says yes and no at once.
        let tables = SavedProofs::default();
        let (key, both) = (proof::key([1, 2], 0), proof::Proof { refuted: 3, proved: 3, best: 0 });
        tables.table("wrong").put(&key, both, 1, &mut Budget::unlimited());
        assert!(matches!(loaded(&saved(&tables)), Err(StateError::Damaged(_))));
    }

    #[test]
    fn a_state_takes_no_more_memory_than_there_is() {
        let bytes = saved(&some());
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let saved_proofs =
            SavedProofs::load("a question", &mut bytes.as_slice(), &mut budget).unwrap();
        assert!(budget.progress().memory <= 100);
        assert!(saved(&saved_proofs).len() <= bytes.len());
    }

    #[test]
    fn boards_are_told_apart_by_their_sets() {
        let sum = |name: &str| board_sum(&board(name));
        let names = [
            "sets:1-2,3",
            "sets:1-2-3",
            "sets:1-3,2",
            "[sets:1-2 : sets:1,2]",
            "[sets:1,2 : sets:1-2]",
        ];
        for (i, a) in names.iter().enumerate() {
            assert!(names[..i].iter().all(|b| sum(a) != sum(b)), "{a}");
            assert_eq!(sum(a), sum(a));
        }
        let board = board("sets:1-2,3");
        let second = board.clone().with_second_sets([vec![0]]).unwrap();
        let hops = board.clone().with_hops([(0, 1)]).unwrap();
        assert_ne!(board_sum(&second), board_sum(&board));
        assert_ne!(board_sum(&hops), board_sum(&board));
    }
}
