//! The text of the profile: reading, drafts and saving.

use serde::Deserialize;

use crate::diagnostic::size;
use crate::export::content_hash;
use crate::profile::MAX_SIZE;
use crate::session::Session;
use crate::session::request::{Request, Response, Status};
use crate::session::store::{Condition, SaveError};

/// A text that the page sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentText {
    text: String,
}

/// Returns the text of the file.
pub fn read(session: &Session, _: &Request) -> Result<Response, Response> {
    let file = session.store();
    let etag = file.etag();
    let text = if file.exists() {
        file.text()
            .map_err(|problem| Response::error(Status::UnprocessableContent, &problem.message))?
    } else {
        String::new()
    };
    Ok(contents(Status::Ok, &text, etag.as_deref()))
}

fn contents(status: Status, text: &str, etag: Option<&str>) -> Response {
    let body = serde_json::json!({ "text": text, "etag": etag });
    let response = Response::json(status, &body);
    match etag {
        Some(etag) => response.header("ETag", format!("\"{etag}\"")),
        None => response,
    }
}

/// Shows a text that is not saved, and returns the hash by which the states of it are known.
pub fn draft(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentText { text } = request.json()?;
    session.draft(&text);
    let body = serde_json::json!({ "source": content_hash(text.as_bytes()) });
    Ok(Response::json(Status::Accepted, &body))
}

/// Writes the file, unless it has changed since the page has read it.
pub fn save(session: &Session, request: &Request) -> Result<Response, Response> {
    let condition = condition(request)?;
    let SentText { text } = request.json()?;
    match session.save(&text, &condition) {
        Ok(etag) => {
            let body = serde_json::json!({ "etag": etag });
            let response = Response::json(Status::Ok, &body);
            Ok(response.header("ETag", format!("\"{etag}\"")))
        }
        Err(SaveError::Changed) => {
            let file = session.store();
            let etag = file.etag();
            if !file.exists() {
                return Ok(contents(Status::Conflict, "", None));
            }
            let text = file.text().map_err(|problem| {
                Response::error(Status::UnprocessableContent, &problem.message)
            })?;
            Ok(contents(Status::Conflict, &text, etag.as_deref()))
        }
        Err(SaveError::TooLarge) => {
            let message = format!("a profile has at most {}", size(MAX_SIZE));
            Err(Response::error(Status::PayloadTooLarge, &message))
        }
        Err(SaveError::Failed(problems)) => {
            let mut problems = problems.iter();
            let message = problems.next().map_or("", |problem| &problem.message);
            Err(Response::error(Status::InternalError, message))
        }
    }
}

/// Returns the condition of a request, which must have one.
fn condition(request: &Request) -> Result<Condition, Response> {
    let head = &request.head;
    if head.header("if-none-match").map(str::trim) == Some("*") {
        return Ok(Condition::Absent);
    }
    let Some(etag) = head.header("if-match") else {
        let message = "saving needs `If-Match`, or `If-None-Match: *` for a new file";
        return Err(Response::error(Status::PreconditionRequired, message));
    };
    Ok(Condition::Matches(etag.trim().trim_matches('"').to_owned()))
}
