//! Tables of the format as an editor meets them: which keys one has, and what a key leads to.

use crate::layout::{Layout, Layouts, OptionSpec};
use crate::profile::{Field, Role, SectionKind, Table, fields_of, profile_table, role_has};

/// The table of the format whose fields depend on the kind of its section.
const ENTRY: &str = "Entry";

/// The field for positions under one employer.
const POSITIONS: &str = "role";

/// What a table of a profile is.
#[derive(Debug, Clone, Copy)]
pub enum ScopeForm {
    /// A table of the format.
    Format(&'static Table),
    /// A table whose keys the user chooses, such as `variant` or `meta`, and its field.
    OwnKeys(&'static Field),
    /// A text in several languages.
    Languages,
    /// Options of all layouts, and tables of one layout.
    Design,
    /// The options of one layout.
    DesignOfLayout,
    /// None that the format knows.
    Unknown,
}

/// A table of a profile, and what decides its keys.
#[derive(Debug, Clone)]
pub struct Scope {
    /// What the table is.
    pub form: ScopeForm,
    /// The keys that lead to it.
    pub path: Vec<String>,
    /// The kind of the section around it.
    pub kind: Option<SectionKind>,
}

impl Scope {
    /// Returns the top-level table.
    pub fn root() -> Self {
        Self {
            form: ScopeForm::Format(profile_table()),
            path: Vec::new(),
            kind: None,
        }
    }

    /// Returns the field of a key.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        match self.form {
            ScopeForm::Format(table) => table.field(key),
            ScopeForm::OwnKeys(field) => Some(field),
            _ => None,
        }
    }

    /// Returns the last key that leads to it.
    pub fn name(&self) -> Option<&str> {
        self.path.last().map(String::as_str)
    }

    /// Returns the table under a key.
    pub fn table(&self, key: &str) -> Self {
        let form = match self.form {
            ScopeForm::Format(table) => table.field(key).map_or(ScopeForm::Unknown, form_of),
            ScopeForm::OwnKeys(field) => {
                field.table().map_or(ScopeForm::Unknown, ScopeForm::Format)
            }
            ScopeForm::Design => ScopeForm::DesignOfLayout,
            _ => ScopeForm::Unknown,
        };
        self.with(form, key)
    }

    /// Returns a table of the list under a key.
    pub fn member(&self, key: &str) -> Self {
        let table = self.field(key).and_then(Field::table);
        self.with(table.map_or(ScopeForm::Unknown, ScopeForm::Format), key)
    }

    fn with(&self, form: ScopeForm, key: &str) -> Self {
        let own_kind = self.path.is_empty().then(|| key.parse().ok()).flatten();
        let mut path = self.path.clone();
        path.push(key.to_owned());
        Self {
            form,
            path,
            kind: own_kind.or(self.kind),
        }
    }

    /// Returns the fields, those of the section's kind first.
    pub fn fields(&self) -> Vec<&'static Field> {
        let ScopeForm::Format(table) = self.form else {
            return Vec::new();
        };
        let all = || table.fields.iter().collect();
        if table.name != ENTRY {
            return all();
        }
        let names: Vec<&str> = match (self.name(), self.kind) {
            (Some(POSITIONS), _) => fields_of(SectionKind::Experience)
                .filter(|name| role_has(name))
                .collect(),
            (_, Some(kind)) => fields_of(kind).collect(),
            _ => return all(),
        };
        names
            .into_iter()
            .filter_map(|name| table.field(name))
            .collect()
    }

    /// Returns whether its tables are those of a section, which has a kind.
    pub fn is_section(&self) -> bool {
        matches!(self.form, ScopeForm::Format(table) if table.name == "Section")
    }

    /// Returns the layouts whose options a table of options sets, `layout` being the profile's.
    pub fn layouts<'l>(&self, layout: &str, layouts: &'l Layouts) -> Vec<&'l Layout> {
        match (self.form, self.name()) {
            (ScopeForm::DesignOfLayout, Some(name)) => layouts.get(name).into_iter().collect(),
            (ScopeForm::Design, _) => {
                let own = layouts.get(layout);
                let others = layouts.iter().filter(|other| other.manifest.name != layout);
                own.into_iter().chain(others).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns an option of a table of options, as the first layout that has it declares it.
    pub fn option<'l>(
        &self,
        name: &str,
        layout: &str,
        layouts: &'l Layouts,
    ) -> Option<&'l OptionSpec> {
        let mut possible = self.layouts(layout, layouts).into_iter();
        possible.find_map(|layout| layout.manifest.options.get(name))
    }
}

/// Returns what a table under a field is.
fn form_of(field: &'static Field) -> ScopeForm {
    if field.role == Role::Design {
        ScopeForm::Design
    } else if field.has_own_keys() {
        ScopeForm::OwnKeys(field)
    } else if let Some(table) = field.table() {
        ScopeForm::Format(table)
    } else if field.types.languages {
        ScopeForm::Languages
    } else {
        ScopeForm::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(path: &[&str]) -> Scope {
        path.iter()
            .fold(Scope::root(), |scope, key| scope.table(key))
    }

    fn names(scope: &Scope) -> Vec<&'static str> {
        scope.fields().into_iter().map(|field| field.name).collect()
    }

    #[test]
    fn keys_lead_to_tables_of_the_format() {
        assert_eq!(names(&scope(&[]))[0], "layout");
        assert!(names(&scope(&["person"])).contains(&"email"));
        assert!(names(&scope(&["section", "subsection", "entry"])).contains(&"degree"));
        assert!(names(&scope(&["variant", "short", "letter"])).contains(&"recipient"));
        assert!(matches!(scope(&["variant"]).form, ScopeForm::OwnKeys(_)));
        assert!(matches!(scope(&["title"]).form, ScopeForm::Languages));
        assert!(matches!(
            scope(&["variant", "a", "design", "compact"]).form,
            ScopeForm::DesignOfLayout
        ));
        assert!(matches!(
            scope(&["nothing", "here"]).form,
            ScopeForm::Unknown
        ));
    }

    #[test]
    fn the_kind_of_the_section_decides_the_fields_of_an_entry() {
        let mut entry = scope(&["section", "entry"]);
        entry.kind = Some(SectionKind::Education);
        assert_eq!(names(&entry)[0], "institution");
        assert!(!names(&entry).contains(&"organization"));
        let position = entry.member("role");
        assert!(names(&position).contains(&"position"));
        assert!(!names(&position).contains(&"organization"));
    }

    #[test]
    fn a_list_of_facts_has_the_fields_of_a_fact() {
        let entry = scope(&["section", "entry"]);
        assert!(matches!(entry.table("meta").form, ScopeForm::OwnKeys(_)));
        assert_eq!(names(&entry.member("meta")), ["label", "value"]);
    }
}
