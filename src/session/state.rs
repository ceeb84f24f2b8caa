//! A profile that is shown: what others ask of it.

use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::export::Format;
use crate::layout::Layouts;
use crate::pipeline::RenderOptions;
use crate::profile::PartialDate;
use crate::session::events::{Event, Events, SeenEvents};
use crate::session::messages::{FileAnswer, PageAnswer, PreviewJob};
use crate::session::options::{Mode, ViewChange, ViewOptions};
use crate::session::runner::Runner;
use crate::session::shared::{Due, Shared, Waiting, empty_report};
use crate::session::store::{Condition, ProfileStore, SaveError};

/// The files that may wait to be rendered.
const MAX_WAITING: usize = 64;

/// How a session begins.
pub struct SessionOptions {
    /// The profile, which need not exist.
    pub store: Box<dyn ProfileStore>,
    /// Whether it can be edited.
    pub mode: Mode,
    /// What is shown first.
    pub view: ViewOptions,
    /// The other options of the command line.
    pub render: RenderOptions,
    /// Reads the layouts, which may change.
    pub layouts: Box<dyn Fn() -> Layouts + Send + Sync>,
    /// What renders as soon as a file is asked for, where no thread waits for work.
    pub inline: Option<Box<dyn Runner + Send>>,
}

/// A profile that is shown.
pub struct Session {
    pub(super) store: Box<dyn ProfileStore>,
    pub(super) mode: Mode,
    pub(super) render: RenderOptions,
    pub(super) shared: Mutex<Shared>,
    /// Work has come.
    pub(super) work: Condvar,
    /// An event has come.
    pub(super) news: Condvar,
    /// Held while the profile is compared and written.
    writing: Mutex<()>,
    layouts: Box<dyn Fn() -> Layouts + Send + Sync>,
    pub(super) inline: Option<Mutex<Box<dyn Runner + Send>>>,
}

impl Session {
    /// Creates a session, in which the pages are due.
    pub fn new(options: SessionOptions) -> Self {
        Self {
            store: options.store,
            mode: options.mode,
            render: options.render,
            shared: Mutex::new(Shared {
                view: options.view,
                due: Due {
                    pages: true,
                    ..Due::default()
                },
                report: empty_report(),
                ..Shared::default()
            }),
            work: Condvar::new(),
            news: Condvar::new(),
            writing: Mutex::new(()),
            layouts: options.layouts,
            inline: options.inline.map(Mutex::new),
        }
    }

    /// Returns the current date.
    pub fn today(&self) -> Option<PartialDate> {
        self.render.today
    }

    /// Returns whether the profile can be edited.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns where the profile is kept.
    pub fn store(&self) -> &dyn ProfileStore {
        &*self.store
    }

    /// Returns the layouts.
    pub fn layouts(&self) -> Layouts {
        (self.layouts)()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Shared> {
        // The worker changes it as a whole, so that it is sound even after a panic.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the text that is shown.
    pub fn text(&self) -> Arc<str> {
        Arc::clone(&self.lock().text)
    }

    /// Renders again, as files have changed.
    pub fn files_changed(&self) {
        self.lock().due.pages = true;
        self.work.notify_all();
    }

    /// Renders again with a new worker process, as layouts have changed.
    pub fn layouts_changed(&self) {
        let mut shared = self.lock();
        shared.due.pages = true;
        shared.due.restart = true;
        self.work.notify_all();
    }

    /// Renders a text in place of that of the file.
    pub fn draft(&self, text: &str) {
        let mut shared = self.lock();
        shared.draft = Some(text.into());
        shared.due.pages = true;
        self.work.notify_all();
    }

    /// Changes what is shown.
    ///
    /// # Errors
    /// The change is invalid.
    pub fn change_view(&self, change: ViewChange) -> Result<(), String> {
        let mut shared = self.lock();
        shared.view = shared.view.changed(change)?;
        shared.due.pages = true;
        self.work.notify_all();
        Ok(())
    }

    /// Writes the profile, and returns the hash of its bytes.
    ///
    /// # Errors
    /// The file has other contents than the condition says, or cannot be written.
    pub fn save(&self, text: &str, condition: &Condition) -> Result<String, SaveError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let etag = self.store.save(text, condition)?;
        let mut shared = self.lock();
        // Text that was typed while the file was written is newer.
        if shared.draft.as_deref() == Some(text) {
            shared.draft = None;
        }
        shared.due.pages = true;
        self.work.notify_all();
        Ok(etag)
    }

    /// Shows a place of the text, a range in UTF-16, on all pages that are open.
    pub fn reveal(&self, start: usize, end: usize) {
        let data = serde_json::json!({ "start": start, "end": end });
        let mut shared = self.lock();
        shared
            .events
            .set(Events::REVEAL, "reveal", &data.to_string());
        self.news.notify_all();
    }

    /// Ends the thread of the worker, and all streams of events.
    pub fn end(&self) {
        self.lock().has_ended = true;
        self.work.notify_all();
        self.news.notify_all();
    }

    /// Returns the events that a reader has not seen, waiting for some; there are none after the given
    /// time, or before. Returns `None` if the session has ended.
    pub fn events(&self, seen: &mut SeenEvents, most: Duration) -> Option<Vec<Event>> {
        let mut shared = self.lock();
        let mut events = shared.events.news(seen);
        if events.is_empty() && !shared.has_ended {
            let waited = self.news.wait_timeout(shared, most);
            (shared, _) = waited.unwrap_or_else(PoisonError::into_inner);
            events = shared.events.news(seen);
        }
        (!shared.has_ended).then_some(events)
    }

    /// Returns the events that a reader has not seen.
    pub fn news(&self, seen: &mut SeenEvents) -> Vec<Event> {
        self.lock().events.news(seen)
    }

    /// Returns where the events of a new reader begin: it sees the last state and findings, and no
    /// place that was shown before.
    pub fn first_events(&self) -> SeenEvents {
        let mut seen = SeenEvents::default();
        seen.0[Events::REVEAL] = self.lock().events.slots[Events::REVEAL].0;
        seen
    }

    /// Returns a page by the hash of its picture.
    pub fn page(&self, hash: &str) -> Option<Arc<PageAnswer>> {
        self.find_page(|page| page.hash == hash)
    }

    /// Returns a page by the hash of its boxes.
    pub fn page_text(&self, hash: &str) -> Option<Arc<PageAnswer>> {
        self.find_page(|page| page.text == hash)
    }

    fn find_page(&self, is_asked: impl Fn(&PageAnswer) -> bool) -> Option<Arc<PageAnswer>> {
        let shared = self.lock();
        let mut pages = shared.pages.iter().flatten();
        pages.find(|page| is_asked(page)).cloned()
    }

    /// Returns the first page in a layout, as a PNG.
    ///
    /// # Errors
    /// The text has errors, or the layout is unknown.
    pub fn thumbnail(&self, layout: &str) -> Result<Arc<[u8]>, String> {
        let version = {
            let shared = self.lock();
            match shared.thumbnails.get(layout) {
                Some((version, bytes)) if *version == shared.version => {
                    return Ok(Arc::clone(bytes));
                }
                _ => shared.version,
            }
        };
        let job = PreviewJob::Thumbnail {
            layout: layout.to_owned(),
        };
        let bytes: Arc<[u8]> = self.ask(job)?.bytes.into();
        let mut shared = self.lock();
        let thumbnail = (version, Arc::clone(&bytes));
        shared.thumbnails.insert(layout.to_owned(), thumbnail);
        Ok(bytes)
    }

    /// Returns a file that `cvpress render` would write.
    ///
    /// # Errors
    /// The text has errors, or there is no such page.
    pub fn export(&self, format: Format, page: usize) -> Result<FileAnswer, String> {
        self.ask(PreviewJob::Export { format, page })
    }

    /// Waits until the worker has done a job.
    fn ask(&self, job: PreviewJob) -> Result<FileAnswer, String> {
        let (reply, answer) = channel();
        let mut shared = self.lock();
        if shared.waiting.len() >= MAX_WAITING || shared.has_ended {
            return Err("too many files are being rendered".to_owned());
        }
        shared.waiting.push_back(Waiting { job, reply });
        drop(shared);
        self.work.notify_all();
        while self.step_inline() {}
        answer
            .recv()
            .unwrap_or_else(|_| Err("the preview has ended".to_owned()))
    }
}
