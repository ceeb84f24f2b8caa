//! Markdown becomes runs and blocks of text.
//!
//! The rules of `CommonMark` decide what is markup; whatever is none stays as typed, HTML tags
//! included. Two things alone are faults: a link target and a code span that do not close. Uses
//! `resume` for what it makes.

mod runs;

use crate::diagnostic::{RuleName, rule};
use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd,
};

use crate::content::emphasis;
use crate::content::resume::{Align, Block, Inline, Inlines};
use crate::profile::link_fault;
use runs::{merge, trim};

pub use runs::link_addresses;

/// Keeps the first line of an inline field from opening a block, and counts as white space for
/// `CommonMark`'s rules of emphasis.
const GUARD: &str = "\u{a0}";

/// Stands for a backslash and a line break, in as many bytes: U+0080, a control character that has
/// no meaning.
const LINE_BREAK: &str = "\u{80}";

/// The deepest that lists and quotations, or emphasis, may nest.
const DEEPEST: usize = 16;

/// How long a link may be, in bytes, of which it is told that its target does not end.
const LONGEST_LINK: usize = 4096;

/// Something wrong in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Whether it is only questionable.
    pub is_warning: bool,
    /// The name of the rule.
    pub rule: RuleName,
    /// What is wrong.
    pub message: String,
    /// The remedy.
    pub hint: String,
    /// Where, in bytes of the text.
    pub range: Range<usize>,
}

/// Reads the text of one paragraph. A line break in it is a space.
pub fn inline(text: &str) -> (Inlines, Vec<Fault>) {
    let (spaced, places) = emphasis::spaced(text);
    // A backslash at a line's end breaks the line; any other line break is a space.
    let line = spaced
        .replace("\\\n", LINE_BREAK)
        .replace(['\n', '\r', '\t'], " ");
    let line = format!("{GUARD}{line}");
    let original = |at: usize| emphasis::original(at.saturating_sub(GUARD.len()), &places);
    let mut reader = Reader::new(&line, Options::ENABLE_STRIKETHROUGH, original);
    let mut content = Vec::new();
    while let Some((event, _)) = reader.events.peek() {
        if is_block(event) {
            reader.events.next();
            continue;
        }
        content.extend(reader.inlines());
    }
    (trim(link_addresses(merge(content))), reader.faults)
}

/// Reads text of several paragraphs, lists, quotations and tables.
pub fn blocks(text: &str) -> (Vec<Block>, Vec<Fault>) {
    let (dedented, removed) = dedent(text);
    let (text, places) = emphasis::spaced(&dedented);
    let original = |at: usize| {
        let at = emphasis::original(at, &places);
        let before = removed.partition_point(|(start, _)| *start <= at);
        at + removed
            .get(before.wrapping_sub(1))
            .map_or(0, |(_, removed)| *removed)
    };
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    let mut reader = Reader::new(&text, options, original);
    let blocks = reader.blocks(0);
    (blocks, reader.faults)
}

/// The text of runs without their properties.
pub fn plain(content: &[Inline]) -> String {
    let of = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code { text } => text.clone(),
        Inline::Break => " ".to_owned(),
        other => other
            .content()
            .map(|content| plain(content))
            .unwrap_or_default(),
    };
    content.iter().map(of).collect()
}

/// Takes the indentation away that all lines share, so that text may be indented with the profile
/// around it.
///
/// Beside the text: where each of its lines begins, and how many bytes were taken away up to there.
fn dedent(text: &str) -> (String, Vec<(usize, usize)>) {
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = text
        .split('\n')
        .filter(|line| !line.trim().is_empty())
        .map(indent_of)
        .min()
        .unwrap_or(0);
    let (mut dedented, mut removed, mut total) = (String::with_capacity(text.len()), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let taken = indent_of(line).min(indent);
        total += taken;
        removed.push((dedented.len(), total));
        dedented.push_str(&line[taken..]);
    }
    (dedented, removed)
}

/// Whether an event belongs to the blocks of a text and not to its runs.
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

/// What surrounds the runs being read.
enum Frame {
    Strong,
    Emph,
    Strike,
    Super,
    Sub,
    Link(Option<String>),
    /// Between the two strings, as typed.
    Literal(String, String),
}

struct Reader<'a, F> {
    source: &'a str,
    events: Peekable<OffsetIter<'a>>,
    /// From an offset of `source` to one of the text as given.
    original: F,
    faults: Vec<Fault>,
    /// Where a code span began that was told not to end.
    unclosed_code: Option<usize>,
    /// Where the last link whose target does not end was told to end.
    told_to: usize,
}

impl<'a, F: Fn(usize) -> usize> Reader<'a, F> {
    fn new(source: &'a str, options: Options, original: F) -> Self {
        let events = Parser::new_ext(source, options)
            .into_offset_iter()
            .peekable();
        Self {
            source,
            events,
            original,
            faults: Vec::new(),
            unclosed_code: None,
            told_to: 0,
        }
    }

    fn fault(
        &mut self,
        rule: RuleName,
        message: String,
        hint: impl Into<String>,
        range: Range<usize>,
    ) {
        let range = (self.original)(range.start)..(self.original)(range.end);
        let is_warning = matches!(rule, rule::LINK_WITHOUT_URL | rule::IMAGE_IN_TEXT);
        self.faults.push(Fault {
            is_warning,
            rule,
            message,
            hint: hint.into(),
            range,
        });
    }

    /// Reads blocks up to the end of what contains them.
    fn blocks(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, _)) = self.events.peek() {
            if !is_block(event) {
                // A tight list's item holds runs without a paragraph around them.
                let content = self.paragraph();
                blocks.extend(content.map(|content| Block::Paragraph { content }));
                continue;
            }
            let Some((event, range)) = self.events.next() else {
                break;
            };
            match event {
                Event::End(TagEnd::Paragraph | TagEnd::Heading(_)) => {}
                Event::End(_) => break,
                Event::Rule => blocks.push(Block::Rule),
                Event::Html(text) => {
                    let text = without_comments(&text);
                    if !text.trim().is_empty() {
                        blocks.push(Block::Paragraph {
                            content: vec![Inline::Text(text.trim().to_owned())],
                        });
                    }
                }
                Event::Start(tag) => blocks.extend(self.block(tag, range, depth)),
                _ => {}
            }
        }
        blocks
    }

    fn block(&mut self, tag: Tag, range: Range<usize>, depth: usize) -> Vec<Block> {
        if depth >= DEEPEST {
            let message = format!("text nests to {DEEPEST} levels, and this is the next");
            self.fault(rule::NESTED_TOO_DEEP, message, "write it flatter", range);
            self.skip();
            return Vec::new();
        }
        match tag {
            Tag::Paragraph => self
                .paragraph()
                .map(|content| Block::Paragraph { content })
                .into_iter()
                .collect(),
            Tag::Heading { .. } => {
                let strong = |content| Inline::Strong { content };
                let content = self.paragraph().map(|content| vec![strong(content)]);
                content
                    .map(|content| Block::Paragraph { content })
                    .into_iter()
                    .collect()
            }
            Tag::BlockQuote(_) => vec![Block::Quote {
                blocks: self.blocks(depth + 1),
            }],
            Tag::CodeBlock(kind) => vec![Block::Code {
                text: self.code(&kind),
            }],
            Tag::List(start) => {
                let mut items = Vec::new();
                while let Some((Event::Start(Tag::Item), _)) = self.events.peek() {
                    self.events.next();
                    items.push(self.blocks(depth + 1));
                }
                self.events.next();
                vec![Block::List {
                    numbered: start.is_some(),
                    start: start.unwrap_or(1),
                    items,
                }]
            }
            Tag::Table(align) => vec![self.table(&align)],
            _ => self.blocks(depth + 1),
        }
    }

    /// Passes over everything up to the end of the block that was just begun.
    fn skip(&mut self) {
        let mut open = 1;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    }

    fn code(&mut self, _: &CodeBlockKind) -> String {
        let mut text = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Text(part) => text.push_str(&part),
                Event::End(_) => break,
                _ => {}
            }
        }
        text.trim_end_matches('\n').to_owned()
    }

    fn table(&mut self, align: &[Alignment]) -> Block {
        let align = align.iter().map(|align| match align {
            Alignment::None => None,
            Alignment::Left => Some(Align::Start),
            Alignment::Center => Some(Align::Center),
            Alignment::Right => Some(Align::End),
        });
        let align = align.collect();
        let (mut header, mut rows, mut row) = (Vec::new(), Vec::new(), Vec::new());
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.paragraph().unwrap_or_default()),
                Event::End(TagEnd::TableHead) => header = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table {
            align,
            header,
            rows,
        }
    }

    /// The runs up to the next event of a block; `None` where there are none.
    fn paragraph(&mut self) -> Option<Inlines> {
        let content = trim(link_addresses(merge(self.inlines())));
        (!content.is_empty()).then_some(content)
    }

    fn inlines(&mut self) -> Inlines {
        let mut stack: Vec<(Frame, Inlines)> = Vec::new();
        let mut content = Vec::new();
        while let Some((event, range)) = self.events.next_if(|(event, _)| !is_block(event)) {
            let here = stack.last_mut().map_or(&mut content, |(_, inner)| inner);
            match event {
                Event::Text(text) => {
                    for (index, line) in text.split(LINE_BREAK).enumerate() {
                        here.extend((index > 0).then_some(Inline::Break));
                        here.push(Inline::Text(line.replace(emphasis::SPACE, "")));
                    }
                    self.unclosed(range);
                }
                Event::Code(text) => here.push(Inline::Code {
                    text: text.into_string(),
                }),
                Event::SoftBreak => here.push(Inline::Text(" ".to_owned())),
                Event::HardBreak => here.push(Inline::Break),
                Event::InlineHtml(tag) => html(&tag, &mut stack, &mut content),
                Event::Start(tag) => {
                    let frame = self.open(&tag, &range);
                    let deep = stack.len() >= DEEPEST;
                    let frame = if deep {
                        Frame::Literal(String::new(), String::new())
                    } else {
                        frame
                    };
                    stack.push((frame, Vec::new()));
                }
                Event::End(_) => close_markdown(&mut stack, &mut content),
                _ => here.push(Inline::Text(self.source[range].to_owned())),
            }
        }
        while !stack.is_empty() {
            close(&mut stack, &mut content);
        }
        content
    }

    fn open(&mut self, tag: &Tag, range: &Range<usize>) -> Frame {
        let written = &self.source[range.clone()];
        match tag {
            Tag::Strong => Frame::Strong,
            Tag::Emphasis => Frame::Emph,
            // One tilde means "about", two strike out.
            Tag::Strikethrough if written.starts_with("~~") => Frame::Strike,
            Tag::Strikethrough => Frame::Literal("~".to_owned(), "~".to_owned()),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let url = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => dest_url.to_string(),
                };
                if matches!(&*url, "" | "#") {
                    let message = "the link leads nowhere and prints plain".to_owned();
                    let hint = "write `[label](https://…)`, or the label alone";
                    self.fault(rule::LINK_WITHOUT_URL, message, hint, range.clone());
                    return Frame::Link(None);
                }
                match (link_fault(&url), link_type) {
                    (None, _) => {}
                    // `<std::string>` is no address, whatever CommonMark thinks of it.
                    (Some(_), LinkType::Autolink) => {
                        return Frame::Literal("<".to_owned(), ">".to_owned());
                    }
                    (Some(fault), _) => {
                        let target = written.rfind(&**dest_url).map(|at| range.start + at);
                        let target = target.map_or(range.clone(), |at| at..at + dest_url.len());
                        self.fault(
                            rule::LINK_TARGET,
                            fault.message(&url),
                            fault.hint(&url),
                            target,
                        );
                    }
                }
                Frame::Link(Some(url))
            }
            // An image prints as it was typed: a CV's text has none.
            Tag::Image { .. } => {
                let message = "a CV has no images in its text; this prints as it stands".to_owned();
                self.fault(
                    rule::IMAGE_IN_TEXT,
                    message,
                    "write a link, `[label](https://…)`",
                    range.clone(),
                );
                let end = written.find("](").map_or("", |at| &written[at..]);
                Frame::Literal("![".to_owned(), end.to_owned())
            }
            _ => Frame::Literal(String::new(), String::new()),
        }
    }

    /// Tells a code span or a link target that begins in this text and does not end.
    fn unclosed(&mut self, range: Range<usize>) {
        let source = self.source;
        let escaped = |at: usize| source[..at].ends_with('\\');
        let text = &source[range.clone()];
        // Of several backticks in a line that do not go together, the first is told.
        let told = |at: usize| {
            self.unclosed_code.is_some_and(|before| {
                !source
                    .get(before..at)
                    .is_some_and(|between| between.contains('\n'))
            })
        };
        let backtick = text.find('`').map(|at| range.start + at);
        if let Some(at) = backtick.filter(|at| !escaped(*at) && !told(*at)) {
            self.unclosed_code = Some(at);
            let message = "the code span does not end".to_owned();
            let hint = "add the closing backtick, or write a lone one as \\` (between double quotes: \\\\`)";
            self.fault(rule::UNCLOSED_CODE, message, hint, at..range.end);
        }
        let Some(at) = text
            .find(']')
            .map(|at| range.start + at)
            .filter(|at| *at >= self.told_to)
        else {
            return;
        };
        // What lies further off belongs to no link that somebody has typed.
        let near = &source[source.floor_char_boundary(at.saturating_sub(LONGEST_LINK))..at];
        let rest = &source[at..source.floor_char_boundary(at + LONGEST_LINK)];
        let Some(target) = rest.strip_prefix("](") else {
            return;
        };
        let paragraph = near.rfind("\n\n").unwrap_or_default();
        let near = &near[paragraph..];
        let opened = near
            .match_indices('[')
            .any(|(at, _)| !near[..at].ends_with('\\'))
            && !escaped(at);
        let address = ["http:", "https:", "mailto:", "tel:", "www."]
            .iter()
            .any(|start| target.starts_with(start));
        if opened && (address || !target.contains(')')) {
            let blank = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let line_end = rest.find('\n').unwrap_or(rest.len());
            let closing = rest[blank..line_end]
                .find(')')
                .filter(|_| !rest[..blank].contains(')'));
            // `https://example.org/a(b)`
            let mut depth = 0_i32;
            let ends = rest[1..blank].chars().any(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            let (message, hint, end) = match closing {
                _ if ends => (
                    "a link cannot stand in another one, whose target prints as it stands",
                    "write the two beside each other",
                    at + blank,
                ),
                Some(width) => (
                    "a link's target ends before the space in it",
                    "write a space in an address as `%20`, or add `)` at the end of the address",
                    at + blank + width + 1,
                ),
                None => (
                    "the link's target does not end",
                    "add `)` at the end of the address",
                    at + blank,
                ),
            };
            self.told_to = end;
            self.fault(rule::UNCLOSED_LINK, message.to_owned(), hint, at + 1..end);
        }
    }
}

/// What a tag of HTML means: `<br>`, `<sup>` and `<sub>` have a meaning, comments have none, any
/// other is text.
fn html(tag: &str, stack: &mut Vec<(Frame, Inlines)>, content: &mut Inlines) {
    let name: String = tag
        .to_ascii_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    match (&*name, stack.last().map(|(frame, _)| frame)) {
        ("<sup>", _) => stack.push((Frame::Super, Vec::new())),
        ("<sub>", _) => stack.push((Frame::Sub, Vec::new())),
        ("</sup>", Some(Frame::Super)) | ("</sub>", Some(Frame::Sub)) => close(stack, content),
        _ => {
            let here = stack.last_mut().map_or(content, |(_, inner)| inner);
            if matches!(&*name, "<br>" | "<br/>" | "</br>") {
                here.push(Inline::Break);
            } else if !name.starts_with("<!--") {
                here.push(Inline::Text(tag.to_owned()));
            }
        }
    }
}

/// Ends what Markdown began; what HTML began inside of it and did not end is text.
fn close_markdown(stack: &mut Vec<(Frame, Inlines)>, content: &mut Inlines) {
    while let Some((Frame::Super | Frame::Sub, _)) = stack.last() {
        if let Some((frame, _)) = stack.last_mut() {
            let name = if matches!(frame, Frame::Super) {
                "<sup>"
            } else {
                "<sub>"
            };
            *frame = Frame::Literal(name.to_owned(), String::new());
        }
        close(stack, content);
    }
    close(stack, content);
}

fn close(stack: &mut Vec<(Frame, Inlines)>, content: &mut Inlines) {
    let Some((frame, inner)) = stack.pop() else {
        return;
    };
    let here = stack.last_mut().map_or(content, |(_, outer)| outer);
    let inline = match frame {
        Frame::Strong => Inline::Strong { content: inner },
        Frame::Emph => Inline::Emph { content: inner },
        Frame::Strike => Inline::Strike { content: inner },
        Frame::Super => Inline::Super { content: inner },
        Frame::Sub => Inline::Sub { content: inner },
        Frame::Link(Some(url)) if inner.is_empty() => Inline::Link {
            content: vec![Inline::Text(url.clone())],
            url,
        },
        Frame::Link(Some(url)) => Inline::Link {
            url,
            content: inner,
        },
        Frame::Link(None) => return here.extend(inner),
        Frame::Literal(before, after) => {
            here.push(Inline::Text(before));
            here.extend(inner);
            here.push(Inline::Text(after));
            return;
        }
    };
    here.push(inline);
}

fn without_comments(html: &str) -> String {
    let mut kept = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests;
