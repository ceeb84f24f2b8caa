//! Compares the documents of a profile with a job posting.

use crate::diagnostic::Diagnostics;
use crate::pipeline::document::Document;
use crate::pipeline::options::RenderOptions;
use crate::profile::{self, Input};
use crate::typeset::Engine;
use crate::verify::posting::{ComparedDocument, Posting, PostingReport, compare};

/// Compares the requested CVs of a profile with a job posting. Those with errors are left out.
///
/// # Errors
/// The profile is not TOML.
pub fn compare_posting(
    input: &Input,
    options: &RenderOptions,
    posting: &Posting,
    engine: &Engine,
) -> Result<Vec<PostingReport>, Diagnostics> {
    let parsed = profile::load(input, options.today)?;
    let mut reports = Vec::new();
    for choice in options.choices.of(&parsed) {
        let document = Document::new(&parsed, &choice, &input.stem(), &options.deny, engine);
        if document.problems.has_errors() {
            continue;
        }
        reports.push(compare(
            posting,
            &ComparedDocument {
                profile: &input.name(),
                name: document.name(),
                resume: &document.resume,
                tree: &document.selection.tree,
            },
        ));
    }
    Ok(reports)
}
