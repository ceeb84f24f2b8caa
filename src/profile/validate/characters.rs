//! Warns about characters that are not seen where they mislead: in names and addresses, and
//! wherever they change the order of letters; and about line breaks in fields of one line, which must
//! not be longer than a PDF can repeat in its properties.

use crate::diagnostic::{Diagnostic, Edit, rule};
use crate::profile::bounds::MAX_LINE;
use crate::profile::characters::{LINE_BREAKS, changes_order, hides_in_names, is_ignorable};
use crate::profile::fields::Field;
use crate::profile::mojibake::garbled;
use crate::profile::role::Role;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::visit::{Visitor, visit};

/// Checks the strings of a profile that are rendered.
pub fn check(root: &Node, checker: &mut Checker) {
    visit(root, &mut CharacterChecker(checker));
}

struct CharacterChecker<'c, 'a>(&'c mut Checker<'a>);

impl Visitor<'_> for CharacterChecker<'_, '_> {
    fn visit_string(&mut self, text: &str, node: &Node, field: &Field, _: &str) {
        if !field.role.is_rendered() || node.span.is_empty() {
            return;
        }
        self.hidden(text, node, field);
        self.garbled(text, node);
        if text.len() > MAX_LINE && is_repeated(field) {
            self.long_line(text, node, field);
        }
        if is_of_one_line(field.role) {
            self.line_breaks(text, node, field);
        }
    }
}

/// Returns the start of a text for a hint.
fn start_of(text: &str) -> String {
    const MOST: usize = 60;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

/// Returns whether a field is plain text, of one line.
fn is_of_one_line(role: Role) -> bool {
    matches!(role, Role::Name | Role::Contact | Role::Phone)
}

/// Returns whether a PDF repeats a field outside its pages: in its properties, outline or links.
fn is_repeated(field: &Field) -> bool {
    is_of_one_line(field.role)
        || matches!(field.name, "headline" | "title" | "subject" | "keywords")
}

/// Returns whether a character misleads in a field.
fn misleads(character: char, role: Role) -> bool {
    match role {
        // An address has no such character at all.
        Role::Contact | Role::Url => is_ignorable(character),
        Role::Name | Role::Phone | Role::Address => hides_in_names(character),
        _ => changes_order(character),
    }
}

impl CharacterChecker<'_, '_> {
    fn hidden(&mut self, text: &str, node: &Node, field: &Field) {
        let found = text.char_indices().find(|(_, c)| misleads(*c, field.role));
        let Some((at, character)) = found else {
            return;
        };
        let code = u32::from(character);
        let what = if changes_order(character) {
            "changes the order of the letters"
        } else {
            "is not seen"
        };
        let message = format!("the character U+{code:04X} in `{}` {what}", field.name);
        let tree = &self.0.checked.tree;
        let span = tree.span_in(node, at..at + character.len_utf8());
        let warning = Diagnostic::warning(rule::HIDDEN_CHARACTER, message)
            .hint("remove it")
            .fix(span.clone(), "");
        self.0.report(warning, span);
    }

    fn garbled(&mut self, text: &str, node: &Node) {
        let parts = garbled(text);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            return;
        };
        let mut meant = text.to_owned();
        for part in parts.iter().rev() {
            meant.replace_range(part.range.clone(), &part.meant.to_string());
        }
        let before = text[..first.range.start].rfind(char::is_whitespace);
        let word = before.map_or(0, |at| at + 1);
        let word = text[word..].split_whitespace().next().unwrap_or_default();
        let tree = &self.0.checked.tree;
        let message = format!("`{word}` is UTF-8 that was read in another encoding");
        let span = tree.span_in(node, first.range.start..last.range.end);
        let edits = parts.iter().map(|part| {
            Edit::new(
                tree.span_in(node, part.range.clone()),
                part.meant.to_string(),
            )
        });
        let warning = Diagnostic::warning(rule::GARBLED_TEXT, message)
            .hint(format!("write `{}`", start_of(&meant)))
            .edits(edits.collect());
        self.0.report(warning, span);
    }

    fn long_line(&mut self, text: &str, node: &Node, field: &Field) {
        let message = format!("`{}` is too long: {} bytes", field.name, text.len());
        let hint = format!(
            "write at most {MAX_LINE} bytes; the properties, the outline or a link of a PDF repeat it"
        );
        let error = Diagnostic::error(rule::TOO_LARGE, message).hint(hint);
        // The first character is enough to show the place.
        self.0.report(error, node.span.start..node.span.start + 1);
    }

    fn line_breaks(&mut self, text: &str, node: &Node, field: &Field) {
        let trimmed = text.trim();
        let Some((at, found)) = trimmed.match_indices(LINE_BREAKS).next() else {
            return;
        };
        let at = at + text.len() - text.trim_start().len();
        let message = format!(
            "`{}` is one line; the line break becomes a space",
            field.name
        );
        let span = self.0.checked.tree.span_in(node, at..at + found.len());
        let warning = Diagnostic::warning(rule::LINE_BREAK, message).hint("write it in one line");
        self.0.report(warning, span);
    }
}
