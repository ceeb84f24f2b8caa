//! Characters that look like those of TOML's syntax and are others: full-width brackets and signs of
//! an East Asian keyboard, no-break spaces of a word processor, quotation marks of other languages.

use toml::de::DeTable;

/// A line with characters that look like syntax, and what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub struct LookAlikes {
    /// The byte offset in the line of the first one.
    pub start: usize,
    /// The first one.
    pub first: char,
    /// What it stands for; `None` if it stands for nothing.
    pub meant: Option<char>,
    /// The line with the characters of TOML.
    pub plain: String,
}

/// Returns the look-alikes of a line, if it is TOML without them: a statement, or members of a list.
pub fn look_alikes(line: &str) -> Option<LookAlikes> {
    let mut plain = String::with_capacity(line.len());
    let mut found = None;
    // The same, with letters that only keys in quotes can have as others: they are another fault.
    let mut latin = String::with_capacity(line.len());
    // The string that is open: its mark, and whether that was a look-alike.
    let mut open: Option<(char, bool)> = None;
    let mut characters = line.char_indices();
    while let Some((at, c)) = characters.next() {
        let syntax = syntax_for(c);
        let sign = syntax.and_then(|syntax| syntax.chars().next());
        let is_end = match open {
            Some((mark, is_like)) => {
                let meant = if is_like { sign } else { Some(c) };
                if meant != Some(mark) {
                    plain.push(c);
                    latin.push(c);
                    continue;
                }
                true
            }
            None => false,
        };
        if let Some(syntax) = syntax {
            found.get_or_insert((at, c, sign));
            plain.push_str(syntax);
            latin.push_str(syntax);
        } else {
            plain.push(c);
            let is_other_letter = c.is_alphabetic() && !c.is_ascii();
            latin.push(if is_other_letter { 'x' } else { c });
        }
        let written = sign.unwrap_or(c);
        open = match written {
            _ if is_end => None,
            '"' | '\'' => Some((written, syntax.is_some())),
            _ => None,
        };
        if written == '#' {
            plain.extend(characters.by_ref().map(|(_, c)| c));
            latin.push('\n');
        }
    }
    let (start, first, meant) = found?;
    is_toml(&latin).then_some(LookAlikes {
        start,
        first,
        meant,
        plain,
    })
}

fn is_toml(line: &str) -> bool {
    let is_valid = |text: &str| DeTable::parse_recoverable(text).1.is_empty();
    is_valid(line) || is_valid(&format!("members = [\n{line}\n]"))
}

/// Returns what a character stands for that is none of TOML's outside of strings and comments; it can
/// stand for nothing.
fn syntax_for(c: char) -> Option<&'static str> {
    Some(match c {
        '［' | '【' => "[",
        '］' | '】' => "]",
        '｛' => "{",
        '｝' => "}",
        '＝' => "=",
        '，' | '、' => ",",
        '．' => ".",
        '＃' => "#",
        '－' => "-",
        '＿' => "_",
        '＂' | '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' => "\"",
        '＇' | '‘' | '’' | '‚' | '‹' | '›' => "'",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_look_alikes_have_one_right_form() {
        for (line, plain) in [
            ("［person］", "[person]"),
            ("【person】", "[person]"),
            ("［个人信息］", "[个人信息]"),
            ("姓名 ＝ “王伟”", "姓名 = \"王伟\""),
            ("name ＝ \"王伟\"", "name = \"王伟\""),
            ("name = ＂王伟＂", "name = \"王伟\""),
            ("name = “王＝伟”", "name = \"王＝伟\""),
            ("name\u{a0}= \"Ann\"", "name = \"Ann\""),
            ("\u{3000}name = \"Ann\"", " name = \"Ann\""),
            ("\u{200b}name = \"Ann\"", "name = \"Ann\""),
            ("name = «Ann»", "name = \"Ann\""),
            ("name = »Ann«", "name = \"Ann\""),
            ("name = 「王」", "name = \"王\""),
            ("name = “It’s ‘me’” # “x”", "name = \"It’s ‘me’\" # “x”"),
            ("keywords = [\"a\"，\"b\"]", "keywords = [\"a\",\"b\"]"),
            ("  \"a\"，", "  \"a\","),
        ] {
            let found = look_alikes(line).map(|found| found.plain);
            assert_eq!(found.as_deref(), Some(plain), "{line}");
        }
    }

    #[test]
    fn strings_and_other_faults_stay() {
        for line in [
            "name = \"“Ann”\"",
            "name = \"［Ann］\"",
            "［person",
            "name ＝ Ann",
            "name = “a \"b\"”",
        ] {
            assert_eq!(look_alikes(line), None, "{line}");
        }
    }
}
