//! Takes what a page needs out of its PDF, as form objects in another: objects as they are, each
//! once, under other numbers.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};
use printpdf::{DictItem, ExternalStream, ExternalXObject, XObject};

use crate::press::PdfxStandard;
use crate::press::imposition::geometry::Area;
use crate::press::imposition::source::{SourceDocument, SourcePage};

/// Where the numbers of taken objects begin, beyond those that printpdf gives; they are counted
/// anew before the file is written.
const RESERVED: u32 = 1_000_000;

/// Keys of a page that lead into the structure or the layers of its own file, which a sheet has
/// none of.
const LEFT_BEHIND: [&[u8]; 4] = [b"StructParent", b"StructParents", b"OC", b"PieceInfo"];

/// What was taken out of several sources.
#[derive(Debug, Default)]
pub struct Taken {
    objects: Vec<(ObjectId, Object)>,
    /// The number of an object here, by the number of its source and its own there.
    known: BTreeMap<(usize, ObjectId), ObjectId>,
    next: u32,
}

impl Taken {
    /// A page of a source as a form object, to be drawn like a picture. `number` tells the source
    /// from others.
    pub fn form(
        &mut self,
        source: &SourceDocument,
        number: usize,
        leaf: &SourcePage,
        standard: PdfxStandard,
    ) -> XObject {
        let resources = self.take(&source.document, number, &leaf.resources);
        let resources = self.add(resources);
        let mut dict = BTreeMap::new();
        let mut set = |key: &str, value: DictItem| dict.insert(key.to_owned(), value);
        set("Type", DictItem::Name(b"XObject".to_vec()));
        set("Subtype", DictItem::Name(b"Form".to_vec()));
        set("FormType", DictItem::Int(1));
        set("BBox", reals(&leaf.media.edges()));
        set("Matrix", reals(&leaf.matrix));
        set("Resources", reference(resources));
        // PDF/X-1a knows no groups: where nothing is transparent one changes nothing, and where
        // something is, preflight says so.
        if let Some(group) = leaf
            .group
            .as_ref()
            .filter(|_| standard != PdfxStandard::X1a)
        {
            let mut group = self.take(&source.document, number, group);
            // A page is composed by itself whether it says so or not (ISO 32000-1, 11.4.7); a form
            // has to say so.
            if let Ok(group) = group.as_dict_mut() {
                group.set("I", true);
            }
            let group = self.add(group);
            set("Group", reference(group));
        }
        let stream = ExternalStream {
            dict,
            content: leaf.content.clone(),
            compress: true,
        };
        XObject::External(ExternalXObject {
            stream,
            width: None,
            height: None,
            dpi: None,
        })
    }

    /// Puts all of it into the file whose objects refer to it.
    pub fn put_into(self, document: &mut Document) {
        document.max_id = document.max_id.max(RESERVED + self.next);
        document.objects.extend(self.objects);
    }

    fn add(&mut self, object: Object) -> ObjectId {
        let id = self.reserve();
        self.objects.push((id, object));
        id
    }

    fn reserve(&mut self) -> ObjectId {
        let id = (RESERVED + self.next, 0);
        self.next += 1;
        id
    }

    /// An object with its references as they are here; what they lead to is taken with it.
    fn take(&mut self, document: &Document, number: usize, object: &Object) -> Object {
        let mut waiting = Vec::new();
        let taken = self.copied(number, object, &mut waiting);
        while let Some((here, there)) = waiting.pop() {
            let found = document
                .get_object(there)
                .ok()
                .filter(|found| !is_page(found));
            let copy = found.map_or(Object::Null, |found| {
                self.copied(number, found, &mut waiting)
            });
            self.objects.push((here, copy));
        }
        taken
    }

    fn copied(
        &mut self,
        number: usize,
        object: &Object,
        waiting: &mut Vec<(ObjectId, ObjectId)>,
    ) -> Object {
        match object {
            Object::Reference(there) => {
                if let Some(here) = self.known.get(&(number, *there)) {
                    return Object::Reference(*here);
                }
                let here = self.reserve();
                self.known.insert((number, *there), here);
                waiting.push((here, *there));
                Object::Reference(here)
            }
            Object::Array(items) => Object::Array(
                items
                    .iter()
                    .map(|item| self.copied(number, item, waiting))
                    .collect(),
            ),
            Object::Dictionary(dictionary) => {
                Object::Dictionary(self.entries(number, dictionary, waiting))
            }
            Object::Stream(stream) => {
                let mut copy = stream.clone();
                copy.dict = self.entries(number, &stream.dict, waiting);
                Object::Stream(copy)
            }
            other => other.clone(),
        }
    }

    fn entries(
        &mut self,
        number: usize,
        dictionary: &Dictionary,
        waiting: &mut Vec<(ObjectId, ObjectId)>,
    ) -> Dictionary {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary
            .iter()
            .filter(|(key, _)| !LEFT_BEHIND.contains(&key.as_slice()))
        {
            copy.set(key.clone(), self.copied(number, value, waiting));
        }
        copy
    }
}

/// What is a page, or a branch of their tree, would bring the whole file along.
fn is_page(object: &Object) -> bool {
    object
        .as_dict()
        .is_ok_and(|dictionary| dictionary.has_type(b"Page") || dictionary.has_type(b"Pages"))
}

/// A box, or the numbers of a matrix.
fn reals(numbers: &[f64]) -> DictItem {
    DictItem::Array(
        numbers
            .iter()
            .map(|number| DictItem::Real(single(*number)))
            .collect(),
    )
}

fn reference((obj, r#gen): ObjectId) -> DictItem {
    DictItem::Ref { obj, r#gen }
}

/// As exact as a PDF of `lopdf` has it: seven digits, a ten-thousandth of a pt on the largest
/// sheet.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a place on paper is far from the limits"
)]
pub fn single(number: f64) -> f32 {
    number as f32
}

/// An area as a PDF writes a box.
pub fn boxed(area: Area) -> Object {
    Object::Array(area.edges().map(|edge| Object::Real(single(edge))).to_vec())
}
