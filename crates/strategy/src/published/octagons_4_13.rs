//! Theorems 4.12 and 4.13 of Leelathanakit's thesis, on the normal 1x2 game.
//!
//! 4.12: the second player wins or draws however he plays. 4.13: the first player draws by (A) removing the simple
//! edge first, and (B) answering the first strategic state by a loop of the 1-bouquet and a loop of the 2-bouquet.
//! Between the two the text leaves him any move.

use outplay_rules::error::InputError;
use outplay_rules::games::octagons::{StateClass, state_class};
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_rules::spaces::Edges;

use super::any::Any;
use crate::strategy::{Guarantee, Invariance, Memory, Promise, Strategy};

fn check_board(rules: &EdgeGame, name: &str) -> Result<(), InputError> {
    let graph = rules.board().graph();
    let fits = rules.variant() == Variant::NormalOctagons
        && graph.vertex_count() == 2
        && graph.edge_count() == 15;
    let error = || {
        InputError::plain(format!("{name} is for octagons:1x2 with normal rules"))
            .help("closing-octagons octagons:1x2 --normal-rules")
    };
    if fits { Ok(()) } else { Err(error()) }
}

/// Theorem 4.12: anything.
pub fn anything(rules: &EdgeGame, player: Player) -> Result<Any<'_, Edges>, InputError> {
    check_board(rules, "octagons-4.12")?;
    if player == Player::First {
        return Err(InputError::plain("octagons-4.12 is for the second player"));
    }
    let source = "octagons, Theorem 4.12".to_string();
    Ok(Any::promising(rules, Promise { claim: Guarantee::Draw, source }))
}

/// Theorem 4.13: the first player's drawing strategy.
pub struct Strategy413<'r> {
    rules: &'r EdgeGame,
}

impl<'r> Strategy413<'r> {
    /// The strategy for the first player on octagons:1x2 with normal rules.
    pub fn new(rules: &'r EdgeGame, player: Player) -> Result<Self, InputError> {
        check_board(rules, "octagons-4.13")?;
        if player == Player::Second {
            return Err(InputError::plain("octagons-4.13 is for the first player"));
        }
        Ok(Strategy413 { rules })
    }
}

impl Strategy<Edges> for Strategy413<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn promise(&self) -> Option<Promise> {
        let source = "octagons, Theorem 4.13".to_string();
        Some(Promise { claim: Guarantee::Draw, source })
    }

    fn advice(&self, now: &Moment<EdgePosition>, _: &Memory) -> Vec<Move> {
        let board = self.rules.board();
        if now.position == board.start() {
            return vec![Move::Edge(0, 1)];
        }
        if state_class(board, &now.position) != StateClass::Strategic {
            return self.rules.moves(&now.position);
        }
        // The 1-bouquet first; once it is gone, the other loop is all that is left to choose.
        let winning =
            board.left(&now.position).filter(|&index| board.earns(&now.position, index) > 0);
        winning.map(|index| board.move_of(index)).collect()
    }
}
