//! HTML in a text: shown as typed, without its comments.

use crate::content::resume::{Block, Inline};

/// Returns a block of HTML as text.
pub fn html_block(html: &str) -> Option<Block> {
    let text = without_comments(html);
    let text = text.trim();
    (!text.is_empty()).then(|| Block::Paragraph {
        content: vec![Inline::Text(text.to_owned())],
    })
}

fn without_comments(html: &str) -> String {
    let mut kept = String::new();
    let mut rest = html;
    while let Some((before, comment)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    kept + rest
}
