//! Converts places to the types of the protocol.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::{FromStr, SplitInclusive};

use lsp_types::{Position, TextEdit, Uri};

use crate::diagnostic::Edit;
use crate::ide::{LineColumn, LineIndex};

/// Returns the byte offset of a position.
pub fn offset(index: &LineIndex, position: Position) -> usize {
    index.offset(line_column(position))
}

fn line_column(position: Position) -> LineColumn {
    LineColumn {
        line: position.line as usize,
        column: position.character as usize,
    }
}

/// Returns the byte range of a range, in whichever order its ends are.
pub fn span(index: &LineIndex, range: lsp_types::Range) -> Range<usize> {
    index.range(line_column(range.start), line_column(range.end))
}

/// Returns the position of a byte offset.
pub fn position(index: &LineIndex, offset: usize) -> Position {
    let place = index.line_column(offset);
    // A text has far fewer lines than the numbers of the protocol can count.
    Position {
        line: u32::try_from(place.line).unwrap_or(u32::MAX),
        character: u32::try_from(place.column).unwrap_or(u32::MAX),
    }
}

/// Returns the range of a byte range.
pub fn range(index: &LineIndex, span: &Range<usize>) -> lsp_types::Range {
    lsp_types::Range {
        start: position(index, span.start),
        end: position(index, span.end),
    }
}

/// Returns a replacement.
pub fn text_edit(index: &LineIndex, edit: &Edit) -> TextEdit {
    TextEdit {
        range: range(index, &edit.span),
        new_text: edit.replacement.clone(),
    }
}

/// Returns the replacement that makes a text another one: only of the lines that differ, so that
/// the cursor and folded lines stay where they are.
pub fn replacement(index: &LineIndex, new: &str) -> Vec<TextEdit> {
    let old = index.text();
    if old == new {
        return Vec::new();
    }
    let before: usize = lines(old)
        .zip(lines(new))
        .take_while(are_same)
        .map(|(line, _)| line.len())
        .sum();
    let rest = (&old[before..], &new[before..]);
    let after: usize = lines(rest.0)
        .rev()
        .zip(lines(rest.1).rev())
        .take_while(are_same)
        .map(|(line, _)| line.len())
        .sum();
    let edit = Edit::new(before..old.len() - after, &new[before..new.len() - after]);
    vec![text_edit(index, &edit)]
}

/// Returns the lines of a text with their ends.
fn lines(text: &str) -> SplitInclusive<'_, char> {
    str::split_inclusive(text, '\n')
}

fn are_same(pair: &(&str, &str)) -> bool {
    pair.0 == pair.1
}

/// Returns the path of a `file:` address.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme()?.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let decoded = uri.path().as_estr().decode().into_string().ok()?;
    // On Windows, a path begins with its drive: `/c:/cv.toml`.
    let has_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
    let path = if has_drive {
        &decoded[1..]
    } else {
        &decoded[..]
    };
    Some(PathBuf::from(path))
}

/// Returns the address of an absolute path.
pub fn uri(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return None;
    }
    let text = path.to_str()?.replace('\\', "/");
    let mut address = "file://".to_owned();
    if !text.starts_with('/') {
        address.push('/');
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            address.push(byte.into());
        } else {
            address += &format!("%{byte:02X}");
        }
    }
    Uri::from_str(&address).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded_and_encoded() {
        let address = Uri::from_str("file:///home/a%20b/%E5%B1%A5%E6%AD%B4.toml").expect("a URI");
        let decoded = path(&address).expect("a path");
        assert_eq!(decoded, Path::new("/home/a b/履歴.toml"));
        assert_eq!(uri(&decoded), Some(address));
        let untitled = Uri::from_str("untitled:Untitled-1").expect("a URI");
        assert_eq!(path(&untitled), None);
        assert_eq!(uri(Path::new("a.toml")), None);
    }

    #[test]
    fn only_lines_that_differ_are_replaced() {
        let index = LineIndex::new("a = 1\nb=2\nc = 3\n");
        let edits = replacement(&index, "a = 1\nb = 2\nc = 3\n");
        assert_eq!(edits.len(), 1);
        assert_eq!(edits[0].new_text, "b = 2\n");
        assert_eq!(edits[0].range.start, Position::new(1, 0));
        assert_eq!(edits[0].range.end, Position::new(2, 0));
        assert!(replacement(&index, index.text()).is_empty());
        let edits = replacement(&LineIndex::new("a\na\n"), "a\n");
        assert_eq!(
            (edits[0].range.start, edits[0].range.end),
            (Position::new(1, 0), Position::new(2, 0))
        );
    }
}
