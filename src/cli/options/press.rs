//! How files for a print shop are made.

use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args};

use crate::cli::options::value::one_of;
use crate::layout::{Ink, Length};
use crate::press::PdfxStandard;

/// The largest bleed, in points: 10 mm.
const LARGEST_BLEED: f64 = 720.0 / 25.4;

/// The inks of a press.
const PRESS_INKS: [Ink; 2] = [Ink::Cmyk, Ink::K];

/// The PDF/X standards.
pub const STANDARDS: [PdfxStandard; 2] = [PdfxStandard::X1a, PdfxStandard::X4];

/// What a file may claim.
const CLAIMS: [PdfxStandard; 3] = [PdfxStandard::X1a, PdfxStandard::X4, PdfxStandard::Unclaimed];

/// How files for a print shop are made.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Press options")]
pub struct PressArgs {
    /// Inks: `cmyk`, or `k` for black only [default: the profile's `ink`, or cmyk]
    #[arg(long, value_name = "INK", value_parser = one_of(PRESS_INKS, Ink::name))]
    pub ink: Option<Ink>,
    /// How far the pages extend beyond the trim edge, such as `0.125in` [default: the profile's
    /// `bleed`, or 3mm]
    #[arg(long, value_name = "LENGTH", value_parser = bleed)]
    pub bleed: Option<Length>,
    /// Whether black text smaller than 12 pt overprints what is below it, so that inks out of register
    /// leave no light fringe
    #[arg(
        long,
        value_name = "on|off",
        default_value = "on",
        action = ArgAction::Set,
        value_parser = BoolishValueParser::new(),
        hide_possible_values = true
    )]
    pub overprint_black: bool,
    /// PDF/X standard of the file, or `none` for office printers, which take any colors
    #[arg(
        long,
        value_name = "STANDARD",
        default_value = "x-1a",
        value_parser = one_of(CLAIMS, standard_name)
    )]
    pub standard: PdfxStandard,
    /// Printing condition of the print shop [default: FOGRA39, for US Letter `CGATS TR 001` (SWOP)]
    #[arg(long, value_name = "NAME")]
    pub condition: Option<String>,
    /// ICC output profile of the press; required for x-4
    #[arg(long, value_name = "FILE")]
    pub icc: Option<PathBuf>,
}

/// Returns the name of a PDF/X standard on the command line.
pub fn standard_name(standard: PdfxStandard) -> &'static str {
    match standard {
        PdfxStandard::X1a => "x-1a",
        PdfxStandard::X4 => "x-4",
        PdfxStandard::Unclaimed => "none",
    }
}

/// Parses a bleed.
pub fn bleed(text: &str) -> Result<Length, String> {
    Length::parse(text)
        .filter(|length| (0.0..=LARGEST_BLEED).contains(&length.to_points()))
        .ok_or_else(|| {
            "expected a length in pt, mm, cm or in, up to 10mm, such as `3mm`".to_owned()
        })
}
