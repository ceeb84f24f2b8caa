//! Word joiners keep a line from breaking, and spaces without a width let a long word break, without
//! dividing their text. In the pages they have done their
//! work: a PDF would write each one apart, as a replacement of the glyph before it, and end the run.

use std::borrow::Cow;

use typst::text::TextItem;

/// Characters that are only about the breaks of lines, and what stays of them in the text of a page.
const KEEPING: [(char, &str); 4] = [
    ('\u{2060}', ""),
    ('\u{200b}', ""),
    ('\u{a0}', " "),
    ('\u{202f}', " "),
];

/// Returns the text of a run as programs read it: without word joiners, with plain spaces in place of
/// those that do not break.
pub fn readable(text: &str) -> String {
    KEEPING
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(*from, to))
}

/// Returns a run with [`readable`] text. Its glyphs stay as they are.
pub fn readable_item(item: &TextItem) -> Cow<'_, TextItem> {
    if !item.text.contains(KEEPING.map(|(character, _)| character)) {
        return Cow::Borrowed(item);
    }
    let moved = |offset: u16| {
        let before = item.text.get(..usize::from(offset)).unwrap_or(&item.text);
        u16::try_from(readable(before).len()).unwrap_or(offset)
    };
    let mut item = item.clone();
    for glyph in &mut item.glyphs {
        glyph.range = moved(glyph.range.start)..moved(glyph.range.end);
    }
    item.text = readable(&item.text).into();
    Cow::Owned(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joiners_and_unbroken_spaces_are_read_as_plain_text() {
        let text = "12\u{a0}kg, part-\u{2060}time\u{202f}:";
        assert_eq!(readable(text), "12 kg, part-time :");
    }
}
