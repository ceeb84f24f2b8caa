//! The parts of a Word document: members of a ZIP archive with XML.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::import::archive::{self, Archive, ArchiveFault};
use crate::import::input::text_source;
use crate::import::source::xml;

/// The parts that have text, by the start of their names.
const PARTS: [&str; 7] = [
    "document",
    "styles",
    "numbering",
    "footnotes",
    "endnotes",
    "header",
    "footer",
];

/// The ends of the names of bitmaps that a profile can name.
const BITMAPS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// Where a relation of a part leads, by its code.
pub type Relations = HashMap<String, String>;

/// The parts of a document.
pub struct Package<'a> {
    name: &'a str,
    bytes: &'a [u8],
    archive: Archive,
}

/// Returns whether an archive is a Word document.
pub fn is_word(bytes: &[u8]) -> bool {
    archive::names(bytes).iter().any(|name| is_main(name))
}

fn is_main(path: &str) -> bool {
    let name = path.strip_prefix("word/document");
    name.is_some_and(|name| has_end(name, ".xml") && !name.contains('/'))
}

fn has_end(name: &str, end: &str) -> bool {
    name.strip_suffix(end).is_some()
}

fn is_read(path: &str) -> bool {
    let name = path.strip_prefix("word/").unwrap_or_default();
    let name = name.strip_prefix("_rels/").unwrap_or(name);
    let is_xml = has_end(name, ".xml") || has_end(name, ".xml.rels");
    is_xml && PARTS.iter().any(|part| name.starts_with(part))
}

impl<'a> Package<'a> {
    /// Reads the parts with text.
    ///
    /// # Errors
    /// The archive is damaged, encrypted or too large.
    pub fn read(name: &'a str, bytes: &'a [u8]) -> Result<Self, ArchiveFault> {
        let archive = archive::read_zip(bytes, is_read)?;
        Ok(Self {
            name,
            bytes,
            archive,
        })
    }

    /// Returns the part with the text of the document.
    ///
    /// # Errors
    /// There is none.
    pub fn main(&self) -> Result<String, Diagnostic> {
        let mut paths = self.archive.members.iter().map(|member| &member.path);
        let main = paths.find(|path| is_main(path)).cloned();
        main.ok_or_else(|| {
            let message = format!("`{}` has no text of a Word document", self.name);
            Diagnostic::error(rule::IMPORT_FORMAT, message)
        })
    }

    /// Returns the parts whose names begin so.
    pub fn parts(&self, start: &str) -> Vec<String> {
        let paths = self.archive.members.iter().map(|member| &member.path);
        let paths = paths.filter(|path| path.starts_with(start) && has_end(path, ".xml"));
        paths.cloned().collect()
    }

    /// Returns the text of a part.
    ///
    /// # Errors
    /// It is not UTF-8.
    pub fn part(&self, path: &str) -> Result<Option<Arc<Source>>, Diagnostic> {
        let mut members = self.archive.members.iter();
        let member = members.find(|member| member.path == path);
        let source =
            member.map(|member| text_source(&format!("{}/{path}", self.name), &member.bytes));
        source.transpose()
    }

    /// Returns the relations of a part.
    ///
    /// # Errors
    /// They are not XML.
    pub fn relations(&self, path: &str) -> Result<Relations, Diagnostics> {
        let file = path.strip_prefix("word/").unwrap_or(path);
        let Some(source) = self.part(&format!("word/_rels/{file}.rels"))? else {
            return Ok(Relations::new());
        };
        let document = xml::document(&source)?;
        let relations = document.root_element().children().filter_map(|relation| {
            let code = relation.attribute("Id")?;
            Some((code.to_owned(), relation.attribute("Target")?.to_owned()))
        });
        Ok(relations.collect())
    }

    /// Returns a bitmap that the profile can name, and the end of its name.
    pub fn bitmap(&self, target: &str) -> Option<(String, Vec<u8>)> {
        let path = match target.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("word/{target}"),
        };
        let (_, end) = path.rsplit_once('.')?;
        let end = end.to_lowercase();
        let end = BITMAPS.contains(&end.as_str()).then_some(end)?;
        let archive = archive::read_zip(self.bytes, |member| member == path).ok()?;
        let member = archive.members.into_iter().next()?;
        Some((end, member.bytes))
    }
}
