//! What a CV is printed from, as digests by which it is known again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use typst::utils::hash128;

use crate::pipeline::RenderOptions;
use crate::profile;
use crate::typeset::Engine;

/// The size from which a file is not looked at, in bytes: no profile, image or bibliography of this
/// size is read.
const LARGEST: u64 = 64 << 20;

/// What tells bytes from others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(String);

impl Digest {
    fn new(number: u128) -> Self {
        Self(format!("{number:032x}"))
    }

    /// The digest of a file; `None` where there is none, or one that is too large to be read.
    pub fn of_file(path: &Path) -> Option<Self> {
        // What is no file may never end.
        let about = std::fs::metadata(path)
            .ok()
            .filter(|about| about.is_file() && about.len() <= LARGEST);
        about
            .and_then(|_| std::fs::read(path).ok())
            .map(|bytes| Self::new(hash128(&bytes)))
    }
}

/// What a profile is: its text, and the files that this names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileFingerprint {
    /// Its text.
    pub text: Digest,
    /// Its images and bibliographies, by their paths as written.
    pub files: BTreeMap<String, Digest>,
}

impl ProfileFingerprint {
    /// Looks at a profile and its files, without reading more of it than their names.
    pub fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path)
            .ok()
            .filter(|about| about.is_file() && about.len() <= LARGEST);
        let bytes = about.and_then(|_| std::fs::read(path).ok())?;
        let folder = folder_of(path);
        let named = profile::files_of(&String::from_utf8_lossy(&bytes), folder);
        let files = named
            .into_iter()
            .filter_map(|(name, path)| Some((name, Digest::of_file(&path)?)))
            .collect();
        Some(Self {
            text: Digest::new(hash128(&bytes)),
            files,
        })
    }
}

/// The folder of a profile.
pub fn folder_of(profile: &Path) -> &Path {
    profile
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// What all profiles of a batch are printed with.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The program.
    pub tool: String,
    /// The fonts.
    pub fonts: Digest,
    /// What the command line asks for.
    pub asked: Digest,
    /// The layouts, by their names.
    pub layouts: BTreeMap<String, Digest>,
}

impl Environment {
    /// What is options, and what there is to print it with.
    pub fn new(options: &RenderOptions, engine: &Engine) -> Self {
        // Neither the day nor a limit changes what is printed.
        let asked = RenderOptions {
            today: None,
            max_pages: None,
            ..options.clone()
        };
        let digest = |name: &str| Digest::new(hash128(&engine.layouts().files_behind(name)));
        Self {
            tool: concat!(env!("CARGO_PKG_VERSION"), "+", env!("CVPRESS_BUILD")).to_owned(),
            fonts: Digest::new(engine.fonts().digest()),
            asked: Digest::new(hash128(&serde_json::to_string(&asked).unwrap_or_default())),
            layouts: engine
                .layouts()
                .names()
                .map(|name| (name.to_owned(), digest(name)))
                .collect(),
        }
    }
}
