//! The form of messages between cvpress and its worker processes, one per line.
//!
//! Lines are Postcard in Base64, which keeps numbers, bytes and paths exact. The types that travel
//! derive it: none may leave out fields.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::diagnostic::{Diagnostic, rule};

/// Returns a message as a line, without its line break.
///
/// # Errors
/// The message cannot be serialized, which is an internal error.
pub fn encode(message: &impl Serialize) -> Result<String, Diagnostic> {
    let bytes = postcard::to_allocvec(message).map_err(|error| {
        let message = format!("cannot write a message between processes: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    Ok(BASE64_STANDARD.encode(bytes))
}

/// Reads a message from a line; `None` if the line is incomplete. Both processes are the same
/// program, so there are no other errors.
pub fn decode<T: DeserializeOwned>(line: &str) -> Option<T> {
    let bytes = BASE64_STANDARD.decode(line.trim_end()).ok()?;
    postcard::from_bytes(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::batch::fingerprint::{Digest, ProfileFingerprint};
    use crate::batch::reason::RenderReason;
    use crate::batch::task::{Destination, FailedDocument, Outcome, ProfileSource, Task};
    use crate::diagnostic::{Deny, Diagnostic, Source, rule};
    use crate::export::{ExportOptions, Format};
    use crate::import::Origin;
    use crate::layout::{Density, DesignOverrides, Ink, Length, OptionSetting, Paper};
    use crate::pipeline::{PressOptions, RenderOptions, Rendered};
    use crate::press::{IccProfile, PdfxStandard, PressSettings, PrintingCondition};
    use crate::profile::PartialDate;
    use crate::selection::{Choice, Choices, DocumentKind};
    use crate::typeset::Extent;

    /// Returns what the other process receives.
    fn received<T: Serialize + DeserializeOwned>(message: &T) -> T {
        let line = encode(message).expect("a line");
        decode(&line).expect("a message")
    }

    #[test]
    fn outcome_survives_round_trip() {
        assert_eq!(received(&outcome()), outcome());
        assert_eq!(received(&Outcome::default()), Outcome::default());
    }

    #[test]
    fn task_survives_round_trip() {
        let folder = Some(PathBuf::from("cv"));
        for (source, destination) in [
            (
                ProfileSource::File("ada.toml".into()),
                Destination::Stem("out/ada".into()),
            ),
            (
                ProfileSource::Text {
                    name: "ada.toml".to_owned(),
                    text: "name = 1\n".to_owned(),
                    folder: folder.clone(),
                },
                Destination::Memory,
            ),
            (
                ProfileSource::Import {
                    path: "ada.json".into(),
                    origin: Some(Origin::ReactiveResume),
                },
                Destination::Profile(folder),
            ),
            (
                ProfileSource::Import {
                    path: "ada.json".into(),
                    origin: None,
                },
                Destination::File("out/ada.pdf".into()),
            ),
        ] {
            for options in [options(), RenderOptions::default()] {
                let task = Task {
                    source: source.clone(),
                    destination: destination.clone(),
                    options,
                };
                assert_eq!(received(&task), task);
            }
        }
    }

    /// Returns options that all differ from the usual ones.
    fn options() -> RenderOptions {
        RenderOptions {
            choices: Choices {
                locales: vec!["de-CH".to_owned()],
                variants: vec!["short".to_owned(), "long".to_owned()],
                common: Choice {
                    locale: Some("en".to_owned()),
                    fallback: true,
                    variant: Some("short".to_owned()),
                    public: true,
                    anonymous: true,
                    document: DocumentKind::Letter,
                },
            },
            layouts: vec!["vita".to_owned()],
            settings: DesignOverrides {
                edition: Some("2026".to_owned()),
                paper: Some(Paper::UsLetter),
                options: vec![OptionSetting {
                    name: "accent".to_owned(),
                    value: "#123456".to_owned(),
                }],
                color_images: true,
            },
            deny: Deny {
                warnings: true,
                rules: vec!["undated".to_owned()],
            },
            export: ExportOptions {
                source_date_epoch: Some(-1),
            },
            formats: vec![Format::Docx, Format::Png],
            ppi: Some(0.1 + 0.2),
            press: Some(PressOptions {
                ink: Some(Ink::K),
                bleed: Some(Length::millimeters(3.1)),
                file: PressSettings {
                    bleed: Length::millimeters(1.0 / 3.0),
                    standard: PdfxStandard::X4,
                    condition: Some(PrintingCondition::named("FOGRA52")),
                    profile: Some(IccProfile {
                        bytes: vec![0, 255, 10],
                        description: Some("Coated".to_owned()),
                    }),
                    black_only: true,
                    overprint_black: false,
                    source_date_epoch: Some(1),
                },
            }),
            today: Some(PartialDate {
                year: 2026,
                month: Some(11),
                day: None,
            }),
            max_pages: Some(7),
        }
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
            assert_eq!(received(&outcome).reason, Some(reason));
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
        assert_eq!(received(&task).source.name(), path);
    }
}
