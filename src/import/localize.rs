//! What an import writes itself, as it is usual where the person lives and writes: labels in the language
//! of the profile, and the paper of the country.

use toml_edit::{InlineTable, Value};

use crate::content::is_letter_region;
use crate::import::draft::Draft;
use crate::profile::{SectionKind, label_in};

/// The labels.
const LABELS: [&str; 3] = ["Courses", SCORE, "Volunteering"];

const SCORE: &str = "Score";

/// The label of a score in education: a grade, and not the result of a test.
const GRADE: &str = "GPA";

/// Writes the labels of a draft in its language, and the paper of its country.
pub fn localize(draft: &mut Draft) {
    choose_paper(draft);
    let Some(locale) = draft.root.text("locale").map(str::to_owned) else {
        return;
    };
    for section in &mut draft.sections {
        let is_education = section.text("kind") == Some(SectionKind::Education.name());
        section.each(&|key, value| localize_value(key, value, &locale, is_education));
    }
}

/// Chooses the paper of the country, unless the draft has one, or a language with its own.
fn choose_paper(draft: &mut Draft) {
    let has_region = draft
        .root
        .text("locale")
        .is_some_and(|locale| locale.contains('-'));
    let residence = draft.person.table("residence");
    let country = residence.and_then(|residence| residence.get("country-code")?.as_str());
    let is_letter = country.is_some_and(|code| is_letter_region(&code.to_uppercase()));
    if is_letter && !has_region && !draft.design.has("paper") {
        draft.design.set("paper", Some("us-letter"));
    }
}

fn localize_value(key: &str, value: &mut Value, locale: &str, is_education: bool) {
    match (key, value) {
        ("title" | "keywords-label", Value::String(label))
            if LABELS.contains(&label.value().as_str()) =>
        {
            *label = toml_edit::Formatted::new(label_in(locale, label.value(), label.value()));
        }
        ("meta", Value::InlineTable(facts)) if facts.contains_key(SCORE) => {
            let meant = if is_education { GRADE } else { SCORE };
            *facts = facts
                .iter()
                .map(|(label, fact)| {
                    let own = if label == SCORE {
                        label_in(locale, SCORE, meant)
                    } else {
                        label.to_owned()
                    };
                    (own, fact.clone())
                })
                .collect::<InlineTable>();
        }
        _ => {}
    }
}
