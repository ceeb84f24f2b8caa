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
fn backslashes_and_character_references_are_decoded_except_in_code() {
    for (written, shown) in [
        (r"snake\_case", "snake_case"),
        (r"\#1 of \*two\*", "#1 of *two*"),
        (r"C:\\Users", r"C:\Users"),
        (r"C:\Users", r"C:\Users"),
        ("&lt;b&gt; and R&amp;D", "<b> and R&D"),
        (r"`\#` and `&lt;`", r"\# and &lt;"),
    ] {
        assert_eq!(plain(&inline(written).content), shown, "{written}");
    }
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
        "~roughly~ 3",
        "@home",
        "name [AT] example.org",
        "[github]",
        "[PR] (merged)",
        "[draft](see page 3)",
        "x < y > z",
        "50 % — \"quoted\" 'text'",
        ":octocat:",
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

/// Returns the text that the only problem of a text is about, and its message.
#[track_caller]
fn only_problem(written: &str) -> (&str, String) {
    let mut problems = inline(written).problems;
    let problem = problems.pop().expect("a problem");
    assert_eq!(problems, [], "{written}");
    (&written[problem.range], problem.message)
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
    let lists: String = (0..20)
        .map(|level| format!("{}- a\n", "  ".repeat(level)))
        .collect();
    assert_eq!(blocks(&lists).problems.len(), 1);
    let content = inline(&format!(
        "{}x{}",
        "*a **b ".repeat(2_000),
        "** *".repeat(2_000)
    ))
    .content;
    assert!(!content.is_empty());
}

#[test]
fn text_after_blocks_that_nest_too_deep_is_read() {
    let parsed = blocks(&format!("{}a\n\nb\n", "> ".repeat(20)));
    assert_eq!(parsed.problems.len(), 1);
    assert_eq!(parsed.content.last(), Some(&paragraph(vec![text("b")])));
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
fn two_spaces_break_a_line_of_prose() {
    let broken = paragraph(vec![text("a"), Inline::Break, text("b")]);
    assert_eq!(blocks("a  \nb").content, [broken]);
    assert_eq!(blocks("a\nb").content, [paragraph(vec![text("a b")])]);
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
fn operators_and_names_in_text_stay_as_typed() {
    for written in [
        "2*3*4",
        "x**2 + y**2",
        "a*b and c*d",
        "the method __init__ of __main__.py",
        "snake_case_name",
    ] {
        assert_eq!(inline(written).content, [text(written)], "{written}");
    }
    assert_eq!(
        inline("**Team**leitung").content[0],
        strong(vec![text("Team")])
    );
    assert_eq!(
        inline("这是**重点**内容").content[1],
        strong(vec![text("重点")])
    );
    assert_eq!(
        inline("__Not__ a name").content[0],
        strong(vec![text("Not")])
    );
}

/// Returns the rules and the places of the problems of a text, in Markdown of several paragraphs.
fn found(written: &str) -> Vec<(&str, &str)> {
    let problems = blocks(written).problems.into_iter();
    problems
        .map(|problem| (problem.rule.name(), &written[problem.range]))
        .collect()
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
fn references_to_hidden_characters_are_reported() {
    for reference in ["&#x1b;", "&#27;", "&#x9b;", "&#x202e;", "&#xfeff;"] {
        let written = format!("a {reference}b");
        assert_eq!(found(&written), [("missing-character", reference)]);
        assert_eq!(plain(&inline(&written).content), "a b");
    }
    assert_eq!(found("&lt; &amp; &hearts; &nbsp; &#x200b;"), []);
}

#[test]
fn labels_that_are_other_addresses_are_reported() {
    let link = "[https://good.example](https://evil.example)";
    assert_eq!(found(&format!("see {link}")), [("misleading-link", link)]);
    assert_eq!(found("[https://good.example](https://good.example/a)"), []);
}

#[test]
fn deep_markup_is_reported_once() {
    let deep = format!("{}x{}", "<sup>".repeat(64), "</sup>".repeat(64));
    let rules: Vec<&str> = found(&deep).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["nested-too-deep"]);
    let deep = format!("{}x{}", "<sup>".repeat(8), "</sup>".repeat(8));
    assert_eq!(found(&deep), []);
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
