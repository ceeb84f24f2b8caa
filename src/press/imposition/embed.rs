//! Embeds pages of other PDFs as form objects: the objects of a page are copied once each, with new
//! numbers.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use crate::diagnostic::{Diagnostic, rule};
use crate::pdf::{Copies, box_object, srgb, to_f32};
use crate::press::PdfxStandard;
use crate::press::imposition::plan::Plan;
use crate::press::imposition::sheet::Placement;
use crate::press::imposition::source::{SourceDocument, SourcePage};

/// The keys that refer to the structure or the layers of the source, which sheets do not have.
const KEYS_LEFT_OUT: &[&[u8]] = &[b"StructParent", b"StructParents", b"OC", b"PieceInfo"];

/// The placed pages as form objects, by their names on sheets.
pub type Forms = BTreeMap<String, ObjectId>;

/// Adds each placed page once to a file.
///
/// # Errors
/// A placement refers to a missing page, which only a bug causes.
pub fn embed_pages(
    plan: &Plan,
    sources: &[&SourceDocument],
    standard: PdfxStandard,
    document: &mut Document,
) -> Result<Forms, Diagnostic> {
    let last_of_others = document.max_id;
    let mut copies: BTreeMap<usize, Copies> = BTreeMap::new();
    let mut forms = Forms::new();
    for placement in plan.sheets.iter().flat_map(|sheet| &sheet.placements) {
        let Placement { source, page, .. } = *placement;
        let found = sources
            .get(source)
            .and_then(|source| Some((*source, source.pages.get(page)?)));
        let Some((source_document, source_page)) = found else {
            let message = format!("source {source} has no page {page}");
            return Err(Diagnostic::error(rule::INTERNAL, message));
        };
        if forms.contains_key(&placement.name()) {
            continue;
        }
        let copies = copies.entry(source);
        let copies =
            copies.or_insert_with(|| Copies::new(&source_document.document, KEYS_LEFT_OUT));
        let form = form(source_page, standard, copies, document);
        copies.finish(document);
        forms.insert(placement.name(), document.add_object(form));
    }
    if standard == PdfxStandard::X4 {
        set_default_rgb(document, last_of_others);
    }
    Ok(forms)
}

/// Returns a page as a form object.
fn form(
    page: &SourcePage,
    standard: PdfxStandard,
    copies: &mut Copies,
    document: &mut Document,
) -> Stream {
    let matrix = page.matrix.map(|number| Object::Real(to_f32(number)));
    let mut form = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "FormType" => 1,
        "BBox" => box_object(page.media),
        "Matrix" => matrix.to_vec(),
        "Resources" => copies.object(&page.resources, document),
    };
    // PDF/X-1a does not allow transparency groups. Without transparency a group has no effect;
    // with transparency, preflight reports it.
    if let Some(group) = page
        .group
        .as_ref()
        .filter(|_| standard != PdfxStandard::X1a)
    {
        let mut group = copies.object(group, document);
        // The group of a page is always isolated, that of a form only if it says so (ISO
        // 32000-1, 11.4.7).
        if let Ok(group) = group.as_dict_mut() {
            group.set("I", true);
        }
        form.set("Group", group);
    }
    Stream::new(form, page.content.clone())
}

/// Gives the colors of screens in all contents after an object the profile of sRGB: PDF/X-4 allows
/// colors with a profile, and none of unknown screens.
fn set_default_rgb(document: &mut Document, last_of_others: u32) {
    let Some(profile) = srgb() else {
        return;
    };
    let parameters = dictionary! { "N" => 3 };
    let profile = document.add_object(Stream::new(parameters, profile));
    let space = Object::Array(vec!["ICCBased".into(), Object::Reference(profile)]);
    let space = document.add_object(space);
    let mut resources: Vec<ObjectId> = Vec::new();
    let mut spaces: Vec<ObjectId> = Vec::new();
    for (_, object) in document.objects.range_mut((last_of_others + 1, 0)..) {
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
    edit(document, &resources, |own| {
        spaces.extend(with_default_rgb(own, space));
    });
    edit(document, &spaces, |own| set_default(own, space));
}

/// Edits the dictionaries with these numbers, each once.
fn edit(document: &mut Document, ids: &[ObjectId], mut edit: impl FnMut(&mut Dictionary)) {
    for id in ids.iter().collect::<BTreeSet<_>>() {
        if let Ok(dictionary) = document.get_dictionary_mut(*id) {
            edit(dictionary);
        }
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
