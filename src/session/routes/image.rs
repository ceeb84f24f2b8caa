//! A picture of the reader's, such as a photo, which becomes a file that the profile can name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::profile::{ProfileFiles, find_image};
use crate::session::Session;
use crate::session::request::{Request, Response, Status};
use crate::session::routes::import::SentFile;

/// The most files of one name.
const MOST_OF_A_NAME: usize = 100;

/// Keeps a picture beside the profile, and returns the name that it has there. No other file of this name
/// is replaced.
pub fn add(session: &Session, request: &Request) -> Result<Response, Response> {
    let file: SentFile = request.json()?;
    let bytes = file.bytes()?;
    let (stem, end) = plain_name(&file.name);
    check(&format!("{stem}.{end}"), &bytes)
        .map_err(|problem| Response::error(Status::UnprocessableContent, &problem.message))?;
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

/// Checks that a profile can name a picture.
fn check(name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    let files = BTreeMap::from([(name.to_owned(), bytes.to_vec())]);
    match find_image(name, &ProfileFiles::Memory(Arc::new(files))) {
        Ok(_) => Ok(()),
        Err(fault) => Err(fault.error("picture", name)),
    }
}

/// Returns the name of a file without folders and signs that have a meaning in paths, and its end.
fn plain_name(name: &str) -> (String, String) {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, end) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    let end: String = end.chars().filter(|c| c.is_alphanumeric()).collect();
    let stem = stem.trim_matches('-');
    let stem = if stem.is_empty() { "picture" } else { stem };
    (stem.to_owned(), end.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures_lead_to_no_other_folder() {
        let named = |name| {
            let (stem, end) = plain_name(name);
            format!("{stem}.{end}")
        };
        assert_eq!(named("Photo 1.JPG"), "Photo-1.jpg");
        assert_eq!(named("../../etc/a.png"), "a.png");
        assert_eq!(named("C:\\b\\..png"), "picture.png");
        assert_eq!(named("a.p/ng"), "ng.");
    }
}
