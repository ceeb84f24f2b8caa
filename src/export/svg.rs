//! Exports pages as SVG images, with glyphs as outlines so that they need no fonts.

use typst_layout::Page;
use typst_svg::SvgOptions;

/// Renders a page as an SVG.
pub fn svg(page: &Page) -> String {
    with_escaped_targets(&typst_svg::svg(page, &SvgOptions::default()))
}

/// Escapes `&` and `<` in the targets of links, which Typst writes as they are. All other references
/// have neither.
fn with_escaped_targets(svg: &str) -> String {
    let mut parts = svg.split("href=\"");
    let mut escaped = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (target, rest) = part.split_at(part.find('"').unwrap_or(part.len()));
        escaped.push_str("href=\"");
        escaped.push_str(&escaped_target(target));
        escaped.push_str(rest);
    }
    escaped
}

/// Returns a target in which quotation marks are escaped already.
fn escaped_target(target: &str) -> String {
    target
        .replace('&', "&amp;")
        .replace("&amp;quot;", "&quot;")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_links_are_escaped() {
        let url = "https://a.example/?b=1&c=<2>&amp;";
        let written = link(url).repeat(2);
        let escaped = with_escaped_targets(&written);
        assert_eq!(
            escaped,
            link("https://a.example/?b=1&amp;c=&lt;2>&amp;amp;").repeat(2)
        );
    }

    fn link(url: &str) -> String {
        format!(
            "<a transform=\"x\" href=\"{url}\" xlink:href=\"{url}\"><rect/></a><use xlink:href=\"#a\"/>"
        )
    }
}
