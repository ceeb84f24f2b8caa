//! Appends the pages of other PDFs to a PDF. The pages look as they did; what belongs to a file as a
//! whole, such as tags, form fields and names of places, stays behind, and so does what starts
//! something: scripts, programs and attached files.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use crate::pdf::annotations::{harmless, is_active};
use crate::pdf::boxes::inherited;
use crate::pdf::open::{PdfError, catch_panics, open, open_objects, open_sound, with_one_table};
use crate::pdf::text_string::{decode_text, encode_text};
use crate::pdf::xmp;

/// The largest file that is appended, in bytes.
pub const MAX_APPENDED_SIZE: u64 = 64 << 20;

/// The most pages of a file that is appended.
const MAX_PAGES: usize = 1000;

/// The most characters of a title in the outline.
const MAX_TITLE: usize = 200;

/// What a page has from the nodes above it.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];

/// The keys of a page that its look depends on. Others refer to the rest of its file, or run a program.
const KEYS_OF_PAGES: [&[u8]; 12] = [
    b"Type",
    b"Resources",
    b"Contents",
    b"MediaBox",
    b"CropBox",
    b"BleedBox",
    b"TrimBox",
    b"ArtBox",
    b"Rotate",
    b"UserUnit",
    b"Group",
    b"SeparationInfo",
];

/// The keys of any object that refer to the structure of its file, to other files, or that run a
/// program.
const KEYS_LEFT_OUT: [&[u8]; 8] = [
    b"StructParent",
    b"StructParents",
    b"AF",
    b"AA",
    b"JS",
    b"PieceInfo",
    b"OPI",
    // A page of another file in the place of a drawing.
    b"Ref",
];

/// The keys of a stream whose data is in another file.
const KEYS_OF_OTHER_FILES: [&[u8]; 3] = [b"F", b"FFilter", b"FDecodeParms"];

/// A PDF whose pages are appended.
#[derive(Debug, Clone)]
pub struct Attachment {
    document: Document,
    pages: Vec<ObjectId>,
    title: String,
    /// The number of actions and attached files of its pages, which are left out.
    active: usize,
}

impl Attachment {
    /// Reads a PDF. A file without a title has the name `fallback_title`.
    ///
    /// # Errors
    /// The bytes are not a readable, unencrypted PDF, or they exceed the limits.
    pub fn read(bytes: &[u8], fallback_title: &str) -> Result<Self, PdfError> {
        catch_panics(|| {
            open(bytes)?;
            let document = open_sound(bytes)?;
            let pages: Vec<ObjectId> = document.page_iter().take(MAX_PAGES + 1).collect();
            if pages.len() > MAX_PAGES {
                return Err(PdfError::TooLarge);
            }
            if pages.is_empty() {
                return Err(PdfError::Damaged);
            }
            let title = title(&document).unwrap_or_else(|| fallback_title.to_owned());
            let active = pages
                .iter()
                .map(|page| active_parts(&document, *page))
                .sum();
            Ok(Self {
                document,
                pages,
                title,
                active,
            })
        })
    }

    /// Returns the number of actions and attached files of its pages, which are left out.
    pub fn active_parts(&self) -> usize {
        self.active
    }
}

/// Returns the number of actions and attached files of a page.
fn active_parts(document: &Document, page: ObjectId) -> usize {
    let Ok(page) = document.get_dictionary(page) else {
        return 0;
    };
    let of_page = [b"AA".as_slice(), b"AF"];
    let of_page = of_page.iter().filter(|key| page.has(key)).count();
    let annotations = annotations(document, page);
    let active = annotations
        .iter()
        .filter(|object| is_active(object, document));
    of_page + active.count()
}

fn annotations<'a>(document: &'a Document, page: &'a Dictionary) -> &'a [Object] {
    let annotations = page.get_deref(b"Annots", document);
    annotations
        .and_then(Object::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Returns the title in the information of a file.
fn title(document: &Document) -> Option<String> {
    let information = document.trailer.get_deref(b"Info", document).ok()?;
    let title = information
        .as_dict()
        .ok()?
        .get_deref(b"Title", document)
        .ok()?;
    let title = decode_text(title.as_str().ok()?);
    let words: Vec<&str> = title
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let title: String = words.join(" ").chars().take(MAX_TITLE).collect();
    (!title.is_empty()).then_some(title)
}

/// Returns a PDF with appended pages, each file with an entry in the outline. The result claims no
/// standard, for that depends on every page.
///
/// # Errors
/// The PDF is damaged.
pub fn append(bytes: &[u8], attachments: &[Attachment]) -> Result<Vec<u8>, PdfError> {
    catch_panics(|| {
        let mut document = open_objects(bytes)?;
        join(&mut document, attachments).map_err(|_| PdfError::Damaged)?;
        let mut joined = Vec::new();
        document
            .save_to(&mut joined)
            .map_err(|_| PdfError::Damaged)?;
        Ok(joined)
    })
}

fn join(document: &mut Document, attachments: &[Attachment]) -> lopdf::Result<()> {
    with_one_table(document);
    document.prune_objects();
    document.renumber_objects();
    for attachment in attachments {
        let mut copier = Copier {
            source: &attachment.document,
            target: document,
            copies: BTreeMap::new(),
            pending: Vec::new(),
        };
        let first = copier.add_pages(&attachment.pages)?;
        let layers = copier.layers();
        copier.finish();
        add_layers(document, layers)?;
        add_bookmark(document, &attachment.title, first)?;
        if attachment.document.version > document.version {
            document.version.clone_from(&attachment.document.version);
        }
    }
    remove_claims(document)
}

/// Removes the standards from the metadata.
fn remove_claims(document: &mut Document) -> lopdf::Result<()> {
    let metadata = document.catalog()?.get(b"Metadata")?.as_reference()?;
    let stream = document.get_object(metadata)?.as_stream()?;
    let packet = stream.get_plain_content()?;
    let packet = xmp::without_standards(&String::from_utf8_lossy(&packet));
    let dictionary = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Programs search the bytes of the file for the packet.
    let stream = Stream::new(dictionary, packet.into_bytes()).with_compression(false);
    document.set_object(metadata, stream);
    Ok(())
}

/// Adds an entry that leads to a page to the end of the outline.
fn add_bookmark(document: &mut Document, title: &str, page: ObjectId) -> lopdf::Result<()> {
    let outline = document
        .catalog()?
        .get(b"Outlines")
        .and_then(Object::as_reference);
    let outline = if let Ok(outline) = outline {
        outline
    } else {
        let outline = document.add_object(dictionary! { "Type" => "Outlines" });
        document.catalog_mut()?.set("Outlines", outline);
        outline
    };
    let last = document
        .get_dictionary(outline)?
        .get(b"Last")
        .and_then(Object::as_reference)
        .ok();
    let mut item = dictionary! {
        "Title" => encode_text(title),
        "Parent" => outline,
        "Dest" => vec![page.into(), "Fit".into()],
    };
    if let Some(last) = last {
        item.set("Prev", last);
    }
    let item = document.add_object(item);
    if let Some(last) = last {
        document.get_dictionary_mut(last)?.set("Next", item);
    }
    let outline = document.get_dictionary_mut(outline)?;
    let count = outline.get(b"Count").and_then(Object::as_i64).unwrap_or(0);
    outline.set("Count", count.saturating_abs().saturating_add(1));
    outline.set("Last", item);
    if last.is_none() {
        outline.set("First", item);
    }
    Ok(())
}

/// The layers of a file.
#[derive(Default)]
struct Layers {
    all: Vec<Object>,
    /// Those that are not shown.
    hidden: Vec<Object>,
}

/// Adds layers, so that those that are hidden in their file stay hidden.
fn add_layers(document: &mut Document, layers: Layers) -> lopdf::Result<()> {
    if layers.all.is_empty() {
        return Ok(());
    }
    let catalog = document.catalog_mut()?;
    if !catalog.has(b"OCProperties") {
        let configuration = dictionary! { "OFF" => Object::Array(Vec::new()) };
        let properties = dictionary! {
            "OCGs" => Object::Array(Vec::new()),
            "D" => configuration,
        };
        catalog.set("OCProperties", properties);
    }
    let properties = catalog.get_mut(b"OCProperties")?.as_dict_mut()?;
    let all = properties.get_mut(b"OCGs")?.as_array_mut()?;
    all.extend(layers.all);
    let configuration = properties.get_mut(b"D")?.as_dict_mut()?;
    let hidden = configuration.get_mut(b"OFF")?.as_array_mut()?;
    hidden.extend(layers.hidden);
    Ok(())
}

/// Copies objects of one file to another, with new numbers, once each.
struct Copier<'a> {
    source: &'a Document,
    target: &'a mut Document,
    /// The copies of objects.
    copies: BTreeMap<ObjectId, ObjectId>,
    /// The objects whose content is not copied yet, and their copies.
    pending: Vec<(ObjectId, ObjectId)>,
}

impl Copier<'_> {
    /// Adds pages at the end of the page tree, and returns the first.
    fn add_pages(&mut self, pages: &[ObjectId]) -> lopdf::Result<ObjectId> {
        let root = self.target.catalog()?.get(b"Pages")?.as_reference()?;
        let node = self.target.new_object_id();
        let mut kids = Vec::with_capacity(pages.len());
        for page in pages {
            // A file may have the same page twice.
            let copy = self.target.new_object_id();
            self.copies.entry(*page).or_insert(copy);
            kids.push(copy);
        }
        for (page, copy) in pages.iter().zip(&kids) {
            let page = self.page(*page, node)?;
            self.target.set_object(*copy, page);
        }
        let count = i64::try_from(kids.len()).unwrap_or_default();
        let first = kids
            .first()
            .copied()
            .ok_or(lopdf::Error::PageNumberNotFound(1))?;
        let kids: Vec<Object> = kids.into_iter().map(Object::Reference).collect();
        let node_dictionary = dictionary! {
            "Type" => "Pages",
            "Parent" => root,
            "Kids" => kids,
            "Count" => count,
        };
        self.target.set_object(node, node_dictionary);
        let root = self.target.get_dictionary_mut(root)?;
        let total = root.get(b"Count")?.as_i64()? + count;
        root.set("Count", total);
        root.get_mut(b"Kids")?.as_array_mut()?.push(node.into());
        Ok(first)
    }

    /// Returns the copy of a page below a node.
    fn page(&mut self, page: ObjectId, node: ObjectId) -> lopdf::Result<Dictionary> {
        let source = self.source;
        let original = source.get_dictionary(page)?;
        let mut own = Dictionary::new();
        for key in KEYS_OF_PAGES {
            if let Ok(value) = original.get(key) {
                own.set(key, value.clone());
            }
        }
        for key in INHERITED {
            if let Some(value) = inherited(source, original, key).filter(|_| !original.has(key)) {
                own.set(key, value.clone());
            }
        }
        let mut copy = self.dictionary(&own);
        copy.set("Parent", node);
        let annotations = annotations(source, original).iter();
        let annotations: Vec<Object> = annotations
            .filter_map(|object| harmless(object, source))
            .map(|annotation| Object::Dictionary(self.dictionary(&annotation)))
            .collect();
        if !annotations.is_empty() {
            copy.set("Annots", annotations);
        }
        Ok(copy)
    }

    /// Returns the layers of the file.
    fn layers(&mut self) -> Layers {
        let source = self.source;
        let Ok(catalog) = source.catalog() else {
            return Layers::default();
        };
        let Ok(properties) = source.get_dict_in_dict(catalog, b"OCProperties") else {
            return Layers::default();
        };
        let configuration = source.get_dict_in_dict(properties, b"D");
        let hidden = configuration.and_then(|configuration| {
            let off = configuration.get_deref(b"OFF", source)?;
            off.as_array()
        });
        let all = properties
            .get_deref(b"OCGs", source)
            .and_then(Object::as_array);
        Layers {
            all: self.references(all.ok()),
            hidden: self.references(hidden.ok()),
        }
    }

    /// Returns the copies of the references in an array.
    fn references(&mut self, array: Option<&Vec<Object>>) -> Vec<Object> {
        let items = array.into_iter().flatten();
        let references = items.filter(|item| item.as_reference().is_ok());
        references.map(|item| self.object(item)).collect()
    }

    /// Copies what the copies so far refer to.
    fn finish(mut self) {
        while let Some((original, copy)) = self.pending.pop() {
            let object = match self.source.get_object(original) {
                Ok(object) if !is_of_the_file(object) => self.object(object),
                _ => Object::Null,
            };
            self.target.set_object(copy, object);
        }
    }

    fn object(&mut self, object: &Object) -> Object {
        match object {
            Object::Reference(original) => {
                if let Some(copy) = self.copies.get(original) {
                    return Object::Reference(*copy);
                }
                let copy = self.target.new_object_id();
                self.copies.insert(*original, copy);
                self.pending.push((*original, copy));
                Object::Reference(copy)
            }
            Object::Array(items) => {
                Object::Array(items.iter().map(|item| self.object(item)).collect())
            }
            Object::Dictionary(dictionary) => Object::Dictionary(self.dictionary(dictionary)),
            Object::Stream(stream) => {
                let mut copy = stream.clone();
                copy.dict = self.dictionary(&stream.dict);
                for key in KEYS_OF_OTHER_FILES {
                    copy.dict.remove(key);
                }
                Object::Stream(copy)
            }
            other => other.clone(),
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) -> Dictionary {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary {
            if !KEYS_LEFT_OUT.contains(&key.as_slice()) {
                copy.set(key.clone(), self.object(value));
            }
        }
        copy
    }
}

/// Returns whether an object leads to the rest of its file: a node of the page tree other than the
/// pages that are copied, the catalog, or an element of the structure.
fn is_of_the_file(object: &Object) -> bool {
    let Ok(dictionary) = object.as_dict() else {
        return false;
    };
    let types: [&[u8]; 5] = [
        b"Page",
        b"Pages",
        b"Catalog",
        b"StructTreeRoot",
        b"StructElem",
    ];
    types.iter().any(|name| dictionary.has_type(name))
}
