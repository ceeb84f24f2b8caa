//! Answers of `ide` about a text that is edited: completion, hover and formatting.

use serde::{Deserialize, Serialize};

use crate::ide::{Completion, CompletionKind, LineIndex, complete, hover};
use crate::profile::formatted_text;
use crate::session::Session;
use crate::session::request::{Request, Response, Status};

/// A text and a place in it, in UTF-16.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentPlace {
    pub(super) text: String,
    pub(super) offset: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextToFormat {
    text: String,
}

/// A completion; the cursor is an offset in UTF-16 into the inserted text.
#[derive(Serialize)]
struct SentCompletion {
    label: String,
    word: String,
    kind: &'static str,
    detail: String,
    documentation: String,
    insert: String,
    cursor: usize,
}

impl From<Completion> for SentCompletion {
    fn from(item: Completion) -> Self {
        Self {
            cursor: item.insert[..item.cursor].encode_utf16().count(),
            label: item.label,
            word: item.word,
            kind: match item.kind {
                CompletionKind::Header => "header",
                CompletionKind::Field => "field",
                CompletionKind::Option => "option",
                CompletionKind::Value => "value",
            },
            detail: item.detail,
            documentation: item.text,
            insert: item.insert,
        }
    }
}

/// Returns what can be written at a place.
pub fn completions(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentPlace { text, offset } = request.json()?;
    let index = LineIndex::new(text);
    let files = session.store().files();
    let found = complete(
        index.text(),
        index.from_utf16(offset),
        &session.layouts(),
        &files,
    );
    let items: Vec<SentCompletion> = found.items.into_iter().map(SentCompletion::from).collect();
    let body = serde_json::json!({
        "from": index.to_utf16(found.replaced.start),
        "to": index.to_utf16(found.replaced.end),
        "items": items,
    });
    Ok(Response::json(Status::Ok, &body))
}

/// Describes the word at a place; `null` if there is nothing to say.
pub fn description(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentPlace { text, offset } = request.json()?;
    let index = LineIndex::new(text);
    let found = hover(index.text(), index.from_utf16(offset), &session.layouts());
    let body = found.map(|found| {
        serde_json::json!({
            "start": index.to_utf16(found.span.start),
            "end": index.to_utf16(found.span.end),
            "markdown": found.markdown,
        })
    });
    Ok(Response::json(Status::Ok, &body))
}

/// Returns a text as `cvpress fmt` writes it.
pub fn formatted(session: &Session, request: &Request) -> Result<Response, Response> {
    let TextToFormat { text } = request.json()?;
    match formatted_text(session.store().name(), &text) {
        Ok(text) => Ok(Response::json(
            Status::Ok,
            &serde_json::json!({ "text": text }),
        )),
        Err(problems) => {
            let mut messages = problems.iter().map(|problem| problem.message.as_str());
            let first = messages.next().unwrap_or_default();
            let message = format!("the text cannot be formatted: {first}");
            Err(Response::error(Status::UnprocessableContent, &message))
        }
    }
}
