use crate::content::markdown::{blocks, inline, plain};
use crate::content::resume::{Align, Block, Inline, Inlines};
use crate::diagnostic::{RuleName, Severity};

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
        .problems
        .into_iter()
        .map(|problem| problem.rule)
        .collect()
}

#[test]
fn keeps_ordinary_text_as_typed() {
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
        let parsed = inline(written);
        let (content, problems) = (parsed.content, parsed.problems);
        assert_eq!(plain(&content), written.trim(), "{content:?}");
        assert!(
            content
                .iter()
                .all(|i| matches!(i, Inline::Text(_) | Inline::Link { .. })),
            "{content:?}"
        );
        assert_eq!(problems, [], "{written}");
    }
}

#[test]
fn parses_markup() {
    assert_eq!(
        inline("**Label:** a *b*").content,
        [
            strong(vec![text("Label:")]),
            text(" a "),
            emph(vec![text("b")])
        ]
    );
    assert_eq!(
        inline("~~old~~ new").content,
        [
            Inline::Strike {
                content: vec![text("old")]
            },
            text(" new")
        ]
    );
    assert_eq!(
        inline("x<sup>2</sup> H<sub>2</sub>O<br>next").content,
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
        inline("`a  *b*`").content,
        [Inline::Code {
            text: "a  *b*".to_owned()
        }]
    );
}

fn product(name: &str) -> Inline {
    emph(vec![strong(vec![text(name)])])
}

#[test]
fn nests_strong_and_emphasis_in_either_order() {
    assert_eq!(inline("***Thing***").content, [product("Thing")]);
    assert_eq!(
        inline("***__builtin_popcountll***").content,
        [product("__builtin_popcountll")]
    );
    assert_eq!(
        inline("[***Thing***](https://example.org)").content,
        [link("https://example.org", vec![product("Thing")])]
    );
}

#[test]
fn line_break_in_an_inline_field_is_a_space() {
    assert_eq!(
        inline("one\n  two\n- three").content,
        [text("one two - three")]
    );
}

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
fn unclosed_html_is_text() {
    assert_eq!(
        plain(&inline("**a<sup>b** c</sup>").content),
        "a<sup>b c</sup>"
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

fn paragraph(content: Inlines) -> Block {
    Block::Paragraph { content }
}

#[test]
fn nests_blocks() {
    let source = "Lead.\n\n- **A**: one\n- two\n  1. deep\n\n> quoted\n\n| a | b |\n|:-|-:|\n| 1<br>2 | 3 |\n";
    let parsed = blocks(source);
    let (blocks, problems) = (parsed.content, parsed.problems);
    assert_eq!(problems, []);
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
fn keeps_all_text_of_blocks() {
    let source = "# Heading\n\n<Handbook>\n\n```rust\nlet x = 1;\n```\n\n***\n\n#1 of 3";
    let blocks = blocks(source).content;
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
fn ignores_indentation_that_lines_share() {
    let parsed = blocks("    One.\n\n    Two `x.\n");
    let (blocks, problems) = (parsed.content, parsed.problems);
    assert_eq!(blocks.len(), 2);
    assert!(matches!(&blocks[0], Block::Paragraph { .. }));
    assert_eq!(problems[0].range.start, "    One.\n\n    Two ".len());
}

#[test]
fn rejects_deep_nesting() {
    let problems = blocks(&">".repeat(5_000)).problems;
    assert_eq!(
        problems.first().map(|problem| problem.rule.name()),
        Some("nested-too-deep")
    );
    let content = inline(&"*a ".repeat(5_000)).content;
    assert!(!content.is_empty());
    let content = inline(&format!(
        "{}x{}",
        "*a **b ".repeat(2_000),
        "** *".repeat(2_000)
    ))
    .content;
    assert!(!content.is_empty());
}

#[test]
fn ends_chinese_emphasis_without_a_space() {
    assert_eq!(
        inline("**主修课程：**机器学习").content,
        [strong(vec![text("主修课程：")]), text("机器学习")]
    );
    assert_eq!(
        inline("这是**“重点”**内容").content,
        [text("这是"), strong(vec![text("“重点”")]), text("内容")]
    );
    let problem = inline("**重点：**内容 `x").problems.remove(0);
    assert_eq!(problem.range.start, "**重点：**内容 ".len());
}

#[test]
fn parses_line_breaks() {
    let broken = [text("a"), Inline::Break, text("b")];
    for written in ["a<br>b", "a <br/> b", "a\\\nb", "a \\\n  b"] {
        assert_eq!(inline(written).content, broken, "{written:?}");
    }
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
