//! Partners for shadow strategies: a symmetry of the board that swaps places in pairs, leaving as little as possible
//! where it is (unshackle.txt, sections 3 and 4).

use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Ruleset;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;
use serde::Serialize;

/// Larger boards, and more symmetries, are not looked at.
const MOST_PLACES: usize = 100;
const MOST_SYMMETRIES: usize = 20_000;

/// The partners of places under a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partners {
    /// For each place its partner; null if the board has no symmetry that swaps places in pairs.
    pub partners: Option<Vec<usize>>,
}

/// The partners of the places of a board.
pub fn partners(ruleset: &Ruleset) -> Partners {
    in_space!(ruleset, |game| partners_of(game.space()))
}

fn partners_of<S: Space>(space: &S) -> Partners {
    let graph = space.graph();
    let sets = || space.sets().and_then(Structure::of_sets);
    let structure = graph.map(Structure::of_graph).or_else(sets);
    let small = structure.filter(|structure| structure.place_count() <= MOST_PLACES);
    Partners { partners: small.and_then(|structure| best_involution(&structure, graph)) }
}

/// The symmetry that is its own inverse and fixes the fewest vertices and edges.
fn best_involution(structure: &Structure, graph: Option<&Graph>) -> Option<Vec<usize>> {
    let fixed = |symmetry: &Vec<usize>| {
        let places = symmetry.iter().enumerate().filter(|&(place, &image)| place == image).count();
        let swapped = |edge: &&outplay_rules::graph::Edge| {
            let [u, v] = edge.ends();
            let (a, b) = (symmetry[u], symmetry[v]);
            (a.min(b), a.max(b)) == (u, v)
        };
        places + graph.map_or(0, |graph| graph.edges().iter().filter(swapped).count())
    };
    let involution = |symmetry: &Vec<usize>| {
        let moves = symmetry.iter().enumerate().any(|(place, &image)| place != image);
        moves && symmetry.iter().enumerate().all(|(place, &image)| symmetry[image] == place)
    };
    structure.symmetries().take(MOST_SYMMETRIES).filter(involution).min_by_key(fixed)
}
