//! The page, its files, and the pages of the document.

use std::sync::Arc;

use crate::export::Format;
use crate::preview::access::SVG;
use crate::preview::assets::{ASSETS, INDEX};
use crate::preview::http::{Request, Response, Status};
use crate::preview::routes::Context;

/// What is named by its content never changes.
const FOREVER: &str = "private, max-age=31536000, immutable";

/// Returns the page.
#[expect(clippy::unnecessary_wraps, reason = "as all routes")]
pub fn index(_: &Context, _: &Request) -> Result<Response, Response> {
    let html = "text/html; charset=utf-8";
    Ok(Response::new(Status::Ok, html, INDEX.as_bytes()))
}

/// Returns a file of the page.
pub fn asset(_: &Context, request: &Request) -> Result<Response, Response> {
    let mut assets = ASSETS.iter();
    let asset = assets.find(|asset| asset.name == request.rest);
    let asset = asset.ok_or_else(|| Response::error(Status::NotFound, "there is no such file"))?;
    Ok(Response::new(Status::Ok, asset.media_type, asset.bytes))
}

/// Returns the picture of a page.
pub fn picture(context: &Context, request: &Request) -> Result<Response, Response> {
    let page = hash(request, ".svg").and_then(|hash| context.session.page(hash));
    let svg = page.as_ref().and_then(|page| page.svg.as_deref());
    let svg = svg.ok_or_else(gone)?;
    let response = Response::new(Status::Ok, SVG, svg.as_bytes());
    Ok(response.header("Cache-Control", FOREVER))
}

/// Returns the boxes of the text of a page.
pub fn text(context: &Context, request: &Request) -> Result<Response, Response> {
    let page = hash(request, ".json").and_then(|hash| context.session.page_text(hash));
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
pub fn thumbnail(context: &Context, request: &Request) -> Result<Response, Response> {
    let layout = request.rest.strip_suffix(".png").unwrap_or_default();
    let bytes: Arc<[u8]> = context
        .session
        .thumbnail(layout)
        .map_err(|why| not_made(&why))?;
    Ok(Response::new(Status::Ok, "image/png", bytes))
}

/// Returns a file as `cvpress render` writes it.
pub fn export(context: &Context, request: &Request) -> Result<Response, Response> {
    let format = request.head.query_value("format").unwrap_or("pdf");
    let format = Format::from_extension(format)
        .ok_or_else(|| Response::error(Status::BadRequest, "there is no such format"))?;
    let page = request.head.query_value("page").unwrap_or("1");
    let page = page
        .parse()
        .map_err(|_| Response::error(Status::BadRequest, "`page` must be a number"))?;
    let file = context
        .session
        .export(format, page)
        .map_err(|why| not_made(&why))?;
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
