//! What is shown, and where the profile is opened.

use serde::Deserialize;

use crate::diagnostic::Source;
use crate::ide::byte_offset;
use crate::preview::http::{Request, Response, Status};
use crate::preview::routes::Context;

/// Changes what is shown.
pub fn change(context: &Context, request: &Request) -> Result<Response, Response> {
    let changed = context.session.change_view(request.json()?);
    changed.map_err(|why| Response::error(Status::BadRequest, &why))?;
    Ok(Response::empty(Status::Accepted))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    /// The offset in UTF-16.
    start: usize,
}

/// Opens a place of the profile in the editor.
pub fn open(context: &Context, request: &Request) -> Result<Response, Response> {
    let Place { start } = request.json()?;
    let Some(editor) = &context.editor else {
        let message = "no editor was given; see `--editor`";
        return Err(Response::error(Status::Conflict, message));
    };
    let file = context.session.file();
    let text = context.session.text();
    let offset = byte_offset(&text, start);
    let place = Source::new(file.name(), &*text).position(offset);
    editor.open(&file.name(), place).map_err(|error| {
        let message = format!("the editor cannot be started: {error}");
        Response::error(Status::InternalError, &message)
    })?;
    Ok(Response::empty(Status::Accepted))
}
