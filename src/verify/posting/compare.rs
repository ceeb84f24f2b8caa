//! Compares a posting with the texts of a CV.

use std::ops::Range;

use crate::content::{LocatedText, Resume, located_texts};
use crate::diagnostic::Source;
use crate::profile::TomlTree;
use crate::verify::posting::blocks::quote;
use crate::verify::posting::document::Posting;
use crate::verify::posting::forms::Forms;
use crate::verify::posting::parts::parts;
use crate::verify::posting::report::{ComparedTerm, CvPlace, PostingReport, TermStatus};
use crate::verify::posting::search::{TermFound, TermMatch, search};
use crate::verify::posting::synonyms::Synonyms;
use crate::verify::posting::terms::{PostingTerm, terms};
use crate::verify::posting::token::tokens;
use crate::verify::posting::vocabulary::language_of;
use crate::verify::source_map::TextSpans;

/// A document to compare with a posting.
#[derive(Debug, Clone, Copy)]
pub struct ComparedDocument<'a> {
    /// The profile's name in messages.
    pub profile: &'a str,
    /// The document's name.
    pub name: &'a str,
    /// Its content.
    pub resume: &'a Resume,
    /// The profile that it was selected from.
    pub tree: &'a TomlTree,
}

/// Compares a posting with a document.
pub fn compare(posting: &Posting, document: &ComparedDocument) -> PostingReport {
    let blocks = &posting.blocks;
    let text: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let text = text.join("\n");
    let own = match &*document.resume.language {
        "nb" | "nn" => "no",
        other => other,
    };
    let language = language_of(&text, &tokens(&text));
    let posting_forms = Forms::new(language.unwrap_or(own));
    let mut synonyms = Synonyms::new(&posting_forms);
    synonyms.add_abbreviations(&text, &posting_forms);
    let parts = parts(blocks, posting_forms.vocabulary());
    let terms = terms(blocks, &parts, &posting_forms, &synonyms);
    let texts = located_texts(document.resume);
    for text in &texts {
        synonyms.add_abbreviations(&text.text, &posting_forms);
    }
    let found = search(&terms, &texts, &Forms::new(own), &synonyms);
    let places = Places::new(&texts, document.tree);
    let terms: Vec<ComparedTerm> = terms
        .iter()
        .zip(found)
        .map(|(term, found)| compared(term, &found, &places))
        .collect();
    let count = |status| terms.iter().filter(|term| term.status == status).count();
    PostingReport {
        profile: document.profile.to_owned(),
        name: document.name.to_owned(),
        posting: posting.name.clone(),
        language: own.to_owned(),
        posting_language: language.map(str::to_owned),
        has: count(TermStatus::Has),
        in_other_words: count(TermStatus::InOtherWords),
        lacks: count(TermStatus::Lacks),
        terms,
        left_out: parts.left_out,
    }
}

fn compared(term: &PostingTerm, found: &[TermFound], places: &Places) -> ComparedTerm {
    let status = match found.iter().map(|found| found.how).min() {
        Some(TermMatch::Exact) => TermStatus::Has,
        Some(_) => TermStatus::InOtherWords,
        None => TermStatus::Lacks,
    };
    let mut found: Vec<&TermFound> = found.iter().collect();
    // The places that have the term itself come first.
    found.sort_by_key(|found| found.how);
    ComparedTerm {
        term: term.text().to_owned(),
        status,
        importance: term.importance,
        weight: term.weight,
        posting: term.places.clone(),
        cv: found.into_iter().map(|found| places.place(found)).collect(),
    }
}

/// The texts of a CV with their places in the profile.
struct Places<'a> {
    texts: &'a [LocatedText],
    spans: Vec<Option<Range<usize>>>,
    source: &'a Source,
}

impl<'a> Places<'a> {
    fn new(texts: &'a [LocatedText], tree: &'a TomlTree) -> Self {
        let mut spans = TextSpans::new(tree);
        Self {
            texts,
            spans: texts.iter().map(|text| spans.find(&text.text)).collect(),
            source: tree.source(),
        }
    }

    fn place(&self, found: &TermFound) -> CvPlace {
        let LocatedText {
            section,
            entry,
            text,
            ..
        } = &self.texts[found.text];
        let words = &text[found.range.clone()];
        let span = self.spans[found.text].clone();
        // A value of the command line has no place.
        let start = span.filter(|span| !span.is_empty()).map(|span| {
            let written = self.source.text().get(span.clone()).unwrap_or_default();
            span.start + written.find(words).unwrap_or_default()
        });
        CvPlace {
            how: found.how,
            found: words.to_owned(),
            quote: quote(text, found.range.clone()),
            line: start.map(|start| self.source.position(start).line),
            section: section.clone(),
            entry: entry.clone(),
        }
    }
}
