//! The keys and tables in a table, in canonical order.

use crate::profile::format::order::KeyOrder;
use crate::profile::format::tables::TableNode;
use crate::profile::kind::SectionKind;
use crate::profile::syntax::tree::{MemberSyntax, Statement};

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

/// A key with its value.
pub struct Pair<'a> {
    /// The rank of each part of the key, up to the first unknown one.
    ranks: Vec<usize>,
    /// Its place among the statements, or among the members of an inline table.
    pub place: usize,
    /// The keys that lead to the value from the root of the document.
    pub path: Vec<&'a str>,
    /// The key and the value.
    pub member: &'a MemberSyntax,
}

/// Tables of one key, or a table of sections, which have others in between.
pub struct Subtable<'a> {
    rank: usize,
    place: usize,
    /// The keys that lead to it from the root of the document.
    pub path: Vec<&'a str>,
    /// The tables.
    pub tables: Vec<&'a TableNode<'a>>,
}

/// Returns keys with their values in canonical order. Each comes with its place, and the path is that of
/// the table.
pub fn pairs<'a>(
    members: impl Iterator<Item = (usize, &'a MemberSyntax)>,
    path: &[&'a str],
    order: KeyOrder,
) -> Vec<Pair<'a>> {
    let own = Ranking::of(path, order);
    let mut pairs = Vec::new();
    for (place, member) in members {
        let mut path = path.to_vec();
        let mut ranks = Vec::new();
        for (depth, key) in member.keys.iter().enumerate() {
            if ranks.last() != Some(&UNKNOWN) {
                ranks.push(if depth == 0 {
                    own.rank(&key.name)
                } else {
                    Ranking::of(&path, order).rank(&key.name)
                });
            }
            path.push(&key.name);
        }
        pairs.push(Pair {
            ranks,
            place,
            path,
            member,
        });
    }
    pairs.sort_by(|a, b| (&a.ranks, a.place).cmp(&(&b.ranks, b.place)));
    pairs
}

/// Returns the statements of a table that are pairs, each with its place.
pub fn members<'a>(
    table: &TableNode,
    statements: &'a [Statement],
) -> impl Iterator<Item = (usize, &'a MemberSyntax)> {
    let own = table.statements.clone();
    own.filter_map(|place| Some((place, statements.get(place)?.member()?)))
}

/// Returns the tables in a table in canonical order.
pub fn subtables<'a>(
    table: &'a TableNode<'a>,
    path: &[&'a str],
    order: KeyOrder,
) -> Vec<Subtable<'a>> {
    let ranking = Ranking::of(path, order);
    let mut found = Vec::new();
    for group in &table.groups {
        let path = [path, &[group.key]].concat();
        let tables: Vec<&TableNode> = group.tables.iter().collect();
        // Each section at the top level stands by itself.
        let size = if path == [SECTION] { 1 } else { tables.len() };
        for tables in tables.chunks(size.max(1)) {
            let places = tables.iter().map(|table| table.first());
            found.push(Subtable {
                rank: ranking.rank(group.key),
                place: places.min().unwrap_or_default(),
                path: path.clone(),
                tables: tables.to_vec(),
            });
        }
    }
    found.sort_by_key(|subtable| (subtable.rank, subtable.place));
    found
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
    fn of(path: &[&str], order: KeyOrder) -> Self {
        let names = order(path);
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
