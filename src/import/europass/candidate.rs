//! Files of today: `Candidate`, whose elements are those of HR-XML.
//!
//! The sections follow the order that the file has for its own pages.

use crate::import::draft::{Draft, DraftTable};
use crate::import::europass::elements::{country_code, take_date, warn_of_data};
use crate::import::europass::{contacts, qualifications, records, work};
use crate::import::fields::Fields;
use crate::import::source::SourceNode;
use crate::import::texts::take_plains;

/// Takes the file.
pub fn take(mut candidate: Fields, draft: &mut Draft) {
    let profile = candidate.take_fields("CandidateProfile");
    let locale = profile
        .as_ref()
        .and_then(|profile| profile.text("@languageCode"));
    draft.root.set("locale", locale);
    let locale = locale.map(str::to_owned);
    drop_copy_of_person(&mut candidate);
    let mut native = Vec::new();
    if let Some(mut person) = candidate.take_fields("CandidatePerson") {
        native = qualifications::take_native(&mut person, locale.as_deref(), &mut draft.person);
        take_person(&mut person, &mut draft.person);
        person.finish(&mut draft.person);
    }
    let order = take_order(&mut candidate, draft);
    let mut sections = Vec::new();
    if let Some(mut profile) = profile {
        profile.take("@languageCode");
        draft
            .person
            .set("summary", profile.take_prose("ExecutiveSummary"));
        take_pictures(&mut profile, &mut draft.person);
        sections.extend(work::take_employment(&mut profile));
        sections.extend(work::take_education(&mut profile));
        let qualified = qualifications::take(&mut profile, native, locale.as_deref());
        sections.extend(qualified);
        sections.extend(records::take(&mut profile));
        profile.finish(&mut draft.root);
    } else {
        sections.extend(qualifications::languages_only(native));
    }
    sections.sort_by_key(|section| {
        let place = order.iter().position(|name| *name == section.name);
        place.unwrap_or(order.len())
    });
    for section in sections {
        draft.push_section(section.table);
    }
    candidate.finish(&mut draft.root);
}

/// Leaves out the person who supplied the file if it is the same.
fn drop_copy_of_person(candidate: &mut Fields) {
    let person = candidate.get("CandidatePerson");
    let contact = candidate
        .get("CandidateSupplier")
        .and_then(|supplier| supplier.get("PersonContact"));
    let (Some(person), Some(contact)) = (person, contact) else {
        return;
    };
    let known = texts(person);
    if !texts(contact).iter().all(|text| known.contains(text)) {
        return;
    }
    if let Some(supplier) = candidate.take("CandidateSupplier") {
        let rest = without(supplier, "PersonContact");
        candidate.leave("CandidateSupplier", rest);
    }
}

/// Returns the texts of a node and of those inside it.
fn texts(node: &SourceNode) -> Vec<String> {
    let leaves = node.leaves("").into_iter();
    leaves.map(|leaf| leaf.text).collect()
}

/// Returns a map without a member.
fn without(node: SourceNode, key: &str) -> SourceNode {
    use crate::import::source::SourceValue;
    match node.value {
        SourceValue::Map(mut members) => {
            members.retain(|member| member.key != key);
            SourceNode::new(SourceValue::Map(members), node.span)
        }
        value => SourceNode::new(value, node.span),
    }
}

fn take_person(person: &mut Fields, table: &mut DraftTable) {
    if let Some(mut name) = person.take_fields("PersonName") {
        let given = name.take_plain("GivenName");
        let family = name.take_plain("FamilyName");
        let parts = given.iter().chain(&family);
        let parts: Vec<&str> = parts.map(String::as_str).collect();
        table.set("name", Some(parts.join(" ")));
        table.set("family-name", family);
        name.finish(table);
    }
    contacts::take(person, table);
    let birth = take_date(person, "BirthDate", table);
    table.set("birth-date", birth);
    let nationalities = take_plains(person, "NationalityCode");
    let nationalities: Vec<String> = nationalities
        .iter()
        .map(|code| country_code(code))
        .collect();
    table.set("nationality", Some(nationalities.join(", ")));
    table.set("gender", person.take_line("GenderCode"));
}

/// Takes the order of sections, and leaves the rest of the design.
fn take_order(candidate: &mut Fields, draft: &mut Draft) -> Vec<String> {
    let mut order = Vec::new();
    let Some(mut rendering) = candidate.take_fields("RenderingInformation") else {
        return order;
    };
    if let Some(mut design) = rendering.take_fields("Design") {
        if let Some(mut sections) = design.take_fields("SectionsOrder") {
            for mut section in sections.take_list("Section") {
                order.extend(section.take_raw("Title"));
                section.take("Custom");
                section.finish_design(&mut draft.design);
            }
            sections.finish_design(&mut draft.design);
        }
        design.finish_design(&mut draft.design);
    }
    rendering.finish_design(&mut draft.design);
    order
}

/// Warns of pictures and other attachments, whose bytes are not text and get no comment.
fn take_pictures(profile: &mut Fields, person: &mut DraftTable) {
    for mut attachment in profile.take_list("Attachment") {
        if let Some(data) = attachment.take("EmbeddedData") {
            let kind = attachment.take_plain("FileType");
            let what = kind.unwrap_or_else(|| "attachment".to_owned());
            warn_of_data(&attachment, &data, &what);
            person.comment(&format!("{}: {what}", attachment.path()));
        }
        attachment.finish(person);
    }
}
