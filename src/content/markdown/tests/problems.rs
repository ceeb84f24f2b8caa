use crate::content::markdown::tests::{found, only_problem, rules, text};
use crate::content::markdown::{blocks, inline, plain};
use crate::content::resume::Block;

#[test]
fn unclosed_html_is_text() {
    assert_eq!(
        plain(&inline("**a<sup>b** c</sup>").content),
        "a<sup>b c</sup>"
    );
    assert_eq!(
        plain(&inline("**a<sub>b** c</sub>").content),
        "a<sub>b c</sub>"
    );
    assert_eq!(plain(&inline("a <!-- draft --> b").content), "a b");
}

#[test]
fn reports_unclosed_markup_at_its_start() {
    assert_eq!(rules("a `b c"), ["unclosed-code"]);
    assert_eq!(rules("a \\`b c"), [] as [&str; 0]);
    assert_eq!(
        rules("see [this](https://example.org and more"),
        ["unclosed-link"]
    );
    assert_eq!(
        rules("see [this](https://example.org/a b)"),
        ["unclosed-link"]
    );
    let problem = inline("see [this](https://example.org and more")
        .problems
        .remove(0);
    assert_eq!(problem.range, 10..30);
    assert_eq!(rules("\\[a](https://example.org)"), [] as [&str; 0]);
    assert_eq!(
        rules("[a](https://example.org/b(c) and more)"),
        ["unclosed-link"]
    );
}

#[test]
fn unclosed_markup_is_found_after_other_markup() {
    assert_eq!(only_problem("**a** b `c").0, "`");
    assert_eq!(
        only_problem("**a** b [c](https://example.org/x").0,
        "(https://example.org/x"
    );
}

#[test]
fn comments_are_reported() {
    let comment = "<!-- kept? -->";
    assert_eq!(
        found("Ships. <!-- kept? --> So."),
        [("comment-in-text", comment)]
    );
    let lines = "<!-- one\ntwo -->";
    let text_and_comment = format!("{lines}\n\nSo.");
    assert_eq!(found(&text_and_comment)[0].0, "comment-in-text");
    let parsed = blocks(&text_and_comment).content;
    assert_eq!(
        parsed,
        [Block::Paragraph {
            content: vec![text("So.")]
        }]
    );
    assert_eq!(found("a \\<!-- b"), []);
}

#[test]
fn tables_have_few_columns() {
    let row = |columns: usize, cell: &str| format!("{}|", format!("|{cell}").repeat(columns));
    let table = |columns| format!("a\n\n{}\n{}\n\nb\n", row(columns, "c"), row(columns, "-"));
    assert_eq!(found(&table(12)), []);
    assert_eq!(found(&table(13))[0].0, "too-large");
    assert_eq!(blocks(&table(13)).content.len(), 2);
}

#[test]
fn references_to_hidden_characters_are_reported() {
    for reference in [
        "&#x1b;",
        "&#27;",
        "&#x9b;",
        "&#x202e;",
        "&#xfeff;",
        "&#0;",
        "&#xe0041;",
        "&#xe000;",
        "&#xffff;",
        "&#x3164;",
    ] {
        let written = format!("a {reference}b");
        assert_eq!(found(&written), [("missing-character", reference)]);
        assert_eq!(plain(&inline(&written).content), "a b");
    }
    for reference in ["&#x200b;", "&shy;", "&zwnj;", "&lrm;", "&it;"] {
        let written = format!("a {reference}b");
        assert_eq!(found(&written), [("hidden-character", reference)]);
    }
    assert_eq!(found("&lt; &amp; &hearts; &nbsp; \u{200b}"), []);
}

#[test]
fn deep_markup_is_reported_once() {
    let deep = format!("{}x{}", "<sup>".repeat(64), "</sup>".repeat(64));
    let rules: Vec<&str> = found(&deep).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["nested-too-deep"]);
    let deep = format!("{}x{}", "<sup>".repeat(8), "</sup>".repeat(8));
    assert_eq!(found(&deep), []);
}
