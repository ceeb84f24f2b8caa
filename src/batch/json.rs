//! JSON whose objects have each key once. The usual reader keeps the last of several values.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A value of JSON in which no key is repeated.
#[derive(Debug, PartialEq)]
pub struct UniqueKeys(pub Value);

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueKeysVisitor).map(Self)
    }
}

struct UniqueKeysVisitor;

impl<'de> Visitor<'de> for UniqueKeysVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(UniqueKeys(member)) = members.next_element()? {
            list.push(member);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, UniqueKeys(value))) = members.next_entry::<String, _>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{key}` is repeated")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_usual_reader_reads() {
        let text = r#"{"a": [null, true, -1, 2, 0.5, "x", {"a": {}}], "b": 18446744073709551615}"#;
        let usual: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(
            serde_json::from_str::<UniqueKeys>(text).ok(),
            Some(UniqueKeys(usual))
        );
    }

    #[test]
    fn refuses_a_key_that_is_repeated() {
        for text in [r#"{"a": 1, "a": 1}"#, r#"[{"a": {"b": 1, "b": 2}}]"#] {
            let error = serde_json::from_str::<UniqueKeys>(text).expect_err("an error");
            assert!(error.to_string().contains("is repeated"), "{error}");
        }
    }
}
