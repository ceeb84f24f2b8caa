//! Links and pictures: what they lead to, and what is wrong with it.

use std::ops::Range;

use pulldown_cmark::LinkType;

use crate::content::markdown::open_elements::{Element, literal};
use crate::content::markdown::picture::{PictureSource, is_remote};
use crate::content::markdown::reader::Reader;
use crate::diagnostic::{Severity, rule};
use crate::profile::{is_other_address, link_fault};

impl Reader<'_> {
    pub(super) fn link(
        &mut self,
        link_type: LinkType,
        target: &str,
        range: &Range<usize>,
    ) -> Element {
        if matches!(target, "" | "#") {
            self.report(
                Severity::Warning,
                rule::LINK_WITHOUT_URL,
                "the link has no address; shown as plain text",
                "write `[label](https://…)`, or only the label",
                range.clone(),
            );
            return Element::Link(None);
        }
        let url = match link_type {
            LinkType::Email => format!("mailto:{target}"),
            _ => target.to_owned(),
        };
        let Some(fault) = link_fault(&url) else {
            self.check_label(&url, range);
            return Element::Link(Some(url));
        };
        // `<std::string>` is an autolink for CommonMark.
        if link_type == LinkType::Autolink {
            return literal("<", ">");
        }
        let span = self.target_span(target, range);
        let (message, hint) = (fault.message(&url), fault.hint(&url));
        self.report(Severity::Error, rule::LINK_TARGET, message, hint, span);
        Element::Link(Some(url))
    }

    /// Returns the element of a picture. One that is not a file beside the profile is as typed.
    pub(super) fn picture(&mut self, target: &str, range: &Range<usize>) -> Element {
        let written = &self.source[range.clone()];
        let end = written.find("](").unwrap_or(written.len());
        if target.is_empty() || is_remote(target) {
            self.report(
                Severity::Warning,
                rule::IMAGE_IN_TEXT,
                "a picture must be a file beside the profile; shown as typed",
                "save it there and write `![what it shows](picture.png)`, or write a link",
                range.clone(),
            );
            return literal("![", &written[end..]);
        }
        if written
            .get(2..end)
            .is_none_or(|text| text.trim().is_empty())
        {
            self.report(
                Severity::Error,
                rule::IMAGE_WITHOUT_TEXT,
                "the picture has no text",
                format!("say what it shows: `![Logo of Example Chips]({target})`"),
                range.clone(),
            );
        }
        let span = self.target_span(target, range);
        self.pictures.push(PictureSource {
            written: target.to_owned(),
            range: (self.original)(span.start)..(self.original)(span.end),
        });
        Element::Picture(target.to_owned())
    }

    /// Returns where the target of a link or a picture is written.
    fn target_span(&self, target: &str, range: &Range<usize>) -> Range<usize> {
        let written = &self.source[range.clone()];
        match written.rfind(target) {
            Some(at) => range.start + at..range.start + at + target.len(),
            None => range.clone(),
        }
    }

    /// Reports a label that is another address than that of the link.
    fn check_label(&mut self, url: &str, range: &Range<usize>) {
        let written = &self.source[range.clone()];
        let label = written
            .strip_prefix('[')
            .and_then(|rest| rest.rsplit_once(']'))
            .map_or("", |(label, _)| label);
        if is_other_address(label, url) {
            self.report(
                Severity::Warning,
                rule::MISLEADING_LINK,
                format!("the link `{label}` leads to another address"),
                "show the address that it leads to, or a name",
                range.clone(),
            );
        }
    }
}
