//! Bounds on the size of a profile, so that no later stage has to deal with more. No CV comes near
//! them. Uses the tree.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule, size};
use crate::profile::tree::{Node, TomlTree, Value};

/// The size of a profile or a bibliography, in bytes.
pub const MAX_SIZE: u64 = 10_000_000;

/// The length of a text, in bytes.
pub const MAX_TEXT: usize = 100_000;

/// The length of a paragraph, in bytes. The time to set one grows with the square of its changes of direction.
const MAX_PARAGRAPH: usize = 30_000;

/// The number of links, accounts and the like of a person, which make one line that breaks.
const MAX_CONTACTS: usize = 500;

/// The length of a field of one line that the properties, the outline or a link of a PDF repeat, in
/// bytes: PDF/A allows 32,767 bytes of UTF-16, and a link has 8,000 bytes.
pub const MAX_LINE: usize = 7_000;

/// The length of a key, in bytes.
const MAX_KEY: usize = 1_000;

/// The number of members of a list or a table.
const MAX_MEMBERS: usize = 5_000;

/// The number of values in a profile.
const MAX_VALUES: usize = 100_000;

/// The number of errors to report.
const MAX_ERRORS: usize = 20;

/// Checks that no part of a profile is too large.
///
/// # Errors
/// Lists the parts that are.
pub fn check(tree: &TomlTree) -> Result<(), Diagnostics> {
    let mut checker = BoundsChecker {
        source: tree.source(),
        values: 0,
        problems: Diagnostics::default(),
    };
    let length = tree.source().text().len();
    if length as u64 > MAX_SIZE {
        // The text of a job has no file whose size was checked.
        let message = format!("the profile is too long: {length} bytes");
        let error = Diagnostic::error(rule::TOO_LARGE, message).at(tree.source(), 0..0, "");
        let hint = format!("a profile may have at most {}", size(MAX_SIZE));
        return Err(error.hint(hint).into());
    }
    checker.node(tree.root());
    for (_, contacts) in tree.root().get("person").map_or(&[][..], Node::members) {
        let count = contacts.items().len().max(contacts.members().len());
        if count <= MAX_MEMBERS {
            checker.members(contacts, "list of contacts", count, MAX_CONTACTS);
        }
    }
    if checker.values > MAX_VALUES {
        let message = format!("the profile has {} values", checker.values);
        let error = Diagnostic::error(rule::TOO_LARGE, message)
            .at(tree.source(), 0..0, "")
            .hint(format!("a profile may have at most {MAX_VALUES}"));
        checker.problems.push(error);
    }
    if checker.problems.is_empty() {
        return Ok(());
    }
    checker.problems.sort();
    Err(checker.problems)
}

/// Returns the message about a text of this many bytes.
pub fn too_long(length: usize) -> String {
    format!("the text is too long: {length} bytes")
}

struct BoundsChecker<'a> {
    source: &'a Arc<Source>,
    values: usize,
    problems: Diagnostics,
}

impl BoundsChecker<'_> {
    fn node(&mut self, node: &Node) {
        self.values += 1;
        match &node.value {
            Value::String(text) if text.len() > MAX_TEXT => {
                let hint = format!("a text may have at most {MAX_TEXT} bytes: split it");
                self.report(node.span.start, too_long(text.len()), hint);
            }
            Value::String(text) if text.len() > MAX_PARAGRAPH => {
                let text = text.replace('\r', "");
                let paragraphs = text.split("\n\n").map(str::len);
                let longest = paragraphs.max().unwrap_or_default();
                if longest > MAX_PARAGRAPH {
                    let message = format!("a paragraph is too long: {longest} bytes");
                    let hint = format!(
                        "a paragraph may have at most {MAX_PARAGRAPH} bytes: divide it by empty lines"
                    );
                    self.report(node.span.start, message, hint);
                }
            }
            Value::Array(members) => {
                self.members(node, "list", members.len(), MAX_MEMBERS);
                for member in members {
                    self.node(member);
                }
            }
            Value::Table(members) | Value::Languages(members) => {
                self.members(node, "table", members.len(), MAX_MEMBERS);
                for (key, member) in members {
                    if key.name.len() > MAX_KEY {
                        let message = format!("the key is too long: {} bytes", key.name.len());
                        let hint = format!("a key may have at most {MAX_KEY} bytes");
                        self.report(key.span.start, message, hint);
                    }
                    self.node(member);
                }
            }
            _ => {}
        }
    }

    fn members(&mut self, node: &Node, kind: &str, count: usize, most: usize) {
        if count > most {
            let message = format!("the {kind} is too long: {count} members");
            let hint = format!("a {kind} may have at most {most} members: split it");
            self.report(node.span.start, message, hint);
        }
    }

    fn report(&mut self, at: usize, message: String, hint: String) {
        if self.problems.len() < MAX_ERRORS {
            // The first character is enough to show the place: the whole value is very long.
            let error = Diagnostic::error(rule::TOO_LARGE, message);
            self.problems
                .push(error.at(self.source, at..at + 1, "").hint(hint));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let source = Arc::new(Source::new("a.toml", text));
        let tree = TomlTree::parse(source).expect("TOML");
        let problems = check(&tree).err().unwrap_or_default();
        problems.iter().map(|error| error.message.clone()).collect()
    }

    #[test]
    fn accepts_what_is_at_the_bounds() {
        let paragraphs = MAX_TEXT / (MAX_PARAGRAPH + 2);
        let text = format!("{}\\n\\n", "x".repeat(MAX_PARAGRAPH)).repeat(paragraphs);
        let list = "1,".repeat(MAX_MEMBERS);
        let key = "k".repeat(MAX_KEY);
        assert_eq!(
            messages(&format!("a = \"{text}\"\nb = [{list}]\n{key} = 1\n")),
            [] as [&str; 0]
        );
    }

    #[test]
    fn reports_each_part_beyond_the_bounds() {
        let text = "x".repeat(MAX_TEXT + 1);
        let paragraph = "x".repeat(MAX_PARAGRAPH + 1);
        let contacts = "1,".repeat(MAX_CONTACTS + 1);
        let list = "1,".repeat(MAX_MEMBERS + 1);
        let key = "k".repeat(MAX_KEY + 1);
        assert_eq!(
            messages(&format!(
                "a = \"{text}\"\nb = [{list}]\n{key} = 1\nc = \"{paragraph}\"\n\
                [person]\nlinks = [{contacts}]\n"
            )),
            [
                "the text is too long: 100001 bytes",
                "the list is too long: 5001 members",
                "the key is too long: 1001 bytes",
                "a paragraph is too long: 30001 bytes",
                "the list of contacts is too long: 501 members",
            ]
        );
        let lists = "[1,1,1,1,1,1,1,1,1],".repeat(1000);
        let many: String = (0..11).map(|at| format!("a{at} = [{lists}]\n")).collect();
        assert_eq!(messages(&many), ["the profile has 110012 values"]);
    }
}
