//! Imports for tests, and what every import keeps: each text of the source is in the profile or in
//! one of its comments.

use std::path::Path;

use cvpress::diagnostic::{Diagnostics, Source};
use cvpress::import::{ImportInput, Imported, Origin, import};
use cvpress::profile::{formatted_text, parse};

use crate::support::rendering::{layouts, lost, open, render_cv, short_messages};

/// Returns the tables of a profile with all sections in the long form, in the order of the file.
#[track_caller]
pub fn long_tables(profile: &str) -> toml::Table {
    let mut tables: toml::Table = profile.parse().expect("TOML");
    let mut long = match tables.remove("section") {
        Some(toml::Value::Array(sections)) => sections.into_iter(),
        _ => Vec::new().into_iter(),
    };
    let mut sections = Vec::new();
    for line in profile.lines() {
        let header = line
            .strip_prefix("[[")
            .and_then(|line| line.strip_suffix("]]"));
        let Some(name) = header else { continue };
        if name == "section" {
            sections.extend(long.next());
        } else if let Some(entries) = tables.remove(name) {
            let kind = toml::Value::from(name);
            let section = [("kind".to_owned(), kind), ("entry".to_owned(), entries)];
            sections.push(toml::Value::Table(section.into_iter().collect()));
        }
    }
    if !sections.is_empty() {
        tables.insert("section".to_owned(), toml::Value::Array(sections));
    }
    tables
}

/// Imports bytes.
pub fn import_bytes(name: &str, bytes: &[u8]) -> Result<Imported, Diagnostics> {
    import(&ImportInput::of_bytes(name, bytes), None)
}

/// Imports a file or a folder as a tool's.
pub fn import_path(path: &Path, origin: Origin) -> Result<Imported, Diagnostics> {
    let input = ImportInput::read(path).map_err(Diagnostics::from)?;
    import(&input, Some(origin))
}

/// Checks that an imported profile is one that `check` and `fmt` would leave as it is.
#[track_caller]
pub fn assert_profile(imported: &Imported) {
    let text = imported.profile.as_str();
    let formatted = formatted_text("test.toml".to_owned(), text).expect("TOML");
    assert_eq!(formatted, text);
    let parsed = parse(Source::new("test.toml", text), None, None).expect("a profile");
    assert!(
        !parsed.problems.has_errors(),
        "{}",
        short_messages(&parsed.problems)
    );
}

/// Checks that all layouts render an imported profile without losing a text.
#[track_caller]
pub fn assert_renders(imported: &Imported) {
    for layout in layouts() {
        let cv = render_cv(open(&imported.profile), layout, None);
        assert_eq!(lost(&cv), Vec::<String>::new(), "{layout}");
    }
}

/// Returns the lines of a text that a profile has neither in its values nor in its comments, letters
/// and digits compared.
pub fn missing_lines<'t>(profile: &str, text: &'t str) -> Vec<&'t str> {
    let profile = letters(&unescaped(profile));
    let lines = text.lines().filter(|line| !letters(line).is_empty());
    lines
        .filter(|line| !profile.contains(&letters(line)))
        .collect()
}

/// Resolves the escapes of basic strings of TOML, and then those of Markdown.
fn unescaped(profile: &str) -> String {
    let resolved = profile.replace("\\n", "\n").replace("\\t", " ");
    resolved.replace('\\', "")
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
