//! Embeds pages of other PDFs as form objects: the objects of a page are copied once each, with new
//! numbers.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use printpdf::{DictItem, ExternalStream, ExternalXObject, XObject};

use crate::pdf::{srgb, to_f32};
use crate::press::PdfxStandard;
use crate::press::imposition::source::{SourceDocument, SourcePage};

/// The first number of embedded objects, beyond those that printpdf assigns. All objects are
/// renumbered before the file is written.
const FIRST_NUMBER: u32 = 1_000_000;

/// The keys that refer to the structure or the layers of the source, which sheets do not have.
const REMOVED_KEYS: [&[u8]; 4] = [b"StructParent", b"StructParents", b"OC", b"PieceInfo"];

/// Objects copied from several sources.
#[derive(Debug, Default)]
pub struct EmbeddedObjects {
    objects: Vec<(ObjectId, Object)>,
    /// Maps an object of a source to its copy.
    copies: BTreeMap<SourceObject, ObjectId>,
    /// The resources of the pages.
    resources: Vec<ObjectId>,
    count: u32,
}

/// An object of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SourceObject {
    /// The index of the source.
    source: usize,
    id: ObjectId,
}

/// An object whose content is not copied yet.
struct PendingCopy {
    original: ObjectId,
    copy: ObjectId,
}

impl EmbeddedObjects {
    /// Returns a page as a form object. `index` is the index of its source.
    pub fn form(
        &mut self,
        source: &SourceDocument,
        index: usize,
        page: &SourcePage,
        standard: PdfxStandard,
    ) -> XObject {
        let resources = self.copy(&source.document, index, &page.resources);
        let resources = self.add(resources);
        self.resources.push(resources);
        let mut dict = BTreeMap::from([
            ("Type".to_owned(), DictItem::Name(b"XObject".to_vec())),
            ("Subtype".to_owned(), DictItem::Name(b"Form".to_vec())),
            ("FormType".to_owned(), DictItem::Int(1)),
            ("BBox".to_owned(), number_array(&page.media.edges())),
            ("Matrix".to_owned(), number_array(&page.matrix)),
            ("Resources".to_owned(), reference(resources)),
        ]);
        // PDF/X-1a does not allow transparency groups. Without transparency a group has no effect;
        // with transparency, preflight reports it.
        if let Some(group) = page
            .group
            .as_ref()
            .filter(|_| standard != PdfxStandard::X1a)
        {
            let mut group = self.copy(&source.document, index, group);
            // The group of a page is always isolated, that of a form only if it says so (ISO
            // 32000-1, 11.4.7).
            if let Ok(group) = group.as_dict_mut() {
                group.set("I", true);
            }
            let group = self.add(group);
            dict.insert("Group".to_owned(), reference(group));
        }
        let stream = ExternalStream {
            dict,
            content: page.content.clone(),
            compress: true,
        };
        XObject::External(ExternalXObject {
            stream,
            width: None,
            height: None,
            dpi: None,
        })
    }

    /// Gives the colors of screens in all contents the profile of sRGB: PDF/X-4 allows colors with a
    /// profile, and none of unknown screens.
    pub fn set_default_rgb(&mut self) {
        let Some(profile) = srgb() else {
            return;
        };
        let parameters = Dictionary::from_iter([("N", Object::Integer(3))]);
        let profile = self.add(Object::Stream(Stream::new(parameters, profile)));
        let space = Object::Array(vec!["ICCBased".into(), Object::Reference(profile)]);
        let space = self.add(space);
        let mut spaces: Vec<ObjectId> = Vec::new();
        let mut resources: Vec<ObjectId> = self.resources.clone();
        for (_, object) in &mut self.objects {
            let dictionary = match object {
                Object::Stream(stream) => &mut stream.dict,
                Object::Dictionary(dictionary) => dictionary,
                _ => continue,
            };
            match dictionary.get_mut(b"Resources") {
                Ok(Object::Reference(id)) => resources.push(*id),
                Ok(Object::Dictionary(own)) => spaces.extend(with_default_rgb(own, space)),
                _ => {}
            }
        }
        self.edit(&resources, |own| {
            spaces.extend(with_default_rgb(own, space));
        });
        self.edit(&spaces, |own| set_default(own, space));
    }

    /// Edits the dictionaries with these numbers.
    fn edit(&mut self, ids: &[ObjectId], mut edit: impl FnMut(&mut Dictionary)) {
        let ids: BTreeSet<&ObjectId> = ids.iter().collect();
        let chosen = self.objects.iter_mut().filter(|(id, _)| ids.contains(id));
        for (_, object) in chosen {
            if let Ok(dictionary) = object.as_dict_mut() {
                edit(dictionary);
            }
        }
    }

    /// Adds all objects to the file that refers to them.
    pub fn add_to(self, document: &mut Document) {
        document.max_id = document.max_id.max(FIRST_NUMBER + self.count);
        document.objects.extend(self.objects);
    }

    fn add(&mut self, object: Object) -> ObjectId {
        let id = self.reserve();
        self.objects.push((id, object));
        id
    }

    fn reserve(&mut self) -> ObjectId {
        let id = (FIRST_NUMBER + self.count, 0);
        self.count += 1;
        id
    }

    /// Copies an object and all objects that it refers to.
    fn copy(&mut self, document: &Document, source: usize, object: &Object) -> Object {
        let mut pending = Vec::new();
        let copy = self.copy_shallow(source, object, &mut pending);
        while let Some(PendingCopy { original, copy }) = pending.pop() {
            let object = match document.get_object(original) {
                Ok(object) if !is_page_node(object) => {
                    self.copy_shallow(source, object, &mut pending)
                }
                _ => Object::Null,
            };
            self.objects.push((copy, object));
        }
        copy
    }

    /// Copies an object with new references, and collects the objects that they refer to.
    fn copy_shallow(
        &mut self,
        source: usize,
        object: &Object,
        pending: &mut Vec<PendingCopy>,
    ) -> Object {
        match object {
            Object::Reference(original) => {
                let original = *original;
                let key = SourceObject {
                    source,
                    id: original,
                };
                if let Some(copy) = self.copies.get(&key) {
                    return Object::Reference(*copy);
                }
                let copy = self.reserve();
                self.copies.insert(key, copy);
                pending.push(PendingCopy { original, copy });
                Object::Reference(copy)
            }
            Object::Array(items) => {
                let items = items.iter();
                let copies = items.map(|item| self.copy_shallow(source, item, pending));
                Object::Array(copies.collect())
            }
            Object::Dictionary(dictionary) => {
                Object::Dictionary(self.copy_entries(source, dictionary, pending))
            }
            Object::Stream(stream) => {
                let mut copy = stream.clone();
                copy.dict = self.copy_entries(source, &stream.dict, pending);
                Object::Stream(copy)
            }
            other => other.clone(),
        }
    }

    fn copy_entries(
        &mut self,
        source: usize,
        dictionary: &Dictionary,
        pending: &mut Vec<PendingCopy>,
    ) -> Dictionary {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary {
            if !REMOVED_KEYS.contains(&key.as_slice()) {
                copy.set(key.clone(), self.copy_shallow(source, value, pending));
            }
        }
        copy
    }
}

/// Sets the color space of screens in resources, and returns their color spaces if those are an object
/// of their own.
fn with_default_rgb(resources: &mut Dictionary, space: ObjectId) -> Option<ObjectId> {
    match resources.get_mut(b"ColorSpace") {
        Ok(Object::Reference(id)) => return Some(*id),
        Ok(Object::Dictionary(spaces)) => set_default(spaces, space),
        _ => {
            let mut spaces = Dictionary::new();
            set_default(&mut spaces, space);
            resources.set("ColorSpace", spaces);
        }
    }
    None
}

fn set_default(spaces: &mut Dictionary, space: ObjectId) {
    if !spaces.has(b"DefaultRGB") {
        spaces.set("DefaultRGB", Object::Reference(space));
    }
}

/// Returns whether an object is a node of the page tree, which would lead to all other pages.
fn is_page_node(object: &Object) -> bool {
    let Ok(dictionary) = object.as_dict() else {
        return false;
    };
    dictionary.has_type(b"Page") || dictionary.has_type(b"Pages")
}

fn number_array(numbers: &[f64]) -> DictItem {
    let numbers = numbers.iter();
    DictItem::Array(
        numbers
            .map(|number| DictItem::Real(to_f32(*number)))
            .collect(),
    )
}

fn reference((obj, r#gen): ObjectId) -> DictItem {
    DictItem::Ref { obj, r#gen }
}
