//! Warns about characters that are not seen where they mislead: in names and addresses, and
//! wherever they change the order of letters or have no use; about flags, which no font has; and about line breaks in fields of one line, which must
//! not be longer than a PDF can repeat in its properties.

use crate::diagnostic::{Diagnostic, Edit, rule};
use crate::profile::bounds::MAX_LINE;
use crate::profile::characters::{
    LINE_BREAKS, UnseenUses, changes_order, flag_in, hides_in_names, is_ignorable,
};
use crate::profile::fields::Field;
use crate::profile::mojibake::garbled;
use crate::profile::role::Role;
use crate::profile::spelling::{shortened, single_spaced};
use crate::profile::tree::{Key, Node};
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
        self.flag(text, node);
        self.garbled(text, node);
        if text.len() > MAX_LINE && is_repeated(field) {
            self.long_line(text, node, field);
        }
        if is_of_one_line(field.role) {
            self.line_breaks(text, node, field);
        }
    }

    fn visit_own_key(&mut self, key: &Key, field: &Field) {
        let uses = UnseenUses::of(&key.name);
        let found = key.name.chars().find(|c| misleads(*c, field.role, uses));
        if let Some(character) = found.filter(|_| field.role.is_rendered()) {
            let warning = hidden_character(character, &format!("a label of `{}`", field.name));
            self.0.report(warning, key.span.clone());
        }
    }
}

/// Returns the start of a text for a hint.
fn start_of(text: &str) -> String {
    const MOST: usize = 60;
    shortened(&single_spaced(text), MOST)
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
fn misleads(character: char, role: Role, uses: UnseenUses) -> bool {
    match role {
        // An address has no such character at all.
        Role::Contact | Role::Url => is_ignorable(character),
        Role::Name | Role::Phone | Role::Address => hides_in_names(character),
        _ => changes_order(character) || uses.lack(character),
    }
}

/// Returns the warning about a character in a place.
fn hidden_character(character: char, place: &str) -> Diagnostic {
    let code = u32::from(character);
    let what = if changes_order(character) {
        "changes the order of the letters"
    } else {
        "is not seen"
    };
    let message = format!("the character U+{code:04X} in {place} {what}");
    Diagnostic::warning(rule::HIDDEN_CHARACTER, message).hint("remove it")
}

impl CharacterChecker<'_, '_> {
    fn hidden(&mut self, text: &str, node: &Node, field: &Field) {
        let uses = UnseenUses::of(text);
        let found = text
            .char_indices()
            .filter(|(_, c)| misleads(*c, field.role, uses));
        let found: Vec<(usize, char)> = found.collect();
        let Some((first, character)) = found.first() else {
            return;
        };
        let tree = &self.0.checked.tree;
        let span = |at: usize, c: char| tree.span_in(node, at..at + c.len_utf8());
        let place = span(*first, *character);
        let edits = found.iter().map(|(at, c)| Edit::new(span(*at, *c), ""));
        let warning = hidden_character(*character, &format!("`{}`", field.name));
        let warning = warning.edits(edits.collect());
        self.0.report(warning, place);
    }

    fn flag(&mut self, text: &str, node: &Node) {
        const FIRST: u32 = 0x1f1e6;
        let Some((at, flag)) = flag_in(text) else {
            return;
        };
        let letter = |half: char| {
            let number = u8::try_from(u32::from(half) - FIRST).unwrap_or_default();
            char::from(b'A' + number)
        };
        let [first, second] = flag;
        let letters: String = flag.into_iter().map(letter).collect();
        let message =
            format!("no font has the flag `{first}{second}`; it is rendered as `{letters}`");
        let span = self
            .0
            .checked
            .tree
            .span_in(node, at..at + 2 * first.len_utf8());
        let warning = Diagnostic::warning(rule::MISSING_CHARACTER, message);
        let warning = warning.hint("write the name of the country");
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
