//! A graph on the bits of a word, and how much of a set tells which other vertices make it connected.
//!
//! Vertices are decided from the last to the first. Of a set of the vertices from some one on, only little matters to what
//! can be added: on the *border*, the vertices that have neighbours still to be decided, which are in the set and which of them it joins. That
//! is the *kind* of the set.

use std::collections::HashMap;

/// A graph.
#[derive(Clone, Copy, Debug)]
pub struct NumberedGraph<'n> {
    neighbours: &'n [u64],
}

/// Four bits of a kind tell the part of a vertex on the border, and four what kind it is.
const MOST_BORDER: u32 = 15;

/// Boards with more kinds than this are not narrow enough.
const MOST_KINDS: usize = 1 << 10;

/// The kinds of sets, by number.
pub type Kinds<T> = HashMap<u64, T, foldhash::fast::RandomState>;

impl<'n> NumberedGraph<'n> {
    /// The graph with these neighbours of each vertex.
    pub fn new(neighbours: &'n [u64]) -> Self {
        NumberedGraph { neighbours }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// The vertices from one on that have neighbours before it.
    fn border(&self, from: usize) -> u64 {
        let before = self.neighbours.iter().take(from);
        let near = before.fold(0, |near, neighbours| near | neighbours);
        near >> from << from
    }

    /// The component of a set that holds its first vertex.
    #[inline(always)]
    fn component(&self, set: u64) -> u64 {
        let (mut reached, mut open) = (0, set & set.wrapping_neg());
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            reached |= open & open.wrapping_neg();
            open = (open | self.neighbours[vertex]) & set & !reached;
        }
        reached
    }

    /// Whether a set has exactly one component.
    pub fn is_connected(&self, set: u64) -> bool {
        set != 0 && self.component(set) == set
    }

    /// The kind of a set of vertices from one on, with its border: four bits a vertex of the border, the number of its
    /// component or 0; then 0 for no set, 1 for one that can go on, and 2 for one that is connected and cannot. None if
    /// nothing makes it connected.
    fn kind(&self, set: u64, border: u64) -> Option<u64> {
        let (mut left, mut count, mut ended, mut kind) = (set, 0, false, 0);
        while left != 0 {
            let part = self.component(left);
            left &= !part;
            if part & border == 0 {
                ended = true;
                continue;
            }
            count += 1;
            let (mut border, mut place) = (border, 4);
            while border != 0 {
                if part & border & border.wrapping_neg() != 0 {
                    kind |= count << place;
                }
                (border, place) = (border & (border - 1), place + 4);
            }
        }
        match (set, ended) {
            (0, _) => Some(0),
            (_, false) => Some(kind | 1),
            (_, true) => (self.component(set) == set).then_some(2),
        }
    }

    /// How many connected sets there are; none if the board is not narrow enough.
    pub fn connected_sets(&self) -> Option<u64> {
        // Of each kind one set, and how many there are.
        let mut kinds: Kinds<(u64, u64)> = Kinds::from_iter([(0, (0, 1))]);
        for vertex in (0..self.len()).rev() {
            let border = self.border(vertex);
            if border.count_ones() > MOST_BORDER || kinds.len() > MOST_KINDS {
                return None;
            }
            let mut next: Kinds<(u64, u64)> = Kinds::default();
            for (set, count) in kinds
                .into_values()
                .flat_map(|(set, count)| [(set, count), (set | 1 << vertex, count)])
            {
                if let Some(kind) = self.kind(set, border) {
                    next.entry(kind).or_insert((set, 0)).1 += count;
                }
            }
            kinds = next;
        }
        Some(kinds.into_values().filter(|&(set, _)| set != 0).map(|(_, count)| count).sum())
    }

    /// Shows every set of vertices from one on that something may make connected, and its kind, smaller numbers first. Stops when told to.
    pub fn beginnings<E>(
        &self,
        from: usize,
        mut look: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let borders: Vec<u64> = (0..=self.len()).map(|vertex| self.border(vertex)).collect();
        let mut open = vec![(self.len(), 0)];
        while let Some((vertex, set)) = open.pop() {
            if vertex <= from {
                if let Some(kind) = self.kind(set, borders[vertex]) {
                    look(set, kind)?;
                }
                continue;
            }
            // To look after every vertex takes longer than it spares.
            if (vertex - from).is_multiple_of(LOOK_EVERY)
                && self.kind(set, borders[vertex]).is_none()
            {
                continue;
            }
            open.push((vertex - 1, set | 1 << (vertex - 1)));
            open.push((vertex - 1, set));
        }
        Ok(())
    }
}

/// Dead ends, which nothing can make connected, are tested for after this many vertices.
const LOOK_EVERY: usize = 4;

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The grid with lines of this many cells.
    pub fn grid(line: usize, lines: usize) -> Vec<u64> {
        let cell = |(x, y): (usize, usize)| 1 << (y * line + x);
        let of = |i: usize| {
            let (x, y) = (i % line, i / line);
            let mut near = 0;
            near |= if x > 0 { cell((x - 1, y)) } else { 0 };
            near |= if x + 1 < line { cell((x + 1, y)) } else { 0 };
            near |= if y > 0 { cell((x, y - 1)) } else { 0 };
            near | if y + 1 < lines { cell((x, y + 1)) } else { 0 }
        };
        (0..line * lines).map(of).collect()
    }

    /// A hub joined to a ring of nine, the hub last.
    pub fn wheel() -> Vec<u64> {
        let rim = |v: usize| 1 << ((v + 1) % 9) | 1 << ((v + 8) % 9) | 1 << 9;
        (0..9).map(rim).chain([0x1ff]).collect()
    }

    #[test]
    fn connected_sets_are_counted() {
        for neighbours in [grid(3, 4), grid(4, 3), grid(1, 7), grid(4, 4), wheel(), Vec::new()] {
            let board = NumberedGraph::new(&neighbours);
            let sets = (0..1u64 << neighbours.len()).filter(|&set| board.is_connected(set)).count();
            assert_eq!(board.connected_sets(), Some(sets as u64), "{neighbours:?}");
        }
        // Others have counted them too.
        assert_eq!(NumberedGraph::new(&grid(5, 5)).connected_sets(), Some(2_301_877));
        assert_eq!(NumberedGraph::new(&grid(6, 6)).connected_sets(), Some(1_732_082_741));
        // All vertices of a large complete graph are on the border.
        let complete: Vec<u64> = (0..40).map(|v| ((1 << 40) - 1) & !(1 << v)).collect();
        assert_eq!(NumberedGraph::new(&complete).connected_sets(), None);
    }

    /// Beginnings of one kind go on in the same ways, and no beginning that goes on is left out.
    #[test]
    fn kinds_tell_what_makes_a_set_connected() {
        for (neighbours, from) in
            [(grid(3, 4), 6), (grid(4, 3), 5), (wheel(), 4), (wheel(), 1), (grid(2, 3), 0)]
        {
            let board = NumberedGraph::new(&neighbours);
            let ways = |begun: u64| -> Vec<u64> {
                (0..1 << from).filter(|more| board.is_connected(begun | more)).collect()
            };
            let mut kinds: Kinds<Vec<u64>> = Kinds::default();
            let mut shown = Vec::new();
            let look = |begun, kind| {
                shown.push(begun);
                assert_eq!(
                    *kinds.entry(kind).or_insert_with(|| ways(begun)),
                    ways(begun),
                    "{begun:b}"
                );
                Ok::<(), ()>(())
            };
            board.beginnings(from, look).unwrap();
            let all = (0..1u64 << (neighbours.len() - from)).map(|begun| begun << from);
            let expected: Vec<u64> = all.filter(|&begun| !ways(begun).is_empty()).collect();
            let (more, fewer) = (shown.len(), expected.len());
            shown.retain(|begun| expected.contains(begun));
            assert_eq!(shown, expected);
            // A beginning may be shown although nothing completes it, if its parts could only be joined through a
            // missing place.
            assert!(more <= fewer + fewer / 4, "{more} {fewer}");
        }
    }

    #[test]
    fn beginnings_can_be_stopped() {
        let neighbours = grid(3, 3);
        let stopped = NumberedGraph::new(&neighbours)
            .beginnings(3, |begun, _| if begun > 0 { Err(begun) } else { Ok(()) });
        assert_eq!(stopped, Err(0b1000));
    }
}
