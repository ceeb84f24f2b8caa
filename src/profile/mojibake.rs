//! Text that was saved as UTF-8 and read as Windows-1252: `Müller` became `MÃ¼ller`.

use std::ops::Range;

/// The characters of Windows-1252 from 0x80 to 0x9F; an unused byte is the control character.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A part of a text and the character that it was before.
#[derive(Debug, PartialEq, Eq)]
pub struct Garbled {
    /// The byte range in the text.
    pub range: Range<usize>,
    /// The character.
    pub meant: char,
}

/// Returns the garbled parts of a text; none if they may be what is meant.
pub fn garbled(text: &str) -> Vec<Garbled> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        match garbled_at(text, at, first) {
            Some(garbled) => {
                at = garbled.range.end;
                found.push(garbled);
            }
            None => at += first.len_utf8(),
        }
    }
    // A capital letter before a closing quotation mark is not garbled: `“LÄ”`. `Ã` and `â€` are
    // hardly ever right before such signs.
    let is_certain = found.len() > 1
        || found.iter().any(|garbled| {
            let written = &text[garbled.range.clone()];
            written.starts_with("â€") || written.starts_with(['Ã', 'Â'])
        });
    if is_certain { found } else { Vec::new() }
}

fn garbled_at(text: &str, at: usize, first: char) -> Option<Garbled> {
    let length = match first {
        'Â'..='ß' => 2,
        'à'..='ï' => 3,
        'ð'..='ô' => 4,
        _ => return None,
    };
    let mut bytes = Vec::with_capacity(length);
    let mut end = at;
    for c in text[at..].chars().take(length) {
        bytes.push(byte_of(c)?);
        end += c.len_utf8();
    }
    let meant = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    is_usual(meant).then_some(Garbled {
        range: at..end,
        meant,
    })
}

/// Returns the byte of a character in Windows-1252 that is not in ASCII.
fn byte_of(c: char) -> Option<u8> {
    if let Some(at) = HIGH.iter().position(|high| *high == c) {
        return u8::try_from(0x80 + at).ok();
    }
    let byte = u8::try_from(u32::from(c)).ok()?;
    (byte >= 0x80).then_some(byte)
}

/// Returns whether a character is usual in texts; `à »` would be one that is not.
fn is_usual(c: char) -> bool {
    matches!(
        c,
        '\u{a0}'..='\u{17f}'
            | '\u{218}'..='\u{21b}'
            | '\u{386}'..='\u{3ce}'
            | '\u{400}'..='\u{45f}'
            | '\u{5d0}'..='\u{5ea}'
            | '\u{620}'..='\u{64a}'
            | '\u{1e00}'..='\u{1eff}'
            | '\u{2010}'..='\u{203a}'
            | '\u{20ac}'
            | '\u{2122}'
            | '\u{3001}'..='\u{30ff}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{ff01}'..='\u{ff5e}'
            | '\u{1f300}'..='\u{1faff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text with its garbled parts as they were.
    fn restored(text: &str) -> String {
        let mut restored = text.to_owned();
        for Garbled { range, meant } in garbled(text).into_iter().rev() {
            restored.replace_range(range, &meant.to_string());
        }
        restored
    }

    #[test]
    fn garbled_text_is_restored() {
        for meant in [
            "Müller",
            "José García",
            "It’s – fine",
            "Łódź, Wrocław",
            "美国大学",
            "Москва",
            "naïve “quotes”",
            "🚀 Ship it, José",
        ] {
            let garbled: String = meant.bytes().map(windows_1252).collect();
            assert_ne!(garbled, meant);
            assert_eq!(restored(&garbled), meant, "{garbled}");
        }
    }

    fn windows_1252(byte: u8) -> char {
        match byte {
            0x80..=0x9f => HIGH[usize::from(byte) - 0x80],
            _ => char::from(byte),
        }
    }

    #[test]
    fn right_text_stays() {
        for text in [
            "Müller, José, Ärzte",
            "“LÄ”",
            "« voilà\u{a0}»",
            "„Ö“",
            "Façade Ça",
            "São Paulo, IRMÃO",
            "« passé… »",
        ] {
            assert_eq!(garbled(text), [], "{text}");
        }
    }
}
