//! `cvpress new`: creates a profile.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::cli::commands::schema::schema_text;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::value;
use crate::cli::request::{check_layout, export_options, today};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::export::{Output, write};
use crate::ide::samples::{Sample, SampleRequest, Starter, person_name, text as sample_text};
use crate::layout::Layouts;
use crate::profile::PartialDate;

/// The file of the schema, written beside the profile so that editors complete and check it.
const SCHEMA: &str = "profile.schema.json";

/// The arguments of `cvpress new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// File to write, with or without `.toml`; the person in it is named after the file
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
    /// Sample to start from
    #[arg(long, value_name = "SAMPLE", default_value = "engineer")]
    pub like: Sample,
    /// Layout of the profile
    #[arg(long, short, value_name = "NAME", default_value = "compact")]
    pub layout: String,
    /// Language of the text, if the sample has it, and of headings and dates
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = value::language)]
    pub locale: String,
}

impl ValueEnum for Sample {
    fn value_variants<'a>() -> &'a [Self] {
        Self::all()
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.about()))
    }
}

/// Writes the profile, and the schema unless it exists. Never overwrites a file.
pub fn new(args: &NewArgs, layouts: &Layouts, terminal: &Terminal) -> Result<Exit, CommandError> {
    check_layout(&args.layout, layouts)?;
    let path = profile_path(&args.name)?;
    if is_taken(&path) {
        let message = format!("`{}` already exists", path.display());
        let error = Diagnostic::error(rule::UNWRITABLE_FILE, message);
        return Err(error.hint("choose another name, or move the file").into());
    }
    let today = today(export_options()?.source_date_epoch);
    let text = profile_text(args, &path, today, terminal);
    write(&Output::File(path.clone()), text.as_bytes())?;
    let schema = path.with_file_name(SCHEMA);
    if !is_taken(&schema) {
        write(&Output::File(schema), schema_text()?.as_bytes())?;
    }
    let word = shell_word(&path.display().to_string());
    let path = path.display();
    terminal.status(&format!("{path}: render it with `cvpress render {word}`"));
    Ok(Exit::Success)
}

/// Returns whether there is a file of the name, or a symbolic link, even to nothing.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns the sample with the person, the place and the language. A note says if the sample does
/// not have the language.
fn profile_text(
    args: &NewArgs,
    path: &Path,
    today: Option<PartialDate>,
    terminal: &Terminal,
) -> String {
    let sample = sample_text(&SampleRequest {
        sample: args.like,
        locale: &args.locale,
        layout: &args.layout,
        name: &person_name(path),
        schema: Some(&format!("./{SCHEMA}")),
        today,
    });
    if !sample.is_in_language {
        terminal.status_on_stderr(&english_note(args));
    }
    sample.text
}

/// Says that the sample has no text in the language, and which languages it has.
fn english_note(args: &NewArgs) -> String {
    let sample = args.like.name();
    let names = args.like.starters().iter().map(Starter::language_name);
    let names: Vec<&str> = names.collect();
    let languages = match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => format!("{} only", names.join("")),
    };
    format!(
        "note: the sample `{sample}` is in {languages}, so the profile is in English; translate it, \
         then set `locale = \"{}\"`",
        args.locale
    )
}

/// Quotes a word for the shell if it has characters that shells read as more than themselves.
fn shell_word(word: &str) -> String {
    if cfg!(windows) {
        // Quotes cannot be in the name of a file.
        let is_bare = word.chars().all(|c| is_plain(c) || c == '\\');
        return if is_bare {
            word.to_owned()
        } else {
            format!("\"{word}\"")
        };
    }
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Returns whether a character is no more than itself in shells.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "-_./+:@%,=".contains(c)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(shell_word("cvs/ada-lovelace.toml"), "cvs/ada-lovelace.toml");
        assert_eq!(shell_word("Zoë.toml"), "Zoë.toml");
        assert_eq!(shell_word("Priya Nair.toml"), "'Priya Nair.toml'");
        assert_eq!(shell_word("O'Neil.toml"), r"'O'\''Neil.toml'");
        assert_eq!(shell_word("$HOME.toml"), "'$HOME.toml'");
        assert_eq!(shell_word("~a.toml"), "'~a.toml'");
    }
}
