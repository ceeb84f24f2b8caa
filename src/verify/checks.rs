//! What a parser of the PDF would not find or not recognize.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::content::resume::{
    ContactKind, Direction, Inlines, Resume, ResumeEntry, ResumePerson, ResumeSection,
};
use crate::content::{DateFormat, DateWriter, Locale, plain};
use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, rule};
use crate::profile::{TomlPath, TomlTree};
use crate::verify::ats::{
    contains_separately, emails, is_date, is_name, is_phone, missing_heading_word,
    with_single_spaces,
};
use crate::verify::completeness::{TextProblem, missing_texts};
use crate::verify::normalize::{normalize, turkish_capitals};
use crate::verify::read::{
    PdfContent, PlacedGlyph, lines, normalized_text, normalized_text_without_replacements,
};
use crate::verify::source_map::TextSpans;

/// The most characters of a text that a message shows.
const MAX_SHOWN: usize = 60;

/// The number of lines at the top in which parsers look for the name. The title of the page may
/// precede it.
const NAME_LINES: usize = 3;

/// What a PDF is expected to contain.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedContent<'a> {
    /// The data, in page order.
    pub resume: &'a Resume,
    /// The profile.
    pub document: &'a TomlTree,
    /// The texts in reading order. Those of a group may be in any order.
    pub groups: &'a [Vec<String>],
    /// How dates are written.
    pub dates: DateFormat,
    /// The language.
    pub locale: &'a Locale,
    /// The standards that the PDF must claim to conform to.
    pub standards: &'a [&'a str],
}

/// Reports what a parser of the PDF would not find or not recognize.
pub fn check_content(pdf: &PdfContent, expected: &ExpectedContent) -> Diagnostics {
    let lines: Vec<String> = pdf.pages.iter().flat_map(lines).collect();
    let mut checker = Checker {
        expected,
        pdf,
        spaced_lines: lines.iter().map(|line| with_single_spaces(line)).collect(),
        last_line: 0,
        lines,
        first_lines: first_lines(pdf),
        spans: TextSpans::new(expected.document),
        dates: DateWriter::new(&expected.resume.locale, expected.dates),
        problems: Diagnostics::default(),
    };
    checker.reading_order();
    checker.hyphens();
    checker.name();
    checker.contacts();
    for section in &expected.resume.sections {
        checker.section(section);
    }
    checker.structure();
    checker.headings();
    checker.fonts();
    checker.vowel_signs();
    checker.unmapped_glyphs();
    checker.links();
    checker.standards();
    checker.problems
}

fn first_lines(pdf: &PdfContent) -> Vec<String> {
    let Some(page) = pdf.pages.first() else {
        return Vec::new();
    };
    let mut first_lines = lines(page);
    first_lines.truncate(NAME_LINES);
    first_lines
}

struct Checker<'a> {
    expected: &'a ExpectedContent<'a>,
    pdf: &'a PdfContent,
    /// All lines of the PDF.
    lines: Vec<String>,
    /// The same lines, with single spaces.
    spaced_lines: Vec<String>,
    /// The index of the line in which a text was found last.
    last_line: usize,
    /// The first lines of the first page.
    first_lines: Vec<String>,
    spans: TextSpans,
    dates: DateWriter<'a>,
    problems: Diagnostics,
}

impl Checker<'_> {
    fn report_at(&mut self, span: Range<usize>, problem: Diagnostic) {
        let source = self.expected.document.source();
        self.problems.push(problem.at(source, span, ""));
    }

    /// Reports a problem at a text of the profile.
    fn report_text(&mut self, text: &str, problem: Diagnostic) {
        let span = self.spans.find(text).unwrap_or_default();
        self.report_at(span, problem);
    }

    /// Reports a problem at a field of the person.
    fn report_person(&mut self, field: &str, problem: Diagnostic) {
        let person = TomlPath::ROOT.key("person");
        let path = person.key(field);
        let span = self.expected.document.span(&path);
        self.report_at(span, problem);
    }

    /// Reports a problem of the file as a whole.
    fn report(&mut self, problem: Diagnostic) {
        self.report_at(0..0, problem);
    }

    fn reading_order(&mut self) {
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
    fn hyphens(&mut self) {
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

    fn name(&mut self) {
        let person = &self.expected.resume.person;
        let Some(name) = person.name.as_ref().filter(|name| !name.trim().is_empty()) else {
            return;
        };
        let message = if !is_name(name) {
            format!("`{name}` contains characters that parsers do not expect in a name")
        } else if !self.has_name_line(person, name) {
            format!("`{name}` is not on a line of its own at the top of the PDF")
        } else {
            return;
        };
        let warning = Diagnostic::warning(rule::NAME_NOT_RECOGNIZED, message);
        let hint = "parsers take the first line that has only letters as the name";
        self.report_person("name", warning.hint(hint));
    }

    fn has_name_line(&self, person: &ResumePerson, name: &str) -> bool {
        let native_name = person.native_name.as_deref().unwrap_or_default();
        // A wide gap separates texts as a line break does.
        let mut parts = self.first_lines.iter().flat_map(|line| line.split('\t'));
        parts.any(|part| is_name_line(part, name, native_name))
    }

    fn contacts(&mut self) {
        for contact in &self.expected.resume.person.contacts {
            match contact.kind {
                ContactKind::Email => self.email(&contact.text),
                ContactKind::Phone => self.phone(&contact.text),
                _ => {}
            }
        }
    }

    fn email(&mut self, address: &str) {
        let (message, hint) = if emails(address).next() == Some(address) {
            let found: Vec<&str> = self.lines.iter().flat_map(|line| emails(line)).collect();
            if found.contains(&address) {
                return;
            }
            let message = match found.iter().find(|email| email.contains(address)) {
                Some(joined) => format!("parsers read `{joined}` instead of `{address}`"),
                None => format!("`{address}` is not on one line of the PDF"),
            };
            (message, "use another layout")
        } else {
            (
                format!("parsers may not read `{address}` as an email address"),
                "write the address alone: `name@example.org`",
            )
        };
        let warning = Diagnostic::warning(rule::EMAIL_NOT_RECOGNIZED, message);
        self.report_person("email", warning.hint(hint));
    }

    fn phone(&mut self, number: &str) {
        let (message, hint) = if !is_phone(number) {
            (
                format!("parsers may not read `{number}` as a phone number"),
                "write seven to fifteen digits, such as `+1 551 555 0100`",
            )
        } else if !self
            .spaced_lines
            .iter()
            .any(|line| contains_separately(line, &with_single_spaces(number)))
        {
            (
                format!("`{number}` is not on one line of the PDF"),
                "use another layout",
            )
        } else {
            return;
        };
        let warning = Diagnostic::warning(rule::PHONE_NOT_RECOGNIZED, message);
        self.report_person("phone", warning.hint(hint));
    }

    fn section(&mut self, section: &ResumeSection) {
        if let Some(title) = &section.title {
            self.section_title(&plain(title), section);
        }
        for entry in &section.entries {
            self.entry(entry);
        }
        for subsection in &section.sections {
            self.section(subsection);
        }
    }

    fn section_title(&mut self, title: &str, section: &ResumeSection) {
        let Some(word) = missing_heading_word(title, section.kind, self.expected.locale) else {
            return;
        };
        let message = format!("`{title}` is a heading that parsers may not recognize");
        let note = Diagnostic::note(rule::HEADING_NOT_STANDARD, message);
        let hint = format!("parsers look for the word `{word}`");
        self.report_text(title, note.hint(hint));
    }

    fn entry(&mut self, entry: &ResumeEntry) {
        self.on_one_line(
            rule::ORGANIZATION_NOT_RECOGNIZED,
            entry.organization.as_ref(),
        );
        self.on_one_line(rule::TITLE_NOT_RECOGNIZED, entry.title.as_ref());
        for period in &entry.dates {
            let period = self.dates.period(period);
            for date in [&period.start, &period.end].into_iter().flatten() {
                self.date(date, entry);
            }
        }
        for role in &entry.roles {
            self.entry(role);
        }
    }

    fn on_one_line(&mut self, rule: RuleName, text: Option<&Inlines>) {
        // In a right-to-left line, parsers find a text only in part.
        if self.expected.locale.direction() == Direction::Rtl {
            return;
        }
        let Some(text) = text.map(|text| plain(text)) else {
            return;
        };
        let wanted = with_single_spaces(&text);
        let capitals = match self.expected.locale.language() {
            "az" | "tr" => turkish_capitals(&wanted),
            _ => wanted.to_uppercase(),
        };
        // Most texts follow the one before.
        let (above, below) = self.spaced_lines.split_at(self.last_line);
        let found = below.iter().chain(above).position(|line| {
            contains_separately(line, &wanted) || contains_separately(line, &capitals)
        });
        if let Some(further) = found {
            self.last_line = (self.last_line + further) % self.spaced_lines.len();
            return;
        }
        let message = format!("“{}” is not on one line of the PDF", shortened(&text));
        let note = Diagnostic::note(rule, message);
        let hint = "parsers that read line by line find only a part; use a shorter text";
        self.report_text(&text, note.hint(hint));
    }

    fn date(&mut self, date: &str, entry: &ResumeEntry) {
        if is_date(date, &self.expected.resume.words.present) {
            return;
        }
        let message = format!("parsers may not read `{date}` as a date");
        let note = Diagnostic::note(rule::DATE_NOT_RECOGNIZED, message);
        let note = note.hint("write year and month, such as `2024-09`");
        let span = self.spans.find(date);
        let span = span.or_else(|| {
            let texts = [&entry.title, &entry.organization, &entry.text];
            let first = texts.into_iter().flatten().next()?;
            self.spans.find(&plain(first))
        });
        self.report_at(span.unwrap_or_default(), note);
    }

    /// Checks tags, language and title, which Typst writes unless a template prevents it.
    fn structure(&mut self) {
        let properties = &self.pdf.properties;
        let resume = self.expected.resume;
        let mut messages = Vec::new();
        if !properties.tagged {
            messages.push("the PDF has no tags".to_owned());
        }
        let language = properties.language.as_deref().unwrap_or_default();
        let primary = language.split('-').next().unwrap_or_default();
        if !primary.eq_ignore_ascii_case(&resume.language) {
            let expected = &resume.language;
            messages.push(format!(
                "expected the language `{expected}` in the PDF, found `{language}`"
            ));
        }
        let expected_title = &resume.document.title;
        if properties.title.as_ref() != Some(expected_title) {
            let title = properties.title.as_deref().unwrap_or_default();
            messages.push(format!(
                "expected the title `{expected_title}` in the PDF, found `{title}`"
            ));
        }
        for message in messages {
            self.report(Diagnostic::warning(rule::PDF_STRUCTURE, message));
        }
    }

    fn headings(&mut self) {
        let mut previous = 0;
        for heading in &self.pdf.properties.headings {
            if heading.level > previous + 1 {
                let message = format!(
                    "the heading “{}” has level {} after level {previous}",
                    shortened(&heading.text),
                    heading.level
                );
                self.report(Diagnostic::warning(rule::PDF_STRUCTURE, message));
            }
            previous = heading.level;
        }
    }

    fn fonts(&mut self) {
        for font in &self.pdf.properties.fonts {
            let message = if !font.embedded {
                format!("the font `{}` is not embedded in the PDF", font.name)
            } else if !font.mapped {
                format!("the font `{}` does not map its glyphs to text", font.name)
            } else {
                continue;
            };
            self.report(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
        }
    }

    fn vowel_signs(&mut self) {
        let glyphs = self.pdf.pages.iter().flat_map(|page| &page.glyphs);
        let repeated = glyphs.filter(|glyph| glyph.repeats).count();
        if repeated > 0 {
            let message = format!("parsers may read letters with vowel signs twice: {repeated}");
            let note = Diagnostic::note(rule::LETTERS_READ_TWICE, message);
            self.report(note.hint("omit vowel signs from words that parsers must find"));
        }
    }

    fn unmapped_glyphs(&mut self) {
        for (index, page) in self.pdf.pages.iter().enumerate() {
            let unmapped = page.glyphs.iter().filter(|glyph| glyph.text.is_none());
            let count = unmapped.count();
            if count > 0 {
                let page = index + 1;
                let message = format!("glyphs without text on page {page}: {count}");
                self.report(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
            }
        }
    }

    fn links(&mut self) {
        let links = &self.pdf.properties.links;
        // The address of a QR code is beside it.
        let with_text = links.iter().filter(|link| !link.text.trim().is_empty());
        let with_text: BTreeSet<&str> = with_text.map(|link| &*link.url).collect();
        for link in links {
            if !with_text.contains(&*link.url) {
                let message = format!(
                    "the link to `{}` on page {} has no text",
                    link.url, link.page
                );
                self.report(Diagnostic::warning(rule::LINK_WITHOUT_TEXT, message));
            }
        }
    }

    fn standards(&mut self) {
        for standard in self.expected.standards {
            let claims = &self.pdf.properties.standards;
            if !claims.iter().any(|claim| claim == standard) {
                let message = format!("the PDF does not claim to conform to {standard}");
                self.report(Diagnostic::warning(rule::STANDARD_NOT_CLAIMED, message));
            }
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

/// Returns whether a line contains a name in any case, and nothing else except the native name.
fn is_name_line(line: &str, name: &str, native_name: &str) -> bool {
    let [line, name, native_name] =
        [line, name, native_name].map(|text| normalize(&text.to_lowercase()));
    let Some((before, after)) = line.split_once(&*name) else {
        return false;
    };
    let rest = format!("{before}{after}").replacen(&*native_name, "", 1);
    !rest.contains(char::is_alphanumeric)
}

/// Shortens a text for a message.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() <= MAX_SHOWN {
        return text;
    }
    text.chars().take(MAX_SHOWN).chain(['…']).collect()
}
