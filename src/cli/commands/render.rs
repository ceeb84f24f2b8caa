//! `cvpress render`: prints the profiles named.

use std::path::Path;

use super::super::args::Render;
use super::super::terminal::Terminal;
use super::super::{Ending, Stop};
use super::{input, layouts_of, options, report, settings_of};
use crate::batch::{Opened, Task, output_path, write};
use crate::export::Output;
use crate::profile::Input;
use crate::typeset::Base;

/// The folder that CVs go to.
const OUT: &str = "out";

/// Prints them, one after the other.
pub fn render(arguments: &Render, base: &Base, terminal: &Terminal) -> Result<Ending, Stop> {
    let layouts = layouts_of(&arguments.look, base.layouts())?;
    let settings = settings_of(&arguments.look, base.layouts())?;
    let options = options()?;
    let inputs: Vec<Input> = arguments.profiles.iter().map(input).collect();
    if inputs.iter().filter(|input| **input == Input::Stdin).count() > 1 {
        return Err(Stop::wrong_usage("standard input can be read once"));
    }
    let single = inputs.len() == 1 && layouts.len() <= 1;
    let target = Target::new(arguments.output.as_deref(), single)?;

    let mut ending = Ending::Done;
    let mut written: Vec<Output> = Vec::new();
    for input in inputs {
        let opened = match Opened::open(&input, base) {
            Ok(opened) => opened,
            Err(problems) => {
                terminal.problems(&problems);
                ending = Ending::Failed;
                continue;
            }
        };
        let mut told = opened.problems(&layouts, &settings, base);
        terminal.problems(&told);
        if told.has_errors() {
            ending = Ending::Failed;
            continue;
        }
        let own = [opened.layout().to_owned()];
        for layout in if layouts.is_empty() { &own } else { &layouts[..] } {
            let output = target.output(opened.stem(), layout);
            if written.contains(&output) {
                let message = format!("`{}` would be written twice; name another folder", output.name());
                return Err(Stop::wrong_usage(message));
            }
            let task = Task { layout: layout.clone(), settings: settings.clone(), options };
            match write(&opened, &task, &output, base) {
                Ok((printed, warnings)) => {
                    // What holds for every layout is told once.
                    let warnings = warnings.without(&told);
                    terminal.problems(&warnings);
                    told.extend(warnings);
                    let line = if terminal.is_json() {
                        serde_json::to_string(&printed).unwrap_or_default()
                    } else {
                        report(&printed)
                    };
                    terminal.status(&line, output == Output::Stdout);
                    written.push(output);
                }
                Err(problems) => {
                    terminal.problems(&problems);
                    ending = Ending::Failed;
                }
            }
        }
    }
    Ok(ending)
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
