//! Writes the texts of a selection without markup, for formats whose texts are plain.
//!
//! Unlike the texts of the pages, they keep the quotation marks as typed. Uses `profile` and
//! `selection`.

use crate::content::anonymizer::Anonymizer;
use crate::content::author::{NameMatcher, full_name};
use crate::content::locale::Locale;
use crate::content::markdown;
use crate::content::resume::{Block, Inline};
use crate::profile::{Person, bare_address};
use crate::selection::Selection;

/// The line ends between paragraphs.
const PARAGRAPHS: &str = "\n\n";

/// Removes the markup of texts, and the person in a copy for blind review.
pub struct PlainTexts {
    hidden: Option<HiddenPerson>,
    family_name_first: bool,
}

/// Recognizes the person, who must not appear.
struct HiddenPerson {
    anonymizer: Anonymizer,
    own_name: NameMatcher,
}

impl PlainTexts {
    /// Creates a writer for the texts of a selection in a language.
    pub fn new(selection: &Selection, locale: &Locale) -> Self {
        let identity = &selection.identity;
        let hidden = selection.is_anonymous.then(|| HiddenPerson {
            anonymizer: Anonymizer::new(identity, &locale.words().anonymous),
            own_name: NameMatcher::new(&identity.names, identity.family.as_deref()),
        });
        Self {
            hidden,
            family_name_first: locale.words().family_name_first,
        }
    }

    /// Returns the full name of the person.
    pub fn name(&self, person: &Person) -> String {
        if let Some(hidden) = &self.hidden {
            return hidden.anonymizer.word.clone();
        }
        let given = person.name.as_deref().unwrap_or_default();
        full_name(given, person.family_name.as_deref(), self.family_name_first)
    }

    /// Returns whether the person must not appear.
    pub fn is_anonymous(&self) -> bool {
        self.hidden.is_some()
    }

    /// Returns a text without markup, such as an address.
    pub fn as_written(&self, text: &str) -> String {
        match &self.hidden {
            Some(hidden) => hidden.anonymizer.hide(text),
            None => text.to_owned(),
        }
    }

    /// Returns an author as written, or without the name of the person.
    pub fn author(&self, author: &str) -> String {
        match &self.hidden {
            Some(hidden) if hidden.own_name.matches(author) => hidden.anonymizer.word.clone(),
            _ => self.as_written(author),
        }
    }

    /// Returns a text of one paragraph in Markdown without its marks.
    pub fn line(&self, text: &str) -> String {
        let content = markdown::inline(text).content;
        inlines_text(&match &self.hidden {
            Some(hidden) => hidden.anonymizer.hide_in(content),
            None => content,
        })
    }

    /// Returns a text of several paragraphs in Markdown without its marks. Lists keep a dash or a
    /// number before each item.
    pub fn prose(&self, text: &str) -> String {
        let blocks = markdown::blocks(text).content;
        let blocks = match &self.hidden {
            Some(hidden) => hidden.anonymizer.hide_in_blocks(blocks),
            None => blocks,
        };
        blocks_text(&blocks, PARAGRAPHS)
    }
}

fn blocks_text(blocks: &[Block], separator: &str) -> String {
    let texts = blocks.iter().map(block_text);
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(separator)
}

fn block_text(block: &Block) -> String {
    match block {
        Block::Paragraph { content } => inlines_text(content),
        Block::List {
            numbered,
            start,
            items,
        } => {
            let numbers = *start..;
            let items = items.iter().zip(numbers).map(|(item, number)| {
                let mark = if *numbered {
                    format!("{number}. ")
                } else {
                    "- ".to_owned()
                };
                let text = blocks_text(item, "\n");
                let indent = format!("\n{}", " ".repeat(mark.len()));
                mark + &text.replace('\n', &indent)
            });
            items.collect::<Vec<_>>().join("\n")
        }
        Block::Quote { blocks } => blocks_text(blocks, PARAGRAPHS),
        Block::Code { text } => text.trim_end_matches('\n').to_owned(),
        Block::Table { header, rows, .. } => {
            let rows = [header].into_iter().chain(rows);
            let lines = rows.map(|row| {
                let cells = row.iter().map(|cell| inlines_text(cell));
                cells.collect::<Vec<_>>().join(" | ")
            });
            lines.collect::<Vec<_>>().join("\n")
        }
        Block::Rule => String::new(),
    }
}

/// Returns a text with its line breaks; a link is followed by its address if the text is another one.
fn inlines_text(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match inline {
            Inline::Text(part) | Inline::Code { text: part } => text.push_str(part),
            Inline::Break => text.push('\n'),
            Inline::Link { url, content } => {
                let shown = inlines_text(content);
                text.push_str(&shown);
                if !is_shown(&shown, url) {
                    text.push_str(&format!(" ({url})"));
                }
            }
            around => text.extend(around.content().map(|content| inlines_text(content))),
        }
    }
    text
}

/// Returns whether the text of a link says its address.
fn is_shown(shown: &str, url: &str) -> bool {
    let address = url.strip_prefix("mailto:").unwrap_or(url);
    bare_address(shown).trim_end_matches('/') == bare_address(address).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> PlainTexts {
        PlainTexts {
            hidden: None,
            family_name_first: false,
        }
    }

    #[test]
    fn marks_of_markdown_are_removed() {
        for (markdown, text) in [
            (r"**a** *b* `c*d` ~~e~~ \*f\*", "a b c*d e *f*"),
            ("H<sub>2</sub>O \"as typed\"", "H2O \"as typed\""),
            ("two\\\nlines", "two\nlines"),
            (
                "[code](https://git.example.org/a)",
                "code (https://git.example.org/a)",
            ),
            ("see https://example.org/a.", "see https://example.org/a."),
            ("[a@example.org](mailto:a@example.org)", "a@example.org"),
        ] {
            assert_eq!(texts().line(markdown), text);
        }
    }

    #[test]
    fn blocks_are_separated_by_empty_lines() {
        let markdown =
            "One\ntwo.\n\n- a\n  - b\n- c\n\n3. d\n\n> e\n\n| f | g |\n|---|---|\n| h | i |";
        let text = "One two.\n\n- a\n  - b\n- c\n\n3. d\n\ne\n\nf | g\nh | i";
        assert_eq!(texts().prose(markdown), text);
    }
}
