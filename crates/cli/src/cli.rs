//! The command line: what can be typed.

use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use outplay::door::boards::Part;
use outplay::output::RowFormat;
use outplay::{Form, How, InputError, Player};
use outplay_rules::graph::files::lines::LineFormat;

use crate::game_options::GameOptions;

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
    const SOLVING: [&str; 9] =
        ["solve", "moves", "table", "play", "sweep", "emptying", "attach", "critical", "verify"];
    let mut command = Cli::command();
    // This hands the options that all commands take down to each of them.
    command.build();
    command.mut_subcommands(|command| match SOLVING.contains(&command.get_name()) {
        true => command,
        false => without_solver_options(command),
    })
}

/// Solver options are taken everywhere, so that scripts need not know who uses them, but shown only where they are of use.
fn without_solver_options(command: clap::Command) -> clap::Command {
    let hidden = |arg: clap::Arg| {
        let hide = arg.get_help_heading() == Some(SOLVER);
        arg.hide(hide)
    };
    command.mut_args(hidden).mut_subcommands(without_solver_options)
}

/// The heading of the options that bound the work.
const LIMITS: &str = "Limits";

/// The heading of the options that say how to solve.
pub const SOLVER: &str = "Solver options";

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Print one JSON object on standard output, and nothing else there
    #[arg(long, global = true)]
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
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE", value_parser = read_size, default_value = "4G")]
    pub memory: u64,
    /// Stop after this many seconds, and print what is known by then
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SECONDS", value_parser = read_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Print no progress and no remarks on standard error
    #[arg(long, global = true)]
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
    Solve(Solve),
    /// List the methods for a board, in the order in which they are tried
    #[command(after_help = METHODS_EXAMPLES)]
    Methods(Question),
    /// List every legal move and the value it leads to
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Question),
    /// Solve a family of boards and print a table
    #[command(after_help = TABLE_EXAMPLES)]
    Table(Table),
    /// Compute α- and β-weights of a position, its points and pairs of points
    #[command(after_help = WEIGHTS_EXAMPLES)]
    Weights(Weights),
    /// Play in the terminal, against the solver or another person
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Play, explore and learn in the browser
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// List the Grundy values of heaps (the nim-sequence)
    #[command(after_help = SEQUENCE_EXAMPLES)]
    Sequence(Sequence),
    /// Find the period of a nim-sequence and prove it
    #[command(after_help = PERIOD_EXAMPLES)]
    Period(Period),
    /// List the P-positions of a heap game
    #[command(after_help = POSITIONS_EXAMPLES)]
    Positions(Positions),
    /// Find the misère quotient of a heap game, or of a board
    #[command(after_help = QUOTIENT_EXAMPLES)]
    Quotient(Quotient),
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
    Sweep(Sweep),
    /// Find the longest game the winner can force while keeping the win
    #[command(after_help = EMPTYING_EXAMPLES)]
    Emptying(Emptying),
    /// Test whether attaching a path to a vertex changes the Grundy value
    #[command(after_help = ATTACH_EXAMPLES)]
    Attach(Attach),
    /// Draw the game graph of a position, with its kernel marked
    #[command(after_help = GRAPH_EXAMPLES)]
    Graph(Graph),
    /// Play a strategy against every opponent, or list the named strategies
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// List, show and check the published statements of the catalogue
    #[command(after_help = CLAIMS_EXAMPLES)]
    Claims(Claims),
    /// List the games, or explain the rules of one
    #[command(
        after_help = "Examples:\n  outplay games\n  outplay games unshackle\n  outplay games octal:0.33 --json"
    )]
    Games {
        /// The game to explain
        name: Option<String>,
    },
    /// Long work as a folder of units, for one machine or many
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
        /// Check one of several parts of a closed or recomputed proof, such as 3/64
        #[arg(long, value_name = "K/N")]
        part: Option<String>,
        /// Keep the levels of a recomputed table in this folder; a part reads those below it from there
        #[arg(long, value_name = "DIR")]
        scratch: Option<std::path::PathBuf>,
        /// Read FILE as the lines that checks of all parts printed, and say whether they are complete
        #[arg(long, conflicts_with_all = ["explain", "part", "scratch", "without"])]
        combine: bool,
        /// Refuse a certificate that rests on a theory, such as rich
        #[arg(long, value_name = "THEORY")]
        without: Vec<String>,
    },
    /// Write the manual pages, one per command, into a folder
    #[command(after_help = "Example:\n  outplay man man1")]
    Man {
        /// The folder; it is made if there is none
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

const SOLVE_EXAMPLES: &str = "\
Examples:
  outplay solve robs-dots heaps:50
  outplay solve unshackle grid:2x4 --json
  outplay solve octal:0.33 \"pode:1,1,3\"
  outplay solve closing-octagons octagons:1x3 --normal-rules
  outplay solve hop ttt:3 --start 5 --after \"5>1\"
  outplay solve maker-breaker pg:2,2 --bias 1:2
  outplay solve positional lattice:6x6,5 --state six.state --time 600
  outplay solve hop ag:2,3 --start 1 --explain
  outplay solve strings-and-coins boxes:2x3 --method endgame-table
  outplay solve cram grid:3x4 --certificate cram.cert && outplay check cram.cert
  outplay solve unshackle grid:2x3 --self-check
  geng -c 6 | outplay solve cram @- --json";

const METHODS_EXAMPLES: &str = "\
`outplay solve ... --method NAME` uses one of them alone; `--explain` shows which were tried and which answered.

Examples:
  outplay methods octal:0.33 grid:4x5
  outplay methods strings-and-coins boxes:3x3 --json
  outplay methods hop \"[ag:2,2 : pg:2,2]\" --start 1.1";

const MOVES_EXAMPLES: &str = "\
Examples:
  outplay moves kayles heaps:7,3
  outplay moves unshackle grid:2x3
  outplay moves positional ttt:3 --after \"5 1\"";

const TABLE_EXAMPLES: &str = "\
A family is a board's name with ranges in it; or all trees (trees:10) or all connected graphs (connected:7) \
on that many vertices, up to isomorphism; or @FILE, a file with one graph per line (.g6, .s6); or @-, the graphs \
of standard input. Files and streams may have any length: rows are written as they are found, and are not kept. \
In lists 1*3 is 1,1,1. Two ranges make a grid, four make blocks.

Tables of the papers have names: dailly/2 to dailly/5, dailly/fig22, dailly/fig23, dailly/fig34, \
dailly/moves, unshackle/1, unshackle/2, unshackle/margins, hop/planes, hop/nested, hop/thresholds, \
hop/5.3.1 to hop/5.3.4, dots/one-heap, dots/two-heaps, dots/classes, dots/period.

Examples:
  outplay table cram grid:1..3x1..5
  outplay table dawsons-kayles path:0..30 --format csv
  outplay table octal:0.33 trees:9 --format csv
  outplay table node-kayles connected:1..5
  geng -c 10 | outplay table node-kayles @- --format parquet --output ten.parquet
  outplay table cram connected:8 --part 1/4 --canonical --ordered --format jsonl
  outplay table octal:0.33 \"bipode:1*0..3,2*0..1;1*0..3,2*0..1;1\"
  outplay table unshackle grid:1..2x1..5
  outplay table closing-octagons octagons:1..2x1..2 --normal-rules
  outplay table hop/5.3.1
  outplay table dailly/2
  outplay table hop/thresholds --format markdown";

const WEIGHTS_EXAMPLES: &str = "\
A winning set without an O weighs 2^-u, where u counts its free points. The α-weight takes the newest O for an X.

Examples:
  outplay weights hop pg:2,3 --after \"1>2\"
  outplay weights hop \"[pg:2,2 : pg:2,2]\" --after \"1.1>1.2\" --pair 2.1,3.1
  outplay weights positional ttt:3 --after \"5 1\" --json";

const SWEEP_EXAMPLES: &str = "\
Tests: outcome=P, outcome=N, grundy=K, grundy<=K; options-alike (all options have the same outcome); \
emptied (the winner can force a game of maximum length); attach=K (attaching a path of K vertices to \
any vertex does not change the value). The exit code is 1 if a board fails.

Examples:
  outplay sweep octal:0.03 --over trees:10 --test options-alike
  outplay sweep octal:0.03 --over grid:1..4x1..5 --test emptied
  outplay sweep octal:0.33 --over \"pode:1..3,1..3,1..3\" --test \"grundy<=3\"
  outplay sweep octal:0.33 --over path:1..12 --test attach=3 --json
  geng -c 9 | outplay sweep node-kayles --over @- --test \"grundy<=5\"";

const QUOTIENT_EXAMPLES: &str = "\
Two sums of heaps are equivalent if one may stand for the other in every sum of heaps up to N without a change of
the misère outcome. The classes form a commutative monoid, shown by generators and relations. On a board the sums are
those of all parts that can be left of it.

Examples:
  outplay quotient kayles --to 30
  outplay quotient node-kayles \"cycle:7 + star:4\"
  outplay quotient robs-dots --to 20 --json
  outplay quotient 0.75 --to 40 --certificate quotient.cert && outplay check quotient.cert";

const EMPTYING_EXAMPLES: &str = "\
The winner plays winning moves only and prolongs the game; the loser shortens it.

Examples:
  outplay emptying octal:0.03 grid:3x5
  outplay emptying octal:0.03 grid:4x5 --only-whether --json";

const ATTACH_EXAMPLES: &str = "\
Examples:
  outplay attach octal:0.33 \"pode:1,1,2\" --path 3
  outplay attach octal:0.33 \"bipode:1,1;1,1;1\" --path 3 --at 2";

const GRAPH_EXAMPLES: &str = "\
Examples:
  outplay graph cram grid:2x3
  outplay graph octal:0.33 path:4 --format svg --output path.svg
  outplay graph kayles heaps:4 --json";

const PLAY_EXAMPLES: &str = "\
Examples:
  outplay play robs-dots heaps:20
  outplay play unshackle grid:3x3 --as second
  outplay play hop ttt:3 --start 5 --as both
  outplay solve cram grid:3x4 --certificate cram.cert && outplay play --from cram.cert";

const SERVE_EXAMPLES: &str = "\
The page can be reached from this machine only, unless --host names another address; then visitors need the \
token that is part of the printed address. --time bounds each computation, --memory all of them together.

Examples:
  outplay serve
  outplay serve --port 8080 --no-open
  outplay serve --from cram.cert";

const SEQUENCE_EXAMPLES: &str = "\
Examples:
  outplay sequence 0.137 --to 100
  outplay sequence kayles --to 1000000 --format bytes --output kayles.bin --quiet
  outplay sequence dawsons-kayles --to 10000 --format b-file --output b002187.txt
  outplay sequence 0.007 --to 100000 --state treblecross.state --format csv --quiet";

const PERIOD_EXAMPLES: &str = "\
Examples:
  outplay period 0.77
  outplay period 0.16 --certificate 0.16.txt
  outplay period 0.156 --json";

const POSITIONS_EXAMPLES: &str = "\
Examples:
  outplay positions 0.137 --heaps 1 --total 100
  outplay positions 0.137 --heaps 2 --total 47 --irreducible
  outplay positions robs-dots --heaps 2 --total 40 --classes
  outplay positions robs-dots --heaps 2 --total 100 --chart pairs.svg";

const VERIFY_EXAMPLES: &str = "\
Without arguments, lists the named strategies. docs/strategies.md explains how to write your own.

Examples:
  outplay verify
  outplay verify unshackle grid:3x5 --strategy shadow-point --as second
  outplay verify hop ttt:3 --strategy hop-ttt --as first
  outplay verify closing-octagons octagons:1x5 --normal-rules --strategy octagons-4.14 --as second
  outplay verify hop pg:2,3 --strategy newest-o --as second --claim draw --some
  outplay verify robs-dots heaps:23 --strategy nimber --as first
  outplay verify hop ttt:3 --strategy hop-ttt --certificate ttt.cert && outplay check ttt.cert";

const RUN_EXAMPLES: &str = "\
A run is a folder: items.txt, manifest.json (its hash is the name of the run), and a Parquet file for each unit. \
Units are computed by any number of workers on any number of machines that see the folder; a worker that is killed \
loses its unit and nothing else. docs/many-machines.md has recipes for Slurm, HyperQueue, GNU parallel and Dask.

Examples:
  outplay run start six table node-kayles connected:6 --unit-seconds 60
  outplay run work six
  outplay run status six --by-unit
  outplay run show six --where \"grundy >= 3\" --sort -grundy,board --limit 20
  outplay run show six --histogram grundy --svg grundy.svg
  outplay run audit six --sample 10%
  outplay run merge six --format parquet --output six.parquet
  seq 0 255 | xargs -P 8 -I K outplay run unit six K";

const CLAIMS_EXAMPLES: &str = "\
A claim is verified (up to its bound, or for all sizes by the argument given), refuted (by a counterexample), has a \
gap (true as far as checked, but the published argument is incomplete) or is open. Without --deep, all checks \
together take about a minute. The exit code is 1 if a checked claim is refuted.

Examples:
  outplay claims list
  outplay claims list --paper dailly
  outplay claims list --status refuted --kind theorem
  outplay claims show hop/3.3.3
  outplay claims check dailly/53 unshackle/4.7
  outplay claims check dots/period --json
  outplay claims show dailly/51 --deep";

/// A game, a board, and what else the question depends on.
#[derive(Clone, Debug, Args)]
pub struct Question {
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

impl Question {
    /// The question, if it is well written.
    pub fn read(&self) -> Result<outplay::Question, InputError> {
        self.options.question(&self.game, &self.board, self.after.as_deref())
    }
}

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub question: Question,
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
    /// Octal games with digits 0 to 3: certify a table that the checker fills again
    ///
    /// That takes as long as filling it, and a few hundred bytes. Tables of more than 2,500 million positions are always
    /// certified so.
    #[arg(long, requires = "certificate")]
    pub recompute: bool,
    /// Prove the answer and have the independent checker confirm it
    #[arg(long)]
    pub self_check: bool,
    #[command(flatten)]
    pub boards: Boards,
    /// Solve it by its first moves as a run in this folder, beside any number of others who do the same
    #[arg(long, value_name = "DIR", conflicts_with_all = ["certificate", "state", "self_check"])]
    pub run: Option<String>,
}

impl Solve {
    /// The question without its board: about any board.
    pub fn options_alone(&self) -> Result<outplay::Question, InputError> {
        let Question { game, options, after, .. } = &self.question;
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
pub struct Weights {
    #[command(flatten)]
    pub question: Question,
    /// Also weigh the sets through these two points (repeatable)
    #[arg(long, value_name = "A,B")]
    pub pair: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Table {
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
    pub boards: Boards,
    #[command(flatten)]
    pub rows: Rows,
}

/// Which of the boards.
#[derive(Clone, Debug, Args)]
pub struct Boards {
    /// How a line of a file or of standard input (@-) gives a graph: graph6, sparse6, incremental, edges
    #[arg(long, value_name = "FORMAT", value_parser = read_lines)]
    pub input_format: Option<LineFormat>,
    /// Bring graphs to their canonical form
    #[arg(long)]
    pub canonical: bool,
    /// Only the I-th of N parts: every N-th board
    #[arg(long, value_name = "I/N", value_parser = read_part)]
    pub part: Option<Part>,
}

impl Boards {
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
pub struct Rows {
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
    /// Aligned columns; two ranges make a grid of values
    Text,
    /// Comma-separated values, one board per row
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
pub struct Sweep {
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
    pub boards: Boards,
    #[command(flatten)]
    pub rows: Rows,
}

#[derive(Debug, Args)]
pub struct Emptying {
    #[command(flatten)]
    pub question: Question,
    /// Only decide whether the maximum length can be forced (faster)
    #[arg(long)]
    pub only_whether: bool,
}

#[derive(Debug, Args)]
pub struct Attach {
    #[command(flatten)]
    pub question: Question,
    /// Number of vertices of the path
    #[arg(long, value_name = "K")]
    pub path: usize,
    /// The vertex to attach it to [default: each in turn]
    #[arg(long, value_name = "V")]
    pub at: Option<String>,
}

#[derive(Debug, Args)]
pub struct Graph {
    #[command(flatten)]
    pub question: Question,
    /// Output format
    #[arg(long, value_enum, default_value = "dot")]
    pub format: GraphFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Draw at most this many positions
    #[arg(long, value_name = "N", default_value = "2000")]
    pub most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Graphviz
    Dot,
    /// A drawing, positions in rows by the number of moves that lead to them
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
pub struct Sequence {
    /// The code or name of a heap game, such as 0.137, kayles, hexadecimal:0.9
    pub code: String,
    /// The largest heap
    #[arg(long, value_name = "N")]
    pub to: u32,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub format: SequenceFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Resume from this file if it exists, and keep saving to it
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SequenceFormat {
    /// Rows, each with the number of its first heap
    Text,
    /// One line `heap,value` per heap
    Csv,
    /// One byte per value; an error if a value needs more
    Bytes,
    /// Two bytes per value, little-endian
    Words,
    /// One line `heap value` per heap, as the OEIS asks
    BFile,
    /// A Markdown table
    Markdown,
    /// A LaTeX table in the style of booktabs
    Latex,
    /// One JSON object per line
    Jsonl,
    /// Apache Parquet, compressed by zstd
    Parquet,
}

impl From<SequenceFormat> for outplay::door::sequence::SequenceFormat {
    fn from(format: SequenceFormat) -> Self {
        match format {
            SequenceFormat::Text => Self::Text,
            SequenceFormat::Csv => Self::Csv,
            SequenceFormat::Bytes => Self::Bytes,
            SequenceFormat::Words => Self::Words,
            SequenceFormat::BFile => Self::BFile,
            SequenceFormat::Markdown => Self::Rows(RowFormat::Markdown),
            SequenceFormat::Latex => Self::Rows(RowFormat::Latex),
            SequenceFormat::Jsonl => Self::Rows(RowFormat::Jsonl),
            SequenceFormat::Parquet => Self::Rows(RowFormat::Parquet),
        }
    }
}

#[derive(Debug, Args)]
pub struct Period {
    /// The code or name of a heap game
    pub code: String,
    /// Give up after heap N
    #[arg(long, value_name = "N", default_value = "1000000000000")]
    pub limit: u64,
    /// Resume from this file if it exists, and keep saving to it
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
    /// Write a certificate, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
}

#[derive(Debug, Args)]
pub struct Quotient {
    /// The code or name of a heap game, or the name of an impartial game on a board
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The board: the quotient is that of all that can be left of it
    #[arg(conflicts_with_all = ["to", "certificate"])]
    pub board: Option<String>,
    /// Largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=10_000), required_unless_present = "board")]
    pub to: Option<u32>,
    /// Write a certificate, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
}

#[derive(Debug, Args)]
pub struct Positions {
    /// The code or name of a heap game
    pub code: String,
    /// Number of (non-empty) heaps
    #[arg(long, value_name = "K")]
    pub heaps: u32,
    /// Largest total number of counters
    #[arg(long, value_name = "N")]
    pub total: u32,
    /// Only positions that are not sums of smaller P-positions
    #[arg(long)]
    pub irreducible: bool,
    /// Also list the heap sizes of each Grundy value
    #[arg(long)]
    pub classes: bool,
    /// Draw the two-heap P-positions as a picture
    #[arg(long, value_name = "FILE.svg")]
    pub chart: Option<String>,
    /// How to write the positions
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
    /// Write them to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Debug, Args)]
pub struct Verify {
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
    /// Who plays by it
    #[arg(long = "as", value_enum, default_value = "first")]
    pub side: OneSide,
    /// The claim: win, draw (never lose) or margin:N [default: what the strategy's source promises]
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Require the claim of one choice among the allowed moves only, and show it
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
pub struct Claims {
    #[command(subcommand)]
    pub command: Option<ClaimsCommand>,
}

#[derive(Debug, Subcommand)]
pub enum ClaimsCommand {
    /// List the statements, each with the result of its last check on this machine
    List {
        /// Only those of one paper: dailly, dots, unshackle, octagons, hop
        #[arg(long)]
        paper: Option<String>,
        /// Only those with this status when last checked: verified, refuted, gap, open, or unchecked
        #[arg(long)]
        status: Option<String>,
        /// Only those of one kind: theorem, conjecture, question, example, strategy, remark
        #[arg(long)]
        kind: Option<String>,
    },
    /// Show a statement, its check and the result
    Show {
        /// The statement, such as hop/3.3.3
        id: String,
        /// Check up to the larger bound
        #[arg(long)]
        deep: bool,
    },
    /// Check statements
    Check {
        /// Statements, or whole papers, such as unshackle/4.7 or dailly
        ids: Vec<String>,
        /// Every statement
        #[arg(long)]
        all: bool,
        /// Check up to the larger bounds (hours for some)
        #[arg(long)]
        deep: bool,
    },
    /// Check everything and write a report for the authors: corrections, each with a command that shows it
    Report {
        /// Only the statements of one paper
        #[arg(long)]
        paper: Option<String>,
        /// How to write it
        #[arg(long, value_enum, default_value = "markdown")]
        format: ReportFormat,
        /// The file
        #[arg(long, value_name = "FILE")]
        output: String,
        /// Check up to the larger bounds
        #[arg(long)]
        deep: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Markdown,
    Html,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(subcommand)]
    pub command: RunVerb,
}

#[derive(Debug, Subcommand)]
pub enum RunVerb {
    /// Make the folder of a run: list its items, try some, and cut them into units
    Start(RunStart),
    /// Compute units until none is left; any number of workers may do so at once
    Work {
        /// The folder
        folder: String,
        /// Hand the units to the Dask cluster with this address, by the Python package
        #[arg(long, value_name = "ADDRESS")]
        dask: Option<String>,
    },
    /// The same, and then try rows that met a limit again with four times as much time
    Resume {
        /// The folder
        folder: String,
    },
    /// Compute one unit, for schedulers that hand out numbers
    Unit {
        /// The folder
        folder: String,
        /// The unit, from 0
        unit: usize,
    },
    /// How far the run is
    Status {
        /// The folder
        folder: String,
        /// Unit by unit
        #[arg(long)]
        by_unit: bool,
    },
    /// Write the rows of all units together, in the order of the items
    Merge {
        /// The folder
        folder: String,
        /// How to write them
        #[arg(long, value_enum, default_value = "csv")]
        format: TableFormat,
        /// Write to a file instead of standard output
        #[arg(long, value_name = "FILE")]
        output: Option<String>,
    },
    /// Solve a sample of the rows again by the reference solver; --time bounds each
    Audit {
        /// The folder
        folder: String,
        /// How many of the rows, such as 0.1% or 1
        #[arg(long, value_name = "SHARE", value_parser = read_share, default_value = "0.1%")]
        sample: f64,
        /// Another seed draws other rows
        #[arg(long, default_value = "1")]
        seed: u64,
    },
    /// Show rows that meet conditions, in an order, or how many have each value
    Show {
        /// The folder
        folder: String,
        /// Conditions such as "grundy >= 5 and winner = second"
        #[arg(long = "where", value_name = "CONDITIONS")]
        condition: Option<String>,
        /// Columns to sort by, -COLUMN for the largest first
        #[arg(long, value_name = "COLUMNS", allow_hyphen_values = true)]
        sort: Option<String>,
        /// The first so many rows
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        /// Count the values of a column instead
        #[arg(long, value_name = "COLUMN")]
        histogram: Option<String>,
        /// Draw the histogram
        #[arg(long, value_name = "FILE.svg", requires = "histogram")]
        svg: Option<String>,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: TableFormat,
        /// Write to a file instead of standard output
        #[arg(long, value_name = "FILE")]
        output: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct RunStart {
    /// The folder to make
    pub folder: String,
    #[command(subcommand)]
    pub question: RunCommand,
    /// About how long a unit is to take on one core
    #[arg(long, global = true, value_name = "SECONDS", default_value = "60")]
    pub unit_seconds: f64,
    /// Cut this many units instead
    #[arg(long, global = true, value_name = "N", conflicts_with = "unit_size")]
    pub units: Option<usize>,
    /// Put this many items into a unit instead
    #[arg(long, global = true, value_name = "N")]
    pub unit_size: Option<usize>,
}

#[derive(Debug, Subcommand)]
pub enum RunCommand {
    /// The value of every board of a family
    Table {
        /// The game
        game: String,
        /// The family, @FILE or @-
        family: String,
        #[command(flatten)]
        options: GameOptions,
        /// Only who wins
        #[arg(long)]
        outcome_only: bool,
        #[command(flatten)]
        boards: Boards,
    },
    /// A statement tested on every board of a family
    Sweep {
        /// The game
        game: String,
        /// The family, @FILE or @-
        #[arg(long, value_name = "FAMILY")]
        over: String,
        /// What is to hold on each board
        #[arg(long, value_name = "TEST")]
        test: String,
        #[command(flatten)]
        options: GameOptions,
        #[command(flatten)]
        boards: Boards,
    },
    /// A strategy against every opponent, split by the first plies
    Verify {
        /// The game
        game: String,
        /// The board
        board: String,
        #[command(flatten)]
        options: GameOptions,
        /// The strategy by its name
        #[arg(long, value_name = "NAME")]
        strategy: String,
        /// Who plays by it
        #[arg(long = "as", value_enum, default_value = "first")]
        side: OneSide,
        /// What is claimed
        #[arg(long, value_name = "CLAIM")]
        claim: Option<String>,
        /// So many plies are split
        #[arg(long, value_name = "N", default_value = "2")]
        plies: usize,
    },
    /// One board, by its first moves up to symmetry
    Solve {
        #[command(flatten)]
        question: Question,
        /// Only who wins: a winning move ends the run
        #[arg(long)]
        outcome_only: bool,
    },
    /// The periods of many codes
    Periods {
        /// Codes, or octal:3 for all octal codes of up to three digits after the point
        codes: Vec<String>,
        /// Give up after the heap of N
        #[arg(long, value_name = "N", default_value = "10000000")]
        limit: u64,
    },
    /// Published statements
    Claims {
        /// Claims or papers; all of them without any
        ids: Vec<String>,
        /// Check to the larger bounds
        #[arg(long)]
        deep: bool,
    },
}

#[derive(Debug, Args)]
pub struct Play {
    /// The game, unless a certificate names it
    pub game: Option<String>,
    /// The board
    pub board: Option<String>,
    #[command(flatten)]
    pub options: GameOptions,
    /// Start from the position that these moves reach
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// The side you play; `both` for two people, `none` to watch [default: first, or with --from the side that the
    /// certificate promises nothing]
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
pub struct Serve {
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

/// Bytes, such as `500M`, `1.5G` or `123456`.
fn read_size(text: &str) -> Result<u64, String> {
    let (digits, unit) =
        text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let factor =
        match unit.trim_end_matches(['b', 'B']).trim_end_matches('i').to_ascii_uppercase().as_str()
        {
            "" => 1.0,
            "K" => 1024.0,
            "M" => 1024.0 * 1024.0,
            "G" => 1024.0 * 1024.0 * 1024.0,
            "T" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
            _ => return Err("a size is written like 500M or 4G".into()),
        };
    let number: f64 =
        digits.trim().parse().map_err(|_| "a size is written like 500M or 4G".to_string())?;
    if number.is_finite() && number > 0.0 {
        Ok((number * factor) as u64)
    } else {
        Err("a size is positive".into())
    }
}

/// A share, such as `0.1%` or `0.5`.
fn read_share(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share: f64 = number.trim().parse().map_err(|_| "a share is written like 0.1% or 0.5")?;
    let share = share / whole;
    if share > 0.0 && share <= 1.0 {
        Ok(share)
    } else {
        Err("a share is above 0 and at most 100%".into())
    }
}

fn read_part(text: &str) -> Result<Part, String> {
    text.parse().map_err(|error: InputError| error.to_string())
}

fn read_lines(text: &str) -> Result<LineFormat, String> {
    LineFormat::read(text).map_err(|error| error.to_string())
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "a time is a number of seconds, such as 10 or 0.5".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "a time is a positive number of seconds".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn sizes_and_times() {
        assert_eq!(read_size("4G"), Ok(4 << 30));
        assert_eq!(read_size("1.5k"), Ok(1536));
        assert_eq!(read_size("500MiB"), Ok(500 << 20));
        assert_eq!(read_size("77"), Ok(77));
        for wrong in ["", "G", "4X", "-1G", "0", "nan", "inf"] {
            assert!(read_size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(read_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["-1", "x", "nan", "1e400"] {
            assert!(read_seconds(wrong).is_err(), "{wrong}");
        }
    }
}
