//! New sections, entries and bullets, with placeholders in the language of the profile, or else in
//! English.
//!
//! Uses `content` for the language, and `profile` for the kinds of sections.

use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use crate::content::Locale;
use crate::diagnostic::Source;
use crate::ide::edits::blocks::inserted_before;
use crate::ide::edits::change::{AddedPart, EditSelection, Refusal, TextChange};
use crate::ide::edits::list::{NewPair, NewPart, NewTable, added};
use crate::ide::edits::pairs::{child_place, pair};
use crate::ide::edits::step::{EditStep, node_at};
use crate::ide::edits::text::ProfileText;
use crate::ide::samples::language_of;
use crate::profile::{Node, SectionKind, TomlTree, short_kind};

/// The placeholders by language.
static WORDS: LazyLock<Option<TomlTree>> = LazyLock::new(|| {
    let source = Source::new("placeholders.toml", include_str!("placeholders.toml"));
    TomlTree::parse(Arc::new(source)).ok()
});

/// The key of the letter.
const LETTER: &str = "letter";

/// Adds a part at a path. The template is the kind of a section.
pub fn add(
    text: &ProfileText,
    what: AddedPart,
    at: &[EditStep],
    template: Option<&str>,
) -> Result<TextChange, Refusal> {
    let words = Words::of(text.root());
    let part = match (what, list_key(at)) {
        (AddedPart::Section, Some("section" | "subsection")) => {
            let name = template.unwrap_or(SectionKind::Experience.name());
            let kind = SectionKind::from_str(name)
                .map_err(|_| Refusal::new(format!("there is no kind of section `{name}`")))?;
            let is_top = at.len() <= 2;
            NewPart::Table(match Writing::of(text.root(), kind, is_top) {
                Writing::Short => NewTable {
                    short_kind: Some(kind.name()),
                    ..words.entry(kind)
                },
                Writing::Long => words.section(kind),
                Writing::Titled => {
                    let mut section = words.section(kind);
                    section.pairs.insert(1, words.pair("title"));
                    section
                }
            })
        }
        (AddedPart::Entry, Some("entry")) => NewPart::Table(words.entry(kind_at(text.root(), at))),
        (AddedPart::Bullet, Some("highlights")) => NewPart::Value(quoted(words.word("highlights"))),
        _ => return Err(Refusal::missing(at)),
    };
    added(text, at, &part)
}

/// Adds a letter, with its subject, salutation, body and closing phrase.
pub fn add_letter(text: &ProfileText) -> Result<TextChange, Refusal> {
    let root = text.root();
    if root.has(LETTER) {
        return Err(Refusal::new("the profile has a letter already"));
    }
    let words = Words::of(root);
    let mut lines = vec![format!("[{LETTER}]")];
    for (key, word) in [
        ("subject", "subject"),
        ("opening", "opening"),
        ("body", "letter"),
        ("closing", "closing"),
    ] {
        lines.push(pair(key, &quoted(words.word(word))));
    }
    let lines = lines.join("\n").replace('\n', text.newline());
    let place = child_place(text, root, &[], LETTER);
    Ok(TextChange {
        edits: vec![inserted_before(text, place, &lines)],
        selected: EditSelection::Path(vec![EditStep::Key(LETTER.to_owned())]),
    })
}

/// How a new section is written.
enum Writing {
    /// As an entry under the name of its kind.
    Short,
    /// Under `[[section]]`.
    Long,
    /// Under `[[section]]` with a title that tells it from another section of its kind.
    Titled,
}

impl Writing {
    /// Returns the form of the other sections of a profile; of the first one, the short form.
    fn of(root: &Node, kind: SectionKind, is_top: bool) -> Self {
        let sections = root.list("section");
        let has_shorts = sections.iter().any(|section| short_kind(section).is_some());
        let mut kinds = sections.iter().map(|section| section.string("kind"));
        let is_short = has_shorts || sections.is_empty();
        match kinds.any(|known| known == Some(kind.name())) {
            _ if !is_top || !is_short => Self::Long,
            true => Self::Titled,
            // Prose is the body of a section.
            false if kind == SectionKind::Text => Self::Long,
            false => Self::Short,
        }
    }
}

/// Returns the key of the list that a path leads into.
fn list_key(path: &[EditStep]) -> Option<&str> {
    match path {
        [.., EditStep::Key(key)] | [.., EditStep::Key(key), EditStep::Index(_)] => Some(key),
        _ => None,
    }
}

/// Returns the kind of the section that a path is in. A subsection has that of the section around
/// it.
pub fn kind_at(root: &Node, path: &[EditStep]) -> SectionKind {
    let ends = (1..=path.len()).rev();
    let mut nodes = ends.filter_map(|end| node_at(root, &path[..end]));
    let kind = nodes.find_map(|node| node.string("kind"));
    kind.and_then(|kind| SectionKind::from_str(kind).ok())
        .unwrap_or_default()
}

/// The placeholders of a language.
struct Words<'w>(Option<&'w Node>);

impl Words<'static> {
    /// Returns the words for the language of a profile, or else English ones.
    fn of(root: &Node) -> Self {
        let locale = root.string("locale").and_then(Locale::parse);
        let locale = locale.unwrap_or_else(Locale::english);
        let all = WORDS.as_ref().map(TomlTree::root);
        let of_language = all.and_then(|all| all.get(language_of(&locale)));
        Self(of_language.or_else(|| all?.get("en")))
    }

    fn word(&self, key: &str) -> &'static str {
        self.0.and_then(|words| words.string(key)).unwrap_or("…")
    }

    fn section(&self, kind: SectionKind) -> NewTable {
        let mut section = NewTable {
            pairs: vec![NewPair {
                key: "kind",
                value: quoted(kind.name()),
            }],
            ..NewTable::default()
        };
        if kind == SectionKind::Text {
            section.pairs.push(self.pair("body"));
        } else {
            section.entry = Some(Box::new(self.entry(kind)));
        }
        section
    }

    fn entry(&self, kind: SectionKind) -> NewTable {
        let mut pairs = Vec::new();
        for key in keys(kind) {
            pairs.push(self.pair(key));
        }
        NewTable {
            pairs,
            ..NewTable::default()
        }
    }

    fn pair(&self, key: &'static str) -> NewPair {
        let value = match key {
            "start" => quoted("2024-01"),
            "end" => quoted("2024-12"),
            "date" => quoted("2024"),
            "email" => quoted("name@example.org"),
            "highlights" | "keywords" | "authors" => format!("[{}]", quoted(self.word(key))),
            _ => quoted(self.word(key)),
        };
        NewPair { key, value }
    }
}

/// Returns the keys of a new entry, in the order of the format.
pub fn keys(kind: SectionKind) -> &'static [&'static str] {
    match kind {
        SectionKind::Text | SectionKind::List => &["text"],
        SectionKind::Education => &["institution", "degree", "area", "start", "end"],
        SectionKind::Experience => &["organization", "position", "start", "end", "highlights"],
        SectionKind::Project => &["name", "start", "end", "highlights"],
        SectionKind::Publication => &["title", "authors", "venue", "date"],
        SectionKind::Skill => &["name", "keywords"],
        SectionKind::Award | SectionKind::Certificate => &["title", "awarder", "date"],
        SectionKind::News => &["date", "text"],
        SectionKind::Language => &["language", "fluency"],
        SectionKind::Interest => &["name"],
        SectionKind::Reference => &["organization", "name", "position", "email"],
    }
}

fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}
