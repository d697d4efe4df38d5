//! Partners for shadow strategies: a symmetry of the board that swaps places in pairs, leaving as little as possible
//! where it is (unshackle.txt, sections 3 and 4).

use outplay_rules::error::InputError;
use outplay_rules::game::Ruleset;
use outplay_rules::graph::Graph;
use outplay_rules::symmetry::Structure;
use serde_json::{Value, json};

/// Larger boards, and more symmetries, are not looked at.
const MOST_PLACES: usize = 100;
const MOST_SYMMETRIES: usize = 20_000;

/// For each place its partner, or null if the board has no symmetry that swaps places in pairs.
pub fn partners(ruleset: &Ruleset) -> Result<Value, InputError> {
    let (structure, graph) = match ruleset {
        Ruleset::Octal(game) => (Some(Structure::of_graph(game.graph())), Some(game.graph())),
        Ruleset::NodeKayles(game) => (Some(Structure::of_graph(game.graph())), Some(game.graph())),
        Ruleset::ArcKayles(game) => (Some(Structure::of_graph(game.graph())), Some(game.graph())),
        Ruleset::Nimstring(game) => {
            (Some(Structure::of_graph(game.board().graph())), Some(game.board().graph()))
        }
        Ruleset::Edges(game) => {
            (Some(Structure::of_graph(game.board().graph())), Some(game.board().graph()))
        }
        Ruleset::Placing(game) => (Structure::of_sets(game.board()), None),
        Ruleset::ChooserPicker(game) => (Structure::of_sets(game.board()), None),
        Ruleset::Hop(games) => {
            (games.first().and_then(|(_, game)| Structure::of_sets(game.board())), None)
        }
    };
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
