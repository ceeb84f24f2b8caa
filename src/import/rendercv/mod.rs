//! Reads a CV of RenderCV: versions 2, and the keys of version 1 that have other names.
//!
//! Texts are Markdown in both. A theme becomes the nearest layout with its color. What RenderCV's own
//! templates, words and output files are set to has no counterpart and is left out.

mod sections;
mod titles;

use crate::import::color::hex;
use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Contact, Date, File, Line, Plain, Prose, Url};
use crate::import::links::add_link;
use crate::import::map::How::{Accounts, As, Each, OneOrAll, Pages};
use crate::import::map::{Row, apply};
use crate::import::rendercv::titles::language_tag;

const PERSON: &[Row] = &[
    ("name", "name", As(Plain)),
    ("headline|label", "headline", As(Line)),
    ("email", "email", OneOrAll(Contact)),
    ("phone", "phone", OneOrAll(Contact)),
    ("location", "location", As(Line)),
    ("website", "url", Pages),
    ("photo", "photo", As(File)),
    (
        "social_networks",
        "links",
        Accounts("network", "username", "url"),
    ),
    ("custom_connections", "links", Each(connection)),
    ("summary", "summary", As(Prose)),
];

const SETTINGS: &[Row] = &[("current_date|date", "date", As(Date))];

/// The settings of a new file of RenderCV. They say nothing about the CV.
const DEFAULTS: [(&str, &str); 14] = [
    ("current_date", "today"),
    ("date", "today"),
    ("pdf_title", "NAME - CV"),
    ("render_command.output_folder", "rendercv_output"),
    (
        "render_command.typst_path",
        "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.typ",
    ),
    (
        "render_command.pdf_path",
        "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.pdf",
    ),
    (
        "render_command.markdown_path",
        "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.md",
    ),
    (
        "render_command.html_path",
        "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.html",
    ),
    (
        "render_command.png_path",
        "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.png",
    ),
    ("render_command.dont_generate_markdown", "false"),
    ("render_command.dont_generate_html", "false"),
    ("render_command.dont_generate_typst", "false"),
    ("render_command.dont_generate_pdf", "false"),
    ("render_command.dont_generate_png", "false"),
];

/// A theme, the layout that is nearest to it, and the color of its names of sections.
type Theme = (&'static str, &'static str, &'static str);

/// The theme of a file that names none is the first.
const THEMES: [Theme; 9] = [
    ("classic", "banner", "#004f90"),
    ("ember", "banner", "#9b2319"),
    ("engineeringclassic", "compact", "#004f90"),
    ("engineeringresumes", "compact", "#000000"),
    ("harvard", "vita", "#000000"),
    ("ink", "homepage", "#2a1852"),
    ("moderncv", "narrative", "#004f90"),
    ("opal", "banner", "#00645a"),
    ("sb2nov", "compact", "#000000"),
];

/// The colors that stand for a design, the strongest first. Version 1 had one.
const COLORS: [&str; 4] = [
    "color",
    "colors.section_titles",
    "colors.name",
    "colors.headline",
];

const PAPERS: [&str; 2] = ["a4", "us-letter"];

/// Writes the profile of a RenderCV file.
pub fn draft(mut file: Fields) -> Draft {
    let mut draft = Draft::default();
    let locale = file.map("locale").or_else(|| file.map("locale_catalog"));
    if let Some(mut locale) = locale {
        // The words are those of the layout.
        let tag = locale.text("language").and_then(language_tag);
        if let Some(tag) = tag.map(str::to_owned) {
            locale.take("language");
            draft.root.set("locale", Some(tag));
        }
        locale.finish(&mut draft.root);
    }
    let settings = file
        .map("settings")
        .or_else(|| file.map("rendercv_settings"));
    if let Some(mut settings) = settings {
        for (path, value) in DEFAULTS {
            if settings.text(path) == Some(value) {
                settings.take(path);
            }
        }
        apply(SETTINGS, &mut settings, &mut draft.root);
        settings.finish(&mut draft.root);
    }
    take_design(file.map("design"), &mut draft);
    if let Some(mut cv) = file.map("cv") {
        apply(PERSON, &mut cv, &mut draft.person);
        match cv.map("sections") {
            Some(mut sections) => {
                sections::take(&mut sections, &mut draft);
                sections.finish(&mut draft.root);
            }
            // The first versions had the sections beside the name.
            None => sections::take_lists(&mut cv, &mut draft),
        }
        cv.finish(&mut draft.person);
    }
    file.finish(&mut draft.root);
    draft
}

fn connection(connection: &mut Fields, person: &mut DraftTable) {
    let label = connection.read("placeholder", Line);
    let url = connection.read("url", Url);
    add_link(person, label.as_deref(), url.as_deref());
}

/// Takes the design, which a file need not have.
fn take_design(design: Option<Fields>, draft: &mut Draft) {
    let (mut theme, mut accent, mut paper) = (THEMES[0], None, Some("us-letter"));
    if let Some(mut design) = design {
        let named = design.text("theme").unwrap_or(theme.0);
        if let Some(known) = THEMES.iter().find(|(name, ..)| *name == named) {
            theme = *known;
            design.take("theme");
        }
        for path in COLORS {
            let color = design.text(path).and_then(hex);
            // A second one of another color is left.
            if color.is_some() && (accent.is_none() || accent == color) {
                design.take(path);
                accent = color;
            }
        }
        for path in ["page_size", "page.size"] {
            if let Some(written) = design.text(path) {
                paper = PAPERS.into_iter().find(|known| *known == written);
                if paper.is_some() {
                    design.take(path);
                    break;
                }
            }
        }
        design.finish_design(&mut draft.design);
    }
    draft.root.set("layout", Some(theme.1));
    draft.design.set("paper", paper);
    let accent = accent.unwrap_or_else(|| theme.2.to_owned());
    draft.design.set("accent", Some(accent));
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = sections::all_rows();
    rows.push((None, PERSON));
    rows
}
