//! What the threads of a session share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Map, Value as Json};

use crate::pipeline::DEFAULT_LAYOUT;
use crate::selection::DEFAULT_LOCALE;
use crate::session::events::Events;
use crate::session::messages::{FileAnswer, PageAnswer, PreviewJob};
use crate::session::options::ViewOptions;

/// The number of states whose pictures are kept: a page may still load those of the state before.
const KEPT_STATES: usize = 2;

/// A file that someone waits for.
pub struct Waiting {
    pub job: PreviewJob,
    pub reply: Sender<Result<FileAnswer, String>>,
}

/// What the thread has to do.
#[derive(Default)]
pub struct Due {
    /// Rendering: something has changed since it was begun last.
    pub pages: bool,
    /// The findings about the pages.
    pub check: bool,
    /// Replacing the worker process.
    pub restart: bool,
}

/// What the threads of a session share.
#[derive(Default)]
pub struct Shared {
    pub view: ViewOptions,
    /// The text that the editor has sent, in place of the file's.
    pub draft: Option<Arc<str>>,
    pub due: Due,
    pub waiting: VecDeque<Waiting>,
    pub has_ended: bool,
    pub version: usize,
    /// The text of the last state.
    pub text: Arc<str>,
    /// The description of the last document that could be read.
    pub report: Map<String, Json>,
    /// The pages of the last states without errors, the newest last.
    pub pages: VecDeque<Vec<Arc<PageAnswer>>>,
    pub thumbnails: BTreeMap<String, (usize, Arc<[u8]>)>,
    pub events: Events,
}

impl Shared {
    pub fn has_work(&self) -> bool {
        self.has_ended || self.due.pages || self.due.check || !self.waiting.is_empty()
    }

    /// Keeps the pages of a state. Pictures that are known were not sent again.
    pub fn keep(&mut self, pages: Vec<PageAnswer>) {
        let mut kept = Vec::new();
        for mut page in pages {
            if page.svg.is_none() {
                let mut known = self.pages.iter().flatten();
                let same = known.find(|known| known.hash == page.hash);
                page.svg = same.and_then(|known| known.svg.clone());
            }
            kept.push(Arc::new(page));
        }
        self.pages.push_back(kept);
        while self.pages.len() > KEPT_STATES {
            self.pages.pop_front();
        }
    }

    pub fn page_list(&self) -> Json {
        let pages = self.pages.back().into_iter().flatten();
        pages
            .map(|page| {
                serde_json::json!({
                    "hash": page.hash,
                    "text": page.text,
                    "width": page.width,
                    "height": page.height,
                    "fill": page.fill,
                })
            })
            .collect()
    }
}

/// Returns the description of a document that could not be read yet.
pub fn empty_report() -> Map<String, Json> {
    let report = serde_json::json!({
        "layout": DEFAULT_LAYOUT,
        "layouts": [],
        "variant": null,
        "variants": [],
        "locale": DEFAULT_LOCALE,
        "locales": [],
        "paper": null,
        "papers": [],
        "letter": false,
        "hasLetter": false,
        "settings": [],
        "overrides": {},
        "message": "",
    });
    match report {
        Json::Object(report) => report,
        _ => Map::new(),
    }
}
