//! The one place that writes to the terminal. A reader that has closed the pipe is no error.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::args::{Color, Common};
pub use crate::diagnostic::counted as count;
use crate::diagnostic::{Diagnostics, MessageFormat, Severity, render};

/// Where messages and results go.
pub struct Terminal {
    quiet: bool,
    color: ColorChoice,
    format: MessageFormat,
}

impl Terminal {
    /// A terminal as the command line wants it.
    pub fn new(common: &Common) -> Self {
        let color = match common.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            quiet: common.quiet,
            color,
            format: common.message_format.into(),
        }
    }

    /// Whether messages are for a program.
    pub fn is_json(&self) -> bool {
        self.format == MessageFormat::Json
    }

    /// Tells what is wrong, on standard error; what is only questionable, unless asked to be quiet.
    pub fn problems(&self, problems: &Diagnostics) {
        let told = problems
            .iter()
            .filter(|problem| !self.quiet || problem.severity == Severity::Error);
        let told = told
            .cloned()
            .fold(Diagnostics::default(), |mut all, problem| {
                all.push(problem);
                all
            });
        self.error_text(&render(&told, self.format));
    }

    /// Tells how far it has come or what was done, unless asked to be quiet: on standard output, or
    /// on standard error where that is taken by a result.
    pub fn status(&self, line: &str, output_is_taken: bool) {
        if self.quiet {
            return;
        }
        if output_is_taken {
            self.error_text(&format!("{line}\n"));
        } else {
            self.result(&format!("{line}\n"));
        }
    }

    /// Writes a result to standard output, whether quiet or not.
    pub fn result(&self, text: &str) {
        // Nothing is left to do about a terminal that cannot be written to.
        let _ = AutoStream::new(std::io::stdout(), self.color).write_all(text.as_bytes());
    }

    fn error_text(&self, text: &str) {
        let _ = AutoStream::new(std::io::stderr(), self.color).write_all(text.as_bytes());
    }

    /// A progress bar over `total` steps, where somebody looks at one.
    pub fn progress(&self, total: usize) -> ProgressBar {
        let seen = !self.quiet && !self.is_json() && std::io::stderr().is_terminal();
        let target = if seen {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:32} {pos}/{len} {per_sec} {eta} {wide_msg}")
        {
            bar.set_style(style);
        }
        bar
    }
}

/// Writes a line for a program that waits for it, and says whether anybody reads it.
pub fn answer(line: &str) -> bool {
    let mut stdout = std::io::stdout().lock();
    stdout
        .write_all(line.as_bytes())
        .and_then(|()| stdout.flush())
        .is_ok()
}

/// `1.24 s`, `310 ms`.
pub fn duration(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}
