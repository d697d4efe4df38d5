//! The command line: what can be typed.

mod claims;
mod examples;
mod heaps;
mod read;
mod run;

use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use outplay::door::boards::Part;
use outplay::output::RowFormat;
use outplay::{Form, How, InputError, Player};
use outplay_rules::game::Theory;
use outplay_rules::games::GAMES;
use outplay_rules::graph::files::lines::LineFormat;

use self::examples::*;
use self::read::{USUAL_MEMORY, read_lines, read_part, read_seconds, read_size, read_whole};
use crate::game_options::{GAME_OPTIONS, GameOptions};

pub use self::claims::{ClaimsArgs, ClaimsCommand, ReportFormat};
pub use self::heaps::{PeriodArgs, PositionsArgs, QuotientArgs, SequenceArgs};
pub use self::run::{RunArgs, RunCommand, RunStart, RunVerb};

/// A laboratory for two-player games on graphs and boards.
#[derive(Debug, Parser)]
#[command(name = "outplay", version, about, disable_help_subcommand = true, after_help = crate::welcome::notation())]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The command, with the options that matter in the help of each of its commands.
pub fn command() -> clap::Command {
    const SOLVING: [&str; 8] =
        ["solve", "moves", "table", "play", "sweep", "emptying", "attach", "verify"];
    // Commands that never take long.
    const INSTANT: [&str; 3] = ["games", "man", "completions"];
    let mut command = Cli::command();
    // This hands the global options down to every command.
    command.build();
    let command = command.mut_subcommands(|command| {
        let mut command = with_its_own_options(command);
        if !SOLVING.contains(&command.get_name()) {
            command = without_options(command, SOLVER);
        }
        if INSTANT.contains(&command.get_name()) {
            command = without_options(command, LIMITS);
        }
        command
    });
    command
        .mut_subcommand("play", |play| {
            with_time(play, "Seconds that the program may think about a move")
        })
        .mut_subcommand("serve", |serve| with_time(serve, "Seconds that each computation may take"))
        .mut_subcommand("run", |run| {
            run.mut_subcommand("start", |start| {
                with_time(start, "Seconds that each item may take; its row says if they ran out")
            })
            .mut_subcommand("audit", |audit| with_time(audit, "Seconds that each row may take"))
        })
}

/// What `--time` means, where it does not bound the whole work.
fn with_time(command: clap::Command, help: &'static str) -> clap::Command {
    command
        .mut_args(|arg| if arg.get_id() == "time" { arg.help(help) } else { arg })
        .mut_subcommands(|command| with_time(command, help))
}

/// Options of games and solvers are accepted wherever a game is named, but a command about some games only shows
/// theirs.
fn with_its_own_options(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_string();
    let taken = |theory, option: &str| {
        let mut games = GAMES.iter().filter(|def| def.theory == theory);
        games.any(|def| def.options.iter().any(|known| known.name == option))
    };
    let command = command.mut_args(|arg| {
        let option = arg.get_id().as_str();
        let is_of_games = arg.get_help_heading() == Some(GAME_OPTIONS);
        let hide = match &name[..] {
            "emptying" | "attach" => is_of_games || option == "after" || option == "full_table",
            "graph" => is_of_games,
            "sweep" => is_of_games && !taken(Theory::Impartial, option) || option == "full_table",
            "verify" => option == "full_table" || option == "method",
            "completions" => option == "json",
            "weights" => is_of_games && !taken(Theory::Positional, option),
            _ => return arg,
        };
        arg.hide(hide)
    });
    command.mut_subcommands(with_its_own_options)
}

/// Solver options and limits are accepted by every command, so that scripts need not know which ones use them, but
/// shown only where they matter.
fn without_options(command: clap::Command, heading: &'static str) -> clap::Command {
    let hidden = |arg: clap::Arg| {
        let hide = arg.is_hide_set() || arg.get_help_heading() == Some(heading);
        arg.hide(hide)
    };
    command.mut_args(hidden).mut_subcommands(|command| without_options(command, heading))
}

/// The heading of the options that bound the work.
const LIMITS: &str = "Limits";

/// The heading of the options that say how to solve.
pub const SOLVER: &str = "Solver options";

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Print one JSON object on standard output, and nothing else there
    #[arg(long, global = true, display_order = 900)]
    pub json: bool,
    /// Number of threads [default: all cores]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Search even where a theorem gives the answer
    #[arg(long, global = true, help_heading = SOLVER)]
    pub no_theorems: bool,
    /// Use the plain reference solver, which follows the definitions and nothing else
    #[arg(long, global = true, help_heading = SOLVER)]
    pub plain: bool,
    /// Solve a scoring game by a table of all positions (at most about 2^28)
    #[arg(long, global = true, help_heading = SOLVER)]
    pub full_table: bool,
    /// Use this method alone; `outplay methods` lists the ones that apply
    #[arg(long, global = true, help_heading = SOLVER, value_name = "NAME", conflicts_with_all = ["plain", "full_table"])]
    pub method: Option<String>,
    /// Memory for tables, such as 500M or 4G
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE", value_parser = read_size, default_value = USUAL_MEMORY)]
    pub memory: u64,
    /// Stop after this many seconds, and print what is known by then
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SECONDS", value_parser = read_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Print no progress and no remarks on standard error
    #[arg(long, global = true, display_order = 901)]
    pub quiet: bool,
}

impl Common {
    /// How a question is to be answered.
    pub fn how(&self) -> How {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let how = How {
            threads: self.threads.map_or_else(cores, usize::from),
            theorems: !self.no_theorems,
            outcome_only: false,
            method: self.method.clone().map(Into::into),
            full_table: self.full_table,
        };
        let how = if self.plain { how.plain() } else { how };
        How { theorems: how.theorems && !how.is_plain(), ..how }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a board: who wins, the best moves, a line of best play
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// List the methods for a board, in the order in which they are tried
    #[command(after_help = METHODS_EXAMPLES)]
    Methods(QuestionArgs),
    /// List every legal move and the value it leads to
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(QuestionArgs),
    /// Solve a family of boards and print a table
    #[command(after_help = TABLE_EXAMPLES)]
    Table(TableArgs),
    /// Compute α- and β-weights of a position, its points and pairs of points
    #[command(after_help = WEIGHTS_EXAMPLES)]
    Weights(WeightsArgs),
    /// Play in the terminal, against the solver or another person
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Play, explore and learn in the browser
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// List the Grundy values of heaps (the nim-sequence)
    #[command(after_help = SEQUENCE_EXAMPLES)]
    Sequence(SequenceArgs),
    /// Find the period of a nim-sequence and prove it
    #[command(after_help = PERIOD_EXAMPLES)]
    Period(PeriodArgs),
    /// List the P-positions of a heap game
    #[command(after_help = POSITIONS_EXAMPLES)]
    Positions(PositionsArgs),
    /// Find the misère quotient of a heap game, or of a board
    #[command(after_help = QUOTIENT_EXAMPLES)]
    Quotient(QuotientArgs),
    /// List the critical states of a board of Closing Octagons, up to isomorphism
    #[command(
        after_help = "Examples:\n  outplay critical octagons:2x2\n  outplay critical boxes:2x3 --json"
    )]
    Critical {
        /// The board, such as octagons:2x2
        board: String,
    },
    /// Test a statement on every board of a family
    #[command(after_help = SWEEP_EXAMPLES)]
    Sweep(SweepArgs),
    /// Find the longest game the winner can force while keeping the win
    #[command(after_help = EMPTYING_EXAMPLES)]
    Emptying(EmptyingArgs),
    /// Test whether attaching a path to a vertex changes the Grundy value
    #[command(after_help = ATTACH_EXAMPLES)]
    Attach(AttachArgs),
    /// Draw the game graph of a position, with its kernel marked
    #[command(after_help = GRAPH_EXAMPLES)]
    Graph(GraphArgs),
    /// Play a strategy against every opponent, or list the named strategies
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// List, show and check the published statements of the catalogue
    #[command(after_help = CLAIMS_EXAMPLES)]
    Claims(ClaimsArgs),
    /// List the games, or explain the rules of one
    #[command(
        after_help = "Examples:\n  outplay games\n  outplay games unshackle\n  outplay games octal:0.33 --json"
    )]
    Games {
        /// The game to explain
        name: Option<String>,
    },
    /// Divide long work into units, in a folder that many machines can share
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Replay a certificate with the independent checker
    #[command(
        after_help = "Example:\n  outplay period 0.77 --certificate kayles.txt && outplay check kayles.txt"
    )]
    Check {
        /// The certificate
        file: String,
        /// Give the proof in words: its facts or steps, and the theorems it rests on
        #[arg(long)]
        explain: bool,
        /// Check only one part of a closed or recomputed proof, or of a period in blocks, such as 3/64
        #[arg(long, value_name = "K/N")]
        part: Option<String>,
        /// Folder for the levels of a recomputed table or the blocks of a period; a part reads the earlier ones from it
        #[arg(long, value_name = "DIR")]
        scratch: Option<std::path::PathBuf>,
        /// FILE holds the output of the checks of all parts: report whether every part holds
        #[arg(long, conflicts_with_all = ["explain", "part", "scratch", "without"])]
        combine: bool,
        /// Refuse a certificate that uses this theory, such as rich
        #[arg(long, value_name = "THEORY")]
        without: Vec<String>,
    },
    /// Write the manual pages, one per command, into a folder
    #[command(after_help = "Example:\n  outplay man man1")]
    Man {
        /// The folder, created if it does not exist
        folder: std::path::PathBuf,
    },
    /// Print shell completions
    #[command(
        after_help = "Example:\n  outplay completions bash > ~/.local/share/bash-completion/completions/outplay"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// A game, a board, and what else the question depends on.
#[derive(Clone, Debug, Args)]
pub struct QuestionArgs {
    /// The game, such as kayles, octal:0.137, unshackle, hop
    pub game: String,
    /// The board, such as heaps:50, grid:3x4, ttt:3, @FILE
    pub board: String,
    #[command(flatten)]
    pub options: GameOptions,
    /// Start from the position that these moves reach
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
}

impl QuestionArgs {
    /// The question, if it is well written.
    pub fn read(&self) -> Result<outplay::Question, InputError> {
        self.options.question(&self.game, &self.board, self.after.as_deref())
    }
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Only decide who wins, without the Grundy value or margin (faster)
    #[arg(long)]
    pub outcome_only: bool,
    /// Show which methods were tried, for how long, and which answered
    #[arg(long)]
    pub explain: bool,
    /// Positional games: resume the search from this file if it exists, and keep saving to it
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
    /// Write a certificate of the answer, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// How the certificate's proof is written
    #[arg(long, value_enum, default_value = "deflate", value_name = "FORM")]
    pub certificate_form: CertificateForm,
    /// Octal games with digits 0 to 3: write a certificate of a few hundred bytes whose table the checker fills itself
    ///
    /// Checking it takes as long as filling the table. Tables of more than 2.5 billion positions are always certified this
    /// way.
    #[arg(long, requires = "certificate")]
    pub recompute: bool,
    /// Prove the answer and have the independent checker confirm it
    #[arg(long)]
    pub self_check: bool,
    /// Partizan games: instead of solving, write a small position as a text that CGSuite reads
    #[arg(long, conflicts_with_all = ["certificate", "state", "self_check", "run", "explain"])]
    pub cgsuite: bool,
    #[command(flatten)]
    pub boards: BoardsArgs,
    /// Split the work by first moves, and share it with others who use the same folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["certificate", "state", "self_check"])]
    pub run: Option<String>,
}

impl SolveArgs {
    /// The question without its board: about any board.
    pub fn options_alone(&self) -> Result<outplay::Question, InputError> {
        let QuestionArgs { game, options, after, .. } = &self.question;
        options.question(game, "petersen", after.as_deref())
    }
}

/// The forms of a certificate's proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CertificateForm {
    /// One line per step, for people to read
    Text,
    /// Bytes
    Binary,
    /// Bytes, compressed
    Deflate,
}

impl From<CertificateForm> for Form {
    fn from(form: CertificateForm) -> Self {
        match form {
            CertificateForm::Text => Form::Text,
            CertificateForm::Binary => Form::Binary,
            CertificateForm::Deflate => Form::Deflate,
        }
    }
}

#[derive(Debug, Args)]
pub struct WeightsArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Also weigh the sets through these two points (repeatable)
    #[arg(long, value_name = "A,B")]
    pub pair: Vec<String>,
}

#[derive(Debug, Args)]
pub struct TableArgs {
    /// The game, or the name of a paper's table, such as dailly/4
    pub game: String,
    /// The family, such as grid:1..4x1..6 or path:0..100
    pub family: Option<String>,
    #[command(flatten)]
    pub options: GameOptions,
    /// Only decide who wins (much faster on large boards)
    #[arg(long)]
    pub outcome_only: bool,
    /// Include the larger boards of a paper's table
    #[arg(long)]
    pub deep: bool,
    #[command(flatten)]
    pub boards: BoardsArgs,
    #[command(flatten)]
    pub rows: RowsArgs,
}

/// Which of the boards.
#[derive(Clone, Debug, Args)]
pub struct BoardsArgs {
    /// Format of the lines of a file or of standard input (@-): graph6, sparse6, incremental, edges
    #[arg(long, value_name = "FORMAT", value_parser = read_lines)]
    pub input_format: Option<LineFormat>,
    /// Replace each graph by its canonical form
    #[arg(long)]
    pub canonical: bool,
    /// Take only every N-th board, beginning with the I-th
    #[arg(long, value_name = "I/N", value_parser = read_part)]
    pub part: Option<Part>,
}

impl BoardsArgs {
    /// The boards of a family.
    pub fn of(&self, family: &str) -> Result<outplay::door::boards::Boards, InputError> {
        Ok(outplay::door::boards::Boards {
            family: family.parse()?,
            input: self.input_format,
            canonical: self.canonical,
            part: self.part.unwrap_or_default(),
        })
    }
}

/// How rows are written.
#[derive(Clone, Debug, Args)]
pub struct RowsArgs {
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Keep the rows of a stream in the order of its boards
    #[arg(long)]
    pub ordered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns
    Text,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
    /// A LaTeX table in the style of booktabs
    Latex,
    /// One JSON object per line
    Jsonl,
    /// Apache Parquet, compressed by zstd
    Parquet,
}

impl From<TableFormat> for RowFormat {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Text => Self::Text,
            TableFormat::Csv => Self::Csv,
            TableFormat::Markdown => Self::Markdown,
            TableFormat::Latex => Self::Latex,
            TableFormat::Jsonl => Self::Jsonl,
            TableFormat::Parquet => Self::Parquet,
        }
    }
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The game
    pub game: String,
    /// The family of boards
    #[arg(long, value_name = "FAMILY")]
    pub over: String,
    /// The statement to test
    #[arg(long, value_name = "TEST")]
    pub test: String,
    #[command(flatten)]
    pub options: GameOptions,
    #[command(flatten)]
    pub boards: BoardsArgs,
    #[command(flatten)]
    pub rows: RowsArgs,
}

#[derive(Debug, Args)]
pub struct EmptyingArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Only decide whether the maximum length can be forced (faster)
    #[arg(long)]
    pub only_whether: bool,
}

#[derive(Debug, Args)]
pub struct AttachArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Number of vertices of the path
    #[arg(long, value_name = "K", value_parser = read_whole::<usize>, allow_negative_numbers = true)]
    pub path: usize,
    /// The vertex to attach it to [default: each in turn]
    #[arg(long, value_name = "V")]
    pub at: Option<String>,
}

#[derive(Debug, Args)]
pub struct GraphArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "dot")]
    pub format: GraphFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Draw at most this many positions
    #[arg(long, value_name = "N", default_value = "2000", value_parser = read_whole::<usize>, allow_negative_numbers = true)]
    pub most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Graphviz
    Dot,
    /// A drawing, with positions in rows by the number of moves played
    Svg,
}

impl From<GraphFormat> for outplay::door::graph::GraphFormat {
    fn from(format: GraphFormat) -> Self {
        match format {
            GraphFormat::Dot => Self::Dot,
            GraphFormat::Svg => Self::Svg,
        }
    }
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The game; without it, the strategies are listed
    #[arg(requires = "board")]
    pub game: Option<String>,
    /// The board
    pub board: Option<String>,
    #[command(flatten)]
    pub options: GameOptions,
    /// Start from the position that these moves reach
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// The strategy: a name, or @FILE
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// The side that plays it
    #[arg(long = "as", value_enum, default_value = "first")]
    pub side: OneSide,
    /// The claim: win, draw (never lose) or margin:N [default: what the strategy's source promises]
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Require the claim only for some choice among the allowed moves, and show the choices
    #[arg(long)]
    pub some: bool,
    /// With --some: write the choices to a file that --strategy @FILE reads
    #[arg(long, value_name = "FILE", requires = "some")]
    pub rule: Option<String>,
    /// If the claim holds, write the strategy as a certificate, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// How the certificate's table is written
    #[arg(long, value_enum, default_value = "deflate", value_name = "FORM")]
    pub certificate_form: CertificateForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OneSide {
    First,
    Second,
}

impl From<OneSide> for Player {
    fn from(side: OneSide) -> Self {
        match side {
            OneSide::First => Player::First,
            OneSide::Second => Player::Second,
        }
    }
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The game, unless a certificate names it
    pub game: Option<String>,
    /// The board
    pub board: Option<String>,
    #[command(flatten)]
    pub options: GameOptions,
    /// Start from the position that these moves reach
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// The side you play; `both` for two people, `none` to watch [default: first; with --from, the side against the
    /// certificate]
    #[arg(long = "as", value_enum)]
    pub side: Option<Side>,
    /// Play against the strategy that a certificate holds, on its board
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    First,
    Second,
    Both,
    None,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port [default: 8137, or any free port]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Listen on this address, such as 0.0.0.0, and ask for a token
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<std::net::IpAddr>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Open the game of a certificate, and let the certificate play
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }
}
