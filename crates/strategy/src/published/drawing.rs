//! Reflections of a graph that is drawn in the plane with straight edges (Definitions 2.2, 3.1 and 4.2 of
//! the Unshackle paper): through a point, and across a line.
//!
//! The drawing comes with a `.json` graph (`at`); a grid is drawn as the paper draws it. The central point of
//! symmetry is the centre of gravity of the vertices, and every line of symmetry passes through it.

use outplay_rules::error::InputError;
use outplay_rules::graph::Graph;

use super::involution::Involution;

type Point = [f64; 2];

/// Points nearer than this part of the drawing's size are one.
const TOLERANCE: f64 = 1e-9;

/// A plane drawing with straight edges.
pub struct PlaneDrawing<'g> {
    graph: &'g Graph,
    at: Vec<Point>,
    centre: Point,
    near: f64,
}

impl<'g> PlaneDrawing<'g> {
    /// The drawing of a graph, or why it is none.
    pub fn new(graph: &'g Graph) -> Result<Self, InputError> {
        let at = places(graph).ok_or_else(|| {
            InputError::plain("this board is not drawn in the plane").help(
                "grids and paths are; a .json graph says where its vertices are (\"at\"); \
                 --strategy shadow needs no drawing",
            )
        })?;
        if !graph.is_simple() {
            return Err(InputError::plain("loops and parallel edges cannot be drawn straight")
                .help("--strategy shadow takes them"));
        }
        let size = at.iter().flatten().fold(1.0f64, |size, x| size.max(x.abs()));
        let mean = |axis: usize| at.iter().map(|p| p[axis]).sum::<f64>() / at.len().max(1) as f64;
        let centre = [mean(0), mean(1)];
        let drawing = PlaneDrawing { graph, at, centre, near: size * TOLERANCE };
        drawing.check_plane()?;
        Ok(drawing)
    }

    /// The reflection through the central point, if the drawing has that symmetry.
    pub fn point_reflection(&self) -> Option<Involution> {
        let [x, y] = self.centre;
        self.involution(|p| [2.0 * x - p[0], 2.0 * y - p[1]])
    }

    /// The reflections across lines of symmetry.
    pub fn line_reflections(&self) -> Vec<Involution> {
        let off_centre = self.at.iter().find(|&&p| distance(p, self.centre) > self.near);
        let Some(&p) = off_centre else { return Vec::new() };
        let mut found: Vec<Involution> = Vec::new();
        for &q in &self.at {
            // The line that takes p to q: across it, or along it if p is q.
            let direction = if distance(p, q) <= self.near {
                [p[0] - self.centre[0], p[1] - self.centre[1]]
            } else {
                [p[1] - q[1], q[0] - p[0]]
            };
            if let Some(involution) = self.involution(|p| self.across(direction, p))
                && !found.contains(&involution)
            {
                found.push(involution);
            }
        }
        found
    }

    /// The image of a point under the reflection across the line through the centre in a direction.
    fn across(&self, direction: Point, p: Point) -> Point {
        let [dx, dy] = direction;
        let (x, y) = (p[0] - self.centre[0], p[1] - self.centre[1]);
        let along = (x * dx + y * dy) / (dx * dx + dy * dy);
        [self.centre[0] + 2.0 * along * dx - x, self.centre[1] + 2.0 * along * dy - y]
    }

    fn involution(&self, reflect: impl Fn(Point) -> Point) -> Option<Involution> {
        let image = |&p: &Point| {
            let there = reflect(p);
            // A reflection computed twice over may be off by a little more.
            self.at.iter().position(|&q| distance(q, there) <= 16.0 * self.near).map(|v| v as u16)
        };
        let images: Option<Vec<u16>> = self.at.iter().map(image).collect();
        Involution::new(self.graph, images?)
    }

    /// No two vertices in one place, no two edges with a common point that is not an end of both, no vertex on an
    /// edge.
    fn check_plane(&self) -> Result<(), InputError> {
        let name = |v: usize| self.graph.places().name(v);
        for (v, &p) in self.at.iter().enumerate() {
            if let Some(u) = (0..v).find(|&u| distance(self.at[u], p) <= self.near) {
                let message = format!("{} and {} are drawn in one place", name(u), name(v));
                return Err(InputError::plain(message));
            }
        }
        let edges: Vec<[usize; 2]> = self.graph.edges().iter().map(|edge| edge.ends()).collect();
        for (index, &[a, b]) in edges.iter().enumerate() {
            if let Some(v) = (0..self.at.len()).find(|&v| v != a && v != b && self.on([a, b], v)) {
                let message = format!("the edge {}-{} runs through {}", name(a), name(b), name(v));
                return Err(not_plane(message));
            }
            if let Some(&[c, d]) = edges[..index].iter().find(|&&other| self.cross([a, b], other)) {
                let message = format!("{}-{} and {}-{} cross", name(a), name(b), name(c), name(d));
                return Err(not_plane(message));
            }
        }
        Ok(())
    }

    /// On which side of the line from a to b the vertex v is, or 0 if it is on the line.
    fn side(&self, [a, b]: [usize; 2], v: usize) -> i32 {
        let (p, q, r) = (self.at[a], self.at[b], self.at[v]);
        let area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let scale = distance(p, q).max(f64::MIN_POSITIVE);
        if (area / scale).abs() <= self.near { 0 } else { area.signum() as i32 }
    }

    fn on(&self, [a, b]: [usize; 2], v: usize) -> bool {
        let (p, q, r) = (self.at[a], self.at[b], self.at[v]);
        self.side([a, b], v) == 0 && distance(p, r) + distance(r, q) <= distance(p, q) + self.near
    }

    fn cross(&self, e: [usize; 2], f: [usize; 2]) -> bool {
        self.side(e, f[0]) * self.side(e, f[1]) < 0 && self.side(f, e[0]) * self.side(f, e[1]) < 0
    }
}

fn not_plane(message: String) -> InputError {
    InputError::plain(format!("the drawing is not plane: {message}"))
        .help("--strategy shadow needs no drawing")
}

/// Where the vertices are: the file's drawing, or rows and columns.
fn places(graph: &Graph) -> Option<Vec<Point>> {
    if let Some(drawing) = graph.drawing() {
        return Some(drawing.to_vec());
    }
    let (_, columns) = graph.places().rows_and_columns()?;
    Some((0..graph.vertex_count()).map(|v| [(v % columns) as f64, (v / columns) as f64]).collect())
}

fn distance(p: Point, q: Point) -> f64 {
    (p[0] - q[0]).hypot(p[1] - q[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;
    use outplay_rules::places::Places;

    #[test]
    fn reflections_of_grids() {
        let square = families::grid(3, 3).unwrap();
        let drawing = PlaneDrawing::new(&square).unwrap();
        assert_eq!(drawing.point_reflection().unwrap().fixed_vertices, [4]);
        assert_eq!(drawing.line_reflections().len(), 4);
        let oblong = families::grid(2, 3).unwrap();
        let drawing = PlaneDrawing::new(&oblong).unwrap();
        assert_eq!(drawing.point_reflection().unwrap().fixed_edges.len(), 1);
        assert_eq!(drawing.line_reflections().len(), 2);
    }

    #[test]
    fn what_is_not_a_plane_drawing() {
        let drawn = |edges: &[(usize, usize)], at: &[Point]| {
            let graph = Graph::new(Places::numbered(at.len()), edges.iter().copied()).unwrap();
            PlaneDrawing::new(&graph.drawn(at.to_vec())).is_err()
        };
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert!(drawn(&[(0, 2), (1, 3)], &square));
        assert!(!drawn(&[(0, 1), (1, 2)], &square));
        assert!(drawn(&[(0, 1)], &[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]));
        assert!(drawn(&[(0, 1)], &[[0.0, 0.0], [0.0, 0.0]]));
        assert!(drawn(&[(0, 0)], &[[0.0, 0.0]]));
        assert!(PlaneDrawing::new(&families::petersen().unwrap()).is_err());
    }
}
