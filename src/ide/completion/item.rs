//! A completion.

/// Something that can be written at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What it is.
    pub kind: CompletionKind,
    /// The name that a list shows.
    pub label: String,
    /// What an editor compares with what is typed: the label, or a word of it.
    pub word: String,
    /// The type of its value, or what it means, in a few words; may be empty.
    pub detail: String,
    /// Its description in Markdown; may be empty.
    pub text: String,
    /// The text to insert.
    pub insert: String,
    /// Where the cursor goes, as a byte offset into the inserted text.
    pub cursor: usize,
}

/// What a completion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionKind {
    /// A header.
    Header,
    /// A field.
    Field,
    /// An option of a layout.
    Option,
    /// A value.
    Value,
}

impl Completion {
    /// Creates a completion that inserts its label.
    pub fn new(kind: CompletionKind, label: impl Into<String>) -> Self {
        let label = label.into();
        Self {
            kind,
            word: label.clone(),
            insert: label.clone(),
            cursor: label.len(),
            label,
            detail: String::new(),
            text: String::new(),
        }
    }

    /// Sets what is inserted, with the cursor at the mark `|`.
    pub fn inserting(mut self, marked: &str) -> Self {
        let (before, after) = marked.split_once('|').unwrap_or((marked, ""));
        self.cursor = before.len();
        self.insert = format!("{before}{after}");
        self
    }
}
