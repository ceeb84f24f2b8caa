//! Builds the data of a CV or a letter from a selection. Every text of a profile is parsed here
//! once, so all problems in texts are reported here.
//!
//! The submodules add the parts of a document to [`ResumeBuilder`].

mod entry;
mod letter;
mod person;
mod publication;
mod section;

use crate::content::anonymizer::Anonymizer;
use crate::content::author::NameMatcher;
use crate::content::bullet::Bullet;
use crate::content::date::DateWriter;
use crate::content::locale::Locale;
use crate::content::markdown::{self, MarkdownProblem};
use crate::content::resume::{Block, Inlines, Metadata, Resume, ResumeItem, ResumeWords};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::{Highlight, Profile, Prose, Text, TomlPath, TomlTree};
use crate::selection::Selection;

/// Builds the data, and collects the problems of its texts.
pub struct ResumeBuilder<'a> {
    /// The profile that contains the texts.
    pub tree: &'a TomlTree,
    /// The language of the CV.
    pub locale: &'a Locale,
    /// Writes its dates.
    pub dates: DateWriter<'a>,
    /// Recognizes the person among authors.
    pub own_name: NameMatcher,
    /// Hides the person, in a copy for blind review.
    pub anonymizer: Option<Anonymizer>,
    /// The bullets so far.
    pub bullets: Vec<Bullet>,
    /// The problems so far.
    pub problems: &'a mut Diagnostics,
}

impl ResumeBuilder<'_> {
    /// Builds the data of a CV or a letter, except for its metadata.
    pub fn build(mut self, selection: &Selection) -> Resume {
        let profile = &selection.profile;
        let root = TomlPath::ROOT;
        let title = self.optional(profile.title.as_ref(), &root.key("title"));
        let person = self.person(&profile.person, &root.key("person"));
        let sections = self.sections(&selection.sections, &root.key("section"));
        let footer = self.optional(profile.footer.as_ref(), &root.key("footer"));
        let letter = profile
            .letter
            .as_ref()
            .map(|letter| self.letter(letter, profile, &root.key("letter")));
        Resume {
            language: self.locale.language().to_owned(),
            region: self.locale.region(),
            script: self.locale.script(),
            direction: self.locale.direction(),
            words: self.words(profile),
            separators: self.locale.words().separators.clone(),
            document: Metadata::default(),
            title,
            person,
            sections,
            footer,
            letter,
            bullets: self.bullets,
        }
    }

    fn words(&self, profile: &Profile) -> ResumeWords {
        let words = self.locale.words();
        let kind = if profile.letter.is_some() {
            &words.letter
        } else {
            &words.resume
        };
        ResumeWords {
            expected: words.expected.clone(),
            present: words.present.clone(),
            advisor: words.advisor.clone(),
            page: words.page.clone(),
            resume: kind.clone(),
            enclosures: words.enclosures.clone(),
        }
    }

    /// Reports the problems of the text at a path.
    fn report(&mut self, problems: Vec<MarkdownProblem>, path: &TomlPath) {
        if problems.is_empty() {
            return;
        }
        let ranges = problems.iter().map(|problem| problem.range.clone());
        let spans = self.tree.spans_within(path, ranges);
        for (problem, span) in problems.into_iter().zip(spans) {
            let mut diagnostic = Diagnostic::error(problem.rule, problem.message)
                .at(self.tree.source(), span, "")
                .hint(problem.hint);
            diagnostic.severity = problem.severity;
            self.problems.push(diagnostic);
        }
    }

    /// Parses a text of one paragraph.
    fn inline(&mut self, text: &Text, path: &TomlPath) -> Inlines {
        let parsed = markdown::inline(&text.0);
        self.report(parsed.problems, path);
        self.hide(parsed.content)
    }

    fn hide(&self, content: Inlines) -> Inlines {
        match &self.anonymizer {
            Some(anonymizer) => anonymizer.hide_in(content),
            None => content,
        }
    }

    /// Parses a text of one paragraph that may be missing or empty.
    fn optional(&mut self, text: Option<&Text>, path: &TomlPath) -> Option<Inlines> {
        let content = self.inline(text?, path);
        (!content.is_empty()).then_some(content)
    }

    /// Parses a list of texts of one paragraph.
    fn each(&mut self, texts: &[Text], path: &TomlPath) -> Vec<Inlines> {
        let texts = texts.iter().enumerate();
        texts
            .map(|(index, text)| self.inline(text, &path.index(index)))
            .collect()
    }

    /// Parses a text of several paragraphs.
    fn blocks(&mut self, prose: Option<&Prose>, path: &TomlPath) -> Vec<Block> {
        let Some(prose) = prose else {
            return Vec::new();
        };
        let parsed = markdown::blocks(&prose.0);
        self.report(parsed.problems, path);
        match &self.anonymizer {
            Some(anonymizer) => anonymizer.hide_in_blocks(parsed.content),
            None => parsed.content,
        }
    }

    /// Parses a list of bullets. A bullet without text and nested bullets is left out.
    fn items(&mut self, highlights: &[Highlight], path: &TomlPath) -> Vec<ResumeItem> {
        let list = path_start(self.tree, path);
        let mut items = Vec::with_capacity(highlights.len());
        for (index, highlight) in highlights.iter().enumerate() {
            let path = path.index(index);
            let text_path = match highlight {
                Highlight::Text(_) => path,
                Highlight::Item(_) => path.key("text"),
            };
            let content = self.inline(highlight.text(), &text_path);
            self.bullets.push(Bullet {
                span: self.tree.span(&text_path),
                list,
                text: markdown::plain(&content),
            });
            let nested = self.items(highlight.items(), &path.key("items"));
            if content.is_empty() && nested.is_empty() {
                self.report_empty_bullet(&text_path);
            } else {
                items.push(ResumeItem {
                    content,
                    items: nested,
                });
            }
        }
        items
    }

    fn report_empty_bullet(&mut self, path: &TomlPath) {
        let node = self.tree.node(path);
        // A text that replaces an invalid value has no span, and is reported already.
        let Some(node) = node.filter(|node| !node.span.is_empty()) else {
            return;
        };
        let message = "an empty bullet is left out";
        let warning = Diagnostic::warning(rule::EMPTY_BULLET, message);
        let warning = warning.at(self.tree.source(), node.span.clone(), "");
        self.problems.push(warning);
    }
}

/// Returns where the value at a path starts, which identifies it.
fn path_start(tree: &TomlTree, path: &TomlPath) -> usize {
    tree.span(path).start
}

/// Returns the path by which a template reads an image. It depends on the file's extension alone:
/// Typst never frees a path that it has seen.
fn image_path(name: &str, file: &str) -> String {
    let extension = std::path::Path::new(file)
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    format!("/{name}.{}", extension.unwrap_or_default())
}
