//! Reads a posting: plain text, Markdown, HTML or a PDF.

use crate::diagnostic::{Diagnostic, rule, size};
use crate::pdf::is_pdf;
use crate::profile::utf8;
use crate::verify::posting::blocks::{LinePlace, PostingBlock, blocks};
use crate::verify::posting::html;
use crate::verify::read::{lines, read};

/// The number of bytes of the text of a posting. Real ones have a few thousand.
const MAX_TEXT: u64 = 1_000_000;

/// The number of bytes of a page in HTML, which may have scripts and images inside.
const MAX_HTML: u64 = 20_000_000;

/// What to do about a file that is none of these formats.
const FORMATS: &str = "a posting is plain text, Markdown, HTML or a PDF";

/// A job posting.
#[derive(Debug, Clone)]
pub struct Posting {
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub blocks: Vec<PostingBlock>,
}

impl Posting {
    /// Reads a posting that messages call `name`. The format is detected from the content.
    ///
    /// # Errors
    /// It is of another format, not UTF-8, too large, or has no text.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, Diagnostic> {
        let blocks = if is_pdf(bytes) {
            pdf_blocks(bytes, name)?
        } else {
            let text = text(bytes, name)?;
            if is_html(&text, name) {
                check_size(text.len(), MAX_HTML, name)?;
                blocks(&html::lines(&text))
            } else {
                check_size(text.len(), MAX_TEXT, name)?;
                blocks(&placed(None, text.lines().map(str::to_owned)))
            }
        };
        let length = blocks.iter().map(|block| block.text.len()).sum();
        check_size(length, MAX_TEXT, name)?;
        if blocks.is_empty() {
            return Err(unreadable(format!("`{name}` has no text"))
                .hint("a page that scripts write is empty when it is saved as HTML, and so is a scan: copy the text"));
        }
        Ok(Self {
            name: name.to_owned(),
            blocks,
        })
    }
}

fn pdf_blocks(bytes: &[u8], name: &str) -> Result<Vec<PostingBlock>, Diagnostic> {
    let pdf = read(bytes, name)?;
    let pages = pdf.pages.iter().enumerate();
    let lines: Vec<_> = pages
        .flat_map(|(page, content)| placed(Some(page + 1), lines(content)))
        .collect();
    Ok(blocks(&lines))
}

/// Returns the lines of a file or of a page with their places.
fn placed(
    page: Option<usize>,
    lines: impl IntoIterator<Item = String>,
) -> Vec<(String, LinePlace)> {
    let numbered = lines.into_iter().zip(1..);
    numbered
        .map(|(text, line)| (text, LinePlace { page, line }))
        .collect()
}

/// Returns the text of a file in UTF-8, without a byte order mark.
fn text(bytes: &[u8], name: &str) -> Result<String, Diagnostic> {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if is_utf16 {
        return Err(unreadable(format!("`{name}` is UTF-16 text")).hint("save it as UTF-8"));
    }
    if bytes.contains(&0) {
        return Err(unreadable(format!("`{name}` is not text")).hint(FORMATS));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    utf8(name, bytes).map(str::to_owned)
}

/// Returns whether a text is HTML, by the name of its file or by its start.
fn is_html(text: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let mut endings = [".html", ".htm", ".xhtml"].iter();
    if endings.any(|ending| name.ends_with(ending)) {
        return true;
    }
    let start = text.trim_start();
    start.starts_with('<') && start.contains("</")
}

fn check_size(length: usize, most: u64, name: &str) -> Result<(), Diagnostic> {
    if length as u64 <= most {
        return Ok(());
    }
    let message = format!("`{name}` is too large for a job posting");
    let hint = format!("a posting may have at most {} of text", size(MAX_TEXT));
    Err(unreadable(message).hint(hint))
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}
