//! `cvpress render`, `cvpress letter` and `cvpress press finish`: print the profiles named, or the
//! letters in them.

use std::path::Path;

use crate::cli::args::Render;
use crate::cli::args::{Finish, FormatName, Made, Purpose};
use crate::cli::commands::{input, render_options, report};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{Format, Output};
use crate::pipeline::{self, PressOptions};
use crate::pipeline::{
    Document, PageNumber, RenderOptions, RenderedFile, output_path, outputs_of,
    render as render_document,
};
use crate::press;
use crate::profile::{self, Input};
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// The folder that CVs go to.
const OUT: &str = "out";

/// Prints them, one after the other.
pub fn render(
    arguments: &Render,
    document: DocumentKind,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    if document == DocumentKind::Letter && arguments.look.anonymous {
        return Err(Stop::wrong_usage(
            "a letter is signed, and `--anonymous` is for CVs",
        ));
    }
    if document == DocumentKind::Letter && arguments.look.fit.is_some() {
        return Err(Stop::wrong_usage(
            "a letter stays on its page by itself, and `--fit` is for CVs",
        ));
    }
    let mut options = render_options(&arguments.look, engine.layouts())?;
    options.choices.common.document = document;
    options.formats = formats(arguments)?;
    options.ppi = Some(arguments.ppi);
    if arguments.purpose == Purpose::Press {
        options.press = Some(PressOptions::default());
    }
    print(arguments, options, engine, terminal)
}

/// Prints profiles for a print shop, one after the other.
pub fn finish(arguments: &Finish, engine: &Engine, terminal: &Terminal) -> Result<Ending, Stop> {
    let Finish {
        profiles,
        look,
        made,
        output,
    } = arguments;
    let mut options = render_options(look, engine.layouts())?;
    options.press = Some(press_of(made)?);
    let arguments = Render {
        profiles: profiles.clone(),
        look: look.clone(),
        output: output.clone(),
        format: vec![FormatName::Pdf],
        ppi: pipeline::DEFAULT_PPI,
        purpose: Purpose::Press,
    };
    print(&arguments, options, engine, terminal)
}

/// What files for a print shop are to be.
pub fn press_of(made: &Made) -> Result<PressOptions, Stop> {
    let profile = made
        .icc
        .as_deref()
        .map(press::IccProfile::load)
        .transpose()
        .map_err(Diagnostics::from)?;
    let file = press::PressSettings {
        standard: made.standard.into(),
        condition: made
            .condition
            .as_deref()
            .map(press::PrintingCondition::named),
        profile,
        ..press::PressSettings::default()
    };
    file.check()
        .map_err(|error| Stop(Ending::WrongUsage, error.into()))?;
    Ok(PressOptions {
        ink: made.ink.map(Into::into),
        bleed: made.bleed,
        file,
    })
}

fn print(
    arguments: &Render,
    options: RenderOptions,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    let inputs: Vec<Input> = arguments.profiles.iter().map(input).collect();
    if inputs
        .iter()
        .filter(|input| **input == Input::Stdin)
        .count()
        > 1
    {
        return Err(Stop::wrong_usage("standard input can be read once"));
    }
    let mut job = Job {
        arguments,
        options,
        is_single: inputs.len() == 1,
        engine,
        terminal,
        written: Vec::new(),
    };
    let mut ending = Ending::Done;
    for input in inputs {
        if !job.profile(&input)? {
            ending = Ending::Failed;
        }
    }
    Ok(ending)
}

/// What is to be written, each once.
fn formats(arguments: &Render) -> Result<Vec<Format>, Stop> {
    let mut formats: Vec<Format> = arguments.format.iter().map(|name| (*name).into()).collect();
    formats.sort();
    formats.dedup();
    if formats.is_empty() {
        let ending = arguments.output.as_deref().and_then(Path::extension);
        formats.push(
            ending
                .and_then(|ending| Format::of(&ending.to_string_lossy()))
                .unwrap_or(Format::Pdf),
        );
    }
    if arguments.purpose == Purpose::Press && formats != [Format::Pdf] {
        return Err(Stop::wrong_usage("a print shop takes PDF alone"));
    }
    if formats.len() > 1 && arguments.output.as_deref() == Some(Path::new("-")) {
        return Err(Stop::wrong_usage("standard output takes one format"));
    }
    Ok(formats)
}

struct Job<'a> {
    arguments: &'a Render,
    options: RenderOptions,
    /// Whether one profile is printed.
    is_single: bool,
    engine: &'a Engine,
    terminal: &'a Terminal,
    /// What was written so far.
    written: Vec<Output>,
}

impl Job<'_> {
    /// Prints the CVs options of a profile, and says whether all went well.
    fn profile(&mut self, input: &Input) -> Result<bool, Stop> {
        let reading = match profile::load(input, self.options.today) {
            Ok(reading) => reading,
            Err(problems) => {
                self.terminal.problems(&problems);
                return Ok(false);
            }
        };
        let choices = self.options.choices.of(&reading);
        let files = outputs_of(&reading, Path::new(&input.stem()), &self.options);
        if let Some(twice) = files
            .iter()
            .enumerate()
            .find(|(at, file)| files[..*at].contains(file))
        {
            let message = format!(
                "`{}` would be written twice: two of the CVs have one name",
                twice.1.display()
            );
            return Err(Stop::wrong_usage(message));
        }
        let is_single = self.is_single && choices.len() * self.options.layouts.len().max(1) == 1;
        let target = Target::new(self.arguments.output.as_deref(), is_single)?;
        let (mut all_well, mut told) = (true, Diagnostics::default());
        for choice in &choices {
            let document = Document::new(
                &reading,
                choice,
                &input.stem(),
                &self.options.deny,
                self.engine,
            );
            all_well &= self.cv(&document, &target, &mut told)?;
        }
        Ok(all_well)
    }

    /// Prints one CV in its layouts. What holds for several of them is told once.
    fn cv(
        &mut self,
        document: &Document,
        target: &Target,
        told: &mut Diagnostics,
    ) -> Result<bool, Stop> {
        let problems = document.problems(&self.options, self.engine);
        self.tell(problems.clone(), told);
        if problems.has_errors() {
            return Ok(false);
        }
        let mut all_well = true;
        for layout in document.layouts(&self.options) {
            let output = target.output(document.name(), &self.name_of(&layout));
            if self.written.contains(&output) {
                let message = format!(
                    "`{}` would be written twice; name another folder",
                    output.name()
                );
                return Err(Stop::wrong_usage(message));
            }
            let is_named = matches!(target, Target::File(_));
            let rendered = render_document(document, &layout, &self.options, self.engine);
            let written = rendered.and_then(|rendered| {
                let files = rendered.write(|file| in_format(&output, file, is_named))?;
                Ok((files, rendered.warnings))
            });
            match written {
                Ok((files, warnings)) => {
                    self.tell(warnings, told);
                    for printed in files {
                        let line = if self.terminal.is_json() {
                            serde_json::to_string(&printed).unwrap_or_default()
                        } else {
                            report(&printed)
                        };
                        self.terminal.status(&line, output == Output::Stdout);
                    }
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

    /// What the names of files say of their layout: that it is for a press, as well.
    fn name_of(&self, layout: &str) -> String {
        if self.options.press.is_some() {
            return format!("{layout}-press");
        }
        layout.to_owned()
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
        let Some(path) = path else {
            return Ok(Self::Folder(Path::new(OUT)));
        };
        let several = "several CVs need a folder to be written to";
        if path == Path::new("-") {
            return if single {
                Ok(Self::Stdout)
            } else {
                Err(Stop::wrong_usage(several))
            };
        }
        let slash = path
            .as_os_str()
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if path.is_dir() || slash {
            return Ok(Self::Folder(path));
        }
        if single {
            return Ok(Self::File(path));
        }
        let is_file = path.is_file()
            || path
                .extension()
                .is_some_and(|ending| Format::of(&ending.to_string_lossy()).is_some());
        if is_file {
            Err(Stop::wrong_usage(several))
        } else {
            Ok(Self::Folder(path))
        }
    }

    fn output(&self, stem: &str, layout: &str) -> Output {
        match self {
            Self::Folder(folder) => Output::File(output_path(&folder.join(stem), layout)),
            Self::File(path) => Output::File(path.to_path_buf()),
            Self::Stdout => Output::Stdout,
        }
    }
}

/// Where a file goes that takes the place of an output in some format: pictures of pages are
/// numbered, but for a single one that was given its name.
fn in_format(output: &Output, file: &RenderedFile, is_named: bool) -> Result<Output, Diagnostics> {
    let path = match output {
        Output::File(path) => path,
        Output::Stdout if file.page.is_none_or(|page| page.total == 1) => {
            return Ok(Output::Stdout);
        }
        Output::Stdout => {
            let error = Diagnostic::error(
                rule::USAGE,
                "standard output takes a picture of one page, and there are more",
            );
            return Err(error
                .hint("write them to a folder, as in `--output pages/`")
                .into());
        }
    };
    let is_other = path
        .extension()
        .is_none_or(|ending| Format::of(&ending.to_string_lossy()) != Some(file.format));
    // Somebody may call a PDF as they like.
    let path = if is_other && (file.format != Format::Pdf || !is_named) {
        path.with_extension(file.format.ending())
    } else {
        path.clone()
    };
    Ok(Output::File(match file.page {
        Some(PageNumber { number, total }) if total > 1 || !is_named => {
            file.format.numbered(&path, number)
        }
        _ => path,
    }))
}
