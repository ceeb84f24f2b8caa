//! The fields of one table of the format as plain text, for `cvpress explain`.

use crate::profile::fields::{Table, common_fields, own_fields, table};
use crate::profile::kind::SectionKind;

/// The names of tables that can be explained, and their definitions in the schema.
const TABLES: [(&str, &str); 6] = [
    ("profile", "Profile"),
    ("person", "Person"),
    ("section", "Section"),
    ("signature", "Signature"),
    ("letter", "Letter"),
    ("variant", "Variant"),
];

/// The topic for the fields that entries of every kind have.
const ENTRY: &str = "entry";

/// Returns the names of all topics: tables and kinds.
pub fn topics() -> impl Iterator<Item = &'static str> {
    let tables = TABLES.iter().map(|(name, _)| *name);
    tables.chain([ENTRY]).chain(SectionKind::names())
}

/// Returns the fields of a table, or of the entries of a kind, each with its description.
pub fn topic(name: &str) -> Option<String> {
    if let Some((_, definition)) = TABLES.iter().find(|(known, _)| *known == name) {
        let table = table(definition)?;
        return Some(lines(table, table.keys()));
    }
    let entry = table("Entry")?;
    let common = lines(entry, common_fields());
    if name == ENTRY {
        return Some(common);
    }
    let own = lines(entry, own_fields(name.parse().ok()?));
    Some(if own.is_empty() {
        common
    } else {
        format!("{own}\nand as in every entry:\n\n{common}")
    })
}

fn lines(table: &Table, keys: impl Iterator<Item = &'static str>) -> String {
    let mut lines = String::new();
    for field in keys.filter_map(|key| table.field(key)) {
        lines += &format!("  {:<16} {}\n", field.name, field.text());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_topic_describes_its_fields() {
        for name in topics() {
            let text = topic(name).unwrap_or_else(|| panic!("{name} has no text"));
            assert!(text.lines().count() >= 4, "{name}: {text}");
            for line in text.lines().filter(|line| line.starts_with("  ")) {
                assert!(
                    line.trim().contains(' '),
                    "{name}: {line} has no description"
                );
            }
        }
    }
}
