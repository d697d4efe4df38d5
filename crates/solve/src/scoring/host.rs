//! The board that positions of edge-deletion games lie on, packed into words.
//!
//! An edge class (the copies between two vertices, or the loops at one) takes one bit for each copy, and the copies
//! that are left are the lowest bits. So the words are an exact key, and the weight of a vertex is a count of bits.

use crate::kit::bits::{Mask, Words};
use outplay_rules::graph::Graph;
use outplay_rules::spaces::EdgePosition;
use smallvec::SmallVec;

/// A well mixed number from all the bits of a position.
pub fn mixed<const W: usize>(place: &Words<W>) -> u64 {
    place.0.iter().fold(0x9e37_79b9_7f4a_7c15, |h, &word| mix(h ^ word))
}

/// A bijection of 64-bit numbers that spreads every bit (the finaliser of splitmix64).
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Where the count of an edge class stands.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u8,
    shift: u8,
    mask: u64,
}

/// A multigraph, prepared for play on packed positions.
#[derive(Clone, Debug)]
pub struct EdgeHost<const W: usize> {
    ends: Vec<(u16, u16)>,
    fields: Vec<Field>,
    /// The bits of all classes at a vertex.
    at: Vec<Words<W>>,
    /// The bits of the loops at a vertex.
    loops: Vec<Words<W>>,
    all_loops: Words<W>,
    /// Which class a bit belongs to.
    class_of: Vec<[u16; 64]>,
}

/// The bits that the positions of a graph need, or none if an edge class has too many copies for one word.
pub fn bits_needed(graph: &Graph) -> Option<usize> {
    let fits = graph.edges().iter().all(|edge| edge.copies <= 64);
    let end = |&(word, shift, width): &(usize, usize, usize)| word * 64 + shift + width;
    fits.then(|| layout(graph).last().map_or(0, end))
}

/// The word, shift and width of each class; no class lies across two words.
fn layout(graph: &Graph) -> Vec<(usize, usize, usize)> {
    let mut next = 0;
    let mut place = |width: usize| {
        if next % 64 + width > 64 {
            next = next.next_multiple_of(64);
        }
        let at = (next / 64, next % 64, width);
        next += width;
        at
    };
    graph.edges().iter().map(|edge| place(edge.copies as usize)).collect()
}

/// The lowest this many bits.
fn lowest(bits: usize) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

impl<const W: usize> EdgeHost<W> {
    /// The board of a graph, or none if it needs more than `W` words.
    pub fn new(graph: &Graph) -> Option<Self> {
        if bits_needed(graph)? > 64 * W {
            return None;
        }
        let mut at = vec![Words::EMPTY; graph.vertex_count()];
        let mut loops = at.clone();
        let mut class_of = vec![[0; 64]; W];
        let mut fields = Vec::new();
        for (class, (edge, (word, shift, width))) in
            graph.edges().iter().zip(layout(graph)).enumerate()
        {
            let mask = lowest(width);
            fields.push(Field { word: word as u8, shift: shift as u8, mask });
            class_of[word][shift..shift + width].fill(class as u16);
            for vertex in edge.ends() {
                at[vertex].0[word] |= mask << shift;
            }
            if edge.u == edge.v {
                loops[edge.u as usize].0[word] |= mask << shift;
            }
        }
        let ends = graph.edges().iter().map(|edge| (edge.u, edge.v)).collect();
        let all_loops = loops.iter().fold(Words::EMPTY, |all, loops| all.or(*loops));
        Some(EdgeHost { ends, fields, at, loops, all_loops, class_of })
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.at.len()
    }

    /// The number of bits in use.
    pub fn bit_count(&self) -> usize {
        let end =
            |f: &Field| f.word as usize * 64 + f.shift as usize + f.mask.count_ones() as usize;
        self.fields.last().map_or(0, end)
    }

    /// The number of edge classes.
    pub fn class_count(&self) -> usize {
        self.ends.len()
    }

    /// A position of the rules, packed.
    pub fn pack(&self, position: &EdgePosition) -> Words<W> {
        let mut place = Words::EMPTY;
        for (field, &copies) in self.fields.iter().zip(position) {
            place.0[field.word as usize] |= lowest(copies as usize) << field.shift;
        }
        place
    }

    /// Whether the copies of each class are its lowest bits.
    pub fn is_packed(&self, place: &Words<W>) -> bool {
        self.fields.iter().all(|field| {
            let copies = place.0[field.word as usize] >> field.shift & field.mask;
            copies & copies.wrapping_add(1) == 0
        })
    }

    /// The two ends of a class.
    pub fn ends(&self, class: usize) -> (usize, usize) {
        let (u, v) = self.ends[class];
        (u as usize, v as usize)
    }

    /// The bits that count a class, lowest first.
    pub fn bits(&self, class: usize) -> impl Iterator<Item = usize> {
        let field = self.fields[class];
        let first = field.word as usize * 64 + field.shift as usize;
        first..first + field.mask.count_ones() as usize
    }

    /// How many copies of a class are left.
    pub fn copies(&self, place: &Words<W>, class: usize) -> u32 {
        let field = self.fields[class];
        (place.0[field.word as usize] >> field.shift & field.mask).count_ones()
    }

    /// Whether a copy of a class is left.
    pub fn has(&self, place: &Words<W>, class: usize) -> bool {
        let field = self.fields[class];
        place.0[field.word as usize] >> field.shift & 1 == 1
    }

    /// The copies of a class that are left.
    pub fn class_at(&self, place: &Words<W>, class: usize) -> Words<W> {
        let field = self.fields[class];
        let mut copies = Words::EMPTY;
        copies.0[field.word as usize] = place.0[field.word as usize] & field.mask << field.shift;
        copies
    }

    /// All bits of loops.
    pub fn all_loops(&self) -> Words<W> {
        self.all_loops
    }

    /// All bits of the loops at a vertex.
    pub fn loops_at(&self, vertex: usize) -> Words<W> {
        self.loops[vertex]
    }

    /// The highest bit of a class of which a copy is left: the one that goes next.
    pub fn last_bit(&self, place: &Words<W>, class: usize) -> usize {
        let field = self.fields[class];
        let here = place.0[field.word as usize] & field.mask << field.shift;
        64 * field.word as usize + here.ilog2() as usize
    }

    /// The place without one copy of a class.
    pub fn without(&self, place: &Words<W>, class: usize) -> Words<W> {
        let bit = self.last_bit(place, class);
        let mut next = *place;
        next.0[bit / 64] ^= 1 << (bit % 64);
        next
    }

    /// The classes of which a copy is left.
    pub fn classes<'a>(&'a self, place: &Words<W>) -> impl Iterator<Item = usize> + 'a {
        let mut left = *place;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < W && left.0[word] == 0 {
                word += 1;
            }
            if word == W {
                return None;
            }
            let class = self.class_of[word][left.0[word].trailing_zeros() as usize] as usize;
            let field = self.fields[class];
            left.0[word] &= !(field.mask << field.shift);
            Some(class)
        })
    }

    /// The edges left at a vertex.
    pub fn left_at(&self, place: &Words<W>, vertex: usize) -> Words<W> {
        place.and(self.at[vertex])
    }

    /// The edges at a vertex, a loop counted once.
    pub fn weight(&self, place: &Words<W>, vertex: usize) -> u32 {
        self.left_at(place, vertex).0.iter().map(|word| word.count_ones()).sum()
    }

    /// The connected part of a place that a vertex lies in.
    pub fn part_of(&self, place: &Words<W>, seed: usize) -> Words<W> {
        let mut part = Words::EMPTY;
        let mut frontier: SmallVec<[usize; 64]> = SmallVec::new();
        frontier.push(seed);
        while let Some(vertex) = frontier.pop() {
            let fresh = self.left_at(place, vertex).minus(part);
            part = part.or(fresh);
            for class in self.classes(&fresh) {
                let (u, v) = self.ends(class);
                frontier.push(if u == vertex { v } else { u });
            }
        }
        part
    }

    /// The connected parts of a place.
    pub fn parts(&self, place: &Words<W>) -> Vec<Words<W>> {
        let mut left = *place;
        let mut parts = Vec::new();
        while let Some(class) = self.classes(&left).next() {
            let part = self.part_of(&left, self.ends(class).0);
            left = left.minus(part);
            parts.push(part);
        }
        parts
    }

    /// How many edges can go before no cycle is left on the whole board.
    pub fn cycle_rank(&self) -> usize {
        let all = self.at.iter().fold(Words::EMPTY, |all, at| all.or(*at));
        let edges = all.count() + self.parts(&all).len();
        edges - self.bound_vertices(&all) as usize
    }

    /// The number of vertices that have an edge left.
    pub fn bound_vertices(&self, place: &Words<W>) -> u32 {
        self.at.iter().filter(|at| !place.and(**at).is_empty()).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::{families, polygons};
    use outplay_rules::places::Places;
    use outplay_rules::spaces::Edges;

    #[test]
    fn packed_positions_say_what_the_board_says() {
        for graph in [
            polygons::polygons(8, 2, 3).unwrap(),
            polygons::polygons(20, 3, 3).unwrap(),
            families::grid(5, 6).unwrap(),
            families::complete(9).unwrap(),
        ] {
            let board = Edges::new(graph.clone());
            let host = EdgeHost::<3>::new(&graph).unwrap();
            let mut position = board.start();
            let mut place = host.pack(&position);
            for step in 0.. {
                let classes: Vec<usize> = board.left(&position).collect();
                assert_eq!(host.classes(&place).collect::<Vec<_>>(), classes);
                for v in 0..graph.vertex_count() {
                    assert_eq!(host.weight(&place, v), board.weight(&position, v));
                }
                let parts: Vec<_> =
                    board.components(&position).iter().map(|part| host.pack(part)).collect();
                assert_eq!(host.parts(&place), parts);
                let Some(&class) = classes.get(step * 7 % classes.len().max(1)) else { break };
                position[class] -= 1;
                place = host.without(&place, class);
                assert_eq!(host.pack(&position), place);
            }
        }
    }

    #[test]
    fn boards_that_do_not_fit() {
        assert!(EdgeHost::<1>::new(&families::complete(12).unwrap()).is_none());
        assert!(EdgeHost::<2>::new(&families::complete(12).unwrap()).is_some());
        let many = |copies| Graph::new(Places::numbered(2), vec![(0, 1); copies]).unwrap();
        assert!(EdgeHost::<1>::new(&many(64)).is_some() && EdgeHost::<8>::new(&many(65)).is_none());
    }
}
