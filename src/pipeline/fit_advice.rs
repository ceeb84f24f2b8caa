//! The warning about a CV that exceeds its pages, and advice: its longest sections and bullets.

use std::cmp::Reverse;

use crate::content::resume::Resume;
use crate::content::section_lengths;
use crate::diagnostic::{Diagnostic, counted, rule};
use crate::layout::{Design, Layout};
use crate::pipeline::document::Document;
use crate::typeset::Extent;

/// The number of sections and bullets to name.
const NAMED: usize = 3;

/// A bullet of fewer characters takes little more than a line, so shortening it saves little.
const LONG: usize = 120;

fn characters(resume: &Resume) -> usize {
    section_lengths(resume)
        .iter()
        .map(|section| section.characters)
        .sum()
}

/// Adds advice to the warning that a document exceeds its pages.
pub fn with_advice(warning: Diagnostic, document: &Document) -> Diagnostic {
    let mut warning = point_at_long_bullets(warning, document);
    if let Some(sections) = longest_sections(&document.resume) {
        warning = warning.hint(format!("most of the text is in {sections}"));
    }
    warning
}

/// Returns the titles of the longest sections, each with its share of the text; `None` unless there
/// are several. Sections without a title cannot be named.
fn longest_sections(resume: &Resume) -> Option<String> {
    let mut sections = section_lengths(resume);
    let all = characters(resume).max(1);
    sections.retain(|section| !section.title.is_empty());
    sections.sort_by_key(|section| Reverse(section.characters));
    let longest = sections.iter().take(NAMED);
    let named: Vec<String> = longest
        .map(|section| {
            let percent = (section.characters * 100 + all / 2) / all;
            format!("`{}` ({percent} %)", section.title)
        })
        .collect();
    (named.len() > 1).then(|| named.join(", "))
}

fn point_at_long_bullets(mut warning: Diagnostic, document: &Document) -> Diagnostic {
    struct LongBullet {
        characters: usize,
        start: usize,
    }
    let tree = &document.selection.tree;
    let mut long: Vec<LongBullet> = document
        .resume
        .bullets
        .iter()
        .map(|bullet| LongBullet {
            characters: bullet.text.chars().count(),
            start: bullet.span.start,
        })
        .filter(|bullet| bullet.characters > LONG)
        .collect();
    long.sort_by_key(|bullet| (Reverse(bullet.characters), bullet.start));
    long.truncate(NAMED);
    long.sort_by_key(|bullet| bullet.start);
    for LongBullet { characters, start } in long {
        // The message shows the whole line for any span in it.
        let span = start..start + 1;
        warning = warning.also(
            tree.source(),
            span,
            format!("a bullet of {characters} characters"),
        );
    }
    warning
}

/// By how much a document exceeds its pages.
pub struct Overflow {
    /// The maximum number of pages.
    pub most: usize,
    /// The length at the highest density.
    pub shortest: Extent,
    /// The height of the text area of a page, in pt.
    pub height: Option<f64>,
}

impl Overflow {
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
    fn allowed(&self) -> f64 {
        self.most as f64
    }

    /// Returns the warning, without advice.
    pub fn warning(&self, densest: &Design, layout: &Layout) -> Diagnostic {
        let name = &layout.manifest.name;
        let pages = counted(self.most, "page", "pages");
        let leading = densest.length("leading");
        let excess = self.excess(leading.map(|leading| leading * densest.scale));
        let message = format!(
            "the text does not fit {pages} in `{name}`: at the highest density it is {excess} too \
             long"
        );
        Diagnostic::warning(rule::DOES_NOT_FIT, message)
    }

    /// Returns the excess in lines of this leading, or in pages if the template does not report
    /// where it ends.
    fn excess(&self, leading: Option<f64>) -> String {
        let pages = self.shortest.length() - self.allowed();
        match self.height.zip(leading) {
            Some((height, leading)) if self.shortest.fill.is_some() => {
                let lines = (pages * height / leading).ceil().max(1.0);
                format!("{lines:.0} {}", if lines > 1.0 { "lines" } else { "line" })
            }
            _ => format!("{pages:.1} pages"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;
    use crate::content::resume::{Inline, ResumeEntry, ResumeItem, ResumeSection};
    use crate::diagnostic::{Diagnostics, Source};
    use crate::profile;
    use crate::selection::{Choice, select};

    /// Returns a CV with these sections.
    fn resume(sections: Vec<ResumeSection>) -> Resume {
        let parsed = profile::parse(Source::new("a.toml", ""), None, None).expect("a profile");
        let mut problems = Diagnostics::default();
        let selection = select(&parsed, &Choice::default(), &mut problems);
        Resume {
            sections,
            ..content::resume(&selection, "a", &mut problems)
        }
    }

    #[test]
    fn three_longest_sections_are_named() {
        let sections = [("A", 2), ("", 9), ("B", 4), ("C", 1), ("D", 1)];
        let sections = sections.map(|(title, highlights)| titled(title, highlights));
        assert_eq!(
            longest_sections(&resume(sections.to_vec())).as_deref(),
            Some("`B` (24 %), `A` (12 %), `C` (6 %)")
        );
        assert_eq!(longest_sections(&resume(sections[1..3].to_vec())), None);
    }

    fn titled(title: &str, highlights: usize) -> ResumeSection {
        let highlight = ResumeItem {
            content: vec![Inline::Text("x".repeat(10))],
            items: Vec::new(),
        };
        ResumeSection {
            title: (!title.is_empty()).then(|| vec![Inline::Text(title.to_owned())]),
            entries: vec![ResumeEntry {
                highlights: vec![highlight; highlights],
                ..ResumeEntry::default()
            }],
            ..ResumeSection::default()
        }
    }

    #[test]
    fn excess_is_in_lines_if_the_end_of_the_text_is_known() {
        for (most, fill, height, excess) in [
            (2, Some(0.5), Some(600.0), "25 lines"),
            (1, Some(0.5), Some(600.0), "75 lines"),
            (2, Some(0.01), Some(600.0), "1 line"),
            (2, Some(0.0), Some(600.0), "1 line"),
            (2, None, Some(600.0), "1.0 pages"),
            (2, Some(0.5), None, "0.5 pages"),
        ] {
            let overflow = Overflow {
                most,
                shortest: Extent { pages: 3, fill },
                height,
            };
            assert_eq!(overflow.excess(Some(12.0)), excess);
        }
    }
}
