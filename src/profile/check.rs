//! The rules that a profile must keep beyond its shape: kinds and their fields, dates in order, links that lead somewhere.
//!
//! Uses the model and the document; the photo is looked up in the profile's folder.

use std::ops::Range;
use std::path::Path as FilePath;

use super::document::{Document, Path};
use super::kind::{Kind, role_has};
use super::link::link_fault;
use super::model::{Detail, Entry, EntryLink, PersonLink, Profile, RoleField, Section};
use super::{Moment, network, photo};
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest};

/// The deepest that sections nest: a section, a subsection, and one in that.
const DEEPEST: usize = 3;

/// Tells everything that breaks a rule.
pub fn check(profile: &Profile, document: &Document, folder: Option<&FilePath>, found: &mut Diagnostics) {
    let mut check = Check { document, found };
    check.person(profile, folder);
    if let Some(date) = &profile.date {
        check.date_is_no_slip(date, &Path::ROOT.key("date"));
    }
    let sections = Path::ROOT.key("section");
    for (index, section) in profile.sections.iter().enumerate() {
        check.section(section, None, 1, &sections.index(index));
    }
}

struct Check<'a> {
    document: &'a Document,
    found: &'a mut Diagnostics,
}

impl Check<'_> {
    fn tell(&mut self, diagnostic: Diagnostic, span: Range<usize>, label: impl Into<String>) {
        self.found.push(diagnostic.at(self.document.source(), span, label));
    }

    fn person(&mut self, profile: &Profile, folder: Option<&FilePath>) {
        let person = &profile.person;
        let path = Path::ROOT.key("person");
        if person.name.as_deref().is_none_or(|name| name.trim().is_empty()) {
            let span = self.document.span(&path);
            let warning = Diagnostic::warning("missing-name", "the profile has no name");
            self.tell(warning.hint("write `name = \"…\"` under `[person]`"), span, "");
        }
        if let Some(url) = &person.url {
            self.link(url, &path.key("url"));
        }
        let links = path.key("links");
        for (index, link) in person.links.iter().enumerate() {
            self.person_link(link, &links.index(index));
        }
        if let Some(written) = &person.photo {
            let at = path.key("photo");
            if let Err(fault) = photo::find(written, folder) {
                let diagnostic = Diagnostic::error(fault.rule(), fault.message(written)).hint(fault.hint());
                let span = self.document.span(&at);
                self.tell(diagnostic, span, "");
            }
        }
    }

    fn person_link(&mut self, link: &PersonLink, path: &Path) {
        if let Some(url) = &link.url {
            self.link(url, &path.key("url"));
        }
        match (&link.network, &link.username, &link.label, &link.url) {
            (Some(name), Some(username), ..) => {
                let known = network::find(name);
                if network::address(name, username).is_some() {
                    return;
                }
                let (key, diagnostic) = match known {
                    Some(known) => {
                        let message = format!("`{username}` is no user of `{known}`");
                        let error = Diagnostic::error("unknown-user", message);
                        ("username", error.hint("write the server too: `user@server.example`"))
                    }
                    None => {
                        let message = format!("`{name}` is no network that is known here");
                        let mut error = Diagnostic::error("unknown-network", message);
                        if let Some(near) = nearest(name, network::names()) {
                            error = error.hint(format!("did you mean `{near}`?"));
                        }
                        ("network", error.hint("any page can be given as `{ label = \"…\", url = \"…\" }`"))
                    }
                };
                let span = self.document.span(&path.key(key));
                self.tell(diagnostic, span, "");
            }
            (None, None, _, Some(_)) => {}
            (None, None, Some(_), None) => self.plain_link(path),
            _ => {
                let error = Diagnostic::error("incomplete-link", "the link is not complete");
                let hint = "expected `{ network = \"…\", username = \"…\" }` or `{ label = \"…\", url = \"…\" }`";
                let span = self.document.span(path);
                self.tell(error.hint(hint), span, "");
            }
        }
    }

    fn plain_link(&mut self, path: &Path) {
        let warning = Diagnostic::warning("link-without-url", "the link leads nowhere and prints plain");
        let span = self.document.span(path);
        self.tell(warning.hint("add `url = \"https://…\"`"), span, "a link without `url`");
    }

    fn link(&mut self, url: &str, path: &Path) {
        if let Some(fault) = link_fault(url) {
            let error = Diagnostic::error("link-target", fault.message(url)).hint(fault.hint(url));
            let span = self.document.span(path);
            self.tell(error, span, "");
        }
    }

    fn links(&mut self, links: &[EntryLink], path: &Path) {
        for (index, link) in links.iter().enumerate() {
            let path = path.index(index);
            match &link.url {
                Some(url) => self.link(url, &path.key("url")),
                None => self.plain_link(&path),
            }
        }
    }

    fn section(&mut self, section: &Section, inherited: Option<Kind>, level: usize, path: &Path) {
        let kind = section.kind.or(inherited);
        if level > DEEPEST {
            let error = Diagnostic::error("nested-too-deep", "sections nest to three levels");
            let span = self.document.span(path);
            self.tell(error.hint("move it up, or make it an entry"), span, "the fourth level");
            return;
        }
        if kind.is_none() && !section.entries.is_empty() {
            let error = Diagnostic::error("missing-kind", "a section with entries needs a `kind`");
            let kinds = alternatives(Kind::ALL.map(Kind::name));
            let span = self.document.span(path);
            self.tell(error.hint(format!("expected {kinds}")), span, "a section without `kind`");
        }
        let holds = ["body", "highlights", "entry", "subsection"];
        if !self.document.keys(path).iter().any(|key| holds.contains(key)) {
            let warning = Diagnostic::warning("empty-section", "the section holds nothing");
            let span = self.document.span(path);
            self.tell(warning, span, "");
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

    fn fields_of_kind(&mut self, kind: Kind, path: &Path) {
        let document = self.document;
        for field in document.keys(path) {
            let owners = Kind::with(field);
            if kind.has(field) || owners.is_empty() {
                continue;
            }
            let owners = alternatives(owners.into_iter().map(Kind::name));
            let message = format!("`{field}` is a field of {owners}, not of `{}`", kind.name());
            let mut error = Diagnostic::error("field-of-another-kind", message);
            let own = kind.own_fields();
            error = match nearest(field, own.iter().copied()) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None if own.is_empty() => error.hint(format!("an entry of `{}` says it in `text`", kind.name())),
                None => error.hint(format!("`{}` has {}", kind.name(), alternatives(own.iter().copied()))),
            };
            self.tell(error, document.key_span(&path.key(field)), format!("in a section of kind `{}`", kind.name()));
        }
    }

    fn entry(&mut self, entry: &Entry, path: &Path) {
        let only_switches = ["tags", "keep", "break-before", "expected"];
        if self.document.keys(path).iter().all(|key| only_switches.contains(key)) {
            let error = Diagnostic::error("empty-entry", "an entry must hold something");
            let span = self.document.span(path);
            self.tell(error, span, "nothing to print");
        }
        self.dates(entry, path);
        if let Some(url) = &entry.url {
            self.link(url, &path.key("url"));
        }
        self.links(&entry.links, &path.key("links"));
        if let Some(project) = &entry.project {
            let path = path.key("project");
            if let Some(url) = &project.url {
                self.link(url, &path.key("url"));
            }
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

    fn role(&mut self, role: &Entry, path: &Path) {
        let document = self.document;
        for field in document.keys(path) {
            let nested = field == "role" && matches!(role.role, Some(RoleField::Roles(_)));
            if role_has(field) && !nested {
                continue;
            }
            let message = format!("a role has no `{field}`");
            let error = Diagnostic::error("field-of-another-kind", message)
                .hint("write it in the entry that the role belongs to");
            self.tell(error, document.key_span(&path.key(field)), "");
        }
        self.entry(role, path);
    }

    fn detail(&mut self, detail: &Detail, path: &Path) {
        let keys = self.document.keys(path);
        let (body, items) = (keys.contains(&"body"), keys.contains(&"items"));
        let span = self.document.span(path);
        if body == items {
            let message = if body { "has both `body` and `items`" } else { "has neither `body` nor `items`" };
            let error = Diagnostic::error("body-or-items", format!("the block {message}"));
            self.tell(error.hint("a block is prose or a list: write one block for each"), span, "");
        } else if detail.numbered && body {
            let warning = Diagnostic::warning("numbered-prose", "`numbered` has no effect on prose");
            let span = self.document.key_span(&path.key("numbered"));
            self.tell(warning.hint("a numbered list in `body` is written `1. …`"), span, "");
        }
    }

    fn dates(&mut self, entry: &Entry, path: &Path) {
        let keys = [("start", &entry.start), ("end", &entry.end)];
        for (key, date) in keys {
            if let Some(date) = date {
                self.date_is_no_slip(date, &path.key(key));
            }
        }
        let path_of_date = path.key("date");
        for (index, date) in entry.date.iter().flat_map(|dates| dates.as_slice()).enumerate() {
            let member = path_of_date.index(index);
            let at = if self.document.node(&member).is_some() { &member } else { &path_of_date };
            self.date_is_no_slip(date, at);
        }
        if entry.date.is_some() && (entry.start.is_some() || entry.end.is_some()) {
            let key = if entry.start.is_some() { "start" } else { "end" };
            let other = self.document.key_span(&path.key(key));
            let error = Diagnostic::error("date-and-period", format!("an entry has `date` or `{key}`, not both"))
                .also(self.document.source(), other, "the period")
                .hint("`date` is a point in time or a term; `start` and `end` make a period");
            let span = self.document.key_span(&path_of_date);
            self.tell(error, span, "the date");
        }
        let (start, end) = (entry.start.as_ref().map(|d| d.moment()), entry.end.as_ref().map(|d| d.moment()));
        let (start_at, end_at) = (path.key("start"), path.key("end"));
        if start == Some(Moment::Present) {
            let error = Diagnostic::error("starts-in-the-present", "`start` cannot be `present`");
            let span = self.document.span(&start_at);
            self.tell(error.hint("`present` is for `end`"), span, "");
        }
        if let (Some(Moment::Calendar(start)), Some(Moment::Calendar(end))) = (start, end)
            && end.order(start).is_lt()
        {
            let started = self.document.span(&start_at);
            let error = Diagnostic::error("end-before-start", "`end` is before `start`")
                .also(self.document.source(), started, "starts here")
                .hint("use `end = \"present\"` for what goes on");
            let span = self.document.span(&end_at);
            self.tell(error, span, "ends here");
        }
        let dated = entry.date.is_some() || entry.end.is_some() || entry.start.is_some();
        if entry.expected && !dated {
            let warning = Diagnostic::warning("expected-without-date", "`expected` needs a date");
            let span = self.document.key_span(&path.key("expected"));
            self.tell(warning, span, "");
        }
    }

    fn date_is_no_slip(&mut self, date: &super::DateText, path: &Path) {
        if date.looks_mistyped() {
            let message = format!("`{}` is no date and prints as it stands", date.0);
            let warning = Diagnostic::warning("mistyped-date", message);
            let span = self.document.span(path);
            self.tell(warning.hint("expected `2023`, `2023-09` or `2023-09-01`"), span, "");
        }
    }
}
