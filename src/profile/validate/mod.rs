//! The rules that a profile must keep beyond its shape: kinds and their fields, dates in order,
//! links that lead somewhere.
//!
//! Uses the model and the document; images are looked up in the profile's folder, and
//! bibliographies are read there.

use std::ops::Range;
use std::path::Path as FilePath;

use crate::profile::bibliography::Bibliographies;
use crate::profile::kind::{SectionKind, role_has};
use crate::profile::link::{LinkFault, link_fault};
use crate::profile::model::parts::{Detail, EntryLink, Letter, RoleField};
use crate::profile::model::{Entry, Person, PersonLink, Profile, Section};
use crate::profile::shape::Shaped;
use crate::profile::tree::{Node, TomlPath, TomlTree, Value};
use crate::profile::{DateText, Dates, Moment, image, network};

pub mod choices;
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};

/// The deepest that sections nest: a section, a subsection, and one in that.
const DEEPEST: usize = 3;

/// Tells everything that breaks a rule, as far as the shape was right: what is missing where
/// something was wrong is not missed. The bibliographies that the profile names are read on the
/// way.
pub fn check(
    profile: &Profile,
    tree: &TomlTree,
    shaped: &Shaped,
    folder: Option<&FilePath>,
    found: &mut Diagnostics,
) -> Bibliographies {
    let mut check = Validator {
        tree,
        shaped,
        folder,
        bibliographies: Bibliographies::new(),
        found,
    };
    let holds = tree
        .keys(&TomlPath::ROOT)
        .iter()
        .any(|key| matches!(*key, "person" | "section"));
    if !holds && !check.was_wrong(&TomlPath::ROOT) {
        let error = Diagnostic::error(rule::EMPTY_PROFILE, "the profile holds nothing to print");
        check.tell(
            error.hint("begin with `[person]` and `name = \"…\"`"),
            0..0,
            "",
        );
        return check.bibliographies;
    }
    check.name(&profile.person);
    check.person(&profile.person, &TomlPath::ROOT.key("person"));
    check.addresses(&shaped.right, &TomlPath::ROOT);
    check.letter(profile.letter.as_ref(), &TomlPath::ROOT.key("letter"));
    check.choices(profile, &shaped.right);
    if let Some(date) = &profile.date {
        check.date_is_no_slip(date, &TomlPath::ROOT.key("date"));
    }
    let sections = TomlPath::ROOT.key("section");
    for (index, section) in profile.sections.iter().enumerate() {
        check.section(section, None, 1, &sections.index(index));
    }
    check.bibliographies
}

/// What is checked, and what was found.
pub(super) struct Validator<'a> {
    /// The profile as it was written.
    pub(super) tree: &'a TomlTree,
    shaped: &'a Shaped,
    /// The folder that its files lie in.
    pub(super) folder: Option<&'a FilePath>,
    /// The files of publications that were read.
    pub(super) bibliographies: Bibliographies,
    pub(super) found: &'a mut Diagnostics,
}

impl Validator<'_> {
    pub(super) fn tell(
        &mut self,
        diagnostic: Diagnostic,
        span: Range<usize>,
        label: impl Into<String>,
    ) {
        self.found
            .push(diagnostic.at(self.tree.source(), span, label));
    }

    fn was_wrong(&self, path: &TomlPath) -> bool {
        self.shaped.was_wrong(self.tree, path)
    }

    fn name(&mut self, person: &Person) {
        let path = TomlPath::ROOT.key("person");
        let nameless = person
            .name
            .as_deref()
            .is_none_or(|name| name.trim().is_empty());
        if nameless && !self.was_wrong(&TomlPath::ROOT) && !self.was_wrong(&path) {
            let span = self.tree.span(&path);
            let warning = Diagnostic::warning(rule::MISSING_NAME, "the profile has no name");
            self.tell(
                warning.hint("write `name = \"…\"` under `[person]`"),
                span,
                "",
            );
        }
    }

    /// Of the profile, or of a variant.
    pub(super) fn person(&mut self, person: &Person, path: &TomlPath) {
        let links = path.key("links");
        for (index, link) in person.links.iter().enumerate() {
            self.person_link(link, &links.index(index));
        }
        self.image("photo", person.photo.as_deref(), path);
    }

    /// Of the profile, or of a variant.
    pub(super) fn letter(&mut self, letter: Option<&Letter>, path: &TomlPath) {
        let Some(letter) = letter else { return };
        // A variant may leave the body to the letter of the profile, where it is missed if it is
        // not there.
        let whole = TomlPath::ROOT.key("letter");
        let is_variant = path.header() != "letter";
        let has_body = letter.body.is_some() || (is_variant && self.tree.node(&whole).is_some());
        if !has_body && !self.was_wrong(path) {
            let error = Diagnostic::error(rule::MISSING_KEY, "`body` is missing in `letter`");
            let span = self.tree.span(path);
            self.tell(error.hint("add `body = \"…\"`"), span, "");
        }
        if let Some(date) = &letter.date {
            self.date_is_no_slip(date, &path.key("date"));
        }
        self.image("signature", letter.signature.as_deref(), path);
    }

    /// An image can be printed, and lies in the profile's folder.
    fn image(&mut self, key: &str, written: Option<&str>, path: &TomlPath) {
        // A variant leaves an image out with an empty path.
        let is_left_out =
            |written: &str| written.is_empty() && path.header().starts_with("variant.");
        let Some(written) = written.filter(|written| !is_left_out(written)) else {
            return;
        };
        if let Err(fault) = image::find(written, self.folder) {
            let diagnostic =
                Diagnostic::error(fault.rule(), fault.message(key, written)).hint(fault.hint());
            let span = self.tree.span(&path.key(key));
            self.tell(diagnostic, span, "");
        }
    }

    fn person_link(&mut self, link: &PersonLink, path: &TomlPath) {
        match (&link.network, &link.username, &link.label, &link.url) {
            (Some(name), Some(username), ..) => self.account(name, username, path),
            (None, None, _, Some(_)) => {}
            (None, None, Some(_), None) => self.plain_link(path),
            _ if self.was_wrong(path) => {}
            (network, username, ..) => {
                let (message, hint) = match (network, username) {
                    (Some(_), _) if link.url.is_some() => (
                        "a link with `network` needs `username`",
                        "add `username = \"…\"`, or write `label` in place of `network`",
                    ),
                    (Some(_), _) => (
                        "a link with `network` needs `username`",
                        "add `username = \"…\"`",
                    ),
                    (_, Some(_)) => (
                        "a link with `username` needs `network`",
                        "add `network = \"…\"`",
                    ),
                    _ => (
                        "the link is empty",
                        "expected `{ network = \"…\", username = \"…\" }` or `{ label = \"…\", url = \"…\" }`",
                    ),
                };
                let span = self.tree.span(path);
                self.tell(
                    Diagnostic::error(rule::INCOMPLETE_LINK, message).hint(hint),
                    span,
                    "",
                );
            }
        }
    }

    fn account(&mut self, name: &str, username: &str, path: &TomlPath) {
        if network::address(name, username).is_some() {
            return;
        }
        let (key, error) = if network::find(name).is_some() {
            let error = Diagnostic::error(
                rule::UNKNOWN_USER,
                format!("`{username}` does not say on which server"),
            );
            (
                "username",
                error.hint(format!(
                    "write `{}@server.example`",
                    username.trim().trim_matches('@')
                )),
            )
        } else {
            let error =
                Diagnostic::error(rule::UNKNOWN_NETWORK, format!("unknown network `{name}`"));
            let error = match nearest(name, network::names()) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("write any page as `{ label = \"…\", url = \"…\" }`"),
            };
            ("network", error)
        };
        let span = self.tree.span(&path.key(key));
        self.tell(error, span, "");
    }

    fn plain_link(&mut self, path: &TomlPath) {
        if self.was_wrong(path) {
            return;
        }
        let warning = Diagnostic::warning(
            rule::LINK_WITHOUT_URL,
            "the link leads nowhere and prints plain",
        );
        let span = self.tree.span(path);
        self.tell(warning.hint("add `url = \"https://…\"`"), span, "");
    }

    fn link(&mut self, url: &str, path: &TomlPath) {
        let Some(fault) = link_fault(url) else { return };
        let error = Diagnostic::error(rule::LINK_TARGET, fault.message(url)).hint(fault.hint(url));
        let span = match fault {
            LinkFault::Character(at, character) => {
                self.tree.span_within(path, at..at + character.len_utf8())
            }
            _ => self.tree.span(path),
        };
        self.tell(error, span, "");
    }

    /// Every address, in each of its languages.
    fn addresses(&mut self, node: &Node, path: &TomlPath) {
        match &node.value {
            Value::Table(members) => {
                for (key, member) in members
                    .iter()
                    .filter(|(key, _)| !matches!(&*key.name, "design" | "meta"))
                {
                    self.addresses(member, &path.key(&key.name));
                }
            }
            Value::Languages(texts) => {
                for (key, text) in texts {
                    self.addresses(text, &path.key(&key.name));
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.addresses(item, &path.index(index));
                }
            }
            Value::String(url) if path.is_below("url") => self.link(url, path),
            _ => {}
        }
    }

    fn links(&mut self, links: &[EntryLink], path: &TomlPath) {
        for (index, _) in links
            .iter()
            .enumerate()
            .filter(|(_, link)| link.url.is_none())
        {
            self.plain_link(&path.index(index));
        }
    }

    fn section(
        &mut self,
        section: &Section,
        inherited: Option<SectionKind>,
        level: usize,
        path: &TomlPath,
    ) {
        let kind = section.kind.or(inherited);
        if level > DEEPEST {
            let error = Diagnostic::error(
                rule::NESTED_TOO_DEEP,
                "sections nest to three levels, and this is the fourth",
            );
            let span = self.tree.span(path);
            self.tell(error.hint("move it up, or make it an entry"), span, "");
            return;
        }
        let keys = self.tree.keys(path);
        if kind.is_none() && !keys.contains(&"kind") && !section.entries.is_empty() {
            let error =
                Diagnostic::error(rule::MISSING_KIND, "a section with entries needs a `kind`");
            let kinds = alternatives(SectionKind::ALL.map(SectionKind::name));
            let span = self.tree.span(path);
            self.tell(
                error.hint(format!("add `kind = \"…\"` with {kinds}")),
                span,
                "",
            );
        }
        let holds = ["body", "highlights", "entry", "subsection", "bibliography"];
        if !keys.iter().any(|key| holds.contains(key)) && !self.was_wrong(path) {
            let warning = Diagnostic::warning(rule::EMPTY_SECTION, "the section holds nothing");
            let span = self.tree.span(path);
            self.tell(
                warning.hint("add entries under `[[section.entry]]`, or leave it out"),
                span,
                "",
            );
        }
        for key in ["bibliography", "group-by"]
            .into_iter()
            .filter(|key| keys.contains(key))
        {
            if let Some(kind) = kind.filter(|kind| *kind != SectionKind::Publication) {
                let message = format!(
                    "`{key}` is for sections of the kind `publication`, not of `{}`",
                    kind.name()
                );
                let span = self.tree.key_span(&path.key(key));
                self.tell(
                    Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message),
                    span,
                    "",
                );
            }
        }
        if let Some(bibliography) = &section.bibliography {
            self.bibliography(bibliography, &path.key("bibliography"));
        }
        let entries = path.key("entry");
        for (index, entry) in section.entries.iter().enumerate() {
            let path = entries.index(index);
            if let Some(kind) = kind {
                self.fields_of_kind(kind, &path);
            }
            self.entry(entry, &path);
        }
        let subsections = path.key("subsection");
        for (index, subsection) in section.subsections.iter().enumerate() {
            self.section(subsection, kind, level + 1, &subsections.index(index));
        }
    }

    fn fields_of_kind(&mut self, kind: SectionKind, path: &TomlPath) {
        let tree = self.tree;
        for field in tree.keys(path) {
            let owners = SectionKind::with(field);
            if kind.has(field) || owners.is_empty() {
                continue;
            }
            let owners = alternatives(owners.into_iter().map(SectionKind::name));
            let message = format!("`{field}` is a field of {owners}, not of `{}`", kind.name());
            let mut error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message);
            let own = kind.own_fields();
            error = match kind
                .counterpart(field)
                .or_else(|| nearest(field, own.iter().copied()))
            {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None if own.is_empty() => {
                    error.hint(format!("an entry of `{}` says it in `text`", kind.name()))
                }
                None => error.hint(format!("expected {}", alternatives(own.iter().copied()))),
            };
            self.tell(error, tree.key_span(&path.key(field)), "");
        }
    }

    fn entry(&mut self, entry: &Entry, path: &TomlPath) {
        if !self.was_wrong(path)
            && !self
                .tree
                .node(path)
                .is_some_and(|node| holds_something(&node.value))
        {
            let what = if path.field() == Some("role") {
                "a role"
            } else {
                "an entry"
            };
            let error = Diagnostic::error(rule::EMPTY_ENTRY, format!("{what} must hold something"));
            let span = self.tree.span(path);
            self.tell(error.hint("write what it is, or leave it out"), span, "");
        }
        self.dates(entry, path);
        self.links(&entry.links, &path.key("links"));
        if let Some(project) = &entry.project {
            let path = path.key("project");
            self.links(&project.links, &path.key("links"));
        }
        let details = path.key("details");
        for (index, detail) in entry.details.iter().enumerate() {
            self.detail(detail, &details.index(index));
        }
        if let Some(RoleField::Roles(roles)) = &entry.role {
            let path = path.key("role");
            for (index, role) in roles.iter().enumerate() {
                self.role(role, &path.index(index));
            }
        }
    }

    fn role(&mut self, role: &Entry, path: &TomlPath) {
        let tree = self.tree;
        for field in tree.keys(path) {
            let owners = SectionKind::with(field);
            let (message, hint) =
                if field == "role" && matches!(role.role, Some(RoleField::Roles(_))) {
                    (
                        "a role has no roles".to_owned(),
                        "write it as another `[[section.entry.role]]`",
                    )
                } else if role_has(field) || (owners.is_empty() && field != "url") {
                    continue;
                } else if owners.contains(&SectionKind::Experience) || field == "url" {
                    (
                        format!("a role has no `{field}` of its own"),
                        "write it in the entry that the role belongs to",
                    )
                } else {
                    let owners = alternatives(owners.into_iter().map(SectionKind::name));
                    (
                        format!("`{field}` is a field of {owners}, not of a role"),
                        "a role has the fields of `experience`",
                    )
                };
            let error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message).hint(hint);
            self.tell(error, tree.key_span(&path.key(field)), "");
        }
        self.entry(role, path);
    }

    fn detail(&mut self, detail: &Detail, path: &TomlPath) {
        let keys = self.tree.keys(path);
        let (body, items) = (keys.contains(&"body"), keys.contains(&"items"));
        let span = self.tree.span(path);
        if body && items {
            let error =
                Diagnostic::error(rule::BODY_OR_ITEMS, "the block has both `body` and `items`");
            self.tell(
                error.hint("write one block with the prose and one with the list"),
                span,
                "",
            );
        } else if !body && !items && !self.was_wrong(path) {
            let error = Diagnostic::error(
                rule::BODY_OR_ITEMS,
                "the block has neither `body` nor `items`",
            );
            self.tell(
                error.hint("add `body = \"…\"` or `items = [\"…\"]`"),
                span,
                "",
            );
        } else if detail.numbered && body {
            let warning =
                Diagnostic::warning(rule::NUMBERED_PROSE, "`numbered` has no effect on prose");
            let span = self.tree.key_span(&path.key("numbered"));
            self.tell(
                warning.hint("a numbered list in `body` is written `1. …`"),
                span,
                "",
            );
        }
    }

    fn dates(&mut self, entry: &Entry, path: &TomlPath) {
        let keys = [("start", &entry.start), ("end", &entry.end)];
        for (key, date) in keys {
            if let Some(date) = date {
                self.date_is_no_slip(date, &path.key(key));
            }
        }
        let path_of_date = path.key("date");
        for (index, date) in entry.date.iter().flat_map(Dates::as_slice).enumerate() {
            let member = path_of_date.index(index);
            let at = if self.tree.node(&member).is_some() {
                &member
            } else {
                &path_of_date
            };
            self.date_is_no_slip(date, at);
        }
        if entry.date.is_some() && (entry.start.is_some() || entry.end.is_some()) {
            let key = if entry.start.is_some() {
                "start"
            } else {
                "end"
            };
            let other = self.tree.key_span(&path.key(key));
            let error = Diagnostic::error(
                rule::DATE_AND_PERIOD,
                format!("an entry has `date` or `{key}`, not both"),
            )
            .also(self.tree.source(), other, "the period")
            .hint("`date` is a point in time or a term; `start` and `end` make a period");
            let span = self.tree.key_span(&path_of_date);
            self.tell(error, span, "the date");
        }
        let (start, end) = (
            entry.start.as_ref().map(DateText::moment),
            entry.end.as_ref().map(DateText::moment),
        );
        let (start_at, end_at) = (path.key("start"), path.key("end"));
        if start == Some(Moment::Present) {
            let error =
                Diagnostic::error(rule::STARTS_IN_THE_PRESENT, "`start` cannot be `present`");
            let span = self.tree.span(&start_at);
            self.tell(error.hint("`present` is for `end`"), span, "");
        }
        if let (Some(Moment::Date(start)), Some(Moment::Date(end))) = (start, end)
            && end.order(start).is_lt()
        {
            let started = self.tree.span(&start_at);
            let error = Diagnostic::error(rule::END_BEFORE_START, "`end` is before `start`")
                .also(self.tree.source(), started, "starts here")
                .hint("swap the two, or write `end = \"present\"` for what goes on");
            let span = self.tree.span(&end_at);
            self.tell(error, span, "ends here");
        }
        let dated = entry.date.is_some() || entry.end.is_some() || entry.start.is_some();
        if entry.expected && !dated && !self.was_wrong(path) {
            let warning =
                Diagnostic::warning(rule::EXPECTED_WITHOUT_DATE, "`expected` needs a date");
            let span = self.tree.key_span(&path.key("expected"));
            self.tell(warning.hint("add `end = \"…\"`, or leave it out"), span, "");
        }
    }

    fn date_is_no_slip(&mut self, date: &DateText, path: &TomlPath) {
        if date.looks_mistyped() {
            let message = format!("`{}` is no date and prints as it stands", date.0);
            let warning = Diagnostic::warning(rule::MISTYPED_DATE, message);
            let span = self.tree.span(path);
            let hint = match date.meant() {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "expected `2023`, `2023-09` or `2023-09-01`".to_owned(),
            };
            self.tell(warning.hint(hint), span, "");
        }
    }
}

/// Whether a value has any text, number or date in it, switches and tags apart.
fn holds_something(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(members) => members.iter().any(|member| holds_something(&member.value)),
        Value::Table(members) | Value::Languages(members) => members
            .iter()
            .any(|(key, node)| key.name != "tags" && holds_something(&node.value)),
        Value::Boolean(_) => false,
        Value::Integer(_) | Value::Float(_) | Value::Datetime(_) => true,
    }
}
