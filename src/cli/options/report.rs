//! How a command reports its results.

use clap::Args;
use strum::IntoEnumIterator;

use crate::cli::options::value::one_of;

/// The option of all commands that report results.
#[derive(Debug, Clone, Copy, Args)]
pub struct ReportArgs {
    /// Report results as text, or as JSON with one object per line
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        value_parser = one_of(Report::iter(), Report::name)
    )]
    pub report: Report,
}

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Report {
    /// Lines for people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// The option of `check`, which also writes a table.
#[derive(Debug, Clone, Copy, Args)]
pub struct CheckReportArgs {
    /// Report results as text, as JSON with one object per profile, or as CSV with one row per
    /// problem
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        value_parser = one_of(CheckFormat::iter(), CheckFormat::name)
    )]
    pub report: CheckFormat,
}

/// The format of the report of `check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CheckFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line and profile, for programs.
    Json,
    /// A table for spreadsheets.
    Csv,
}

impl CheckFormat {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Report {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
