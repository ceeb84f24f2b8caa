//! The manifest of a layout, `layout.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::content::DateStyle;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::layout::ink::{self, BLEED, INK};
use crate::layout::option::{OptionDeclaration, OptionKind, OptionSpec};
use crate::layout::page_goal::PageGoal;

/// A paper size.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Paper {
    /// 210 × 297 mm (ISO 216).
    A4,
    /// 8.5 × 11 in (ANSI/ASME Y14.1).
    UsLetter,
    /// 182 × 257 mm (JIS P 0138).
    JisB5,
}

impl Paper {
    /// Returns its name in a profile, which is Typst's.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The version of the contract between cvpress and templates, which changes with every change that
/// an existing template could notice.
pub const CONTRACT: u32 = 4;

/// The last contract whose manifests did not name it.
const LAST_UNNAMED: u32 = 3;

/// The names that a manifest may not declare: the options of every layout, and `scale`, under which
/// templates receive the density.
const OF_EVERY_LAYOUT: [&str; 8] = [
    "paper",
    DENSITY,
    SPACING,
    FIT,
    "scale",
    INK,
    BLEED,
    GROUP_ROLES,
];

/// The option for the size of the text.
pub const SIZE: &str = "size";

/// The option for the distance between baselines.
pub const LEADING: &str = "leading";

/// The option for the factor on the text size and its leading.
pub const DENSITY: &str = "density";

/// The option for the factor on the gaps.
pub const SPACING: &str = "spacing";

/// The option for the margins at the sides of the text, which decide how long its lines are.
pub const MARGIN_X: &str = "margin-x";

/// The option for the margin at the left, in place of that for both sides.
pub const MARGIN_LEFT: &str = "margin-left";

/// The option for the margin at the right, in place of that for both sides.
pub const MARGIN_RIGHT: &str = "margin-right";

/// The option for the page goal.
pub const FIT: &str = "fit";

/// The option that makes consecutive jobs at one employer positions of one entry.
pub const GROUP_ROLES: &str = "group-roles";

/// The limits of a layout's density.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Factors on size and leading together: the most open, 1 for the layout as designed, the
    /// densest. All factors between them are possible.
    pub rungs: Vec<f64>,
    /// The smallest and the largest factor on the gaps.
    #[serde(default = "spacing")]
    pub spacing: [f64; 2],
}

/// Returns whether the name is that of an option of every layout.
pub fn is_of_every_layout(name: &str) -> bool {
    OF_EVERY_LAYOUT.contains(&name)
}

/// Returns the name in a manifest that declares an option: a margin at one side is declared with that
/// of both.
pub fn declared_as(name: &str) -> &str {
    match name {
        MARGIN_LEFT | MARGIN_RIGHT => MARGIN_X,
        name => name,
    }
}

/// Returns the default limits of the gaps.
fn spacing() -> [f64; 2] {
    [0.75, 1.8]
}

impl Ladder {
    /// Returns its error, if there is one: the key, and the message.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let descends = self.rungs.windows(2).all(|pair| pair[0] > pair[1]);
        let is_sensible = self.rungs.iter().all(|rung| (0.5..=2.0).contains(rung));
        if !(descends && is_sensible && self.rungs.contains(&1.0)) {
            return Some((
                "rungs",
                "`rungs` must descend, be between 0.5 and 2, and contain 1",
            ));
        }
        let [closest, widest] = self.spacing;
        let is_right = (0.5..=1.0).contains(&closest) && (1.0..=2.0).contains(&widest);
        (!is_right).then_some((
            "spacing",
            "`spacing` must be two factors, from 0.5 to 1 and from 1 to 2",
        ))
    }

    /// Returns the smallest and the largest factor on size and leading.
    pub fn ends(&self) -> [f64; 2] {
        [self.rungs.last(), self.rungs.first()].map(|rung| rung.copied().unwrap_or(1.0))
    }

    /// Returns the options for the density, the page goal and the grouping of jobs.
    fn options(&self) -> [(&'static str, OptionSpec); 4] {
        let fit = OptionSpec {
            kind: OptionKind::PageGoal,
            default: toml::Value::String(PageGoal::default().to_string()),
            range: None,
            choices: Vec::new(),
            help: "number of pages to fit: `1`, `1-2`, `auto` for pages that end well, or `off`"
                .to_owned(),
        };
        let group_roles = OptionSpec {
            kind: OptionKind::Boolean,
            default: toml::Value::Boolean(false),
            range: None,
            choices: Vec::new(),
            help: "set consecutive jobs at one employer as positions below its name".to_owned(),
        };
        let density = factor(self.ends(), "factor on the text size and its leading");
        [
            (DENSITY, density),
            (SPACING, factor(self.spacing, "factor on all gaps")),
            (FIT, fit),
            (GROUP_ROLES, group_roles),
        ]
    }
}

/// Returns the options for the margins at the sides apart, for a layout with an option for both.
fn side_margins(both: &OptionSpec) -> [(&'static str, OptionSpec); 2] {
    [(MARGIN_LEFT, "left"), (MARGIN_RIGHT, "right")].map(|(name, side)| {
        let help = format!("the same as `margin-x`, at the {side} alone");
        (
            name,
            OptionSpec {
                help,
                ..both.clone()
            },
        )
    })
}

/// Returns an option for a factor.
fn factor(range: [f64; 2], help: &str) -> OptionSpec {
    OptionSpec {
        kind: OptionKind::Number,
        default: toml::Value::Float(1.0),
        range: Some(range.map(toml::Value::Float)),
        choices: Vec::new(),
        help: help.to_owned(),
    }
}

/// The declarations of options that several layouts have.
pub type CommonOptions = BTreeMap<String, OptionDeclaration>;

/// A manifest.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the manifest"
)]
pub struct Manifest {
    /// The name, which is that of its folder.
    pub name: String,
    /// Its purpose, in one line.
    pub purpose: String,
    /// The papers that it supports; the first is the default.
    pub papers: Vec<Paper>,
    /// The dash between two dates.
    pub dash: Dash,
    /// Whether subsections are never side by side.
    pub single_column: bool,
    /// Whether each language has a line of its own.
    pub separate_languages: bool,
    /// Whether the subtitle of a project is a part of its own.
    pub separate_subtitles: bool,
    /// Whether sections have rows of a table by year and month.
    pub history: bool,
    /// Whether addresses in the text stay on one line.
    pub unbroken_addresses: bool,
    /// The limits of its density.
    pub ladder: Ladder,
    /// Its options.
    pub options: BTreeMap<String, OptionSpec>,
}

/// A dash between two dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dash {
    /// Without spaces, unless a date contains one.
    Closed,
    /// Without spaces, unless dates contain spaces or hyphens.
    ClosedUnlessIso,
    /// With a space on both sides.
    #[default]
    Spaced,
}

/// The content of the file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the manifest"
)]
struct ManifestFile {
    name: String,
    purpose: String,
    papers: Vec<Paper>,
    contract: Option<Spanned<u32>>,
    #[serde(default)]
    dash: Dash,
    #[serde(default)]
    single_column: bool,
    #[serde(default)]
    separate_languages: bool,
    #[serde(default)]
    separate_subtitles: bool,
    #[serde(default)]
    history: bool,
    #[serde(default)]
    unbroken_addresses: bool,
    ladder: Ladder,
    /// Options declared in the shared folder.
    #[serde(default)]
    common: Vec<String>,
    /// Its own options, and changes to shared ones.
    #[serde(default)]
    option: BTreeMap<String, OptionDeclaration>,
}

/// The only key that tells whether the others can be understood.
#[derive(Deserialize)]
struct ContractOfFile {
    contract: Option<Spanned<u32>>,
}

/// Reads a manifest. A template for another contract is its only error.
fn read_manifest(source: &Arc<Source>, folder: &str) -> Result<ManifestFile, Diagnostic> {
    let written: Result<ManifestFile, Diagnostic> = read(source);
    let contract = match &written {
        Ok(written) => written.contract.clone(),
        Err(_) => match toml::from_str::<ContractOfFile>(source.text()) {
            Ok(written) => written.contract,
            Err(_) => return written,
        },
    };
    match contract_error(source, folder, contract) {
        Some(error) => Err(error),
        None => written,
    }
}

fn contract_error(
    source: &Arc<Source>,
    folder: &str,
    contract: Option<Spanned<u32>>,
) -> Option<Diagnostic> {
    let span = contract.as_ref().map_or(0..0, Spanned::span);
    let version = contract.map_or(LAST_UNNAMED, Spanned::into_inner);
    if version == CONTRACT {
        return None;
    }
    let error = wrong(format!(
        "`{folder}` is written for contract {version} of templates, this version has {CONTRACT}"
    ));
    let hint = if version < CONTRACT {
        format!(
            "see `What changed in contract {CONTRACT}` in `templates/README.md`; `cvpress layouts \
             new` and `cvpress layouts eject` write layouts of this contract"
        )
    } else {
        "use a newer version of cvpress".to_owned()
    };
    Some(error.at(source, span, "").hint(hint))
}

/// Reads a TOML file.
fn read<T: serde::de::DeserializeOwned>(source: &Arc<Source>) -> Result<T, Diagnostic> {
    toml::from_str(source.text()).map_err(|error| {
        let message = error.message().trim_end().replace('\n', ", ");
        wrong(message).at(source, error.span().unwrap_or_default(), "")
    })
}

fn wrong(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(rule::LAYOUT_MANIFEST, message)
}

/// Returns an error at the first occurrence of a word, or at the start of the file.
fn wrong_at(source: &Arc<Source>, word: &str, message: impl Into<String>) -> Diagnostic {
    let start = source.text().find(word).unwrap_or(0);
    wrong(message).at(source, start..start + word.len(), "")
}

/// Reads the declarations of options that several layouts have.
///
/// # Errors
/// The file is not TOML, or has other content than options.
pub fn common_options(source: &Arc<Source>) -> Result<CommonOptions, Diagnostic> {
    read(source)
}

impl Manifest {
    /// Returns whether a dash between two dates has spaces around it even if the dates have none.
    pub fn has_spaced_dash(&self, style: DateStyle) -> bool {
        match self.dash {
            Dash::Closed => false,
            Dash::ClosedUnlessIso => style == DateStyle::Iso,
            Dash::Spaced => true,
        }
    }

    /// Returns whether the layout has the option.
    pub fn has_option(&self, name: &str) -> bool {
        name == "paper" || self.options.contains_key(name)
    }

    /// Reads the manifest of the layout in `folder`.
    ///
    /// # Errors
    /// All errors of the file.
    pub fn parse(
        source: &Arc<Source>,
        folder: &str,
        common: &CommonOptions,
    ) -> Result<Self, Diagnostics> {
        let written = read_manifest(source, folder)?;
        let mut found = Diagnostics::default();
        if written.name != folder {
            let name = &written.name;
            let message = format!("`name` must be that of the folder, `{folder}`, not `{name}`");
            found.push(wrong_at(source, "name", message));
        }
        if written.papers.is_empty() {
            found.push(wrong_at(
                source,
                "papers",
                "a layout needs at least one paper",
            ));
        }
        if let Some((key, fault)) = written.ladder.fault() {
            found.push(wrong_at(source, key, fault));
        }
        let taken = written
            .common
            .iter()
            .filter(|name| !written.option.contains_key(*name));
        let taken = taken.map(|name| (name, format!("\"{name}\""), OptionDeclaration::default()));
        let own = written
            .option
            .iter()
            .map(|(name, option)| (name, format!("[option.{name}]"), option.clone()));
        let mut options = BTreeMap::new();
        for (name, place, option) in taken.chain(own) {
            if is_of_every_layout(name) {
                let message = format!("`{name}` is an option of every layout");
                found.push(wrong_at(source, &place, message));
            }
            match option.complete(common.get(name)) {
                Ok(option) => {
                    if let Some(fault) = option.fault() {
                        let message = format!("option `{name}`: {fault}");
                        found.push(wrong_at(source, &place, message));
                    }
                    options.insert(name.clone(), option);
                }
                Err(lacking) => {
                    let message = format!("option `{name}` lacks {lacking}");
                    found.push(wrong_at(source, &place, message));
                }
            }
        }
        if let Some(both) = options.get(MARGIN_X) {
            for (name, side) in side_margins(both) {
                options.entry(name.to_owned()).or_insert(side);
            }
        }
        let of_every_layout = written.ladder.options().into_iter().chain(ink::options());
        options.extend(of_every_layout.map(|(name, option)| (name.to_owned(), option)));
        let ManifestFile {
            name,
            purpose,
            papers,
            dash,
            single_column,
            separate_languages,
            separate_subtitles,
            history,
            unbroken_addresses,
            ladder,
            ..
        } = written;
        if found.is_empty() {
            Ok(Self {
                name,
                purpose,
                papers,
                dash,
                single_column,
                separate_languages,
                separate_subtitles,
                history,
                unbroken_addresses,
                ladder,
                options,
            })
        } else {
            Err(found)
        }
    }
}
