//! Appends the pages of other PDFs to a PDF. The pages look as they did; what belongs to a file as a
//! whole, such as tags, form fields and names of places, stays behind, and so does what starts
//! something: scripts, programs and attached files.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use crate::pdf::annotations::{harmless, is_active};
use crate::pdf::boxes::inherited;
use crate::pdf::copies::Copies;
use crate::pdf::open::{PdfError, catch_panics, open, open_objects, open_sound, with_one_table};
use crate::pdf::text_string::{encode_text, information_text};
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
const KEYS_LEFT_OUT: &[&[u8]] = &[
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
    let title = information_text(document, b"Title")?;
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
        let mut copies = Copies::new(&attachment.document, KEYS_LEFT_OUT);
        let first = add_pages(&attachment.pages, &mut copies, document)?;
        let layers = layers(&mut copies, document);
        copies.finish(document);
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

/// Adds pages at the end of the page tree, and returns the first.
fn add_pages(
    pages: &[ObjectId],
    copies: &mut Copies,
    target: &mut Document,
) -> lopdf::Result<ObjectId> {
    let root = target.catalog()?.get(b"Pages")?.as_reference()?;
    let node = target.new_object_id();
    let mut kids = Vec::with_capacity(pages.len());
    for page in pages {
        // A file may have the same page twice.
        let copy = target.new_object_id();
        copies.name(*page, copy);
        kids.push(copy);
    }
    for (page, copy) in pages.iter().zip(&kids) {
        let page = copied_page(*page, node, copies, target)?;
        target.set_object(*copy, page);
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
    target.set_object(node, node_dictionary);
    let root = target.get_dictionary_mut(root)?;
    let total = root.get(b"Count")?.as_i64()? + count;
    root.set("Count", total);
    root.get_mut(b"Kids")?.as_array_mut()?.push(node.into());
    Ok(first)
}

/// Returns the copy of a page below a node.
fn copied_page(
    page: ObjectId,
    node: ObjectId,
    copies: &mut Copies,
    target: &mut Document,
) -> lopdf::Result<Dictionary> {
    let source = copies.source;
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
    let mut copy = copies.dictionary(&own, target);
    copy.set("Parent", node);
    let annotations = annotations(source, original).iter();
    let annotations: Vec<Object> = annotations
        .filter_map(|object| harmless(object, source))
        .map(|annotation| copies.dictionary(&annotation, target).into())
        .collect();
    if !annotations.is_empty() {
        copy.set("Annots", annotations);
    }
    Ok(copy)
}

/// Returns the layers of the file.
fn layers(copies: &mut Copies, target: &mut Document) -> Layers {
    let source = copies.source;
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
        all: references(all.ok(), copies, target),
        hidden: references(hidden.ok(), copies, target),
    }
}

/// Returns the copies of the references in an array.
fn references(
    array: Option<&Vec<Object>>,
    copies: &mut Copies,
    target: &mut Document,
) -> Vec<Object> {
    let items = array.into_iter().flatten();
    let references = items.filter(|item| item.as_reference().is_ok());
    references.map(|item| copies.object(item, target)).collect()
}
