//! Reads JSON as a tree with spans. `serde_json` says what is wrong with a text that is not JSON, and
//! `jsonc-parser` finds the places of the values.

use std::sync::Arc;

use jsonc_parser::ast::{ObjectPropName, Value as Json};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use crate::diagnostic::{Diagnostic, Source, rule};
use crate::import::source::{MAX_DEPTH, MAX_NODES, Member, SourceNode, SourceValue};

/// Parses a text that is one JSON value.
///
/// # Errors
/// The text is not JSON, has too many values, or is nested too deep.
pub fn parse(source: &Arc<Source>) -> Result<SourceNode, Diagnostic> {
    let text = source.text();
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return Err(syntax_error(&error, source));
    }
    check_size(source)?;
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict()).map_err(|error| {
        let message = format!(
            "the text is not JSON: {}",
            lower_first(&error.kind().to_string())
        );
        let range = error.range();
        Diagnostic::error(rule::IMPORT_SYNTAX, message).at(source, range.start..range.end, "")
    })?;
    Ok(parsed.value.map_or_else(SourceNode::null, node))
}

/// Only what the standard has.
fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        ..ParseOptions::default()
    }
}

fn syntax_error(error: &serde_json::Error, source: &Arc<Source>) -> Diagnostic {
    let lines = source.text().split_inclusive('\n');
    let before: usize = lines
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let at = before + error.column().saturating_sub(1);
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = message.strip_suffix(&place).unwrap_or(&message);
    let message = format!("the text is not JSON: {}", lower_first(what));
    let error = Diagnostic::error(rule::IMPORT_SYNTAX, message).at(source, at..at + 1, "");
    let before = source.text().get(..at).unwrap_or_default().trim_end();
    let is_end = source.text()[before.len()..]
        .trim_start()
        .starts_with(['}', ']']);
    if before.ends_with(',') && is_end {
        return error.hint("remove the comma before it");
    }
    error
}

fn lower_first(text: &str) -> String {
    // An abbreviation such as EOF stays.
    if text.chars().nth(1).is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .collect();
    first + chars.as_str()
}

/// Checks the number and the depth of the values of a valid text before a tree of them is built.
fn check_size(source: &Arc<Source>) -> Result<(), Diagnostic> {
    let mut values = 1;
    let mut depth = 0_usize;
    let mut is_in_string = false;
    let mut is_escaped = false;
    for (at, byte) in source.text().bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_string => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            _ if is_in_string => {}
            b'[' | b'{' => {
                depth += 1;
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        let message = if depth > MAX_DEPTH {
            format!("the file is nested more than {MAX_DEPTH} levels deep")
        } else if values > MAX_NODES {
            format!("the file has more than {MAX_NODES} values")
        } else {
            continue;
        };
        return Err(Diagnostic::error(rule::TOO_LARGE, message).at(source, at..at + 1, ""));
    }
    Ok(())
}

fn node(json: Json) -> SourceNode {
    let range = json.range();
    let value = match json {
        Json::NullKeyword(_) => SourceValue::Null,
        Json::BooleanLit(literal) => SourceValue::Bool(literal.value),
        Json::NumberLit(literal) => SourceValue::Number(literal.value.to_owned()),
        Json::StringLit(literal) => SourceValue::Text(literal.value.into_owned()),
        Json::Array(array) => SourceValue::List(array.elements.into_iter().map(node).collect()),
        Json::Object(object) => {
            let properties = object.properties.into_iter();
            SourceValue::Map(
                properties
                    .map(|property| member(property.name, property.value))
                    .collect(),
            )
        }
    };
    SourceNode::new(value, range.start..range.end)
}

fn member(name: ObjectPropName, value: Json) -> Member {
    let range = name.range();
    let key = match name {
        ObjectPropName::String(literal) => literal.value.into_owned(),
        ObjectPropName::Word(literal) => literal.value.to_owned(),
    };
    Member {
        key,
        span: range.start..range.end,
        node: node(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SourceNode, Diagnostic> {
        parse(&Arc::new(Source::new("cv.json", text)))
    }

    fn error(text: &str) -> Diagnostic {
        read(text).expect_err("an error")
    }

    #[test]
    fn values_have_places() {
        let text = "{ \"é\": [1e999, \"a\\u00e9\\ud834\\udd1e\"], \"é\": null }";
        let node = read(text).expect("JSON");
        let SourceValue::Map(members) = &node.value else {
            panic!("a map");
        };
        assert_eq!(members.len(), 2);
        assert_eq!(&text[members[0].span.clone()], "\"é\"");
        let leaves = node.leaves("");
        assert_eq!(leaves[0].text, "1e999");
        assert_eq!(leaves[1].text, "aé𝄞");
        assert_eq!(leaves[1].path, "é[1]");
        assert_eq!(&text[leaves[1].span.clone()], "\"a\\u00e9\\ud834\\udd1e\"");
    }

    #[test]
    fn faults_have_places() {
        let fault = error("{\n  \"a\": 1,\n}");
        assert_eq!(fault.message, "the text is not JSON: key must be a string");
        assert_eq!(fault.hints, ["remove the comma before it"]);
        let label = fault.primary.expect("a place");
        assert_eq!(label.source.position(label.span.start).line, 3);
        for text in [
            "",
            "{",
            "nul",
            "[1 2]",
            "// a\n1",
            "'a'",
            "\"a\nb\"",
            "\"\\ud800\"",
            "[1]]",
        ] {
            assert!(
                error(text).message.starts_with("the text is not JSON: "),
                "{text}"
            );
        }
    }

    #[test]
    fn size_is_bounded() {
        let deep = "[".repeat(50_000) + &"]".repeat(50_000);
        assert!(error(&deep).message.contains("levels deep"));
        let long = format!("[{}0]", "0,".repeat(MAX_NODES));
        assert!(error(&long).message.contains("values"));
        let brackets = format!("\"{}\"", "[,".repeat(MAX_NODES));
        assert!(read(&brackets).is_ok());
    }
}
