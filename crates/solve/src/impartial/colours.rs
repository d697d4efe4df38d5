//! Colours of the vertices of a component, the same for isomorphic components: what guides the search for a map from one
//! to the other.
//!
//! At first all vertices have the same colour, except that a loop changes it. A few times each colour is mixed with
//! those of the neighbours, so that it depends on more and more of the graph around the vertex. The *signature* of a
//! component is a number made of all its colours, in whatever order. Neither colours nor signatures prove anything.

use super::host::Host;
use crate::kit::bits::Mask;

/// How often colours are mixed. More tell more components apart before a map is tried, fewer take less time.
const ROUNDS: usize = 5;

/// Colours the components of one host.
pub enum Painter {
    /// All cells of a grid at once.
    Grid(Field),
    /// Vertex by vertex; the space is for colours to come.
    Lists(Vec<u16>),
}

impl Painter {
    /// A painter for the components of a host.
    pub fn new<M: Mask>(host: &Host<M>) -> Self {
        match host.grid() {
            Some((rows, columns)) => Painter::Grid(Field::new(rows, columns)),
            None => Painter::Lists(vec![0; host.len()]),
        }
    }

    /// Colours the vertices of a component, each at its number, and gives the signature.
    pub fn paint<M: Mask>(&mut self, host: &Host<M>, component: M, colours: &mut [u16]) -> u64 {
        match self {
            Painter::Grid(field) => field.paint(component, colours),
            Painter::Lists(mixed) => paint_lists(host, component, colours, mixed),
        }
    }
}

/// A colour from the one before and the sum of the neighbours' colours.
#[inline(always)]
fn mixed(own: u16, near: u16) -> u16 {
    let sum = near.wrapping_add(own.wrapping_mul(0x6255)).wrapping_mul(0x9e3b);
    let sum = (sum ^ sum >> 7).wrapping_mul(0x2c1b);
    sum ^ sum >> 8
}

/// What a colour adds to the signature.
#[inline(always)]
fn weight(colour: u16) -> u64 {
    let value = (u64::from(colour) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value ^ value >> 32
}

fn paint_lists<M: Mask>(
    host: &Host<M>,
    component: M,
    colours: &mut [u16],
    next: &mut [u16],
) -> u64 {
    for vertex in component.members() {
        colours[vertex] = 1 + u16::from(host.marked().contains(vertex));
    }
    for _ in 0..ROUNDS {
        for vertex in component.members() {
            let near = host.neighbours(vertex).and(component).members();
            let sum = near.fold(0u16, |sum, other| sum.wrapping_add(colours[other]));
            next[vertex] = mixed(colours[vertex], sum);
        }
        component.members().for_each(|vertex| colours[vertex] = next[vertex]);
    }
    component.members().fold(0, |sum, vertex| sum.wrapping_add(weight(colours[vertex])))
}

/// The cells of a grid row by row, with an empty cell between rows and empty rows around, so that all cells find their
/// neighbours at the same distances: the machine then mixes eight of them at a time. Empty cells have colour 0.
pub struct Field {
    /// The length of a row with the empty cell.
    width: usize,
    /// Where each cell of the grid stands, the empty cells before the first left out.
    place: Vec<u16>,
    /// All ones for a cell of the component, otherwise 0.
    there: Vec<u16>,
    colour: Vec<u16>,
    next: Vec<u16>,
}

impl Field {
    fn new(rows: usize, columns: usize) -> Self {
        let width = columns + 1;
        let cells = (rows * width).next_multiple_of(LANES);
        let place = (0..rows * columns).map(|v| (v / columns * width + v % columns) as u16);
        let around = vec![0; cells + 2 * width];
        let (place, there) = (place.collect(), vec![0; cells]);
        Field { width, place, there, colour: around.clone(), next: around }
    }

    fn paint<M: Mask>(&mut self, component: M, colours: &mut [u16]) -> u64 {
        self.there.fill(0);
        for vertex in component.members() {
            self.there[usize::from(self.place[vertex])] = u16::MAX;
        }
        let end = usize::from(self.place[component.last()]) + 1;
        let cells = end.next_multiple_of(LANES);
        let Field { width, there, colour, next, .. } = self;
        colour.fill(0);
        next.fill(0);
        colour[*width..]
            .iter_mut()
            .zip(&there[..cells])
            .for_each(|(cell, there)| *cell = there & 1);
        for _ in 0..ROUNDS {
            mix_all(*width, &there[..cells], colour, next);
            std::mem::swap(colour, next);
        }
        let mut signature = 0u64;
        for vertex in component.members() {
            colours[vertex] = self.colour[self.width + usize::from(self.place[vertex])];
            signature = signature.wrapping_add(weight(colours[vertex]));
        }
        signature
    }
}

/// Cells are mixed this many at a time.
const LANES: usize = 8;

/// Mixes the colour of each cell with those of its four neighbours.
#[inline(always)]
fn mix_all(width: usize, there: &[u16], colour: &[u16], next: &mut [u16]) {
    let cells = there.len();
    let (above, before) = (&colour[..cells], &colour[width - 1..][..cells]);
    let (own, after) = (&colour[width..][..cells], &colour[width + 1..][..cells]);
    // The last row has none below, and the field ends there.
    let below = &colour[2 * width..][..cells];
    let next = &mut next[width..][..cells];
    for cell in 0..cells {
        let sides = before[cell].wrapping_add(after[cell]);
        let near = sides.wrapping_add(above[cell]).wrapping_add(below[cell]);
        next[cell] = mixed(own[cell], near) & there[cell];
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::graph::families;
    use outplay_rules::rules::TakingRule;

    use super::*;

    /// A grid's cells have the same colours whether they are mixed all at once or one by one.
    #[test]
    fn fields_paint_as_lists_do() {
        let mut random = fastrand::Rng::with_seed(3);
        for (rows, columns) in [(1, 5), (2, 9), (3, 7), (5, 6), (8, 8)] {
            let graph = families::grid(rows, columns).unwrap();
            let vertices: Vec<usize> = (0..rows * columns).collect();
            let (host, _) = Host::<u64>::new(&graph, TakingRule::Neighbourhood, &vertices);
            let mut painter = Painter::new(&host);
            assert!(matches!(painter, Painter::Grid(_)));
            let mut space = vec![vec![0; host.len()]; 3];
            for _ in 0..200 {
                let set = (random.u64(..) | 1) & u64::full(host.len());
                let [at_once, one_by_one, next] = &mut space[..] else { unreachable!() };
                let signature = painter.paint(&host, set, at_once);
                assert_eq!(signature, paint_lists(&host, set, one_by_one, next));
                assert!(set.members().all(|vertex| at_once[vertex] == one_by_one[vertex]));
            }
        }
    }
}
