//! Imports many files of other tools, several at once, and reports them in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::batch::discover::find_files;
use crate::batch::ordered_pool::{self, PoolWorker};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::import::{ImportInput, Imported, Origin, import};
use crate::pipeline::guarded;
use crate::pipeline::threads::{cores, no_threads};

/// The ends of the names of files that can be imported.
const EXTENSIONS: [&str; 7] = ["json", "yaml", "yml", "xml", "pdf", "zip", "docx"];

/// A file to import, and where its profile goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportTask {
    /// The file or the folder.
    pub source: PathBuf,
    /// The profile.
    pub output: PathBuf,
}

/// A file that was imported or not.
pub struct ImportOutcome {
    /// The file, and where its profile goes.
    pub task: ImportTask,
    /// The profile, or the errors.
    pub imported: Result<Imported, Diagnostics>,
}

/// Returns the files in a folder and its subfolders that can be imported by their names, sorted.
/// Their profiles go to the same places below `output`.
///
/// # Errors
/// The folder cannot be read, or there is no such file.
pub fn find_imports(folder: &Path, output: &Path) -> Result<Vec<ImportTask>, Diagnostics> {
    let found = find_files(folder, can_be_imported)?;
    let mut tasks: Vec<ImportTask> = found
        .into_iter()
        .map(|file| ImportTask {
            source: file.path,
            output: output.join(file.relative).with_extension("toml"),
        })
        .collect();
    if tasks.is_empty() {
        let message = format!("no file to import in `{}`", folder.display());
        let error = Diagnostic::error(rule::NO_PROFILES, message);
        let hint = "expected files that end in `.json`, `.yaml`, `.yml`, `.xml`, `.pdf`, `.zip` or `.docx`";
        return Err(error.hint(hint).into());
    }
    separate(&mut tasks);
    Ok(tasks)
}

fn can_be_imported(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_lowercase();
    EXTENSIONS.contains(&extension.as_str())
}

/// Gives the profiles of files with one name, such as `a.json` and `a.yaml`, names of their own.
fn separate(tasks: &mut [ImportTask]) {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for task in tasks.iter() {
        *counts.entry(task.output.clone()).or_default() += 1;
    }
    for task in tasks.iter_mut() {
        if counts.get(&task.output).is_some_and(|count| *count > 1) {
            let name = task.source.file_name().unwrap_or_default();
            let name = name.to_string_lossy().replace('.', "-");
            task.output.set_file_name(name + ".toml");
        }
    }
}

/// Imports files, `jobs` at once, and calls `report` with each result in the order of the tasks.
///
/// # Errors
/// The threads cannot be started.
pub fn import_all(
    tasks: Vec<ImportTask>,
    origin: Option<Origin>,
    jobs: Option<usize>,
    report: impl FnMut(ImportOutcome) + Send,
) -> Result<(), Diagnostics> {
    let count = jobs.unwrap_or_else(cores).min(tasks.len());
    let mut workers: Vec<PoolWorker<ImportTask, ImportOutcome>> = Vec::new();
    for _ in 0..count {
        workers.push(Box::new(move |task| import_one(task, origin)));
    }
    let mut tasks = tasks.into_iter();
    ordered_pool::run(workers, || tasks.next(), report).map_err(no_threads)?;
    Ok(())
}

fn import_one(task: ImportTask, origin: Option<Origin>) -> ImportOutcome {
    let imported = guarded(|| {
        let input = ImportInput::read(&task.source)?;
        import(&input.with_its_files(), origin)
    });
    ImportOutcome { task, imported }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_have_profiles_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.json", "a.yaml", "b.JSON", "c.txt", ".d.json"] {
            std::fs::write(folder.path().join(name), "{}").expect("a file");
        }
        let tasks = find_imports(folder.path(), Path::new("out")).expect("files");
        let outputs: Vec<&Path> = tasks.iter().map(|task| task.output.as_path()).collect();
        let expected = ["out/a-json.toml", "out/a-yaml.toml", "out/b.toml"];
        assert_eq!(outputs, expected.map(Path::new));
    }
}
