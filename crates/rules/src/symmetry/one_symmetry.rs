//! Finding a single symmetry that takes one place to another, by refinement and backtracking.
//!
//! Two colourings of the same structure are refined side by side: a node's new colour is its old one together with the
//! colours around it. A symmetry must match colours. So once every colour has only one node the symmetry is known, and
//! it is checked. Until then a node on the left is matched with each node of its colour on the right in turn.

use super::Structure;

/// The arcs that all searches together may look at before they give up: about a second's work.
const PATIENCE: usize = 10_000_000;

/// The colours of every node, on the left and on the right.
type Colours = [Vec<usize>; 2];

/// A search for symmetries of one structure.
pub struct Search<'a> {
    structure: &'a Structure,
    /// Colours that no symmetry changes.
    stable: Vec<usize>,
    patience: usize,
}

impl<'a> Search<'a> {
    /// A search with all its patience.
    pub fn new(structure: &'a Structure) -> Self {
        let mut names: Vec<u64> = structure.colours().to_vec();
        names.sort_unstable();
        names.dedup();
        let initial =
            structure.colours().iter().map(|colour| names.binary_search(colour).unwrap_or(0));
        let initial: Vec<usize> = initial.collect();
        let mut search = Search { structure, stable: initial.clone(), patience: PATIENCE };
        let mut colours = [initial.clone(), initial];
        if search.refine(&mut colours).is_some() {
            let [left, _] = colours;
            search.stable = left;
        }
        search
    }

    /// A symmetry that takes `from` to `to`, as the image of each place; none if there is none or it is not found.
    pub fn taking(&mut self, from: usize, to: usize) -> Option<Vec<usize>> {
        if self.is_tired() || self.stable[from] != self.stable[to] {
            return None;
        }
        let images = self.extend([self.stable.clone(), self.stable.clone()], from, to)?;
        Some(images[..self.structure.places].to_vec())
    }

    /// Matches `left` with `right` and goes on from there.
    fn extend(&mut self, mut colours: Colours, left: usize, right: usize) -> Option<Vec<usize>> {
        if colours[0][left] != colours[1][right] {
            return None;
        }
        let fresh = colours[0].len();
        colours[0][left] = fresh;
        colours[1][right] = fresh;
        self.refine(&mut colours)?;
        // The largest class: its places are the most alike, so that a match is seldom regretted.
        match largest_class(&colours[0][..self.structure.places]) {
            None => self.checked(&colours),
            Some(class) => {
                let node = colours[0].iter().position(|&colour| colour == class)?;
                let partners: Vec<usize> =
                    (0..fresh).filter(|&other| colours[1][other] == class).collect();
                partners.into_iter().find_map(|partner| self.extend(colours.clone(), node, partner))
            }
        }
    }

    /// Whether another refinement would be too much.
    fn is_tired(&self) -> bool {
        self.patience < 2 * self.structure.arc_count
    }

    /// Refines until nothing changes; none if left and right differ, or patience is at an end.
    fn refine(&mut self, colours: &mut Colours) -> Option<()> {
        let mut count = 0;
        loop {
            self.patience = self.patience.checked_sub(2 * self.structure.arc_count)?;
            let signatures = colours.each_ref().map(|side| self.signatures(side));
            let mut names: Vec<&Signature> = signatures.iter().flatten().collect();
            names.sort_unstable();
            names.dedup();
            let rename = |side: &Vec<Signature>| -> Vec<usize> {
                side.iter().map(|signature| names.binary_search(&signature).unwrap_or(0)).collect()
            };
            *colours = signatures.each_ref().map(rename);
            let classes = names.len();
            if histogram(&colours[0], classes) != histogram(&colours[1], classes) {
                return None;
            }
            if classes == count {
                return Some(());
            }
            count = classes;
        }
    }

    fn signatures(&self, colours: &[usize]) -> Vec<Signature> {
        let around = |node: usize| {
            let mut around: Vec<(u64, usize)> = self
                .structure
                .arcs(node)
                .iter()
                .map(|&(other, kind)| (kind, colours[other]))
                .collect();
            around.sort_unstable();
            (colours[node], around)
        };
        (0..colours.len()).map(around).collect()
    }

    /// The map that matches equal colours, if it keeps every arc. Places are told apart by now, and sets by their
    /// members.
    fn checked(&self, colours: &Colours) -> Option<Vec<usize>> {
        let mut at = vec![0; colours[1].len()];
        colours[1].iter().enumerate().for_each(|(node, &colour)| at[colour] = node);
        let image: Vec<usize> = colours[0].iter().map(|&colour| at[colour]).collect();
        let keeps = (0..image.len()).all(|node| {
            let mut moved: Vec<(usize, u64)> = self
                .structure
                .arcs(node)
                .iter()
                .map(|&(other, kind)| (image[other], kind))
                .collect();
            moved.sort_unstable();
            moved == self.structure.arcs(image[node])
                && self.structure.colours()[node] == self.structure.colours()[image[node]]
        });
        keeps.then_some(image)
    }
}

/// A node's colour and the kinds and colours of what it is joined to.
type Signature = (usize, Vec<(u64, usize)>);

fn histogram(colours: &[usize], classes: usize) -> Vec<usize> {
    let mut counts = vec![0; classes];
    colours.iter().for_each(|&colour| counts[colour] += 1);
    counts
}

/// The colour of the most nodes, if more than one.
fn largest_class(colours: &[usize]) -> Option<usize> {
    let classes = colours.iter().max().map_or(0, |&most| most + 1);
    let counts = histogram(colours, classes);
    (0..classes).filter(|&class| counts[class] > 1).max_by_key(|&class| counts[class])
}
