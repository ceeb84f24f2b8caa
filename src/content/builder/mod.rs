//! Builds the data of a CV or a letter from a selection. Every text of a profile is parsed here
//! once, so all problems in texts are reported here.
//!
//! The submodules add the parts of a document to [`ResumeBuilder`].

mod dates;
mod entry;
mod letter;
mod person;
mod picture;
mod publication;
mod residence;
mod section;
mod signature;
#[cfg(test)]
mod tests;

use crate::content::anonymizer::Anonymizer;
use crate::content::author::NameMatcher;
use crate::content::locale::Locale;
use crate::content::markdown::{self, MarkdownProblem};
use crate::content::quotes::Quotes;
use crate::content::resume::{
    Block, BlockText, Bullet, ImageFile, Inlines, KeptPart, Metadata, Resume, ResumeItem,
    ResumeSection, ResumeWords,
};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::{
    DateText, Highlight, LINE_BREAKS, PartialDate, Profile, Prose, Text, TomlPath, TomlTree,
    UnseenUses, encoded_url,
};
use crate::selection::Selection;

/// Builds the data, and collects the problems of its texts.
pub struct ResumeBuilder<'a> {
    /// The profile that contains the texts.
    pub tree: &'a TomlTree,
    /// The language of the CV.
    pub locale: &'a Locale,
    /// The date that the letter or the profile gives itself.
    pub written: Option<PartialDate>,
    /// The quotation marks of the language, unless they stay as typed.
    pub quotes: Option<Quotes>,
    /// Recognizes the person among authors.
    pub own_name: NameMatcher,
    /// Hides the person, in a copy for blind review.
    pub anonymizer: Option<Anonymizer>,
    /// The bullets so far.
    pub bullets: Vec<Bullet>,
    /// The parts that stay on one page so far.
    pub kept: Vec<KeptPart>,
    /// The files of the logos and pictures so far.
    pub images: Vec<ImageFile>,
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
        let mut sections: Vec<ResumeSection> = self
            .summary(&profile.person, &root.key("person"))
            .into_iter()
            .collect();
        sections.extend(self.sections(&selection.sections, &root.key("section")));
        let signature = profile
            .signature
            .as_ref()
            .and_then(|signature| self.signature(signature, profile, &root.key("signature")));
        let footer = self.optional(profile.footer.as_ref(), &root.key("footer"));
        let letter = profile
            .letter
            .as_ref()
            .map(|letter| self.letter(letter, profile, &root.key("letter")));
        let person = if letter.is_some() {
            person.as_sender()
        } else {
            person
        };
        Resume {
            locale: self.locale.clone(),
            language: self.locale.language().to_owned(),
            region: self.locale.region(),
            script: self.locale.script(),
            direction: self.locale.direction(),
            words: self.words(profile),
            separators: self.locale.words().separators.clone(),
            document: Metadata::default(),
            date: profile.date.as_ref().and_then(DateText::date),
            page_logo: image("page-logo", profile.page_logo.as_ref()),
            title,
            person,
            sections,
            signature,
            footer,
            letter,
            bullets: self.bullets,
            kept: self.kept,
            images: self.images,
        }
    }

    fn words(&self, profile: &Profile) -> ResumeWords {
        let words = self.locale.words();
        let kind = if profile.letter.is_some() {
            words.letter.as_str()
        } else {
            self.locale.resume()
        };
        ResumeWords {
            expected: words.expected.clone(),
            present: words.present.clone(),
            advisor: words.advisor.clone(),
            page: words.page.clone(),
            resume: kind.to_owned(),
            enclosures: words.enclosures.clone(),
            continued: words.continued.clone(),
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
        let mut content = self.finished(parsed.content);
        self.add_pictures(&parsed.pictures, path);
        self.name_pictures(&mut content);
        content
    }

    /// Returns a text as it is shown: with the quotation marks of the language, and without the
    /// person in a copy for blind review.
    fn finished(&self, content: Inlines) -> Inlines {
        let mut content = match &self.anonymizer {
            Some(anonymizer) => anonymizer.hide_in(content),
            None => content,
        };
        if let Some(quotes) = &self.quotes {
            quotes.curl(&mut content);
        }
        content
    }

    /// Returns a plain text without the person in a copy for blind review.
    fn without_names(&self, text: String) -> String {
        match &self.anonymizer {
            Some(anonymizer) => anonymizer.hide(&text),
            None => text,
        }
    }

    /// Returns a name as it is shown.
    fn finished_name(&self, name: &str) -> String {
        let name = one_line(name);
        match &self.quotes {
            Some(quotes) => quotes.curled(&name),
            None => name,
        }
    }

    /// Parses a text of one paragraph that may be missing or empty.
    fn optional(&mut self, text: Option<&Text>, path: &TomlPath) -> Option<Inlines> {
        let content = self.inline(text?, path);
        (!content.is_empty()).then_some(content)
    }

    /// Parses a list of texts of one paragraph. Empty ones are left out.
    fn each(&mut self, texts: &[Text], path: &TomlPath) -> Vec<Inlines> {
        let mut each = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let path = path.index(index);
            let content = self.inline(text, &path);
            if content.is_empty() {
                self.report_empty_text(&path);
            } else {
                each.push(content);
            }
        }
        each
    }

    /// Parses a text of several paragraphs.
    fn blocks(&mut self, prose: Option<&Prose>, path: &TomlPath) -> Vec<Block> {
        let Some(prose) = prose else {
            return Vec::new();
        };
        let parsed = markdown::blocks(&prose.0);
        self.report(parsed.problems, path);
        let mut content = match &self.anonymizer {
            Some(anonymizer) => anonymizer.hide_in_blocks(parsed.content),
            None => parsed.content,
        };
        self.add_pictures(&parsed.pictures, path);
        for text in Block::texts_mut(&mut content) {
            if let BlockText::Line(line) = text {
                if let Some(quotes) = &self.quotes {
                    quotes.curl(line);
                }
                self.name_pictures(line);
            }
        }
        content
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

    /// Remembers a part that stays on one page, to name it where it leaves much of a page empty.
    fn remember_kept(&mut self, path: &TomlPath, titles: [Option<&Inlines>; 2]) {
        let titles = titles.into_iter().flatten();
        self.kept.push(KeptPart {
            span: self.tree.span(&path.key("keep")),
            titles: titles.map(|title| markdown::plain(title)).collect(),
        });
    }

    fn report_empty_bullet(&mut self, path: &TomlPath) {
        let message = "an empty bullet is left out";
        self.report_empty(Diagnostic::warning(rule::EMPTY_BULLET, message), path);
    }

    /// Reports an empty member of a list.
    fn report_empty_text(&mut self, path: &TomlPath) {
        let field = path.field().unwrap_or_default();
        let message = format!("an empty text of `{field}` is left out");
        self.report_empty(Diagnostic::warning(rule::EMPTY_TEXT, message), path);
    }

    fn report_empty(&mut self, warning: Diagnostic, path: &TomlPath) {
        let node = self.tree.node(path);
        // A text that replaces an invalid value has no span, and is reported already.
        if let Some(node) = node.filter(|node| !node.span.is_empty()) {
            let warning = warning.at(self.tree.source(), node.span.clone(), "");
            self.problems.push(warning);
        }
    }
}

/// Returns where the value at a path starts, which identifies it.
fn path_start(tree: &TomlTree, path: &TomlPath) -> usize {
    tree.span(path).start
}

/// Returns the target of a link as a PDF contains it.
fn link_target(url: &str) -> String {
    encoded_url(url).into_owned()
}

/// Returns a text that is one line, whatever white space it was written with, and without characters that
/// are not seen and have no use.
fn one_line(text: &str) -> String {
    let text = UnseenUses::of(text).shown(text);
    let lines = text.split(LINE_BREAKS).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Returns the path by which a template reads an image, unless there is none.
fn image(name: &str, file: Option<&String>) -> Option<String> {
    let file = file.filter(|file| !file.is_empty())?;
    Some(image_path(name, file))
}

/// Returns the path by which a template reads an image. It depends on the file's extension alone:
/// Typst never frees a path that it has seen.
fn image_path(name: &str, file: &str) -> String {
    let extension = std::path::Path::new(file)
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    format!("/{name}.{}", extension.unwrap_or_default())
}
