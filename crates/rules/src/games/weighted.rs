//! Scoring games with weighted vertices: a vertex is worth its weight to whoever frees it, and 1 if it is given none.
//!
//! `--weights 1=3,4=2` gives vertices 1 and 4 the weights 3 and 2. A graph may also come with weights (`"weights"` in a
//! JSON file), which the option overrides. A score keeps the turn if it does so in the game without weights: what
//! counts is that a vertex was freed, even if it is worth nothing. The normal rules of Closing Octagons are about
//! winning moves and are not weighted.

use super::scoring::{EdgeGame, Variant};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::{Graph, MOST_WEIGHT};
use crate::moves::Move;
use crate::option::OptionDef;
use crate::places::Places;
use crate::rules::{IllegalMove, Rules, Scoring, Step};
use crate::spaces::{EdgePosition, Edges};

/// Vertex weights.
pub static WEIGHTS: OptionDef = OptionDef {
    name: "weights",
    value: Some("V=W,…"),
    help: "Vertex weights, such as 1=3,4=2 (scoring games); 1 where not given",
    words: "weights {}",
    read: |text| {
        pairs(text)?;
        Ok(text.split_whitespace().collect())
    },
};

/// The names and weights of a text such as `1=3,4=2`.
fn pairs(text: &str) -> Result<Vec<(&str, u32)>, InputError> {
    let wrong = || {
        let message = format!("weights are written like 1=3,4=2, each from 0 to {MOST_WEIGHT}");
        InputError::whole(text, message)
    };
    text.split(',')
        .map(|part| {
            let (name, weight) = part.rsplit_once('=').ok_or_else(wrong)?;
            let weight =
                weight.trim().parse().ok().filter(|&w| w <= MOST_WEIGHT).ok_or_else(wrong)?;
            Ok((name.trim(), weight))
        })
        .collect()
}

/// The largest total of all weights: twice as many points still fit a signed number of 32 bits, in which margins are
/// counted.
const MOST_TOTAL: u64 = 1_000_000_000;

/// A scoring game whose vertices are worth their weights.
pub struct Weighted {
    game: EdgeGame,
    weights: Vec<u32>,
}

impl Weighted {
    /// The game on a multigraph, with its own weights or those of a text.
    pub fn new(graph: Graph, variant: Variant, text: &str) -> Result<Self, InputError> {
        if variant.is_normal() {
            return Err(InputError::plain("the normal rules are about unweighted octagons"));
        }
        let weights = graph.weights().map_or(vec![1; graph.vertex_count()], <[u32]>::to_vec);
        let weights = read(text, graph.places(), weights)?;
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if total > MOST_TOTAL {
            let message = format!("the weights come to {total}, more than {MOST_TOTAL}");
            return Err(InputError::plain(message).help("margins are counted up to there"));
        }
        Ok(Weighted { game: EdgeGame::new(graph, variant), weights })
    }

    /// What the vertices of a move that lose their last edge are worth.
    fn earned(&self, position: &EdgePosition, mv: &Move) -> u32 {
        let board = self.game.board();
        let mut ends = mv.places();
        ends.dedup();
        let freed = ends.iter().filter(|&&end| board.weight(position, end as usize) == 1);
        freed.map(|&end| self.weights[end as usize]).sum()
    }
}

fn read(text: &str, places: &Places, mut weights: Vec<u32>) -> Result<Vec<u32>, InputError> {
    if text.is_empty() {
        return Ok(weights);
    }
    let mut given = BitSet::empty(weights.len());
    for (name, weight) in pairs(text)? {
        let vertex = places.read(name).ok_or_else(|| {
            let message = format!("there is no vertex '{name}' to give a weight");
            InputError::whole(text, message).help(places.describe())
        })?;
        if given.contains(vertex) {
            let message = format!("vertex '{name}' is given two weights");
            return Err(InputError::whole(text, message));
        }
        given.insert(vertex);
        weights[vertex] = weight;
    }
    Ok(weights)
}

impl Rules for Weighted {
    type Space = Edges;
    type Position = EdgePosition;

    fn space(&self) -> &Edges {
        self.game.space()
    }

    fn moves(&self, position: &EdgePosition) -> Vec<Move> {
        self.game.moves(position)
    }

    fn check(&self, position: &EdgePosition, mv: &Move) -> Result<(), IllegalMove> {
        self.game.check(position, mv)
    }

    fn apply(&self, position: &EdgePosition, mv: &Move) -> Step<EdgePosition> {
        Step { earned: self.earned(position, mv), ..self.game.apply(position, mv) }
    }

    fn longest_game(&self) -> usize {
        self.game.longest_game()
    }

    fn is_over(&self, position: &EdgePosition) -> bool {
        self.game.is_over(position)
    }

    /// A renaming must keep the weights. It names the images of the vertices that have an edge; which those are depends
    /// on the position, so only the renaming of all vertices is looked at.
    fn respects(&self, images: &[u16]) -> bool {
        images.len() == self.weights.len()
            && images
                .iter()
                .zip(&self.weights)
                .all(|(&to, &weight)| self.weights[to as usize] == weight)
    }
}

impl Scoring for Weighted {
    fn points_left(&self, position: &EdgePosition) -> u32 {
        let bound = (0..self.weights.len()).filter(|&v| self.game.board().weight(position, v) > 0);
        bound.map(|v| self.weights[v]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;
    use crate::graph::files::json;

    #[test]
    fn weights_of_a_file_count_and_the_option_goes_before_them() {
        let text = r#"{"vertices": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]], "weights": {"a": 3}}"#;
        let graph = json::read(text).unwrap();
        assert_eq!(json::read(&json::write(&graph).unwrap()).unwrap(), graph);
        let total = |text: &str| {
            let game = Weighted::new(graph.clone(), Variant::Unshackle, text).unwrap();
            game.points_left(&game.start())
        };
        assert_eq!([total(""), total("a=5,c=0"), total("b=2")], [5, 6, 6]);
        for wrong in [r#""weights": {"x": 3}"#, r#""weights": {"a": -1}"#, r#""weights": [3]"#] {
            let text = format!(r#"{{"vertices": ["a"], "edges": [], {wrong}}}"#);
            assert!(json::read(&text).is_err(), "{wrong}");
        }
        assert!(Weighted::new(graph.clone(), Variant::Unshackle, "a=2,b=1,a=3").is_err());
        assert!(Weighted::new(graph, Variant::NormalOctagons, "a=2").is_err());
    }

    /// A margin that did not fit would be a wrong one, and with it every bound that needs no proof.
    #[test]
    fn margins_fit_their_numbers() {
        let of = |vertices: usize| {
            let weights = (1..=vertices).map(|vertex| format!("{vertex}={MOST_WEIGHT}"));
            let weights = weights.collect::<Vec<_>>().join(",");
            Weighted::new(families::path(vertices).unwrap(), Variant::Unshackle, &weights)
        };
        let most = of(1000).unwrap();
        assert_eq!(most.points_left(&most.start()), 1_000_000_000);
        assert!(of(1001).is_err() && of(4096).is_err());
    }
}
