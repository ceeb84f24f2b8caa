//! Random texts, as a reader of CommonMark reads what is written of them.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::format::Markdown;
use crate::content::resume::{Block, Inline, Inlines};
use crate::export::text_format::blocks::block_lines;

/// Pieces of texts that Markdown might read as signs.
const PIECES: [&str; 40] = [
    "a",
    "b1",
    " ",
    " ",
    "*",
    "**",
    "_",
    "__",
    "~",
    "~~",
    "`",
    "``",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "&amp;",
    "&",
    "#",
    "|",
    "\\",
    "!",
    ":",
    ":::",
    "-",
    "---",
    "+",
    "=",
    "===",
    "1.",
    "2)",
    "$",
    "中",
    "。",
    "é",
    "<b>",
    "http://a.b",
    "\"",
];

/// A linear congruential generator.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }

    /// Returns a text as the content has them: without space at its ends or twice in a row.
    fn text(&mut self) -> String {
        let pieces: String = (0..=self.below(5))
            .map(|_| PIECES[self.below(PIECES.len())])
            .collect();
        let words: Vec<&str> = pieces.split_whitespace().collect();
        if words.is_empty() {
            return "x".to_owned();
        }
        words.join(" ")
    }

    fn inlines(&mut self, depth: usize) -> Inlines {
        (0..=self.below(3)).map(|_| self.inline(depth)).collect()
    }

    fn inline(&mut self, depth: usize) -> Inline {
        let kinds = if depth == 0 { 4 } else { 10 };
        match self.below(kinds) {
            0 => Inline::Code { text: self.text() },
            4 => Inline::Strong {
                content: self.inlines(depth - 1),
            },
            5 => Inline::Emph {
                content: self.inlines(depth - 1),
            },
            6 => Inline::Strike {
                content: self.inlines(depth - 1),
            },
            7 => Inline::Super {
                content: self.inlines(depth - 1),
            },
            8 => Inline::Link {
                url: "https://a.example/(x)?b=1&lt;=*_".to_owned(),
                content: vec![Inline::Text(self.text())],
            },
            _ => Inline::Text(self.text()),
        }
    }
}

/// A text with its properties, as `(strong (text))`.
fn written(content: &[Inline]) -> String {
    let mut all = String::new();
    for inline in content {
        let name = match inline {
            Inline::Strong { .. } => "strong",
            Inline::Emph { .. } => "em",
            Inline::Strike { .. } => "del",
            Inline::Super { .. } => "sup",
            Inline::Link { .. } => "a",
            Inline::Code { text } => {
                all += &format!("<code>{text}</code>");
                continue;
            }
            Inline::Text(text) => {
                all += text;
                continue;
            }
            Inline::Sub { .. } | Inline::Level { .. } | Inline::Picture { .. } | Inline::Break => {
                continue;
            }
        };
        let content = inline.content().map(|content| written(content));
        all += &format!("<{name}>{}</{name}>", content.unwrap_or_default());
    }
    all
}

/// What a reader makes of Markdown: each block is on a line.
fn read(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);
    let mut all = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(text) => all += &text,
            Event::Code(text) => all += &format!("<code>{text}</code>"),
            Event::InlineHtml(tag) => all += &tag,
            Event::Start(Tag::Strong) => all += "<strong>",
            Event::Start(Tag::Emphasis) => all += "<em>",
            Event::Start(Tag::Strikethrough) => all += "<del>",
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert_eq!(&*dest_url, "https://a.example/(x)?b=1&lt;=*_");
                all += "<a>";
            }
            Event::End(end) => match end {
                pulldown_cmark::TagEnd::Strong => all += "</strong>",
                pulldown_cmark::TagEnd::Emphasis => all += "</em>",
                pulldown_cmark::TagEnd::Strikethrough => all += "</del>",
                pulldown_cmark::TagEnd::Link => all += "</a>",
                pulldown_cmark::TagEnd::Paragraph => all += "\n",
                other => all += &format!("[{other:?}]"),
            },
            Event::Start(Tag::Paragraph) => {}
            other => all += &format!("[{other:?}]"),
        }
    }
    all
}

#[test]
fn random_texts_are_read_as_they_are() {
    let mut numbers = Numbers(7);
    for _ in 0..20_000 {
        let content = numbers.inlines(3);
        let paragraph = Block::Paragraph {
            content: content.clone(),
        };
        let lines = block_lines::<Markdown>(&[paragraph], 80);
        let source = lines.join("\n");
        assert_eq!(read(&source), written(&content) + "\n", "{source}");
    }
}
