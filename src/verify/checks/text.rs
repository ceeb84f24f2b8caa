//! Texts that parsers do not find, or not in their order.

use crate::diagnostic::{Diagnostic, rule};
use crate::verify::checks::{Checker, shortened};
use crate::verify::completeness::{TextProblem, missing_texts};
use crate::verify::read::{PlacedGlyph, normalized_text, normalized_text_without_replacements};

impl Checker<'_> {
    pub(super) fn reading_order(&mut self) {
        let missing = missing_texts(self.expected.groups, &normalized_text(&self.pdf.pages));
        let is_new = |text: &str| !missing.iter().any(|missing| missing.text == text);
        self.order_of_tags(is_new);
        self.replacements(is_new);
        for missing in &missing {
            let shown = shortened(&missing.text);
            let problem = match missing.problem {
                TextProblem::Missing => Diagnostic::error(
                    rule::MISSING_TEXT,
                    format!("“{shown}” is missing or split in the text of the PDF"),
                ),
                TextProblem::OutOfOrder => Diagnostic::error(
                    rule::TEXT_OUT_OF_ORDER,
                    format!("“{shown}” is out of order in the text of the PDF"),
                ),
            };
            let hint = "use another layout; `cvpress text` shows what parsers read";
            self.report_text(&missing.text, problem.hint(hint));
        }
    }

    /// Reports texts that programs do not find in order that read the tags, such as screen readers.
    fn order_of_tags(&mut self, is_new: impl Fn(&str) -> bool) {
        if !self.pdf.properties.tagged {
            return;
        }
        let text = normalized_text(&self.pdf.tagged_text);
        for missing in missing_texts(self.expected.groups, &text) {
            if !is_new(&missing.text) {
                continue;
            }
            let shown = shortened(&missing.text);
            let message = match missing.problem {
                TextProblem::Missing => format!("“{shown}” is missing or split in the tags"),
                TextProblem::OutOfOrder => format!("“{shown}” is out of order in the tags"),
            };
            let warning = Diagnostic::warning(rule::TEXT_NOT_IN_TAGS, message);
            let hint = "use another layout; screen readers read the tags";
            self.report_text(&missing.text, warning.hint(hint));
        }
    }

    /// Reports texts and spaces that are only in replacement texts, which some programs ignore.
    fn replacements(&mut self, is_new: impl Fn(&str) -> bool) {
        let text = normalized_text_without_replacements(&self.pdf.pages);
        for missing in missing_texts(self.expected.groups, &text) {
            // Letters with signs are replaced in every file.
            if !is_new(&missing.text) || missing.text.contains(has_clusters) {
                continue;
            }
            let message = format!(
                "“{}” is whole only with replacement text",
                shortened(&missing.text)
            );
            let note = Diagnostic::note(rule::TEXT_NEEDS_REPLACEMENT, message);
            let hint = "some parsers ignore it; write the usual character, or use another font";
            self.report_text(&missing.text, note.hint(hint));
        }
        let glyphs = self.pdf.pages.iter().flat_map(|page| &page.glyphs);
        let spaces = glyphs.filter(|glyph| is_odd_space(glyph)).count();
        if spaces > 0 {
            let message = format!("spaces that programs may not read as spaces: {spaces}");
            let warning = Diagnostic::warning(rule::SPACE_NOT_PLAIN, message);
            self.report(warning.hint("use another layout, or another font"));
        }
    }

    /// Reports hyphenated words that a line break splits at their hyphen: poppler and `PDFium`
    /// remove the hyphen, other programs add a space.
    pub(super) fn hyphens(&mut self) {
        let mut found = Vec::new();
        let texts = self.expected.groups.iter().flatten();
        let texts = texts.map(|text| (text, text.replace('\u{2010}', "-")));
        let hyphenated: Vec<(&String, String)> = texts.filter(|(_, it)| it.contains('-')).collect();
        for pair in self.lines.windows(2) {
            let Some(word) = BrokenWord::new(&pair[0], &pair[1]) else {
                continue;
            };
            let whole = word.whole();
            if let Some((text, _)) = hyphenated.iter().find(|(_, it)| it.contains(&whole)) {
                found.push(((*text).clone(), word.message()));
            }
        }
        for (text, message) in found {
            let note = Diagnostic::note(rule::HYPHEN_AT_LINE_END, message);
            let hint = "to avoid the line break, change the words before it";
            self.report_text(&text, note.hint(hint));
        }
    }
}

/// Returns whether characters of this script share glyphs, or a glyph has several: letters with signs,
/// and emoji.
fn has_clusters(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{590}'..='\u{1aff}' | '\u{200d}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe70}'..='\u{feff}' | '\u{1f000}'..)
}

/// Returns whether a glyph is a space that is not a plain one, or only in the place of another
/// character.
fn is_odd_space(glyph: &PlacedGlyph) -> bool {
    let text = glyph.text.as_deref().unwrap_or_default();
    let is_space = !text.is_empty() && text.trim().is_empty();
    is_space && (text != " " || glyph.replaced.is_some())
}

/// A word that a line break splits after a hyphen.
struct BrokenWord<'a> {
    start: &'a str,
    end: &'a str,
}

impl<'a> BrokenWord<'a> {
    fn new(line: &'a str, next_line: &'a str) -> Option<Self> {
        let line = line.strip_suffix(['-', '\u{2010}'])?;
        let start = line.split_whitespace().next_back()?;
        let start = start.trim_start_matches(|c: char| !c.is_alphanumeric());
        let end = next_line.split_whitespace().next()?;
        let end = end.trim_end_matches(|c: char| !c.is_alphanumeric());
        (!start.is_empty() && !end.is_empty()).then_some(Self { start, end })
    }

    fn whole(&self) -> String {
        format!("{}-{}", self.start, self.end)
    }

    fn message(&self) -> String {
        format!(
            "a line breaks within `{}`; some parsers read `{}{}`",
            self.whole(),
            self.start,
            self.end
        )
    }
}
