//! Connected components up to isomorphism, each with a number, and the moves from each to the next.
//!
//! A component is looked up by its place on the board first, which is turned to the least of its images under the
//! symmetries of the board and on a grid slid to the corner; on a miss by [`super::isomorphism`], which is exact. So isomorphic components share one
//! number, and a position is a multiset of numbers. The moves of a component are worked out when they are first asked
//! for: what a removal earns and which components it leaves. Moves that earn the same and leave the same are one.
//!
//! The [`Store`] is shared by threads; each has its own [`Components`], with what it needs often close at hand.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use smallvec::SmallVec;

use super::host::{Host, Place};
use super::isomorphism::{Form, Names, Small};
use super::sliding::Sliding;
use super::turning::Turning;

/// The number of a component. 0 stands for none.
pub type Id = u32;

/// A single edge between two vertices.
pub const SINGLE_EDGE: Id = 1;
/// A vertex with one loop.
pub const SINGLE_LOOP: Id = 2;
const FIRST_FREE: usize = 3;

/// Numbers have to fit into the keys of positions beside a multiplicity.
const MOST_IDS: usize = 1 << 26;

/// A move in a component: what it earns and the up to two components that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(u32, u32);

const EARNED: u32 = 30;

impl Turn {
    fn new(earned: u32, mut parts: [Id; 2]) -> Self {
        parts.sort_unstable();
        Turn(parts[1] | earned << EARNED, parts[0])
    }

    /// The vertices that it frees.
    pub fn earned(self) -> u32 {
        self.0 >> EARNED
    }

    /// The components that it leaves; 0 for none.
    pub fn parts(self) -> [Id; 2] {
        [self.0 & ((1 << EARNED) - 1), self.1]
    }
}

/// Moves of a component.
pub type Turns = SmallVec<[Turn; 24]>;

/// Which moves: those that free a vertex come first, and often no other is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves that free a vertex.
    Scoring,
    /// The others, except those that share a vertex with a move to a leaf.
    Quiet,
}

/// What a search needs to know of a component again and again.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The number of its vertices.
    pub vertices: u8,
    /// How many of them one removal frees.
    pub leaves: u8,
    /// The player to move loses by this at least, if mirroring shows it.
    pub mirror: Option<u8>,
    /// Whether the number of its edges is odd.
    pub odd: bool,
}

#[derive(Debug)]
struct Entry<const W: usize> {
    /// Where one of its kind lies on the board.
    place: Place<W>,
    facts: Facts,
    form: Box<[(u8, u8, u8)]>,
    /// The next component that looks alike to refinement; 0 for none.
    alike: Id,
    turns: [Option<Box<[Turn]>>; 2],
}

/// All components met so far.
#[derive(Debug, Default)]
struct Known<const W: usize> {
    entries: Vec<Entry<W>>,
    by_number: HashMap<u64, Id, foldhash::fast::RandomState>,
    heap_bytes: usize,
}

/// The components of a board, shared by threads.
#[derive(Debug)]
pub struct Store<const W: usize> {
    host: Host<W>,
    turning: Turning<W>,
    sliding: Option<Sliding<W>>,
    known: RwLock<Known<W>>,
}

impl<const W: usize> Store<W> {
    /// No components but the single edge and the single loop.
    pub fn new(host: Host<W>, turning: Turning<W>, sliding: Option<Sliding<W>>) -> Self {
        let entry = |vertices| Entry {
            place: Place::EMPTY,
            facts: Facts { vertices, leaves: vertices, mirror: None, odd: true },
            form: Box::new([]),
            alike: 0,
            turns: [Some(Box::new([Turn::new(vertices as u32, [0, 0])])), Some(Box::new([]))],
        };
        let known = Known { entries: vec![entry(0), entry(2), entry(1)], ..Known::default() };
        Store { host, turning, sliding, known: RwLock::new(known) }
    }

    /// The board.
    pub fn host(&self) -> &Host<W> {
        &self.host
    }

    fn read(&self) -> RwLockReadGuard<'_, Known<W>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known<W>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// About the bytes that the components take.
    pub fn bytes(&self) -> usize {
        let known = self.read();
        let each = size_of::<Entry<W>>() + 2 * (size_of::<(u64, Id)>() + 1);
        known.entries.len() * each + known.heap_bytes
    }

    /// Whether there is no number left.
    pub fn is_full(&self) -> bool {
        self.read().entries.len() >= MOST_IDS
    }

    /// Forgets moves, which can be worked out anew.
    pub fn forget_turns(&self) {
        let mut known = self.write();
        for entry in known.entries.iter_mut().skip(FIRST_FREE) {
            entry.turns = [None, None];
        }
        known.heap_bytes = known.entries.iter().map(|entry| entry.form.len() * 3 + 16).sum();
    }
}

impl<const W: usize> Known<W> {
    /// The components with the same number from refinement.
    fn alike(&self, number: u64) -> impl Iterator<Item = (Id, &Entry<W>)> {
        let entry = |id: Id| (id != 0).then(|| (id, &self.entries[id as usize]));
        let first = self.by_number.get(&number).and_then(|&id| entry(id));
        std::iter::successors(first, move |(_, found)| entry(found.alike))
    }

    fn insert(&mut self, number: u64, mut entry: Entry<W>) -> Id {
        let id = self.entries.len() as Id;
        entry.alike = self.by_number.insert(number, id).unwrap_or(0);
        self.heap_bytes += entry.form.len() * 3 + 16;
        self.entries.push(entry);
        id
    }
}

/// A small, forgetful table from places to numbers: what it forgets is found again by isomorphism.
#[derive(Debug)]
struct PlaceCache<const W: usize> {
    slots: Vec<(Place<W>, Id)>,
    filled: usize,
}

impl<const W: usize> PlaceCache<W> {
    const MOST: usize = 1 << 21;

    fn new() -> Self {
        PlaceCache { slots: vec![(Place::EMPTY, 0); 1 << 8], filled: 0 }
    }

    fn slot(&self, place: &Place<W>) -> usize {
        place.hash() as usize & (self.slots.len() - 1)
    }

    fn get(&self, place: &Place<W>) -> Option<Id> {
        let (there, id) = &self.slots[self.slot(place)];
        (*id != 0 && there == place).then_some(*id)
    }

    fn put(&mut self, place: Place<W>, id: Id) {
        if self.filled * 2 > self.slots.len() && self.slots.len() < Self::MOST {
            let larger = vec![(Place::EMPTY, 0); self.slots.len() * 4];
            let old = std::mem::replace(&mut self.slots, larger);
            self.filled = 0;
            old.into_iter().filter(|&(_, id)| id != 0).for_each(|(place, id)| self.put(place, id));
        }
        let slot = self.slot(&place);
        self.filled += usize::from(self.slots[slot].1 == 0);
        self.slots[slot] = (place, id);
    }
}

/// One thread's way to the components.
#[derive(Debug)]
pub struct Components<'s, const W: usize> {
    store: &'s Store<W>,
    places: PlaceCache<W>,
    slid: PlaceCache<W>,
    facts: Vec<Facts>,
    names: Names,
}

impl<'s, const W: usize> Components<'s, W> {
    /// A way to the components of a store.
    pub fn new(store: &'s Store<W>) -> Self {
        let (places, slid) = (PlaceCache::new(), PlaceCache::new());
        Components { store, places, slid, facts: Vec::new(), names: Names::default() }
    }

    /// What is known of a component.
    pub fn facts(&mut self, id: Id) -> Facts {
        if self.facts.len() <= id as usize {
            let known = self.store.read();
            self.facts.extend(known.entries[self.facts.len()..].iter().map(|entry| entry.facts));
        }
        self.facts[id as usize]
    }

    /// The number of a connected, non-empty part of the board.
    pub fn id(&mut self, place: &Place<W>) -> Id {
        let place = self.store.turning.least(place);
        if let Some(known) = self.places.get(&place) {
            return known;
        }
        let id = self.find_slid(&place);
        self.places.put(place, id);
        id
    }

    /// On a grid, components that slide to the same place are known at once.
    fn find_slid(&mut self, place: &Place<W>) -> Id {
        let Some(sliding) = &self.store.sliding else { return self.find(place) };
        let images = self.store.turning.images(place);
        let slid = images.iter().map(|image| sliding.slide(image)).min().unwrap_or(*place);
        if let Some(known) = self.slid.get(&slid) {
            return known;
        }
        let id = self.find(&slid);
        self.slid.put(slid, id);
        id
    }

    /// The numbers of the connected parts of a place.
    pub fn ids(&mut self, place: &Place<W>) -> Vec<Id> {
        let parts = self.store.host.parts(place);
        parts.iter().map(|part| self.id(part)).collect()
    }

    fn find(&mut self, place: &Place<W>) -> Id {
        let host = &self.store.host;
        let mut classes = host.classes(place);
        if let (Some(class), None) = (classes.next(), classes.next())
            && host.copies(place, class) == 1
        {
            let (u, v) = host.ends(class);
            return if u == v { SINGLE_LOOP } else { SINGLE_EDGE };
        }
        let small = Small::new(host, place, &mut self.names);
        let (number, form) = (small.number(), small.clone().form());
        if let Some(id) = self.same(&self.store.read(), number, &small, &form) {
            return id;
        }
        let facts = Facts {
            vertices: small.vertices() as u8,
            leaves: small.leaves(),
            mirror: small.mirror(),
            odd: small.edge_count() % 2 == 1,
        };
        let mut known = self.store.write();
        // Another thread may have been quicker.
        if let Some(id) = self.same(&known, number, &small, &form) {
            return id;
        }
        let form = form.into_vec().into_boxed_slice();
        known.insert(number, Entry { place: *place, facts, form, alike: 0, turns: [None, None] })
    }

    /// The component that a new one is isomorphic to: by its form, or else by trying every matching.
    fn same(&self, known: &Known<W>, number: u64, small: &Small, form: &Form) -> Option<Id> {
        let by_form = known.alike(number).find(|(_, entry)| entry.form[..] == form[..]);
        let mut names = Names::default();
        let mut matching = || {
            known.alike(number).find(|(_, entry)| {
                small.is_isomorphic(&Small::new(&self.store.host, &entry.place, &mut names))
            })
        };
        by_form.or_else(&mut matching).map(|(id, _)| id)
    }

    /// The moves of a component.
    pub fn turns(&mut self, id: Id, stage: Stage) -> Turns {
        let place = {
            let known = self.store.read();
            let entry = &known.entries[id as usize];
            if let Some(turns) = &entry.turns[stage as usize] {
                return Turns::from_slice(turns);
            }
            entry.place
        };
        let turns = self.work_out(&place, stage);
        let mut known = self.store.write();
        known.heap_bytes += size_of_val(&turns[..]) + 16;
        known.entries[id as usize].turns[stage as usize] = Some(turns.to_vec().into_boxed_slice());
        turns
    }

    fn work_out(&mut self, place: &Place<W>, stage: Stage) -> Turns {
        let host = &self.store.host;
        let mut turns = Turns::new();
        for class in host.classes(place) {
            let (u, v) = host.ends(class);
            let scores = u != v && is_leaf(host, place, u) | is_leaf(host, place, v);
            let wanted = match stage {
                Stage::Scoring => scores,
                Stage::Quiet => !scores && ![u, v].iter().any(|&w| has_leaf(host, place, w)),
            };
            if wanted {
                turns.push(self.turn(place, class));
            }
        }
        turns.sort_unstable_by(|a, b| b.cmp(a));
        turns.dedup();
        turns
    }

    fn turn(&mut self, place: &Place<W>, class: usize) -> Turn {
        let host = &self.store.host;
        let (u, v) = host.ends(class);
        let next = host.without(place, class);
        if host.copies(place, class) > 1 || u == v {
            return Turn::new(0, [self.id(&next), 0]);
        }
        let free = [u, v].map(|w| host.left_at(&next, w).is_empty());
        match free {
            [true, true] => Turn::new(2, [0, 0]),
            [false, false] => {
                let part = host.part_of(&next, u);
                let rest = next.minus(&part);
                let first = self.id(&part);
                let second = if rest.is_empty() { 0 } else { self.id(&rest) };
                Turn::new(0, [first, second])
            }
            _ => Turn::new(1, [self.id(&next), 0]),
        }
    }
}

/// Whether a vertex has one edge, and that is no loop: a vertex with a single loop is a component of its own.
fn is_leaf<const W: usize>(host: &Host<W>, place: &Place<W>, vertex: usize) -> bool {
    host.weight(place, vertex) == 1
}

/// Whether a vertex is next to a leaf.
fn has_leaf<const W: usize>(host: &Host<W>, place: &Place<W>, vertex: usize) -> bool {
    let here = host.left_at(place, vertex);
    host.classes(&here).any(|class| {
        let (a, b) = host.ends(class);
        a != b && is_leaf(host, place, if a == vertex { b } else { a })
    })
}
