//! The keys of a type in the order in which the model declares them, which JSON does not keep.
//!
//! A type passes its keys to the deserializer, so this deserializer only records them.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the keys of a struct; none for any other type.
pub fn of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut keys: &'static [&'static str] = &[];
    // Always an error: there is no value to read.
    let _ = T::deserialize(KeyRecorder(&mut keys));
    keys
}

struct KeyRecorder<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for KeyRecorder<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("no value"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("no value"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::profile::model::Detail;

    #[test]
    fn keys_are_in_the_order_of_the_model() {
        assert_eq!(
            of::<Detail>(),
            ["label", "body", "items", "numbered", "tags", "hidden"]
        );
        assert_eq!(of::<String>(), [""; 0]);
    }
}
