//! The pages of the document, and files to download.

use std::sync::Arc;

use crate::export::Format;
use crate::session::Session;
use crate::session::picture::SVG;
use crate::session::request::{Request, Response, Status};

/// What is named by its content never changes.
const FOREVER: &str = "private, max-age=31536000, immutable";

/// Returns the picture of a page.
pub fn picture(session: &Session, request: &Request) -> Result<Response, Response> {
    let page = hash(request, ".svg").and_then(|hash| session.page(hash));
    let svg = page.as_ref().and_then(|page| page.svg.as_deref());
    let svg = svg.ok_or_else(gone)?;
    let response = Response::new(Status::Ok, SVG, svg.as_bytes());
    Ok(response.header("Cache-Control", FOREVER))
}

/// Returns the boxes of the text of a page.
pub fn text(session: &Session, request: &Request) -> Result<Response, Response> {
    let page = hash(request, ".json").and_then(|hash| session.page_text(hash));
    let page = page.ok_or_else(gone)?;
    let response = Response::new(Status::Ok, "application/json", page.boxes.as_bytes());
    Ok(response.header("Cache-Control", FOREVER))
}

fn hash<'a>(request: &'a Request, ending: &str) -> Option<&'a str> {
    request.rest.strip_suffix(ending)
}

fn gone() -> Response {
    Response::error(Status::NotFound, "this page is no longer shown")
}

/// Returns a small picture of the first page in a layout.
pub fn thumbnail(session: &Session, request: &Request) -> Result<Response, Response> {
    let layout = request.rest.strip_suffix(".png").unwrap_or_default();
    let bytes: Arc<[u8]> = session.thumbnail(layout).map_err(|why| not_made(&why))?;
    Ok(Response::new(Status::Ok, "image/png", bytes))
}

/// Returns a file as `cvpress render` writes it.
pub fn export(session: &Session, request: &Request) -> Result<Response, Response> {
    let format = request.head.query_value("format").unwrap_or("pdf");
    let format = Format::from_extension(format)
        .ok_or_else(|| Response::error(Status::BadRequest, "there is no such format"))?;
    let page = request.head.query_value("page").unwrap_or("1");
    let page = page
        .parse()
        .map_err(|_| Response::error(Status::BadRequest, "`page` must be a number"))?;
    let file = session.export(format, page).map_err(|why| not_made(&why))?;
    let name = disposition(&file.name);
    let response = Response::new(Status::Ok, format.media_type(), file.bytes);
    Ok(response.header("Content-Disposition", name))
}

fn not_made(why: &str) -> Response {
    Response::error(Status::Conflict, why)
}

/// Returns the header that names a file (RFC 6266).
fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// Returns whether a character may be in a name that is not encoded.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_. ".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_downloads_are_escaped() {
        assert_eq!(
            disposition("a\"é.pdf"),
            "attachment; filename=\"a__.pdf\"; filename*=UTF-8''a%22%C3%A9.pdf"
        );
    }
}
