//! The endgame table of the core: the margin of every position of a part of the board, with bouquets beside it, one byte each.
//!
//! On a board where nearly all vertices are rich in loops, all that takes a search are the poor ones and their neighbours: the
//! *core*. A search on the whole board ends where the core lies alone: every vertex beside it is taken, or is on its own and
//! so a bouquet, of which two or three loops count (Theorems K7 and K8 of `docs/theory-scoring.md`).
//!
//! Inside the core the table follows the rules and no theorem ([`fill`]). A position is a number whose digits count the copies left of
//! each edge class of the core, loops below the others.

mod fill;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, AtomicUsize, Ordering};

use super::shapes::lacking_at;
use crate::kit::bits::{Mask, Words};
use crate::scoring::host::EdgeHost;

/// The bouquets beside the core: none, two loops (1), three loops (2), or one of each.
const BESIDE: usize = 4;

/// An edge class of the core, as a digit of a position's number.
#[derive(Clone, Copy, Debug)]
struct Digit {
    class: usize,
    /// The copies there are on the board.
    most: usize,
    /// What a copy counts in the number.
    place: usize,
    /// Its ends, as vertices of the core.
    ends: (usize, usize),
}

/// The margins of all positions of a core.
#[derive(Debug)]
pub struct CoreTable<const W: usize> {
    /// All edges of the core.
    inside: Words<W>,
    vertices: usize,
    /// The vertices beside the core.
    outer: Vec<usize>,
    loops: Vec<Digit>,
    others: Vec<Digit>,
    /// The positions of a block.
    block: usize,
    /// The positions of the core.
    size: usize,
    margins: OnceLock<Box<[AtomicI8]>>,
    /// How many stages are filled: first by what lies beside the core, then by the number of edges other than loops.
    stages: AtomicUsize,
}

impl<const W: usize> CoreTable<W> {
    /// The table of a board, to be filled later; none if few vertices are poor, so that a theorem settles it, or if the table
    /// would take more bytes.
    pub fn new(host: &EdgeHost<W>, most_bytes: u64) -> Option<Self> {
        let core = core(host)?;
        let number = |vertex: usize| core.iter().position(|&other| other == vertex);
        let everything = Words([u64::MAX; W]);
        let (mut loops, mut others) = (Vec::new(), Vec::new());
        let mut inside = Words::EMPTY;
        for class in 0..host.class_count() {
            let (u, v) = host.ends(class);
            let (Some(u), Some(v)) = (number(u), number(v)) else { continue };
            let most = host.copies(&everything, class) as usize;
            let digits = if u == v { &mut loops } else { &mut others };
            digits.push(Digit { class, most, place: 0, ends: (u, v) });
            inside = host.bits(class).fold(inside, |mut all: Words<W>, bit| {
                all.0[bit / 64] |= 1 << (bit % 64);
                all
            });
        }
        let most = usize::try_from(most_bytes).unwrap_or(usize::MAX) / BESIDE;
        let block = give_places(&mut loops, 1, most)?;
        let size = give_places(&mut others, block, most)?;
        // A margin fits a byte.
        let fits = core.len() + 2 <= i8::MAX as usize;
        fits.then(|| CoreTable {
            inside,
            vertices: core.len(),
            outer: (0..host.vertex_count()).filter(|vertex| !core.contains(vertex)).collect(),
            loops,
            others,
            block,
            size,
            margins: OnceLock::new(),
            stages: AtomicUsize::new(0),
        })
    }

    /// The bytes that the table takes when it is filled.
    pub fn bytes(&self) -> usize {
        BESIDE * self.size
    }

    /// Whether the table is filled.
    pub fn is_full(&self) -> bool {
        self.stages.load(Ordering::Acquire) == BESIDE * self.levels()
    }

    /// This many numbers of edges other than loops a position may have.
    fn levels(&self) -> usize {
        self.others.iter().map(|digit| digit.most).sum::<usize>() + 1
    }

    /// The edges of a position that are not in the core, loops aside: these are in the way.
    pub fn in_the_way(&self, host: &EdgeHost<W>, rest: &Words<W>) -> u32 {
        rest.minus(self.inside).minus(host.all_loops()).count() as u32
    }

    /// The loops that are gone from vertices beside the core that are still joined to it. With one loop left such a vertex cannot be
    /// cut off without giving it away, and the edge stays in the way.
    pub fn gone_beside(&self, host: &EdgeHost<W>, rest: &Words<W>) -> u32 {
        let gone = |&vertex: &usize| {
            let loops = host.loops_at(vertex);
            let left = host.left_at(rest, vertex);
            if left.minus(loops).is_empty() { 0 } else { loops.minus(left).count() }
        };
        self.outer.iter().map(gone).sum::<usize>() as u32
    }

    /// The margin of a position beside bouquets of this many edges together, if it lies in the core and the table is filled.
    pub fn margin(&self, host: &EdgeHost<W>, rest: &Words<W>, bouquets: u32) -> Option<i32> {
        if !rest.minus(self.inside).is_empty() || !self.is_full() {
            return None;
        }
        self.at(beside(bouquets), |digit| host.copies(rest, digit.class) as usize)
    }

    /// The margin of the position with this many copies of each edge class.
    fn at(&self, beside: usize, copies: impl Fn(&Digit) -> usize) -> Option<i32> {
        let digits = self.loops.iter().chain(&self.others);
        let number: usize = digits.map(|digit| digit.place * copies(digit)).sum();
        let margin = &self.margins.get()?[beside * self.size + number];
        Some(margin.load(Ordering::Relaxed).into())
    }

    /// A guess at the margin of a position in which vertices beside the core may still be joined to it, if the table is filled: an
    /// edge in the way counts as a loop at its end in the core (two less if that is more than there were), and a vertex beside it
    /// as a bouquet. No theorem says so. Of the positions that a search on octagons of 3x4 with two corners had settled, none of 92,000 with 30 edges or more
    /// was worth something else, and three in a thousand of those with 20 to 29.
    pub fn guess(&self, host: &EdgeHost<W>, rest: &Words<W>, bouquets: u32) -> Option<i32> {
        if !self.is_full() {
            return None;
        }
        let outside = rest.minus(self.inside);
        let links = outside.minus(host.all_loops());
        let at = |place: &Words<W>, vertex: usize| host.left_at(place, vertex).count();
        let mut around = beside(bouquets);
        for &vertex in self.outer.iter().filter(|&&vertex| at(&outside, vertex) > 0) {
            let loops = at(&outside, vertex) - at(&links, vertex);
            around ^= if loops % 2 == 0 { 1 } else { 2 };
        }
        self.at(around, |digit| {
            let copies = host.copies(rest, digit.class) as usize;
            let (u, v) = host.ends(digit.class);
            let linked = if u == v { copies + at(&links, u) } else { copies };
            linked - linked.saturating_sub(digit.most).next_multiple_of(2)
        })
    }
}

/// What lies beside the core, of bouquets with this many edges together: pairs have cancelled, so there is one of each kind at most.
fn beside(edges: u32) -> usize {
    match edges {
        0 => 0,
        2 => 1,
        3 => 2,
        _ => 3,
    }
}

/// Gives digits their places from `next` on; what the whole number may be, if it is not more than `most`.
fn give_places(digits: &mut [Digit], mut next: usize, most: usize) -> Option<usize> {
    for digit in digits {
        digit.place = next;
        next = next.checked_mul(digit.most + 1).filter(|&next| next <= most)?;
    }
    Some(next)
}

/// The poor vertices of a board and their neighbours, if there are two poor ones or more.
fn core<const W: usize>(host: &EdgeHost<W>) -> Option<Vec<usize>> {
    let everything = Words([u64::MAX; W]);
    let poor: Vec<usize> = (0..host.vertex_count())
        .filter(|&vertex| lacking_at(host, &everything, vertex) > 0)
        .collect();
    let mut core = poor.clone();
    for class in 0..host.class_count() {
        let (u, v) = host.ends(class);
        if poor.contains(&u) || poor.contains(&v) {
            core.extend([u, v]);
        }
    }
    core.sort_unstable();
    core.dedup();
    (poor.len() > 1).then_some(core)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Budget, Limits, Stopped};
    use outplay_rules::graph::{Graph, polygons};
    use outplay_rules::places::Places;

    /// A path of four; the loops make the first two poor, and the last is no neighbour of theirs.
    fn path() -> EdgeHost<1> {
        let pairs = [(0, 1), (1, 2), (2, 3), (0, 0), (1, 1), (2, 2), (3, 3), (3, 3), (3, 3)];
        let rich = [(2, 2); 3];
        let pairs = pairs.into_iter().chain(rich);
        EdgeHost::new(&Graph::new(Places::numbered(4), pairs).unwrap()).unwrap()
    }

    #[test]
    fn the_core_is_the_poor_and_their_neighbours() {
        assert_eq!(core(&path()), Some(vec![0, 1, 2]));
        let octagons = |m, n| EdgeHost::<2>::new(&polygons::polygons(8, m, n).unwrap()).unwrap();
        // The middle of 3x3 alone is poor.
        assert_eq!(core(&octagons(3, 3)), None);
        assert_eq!(core(&octagons(3, 4)), Some(vec![1, 2, 4, 5, 6, 7, 9, 10]));
        let size = (1 << 9) * 25 * 6usize.pow(6);
        let core_table = CoreTable::new(&octagons(3, 4), 4 * size as u64).unwrap();
        assert_eq!(core_table.bytes(), 4 * size);
        assert!(CoreTable::new(&octagons(3, 4), 4 * size as u64 - 1).is_none());
    }

    #[test]
    fn a_table_that_was_stopped_says_nothing_until_it_is_filled() {
        let host = path();
        let core_table = CoreTable::new(&host, 1 << 20).unwrap();
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        let mut budget = Budget::new(limits, &|_| {});
        assert_eq!(core_table.fill(2, &mut budget), Err(Stopped::Interrupted));
        assert_eq!(budget.progress().memory, core_table.bytes() as u64);
        assert_eq!(core_table.margin(&host, &Words::EMPTY, 2), None);
        // A stage that was stopped is not done.
        assert_eq!(core_table.stages.load(Ordering::Relaxed), 0);
        let mut budget = Budget::unlimited();
        core_table.fill(2, &mut budget).unwrap();
        // The memory was told when it was made, before.
        assert_eq!(budget.progress().memory, 0);
        // Nothing beside no bouquet, two loops, three, or one of each.
        let alone = [0, 2, 3, 5].map(|edges| core_table.margin(&host, &Words::EMPTY, edges));
        assert_eq!(alone, [Some(0), Some(-1), Some(1), Some(0)]);
        // The last vertex is not in the core, and its edge is in the way.
        let whole = Words([(1 << host.bit_count()) - 1]);
        assert_eq!(core_table.margin(&host, &whole, 0), None);
        assert_eq!(core_table.in_the_way(&host, &whole), 1);
        // What is gone from it counts until it is cut off.
        let class = |ends| (0..host.class_count()).find(|&class| host.ends(class) == ends).unwrap();
        let less = host.without(&host.without(&whole, class((3, 3))), class((2, 2)));
        assert_eq!(
            (core_table.gone_beside(&host, &whole), core_table.gone_beside(&host, &less)),
            (0, 1)
        );
        assert_eq!(core_table.gone_beside(&host, &host.without(&less, class((2, 3)))), 0);
    }

    #[test]
    fn an_edge_in_the_way_is_guessed_to_be_a_loop() {
        let host = path();
        let core_table = CoreTable::new(&host, 1 << 20).unwrap();
        let whole = Words([(1 << host.bit_count()) - 1]);
        assert_eq!(core_table.guess(&host, &whole, 0), None);
        core_table.fill(1, &mut Budget::unlimited()).unwrap();
        let class = |ends| (0..host.class_count()).find(|&class| host.ends(class) == ends).unwrap();
        let without = |place: &Words<1>, ends| host.without(place, class(ends));
        // The third vertex has four loops, and one more for its edge to the last: as good as three. The last has three.
        let apart = without(&whole, (2, 3));
        let core = (0..3).fold(apart, |place, _| without(&place, (3, 3)));
        let three = without(&core, (2, 2));
        for bouquets in [0, 2] {
            let beside = core_table.margin(&host, &three, bouquets + 3);
            assert!(beside.is_some());
            assert_eq!(core_table.guess(&host, &whole, bouquets), beside);
        }
        // With three loops there is room for one more.
        let less = without(&whole, (2, 2));
        assert_eq!(core_table.guess(&host, &less, 0), core_table.margin(&host, &core, 3));
        // With two loops at the last, that is another bouquet; without it, there is nothing to guess.
        let two = without(&apart, (3, 3));
        assert_eq!(core_table.guess(&host, &two, 0), core_table.margin(&host, &core, 2));
        assert_eq!(core_table.guess(&host, &core, 5), core_table.margin(&host, &core, 5));
        assert_ne!(core_table.margin(&host, &core, 2), core_table.margin(&host, &core, 3));
    }
}
