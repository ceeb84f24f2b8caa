//! `cvpress import`: turns the files of other tools into profiles.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::batch::{ImportTask, find_imports, import_all};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{Report, ReportArgs, jobs};
use crate::cli::output_target::is_stdout;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, rule, serialize_json};
use crate::export::{Output, create, write};
use crate::file::folder_of;
use crate::import::{ImportInput, Imported, Origin, import as import_source, is_source};
use crate::profile::{SETTINGS_FILE, referenced_files};
use crate::progress;

/// The name for an origin that is detected from the content.
const AUTO: &str = "auto";

/// The most characters of a file name that is made from the name of a person.
const LONGEST_NAME: usize = 60;

/// The arguments of `cvpress import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// File to import, a folder with an unpacked LinkedIn archive, or a folder of files, each of
    /// which becomes a profile; `-` reads standard input
    #[arg(value_name = "SOURCE")]
    pub source: PathBuf,
    /// Tool that the source is from; `auto` detects it from the content
    #[arg(long, value_name = "TOOL", default_value = AUTO, value_parser = origin())]
    pub from: ImportOrigin,
    /// Profile or folder to write to; `-` is standard output [default: the name of the person]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace profiles that exist
    #[arg(long)]
    pub force: bool,
    /// Number of files to import in parallel [default: the number of cores]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// The tool that a source is from.
#[derive(Debug, Clone, Copy)]
pub struct ImportOrigin(Option<Origin>);

fn origin() -> impl TypedValueParser<Value = ImportOrigin> {
    let names: Vec<&str> = std::iter::once(AUTO)
        .chain(Origin::all().map(Origin::name))
        .collect();
    PossibleValuesParser::new(names).map(|name| ImportOrigin(Origin::find(&name)))
}

/// The report on one source.
#[derive(Debug, Serialize)]
struct ImportReport<'a> {
    /// The file or the folder.
    source: String,
    /// The tool that it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'static str>,
    /// The profile that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    /// Whether it was written.
    ok: bool,
    /// The errors and warnings.
    #[serde(serialize_with = "serialize_json")]
    diagnostics: &'a Diagnostics,
}

/// Imports the source, or every file of a folder.
///
/// # Errors
/// The source cannot be read or is not what it should be, or the profile exists.
pub fn import(args: &ImportArgs, terminal: &Terminal) -> Result<Exit, CommandError> {
    let importer = Importer { args, terminal };
    let is_folder = args.source.is_dir();
    let is_archive = matches!(args.from.0, Some(Origin::LinkedIn)) || is_source(&args.source);
    if is_folder && !is_archive {
        return importer.folder();
    }
    terminal.works_on(args.source.display().to_string());
    let name = args.source.display().to_string();
    let done = importer.one();
    if let Err(problems) = &done {
        importer.report(&name, None, None, problems);
    }
    Ok(if done.is_ok() {
        Exit::Success
    } else {
        Exit::Failure
    })
}

struct Importer<'a> {
    args: &'a ImportArgs,
    terminal: &'a Terminal,
}

impl Importer<'_> {
    /// Imports one source.
    fn one(&self) -> Result<(), Diagnostics> {
        let source = &self.args.source;
        let input = if source == Path::new("-") {
            ImportInput::stdin()?
        } else {
            ImportInput::read(source)?
        };
        let place = match &self.args.output {
            Some(output) if is_stdout(output) => None,
            Some(output) if output.is_dir() => Some(output.join("cv.toml")),
            Some(output) => Some(with_extension(output)),
            None => Some(PathBuf::from("cv.toml")),
        };
        let is_named = self.args.output.as_ref().is_some_and(|path| !path.is_dir());
        let input = match &place {
            Some(_) => input.with_its_files(),
            None => input.beside(Path::new("cv.toml")),
        };
        let imported = import_source(&input, self.args.from.0)?;
        let Some(place) = place else {
            self.terminal.result(&imported.profile_alone());
            self.report(&input.name, Some(&imported), None, &imported.problems);
            return Ok(());
        };
        let place = if is_named {
            place
        } else {
            place.with_file_name(file_name(&imported, source))
        };
        self.write(source, &place, &imported)?;
        self.report(
            &input.name,
            Some(&imported),
            Some(&place),
            &imported.problems,
        );
        Ok(())
    }

    /// Imports every file of the folder; one that fails does not stop the others.
    fn folder(&self) -> Result<Exit, CommandError> {
        let output = match &self.args.output {
            Some(output) if is_stdout(output) => {
                return Err(CommandError::usage(
                    "the profiles of a folder cannot be written to standard output",
                ));
            }
            Some(output) => output.clone(),
            None => PathBuf::from("profiles"),
        };
        let tasks = find_imports(&self.args.source, &output)?;
        let jobs = self.args.jobs.map(Into::into);
        let mut exit = Exit::Success;
        import_all(tasks, self.args.from.0, jobs, |outcome| {
            progress::step();
            let ImportTask { source, output } = &outcome.task;
            let name = source.display().to_string();
            let written = outcome.imported.and_then(|imported| {
                self.write(source, output, &imported)?;
                Ok(imported)
            });
            match written {
                Ok(imported) => {
                    self.report(&name, Some(&imported), Some(output), &imported.problems);
                }
                Err(problems) => {
                    self.report(&name, None, None, &problems);
                    exit = Exit::Failure;
                }
            }
        })?;
        Ok(exit)
    }

    /// Writes a profile, and the files beside it that it names. What exists is replaced only with
    /// `--force`.
    fn write(&self, source: &Path, path: &Path, imported: &Imported) -> Result<(), Diagnostics> {
        self.write_file(path, imported.profile.as_bytes())?;
        let (from, to) = (folder_of(source), folder_of(path));
        if let Some(photo) = &imported.photo {
            let place = to.join(&photo.name);
            if std::fs::read(&place).is_ok_and(|there| there == photo.bytes) {
                return Ok(());
            }
            return self.write_file(&place, &photo.bytes);
        }
        if source.is_dir() || from.canonicalize().ok() == to.canonicalize().ok() {
            return Ok(());
        }
        for file in referenced_files(&imported.profile, from) {
            if file.written == SETTINGS_FILE {
                continue;
            }
            let copy = to.join(&file.written);
            let bytes = std::fs::read(&file.path).map_err(|error| {
                let message = format!("cannot read `{}`: {error}", file.path.display());
                Diagnostic::error(rule::UNREADABLE_FILE, message)
            })?;
            if std::fs::read(&copy).is_ok_and(|there| there == bytes) {
                continue;
            }
            self.write_file(&copy, &bytes)?;
        }
        Ok(())
    }

    fn write_file(&self, path: &Path, bytes: &[u8]) -> Result<(), Diagnostics> {
        if self.args.force {
            return write(&Output::File(path.to_owned()), bytes);
        }
        if create(path, bytes)? {
            return Ok(());
        }
        let message = format!("`{}` already exists", path.display());
        let error = Diagnostic::error(rule::UNWRITABLE_FILE, message);
        let hint = "choose another name with `--output`, or replace it with `--force`";
        Err(error.hint(hint).into())
    }

    /// Reports on a source: its problems, and the profile if one was written.
    fn report(
        &self,
        source: &str,
        imported: Option<&Imported>,
        output: Option<&Path>,
        problems: &Diagnostics,
    ) {
        let is_on_stdout = imported.is_some() && output.is_none();
        let output = output.map(|path| path.display().to_string());
        self.terminal.problems(problems);
        if self.args.report.report == Report::Json {
            let report = ImportReport {
                source: source.to_owned(),
                from: imported.map(|imported| imported.origin.name()),
                output,
                ok: imported.is_some(),
                diagnostics: problems,
            };
            if is_on_stdout {
                self.terminal.json_on_stderr(&report);
            } else {
                self.terminal.json(&report);
            }
        } else if let (Some(imported), Some(output)) = (imported, output) {
            let origin = imported.origin.title();
            let mut line = format!("{output}: imported from {origin}");
            let warnings = problems.count(Severity::Warning);
            if warnings > 0 {
                line += &format!(", {}", Severity::Warning.counted(warnings));
            }
            self.terminal.status(&line);
        }
    }
}

/// Returns a path that ends in `.toml`.
fn with_extension(path: &Path) -> PathBuf {
    if path
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return path.to_owned();
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".toml");
    path.with_file_name(name)
}

/// Returns the name of the file for a profile: that of the person, or else that of the source.
fn file_name(imported: &Imported, source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let names = [imported.person.as_deref().unwrap_or_default(), &*stem, "cv"];
    let names = names.map(slug);
    let name = names.iter().find(|name| !name.is_empty());
    name.map_or_else(|| "cv.toml".to_owned(), |name| format!("{name}.toml"))
}

/// Returns the letters and digits of a name in lower case, with hyphens between the words.
fn slug(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let slug: String = words.join("-").chars().take(LONGEST_NAME).collect();
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_have_letters_and_digits() {
        for (name, expected) in [
            ("Ada Lovelace", "ada-lovelace"),
            ("../../etc/passwd", "etc-passwd"),
            ("  Zoë O'Neil, Ph.D. ", "zoë-o-neil-ph-d"),
            ("成泽毅", "成泽毅"),
            ("..", ""),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
        assert_eq!(slug(&"a".repeat(500)).len(), LONGEST_NAME);
    }

    #[test]
    fn profiles_end_in_toml() {
        assert_eq!(with_extension(Path::new("a/b")), Path::new("a/b.toml"));
        assert_eq!(with_extension(Path::new("b.toml")), Path::new("b.toml"));
        assert_eq!(
            with_extension(Path::new("b.json")),
            Path::new("b.json.toml")
        );
    }
}
