//! Reads the files that a PDF carries, within limits.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

use crate::pdf::limits;
use crate::pdf::open::{PdfError, catch_panics, open};
use crate::pdf::text_string::decode_text;

/// The depth of the tree of names to follow.
const MAX_DEPTH: usize = 20;

/// The number of files to look at.
const MAX_FILES: usize = 200;

/// A file that a PDF carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedFile {
    /// The name of the file.
    pub name: String,
    /// The type of the content, such as `application/json`, if the PDF names it.
    pub media_type: Option<String>,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Returns the files that a PDF carries and that `is_wanted` accepts by their names and types. Files
/// that are damaged or exceed the limits are left out.
///
/// # Errors
/// The bytes are not a readable PDF, or they exceed the limits.
pub fn attached_files(
    bytes: &[u8],
    is_wanted: fn(&str, Option<&str>) -> bool,
) -> Result<Vec<AttachedFile>, PdfError> {
    catch_panics(|| {
        let pdf = open(bytes)?;
        let mut reader = Reader {
            is_wanted,
            seen: 0,
            files: Vec::new(),
        };
        reader.catalog(&pdf);
        Ok(reader.files)
    })
}

struct Reader {
    is_wanted: fn(&str, Option<&str>) -> bool,
    /// The number of files that were looked at.
    seen: usize,
    files: Vec<AttachedFile>,
}

impl Reader {
    fn catalog(&mut self, pdf: &Pdf) {
        let Some(root) = pdf.xref().get::<Dict>(pdf.xref().root_id()) else {
            return;
        };
        let names = root.get::<Dict>("Names");
        if let Some(tree) = names.and_then(|names| names.get::<Dict>("EmbeddedFiles")) {
            self.names(&tree, 0);
        }
        if let Some(files) = root.get::<Array>("AF") {
            for file in files.iter::<Dict>().take(MAX_FILES) {
                self.file(&file);
            }
        }
    }

    /// Reads a node of the tree of names.
    fn names(&mut self, node: &Dict<'_>, depth: usize) {
        if depth > MAX_DEPTH || self.seen > MAX_FILES {
            return;
        }
        if let Some(names) = node.get::<Array>("Names") {
            // Each file follows its key. An iterator over dictionaries would end at the first key.
            let objects = names.iter::<Object>().take(2 * MAX_FILES);
            for file in objects.filter_map(Object::into_dict) {
                self.file(&file);
            }
        }
        if let Some(kids) = node.get::<Array>("Kids") {
            for kid in kids.iter::<Dict>().take(MAX_FILES) {
                self.names(&kid, depth + 1);
            }
        }
    }

    fn file(&mut self, file: &Dict<'_>) {
        self.seen += 1;
        if self.seen > MAX_FILES {
            return;
        }
        let name = file.get::<PdfString>("UF").or_else(|| file.get("F"));
        let name = name.map_or_else(String::new, |name| decode_text(name.as_bytes()));
        let Some(content) = file.get::<Dict>("EF") else {
            return;
        };
        let Some(stream) = content.get::<Stream>("UF").or_else(|| content.get("F")) else {
            return;
        };
        let media_type = stream.dict().get::<Name>("Subtype");
        let media_type = media_type.map(|name| name.as_str().to_owned());
        let is_known = self.files.iter().any(|known| known.name == name);
        if is_known || !(self.is_wanted)(&name, media_type.as_deref()) {
            return;
        }
        self.files
            .extend(limits::decode(&stream).map(|bytes| AttachedFile {
                name,
                media_type,
                bytes,
            }));
    }
}
