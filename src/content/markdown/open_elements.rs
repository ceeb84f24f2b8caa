//! The inline elements that are open while a text is read.

use crate::content::markdown::emphasis;
use crate::content::markdown::inlines::{LINE_BREAK, plain};
use crate::content::resume::{Inline, Inlines};
use crate::profile::{encoded_url, needs_no_glyph};

/// An inline element that is open.
pub enum Element {
    /// Strong text.
    Strong,
    /// Emphasis.
    Emph,
    /// Text that is struck out.
    Strike,
    /// Superscript.
    Super,
    /// Subscript.
    Sub,
    /// A link; without a target it becomes its text.
    Link(Option<String>),
    /// A picture with its path.
    Picture(String),
    /// Markup that stays as typed.
    Literal {
        /// The markup before the content.
        before: String,
        /// The markup after it.
        after: String,
    },
}

/// The inline text that is being read: a stack of open elements.
#[derive(Default)]
pub struct OpenElements {
    content: Inlines,
    stack: Vec<(Element, Inlines)>,
}

impl OpenElements {
    /// Returns the content of the innermost element.
    fn innermost(&mut self) -> &mut Inlines {
        match self.stack.last_mut() {
            Some((_, content)) => content,
            None => &mut self.content,
        }
    }

    /// Returns how many elements are open.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Adds an element that is complete.
    pub fn push(&mut self, inline: Inline) {
        self.innermost().push(inline);
    }

    /// Adds text.
    pub fn push_text(&mut self, text: impl Into<String>) {
        self.push(Inline::Text(text.into()));
    }

    /// Adds text in which a character stands for line breaks.
    pub fn push_lines(&mut self, text: &str) {
        for (index, line) in text.split(LINE_BREAK).enumerate() {
            if index > 0 {
                self.push(Inline::Break);
            }
            self.push_text(line.replace(emphasis::SPACE, ""));
        }
    }

    /// Opens an element.
    pub fn open(&mut self, element: Element) {
        self.stack.push((element, Inlines::new()));
    }

    /// Closes the innermost element.
    fn close(&mut self) {
        let Some((element, content)) = self.stack.pop() else {
            return;
        };
        let inline = match element {
            Element::Strong => Inline::Strong { content },
            Element::Emph => Inline::Emph { content },
            Element::Strike => Inline::Strike { content },
            Element::Super => Inline::Super { content },
            Element::Sub => Inline::Sub { content },
            Element::Link(Some(url)) if shows_nothing(&content) => Inline::Link {
                content: vec![Inline::Text(url.clone())],
                url: encoded_url(&url).into_owned(),
            },
            Element::Link(Some(url)) => Inline::Link {
                url: encoded_url(&url).into_owned(),
                content,
            },
            Element::Picture(path) => Inline::Picture { path, content },
            Element::Link(None) => return self.innermost().extend(content),
            Element::Literal { before, after } => {
                self.push_text(before);
                self.innermost().extend(content);
                return self.push_text(after);
            }
        };
        self.push(inline);
    }

    /// Closes the innermost Markdown element. HTML inside it that is still open is text.
    pub fn close_markdown(&mut self) {
        while let Some((element, _)) = self.stack.last_mut() {
            let tag = match element {
                Element::Super => "<sup>",
                Element::Sub => "<sub>",
                _ => break,
            };
            *element = Element::Literal {
                before: tag.to_owned(),
                after: String::new(),
            };
            self.close();
        }
        self.close();
    }

    /// Handles an HTML tag: `<br>`, `<sup>` and `<sub>` are markup, comments are removed, other
    /// tags are text.
    pub fn html(&mut self, tag: &str) {
        let name: String = tag
            .to_ascii_lowercase()
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        match (name.as_str(), self.stack.last().map(|(element, _)| element)) {
            ("<sup>", _) => self.open(Element::Super),
            ("<sub>", _) => self.open(Element::Sub),
            ("</sup>", Some(Element::Super)) | ("</sub>", Some(Element::Sub)) => self.close(),
            ("<br>" | "<br/>" | "</br>", _) => self.push(Inline::Break),
            _ if name.starts_with("<!--") => {}
            _ => self.push_text(tag),
        }
    }

    /// Closes all elements and returns the text.
    pub fn finish(mut self) -> Inlines {
        while !self.stack.is_empty() {
            self.close();
        }
        self.content
    }
}

/// Returns whether a text has only white space and characters that are not seen.
fn shows_nothing(content: &[Inline]) -> bool {
    plain(content).chars().all(needs_no_glyph)
}

/// Returns the element of markup that stays as typed.
pub fn literal(before: &str, after: &str) -> Element {
    Element::Literal {
        before: before.to_owned(),
        after: after.to_owned(),
    }
}
