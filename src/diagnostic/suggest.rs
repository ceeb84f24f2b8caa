//! Suggestions for misspelled names, and lists of names.

/// Returns the candidate that is most similar to a misspelled name, if any is similar enough.
///
/// The limit is one third of the longer name in edits (Damerau–Levenshtein), as in the Rust
/// compiler, but at least one edit. Case and the difference between `_`, spaces and `-` do not count.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = normalized(wrong);
    candidates
        .into_iter()
        .map(|name| {
            (
                strsim::damerau_levenshtein(&wanted, &normalized(name)),
                name,
            )
        })
        .filter(|(edits, name)| {
            let longer = wanted.chars().count().max(name.chars().count());
            *edits <= (longer / 3).max(1) && *edits < longer
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

fn normalized(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

/// The most names that a message offers.
const MOST_OFFERED: usize = 8;

/// Returns the hint that offers names in place of a wrong one: all, or if they are many, the most
/// similar ones and where the rest is listed.
pub fn offered(wrong: &str, names: &[&str], listed_by: &str) -> String {
    if names.len() <= MOST_OFFERED {
        return format!("expected {}", alternatives(names.iter().copied()));
    }
    let wanted = normalized(wrong);
    let mut nearest = names.to_vec();
    // Without a word, all names are equally similar, and the first are the most frequent.
    if !wanted.is_empty() {
        nearest.sort_by_key(|name| strsim::damerau_levenshtein(&wanted, &normalized(name)));
    }
    nearest.truncate(MOST_OFFERED);
    let shown = names.iter().copied().filter(|name| nearest.contains(name));
    let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    format!("expected {} …; {listed_by} lists all", shown.join(", "))
}

/// Lists the names that a message offers: `a`, `b` or `c`.
pub fn alternatives<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(names, "or")
}

/// Lists names: `a`, `b` and `c`.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(names, "and")
}

fn joined<'a>(names: impl IntoIterator<Item = &'a str>, last_word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {last_word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_similar_names() {
        let names = ["organization", "position", "highlights", "url"];
        assert_eq!(nearest("orgnization", names), Some("organization"));
        assert_eq!(nearest("postion", names), Some("position"));
        assert_eq!(nearest("Highlights", names), Some("highlights"));
        assert_eq!(nearest("banana", names), None);
        assert_eq!(nearest("x", names), None);
    }

    #[test]
    fn offers_at_most_eight_names() {
        let names = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        ];
        let hint = offered("fine", &names, "`cvpress explain numbers`");
        assert_eq!(hint.matches('`').count(), 2 * (MOST_OFFERED + 1), "{hint}");
        assert!(hint.contains("`five`"), "{hint}");
        assert_eq!(
            offered("x", &names[..2], "the book"),
            "expected `one` or `two`"
        );
    }

    #[test]
    fn lists_names_with_a_conjunction() {
        assert_eq!(alternatives(["a"]), "`a`");
        assert_eq!(alternatives(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(listed(["a", "b"]), "`a` and `b`");
    }
}
