//! Strategy 4.20 of Leelathanakit's thesis, for the second player of the normal 3x3 game.
//!
//! (A) In a normal state: (A1) if the opponent removed a loop at v and a simple edge at v leads to a normal state,
//! remove one of those; (A2), (A3) otherwise remove any simple edge that leads to a normal state; (A4) if there is
//! none, remove a loop that leads to a normal state; (A5) if there is none either, remove a loop of a 2-bouquet
//! component. (B) In a strategic state: (B1) if there is a 2-bouquet component, remove all edges of weak components and
//! then a loop of it; (B2) if all components are weak, remove all edges.
//!
//! It says nothing in a strategic state with strong components but no 2-bouquet, nor in a critical state without a
//! 2-bouquet; there it is silent.

use outplay_rules::error::InputError;
use outplay_rules::games::octagons::{
    Chain, Component, ComponentClass, StateClass, components, state_class,
};
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::spaces::EdgePosition;
use outplay_rules::spaces::Edges;

use super::octagons_4_14::{
    MID_TURN, at_loop_first, forced_tail, leads_to_normal, remembered, simple_edges,
};
use super::only_for;
use crate::strategy::{Guarantee, Invariance, Memory, MomentIn, Promise, Sees, Strategy};

/// Strategy 4.20.
pub struct Strategy420<'r> {
    rules: &'r EdgeGame,
}

impl<'r> Strategy420<'r> {
    /// The strategy, for the second player: it has no plan for the initial state.
    pub fn new(rules: &'r EdgeGame, player: Player) -> Result<Self, InputError> {
        let help = "it is a strategy for the second player: --as second";
        only_for(Player::Second, player, "octagons-4.20 has no plan for the initial state", help)?;
        Ok(Strategy420 { rules })
    }

    /// (A1) to (A5), as edges by index.
    fn in_normal_state(&self, position: &EdgePosition, memory: &Memory) -> Vec<usize> {
        let board = self.rules.board();
        let stays_normal = |index: &usize| leads_to_normal(board, position, *index);
        let simple: Vec<usize> =
            simple_edges(board, position).into_iter().filter(stays_normal).collect();
        if !simple.is_empty() {
            return at_loop_first(board, simple, memory);
        }
        let loops: Vec<usize> = board.left(position).filter(stays_normal).collect();
        if loops.is_empty() { two_bouquets(&self.components(position)) } else { loops }
    }

    /// (B1) and (B2).
    fn in_strategic_state(&self, position: &EdgePosition) -> Vec<usize> {
        let board = self.rules.board();
        let components = self.components(position);
        let bouquets = two_bouquets(&components);
        let all_weak = components.iter().all(|part| part.class == ComponentClass::Weak);
        if bouquets.is_empty() && !all_weak {
            return Vec::new();
        }
        let weak = components.iter().filter(|part| part.class == ComponentClass::Weak);
        let winning: Vec<usize> = weak
            .flat_map(|part| board.left(&part.edges).collect::<Vec<_>>())
            .filter(|&index| board.earns(position, index) > 0)
            .collect();
        if winning.is_empty() { bouquets } else { winning }
    }

    fn components(&self, position: &EdgePosition) -> Vec<Component> {
        components(self.rules.board(), position)
    }
}

/// The loops of the 2-bouquet components, by index.
fn two_bouquets(components: &[Component]) -> Vec<usize> {
    components
        .iter()
        .filter(|part| part.class == ComponentClass::Chain(Chain::TwoBouquet))
        .filter_map(|part| part.edges.iter().position(|&copies| copies > 0))
        .collect()
}

impl Strategy<Edges> for Strategy420<'_> {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn promise(&self) -> Option<Promise> {
        let graph = self.rules.board().graph();
        let fits = self.rules.variant() == Variant::NormalOctagons
            && graph.places().rows_and_columns() == Some((3, 3))
            && graph.edge_count() == 60;
        let source = "octagons, Theorem 4.21".to_string();
        fits.then_some(Promise { claim: Guarantee::Win, source })
    }

    fn remember(&self, _: &Memory, before: &MomentIn<Edges>, mv: &Move, mine: bool) -> Memory {
        remembered(self.rules, before, mv, mine)
    }

    fn stands_for(&self, now: &MomentIn<Edges>, memory: &Memory) -> Option<(EdgePosition, Memory)> {
        let board = self.rules.board();
        let normal_rules = self.rules.variant() == Variant::NormalOctagons;
        let mid_turn = memory.plan == MID_TURN;
        if normal_rules && !mid_turn { forced_tail(board, &now.position) } else { None }
    }

    fn advice(&self, now: &Moment<EdgePosition>, memory: &Memory) -> Vec<Move> {
        let (board, position) = (self.rules.board(), &now.position);
        let strategic =
            memory.plan == MID_TURN || state_class(board, position) == StateClass::Strategic;
        let chosen = if strategic {
            self.in_strategic_state(position)
        } else {
            self.in_normal_state(position, memory)
        };
        chosen.into_iter().map(|index| board.move_of(index)).collect()
    }
}
