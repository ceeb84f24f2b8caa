//! The keys of a table in the order in which the model has them, which JSON does not keep.
//!
//! A type tells its keys to whatever it is read from, so it is read from something that only
//! listens.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// The keys of a table; none, where the type is no table.
pub fn fields<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut heard: &'static [&'static str] = &[];
    // Listening always ends in an error: there is nothing to read.
    let _ = T::deserialize(Listener(&mut heard));
    heard
}

struct Listener<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("nothing to read"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing to read"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::fields;
    use crate::profile::model::parts::Detail;

    #[test]
    fn the_order_is_that_of_the_model() {
        assert_eq!(
            fields::<Detail>(),
            ["label", "body", "items", "numbered", "tags"]
        );
        assert_eq!(fields::<String>(), [""; 0]);
    }
}
