//! What `cvpress press` can be told.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::Report;
use crate::cli::args::{BookletCommand, Look, NupCommand, RunCommand, SheetCommand};
use crate::layout::Ink;
use crate::layout::Length;
use crate::press::PdfxStandard;

/// How far pages may reach beyond the trim, in pt: 10 mm.
const LARGEST_BLEED: f64 = 720.0 / 25.4;

/// `cvpress press`
#[derive(Debug, Args)]
pub struct Press {
    /// What to do.
    #[command(subcommand)]
    pub action: PressAction,
}

/// What to do for a print shop.
#[derive(Debug, Subcommand)]
pub enum PressAction {
    /// Print CVs for a print shop, a page on each sheet: with bleed, in inks, with PDF/X-1a or
    /// PDF/X-4 structure
    Finish(Box<Finish>),
    /// Lay each page on a larger sheet with crop and registration marks, colour patches and a slug
    /// line
    Sheet(Box<SheetCommand>),
    /// Lay two or four pages on a sheet
    Nup(Box<NupCommand>),
    /// Lay pages on sheets that are folded and stitched to a booklet
    Booklet(Box<BookletCommand>),
    /// Show a CV in all layouts on one sheet, with captions
    #[command(
        mut_arg("layout", |layout| layout.help("Layouts to show; by default all")),
        mut_arg("sheet", |sheet| sheet.help("Paper to print on; by default a3, or tabloid for American pages"))
    )]
    Contact(Box<SheetCommand>),
    /// Put many CVs into one file to print, with bookmarks
    Run(Box<RunCommand>),
    /// Look PDFs over, whoever made them, before they go to a print shop
    Preflight(Preflight),
}

/// `cvpress press finish`
#[derive(Debug, Args)]
pub struct Finish {
    /// Profiles to print; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// How they look.
    #[command(flatten)]
    pub look: Look,
    /// What the files are to be.
    #[command(flatten)]
    pub made: Made,
    /// File or folder to write to, `-` for standard output; by default
    /// `out/PROFILE-LAYOUT-press.pdf`
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
}

/// What files for a print shop are to be.
#[derive(Debug, Clone, Args)]
pub struct Made {
    /// The inks: all four, or black alone; by default those of the profile, or else all four
    #[arg(long, value_name = "INK")]
    pub ink: Option<InkName>,
    /// How far the pages reach beyond the line where they are cut, such as `0.125in`; by default as
    /// the profile says, or 3mm
    #[arg(long, value_name = "LENGTH", value_parser = bleed)]
    pub bleed: Option<Length>,
    /// The edition of PDF/X whose structure the file gets
    #[arg(long, value_name = "STANDARD", default_value = "x-1a")]
    pub standard: StandardName,
    /// The printing condition that the print shop names; by default FOGRA39, on US Letter `CGATS TR
    /// 001` (SWOP)
    #[arg(long, value_name = "NAME")]
    pub condition: Option<String>,
    /// The colour profile of the press, an ICC file that the print shop names; X-4 needs it
    #[arg(long, value_name = "FILE")]
    pub icc: Option<PathBuf>,
}

/// `cvpress press preflight`
#[derive(Debug, Args)]
pub struct Preflight {
    /// PDFs to look over
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What they are to be fit for
    #[arg(long = "for", value_name = "TARGET", default_value = "any")]
    pub target: TargetName,
    /// How far pages must reach beyond the line where they are cut
    #[arg(long, value_name = "LENGTH", value_parser = bleed)]
    pub bleed: Option<Length>,
    /// Fail where there is any other ink than black
    #[arg(long)]
    pub black_only: bool,
    /// How to report what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub report: Report,
}

/// Where a CV goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Purpose {
    /// To a screen, and to printers at home and in offices.
    Screen,
    /// To a print shop.
    Press,
}

/// The inks of a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InkName {
    /// Cyan, magenta, yellow and black; text in black alone.
    Cmyk,
    /// Black and its tints.
    K,
}

impl From<InkName> for Ink {
    fn from(name: InkName) -> Self {
        match name {
            InkName::Cmyk => Self::Cmyk,
            InkName::K => Self::K,
        }
    }
}

/// An edition of PDF/X.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StandardName {
    /// PDF/X-1a:2003: inks alone, nothing transparent; what every print shop takes.
    #[value(name = "x-1a")]
    X1a,
    /// PDF/X-4: also photos in colour, with the colour profile of the press.
    #[value(name = "x-4")]
    X4,
}

impl From<StandardName> for PdfxStandard {
    fn from(name: StandardName) -> Self {
        match name {
            StandardName::X1a => Self::X1a,
            StandardName::X4 => Self::X4,
        }
    }
}

/// What a PDF is to be fit for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetName {
    /// PDF/X-1a:2003.
    #[value(name = "x-1a")]
    X1a,
    /// PDF/X-4.
    #[value(name = "x-4")]
    X4,
    /// Whatever a print shop takes.
    Any,
}

fn bleed(text: &str) -> Result<Length, String> {
    let length =
        Length::parse(text).filter(|length| (0.0..=LARGEST_BLEED).contains(&length.to_points()));
    length.ok_or_else(|| {
        "expected a length in pt, mm, cm or in, up to 10mm, such as `3mm`".to_owned()
    })
}
