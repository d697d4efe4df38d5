//! Commands about heap games.

use clap::{Args, ValueEnum};
use outplay::output::RowFormat;

use super::TableFormat;
use super::read::read_whole;

#[derive(Debug, Args)]
pub struct SequenceArgs {
    /// The code or name of a heap game, such as 0.137, kayles, hexadecimal:0.9
    pub code: String,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = read_whole::<u32>, allow_negative_numbers = true)]
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
pub struct PeriodArgs {
    /// The code or name of a heap game; with a family, any taking game
    pub code: String,
    /// A family of boards with a * for the number that grows, such as pode:1,1,*
    pub family: Option<String>,
    /// Give up after heap N, or after the board with number N [default: heap 10^12, paths of 2000 vertices, other boards with number 30]
    #[arg(long, value_name = "N", value_parser = read_whole::<u64>, allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// Resume from this file if it exists, and keep saving to it
    #[arg(long, value_name = "FILE")]
    pub state: Option<String>,
    /// Write a certificate, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// Cut the values into N blocks, so that `outplay check --part K/N` checks the certificate in parts
    #[arg(
        long, value_name = "N", requires = "certificate",
        value_parser = clap::value_parser!(u16).range(1..=500)
    )]
    pub blocks: Option<u16>,
}

#[derive(Debug, Args)]
pub struct QuotientArgs {
    /// The code or name of a heap game, or the name of an impartial game on a board
    #[arg(value_name = "GAME")]
    pub game: String,
    /// A board; then the quotient is that of all components that play on it can leave
    #[arg(conflicts_with = "to")]
    pub board: Option<String>,
    /// Largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=10_000), required_unless_present = "board")]
    pub to: Option<u32>,
    /// Write a certificate, for `outplay check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
}

#[derive(Debug, Args)]
pub struct PositionsArgs {
    /// The code or name of a heap game
    pub code: String,
    /// Number of (non-empty) heaps
    #[arg(long, value_name = "K", value_parser = read_whole::<u32>, allow_negative_numbers = true)]
    pub heaps: u32,
    /// Largest total number of counters
    #[arg(long, value_name = "N", value_parser = read_whole::<u32>, allow_negative_numbers = true)]
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
