//! Reads a résumé of YAMLResume. Texts are Markdown in both.
//!
//! Sections come in the order of the first layout that has one, and otherwise in that of YAMLResume.

mod design;
mod sections;

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::links::{Account, add_account};
use crate::import::yaml_resume::design::Arrangement;

/// Tags of languages that a profile writes in another way.
const LANGUAGES: &[(&str, &str)] = &[
    ("zh-hans", "zh-Hans"),
    ("zh-hant-hk", "zh-Hant-HK"),
    ("zh-hant-tw", "zh-Hant-TW"),
    ("no", "nb"),
    ("pt-br", "pt-BR"),
];

/// Writes the profile of a YAMLResume file.
pub fn draft(mut file: Fields) -> Draft {
    let mut draft = Draft::default();
    if let Some(mut locale) = file.take_fields("locale") {
        let language = locale.take_plain("language");
        let tag = language.map(|language| {
            let known = LANGUAGES.iter().find(|(known, _)| *known == language);
            known.map_or(language, |(_, tag)| (*tag).to_owned())
        });
        draft.root.set("locale", tag);
        locale.finish(&mut draft.root);
    }
    let arrangement = Arrangement::take(&mut file, &mut draft);
    if let Some(mut content) = file.take_fields("content") {
        take_person(&mut content, &mut draft.person);
        sections::take(&mut content, &arrangement, &mut draft);
        content.finish(&mut draft.root);
    }
    file.finish(&mut draft.root);
    draft
}

fn take_person(content: &mut Fields, person: &mut DraftTable) {
    if let Some(mut basics) = content.take_fields("basics") {
        person.set("name", basics.take_plain("name"));
        person.set("headline", basics.take_line("headline"));
        person.set("email", basics.take_plain("email"));
        person.set("phone", basics.take_phone("phone"));
        person.set("url", basics.take_url("url"));
        person.set("summary", basics.take_prose("summary"));
        basics.finish(person);
    }
    if let Some(mut location) = content.take_fields("location") {
        let parts = [
            ("street", location.take_plain("address")),
            ("postal-code", location.take_plain("postalCode")),
            ("city", location.take_plain("city")),
            ("region", location.take_plain("region")),
            ("country", location.take_plain("country")),
        ];
        let parts = parts.each_ref().map(|(key, text)| (*key, text.as_deref()));
        person.set_table("residence", &parts);
        location.finish(person);
    }
    for mut profile in content.take_list("profiles") {
        let account = Account {
            network: profile.take_plain("network"),
            username: profile.take_plain("username"),
            url: profile.take_url("url"),
        };
        add_account(person, account);
        profile.finish(person);
    }
}
