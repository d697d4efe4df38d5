//! Boards, games, moves and their notation.
//!
//! This crate knows what may be played and nothing about how to play it well: no solver, no page, no terminal.
//! A game and a board are named by text, as a person writes them:
//!
//! ```
//! use outplay_rules::board::BoardName;
//! use outplay_rules::game::{GameName, Options, Ruleset};
//! use outplay_rules::record::Record;
//!
//! let game: GameName = "unshackle".parse()?;
//! let board: BoardName = "path:3".parse()?;
//! let Ruleset::Edges(rules) = Ruleset::new(&game, board.build()?, &Options::default())? else { unreachable!() };
//! let record = Record::after(&rules, "1-2 2-3")?;
//! assert_eq!(record.now().score, [1, 2]);
//! # Ok::<(), outplay_rules::error::InputError>(())
//! ```

pub mod bits;
pub mod board;
pub mod encode;
pub mod error;
pub mod family;
pub mod field;
pub mod game;
pub mod games;
pub mod graph;
pub mod moves;
pub mod places;
pub mod player;
pub mod record;
pub mod rules;
pub mod sets;
pub mod symmetry;
pub mod visible;
