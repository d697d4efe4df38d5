//! A laboratory for two-player games on graphs and boards, as a library: a question in, an answer out.
//!
//! ```
//! use outplay::{Form, Question, Run, certify, check, solve};
//!
//! let run = Run::default();
//! let question = Question::new("robs-dots", "heaps:11")?;
//! let solved = solve(&question, &run)?;
//! assert_eq!(solved.answer.worth.to_string(), "the first player wins (N-position, Grundy value 2)");
//! for reason in &solved.answer.explanation {
//!     println!("{reason}"); // 11 is worth 2: nim-sum 2; then: after 11>1,7: 1 is worth 1, 7 is worth 1: nim-sum 0
//! }
//! let certificate = certify(&question, Form::Text, &run)?;
//! assert_eq!(check(&certificate.content[..], &run)?.valid, Some(true));
//! # Ok::<(), outplay::Error>(())
//! ```
//!
//! A [`Question`] names a game and a board; a [`Run`] says how it is to be answered: limits, threads, who hears about
//! progress. Each verb ([`solve`], [`moves`], [`table`](table()), …) gives an answer of its own type, which serialises
//! to the JSON of the command's `--json` and is displayed as the sentences of the command. A limit that is reached is
//! not an error where something is known.

pub mod answer;
pub mod door;
mod error;
pub mod files;
pub mod output;
mod question;
pub mod readable;
mod run;
pub mod run_folder;
pub mod view;
pub mod worth;

pub use door::along::{PeriodAlong, period_along};
pub use door::attach::attach;
pub use door::board_quotient::{BoardQuotient, board_quotient};
pub use door::certify::{Certificate, Certified, Proving, certify};
pub use door::cgsuite::{ForCgsuite, cgsuite};
pub use door::check::{CheckOptions, Checked, Combined, check, check_with, combine};
pub use door::critical::critical;
pub use door::emptying::emptying;
pub use door::family::value;
pub use door::games::{game, games};
pub use door::graph::graph;
pub use door::heaps::HeapGame;
pub use door::methods::{Methods, methods};
pub use door::moves::{Moves, ValuedMove, moves};
pub use door::period::{Period, period};
pub use door::play::{GameRecord, Play, Rejected, play};
pub use door::position::{Position, position};
pub use door::positions::{Positions, positions};
pub use door::quotient::{MisereQuotient, quotient};
pub use door::reply::{fitting, reply, strategy_reply};
pub use door::sequence::{Sequence, sequence, write_sequence};
pub use door::solve::{Answer, Solved, solve, solve_certified};
pub use door::sweep::{Sweep, sweep, sweep_rows};
pub use door::table::{Table, table, table_rows};
pub use door::values::{Values, values};
pub use door::verify::{Verified, strategies, verify};
pub use door::weights::weights;
pub use error::{Error, file_error};
pub use files::is_writing;
pub use outplay_certificate::body::Form;
pub use outplay_rules::error::InputError;
pub use outplay_rules::game::GameName;
pub use outplay_rules::option::Options;
pub use outplay_rules::player::Player;
pub use outplay_solve::limits::{Budget, Progress, Stopped};
pub use outplay_solve::oracle::How;
pub use question::{Asked, Question, Task, Written};
pub use run::{Limits, Listener, Partial, Run, Stop, on_large_stack, open_stream, read_file};
pub use worth::{Winner, Worth};

/// Boards, games and moves: what a game or a strategy of one's own is made of.
pub use outplay_rules as rules;
/// Published strategies and the verifier.
pub use outplay_strategy as strategy;
