//! Turns the events of the Markdown parser into blocks and inline text, and reports problems.

mod html;
mod targets;

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{Alignment, Event, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::content::markdown::emphasis::is_in_middle;
use crate::content::markdown::inlines::tidy;
use crate::content::markdown::open_elements::{Element, OpenElements, literal};
use crate::content::markdown::picture::PictureSource;
use crate::content::markdown::problem::MarkdownProblem;
use crate::content::markdown::reader::html::html_block;
use crate::content::markdown::unclosed::{UnclosedLink, find_backtick, find_link};
use crate::content::resume::{Align, Block, Inline, Inlines};
use crate::diagnostic::{RuleName, Severity, rule};
use crate::profile::{UnseenUses, changes_order, is_ignorable};

/// The depth to which lists and quotations, or emphasis, may nest.
const MAX_DEPTH: usize = 8;

/// The most columns of a table.
const MAX_COLUMNS: usize = 12;

/// Reads one text.
pub struct Reader<'a> {
    source: &'a str,
    /// The uses that the text has for characters that are not seen.
    uses: UnseenUses,
    events: Peekable<OffsetIter<'a>>,
    /// Converts an offset of `source` to one of the text as written.
    original: &'a dyn Fn(usize) -> usize,
    /// The problems so far.
    pub problems: Vec<MarkdownProblem>,
    /// The pictures so far.
    pub pictures: Vec<PictureSource>,
    /// Where the last reported code span starts that is not closed.
    unclosed_code: Option<usize>,
    /// The end of the last reported link that is not closed.
    unclosed_link_end: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader for a text. `original` converts its offsets to those of the text as
    /// written.
    pub fn new(source: &'a str, options: Options, original: &'a dyn Fn(usize) -> usize) -> Self {
        Self {
            source,
            uses: UnseenUses::of(source),
            events: Parser::new_ext(source, options)
                .into_offset_iter()
                .peekable(),
            original,
            problems: Vec::new(),
            pictures: Vec::new(),
            unclosed_code: None,
            unclosed_link_end: 0,
        }
    }

    fn report(
        &mut self,
        severity: Severity,
        rule: RuleName,
        message: impl Into<String>,
        hint: impl Into<String>,
        range: Range<usize>,
    ) {
        self.problems.push(MarkdownProblem {
            severity,
            rule,
            message: message.into(),
            hint: hint.into(),
            range: (self.original)(range.start)..(self.original)(range.end),
        });
    }

    /// Reports markup that is nested too deep, once in a text.
    fn report_depth(&mut self, what: &str, range: Range<usize>) {
        let rule = rule::NESTED_TOO_DEEP;
        if !self.problems.iter().any(|problem| problem.rule == rule) {
            let message = format!("{what} nested more than {MAX_DEPTH} levels deep");
            self.report(Severity::Error, rule, message, "use fewer levels", range);
        }
    }

    /// Reports a comment of HTML, which is left out.
    fn check_comment(&mut self, html: &str, range: &Range<usize>) {
        if html.contains("<!--") {
            self.report(
                Severity::Warning,
                rule::COMMENT_IN_TEXT,
                "a comment in the text is left out",
                "write it after a `#` outside of the text; to show it, write `\\<!--`",
                range.clone(),
            );
        }
    }

    /// Reports a reference to a character that is not seen, and returns false for one that would be
    /// rejected if it was written itself.
    fn is_valid_reference(&mut self, text: &str, range: &Range<usize>) -> bool {
        let written = &self.source[range.clone()];
        if !written.starts_with('&') || written == text {
            return true;
        }
        if let Some(character) = text.chars().find(|c| is_rejected(*c)) {
            let code = u32::from(character);
            let message = if character == char::REPLACEMENT_CHARACTER {
                format!("`{written}` is not a character")
            } else {
                format!("`{written}` is the character U+{code:04X}, which is not seen")
            };
            let rule = rule::MISSING_CHARACTER;
            self.report(Severity::Error, rule, message, "remove it", range.clone());
            return false;
        }
        if let Some(character) = text.chars().find(|c| is_ignorable(*c)) {
            let code = u32::from(character);
            self.report(
                Severity::Warning,
                rule::HIDDEN_CHARACTER,
                format!("`{written}` is the character U+{code:04X}, which is not seen"),
                "remove it, or write the character itself where it is meant",
                range.clone(),
            );
        }
        true
    }

    /// Reads the inline text of all blocks as one.
    pub fn all_inlines(&mut self) -> Inlines {
        let mut content = Inlines::new();
        while let Some((event, _)) = self.events.peek() {
            if is_block(event) {
                self.events.next();
            } else {
                content.extend(self.inlines());
            }
        }
        content
    }

    /// Reads blocks up to the end of the block around them.
    pub fn blocks(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, _)) = self.events.peek() {
            if !is_block(event) {
                // An item of a tight list has no paragraph around its text.
                blocks.extend(self.paragraph());
                continue;
            }
            let Some((event, range)) = self.events.next() else {
                break;
            };
            match event {
                Event::End(TagEnd::Paragraph | TagEnd::Heading(_)) => {}
                Event::End(_) => break,
                Event::Rule => blocks.push(Block::Rule),
                Event::Html(html) => blocks.extend(html_block(&html)),
                Event::Start(Tag::HtmlBlock) => blocks.extend(self.html_block(&range)),
                Event::Start(tag) => blocks.extend(self.block(&tag, range, depth)),
                _ => {}
            }
        }
        blocks
    }

    fn block(&mut self, tag: &Tag, range: Range<usize>, depth: usize) -> Vec<Block> {
        let is_nested = matches!(tag, Tag::BlockQuote(_) | Tag::List(_));
        if is_nested && depth >= MAX_DEPTH {
            self.report_depth("blocks are", range);
            self.skip_block();
            return Vec::new();
        }
        if let Tag::Table(columns) = tag
            && columns.len() > MAX_COLUMNS
        {
            let message = format!("the table has {} columns", columns.len());
            let hint = format!("use at most {MAX_COLUMNS}, so that words fit into them");
            self.report(Severity::Error, rule::TOO_LARGE, message, hint, range);
            self.skip_block();
            return Vec::new();
        }
        match tag {
            Tag::Paragraph => self.paragraph().into_iter().collect(),
            Tag::Heading { .. } => self.heading().into_iter().collect(),
            Tag::BlockQuote(_) => vec![Block::Quote {
                blocks: self.blocks(depth + 1),
            }],
            Tag::CodeBlock(_) => vec![self.code_block()],
            Tag::List(start) => vec![self.list(*start, depth)],
            Tag::Table(align) => vec![self.table(align)],
            // A block of HTML, which contains no others.
            _ => self.blocks(depth),
        }
    }

    /// Skips to the end of the block that has just started.
    fn skip_block(&mut self) {
        let mut depth = 1;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }

    /// Reads a block of HTML, whose lines are events of their own.
    fn html_block(&mut self, range: &Range<usize>) -> Option<Block> {
        let mut html = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Html(line) | Event::Text(line) => html.push_str(&line),
                Event::End(_) => break,
                _ => {}
            }
        }
        self.check_comment(&html, range);
        html_block(&html)
    }

    fn paragraph(&mut self) -> Option<Block> {
        let content = tidy(self.inlines());
        (!content.is_empty()).then_some(Block::Paragraph { content })
    }

    fn heading(&mut self) -> Option<Block> {
        let content = tidy(self.inlines());
        (!content.is_empty()).then(|| Block::Paragraph {
            content: vec![Inline::Strong { content }],
        })
    }

    fn code_block(&mut self) -> Block {
        let mut text = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Text(part) => text.push_str(&part),
                Event::End(_) => break,
                _ => {}
            }
        }
        Block::Code {
            text: text.trim_end_matches('\n').to_owned(),
        }
    }

    fn list(&mut self, start: Option<u64>, depth: usize) -> Block {
        let mut items = Vec::new();
        while let Some((Event::Start(Tag::Item), _)) = self.events.peek() {
            self.events.next();
            items.push(self.blocks(depth + 1));
        }
        self.events.next();
        Block::List {
            numbered: start.is_some(),
            start: start.unwrap_or(1),
            items,
        }
    }

    fn table(&mut self, align: &[Alignment]) -> Block {
        let mut header = Vec::new();
        let mut rows = Vec::new();
        let mut row = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(tidy(self.inlines())),
                Event::End(TagEnd::TableHead) => header = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table {
            align: align.iter().copied().map(column_alignment).collect(),
            header,
            rows,
        }
    }

    /// Reads inline text up to the next event of a block.
    fn inlines(&mut self) -> Inlines {
        let mut open = OpenElements::default();
        while let Some((event, range)) = self.events.next_if(|(event, _)| !is_block(event)) {
            match event {
                Event::Text(text) => {
                    if self.is_valid_reference(&text, &range) {
                        open.push_lines(&self.uses.shown(&text));
                    }
                    self.check_addresses(range.clone());
                    self.check_unclosed(range);
                }
                Event::Code(text) => open.push(Inline::Code {
                    text: self.uses.shown(&text).into_owned(),
                }),
                Event::HardBreak => open.push(Inline::Break),
                Event::InlineHtml(tag) => {
                    self.check_comment(&tag, &range);
                    if open.depth() < MAX_DEPTH || tag.starts_with("</") {
                        open.html(&tag);
                    } else {
                        self.report_depth("markup is", range);
                    }
                }
                Event::Start(tag) => {
                    let element = self.element(&tag, &range);
                    if open.depth() < MAX_DEPTH {
                        open.open(element);
                    } else {
                        self.report_depth("markup is", range);
                        open.open(literal("", ""));
                    }
                }
                Event::End(_) => open.close_markdown(),
                // A line feed is a soft break.
                _ => open.push_text(&self.source[range]),
            }
        }
        open.finish()
    }

    /// Returns the inline element that a tag opens.
    fn element(&mut self, tag: &Tag, range: &Range<usize>) -> Element {
        let written = &self.source[range.clone()];
        match tag {
            Tag::Strong if self.is_as_typed(range) => literal(&written[..2], &written[..2]),
            Tag::Emphasis if self.is_as_typed(range) => literal(&written[..1], &written[..1]),
            Tag::Strong => Element::Strong,
            Tag::Emphasis => Element::Emph,
            // `~12` means "about 12"; two tildes strike out.
            Tag::Strikethrough if written.starts_with("~~") => Element::Strike,
            Tag::Strikethrough => literal("~", "~"),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.link(*link_type, dest_url, range),
            Tag::Image { dest_url, .. } => self.picture(dest_url, range),
            _ => literal("", ""),
        }
    }

    /// Returns whether what could be emphasis is text: `2*3*4`, `__init__`, `**/*.py and **/*.rs`.
    fn is_as_typed(&self, range: &Range<usize>) -> bool {
        let before = self.source[..range.start].chars().next_back();
        let after = self.source[range.end..].chars().next();
        let written = &self.source[range.clone()];
        let name = written.strip_prefix("__");
        let is_name = name
            .and_then(|name| name.strip_suffix("__"))
            .is_some_and(|name| {
                name.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
            });
        is_name || is_in_middle(before, written, after)
    }

    /// Reports a code span or a link that starts in this text and is not closed.
    fn check_unclosed(&mut self, range: Range<usize>) {
        if let Some(at) = find_backtick(self.source, range.clone(), self.unclosed_code) {
            self.unclosed_code = Some(at);
            self.report(
                Severity::Error,
                rule::UNCLOSED_CODE,
                "the code span is not closed",
                "add the closing backtick, or write a single one as \\` (in double quotes: \\\\`)",
                at..range.end,
            );
        }
        if let Some(link) = find_link(self.source, range, self.unclosed_link_end) {
            let UnclosedLink {
                message,
                hint,
                span,
            } = link;
            self.unclosed_link_end = span.end;
            self.report(Severity::Error, rule::UNCLOSED_LINK, message, hint, span);
        }
    }
}

/// Returns whether a character is rejected where it is written itself.
fn is_rejected(c: char) -> bool {
    c.is_control()
        || changes_order(c)
        || matches!(
            c,
            // The byte order mark, the sign for a missing character, fillers, private use and tags.
            '\u{feff}' | char::REPLACEMENT_CHARACTER
                | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
                | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
                | '\u{e0000}'..='\u{10ffff}'
        )
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Returns whether an event belongs to the blocks of a text, and not to inline text.
fn is_block(event: &Event) -> bool {
    match event {
        Event::Start(tag) => !matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ),
        Event::End(tag) => !matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
        ),
        Event::Html(_) | Event::Rule => true,
        _ => false,
    }
}

fn column_alignment(alignment: Alignment) -> Option<Align> {
    match alignment {
        Alignment::None => None,
        Alignment::Left => Some(Align::Start),
        Alignment::Center => Some(Align::Center),
        Alignment::Right => Some(Align::End),
    }
}
