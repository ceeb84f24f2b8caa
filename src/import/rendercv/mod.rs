//! Reads a CV of RenderCV: versions 2, and the keys of version 1 that have other names.
//!
//! Texts are Markdown in both. A theme becomes the nearest layout with its color. What RenderCV's own
//! templates, words and output files are set to has no counterpart and is left out.

mod design;
mod entries;
mod highlights;
mod person;
mod sections;
mod titles;

use crate::import::draft::Draft;
use crate::import::fields::Fields;
use crate::import::rendercv::titles::language_tag;
use crate::profile::ProfileFiles;

/// The date that stands for the day of rendering.
const TODAY: &str = "today";

/// The title of the PDF that RenderCV gives by itself.
const DEFAULT_TITLE: &str = "NAME - CV";

/// The output files of a new file of RenderCV. They say nothing about the CV.
const DEFAULT_COMMAND: [(&str, &str); 11] = [
    ("output_folder", "rendercv_output"),
    ("typst_path", "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.typ"),
    ("pdf_path", "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.pdf"),
    ("markdown_path", "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.md"),
    ("html_path", "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.html"),
    ("png_path", "OUTPUT_FOLDER/NAME_IN_SNAKE_CASE_CV.png"),
    ("dont_generate_markdown", "false"),
    ("dont_generate_html", "false"),
    ("dont_generate_typst", "false"),
    ("dont_generate_pdf", "false"),
    ("dont_generate_png", "false"),
];

/// Writes the profile of a RenderCV file. A picture must be a file in `folder`.
pub fn draft(mut file: Fields, files: &ProfileFiles) -> Draft {
    let mut draft = Draft::default();
    let locale = file
        .take_fields("locale")
        .or_else(|| file.take_fields("locale_catalog"));
    if let Some(locale) = locale {
        take_locale(locale, &mut draft);
    }
    if let Some(settings) = file
        .take_fields("settings")
        .or_else(|| file.take_fields("rendercv_settings"))
    {
        take_settings(settings, &mut draft);
    }
    design::take(file.take_fields("design"), &mut draft);
    if let Some(mut cv) = file.take_fields("cv") {
        person::take(&mut cv, &mut draft.person, files);
        if let Some(sections) = cv.take_fields("sections") {
            sections::take(sections, &mut draft);
        }
        cv.finish(&mut draft.person);
    }
    file.finish(&mut draft.root);
    draft
}

/// The language of the words. The words themselves are those of the layout.
fn take_locale(mut locale: Fields, draft: &mut Draft) {
    let tag = locale.text("language").and_then(language_tag);
    let tag = tag.map(str::to_owned);
    if let Some(tag) = tag {
        locale.take("language");
        draft.root.set("locale", Some(tag));
    }
    locale.finish(&mut draft.root);
}

fn take_settings(mut settings: Fields, draft: &mut Draft) {
    for key in ["current_date", "date"] {
        if settings.text(key) == Some(TODAY) {
            settings.take(key);
        } else if !draft.root.has("date") {
            let date = settings.take_date(key);
            draft.root.set("date", date);
        }
    }
    if settings.text("pdf_title") == Some(DEFAULT_TITLE) {
        settings.take("pdf_title");
    }
    if let Some(mut command) = settings.take_fields("render_command") {
        for (key, value) in DEFAULT_COMMAND {
            if command.text(key) == Some(value) {
                command.take(key);
            }
        }
        command.finish(&mut draft.root);
    }
    settings.finish(&mut draft.root);
}
