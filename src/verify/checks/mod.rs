//! What a parser of the PDF would not find or not recognize.

mod fields;
mod file;
mod text;

use std::ops::Range;

use crate::content::resume::Resume;
use crate::content::{DateFormat, DateWriter, Locale};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::{TomlPath, TomlTree, single_spaced};
use crate::verify::read::{PdfContent, lines};
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
        spaced_lines: lines.iter().map(|line| single_spaced(line)).collect(),
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
    checker.mixed_directions();
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
}

/// Shortens a text for a message.
fn shortened(text: &str) -> String {
    let text = single_spaced(text);
    if text.chars().count() <= MAX_SHOWN {
        return text;
    }
    text.chars().take(MAX_SHOWN).chain(['…']).collect()
}
