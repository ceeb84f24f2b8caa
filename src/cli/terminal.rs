//! The only place that writes to the terminal. A closed pipe is not an error, and a full disk is.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::cli::exit::Exit;
use crate::cli::options::GlobalArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, MessageFormat, Severity, escaped, render, rule};
use crate::profile::STDIN;
use crate::progress;

/// Standard output for results, standard error for diagnostics.
pub struct Terminal {
    quiet: bool,
    color: ColorChoice,
    format: MessageFormat,
    /// The number of inputs that an earlier process has done.
    skipped: usize,
    subject: Mutex<Subject>,
    /// What reports an input at which a limit stops the process.
    stopped: Mutex<Option<StoppedReport>>,
    /// Why standard output has not received everything.
    failure: Mutex<Option<io::Error>>,
}

/// Returns the report of an input, by its name, that could not be finished because of these errors.
type StoppedReport = Box<dyn Fn(&str, &Diagnostics) -> Option<String> + Send>;

/// What a command works on.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// The name of the input, if there is one at a time.
    pub name: Option<String>,
    /// The number of the next input, if another process can begin there.
    pub next: Option<usize>,
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
            skipped: global.skip,
            subject: Mutex::default(),
            stopped: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Returns the inputs to work on one after the other, and remembers which one is in progress.
    pub fn each<'a, T>(
        &'a self,
        inputs: &'a [T],
        name: impl Fn(&T) -> String + 'a,
    ) -> impl Iterator<Item = &'a T> {
        let names: Vec<String> = inputs.iter().map(name).collect();
        let inputs = inputs.iter().enumerate().skip(self.skipped);
        inputs.map(move |(index, input)| {
            let left = &names[index + 1..];
            // Another process could not read standard input again.
            let can_go_on = !left.is_empty() && !left.iter().any(|name| is_stdin(name));
            *lock(&self.subject) = Subject {
                name: Some(names[index].clone()),
                next: can_go_on.then_some(index + 1),
            };
            progress::step();
            input
        })
    }

    /// Returns whether an earlier process has begun the output.
    pub fn goes_on(&self) -> bool {
        self.skipped > 0
    }

    /// Remembers how to report an input at which a limit stops the process.
    pub fn when_stopped(
        &self,
        report: impl Fn(&str, &Diagnostics) -> Option<String> + Send + 'static,
    ) {
        *lock(&self.stopped) = Some(Box::new(report));
    }

    /// Reports that a limit stops the process.
    pub fn stopped(&self, problems: &Diagnostics) {
        self.problems(problems);
        let name = self.subject().name;
        let report = lock(&self.stopped);
        if let (Some(name), Some(report)) = (name, report.as_ref())
            && let Some(text) = report(&name, problems)
        {
            self.result(&text);
        }
    }

    /// Remembers the only input of a command.
    pub fn works_on(&self, name: String) {
        lock(&self.subject).name = Some(name);
    }

    /// Returns what the command works on.
    pub fn subject(&self) -> Subject {
        lock(&self.subject).clone()
    }

    /// Ends the output of a command, and returns how it ended: standard output must have received
    /// everything.
    pub fn finish(&self, exit: Exit) -> Exit {
        let flushed = progress::waiting(|| io::stdout().flush());
        self.remember_failure(flushed);
        // An earlier process ended at the input before the first one.
        let exit = match exit {
            Exit::Success if self.skipped > 0 => Exit::Failure,
            other => other,
        };
        let Some(error) = lock(&self.failure).take() else {
            return exit;
        };
        let message = format!("cannot write `<stdout>`: {error}");
        self.problems(&Diagnostic::error(rule::UNWRITABLE_FILE, message).into());
        match exit {
            Exit::Success => Exit::Failure,
            other => other,
        }
    }

    fn remember_failure(&self, written: io::Result<()>) {
        if let Err(error) = written
            && error.kind() != ErrorKind::BrokenPipe
        {
            lock(&self.failure).get_or_insert(error);
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
            self.line(line);
        }
    }

    /// Writes a line for people to standard error, unless `--quiet`. For commands whose standard
    /// output is the result itself.
    pub fn status_on_stderr(&self, line: &str) {
        if !self.quiet {
            self.write_error(&format!("{}\n", visible(line)));
        }
    }

    /// Writes a line that names a file to standard output, with `--quiet` too.
    pub fn line(&self, line: &str) {
        self.result(&format!("{}\n", visible(line)));
    }

    /// Writes a text of other people to standard output: as it is for programs, and visible on a terminal.
    pub fn shown(&self, text: &str) {
        if io::stdout().is_terminal() {
            let lines: Vec<Cow<'_, str>> = text.split('\n').map(visible).collect();
            self.result(&lines.join("\n"));
        } else {
            self.result(text);
        }
    }

    /// Writes a result to standard output.
    pub fn result(&self, text: &str) {
        let written = progress::waiting(|| {
            AutoStream::new(io::stdout(), self.color).write_all(text.as_bytes())
        });
        self.remember_failure(written);
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
        // There is no place to report that standard error is closed or full.
        let _ = progress::waiting(|| {
            AutoStream::new(io::stderr(), self.color).write_all(text.as_bytes())
        });
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

/// Returns lines with escapes in place of the characters that would control the terminal or turn the
/// order of the letters, which the names of files and fonts may contain: `\u{1b}`.
fn visible(lines: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && !matches!(c, '\n' | '\t')
    };
    escaped(lines, is_hidden)
}

fn is_stdin(name: &str) -> bool {
    matches!(name, "-" | STDIN)
}

/// Locks a value that is whole even if a thread has panicked with it.
fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a line for the program that reads standard output; returns whether it still reads.
pub fn answer(line: &str) -> bool {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn names_cannot_turn_the_order_of_letters() {
        assert_eq!(
            visible("a\u{202e}b\u{1b}[2J\tc\n"),
            "a\\u{202e}b\\u{1b}[2J\tc\n"
        );
        assert_eq!(visible("שלום\u{200f}, C++"), "שלום\u{200f}, C++");
    }
}
