//! The text of a posting in HTML, as a reader of the page sees it.
//!
//! Only the tokenizer of `html5ever` is used: without a tree, nested elements cost nothing.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::verify::posting::blocks::{BlockKind, LinePlace, PostingBlock};

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

/// Returns the blocks of a page.
pub fn blocks(html: &str) -> Vec<PostingBlock> {
    let page = read(html, true);
    // An element that never ends would hide the rest of the page.
    let page = if page.surroundings > 0 {
        read(html, false)
    } else {
        page
    };
    page.blocks
}

fn read(html: &str, skips_surroundings: bool) -> Page {
    let sink = Sink {
        page: RefCell::new(Page::new(skips_surroundings)),
    };
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    while !input.is_empty() {
        // Scripts end the feeding; they are not run.
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    let mut page = tokenizer.sink.page.into_inner();
    page.end_block(BlockKind::Paragraph);
    page
}

struct Sink {
    page: RefCell<Page>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<()> {
        let mut page = self.page.borrow_mut();
        match token {
            Token::TagToken(tag) => page.tag(&tag),
            Token::CharacterTokens(text) => {
                page.text(&text, usize::try_from(line_number).unwrap_or(usize::MAX));
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

/// The page as far as it is read.
struct Page {
    blocks: Vec<PostingBlock>,
    block: PostingBlock,
    /// The unseen element that is open, and how often.
    unseen: Option<Unseen>,
    /// The number of elements around that surround the posting.
    surroundings: usize,
    skips_surroundings: bool,
    /// The number of elements around whose text is strong.
    strong: usize,
    /// Whether the block has text that is not strong.
    has_weak: bool,
    /// Whether white space precedes the next text.
    space: bool,
}

struct Unseen {
    name: String,
    depth: usize,
}

impl Page {
    fn new(skips_surroundings: bool) -> Self {
        Self {
            blocks: Vec::new(),
            block: PostingBlock::new(BlockKind::Paragraph),
            unseen: None,
            surroundings: 0,
            skips_surroundings,
            strong: 0,
            has_weak: false,
            space: false,
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let starts = tag.kind == TagKind::StartTag;
        if let Some(unseen) = &mut self.unseen {
            if unseen.name == name && !tag.self_closing {
                unseen.depth = if starts {
                    unseen.depth + 1
                } else {
                    unseen.depth - 1
                };
            }
            // The body begins even if the head does not end.
            if unseen.depth == 0 || (name == "body" && unseen.name == "head") {
                self.unseen = None;
            }
            return raw_text(name, starts);
        }
        if UNSEEN.contains(&name) {
            self.end_block(BlockKind::Paragraph);
            if starts && !tag.self_closing {
                self.unseen = Some(Unseen {
                    name: name.to_owned(),
                    depth: 1,
                });
            }
            return raw_text(name, starts);
        }
        if SURROUNDINGS.contains(&name) {
            self.end_block(BlockKind::Paragraph);
            self.surroundings = if starts {
                self.surroundings + 1
            } else {
                self.surroundings.saturating_sub(1)
            };
        } else if matches!(name, "b" | "strong") {
            self.strong = if starts {
                self.strong + 1
            } else {
                self.strong.saturating_sub(1)
            };
        } else if name == "br" {
            self.end_block(BlockKind::Paragraph);
        } else if !INLINE.contains(&name) {
            self.block_tag(name, starts);
        }
        TokenSinkResult::Continue
    }

    /// Begins or ends an element that is a block.
    fn block_tag(&mut self, name: &str, starts: bool) {
        let kind = match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" => BlockKind::Heading,
            "li" => BlockKind::Item,
            _ => BlockKind::Paragraph,
        };
        if starts {
            // The text of a list item is often in a paragraph of its own.
            let is_inside = self.block.text.is_empty() && kind == BlockKind::Paragraph;
            if !is_inside {
                self.end_block(kind);
            }
        } else {
            self.end_block(BlockKind::Paragraph);
        }
    }

    fn text(&mut self, text: &str, line: usize) {
        let is_outside =
            self.unseen.is_some() || (self.skips_surroundings && self.surroundings > 0);
        if is_outside {
            return;
        }
        let place = LinePlace { page: None, line };
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            if !word.is_empty() {
                if self.space && !self.block.text.is_empty() {
                    self.block.add(" ", place);
                }
                self.block.add(word, place);
                self.has_weak |= self.strong == 0;
                self.space = false;
            }
            self.space |= word.len() < part.len();
        }
    }

    /// Ends the block, and begins one of a kind.
    fn end_block(&mut self, next: BlockKind) {
        let mut block = std::mem::replace(&mut self.block, PostingBlock::new(next));
        if block.text.contains(char::is_alphanumeric) {
            if !self.has_weak && block.kind == BlockKind::Paragraph {
                block.kind = BlockKind::Heading;
            }
            self.blocks.push(block);
        }
        self.has_weak = false;
        self.space = false;
    }
}

/// Returns how the tokenizer reads on after a tag.
fn raw_text(name: &str, starts: bool) -> TokenSinkResult<()> {
    match name {
        "script" if starts => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "noscript" | "iframe" if starts => TokenSinkResult::RawData(RawKind::Rawtext),
        "textarea" if starts => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Vec<(BlockKind, String, usize)> {
        let blocks = blocks(html).into_iter();
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
