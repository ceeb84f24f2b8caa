//! What a template receives: the content of a document, ready to draw.
//!
//! Everything that depends on the profile, the language and the options alone is decided here, once
//! and in Rust; a template decides about arrangement and style. `templates/README.md` describes the
//! data for authors of templates. Uses `content`, `layout` and the fonts.

mod body;
mod contacts;
mod entry_date;
mod even_prose;
mod flow;
mod hanging;
mod header;
mod history;
mod hyphens;
mod justify;
mod parts;
mod qr;
mod runs;
mod script;
mod shape;
mod unbroken;
mod weight;
mod width;
mod words;

use serde::Serialize;

use crate::content::resume::{
    Direction, Inlines, Metadata, ResumeLetter, ResumeSignature, ResumeWords, Separators,
};
use crate::content::{DateWriter, Resume, with_grouped_roles};
use crate::layout::{CONTRACT, Design, GROUP_ROLES, Layout};
use crate::typeset::contract::body::{BodyBlock, BodyWriter};
use crate::typeset::contract::contacts::{LinkWriter, ReadyContact};
use crate::typeset::contract::entry_date::EntryDateWriter;
use crate::typeset::contract::even_prose::even_out;
use crate::typeset::contract::flow::{
    FlowSection, FlowWriter, SeparateLanguages, is_brief, widest_date,
};
use crate::typeset::contract::header::PartsWriter;
use crate::typeset::contract::history::Form;
use crate::typeset::contract::justify::{HYPHENATE, Justify};
use crate::typeset::contract::parts::Part;
use crate::typeset::contract::qr::{Code, codes};
use crate::typeset::contract::runs::{Runs, Surrounding, has_emphasis, ready, ready_text};
use crate::typeset::contract::script::is_upright;
use crate::typeset::contract::unbroken::{Kept, Unbroken};
use crate::typeset::contract::width::Widths;
use crate::typeset::world::Engine;

/// The greatest width of a status that stays on one line, in em: it fits a side panel.
const SHORT_STATUS: f64 = 11.0;

/// The longest name of a running line, in bytes.
const LONGEST_NAME: usize = 100;

/// Returns whether a section may go into a panel beside the text if that saves a page.
pub fn has_brief_sections(resume: &Resume) -> bool {
    resume.sections.iter().any(is_brief)
}

/// The content of a document.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TemplateData<'a> {
    version: u32,
    language: &'a str,
    region: Option<&'a str>,
    script: Option<&'a str>,
    direction: Direction,
    /// Whether the script of the language has italics.
    italics: bool,
    /// The texts that are justified.
    justify: Justify,
    words: &'a ResumeWords,
    separators: &'a Separators,
    document: &'a Metadata,
    /// The path of the logo above the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    page_logo: Option<&'a str>,
    head: Head<'a>,
    sections: Vec<FlowSection>,
    /// The width of the widest period at the side of an entry, in em.
    date_width: f64,
    signature: Option<Signature<'a>>,
    footer: Option<Runs>,
    letter: Option<Letter<'a>>,
    /// The dates of a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
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
    /// The width of that in one line, in em; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    status_width: Option<f64>,
    contacts: Vec<ReadyContact>,
    /// The path of the photo.
    photo: Option<&'a str>,
    /// The name as written.
    name: Option<&'a str>,
    family_name: Option<&'a str>,
    /// The name for a line in the margin.
    short_name: Option<&'a str>,
    /// The description of the photo.
    alt: String,
    /// The description of signatures.
    signature_alt: String,
    /// The QR codes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    codes: Vec<Code>,
}

/// Place, date and signature at the end of a CV.
#[derive(Debug, PartialEq, Serialize)]
struct Signature<'a> {
    /// Place and date.
    dated: Option<Runs>,
    /// The path of the image.
    image: Option<&'a str>,
    name: Option<Runs>,
}

/// A cover letter.
#[derive(Debug, PartialEq, Serialize)]
struct Letter<'a> {
    recipient: Vec<Runs>,
    /// The lines of the sender, if they are below the recipient instead of in the head of the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sender: Vec<Runs>,
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
    let dates = design.date_format();
    let justify = Justify::of(design, &resume.language);
    let widths = &Widths::new(
        engine,
        design.text("font").unwrap_or_default(),
        &resume.language,
    );
    let parts = PartsWriter {
        resume,
        links: LinkWriter {
            resume,
            addresses: design.flag("addresses"),
        },
        dates: EntryDateWriter {
            resume,
            writer: DateWriter::new(&resume.locale, dates),
            has_spaced_dash: layout.manifest.has_spaced_dash(dates.style),
            widths,
        },
        separate_subtitles: layout.manifest.separate_subtitles,
        widths,
    };
    let body = BodyWriter {
        label: &resume.separators.label,
        direction: resume.direction,
        widths,
        justify,
        hangs: !matches!(resume.language.as_str(), "zh" | "ja"),
    };
    let mut head = head(resume, &parts.links, widths);
    let letter = resume.letter.as_ref().map(|letter| Letter {
        sender: if resume.has_sender_below() {
            head.take_sender()
        } else {
            Vec::new()
        },
        ..prepared_letter(letter, &body)
    });
    let mut flow = FlowWriter {
        parts: &parts,
        body,
        single_column: layout.manifest.single_column,
        separate_languages: separate_languages(resume, design, layout),
        history: layout.manifest.history,
        sections: 0,
    };
    let mut sections = if design.flag(GROUP_ROLES) {
        flow.sections(&with_grouped_roles(resume).sections)
    } else {
        flow.sections(&resume.sections)
    };
    if justify == Justify::Prose {
        even_out(&mut sections);
    }
    let date_widths = sections.iter().map(|section| widest_date(&section.flow));
    let mut data = TemplateData {
        version: CONTRACT,
        language: &resume.language,
        region: resume.region.as_deref(),
        script: resume.script.as_deref(),
        direction: resume.direction,
        italics: !resume.words.present.chars().any(is_upright),
        justify,
        words: &resume.words,
        separators: &resume.separators,
        document: &resume.document,
        page_logo: resume.page_logo.as_deref(),
        head,
        date_width: date_widths.fold(0.0, f64::max),
        sections,
        signature: resume
            .signature
            .as_ref()
            .map(|signature| prepared_signature(signature, &resume.separators)),
        footer: resume.footer.as_ref().map(plain),
        letter,
        form: layout
            .manifest
            .history
            .then(|| history::form(resume, &parts.dates.writer)),
    };
    // From right to left, a box swaps places with the Latin words around it, and Typst adds no space
    // between a box and a Han character, next to which an address may be.
    if resume.direction == Direction::Ltr {
        let is_han = matches!(resume.language.as_str(), "zh" | "ja");
        let keeps_addresses = layout.manifest.unbroken_addresses && !is_han;
        data.keep_together(Kept {
            addresses: keeps_addresses,
            compounds: data.justify != Justify::All,
            capitals: design.flag(HYPHENATE),
        });
    }
    data
}

fn separate_languages(resume: &Resume, design: &Design, layout: &Layout) -> SeparateLanguages {
    let draws_levels = matches!(design.text("levels"), Some("dots" | "bars"));
    if layout.manifest.separate_languages {
        SeparateLanguages::All
    } else if draws_levels || resume.direction == Direction::Rtl {
        SeparateLanguages::WithLevels
    } else {
        SeparateLanguages::None
    }
}

impl Unbroken for TemplateData<'_> {
    fn keep_together(&mut self, kept: Kept) {
        let head = &mut self.head;
        head.title.keep_together(kept);
        head.headline.keep_together(kept);
        head.epigraph.keep_together(kept);
        head.status.keep_together(kept);
        head.contacts.keep_together(kept);
        for section in &mut self.sections {
            section.flow.keep_together(kept);
        }
        if let Some(signature) = &mut self.signature {
            signature.dated.keep_together(kept);
            signature.name.keep_together(kept);
        }
        self.footer.keep_together(kept);
        if let Some(letter) = &mut self.letter {
            letter.recipient.keep_together(kept);
            letter.sender.keep_together(kept);
            letter.subject.keep_together(kept);
            letter.opening.keep_together(kept);
            letter.body.keep_together(kept);
            letter.closing.keep_together(kept);
            letter.enclosures.keep_together(kept);
        }
    }
}

impl Head<'_> {
    /// Takes what it says of the sender of a letter, as lines.
    fn take_sender(&mut self) -> Vec<Runs> {
        self.photo = None;
        let names = [self.heading.take(), self.native.take(), self.title.take()];
        let headline = self
            .headline
            .take()
            .map(|headline| headline.plain().clone());
        let contacts = std::mem::take(&mut self.contacts).into_iter();
        names
            .into_iter()
            .chain([headline])
            .flatten()
            .chain(contacts.map(|contact| contact.content))
            .collect()
    }
}

fn head<'a>(resume: &'a Resume, links: &LinkWriter, widths: &Widths) -> Head<'a> {
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
    let short_name = name.unwrap_or(&resume.document.title);
    let status = person.status.as_ref().map(|status| {
        Part::new(has_emphasis(status), |around| {
            let runs = ready(status, around);
            let is_short = widths
                .of_runs(&runs, around)
                .is_some_and(|width| width <= SHORT_STATUS);
            if is_short { runs.boxed() } else { runs }
        })
    });
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
        status_width: status
            .as_ref()
            .and_then(|status| widths.of_runs(status.plain(), Surrounding::Plain)),
        status,
        contacts: person
            .contacts
            .iter()
            .map(|contact| links.contact(contact).measured(widths))
            .collect(),
        photo: person.photo.as_deref(),
        name,
        family_name: person.family_name.as_deref(),
        short_name: Some(short_name).filter(|name| name.len() < LONGEST_NAME),
        alt: described(&resume.locale.words().person.photo, resume),
        signature_alt: described(&resume.locale.words().person.signature, resume),
        // A letter is about its text.
        codes: if resume.letter.is_none() {
            codes(resume)
        } else {
            Vec::new()
        },
    }
}

fn prepared_signature<'a>(
    signature: &'a ResumeSignature,
    separators: &Separators,
) -> Signature<'a> {
    let dated = signature.dated(separators);
    Signature {
        dated: dated.as_ref().map(plain),
        image: signature.image.as_deref(),
        name: signature.name.as_deref().map(ready_text),
    }
}

/// Returns the description of an image of a person: what it is, and whose.
fn described(what: &str, resume: &Resume) -> String {
    match &resume.person.name {
        Some(name) => what.replace("{}", name),
        None => resume.document.title.clone(),
    }
}

fn prepared_letter<'a>(letter: &'a ResumeLetter, body: &BodyWriter) -> Letter<'a> {
    Letter {
        recipient: letter.recipient.iter().map(plain).collect(),
        sender: Vec::new(),
        date: letter.date.as_deref(),
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

fn plain(text: &Inlines) -> Runs {
    ready(text, Surrounding::Plain)
}
