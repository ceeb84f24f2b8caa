//! What a template receives: the content of a document, ready to draw.
//!
//! Everything that depends on the profile, the language and the options alone is decided here, once
//! and in Rust; a template decides about arrangement and style. `templates/README.md` describes the
//! data for authors of templates. Uses `content`, `layout` and the fonts.

mod address;
mod body;
mod flow;
mod parts;
mod runs;
mod script;
mod shape;
mod weight;
mod width;
mod words;

use serde::Serialize;

use crate::content::Resume;
use crate::content::resume::{Direction, Metadata, ResumeLetter, ResumeWords, Separators};
use crate::layout::{CONTRACT, Design, Layout};
use crate::typeset::contract::address::Addresses;
use crate::typeset::contract::body::{BodyBlock, BodyWriter};
use crate::typeset::contract::flow::{FlowSection, FlowWriter};
use crate::typeset::contract::parts::{Part, PartsWriter, ReadyContact};
use crate::typeset::contract::runs::{Runs, Surrounding, ready, ready_text};
use crate::typeset::contract::script::is_upright;
use crate::typeset::contract::width::Widths;
use crate::typeset::world::Engine;

/// The longest name of a running line, in bytes.
const LONGEST_NAME: usize = 100;

/// The content of a document.
#[derive(Debug, PartialEq, Serialize)]
pub struct TemplateData<'a> {
    version: u32,
    language: &'a str,
    region: Option<&'a str>,
    script: Option<&'a str>,
    direction: Direction,
    /// Whether the script of the language has italics.
    italics: bool,
    words: &'a ResumeWords,
    separators: &'a Separators,
    document: &'a Metadata,
    head: Head<'a>,
    sections: Vec<FlowSection>,
    footer: Option<Runs>,
    letter: Option<Letter<'a>>,
}

/// The head of the first page.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Head<'a> {
    /// The title of the page: the name, or else the page's own title, or the headline.
    heading: Option<Runs>,
    /// The name in its own script, if it is beside the name.
    native: Option<Runs>,
    /// The page's own title, below the name.
    title: Option<Runs>,
    /// The headline, below the name or the title.
    headline: Option<Part>,
    /// A motto, in emphasized text.
    epigraph: Option<Runs>,
    /// Availability.
    status: Option<Part>,
    contacts: Vec<ReadyContact>,
    /// The path of the photo.
    photo: Option<&'a str>,
    /// The name as written.
    name: Option<&'a str>,
    family_name: Option<&'a str>,
    /// The name for a line in the margin, and for the text that describes the photo.
    short_name: Option<&'a str>,
    /// The description of the photo and the signature.
    alt: &'a str,
}

/// A cover letter.
#[derive(Debug, PartialEq, Serialize)]
struct Letter<'a> {
    recipient: Vec<Runs>,
    /// The date, in the long style.
    date: Option<&'a str>,
    /// The subject, in strong text.
    subject: Option<Runs>,
    opening: Option<Runs>,
    body: Vec<BodyBlock>,
    closing: Option<Runs>,
    /// The path of the signature.
    signature: Option<&'a str>,
    enclosures: Vec<Runs>,
}

/// Prepares a document for a layout.
pub fn template_data<'a>(
    resume: &'a Resume,
    design: &Design,
    layout: &Layout,
    engine: &Engine,
) -> TemplateData<'a> {
    let parts = PartsWriter {
        resume,
        dates: design.date_style(),
        has_spaced_dash: layout.manifest.has_spaced_dash(design.date_style()),
        addresses: design.flag("addresses"),
        widths: Widths::new(engine, design.text("font").unwrap_or_default()),
    };
    let body = BodyWriter {
        label: &resume.separators.label,
        widths: &parts.widths,
    };
    let letter = resume
        .letter
        .as_ref()
        .map(|letter| prepared_letter(letter, &body));
    let mut flow = FlowWriter {
        parts: &parts,
        body,
        single_column: layout.manifest.single_column,
        sections: 0,
    };
    let mut data = TemplateData {
        version: CONTRACT,
        language: &resume.language,
        region: resume.region.as_deref(),
        script: resume.script.as_deref(),
        direction: resume.direction,
        italics: !resume.words.present.chars().any(is_upright),
        words: &resume.words,
        separators: &resume.separators,
        document: &resume.document,
        head: head(resume, &parts),
        sections: flow.sections(&resume.sections),
        footer: resume
            .footer
            .as_ref()
            .map(|footer| ready(footer, Surrounding::Plain)),
        letter,
    };
    if layout.manifest.unbroken_addresses && can_box_addresses(resume) {
        data.box_addresses();
    }
    data
}

/// Returns whether a word in a box looks like one without: Typst adds no space between a box and a
/// Han character, and from right to left, a box swaps places with the Latin words around it.
fn can_box_addresses(resume: &Resume) -> bool {
    resume.direction == Direction::Ltr && !matches!(resume.language.as_str(), "zh" | "ja")
}

impl Addresses for TemplateData<'_> {
    fn box_addresses(&mut self) {
        let head = &mut self.head;
        head.title.box_addresses();
        head.headline.box_addresses();
        head.epigraph.box_addresses();
        head.status.box_addresses();
        head.contacts.box_addresses();
        self.sections.box_addresses();
        self.footer.box_addresses();
        if let Some(letter) = &mut self.letter {
            letter.recipient.box_addresses();
            letter.subject.box_addresses();
            letter.opening.box_addresses();
            letter.body.box_addresses();
            letter.closing.box_addresses();
            letter.enclosures.box_addresses();
        }
    }
}

fn head<'a>(resume: &'a Resume, parts: &PartsWriter) -> Head<'a> {
    let person = &resume.person;
    let name = person.name.as_deref();
    let native = person.native_name.as_deref();
    let is_named = name.or(native).is_some();
    let title = resume.title.as_ref();
    let headline = person.headline.as_ref();
    let heading = match (name.or(native), title.or(headline)) {
        (Some(name), _) => Some(ready_text(name)),
        (None, Some(text)) => Some(ready(text, Surrounding::Strong)),
        (None, None) => None,
    };
    let below_name = headline.filter(|_| is_named || title.is_some());
    let alt = name.unwrap_or(&resume.document.title);
    Head {
        heading,
        native: native
            .filter(|native| name.is_some_and(|name| name != *native))
            .map(ready_text),
        title: title
            .filter(|_| is_named)
            .map(|title| ready(title, Surrounding::Plain)),
        headline: below_name.map(|headline| Part::of(headline)),
        epigraph: person
            .epigraph
            .as_ref()
            .map(|epigraph| ready(epigraph, Surrounding::Emph)),
        status: person.status.as_ref().map(|status| Part::of(status)),
        contacts: person
            .contacts
            .iter()
            .map(|contact| parts.contact(contact))
            .collect(),
        photo: person.photo.as_deref(),
        name,
        family_name: person.family_name.as_deref(),
        short_name: Some(alt).filter(|name| name.len() < LONGEST_NAME),
        alt,
    }
}

fn prepared_letter<'a>(letter: &'a ResumeLetter, body: &BodyWriter) -> Letter<'a> {
    let plain = |text: &Vec<_>| ready(text, Surrounding::Plain);
    Letter {
        recipient: letter.recipient.iter().map(plain).collect(),
        date: letter.date.as_ref().map(|date| date.long.as_str()),
        subject: letter
            .subject
            .as_ref()
            .map(|subject| ready(subject, Surrounding::Strong)),
        opening: letter.opening.as_ref().map(plain),
        body: body.blocks(&letter.body),
        closing: letter.closing.as_ref().map(plain),
        signature: letter.signature.as_deref(),
        enclosures: letter.enclosures.iter().map(plain).collect(),
    }
}
