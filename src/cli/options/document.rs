//! Which documents of a profile to render, and how they look.

use clap::Args;
use strum::IntoEnumIterator;

use crate::cli::options::value::{self, one_of};
use crate::layout::{OptionSetting, PageGoal, Paper};

/// Which documents of a profile to render, and how they look.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Document options")]
pub struct DocumentArgs {
    /// Layouts to render, or `all` [default: the profile's layout]
    #[arg(long, short, value_name = "NAME", value_delimiter = ',')]
    pub layout: Vec<String>,
    /// Edition of the layouts: the year whose designs to use [default: the profile's `edition`, or
    /// the newest]
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<String>,
    /// Paper size [default: the profile's paper, or the layout's first]
    #[arg(long, value_name = "PAPER", value_parser = one_of(Paper::iter(), Paper::name))]
    pub paper: Option<Paper>,
    /// Number of pages to fit: `1`, `1-2`, `auto` for pages that end well, or `off`
    /// [default: the profile's `fit`]
    #[arg(long, value_name = "PAGES", value_parser = value::goal)]
    pub fit: Option<PageGoal>,
    /// Set a layout option, such as `accent=#8b0000`
    #[arg(long, value_name = "OPTION=VALUE", value_parser = value::setting)]
    pub set: Vec<OptionSetting>,
    /// Languages to render, or `all` [default: the profile's language]
    #[arg(long, value_name = "TAG", value_delimiter = ',', value_parser = value::language_or_all)]
    pub locale: Vec<String>,
    /// Fall back to the profile's language for untranslated text
    #[arg(long)]
    pub locale_fallback: bool,
    /// Variants of the profile to render, or `all`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub variant: Vec<String>,
    /// Leave out everything that the profile lists as private
    #[arg(long)]
    pub public: bool,
    /// Leave out name, contact details, links and photo, for blind review
    #[arg(long)]
    pub anonymous: bool,
    /// Page limit per document
    #[arg(long, value_name = "N", default_value = "100", help_heading = "Limits")]
    pub max_pages: usize,
    /// Treat warnings as errors: names of rules, or `warnings` for all of them
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = value::deniable_rule)]
    pub deny: Vec<String>,
}
