//! The tables of the format and their fields, looked up by name.
//!
//! The tables are generated from the schemas of the model's types, so that code that needs to know
//! the fields of a table, their order, their [`Role`] or the section kinds that they belong to has
//! no list of its own.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::profile::kind::SectionKind;
use crate::profile::model::{
    BibliographyChoice, Detail, Entry, EntryLink, Item, LabeledEmail, LabeledPhone, Letter,
    MetaItem, Person, PersonLink, Profile, Project, RatedKeyword, Residence, Section, Signature,
    Variant,
};
use crate::profile::value_types::on_one_line;

mod field;
mod field_names;

pub use field::{Field, in_toml};

/// The JSON Schema of a profile, as the model's types define it.
pub static SCHEMA: LazyLock<Json> = LazyLock::new(|| {
    let mut schema = schemars::schema_for!(Profile).to_value();
    add_kinds(&mut schema);
    schema
});

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    vec![
        Table::of_profile(),
        Table::of::<Variant>(),
        Table::of::<Person>(),
        Table::of::<PersonLink>(),
        Table::of::<Residence>(),
        Table::of::<LabeledEmail>(),
        Table::of::<LabeledPhone>(),
        Table::of::<Section>(),
        Table::of::<BibliographyChoice>(),
        Table::of::<Entry>(),
        Table::of::<Project>(),
        Table::of::<EntryLink>(),
        Table::of::<Detail>(),
        Table::of::<Item>(),
        Table::of::<RatedKeyword>(),
        Table::of::<MetaItem>(),
        Table::of::<Letter>(),
        Table::of::<Signature>(),
    ]
});

/// Adds the short form of sections to the schema of a profile: for each kind, a list of its entries.
fn add_kinds(schema: &mut Json) {
    let kinds = schema["$defs"]["Kind"]["oneOf"].take();
    for kind in kinds.as_array().into_iter().flatten() {
        let name = kind["const"].as_str().unwrap_or_default();
        let mut list = schema["$defs"]["Section"]["properties"]["entry"].clone();
        list["description"] = Json::String(format!(
            "{} Each has its own `[[{name}]]`; together they are one section.",
            kind["description"].as_str().unwrap_or_default()
        ));
        schema["properties"][name] = list;
    }
    schema["$defs"]["Kind"]["oneOf"] = kinds;
}

/// Fields of experience that belong to the employer, so that one of several positions under an
/// employer does not have them.
const EMPLOYER_FIELDS: [&str; 3] = ["organization", "url", "logo"];

/// A table of the format.
#[derive(Debug)]
pub struct Table {
    /// The name of its definition in the schema.
    pub name: String,
    /// Its fields, in canonical order.
    pub fields: Vec<Field>,
    /// Its definition in the schema.
    definition: &'static Json,
}

/// Returns the top-level table.
pub fn profile_table() -> &'static Table {
    &TABLES[0]
}

/// Returns the table with this name in the schema.
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// Returns whether a table of the format has a key.
pub fn has_key(table_name: &str, key: &str) -> bool {
    table(table_name).is_some_and(|table| table.field(key).is_some())
}

/// Returns the keys of the table at a path without indices, in canonical order. A table whose keys
/// the user chooses has none.
pub fn keys_at(path: &[&str]) -> Vec<&'static str> {
    let mut table = profile_table();
    let mut steps = path.iter();
    while let Some(key) = steps.next() {
        let Some(field) = table.field(key) else {
            return Vec::new();
        };
        let Some(inner) = field.table() else {
            return Vec::new();
        };
        // The next step is a key of the user, or there are none to order.
        if field.has_own_keys() && steps.next().is_none() {
            return Vec::new();
        }
        table = inner;
    }
    table.keys().collect()
}

/// Returns the fields that entries of this kind have in addition to those of every kind.
pub fn own_fields(kind: SectionKind) -> impl Iterator<Item = &'static str> {
    entry_fields()
        .filter(move |field| field.kinds.contains(&kind))
        .map(|field| field.name)
}

/// Returns the fields that entries of every kind have.
pub fn common_fields() -> impl Iterator<Item = &'static str> {
    entry_fields()
        .filter(|field| field.kinds.is_empty())
        .map(|field| field.name)
}

/// Returns all fields that entries of this kind have, its own fields first.
pub fn fields_of(kind: SectionKind) -> impl Iterator<Item = &'static str> {
    own_fields(kind).chain(common_fields())
}

/// Returns whether entries of this kind have a field.
pub fn kind_has(kind: SectionKind, field: &str) -> bool {
    fields_of(kind).any(|known| known == field)
}

/// Returns the kinds whose entries have a field that not every kind has.
pub fn kinds_with(field: &str) -> &'static [SectionKind] {
    entry_fields()
        .find(|known| known.name == field)
        .map_or(&[], |known| &known.kinds)
}

/// Returns whether one of several positions under an employer has a field.
pub fn role_has(field: &str) -> bool {
    kind_has(SectionKind::Experience, field) && !EMPLOYER_FIELDS.contains(&field)
}

fn entry_fields() -> impl Iterator<Item = &'static Field> {
    table("Entry").into_iter().flat_map(|table| &table.fields)
}

impl Field {
    /// Returns the table that values of the field can contain.
    pub fn table(&self) -> Option<&'static Table> {
        table(self.types.table_within()?)
    }
}

impl Table {
    fn of<T: JsonSchema + DeserializeOwned>() -> Self {
        let name = T::schema_name().into_owned();
        let definitions = &SCHEMA["$defs"];
        let definition = definitions.get(&name).unwrap_or(&SCHEMA);
        let names = field_names::of::<T>().iter();
        let fields = names.map(|field| Field::new(field, definition, definitions));
        Self {
            fields: fields.collect(),
            name,
            definition,
        }
    }

    /// Returns the table of a profile: as the type has it, and with a list of entries for each kind
    /// before the sections.
    fn of_profile() -> Self {
        let mut table = Self::of::<Profile>();
        let sections = table
            .fields
            .iter()
            .position(|field| field.name == "section");
        let place = sections.unwrap_or_default();
        let definitions = &SCHEMA["$defs"];
        let lists = SectionKind::names().map(|kind| Field::new(kind, &SCHEMA, definitions));
        table.fields.splice(place..place, lists);
        table
    }

    /// Returns what it is, in one paragraph.
    pub fn text(&self) -> String {
        on_one_line(self.definition)
    }

    /// Returns the field with this key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == key)
    }

    /// Returns the keys, in canonical order.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|field| field.name)
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;
    use crate::profile::role::Role;

    /// The definitions of the schema that are tables with fixed keys, and the top level.
    fn definitions() -> Vec<(&'static str, &'static Json)> {
        let definitions = SCHEMA["$defs"].as_object().expect("definitions");
        let tables = definitions
            .iter()
            .filter(|(_, definition)| definition.get("properties").is_some())
            .map(|(name, definition)| (name.as_str(), definition));
        tables.chain([("Profile", &*SCHEMA)]).collect()
    }

    #[test]
    fn every_table_of_the_schema_is_listed() {
        for (name, definition) in definitions() {
            let table = table(name).unwrap_or_else(|| panic!("{name} is not in TABLES"));
            let mut keys: Vec<&str> = table.keys().collect();
            keys.sort_unstable();
            let properties = definition["properties"].as_object().expect("properties");
            assert_eq!(
                keys,
                properties.keys().collect::<Vec<_>>(),
                "keys of {name}"
            );
        }
        assert_eq!(TABLES.len(), definitions().len());
    }

    #[test]
    fn every_field_has_a_role() {
        for (name, definition) in definitions() {
            for (key, field) in definition["properties"].as_object().expect("properties") {
                assert!(
                    field.get("x-role").is_some(),
                    "`{key}` of {name} has no role"
                );
            }
        }
    }

    #[test]
    fn fields_that_only_contain_tables_have_the_role_table() {
        for field in TABLES.iter().flat_map(|table| &table.fields) {
            let is_table = field.role == Role::Table;
            assert!(
                !is_table || field.table().is_some(),
                "`{}` is not a table",
                field.name
            );
        }
    }

    #[test]
    fn contact_fields_and_names_identify_the_person() {
        let identifying = [
            "doi",
            "email",
            "family-name",
            "links",
            "native-name",
            "other-names",
            "phone",
            "photo",
            "signature",
            "url",
            "username",
        ];
        for field in TABLES.iter().flat_map(|table| &table.fields) {
            if identifying.contains(&field.name) && field.role != Role::Table {
                assert!(field.role.identifies(), "`{}`", field.name);
            }
        }
        let person = table("Person").expect("a table");
        assert_eq!(person.field("name").map(|name| name.role), Some(Role::Name));
    }

    #[test]
    fn fields_of_several_paragraphs_are_known() {
        let mut names = Vec::new();
        for table in ["Person", "Entry", "Detail", "Letter", "Section"] {
            let fields = table_fields(table).filter(|field| field.has_paragraphs());
            names.extend(fields.map(|field| field.name));
        }
        assert_eq!(names, ["summary", "summary", "body", "body", "body"]);
    }

    fn table_fields(name: &str) -> impl Iterator<Item = &'static Field> {
        table(name).into_iter().flat_map(|table| &table.fields)
    }

    #[test]
    fn every_kind_has_the_common_fields() {
        for kind in SectionKind::VARIANTS {
            assert!(kind_has(*kind, "summary"));
        }
        assert!(kind_has(SectionKind::Education, "degree"));
        assert!(!kind_has(SectionKind::Text, "degree"));
        assert_eq!(kinds_with("degree"), [SectionKind::Education]);
        assert_eq!(
            own_fields(SectionKind::Experience).collect::<Vec<_>>(),
            [
                "organization",
                "position",
                "employment-type",
                "project",
                "role"
            ]
        );
    }

    #[test]
    fn positions_lack_the_fields_of_the_employer() {
        assert!(role_has("position"));
        assert!(!role_has("organization"));
        assert!(!role_has("url"));
    }

    #[test]
    fn keys_are_found_by_path() {
        assert_eq!(keys_at(&[])[0], "layout");
        assert_eq!(
            keys_at(&["section", "subsection", "entry", "role", "links"]),
            ["label", "url", "qr"]
        );
        assert_eq!(
            keys_at(&["variant", "short", "person", "links"]),
            ["network", "username", "label", "url", "qr"]
        );
        assert!(keys_at(&["variant"]).is_empty());
        assert!(keys_at(&["section", "entry", "meta"]).is_empty());
        assert!(keys_at(&["design", "compact"]).is_empty());
        assert!(keys_at(&["unknown"]).is_empty());
    }

    fn field(table_name: &str, key: &str) -> &'static Field {
        let table = table(table_name).expect("a table");
        table.field(key).expect("a field")
    }

    #[test]
    fn a_field_has_a_text_an_example_and_its_types() {
        let layout = profile_table().field("layout").expect("a field");
        assert!(layout.text().starts_with("The layout to render with"));
        assert_eq!(layout.types.expected(), "a string");
        assert_eq!(layout.example_in_toml().as_deref(), Some("\"compact\""));
        assert_eq!(layout.default_in_toml(), None);
        assert!(layout.types.has("string") && !layout.types.has("array"));
        assert!(!layout.types.languages);
        let title = profile_table().field("title").expect("a field");
        assert!(title.types.is_text(), "{title:?}");
    }

    #[test]
    fn an_enumeration_has_its_values_with_their_meaning() {
        let kinds = field("Section", "kind").types.named();
        assert_eq!(kinds[1].name, "education");
        assert_eq!(kinds[1].text, "Schools and degrees.");
        assert!(kinds.iter().any(|kind| kind.name == "list"), "{kinds:?}");
        assert!(field("Person", "links").types.named().is_empty());
        let sort = field("Section", "sort").types.named();
        assert_eq!(sort[0].name, "newest-first");
    }

    #[test]
    fn types_say_what_can_be_written() {
        assert!(field("Person", "links").types.has_lists_of_tables());
        assert!(!field("Section", "tags").types.has_lists_of_tables());
        assert!(field("Section", "tags").types.has("array"));
        assert!(field("Section", "keep").types.has("boolean"));
        assert!(field("Variant", "max-entries").types.has("integer"));
        assert!(field("Entry", "start").types.has("string"));
        assert_eq!(field("Entry", "date").types.expected(), "a date or a list");
        assert_eq!(
            field("Entry", "level").types.expected(),
            "an integer or a string"
        );
    }
}
