//! Tasks and their outcomes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::batch::fingerprint::ProfileFingerprint;
use crate::batch::reason::RenderReason;
use crate::batch::task::{Destination, FailedDocument, Outcome, ProfileSource, Task};
use crate::batch::wire::diagnostics::WireDiagnostics;
use crate::batch::wire::options::WireOptions;
use crate::batch::wire::path::WirePath;
use crate::import::Origin;
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
    Import {
        path: WirePath,
        /// The name of the tool.
        origin: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
enum WireDestination {
    Stem(WirePath),
    File(WirePath),
    Memory,
    Profile(Option<WirePath>),
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
                ProfileSource::Import { path, origin } => WireProfileSource::Import {
                    path: path.into(),
                    origin: origin.map(|origin| origin.name().to_owned()),
                },
            },
            destination: match destination {
                Destination::Stem(path) => WireDestination::Stem(path.into()),
                Destination::File(path) => WireDestination::File(path.into()),
                Destination::Memory => WireDestination::Memory,
                Destination::Profile(path) => WireDestination::Profile(path.map(WirePath::from)),
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
                WireProfileSource::Import { path, origin } => ProfileSource::Import {
                    path: path.into(),
                    origin: origin.and_then(|name| Origin::find(&name)),
                },
            },
            destination: match destination {
                WireDestination::Stem(path) => Destination::Stem(path.into()),
                WireDestination::File(path) => Destination::File(path.into()),
                WireDestination::Memory => Destination::Memory,
                WireDestination::Profile(path) => Destination::Profile(path.map(Into::into)),
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
    extent: Option<Extent>,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::batch::fingerprint::Digest;
    use crate::batch::wire::{decode, encode};
    use crate::diagnostic::{Diagnostic, Source, rule};
    use crate::pipeline::RenderOptions;

    /// Returns what the other process receives.
    fn received(outcome: Outcome) -> Outcome {
        let line = encode(&WireOutcome::from(outcome)).expect("a line");
        decode::<WireOutcome>(&line).expect("an outcome").into()
    }

    #[test]
    fn outcome_survives_round_trip() {
        assert_eq!(received(outcome()), outcome());
        assert_eq!(received(Outcome::default()), Outcome::default());
    }

    fn outcome() -> Outcome {
        let source = Arc::new(Source::new("ada.toml", "name = 1\n"));
        Outcome {
            profile: PathBuf::from("cv/ada.toml"),
            rendered: vec![Rendered {
                file: "out/ada-vita-2.png".to_owned(),
                layout: "vita".to_owned(),
                variant: Some("short".to_owned()),
                locale: Some("de".to_owned()),
                page: Some(2),
                extent: Some(Extent {
                    pages: 3,
                    fill: Some(0.1 + 0.2),
                }),
                setting: Some(Density {
                    density: 0.95,
                    spacing: 0.8,
                    leading: 1.0,
                    margins: 0.75,
                }),
            }],
            failed: vec![
                FailedDocument {
                    suffix: Some("long".to_owned()),
                    layout: Some("plain".to_owned()),
                },
                FailedDocument {
                    suffix: None,
                    layout: None,
                },
            ],
            problems: Diagnostic::error(rule::WRONG_TYPE, "one")
                .at(&source, 7..8, "here")
                .into(),
            time: Duration::new(3, 141_592_653),
            reason: None,
            unchanged: vec![PathBuf::from("out/ada.pdf")],
            fingerprint: Some(ProfileFingerprint {
                settings: None,
                text: Digest::of("name = 1\n"),
                files: BTreeMap::from([("me.png".to_owned(), Digest::of("png"))]),
            }),
            bytes: Some(vec![0, 255, b'%']),
        }
    }

    #[test]
    fn every_reason_survives_round_trip() {
        for reason in [
            RenderReason::New,
            RenderReason::Forced,
            RenderReason::Options,
            RenderReason::Tool,
            RenderReason::Profile,
            RenderReason::File(name()),
            RenderReason::Layout(name()),
            RenderReason::Fonts,
            RenderReason::Missing(name()),
            RenderReason::Replaced(name()),
        ] {
            let outcome = Outcome {
                reason: Some(reason.clone()),
                ..Outcome::default()
            };
            assert_eq!(received(outcome).reason, Some(reason));
        }
    }

    fn name() -> String {
        "a.png".to_owned()
    }

    #[cfg(unix)]
    #[test]
    fn path_that_is_not_utf8_survives_round_trip() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

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
