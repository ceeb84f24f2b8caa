//! One decision for the paragraphs of a document: that some are justified and others between them are
//! ragged, by their lengths, looks like a mistake.

use crate::typeset::contract::body::BodyBlock;
use crate::typeset::contract::flow::{FlowEntry, FlowItem, FlowSection};
use crate::typeset::contract::justify::{breaks_evenly, letters};

/// The least number of letters of a paragraph that surely has several lines.
const SEVERAL_LINES: usize = 130;

/// The part of the letters of all paragraphs that must be in long ones for all to be justified.
const LONG_PART: f64 = 0.75;

/// Justifies all paragraphs of several lines, or none of them.
pub fn even_out(sections: &mut [FlowSection]) {
    let mut paragraphs = Vec::new();
    for section in sections {
        in_flow(&mut section.flow, &mut paragraphs);
    }
    paragraphs.retain(|paragraph| paragraph.letters >= SEVERAL_LINES);
    let all: usize = paragraphs.iter().map(|paragraph| paragraph.letters).sum();
    let long = paragraphs.iter().filter(|paragraph| *paragraph.justify);
    let long: usize = long.map(|paragraph| paragraph.letters).sum();
    #[expect(clippy::cast_precision_loss, reason = "texts have fewer letters")]
    let justifies = long as f64 >= LONG_PART * all as f64;
    for paragraph in paragraphs {
        *paragraph.justify = justifies && paragraph.breaks_evenly;
    }
}

/// A paragraph, and whether it is justified.
struct Paragraph<'a> {
    letters: usize,
    breaks_evenly: bool,
    justify: &'a mut bool,
}

fn in_flow<'a>(flow: &'a mut [FlowItem], found: &mut Vec<Paragraph<'a>>) {
    for item in flow {
        match item {
            FlowItem::Prose(prose) => in_body(&mut prose.body, found),
            FlowItem::Entry(entry) => in_entry(entry, found),
            FlowItem::Keep(keep) => in_flow(&mut keep.flow, found),
            // Text in narrow columns is ragged.
            FlowItem::Columns(_) | FlowItem::Heading(_) | FlowItem::Space | FlowItem::PageBreak => {
            }
        }
    }
}

fn in_entry<'a>(entry: &'a mut FlowEntry, found: &mut Vec<Paragraph<'a>>) {
    in_body(&mut entry.body, found);
    for role in &mut entry.roles {
        in_entry(role, found);
    }
}

fn in_body<'a>(body: &'a mut [BodyBlock], found: &mut Vec<Paragraph<'a>>) {
    for block in body {
        match block {
            BodyBlock::Paragraph {
                content, justify, ..
            } => found.push(Paragraph {
                letters: letters(content),
                breaks_evenly: breaks_evenly(content),
                justify,
            }),
            BodyBlock::Detail(detail) => in_body(&mut detail.body, found),
            BodyBlock::List { .. }
            | BodyBlock::Quote { .. }
            | BodyBlock::Code { .. }
            | BodyBlock::Table { .. }
            | BodyBlock::Rule
            | BodyBlock::Bullets { .. } => {}
        }
    }
}
