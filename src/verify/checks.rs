//! What a machine that reads the PDF would not find, or not know for what it is.

use std::ops::Range;

use crate::content::resume::{ContactKind, Direction, Inlines, Resume, ResumeEntry, ResumeSection};
use crate::content::{DateStyle, Locale, plain};
use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, rule};
use crate::profile::{TomlPath, TomlTree};
use crate::verify::ats::{emails, is_date, is_name, is_phone, standard_heading, stands_apart};
use crate::verify::completeness::{TextProblem, missing_texts};
use crate::verify::lines::lines;
use crate::verify::read::PdfContent;
use crate::verify::source_map::Places;

/// How many letters of a text a message shows.
const SHOWN: usize = 60;
/// Among how many lines from the top a name is looked for. Above it may stand the title of the
/// page.
const TOP: usize = 3;

/// What a PDF was made of.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedContent<'a> {
    /// The data, in the order of its pages.
    pub resume: &'a Resume,
    /// Where it is written.
    pub document: &'a TomlTree,
    /// The texts to be found.
    pub groups: &'a [Vec<String>],
    /// The style of its dates.
    pub date_style: DateStyle,
    /// Its language.
    pub locale: &'a Locale,
    /// The standards that it has to keep.
    pub standards: &'a [&'a str],
}

/// Everything that a machine would not find or not know.
pub fn check_content(finished: &PdfContent, subject: &ExpectedContent) -> Diagnostics {
    let pages: Vec<Vec<String>> = finished.pages.iter().map(lines).collect();
    let mut search = Search {
        subject,
        finished,
        top: pages
            .first()
            .map(|lines| lines[..lines.len().min(TOP)].to_vec())
            .unwrap_or_default(),
        lines: pages.concat(),
        places: Places::of(subject.document),
        found: Diagnostics::default(),
    };
    search.order();
    search.hyphens();
    search.person();
    subject
        .resume
        .sections
        .iter()
        .for_each(|section| search.section(section));
    search.file();
    search.found
}

struct Search<'a> {
    subject: &'a ExpectedContent<'a>,
    finished: &'a PdfContent,
    /// The first lines.
    top: Vec<String>,
    /// All lines.
    lines: Vec<String>,
    places: Places,
    found: Diagnostics,
}

impl Search<'_> {
    fn tell(&mut self, problem: Diagnostic, span: Range<usize>) {
        self.found
            .push(problem.at(self.subject.document.source(), span, ""));
    }

    /// Tells it of a text of the profile, where that stands.
    fn tell_of(&mut self, text: &str, problem: Diagnostic) {
        let span = self.places.find(text).unwrap_or(0..0);
        self.tell(problem, span);
    }

    fn order(&mut self) {
        let text = crate::verify::lines::normalized_text(&self.finished.pages);
        for missing in missing_texts(self.subject.groups, &text) {
            let shown = shown(&missing.text);
            let hint = "see what is read with `cvpress text`, and print in another layout";
            let problem = match missing.problem {
                TextProblem::Missing => Diagnostic::error(
                    rule::TEXT_LOST,
                    format!("“{shown}” is not in the PDF in one piece"),
                ),
                TextProblem::OutOfOrder => Diagnostic::error(
                    rule::TEXT_OUT_OF_ORDER,
                    format!("“{shown}” is read before what it should follow"),
                ),
            };
            self.tell_of(&missing.text, problem.hint(hint));
        }
    }

    /// Programs disagree about a hyphen at the end of a line: poppler and `PDFium` take it away,
    /// others add a space.
    fn hyphens(&mut self) {
        let texts: Vec<&String> = self.subject.groups.iter().flatten().collect();
        let mut broken = Vec::new();
        for pair in self.lines.windows(2) {
            let Some(start) = pair[0]
                .strip_suffix(['-', '\u{2010}'])
                .and_then(|line| line.split_whitespace().next_back())
            else {
                continue;
            };
            let end = pair[1].split_whitespace().next().unwrap_or_default();
            let start = start.trim_start_matches(|c: char| !c.is_alphanumeric());
            let end = end.trim_end_matches(|c: char| !c.is_alphanumeric());
            let whole = format!("{start}-{end}");
            let of = texts
                .iter()
                .find(|text| text.replace('\u{2010}', "-").contains(&whole));
            if let Some(text) = of.filter(|_| !start.is_empty() && !end.is_empty()) {
                broken.push((whole, format!("{start}{end}"), (*text).clone()));
            }
        }
        for (word, glued, text) in broken {
            let message = format!("a line ends within `{word}`: some programs read `{glued}`");
            let note = Diagnostic::note(rule::HYPHEN_AT_LINE_END, message);
            self.tell_of(
                &text,
                note.hint("other words before it keep it whole; people read it either way"),
            );
        }
    }

    fn person(&mut self) {
        let person = &self.subject.resume.person;
        let path = TomlPath::ROOT.key("person");
        let span = |key: &str| self.subject.document.span(&path.key(key));
        let mut told: Vec<(Diagnostic, Range<usize>)> = Vec::new();
        if let Some(name) = person.name.as_ref().filter(|name| !name.trim().is_empty()) {
            let hint = "machines take the first line of letters alone for the name";
            let problem = |message: String| {
                Diagnostic::warning(rule::NAME_NOT_RECOGNIZED, message).hint(hint)
            };
            // What is written wide apart is apart.
            let is_alone = |line: &String| {
                line.split('\t').any(|part| {
                    is_alone(
                        part,
                        name,
                        person.native_name.as_deref().unwrap_or_default(),
                    )
                })
            };
            if !is_name(name) {
                told.push((
                    problem(format!(
                        "`{name}` has characters that no name has to a machine"
                    )),
                    span("name"),
                ));
            } else if !self.top.iter().any(is_alone) {
                told.push((
                    problem(format!(
                        "`{name}` is not alone on a line at the top of the PDF"
                    )),
                    span("name"),
                ));
            }
        }
        for contact in &person.contacts {
            let (text, lines) = (&contact.text, &self.lines);
            // What is said by other words is not printed.
            if contact.label.is_some() {
                continue;
            }
            match contact.kind {
                ContactKind::Email if emails(text).next() != Some(text) => {
                    let warning = Diagnostic::warning(
                        rule::EMAIL_NOT_RECOGNIZED,
                        format!("`{text}` is no address to a machine"),
                    );
                    told.push((
                        warning.hint("write it as it is used: `name@example.org`"),
                        span("email"),
                    ));
                }
                ContactKind::Email
                    if !lines
                        .iter()
                        .flat_map(|line| emails(line))
                        .any(|email| email == text) =>
                {
                    let glued = lines
                        .iter()
                        .flat_map(|line| emails(line))
                        .find(|email| email.contains(text.as_str()));
                    let message = match glued {
                        Some(glued) => format!("a machine reads `{glued}` in place of `{text}`"),
                        None => format!("`{text}` is not whole on one line of the PDF"),
                    };
                    let warning = Diagnostic::warning(rule::EMAIL_NOT_RECOGNIZED, message);
                    told.push((warning.hint("print in another layout"), span("email")));
                }
                ContactKind::Phone if !is_phone(text) => {
                    let warning = Diagnostic::warning(
                        rule::PHONE_NOT_RECOGNIZED,
                        format!("`{text}` is no number to a machine"),
                    );
                    told.push((
                        warning.hint("write seven to fifteen figures, as in `+1 551 555 0100`"),
                        span("phone"),
                    ));
                }
                ContactKind::Phone if !lines.iter().any(|line| stands_apart(line, text)) => {
                    let message = format!("`{text}` is not whole on one line of the PDF");
                    let warning = Diagnostic::warning(rule::PHONE_NOT_RECOGNIZED, message);
                    told.push((warning.hint("print in another layout"), span("phone")));
                }
                _ => {}
            }
        }
        for (problem, span) in told {
            self.tell(problem, span);
        }
    }

    fn section(&mut self, section: &ResumeSection) {
        if let Some(title) = section.title.as_ref().map(|title| plain(title))
            && let Some(word) = standard_heading(&title, section.kind, self.subject.locale)
        {
            let message = format!("`{title}` is no heading that machines know");
            let note = Diagnostic::note(rule::HEADING_NOT_STANDARD, message);
            self.tell_of(
                &title,
                note.hint(format!("the word that they look for is `{word}`")),
            );
        }
        section.entries.iter().for_each(|entry| self.entry(entry));
        section
            .sections
            .iter()
            .for_each(|section| self.section(section));
    }

    fn entry(&mut self, entry: &ResumeEntry) {
        self.on_one_line(
            rule::ORGANIZATION_NOT_RECOGNIZED,
            entry.organization.as_ref(),
        );
        self.on_one_line(rule::TITLE_NOT_RECOGNIZED, entry.title.as_ref());
        for period in &entry.dates {
            let span = period.in_style(self.subject.date_style);
            for date in [&span.start, &span.end].into_iter().flatten() {
                self.date(date, entry);
            }
        }
        entry.roles.iter().for_each(|role| self.entry(role));
    }

    fn on_one_line(&mut self, rule: RuleName, text: Option<&Inlines>) {
        let Some(text) = text.map(|text| plain(text)) else {
            return;
        };
        let capitals = text.to_uppercase();
        let is_whole = |line: &String| stands_apart(line, &text) || stands_apart(line, &capitals);
        // Letters that are set in another order in the file are read in the right one only in part.
        if self.subject.locale.direction() == Direction::Rtl || self.lines.iter().any(is_whole) {
            return;
        }
        let note = Diagnostic::note(
            rule,
            format!("“{}” is not whole on one line of the PDF", shown(&text)),
        );
        self.tell_of(
            &text,
            note.hint(
                "machines that read line by line see a part of it; a shorter one is read whole",
            ),
        );
    }

    fn date(&mut self, date: &str, entry: &ResumeEntry) {
        if is_date(date, &self.subject.resume.words.present) {
            return;
        }
        let note = Diagnostic::note(
            rule::DATE_NOT_RECOGNIZED,
            format!("`{date}` is no date to a machine"),
        );
        let note = note.hint("write month and year, as in `2024-09`");
        let lead = [&entry.title, &entry.organization, &entry.text]
            .into_iter()
            .flatten()
            .next()
            .map(|lead| plain(lead));
        let span = self
            .places
            .find(date)
            .or_else(|| self.places.find(&lead.unwrap_or_default()));
        self.tell(note, span.unwrap_or(0..0));
    }

    /// What the file says of itself, which Typst has seen to already, unless a template stands in
    /// the way.
    fn file(&mut self) {
        let (about, resume) = (&self.finished.about, self.subject.resume);
        let mut told = Vec::new();
        let mut structure =
            |message: String| told.push(Diagnostic::warning(rule::PDF_STRUCTURE, message));
        if !about.tagged {
            structure("the PDF does not say which part of it is what: it has no tags".to_owned());
        }
        let language = about.language.as_deref().unwrap_or_default();
        if language
            .split('-')
            .next()
            .is_none_or(|tag| !tag.eq_ignore_ascii_case(&resume.language))
        {
            structure(format!(
                "the PDF says that it is in `{language}`, and it is in `{}`",
                resume.language
            ));
        }
        if about.title.as_deref() != Some(&*resume.document.title) {
            let title = about.title.as_deref().unwrap_or_default();
            structure(format!(
                "the PDF is called `{title}`, and should be `{}`",
                resume.document.title
            ));
        }
        let mut above = 0;
        for heading in &about.headings {
            if heading.level > above + 1 {
                let (level, text) = (heading.level, shown(&heading.text));
                structure(format!(
                    "the heading “{text}” is of level {level}, and the one before it of level {above}"
                ));
            }
            above = heading.level;
        }
        for font in &about.fonts {
            if !font.embedded {
                let message = format!("the font `{}` is not in the PDF", font.name);
                told.push(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
            } else if !font.mapped {
                let message = format!(
                    "the PDF does not say what the glyphs of the font `{}` stand for",
                    font.name
                );
                told.push(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
            }
        }
        let repeated = self
            .finished
            .pages
            .iter()
            .flat_map(|page| &page.glyphs)
            .filter(|glyph| glyph.repeats)
            .count();
        if repeated > 0 {
            let message = format!(
                "letters with signs above or below them may be read twice: there are {repeated}"
            );
            let note = Diagnostic::note(rule::SIGNS_READ_TWICE, message);
            told.push(note.hint("leave such signs out of words that a machine has to find"));
        }
        for (number, page) in self.finished.pages.iter().enumerate() {
            let mute = page
                .glyphs
                .iter()
                .filter(|glyph| glyph.text.is_none())
                .count();
            if mute > 0 {
                let message = format!(
                    "{mute} of the glyphs on page {} stand for nothing",
                    number + 1
                );
                told.push(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
            }
        }
        for link in about
            .links
            .iter()
            .filter(|link| link.text.trim().is_empty())
        {
            let message = format!(
                "the link to `{}` on page {} has no words",
                link.url, link.page
            );
            told.push(Diagnostic::warning(rule::LINK_WITHOUT_TEXT, message));
        }
        for standard in self
            .subject
            .standards
            .iter()
            .filter(|name| !about.standards.iter().any(|claim| claim == *name))
        {
            told.push(Diagnostic::warning(
                rule::STANDARD_NOT_CLAIMED,
                format!("the PDF does not say that it is {standard}"),
            ));
        }
        for problem in told {
            self.tell(problem, 0..0);
        }
    }
}

/// Whether a name, in whatever case, stands in a line with nothing but the name in its own script.
fn is_alone(line: &str, name: &str, native: &str) -> bool {
    let [line, name, native] =
        [line, name, native].map(|text| crate::verify::lines::normalize(&text.to_lowercase()));
    let left = line
        .split_once(&*name)
        .map(|(before, after)| format!("{before}{after}").replacen(&*native, "", 1));
    left.is_some_and(|left| !left.contains(char::is_alphanumeric))
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= SHOWN {
        text
    } else {
        text.chars().take(SHOWN).chain(['…']).collect()
    }
}
