//! Imports Word documents (`.docx`): their text becomes lines, and `document` makes a profile of them.

mod package;
mod reader;
mod styles;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::import::document;
use crate::import::document::text_document::TextDocument;
use crate::import::draft::Draft;
use crate::import::imported_file::ImportedFile;
use crate::import::input::ImportInput;
use crate::import::source::xml;
use crate::import::word::package::Package;
use crate::import::word::reader::{PartReader, Picture};
use crate::import::word::styles::{Styles, child};
use crate::profile::{ProfileFiles, find_image, letters};

pub use package::is_word;

/// What OLE files begin with: documents of Word 97, and encrypted ones of later versions.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The most characters of the name of a photo.
const LONGEST_NAME: usize = 60;

/// What a Word document became.
pub struct WordDraft {
    /// The profile.
    pub draft: Draft,
    /// The photo of the person.
    pub photo: Option<ImportedFile>,
    /// The warnings.
    pub problems: Diagnostics,
}

/// Writes the profile of a document.
///
/// # Errors
/// The document is damaged, encrypted or too large.
pub fn draft(input: &ImportInput, bytes: &[u8]) -> Result<WordDraft, Diagnostics> {
    let package = Package::read(&input.name, bytes).map_err(|fault| {
        let message = format!("cannot read `{}`: {fault}", input.name);
        Diagnostic::error(rule::IMPORT_ARCHIVE, message)
    })?;
    let styles = Styles::read(&package)?;
    let notes = reader::notes(&package, &styles)?;
    let main = package.main()?;
    let mut document = TextDocument {
        language: styles.language.clone(),
        ..TextDocument::default()
    };
    let mut pictures = Vec::new();
    for path in package.parts("word/header") {
        document
            .edges
            .extend(read(&package, &styles, &notes, &path, &mut pictures)?);
    }
    for path in package.parts("word/footer") {
        document
            .edges
            .extend(read(&package, &styles, &notes, &path, &mut Vec::new())?);
    }
    let mut of_text = Vec::new();
    document.lines = read(&package, &styles, &notes, &main, &mut of_text)?;
    of_text.append(&mut pictures);
    let mut problems = Diagnostics::default();
    let mut draft = document::draft(&document, &mut problems);
    let photo = photo(&package, &of_text, &mut draft);
    Ok(WordDraft {
        draft,
        photo,
        problems,
    })
}

/// A picture, and where it is in the archive.
type PlacedPicture = (Picture, String);

fn read(
    package: &Package,
    styles: &Styles,
    notes: &HashMap<String, String>,
    path: &str,
    pictures: &mut Vec<PlacedPicture>,
) -> Result<Vec<document::line::Line>, Diagnostics> {
    let Some(source) = package.part(path)? else {
        return Ok(Vec::new());
    };
    let mut reader = PartReader::new(styles, package.relations(path)?, notes);
    let tree = xml::document(&source)?;
    let root = tree.root_element();
    let lines = reader.lines(child(root, "body").unwrap_or(root))?;
    for picture in std::mem::take(&mut reader.pictures) {
        if let Some(target) = reader.target(&picture.code) {
            pictures.push((picture, target.clone()));
        }
    }
    Ok(lines)
}

/// Takes the first bitmap whose sides are those of a portrait.
fn photo(package: &Package, pictures: &[PlacedPicture], draft: &mut Draft) -> Option<ImportedFile> {
    let is_portrait = |(picture, _): &&PlacedPicture| {
        let (width, height) = picture.size;
        // Between a square and twice as high as wide, and higher than an icon: in EMU, 1.5 cm.
        height * 10 >= width * 9 && height <= width * 2 && height >= 540_000
    };
    let found = pictures.iter().filter(is_portrait);
    found
        .filter_map(|(_, target)| package.bitmap(target))
        .find_map(|(end, bytes)| {
            let stem = draft
                .person
                .text("name")
                .map(slug)
                .filter(|name| !name.is_empty());
            let name = format!("{}.{end}", stem.as_deref().unwrap_or("photo"));
            let files = BTreeMap::from([(name.clone(), bytes)]);
            let files = ProfileFiles::Memory(Arc::new(files));
            find_image(&name, &files).ok()?;
            draft.person.set("photo", Some(&name));
            let ProfileFiles::Memory(files) = files else {
                return None;
            };
            let bytes = files.get(&name)?.clone();
            Some(ImportedFile { name, bytes })
        })
}

fn slug(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(letters).collect();
    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(LONGEST_NAME).collect()
}

/// Returns the error for a document of another program or an older version of Word.
pub fn other_document(name: &str, bytes: &[u8]) -> Option<Diagnostic> {
    const HINT: &str = "open it in Word or LibreOffice, and save it as `.docx`";
    let is_named = |ending: &str| name.to_lowercase().ends_with(ending);
    let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    if bytes.starts_with(OLE) {
        let encrypted: Vec<u8> = "EncryptedPackage"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        if has(&encrypted) {
            let message = format!("`{name}` is encrypted");
            let error = Diagnostic::error(rule::IMPORT_FORMAT, message);
            return Some(error.hint("open it in Word, and save it without a password"));
        }
    }
    let start = &bytes[..bytes.len().min(100)];
    let is_open_document =
        start.starts_with(b"PK") && start.windows(12).any(|window| window == b"opendocument");
    let what = if bytes.starts_with(OLE) || is_named(".doc") {
        "a document of Word 97"
    } else if is_open_document || is_named(".odt") {
        "an OpenDocument text"
    } else if bytes.starts_with(b"{\\rtf") || is_named(".rtf") {
        "a text in RTF"
    } else if is_named(".pages") {
        "a document of Pages"
    } else {
        return None;
    };
    let message = format!("`{name}` is {what}, which is not imported");
    Some(Diagnostic::error(rule::IMPORT_FORMAT, message).hint(HINT))
}
