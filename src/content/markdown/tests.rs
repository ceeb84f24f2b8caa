//! What Markdown means in a profile, and what stays text.

use crate::content::markdown::*;
use crate::diagnostic::RuleName;

fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

fn strong(content: Inlines) -> Inline {
    Inline::Strong { content }
}

fn emph(content: Inlines) -> Inline {
    Inline::Emph { content }
}

fn link(url: &str, content: Inlines) -> Inline {
    Inline::Link {
        url: url.to_owned(),
        content,
    }
}

fn rules(written: &str) -> Vec<RuleName> {
    inline(written)
        .1
        .into_iter()
        .map(|fault| fault.rule)
        .collect()
}

#[test]
fn ordinary_text_stays_as_typed() {
    for written in [
        "C#",
        "#1 in sales",
        "# not a heading",
        "- not a list",
        "1. not a list",
        "> not a quotation",
        "    not code",
        "$3M",
        "a_b_c",
        "100*2",
        "2 * 3 * 4",
        "vector<int>",
        "AT&T",
        "<Handbook>",
        "</Handbook>",
        "~12 h",
        "from ~3 to ~5",
        "@home",
        "name [AT] example.org",
        "[github]",
        "[PR] (merged)",
        "x < y > z",
        "50 % — \"quoted\" 'text'",
        ":microscope:",
        "#read(\"/etc/passwd\")",
        "#import \"x.typ\": *",
        "$x$ \\ [c] \\foo",
        "--- +++ ===",
        "&hearts and &",
        "a|b|c",
        "x^2^ H~2~O",
    ] {
        let (content, faults) = inline(written);
        assert_eq!(plain(&content), written.trim(), "{content:?}");
        assert!(
            content
                .iter()
                .all(|i| matches!(i, Inline::Text(_) | Inline::Link { .. })),
            "{content:?}"
        );
        assert_eq!(faults, [], "{written}");
    }
}

#[test]
fn markup_becomes_runs() {
    assert_eq!(
        inline("**Label:** a *b*").0,
        [
            strong(vec![text("Label:")]),
            text(" a "),
            emph(vec![text("b")])
        ]
    );
    assert_eq!(
        inline("~~old~~ new").0,
        [
            Inline::Strike {
                content: vec![text("old")]
            },
            text(" new")
        ]
    );
    assert_eq!(
        inline("x<sup>2</sup> H<sub>2</sub>O<br>next").0,
        [
            text("x"),
            Inline::Super {
                content: vec![text("2")]
            },
            text(" H"),
            Inline::Sub {
                content: vec![text("2")]
            },
            text("O"),
            Inline::Break,
            text("next"),
        ]
    );
    assert_eq!(
        inline("`a  *b*`").0,
        [Inline::Code {
            text: "a  *b*".to_owned()
        }]
    );
}

#[test]
fn strong_emphasis_nests_in_either_order() {
    let product = |name: &str| emph(vec![strong(vec![text(name)])]);
    assert_eq!(inline("***Thing***").0, [product("Thing")]);
    assert_eq!(
        inline("***__builtin_popcountll***").0,
        [product("__builtin_popcountll")]
    );
    assert_eq!(
        inline("[***Thing***](https://example.org)").0,
        [link("https://example.org", vec![product("Thing")])]
    );
}

#[test]
fn a_line_break_in_an_inline_field_is_a_space() {
    assert_eq!(inline("one\n  two\n- three").0, [text("one two - three")]);
}

#[test]
fn addresses_in_the_text_are_links_once() {
    let url = "https://example.org/a_b_c?d=1";
    assert_eq!(
        inline(&format!("see {url}, please")).0,
        [text("see "), link(url, vec![text(url)]), text(", please")]
    );
    assert_eq!(
        inline(&format!("[{url}]({url})")).0,
        [link(url, vec![text(url)])]
    );
    assert_eq!(inline("ftp://example.org").0, [text("ftp://example.org")]);
}

#[test]
fn html_that_does_not_close_is_text() {
    assert_eq!(plain(&inline("**a<sup>b** c</sup>").0), "a<sup>b c</sup>");
    assert_eq!(plain(&inline("a <!-- draft --> b").0), "a b");
}

#[test]
fn what_does_not_close_is_told_where_it_begins() {
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
    let fault = inline("see [this](https://example.org and more")
        .1
        .remove(0);
    assert_eq!(fault.range, 10..30);
    assert_eq!(rules("\\[a](https://example.org)"), [] as [&str; 0]);
    assert_eq!(
        rules("[a](https://example.org/b(c) and more)"),
        ["unclosed-link"]
    );
}

#[test]
fn links_in_links_are_told_once_in_a_row() {
    let faults = inline("[[a](https://example.org)](https://example.org/b) c").1;
    let told: Vec<_> = faults
        .into_iter()
        .map(|fault| (fault.message, fault.range))
        .collect();
    let message = "a link cannot stand in another one, whose target prints as it stands".to_owned();
    assert_eq!(told, [(message, 26..49)]);
    let many = format!(
        "{}{}",
        "[".repeat(3000),
        "](https://example.org)".repeat(3000)
    );
    assert_eq!(rules(&many), ["unclosed-link"]);
}

#[test]
fn only_four_schemes_may_be_linked() {
    assert_eq!(rules("[x](javascript:alert(1))"), ["link-target"]);
    assert_eq!(rules("[x](example.org)"), ["link-target"]);
    assert_eq!(rules("[x](#)"), ["link-without-url"]);
    assert_eq!(
        rules("[x](mailto:a@example.org) [y](tel:+15555550100)"),
        [] as [&str; 0]
    );
}

#[test]
fn blocks_nest() {
    let source = "Lead.\n\n- **A**: one\n- two\n  1. deep\n\n> quoted\n\n| a | b |\n|:-|-:|\n| 1<br>2 | 3 |\n";
    let (blocks, faults) = crate::content::markdown::blocks(source);
    assert_eq!(faults, []);
    let paragraph = |content: Inlines| Block::Paragraph { content };
    assert_eq!(
        blocks,
        [
            paragraph(vec![text("Lead.")]),
            Block::List {
                numbered: false,
                start: 1,
                items: vec![
                    vec![paragraph(vec![strong(vec![text("A")]), text(": one")])],
                    vec![
                        paragraph(vec![text("two")]),
                        Block::List {
                            numbered: true,
                            start: 1,
                            items: vec![vec![paragraph(vec![text("deep")])]]
                        },
                    ],
                ],
            },
            Block::Quote {
                blocks: vec![paragraph(vec![text("quoted")])]
            },
            Block::Table {
                align: vec![Some(Align::Start), Some(Align::End)],
                header: vec![vec![text("a")], vec![text("b")]],
                rows: vec![vec![
                    vec![text("1"), Inline::Break, text("2")],
                    vec![text("3")]
                ]],
            },
        ]
    );
}

#[test]
fn nothing_of_a_text_of_blocks_is_lost() {
    let source = "# Heading\n\n<Handbook>\n\n```rust\nlet x = 1;\n```\n\n***\n\n#1 of 3";
    let (blocks, _) = crate::content::markdown::blocks(source);
    assert_eq!(
        blocks,
        [
            Block::Paragraph {
                content: vec![strong(vec![text("Heading")])]
            },
            Block::Paragraph {
                content: vec![text("<Handbook>")]
            },
            Block::Code {
                text: "let x = 1;".to_owned()
            },
            Block::Rule,
            Block::Paragraph {
                content: vec![text("#1 of 3")]
            },
        ]
    );
}

#[test]
fn text_may_be_indented_with_the_profile() {
    let (blocks, faults) = crate::content::markdown::blocks("    One.\n\n    Two `x.\n");
    assert_eq!(blocks.len(), 2);
    assert!(matches!(&blocks[0], Block::Paragraph { .. }));
    assert_eq!(faults[0].range.start, "    One.\n\n    Two ".len());
}

#[test]
fn nesting_without_end_is_refused() {
    let (_, faults) = crate::content::markdown::blocks(&">".repeat(5_000));
    assert_eq!(
        faults.first().map(|fault| fault.rule.name()),
        Some("nested-too-deep")
    );
    let (content, _) = inline(&"*a ".repeat(5_000));
    assert!(!content.is_empty());
    let (content, _) = inline(&format!(
        "{}x{}",
        "*a **b ".repeat(2_000),
        "** *".repeat(2_000)
    ));
    assert!(!content.is_empty());
}

#[test]
fn chinese_emphasis_ends_without_a_space() {
    assert_eq!(
        inline("**主修课程：**机器学习").0,
        [strong(vec![text("主修课程：")]), text("机器学习")]
    );
    assert_eq!(
        inline("这是**“重点”**内容").0,
        [text("这是"), strong(vec![text("“重点”")]), text("内容")]
    );
    let fault = inline("**重点：**内容 `x").1.remove(0);
    assert_eq!(fault.range.start, "**重点：**内容 ".len());
}

#[test]
fn lines_break_where_they_are_told_to() {
    let broken = [text("a"), Inline::Break, text("b")];
    for written in ["a<br>b", "a <br/> b", "a\\\nb", "a \\\n  b"] {
        assert_eq!(inline(written).0, broken, "{written:?}");
    }
}

#[test]
fn an_image_prints_as_it_stands_and_is_told() {
    let (content, faults) = inline("![alt](https://example.org/x.png)");
    assert_eq!(plain(&content), "![alt](https://example.org/x.png)");
    assert_eq!(faults[0].rule, "image-in-text");
    assert!(faults[0].is_warning);
}
