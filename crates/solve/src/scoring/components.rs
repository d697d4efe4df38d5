//! Connected components up to isomorphism, each with a number, and the moves from each to the next.
//!
//! A component is looked up first by its set of edges on the board, in the least of its images under the symmetries of
//! the board, and if that fails by [`super::isomorphism`], which is exact. So isomorphic components share one
//! number, and a position is a multiset of numbers. Only *cores* have numbers, components without leaves: leaves come off
//! as single loops, and so do trees and double edges (Theorems U6 to U8 of `docs/theory-scoring.md`). The moves of a component are worked out when they
//! are first asked for, one for each chain: which cores it leaves and what comes off. Moves that leave the same are one.
//!
//! The [`Store`] is shared by threads; each has its own [`Components`], with what it needs often close at hand.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use smallvec::SmallVec;

use super::host::{EdgeHost, mixed};
use super::isomorphism::{Form, NamedEdge, Names, Small};
use crate::kit::bits::{Mask, Words};
use crate::kit::symmetry::Automorphisms;
use crate::limits::{Budget, Stopped};

/// The number of a component. 0 stands for none.
pub type Id = u32;

const FIRST_FREE: usize = 1;

/// Numbers have to fit into the keys of positions beside a multiplicity.
const MOST_IDS: usize = 1 << 26;

/// A move in a core: the up to two cores that it leaves, and what comes off them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CoreMove(u32, u32);

const LOOP: u32 = 26;
const GIFTS: u32 = 27;

impl CoreMove {
    fn new(cores: [Core; 2]) -> Self {
        let (a, b) = (cores[0].id.max(cores[1].id), cores[0].id.min(cores[1].id));
        let loops = (cores[0].loops + cores[1].loops) % 2;
        let gifts = cores[0].gifts + cores[1].gifts;
        CoreMove(a | loops << LOOP | gifts << GIFTS, b)
    }

    /// The cores that it leaves; 0 for none.
    pub fn parts(self) -> [Id; 2] {
        [self.0 & (MOST_IDS as u32 - 1), self.1]
    }

    /// Whether a single loop is left over.
    pub fn has_loop(self) -> bool {
        self.0 >> LOOP & 1 == 1
    }

    /// What it gives away in paths of three and double edges.
    pub fn gifts(self) -> u32 {
        self.0 >> GIFTS
    }
}

/// Moves of a component.
pub type CoreMoves = SmallVec<[CoreMove; 24]>;

/// What a connected position reduces to (`docs/theory-scoring.md`, Theorems U6 to U8): its core, and what came off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// The number of the core; 0 for none.
    pub id: Id,
    /// The single loops that stand for leaves.
    pub loops: u32,
    /// What it costs the player who has to move when nothing else is left: 1 for a path of three vertices, 2 for a
    /// double edge.
    pub gifts: u32,
    /// Whether it is a single edge.
    pub is_edge: bool,
}

/// What a search needs to know of a component again and again.
#[derive(Clone, Copy, Debug)]
pub struct ComponentFacts {
    /// The number of its vertices.
    pub vertices: u16,
    /// The player to move loses by this at least, if mirroring shows it.
    pub mirror: Option<u16>,
    /// Whether the number of its edges is odd.
    pub odd: bool,
    /// Whether it has no loops and no parallel edges.
    pub simple: bool,
}

#[derive(Debug)]
struct Entry<const W: usize> {
    /// Where one of its kind lies on the board.
    place: Words<W>,
    facts: ComponentFacts,
    form: Box<[NamedEdge]>,
    /// The next component that looks alike to refinement; 0 for none.
    alike: Id,
    turns: Option<Box<[CoreMove]>>,
}

/// All components met so far.
#[derive(Debug, Default)]
struct KnownComponents<const W: usize> {
    entries: Vec<Entry<W>>,
    by_number: HashMap<u64, Id, foldhash::fast::RandomState>,
    heap_bytes: usize,
}

/// The components of a board, shared by threads.
#[derive(Debug)]
pub struct Store<const W: usize> {
    host: EdgeHost<W>,
    automorphisms: Automorphisms<Words<W>>,
    known: RwLock<KnownComponents<W>>,
}

impl<const W: usize> Store<W> {
    /// No components yet but the empty one.
    pub fn new(host: EdgeHost<W>, automorphisms: Automorphisms<Words<W>>) -> Self {
        let nothing = Entry {
            place: Words::EMPTY,
            facts: ComponentFacts { vertices: 0, mirror: None, odd: false, simple: true },
            form: Box::new([]),
            alike: 0,
            turns: None,
        };
        let known = KnownComponents { entries: vec![nothing], ..KnownComponents::default() };
        Store { host, automorphisms, known: RwLock::new(known) }
    }

    /// The board.
    pub fn host(&self) -> &EdgeHost<W> {
        &self.host
    }

    fn read(&self) -> RwLockReadGuard<'_, KnownComponents<W>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, KnownComponents<W>> {
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

    /// Discards moves, which can be computed again.
    pub fn forget_turns(&self) {
        let mut known = self.write();
        for entry in known.entries.iter_mut().skip(FIRST_FREE) {
            entry.turns = None;
        }
        known.heap_bytes =
            known.entries.iter().map(|entry| size_of_val(&entry.form[..]) + 16).sum();
    }
}

impl<const W: usize> KnownComponents<W> {
    /// The components with the same number from refinement.
    fn alike(&self, number: u64) -> impl Iterator<Item = (Id, &Entry<W>)> {
        let entry = |id: Id| (id != 0).then(|| (id, &self.entries[id as usize]));
        let first = self.by_number.get(&number).and_then(|&id| entry(id));
        std::iter::successors(first, move |(_, found)| entry(found.alike))
    }

    fn insert(&mut self, number: u64, mut entry: Entry<W>) -> Id {
        let id = self.entries.len() as Id;
        entry.alike = self.by_number.insert(number, id).unwrap_or(0);
        self.heap_bytes += size_of_val(&entry.form[..]) + 16;
        self.entries.push(entry);
        id
    }
}

/// A small, forgetful table from places to numbers: what it forgets is found again by isomorphism.
#[derive(Debug)]
struct PlaceCache<const W: usize> {
    slots: Vec<(Words<W>, Id)>,
    filled: usize,
    most_slots: usize,
}

impl<const W: usize> PlaceCache<W> {
    /// More bytes would not make it faster.
    const MOST_BYTES: usize = 64 << 20;

    fn new(bytes: usize) -> Self {
        let most_slots = bytes.min(Self::MOST_BYTES) / size_of::<(Words<W>, Id)>();
        PlaceCache { slots: vec![(Words::EMPTY, 0); 1 << 8], filled: 0, most_slots }
    }

    fn slot(&self, place: &Words<W>) -> usize {
        mixed(place) as usize & (self.slots.len() - 1)
    }

    fn get(&self, place: &Words<W>) -> Option<Id> {
        let (there, id) = &self.slots[self.slot(place)];
        (*id != 0 && there == place).then_some(*id)
    }

    fn put(&mut self, place: Words<W>, id: Id) {
        if self.filled * 2 > self.slots.len() && self.slots.len() * 4 <= self.most_slots {
            let larger = vec![(Words::EMPTY, 0); self.slots.len() * 4];
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
    facts: Vec<ComponentFacts>,
    names: Names,
}

/// What is left by a move in a larger component takes so long to name that the clock is looked at before each.
const SMALL: usize = 100;

impl<'s, const W: usize> Components<'s, W> {
    /// A way to the components of a store, with this many bytes for what it needs often.
    pub fn new(store: &'s Store<W>, bytes: usize) -> Self {
        let (places, names) = (PlaceCache::new(bytes), Names::default());
        Components { store, places, facts: Vec::new(), names }
    }

    /// What is known of a component.
    pub fn facts(&mut self, id: Id) -> ComponentFacts {
        if self.facts.len() <= id as usize {
            let known = self.store.read();
            self.facts.extend(known.entries[self.facts.len()..].iter().map(|entry| entry.facts));
        }
        self.facts[id as usize]
    }

    /// The number of a core on the board.
    fn id(&mut self, place: &Words<W>) -> Id {
        let place = self.store.automorphisms.canonical(*place);
        if let Some(known) = self.places.get(&place) {
            return known;
        }
        let id = self.find(&place);
        self.places.put(place, id);
        id
    }

    /// What the connected parts of a place reduce to.
    pub fn cores(&mut self, place: &Words<W>) -> Vec<Core> {
        let parts = self.store.host.parts(place);
        let every: Vec<usize> = (0..self.store.host.vertex_count()).collect();
        parts.iter().map(|part| self.core(part, &every)).collect()
    }

    /// What a connected part of the board reduces to, if no vertex but those of `ends` can be a leaf.
    fn core(&mut self, place: &Words<W>, ends: &[usize]) -> Core {
        let host = &self.store.host;
        let (rest, loops) = strip(host, place, ends);
        let mut core = Core { loops, ..Core::default() };
        let mut classes = host.classes(&rest);
        let (first, second) = (classes.next(), classes.next());
        let is_loop = first.is_some_and(|class| host.ends(class).0 == host.ends(class).1);
        match rest.count() {
            1 if is_loop => core.loops += 1,
            1 => core.is_edge = true,
            2 if second.is_none() && !is_loop => core.gifts = 2,
            2 if second.is_some() => core.gifts = 1,
            _ => core.id = self.id(&rest),
        }
        core
    }

    fn find(&mut self, place: &Words<W>) -> Id {
        let host = &self.store.host;
        let small = Small::smooth(host, place, &mut self.names);
        let (number, form) = (small.number(), small.clone().form());
        if let Some(id) = self.same(&self.store.read(), number, &small, &form) {
            return id;
        }
        let facts = ComponentFacts {
            vertices: small.vertices() as u16,
            mirror: small.mirror(),
            odd: small.edge_count() % 2 == 1,
            simple: small.is_simple(),
        };
        let mut known = self.store.write();
        // Another thread may have been quicker.
        if let Some(id) = self.same(&known, number, &small, &form) {
            return id;
        }
        let form = form.into_vec().into_boxed_slice();
        known.insert(number, Entry { place: *place, facts, form, alike: 0, turns: None })
    }

    /// The component that a new one is isomorphic to: by its form, or else by trying every matching.
    fn same(
        &self,
        known: &KnownComponents<W>,
        number: u64,
        small: &Small,
        form: &Form,
    ) -> Option<Id> {
        let by_form = known.alike(number).find(|(_, entry)| entry.form[..] == form[..]);
        let mut names = Names::default();
        let mut matching = || {
            known.alike(number).find(|(_, entry)| {
                small.is_isomorphic(&Small::smooth(&self.store.host, &entry.place, &mut names))
            })
        };
        by_form.or_else(&mut matching).map(|(id, _)| id)
    }

    /// The moves of a component.
    pub fn turns(&mut self, id: Id, budget: &mut Budget) -> Result<CoreMoves, Stopped> {
        let place = {
            let known = self.store.read();
            let entry = &known.entries[id as usize];
            if let Some(turns) = &entry.turns {
                return Ok(CoreMoves::from_slice(turns));
            }
            entry.place
        };
        let turns = self.work_out(&place, budget)?;
        let mut known = self.store.write();
        known.heap_bytes += size_of_val(&turns[..]) + 16;
        known.entries[id as usize].turns = Some(turns.to_vec().into_boxed_slice());
        Ok(turns)
    }

    /// One move for each chain of a core: all its edges are worth the same.
    fn work_out(&mut self, place: &Words<W>, budget: &mut Budget) -> Result<CoreMoves, Stopped> {
        let host = &self.store.host;
        let mut turns = CoreMoves::new();
        let mut left = *place;
        let is_large = place.count() > SMALL;
        while let Some(class) = host.classes(&left).next() {
            if is_large {
                budget.check()?;
            }
            left = left.minus(chain(host, place, class));
            turns.push(self.turn(place, class));
        }
        turns.sort_unstable_by(|a, b| b.cmp(a));
        turns.dedup();
        Ok(turns)
    }

    fn turn(&mut self, place: &Words<W>, class: usize) -> CoreMove {
        let host = &self.store.host;
        let (u, v) = host.ends(class);
        let next = host.without(place, class);
        let part = host.part_of(&next, u);
        let rest = next.minus(part);
        let first = self.core(&part, &[u, v]);
        let second = if rest.is_empty() { Core::default() } else { self.core(&rest, &[u, v]) };
        CoreMove::new([first, second])
    }
}

/// A connected part of the board without its leaves, as far as they come off (Theorem U7), and their number. Only the
/// vertices given may be leaves.
fn strip<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, ends: &[usize]) -> (Words<W>, u32) {
    let mut rest = *place;
    let mut loops = 0;
    for &end in ends {
        let mut vertex = end;
        while let Some(class) = only_edge(host, &rest, vertex) {
            let (u, v) = host.ends(class);
            let without = host.without(&rest, class);
            // A single edge and a path of three keep their leaves.
            if u == v || without.is_empty() || is_edge(host, &without) {
                break;
            }
            rest = without;
            loops += 1;
            vertex = if u == vertex { v } else { u };
        }
    }
    (rest, loops)
}

/// The class of the edge at a vertex that has no other.
fn only_edge<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, vertex: usize) -> Option<usize> {
    let here = host.left_at(place, vertex);
    if here.count() == 1 { host.classes(&here).next() } else { None }
}

/// Whether nothing is left but an edge between two vertices.
fn is_edge<const W: usize>(host: &EdgeHost<W>, place: &Words<W>) -> bool {
    place.count() == 1 && host.classes(place).all(|class| host.ends(class).0 != host.ends(class).1)
}

/// The edges of a core that are worth the same as one of them: those of the longest path of vertices of weight 2 that it lies on.
fn chain<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, class: usize) -> Words<W> {
    let mut chain = host.class_at(place, class);
    let (u, v) = host.ends(class);
    for mut vertex in [u, v] {
        loop {
            let here = host.left_at(place, vertex);
            let fresh = here.minus(chain);
            if here.count() != 2 || fresh.is_empty() {
                break;
            }
            chain = chain.or(fresh);
            for class in host.classes(&fresh) {
                let (u, v) = host.ends(class);
                vertex = if u == vertex { v } else { u };
            }
        }
    }
    chain
}
