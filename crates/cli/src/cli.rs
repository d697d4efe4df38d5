//! The command line: what can be typed.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use outplay::{Form, How, InputError, Player};

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

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Print one JSON object on standard output and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// Use at most this many threads; as many as there are cores without it
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Search even where a theorem tells the answer
    #[arg(long, global = true)]
    pub no_theorems: bool,
    /// Ask the plain reference solver, which uses no trick at all
    #[arg(long, global = true)]
    pub plain: bool,
    /// Solve a scoring game by a table of all positions, up to about 2^28 of them
    #[arg(long, global = true)]
    pub full_table: bool,
    /// Ask one method alone; `outplay methods` lists those that fit
    #[arg(long, global = true, value_name = "NAME", conflicts_with_all = ["plain", "full_table"])]
    pub method: Option<String>,
    /// Keep tables below this size, such as 500M or 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = read_size, default_value = "4G")]
    pub memory: u64,
    /// Stop after this many seconds
    #[arg(long, global = true, value_name = "SECONDS", value_parser = read_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// No progress and no remarks on standard error
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
    /// Find the exact value of a board, the best moves and a line of best play
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Solve),
    /// List the methods by which a board can be solved, in the order in which they are tried
    #[command(after_help = METHODS_EXAMPLES)]
    Methods(Question),
    /// List every legal move with the value it leads to
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Question),
    /// Solve a family of boards
    #[command(after_help = TABLE_EXAMPLES)]
    Table(Table),
    /// Weigh a position of a game on winning sets, its points and pairs of points
    #[command(after_help = WEIGHTS_EXAMPLES)]
    Weights(Weights),
    /// Play in the terminal, against the solver or another person
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Play, explore and learn every game in the browser
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// List the Grundy values of heaps
    #[command(after_help = SEQUENCE_EXAMPLES)]
    Sequence(Sequence),
    /// Find the period of a nim-sequence and prove it
    #[command(after_help = PERIOD_EXAMPLES)]
    Period(Period),
    /// List the P-positions of a heap game
    #[command(after_help = POSITIONS_EXAMPLES)]
    Positions(Positions),
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
    /// Find how many moves the winner can see to when the loser wants few
    #[command(after_help = EMPTYING_EXAMPLES)]
    Emptying(Emptying),
    /// Find whether a path attached to a vertex changes the Grundy value
    #[command(after_help = ATTACH_EXAMPLES)]
    Attach(Attach),
    /// Draw the game graph of a position with its kernel marked
    #[command(after_help = GRAPH_EXAMPLES)]
    Graph(Graph),
    /// Play a strategy against every opponent
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// The catalogue of published statements: list, show, check, report
    #[command(after_help = CLAIMS_EXAMPLES)]
    Claims(Claims),
    /// The games that there are, and the rules of one in words
    #[command(
        after_help = "Examples:\n  outplay games\n  outplay games unshackle\n  outplay games octal:0.33 --json"
    )]
    Games {
        /// A game, to be told its rules
        name: Option<String>,
    },
    /// Replay a certificate with the independent checker
    #[command(
        after_help = "Example:\n  outplay period 0.77 --certificate kayles.txt && outplay check kayles.txt"
    )]
    Check {
        /// The certificate
        file: String,
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
  outplay solve unshackle grid:2x3 --self-check";

const METHODS_EXAMPLES: &str = "\
`outplay solve ... --method NAME` asks one of them alone, `--explain` tells which were tried and which answered.

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
A family is a board's name with ranges in it; all trees (trees:10) or all connected graphs
(connected:7) of so many vertices, up to isomorphism; or @FILE, a file with a graph a line (.g6, .s6).
In lists 1*3 is 1,1,1. Two ranges are laid out as a grid, four as blocks.
The tables of the papers have names: dailly/2 to dailly/5, dailly/fig22, dailly/fig23, dailly/fig34,
dailly/moves, unshackle/1, unshackle/2, unshackle/margins, hop/planes, hop/nested, hop/thresholds,
hop/5.3.1 to hop/5.3.4, dots/one-heap, dots/two-heaps, dots/classes, dots/period.

Examples:
  outplay table cram grid:1..3x1..5
  outplay table dawsons-kayles path:0..30 --format csv
  outplay table octal:0.33 trees:9 --format csv
  outplay table node-kayles connected:1..5
  outplay table octal:0.33 \"bipode:1*0..3,2*0..1;1*0..3,2*0..1;1\"
  outplay table unshackle grid:1..2x1..5
  outplay table closing-octagons octagons:1..2x1..2 --normal-rules
  outplay table hop/5.3.1
  outplay table dailly/2
  outplay table hop/thresholds --format markdown";

const WEIGHTS_EXAMPLES: &str = "\
A winning set without an O weighs 2 to the power of minus its free points. The α-weight takes the newest O for an X.

Examples:
  outplay weights hop pg:2,3 --after \"1>2\"
  outplay weights hop \"[pg:2,2 : pg:2,2]\" --after \"1.1>1.2\" --pair 2.1,3.1
  outplay weights positional ttt:3 --after \"5 1\" --json";

const SWEEP_EXAMPLES: &str = "\
Tests: outcome=P, outcome=N, grundy=K, grundy<=K; options-alike (every option has the same outcome);
emptied (the winner can see that there is room for no more moves); attach=K (a path of K vertices
attached to any vertex changes nothing). Exits with 1 if a board fails.

Examples:
  outplay sweep octal:0.03 --over trees:10 --test options-alike
  outplay sweep octal:0.03 --over grid:1..4x1..5 --test emptied
  outplay sweep octal:0.33 --over \"pode:1..3,1..3,1..3\" --test \"grundy<=3\"
  outplay sweep octal:0.33 --over path:1..12 --test attach=3 --json";

const EMPTYING_EXAMPLES: &str = "\
The winner keeps to winning moves and wants many moves played, the loser few.

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
Only programs on this machine can reach it, unless --host names another address; then a token is needed, which is
part of the address printed. --time and --memory bound each computation and all of them together.

Examples:
  outplay serve
  outplay serve --port 8080 --no-open
  outplay serve --from cram.cert";

const SEQUENCE_EXAMPLES: &str = "\
Examples:
  outplay sequence 0.137 --to 100
  outplay sequence kayles --to 1000000 --format bytes --output kayles.bin --quiet
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
Without --strategy the strategies that have a name are listed. A file of your own: docs/strategies.md.

Examples:
  outplay verify
  outplay verify unshackle grid:3x5 --strategy shadow-point --as second
  outplay verify hop ttt:3 --strategy hop-ttt --as first
  outplay verify closing-octagons octagons:1x5 --normal-rules --strategy octagons-4.14 --as second
  outplay verify hop pg:2,3 --strategy newest-o --as second --claim draw --some
  outplay verify robs-dots heaps:23 --strategy nimber --as first
  outplay verify hop ttt:3 --strategy hop-ttt --certificate ttt.cert && outplay check ttt.cert";

const CLAIMS_EXAMPLES: &str = "\
A claim is verified (to its bound, or for all sizes by the argument given), refuted (with a counterexample),
has a gap (true as far as checked, but the argument does not suffice) or is open. Without --deep all checks
together take about a minute. Exit code 1 if a claim that is checked is refuted.

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
    /// Only who wins, not the Grundy value
    #[arg(long)]
    pub outcome_only: bool,
    /// Tell which methods were tried, for how long, and which answered
    #[arg(long)]
    pub explain: bool,
    /// Positional games: take up the search from this file if it is there, and save to it on the way, at the end and when
    /// stopped
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
    /// Write a certificate of the answer, which `outplay check` confirms
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// How the certificate's proof is written
    #[arg(long, value_enum, default_value = "deflate", value_name = "FORM")]
    pub certificate_form: CertificateForm,
    /// Prove the answer and let the independent checker confirm it
    #[arg(long)]
    pub self_check: bool,
}

/// The forms of a certificate's proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CertificateForm {
    /// A line a step, for people to read
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
    /// Weigh the sets through these two points; may be given several times
    #[arg(long, value_name = "A,B")]
    pub pair: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Table {
    /// The game; or the name of a table of a paper, such as dailly/4
    pub game: String,
    /// The family, such as grid:1..4x1..6 or path:0..100
    pub family: Option<String>,
    #[command(flatten)]
    pub options: GameOptions,
    /// Only who wins: much sooner on large boards
    #[arg(long)]
    pub outcome_only: bool,
    /// Go further where a paper's table has larger boards
    #[arg(long)]
    pub deep: bool,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns; two ranges make a grid of values
    Text,
    /// Comma-separated, a board a row
    Csv,
    /// A Markdown table
    Markdown,
}

#[derive(Debug, Args)]
pub struct Sweep {
    /// The game
    pub game: String,
    /// The family of boards
    #[arg(long, value_name = "FAMILY")]
    pub over: String,
    /// What is to hold on each board
    #[arg(long, value_name = "TEST")]
    pub test: String,
    #[command(flatten)]
    pub options: GameOptions,
}

#[derive(Debug, Args)]
pub struct Emptying {
    #[command(flatten)]
    pub question: Question,
    /// Only whether there is room for no more moves at the end, which is found sooner
    #[arg(long)]
    pub only_whether: bool,
}

#[derive(Debug, Args)]
pub struct Attach {
    #[command(flatten)]
    pub question: Question,
    /// The vertices of the path
    #[arg(long, value_name = "K")]
    pub path: usize,
    /// The vertex it is attached to; every vertex without it
    #[arg(long, value_name = "V")]
    pub at: Option<String>,
}

#[derive(Debug, Args)]
pub struct Graph {
    #[command(flatten)]
    pub question: Question,
    /// How to draw it
    #[arg(long, value_enum, default_value = "dot")]
    pub format: GraphFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Refuse to draw more positions than this
    #[arg(long, value_name = "N", default_value = "2000")]
    pub most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// The language of Graphviz
    Dot,
    /// A drawing, positions in rows by the moves that lead to them
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
    /// How to write the values
    #[arg(long, value_enum, default_value = "text")]
    pub format: SequenceFormat,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Take up from this file if it is there, and save to it on the way, at the end and when stopped
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SequenceFormat {
    /// Rows with the number of their first heap
    Text,
    /// A line `heap,value` each
    Csv,
    /// One byte a value; refused if a value needs more
    Bytes,
    /// Two bytes a value, the lower first
    Words,
}

impl From<SequenceFormat> for outplay::door::sequence::SequenceFormat {
    fn from(format: SequenceFormat) -> Self {
        match format {
            SequenceFormat::Text => Self::Text,
            SequenceFormat::Csv => Self::Csv,
            SequenceFormat::Bytes => Self::Bytes,
            SequenceFormat::Words => Self::Words,
        }
    }
}

#[derive(Debug, Args)]
pub struct Period {
    /// The code or name of a heap game
    pub code: String,
    /// Give up after the heap of N
    #[arg(long, value_name = "N", default_value = "1000000000000")]
    pub limit: u64,
    /// Take up from this file if it is there, and save to it on the way, at the end and when stopped
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
    /// Write a certificate that `outplay check` can confirm
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
}

#[derive(Debug, Args)]
pub struct Positions {
    /// The code or name of a heap game
    pub code: String,
    /// The number of heaps, none empty
    #[arg(long, value_name = "K")]
    pub heaps: u32,
    /// The most counters in all heaps together
    #[arg(long, value_name = "N")]
    pub total: u32,
    /// Only positions that are not sums of smaller P-positions
    #[arg(long)]
    pub irreducible: bool,
    /// Also the classes of heap sizes of equal Grundy value
    #[arg(long)]
    pub classes: bool,
    /// Draw the two-heap P-positions as a picture
    #[arg(long, value_name = "FILE.svg")]
    pub chart: Option<String>,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// The game; without it the strategies are listed
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
    /// What is claimed: win, draw (never to lose) or margin:N; what the strategy's source promises without it
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Ask whether some choice among the moves it allows keeps the claim, and tell which
    #[arg(long)]
    pub some: bool,
    /// With --some: write the choices to a file that --strategy @FILE reads
    #[arg(long, value_name = "FILE", requires = "some")]
    pub rule: Option<String>,
    /// If the claim holds, write the strategy as a table whose promise `outplay check` confirms
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// How the table is written
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
    /// Every statement, with what came out when it was last checked here
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
    /// What one statement says, how it is checked, and what comes out
    Show {
        /// The statement, such as hop/3.3.3
        id: String,
        /// Check to the larger bound
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
        /// Check to the larger bounds: hours for some
        #[arg(long)]
        deep: bool,
    },
    /// Check everything and write a report for the authors: what to correct, each with a command that shows it
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
        /// Check to the larger bounds
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
    /// Which side you play; `both` for two people, `none` to watch. Without it the first, or with --from the side that
    /// the certificate promises nothing
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
    /// The port; without it 8137, or any that is free
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Listen on this address, such as 0.0.0.0, and ask for a token
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<std::net::IpAddr>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Open the game of a certificate, and play by it
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
        use clap::CommandFactory;
        Cli::command().debug_assert();
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
