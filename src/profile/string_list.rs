//! Lists that were written as one string: lines with bullets, keywords with commas, names.

use crate::profile::spelling::shortened;

/// The words and signs between the last two names.
const AND: [&str; 4] = [" and ", " & ", " und ", " et "];

/// The members of a list in one string.
#[derive(Debug, PartialEq, Eq)]
pub struct StringList {
    /// The members; none is empty.
    pub members: Vec<String>,
    /// Whether the string can be divided in one way only.
    pub is_certain: bool,
}

impl StringList {
    /// Divides the string in a field.
    pub fn read(text: &str, field: &str) -> Self {
        let (members, is_certain) = match field {
            "keywords" | "tags" => (keywords(text), true),
            "authors" => authors(text),
            _ => (bullets(text), true),
        };
        let mut members: Vec<String> = members;
        members.retain(|member| !member.is_empty());
        Self {
            members,
            is_certain,
        }
    }

    /// Returns the list in TOML, of several lines if the text has them.
    pub fn to_toml(&self, text: &str) -> String {
        let members = self.members.iter().cloned();
        let members: Vec<String> = members
            .map(|member| toml::Value::String(member).to_string())
            .collect();
        if text.trim().contains('\n') {
            return format!("[\n  {},\n]", members.join(",\n  "));
        }
        format!("[{}]", members.join(", "))
    }

    /// Returns the start of the list in TOML, on one line.
    pub fn start(&self) -> String {
        const MOST: usize = 60;
        shortened(&self.to_toml(""), MOST)
    }
}

/// Divides at line breaks, and at semicolons or else commas that are not in brackets or numbers.
fn keywords(text: &str) -> Vec<String> {
    let signs: &[char] = if text.contains([';', '；']) {
        &[';', '；']
    } else {
        &[',', '，', '、']
    };
    let parts = text.lines().flat_map(|line| divided(line, signs));
    parts.map(|part| without_bullet(part).to_owned()).collect()
}

fn divided<'t>(line: &'t str, signs: &[char]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        match c {
            '(' | '[' | '（' => depth += 1,
            ')' | ']' | '）' => depth = depth.saturating_sub(1),
            _ if depth == 0 && signs.contains(&c) => {
                let is_in_number = before.is_ascii_digit()
                    && line[end..].starts_with(|c: char| c.is_ascii_digit());
                if !is_in_number {
                    parts.push(&line[start..at]);
                    start = end;
                }
            }
            _ => {}
        }
        before = c;
    }
    parts.push(&line[start..]);
    parts.into_iter().map(str::trim).collect()
}

/// Divides names, and returns whether that is certain: `Lovelace, Ada` is one name, and
/// `Lovelace, Ada, Babbage` may be two or three.
fn authors(text: &str) -> (Vec<String>, bool) {
    let signs = [';', '；', '、', '\n'];
    if text.trim().contains(signs) {
        let parts = text.split(signs).map(without_bullet);
        return (parts.map(str::to_owned).collect(), true);
    }
    let mut names = vec![text.trim().to_owned()];
    for word in AND {
        let parts = names.iter().flat_map(|name| name.split(word));
        names = parts
            .map(|part| part.trim_matches([',', ' ']).to_owned())
            .collect();
    }
    let is_one = |name: &String| name.split(',').count() <= 2;
    let are_inverted = names.iter().any(|name| name.contains(',')) && names.iter().all(is_one);
    let parts: Vec<String> = names
        .iter()
        .flat_map(|name| name.split([',', '，']))
        .map(|part| part.trim().to_owned())
        .collect();
    let are_whole = parts.iter().all(|part| is_whole_name(part));
    if are_whole {
        (parts, true)
    } else {
        (names, are_inverted)
    }
}

/// Returns whether a text has a given and a family name, or is in a script that writes them together.
fn is_whole_name(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.chars().all(|c| c >= '\u{2e80}')
}

/// Returns the bullets of a text: its lines without the sign before them, and with the lines that
/// go on after them.
fn bullets(text: &str) -> Vec<String> {
    let has_bullets = text.lines().any(|line| without_bullet(line) != line.trim());
    let mut bullets: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let bullet = without_bullet(line);
        match bullets.last_mut() {
            Some(last) if has_bullets && bullet == line.trim() => {
                last.push(' ');
                last.push_str(bullet);
            }
            _ => bullets.push(bullet.to_owned()),
        }
    }
    bullets
}

fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    ["- ", "* ", "+ ", "• ", "· ", "– ", "— ", "•", "▪", "◦"]
        .iter()
        .find_map(|sign| line.strip_prefix(sign))
        .map_or(line, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_divided_outside_of_brackets_and_numbers() {
        for (text, members) in [
            ("C++, MLIR", &["C++", "MLIR"][..]),
            ("C (gcc, clang), Rust", &["C (gcc, clang)", "Rust"]),
            ("1,000 users, Go", &["1,000 users", "Go"]),
            ("Pasta, fresh; Bread", &["Pasta, fresh", "Bread"]),
            ("- Rust\n- Go, C\n", &["Rust", "Go", "C"]),
            ("编程、设计", &["编程", "设计"]),
            ("Rust,", &["Rust"]),
        ] {
            assert_eq!(StringList::read(text, "keywords").members, members);
        }
    }

    #[test]
    fn names_stay_whole() {
        for (text, members, is_certain) in [
            ("Ada Lovelace", &["Ada Lovelace"][..], true),
            ("Ada Lovelace, Li Wei", &["Ada Lovelace", "Li Wei"], true),
            (
                "A. Lovelace, L. Wei, and C. Babbage",
                &["A. Lovelace", "L. Wei", "C. Babbage"],
                true,
            ),
            (
                "Lovelace, Ada; Wei, Li",
                &["Lovelace, Ada", "Wei, Li"],
                true,
            ),
            (
                "Lovelace, Ada and Wei, Li",
                &["Lovelace, Ada", "Wei, Li"],
                true,
            ),
            ("王伟，李娜", &["王伟", "李娜"], true),
            ("Lovelace, A., Wei, L.", &["Lovelace, A., Wei, L."], false),
        ] {
            let list = StringList::read(text, "authors");
            assert_eq!(list.members, members, "{text}");
            assert_eq!(list.is_certain, is_certain, "{text}");
        }
    }

    #[test]
    fn lines_go_on_below_a_bullet() {
        let list = StringList::read("- One\n- Two\n  goes on\n", "highlights");
        assert_eq!(list.members, ["One", "Two goes on"]);
        let text = "One\nTwo";
        assert_eq!(
            StringList::read(text, "highlights").to_toml(text),
            "[\n  \"One\",\n  \"Two\",\n]"
        );
    }
}
