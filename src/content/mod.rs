//! Turns what was selected into the data that a template is told: Markdown to runs and blocks,
//! dates and headings to the language of the document. Nothing of a profile becomes Typst source.
//!
//! Uses `diagnostic`, `profile` and `selection`.

mod anonymous;
mod author;
mod builder;
mod bullets;
mod contact;
mod date;
mod emphasis;
mod letter;
mod locale;
mod markdown;
mod metadata;
mod publication;
mod reading_order;
pub mod resume;

use anonymous::Anonymous;
use author::OwnName;
use date::DateWriter;

use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, rule};
use crate::profile::{Profile, TomlPath, TomlTree};
use crate::selection::{Identity, Selection};

pub use bullets::{Bullet, bullets};
pub use locale::Locale;
pub use markdown::plain;
pub use reading_order::{outline, text_groups};
pub use resume::{DateStyle, Resume};

/// The data of one CV. Problems go into `problems`; with an error among them the data is not fit to
/// print.
///
/// `stem` is what the document is called where neither a name, a title nor a headline says it.
pub fn resume(selection: &Selection, stem: &str, problems: &mut Diagnostics) -> Resume {
    let Selection {
        profile,
        tree,
        identity,
        ..
    } = selection;
    let locale = locale(profile, tree, problems);
    let mut resume = {
        let anonymous = selection
            .is_anonymous
            .then(|| Anonymous::new(identity, &locale.words().anonymous));
        let own_name = OwnName::of(&identity.names, identity.family.as_deref());
        let dates = DateWriter::new(&locale);
        builder::Assembly {
            document: tree,
            locale: &locale,
            dates,
            own_name,
            anonymous,
            problems,
        }
        .resume(selection)
    };
    // What a file is called may tell whose it is.
    let stem = if selection.is_anonymous {
        &locale.words().resume
    } else {
        stem
    };
    if selection.is_anonymous {
        tell_family_name(identity, &resume, tree, problems);
    }
    resume.document = metadata::metadata(selection, &resume, stem);
    resume
}

/// Tells where the family name alone still stands in a copy for blind review: it may be a word like
/// any other.
fn tell_family_name(
    identity: &Identity,
    resume: &Resume,
    document: &TomlTree,
    problems: &mut Diagnostics,
) {
    let last = |name: &String| name.split_whitespace().next_back().map(str::to_owned);
    let Some(family) = identity
        .family
        .clone()
        .or_else(|| identity.names.first().and_then(last))
    else {
        return;
    };
    let is_family = |word: &str| word.to_lowercase() == family.to_lowercase();
    for text in text_groups(resume, DateStyle::Iso).concat() {
        if text
            .split(|c: char| !c.is_alphanumeric() && c != '-')
            .any(is_family)
        {
            let message = format!("`{family}` still stands in the copy for blind review: “{text}”");
            let warning = Diagnostic::warning(rule::IDENTITY_ELSEWHERE, message).at(
                document.source(),
                0..0,
                "",
            );
            problems.push(
                warning.hint("write it without the name, or leave that part out by a variant"),
            );
        }
    }
}

fn locale(profile: &Profile, document: &TomlTree, problems: &mut Diagnostics) -> Locale {
    let Some(tag) = &profile.locale else {
        return Locale::english();
    };
    let span = document.span(&TomlPath::ROOT.key("locale"));
    let Some(locale) = Locale::parse(tag) else {
        let error = Diagnostic::error(
            rule::MALFORMED_LOCALE,
            format!("`{tag}` is no language tag"),
        )
        .at(document.source(), span, "")
        .hint("expected a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`");
        problems.push(error);
        return Locale::english();
    };
    if !locale.is_known() {
        let known = alternatives(Locale::known());
        let message = format!(
            "there are no words in `{tag}`: headings without a title and dates are in English"
        );
        let warning = Diagnostic::warning(rule::UNKNOWN_LOCALE, message)
            .hint(format!("give the sections a `title`, or choose {known}"));
        // What a command line asks for stands nowhere in the file.
        problems.push(if span.is_empty() {
            warning
        } else {
            warning.at(document.source(), span, "")
        });
    }
    locale
}
