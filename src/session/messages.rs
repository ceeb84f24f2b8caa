//! The messages between a session and what renders for it, such as a worker process.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostics;
use crate::export::Format;
use crate::pipeline::RenderOptions;
use crate::profile::ProfileFiles;
use crate::session::options::ViewOptions;

/// What a session asks for.
#[derive(Clone, Serialize, Deserialize)]
pub enum PreviewJob {
    /// The pages of a text.
    View(Box<ViewJob>),
    /// What `check` says of the pages that were shown last.
    Check,
    /// The first page of the text that was shown last, in a layout.
    Thumbnail {
        /// The layout.
        layout: String,
    },
    /// The files of the text that was shown last.
    Export {
        /// The format.
        format: Format,
        /// The page of a format with one file per page, from 1.
        page: usize,
    },
    /// What `check` says of a text that is not shown.
    Findings(Box<FindingsJob>),
}

impl PreviewJob {
    /// Returns whether the job has the text that it is about, so that any process can do it.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::View(_) | Self::Findings(_))
    }
}

/// A text to check.
#[derive(Clone, Serialize, Deserialize)]
pub struct FindingsJob {
    /// The name of the profile in messages.
    pub name: String,
    /// The files that it can name.
    pub files: ProfileFiles,
    /// The text.
    pub text: String,
    /// How to render it.
    pub options: RenderOptions,
}

/// A text to show.
#[derive(Clone, Serialize, Deserialize)]
pub struct ViewJob {
    /// The profile.
    pub subject: ViewSubject,
    /// The options of the command line.
    pub options: RenderOptions,
    /// What the page has chosen.
    pub view: ViewOptions,
    /// The hashes of the pictures that the session has.
    pub known: Vec<String>,
}

/// A profile to show.
#[derive(Clone, Serialize, Deserialize)]
pub struct ViewSubject {
    /// The name of the profile in messages.
    pub name: String,
    /// The name that its outputs begin with.
    pub stem: String,
    /// The files that it can name.
    pub files: ProfileFiles,
    /// The text.
    pub text: String,
}

/// What a worker process answers.
#[derive(Serialize, Deserialize)]
pub enum Answer {
    /// The pages of a text.
    View(Box<ViewAnswer>),
    /// All findings about the pages that were shown last, as a JSON list.
    Findings(String),
    /// All problems of a text that is not shown.
    Problems(Diagnostics),
    /// A file.
    File(Box<FileAnswer>),
    /// There is no such file, as the text says.
    None(String),
}

/// The pages of a text.
#[derive(Serialize, Deserialize)]
pub struct ViewAnswer {
    /// The fields of the state that describe the document, as a JSON object; `None` if the profile
    /// cannot be read.
    pub report: Option<String>,
    /// The problems, as a JSON list.
    pub findings: String,
    /// The pages; `None` if there are errors.
    pub pages: Option<Vec<PageAnswer>>,
}

/// A page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageAnswer {
    /// The hash of the picture.
    pub hash: String,
    /// The picture; `None` if the session has it.
    pub svg: Option<String>,
    /// The hash of the boxes.
    pub text: String,
    /// The boxes, as JSON.
    pub boxes: String,
    /// The width in pt.
    pub width: f64,
    /// The height in pt.
    pub height: f64,
    /// The part of the text area that is used, from 0 to 1, if it is known.
    pub fill: Option<f64>,
}

/// A file.
#[derive(Serialize, Deserialize)]
pub struct FileAnswer {
    /// The name.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}
