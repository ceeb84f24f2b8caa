//! The outline of a document: every text is in it, in reading order.

use cvpress::content::resume::{
    Block, Inlines, Resume, ResumeDetail, ResumeItem, ResumeLetter, ResumeSignature,
};
use cvpress::content::{DateFormat, plain, text_groups};
use cvpress::export::outline::{Outline, OutlineEntry, OutlineSection, OutlineSegment, outline};

use crate::support::rendering::{open, open_choice, shipped};

/// Returns the texts of an outline, in the order in which a format writes them.
fn texts(outline: &Outline) -> Vec<String> {
    let mut texts = Vec::new();
    head(outline, &mut texts);
    if let Some(written) = &outline.resume.letter {
        letter(written, outline.resume, &mut texts);
    }
    for part in &outline.sections {
        section(part, &mut texts);
    }
    if let Some(ResumeSignature {
        place, date, name, ..
    }) = &outline.resume.signature
    {
        texts.extend(place.as_ref().map(|place| plain(place)));
        texts.extend(date.iter().chain(name).cloned());
    }
    texts.extend(outline.resume.footer.as_ref().map(|footer| plain(footer)));
    texts
}

fn head(outline: &Outline, texts: &mut Vec<String>) {
    let person = &outline.resume.person;
    texts.extend(outline.names().map(str::to_owned));
    let lines = [&outline.resume.title, &person.headline, &person.status];
    texts.extend(lines.into_iter().flatten().map(|line| plain(line)));
    for contact in &outline.contacts {
        segment(&contact.segment, texts);
    }
    texts.extend(person.epigraph.as_ref().map(|epigraph| plain(epigraph)));
}

fn letter(letter: &ResumeLetter, resume: &Resume, texts: &mut Vec<String>) {
    let line = |line: &Option<Inlines>| line.as_ref().map(|line| plain(line));
    texts.extend(letter.date.clone());
    texts.extend(letter.recipient.iter().map(|line| plain(line)));
    texts.extend(line(&letter.subject));
    texts.extend(line(&letter.opening));
    blocks(&letter.body, texts);
    texts.extend(line(&letter.closing));
    texts.extend(resume.person.name.clone());
    texts.push(resume.words.enclosures.clone());
    texts.extend(letter.enclosures.iter().map(|line| plain(line)));
}

fn section(part: &OutlineSection, texts: &mut Vec<String>) {
    texts.extend(part.section.title.iter().map(|title| plain(title)));
    blocks(&part.section.body, texts);
    items(&part.section.highlights, texts);
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
    for part in written.lines.iter().flatten() {
        segment(part, texts);
    }
    blocks(&written.entry.summary, texts);
    for ResumeDetail {
        label,
        body,
        items: listed,
        ..
    } in &written.entry.details
    {
        texts.extend(label.as_ref().map(|label| plain(label)));
        blocks(body, texts);
        items(listed, texts);
    }
    items(&written.entry.highlights, texts);
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
    let link = &entry.lines[0][0];
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
