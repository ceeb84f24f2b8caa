//! HTML in texts of other formats becomes Markdown, through `htmd`.

use htmd::element_handler::{HandlerResult, Handlers};
use htmd::options::{BulletListMarker, Options};
use htmd::{Element, HtmlToMarkdown};

use crate::import::escape::escaped;
use crate::profile::link_fault;

/// The tags by which a text is known to be HTML.
const TAGS: &str = "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strike strong sub \
                    sup table u ul";

/// Those of them that have no end tag.
const VOID: [&str; 2] = ["br", "hr"];

/// Those of them whose end tag may be left out.
const END_IS_OPTIONAL: [&str; 2] = ["li", "p"];

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
        .add_handler(vec!["sup"], between("<sup>", "</sup>"))
        .add_handler(vec!["sub"], between("<sub>", "</sub>"))
        .add_handler(vec!["s", "del", "strike"], between("~~", "~~"))
        .build();
    let markdown = converter.convert(text).ok()?;
    let lines: Vec<&str> = markdown.lines().map(str::trim_end).collect();
    Some(lines.join("\n").trim().to_owned())
}

/// Returns whether a text is HTML: has an element with its end tag, or one that needs no end tag.
/// `Vec<a>` is neither.
pub fn is_html(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut is_html = false;
    let mut tags = 0;
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let (is_end, rest) = match rest.strip_prefix('/') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric());
        let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
        if !name.is_empty() {
            tags += 1;
        }
        let known = TAGS
            .split_whitespace()
            .find(|tag| tag.eq_ignore_ascii_case(name));
        let Some(tag) = known else { continue };
        if !after.starts_with(['>', '/', ' ', '\n', '\t']) || !after.contains('>') {
            continue;
        }
        if is_end {
            is_html |= open.contains(&tag);
        } else if VOID.contains(&tag) || END_IS_OPTIONAL.contains(&tag) && is_apart(&text[..at]) {
            is_html = true;
        } else if !open.contains(&tag) {
            open.push(tag);
        }
    }
    is_html && tags <= MAX_TAGS
}

/// Returns whether a tag after this text does not touch a word, as in `List<p>`.
fn is_apart(before: &str) -> bool {
    let last = before.chars().next_back();
    last.is_none_or(|last| last.is_whitespace() || last == '>')
}

/// Writes a link. One that a profile cannot have becomes its text and its address.
#[expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "a handler has this form"
)]
fn link(handlers: &dyn Handlers, element: Element) -> Option<HandlerResult> {
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
fn image(_: &dyn Handlers, element: Element) -> Option<HandlerResult> {
    let parts = ["alt", "src"].map(|name| attribute(&element, name).unwrap_or_default());
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| escaped(part)).collect();
    Some(parts.join(" ").into())
}

/// Returns what writes the content of an element between the marks of Markdown.
fn between(
    before: &'static str,
    after: &'static str,
) -> impl Fn(&dyn Handlers, Element) -> Option<HandlerResult> + Send + Sync {
    move |handlers, element| {
        let content = handlers.walk_children(element.node).content;
        let marked = match content.trim() {
            "" => content,
            text => format!("{before}{text}{after}"),
        };
        Some(marked.into())
    }
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
            (
                "10<sup>6</sup> and CO<sub>2</sub>, <s>old</s> <del>gone</del>",
                "10<sup>6</sup> and CO<sub>2</sub>, ~~old~~ ~~gone~~",
            ),
        ] {
            assert_eq!(to_markdown(html).as_deref(), Some(markdown), "{html}");
        }
    }

    #[test]
    fn other_texts_are_no_html() {
        for text in [
            "a < b > c",
            "Vec<T>",
            "Vec<a>",
            "Map<p>",
            "</b> of <b>",
            "x <b",
            "<3",
            "List<String>",
        ] {
            assert_eq!(to_markdown(text), None, "{text}");
        }
        for text in ["one<br>two", "<p>one<p>two", "<LI>one", "<b>one</B>"] {
            assert!(to_markdown(text).is_some(), "{text}");
        }
        let most = "<div>".repeat(MAX_TAGS - 1) + "</div>";
        assert!(to_markdown(&most).is_some());
        assert_eq!(to_markdown(&format!("<div>{most}")), None);
    }
}
