//! Published strategies, and the verifier that plays one against every opponent.
//!
//! A strategy is an object ([`strategy::Strategy`]) that allows a set of moves in a position. [`verify`](verify())
//! finds one by name or takes it from a file and answers whether a claim holds for it, with the number of positions
//! covered or the shortest line of play that breaks it:
//!
//! ```
//! use outplay_rules::board::BoardName;
//! use outplay_rules::game::GameName;
//! use outplay_rules::option::Options;
//! use outplay_rules::player::Player;
//! use outplay_solve::limits::Budget;
//! use outplay_strategy::{StrategySource, Verification};
//!
//! let (game, board): (GameName, BoardName) = ("unshackle".parse()?, "grid:3x3".parse()?);
//! let cases = game.cases(board.build()?, &Options::default())?;
//! let question = Verification::new(StrategySource::Named("shadow-point"), Player::Second);
//! let answer = outplay_strategy::verify(&cases, &question, &mut Budget::unlimited())?;
//! assert_eq!(answer.verdict.holds, Some(true));
//! # Ok::<(), outplay_rules::error::InputError>(())
//! ```

pub mod ask;
pub mod file;
pub mod keys;
pub mod named;
pub mod published;
pub mod reference;
pub mod rule;
pub mod shortest;
pub mod strategic;
pub mod strategy;
pub mod table;
pub mod verify;

pub use ask::{Answer, StrategySource, Verification, tabulate, verify};
