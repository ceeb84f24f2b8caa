//! The nearest right name for a wrong one.

/// The name among `candidates` that was most likely meant, if one is near.
///
/// Near is a third of the longer name in edits (Damerau–Levenshtein), as in the Rust compiler, and
/// at least one; a swap of neighbouring letters counts as one edit. A name that differs only in
/// case, or in `_` for `-`, is always near.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.to_lowercase().replace(['_', ' '], "-");
    let wanted = plain(wrong);
    candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&wanted, &plain(name)), name))
        .filter(|(edits, name)| {
            let longer = wanted.chars().count().max(name.chars().count());
            *edits <= (longer / 3).max(1) && *edits < longer
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// `a`, `b` or `c`: the names a message offers.
pub fn alternatives<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(names, "or")
}

/// `a`, `b` and `c`: the names that there are.
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
    fn finds_a_misspelt_name_and_leaves_strangers_alone() {
        let names = ["organization", "position", "highlights", "url"];
        assert_eq!(nearest("orgnization", names), Some("organization"));
        assert_eq!(nearest("postion", names), Some("position"));
        assert_eq!(nearest("Highlights", names), Some("highlights"));
        assert_eq!(nearest("banana", names), None);
        assert_eq!(nearest("x", names), None);
    }

    #[test]
    fn lists_names_as_a_sentence_does() {
        assert_eq!(alternatives(["a"]), "`a`");
        assert_eq!(alternatives(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(listed(["a", "b"]), "`a` and `b`");
    }
}
