//! The names of files that people send to others: `Lebenslauf Katrin Beispielmann.pdf`.

use crate::profile::FILE_NAME_PARTS;

/// The name of files that are downloaded, unless the profile has its own.
pub const DOWNLOAD_NAME: &str = "{document} {name}";

/// The most characters of a name; file systems take 255 bytes.
const MOST_CHARACTERS: usize = 80;

/// Returns a name for files, without extension. `pattern` has the names of parts in braces; the values are
/// those of the parts, in their order.
pub fn file_name(pattern: &str, values: [&str; FILE_NAME_PARTS.len()]) -> Option<String> {
    let mut name = pattern.to_owned();
    for (part, value) in FILE_NAME_PARTS.iter().zip(values) {
        name = name.replace(&format!("{{{part}}}"), value);
    }
    let words: Vec<&str> = name
        .split(is_unusable)
        .filter(|word| !word.is_empty())
        .collect();
    let name: String = words.join(" ").chars().take(MOST_CHARACTERS).collect();
    let name = name.trim_matches(['.', ' ', '-']);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns whether a character has another meaning in the names of files of some system, or is a space.
fn is_unusable(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || r#"/\:*?"<>|{}"#.contains(character)
        || crate::profile::is_ignorable(character)
}
