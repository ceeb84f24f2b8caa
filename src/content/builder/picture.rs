//! Finds the files of logos, and of pictures in texts, and names them for the template.

use std::ops::Range;

use crate::content::builder::{ResumeBuilder, image_path};
use crate::content::markdown::PictureSource;
use crate::content::resume::{ImageFile, Inline};
use crate::profile::TomlPath;

/// The kind of the logo of an entry.
pub const LOGO: &str = "logo";
/// The kind of a picture in a text.
const PICTURE: &str = "picture";

impl ResumeBuilder<'_> {
    /// Returns the path of a logo for the template. Entries with the same file share it.
    pub(super) fn logo_path(&mut self, written: &str, span: Range<usize>) -> String {
        let name = format!("logo-{}", self.images.len() + 1);
        self.add_image(LOGO, written, span, image_path(&name, written))
    }

    /// Adds the files of the pictures of the text at a path. A copy for blind review has none.
    pub(super) fn add_pictures(&mut self, pictures: &[PictureSource], path: &TomlPath) {
        if pictures.is_empty() || self.anonymizer.is_some() {
            return;
        }
        let ranges = pictures.iter().map(|picture| picture.range.clone());
        let spans = self.tree.spans_within(path, ranges);
        for (PictureSource { written, .. }, span) in pictures.iter().zip(spans) {
            // The content shows its format, so that a picture in gray has the same path.
            let name = format!("/picture-{}", self.images.len() + 1);
            self.add_image(PICTURE, written, span, name);
        }
    }

    /// Adds a file unless it is known; returns its path for the template.
    fn add_image(
        &mut self,
        kind: &'static str,
        written: &str,
        span: Range<usize>,
        name: String,
    ) -> String {
        if let Some(known) = self.image(kind, written) {
            return known.name.clone();
        }
        self.images.push(ImageFile {
            kind,
            name: name.clone(),
            written: written.to_owned(),
            span,
        });
        name
    }

    fn image(&self, kind: &str, written: &str) -> Option<&ImageFile> {
        let mut images = self.images.iter();
        images.find(|image| image.kind == kind && image.written == written)
    }

    /// Replaces the paths of pictures, as written, by those for the template.
    pub(super) fn name_pictures(&self, content: &mut [Inline]) {
        for inline in content {
            if let Inline::Picture { path, .. } = inline
                && let Some(image) = self.image(PICTURE, path)
            {
                path.clone_from(&image.name);
            }
            if let Some(content) = inline.content_mut() {
                self.name_pictures(content);
            }
        }
    }
}
