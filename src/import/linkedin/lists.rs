//! Reads the cells of LinkedIn's tables that are lists, such as
//! `[PERSONAL:https://mira.example.org,COMPANY:https://chips.example.org]`.

/// A member of a list with its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedMember<'a> {
    /// The type, such as `PERSONAL`; empty if there is none.
    pub kind: &'a str,
    /// The rest.
    pub text: &'a str,
}

/// Returns the members of a list without types, such as `[mira,mira_okafor]`.
pub fn members(text: &str) -> Vec<&str> {
    let members = without_brackets(text).split(',').map(str::trim);
    members.filter(|member| !member.is_empty()).collect()
}

/// Returns the members of a list with types. An address may contain commas, so a member ends only
/// where a type or another address follows.
pub fn typed_members(text: &str) -> Vec<TypedMember<'_>> {
    let text = without_brackets(text);
    let mut members = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(',') {
        let rest = text[at + 1..].trim_start();
        if !split_kind(rest).0.is_empty()
            || rest.starts_with("http://")
            || rest.starts_with("https://")
        {
            members.extend(typed(&text[start..at]));
            start = at + 1;
        }
    }
    members.extend(typed(&text[start..]));
    members
}

fn typed(text: &str) -> Option<TypedMember<'_>> {
    let (kind, text) = split_kind(text.trim());
    let text = text.trim();
    (!text.is_empty()).then_some(TypedMember { kind, text })
}

/// Divides a member into its type, in capitals before a colon, and the rest.
fn split_kind(text: &str) -> (&str, &str) {
    let is_kind =
        |kind: &str| !kind.is_empty() && kind.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    match text.split_once(':') {
        Some((kind, rest)) if is_kind(kind) => (kind, rest),
        _ => ("", text),
    }
}

fn without_brackets(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(&str, &str)> {
        let members = typed_members(text).into_iter();
        members.map(|member| (member.kind, member.text)).collect()
    }

    #[test]
    fn members_have_types() {
        assert_eq!(
            pairs(
                "[PERSONAL:https://a.example.org/x,y?b=1,COMPANY:http://b.example.org, RSS_FEED:c]"
            ),
            [
                ("PERSONAL", "https://a.example.org/x,y?b=1"),
                ("COMPANY", "http://b.example.org"),
                ("RSS_FEED", "c"),
            ]
        );
        assert_eq!(
            pairs("https://a.example.org,https://b.example.org"),
            [("", "https://a.example.org"), ("", "https://b.example.org")]
        );
        assert_eq!(
            pairs("[PORTFOLIO:a.example.org]"),
            [("PORTFOLIO", "a.example.org")]
        );
        assert_eq!(pairs("[]"), []);
        assert_eq!(pairs("[PERSONAL:]"), []);
    }

    #[test]
    fn members_have_no_types() {
        assert_eq!(members("[mira, mira_okafor,]"), ["mira", "mira_okafor"]);
        assert_eq!(members("mira"), ["mira"]);
        assert_eq!(members(""), Vec::<&str>::new());
    }
}
