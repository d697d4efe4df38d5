//! Boards, games, moves and their notation.
//!
//! This crate knows what may be played and nothing about how to play it well: no solver, no page, no terminal.
//! A game and a board are named by text, as a person writes them:
//!
//! ```
//! use outplay_rules::board::BoardName;
//! use outplay_rules::game::GameName;
//! use outplay_rules::option::Options;
//! use outplay_rules::record::Record;
//! use outplay_rules::ruleset::Ruleset;
//!
//! let game: GameName = "unshackle".parse()?;
//! let board: BoardName = "path:3".parse()?;
//! let Ruleset::Edges(rules) = game.on(board.build()?, &Options::default())? else { unreachable!() };
//! let record = Record::after(&rules, "1-2 2-3")?;
//! assert_eq!(record.now().score, [1, 2]);
//! # Ok::<(), outplay_rules::error::InputError>(())
//! ```

pub mod all_graphs;
pub mod along;
pub mod bits;
pub mod board;
pub mod error;
pub mod family;
pub mod field;
pub mod game;
pub mod games;
pub mod graph;
pub mod guarantee;
pub mod moves;
pub mod octal_code;
pub mod option;
pub mod outcome_class;
pub mod places;
pub mod player;
pub mod record;
pub mod registry;
pub mod rules;
pub mod ruleset;
pub mod sets;
pub mod spaces;
pub mod stretch;
pub mod symmetry;
pub mod visible;
