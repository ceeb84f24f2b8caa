//! The annotations of pages of other people: what shows something is kept, what starts something or
//! brings files is left out.

use lopdf::{Dictionary, Document, Object, dictionary};

/// The types of annotations that are marks on the page.
const MARKS: [&[u8]; 16] = [
    b"Text",
    b"FreeText",
    b"Line",
    b"Square",
    b"Circle",
    b"Polygon",
    b"PolyLine",
    b"Highlight",
    b"Underline",
    b"Squiggly",
    b"StrikeOut",
    b"Stamp",
    b"Caret",
    b"Ink",
    b"Watermark",
    // A form field, which keeps its look.
    b"Widget",
];

/// The keys of marks and links that have nothing to do but to look.
const KEYS: [&[u8]; 26] = [
    b"Type",
    b"Subtype",
    b"Rect",
    b"Contents",
    b"F",
    b"AP",
    b"AS",
    b"Border",
    b"BS",
    b"BE",
    b"C",
    b"IC",
    b"CA",
    b"DA",
    b"Q",
    b"RD",
    b"QuadPoints",
    b"InkList",
    b"L",
    b"LE",
    b"Vertices",
    b"Name",
    b"M",
    b"OC",
    b"H",
    b"Lang",
];

/// What links may lead to.
const SCHEMES: [&[u8]; 4] = [b"http://", b"https://", b"mailto:", b"tel:"];

/// Returns an annotation with what it shows and, of a link, a harmless place; `None` for what does
/// something else.
pub fn harmless(annotation: &Object, file: &Document) -> Option<Dictionary> {
    let original = dictionary_of(annotation, file)?;
    let subtype = original.get_deref(b"Subtype", file).ok()?.as_name().ok()?;
    let place = match subtype {
        b"Link" => Some(place(original, file)?),
        _ if MARKS.contains(&subtype) => None,
        _ => return None,
    };
    let mut kept = Dictionary::new();
    for (key, value) in original {
        if KEYS.contains(&key.as_slice()) {
            kept.set(key.clone(), value.clone());
        }
    }
    if let Some((key, value)) = place {
        kept.set(key, value);
    }
    Some(kept)
}

/// Returns whether an annotation does something that is left out, or has a file. The window of a note,
/// which the program that shows it draws, and links to names of places of the file, are neither.
pub fn is_active(annotation: &Object, file: &Document) -> bool {
    let Some(original) = dictionary_of(annotation, file) else {
        return false;
    };
    if [b"AA".as_slice(), b"PA", b"FS", b"AF"]
        .iter()
        .any(|key| original.has(key))
    {
        return true;
    }
    let kept = harmless(annotation, file);
    if let Ok(action) = original.get_deref(b"A", file).and_then(Object::as_dict) {
        let kind = action.get_deref(b"S", file).and_then(Object::as_name);
        let is_kept = kept.is_some_and(|kept| kept.has(b"A") || kept.has(b"Dest"));
        return action.has(b"Next") || !is_kept && kind.ok() != Some(b"GoTo".as_slice());
    }
    let subtype = original
        .get_deref(b"Subtype", file)
        .and_then(Object::as_name);
    kept.is_none() && !matches!(subtype, Ok(b"Popup" | b"Link"))
}

/// Returns the place that a link leads to, as its key and value: an address, or a page of the file.
fn place(link: &Dictionary, file: &Document) -> Option<(&'static str, Object)> {
    if let Ok(place) = link.get_deref(b"Dest", file) {
        // Names of places are of the file that they are in.
        return place.as_array().ok().map(|_| ("Dest", place.clone()));
    }
    let action = dictionary_of(link.get(b"A").ok()?, file)?;
    match action.get_deref(b"S", file).ok()?.as_name().ok()? {
        b"URI" => {
            let address = action.get_deref(b"URI", file).ok()?;
            let start = address.as_str().ok()?.to_ascii_lowercase();
            let is_known = SCHEMES.iter().any(|scheme| start.starts_with(scheme));
            let action = dictionary! { "S" => "URI", "URI" => address.clone() };
            is_known.then(|| ("A", action.into()))
        }
        b"GoTo" => {
            let place = action.get_deref(b"D", file).ok()?;
            place.as_array().ok().map(|_| ("Dest", place.clone()))
        }
        _ => None,
    }
}

fn dictionary_of<'a>(object: &'a Object, file: &'a Document) -> Option<&'a Dictionary> {
    file.dereference(object).ok()?.1.as_dict().ok()
}
