//! Reports of what was rendered, for people and for programs.

use std::time::Duration;

use serde::Serialize;

use crate::diagnostic::counted;
use crate::layout::Density;
use crate::pipeline::Rendered;
use crate::typeset::Extent;

/// The report of a file in JSON, without what is not known of it.
#[derive(Serialize)]
pub struct FileReport<'a> {
    file: &'a str,
    layout: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    #[serde(flatten)]
    extent: Option<Extent>,
    #[serde(flatten)]
    setting: Option<Density>,
}

impl<'a> From<&'a Rendered> for FileReport<'a> {
    fn from(rendered: &'a Rendered) -> Self {
        Self {
            file: &rendered.file,
            layout: &rendered.layout,
            variant: rendered.variant.as_deref(),
            locale: rendered.locale.as_deref(),
            page: rendered.page,
            extent: rendered.extent,
            setting: rendered.setting,
        }
    }
}

/// Describes a rendered file: `out/ada-compact.pdf: 2 pages, the last 48 % full`,
/// `out/ada-compact-1.png: page 1 of 2`, or `out/ada.docx` alone, which shows no pages.
pub fn rendered(rendered: &Rendered) -> String {
    let file = &rendered.file;
    let Some(extent) = rendered.extent else {
        return file.clone();
    };
    let pages = extent.pages;
    if let Some(page) = rendered.page {
        return format!("{file}: page {page} of {pages}");
    }
    let mut line = format!("{file}: {}", counted(pages, "page", "pages"));
    if let Some(fill) = extent.fill {
        let last = if pages == 1 { "" } else { "the last " };
        line += &format!(", {last}{:.0} % full", fill * 100.0);
    }
    if let Some(density) = rendered.setting {
        line += &changed_factors(density);
    }
    line
}

/// Describes how a CV is fitted to its pages: `, set tighter (density 0.96, spacing 0.8)`.
fn changed_factors(factors: Density) -> String {
    let Density {
        density,
        spacing,
        leading,
        margins,
    } = factors;
    let changed: Vec<(&str, f64)> = [
        ("density", density),
        ("spacing", spacing),
        ("leading", leading),
        ("margins", margins),
    ]
    .into_iter()
    .filter(|(_, factor)| (factor - 1.0).abs() > 1e-6)
    .collect();
    let Some((_, first)) = changed.first() else {
        return String::new();
    };
    let way = if *first > 1.0 { "looser" } else { "tighter" };
    let written = changed
        .iter()
        .map(|(name, factor)| format!("{name} {}", (factor * 1000.0).round() / 1000.0));
    let written: Vec<String> = written.collect();
    format!(", set {way} ({})", written.join(", "))
}

/// Formats a duration: `1.24 s`, `310 ms`.
pub fn duration(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}
