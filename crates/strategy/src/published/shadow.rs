//! The shadow strategies (Strategies 1 and 2 of the Unshackle paper, and their extension to any symmetry of order two).
//!
//! (1) If an edge is its own shadow, the player removes it first. (2) Whatever edge the opponent removes, the player
//! removes its shadow. What is promised for which symmetry, and why: `involution`.
//!
//! Where a drawing has several lines of symmetry, the one with the greatest promise is taken. The paper's Strategy 2
//! asks for at most one edge across or on the line; otherwise it is not defined, and neither is ours.

use outplay_rules::error::InputError;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Edges;

use super::drawing::PlaneDrawing;
use super::involution::{self, Involution};
use crate::strategy::{Guarantee, Memory, Promise, Sees, Strategy};

/// A shadow strategy for one symmetry.
pub struct Shadow {
    image: Vec<u16>,
    /// The edge to remove first.
    opening: Option<Move>,
    promise: Promise,
}

/// The point reflection shadow strategy (Strategy 1).
pub fn point(rules: &EdgeGame, player: Player) -> Result<Shadow, InputError> {
    let graph = rules.board().graph();
    let drawing = PlaneDrawing::new(graph)?;
    let reflection = drawing.point_reflection().ok_or_else(|| {
        InputError::plain("the drawing is not symmetric under a point reflection")
            .help("--strategy shadow-line, or shadow for any symmetry")
    })?;
    let theorem = if player == Player::First { "Theorem 3.3" } else { "Theorem 3.2" };
    Shadow::new(rules, player, vec![reflection], &format!("unshackle, {theorem}"), false)
}

/// The linear reflection shadow strategy (Strategy 2).
pub fn line(rules: &EdgeGame, player: Player) -> Result<Shadow, InputError> {
    let graph = rules.board().graph();
    let lines = PlaneDrawing::new(graph)?.line_reflections();
    if lines.is_empty() {
        return Err(InputError::plain("the drawing has no line of symmetry")
            .help("--strategy shadow-point, or shadow for any symmetry"));
    }
    let theorem = if player == Player::First { "Theorem 4.4" } else { "Theorem 4.3" };
    Shadow::new(rules, player, lines, &format!("unshackle, {theorem}"), false)
}

/// The shadow strategy for the best symmetry of order two that is found.
pub fn any(rules: &EdgeGame, player: Player) -> Result<Shadow, InputError> {
    let graph = rules.board().graph();
    let found: Vec<Involution> = involution::best(graph, player).into_iter().collect();
    Shadow::new(
        rules,
        player,
        found,
        "the pairing argument of unshackle, Theorems 3.2 to 4.4",
        true,
    )
}

impl Shadow {
    fn new(
        rules: &EdgeGame,
        player: Player,
        symmetries: Vec<Involution>,
        source: &str,
        exact: bool,
    ) -> Result<Self, InputError> {
        let graph = rules.board().graph();
        let best = symmetries
            .iter()
            .filter(|involution| involution.serves(player))
            .max_by_key(|involution| involution.promise(graph));
        let Some(best) = best else { return Err(unserved(player, &symmetries)) };
        let margin = best.promise(graph);
        let claim = match margin {
            0 => Guarantee::Draw,
            _ if exact => Guarantee::Margin(margin),
            _ => Guarantee::Win,
        };
        let opening = best.fixed_edges.first().map(|&index| rules.board().move_of(index));
        let names = |list: &[usize]| -> String {
            list.iter().map(|&v| graph.places().name(v)).collect::<Vec<_>>().join(", ")
        };
        let fixed = match best.fixed_vertices.len() {
            0 => "no vertex is its own shadow".to_string(),
            1 => format!("vertex {} is its own shadow", names(&best.fixed_vertices)),
            _ => format!("vertices {} are their own shadows", names(&best.fixed_vertices)),
        };
        let edge = opening.as_ref().map_or("no edge is its own shadow".to_string(), |mv| {
            format!("{} is its own shadow", rules.write_move(mv))
        });
        let source = format!("{source}: {edge}, {fixed}; margin at least {margin}");
        Ok(Shadow { image: best.image.clone(), opening, promise: Promise { claim, source } })
    }

    /// The strategy for given images and an opening move.
    pub fn with(image: Vec<u16>, opening: Option<Move>, promise: Promise) -> Self {
        Shadow { image, opening, promise }
    }
}

/// Why the strategy is not defined for a player.
fn unserved(player: Player, symmetries: &[Involution]) -> InputError {
    let (other, name) = match player {
        Player::First => (Player::Second, "exactly one edge that is its own shadow"),
        Player::Second => (Player::First, "no edge that is its own shadow"),
    };
    let message = format!("for the {player} player the strategy needs {name}");
    let error = InputError::plain(match symmetries.iter().map(|s| s.fixed_edges.len()).min() {
        Some(1) => format!("{message}; here there is one"),
        Some(fewest) => format!("{message}; here there are {fewest}"),
        None => format!("{message}; no such symmetry was found"),
    });
    if symmetries.iter().any(|involution| involution.serves(other)) {
        error.help(format!("it is defined for the {other} player: --as {other}"))
    } else {
        error.help("--strategy shadow looks for any symmetry of order two")
    }
}

/// The shadow of an edge.
pub fn shadow_of(image: &[u16], mv: &Move) -> Option<Move> {
    let Move::Edge(u, v) = mv else { return None };
    let (u, v) = (image[*u as usize], image[*v as usize]);
    Some(Move::Edge(u.min(v), u.max(v)))
}

impl Strategy<Edges> for Shadow {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn promise(&self) -> Option<Promise> {
        Some(self.promise.clone())
    }

    fn advice(&self, _: &Moment<<EdgeGame as Rules>::Position>, memory: &Memory) -> Vec<Move> {
        let answer = match &memory.last {
            None => self.opening.clone(),
            Some(mv) => shadow_of(&self.image, mv),
        };
        answer.into_iter().collect()
    }
}
