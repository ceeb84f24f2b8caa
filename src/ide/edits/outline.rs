//! The sections of a profile with their entries and bullets, for an editor that shows and reorders
//! them.

use serde::Serialize;

use crate::content::Locale;
use crate::diagnostic::Diagnostics;
use crate::ide::edits::blocks::place_of;
use crate::ide::edits::step::EditStep;
use crate::ide::edits::text::ProfileText;
use crate::profile::{Node, SectionKind, Value, own_fields, shortened, single_spaced};

/// The number of characters after which a title is cut.
const TITLE_LENGTH: usize = 80;

/// A section, an entry or a bullet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutlineNode {
    /// The heading of a section, the fields that name an entry, or the text of a bullet.
    pub title: String,
    /// `section`, `entry` or `bullet`; subsections are sections.
    pub kind: &'static str,
    /// The path, as edits take it.
    pub path: Vec<EditStep>,
    /// Where it starts in the text, in bytes.
    pub start: usize,
    /// Where it ends in the text, in bytes.
    pub end: usize,
    /// The parts inside it.
    pub children: Vec<OutlineNode>,
}

/// Returns the sections of a profile. The name is that for messages.
///
/// # Errors
/// The text is not TOML.
pub fn outline(name: &str, text: &str) -> Result<Vec<OutlineNode>, Diagnostics> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let written = ProfileText::parse(name, body)?;
    Ok(outline_of(&written, text.len() - body.len()))
}

/// Returns the sections of a text, in which all places are moved by an offset.
pub fn outline_of(text: &ProfileText, offset: usize) -> Vec<OutlineNode> {
    let root = text.root();
    let locale = root.string("locale").and_then(Locale::parse);
    let builder = OutlineBuilder {
        text,
        offset,
        language: root.string("locale").unwrap_or("en"),
        locale: locale.unwrap_or_else(Locale::english),
    };
    builder.sections(root, "section", &[], SectionKind::default())
}

struct OutlineBuilder<'t> {
    text: &'t ProfileText,
    /// What is left out at the start of the text.
    offset: usize,
    language: &'t str,
    locale: Locale,
}

impl OutlineBuilder<'_> {
    fn sections(
        &self,
        table: &Node,
        key: &str,
        path: &[EditStep],
        outer: SectionKind,
    ) -> Vec<OutlineNode> {
        let mut sections = Vec::new();
        for (index, section) in table.list(key).iter().enumerate() {
            let path = member_path(path, key, index);
            let kind = section.string("kind").and_then(|kind| kind.parse().ok());
            let own_kind = kind.unwrap_or(outer);
            let mut children = self.bullets(section, &path);
            for (index, entry) in section.list("entry").iter().enumerate() {
                let path = member_path(&path, "entry", index);
                let bullets = self.bullets(entry, &path);
                let title = self.entry_title(entry, own_kind);
                children.push(self.node("entry", &title, path, bullets));
            }
            children.extend(self.sections(section, "subsection", &path, own_kind));
            let words = self.text.root().get("words");
            let title = section.get("title").or_else(|| words?.get(own_kind.name()));
            let title = self.plain(title);
            let title = title.unwrap_or_else(|| self.locale.heading(own_kind).to_owned());
            sections.push(self.node("section", &title, path, children));
        }
        sections
    }

    fn bullets(&self, table: &Node, path: &[EditStep]) -> Vec<OutlineNode> {
        let mut bullets = Vec::new();
        for (index, bullet) in table.list("highlights").iter().enumerate() {
            let path = member_path(path, "highlights", index);
            let text = bullet.get("text").unwrap_or(bullet);
            let title = self.plain(Some(text)).unwrap_or_default();
            bullets.push(self.node("bullet", &title, path, Vec::new()));
        }
        bullets
    }

    fn node(
        &self,
        kind: &'static str,
        title: &str,
        path: Vec<EditStep>,
        children: Vec<OutlineNode>,
    ) -> OutlineNode {
        let place = place_of(self.text, &path);
        OutlineNode {
            title: shortened(&single_spaced(title), TITLE_LENGTH),
            kind,
            path,
            start: self.offset + place.start,
            end: self.offset + place.end,
            children,
        }
    }

    /// Returns the first two fields of its kind that an entry has, or else its text, its first
    /// keyword or bullet, or its date.
    fn entry_title(&self, entry: &Node, kind: SectionKind) -> String {
        let own: Vec<String> = own_fields(kind)
            .filter_map(|field| self.plain(entry.get(field)))
            .take(2)
            .collect();
        if !own.is_empty() {
            return own.join(", ");
        }
        let others = ["text", "keywords", "highlights", "summary", "date"];
        let mut others = others.into_iter().filter_map(|key| {
            let value = entry.get(key)?;
            self.plain(Some(value.items().first().unwrap_or(value)))
        });
        others
            .next()
            .unwrap_or_else(|| self.locale.heading(kind).to_owned())
    }

    /// Returns a text in the language of the profile, or else in its first language.
    fn plain(&self, node: Option<&Node>) -> Option<String> {
        let node = node?;
        let text = match &node.value {
            Value::Table(_) => node.get("text").or_else(|| node.get(self.language)),
            _ => Some(node),
        };
        let text = text
            .or_else(|| Some(&node.members().first()?.1))?
            .as_str()?
            .trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

fn member_path(path: &[EditStep], key: &str, index: usize) -> Vec<EditStep> {
    let steps = [EditStep::Key(key.to_owned()), EditStep::Index(index)];
    [path, &steps].concat()
}
