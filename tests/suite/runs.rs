//! The text of a line as programs join it: what has one style is one sequence of the content, since
//! some programs put a space between two.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};

use crate::support::rendering::SHIPPED_PAGES;

/// A marked sequence of the content of a page.
#[derive(Debug, Clone, Default)]
struct Sequence {
    /// Its element.
    element: Option<ObjectId>,
    /// The font, its size, the color and the baseline.
    style: String,
    /// The number of its glyphs.
    glyphs: usize,
}

/// The CVs with Han characters, in which a box keeps numbers with what they count.
const WITH_HAN: [&str; 3] = ["japanese-designer", "rirekisho-graduate", " zh"];

/// Of how many sequences one may continue the one before: after a distance of its own, as that of a
/// label and its text.
const FEW: usize = 15;

#[test]
fn lines_of_one_style_are_not_divided() {
    let mut divided = Vec::new();
    for pages in SHIPPED_PAGES.iter() {
        // `vita` sets figures apart from the italics around them.
        if pages.layout == "vita" || WITH_HAN.iter().any(|name| pages.what.contains(name)) {
            continue;
        }
        let (count, all) = divided_lines(&pages.bytes);
        if count * FEW > all {
            divided.push(format!("{}: {count} of {all}", pages.what));
        }
    }
    assert_eq!(divided, [""; 0]);
}

/// Returns the number of sequences that continue one before them in the same element, line and style,
/// and that of all.
fn divided_lines(bytes: &[u8]) -> (usize, usize) {
    let document = Document::load_mem(bytes).expect("a PDF");
    let parents = parents(&document);
    let (mut count, mut all) = (0, 0);
    for page in document.get_pages().into_values() {
        let key = document
            .get_dictionary(page)
            .and_then(|page| page.get(b"StructParents"))
            .and_then(Object::as_i64);
        let elements = key.ok().and_then(|key| parents.get(&key));
        let sequences = sequences(&document, page, elements.map_or(&[], |found| &found[..]));
        let pairs = sequences.windows(2);
        count += pairs.filter(|pair| continues(&pair[0], &pair[1])).count();
        all += sequences.len();
    }
    (count, all)
}

/// A single glyph may be a space at the end of a line, or a mark.
fn continues(one: &Sequence, other: &Sequence) -> bool {
    one.element.is_some()
        && one.element == other.element
        && one.style == other.style
        && one.glyphs > 1
        && other.glyphs > 1
}

/// Returns the elements of the sequences of each page, by its key.
fn parents(document: &Document) -> BTreeMap<i64, Vec<Option<ObjectId>>> {
    let catalog = document.catalog().expect("a catalog");
    let root = document
        .get_dict_in_dict(catalog, b"StructTreeRoot")
        .expect("tags");
    let tree = document
        .get_dict_in_dict(root, b"ParentTree")
        .expect("parents");
    let numbers = tree
        .get(b"Nums")
        .and_then(Object::as_array)
        .expect("numbers");
    let mut parents = BTreeMap::new();
    for pair in numbers.chunks(2) {
        let elements = document.dereference(&pair[1]).expect("an object").1;
        if let (Ok(key), Ok(elements)) = (pair[0].as_i64(), elements.as_array()) {
            let elements = elements.iter().map(|element| element.as_reference().ok());
            parents.insert(key, elements.collect());
        }
    }
    parents
}

fn sequences(document: &Document, page: ObjectId, elements: &[Option<ObjectId>]) -> Vec<Sequence> {
    let content = document.get_page_content(page);
    let content = Content::decode(&content).expect("operations");
    let mut sequences: Vec<Sequence> = Vec::new();
    let (mut font, mut color, mut place) = (String::new(), String::new(), String::new());
    let mut open: Vec<Option<Sequence>> = Vec::new();
    for operation in content.operations {
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "BDC" | "BMC" => {
                let id = operands
                    .get(1)
                    .and_then(|properties| properties.as_dict().ok());
                let id = id.and_then(|properties| properties.get(b"MCID").ok()?.as_i64().ok());
                let element = id.and_then(|id| *elements.get(usize::try_from(id).ok()?)?);
                open.push(Some(Sequence {
                    element,
                    ..Sequence::default()
                }));
            }
            "EMC" => {
                if let Some(Some(sequence)) = open.pop() {
                    sequences.push(sequence);
                }
            }
            "Tf" => font = format!("{operands:?}"),
            "rg" | "g" | "k" | "scn" | "sc" => color = format!("{operands:?}"),
            "cm" => place = format!("{:?}", operands.last()),
            "Tj" | "TJ" => {
                if let Some(Some(sequence)) = open.last_mut() {
                    sequence.style = format!("{font} {color} {place}");
                    sequence.glyphs += operands.iter().map(glyphs).sum::<usize>();
                }
            }
            _ => {}
        }
    }
    sequences
}

/// Returns the number of glyphs in a string, of two bytes each, or in an array of them.
fn glyphs(shown: &Object) -> usize {
    match shown {
        Object::String(text, _) => text.len() / 2,
        Object::Array(parts) => parts.iter().map(glyphs).sum(),
        _ => 0,
    }
}
