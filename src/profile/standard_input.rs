//! Reads profiles from standard input.

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::profile::bounds::MAX_SIZE;
use crate::profile::files::ProfileFiles;
use crate::profile::input::{Input, STDIN};
use crate::progress;

impl Input {
    /// Reads standard input, which can be read only once, while an input can be read again.
    ///
    /// # Errors
    /// Standard input cannot be read.
    pub fn stdin() -> Result<Self, Diagnostic> {
        let name = STDIN.to_owned();
        match progress::waiting(|| file::read_all(std::io::stdin().lock(), MAX_SIZE)) {
            Ok(bytes) => Ok(Self::Bytes {
                name,
                files: ProfileFiles::Folder(".".into()),
                bytes: bytes.into(),
            }),
            Err(error) => {
                let message = format!("cannot read `{name}`: {error}");
                Err(Diagnostic::error(rule::UNREADABLE_FILE, message))
            }
        }
    }
}
