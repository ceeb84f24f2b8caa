//! What a command line can say about sheets. The doc comments are the help texts.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{Look, Made};
use crate::layout::Length;
use crate::press::imposition::{PagesPerSheet, Stock};

/// What the commands for sheets have in common.
#[derive(Debug, Clone, Args)]
pub struct Stack {
    /// How the CVs look.
    #[command(flatten)]
    pub look: Look,
    /// What the files are to be.
    #[command(flatten)]
    pub made: Made,
    /// Paper to print on; by default the smallest that holds the pages and what belongs around them
    #[arg(long, value_name = "PAPER")]
    pub sheet: Option<StockName>,
}

/// `cvpress press sheet` and `cvpress press contact`
#[derive(Debug, Args)]
pub struct SheetCommand {
    /// Profiles or PDFs
    #[arg(required = true, value_name = "PROFILE|PDF")]
    pub inputs: Vec<PathBuf>,
    /// What all have.
    #[command(flatten)]
    pub stack: Stack,
    /// Folder to write to, or a file called `….pdf`
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub output: PathBuf,
}

/// `cvpress press nup`
#[derive(Debug, Args)]
pub struct NupCommand {
    /// What all have.
    #[command(flatten)]
    pub sheet: SheetCommand,
    /// How many pages share a sheet: 2 or 4
    #[arg(long, value_name = "N", default_value = "2")]
    pub up: UpName,
    /// Draw marks to cut the pages apart by
    #[arg(long)]
    pub marks: bool,
}

/// `cvpress press booklet`
#[derive(Debug, Args)]
pub struct BookletCommand {
    /// What all have.
    #[command(flatten)]
    pub sheet: SheetCommand,
    /// How much nearer to the fold the pages of each inner sheet stand than those of the sheet
    /// around it
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = length)]
    pub creep: Length,
    /// Draw no marks, so that two pages fill a sheet
    #[arg(long)]
    pub no_marks: bool,
}

/// `cvpress press run`
#[derive(Debug, Args)]
pub struct RunCommand {
    /// Profiles, PDFs, and folders with profiles
    #[arg(required = true, value_name = "PROFILE|PDF|DIR")]
    pub inputs: Vec<PathBuf>,
    /// How the CVs look.
    #[command(flatten)]
    pub look: Look,
    /// What the files are to be.
    #[command(flatten)]
    pub made: Made,
    /// Put a sheet with its name before each CV
    #[arg(long)]
    pub separators: bool,
    /// Both sides of the paper are printed: begin each CV on a front
    #[arg(long)]
    pub duplex: bool,
    /// How many CVs to print at once; by default one for each core
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// File to write
    #[arg(long, short, value_name = "FILE", default_value = "out/run.pdf")]
    pub output: PathBuf,
}

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StockName {
    /// 210 × 297 mm.
    A4,
    /// 297 × 420 mm.
    A3,
    /// 320 × 450 mm.
    Sra3,
    /// 8.5 × 11 in.
    Letter,
    /// 11 × 17 in.
    Tabloid,
}

impl From<StockName> for Stock {
    fn from(name: StockName) -> Self {
        match name {
            StockName::A4 => Self::A4,
            StockName::A3 => Self::A3,
            StockName::Sra3 => Self::Sra3,
            StockName::Letter => Self::Letter,
            StockName::Tabloid => Self::Tabloid,
        }
    }
}

/// How many pages share a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UpName {
    /// Side by side.
    #[value(name = "2")]
    Two,
    /// In two rows.
    #[value(name = "4")]
    Four,
}

impl From<UpName> for PagesPerSheet {
    fn from(name: UpName) -> Self {
        match name {
            UpName::Two => Self::Two,
            UpName::Four => Self::Four,
        }
    }
}

fn length(text: &str) -> Result<Length, String> {
    let length = Length::parse(text).filter(|length| (0.0..=72.0).contains(&length.to_points()));
    length.ok_or_else(|| "expected a length such as `3mm` or `0.125in`, at most `1in`".to_owned())
}
