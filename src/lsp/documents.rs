//! The texts that are open in the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::ide::{EditedProfile, LineIndex};
use crate::lsp::convert;
use crate::profile::{MAX_SIZE, ProfileFiles};

/// The bytes at the start of a large text that show whether it is a profile.
const START: usize = 64 << 10;

/// A text that is open in the editor, in one version.
#[derive(Debug, Clone)]
pub struct OpenDocument {
    uri: Uri,
    name: String,
    files: ProfileFiles,
    version: i32,
    index: Arc<LineIndex>,
    /// Whether the text was left out.
    is_left_out: bool,
    /// Whether it is a profile that is larger than one may be.
    is_too_large: bool,
}

impl OpenDocument {
    fn new(item: TextDocumentItem) -> Self {
        let path = convert::path(&item.uri);
        let parent = path.as_deref().and_then(Path::parent);
        // A text without a file has no folder; the one of the server is what it would be saved in.
        let folder = parent.unwrap_or(Path::new("")).to_path_buf();
        let files = folder.into();
        let name = match &path {
            Some(path) => path.display().to_string(),
            None => item.uri.as_str().to_owned(),
        };
        let mut document = Self {
            uri: item.uri,
            name,
            files,
            version: item.version,
            index: Arc::new(LineIndex::new("")),
            is_left_out: false,
            is_too_large: false,
        };
        document.set(&item.text);
        document
    }

    /// Sets the whole text. One that is larger than a profile may be is left out: it would take many
    /// times its size.
    fn set(&mut self, text: &str) {
        let is_large = text.len() as u64 > MAX_SIZE;
        let start = (START..START + 4).find_map(|end| text.get(..end));
        self.index = Arc::new(LineIndex::new(start.filter(|_| is_large).unwrap_or(text)));
        self.is_left_out = is_large;
        // Editors open other files in TOML, too.
        self.is_too_large = is_large && self.profile().is_recognized();
        if is_large {
            self.index = Arc::new(LineIndex::new(""));
        }
    }

    /// Returns the error that the text is larger than a profile may be.
    pub fn too_large(&self) -> Option<Diagnostic> {
        let why = file::too_large(MAX_SIZE);
        let message = format!("cannot read `{}`: {why}", self.name);
        self.is_too_large
            .then(|| Diagnostic::error(rule::UNREADABLE_FILE, message))
    }

    /// Returns its address.
    pub fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Returns the name for messages: its path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its path, if it is a file.
    pub fn path(&self) -> Option<PathBuf> {
        convert::path(&self.uri)
    }

    /// Returns its version, which the editor counts.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// Returns the text with its lines.
    pub fn index(&self) -> &LineIndex {
        &self.index
    }

    /// Returns the files that it can name.
    pub fn files(&self) -> &ProfileFiles {
        &self.files
    }

    /// Returns the text as a profile.
    pub fn profile(&self) -> EditedProfile<'_> {
        EditedProfile {
            name: &self.name,
            files: &self.files,
            text: self.index.text(),
        }
    }

    /// Makes the changes one after the other.
    fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        for change in changes {
            let text = match change.range {
                None => change.text,
                // A part of a text that was left out.
                Some(_) if self.is_left_out => continue,
                Some(range) => {
                    let span = convert::span(&self.index, range);
                    let written = self.index.written();
                    let mark = written.len() - self.index.text().len();
                    // What is before the first character may be the byte order mark.
                    let is_mark = range.start.line == 0 && range.start.character == 0;
                    let start = if is_mark { 0 } else { mark + span.start };
                    let end = (mark + span.end).max(start);
                    let is_before_mark = is_mark && range.end == range.start;
                    let end = if is_before_mark { 0 } else { end };
                    format!("{}{}{}", &written[..start], change.text, &written[end..])
                }
            };
            self.set(&text);
        }
        self.version = version;
    }
}

/// The texts that are open, by their addresses.
#[derive(Debug, Default)]
pub struct OpenDocuments(BTreeMap<String, OpenDocument>);

impl OpenDocuments {
    /// Adds a text; one with the same address is replaced.
    pub fn open(&mut self, item: TextDocumentItem) -> &OpenDocument {
        let key = item.uri.as_str().to_owned();
        let document = OpenDocument::new(item);
        self.0.insert(key.clone(), document);
        &self.0[&key]
    }

    /// Changes a text; returns it if it is open.
    pub fn change(
        &mut self,
        uri: &Uri,
        changes: Vec<TextDocumentContentChangeEvent>,
        version: i32,
    ) -> Option<&OpenDocument> {
        let document = self.0.get_mut(uri.as_str())?;
        document.change(changes, version);
        Some(document)
    }

    /// Forgets a text.
    pub fn close(&mut self, uri: &Uri) {
        self.0.remove(uri.as_str());
    }

    /// Returns a text that is open.
    pub fn get(&self, uri: &Uri) -> Option<&OpenDocument> {
        self.0.get(uri.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::{Position, Range};

    use super::*;

    fn changed(text: &str, changes: &[(Option<[u32; 4]>, &str)]) -> String {
        let uri = Uri::from_str("file:///cv.toml").expect("a URI");
        let mut documents = OpenDocuments::default();
        documents.open(TextDocumentItem::new(
            uri.clone(),
            "toml".to_owned(),
            1,
            text.to_owned(),
        ));
        let changes = changes
            .iter()
            .map(|(range, text)| TextDocumentContentChangeEvent {
                range: range.map(|[line, column, last, end]| {
                    Range::new(Position::new(line, column), Position::new(last, end))
                }),
                range_length: None,
                text: (*text).to_owned(),
            });
        let document = documents
            .change(&uri, changes.collect(), 2)
            .expect("an open text");
        assert_eq!(document.version(), 2);
        document.index().written().to_owned()
    }

    #[test]
    fn changes_count_utf16_code_units_and_follow_each_other() {
        let changes = [(Some([0, 7, 0, 8]), "x"), (Some([1, 0, 1, 0]), "c\r\n")];
        assert_eq!(
            changed("a = \"😀成\"\r\nb", &changes),
            "a = \"😀x\"\r\nc\r\nb"
        );
        assert_eq!(
            changed("a", &[(None, "new"), (Some([0, 3, 0, 3]), "er")]),
            "newer"
        );
    }

    #[test]
    fn wrong_ranges_are_moved_into_the_text() {
        assert_eq!(changed("ab", &[(Some([9, 9, 99, 99]), "c")]), "abc");
        assert_eq!(changed("ab", &[(Some([0, 2, 0, 0]), "c")]), "c");
        assert_eq!(changed("😀", &[(Some([0, 1, 0, 1]), "c")]), "c😀");
    }

    #[test]
    fn the_byte_order_mark_can_be_deleted_and_kept() {
        assert_eq!(changed("\u{feff}ab", &[(Some([0, 0, 0, 1]), "")]), "ab");
        assert_eq!(
            changed("\u{feff}ab", &[(Some([0, 1, 0, 2]), "")]),
            "\u{feff}b"
        );
        assert_eq!(
            changed("\u{feff}ab", &[(Some([0, 0, 0, 0]), "x")]),
            "x\u{feff}ab"
        );
        assert_eq!(changed("\u{feff}ab", &[(Some([0, 0, 0, 2]), "x")]), "xb");
    }
}
