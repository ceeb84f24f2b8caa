//! The canonical order of the keys of each table, which is the order of the fields in the model.

use crate::profile::fields::keys_at;

/// Returns the known keys of a table in their canonical order, given the path of the table without
/// indices, such as `["section", "entry"]`. Empty for tables whose keys the user chooses.
pub type KeyOrder<'a> = &'a dyn Fn(&[&str]) -> Vec<String>;

/// Returns the keys of the table at a path without indices, in canonical order. A table whose keys
/// the user chooses has none.
pub fn order(path: &[&str]) -> Vec<String> {
    keys_at(path).into_iter().map(str::to_owned).collect()
}
