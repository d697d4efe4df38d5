//! Keys by symmetries of the board: the least code among the images of a position.
//!
//! A header lists the symmetries that are tried, each as the images of all places. A proof that uses fewer than there
//! are is longer; a map that is not a symmetry is refused.

use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;

use crate::Refused;

/// Symmetries with where the entries of positions go under them.
pub struct Images {
    all: Vec<(Vec<u16>, Vec<u16>)>,
}

/// More symmetries than this are not tried at every lookup.
const MOST: usize = 4096;

impl Images {
    /// The symmetries of a header, each of them verified by the rules.
    pub fn new<R: Rules + ?Sized>(rules: &R, listed: &[Vec<u16>]) -> Result<Self, Refused> {
        let wrong = |message: &str| Err(Refused::Step(message.to_string()));
        if listed.len() > MOST {
            return wrong("there are more symmetries than are tried");
        }
        let start = rules.start();
        let named = rules.space().named(&start);
        for images in listed {
            // Rules that depend on the structure alone agree on every part of the board and on its image.
            let restricted: Option<Vec<u16>> =
                named.iter().map(|&place| images.get(place as usize).copied()).collect();
            let kept = restricted.and_then(|images| rules.renamed(&start, &images));
            // Places without an edge have images as well, and no two places the same.
            let mut all: Vec<usize> = images.iter().map(|&image| image.into()).collect();
            all.sort_unstable();
            let whole = all.into_iter().eq(0..rules.places().len());
            if !whole || !rules.sees_structure_only() || kept.as_ref() != Some(&start) {
                return wrong("a symmetry of the header is not a symmetry");
            }
        }
        let space = rules.space();
        let all = listed.iter().map(|images| (images.clone(), space.entries(images))).collect();
        Ok(Images { all })
    }

    /// The images of a position, itself first.
    pub fn of<'a, S: Space>(
        &'a self,
        space: &'a S,
        position: &'a S::Position,
    ) -> impl Iterator<Item = S::Position> + 'a {
        let images = self.all.iter().map(|(to, entries)| space.image(position, to, entries));
        std::iter::once(position.clone()).chain(images)
    }
}
