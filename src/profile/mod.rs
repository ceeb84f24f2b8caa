//! Parses and checks profiles: TOML text becomes a [`TomlTree`], and [`Profile`] is the typed
//! model.
//!
//! Every value of the tree has its span in the text, so that later stages can point at it. The
//! stage `selection` deserializes the part of the tree that it selects into a [`Profile`].
//!
//! Uses `diagnostic`. Reads profiles, and the images and bibliographies that they name.

mod bibliography;
mod bounds;
mod characters;
mod date;
mod date_reader;
mod date_words;
mod doi;
mod fields;
mod files;
#[cfg(feature = "native")]
mod folder;
mod foreign;
mod format;
mod image;
mod image_fault;
mod input;
#[cfg(feature = "native")]
mod input_file;
mod kind;
mod language;
mod link;
mod lint;
mod model;
mod mojibake;
mod moment;
mod network;
mod offsets;
mod path;
mod remedy;
mod role;
mod schema;
mod settings;
mod settings_file;
mod shape;
mod short_form;
mod spelling;
#[cfg(feature = "native")]
mod standard_input;
mod string_list;
mod svg;
mod synonym_words;
mod synonyms;
mod syntax;
mod text;
mod toml_path;
mod tree;
mod unknown_key;
mod validate;
mod value_types;
mod variant_faults;
mod visit;
mod wrong_type;

use std::collections::BTreeMap;
#[cfg(feature = "native")]
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};

pub use bibliography::{
    ArchiveLink, Bibliographies, MarkedPart, Name, Publication, PublicationKind,
    load as load_bibliography, marked_parts, shown_path, unmarked,
};
pub use bounds::{MAX_LINE, MAX_SIZE, MAX_TEXT};
pub use characters::{
    LINE_BREAKS, UnseenUses, changes_order, is_ignorable, is_right_to_left, needs_no_glyph,
};
pub use date::{DateText, Dates};
pub use date_reader::{Reading as DateReading, read as read_date};
pub use doi::{address as doi_address, bare as bare_doi};
pub use fields::{Field, Table, fields_of, keys_at, own_fields, profile_table, role_has};
pub use files::{NamedFile, ProfileFiles};
#[cfg(feature = "native")]
pub use folder::{ReferencedFile, find_file, named_files, referenced_files, settings_files};
pub use foreign::refuse_foreign;
pub use image::{EXTENSIONS as IMAGE_EXTENSIONS, find as find_image};
pub use input::{Input, STDIN, decoded, text as input_text, utf8};
pub use kind::SectionKind;
pub use language::{is_east_asian, languages_of, nearest_tag};
pub use link::{
    LinkFault, bare as bare_address, differs as is_other_address, disguised as disguised_address,
    encoded as encoded_url, is_email, link_fault, short as short_address,
};
pub use model::{
    AttachedData, Bibliography, BibliographyChoice, CefrLevel, Detail, Email, Emails, Entry,
    EntryLink, GroupBy, Highlight, Item, Keyword, LEVELS, LabeledEmail, LabeledPhone, LabeledText,
    Letter, LevelField, Meta, MetaItem, Numbering, Person, PersonLink, Phone, Phones, Profile,
    Project, QrField, QuoteStyle, RatedKeyword, ReferenceStyle, Residence, RoleField, Section,
    Signature, Sort, Variant,
};
pub use moment::{Moment, PartialDate};
pub use network::{
    address as network_address, find as find_network, is_user, names as networks,
    of_address as network_of_address, user_in as network_user,
};
pub use role::Role;
pub use schema::{reference as format_reference, schema, topic, topics};
pub use settings::Settings;
pub use settings_file::SETTINGS_FILE;
#[cfg(feature = "native")]
pub use settings_file::settings_file;
pub use short_form::{expanded as with_long_sections, short_kind};
pub use spelling::{capitalized, letters, shortened, single_spaced};
pub use svg::without_metadata as svg_without_metadata;
pub use synonym_words::meant_value;
pub use synonyms::{heads, kind_headed, label_in, meant_at_top, meant_option, option_hint};
pub use syntax::tree::{
    HeaderSyntax, KeySyntax, MemberGap, MemberSyntax, Statement, StatementGap, SyntaxTree,
    ValueForm, ValueSyntax, read as read_syntax, text_of,
};
pub use text::{OneOrMany, Prose, Text};
pub use toml_path::TomlPath;
pub use tree::{Key, Node, TomlTree, Value};
pub use validate::{ALL, FILE_NAME_PARTS, all_tags, is_called, tags_of};
pub use value_types::{NamedValue, ValueTypes};
pub use visit::{Visitor, remove_fields, visit};

/// A parsed and checked profile.
#[derive(Debug, Clone)]
pub struct ParsedProfile {
    /// The valid part of the profile, with texts in all their languages.
    pub tree: TomlTree,
    /// The publications of the files that the profile names, by path.
    pub bibliographies: Bibliographies,
    /// The files that the profile can name.
    pub files: ProfileFiles,
    /// The settings of its folder.
    pub settings: Option<Arc<Settings>>,
    /// The problems of the profile. A profile with an error cannot be rendered; later stages still
    /// run to report all problems at once.
    pub problems: Diagnostics,
    /// The errors in variants, by the name of the variant. They stop only that variant.
    pub variant_faults: BTreeMap<String, Diagnostics>,
}

impl ParsedProfile {
    /// Returns the problems of the profile and of one variant.
    pub fn problems_of(&self, variant: Option<&str>) -> Diagnostics {
        let mut problems = self.problems.clone();
        if let Some(faults) = variant.and_then(|name| self.variant_faults.get(name)) {
            problems.extend(faults.clone());
        }
        problems
    }

    /// Returns the language of the profile.
    pub fn locale(&self) -> Option<&str> {
        self.tree.root().string("locale")
    }

    /// Returns the layout of a variant, or the profile's.
    pub fn layout(&self, variant: Option<&str>) -> Option<&str> {
        let own = self.value_for(variant, "layout").and_then(Node::as_str);
        own.or_else(|| self.settings.as_ref()?.layout.as_deref())
    }

    /// Returns the language of a variant, or the profile's.
    pub fn locale_of(&self, variant: Option<&str>) -> Option<&str> {
        self.value_for(variant, "locale").and_then(Node::as_str)
    }

    /// Returns whether a variant or the profile has a cover letter.
    pub fn has_letter(&self, variant: Option<&str>) -> bool {
        self.value_for(variant, "letter").is_some()
    }

    fn value_for(&self, variant: Option<&str>, key: &str) -> Option<&Node> {
        let root = self.tree.root();
        let own = variant.and_then(|name| root.get("variant")?.get(name)?.get(key));
        own.or_else(|| root.get(key))
    }

    /// Returns the languages of the texts, in the order in which they first appear. There are none
    /// if no text is in several languages.
    pub fn languages(&self) -> Vec<String> {
        language::languages_of(self.tree.root())
    }

    /// Returns the names of the variants, in the order written.
    pub fn variants(&self) -> Vec<&str> {
        self.tree.keys(&TomlPath::ROOT.key("variant"))
    }
}

/// Reads and checks a profile. `today` is the date after which a date is in the future, unless the
/// profile has a date itself.
///
/// # Errors
/// The file cannot be read, is not TOML, or a part of it is too large.
pub fn load(input: &Input, today: Option<PartialDate>) -> Result<ParsedProfile, Diagnostics> {
    let text = input::text(input)?;
    parse_with(Source::new(input.name(), text), input.files(), today)
}

/// Reads a profile without checking it or reading the files that it names, to see which documents
/// it has.
///
/// # Errors
/// The file cannot be read, is not TOML, or a part of it is too large.
pub fn outline(input: &Input) -> Result<ParsedProfile, Diagnostics> {
    let text = input::text(input)?;
    let written = TomlTree::parse(Arc::new(Source::new(input.name(), text)))?;
    bounds::check(&written)?;
    let mut problems = Diagnostics::default();
    let shaped = shape::check(&written, &mut problems);
    let files = input.files();
    Ok(ParsedProfile {
        tree: shaped.tree,
        bibliographies: Bibliographies::new(),
        settings: Settings::of(&files, &mut problems),
        files,
        problems,
        variant_faults: BTreeMap::new(),
    })
}

/// Returns the text of a profile in canonical form: one order of keys, one style of spacing, comments
/// unchanged. The name is that for messages.
///
/// # Errors
/// The text is not TOML.
pub fn formatted_text(name: String, text: &str) -> Result<String, Diagnostics> {
    let tree = TomlTree::parse(Arc::new(Source::new(name, text)))?;
    Ok(format::format(tree.source().text(), &format::order))
}

/// Parses and checks the text of a profile. Files that it names are expected in `folder`; `today`
/// is the date after which a date is in the future, unless the profile has a date itself.
///
/// # Errors
/// The text is not TOML, or a part of it is too large.
#[cfg(feature = "native")]
pub fn parse(
    source: Source,
    folder: Option<&Path>,
    today: Option<PartialDate>,
) -> Result<ParsedProfile, Diagnostics> {
    parse_with(source, ProfileFiles::in_folder(folder), today)
}

/// Parses and checks the text of a profile, which can name these files.
///
/// # Errors
/// The text is not TOML, or a part of it is too large.
pub fn parse_with(
    source: Source,
    files: ProfileFiles,
    today: Option<PartialDate>,
) -> Result<ParsedProfile, Diagnostics> {
    let written = TomlTree::parse(Arc::new(source))?;
    bounds::check(&written)?;
    let mut problems = Diagnostics::default();
    let shaped = shape::check(&written, &mut problems);
    let bibliographies = validate::check(&shaped, &files, &mut problems);
    lint::check(&shaped.tree, today, &mut problems);
    let variant_faults = variant_faults::take(&written, &mut problems);
    Ok(ParsedProfile {
        tree: shaped.tree,
        bibliographies,
        settings: Settings::of(&files, &mut problems),
        files,
        problems,
        variant_faults,
    })
}

/// Deserializes the tree of a checked profile, in one language.
pub fn typed(root: &Node, source: &Arc<Source>, problems: &mut Diagnostics) -> Profile {
    Profile::deserialize(root.to_toml()).unwrap_or_else(|error| {
        // Only if the types reject a value that their own schema allows.
        let message = format!("cannot read the profile: {}", error.message());
        problems.push(Diagnostic::error(rule::WRONG_TYPE, message).at(source, 0..0, ""));
        Profile::default()
    })
}
