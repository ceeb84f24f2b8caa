//! What belongs to the page in the browser and not to its session: its files, which are embedded in the
//! program, and the editor of the user.

use serde::Deserialize;

use crate::diagnostic::Source;
use crate::ide::byte_offset;
use crate::preview::editor::EditorCommand;
use crate::session::{Head, Response, SVG, Session, Status};

/// Returns a file of the page; `None` if the request is for another path.
pub fn file(head: &Head) -> Option<Response> {
    if head.route_method() != "GET" {
        return None;
    }
    if head.path == "/" {
        return Some(Response::new(Status::Ok, HTML, INDEX.as_bytes()));
    }
    let name = head.path.strip_prefix("/assets/")?;
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    Some(match asset {
        Some(asset) => Response::new(Status::Ok, asset.media_type, asset.bytes),
        None => Response::error(Status::NotFound, "there is no such file"),
    })
}

/// A place of the profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    /// The offset in UTF-16.
    start: usize,
}

/// Opens a place of the profile in the editor.
pub fn open(session: &Session, editor: Option<&EditorCommand>, body: &[u8]) -> Response {
    let Some(editor) = editor else {
        let message = "no editor was given; see `--editor`";
        return Response::error(Status::Conflict, message);
    };
    let Ok(Place { start }) = serde_json::from_slice(body) else {
        return Response::error(Status::BadRequest, "the body is not a place");
    };
    let name = session.store().name();
    let text = session.text();
    let place = Source::new(&*name, &*text).position(byte_offset(&text, start));
    match editor.open(&name, place) {
        Ok(()) => Response::empty(Status::Accepted),
        Err(error) => {
            let message = format!("the editor cannot be started: {error}");
            Response::error(Status::InternalError, &message)
        }
    }
}

/// A file of the page.
struct Asset {
    /// The name below `/assets/`.
    name: &'static str,
    /// The media type.
    media_type: &'static str,
    /// The bytes.
    bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The page.
const INDEX: &str = include_str!("web/bundle/index.html");

/// All files besides the page. No other can be asked for.
const ASSETS: &[Asset] = &[
    Asset {
        name: "preview.js",
        media_type: SCRIPT,
        bytes: include_bytes!("web/bundle/preview.js"),
    },
    Asset {
        name: "edit.js",
        media_type: SCRIPT,
        bytes: include_bytes!("web/bundle/edit.js"),
    },
    Asset {
        name: "shared.js",
        media_type: SCRIPT,
        bytes: include_bytes!("web/bundle/shared.js"),
    },
    Asset {
        name: "style.css",
        media_type: STYLE,
        bytes: include_bytes!("web/bundle/style.css"),
    },
    Asset {
        name: "favicon.svg",
        media_type: SVG,
        bytes: include_bytes!("web/bundle/favicon.svg"),
    },
];
