//! Profiles that are mappings of Python, as TOML.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyMapping, PySequence, PyString};
use toml::{Table, Value};

/// The depth to accept: a mapping may contain itself.
const MAX_DEPTH: usize = 100;

/// Returns the text of a profile. What is `None` is left out.
///
/// # Errors
/// A value has no form in TOML.
pub fn to_toml(profile: &Bound<'_, PyAny>) -> PyResult<String> {
    let Some(value @ Value::Table(_)) = value(profile, "the profile", 0)? else {
        let message = format!("the profile is {}, not a mapping", kind(profile));
        return Err(PyTypeError::new_err(message));
    };
    toml::to_string(&value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns a value; `None` for `None`. `place` is its place for messages.
fn value(found: &Bound<'_, PyAny>, place: &str, depth: usize) -> PyResult<Option<Value>> {
    if depth > MAX_DEPTH {
        let message = format!("{place} is nested too deep");
        return Err(PyValueError::new_err(message));
    }
    if found.is_none() {
        return Ok(None);
    }
    // In Python, a truth value is a number, and a string is a sequence.
    if let Ok(found) = found.cast::<PyBool>() {
        return Ok(Some(Value::Boolean(found.is_true())));
    }
    if found.is_instance_of::<PyString>() {
        let text = found.extract();
        let text = text.map_err(|_| invalid(place, "text with half of a character"))?;
        return Ok(Some(Value::String(text)));
    }
    if found.is_instance_of::<PyInt>() {
        let number = found.extract();
        let number = number.map_err(|_| invalid(place, "too large a number"))?;
        return Ok(Some(Value::Integer(number)));
    }
    if found.is_instance_of::<PyFloat>() {
        return Ok(Some(Value::Float(found.extract()?)));
    }
    if let Ok(mapping) = found.cast::<PyMapping>() {
        let mut table = Table::new();
        for item in mapping.items()?.iter() {
            let (key, inner): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let Ok(key) = key.extract::<String>() else {
                let message = format!("a key of {place} is {}, not a string", kind(&key));
                return Err(PyTypeError::new_err(message));
            };
            let place = if depth == 0 {
                format!("`{key}`")
            } else {
                format!("{}.{key}`", place.trim_end_matches('`'))
            };
            if let Some(inner) = value(&inner, &place, depth + 1)? {
                table.insert(key, inner);
            }
        }
        return Ok(Some(Value::Table(table)));
    }
    let is_bytes = found.is_instance_of::<PyBytes>() || found.is_instance_of::<PyByteArray>();
    if let Ok(sequence) = found.cast::<PySequence>()
        && !is_bytes
    {
        let mut list = Vec::new();
        for index in 0..sequence.len()? {
            let place = format!("{}[{index}]`", place.trim_end_matches('`'));
            list.extend(value(&sequence.get_item(index)?, &place, depth + 1)?);
        }
        return Ok(Some(Value::Array(list)));
    }
    // Dates and times of the standard library.
    if let Ok(text) = found.call_method0("isoformat") {
        return Ok(Some(Value::String(text.extract()?)));
    }
    let message = format!(
        "{place} is {}, and a profile has strings, numbers, truth values, dates, lists and mappings",
        kind(found)
    );
    Err(PyTypeError::new_err(message))
}

fn invalid(place: &str, what: &str) -> PyErr {
    PyValueError::new_err(format!("{place} is {what}"))
}

fn kind(found: &Bound<'_, PyAny>) -> String {
    let name = found.get_type().name();
    name.map_or_else(
        |_| "an object".to_owned(),
        |name| format!("of type `{name}`"),
    )
}
