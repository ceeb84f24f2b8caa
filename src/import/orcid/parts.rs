//! What all items of a record have: wrapped values, dates, organizations and addresses.

use crate::import::dates::{DateForm, form_of};
use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::period::{TakenDate, set_period};
use crate::import::source::{Member, SourceNode, SourceValue};
use crate::profile::capitalized;

/// Keys of what ORCID notes about an item: not the item itself.
const ABOUT_ITEMS: [&str; 18] = [
    "assertion-origin-client-id",
    "assertion-origin-name",
    "assertion-origin-orcid",
    "created-date",
    "disambiguated-organization",
    "display-index",
    "external-id-normalized",
    "external-id-normalized-error",
    "external-id-relationship",
    "history",
    "host",
    "last-modified-date",
    "path",
    "preferences",
    "put-code",
    "source",
    "verified",
    "visibility",
];

/// Removes what ORCID notes about items, and the maps around single values: `{"value": "2020"}`.
pub fn tidy(node: SourceNode) -> SourceNode {
    let SourceNode { value, span } = node;
    let value = match value {
        SourceValue::List(nodes) => SourceValue::List(nodes.into_iter().map(tidy).collect()),
        SourceValue::Map(members) => {
            let members = members.into_iter();
            let mut kept: Vec<Member> = members
                .filter(|member| !ABOUT_ITEMS.contains(&member.key.as_str()))
                .map(|member| Member {
                    node: tidy(member.node),
                    ..member
                })
                .collect();
            if let [only] = kept.as_slice()
                && only.key == "value"
                && let Some(only) = kept.pop()
            {
                return only.node;
            }
            SourceValue::Map(kept)
        }
        value => value,
    };
    SourceNode::new(value, span)
}

/// Takes a period, the ends of which are maps of year, month and day.
pub fn take_period(item: &mut Fields, start: &str, end: &str, entry: &mut DraftTable) {
    let start = take(item, start);
    let end = take(item, end);
    set_period(item, start, end, entry);
}

/// Takes a date, which is a map of year, month and day.
pub fn take_date(item: &mut Fields, key: &str) -> Option<String> {
    take(item, key).map(|taken| taken.date)
}

fn take(item: &mut Fields, key: &str) -> Option<TakenDate> {
    let node = item.get(key)?;
    let parts = ["year", "month", "day"].map(|part| node.get(part).and_then(SourceNode::as_text));
    let known: Vec<String> = parts
        .into_iter()
        .map_while(|part| part.map(|part| format!("{:0>2}", part.trim())))
        .collect();
    let is_all = known.len() == node.leaves("").len();
    let DateForm::Date(date) = form_of(&known.join("-")) else {
        return None;
    };
    if !is_all {
        return None;
    }
    let node = item.take(key)?;
    let key = key.to_owned();
    Some(TakenDate { key, node, date })
}

/// Takes an organization: its name under a key of the entry, and its place.
pub fn take_organization(item: &mut Fields, key: &str, field: &str, entry: &mut DraftTable) {
    let Some(mut organization) = item.take_fields(key) else {
        return;
    };
    entry.set(field, organization.take_line("name"));
    if let Some(mut address) = organization.take_fields("address") {
        let parts = ["city", "region", "country"].map(|part| address.take_line(part));
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        entry.set("location", Some(parts.join(", ")));
        address.finish(entry);
    }
    organization.finish(entry);
}

/// Takes a title: its text with the subtitle. A translation becomes a remark.
pub fn take_title(item: &mut Fields, field: &str, entry: &mut DraftTable) {
    let Some(mut title) = item.take_fields("title") else {
        // A title without a subtitle or a translation is only a text.
        return entry.set(field, item.take_line("title"));
    };
    let parts = ["title", "subtitle"].map(|part| title.take_line(part));
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    entry.set(field, Some(parts.join(": ")));
    if let Some(mut translated) = title.take_fields("translated-title") {
        entry.set_list("notes", translated.take_line("value"));
        // The text shows the language.
        translated.take("language-code");
        translated.finish(entry);
    } else {
        entry.set_list("notes", title.take_line("translated-title"));
    }
    title.finish(entry);
}

/// Returns a name of ORCID's as words: `journal-article` is `Journal article`, and `isbn` is `ISBN`.
pub fn words_of(name: &str) -> String {
    if name.len() <= 4 && name.chars().all(|c| c.is_ascii_lowercase()) {
        return name.to_ascii_uppercase();
    }
    capitalized(&name.replace(['-', '_'], " "))
}

/// Takes the items of a list in a map, and gives each to a function; what the function does not take
/// is left out at the table.
pub fn each<'n>(
    source: &mut Fields<'n>,
    key: &str,
    list: &str,
    table: &mut DraftTable,
    mut take: impl FnMut(&mut Fields<'n>, &mut DraftTable),
) {
    let Some(mut all) = source.take_fields(key) else {
        return;
    };
    for mut item in all.take_list(list) {
        take(&mut item, table);
        item.finish(table);
    }
    all.finish(table);
}

/// Returns the texts of an item.
pub fn texts_of(item: &Fields) -> Vec<String> {
    let nodes = item.keys().into_iter().filter_map(|key| item.get(&key));
    let leaves = nodes.flat_map(|node| node.leaves(""));
    leaves.map(|leaf| leaf.text).collect()
}

/// Leaves out what a version of an item has and the preferred one, with the known texts, has not.
pub fn leave_differences(mut version: Fields, known: &[String], entry: &mut DraftTable) {
    for key in version.keys() {
        if let Some(node) = version.take(&key) {
            version.leave(&key, without(node, known));
        }
    }
    version.finish(entry);
}

/// Returns a value without the texts that are known.
fn without(node: SourceNode, known: &[String]) -> SourceNode {
    let value = match node.value {
        SourceValue::List(nodes) => {
            SourceValue::List(nodes.into_iter().map(|node| without(node, known)).collect())
        }
        SourceValue::Map(members) => {
            let members = members.into_iter().map(|member| Member {
                node: without(member.node, known),
                ..member
            });
            SourceValue::Map(members.collect())
        }
        SourceValue::Text(text) if known.contains(&text) => SourceValue::Null,
        value => value,
    };
    SourceNode::new(value, node.span)
}
