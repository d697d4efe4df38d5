//! Components of a grid, moved to the corner.
//!
//! Sliding a component along a grid, or turning it with the whole grid, gives an isomorphic component. So one place can
//! stand for all of these: less is left for [`super::isomorphism`] to find out.

use outplay_rules::graph::Graph;

use super::host::{Host, Place};
use super::turning::byte_images;

/// Where the bits of each byte of a place go.
type Slide<const W: usize> = Vec<[Place<W>; 256]>;

/// A grid numbered in reading order, with a slide for each corner that a component can have.
#[derive(Clone, Debug)]
pub struct Sliding<const W: usize> {
    /// The edges whose upper end lies in a row, and those whose left end lies in a column.
    rows: Vec<Place<W>>,
    columns: Vec<Place<W>>,
    slides: Vec<Slide<W>>,
}

/// On larger grids the slides would take more memory than they save.
const MOST_VERTICES: usize = 64;

impl<const W: usize> Sliding<W> {
    /// The slides of a graph, if it is a grid.
    pub fn new(graph: &Graph, host: &Host<W>) -> Option<Self> {
        let (n, width) = (graph.vertex_count(), grid_width(graph)?);
        let corner = |class: usize| {
            let (u, v) = host.ends(class);
            (u.min(v) / width, (u % width).min(v % width))
        };
        let mut rows = vec![Place::EMPTY; n / width];
        let mut columns = vec![Place::EMPTY; width];
        for class in 0..host.class_count() {
            let (row, column) = corner(class);
            for bit in host.bits(class) {
                rows[row].0[bit / 64] |= 1 << (bit % 64);
                columns[column].0[bit / 64] |= 1 << (bit % 64);
            }
        }
        let slides = (0..n).map(|by| {
            byte_images(host, |class| {
                let (u, v) = host.ends(class);
                let (row, column) = corner(class);
                let fits = row >= by / width && column >= by % width;
                fits.then(|| graph.edge_index(u - by, v - by)).flatten()
            })
        });
        Some(Sliding { rows, columns, slides: slides.collect() })
    }

    /// A component moved up and left as far as it goes.
    pub fn slide(&self, place: &Place<W>) -> Place<W> {
        let first = |lines: &[Place<W>]| lines.iter().position(|line| !place.and(line).is_empty());
        let (Some(row), Some(column)) = (first(&self.rows), first(&self.columns)) else {
            return *place;
        };
        let slide = &self.slides[row * self.columns.len() + column];
        let image = |image: Place<W>, (index, table): (usize, &[Place<W>; 256])| {
            let byte = place.0[index / 8] >> (8 * (index % 8)) & 0xff;
            image.or(&table[byte as usize])
        };
        slide.iter().enumerate().fold(Place::EMPTY, image)
    }
}

/// The number of columns, if a graph is a grid in reading order.
fn grid_width(graph: &Graph) -> Option<usize> {
    let n = graph.vertex_count();
    if !(2..=MOST_VERTICES).contains(&n) || graph.edges().iter().any(|edge| edge.copies > 1) {
        return None;
    }
    let is_grid = |width: usize| {
        let across = n - n / width;
        let down = n - width;
        graph.edges().len() == across + down
            && (0..n).all(|v| v % width == width - 1 || graph.edge_index(v, v + 1).is_some())
            && (0..n - width).all(|v| graph.edge_index(v, v + width).is_some())
    };
    (2..=n).filter(|width| n.is_multiple_of(*width)).find(|&width| is_grid(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;

    #[test]
    fn only_grids_slide() {
        assert_eq!(grid_width(&families::grid(2, 7).unwrap()), Some(7));
        assert_eq!(grid_width(&families::grid(4, 3).unwrap()), Some(3));
        assert_eq!(grid_width(&families::path(5).unwrap()), Some(5));
        assert_eq!(grid_width(&families::cycle(6).unwrap()), None);
        assert_eq!(grid_width(&families::complete(4).unwrap()), None);
    }

    #[test]
    fn a_component_slides_to_the_corner_edge_by_edge() {
        let graph = families::grid(3, 5).unwrap();
        let host = Host::<1>::new(&graph).unwrap();
        let sliding = Sliding::new(&graph, &host).unwrap();
        // An L of three edges: down, down, right.
        let shape = |corner: usize| {
            let edges =
                [(corner, corner + 5), (corner + 5, corner + 10), (corner + 10, corner + 11)];
            edges.iter().fold(Place::EMPTY, |place, &(u, v)| {
                let class = graph.edge_index(u, v).unwrap();
                host.bits(class).fold(place, |place: Place<1>, bit| place.or(&Place([1 << bit])))
            })
        };
        for corner in 0..4 {
            assert_eq!(sliding.slide(&shape(corner)), shape(0));
        }
        assert_eq!(sliding.slide(&Place::EMPTY), Place::EMPTY);
    }
}
