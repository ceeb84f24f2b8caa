//! The only place that writes to the terminal. A closed pipe is not an error.

use std::io::{IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::cli::options::GlobalArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, MessageFormat, Severity, render, rule};

/// Standard output for results, standard error for diagnostics.
pub struct Terminal {
    quiet: bool,
    color: ColorChoice,
    format: MessageFormat,
}

impl Terminal {
    /// Returns the terminal as configured by the command line.
    pub fn new(global: &GlobalArgs) -> Self {
        let color = match global.color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        Self {
            quiet: global.quiet,
            color,
            format: global.message_format,
        }
    }

    /// Writes diagnostics to standard error; with `--quiet` only errors.
    pub fn problems(&self, problems: &Diagnostics) {
        let mut shown = Diagnostics::default();
        for problem in problems.iter() {
            if !self.quiet || problem.severity == Severity::Error {
                shown.push(problem.clone());
            }
        }
        self.write_error(&render(&shown, self.format));
    }

    /// Writes a line for people to standard output, unless `--quiet`.
    pub fn status(&self, line: &str) {
        if !self.quiet {
            self.result(&format!("{line}\n"));
        }
    }

    /// Writes a line for people to standard error, unless `--quiet`. For commands whose standard
    /// output is the result itself.
    pub fn status_on_stderr(&self, line: &str) {
        if !self.quiet {
            self.write_error(&format!("{line}\n"));
        }
    }

    /// Writes a result to standard output.
    pub fn result(&self, text: &str) {
        // A closed pipe is not an error.
        let _ = AutoStream::new(std::io::stdout(), self.color).write_all(text.as_bytes());
    }

    /// Writes a result to standard output as one line of JSON.
    pub fn json(&self, value: &impl Serialize) {
        if let Some(line) = self.json_line(value) {
            self.result(&line);
        }
    }

    /// Writes a result to standard error as one line of JSON. For commands whose standard output
    /// is the result itself.
    pub fn json_on_stderr(&self, value: &impl Serialize) {
        if let Some(line) = self.json_line(value) {
            self.write_error(&line);
        }
    }

    fn json_line(&self, value: &impl Serialize) -> Option<String> {
        match serde_json::to_string(value) {
            Ok(json) => Some(json + "\n"),
            Err(error) => {
                let message = format!("cannot write the report as JSON: {error}");
                self.problems(&Diagnostic::error(rule::INTERNAL, message).into());
                None
            }
        }
    }

    fn write_error(&self, text: &str) {
        // A closed pipe is not an error.
        let _ = AutoStream::new(std::io::stderr(), self.color).write_all(text.as_bytes());
    }

    /// Returns a progress bar, hidden unless standard error is a terminal for people.
    pub fn progress(&self, total: usize) -> ProgressBar {
        let is_shown =
            !self.quiet && self.format != MessageFormat::Json && std::io::stderr().is_terminal();
        let target = if is_shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        let template = "{bar:32} {pos}/{len} {per_sec} {eta} {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar
    }
}

/// Writes a line for the program that reads standard output; returns whether it still reads.
pub fn answer(line: &str) -> bool {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .is_ok()
}
