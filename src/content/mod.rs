//! Turns a selection into the data of a template: Markdown into structured text, dates and headings
//! into the language of the document. No text of a profile becomes Typst source.
//!
//! Uses `diagnostic`, `profile` and `selection`.

mod anonymizer;
mod author;
mod builder;
mod characters;
mod date;
mod fallback;
mod grouping;
mod locale;
mod markdown;
mod metadata;
mod plain_texts;
mod quotes;
mod reading_order;
pub mod resume;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::content::anonymizer::Anonymizer;
use crate::content::author::NameMatcher;
use crate::content::builder::ResumeBuilder;
use crate::content::fallback::english_words;
use crate::content::locale::{WordFault, word_keys};
use crate::content::quotes::{Quotes, straightened};
use crate::diagnostic::{Diagnostic, Diagnostics, listed, nearest, offered, rule};
use crate::profile::{
    Field, Node, Profile, QuoteStyle, TomlPath, TomlTree, Visitor, is_ignorable, letters,
    meant_value, visit,
};
use crate::selection::{Identity, Secret, Selection};

pub use characters::is_unassigned;
pub use date::DateWriter;
pub use grouping::with_grouped_roles;
pub use locale::{Locale, direction_of, is_letter_region};
pub use markdown::{has_error as has_markup_error, plain, unrated};
pub use plain_texts::PlainTexts;
pub use reading_order::{
    LocatedText, SectionLength, entry_texts, located_texts, plain_text, prose_texts,
    section_lengths, text_groups,
};
pub use resume::{Bullet, DateFormat, DatePrecision, DateStyle, ImageFile, KeptPart, Resume};

/// Returns the data of a CV or a letter, and adds its problems to `problems`. If there is an error
/// among them, the data must not be rendered.
///
/// `file_stem` is the title of a document without name, title and headline.
pub fn resume(selection: &Selection, file_stem: &str, problems: &mut Diagnostics) -> Resume {
    let Selection {
        profile,
        tree,
        identity,
        ..
    } = selection;
    let mut locale = locale(profile, tree, problems);
    set_words(&mut locale, profile, tree, problems);
    let word = &locale.words().anonymous;
    let builder = ResumeBuilder {
        tree,
        locale: &locale,
        written: metadata::written_date(profile),
        quotes: (profile.quotes.unwrap_or_default() == QuoteStyle::Auto)
            .then(|| Quotes::new(&locale)),
        own_name: NameMatcher::new(&identity.names, identity.family.as_deref()),
        anonymizer: selection
            .is_anonymous
            .then(|| Anonymizer::new(identity, word)),
        bullets: Vec::new(),
        kept: Vec::new(),
        images: Vec::new(),
        problems,
    };
    let mut resume = builder.build(selection);
    // A file name may identify the person.
    let fallback_title = if selection.is_anonymous {
        report_family_name(identity, &resume, tree, problems);
        locale.resume()
    } else {
        file_stem
    };
    report_shown_secrets(&selection.secrets, &resume, tree, problems);
    resume.document = metadata::metadata(selection, &resume, fallback_title);
    if !locale.is_known() {
        let mut words = english_words(selection, &resume, &locale);
        words.retain(|word| !profile.words.values().any(|own| own.0.trim() == word));
        if !words.is_empty() {
            report_unknown_language(&words, profile, tree, problems);
        }
    }
    resume
}

/// Reports texts of a copy for blind review that contain the family name alone, or the whole name in
/// another form, as in the name of a file. It is not replaced, since it may be an ordinary word.
fn report_family_name(
    identity: &Identity,
    resume: &Resume,
    tree: &TomlTree,
    problems: &mut Diagnostics,
) {
    let family = family_name(identity);
    let names: Vec<String> = identity.names.iter().map(|name| letters(name)).collect();
    for text in text_groups(resume, DateFormat::AS_WRITTEN).concat() {
        let all = letters(&text);
        let name = match family {
            Some(family) if contains_word(&text, family) => Some(family.to_owned()),
            _ => names
                .iter()
                .find(|name| is_telling(name) && all.contains(*name))
                .cloned(),
        };
        if let Some(name) = name {
            let message = format!("the copy for blind review contains `{name}`: “{text}”");
            let warning = Diagnostic::warning(rule::FAMILY_NAME_IN_TEXT, message)
                .at(tree.source(), place_of(&text, tree), "")
                .hint("remove the name, or leave that part out in a variant");
            problems.push(warning);
        }
    }
}

/// Returns whether the letters of a name are so many that no other text has them by chance.
fn is_telling(letters: &str) -> bool {
    const MIN_LETTERS: usize = 6;
    letters.chars().count() >= MIN_LETTERS
}

/// Reports private numbers and addresses that only the shown form of a text has: with parts in bold, or
/// with references to characters.
fn report_shown_secrets(
    secrets: &[Secret],
    resume: &Resume,
    tree: &TomlTree,
    problems: &mut Diagnostics,
) {
    if secrets.is_empty() {
        return;
    }
    let is_reported = problems
        .iter()
        .any(|problem| problem.rule == rule::PRIVATE_VALUE_REPEATED);
    if is_reported {
        return;
    }
    for text in text_groups(resume, DateFormat::AS_WRITTEN).concat() {
        let seen: String = text.chars().filter(|c| !is_ignorable(*c)).collect();
        if let Some(secret) = secrets.iter().find(|secret| secret.is_in(&seen)) {
            let message = format!("`{}` is private, but appears in “{text}”", secret.name);
            let hint = "remove it here, or add this field, or a tag of this part, to `private`";
            let error = Diagnostic::error(rule::PRIVATE_VALUE_REPEATED, message).hint(hint);
            problems.push(error.at(tree.source(), place_of(&text, tree), ""));
        }
    }
}

/// Returns the place of the value that is shown as a text, or has it; the start of the profile if none
/// has.
fn place_of(text: &str, tree: &TomlTree) -> Range<usize> {
    let mut search = PlaceSearch {
        text,
        letters: letters(text),
        exact: None,
        similar: None,
    };
    visit(tree.root(), &mut search);
    search.exact.or(search.similar).unwrap_or_default()
}

struct PlaceSearch<'a> {
    text: &'a str,
    letters: String,
    exact: Option<Range<usize>>,
    similar: Option<Range<usize>>,
}

impl<'t> Visitor<'t> for PlaceSearch<'_> {
    fn visit_string(&mut self, string: &'t str, node: &'t Node, field: &Field, _: &'t str) {
        if !field.role.is_rendered() {
            return;
        }
        let shown = plain(&markdown::inline(string).content);
        if self.exact.is_none() && shown.trim() == self.text.trim() {
            self.exact = Some(node.span.clone());
        }
        if self.similar.is_none() && letters(&shown).contains(&self.letters) {
            self.similar = Some(node.span.clone());
        }
    }
}

fn family_name(identity: &Identity) -> Option<&str> {
    if let Some(family) = &identity.family {
        return Some(family);
    }
    let name = identity.names.first()?;
    name.split_whitespace().next_back()
}

fn contains_word(text: &str, word: &str) -> bool {
    let word = straightened(word).to_lowercase();
    straightened(text)
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\''))
        .map(|part| part.trim_matches('\'').to_lowercase())
        .any(|part| part == word || part.strip_suffix("'s") == Some(&word))
}

/// Returns the language of the document, and reports a tag that is malformed.
fn locale(profile: &Profile, tree: &TomlTree, problems: &mut Diagnostics) -> Locale {
    let Some(tag) = &profile.locale else {
        return Locale::english();
    };
    let span = tree.span(&TomlPath::ROOT.key("locale"));
    let meant = meant_locale(tag);
    if let Some(locale) = Locale::parse(tag).filter(|_| meant.is_none()) {
        return locale;
    }
    let message = format!("`{tag}` is not a language tag");
    let error = Diagnostic::error(rule::MALFORMED_LOCALE, message);
    problems.push(match meant {
        // A locale from the command line is not in the file.
        Some(meant) if span.is_empty() => error.hint(format!("write `{meant}`")),
        Some(meant) => error
            .hint(format!("write `locale = \"{meant}\"`"))
            .at(tree.source(), span.clone(), "")
            .fix(span, format!("\"{meant}\"")),
        None => error
            .hint("expected a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`")
            .at(tree.source(), span, ""),
    });
    Locale::english()
}

/// Returns the tag that a text stands for which is none: `German`, `en_US`, or the code of a
/// country.
fn meant_locale(written: &str) -> Option<String> {
    if let Some(tag) = meant_value("locale", written.trim(), |_| true) {
        return Some(tag.to_owned());
    }
    let with_hyphens = written.trim().replace('_', "-");
    let language = with_hyphens.split('.').next().unwrap_or_default();
    (language != written && Locale::parse(language).is_some_and(|locale| locale.is_known()))
        .then(|| language.to_owned())
}

/// Replaces the words that the profile has, and reports those that are wrong.
fn set_words(locale: &mut Locale, profile: &Profile, tree: &TomlTree, problems: &mut Diagnostics) {
    let words = profile
        .words
        .iter()
        .map(|(key, text)| (key.as_str(), text.0.trim()));
    let words: BTreeMap<&str, &str> = words.filter(|(_, text)| !text.is_empty()).collect();
    if words.is_empty() {
        return;
    }
    let table = TomlPath::ROOT.key("words");
    for WordFault { key, placeholder } in locale.set_words(&words).err().unwrap_or_default() {
        let path = table.key(&key);
        if let Some(placeholder) = placeholder {
            let message = format!("the word `{key}` needs `{placeholder}`");
            let error = Diagnostic::error(rule::WORD_WITHOUT_PLACEHOLDER, message)
                .hint(format!("write `{placeholder}` where its text goes"));
            problems.push(error.at(tree.source(), tree.span(&path), ""));
            continue;
        }
        let known = word_keys();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = match nearest(&key, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => offered(&key, &known, "`cvpress explain unknown-word`"),
        };
        let message = format!("unknown word `{key}` in `words`");
        let error = Diagnostic::error(rule::UNKNOWN_WORD, message).hint(hint);
        problems.push(error.at(tree.source(), tree.key_span(&path), ""));
    }
}

/// Reports that the language has no words of its own, and which are in English.
fn report_unknown_language(
    words: &[String],
    profile: &Profile,
    tree: &TomlTree,
    problems: &mut Diagnostics,
) {
    let tag = profile.locale.as_deref().unwrap_or_default();
    let span = tree.span(&TomlPath::ROOT.key("locale"));
    let known: Vec<&str> = Locale::known().collect();
    let offered = offered(tag, &known, "`cvpress explain unknown-locale`");
    let offered = offered.trim_start_matches("expected ");
    let verb = if words.len() == 1 { "is" } else { "are" };
    let shown = listed(words.iter().map(String::as_str));
    let message = format!("no words for `{tag}`: {shown} {verb} in English");
    let warning = Diagnostic::warning(rule::UNKNOWN_LOCALE, message).hint(format!(
        "add the words to `[words]`, or choose {offered}; dates are in digits"
    ));
    // A locale from the command line is not in the file.
    problems.push(if span.is_empty() {
        warning
    } else {
        warning.at(tree.source(), span, "")
    });
}
