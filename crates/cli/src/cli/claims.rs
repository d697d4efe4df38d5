//! The commands of the catalogue.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub struct ClaimsArgs {
    #[command(subcommand)]
    pub command: Option<ClaimsCommand>,
}

#[derive(Debug, Subcommand)]
pub enum ClaimsCommand {
    /// List the statements, each with the result of its last check on this machine
    #[command(
        after_help = "Examples:\n  outplay claims list --paper dailly\n  outplay claims list --status refuted --kind theorem"
    )]
    List {
        /// Only those of one paper: dailly, dots, unshackle, octagons, hop
        #[arg(long, value_name = "PAPER")]
        paper: Option<String>,
        /// Only those with this status when last checked: verified, refuted (including misprints), misprint, gap, open or unchecked
        #[arg(long)]
        status: Option<String>,
        /// Only those of one kind: theorem (including lemmas, propositions and corollaries), conjecture, question, example, strategy or remark
        #[arg(long)]
        kind: Option<String>,
    },
    /// Show a statement, check it, and show the result
    #[command(
        after_help = "Examples:\n  outplay claims show hop/3.3.3\n  outplay claims show dailly/51 --deep"
    )]
    Show {
        /// The statement, such as hop/3.3.3
        id: String,
        /// Check up to the larger bound
        #[arg(long)]
        deep: bool,
    },
    /// Check statements
    #[command(
        after_help = "Examples:\n  outplay claims check dailly/53 unshackle/4.7\n  outplay claims check dots/period --json"
    )]
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
    #[command(
        after_help = "Examples:\n  outplay claims report --paper dots --output dots.md\n  outplay claims report --paper dots --format html --output dots.html"
    )]
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
