//! Reads TOML text into a typed [`Profile`], keeping the spanned [`TomlTree`] beside it so that any
//! later stage can point at the user's own characters.
//!
//! Uses `diagnostic`. The file system is touched for a profile, its images and its bibliographies
//! alone.

mod bibliography;
mod date;
mod format;
mod image;
mod input;
mod kind;
mod language;
mod link;
mod lint;
mod model;
mod network;
mod offsets;
mod path;
mod schema;
mod shape;
mod svg;
mod synonyms;
mod syntax;
mod text;
mod tree;
mod validate;

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};

pub use bibliography::{Bibliographies, Name, Publication, PublicationKind};
pub use date::{DateText, Dates, Moment, PartialDate};
pub use image::find as find_image;
pub use kind::SectionKind;
pub use language::{is_east_asian, nearest_tag};
pub use link::{LinkFault, bare as bare_address, link_fault};
pub use model::parts::{
    Detail, EntryLink, Highlight, Item, Letter, Meta, OneOrMany, Project, RoleField,
};
pub use model::{
    Bibliography, Entry, GroupBy, Person, PersonLink, Profile, Section, Sort, Variant,
};
pub use network::{address as network_address, find as find_network};
pub use schema::{reference as format_reference, schema};
pub use text::{Prose, Text};
pub use tree::{Key, Node, TomlPath, TomlTree, Value};
pub use validate::choices::{ALL, is_called, languages, tags_of};

/// A profile as it was read: what is right of it, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct ParsedProfile {
    /// What the profile says, without what is wrong; texts in several languages stand in all of
    /// them.
    pub tree: TomlTree,
    /// The publications of the files that it names.
    pub bibliographies: Bibliographies,
    /// The folder that its files may lie in; `None` where the text came from no file.
    pub folder: Option<PathBuf>,
    /// What is wrong or questionable. With an error among it the profile is not to be printed;
    /// later stages add theirs, so that a person hears of everything at once.
    pub problems: Diagnostics,
}

impl ParsedProfile {
    /// The language that the profile asks to be printed in.
    pub fn locale(&self) -> Option<&str> {
        self.tree.root().get("locale").and_then(Node::as_str)
    }

    /// The layout that a variant of it, or the whole, asks for.
    pub fn layout(&self, variant: Option<&str>) -> Option<&str> {
        self.of_variant(variant, "layout").and_then(Node::as_str)
    }

    /// The language that a variant of it, or the whole, asks for.
    pub fn locale_of(&self, variant: Option<&str>) -> Option<&str> {
        self.of_variant(variant, "locale").and_then(Node::as_str)
    }

    /// Whether a variant of it, or the whole, has a cover letter.
    pub fn has_letter(&self, variant: Option<&str>) -> bool {
        self.of_variant(variant, "letter").is_some()
    }

    fn of_variant(&self, variant: Option<&str>, key: &str) -> Option<&Node> {
        let root = self.tree.root();
        let own = variant.and_then(|name| root.get("variant")?.get(name)?.get(key));
        own.or_else(|| root.get(key))
    }

    /// The languages that its texts are in, in the order in which they first appear; none where
    /// each text stands for all.
    pub fn languages(&self) -> Vec<String> {
        languages(self.tree.root())
    }

    /// The names of its variants, in the order written.
    pub fn variants(&self) -> Vec<&str> {
        let variants = self
            .tree
            .root()
            .get("variant")
            .map(Node::members)
            .unwrap_or_default();
        variants.iter().map(|(key, _)| key.name.as_str()).collect()
    }
}

/// Where a profile's text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input; messages call it `<stdin>`, and the working folder is its own.
    Stdin,
}

impl Input {
    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "<stdin>".to_owned(),
        }
    }

    /// The name that its outputs begin with: the file's name without its ending.
    pub fn stem(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().map_or_else(
                || "profile".to_owned(),
                |stem| stem.to_string_lossy().into_owned(),
            ),
            Self::Stdin => "profile".to_owned(),
        }
    }
}

/// Reads and checks a profile. `today` is what dates lie ahead of, where the profile has no date of
/// its own.
///
/// # Errors
/// The file cannot be read, or is not TOML.
pub fn load(input: &Input, today: Option<PartialDate>) -> Result<ParsedProfile, Diagnostics> {
    let text = input::text(input)?;
    let folder = match input {
        Input::File(path) => path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty()),
        Input::Stdin => None,
    };
    parse(
        Source::new(input.name(), text),
        Some(folder.unwrap_or(FilePath::new("."))),
        today,
    )
}

/// The files that the text of a profile names and that lie in its folder: images and
/// bibliographies, by their paths as written. Of a text that is no TOML there are none.
pub fn files_of(text: &str, folder: &FilePath) -> Vec<(String, PathBuf)> {
    fn collect(node: &Node, names: &mut Vec<String>) {
        for (key, member) in node.members() {
            if let "photo" | "signature" | "bibliography" = key.name.as_str() {
                let path = member.get("path").unwrap_or(member).as_str();
                names.extend(path.map(str::to_owned));
            }
            collect(member, names);
        }
        node.items().iter().for_each(|item| collect(item, names));
    }
    let mut names = Vec::new();
    if let Ok(tree) = TomlTree::parse(Arc::new(Source::new("", text))) {
        collect(tree.root(), &mut names);
    }
    names
        .into_iter()
        .filter_map(|name| {
            path::find(&name, Some(folder))
                .ok()
                .map(|path| (name, path))
        })
        .collect()
}

/// The text of a profile in its canonical form: keys in one order, one spacing, comments kept.
///
/// # Errors
/// The file cannot be read, or is not TOML.
pub fn formatted(input: &Input) -> Result<(String, String), Diagnostics> {
    let text = input::text(input)?;
    let source = Arc::new(Source::new(input.name(), text));
    TomlTree::parse(Arc::clone(&source))?;
    let formatted = format::format(source.text(), &format::order).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Diagnostic::error(rule::TOML_SYNTAX, error.message().to_owned()).at(&source, span, "")
    })?;
    Ok((source.text().to_owned(), formatted))
}

/// Checks a profile's text. The files that it names are looked for in `folder`; `today` is what
/// dates lie ahead of, where the profile has no date of its own.
///
/// # Errors
/// The text is not TOML.
pub fn parse(
    source: Source,
    folder: Option<&FilePath>,
    today: Option<PartialDate>,
) -> Result<ParsedProfile, Diagnostics> {
    let tree = TomlTree::parse(Arc::new(source))?;
    let mut problems = Diagnostics::default();
    let shaped = shape::check(&tree, &mut problems);
    let profile = typed(&shaped.right, tree.source(), &mut problems);
    let bibliographies = validate::check(&profile, &tree, &shaped, folder, &mut problems);
    let tree = TomlTree::with_root(Arc::clone(tree.source()), shaped.right);
    lint::check(&profile, &tree, today, &mut problems);
    Ok(ParsedProfile {
        tree,
        bibliographies,
        folder: folder.map(FilePath::to_path_buf),
        problems,
    })
}

/// The profile that a tree of the right shape says.
pub fn typed(root: &Node, source: &Arc<Source>, problems: &mut Diagnostics) -> Profile {
    Profile::deserialize(root.to_toml()).unwrap_or_else(|error| {
        // Reached only where the types refuse what their own schema admits.
        let message = format!("cannot read the profile: {}", error.message());
        problems.push(Diagnostic::error(rule::WRONG_TYPE, message).at(source, 0..0, ""));
        Profile::default()
    })
}
