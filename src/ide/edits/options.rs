//! Options of the layout, and the layout itself.

use serde_json::Value as Json;

use crate::ide::edits::change::{EditSelection, Refusal, TextChange};
use crate::ide::edits::pairs::{set as set_pair, unset};
use crate::ide::edits::step::{EditStep, node_at, shown};
use crate::ide::edits::text::ProfileText;

/// The table of options.
const DESIGN: &str = "design";

/// The option for the paper, which all layouts have.
const PAPER: &str = "paper";

/// Sets an option of a layout, or removes it if the value is `null`.
pub fn set(
    text: &ProfileText,
    layout: Option<&str>,
    variant: Option<&str>,
    name: &str,
    value: &Json,
) -> Result<TextChange, Refusal> {
    let places = places(layout, variant, name);
    let written = places.iter().find(|path| {
        let path = steps(path);
        node_at(text.root(), &path).is_some()
    });
    if value.is_null() {
        let edits = written.and_then(|path| unset(text, &steps(path)));
        return Ok(TextChange::at_first(edits.unwrap_or_default()));
    }
    let path = match (written, layout) {
        (Some(path), _) => path.clone(),
        (None, Some(layout)) if name != PAPER => vec![DESIGN, layout, name],
        _ => vec![DESIGN, name],
    };
    set_value(text, &path, value)
}

/// Returns where an option can be set, beginning with what overrides the others: the table of a
/// layout overrides that of all layouts, and a variant overrides the same table of the profile.
fn places<'p>(
    layout: Option<&'p str>,
    variant: Option<&'p str>,
    name: &'p str,
) -> Vec<Vec<&'p str>> {
    let mut tables = Vec::new();
    tables.extend(layout.map(|layout| vec![DESIGN, layout, name]));
    tables.push(vec![DESIGN, name]);
    let mut places = Vec::new();
    for table in tables {
        if let Some(variant) = variant {
            places.push([&["variant", variant], table.as_slice()].concat());
        }
        places.push(table);
    }
    places
}

/// Sets the layout of the profile, or of a variant that has its own.
pub fn set_layout(
    text: &ProfileText,
    layout: &str,
    variant: Option<&str>,
) -> Result<TextChange, Refusal> {
    let own = variant.map(|variant| vec!["variant", variant, "layout"]);
    let own = own.filter(|path| node_at(text.root(), &steps(path)).is_some());
    let path = own.unwrap_or_else(|| vec!["layout"]);
    set_value(text, &path, &Json::from(layout))
}

fn set_value(text: &ProfileText, path: &[&str], value: &Json) -> Result<TextChange, Refusal> {
    let steps = steps(path);
    let literal = literal(value).ok_or_else(|| {
        let name = path.last().copied().unwrap_or_default();
        Refusal::new(format!("`{name}` cannot be a table"))
    })?;
    let edit = set_pair(text, path, &literal)
        .ok_or_else(|| Refusal::new(format!("`{}` is not a single value", shown(&steps))))?;
    Ok(TextChange {
        edits: vec![edit],
        selected: EditSelection::Path(steps),
    })
}

fn steps(path: &[&str]) -> Vec<EditStep> {
    let keys = path.iter().map(|key| EditStep::Key((*key).to_owned()));
    keys.collect()
}

/// Writes a value as TOML; `None` for a table and nothing.
pub fn literal(value: &Json) -> Option<String> {
    Some(match value {
        Json::Bool(truth) => truth.to_string(),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => integer.to_string(),
            (None, number) => toml_edit::Value::from(number?).to_string(),
        },
        Json::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        Json::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(literal).collect();
            format!("[{}]", items?.join(", "))
        }
        Json::Null | Json::Object(_) => return None,
    })
}
