//! HTML in texts of other formats becomes Markdown, through `htmd`.

use htmd::element_handler::Handlers;
use htmd::options::{BulletListMarker, Options};
use htmd::{Element, HtmlToMarkdown};

use crate::import::escape::escaped;
use crate::profile::link_fault;

/// The tags by which a text is known to be HTML.
const TAGS: [&str; 27] = [
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "u",
    "ul",
];

/// The most tags of a text: each can nest in the one before.
const MAX_TAGS: usize = 1_000;

/// The most bytes of a text that is read as HTML.
const MAX_LENGTH: usize = 100_000;

/// Returns the Markdown of a text that is HTML; `None` if it is none, or too much of it.
pub fn to_markdown(text: &str) -> Option<String> {
    if text.len() > MAX_LENGTH || !is_html(text) {
        return None;
    }
    let options = Options {
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let converter = HtmlToMarkdown::builder()
        .options(options)
        .skip_tags(vec!["script", "style", "head"])
        .add_handler(vec!["a"], link)
        .add_handler(vec!["img"], image)
        .build();
    let markdown = converter.convert(text).ok()?;
    let lines: Vec<&str> = markdown.lines().map(str::trim_end).collect();
    Some(lines.join("\n").trim().to_owned())
}

/// Returns whether a text has a tag of HTML.
pub fn is_html(text: &str) -> bool {
    let mut is_html = false;
    let mut tags = 0;
    for (at, _) in text.match_indices('<') {
        let rest = text[at + 1..].trim_start_matches('/');
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric());
        let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
        if !name.is_empty() {
            tags += 1;
        }
        let name = name.to_ascii_lowercase();
        let is_tag =
            TAGS.contains(&name.as_str()) && after.starts_with(['>', '/', ' ', '\n', '\t']);
        is_html |= is_tag && after.contains('>');
    }
    is_html && tags <= MAX_TAGS
}

/// Writes a link. One that a profile cannot have becomes its text and its address.
#[expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "a handler has this form"
)]
fn link(handlers: &dyn Handlers, element: Element) -> Option<htmd::element_handler::HandlerResult> {
    let content = handlers.walk_children(element.node).content;
    let target = attribute(&element, "href").unwrap_or_default();
    let text = content.trim();
    if target.is_empty() {
        return Some(content.into());
    }
    let markdown = match link_fault(target) {
        None => format!("[{text}](<{target}>)"),
        Some(_) => format!("{text} ({})", escaped(target)),
    };
    Some(markdown.into())
}

/// Writes the description and the address of an image.
#[expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "a handler has this form"
)]
fn image(_: &dyn Handlers, element: Element) -> Option<htmd::element_handler::HandlerResult> {
    let parts = ["alt", "src"].map(|name| attribute(&element, name).unwrap_or_default());
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| escaped(part)).collect();
    Some(parts.join(" ").into())
}

fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    let mut attributes = element.attrs.iter();
    let attribute = attributes.find(|attribute| &*attribute.name.local == name)?;
    Some(attribute.value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        for (html, markdown) in [
            (
                "<p>Led <b>ten</b> people</p><p>2 &lt; 3</p>",
                "Led **ten** people\n\n2 < 3",
            ),
            ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
            (
                "a <a href=\"https://b.example\">b</a>",
                "a [b](<https://b.example>)",
            ),
            ("a <a href=\"javascript:x()\">b</a>", "a b (javascript:x())"),
            ("<p>a<script>alert(1)</script></p>", "a"),
        ] {
            assert_eq!(to_markdown(html).as_deref(), Some(markdown), "{html}");
        }
    }

    #[test]
    fn other_texts_are_no_html() {
        for text in ["a < b > c", "Vec<T>", "x <b", "<3", "List<String>"] {
            assert_eq!(to_markdown(text), None, "{text}");
        }
        assert_eq!(to_markdown(&"<b>".repeat(MAX_TAGS + 1)), None);
        assert!(to_markdown(&"<div>".repeat(MAX_TAGS)).is_some());
    }
}
