//! `cvpress new`: writes a profile to start from.

use std::path::Path;

use crate::cli::args::{Like, New};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, rule};
use crate::export::{Output, write};
use crate::layout::Layouts;
use crate::profile::schema;

/// The schema's file, written beside the first profile of a folder so that an editor completes and
/// checks it.
const SCHEMA: &str = "profile.schema.json";

impl Like {
    fn starter(self) -> &'static str {
        match self {
            Self::Student => include_str!("../starters/student.toml"),
            Self::Researcher => include_str!("../starters/researcher.toml"),
            Self::Academic => include_str!("../starters/academic.toml"),
            Self::Engineer => include_str!("../starters/engineer.toml"),
            Self::Developer => include_str!("../starters/developer.toml"),
            Self::Designer => include_str!("../starters/designer.toml"),
            Self::Manager => include_str!("../starters/manager.toml"),
            Self::Teacher => include_str!("../starters/teacher.toml"),
        }
    }
}

/// Writes the profile, and the schema where there is none. A file that is there stays.
pub fn new(arguments: &New, layouts: &Layouts, terminal: &Terminal) -> Result<Ending, Stop> {
    if layouts.get(&arguments.layout).is_none() {
        return Err(Stop(
            Ending::WrongUsage,
            layouts.unknown(&arguments.layout).into(),
        ));
    }
    if arguments.name.file_name().is_none() {
        return Err(Stop::wrong_usage(format!(
            "`{}` is no name of a file",
            arguments.name.display()
        )));
    }
    let has_ending = arguments
        .name
        .extension()
        .is_some_and(|ending| ending == "toml");
    let path = if has_ending {
        arguments.name.clone()
    } else {
        appended(&arguments.name, ".toml")
    };
    if path.exists() {
        let message = format!("`{}` is there already", path.display());
        let error = Diagnostic::error(rule::UNWRITABLE_FILE, message)
            .hint("choose another name, or move the file away");
        return Err(Stop(Ending::Failed, error.into()));
    }
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let filled = [
        ("{schema}", format!("./{SCHEMA}")),
        ("{layout}", arguments.layout.clone()),
        ("{locale}", arguments.locale.clone()),
        ("{name}", person(&stem)),
    ];
    let text = filled
        .iter()
        .fold(arguments.like.starter().to_owned(), |text, (key, value)| {
            text.replace(key, value)
        });
    write(&Output::File(path.clone()), text.as_bytes())?;
    let schema_file = path.with_file_name(SCHEMA);
    if !schema_file.exists() {
        let schema = serde_json::to_string_pretty(&schema()).unwrap_or_default() + "\n";
        write(&Output::File(schema_file), schema.as_bytes())?;
    }
    terminal.status(
        &format!(
            "{}: print it with `cvpress render {}`",
            path.display(),
            path.display()
        ),
        false,
    );
    Ok(Ending::Done)
}

fn appended(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path
        .file_name()
        .map(std::ffi::OsStr::to_os_string)
        .unwrap_or_default();
    name.push(ending);
    path.with_file_name(name)
}

/// The name of a person out of that of a file: `ada-lovelace` is `Ada Lovelace`.
fn person(stem: &str) -> String {
    let words = stem
        .split(['-', '_', ' ', '.'])
        .filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect();
        first + letters.as_str()
    };
    let name: Vec<String> = words.map(capital).collect();
    // What a string of TOML cannot hold as it is has no place in a name.
    name.join(" ")
        .replace(|c: char| c.is_control() || matches!(c, '"' | '\\'), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_called_as_the_file_is() {
        assert_eq!(person("ada-lovelace"), "Ada Lovelace");
        assert_eq!(person("li_wei"), "Li Wei");
    }
}
