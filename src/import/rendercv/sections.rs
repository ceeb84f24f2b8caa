//! Sections: their titles are their keys, and their entries are all of one type.

use toml_edit::Array;

use crate::import::draft::{Draft, DraftTable};
use crate::import::escape::escaped;
use crate::import::fields::{Fields, left_out};
use crate::import::rendercv::entries::{self, EntryType};
use crate::import::rendercv::{highlights, titles};
use crate::import::source::{SourceNode, SourceValue, join};
use crate::import::text;
use crate::profile::SectionKind;

/// An entry of the source.
enum SourceEntry<'n> {
    /// A paragraph.
    Text(SourceNode),
    /// An entry with fields.
    Fields(EntryType, Fields<'n>),
}

/// Takes all sections, in the order written.
pub fn take(mut sections: Fields, draft: &mut Draft) {
    for key in sections.keys() {
        let Some(node) = sections.take(&key) else {
            continue;
        };
        if node.is_empty() {
            continue;
        }
        let path = join(sections.path(), &key);
        let section = section(&sections, &key, &path, node);
        draft.push_section(section);
    }
    sections.finish(&mut draft.root);
}

fn section(sections: &Fields, key: &str, path: &str, node: SourceNode) -> DraftTable {
    let notes = sections.notes();
    let title = sections.clean_key(key, &node.span);
    let mut left = DraftTable::default();
    let mut all = Vec::new();
    let items = match node.value {
        SourceValue::List(items) => items,
        value => vec![SourceNode::new(value, node.span)],
    };
    for (index, node) in items.into_iter().enumerate() {
        let path = format!("{path}[{index}]");
        if node.as_text().is_some() {
            all.push(SourceEntry::Text(node));
            continue;
        }
        match Fields::new(notes, &*path, node) {
            Ok(fields) => all.push(SourceEntry::Fields(EntryType::of(&fields), fields)),
            Err(node) if node.is_empty() => {}
            Err(node) => left_out(notes, &path, &node, &mut left),
        }
    }
    let kind = kind(key, &all);
    let mut section = DraftTable::section(kind);
    section.set("title", Some(escaped(&titles::proper(&title))));
    if is_only(&all, None) {
        add_paragraphs(sections, key, &all, &mut section);
    } else if is_only(&all, Some(EntryType::Bullet)) {
        add_bullets(all, &mut section);
    } else if is_only(&all, Some(EntryType::Numbered)) {
        add_numbers(all, &mut section);
    } else {
        for entry in all {
            add_entry(sections, key, entry, kind, &mut section);
        }
    }
    // What could not be read as an entry becomes a comment of the section.
    section.push("entry", left);
    section
}

/// Returns whether all entries are of one type; without a type, whether all are paragraphs.
fn is_only(all: &[SourceEntry], expected: Option<EntryType>) -> bool {
    all.iter().all(|entry| match entry {
        SourceEntry::Text(_) => expected.is_none(),
        SourceEntry::Fields(found, _) => expected == Some(*found),
    })
}

/// Returns the kind of a section: that of its entries, or else what the title tells.
fn kind(key: &str, all: &[SourceEntry]) -> SectionKind {
    let types = all.iter().filter_map(|entry| match entry {
        SourceEntry::Fields(found, _) => Some(*found),
        SourceEntry::Text(_) => None,
    });
    let first = types.clone().next();
    let is_mixed = first.is_some_and(|first| types.clone().any(|other| other != first));
    let Some(first) = first.filter(|_| !is_mixed) else {
        return if is_mixed {
            SectionKind::List
        } else {
            SectionKind::Text
        };
    };
    first.kind(titles::kind(key))
}

/// Adds paragraphs as the text of the section.
fn add_paragraphs(sections: &Fields, key: &str, all: &[SourceEntry], section: &mut DraftTable) {
    let markup = sections.notes().markup();
    let texts = all.iter().filter_map(|entry| match entry {
        SourceEntry::Text(node) => Some(node),
        SourceEntry::Fields(..) => None,
    });
    let paragraphs: Vec<String> = texts
        .map(|paragraph| text::prose(&sections.clean(key, paragraph), markup))
        .filter(|paragraph| !paragraph.is_empty())
        .collect();
    section.set("body", Some(paragraphs.join("\n\n")));
}

fn add_bullets(all: Vec<SourceEntry>, section: &mut DraftTable) {
    let mut bullets = Array::new();
    for entry in all {
        let SourceEntry::Fields(_, mut fields) = entry else {
            continue;
        };
        if let Some(node) = fields.take("bullet") {
            match highlights::bullet(&fields, "bullet", &node) {
                Some(bullet) => bullets.push(bullet),
                None => fields.leave("bullet", node),
            }
        }
        fields.finish(section);
    }
    if !bullets.is_empty() {
        section.set_value("highlights", bullets);
    }
}

/// Adds numbered entries as one numbered list.
fn add_numbers(all: Vec<SourceEntry>, section: &mut DraftTable) {
    let mut list = DraftTable::default();
    let mut lines = Vec::new();
    let mut entry = DraftTable::default();
    for number in all {
        if let SourceEntry::Fields(_, mut fields) = number {
            lines.extend(fields.take_line("number"));
            fields.finish(&mut entry);
        }
    }
    list.set_list("items", lines);
    if !list.is_empty() {
        list.set_value("numbered", true);
    }
    entry.push("details", list);
    section.push("entry", entry);
}

fn add_entry(
    sections: &Fields,
    key: &str,
    entry: SourceEntry,
    kind: SectionKind,
    section: &mut DraftTable,
) {
    let mut table = DraftTable::default();
    match entry {
        SourceEntry::Text(node) => {
            let line = text::line(&sections.clean(key, &node), sections.notes().markup());
            table.set("text", Some(line));
        }
        SourceEntry::Fields(entry_type, mut fields) => {
            entries::take(&mut fields, entry_type, kind, &mut table);
            fields.finish(&mut table);
        }
    }
    section.push("entry", table);
}
