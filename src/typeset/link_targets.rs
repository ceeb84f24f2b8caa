//! Links of a layout. Those of profiles are checked where they are written.

use typst::layout::{Frame, FrameItem};
use typst::model::Destination;
use typst_layout::PagedDocument;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::link_fault;

/// Returns the errors of links that start something other than a browser, a message or a call.
pub fn faults(document: &PagedDocument) -> Diagnostics {
    let mut found = Diagnostics::default();
    for page in document.pages() {
        add(&page.frame, &mut found);
    }
    found.sort();
    found
}

fn add(frame: &Frame, found: &mut Diagnostics) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => add(&group.frame, found),
            FrameItem::Link(Destination::Url(url), _) => {
                if let Some(fault) = link_fault(url.as_str()) {
                    let message = format!("a link of the layout: {}", fault.message(url.as_str()));
                    let error = Diagnostic::error(rule::TEMPLATE, message);
                    found.push(error.hint(fault.hint(url.as_str())));
                }
            }
            _ => {}
        }
    }
}
