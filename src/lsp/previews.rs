//! Previews of open texts, which the editor starts, and which show what is typed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use crate::batch::Workers;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::no_threads;
use crate::preview::{self, PreviewOptions, Server, ServerOptions, Watcher, follow};
use crate::session::{Mode, Session, ViewOptions};

/// How previews and the findings about pages are rendered.
#[derive(Debug)]
pub struct PreviewSetup {
    /// How to start a worker process.
    pub workers: Workers,
    /// The folder with the user's layouts.
    pub templates: Option<PathBuf>,
}

/// A preview of a file.
struct OpenPreview {
    path: PathBuf,
    address: String,
    session: Arc<Session>,
    server: Server,
    is_over: Arc<AtomicBool>,
}

/// The previews of the editor's session.
#[derive(Default)]
pub struct OpenPreviews(Vec<OpenPreview>);

impl OpenPreviews {
    /// Returns whether there is a preview of a file.
    pub fn has(&self, path: &Path) -> bool {
        self.find(path).is_some()
    }

    /// Starts a preview of a file, unless there is one; returns its address.
    ///
    /// # Errors
    /// The files cannot be watched, or the server cannot be started.
    pub fn start(
        &mut self,
        path: &Path,
        setup: &PreviewSetup,
        render: &RenderOptions,
    ) -> Result<&str, Diagnostics> {
        let known = self.0.iter().position(|preview| preview.path == path);
        let index = if let Some(index) = known {
            index
        } else {
            self.0.push(OpenPreview::start(path, setup, render)?);
            self.0.len() - 1
        };
        Ok(&self.0[index].address)
    }

    /// Returns the address for the command line of a browser, on which others may read it: without
    /// the token, which the browser has once the page is open.
    pub fn launch_address(&self, path: &Path) -> Option<String> {
        let preview = self.find(path)?;
        let bare = preview.address.split('?').next();
        let launch = preview.server.launch_address();
        launch.or_else(|| bare.map(str::to_owned))
    }

    /// Shows a text in the preview of a file, if there is one.
    pub fn draft(&self, path: &Path, text: &str) {
        if let Some(preview) = self.find(path) {
            preview.session.draft(text);
        }
    }

    /// Shows the file itself in its preview again.
    pub fn close(&self, path: &Path) {
        if let Some(preview) = self.find(path)
            && let Ok(text) = preview.session.store().text()
        {
            preview.session.draft(&text);
        }
    }

    /// Shows a place of the text, an offset in UTF-16, on the pages.
    pub fn reveal(&self, path: &Path, place: usize) {
        if let Some(preview) = self.find(path) {
            preview.session.reveal(place, place);
        }
    }

    fn find(&self, path: &Path) -> Option<&OpenPreview> {
        self.0.iter().find(|preview| preview.path == path)
    }
}

impl OpenPreview {
    fn start(
        path: &Path,
        setup: &PreviewSetup,
        render: &RenderOptions,
    ) -> Result<Self, Diagnostics> {
        let watcher = Watcher::new(setup.templates.as_deref())?;
        let session = preview::start(PreviewOptions {
            profile: path.to_path_buf(),
            mode: Mode::View,
            view: ViewOptions::default(),
            render: render.clone(),
            workers: setup.workers.clone(),
            templates: setup.templates.clone(),
        })?;
        let server = Server::start(Arc::clone(&session), path, ServerOptions::default())?;
        let is_over = Arc::new(AtomicBool::new(false));
        let (shown, over) = (Arc::clone(&session), Arc::clone(&is_over));
        let profile = path.to_path_buf();
        let ends = move || over.load(Ordering::Relaxed);
        Builder::new()
            .name("watcher".to_owned())
            .spawn(move || follow(&shown, &profile, watcher, || {}, ends))
            .map_err(|error| -> Diagnostic { no_threads(error) })?;
        Ok(Self {
            path: path.to_path_buf(),
            address: server.address(),
            session,
            server,
            is_over,
        })
    }
}

impl Drop for OpenPreview {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.session.end();
    }
}
