//! Partners for shadow strategies: a symmetry of the board that swaps places in pairs, leaving as little as possible
//! where it is (unshackle.txt, sections 3 and 4).

use outplay_rules::error::InputError;
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Ruleset;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;
use serde_json::{Value, json};

/// Larger boards, and more symmetries, are not looked at.
const MOST_PLACES: usize = 100;
const MOST_SYMMETRIES: usize = 20_000;

/// For each place its partner, or null if the board has no symmetry that swaps places in pairs.
pub fn partners(ruleset: &Ruleset) -> Result<Value, InputError> {
    in_space!(ruleset, |game| partners_of(game.space()))
}

fn partners_of<S: Space>(space: &S) -> Result<Value, InputError> {
    let graph = space.graph();
    let sets = || space.sets().and_then(Structure::of_sets);
    let structure = graph.map(Structure::of_graph).or_else(sets);
    let small = structure.filter(|structure| structure.place_count() <= MOST_PLACES);
    let best = small.and_then(|structure| best_involution(&structure, graph));
    Ok(json!({ "partners": best }))
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
