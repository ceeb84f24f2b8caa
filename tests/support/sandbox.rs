//! Runs the program in a temporary folder, without settings of the environment.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A temporary folder to run the program in.
pub struct Sandbox {
    folder: tempfile::TempDir,
}

/// The result of a run.
#[must_use = "a run that nobody looks at tests nothing"]
pub struct RunOutput {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
}

impl Sandbox {
    /// Creates an empty folder.
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// Returns the path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file that can be written");
        self
    }

    /// Copies a file of the project.
    pub fn copy(&self, from: &str, to: &str) -> &Self {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(from))
            .expect("a file of the project");
        self.write(to, &text)
    }

    /// Returns the bytes of a file.
    #[track_caller]
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }

    /// Returns the text of a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a text")
    }

    /// Returns the names of the files below a folder, sorted, without hidden ones.
    pub fn files(&self, folder: &str) -> Vec<String> {
        self.all_files(folder)
            .into_iter()
            .filter(|path| !is_hidden(path))
            .collect()
    }

    /// Returns the names of all files below a folder, sorted.
    pub fn all_files(&self, folder: &str) -> Vec<String> {
        let root = self.path(folder);
        let mut names = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    names.push(
                        path.strip_prefix(&root)
                            .expect("below the root")
                            .to_string_lossy()
                            .into_owned(),
                    );
                }
            }
        }
        names.sort();
        names
    }

    /// Returns a command that runs the program in this folder.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cvpress"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path());
        command
            .env_remove("SOURCE_DATE_EPOCH")
            .env_remove("CVPRESS_TEMPLATES")
            .env_remove("CVPRESS_MAX_MEMORY")
            // No test depends on the speed of the machine.
            .env("CVPRESS_TIMEOUT", "off")
            .env_remove("NO_COLOR");
        command
    }

    /// Starts the program, with pipes for its input and outputs.
    pub fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// Runs the program without input.
    pub fn run(&self, arguments: &str) -> RunOutput {
        run_command(self.command(arguments).stdin(Stdio::null()))
    }
}

/// Runs a command until it exits.
pub fn run_command(command: &mut Command) -> RunOutput {
    let output = command.output().expect("the program starts");
    RunOutput {
        code: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are text"),
    }
}

impl RunOutput {
    /// Asserts that this is the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.text(), self.stderr);
        self
    }

    /// Asserts that the exit code is 0.
    #[track_caller]
    pub fn succeeds(self) {
        drop(self.code(0));
    }

    /// Returns standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}
