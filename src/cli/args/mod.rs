//! What a command line can say. The doc comments are the help texts.

mod batch;
mod press;
mod sheets;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::content::Locale;
use crate::diagnostic::{self, RULES, Severity, nearest, rule};
use crate::export::Format;
use crate::layout::{EXPECTED_GOAL, OptionSetting, PageGoal, Paper};
use crate::pipeline::DEFAULT_PPI;
use crate::profile::ALL;

pub use batch::{Limits, Part, Renewal, Stream, Timeout, Worker};
pub use press::*;
pub use sheets::*;

/// What stands for all warnings.
pub const WARNINGS: &str = "warnings";

/// Turns TOML profiles into print-ready CVs.
///
/// Exit codes: 0 done, 1 a profile or a check failed, 2 wrong usage, 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "cvpress", version, max_term_width = 100)]
pub struct Arguments {
    /// What all commands have.
    #[command(flatten)]
    pub common: Common,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// What all commands have.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Say nothing but what is wrong
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to colour messages
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// How to write messages
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub message_format: MessageFormat,
    /// Use the layouts in this folder beside the built-in ones
    #[arg(long, global = true, value_name = "DIR", env = "CVPRESS_TEMPLATES")]
    pub templates: Option<PathBuf>,
    /// Use the fonts in this folder beside the built-in ones
    #[arg(long, global = true, value_name = "DIR", env = "CVPRESS_FONTS")]
    pub fonts: Option<PathBuf>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print CVs
    Render(Render),
    /// Print cover letters, in the style of the CVs
    #[command(mut_arg("fit", |fit| fit.hide(true)))]
    Letter(Render),
    /// Print every profile in a folder
    Batch(Batch),
    /// Print what standard input asks for, a job a line, and answer each on standard output
    Stream(Stream),
    /// Print for another process
    #[command(hide = true)]
    Worker(Worker),
    /// Tell what is wrong with profiles, and what a machine reads of their PDFs, without writing
    /// any
    Check(Check),
    /// Write the text that a machine reads of a CV or of any PDF
    Text(Text),
    /// Write a commented profile to start from
    New(New),
    /// Write profiles in one form: keys in order, one spacing, comments kept
    Fmt(Fmt),
    /// Tell what a rule is about, or list the rules
    Explain(Explain),
    /// Write the JSON Schema of profiles, for editors
    Schema,
    /// Show a CV in all layouts side by side: a PDF, and a PNG contact sheet
    Gallery(Gallery),
    /// Make files for a print shop, and look PDFs over before they go to one
    Press(Press),
    /// List the layouts, with purpose and options; copy one, or start one
    Layouts(LayoutCommand),
    /// List the font families there are
    Fonts,
    /// Write a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    Man,
}

/// What decides how a CV looks.
#[derive(Debug, Clone, Args)]
pub struct Look {
    /// Layouts to print in, or `all`; by default the profile's own
    #[arg(long, short, value_name = "NAME", value_delimiter = ',')]
    pub layout: Vec<String>,
    /// Paper to print on; by default the profile's, or the layout's first
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<PaperName>,
    /// Pages to fit a CV into: `1`, `1-2`, `auto` to save a nearly empty last one, or `off`; by
    /// default as the profile says
    #[arg(long, value_name = "PAGES", value_parser = goal)]
    pub fit: Option<PageGoal>,
    /// Set an option of the layout, as in `--set accent=#8b0000`
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    pub set: Vec<OptionSetting>,
    /// Languages to print in, or `all` that the profile's texts are in; by default the profile's
    /// own
    #[arg(long, value_name = "TAG", value_delimiter = ',', value_parser = locale)]
    pub locale: Vec<String>,
    /// Print a text that is not there in the language in the profile's own
    #[arg(long)]
    pub locale_fallback: bool,
    /// Variants of the profile to print, or `all`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub variant: Vec<String>,
    /// Leave out what the profile calls private
    #[arg(long)]
    pub public: bool,
    /// Print for blind review: without name, addresses, links and photo
    #[arg(long)]
    pub anonymous: bool,
    /// Take warnings as errors: `warnings` for all, or the names of rules
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = denied)]
    pub deny: Vec<String>,
}

/// `cvpress render` and `cvpress letter`
#[derive(Debug, Args)]
pub struct Render {
    /// Profiles to print; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// How they look.
    #[command(flatten)]
    pub look: Look,
    /// File or folder to write to, `-` for standard output; by default `out/PROFILE-LAYOUT.pdf`, of
    /// a letter `out/PROFILE-letter-LAYOUT.pdf`
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// What to write: pdf, png or svg, the last two with a file for each page; by default as the
    /// output's name ends, or pdf
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<FormatName>,
    /// Pixels per inch of PNG files
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PPI, value_parser = ppi)]
    pub ppi: f64,
    /// Where it goes: to a screen and printers at home, or to a print shop, as by `press finish`
    #[arg(long = "for", value_name = "PURPOSE", default_value = "screen")]
    pub purpose: Purpose,
}

/// `cvpress batch`
#[derive(Debug, Args)]
pub struct Batch {
    /// Folders whose profiles to print
    #[arg(value_name = "DIR", default_value = "profiles")]
    pub folders: Vec<PathBuf>,
    /// How the CVs look.
    #[command(flatten)]
    pub look: Look,
    /// Print every variant of each profile, and whole those that have none; the same as `--variant
    /// all`
    #[arg(long, conflicts_with = "variant")]
    pub variants: bool,
    /// Folder to write to
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Report,
    /// What a CV may take.
    #[command(flatten)]
    pub limits: Limits,
    /// What to do about what was printed before.
    #[command(flatten)]
    pub renewal: Renewal,
    /// Which profiles to print.
    #[command(flatten)]
    pub part: Part,
}

/// `cvpress check`
#[derive(Debug, Args)]
pub struct Check {
    /// Profiles to check; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// How the CVs would look.
    #[command(flatten)]
    pub look: Look,
    /// How to report what a machine reads of each CV
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub report: Report,
    /// Tell also what is not wrong, and may be worth knowing
    #[arg(long)]
    pub notes: bool,
}

/// `cvpress text`
#[derive(Debug, Args)]
pub struct Text {
    /// A profile, or a PDF; `-` reads a profile from standard input
    #[arg(value_name = "PROFILE|PDF")]
    pub file: PathBuf,
    /// How the CV would look.
    #[command(flatten)]
    pub look: Look,
}

/// `cvpress new`
#[derive(Debug, Args)]
pub struct New {
    /// The file to write, with or without `.toml`; the person is called after it
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
    /// Whose CV to start from
    #[arg(long, value_name = "KIND", default_value = "engineer")]
    pub like: Like,
    /// The layout to print in
    #[arg(long, short, value_name = "NAME", default_value = "compact")]
    pub layout: String,
    /// The language of headings and dates
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language)]
    pub locale: String,
}

/// Whose CV to start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Like {
    /// Degree and courses first, then projects.
    Student,
    /// Research, publications, talks.
    Researcher,
    /// Publications, teaching, grants, service.
    Academic,
    /// Jobs with what came of them.
    Engineer,
    /// Projects and code.
    Developer,
    /// Work to look at.
    Designer,
    /// Responsibility, in figures.
    Manager,
    /// Schools, subjects, certificates.
    Teacher,
}

/// `cvpress fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// Profiles to format in place; `-` formats standard input to standard output
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// Write nothing: name the profiles that would change, and fail if there is one
    #[arg(long)]
    pub check: bool,
}

/// `cvpress explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// The name of a rule, as it stands in brackets in a message
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// `cvpress gallery`
#[derive(Debug, Args)]
pub struct Gallery {
    /// The profile to show; `-` reads it from standard input
    #[arg(value_name = "PROFILE")]
    pub profile: PathBuf,
    /// How the CV looks, and in which layouts; by default in all.
    #[command(flatten)]
    pub look: Look,
    /// Folder to write `PROFILE-gallery.pdf` and `PROFILE-gallery.png` to
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub output: PathBuf,
    /// Pixels per inch of the contact sheet, which is as large as A4
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PPI, value_parser = ppi)]
    pub ppi: f64,
    /// Write a picture of each layout's first page as well, `LAYOUT.png`, with this many pixels per
    /// inch
    #[arg(long, value_name = "PPI", value_parser = ppi)]
    pub pictures: Option<f64>,
}

/// `cvpress layouts`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct LayoutCommand {
    /// Listing them, where nothing else is asked for.
    #[command(flatten)]
    pub list: LayoutList,
    /// What else to do.
    #[command(subcommand)]
    pub action: Option<LayoutAction>,
}

/// `cvpress layouts` without more.
#[derive(Debug, Args)]
pub struct LayoutList {
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Report,
}

/// What to do with layouts.
#[derive(Debug, Subcommand)]
pub enum LayoutAction {
    /// Copy a layout into a folder, to change it
    Eject(Eject),
    /// Write a small layout to start one's own from
    New(NewLayout),
}

/// `cvpress layouts eject`
#[derive(Debug, Args)]
pub struct Eject {
    /// The layout to copy
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The folder for layouts that it goes into, for `--templates`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The name of the copy, so that it stands beside the layout and not in its place
    #[arg(long = "as", value_name = "NAME")]
    pub own_name: Option<String>,
    /// Copy what the layouts share, too, to change that
    #[arg(long)]
    pub shared: bool,
}

/// `cvpress layouts new`
#[derive(Debug, Args)]
pub struct NewLayout {
    /// The name of the layout
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The folder for layouts that it goes into, for `--templates`
    #[arg(value_name = "DIR", default_value = "templates")]
    pub folder: PathBuf,
}

/// How to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// When to colour messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How to write messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the line and the place in it.
    Human,
    /// One line each.
    Short,
    /// One JSON object a line.
    Json,
}

impl From<MessageFormat> for diagnostic::MessageFormat {
    fn from(format: MessageFormat) -> Self {
        match format {
            MessageFormat::Human => Self::Human,
            MessageFormat::Short => Self::Short,
            MessageFormat::Json => Self::Json,
        }
    }
}

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One file of all pages.
    Pdf,
    /// A picture of each page, in pixels.
    Png,
    /// A picture of each page, in curves.
    Svg,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Pdf => Self::Pdf,
            FormatName::Png => Self::Png,
            FormatName::Svg => Self::Svg,
        }
    }
}

/// A paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperName {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    UsLetter,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::A4 => Self::A4,
            PaperName::UsLetter => Self::UsLetter,
        }
    }
}

fn setting(text: &str) -> Result<OptionSetting, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok(OptionSetting {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        }),
        _ => Err("expected `option=value`".to_owned()),
    }
}

fn goal(text: &str) -> Result<PageGoal, String> {
    PageGoal::parse(text).ok_or_else(|| format!("expected {EXPECTED_GOAL}"))
}

fn ppi(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|ppi| (1.0..=2400.0).contains(ppi));
    number.ok_or_else(|| "expected pixels per inch, from 1 to 2400".to_owned())
}

fn locale(tag: &str) -> Result<String, String> {
    if tag == ALL {
        Ok(tag.to_owned())
    } else {
        language(tag).map_err(|expected| expected + ", or `all`")
    }
}

fn language(tag: &str) -> Result<String, String> {
    let known = Locale::parse(tag).map(|_| tag.to_owned());
    known.ok_or_else(|| "expected a language tag such as `en`, `de-CH` or `zh-Hans`".to_owned())
}

fn denied(name: &str) -> Result<String, String> {
    if name == WARNINGS || rule::find(name).is_some_and(|rule| rule.severity != Severity::Error) {
        return Ok(name.to_owned());
    }
    let names = RULES
        .iter()
        .filter(|rule| rule.severity != Severity::Error)
        .map(|rule| rule.name.as_str());
    Err(match nearest(name, names.chain([WARNINGS])) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "expected `warnings`, or the name of a rule that warns".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        super::Arguments::command().debug_assert();
    }
}
