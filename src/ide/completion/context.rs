//! What the completions of a text depend on, and the place of a value to insert.

use std::ops::Range;

use crate::ide::completion::item::Completion;
use crate::ide::scope::Scope;
use crate::layout::Layouts;
use crate::pipeline::DEFAULT_LAYOUT;
use crate::profile::ProfileFiles;
use crate::profile::{Statement, SyntaxTree, ValueForm, ValueSyntax, text_of};

/// What the completions of a text depend on.
pub struct CompletionContext<'a> {
    /// The statements of the text.
    pub tree: &'a SyntaxTree,
    /// The layouts.
    pub layouts: &'a Layouts,
    /// The files that the profile can name.
    pub files: &'a ProfileFiles,
}

impl CompletionContext<'_> {
    /// Returns the layout that options in a table are for.
    pub fn layout(&self, scope: &Scope) -> &str {
        layout_of(self.tree, scope)
    }
}

/// Returns the layout of the profile, or of the variant that a table is part of.
pub fn layout_of<'t>(tree: &'t SyntaxTree, scope: &Scope) -> &'t str {
    let own = match scope.path.as_slice() {
        [first, variant, ..] if first == "variant" => {
            let is_its_header = |statement: &Statement| {
                let header = statement.header();
                header.is_some_and(|header| header.names() == ["variant", variant])
            };
            let header = tree.statements.iter().position(is_its_header);
            header.and_then(|header| text_of(tree.members_below(Some(header)), "layout"))
        }
        _ => None,
    };
    own.or_else(|| text_of(tree.members_below(None), "layout"))
        .unwrap_or(DEFAULT_LAYOUT)
}

/// The place of a value to insert.
pub struct Hole {
    /// The byte range to replace.
    pub replaced: Range<usize>,
    /// Whether it is between quotes.
    pub is_quoted: bool,
    /// Whether a space must come before the value.
    needs_space: bool,
}

impl Hole {
    /// Returns the place for a value; `None` where no value fits.
    pub fn new(text: &str, offset: usize, value: Option<&ValueSyntax>) -> Option<Self> {
        let before = text.get(..offset)?;
        let empty = Self {
            replaced: offset..offset,
            is_quoted: false,
            needs_space: before.ends_with(['=', ',']),
        };
        let Some(value) = value else {
            return Some(empty);
        };
        match &value.form {
            ValueForm::Missing => Some(empty),
            ValueForm::Bare => Some(Self {
                replaced: value.span.clone(),
                needs_space: text[..value.span.start].ends_with(['=', ',']),
                is_quoted: false,
            }),
            ValueForm::Quoted { content, .. } => {
                let is_inside = (content.start..=content.end).contains(&offset);
                let rest = text.get(offset..content.end).filter(|_| is_inside)?;
                // A string that is not closed yet reaches to the quotes of the next one.
                let end = if rest.contains(['=', '\n']) {
                    let word = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-');
                    content.end - word.len()
                } else {
                    content.end
                };
                Some(Self {
                    replaced: content.start..end,
                    is_quoted: true,
                    needs_space: false,
                })
            }
            ValueForm::List(_) | ValueForm::Inline(_) => None,
        }
    }

    /// Returns the completion of a value that is written in quotes, or without them.
    pub fn fill(&self, mut item: Completion, is_string: bool) -> Completion {
        if !self.is_quoted {
            let space = if self.needs_space { " " } else { "" };
            let quotes = if is_string { "\"" } else { "" };
            item.insert = format!("{space}{quotes}{}{quotes}", item.insert);
            item.cursor = item.insert.len();
        }
        item
    }
}
