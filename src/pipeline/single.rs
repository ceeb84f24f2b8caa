//! Renders the one document that a program asks for, of a profile that may be in memory.

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::document::Document;
use crate::pipeline::options::RenderOptions;
use crate::pipeline::render::{RenderPart, RenderedDocument, render};
use crate::profile::{self, Input};
use crate::typeset::Engine;

/// Renders the document of a profile that the options request, in one layout. Its warnings are those
/// of the profile and of the layout.
///
/// If the input has its files in memory, nothing on the disk is opened.
///
/// # Errors
/// The profile, its options or the template have errors, a warning is denied, the document exceeds
/// the page limit, or the options request several documents.
pub fn render_document(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<RenderedDocument, Diagnostics> {
    let parsed = profile::load(input, options.today)?;
    let choices = options.choices.of(&parsed);
    let [choice] = choices.as_slice() else {
        return Err(several("variants or languages").into());
    };
    let document = Document::new(&parsed, choice, &input.stem(), &options.deny, engine);
    let mut problems = document.problems(options, engine);
    if problems.has_errors() {
        return Err(problems);
    }
    let Ok([layout]) = <[String; 1]>::try_from(document.layouts(options)) else {
        return Err(several("layouts").into());
    };
    let part = RenderPart {
        layout,
        has_pages: options.has_pages(),
    };
    let mut rendered = render(&document, &part, options, engine)?;
    problems.extend(std::mem::take(&mut rendered.warnings));
    problems.sort();
    rendered.warnings = problems;
    Ok(rendered)
}

fn several(what: &str) -> Diagnostic {
    let message = format!("several {what} are requested where one document is rendered");
    Diagnostic::error(rule::USAGE, message).hint("render each of them")
}
