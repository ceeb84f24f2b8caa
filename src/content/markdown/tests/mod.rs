//! What Markdown is read as, and what is reported.

mod blocks;
mod links;
mod problems;

use crate::content::markdown::{blocks, inline, plain};
use crate::content::resume::{Inline, Inlines};
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

fn product(name: &str) -> Inline {
    emph(vec![strong(vec![text(name)])])
}

fn rules(written: &str) -> Vec<RuleName> {
    inline(written)
        .problems
        .into_iter()
        .map(|problem| problem.rule)
        .collect()
}

/// Returns the text that the only problem of a text is about, and its message.
#[track_caller]
fn only_problem(written: &str) -> (&str, String) {
    let mut problems = inline(written).problems;
    let problem = problems.pop().expect("a problem");
    assert_eq!(problems, [], "{written}");
    (&written[problem.range], problem.message)
}

/// Returns the rules and the places of the problems of a text, in Markdown of several paragraphs.
fn found(written: &str) -> Vec<(&str, &str)> {
    let problems = blocks(written).problems.into_iter();
    problems
        .map(|problem| (problem.rule.name(), &written[problem.range]))
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
fn operators_and_names_in_text_stay_as_typed() {
    for written in [
        "2*3*4",
        "x**2 + y**2",
        "a*b and c*d",
        "the method __init__ of __main__.py",
        "snake_case_name",
        "one*two* three",
        "*foo*bar",
        "**/*.py and **/*.rs",
        "(*) and (*)",
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
