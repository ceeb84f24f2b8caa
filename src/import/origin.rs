//! The tools that profiles are imported from, and how their files are known: by the content, not by
//! the name.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use crate::diagnostic::alternatives;
use crate::import::source::{SourceNode, SourceValue};

/// A tool whose files can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, IntoStaticStr, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
pub enum Origin {
    /// The archive of the data that LinkedIn has of a person.
    LinkedIn,
    /// JSON Resume.
    #[strum(serialize = "json-resume")]
    JsonResume,
    /// Reactive Resume.
    #[strum(serialize = "reactive-resume")]
    ReactiveResume,
    /// RenderCV.
    RenderCv,
    /// YAMLResume.
    YamlResume,
    /// The XML of Europass.
    Europass,
    /// A record of ORCID.
    Orcid,
    /// A Word document.
    Word,
    /// A PDF that carries its data.
    Pdf,
}

impl Origin {
    /// Returns all origins.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the origin with a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::iter().find(|origin| origin.name() == name)
    }

    /// Returns the name of its files for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::LinkedIn => "an archive of LinkedIn",
            Self::JsonResume => "JSON Resume",
            Self::ReactiveResume => "a Reactive Resume file",
            Self::RenderCv => "a RenderCV file",
            Self::YamlResume => "a YAMLResume file",
            Self::Europass => "Europass XML",
            Self::Orcid => "an ORCID record",
            Self::Word => "a Word document",
            Self::Pdf => "a PDF that carries its data",
        }
    }

    /// Lists the titles of all.
    pub fn titles() -> String {
        let titles: Vec<&str> = Self::iter().map(Self::title).collect();
        match titles.as_slice() {
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
            [] => String::new(),
        }
    }

    /// Lists the names of all.
    pub fn names() -> String {
        alternatives(Self::iter().map(Self::name))
    }
}

/// The syntax of a file, told by its first characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// A ZIP archive.
    Zip,
    /// A PDF.
    Pdf,
    /// XML.
    Xml,
    /// JSON.
    Json,
    /// Other text, such as YAML.
    Text,
}

/// Returns the syntax of a file.
pub fn syntax(bytes: &[u8]) -> Syntax {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Syntax::Zip;
    }
    if bytes.starts_with(b"%PDF-") {
        return Syntax::Pdf;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match text.trim_ascii_start().first() {
        Some(b'<') => Syntax::Xml,
        Some(b'{' | b'[') => Syntax::Json,
        _ => Syntax::Text,
    }
}

/// The members of JSON Resume, by one of which it is known.
const OF_JSON_RESUME: [&str; 12] = [
    "basics",
    "work",
    "volunteer",
    "education",
    "awards",
    "certificates",
    "publications",
    "skills",
    "languages",
    "interests",
    "references",
    "projects",
];

/// Returns the origin of a tree that was JSON or YAML, by its members.
pub fn of_tree(root: &SourceNode) -> Option<Origin> {
    let has = |key: &str| root.get(key).is_some();
    if has("orcid-identifier") || has("activities-summary") {
        Some(Origin::Orcid)
    } else if has("cv") {
        Some(Origin::RenderCv)
    } else if has("content") {
        Some(Origin::YamlResume)
    } else if is_reactive_resume(root) {
        Some(Origin::ReactiveResume)
    } else if OF_JSON_RESUME.iter().any(|key| has(key)) {
        Some(Origin::JsonResume)
    } else {
        None
    }
}

/// Returns whether a tree has the sections of Reactive Resume, which JSON Resume has at the top.
fn is_reactive_resume(root: &SourceNode) -> bool {
    let sections = root.get("sections");
    let mut lists = OF_JSON_RESUME.iter().filter(|key| **key != "basics");
    root.get("basics").is_some()
        && lists.all(|key| root.get(key).is_none())
        && sections.is_some_and(|sections| matches!(sections.value, SourceValue::Map(_)))
}
