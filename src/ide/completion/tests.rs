use std::sync::Arc;

use super::*;
use crate::layout::Layouts;
use crate::profile::ProfileFiles;

/// Completes a text at its mark `|`.
fn at_mark(marked: &str) -> Completions {
    let (text, offset) = unmarked(marked);
    let layouts = Layouts::load(None).expect("the built-in layouts");
    let bib = b"@article{okafor2024, title = {Looms}, keywords = {selected, textile}}\n".to_vec();
    let names = ["me.JPG", "works/mine.bib", "diploma.pdf", "notes.txt"];
    let files = names.map(|name| (name.to_owned(), bib.clone()));
    let files = ProfileFiles::Memory(Arc::new(files.into_iter().collect()));
    complete(&text, offset, &layouts, &files)
}

fn unmarked(marked: &str) -> (String, usize) {
    let offset = marked.find('|').expect("a mark");
    (marked.replacen('|', "", 1), offset)
}

fn labels(marked: &str) -> Vec<String> {
    let items = at_mark(marked).items.into_iter();
    items.map(|item| item.label).collect()
}

/// Returns the text after the completion of this label, with a mark at the cursor.
fn completed(marked: &str, label: &str) -> String {
    let (mut text, _) = unmarked(marked);
    let Completions { replaced, items } = at_mark(marked);
    let found = items.iter().find(|item| item.label == label);
    let item = found.unwrap_or_else(|| panic!("{label} is not offered: {items:#?}"));
    let mut insert = item.insert.clone();
    insert.insert(item.cursor, '|');
    text.replace_range(replaced, &insert);
    text
}

fn has(found: &[String], wanted: &[&str]) -> bool {
    wanted
        .iter()
        .all(|name| found.iter().any(|found| found == name))
}

#[test]
fn completes_keys_of_the_table_at_the_cursor() {
    assert!(has(
        &labels("|"),
        &["layout", "locale", "[person]", "[[section]]"]
    ));
    assert!(has(&labels("[person]\nna|"), &["name", "email", "photo"]));
    let entry =
        "[[section]]\nkind = \"education\"\n[[section.entry]]\n|\n[[section]]\nkind = \"skill\"";
    let found = labels(entry);
    assert_eq!(found[0], "institution");
    assert!(has(&found, &["degree", "start"]) && !has(&found, &["organization"]));
    assert!(has(&labels("[variant.a]\n|"), &["show", "max-entries"]));
    assert!(has(&labels("[letter]\n|"), &["recipient"]));
}

#[test]
fn entries_under_the_name_of_their_kind_have_its_fields() {
    let found = labels("[[education]]\n|\n[[skill]]\nname = \"a\"");
    assert_eq!(found[0], "institution");
    assert!(has(&found, &["degree", "start"]) && !has(&found, &["organization"]));
    assert!(has(&labels("[[experience.role]]\n|"), &["position"]));
    // Tables of entries are offered where there are entries.
    assert!(has(&labels("|"), &["[[education]]", "[[experience]]"]));
    assert!(!has(&labels("|"), &["[[experience.role]]"]));
    assert!(has(&labels("|\n[[experience]]"), &["[[experience.role]]"]));
    assert_eq!(completed("[[expe|", "[[experience]]"), "[[experience]]|");
}

#[test]
fn keys_that_are_written_are_not_offered_again() {
    let found = labels("[person]\nname = \"A\"\n|\nemail = \"e\"");
    assert!(!has(&found, &["name"]) && !has(&found, &["email"]) && has(&found, &["phone"]));
    let found = labels("[person]\nlinks = [{ network = \"x\", | }]");
    assert!(
        !has(&found, &["network"]) && has(&found, &["username", "url"]),
        "{found:?}"
    );
}

#[test]
fn a_key_is_inserted_with_the_quotes_of_its_value() {
    assert_eq!(completed("[person]\nna|", "name"), "[person]\nname = \"|\"");
    assert_eq!(
        completed("[person]\n|", "links"),
        "[person]\nlinks = [{ | }]"
    );
    assert_eq!(
        completed("[[section]]\nta|", "tags"),
        "[[section]]\ntags = [\"|\"]"
    );
    assert_eq!(completed("[[section]]\n|", "keep"), "[[section]]\nkeep = |");
    assert_eq!(
        completed("[person]\nna| = \"A\"", "name"),
        "[person]\nname| = \"A\""
    );
}

#[test]
fn completes_values_in_quotes_and_without() {
    assert_eq!(
        completed("layout = \"com|\"", "compact"),
        "layout = \"compact|\""
    );
    assert_eq!(
        completed("layout = \"com|", "compact"),
        "layout = \"compact|"
    );
    assert_eq!(
        completed("layout = com|", "compact"),
        "layout = \"compact\"|"
    );
    assert_eq!(completed("layout =|", "compact"), "layout = \"compact\"|");
    assert_eq!(
        completed("layout = |\nlocale = \"en\"", "compact"),
        "layout = \"compact\"|\nlocale = \"en\""
    );
    assert_eq!(
        completed("[[section]]\nkind = \"e|\"", "education"),
        "[[section]]\nkind = \"education|\""
    );
    assert_eq!(
        completed("[[section]]\nkeep = t|", "true"),
        "[[section]]\nkeep = true|"
    );
    assert!(has(&labels("locale = \"|\""), &["en", "zh-Hans", "ja"]));
    assert!(has(&labels("[[section]]\nsort = '|'"), &["newest-first"]));
}

#[test]
fn a_string_that_swallows_the_next_key_is_completed_alone() {
    assert_eq!(
        completed(
            "[person]\nlinks = [{ network = \"git|, username = \"x\" }]",
            "github"
        ),
        "[person]\nlinks = [{ network = \"github|, username = \"x\" }]"
    );
}

#[test]
fn completes_members_of_lists() {
    assert!(has(&labels("allow = [\"|\"]"), &["duplicate-link"]));
    assert_eq!(
        completed("allow = [|]", "duplicate-link"),
        "allow = [\"duplicate-link\"|]"
    );
    assert_eq!(
        completed("allow = |", "duplicate-link"),
        "allow = [\"duplicate-link\"]|"
    );
    assert!(!has(&labels("allow = [\"|\"]"), &["wrong-type"]));
    let text = "[[section]]\ntags = [\"short\", \"long\"]\n[variant.a]\nshow = [\"|\"]";
    assert_eq!(labels(text), ["long", "short"]);
}

#[test]
fn completes_options_of_the_layout() {
    let found = labels("layout = \"compact\"\n[design]\n|");
    assert!(
        has(&found, &["paper", "accent", "fit", "density"]),
        "{found:?}"
    );
    assert_eq!(
        completed("[design]\npap|", "paper"),
        "[design]\npaper = \"|\""
    );
    assert!(has(
        &labels("[design]\npaper = \"|\""),
        &["a4", "us-letter"]
    ));
    assert!(has(&labels("[design.compact]\nfit = |"), &["auto", "off"]));
    assert!(has(&labels("[design]\nink = \"|\""), &["cmyk", "k"]));
    let own =
        labels("layout = \"compact\"\n[variant.a]\nlayout = \"narrative\"\n[variant.a.design]\n|");
    let narrative = labels("[design.narrative]\n|");
    assert!(
        narrative.iter().all(|option| own.contains(option)),
        "{own:?}"
    );
}

#[test]
fn completes_headers_with_their_brackets() {
    assert_eq!(completed("[per|", "[person]"), "[person]|");
    assert_eq!(
        completed("[per|]\nname = \"A\"", "[person]"),
        "[person]|\nname = \"A\""
    );
    assert_eq!(
        completed("[[section.|]]", "[[section.entry]]"),
        "[[section.entry]]|"
    );
    assert_eq!(completed("[sec|", "[[section]]"), "[[section]]|");
    assert_eq!(completed("[|", "[variant.…]"), "[variant.|]");
    assert!(has(&words("[|"), &["[person]", "[[section.entry]]"]));
    assert!(has(&words("|"), &["person", "section.entry"]));
    let found = labels("[|\n[variant.short]\n[design]\n");
    assert!(
        has(
            &found,
            &[
                "[variant.short.design]",
                "[[section.subsection.entry]]",
                "[design.compact]"
            ]
        ),
        "{found:?}"
    );
    assert!(!has(&found, &["[design]"]) && !has(&found, &["[variant.short]"]));
}

fn words(marked: &str) -> Vec<String> {
    let items = at_mark(marked).items.into_iter();
    items.map(|item| item.word).collect()
}

#[test]
fn completes_languages_of_a_text() {
    assert!(has(&labels("title = { | }"), &["en", "de"]));
    assert!(!has(&labels("title = { en = \"CV\", | }"), &["en"]));
}

#[test]
fn nothing_is_offered_in_comments_and_texts() {
    assert!(labels("# lay|").is_empty());
    assert!(labels("layout = \"compact\" # x|").is_empty());
    assert!(labels("title = \"a|\"").is_empty());
    assert!(labels("layout = \"compact\" |").is_empty());
    assert!(labels("[[section]]\nbody = \"\"\"\n|\n\"\"\"").is_empty());
}

#[test]
fn earlier_errors_do_not_matter() {
    let broken = "layout = \nlinks = [ { a = \n[person]\nname \nemail = \"x\n";
    assert!(has(&labels(&format!("{broken}|")), &["phone"]));
    assert!(has(
        &labels(&format!("{broken}[[section]]\nkind = \"|")),
        &["education"]
    ));
}

#[test]
fn every_completion_of_a_value_is_valid() {
    // Whatever is offered must not be what `check` complains about.
    for marked in [
        "layout = \"|\"",
        "locale = \"|\"",
        "allow = [\"|\"]",
        "quotes = \"|\"",
        "[[section]]\nkind = \"|\"",
    ] {
        for label in labels(marked) {
            let mut text = completed(marked, &label).replace('|', "");
            text += "\n[person]\nname = \"Ada\"\n";
            let source = crate::diagnostic::Source::new("a.toml", text.clone());
            let parsed = crate::profile::parse(source, None, None).expect("valid TOML");
            assert!(
                !parsed.problems.has_errors(),
                "{text}: {:?}",
                parsed.problems
            );
        }
    }
}

#[test]
fn any_place_of_any_prefix_can_be_completed() {
    let layouts = Layouts::load(None).expect("the built-in layouts");
    let text = "layout = \"c\"\n[person]\nlinks = [{ network = 'x', url }, 1\n]\n[[section]]\r\nkind = \"text\" # é😀\n[[section.entry]]\ntags = [\"a\",";
    for (end, _) in text.char_indices() {
        for offset in 0..=end {
            let found = complete(&text[..end], offset, &layouts, &ProfileFiles::None);
            let Completions { replaced, items } = found;
            assert!(
                text[..end].get(replaced.clone()).is_some(),
                "{end} {offset} {replaced:?}"
            );
            for item in items {
                assert!(item.insert.is_char_boundary(item.cursor), "{item:?}");
            }
        }
    }
}

#[test]
fn files_are_offered_by_what_a_field_can_name() {
    let publications = "[[section]]\nkind = \"publication\"\nbibliography = ";
    assert_eq!(labels("[person]\nphoto = \"|\""), ["me.JPG"]);
    assert_eq!(labels("append = [\"|\"]"), ["diploma.pdf"]);
    assert_eq!(labels(&format!("{publications}\"|\"")), ["works/mine.bib"]);
    let choice = |rest: &str| labels(&format!("{publications}{{ path = {rest} }}"));
    assert_eq!(choice("\"|\""), ["works/mine.bib"]);
    assert_eq!(choice("\"x\", keys = [\"|\"]"), ["okafor2024"]);
    assert_eq!(choice("\"x\", keywords = [\"|\"]"), ["selected", "textile"]);
}
