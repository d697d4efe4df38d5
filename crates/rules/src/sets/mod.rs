//! Boards of winning sets: points, the sets that win, and which hops are possible.
//!
//! A nested board [A : B] has a copy of B (an island) for every point of A, and its winning sets are far too many to
//! list ([PG(2,3) : PG(2,3)] has 371,293). They never are: an island is claimed by owning a winning set on it, and the
//! board by claiming the islands of a winning set of A.

pub mod geometry;
pub mod json;
pub mod lattice;
pub mod matroid;
pub mod paths;

use std::sync::Arc;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::places::Places;

/// More points than this are no board to play on.
pub const MAX_POINTS: usize = 1024;

/// More listed sets than this are not taken.
pub const MAX_SETS: usize = 1_000_000;

const OWN_RULES: &str = "boards with second_sets or hops of their own cannot be nested";

/// A family of winning sets, listed or nested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetFamily {
    /// Each set in full.
    Listed(Vec<BitSet>),
    /// The sets of a nested board.
    Nested {
        /// Sets of islands.
        outer: Box<SetFamily>,
        /// Sets within an island.
        inner: Box<SetFamily>,
        /// How many points an island has.
        island: usize,
        /// How many islands there are.
        islands: usize,
    },
}

impl SetFamily {
    /// Whether `owned` holds a whole winning set.
    pub fn won_by(&self, owned: &BitSet) -> bool {
        match self {
            SetFamily::Listed(sets) => sets.iter().any(|set| set.is_subset(owned)),
            SetFamily::Nested { outer, inner, island, islands } => {
                let claimed =
                    (0..*islands).filter(|&i| inner.won_by(&on_island(owned, i, *island)));
                outer.won_by(&BitSet::of(*islands, claimed))
            }
        }
    }

    /// How many winning sets there are; saturating.
    pub fn count(&self) -> u128 {
        match self {
            SetFamily::Listed(sets) => sets.len() as u128,
            SetFamily::Nested { inner, .. } => {
                let per_island = inner.count();
                self.outer_sizes()
                    .iter()
                    .fold(0, |sum, &size| sum.saturating_add(per_island.saturating_pow(size)))
            }
        }
    }

    fn outer_sizes(&self) -> Vec<u32> {
        match self {
            SetFamily::Listed(_) => Vec::new(),
            SetFamily::Nested { outer, .. } => outer
                .listed(MAX_SETS)
                .unwrap_or_default()
                .iter()
                .map(|set| set.len() as u32)
                .collect(),
        }
    }

    /// Whether replacing each point by its image, a different one each, turns winning sets into winning sets. On a
    /// nested board only replacements of whole islands with points inside them are recognised.
    fn is_kept_by(&self, images: &[u16]) -> bool {
        match self {
            SetFamily::Listed(sets) => sets.iter().all(|set| {
                let image = BitSet::of(images.len(), set.iter().map(|p| images[p] as usize));
                sets.binary_search_by(|other| other.iter().cmp(image.iter())).is_ok()
            }),
            SetFamily::Nested { island: 0, .. } => true,
            SetFamily::Nested { outer, inner, island, islands } => {
                let home = |i: usize| images[i * island] as usize / island;
                let moved: Vec<u16> = (0..*islands).map(|i| home(i) as u16).collect();
                let within = |i: usize| -> Option<Vec<u16>> {
                    let image = |k: usize| {
                        let image = images[i * island + k] as usize;
                        (image / island == home(i)).then_some((image % island) as u16)
                    };
                    (0..*island).map(image).collect()
                };
                outer.is_kept_by(&moved)
                    && (0..*islands).all(|i| within(i).is_some_and(|map| inner.is_kept_by(&map)))
            }
        }
    }

    /// Every winning set in full, unless there are more than `limit`.
    pub fn listed(&self, limit: usize) -> Option<Vec<BitSet>> {
        match self {
            SetFamily::Listed(sets) => (sets.len() <= limit).then(|| sets.clone()),
            SetFamily::Nested { outer, inner, island, islands } => {
                if self.count() > limit as u128 {
                    return None;
                }
                let inner = inner.listed(limit)?;
                let outer = outer.listed(limit)?;
                let places = island * islands;
                Some(outer.iter().flat_map(|set| expand(set, &inner, *island, places)).collect())
            }
        }
    }
}

/// The part of `owned` on island `index`, numbered within the island.
fn on_island(owned: &BitSet, index: usize, island: usize) -> BitSet {
    let start = index * island;
    BitSet::of(island, (0..island).filter(|i| owned.contains(start + i)))
}

/// The winning sets of a nested board that come from one outer set: an inner set for each of its islands.
fn expand(outer: &BitSet, inner: &[BitSet], island: usize, places: usize) -> Vec<BitSet> {
    outer.iter().fold(vec![BitSet::empty(places)], |partial, at| {
        let choices = |base: &BitSet| -> Vec<BitSet> {
            let shifted = |set: &BitSet| BitSet::of(places, set.iter().map(|i| at * island + i));
            inner.iter().map(|set| base.union(&shifted(set))).collect()
        };
        partial.iter().flat_map(choices).collect()
    })
}

/// Which hops a piece may make, before the rules of a game restrict them further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hops {
    /// Between any two points.
    Anywhere,
    /// Between these pairs only, either way: the points that each point is paired with.
    Between(Vec<BitSet>),
}

/// A board of winning sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetBoard {
    places: Places,
    // Shared: a board is cloned for each start of a hop game.
    first: Arc<SetFamily>,
    second: Option<Arc<SetFamily>>,
    hops: Arc<Hops>,
    /// The number of points of a layer, on boards that are made of layers, the top one first.
    layer: Option<usize>,
}

impl SetBoard {
    /// A board on which both players want the same sets, given as points counted from 0.
    pub fn new(
        places: Places,
        sets: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InputError> {
        check_points(places.len())?;
        let first = Arc::new(listed(places.len(), sets)?);
        Ok(SetBoard { places, first, second: None, hops: Arc::new(Hops::Anywhere), layer: None })
    }

    /// The same board as a pile of layers of `layer` points each, the first points at the top.
    pub fn with_layers(self, layer: usize) -> Self {
        SetBoard { layer: Some(layer), ..self }
    }

    /// The same board, if it is made of layers.
    pub fn layered(self) -> Result<Self, InputError> {
        match self.layer {
            Some(_) => Ok(self),
            None => Err(InputError::plain("--gravity needs a board that has a top and a bottom")
                .help("such boards: ttt:3, ttt:3^3, lattice:4x5,3")),
        }
    }

    /// The point that lies under another, on boards that are made of layers.
    pub fn under(&self, point: usize) -> Option<usize> {
        self.layer.map(|layer| point + layer).filter(|&below| below < self.point_count())
    }

    /// The same board, but the second player wants sets of his own.
    pub fn with_second_sets(
        mut self,
        sets: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InputError> {
        self.second = Some(Arc::new(listed(self.places.len(), sets)?));
        Ok(self)
    }

    /// The same board with hops between the given pairs of points only.
    pub fn with_hops(
        mut self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, InputError> {
        let n = self.places.len();
        let mut between = vec![BitSet::empty(n); n];
        for (a, b) in pairs {
            if a >= n || b >= n {
                return Err(InputError::plain(format!(
                    "a hop {}-{} leaves a board of {n} points",
                    a + 1,
                    b + 1
                )));
            }
            between[a].insert(b);
            between[b].insert(a);
        }
        self.hops = Arc::new(Hops::Between(between));
        Ok(self)
    }

    /// The nested board with a copy of `inner` for every point of `outer`.
    pub fn nested(outer: &SetBoard, inner: &SetBoard) -> Result<Self, InputError> {
        let (islands, island) = (outer.point_count(), inner.point_count());
        check_points(islands.saturating_mul(island))?;
        if outer.has_own_rules() || inner.has_own_rules() {
            return Err(InputError::plain(OWN_RULES));
        }
        let first = SetFamily::Nested {
            outer: Box::new(outer.first.as_ref().clone()),
            inner: Box::new(inner.first.as_ref().clone()),
            island,
            islands,
        };
        let places = Places::nested(islands, inner.places.clone());
        let (first, hops) = (Arc::new(first), Arc::new(Hops::Anywhere));
        Ok(SetBoard { places, first, second: None, hops, layer: None })
    }

    /// The nested board with a board of its own for every point of `outer`: the boards of `inner` in turn, the last of
    /// them for all points that remain. Its winning sets are listed.
    pub fn mixed(outer: &SetBoard, inner: &[SetBoard]) -> Result<Self, InputError> {
        let Some(last) = inner.last() else {
            return Err(InputError::plain("a nested board needs an inner board"));
        };
        if inner.len() > outer.point_count() {
            let (boards, points) = (inner.len(), outer.point_count());
            let message = format!("{boards} inner boards are too many for {points} points");
            return Err(InputError::plain(message));
        }
        if std::iter::once(outer).chain(inner).any(SetBoard::has_own_rules) {
            return Err(InputError::plain(OWN_RULES));
        }
        let islands: Vec<&SetBoard> =
            (0..outer.point_count()).map(|i| inner.get(i).unwrap_or(last)).collect();
        let starts: Vec<usize> = islands
            .iter()
            .scan(0, |next, island| {
                let start = *next;
                *next += island.point_count();
                Some(start)
            })
            .collect();
        let points = islands.iter().map(|island| island.point_count()).sum();
        check_points(points)?;
        let places: Vec<Places> = islands.iter().map(|island| island.places.clone()).collect();
        let count = |outer: &BitSet| {
            outer.iter().fold(1u128, |c, i| c.saturating_mul(islands[i].first.count()))
        };
        let outer_sets = outer.first.listed(MAX_SETS).unwrap_or_default();
        if outer_sets.iter().map(count).fold(0, u128::saturating_add) > MAX_SETS as u128 {
            return Err(InputError::plain(format!(
                "this mixed nested board has more than {MAX_SETS} winning sets"
            )));
        }
        let inner_sets: Vec<Vec<BitSet>> =
            islands.iter().map(|i| i.first.listed(MAX_SETS).unwrap_or_default()).collect();
        let sets = outer_sets.iter().flat_map(|set| {
            set.iter().fold(vec![Vec::new()], |partial: Vec<Vec<usize>>, island| {
                let with = |base: &Vec<usize>, set: &BitSet| {
                    base.iter().copied().chain(set.iter().map(|p| starts[island] + p)).collect()
                };
                let choices = |base| inner_sets[island].iter().map(move |set| with(base, set));
                partial.iter().flat_map(choices).collect()
            })
        });
        SetBoard::new(Places::islands_of(&places), sets)
    }

    fn has_own_rules(&self) -> bool {
        self.second.is_some() || *self.hops != Hops::Anywhere
    }

    /// What the points are called.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The number of points.
    pub fn point_count(&self) -> usize {
        self.places.len()
    }

    /// The first player's winning sets.
    pub fn first_sets(&self) -> &SetFamily {
        &self.first
    }

    /// The second player's winning sets; the same unless the board says otherwise.
    pub fn second_sets(&self) -> &SetFamily {
        self.second.as_deref().unwrap_or(&self.first)
    }

    /// Whether both players want the same sets.
    pub fn is_symmetric(&self) -> bool {
        self.second.is_none()
    }

    /// Whether replacing each point by its image keeps the board: the images are all points, each once, and winning
    /// sets of each player become winning sets of his. Hops are not looked at.
    pub fn is_symmetry(&self, images: &[u16]) -> bool {
        let points = self.point_count();
        let mut seen = BitSet::empty(points);
        let fits = |image: &u16| (*image as usize) < points;
        if images.len() != points || !images.iter().all(fits) {
            return false;
        }
        images.iter().for_each(|&image| seen.insert(image as usize));
        seen.len() == points
            && self.first.is_kept_by(images)
            && self.second.as_ref().is_none_or(|second| second.is_kept_by(images))
    }

    /// Which hops are possible.
    pub fn hops(&self) -> &Hops {
        &self.hops
    }

    /// For a nested board, the number of points of an island.
    pub fn island(&self) -> Option<usize> {
        match self.first.as_ref() {
            SetFamily::Nested { island, .. } => Some(*island),
            SetFamily::Listed(_) => None,
        }
    }

    /// For a nested board, its outer board and that of an island, both with points called by number.
    pub fn levels(&self) -> Option<(SetBoard, SetBoard)> {
        let SetFamily::Nested { outer, inner, island, islands } = self.first.as_ref() else {
            return None;
        };
        let level = |points: usize, family: &SetFamily| SetBoard {
            places: Places::numbered(points),
            first: Arc::new(family.clone()),
            second: None,
            hops: Arc::new(Hops::Anywhere),
            layer: None,
        };
        Some((level(*islands, outer), level(*island, inner)))
    }

    /// The copy in which point `i` has become point `to[i]`; points are called by number. A nested board is listed.
    pub fn relabelled(&self, to: &[usize]) -> Option<SetBoard> {
        let n = self.point_count();
        let move_family = |family: &SetFamily| -> Option<SetFamily> {
            let sets = family.listed(MAX_SETS)?;
            let moved = sets.iter().map(|set| set.iter().map(|p| to[p]).collect());
            listed(n, moved).ok()
        };
        let hops = match self.hops.as_ref() {
            Hops::Anywhere => Hops::Anywhere,
            Hops::Between(pairs) => {
                let mut moved = vec![BitSet::empty(n); n];
                for (p, partners) in pairs.iter().enumerate() {
                    moved[to[p]] = BitSet::of(n, partners.iter().map(|q| to[q]));
                }
                Hops::Between(moved)
            }
        };
        let second = match &self.second {
            Some(family) => Some(move_family(family)?),
            None => None,
        };
        Some(SetBoard {
            places: Places::numbered(n),
            first: Arc::new(move_family(&self.first)?),
            second: second.map(Arc::new),
            hops: Arc::new(hops),
            layer: None,
        })
    }
}

/// Refuses more points than we take.
pub fn check_points(points: usize) -> Result<(), InputError> {
    if points <= MAX_POINTS {
        return Ok(());
    }
    Err(InputError::plain(format!(
        "a board of {points} points is too large: at most {MAX_POINTS} are possible"
    )))
}

/// Checked, sorted, each set once.
fn listed(
    points: usize,
    sets: impl IntoIterator<Item = Vec<usize>>,
) -> Result<SetFamily, InputError> {
    let mut family = Vec::new();
    for set in sets {
        if set.is_empty() {
            return Err(InputError::plain("a winning set needs at least one point"));
        }
        if let Some(&point) = set.iter().find(|&&point| point >= points) {
            let message = format!("point {} is not on a board of {points} points", point + 1);
            return Err(InputError::plain(message));
        }
        family.push(BitSet::of(points, set));
        if family.len() > MAX_SETS {
            return Err(InputError::plain(format!(
                "more than {MAX_SETS} winning sets are too many"
            )));
        }
    }
    family.sort_by_cached_key(|set| set.iter().collect::<Vec<_>>());
    family.dedup();
    Ok(SetFamily::Listed(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> SetBoard {
        SetBoard::new(Places::numbered(3), [vec![0, 1], vec![0, 2], vec![1, 2]]).unwrap()
    }

    #[test]
    fn nested_families_agree_with_their_lists() {
        let board = SetBoard::nested(&triangle(), &triangle()).unwrap();
        let sets = board.first_sets().listed(1000).unwrap();
        assert_eq!(sets.len(), 27);
        assert_eq!(board.first_sets().count(), 27);
        let list = SetFamily::Listed(sets);
        for mask in 0..512usize {
            let owned = BitSet::of(9, (0..9).filter(|i| mask >> i & 1 == 1));
            assert_eq!(board.first_sets().won_by(&owned), list.won_by(&owned), "{owned:?}");
        }
        assert_eq!(board.first_sets().listed(26), None);
    }

    #[test]
    fn nesting_goes_deeper() {
        let deep =
            SetBoard::nested(&triangle(), &SetBoard::nested(&triangle(), &triangle()).unwrap())
                .unwrap();
        assert_eq!(deep.point_count(), 27);
        assert_eq!(deep.first_sets().count(), 3 * 27 * 27);
        assert_eq!(deep.places().name(26), "3.3.3");
    }

    #[test]
    fn a_mixed_board_of_equal_islands_is_the_nested_board() {
        let single = SetBoard::new(Places::numbered(1), [vec![0]]).unwrap();
        let nested = SetBoard::nested(&triangle(), &triangle()).unwrap();
        let mixed = SetBoard::mixed(&triangle(), &[triangle(), triangle()]).unwrap();
        let mut sets = nested.first_sets().listed(1000).unwrap();
        sets.sort_by_cached_key(|set| set.iter().collect::<Vec<_>>());
        assert_eq!(mixed.first_sets().listed(1000), Some(sets));
        assert_eq!(mixed.places().name(5), nested.places().name(5));
        // One island of a single point: two lines of 3 sets each through it, and one of 9 past it.
        let mixed = SetBoard::mixed(&triangle(), &[single, triangle()]).unwrap();
        assert_eq!((mixed.point_count(), mixed.first_sets().count()), (7, 15));
        assert_eq!(mixed.places().name(0), "1.1");
        assert_eq!(mixed.places().name(6), "3.3");
        assert!(SetBoard::mixed(&triangle(), &[]).is_err());
        assert!(SetBoard::mixed(&triangle(), &vec![triangle(); 4]).is_err());
        let hopping = triangle().with_hops([(0, 1)]).unwrap();
        assert!(SetBoard::mixed(&triangle(), &[triangle(), hopping]).is_err());
    }

    #[test]
    fn layers_lie_on_each_other() {
        let board = triangle().with_layers(2);
        assert_eq!([0, 1, 2].map(|point| board.under(point)), [Some(2), None, None]);
        assert!(board.layered().is_ok());
        assert!(triangle().layered().is_err());
        assert_eq!(triangle().under(0), None);
    }

    #[test]
    fn bad_sets_are_refused() {
        assert!(SetBoard::new(Places::numbered(3), [vec![]]).is_err());
        assert!(SetBoard::new(Places::numbered(3), [vec![3]]).is_err());
        assert!(SetBoard::new(Places::numbered(MAX_POINTS + 1), []).is_err());
        assert!(triangle().with_hops([(0, 3)]).is_err());
        assert_eq!(
            SetBoard::new(Places::numbered(2), [vec![1, 0], vec![0, 1]])
                .unwrap()
                .first_sets()
                .count(),
            1
        );
    }
}
