//! Typesets a template with files that it reads.

use typst::diag::Warned;
use typst::foundations::Bytes;
use typst_layout::PagedDocument;

use crate::diagnostic::Diagnostics;
use crate::typeset::typst_diagnostics::diagnostics;
use crate::typeset::world::Engine;

/// Typesets a template that is not a layout, such as that of a gallery, with the files that it
/// reads.
///
/// # Errors
/// The template has an error.
pub fn compose(
    template: &str,
    files: Vec<(String, Vec<u8>)>,
    engine: &Engine,
) -> Result<PagedDocument, Diagnostics> {
    let files = files.into_iter();
    let files = files.map(|(path, bytes)| (path, Bytes::new(bytes)));
    let world = engine.world_of(template, files.collect())?;
    let Warned { output, .. } = typst::compile::<PagedDocument>(&world);
    output.map_err(|errors| diagnostics(&errors, &world))
}
