//! The canonical order of the keys of each table, which is the order of the fields in the model.

use crate::profile::fields::keys_at;

/// Returns the keys of the table at a path without indices, in canonical order. A table whose keys
/// the user chooses has none.
pub fn order(path: &[&str]) -> Vec<String> {
    keys_at(path).into_iter().map(str::to_owned).collect()
}
