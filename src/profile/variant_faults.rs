//! Tells which errors of a profile are in one of its variants, so that they stop only that one.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::profile::tree::{Node, TomlTree};

/// Takes the errors in variants out of the problems of a profile, and returns them by the name of
/// the variant. Warnings stay.
pub fn take(written: &TomlTree, problems: &mut Diagnostics) -> BTreeMap<String, Diagnostics> {
    let mut faults: BTreeMap<String, Diagnostics> = BTreeMap::new();
    let variants = written.root().get("variant").map_or(&[][..], Node::members);
    if variants.is_empty() || !problems.has_errors() {
        return faults;
    }
    let mut places = Vec::new();
    for (key, variant) in variants {
        let mut spans = vec![key.span.clone()];
        add_spans(variant, &mut spans);
        places.push((key.name.as_str(), spans));
    }
    let mut others = Diagnostics::default();
    for problem in std::mem::take(problems) {
        let place = places.iter().find(|(_, spans)| is_in(&problem, spans));
        match place {
            Some((name, _)) => faults.entry((*name).to_owned()).or_default().push(problem),
            None => others.push(problem),
        }
    }
    *problems = others;
    faults
}

/// Adds the spans of a value and of everything in it. A table with a header is not around its
/// members.
fn add_spans(node: &Node, spans: &mut Vec<Range<usize>>) {
    spans.push(node.span.clone());
    for (key, member) in node.members() {
        spans.push(key.span.clone());
        add_spans(member, spans);
    }
    for item in node.items() {
        add_spans(item, spans);
    }
}

fn is_in(problem: &Diagnostic, spans: &[Range<usize>]) -> bool {
    let Some(place) = problem.primary.as_ref().map(|label| &label.span) else {
        return false;
    };
    // A problem of the whole file has an empty span at its start.
    problem.severity == Severity::Error
        && place.end > 0
        && spans
            .iter()
            .any(|span| span.start <= place.start && place.end <= span.end)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Source;
    use crate::profile::{ParsedProfile, parse};

    fn parsed(text: &str) -> ParsedProfile {
        parse(Source::new("a.toml", text), None, None).expect("TOML")
    }

    /// Returns the number of errors in each variant.
    fn faults(parsed: &ParsedProfile) -> Vec<(&str, usize)> {
        let faults = parsed.variant_faults.iter();
        faults
            .map(|(name, faults)| (name.as_str(), faults.len()))
            .collect()
    }

    #[test]
    fn errors_in_variants_are_theirs_alone() {
        let parsed = parsed(
            "[person]\nname = 'Ada'\n\
             [[section]]\nkind = 'text'\nbody = 'Text.'\n\
             [variant.good]\nheadline = 'Engineer'\n\
             [variant.keys]\nhedline = 'Engineer'\nshow = 3\n\
             [variant.deep.person]\nemail = 4\n\
             [[variant.deep.person.links]]\nnetwork = 'github'\nuser = 'a'\n\
             [variant.'a b']\n",
        );
        assert!(!parsed.problems.has_errors(), "{:?}", parsed.problems);
        assert_eq!(faults(&parsed), [("a b", 1), ("deep", 2), ("keys", 2)]);
    }

    #[test]
    fn other_problems_stay_with_the_profile() {
        let parsed = parsed(
            "[variant.wrong]\nshow = 3\n[variant.used]\nhide = ['nothing']\n\
             [person]\nname = 5\n",
        );
        assert_eq!(faults(&parsed), [("wrong", 1)]);
        // An error in the person, and the warning that the tag is not used.
        assert_eq!(parsed.problems.len(), 2, "{:?}", parsed.problems);
        let empty = self::parsed("[variant.wrong]\nshow = 3\n");
        assert!(empty.problems.has_errors(), "the profile is empty");
    }
}
