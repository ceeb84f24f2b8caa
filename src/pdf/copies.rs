//! Copies objects of one file to another, with new numbers, once each.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

/// The keys of a stream whose data is in another file.
const KEYS_OF_OTHER_FILES: [&[u8]; 3] = [b"F", b"FFilter", b"FDecodeParms"];

/// What leads to the rest of a file: nodes of the page tree other than the pages that are copied, the
/// catalog, and elements of the structure.
const TYPES_OF_THE_FILE: [&[u8]; 5] = [
    b"Page",
    b"Pages",
    b"Catalog",
    b"StructTreeRoot",
    b"StructElem",
];

/// The objects of a file that are copied.
#[derive(Debug)]
pub struct Copies<'a> {
    /// The file.
    pub source: &'a Document,
    /// The keys of dictionaries that are not copied.
    left_out: &'static [&'static [u8]],
    /// The numbers of the copies.
    numbers: BTreeMap<ObjectId, ObjectId>,
    /// The objects whose content is not copied yet.
    pending: Vec<ObjectId>,
}

impl<'a> Copies<'a> {
    /// Begins to copy objects of a file without some keys.
    pub fn new(source: &'a Document, left_out: &'static [&'static [u8]]) -> Self {
        Self {
            source,
            left_out,
            numbers: BTreeMap::new(),
            pending: Vec::new(),
        }
    }

    /// Names the copy of an object that is copied by other means, unless it has one.
    pub fn name(&mut self, original: ObjectId, copy: ObjectId) {
        self.numbers.entry(original).or_insert(copy);
    }

    /// Returns a copy of an object. What it refers to is copied by [`Self::finish`].
    pub fn object(&mut self, object: &Object, target: &mut Document) -> Object {
        match object {
            Object::Reference(original) => {
                let copy = self.numbers.entry(*original).or_insert_with(|| {
                    self.pending.push(*original);
                    target.new_object_id()
                });
                Object::Reference(*copy)
            }
            Object::Array(items) => {
                let items = items.iter();
                Object::Array(items.map(|item| self.object(item, target)).collect())
            }
            Object::Dictionary(dictionary) => self.dictionary(dictionary, target).into(),
            Object::Stream(stream) => {
                let mut copy = stream.clone();
                copy.dict = self.dictionary(&stream.dict, target);
                for key in KEYS_OF_OTHER_FILES {
                    copy.dict.remove(key);
                }
                Object::Stream(copy)
            }
            other => other.clone(),
        }
    }

    /// Returns a copy of a dictionary. What it refers to is copied by [`Self::finish`].
    pub fn dictionary(&mut self, dictionary: &Dictionary, target: &mut Document) -> Dictionary {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary {
            if !self.left_out.contains(&key.as_slice()) {
                copy.set(key.clone(), self.object(value, target));
            }
        }
        copy
    }

    /// Copies what the copies so far refer to.
    pub fn finish(&mut self, target: &mut Document) {
        while let Some(original) = self.pending.pop() {
            let object = match self.source.get_object(original) {
                Ok(object) if !is_of_the_file(object) => self.object(object, target),
                _ => Object::Null,
            };
            target.set_object(self.numbers[&original], object);
        }
    }
}

fn is_of_the_file(object: &Object) -> bool {
    object.as_dict().is_ok_and(|dictionary| {
        let mut types = TYPES_OF_THE_FILE.iter();
        types.any(|name| dictionary.has_type(name))
    })
}
