//! Links and pictures: what they lead to, and what is wrong with it.

use std::ops::Range;

use pulldown_cmark::{LinkType, Options};

use crate::content::markdown::inlines::{plain, tidy};
use crate::content::markdown::open_elements::{Element, literal};
use crate::content::markdown::picture::{PictureSource, is_remote};
use crate::content::markdown::reader::Reader;
use crate::diagnostic::{Severity, rule};
use crate::profile::{disguised_address, is_other_address, link_fault};

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
            if self.is_honest(&url, range) {
                self.check_label(&url, range);
            }
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

    /// Reports an address with a part before its host that looks like the host, and returns false for it.
    fn is_honest(&mut self, url: &str, range: &Range<usize>) -> bool {
        let Some((shown, host)) = disguised_address(url) else {
            return true;
        };
        let message = format!("the address leads to `{host}`; `{shown}` is not its host");
        // The text of a link is often its address.
        if self.problems.iter().all(|told| told.message != message) {
            let hint = format!("remove `{shown}@`");
            let rule = rule::MISLEADING_LINK;
            self.report(Severity::Warning, rule, message, hint, range.clone());
        }
        false
    }

    /// Checks the addresses in a text, which become links.
    pub(super) fn check_addresses(&mut self, range: Range<usize>) {
        let text = &self.source[range.clone()];
        for (at, _) in text.match_indices("://") {
            let before = text[..at].trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let start = before.len();
            let host = &text[at + "://".len()..];
            let is_end = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#');
            let end = text.len() - host.len() + host.find(is_end).unwrap_or(host.len());
            let place = range.start + start..range.start + end;
            self.is_honest(&text[start..end], &place);
        }
    }

    /// Reports a label that is another address than that of the link.
    fn check_label(&mut self, url: &str, range: &Range<usize>) {
        let written = &self.source[range.clone()];
        let written = written
            .strip_prefix('[')
            .and_then(|rest| rest.rsplit_once(']'))
            .map_or("", |(label, _)| label);
        let label = shown_text(written);
        if is_other_address(&label, url) {
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

/// Returns the text that a label shows, without its markup and references.
fn shown_text(label: &str) -> String {
    if !label.contains(['*', '_', '~', '`', '&', '\\', '<']) {
        return label.to_owned();
    }
    let mut reader = Reader::new(label, Options::ENABLE_STRIKETHROUGH, &|at| at);
    plain(&tidy(reader.all_inlines()))
}
