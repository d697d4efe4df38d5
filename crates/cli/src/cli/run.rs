//! The commands of long work in a folder.

use clap::{Args, Subcommand};

use super::examples::{RUN_SHOW_EXAMPLES, RUN_START_EXAMPLES};
use super::read::{read_share, read_whole};
use super::{BoardsArgs, OneSide, QuestionArgs, TableFormat};
use crate::game_options::GameOptions;

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(subcommand)]
    pub command: RunVerb,
}

impl RunArgs {
    /// Whether `--time` is what an item may take, not all of the work.
    pub fn time_is_of_an_item(&self) -> bool {
        matches!(self.command, RunVerb::Start(_) | RunVerb::Audit { .. })
    }
}

#[derive(Debug, Subcommand)]
pub enum RunVerb {
    /// Make the folder of a run: list its items, try some, and cut them into units
    #[command(after_help = RUN_START_EXAMPLES)]
    Start(RunStart),
    /// Compute units until none is left; any number of workers may do so at once
    #[command(
        after_help = "Examples:\n  outplay run work six\n  outplay run work six --threads 1 --time 3500"
    )]
    Work {
        /// The folder
        folder: String,
        /// Send the units to the Dask cluster at this address (needs the Python package)
        #[arg(long, value_name = "ADDRESS")]
        dask: Option<String>,
    },
    /// Do what `work` does, then retry rows that reached their time limit, with four times as much time
    #[command(after_help = "Example:\n  outplay run resume six")]
    Resume {
        /// The folder
        folder: String,
    },
    /// Compute one unit, for schedulers that number their tasks
    #[command(
        after_help = "Examples:\n  outplay run unit six 0\n  seq 0 255 | xargs -P 8 -I K outplay run unit six K --threads 1"
    )]
    Unit {
        /// The folder
        folder: String,
        /// The unit, counted from 0
        #[arg(value_parser = read_whole::<usize>, allow_negative_numbers = true)]
        unit: usize,
    },
    /// Show how far a run has come
    #[command(
        after_help = "Examples:\n  outplay run status six\n  outplay run status six --by-unit"
    )]
    Status {
        /// The folder
        folder: String,
        /// List every unit
        #[arg(long)]
        by_unit: bool,
    },
    /// Write the rows of all units together, in the order of the items
    #[command(
        after_help = "Examples:\n  outplay run merge six --output six.csv\n  outplay run merge six --format parquet --output six.parquet"
    )]
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
    /// Solve a sample of the rows again with the reference solver
    #[command(after_help = "Example:\n  outplay run audit six --sample 10%")]
    Audit {
        /// The folder
        folder: String,
        /// How many of the rows, such as 0.1% or 1
        #[arg(long, value_name = "SHARE", value_parser = read_share, default_value = "0.1%")]
        sample: f64,
        /// Seed for the choice of rows
        #[arg(long, default_value = "1", value_parser = read_whole::<u64>, allow_negative_numbers = true)]
        seed: u64,
    },
    /// Select and sort rows, or count the values of a column
    #[command(after_help = RUN_SHOW_EXAMPLES)]
    Show {
        /// The folder
        folder: String,
        /// Conditions such as "grundy >= 5 and winner = second"
        #[arg(long = "where", value_name = "CONDITIONS")]
        condition: Option<String>,
        /// Columns to sort by, -COLUMN for the largest first
        #[arg(long, value_name = "COLUMNS", allow_hyphen_values = true)]
        sort: Option<String>,
        /// Show only the first N rows
        #[arg(long, value_name = "N", value_parser = read_whole::<usize>, allow_negative_numbers = true)]
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
    /// Seconds that a unit should take on one core
    #[arg(long, global = true, value_name = "SECONDS", default_value = "60", display_order = 800)]
    pub unit_seconds: f64,
    /// Cut the work into this many units
    #[arg(
        long,
        global = true,
        value_name = "N",
        conflicts_with = "unit_size",
        value_parser = read_whole::<usize>,
        allow_negative_numbers = true,
        display_order = 801
    )]
    pub units: Option<usize>,
    /// Put this many items into each unit
    #[arg(long, global = true, value_name = "N", value_parser = read_whole::<usize>, allow_negative_numbers = true, display_order = 802)]
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
        /// Only decide who wins (much faster on large boards)
        #[arg(long)]
        outcome_only: bool,
        #[command(flatten)]
        boards: BoardsArgs,
    },
    /// A statement tested on every board of a family
    Sweep {
        /// The game
        game: String,
        /// The family, @FILE or @-
        #[arg(long, value_name = "FAMILY")]
        over: String,
        /// The statement to test
        #[arg(long, value_name = "TEST")]
        test: String,
        #[command(flatten)]
        options: GameOptions,
        #[command(flatten)]
        boards: BoardsArgs,
    },
    /// A strategy against every opponent, split by the first plies
    Verify {
        /// The game
        game: String,
        /// The board
        board: String,
        #[command(flatten)]
        options: GameOptions,
        /// The name of the strategy
        #[arg(long, value_name = "NAME")]
        strategy: String,
        /// The side that plays it
        #[arg(long = "as", value_enum, default_value = "first")]
        side: OneSide,
        /// The claim: win, draw (never lose) or margin:N
        #[arg(long, value_name = "CLAIM")]
        claim: Option<String>,
        /// Split the work by this many first plies
        #[arg(long, value_name = "N", default_value = "2", value_parser = read_whole::<usize>, allow_negative_numbers = true)]
        plies: usize,
    },
    /// One board, by its first moves up to symmetry
    Solve {
        #[command(flatten)]
        question: QuestionArgs,
        /// Only decide who wins; the first winning move found ends the run
        #[arg(long)]
        outcome_only: bool,
    },
    /// The periods of many codes
    Periods {
        /// Codes, or octal:3 for all octal codes of up to three digits after the point
        codes: Vec<String>,
        /// Give up after heap N
        #[arg(long, value_name = "N", default_value = "10000000", value_parser = read_whole::<u64>, allow_negative_numbers = true)]
        limit: u64,
    },
    /// Published statements
    Claims {
        /// Claims or papers [default: all]
        ids: Vec<String>,
        /// Check up to the larger bounds
        #[arg(long)]
        deep: bool,
    },
}
