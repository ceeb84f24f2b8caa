//! The tables around a key, which decide what its word means.

use crate::profile::kind::SectionKind;
use crate::profile::synonym_words::meanings;
use crate::profile::syntax::tree::{Statement, SyntaxTree};

/// Returns the tables of words for a key of a statement: that of the header above, and of an entry the
/// kind of its section, too.
pub fn tables_around<'t>(text: &'t str, tree: &'t SyntaxTree, statement: usize) -> Vec<&'t str> {
    let header = tree.header_above(statement);
    let keys = header.map_or(&[][..], |header| tree.statements[header].keys());
    match keys.last().map_or("", |key| key.name.trim()) {
        "" => vec!["profile", "person"],
        "subsection" => vec!["section"],
        "entry" | "role" => {
            let above = tree.statements[..statement].iter().rev();
            let kind = above.into_iter().find_map(|above| kind_in(text, above));
            kind.into_iter().chain(["entry"]).collect()
        }
        "links" => vec!["link", "account"],
        "details" => vec!["detail"],
        name if name.parse::<SectionKind>().is_ok() => vec![name, "entry"],
        name => vec![name],
    }
}

/// Returns the kind that a statement names, also in words of other tools and languages.
fn kind_in<'t>(text: &'t str, statement: &Statement) -> Option<&'t str> {
    let member = statement.member()?;
    let [key] = member.keys.as_slice() else {
        return None;
    };
    if key.name != "kind" && !meanings(&key.name, &["section"]).contains("kind") {
        return None;
    }
    let value = text.get(member.value.as_ref()?.span.clone())?;
    let name = value.trim_matches(|c: char| !c.is_alphanumeric());
    let meant = meanings(name, &["kind", "heading"]);
    Some(meant.into_iter().next().unwrap_or(name))
}
