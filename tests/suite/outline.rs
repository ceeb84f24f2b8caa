//! The outline of a document: every text is in it, in reading order.

use cvpress::content::resume::{Block, ResumeItem};
use cvpress::content::{DateFormat, plain, text_groups};
use cvpress::export::outline::{
    Outline, OutlineDetail, OutlineEntry, OutlineHead, OutlineLetter, OutlineSection,
    OutlineSegment, OutlineSignature, outline,
};

use crate::support::rendering::{open, open_choice, shipped};

/// Returns the texts of an outline, in the order in which a format writes them.
fn texts(outline: &Outline) -> Vec<String> {
    let mut texts = Vec::new();
    head(&outline.head, &mut texts);
    if let Some(written) = &outline.letter {
        letter(written, &mut texts);
    }
    for part in &outline.sections {
        section(part, &mut texts);
    }
    if let Some(OutlineSignature {
        place, date, name, ..
    }) = &outline.signature
    {
        texts.extend(place.map(|place| plain(place)));
        texts.extend(date.iter().chain(name).map(|text| (*text).to_owned()));
    }
    texts.extend(outline.footer.map(|footer| plain(footer)));
    texts
}

fn head(head: &OutlineHead, texts: &mut Vec<String>) {
    texts.extend(
        head.name
            .iter()
            .chain(&head.native_name)
            .map(|text| (*text).to_owned()),
    );
    let lines = [head.title, head.headline, head.status];
    texts.extend(lines.into_iter().flatten().map(|line| plain(line)));
    for contact in &head.contacts {
        segment(&contact.segment, texts);
    }
    texts.extend(head.epigraph.map(|epigraph| plain(epigraph)));
}

fn letter(letter: &OutlineLetter, texts: &mut Vec<String>) {
    texts.extend(letter.date.map(str::to_owned));
    texts.extend(letter.recipient.iter().map(|line| plain(line)));
    texts.extend(letter.subject.map(|line| plain(line)));
    texts.extend(letter.opening.map(|line| plain(line)));
    blocks(letter.body, texts);
    texts.extend(letter.closing.map(|line| plain(line)));
    texts.extend(letter.name.map(str::to_owned));
    texts.push(letter.enclosures_label.to_owned());
    texts.extend(letter.enclosures.iter().map(|line| plain(line)));
}

fn section(part: &OutlineSection, texts: &mut Vec<String>) {
    texts.extend(part.title.map(|title| plain(title)));
    blocks(part.body, texts);
    items(part.highlights, texts);
    for written in &part.entries {
        entry(written, texts);
    }
    for inner in &part.sections {
        section(inner, texts);
    }
}

fn entry(written: &OutlineEntry, texts: &mut Vec<String>) {
    for part in written.heading.iter().chain(&written.text) {
        segment(part, texts);
    }
    for period in &written.dates {
        texts.push(period.text());
        texts.extend(period.duration.clone());
    }
    texts.extend(written.expected.map(str::to_owned));
    for part in written.lines.iter().flat_map(|line| &line.segments) {
        segment(part, texts);
    }
    blocks(written.summary, texts);
    for OutlineDetail {
        label,
        body,
        items: listed,
        ..
    } in &written.details
    {
        texts.extend(label.map(|label| plain(label)));
        blocks(body, texts);
        items(listed, texts);
    }
    items(written.highlights, texts);
    for role in &written.roles {
        entry(role, texts);
    }
}

fn segment(segment: &OutlineSegment, texts: &mut Vec<String>) {
    texts.extend(
        segment
            .label
            .iter()
            .chain(&segment.texts)
            .map(|text| plain(text)),
    );
}

fn items(bullets: &[ResumeItem], texts: &mut Vec<String>) {
    for bullet in bullets {
        texts.push(plain(&bullet.content));
        items(&bullet.items, texts);
    }
}

fn blocks(all: &[Block], texts: &mut Vec<String>) {
    for block in all {
        match block {
            Block::Paragraph { content } => texts.push(plain(content)),
            Block::List { items, .. } => items.iter().for_each(|item| blocks(item, texts)),
            Block::Quote { blocks: quoted } => blocks(quoted, texts),
            Block::Code { text } => texts.push(text.clone()),
            Block::Table { header, rows, .. } => {
                texts.extend(
                    header
                        .iter()
                        .chain(rows.iter().flatten())
                        .map(|cell| plain(cell)),
                );
            }
            Block::Rule => {}
        }
    }
}

#[test]
fn every_text_of_every_profile_is_in_the_outline_in_order() {
    for profile in shipped() {
        let document = open_choice(&profile.reading, &profile.choice);
        let dates = DateFormat {
            durations: true,
            ..DateFormat::default()
        };
        let all = texts(&outline(&document.resume, dates)).join("\n");
        let mut from = 0;
        for group in text_groups(&document.resume, dates) {
            let mut end = from;
            for text in group {
                let at = all[from..].find(&text);
                let at = at.unwrap_or_else(|| panic!("{}: no `{text}` in order", profile.name));
                end = end.max(from + at + text.len());
            }
            from = end;
        }
    }
}

#[test]
fn target_of_a_text_with_links_is_a_text_of_its_own() {
    let document = open(
        "[[section]]\nkind = \"project\"\n[[section.entry]]\nname = \"[a](https://a.example) and b\"\n\
         url = \"https://b.example\"\n",
    );
    let made = outline(&document.resume, DateFormat::default());
    let entry = &made.sections[0].entries[0];
    assert!(entry.heading[0].url.is_none());
    let link = &entry.lines[0].segments[0];
    assert_eq!(link.url.as_deref(), Some("https://b.example"));
    assert_eq!(plain(&link.texts[0]), "https://b.example");
}

#[test]
fn programs_read_as_much_of_a_date_as_is_shown() {
    let document = open(
        "[[section]]\nkind = \"experience\"\n[[section.entry]]\nposition = \"A\"\nstart = \"2020-03-15\"\nend = \"present\"\n\
         [[section.entry]]\nposition = \"B\"\ndate = \"2019\"\n",
    );
    let made = outline(&document.resume, DateFormat::default());
    let [first, second] = &made.sections[0].entries[..] else {
        panic!("two entries");
    };
    let period = &first.dates[0];
    assert_eq!(period.text(), "Mar 2020 – Present");
    assert_eq!(period.start.datetime.as_deref(), Some("2020-03"));
    let end = period.end.as_ref().expect("an end");
    assert_eq!(end.datetime, None);
    assert_eq!(second.dates[0].start.datetime.as_deref(), Some("2019"));
}
