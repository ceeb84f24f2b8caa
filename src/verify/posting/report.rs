//! What of a posting a CV has, as data for programs and as text for people.

use std::fmt::Write as _;

use serde::Serialize;

use crate::verify::posting::blocks::{LinePlace, PostingPlace};
use crate::verify::posting::parts::{Importance, LeftOut};
use crate::verify::posting::search::TermMatch;

/// The number of lacking terms that the text shows.
const MOST_LACKING: usize = 20;

/// The number of other terms of each kind that the text shows.
const MOST_FOUND: usize = 10;

/// What of a posting one document has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostingReport {
    /// The profile's name in messages.
    pub profile: String,
    /// The document's name: the profile's, with its variant and language.
    pub name: String,
    /// The posting's name.
    pub posting: String,
    /// The language of the document.
    pub language: String,
    /// The language of the posting, if it can be told.
    pub posting_language: Option<String>,
    /// The number of terms that the document has.
    pub has: usize,
    /// The number of terms that it has in other words.
    pub in_other_words: usize,
    /// The number of terms that it lacks.
    pub lacks: usize,
    /// The terms, the weightiest first.
    pub terms: Vec<ComparedTerm>,
    /// The lines of the posting that are not compared.
    pub left_out: Vec<LeftOut>,
}

/// Whether a CV has a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermStatus {
    /// As the posting writes it, apart from capitals.
    Has,
    /// In another form, by another name, or by its words.
    InOtherWords,
    /// Not at all.
    Lacks,
}

/// A term of a posting, and where posting and CV have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComparedTerm {
    /// The term.
    pub term: String,
    /// Whether the CV has it.
    pub status: TermStatus,
    /// How much the posting asks for the term.
    pub importance: Importance,
    /// Its weight in the posting.
    pub weight: usize,
    /// Where the posting has it.
    pub posting: Vec<PostingPlace>,
    /// Where the CV has it.
    pub cv: Vec<CvPlace>,
}

/// Where a CV has a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CvPlace {
    /// How it has the term.
    #[serde(rename = "match")]
    pub how: TermMatch,
    /// What it has.
    pub found: String,
    /// The words around it.
    pub quote: String,
    /// The line in the profile; missing for what the profile does not have verbatim, such as dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl PostingReport {
    /// Returns the report for people: a line with the numbers, what the CV lacks, and what it has.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} and {}: has {} of {} terms, {} in other words, lacks {}\n",
            self.name,
            self.posting,
            self.has,
            self.terms.len(),
            self.in_other_words,
            self.lacks
        );
        if let Some(language) = self.other_language() {
            let own = &self.language;
            // A string has no errors.
            let _ = writeln!(
                text,
                "  the posting is in `{language}`, the CV in `{own}`: only what both write alike and well-known names are found"
            );
        }
        self.group(&mut text, TermStatus::Lacks, MOST_LACKING);
        self.group(&mut text, TermStatus::InOtherWords, MOST_FOUND);
        self.group(&mut text, TermStatus::Has, MOST_FOUND);
        if !self.left_out.is_empty() {
            let parts: Vec<String> = self.left_out.iter().map(lines_of).collect();
            let _ = writeln!(text, "  not compared: {}", parts.join(", "));
        }
        text
    }

    /// Returns the language of the posting if it is not that of the CV.
    fn other_language(&self) -> Option<&str> {
        let language = self.posting_language.as_deref()?;
        (language != self.language).then_some(language)
    }

    fn group(&self, text: &mut String, status: TermStatus, most: usize) {
        let of_status = |term: &&ComparedTerm| term.status == status;
        let number = self.terms.iter().filter(of_status).count();
        if number == 0 {
            return;
        }
        *text += match status {
            TermStatus::Lacks => "  lacks (add what is true):\n",
            TermStatus::InOtherWords => "  has in other words:\n",
            TermStatus::Has => "  has:\n",
        };
        for term in self.terms.iter().filter(of_status).take(most) {
            let _ = writeln!(text, "    {}", self.line(term));
        }
        if number > most {
            let _ = writeln!(
                text,
                "    … and {} more (`--report json` lists all)",
                number - most
            );
        }
    }

    /// Describes a term: `Kubernetes (line 12): “run Kubernetes in production”`.
    fn line(&self, term: &ComparedTerm) -> String {
        let asked = term.posting.first();
        let place = asked.map(|place| place_of(place.place)).unwrap_or_default();
        if let Some(found) = term.cv.first() {
            let shown = match term.status {
                TermStatus::Has => String::new(),
                _ => format!(": “{}”", found.found),
            };
            return format!("{} ({place}){shown} {}", term.term, self.place_in_cv(found));
        }
        let quote = asked.map(|place| &*place.quote).unwrap_or_default();
        format!("{} ({place}): “{quote}”", term.term)
    }

    /// Describes a place of the CV: `in Experience, Example Chips, ada.toml:42`.
    fn place_in_cv(&self, place: &CvPlace) -> String {
        let file = place.line.map(|line| format!("{}:{line}", self.profile));
        let parts = [place.section.clone(), place.entry.clone(), file];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return "in the head of the CV".to_owned();
        }
        format!("in {}", parts.join(", "))
    }
}

/// Describes a place of the posting: `line 12`, `page 1, line 12`.
fn place_of(place: LinePlace) -> String {
    match place.page {
        Some(page) => format!("page {page}, line {}", place.line),
        None => format!("line {}", place.line),
    }
}

/// Describes lines that are left out: `lines 40–52 (Benefits)`.
fn lines_of(left_out: &LeftOut) -> String {
    let LeftOut { heading, from, to } = left_out;
    let mut lines = if from == to {
        place_of(*from)
    } else if from.page == to.page {
        let page = from.page.map(|page| format!("page {page}, "));
        format!(
            "{}lines {}–{}",
            page.unwrap_or_default(),
            from.line,
            to.line
        )
    } else {
        format!("{} to {}", place_of(*from), place_of(*to))
    };
    if let Some(heading) = heading {
        lines += &format!(" (“{heading}”)");
    }
    lines
}
