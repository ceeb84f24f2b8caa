//! Exports the content as a web page: one file without scripts, with its styles and images inside. Its
//! marks are those that search engines (schema.org) and readers of microformats (h-resume) know.

mod entries;
mod head;
mod images;
mod letter;
mod structured_data;
mod writer;

use crate::content::{DateFormat, Resume};
use crate::export::html::entries::{ending, sections};
use crate::export::html::head::{document_head, page_head};
use crate::export::html::letter::letter;
use crate::export::html::structured_data::structured_data;
use crate::export::html::writer::HtmlWriter;
use crate::export::outline::outline;
use crate::export::tags::ForeignLanguages;
use crate::typeset::Image;

/// Exports the content as a web page; `languages` are those of the profile's texts, which tell the
/// language of foreign words.
pub fn html(resume: &Resume, dates: DateFormat, languages: &[String], images: &[Image]) -> String {
    let outline = outline(resume, dates);
    let foreign = ForeignLanguages::new(&resume.language, languages);
    let mut page = HtmlWriter::new(resume, &foreign, images);
    document_head(&mut page, &outline, &structured_data(&outline));
    page_head(&mut page, &outline);
    if let Some(written) = &resume.letter {
        letter(&mut page, written, &outline);
    }
    sections(&mut page, &outline.sections);
    ending(&mut page, &outline);
    page.raw("</main>\n</body>\n</html>\n");
    page.finish()
}
