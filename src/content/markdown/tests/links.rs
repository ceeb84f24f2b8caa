use crate::content::markdown::tests::{found, link, only_problem, rules, text};
use crate::content::markdown::{inline, plain};
use crate::content::resume::Inline;
use crate::diagnostic::Severity;

#[test]
fn links_addresses_in_text_once() {
    let url = "https://example.org/a_b_c?d=1";
    assert_eq!(
        inline(&format!("see {url}, please")).content,
        [text("see "), link(url, vec![text(url)]), text(", please")]
    );
    assert_eq!(
        inline(&format!("[{url}]({url})")).content,
        [link(url, vec![text(url)])]
    );
    assert_eq!(
        inline("ftp://example.org").content,
        [text("ftp://example.org")]
    );
}

#[test]
fn address_that_no_pdf_can_contain_stays_text() {
    let long = format!("https://example.org/{}", "y".repeat(8000));
    assert_eq!(inline(&long).content, [text(&long)]);
}

#[test]
fn unclosed_link_is_told_from_one_with_a_space() {
    let (place, message) = only_problem("see [a](https://example.org/b c) d");
    assert_eq!(
        (place, &*message),
        (
            "(https://example.org/b c)",
            "the link target contains a space"
        )
    );
    // The parenthesis at the end belongs to the text.
    let (place, message) = only_problem("see [a](https://example.org/a_(b) and (c)");
    assert_eq!(
        (place, &*message),
        (
            "(https://example.org/a_(b)",
            "the link target is not closed"
        )
    );
}

#[test]
fn parenthesis_far_away_does_not_close_a_link() {
    let far = format!("see the [a](b {}c)", "d ".repeat(3000));
    assert_eq!(rules(&far), ["unclosed-link"]);
    let near = format!("see the [a](b {}c)", "d ".repeat(300));
    assert_eq!(rules(&near), [] as [&str; 0]);
}

#[test]
fn reports_nested_links_once() {
    let problems = inline("[[a](https://example.org)](https://example.org/b) c").problems;
    let reported: Vec<_> = problems
        .into_iter()
        .map(|problem| (problem.message, problem.range))
        .collect();
    let message = "a link inside a link; the target of the outer one is shown as typed".to_owned();
    assert_eq!(reported, [(message, 26..49)]);
    let many = format!(
        "{}{}",
        "[".repeat(3000),
        "](https://example.org)".repeat(3000)
    );
    assert_eq!(rules(&many), ["unclosed-link"]);
}

#[test]
fn allows_four_url_schemes() {
    assert_eq!(rules("[x](javascript:alert(1))"), ["link-target"]);
    assert_eq!(rules("[x](example.org)"), ["link-target"]);
    assert_eq!(rules("[x](#)"), ["link-without-url"]);
    assert_eq!(
        rules("[x](mailto:a@example.org) [y](tel:+15555550100)"),
        [] as [&str; 0]
    );
}

#[test]
fn link_without_text_shows_its_address() {
    let url = "https://example.org";
    assert_eq!(
        inline(&format!("[]({url})")).content,
        [link(url, vec![text(url)])]
    );
}

#[test]
fn address_that_is_too_long_for_a_link_is_text() {
    let address = format!("https://a.example/{}", "y".repeat(10_000));
    assert_eq!(inline(&address).content, [text(&address)]);
}

#[test]
fn reports_images_and_keeps_them_as_typed() {
    let parsed = inline("![alt](https://example.org/x.png)");
    let (content, problems) = (parsed.content, parsed.problems);
    assert_eq!(plain(&content), "![alt](https://example.org/x.png)");
    assert_eq!(problems[0].rule, "image-in-text");
    assert_eq!(problems[0].severity, Severity::Warning);
}

#[test]
fn address_in_angle_brackets_is_a_link() {
    assert_eq!(
        inline("<ada@example.org>").content,
        [link(
            "mailto:ada@example.org",
            vec![text("ada@example.org")]
        )]
    );
}

#[test]
fn labels_that_are_other_addresses_are_reported() {
    let link = "[https://good.example](https://evil.example)";
    assert_eq!(found(&format!("see {link}")), [("misleading-link", link)]);
    assert_eq!(found("[https://good.example](https://good.example/a)"), []);
    for label in [
        "**https://good.example**",
        "`https://good.example`",
        "h&#116;tps://good.example",
        "good.example",
    ] {
        let link = format!("[{label}](https://evil.example)");
        assert_eq!(found(&link)[0].0, "misleading-link", "{label}");
    }
    let address = "https://good.example@evil.example";
    for written in [
        format!("see {address}/a now"),
        format!("[a]({address})"),
        format!("<{address}>"),
    ] {
        assert_eq!(rules(&written), ["misleading-link"], "{written}");
    }
    assert_eq!(
        rules("https://social.example/@ada and a@b.example"),
        [""; 0]
    );
}

#[test]
fn label_does_not_end_with_a_soft_hyphen() {
    for label in ["\u{ad}x\u{ad}", "&shy;x&shy;", "**x\u{ad}**\u{ad}"] {
        let content = inline(&format!("a [{label}](https://a.example)\u{ad}")).content;
        let Inline::Link { content: label, .. } = content.last().expect("a link") else {
            panic!("{content:?}");
        };
        assert_eq!(plain(label), "x");
    }
    assert_eq!(plain(&inline("a\u{ad}b").content), "a\u{ad}b");
}

#[test]
fn label_that_is_not_seen_shows_the_address() {
    for label in ["\u{ad}", "\u{200b}", "\u{200b} \u{2060}"] {
        let content = inline(&format!("[{label}](https://a.example/中)")).content;
        let expected = Inline::Link {
            url: "https://a.example/%E4%B8%AD".to_owned(),
            content: vec![text("https://a.example/中")],
        };
        assert_eq!(content, [expected], "{label:?}");
    }
    assert_eq!(inline("\u{ad}").content, []);
}
