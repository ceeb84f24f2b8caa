//! Tasks and their outcomes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::batch::fingerprint::ProfileFingerprint;
use crate::batch::reason::RenderReason;
use crate::batch::task::{Destination, FailedDocument, Outcome, ProfileSource, Task};
use crate::batch::wire::diagnostics::WireDiagnostics;
use crate::batch::wire::options::WireOptions;
use crate::batch::wire::path::WirePath;
use crate::layout::Density;
use crate::pipeline::Rendered;
use crate::typeset::Extent;

/// The counterpart of [`Task`].
#[derive(Serialize, Deserialize)]
pub struct WireTask {
    source: WireProfileSource,
    destination: WireDestination,
    options: WireOptions,
}

#[derive(Serialize, Deserialize)]
enum WireProfileSource {
    File(WirePath),
    Text {
        name: String,
        text: String,
        folder: Option<WirePath>,
    },
}

#[derive(Serialize, Deserialize)]
enum WireDestination {
    Stem(WirePath),
    File(WirePath),
    Memory,
}

impl From<&Task> for WireTask {
    fn from(task: &Task) -> Self {
        let Task {
            source,
            destination,
            options,
        } = task.clone();
        Self {
            source: match source {
                ProfileSource::File(path) => WireProfileSource::File(path.into()),
                ProfileSource::Text { name, text, folder } => WireProfileSource::Text {
                    name,
                    text,
                    folder: folder.map(WirePath::from),
                },
            },
            destination: match destination {
                Destination::Stem(path) => WireDestination::Stem(path.into()),
                Destination::File(path) => WireDestination::File(path.into()),
                Destination::Memory => WireDestination::Memory,
            },
            options: options.into(),
        }
    }
}

impl From<WireTask> for Task {
    fn from(task: WireTask) -> Self {
        let WireTask {
            source,
            destination,
            options,
        } = task;
        Self {
            source: match source {
                WireProfileSource::File(path) => ProfileSource::File(path.into()),
                WireProfileSource::Text { name, text, folder } => ProfileSource::Text {
                    name,
                    text,
                    folder: folder.map(Into::into),
                },
            },
            destination: match destination {
                WireDestination::Stem(path) => Destination::Stem(path.into()),
                WireDestination::File(path) => Destination::File(path.into()),
                WireDestination::Memory => Destination::Memory,
            },
            options: options.into(),
        }
    }
}

/// The counterpart of [`Outcome`].
#[derive(Serialize, Deserialize)]
pub struct WireOutcome {
    profile: WirePath,
    rendered: Vec<WireRendered>,
    failed: Vec<WireFailedDocument>,
    problems: WireDiagnostics,
    time: Duration,
    reason: Option<RenderReason>,
    unchanged: Vec<WirePath>,
    fingerprint: Option<ProfileFingerprint>,
    bytes: Option<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct WireRendered {
    file: String,
    layout: String,
    variant: Option<String>,
    locale: Option<String>,
    page: Option<usize>,
    extent: Extent,
    setting: Option<Density>,
}

#[derive(Serialize, Deserialize)]
struct WireFailedDocument {
    suffix: Option<String>,
    layout: Option<String>,
}

impl From<Outcome> for WireOutcome {
    fn from(outcome: Outcome) -> Self {
        let Outcome {
            profile,
            rendered,
            failed,
            problems,
            time,
            reason,
            unchanged,
            fingerprint,
            bytes,
        } = outcome;
        Self {
            profile: profile.into(),
            rendered: rendered.into_iter().map(WireRendered::from).collect(),
            failed: failed.into_iter().map(WireFailedDocument::from).collect(),
            problems: problems.into(),
            time,
            reason,
            unchanged: unchanged.into_iter().map(WirePath::from).collect(),
            fingerprint,
            bytes,
        }
    }
}

impl From<WireOutcome> for Outcome {
    fn from(outcome: WireOutcome) -> Self {
        let WireOutcome {
            profile,
            rendered,
            failed,
            problems,
            time,
            reason,
            unchanged,
            fingerprint,
            bytes,
        } = outcome;
        Self {
            profile: profile.into(),
            rendered: rendered.into_iter().map(Rendered::from).collect(),
            failed: failed.into_iter().map(FailedDocument::from).collect(),
            problems: problems.into(),
            time,
            reason,
            unchanged: unchanged.into_iter().map(Into::into).collect(),
            fingerprint,
            bytes,
        }
    }
}

impl From<Rendered> for WireRendered {
    fn from(rendered: Rendered) -> Self {
        let Rendered {
            file,
            layout,
            variant,
            locale,
            page,
            extent,
            setting,
        } = rendered;
        Self {
            file,
            layout,
            variant,
            locale,
            page,
            extent,
            setting,
        }
    }
}

impl From<WireRendered> for Rendered {
    fn from(rendered: WireRendered) -> Self {
        let WireRendered {
            file,
            layout,
            variant,
            locale,
            page,
            extent,
            setting,
        } = rendered;
        Self {
            file,
            layout,
            variant,
            locale,
            page,
            extent,
            setting,
        }
    }
}

impl From<FailedDocument> for WireFailedDocument {
    fn from(failed: FailedDocument) -> Self {
        let FailedDocument { suffix, layout } = failed;
        Self { suffix, layout }
    }
}

impl From<WireFailedDocument> for FailedDocument {
    fn from(failed: WireFailedDocument) -> Self {
        let WireFailedDocument { suffix, layout } = failed;
        Self { suffix, layout }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::PathBuf;

    use super::*;
    use crate::batch::wire::{decode, encode};
    use crate::pipeline::RenderOptions;

    #[test]
    fn path_that_is_not_utf8_survives_round_trip() {
        let path = PathBuf::from(OsStr::from_bytes(b"caf\xe9.toml"));
        let task = Task {
            source: ProfileSource::File(path.clone()),
            destination: Destination::Memory,
            options: RenderOptions::default(),
        };
        let line = encode(&WireTask::from(&task)).expect("a line");
        let received = Task::from(decode::<WireTask>(&line).expect("a task"));
        assert_eq!(received.source.name(), path);
    }
}
