//! A file of another tool, which becomes the text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostics;
use crate::import::{ImportInput, import};
use crate::pipeline::guarded;
use crate::profile::{Input, ProfileFiles, input_text, refuse_foreign};
use crate::session::Session;
use crate::session::request::{Request, Response, Status};

/// A file that the page sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentFile {
    pub(super) name: String,
    /// The bytes, in Base64.
    content: String,
}

impl SentFile {
    /// Returns the bytes.
    ///
    /// # Errors
    /// The response to a content that is not Base64.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, Response> {
        let bytes = STANDARD.decode(&self.content);
        bytes.map_err(|_| Response::error(Status::BadRequest, "the content is not Base64"))
    }
}

/// The text of a file.
#[derive(Serialize)]
struct OpenedFile {
    text: String,
    /// The tool that it was from; `None` if it is a profile.
    origin: Option<&'static str>,
    /// What has no place in a profile, and what was changed.
    notes: Vec<String>,
    /// The photo that the text names.
    photo: Option<OpenedPhoto>,
}

/// A photo, which the page sends back as a picture beside the profile.
#[derive(Serialize)]
struct OpenedPhoto {
    name: String,
    /// The bytes, in Base64.
    content: String,
}

/// Returns the text of a profile, or the profile that a file of another tool becomes.
pub fn opened(_: &Session, request: &Request) -> Result<Response, Response> {
    let file: SentFile = request.json()?;
    let bytes = file.bytes()?;
    let name = file.name;
    let opened = if name.to_lowercase().ends_with(".toml") {
        profile(&name, &bytes)
    } else {
        guarded(|| imported(&name, bytes))
    };
    let opened = opened.map_err(|problems| {
        let mut problems = problems.iter();
        let message = problems.next().map_or("", |problem| &problem.message);
        Response::error(Status::UnprocessableContent, message)
    })?;
    Ok(Response::json(Status::Ok, &opened))
}

/// Reads a profile, or a text that may become one: TOML, and not of another program.
fn profile(name: &str, bytes: &[u8]) -> Result<OpenedFile, Diagnostics> {
    let input = Input::Bytes {
        name: name.to_owned(),
        files: ProfileFiles::None,
        bytes: bytes.into(),
    };
    let text = input_text(&input)?;
    refuse_foreign(name, &text)?;
    Ok(OpenedFile {
        text,
        origin: None,
        notes: Vec::new(),
        photo: None,
    })
}

fn imported(name: &str, bytes: Vec<u8>) -> Result<OpenedFile, Diagnostics> {
    let imported = import(&ImportInput::of_bytes(name, bytes), None)?;
    let notes = imported.problems.iter();
    Ok(OpenedFile {
        text: imported.profile,
        origin: Some(imported.origin.name()),
        notes: notes.map(|problem| problem.message.clone()).collect(),
        photo: imported.photo.map(|photo| OpenedPhoto {
            name: photo.name,
            content: STANDARD.encode(photo.bytes),
        }),
    })
}
