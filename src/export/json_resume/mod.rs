//! Exports the content as a JSON Resume document, valid by the schema of version 1.0.0.
//!
//! The texts come from the selection, since the schema has more fields than the content: degree and
//! area are one text there. What JSON Resume has no field for is written under plain names of the
//! same kind, which the schema permits, so that nothing is lost. The keys at the top follow the order
//! of the sections.
//!
//! Uses `profile` for the types of the selection, and `content` to remove markup.

mod address;
mod basics;
mod dates;
mod entry;
mod publication;
mod sections;
mod tree;

use crate::content::{PlainTexts, Resume};
use crate::diagnostic::{Diagnostic, rule};
use crate::export::json_resume::dates::iso;
use crate::export::json_resume::sections::SectionWriter;
use crate::export::json_resume::tree::Object;
use crate::selection::Selection;

/// The schema of the document.
const SCHEMA: &str =
    "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

/// The version of the schema.
const VERSION: &str = "v1.0.0";

/// Exports the content as a JSON Resume document.
///
/// # Errors
/// The document cannot be written as JSON, which is an internal error.
pub fn json_resume(selection: &Selection, resume: &Resume) -> Result<String, Diagnostic> {
    let texts = PlainTexts::new(selection, &resume.locale);
    let profile = &selection.profile;
    let mut document = Object::default();
    document.set("$schema", SCHEMA);
    let title = profile.title.as_ref().map(|title| texts.line(&title.0));
    let mut basics = basics::basics(&profile.person, title, &texts);
    let mut sections = selection.sections.as_slice();
    if let [first, others @ ..] = sections
        && !basics.has("summary")
        && sections::is_summary(first)
    {
        basics.append(sections::summary(first, &texts, &resume.locale));
        sections = others;
    }
    document.set("basics", basics);
    SectionWriter::new(&texts, &resume.locale, &profile.words, &mut document).all(sections);
    if let Some(signature) = &profile.signature {
        document.set("signature", basics::signature(signature, &texts));
    }
    let footer = profile.footer.as_ref().map(|footer| texts.line(&footer.0));
    document.set("footer", footer);
    let mut meta = Object::default();
    meta.set("version", VERSION);
    meta.set("lastModified", profile.date.as_ref().and_then(iso));
    meta.set("language", profile.locale.as_deref());
    document.set("meta", meta);
    let mut json = serde_json::to_string_pretty(&document).map_err(|error| {
        let message = format!("cannot write JSON Resume: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    json.push('\n');
    Ok(json)
}
