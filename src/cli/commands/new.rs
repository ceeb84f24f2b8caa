//! `cvpress new`: creates a profile.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::commands::schema::schema_text;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::value;
use crate::cli::request::check_layout;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::export::{Output, write};
use crate::layout::Layouts;

/// The file of the schema, written beside the profile so that editors complete and check it.
const SCHEMA: &str = "profile.schema.json";

/// The arguments of `cvpress new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// File to write, with or without `.toml`; it also gives the name of the person
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
    /// Sample to start from
    #[arg(long, value_name = "SAMPLE", default_value = "engineer")]
    pub like: Sample,
    /// Layout of the profile
    #[arg(long, short, value_name = "NAME", default_value = "compact")]
    pub layout: String,
    /// Language of headings and dates
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = value::language)]
    pub locale: String,
}

/// A sample profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sample {
    /// Degree and courses, then projects
    Student,
    /// Research, publications and talks
    Researcher,
    /// Publications, teaching, grants and service
    Academic,
    /// Jobs and their results
    Engineer,
    /// Projects and code
    Developer,
    /// Work samples, clients and exhibitions
    Designer,
    /// Responsibilities, in figures
    Manager,
    /// Schools, subjects and certificates
    Teacher,
}

impl Sample {
    fn text(self) -> &'static str {
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

/// Writes the profile, and the schema unless it exists. Never overwrites a file.
pub fn new(args: &NewArgs, layouts: &Layouts, terminal: &Terminal) -> Result<Exit, CommandError> {
    check_layout(&args.layout, layouts)?;
    let path = profile_path(&args.name)?;
    if path.exists() {
        let message = format!("`{}` already exists", path.display());
        let error = Diagnostic::error(rule::UNWRITABLE_FILE, message);
        return Err(error.hint("choose another name, or move the file").into());
    }
    let text = args
        .like
        .text()
        .replace("{schema}", &format!("./{SCHEMA}"))
        .replace("{layout}", &args.layout)
        .replace("{locale}", &args.locale)
        .replace("{name}", &person_name(&path));
    write(&Output::File(path.clone()), text.as_bytes())?;
    let schema = path.with_file_name(SCHEMA);
    if !schema.exists() {
        write(&Output::File(schema), schema_text()?.as_bytes())?;
    }
    let path = path.display();
    terminal.status(&format!("{path}: render it with `cvpress render {path}`"));
    Ok(Exit::Success)
}

/// Returns the path of the profile: the name, with `.toml` appended if it is missing.
fn profile_path(name: &Path) -> Result<PathBuf, CommandError> {
    let Some(file_name) = name.file_name() else {
        let message = format!("`{}` is not a file name", name.display());
        return Err(CommandError::usage(message));
    };
    if name
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return Ok(name.to_path_buf());
    }
    let mut file_name = file_name.to_os_string();
    file_name.push(".toml");
    Ok(name.with_file_name(file_name))
}

/// Derives the name of a person from the file: `ada-lovelace.toml` → `Ada Lovelace`.
fn person_name(path: &Path) -> String {
    let Some(stem) = path.file_stem() else {
        return String::new();
    };
    // Characters that a TOML string cannot contain verbatim.
    let stem = stem
        .to_string_lossy()
        .replace(|c: char| c.is_control() || matches!(c, '"' | '\\'), "");
    let words = stem.split(['-', '_', ' ', '.']);
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(capitalized)
        .collect();
    words.join(" ")
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    first.to_uppercase().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_gives_person_name() {
        assert_eq!(
            person_name(Path::new("cvs/ada-lovelace.toml")),
            "Ada Lovelace"
        );
        assert_eq!(person_name(Path::new("li_wei.toml")), "Li Wei");
        assert_eq!(person_name(Path::new("a\"b.toml")), "Ab");
    }
}
