//! A picture of the reader's, such as a photo, which becomes a file that the profile can name.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::session::Session;
use crate::session::request::{Request, Response, Status};

/// The ends of the names of pictures.
const ENDS: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "svg"];

/// The most files of one name.
const MOST_OF_A_NAME: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SentImage {
    name: String,
    /// The bytes, in Base64.
    content: String,
}

/// Keeps a picture beside the profile, and returns the name that it has there. No other file of this name
/// is replaced.
pub fn add(session: &Session, request: &Request) -> Result<Response, Response> {
    let SentImage { name, content } = request.json()?;
    let bytes = STANDARD
        .decode(content)
        .map_err(|_| Response::error(Status::BadRequest, "the content is not Base64"))?;
    let (stem, end) = plain_name(&name).ok_or_else(|| {
        let message = format!("`{name}` is not the name of a PNG, JPEG, GIF, WebP or SVG");
        Response::error(Status::UnprocessableContent, &message)
    })?;
    for number in 1..=MOST_OF_A_NAME {
        let name = match number {
            1 => format!("{stem}.{end}"),
            _ => format!("{stem}-{number}.{end}"),
        };
        let is_kept = session
            .store()
            .add_file(&name, &bytes)
            .map_err(|problems| {
                let mut problems = problems.iter();
                let message = problems.next().map_or("", |problem| &problem.message);
                Response::error(Status::InternalError, message)
            })?;
        if is_kept {
            session.files_changed();
            let body = serde_json::json!({ "name": name });
            return Ok(Response::json(Status::Ok, &body));
        }
    }
    let message = format!("there are too many files named `{stem}.{end}`");
    Err(Response::error(Status::UnprocessableContent, &message))
}

/// Returns the name of a picture without folders and signs that have a meaning in paths, and its end.
fn plain_name(name: &str) -> Option<(String, String)> {
    let file = name.rsplit(['/', '\\']).next()?;
    let (stem, end) = file.rsplit_once('.')?;
    let end = end.to_ascii_lowercase();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    let stem = stem.trim_matches('-');
    (!stem.is_empty() && ENDS.contains(&end.as_str())).then(|| (stem.to_owned(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures_lead_to_no_other_folder() {
        let named = |name| plain_name(name).map(|(stem, end)| format!("{stem}.{end}"));
        assert_eq!(named("Photo 1.JPG").as_deref(), Some("Photo-1.jpg"));
        assert_eq!(named("../../etc/a.png").as_deref(), Some("a.png"));
        assert_eq!(named("C:\\b\\..png"), None);
        assert_eq!(named("ada.toml"), None);
        assert_eq!(named(".png"), None);
    }
}
