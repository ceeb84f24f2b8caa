//! Reads a job of `cvpress stream` from JSON.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};
use strum::IntoEnumIterator;

use crate::batch::json::UniqueKeys;
use crate::batch::task::{Destination, ProfileSource, Task};
use crate::content::Locale;
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};
use crate::export::{Format, Output};
use crate::import::Origin;
use crate::layout::{FIT, Layouts, OptionSetting};
use crate::pipeline::{RenderOptions, SourceFiles};
use crate::profile::ALL;
use crate::selection::DocumentKind;

/// The keys of a job.
const KEYS: [&str; 21] = [
    "id",
    "profile",
    "text",
    "import",
    "from",
    "name",
    "folder",
    "output",
    "format",
    "ppi",
    "layout",
    "edition",
    "paper",
    "fit",
    "set",
    "locale",
    "locale-fallback",
    "variant",
    "public",
    "anonymous",
    "letter",
];

/// The format of a job for the profile of an imported file.
pub const PROFILE_FORMAT: &str = "toml";

/// The keys from which a job has its profile.
const SOURCES: [&str; 3] = ["profile", "text", "import"];

/// A job, or the errors in it.
pub struct Job {
    /// The id that the answer repeats.
    pub id: Json,
    /// What to do.
    pub task: Result<Box<Task>, Diagnostics>,
}

/// Reads a job from a line; `None` stands for a line that is too long.
pub fn read_job(line: Option<&[u8]>, options: &RenderOptions, layouts: &Layouts) -> Job {
    let Some(line) = line else {
        return invalid("the line exceeds 64 MiB");
    };
    let keys = match serde_json::from_slice(line) {
        Ok(UniqueKeys(Json::Object(keys))) => keys,
        Ok(_) => return invalid("the line is not a JSON object"),
        Err(error) => return invalid(&format!("the line is not JSON: {error}")),
    };
    let id = keys.get("id").cloned().unwrap_or(Json::Null);
    let mut reader = JobReader {
        keys,
        problems: Diagnostics::default(),
    };
    let task = reader.task(options, layouts);
    Job { id, task }
}

fn invalid(message: &str) -> Job {
    Job {
        id: Json::Null,
        task: Err(Diagnostic::error(rule::STREAM_JOB, message).into()),
    }
}

struct JobReader {
    keys: Map<String, Json>,
    problems: Diagnostics,
}

impl JobReader {
    fn task(
        &mut self,
        common: &RenderOptions,
        layouts: &Layouts,
    ) -> Result<Box<Task>, Diagnostics> {
        self.unknown_keys();
        let source = self.source();
        let mut options = common.clone();
        let destination = if self.is_for_profile() {
            Destination::Profile(self.text("output").map(PathBuf::from))
        } else {
            self.selection(&mut options);
            self.design(&mut options, layouts);
            self.destination(&mut options)
        };
        match source {
            Some(source) if !self.problems.has_errors() => Ok(Box::new(Task {
                source,
                destination,
                options,
            })),
            _ => Err(std::mem::take(&mut self.problems)),
        }
    }

    /// Returns whether the job asks for the profile of an imported file, and not for a document.
    fn is_for_profile(&self) -> bool {
        let text = |key: &str| self.keys.get(key).and_then(Json::as_str);
        let output = text("output").map(Path::new).and_then(Path::extension);
        let is_profile = match text("format") {
            Some(format) => format == PROFILE_FORMAT,
            None => output.is_some_and(|extension| extension == PROFILE_FORMAT),
        };
        is_profile && self.keys.contains_key("import")
    }

    /// Returns the file of another tool.
    fn import(&mut self, path: &str) -> Option<ProfileSource> {
        let origin = match self.text("from").as_deref() {
            None | Some("auto") => None,
            Some(name) => {
                let origin = Origin::find(name);
                if origin.is_none() {
                    self.error(
                        &format!("unknown tool `{name}`"),
                        &format!("expected {}", Origin::names()),
                    );
                    return None;
                }
                origin
            }
        };
        let path = Path::new(path);
        if let Some(output) = self.text("output") {
            let sources = SourceFiles::new([path.to_owned()]);
            let refused = sources.refuse(Output::File(output.into())).err();
            self.problems.extend(refused.unwrap_or_default());
        }
        Some(ProfileSource::Import {
            path: path.to_path_buf(),
            origin,
        })
    }

    fn unknown_keys(&mut self) {
        for key in self.keys.keys() {
            if KEYS.contains(&key.as_str()) {
                continue;
            }
            let error = Diagnostic::error(rule::STREAM_JOB, format!("unknown key `{key}`"));
            self.problems.push(match nearest(key, KEYS) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint(format!("expected {}", alternatives(KEYS))),
            });
        }
    }

    fn source(&mut self) -> Option<ProfileSource> {
        let profile = self.text("profile");
        let text = self.text("text");
        let name = self.text("name");
        let folder = self.text("folder");
        if self.keys.contains_key("from") && !self.keys.contains_key("import") {
            self.error("`from` belongs to `import`", "remove it");
        }
        let sources = SOURCES.iter();
        let has_one_source = sources.filter(|key| self.keys.contains_key(**key)).count() == 1;
        if has_one_source && let Some(path) = self.text("import") {
            return self.import(&path);
        }
        match (profile, text) {
            (Some(path), None) if name.is_none() && folder.is_none() => {
                Some(ProfileSource::File(path.into()))
            }
            (None, Some(text)) => Some(ProfileSource::Text {
                name: name.unwrap_or_else(|| "profile.toml".to_owned()),
                text,
                folder: folder.map(PathBuf::from),
            }),
            (Some(_), None) => {
                self.error(
                    "`name` and `folder` belong to `text`",
                    "remove them: the `profile` has its own name and folder",
                );
                None
            }
            // One of them has the wrong type, which was reported.
            _ if has_one_source => None,
            _ => {
                self.error(
                    "a job needs either `profile`, `text` or `import`",
                    "set `profile` to the path of a profile, `text` to its text, or `import` to the path \
                     of a file of another tool",
                );
                None
            }
        }
    }

    /// Reads which document to render.
    fn selection(&mut self, options: &mut RenderOptions) {
        if let Some(locale) = self.text("locale") {
            if locale == ALL {
                self.only_one_document("locale");
            } else if Locale::parse(&locale).is_none() {
                self.error(
                    &format!("`{locale}` is not a language tag"),
                    "expected a tag such as `en`, `de-CH` or `zh-Hans`",
                );
            }
            options.choices.locales = vec![locale];
        }
        if let Some(variant) = self.text("variant") {
            if variant == ALL {
                self.only_one_document("variant");
            }
            options.choices.variants = vec![variant];
        }
        let common = &mut options.choices.common;
        common.fallback = self.flag("locale-fallback");
        common.public = self.flag("public");
        common.anonymous = self.flag("anonymous");
        if self.flag("letter") {
            common.document = DocumentKind::Letter;
            if common.anonymous {
                self.error(
                    "`anonymous` applies to CVs, and letters are signed",
                    "remove `letter` or `anonymous`",
                );
            }
        }
    }

    fn only_one_document(&mut self, key: &str) {
        self.error(
            &format!("`{key}` cannot be `{ALL}`"),
            "a job renders one document: send a job for each language and variant",
        );
    }

    /// Reads the layout and its options.
    fn design(&mut self, options: &mut RenderOptions, layouts: &Layouts) {
        if let Some(name) = self.text("layout") {
            if let Err(unknown) = layouts.find(&name) {
                self.problems.push(unknown);
            }
            options.layouts = vec![name];
        }
        if let Some(name) = self.text("edition") {
            self.problems.extend(layouts.check_edition(&name).err());
            options.settings.edition = Some(name);
        }
        if let Some(name) = self.text("paper") {
            options.settings.paper = name.parse().ok();
            if options.settings.paper.is_none() {
                self.error(
                    &format!("unknown paper `{name}`"),
                    "expected `a4` or `us-letter`",
                );
            }
        }
        for setting in self.settings() {
            let problem = layouts.check(&setting, &options.layouts).err();
            self.problems.extend(problem);
            options.settings.options.push(setting);
        }
    }

    /// Reads `set` and `fit`.
    fn settings(&mut self) -> Vec<OptionSetting> {
        let mut settings = Vec::new();
        match self.keys.get("set") {
            Some(Json::Object(options)) => {
                for (name, value) in options {
                    settings.push(setting(name, value));
                }
            }
            Some(_) => self.wrong_type("set", "an object of options and their values"),
            None => {}
        }
        if let Some(goal) = self.keys.get("fit") {
            settings.push(setting(FIT, goal));
        }
        settings
    }

    /// Reads the output file and its format.
    fn destination(&mut self, options: &mut RenderOptions) -> Destination {
        let output = self.text("output").map(PathBuf::from);
        let extension = output.as_ref().and_then(|path| path.extension());
        let named = extension.map(|extension| Format::from_extension(&extension.to_string_lossy()));
        // A device, or a name without an ending, gets a PDF.
        let mut format = named.flatten().unwrap_or(Format::Pdf);
        if named == Some(None)
            && !self.keys.contains_key("format")
            && let Some(path) = output
                .as_ref()
                .filter(|path| !path.exists() || path.is_file())
        {
            self.error(
                &format!("the ending of `{}` is not that of a format", path.display()),
                "name a format with `format`, or choose an ending such as `.pdf`",
            );
        }
        if let Some(name) = self.text("format") {
            match Format::from_extension(&name) {
                Some(named) => format = named,
                None => self.error(
                    &format!("unknown format `{name}`"),
                    &format!(
                        "expected {}",
                        alternatives(Format::iter().map(Format::extension))
                    ),
                ),
            }
        }
        options.formats = vec![format];
        if let Some(ppi) = self.keys.get("ppi") {
            options.ppi = ppi.as_f64().filter(|ppi| (1.0..=2400.0).contains(ppi));
            if options.ppi.is_none() {
                self.wrong_type("ppi", "a number from 1 to 2400");
            }
        }
        if format.has_pages() && format != Format::Pdf && output.is_none() {
            self.error(
                "images need an `output`",
                "set it to the path of a file; images of several pages are numbered",
            );
        }
        output.map_or(Destination::Memory, Destination::File)
    }

    fn text(&mut self, key: &str) -> Option<String> {
        if let Json::String(text) = self.keys.get(key)? {
            return Some(text.clone());
        }
        self.wrong_type(key, "a string");
        None
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.keys.get(key) {
            Some(Json::Bool(flag)) => *flag,
            Some(_) => {
                self.wrong_type(key, "`true` or `false`");
                false
            }
            None => false,
        }
    }

    fn wrong_type(&mut self, key: &str, expected: &str) {
        self.error(
            &format!("`{key}` has the wrong type"),
            &format!("expected {expected}"),
        );
    }

    fn error(&mut self, message: &str, hint: &str) {
        self.problems
            .push(Diagnostic::error(rule::STREAM_JOB, message).hint(hint));
    }
}

/// Returns an option and its value as a command line would write it.
fn setting(name: &str, value: &Json) -> OptionSetting {
    let value = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    OptionSetting {
        name: name.to_owned(),
        value,
    }
}
