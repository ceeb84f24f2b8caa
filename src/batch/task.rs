//! What to render of one profile, and the outcome.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::batch::fingerprint::ProfileFingerprint;
use crate::batch::reason::RenderReason;
use crate::diagnostic::Diagnostics;
use crate::file::path;
use crate::import::Origin;
use crate::pipeline::{RenderOptions, Rendered};

/// What to render of one profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The profile.
    pub source: ProfileSource,
    /// Where the documents go.
    pub destination: Destination,
    /// How to render them.
    pub options: RenderOptions,
}

/// Where the text of a profile comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProfileSource {
    /// A file.
    #[serde(with = "path")]
    File(PathBuf),
    /// A text.
    Text {
        /// The name in messages.
        name: String,
        /// The text.
        text: String,
        /// The folder of the files that it names; without one it may name none.
        #[serde(with = "path")]
        folder: Option<PathBuf>,
    },
    /// A file of another tool, which is imported.
    Import {
        /// The file.
        #[serde(with = "path")]
        path: PathBuf,
        /// The tool; `None` recognizes it.
        origin: Option<Origin>,
    },
}

/// Where documents go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// To files that start with this path, followed by variant, language and layout.
    #[serde(with = "path")]
    Stem(PathBuf),
    /// To this file; images of several pages are numbered.
    #[serde(with = "path")]
    File(PathBuf),
    /// To [`Outcome::bytes`].
    Memory,
    /// No document: the profile of an imported file, to this file or to [`Outcome::bytes`].
    #[serde(with = "path")]
    Profile(Option<PathBuf>),
}

/// The outcome of a task.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The profile.
    #[serde(with = "path")]
    pub profile: PathBuf,
    /// The files that were written.
    pub rendered: Vec<Rendered>,
    /// The documents that failed.
    pub failed: Vec<FailedDocument>,
    /// The problems of the profile and its documents.
    pub problems: Diagnostics,
    /// The duration.
    pub time: Duration,
    /// Why the profile was rendered, if an output manifest is kept.
    pub reason: Option<RenderReason>,
    /// The files that were up to date, so that nothing was rendered.
    #[serde(with = "path")]
    pub unchanged: Vec<PathBuf>,
    /// The digests of the profile and its files when rendering began.
    pub(super) fingerprint: Option<ProfileFingerprint>,
    /// The last file, if the destination is in memory.
    pub(super) bytes: Option<Vec<u8>>,
}

/// A document that was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedDocument {
    /// The variant and language, as in file names.
    pub suffix: Option<String>,
    /// The layout; `None` if it is the profile's own, which is unknown if the profile cannot be
    /// read.
    pub layout: Option<String>,
}

impl fmt::Display for FailedDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.layout.as_deref().unwrap_or("its own layout");
        match &self.suffix {
            Some(suffix) => write!(f, "{suffix} in {layout}"),
            None => f.write_str(layout),
        }
    }
}

impl ProfileSource {
    /// Returns its name in messages.
    pub fn name(&self) -> &Path {
        match self {
            Self::File(path) | Self::Import { path, .. } => path,
            Self::Text { name, .. } => Path::new(name),
        }
    }
}

impl Outcome {
    pub(super) fn new(profile: &Path) -> Self {
        Self {
            profile: profile.to_path_buf(),
            ..Self::default()
        }
    }

    /// Returns the outcome of a task of which nothing can be rendered.
    pub(super) fn failed(task: &Task, problems: impl Into<Diagnostics>) -> Self {
        let mut outcome = Self::new(task.source.name());
        outcome.fail(None, &task.options.layouts);
        outcome.problems = problems.into();
        outcome
    }

    /// Adds failed documents: one per layout, or that of the profile's own layout.
    pub(super) fn fail(&mut self, suffix: Option<&str>, layouts: &[String]) {
        let suffix = suffix.map(str::to_owned);
        if layouts.is_empty() {
            self.failed.push(FailedDocument {
                suffix,
                layout: None,
            });
            return;
        }
        for layout in layouts {
            self.failed.push(FailedDocument {
                suffix: suffix.clone(),
                layout: Some(layout.clone()),
            });
        }
    }

    /// Combines the outcomes of two parts of one profile.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.rendered.extend(other.rendered);
        self.failed.extend(other.failed);
        self.problems.extend(other.problems);
        self.problems.sort();
        self.time += other.time;
        self.reason = self.reason.or(other.reason);
        // Each part lists all files of the profile.
        if self.unchanged.is_empty() {
            self.unchanged = other.unchanged;
        }
        let rendered = &self.rendered;
        self.unchanged
            .retain(|file| rendered.iter().all(|new| Path::new(&new.file) != file));
        // If the profile has changed between the parts, it is rendered again the next time.
        if self.fingerprint != other.fingerprint {
            self.fingerprint = None;
        }
        self
    }
}
