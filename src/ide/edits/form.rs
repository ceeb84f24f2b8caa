//! The fields of one part of a profile with their values, for an editor that shows them as a form, and
//! the edit that sets one of them.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value as Json;

use crate::diagnostic::{Diagnostics, Edit};
use crate::ide::edits::blocks::place_of;
use crate::ide::edits::change::{EditSelection, Refusal, TextChange};
use crate::ide::edits::options::literal;
use crate::ide::edits::outline::{OutlineNode, outline_of};
use crate::ide::edits::pairs::{add, set, unset};
use crate::ide::edits::placeholders::{keys as new_keys, kind_at};
use crate::ide::edits::step::{EditStep, keys_of, node_at, shown};
use crate::ide::edits::text::{ProfileText, TableForm};
use crate::ide::scope::Scope;
use crate::profile::{Field, Node, Role, SectionKind, Value, capitalized};

/// The key of the person.
const PERSON: &str = "person";

/// The key of the letter.
const LETTER: &str = "letter";

/// The fields of a person that most CVs have.
const USUAL_OF_PERSON: [&str; 8] = [
    "name", "headline", "email", "phone", "location", "url", "photo", "summary",
];

/// The fields that most entries with dates have besides those of a new one of their kind.
const USUAL_OF_DATED: [&str; 2] = ["location", "summary"];

/// The fields of a section that are not for experts.
const SHOWN_OF_SECTION: [&str; 2] = ["title", "body"];

/// The key of bullets.
const BULLETS: &str = "highlights";

/// A part of a profile.
#[derive(Debug, Serialize)]
pub struct PartForm {
    /// `person`, `letter`, `section` or `entry`.
    pub kind: &'static str,
    /// What it is about.
    pub title: String,
    /// The path, as edits take it.
    pub path: Vec<EditStep>,
    /// Its fields, those that most parts of this kind have first.
    pub fields: Vec<FormField>,
    /// The bullets; `None` where there are none.
    pub bullets: Option<Vec<FormBullet>>,
    /// Where the part before it in the text starts, in bytes.
    pub previous: Option<usize>,
    /// Where the part after it in the text starts, in bytes.
    pub next: Option<usize>,
}

/// A field of a part.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// The key.
    pub name: &'static str,
    /// The key as a word.
    pub label: String,
    /// What it is for, in Markdown.
    pub about: String,
    /// How it is written.
    pub input: FormInput,
    /// The values that it can have, if there are no others.
    pub choices: Vec<&'static str>,
    /// The value; `None` if it has none, or one that only the text can show.
    pub value: Option<Json>,
    /// Whether most parts of this kind have it.
    pub is_usual: bool,
    /// Whether the offset is in its value.
    pub is_at: bool,
}

/// How the value of a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormInput {
    /// One line.
    Line,
    /// Several paragraphs.
    Paragraphs,
    /// A date or a word for today.
    Date,
    /// One of the choices.
    Choice,
    /// An integer.
    Number,
    /// Yes or no.
    Switch,
    /// Several texts, each on a line.
    List,
    /// A picture in a file.
    Image,
    /// Only in the text of the profile.
    Text,
}

/// A bullet.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FormBullet {
    /// The path of the bullet.
    pub path: Vec<EditStep>,
    /// Its text; `None` if only the text of the profile can show it.
    pub value: Option<String>,
    /// Whether the offset is in it.
    pub is_at: bool,
}

/// Returns the form of the part around an offset, in bytes: an entry, else its section, else the
/// letter, else the person.
/// The name is that for messages.
///
/// # Errors
/// The text is not TOML.
pub fn form(name: &str, text: &str, offset: usize) -> Result<Option<PartForm>, Diagnostics> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = text.len() - body.len();
    let offset = offset.saturating_sub(skipped);
    let text = ProfileText::parse(name, body)?;
    let nodes = outline_of(&text, 0);
    let builder = FormBuilder {
        text: &text,
        offset,
    };
    let table = |key: &str| place_of(&text, &[EditStep::Key(key.to_owned())]);
    let form = if let Some(part) = part_around(&nodes, offset) {
        builder.form(part.kind, part.title, part.path)
    } else {
        let letter = table(LETTER);
        let is_letter = text.root().has(LETTER) && (letter.start..=letter.end).contains(&offset);
        let kind = if is_letter { LETTER } else { PERSON };
        builder.form(
            kind,
            capitalized(kind),
            vec![EditStep::Key(kind.to_owned())],
        )
    };
    if node_at(text.root(), &form.path).is_none() {
        return Ok(None);
    }
    let mut starts = starts_of(&nodes);
    let tables = [PERSON, LETTER]
        .into_iter()
        .filter(|key| text.root().has(key));
    starts.extend(tables.map(|key| table(key).start));
    let own = place_of(&text, &form.path).start;
    let before = starts.range(..own).next_back();
    let after = starts.range(own + 1..).next();
    Ok(Some(PartForm {
        previous: before.map(|start| start + skipped),
        next: after.map(|start| start + skipped),
        ..form
    }))
}

/// Returns where the sections and entries start.
fn starts_of(nodes: &[OutlineNode]) -> BTreeSet<usize> {
    let mut starts = BTreeSet::new();
    for node in nodes.iter().filter(|node| node.kind != "bullet") {
        starts.insert(node.start);
        starts.extend(starts_of(&node.children));
    }
    starts
}

/// The part of an outline around an offset.
fn part_around(nodes: &[OutlineNode], offset: usize) -> Option<OutlineNode> {
    let node = nodes
        .iter()
        .find(|node| node.kind != "bullet" && (node.start..=node.end).contains(&offset))?;
    Some(part_around(&node.children, offset).unwrap_or_else(|| node.clone()))
}

struct FormBuilder<'t> {
    text: &'t ProfileText,
    offset: usize,
}

impl FormBuilder<'_> {
    fn form(&self, kind: &'static str, title: String, path: Vec<EditStep>) -> PartForm {
        let root = self.text.root();
        let node = node_at(root, &path);
        let section_kind = kind_at(root, &path);
        let fields = fields(kind, section_kind, &path).into_iter();
        let mut fields: Vec<FormField> = fields
            .filter(|field| !matches!(field.role, Role::Design | Role::Table))
            .filter(|field| field.name != BULLETS)
            .map(|field| {
                let is_usual = is_usual(kind, section_kind, field.name);
                self.field(field, node.and_then(|node| node.get(field.name)), is_usual)
            })
            .collect();
        fields.sort_by_key(|field| !field.is_usual);
        let bullets = (kind == "entry").then(|| self.bullets(node, &path));
        PartForm {
            kind,
            title,
            path,
            fields,
            bullets,
            previous: None,
            next: None,
        }
    }

    fn field(&self, field: &Field, node: Option<&Node>, is_usual: bool) -> FormField {
        let value = node.map(simple_value);
        let input = match &value {
            // A table, or a list of tables.
            Some(None) => FormInput::Text,
            Some(Some(Json::Array(_))) => FormInput::List,
            _ => input_of(field),
        };
        let choices = field.types.choices.iter().map(|choice| choice.name);
        FormField {
            name: field.name,
            label: capitalized(&field.name.replace('-', " ")),
            about: field.text(),
            input,
            choices: choices.filter(|_| input == FormInput::Choice).collect(),
            is_usual: is_usual || node.is_some(),
            is_at: node.is_some_and(|node| self.is_at(node)),
            value: value.flatten(),
        }
    }

    fn bullets(&self, node: Option<&Node>, path: &[EditStep]) -> Vec<FormBullet> {
        let items = node.map_or(&[][..], |node| node.list(BULLETS));
        let mut bullets = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let steps = [EditStep::Key(BULLETS.to_owned()), EditStep::Index(index)];
            bullets.push(FormBullet {
                path: [path, &steps].concat(),
                value: item.as_str().map(str::to_owned),
                is_at: self.is_at(item),
            });
        }
        bullets
    }

    fn is_at(&self, node: &Node) -> bool {
        (node.span.start..=node.span.end).contains(&self.offset)
    }
}

/// Returns the fields of a part, of an entry those of its kind first.
fn fields(kind: &str, section_kind: SectionKind, path: &[EditStep]) -> Vec<&'static Field> {
    let keys = keys_of(path);
    let mut scope = keys
        .iter()
        .fold(Scope::root(), |scope, key| scope.table(key));
    scope.kind = Some(section_kind);
    let mut fields = scope.fields();
    if kind == "section" {
        fields.retain(|field| SHOWN_OF_SECTION.contains(&field.name));
    }
    fields
}

/// Returns whether most parts of a kind have a field.
fn is_usual(kind: &str, section_kind: SectionKind, name: &str) -> bool {
    let new = new_keys(section_kind);
    match kind {
        PERSON => USUAL_OF_PERSON.contains(&name),
        "entry" => new.contains(&name) || new.contains(&"start") && USUAL_OF_DATED.contains(&name),
        _ => true,
    }
}

/// Returns how a value is written that is not there yet.
fn input_of(field: &Field) -> FormInput {
    let types = &field.types;
    let items = types.items.as_ref();
    let has_texts = items.is_some_and(|items| items.has("string"));
    if field.role == Role::Image {
        FormInput::Image
    } else if types.dates {
        FormInput::Date
    } else if !types.choices.is_empty() && types.types == ["string"] {
        FormInput::Choice
    } else if field.has_paragraphs() {
        FormInput::Paragraphs
    } else if has_texts && (field.role == Role::Text || !types.has("string")) {
        FormInput::List
    } else if types.has("string") {
        FormInput::Line
    } else if types.has("integer") {
        FormInput::Number
    } else if types.has("boolean") {
        FormInput::Switch
    } else {
        FormInput::Text
    }
}

/// Returns a value that an input can show: a text, a number, yes or no, or a list of texts.
fn simple_value(node: &Node) -> Option<Json> {
    match &node.value {
        Value::String(text) => Some(text.as_str().into()),
        Value::Integer(number) => Some((*number).into()),
        Value::Boolean(truth) => Some((*truth).into()),
        Value::Datetime(date) => Some(date.to_string().into()),
        Value::Array(items) => {
            let texts = items.iter().map(|item| item.as_str().map(Json::from));
            texts.collect::<Option<Vec<Json>>>().map(Json::Array)
        }
        _ => None,
    }
}

/// Sets the field at a path, or removes it if the value is empty.
pub fn set_field(
    text: &ProfileText,
    path: &[EditStep],
    value: &Json,
) -> Result<TextChange, Refusal> {
    let is_empty = match value {
        Json::Null => true,
        Json::String(text) => text.trim().is_empty(),
        Json::Array(items) => items.is_empty(),
        _ => false,
    };
    if is_empty {
        let edits = unset(text, path);
        return Ok(TextChange::at_first(edits.unwrap_or_default()));
    }
    let literal = literal(value).ok_or_else(|| Refusal::missing(path))?;
    let edit = edit(text, path, &literal)
        .ok_or_else(|| Refusal::new(format!("`{}` is not a single value", shown(path))))?;
    Ok(TextChange {
        edits: vec![edit],
        selected: EditSelection::Path(path.to_vec()),
    })
}

fn edit(text: &ProfileText, path: &[EditStep], literal: &str) -> Option<Edit> {
    let keys = keys_of(path);
    if keys.len() == path.len() {
        return set(text, &keys, literal);
    }
    if let Some(node) = node_at(text.root(), path) {
        let is_value = text.form(node).is_none_or(|form| form == TableForm::Inline);
        return (is_value && text.headers_of(node).is_empty())
            .then(|| Edit::new(node.span.clone(), literal));
    }
    let (EditStep::Key(key), parent) = path.split_last()? else {
        return None;
    };
    let parent_keys = keys_of(parent);
    add(
        text,
        node_at(text.root(), parent)?,
        &parent_keys,
        key,
        literal,
    )
}
