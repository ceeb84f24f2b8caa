//! The settings of a folder: `cvpress.toml` is the look of the CVs of all profiles in it. What a
//! profile says itself wins.
//!
//! The file in the profile's folder counts, or else that in the nearest folder above it. Its keys
//! are those of a profile that do not belong to one person, and the folders of layouts and fonts,
//! which are inside its own folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, alternatives, rule};
use crate::profile::fields::profile_table;
use crate::profile::files::ProfileFiles;
use crate::profile::image;
use crate::profile::model::Profile;
use crate::profile::path::stays_inside;
use crate::profile::settings_file::SETTINGS_FILE;
#[cfg(feature = "native")]
use crate::profile::settings_file::settings_file;
use crate::profile::shape;
use crate::profile::spelling::did_you_mean;
use crate::profile::tree::{Node, TomlTree};

/// The keys of a profile that the file can have.
const KEYS_OF_PROFILES: [&str; 4] = ["layout", "edition", PAGE_LOGO, "design"];

/// The key of the logo above the first page.
const PAGE_LOGO: &str = "page-logo";

/// The keys that name a folder.
const FOLDERS: [&str; 2] = ["templates", "fonts"];

/// The settings of a folder.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The valid part of the file.
    pub tree: TomlTree,
    /// The layout of profiles that name none.
    pub layout: Option<String>,
    /// The edition of profiles that name none.
    pub edition: Option<String>,
    /// Options of layouts.
    pub design: BTreeMap<String, toml::Value>,
    /// The folder of layouts.
    pub templates: Option<PathBuf>,
    /// The folder of fonts.
    pub fonts: Option<PathBuf>,
    /// The path of the logo above the first page, which is among `files`.
    pub page_logo: Option<String>,
    /// The files of its folder.
    pub files: ProfileFiles,
}

impl Settings {
    /// Reads the settings that apply to profiles with these files. Reports what is wrong with them.
    pub fn of(files: &ProfileFiles, problems: &mut Diagnostics) -> Option<Arc<Self>> {
        let file = SettingsFile::of(files)?;
        match file.read() {
            Ok((settings, faults)) => {
                problems.extend(faults);
                Some(Arc::new(settings))
            }
            Err(faults) => {
                problems.extend(faults);
                None
            }
        }
    }
}

/// The text of a file of settings.
struct SettingsFile {
    name: String,
    folder: PathBuf,
    files: ProfileFiles,
    bytes: Result<Vec<u8>, String>,
}

impl SettingsFile {
    fn of(files: &ProfileFiles) -> Option<Self> {
        match files {
            ProfileFiles::None => None,
            #[cfg(feature = "native")]
            ProfileFiles::Folder(folder) => {
                let path = settings_file(folder)?;
                let own = path.parent().map(Path::to_path_buf).unwrap_or_default();
                let bytes = if path.is_symlink() && crate::file::leads_outside(&path, &own) {
                    Err("it is a link out of its folder".to_owned())
                } else {
                    let bytes = crate::file::read(&path, crate::profile::bounds::MAX_SIZE);
                    bytes.map_err(|error| error.to_string())
                };
                Some(Self {
                    name: path.display().to_string(),
                    files: ProfileFiles::Folder(own.clone()),
                    folder: own,
                    bytes,
                })
            }
            ProfileFiles::Memory(in_memory) => Some(Self {
                name: SETTINGS_FILE.to_owned(),
                folder: PathBuf::new(),
                files: files.clone(),
                bytes: Ok(in_memory.get(SETTINGS_FILE)?.clone()),
            }),
        }
    }

    /// Returns the settings, and what is wrong with parts of them.
    fn read(self) -> Result<(Settings, Diagnostics), Diagnostics> {
        let text = self
            .bytes
            .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned()));
        let text = text.map_err(|error| {
            let message = format!("cannot read `{}`: {error}", self.name);
            Diagnostic::error(rule::UNREADABLE_FILE, message)
        })?;
        let written = TomlTree::parse(Arc::new(Source::new(self.name, text)))?;
        let mut problems = Diagnostics::default();
        let mut reader = SettingsReader {
            tree: &written,
            folder: &self.folder,
            problems: &mut problems,
        };
        let [templates, fonts] = FOLDERS.map(|key| reader.folder(key));
        let root = reader.keys_of_profiles();
        let own = TomlTree::with_root(Arc::clone(written.source()), root);
        let tree = shape::check(&own, &mut problems).tree;
        // The shape check has reported what the types do not take.
        let profile = Profile::deserialize(tree.root().to_toml()).unwrap_or_default();
        if let Some(written) = &profile.page_logo
            && let Err(fault) = image::find(written, &self.files)
        {
            let span = tree.root().span_of(PAGE_LOGO);
            problems.push(fault.error(PAGE_LOGO, written).at(tree.source(), span, ""));
        }
        problems.sort();
        let settings = Settings {
            tree,
            layout: profile.layout,
            edition: profile.edition,
            design: profile.design,
            templates,
            fonts,
            page_logo: profile.page_logo,
            files: self.files,
        };
        Ok((settings, problems))
    }
}

struct SettingsReader<'a> {
    tree: &'a TomlTree,
    folder: &'a Path,
    problems: &'a mut Diagnostics,
}

impl SettingsReader<'_> {
    /// Returns a folder that the file names, which must be inside its own.
    fn folder(&mut self, key: &str) -> Option<PathBuf> {
        let node = self.tree.root().get(key)?;
        let problem = match node.as_str() {
            Some(written) if stays_inside(written) && self.is_inside(written) => {
                return Some(self.folder.join(written));
            }
            Some(written) => {
                let message = format!("`{written}` is not inside the folder of `{SETTINGS_FILE}`");
                Diagnostic::error(rule::UNREADABLE_FOLDER, message)
                    .hint("write the path of a folder beside the file, without `..`")
            }
            None => {
                let found = node.value.type_name();
                let message = format!("`{key}` must be the path of a folder, not {found}");
                Diagnostic::error(rule::WRONG_TYPE, message)
            }
        };
        let span = node.span.clone();
        self.problems.push(problem.at(self.tree.source(), span, ""));
        None
    }

    /// Returns whether a path leads to no other folder, also through links.
    fn is_inside(&self, written: &str) -> bool {
        #[cfg(feature = "native")]
        {
            let path = self.folder.join(written);
            if path.exists() && crate::file::leads_outside(&path, self.folder) {
                return false;
            }
        }
        !written.trim().is_empty()
    }

    /// Returns the keys that a profile could have, and reports the others.
    fn keys_of_profiles(&mut self) -> Node {
        let mut root = self.tree.root().clone();
        for (key, _) in self.tree.root().members() {
            let name = key.name.as_str();
            if KEYS_OF_PROFILES.contains(&name) {
                continue;
            }
            root.remove(name);
            if FOLDERS.contains(&name) {
                continue;
            }
            let problem = unknown_key(name);
            self.problems
                .push(problem.at(self.tree.source(), key.span.clone(), ""));
        }
        root
    }
}

fn unknown_key(name: &str) -> Diagnostic {
    let message = format!("unknown key `{name}` in `{SETTINGS_FILE}`");
    let error = Diagnostic::error(rule::UNKNOWN_KEY, message);
    if profile_table().field(name).is_some() {
        return error.hint("write it in the profile: the settings of a folder are for all in it");
    }
    let keys = KEYS_OF_PROFILES.into_iter().chain(FOLDERS);
    let otherwise = format!("expected {}", alternatives(keys.clone()));
    error.hint(did_you_mean(name, keys, otherwise))
}
