//! Replaces the names of emoji that GitHub knows, such as `:microscope:`, by the emoji, and flags by
//! the letters of their countries, for which fonts without color have dotted boxes.

/// The letter A of a flag.
const FLAG_A: char = '\u{1f1e6}';
/// The letter Z of a flag.
const FLAG_Z: char = '\u{1f1ff}';

/// Returns a text with emoji in place of their names, and letters in place of flags. Other text
/// between colons stays, such as `10:30:45`.
pub fn with_emoji(text: &str) -> String {
    let named = if text.contains(':') {
        named_emoji(text)
    } else {
        text.to_owned()
    };
    if named.chars().any(|c| (FLAG_A..=FLAG_Z).contains(&c)) {
        named.chars().map(letter_of_flag).collect()
    } else {
        named
    }
}

fn letter_of_flag(c: char) -> char {
    if !(FLAG_A..=FLAG_Z).contains(&c) {
        return c;
    }
    char::from_u32(u32::from('A') + u32::from(c) - u32::from(FLAG_A)).unwrap_or(c)
}

fn named_emoji(text: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut done = 0;
    let mut last_emoji = 0;
    while let Some(open) = text[done..].find(':').map(|at| done + at) {
        let after = &text[open + 1..];
        let length = after.find(|c| !is_of_name(c)).unwrap_or(after.len());
        let end = open + 1 + length;
        let emoji = emojis::get_by_shortcode(&after[..length])
            .filter(|_| after[length..].starts_with(':'))
            .filter(|_| stands_alone(&text[last_emoji..open], &after[length + 1..]));
        if let Some(emoji) = emoji {
            replaced.push_str(&text[done..open]);
            replaced.push_str(emoji.as_str());
            done = end + 1;
            last_emoji = done;
        } else {
            replaced.push_str(&text[done..end]);
            done = end;
        }
    }
    replaced + &text[done..]
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+')
}

/// Returns whether what surrounds a name does not make it part of a word, a time or an address.
fn stands_alone(before: &str, after: &str) -> bool {
    let joins =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '/' | '@' | '_' | '\\' | '<');
    !before.ends_with(joins) && !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_emoji() {
        for (text, expected) in [
            ("a :microscope: b", "a 🔬 b"),
            (":+1::heart_eyes:", "👍😍"),
            ("项目:rocket:", "项目🚀"),
            ("(:de: 🇳🇿)", "(DE NZ)"),
        ] {
            assert_eq!(with_emoji(text), expected, "{text}");
        }
    }

    #[test]
    fn other_text_between_colons_stays() {
        for text in [
            "10:30:45",
            "at 7:100:",
            "std::art::x",
            "a:art:b",
            "x.example/:art:",
            "Note: see :unknownname:",
            ":octocat:",
        ] {
            assert_eq!(with_emoji(text), text);
        }
    }
}
