use crate::content::markdown::tests::{strong, text};
use crate::content::markdown::{blocks, inline};
use crate::content::resume::{Align, Block, Inline, Inlines};

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
fn two_spaces_break_a_line_of_prose() {
    let broken = paragraph(vec![text("a"), Inline::Break, text("b")]);
    assert_eq!(blocks("a  \nb").content, [broken]);
    assert_eq!(blocks("a\nb").content, [paragraph(vec![text("a b")])]);
}
