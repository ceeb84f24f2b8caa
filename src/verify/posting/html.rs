//! The text of a posting in HTML, as a reader of the page sees it, in the lines of Markdown.
//!
//! Only the tokenizer of `html5ever` is used: without a tree, nested elements cost nothing.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::verify::posting::blocks::LinePlace;

/// Elements whose text is not part of the page.
const UNSEEN: [&str; 11] = [
    "script", "style", "noscript", "template", "svg", "iframe", "head", "select", "button",
    "object", "textarea",
];

/// Elements with what surrounds the posting on a site.
const SURROUNDINGS: [&str; 3] = ["nav", "footer", "aside"];

/// Elements inside a line of text.
const INLINE: [&str; 26] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "wbr",
];

/// Returns the lines of a page, with empty ones between its blocks.
pub fn lines(html: &str) -> Vec<(String, LinePlace)> {
    let page = read(html, &SURROUNDINGS);
    // A navigation that never ends would hide the rest of the page.
    match &page.hidden {
        Some((name, _)) if SURROUNDINGS.contains(&&**name) => read(html, &[]).lines,
        _ => page.lines,
    }
}

fn read(html: &str, surroundings: &'static [&'static str]) -> Page {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let page = RefCell::new(Page {
        surroundings,
        ..Page::default()
    });
    let tokenizer = Tokenizer::new(Sink(page), TokenizerOpts::default());
    while !input.is_empty() {
        // Scripts end the feeding; they are not run.
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    let mut page = tokenizer.sink.0.into_inner();
    page.end_block("");
    page
}

struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                page.tag(&tag);
                return raw_text(&tag);
            }
            Token::CharacterTokens(text) if page.hidden.is_none() => {
                page.text(&text, usize::try_from(line_number).unwrap_or(usize::MAX));
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns how the tokenizer reads on after a tag.
fn raw_text(tag: &Tag) -> TokenSinkResult<()> {
    match &*tag.name {
        _ if tag.kind == TagKind::EndTag => TokenSinkResult::Continue,
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "noscript" | "iframe" => TokenSinkResult::RawData(RawKind::Rawtext),
        "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

/// The page as far as it is read.
#[derive(Default)]
struct Page {
    /// The elements with what surrounds the posting.
    surroundings: &'static [&'static str],
    lines: Vec<(String, LinePlace)>,
    /// The mark of the block: of a heading, of a list item, or none.
    mark: &'static str,
    /// The text of the block, and the line that it begins on.
    text: String,
    line: usize,
    /// The name of the element around that is not shown, and how many of it are open.
    hidden: Option<(String, usize)>,
}

impl Page {
    fn tag(&mut self, tag: &Tag) {
        let name: &str = &tag.name;
        let starts = tag.kind == TagKind::StartTag;
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden == name && !tag.self_closing {
                *depth = if starts { *depth + 1 } else { *depth - 1 };
            }
            // The body begins even if the head does not end.
            if *depth == 0 || (name == "body" && hidden == "head") {
                self.hidden = None;
            }
        } else if UNSEEN.contains(&name) || self.surroundings.contains(&name) {
            self.end_block("");
            self.hidden = (starts && !tag.self_closing).then(|| (name.to_owned(), 1));
        } else if matches!(name, "b" | "strong") {
            self.text += "**";
        } else if !INLINE.contains(&name) {
            match name {
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" if starts => self.end_block("# "),
                "li" if starts => self.end_block("- "),
                // The text of a list item is often in a paragraph of its own.
                _ if starts && self.text.trim().is_empty() => {}
                _ => self.end_block(""),
            }
        }
    }

    fn text(&mut self, text: &str, line: usize) {
        if self.text.trim().is_empty() {
            self.text.clear();
            self.line = line;
        }
        self.text += text;
    }

    /// Ends the block, and begins one with a mark.
    fn end_block(&mut self, mark: &'static str) {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let text = format!("{}{}", self.mark, words.join(" "));
        let place = LinePlace {
            page: None,
            line: self.line,
        };
        self.lines.extend([(text, place), (String::new(), place)]);
        self.text.clear();
        self.mark = mark;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::blocks::{BlockKind, blocks};

    fn read(html: &str) -> Vec<(BlockKind, String, usize)> {
        let blocks = blocks(&lines(html)).into_iter();
        blocks
            .map(|block| (block.kind, block.text.clone(), block.place(0).line))
            .collect()
    }

    fn texts(html: &str) -> Vec<String> {
        read(html).into_iter().map(|(_, text, _)| text).collect()
    }

    #[test]
    fn reads_what_the_page_shows() {
        use BlockKind::{Heading, Item, Paragraph};
        let page = "<!doctype html><html><head><title>No</title><style>p { a }</style></head>\n<body><nav><a>Jobs</a></nav><h1>Data &amp; <i>ML</i></h1>\n<script>if (a < b) { '<p>no</p>' }</script>\n<p><strong>Must have</strong></p><ul><li><p>C++<li>\n  Node.js</ul>one<br>two &lt;b&gt;<footer>no</footer>";
        let expected = [
            (Heading, "Data & ML", 2),
            (Heading, "Must have", 4),
            (Item, "C++", 4),
            (Item, "Node.js", 5),
            (Paragraph, "one", 5),
            (Paragraph, "two <b>", 5),
        ];
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(kind, text, line)| (kind, text.to_owned(), line))
            .collect();
        assert_eq!(read(page), expected);
    }

    #[test]
    fn what_never_ends_hides_nothing() {
        assert_eq!(texts("<p>a<nav>b<p>c"), ["a", "b", "c"]);
        assert_eq!(texts("<head><title>x<body>b"), ["b"]);
        assert_eq!(texts("<p>a<script>b"), ["a"]);
        assert_eq!(texts("</nav></script></svg>a"), ["a"]);
    }

    #[test]
    fn nesting_costs_nothing() {
        let deep = format!("{}a{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
        assert_eq!(texts(&deep), ["a"]);
        let deep = format!("{}a", "<svg>".repeat(100_000));
        assert_eq!(texts(&deep), [] as [&str; 0]);
    }
}
