//! The keys and tables in a table, in canonical order.

use toml_edit::{ArrayOfTables, Item, Key, Table, TableLike, Value};

use crate::profile::format::order::KeyOrder;
use crate::profile::kind::SectionKind;

/// The contacts of a person, which are shown in the order written.
const CONTACTS: [&str; 16] = [
    "email",
    "phone",
    "birth-date",
    "birth-place",
    "nationality",
    "gender",
    "marital-status",
    "children",
    "driving-license",
    "details",
    "postal-address",
    "postal-address-furigana",
    "location",
    "residence",
    "url",
    "links",
];

/// The list of sections in the long form.
const SECTION: &str = "section";

/// The rank of an unknown key.
const UNKNOWN: usize = usize::MAX;

/// The contents of a table in canonical order.
#[derive(Default)]
pub struct Contents<'a> {
    /// The keys with their values, dotted keys included.
    pub pairs: Vec<Pair<'a>>,
    /// The tables with a header.
    pub tables: Vec<Subtable<'a>>,
}

/// A key with its value.
pub struct Pair<'a> {
    /// The rank of each part of the key, up to the first unknown one.
    ranks: Vec<usize>,
    /// The offset of the last part of the key.
    pub start: usize,
    /// The path to the value from the root of the document.
    pub path: Vec<&'a Key>,
    /// The index in the path at which the written key starts.
    pub base: usize,
    /// The value.
    pub value: &'a Value,
}

/// A table with a header, or several under the same header.
pub struct Subtable<'a> {
    ranks: Vec<usize>,
    start: usize,
    /// The path to it from the root of the document.
    pub path: Vec<&'a Key>,
    /// The table or tables.
    pub tables: Tables<'a>,
}

/// A table or an array of tables.
pub enum Tables<'a> {
    /// `[table]`
    One(&'a Table),
    /// `[[table]]`
    Several(&'a ArrayOfTables),
    /// One `[[section]]` at the top level, with others in between.
    Section(&'a Table),
}

impl<'a> Contents<'a> {
    /// Returns the contents of the table at a path.
    pub fn of(table: &'a dyn TableLike, path: &[&'a Key], order: KeyOrder) -> Self {
        let mut contents = Self::default();
        contents.add(table, path, &[], path.len(), order);
        contents
            .pairs
            .sort_by(|a, b| (&a.ranks, a.start).cmp(&(&b.ranks, b.start)));
        contents
            .tables
            .sort_by(|a, b| (&a.ranks, a.start).cmp(&(&b.ranks, b.start)));
        contents
    }

    fn add(
        &mut self,
        table: &'a dyn TableLike,
        path: &[&'a Key],
        ranks: &[usize],
        base: usize,
        order: KeyOrder,
    ) {
        let ranking = Ranking::of(path, order);
        for (name, item) in table.iter() {
            let Some(key) = table.key(name) else { continue };
            let path = [path, &[key]].concat();
            let mut ranks = ranks.to_vec();
            if ranks.last() != Some(&UNKNOWN) {
                ranks.push(ranking.rank(name));
            }
            match item {
                Item::None => {}
                Item::Table(table) if table.is_dotted() => {
                    self.add(table, &path, &ranks, base, order);
                }
                Item::Value(Value::InlineTable(table)) if table.is_dotted() => {
                    self.add(table, &path, &ranks, base, order);
                }
                Item::Value(value) => {
                    let start = key.span().unwrap_or_default().start;
                    self.pairs.push(Pair {
                        ranks,
                        start,
                        path,
                        base,
                        value,
                    });
                }
                Item::Table(table) => {
                    self.tables.push(Subtable {
                        ranks,
                        start: first(table),
                        path,
                        tables: Tables::One(table),
                    });
                }
                Item::ArrayOfTables(tables) if is_sections(&path) => {
                    for table in tables {
                        self.tables.push(Subtable {
                            ranks: ranks.clone(),
                            start: first(table),
                            path: path.clone(),
                            tables: Tables::Section(table),
                        });
                    }
                }
                Item::ArrayOfTables(tables) => {
                    let start = tables.iter().map(first).min().unwrap_or_default();
                    self.tables.push(Subtable {
                        ranks,
                        start,
                        path,
                        tables: Tables::Several(tables),
                    });
                }
            }
        }
    }
}

/// Returns whether a path is that of the sections in the long form.
fn is_sections(path: &[&Key]) -> bool {
    matches!(path, [key] if key.get() == SECTION)
}

/// Where a table or anything in it first appears. A super-table may be written after its
/// sub-tables.
fn first(table: &Table) -> usize {
    let own = table
        .span()
        .filter(|_| !table.is_implicit())
        .map(|span| span.start);
    let inner = table.iter().filter_map(|(_, item)| match item {
        Item::Table(table) => Some(first(table)),
        Item::ArrayOfTables(tables) => tables.iter().map(first).min(),
        Item::None | Item::Value(_) => None,
    });
    inner.chain(own).min().unwrap_or(usize::MAX)
}

/// The canonical order of a table's keys.
struct Ranking {
    names: Vec<String>,
    /// The rank that some keys share, so that they stand together in the order written: the contacts
    /// of a person, the sections of a profile.
    shared: Option<usize>,
    /// Whether a key has that rank.
    is_shared: fn(&str) -> bool,
}

impl Ranking {
    fn of(path: &[&Key], order: KeyOrder) -> Self {
        let path: Vec<_> = path.iter().map(|key| key.get()).collect();
        let names = order(&path);
        let is_shared: fn(&str) -> bool = match *path {
            [] => |name| name == SECTION || name.parse::<SectionKind>().is_ok(),
            ["person"] | ["variant", _, "person"] => |name| CONTACTS.contains(&name),
            _ => |_| false,
        };
        let shared = names.iter().position(|name| is_shared(name));
        Self {
            names,
            shared,
            is_shared,
        }
    }

    fn rank(&self, name: &str) -> usize {
        let shared = self.shared.filter(|_| (self.is_shared)(name));
        shared
            .or_else(|| self.names.iter().position(|known| known == name))
            .unwrap_or(UNKNOWN)
    }
}
