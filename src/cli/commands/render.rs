//! `cvpress render`: prints the profiles named.

use std::path::Path;

use super::super::args::Render;
use super::super::terminal::Terminal;
use super::super::{Ending, Stop};
use super::{input, report, wanted};
use crate::batch::{Opened, Wanted, output_path, outputs_of, write};
use crate::diagnostic::Diagnostics;
use crate::export::Output;
use crate::profile::{self, Input};
use crate::typeset::Base;

/// The folder that CVs go to.
const OUT: &str = "out";

/// Prints them, one after the other.
pub fn render(arguments: &Render, base: &Base, terminal: &Terminal) -> Result<Ending, Stop> {
    let wanted = wanted(&arguments.look, base.layouts())?;
    let inputs: Vec<Input> = arguments.profiles.iter().map(input).collect();
    if inputs.iter().filter(|input| **input == Input::Stdin).count() > 1 {
        return Err(Stop::wrong_usage("standard input can be read once"));
    }
    let mut job = Job { arguments, wanted, is_single: inputs.len() == 1, base, terminal, written: Vec::new() };
    let mut ending = Ending::Done;
    for input in inputs {
        if !job.profile(&input)? {
            ending = Ending::Failed;
        }
    }
    Ok(ending)
}

struct Job<'a> {
    arguments: &'a Render,
    wanted: Wanted,
    /// Whether one profile is printed.
    is_single: bool,
    base: &'a Base,
    terminal: &'a Terminal,
    /// What was written so far.
    written: Vec<Output>,
}

impl Job<'_> {
    /// Prints the CVs wanted of a profile, and says whether all went well.
    fn profile(&mut self, input: &Input) -> Result<bool, Stop> {
        let reading = match profile::load(input, self.wanted.today) {
            Ok(reading) => reading,
            Err(problems) => {
                self.terminal.problems(&problems);
                return Ok(false);
            }
        };
        let choices = self.wanted.choices.of(&reading);
        let files = outputs_of(&reading, Path::new(&input.stem()), &self.wanted.choices, &self.wanted.layouts);
        if let Some(twice) = files.iter().enumerate().find(|(at, file)| files[..*at].contains(file)) {
            let message = format!("`{}` would be written twice: two of the CVs have one name", twice.1.display());
            return Err(Stop::wrong_usage(message));
        }
        let is_single = self.is_single && choices.len() * self.wanted.layouts.len().max(1) == 1;
        let target = Target::new(self.arguments.output.as_deref(), is_single)?;
        let (mut all_well, mut told) = (true, Diagnostics::default());
        for choice in &choices {
            let opened = Opened::new(&reading, choice, &input.stem(), &self.wanted.deny, self.base);
            all_well &= self.cv(&opened, &target, &mut told)?;
        }
        Ok(all_well)
    }

    /// Prints one CV in its layouts. What holds for several of them is told once.
    fn cv(&mut self, opened: &Opened, target: &Target, told: &mut Diagnostics) -> Result<bool, Stop> {
        let problems = opened.problems(&self.wanted, self.base);
        self.tell(problems.clone(), told);
        if problems.has_errors() {
            return Ok(false);
        }
        let mut all_well = true;
        for layout in opened.layouts(&self.wanted) {
            let output = target.output(opened.name(), &layout);
            if self.written.contains(&output) {
                let message = format!("`{}` would be written twice; name another folder", output.name());
                return Err(Stop::wrong_usage(message));
            }
            match write(opened, &layout, &output, &self.wanted, self.base) {
                Ok((printed, warnings)) => {
                    self.tell(warnings, told);
                    let line = if self.terminal.is_json() {
                        serde_json::to_string(&printed).unwrap_or_default()
                    } else {
                        report(&printed)
                    };
                    self.terminal.status(&line, output == Output::Stdout);
                    self.written.push(output);
                }
                Err(problems) => {
                    self.tell(problems, told);
                    all_well = false;
                }
            }
        }
        Ok(all_well)
    }

    fn tell(&self, problems: Diagnostics, told: &mut Diagnostics) {
        let new = problems.without(told);
        self.terminal.problems(&new);
        told.extend(new);
    }
}

/// Where the CVs go.
enum Target<'a> {
    Folder(&'a Path),
    File(&'a Path),
    Stdout,
}

impl<'a> Target<'a> {
    /// A path that is a folder, or ends in a slash, is a folder; so is any path for several CVs.
    fn new(path: Option<&'a Path>, single: bool) -> Result<Self, Stop> {
        let Some(path) = path else { return Ok(Self::Folder(Path::new(OUT))) };
        let several = "several CVs need a folder to be written to";
        if path == Path::new("-") {
            return if single { Ok(Self::Stdout) } else { Err(Stop::wrong_usage(several)) };
        }
        let slash = path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        if path.is_dir() || slash {
            return Ok(Self::Folder(path));
        }
        if single {
            return Ok(Self::File(path));
        }
        let is_file = path.is_file() || path.extension().is_some_and(|ending| ending == "pdf");
        if is_file { Err(Stop::wrong_usage(several)) } else { Ok(Self::Folder(path)) }
    }

    fn output(&self, stem: &str, layout: &str) -> Output {
        match self {
            Self::Folder(folder) => Output::File(output_path(&folder.join(stem), layout)),
            Self::File(path) => Output::File(path.to_path_buf()),
            Self::Stdout => Output::Stdout,
        }
    }
}
