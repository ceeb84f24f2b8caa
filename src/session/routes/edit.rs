//! Edits of the text by commands, its outline, and the samples that a new profile starts from.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::Locale;
use crate::diagnostic::Diagnostics;
use crate::ide::edits::{self, EditStep, OutlineNode, ProfileEdit};
use crate::ide::samples::{self, Sample, SampleRequest, person_name};
use crate::ide::{LineIndex, Utf16Offsets};
use crate::profile::{SectionKind, capitalized};
use crate::session::Session;
use crate::session::finding::{SentFinding, finding_list};
use crate::session::request::{Request, Response, Status};
use crate::session::routes::language::SentPlace;

/// The stems of file names that do not name the person.
const PLAIN_STEMS: [&str; 3] = ["cv", "resume", "profile"];

/// The name of the person of a new profile until the author writes it.
const NAME: &str = "Your Name";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentEdit {
    text: String,
    edit: ProfileEdit,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutlinedText {
    text: String,
}

/// The sections of a text, and the kinds that new ones may have.
#[derive(Serialize)]
struct SentOutline<'n> {
    kinds: Vec<&'static str>,
    sections: Vec<SentNode<'n>>,
}

/// A section, an entry or a bullet, with offsets in UTF-16.
#[derive(Serialize)]
struct SentNode<'n> {
    title: &'n str,
    kind: &'static str,
    path: &'n [EditStep],
    start: usize,
    end: usize,
    children: Vec<SentNode<'n>>,
}

/// A sample in one language.
#[derive(Serialize)]
struct SampleCard {
    like: &'static str,
    locale: &'static str,
    title: String,
    about: &'static str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewProfile {
    like: String,
    locale: String,
    layout: String,
}

/// Makes an edit in a text, and returns the text and what is selected in it.
pub fn edit(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentEdit { text, edit } = request.json()?;
    let name = session.store().name();
    let edited = edits::apply(&name, &text, &edit)
        .map_err(|problems| unprocessable(&problems, &name, &text))?;
    let range = Utf16Offsets::new(&edited.text).range(&edited.selection);
    let body = serde_json::json!({
        "text": edited.text,
        "start": range.start,
        "end": range.end,
    });
    Ok(Response::json(Status::Ok, &body))
}

/// Returns the fields of the part around a place of a text, or `null`.
pub fn form(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentPlace { text, offset } = request.json()?;
    let name = session.store().name();
    let offset = LineIndex::new(&*text).from_utf16(offset);
    let mut form = edits::form(&name, &text, offset)
        .map_err(|problems| unprocessable(&problems, &name, &text))?;
    let offsets = Utf16Offsets::new(&text);
    for place in form
        .iter_mut()
        .flat_map(|form| [&mut form.previous, &mut form.next])
    {
        *place = place.map(|byte| offsets.offset(byte));
    }
    Ok(Response::json(Status::Ok, &form))
}

/// Returns the sections of a text.
pub fn outline(session: &Session, request: &Request) -> Result<Response, Response> {
    let OutlinedText { text } = request.json()?;
    let name = session.store().name();
    let nodes =
        edits::outline(&name, &text).map_err(|problems| unprocessable(&problems, &name, &text))?;
    let sent = SentOutline {
        kinds: SectionKind::names().collect(),
        sections: sent_nodes(&nodes, &Utf16Offsets::new(&text)),
    };
    Ok(Response::json(Status::Ok, &sent))
}

fn sent_nodes<'n>(nodes: &'n [OutlineNode], offsets: &Utf16Offsets) -> Vec<SentNode<'n>> {
    let mut sent = Vec::new();
    for node in nodes {
        let range = offsets.range(&(node.start..node.end));
        sent.push(SentNode {
            title: &node.title,
            kind: node.kind,
            path: &node.path,
            start: range.start,
            end: range.end,
            children: sent_nodes(&node.children, offsets),
        });
    }
    sent
}

/// Why an edit was not made.
#[derive(Serialize)]
struct Unprocessable<'a> {
    findings: Vec<SentFinding<'a>>,
}

fn unprocessable(problems: &Diagnostics, name: &str, text: &str) -> Response {
    let body = Unprocessable {
        findings: finding_list(problems, name, text),
    };
    Response::json(Status::UnprocessableContent, &body)
}

/// Returns the samples, each in every language that it has.
#[expect(clippy::unnecessary_wraps, reason = "all routes have one type")]
pub fn samples(_: &Session, _: &Request) -> Result<Response, Response> {
    let mut cards = Vec::new();
    for sample in Sample::all() {
        for starter in sample.starters() {
            cards.push(SampleCard {
                like: sample.name(),
                locale: starter.language,
                title: capitalized(sample.name()),
                about: sample.about(),
            });
        }
    }
    Ok(Response::json(Status::Ok, &cards))
}

/// Returns the text of a new profile, made from a sample.
pub fn new_profile(session: &Session, request: &Request) -> Result<Response, Response> {
    let NewProfile {
        like,
        locale,
        layout,
    } = request.json()?;
    let Ok(sample) = like.parse::<Sample>() else {
        let message = format!("there is no sample `{like}`");
        return Err(Response::error(Status::NotFound, &message));
    };
    if Locale::parse(&locale).is_none() {
        let message = format!("`{locale}` is not a language tag");
        return Err(Response::error(Status::BadRequest, &message));
    }
    let made = samples::text(&SampleRequest {
        sample,
        locale: &locale,
        layout: &layout,
        name: &name_of(&session.store().stem()),
        schema: None,
        today: session.today(),
    });
    let body = serde_json::json!({ "text": made.text });
    Ok(Response::json(Status::Ok, &body))
}

/// Returns the name of the person that a file is named after.
fn name_of(stem: &str) -> String {
    if PLAIN_STEMS.contains(&stem) {
        NAME.to_owned()
    } else {
        person_name(Path::new(stem))
    }
}
