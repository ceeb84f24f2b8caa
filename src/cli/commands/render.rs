//! `cvpress render`: renders the CVs of profiles.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::value;
use crate::cli::options::{DocumentArgs, FormatArgs, Report, ReportArgs};
use crate::cli::output_target::{OutputTarget, format_of, is_device, is_stdout, output_for};
use crate::cli::report::{self, FileReport};
use crate::cli::request::{inputs, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{Format, Output};
use crate::pipeline::{
    self, DEFAULT_LAYOUT, DEFAULT_PPI, Document, LETTER_FORMATS, LETTER_WITHOUT_JSON,
    RenderOptions, RenderPart, Rendered, SharedOutput, SourceFiles, content_path, faults_elsewhere,
    output_path, outputs_of, shared_outputs,
};
use crate::profile::{self, Input, ParsedProfile};
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// The arguments of `cvpress render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// Profiles to render; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// File or folder to write to; `-` is standard output [default: out/PROFILE-LAYOUT.pdf]
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Formats to write [default: the extension of the output, or pdf]
    #[command(flatten)]
    pub format: FormatArgs,
    /// Resolution of PNG files, in pixels per inch
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PPI, value_parser = value::ppi)]
    pub ppi: f64,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// The documents to render.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Renders the CVs of the profiles.
pub fn render(
    args: &RenderArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    render_document(args, DocumentKind::Cv, engine, terminal)
}

/// Renders the CVs or the letters of the profiles.
pub fn render_document(
    args: &RenderArgs,
    kind: DocumentKind,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    options.choices.common.document = kind;
    options.formats = formats(args)?;
    if kind == DocumentKind::Letter && options.formats.contains(&Format::Json) {
        let error = Diagnostic::error(rule::USAGE, LETTER_WITHOUT_JSON).hint(LETTER_FORMATS);
        return Err(CommandError::invalid_argument(error));
    }
    options.ppi = Some(args.ppi);
    let request = RenderRequest {
        profiles: &args.profiles,
        output: args.output.as_deref(),
        report: args.report.report,
        options,
    };
    render_all(request, engine, terminal)
}

/// Returns the formats to write, each once.
fn formats(args: &RenderArgs) -> Result<Vec<Format>, CommandError> {
    let mut formats = args.format.formats();
    if formats.is_empty() {
        let format = args.output.as_deref().and_then(format_of);
        formats.push(format.unwrap_or(Format::Pdf));
    }
    if formats.len() > 1 && args.output.as_deref().is_some_and(is_stdout) {
        return Err(CommandError::usage(
            "only one format can be written to standard output",
        ));
    }
    Ok(formats)
}

/// What a command renders.
pub struct RenderRequest<'a> {
    /// The profiles.
    pub profiles: &'a [PathBuf],
    /// The file or folder to write to; `None` is the folder `out`.
    pub output: Option<&'a Path>,
    /// The format of the report.
    pub report: Report,
    /// How to render.
    pub options: RenderOptions,
}

/// Renders the profiles in order.
///
/// # Errors
/// The command line is invalid. Errors in profiles are reported, and fail only that profile.
pub fn render_all(
    request: RenderRequest,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let inputs = inputs(request.profiles)?;
    refuse_terminal(&request)?;
    if inputs.len() > 1 {
        OutputTarget::new(request.output, false)?;
        refuse_same_names(outputs_of_all(&inputs, &request.options))?;
    }
    let mut renderer = Renderer {
        has_one_profile: inputs.len() == 1,
        request,
        engine,
        terminal,
        written: Vec::new(),
        sources: SourceFiles::default(),
    };
    let mut exit = Exit::Success;
    for input in terminal.each(&inputs, Input::name) {
        if !renderer.profile(input)? {
            exit = Exit::Failure;
        }
    }
    Ok(exit)
}

/// Refuses to write a file that is not text to a terminal.
fn refuse_terminal(request: &RenderRequest) -> Result<(), CommandError> {
    let is_text = request
        .options
        .formats()
        .iter()
        .all(|format| format.is_text());
    if !request.output.is_some_and(is_stdout) || is_text || !std::io::stdout().is_terminal() {
        return Ok(());
    }
    let message = "standard output is a terminal, which cannot show the file";
    let hint = "write to a file, as with `--output cv.pdf`, or redirect it, as with `> cv.pdf`";
    let error = Diagnostic::error(rule::USAGE, message).hint(hint);
    Err(CommandError::invalid_argument(error))
}

/// Returns the files that the documents of each profile are written to. A profile that cannot be read
/// writes nothing.
fn outputs_of_all(inputs: &[Input], options: &RenderOptions) -> Vec<Vec<PathBuf>> {
    let mut options = options.clone();
    if options.content_formats().next().is_some() {
        // Their names have no layout, so that profiles of different layouts conflict, too.
        options.layouts = vec![DEFAULT_LAYOUT.to_owned()];
    }
    let outputs = inputs.iter().map(|input| match profile::outline(input) {
        Ok(outline) => outputs_of(&outline, Path::new(&input.stem()), &options),
        Err(_) => Vec::new(),
    });
    outputs.collect()
}

/// Refuses documents that have the same file name, before one of them is written.
fn refuse_same_names(outputs: Vec<Vec<PathBuf>>) -> Result<(), CommandError> {
    let Some((index, SharedOutput { file, first })) = shared_outputs(outputs).pop_first() else {
        return Ok(());
    };
    let why = if first == index {
        "two CVs have the same name"
    } else {
        "choose another folder for one of the profiles"
    };
    let file = file.display();
    Err(CommandError::usage(format!(
        "`{file}` would be written twice: {why}"
    )))
}

/// Renders the profiles of a request one after the other.
struct Renderer<'a> {
    request: RenderRequest<'a>,
    has_one_profile: bool,
    engine: &'a Engine,
    terminal: &'a Terminal,
    /// The files that were written so far.
    written: Vec<Output>,
    /// The files of the profile that is rendered, which must not be overwritten.
    sources: SourceFiles,
}

impl Renderer<'_> {
    /// Renders the documents of a profile; returns whether all succeeded.
    fn profile(&mut self, input: &Input) -> Result<bool, CommandError> {
        let options = &self.request.options;
        let profile = match profile::load(input, options.today) {
            Ok(profile) => profile,
            Err(problems) => {
                self.terminal.problems(&problems);
                return Ok(false);
            }
        };
        refuse_same_names(vec![outputs_of(
            &profile,
            Path::new(&input.stem()),
            options,
        )])?;
        self.sources = source_files(&profile, input);
        let choices = options.choices.of(&profile);
        let layouts = options.layouts.len().max(1);
        let is_single = self.has_one_profile && choices.len() * layouts == 1;
        let target = OutputTarget::new(self.request.output, is_single)?;
        let mut reported = faults_elsewhere(&profile, &options.choices, &options.deny);
        let mut has_succeeded = !reported.has_errors();
        self.terminal.problems(&reported);
        for choice in &choices {
            let deny = &self.request.options.deny;
            let document = Document::new(&profile, choice, &input.stem(), deny, self.engine);
            has_succeeded &= self.document(&document, input, &target, &mut reported)?;
        }
        Ok(has_succeeded)
    }

    /// Renders a document in its layouts; returns whether all succeeded. Diagnostics of several
    /// layouts are reported once.
    fn document(
        &mut self,
        document: &Document,
        input: &Input,
        target: &OutputTarget,
        reported: &mut Diagnostics,
    ) -> Result<bool, CommandError> {
        let problems = document.problems(&self.request.options, self.engine);
        let has_errors = problems.has_errors();
        self.report_new(problems, reported);
        if has_errors {
            return Ok(false);
        }
        let mut has_succeeded = true;
        for part in document.parts(&self.request.options) {
            if let OutputTarget::Folder(folder) = target
                && let Some(error) = self.taken_name(document, input, &part, folder)
            {
                self.report_new(error.into(), reported);
                has_succeeded = false;
                continue;
            }
            has_succeeded &= self.part(document, &part, target, reported)?;
        }
        Ok(has_succeeded)
    }

    /// Returns the error that the file of a letter, a variant or a language has the name of the CV
    /// of another profile in the same folder: `a-letter.toml` beside the letter of `a.toml`.
    fn taken_name(
        &self,
        document: &Document,
        input: &Input,
        part: &RenderPart,
        folder: &Path,
    ) -> Option<Diagnostic> {
        let Input::File(path) = input else {
            return None;
        };
        let other = path.with_file_name(format!("{}.toml", document.name()));
        let is_named = document.file_name().is_some();
        if is_named || document.name() == input.stem() || !other.is_file() {
            return None;
        }
        let options = &self.request.options;
        if part.has_pages && !options.layouts.contains(&part.layout) {
            let parsed = profile::load(&Input::File(other.clone()), options.today).ok();
            let own = parsed.as_ref().and_then(|parsed| parsed.layout(None));
            if own.unwrap_or(DEFAULT_LAYOUT) != part.layout {
                return None;
            }
        }
        let file = self.path(Path::new(document.name()), part);
        // Who names a folder may keep letters apart: only a file that is there may be the CV.
        if self.request.output.is_some() && !folder.join(&file).exists() {
            return None;
        }
        let message = format!(
            "`{}` is also the name of the CV of `{}`",
            file.display(),
            other.display()
        );
        let hint = "choose another file or folder with `--output`, or rename one of the profiles";
        Some(Diagnostic::error(rule::UNWRITABLE_FILE, message).hint(hint))
    }

    /// Renders a part of a document; returns whether it succeeded.
    fn part(
        &mut self,
        document: &Document,
        part: &RenderPart,
        target: &OutputTarget,
        reported: &mut Diagnostics,
    ) -> Result<bool, CommandError> {
        let output = self.output(document, part, target);
        if self.written.contains(&output) {
            return Err(CommandError::usage(format!(
                "`{}` would be written twice: choose another folder",
                output.name()
            )));
        }
        let is_named = matches!(target, OutputTarget::File(_));
        let options = &self.request.options;
        let rendered = pipeline::render(document, part, options, self.engine);
        let written = rendered.and_then(|rendered| {
            let files = rendered.write(|file| {
                let output = output_for(&output, file, is_named)?;
                self.sources.refuse(output)
            })?;
            Ok((files, rendered.warnings))
        });
        match written {
            Ok((files, warnings)) => {
                self.report_new(warnings, reported);
                for file in &files {
                    self.report_file(file, &output);
                }
                self.written.push(output);
                Ok(true)
            }
            Err(problems) => {
                self.report_new(problems, reported);
                Ok(false)
            }
        }
    }

    /// Returns where the first file of a part of a document is written.
    fn output(&self, document: &Document, part: &RenderPart, target: &OutputTarget) -> Output {
        match target {
            OutputTarget::Folder(folder) => Output::File(folder.join(self.file(document, part))),
            OutputTarget::File(path) => Output::File(match self.content_format(part) {
                Some(format)
                    if format_of(path).is_none_or(Format::has_pages) && !is_device(path) =>
                {
                    path.with_extension(format.extension())
                }
                _ => path.to_path_buf(),
            }),
            OutputTarget::Stdout => Output::Stdout,
        }
    }

    /// Returns the name of the first file of a part of a document.
    fn file(&self, document: &Document, part: &RenderPart) -> PathBuf {
        let Some(mut name) = document.file_name() else {
            return self.path(Path::new(document.name()), part);
        };
        let options = &self.request.options;
        if part.has_pages && (options.layouts.len() > 1 || options.press.is_some()) {
            name = format!("{name} ({})", self.file_suffix(&part.layout));
        }
        let format = self.content_format(part).unwrap_or(Format::Pdf);
        PathBuf::from(format!("{name}.{}", format.extension()))
    }

    /// Returns the path of the first file of a part of a document.
    fn path(&self, stem: &Path, part: &RenderPart) -> PathBuf {
        match self.content_format(part) {
            Some(format) => content_path(stem, format),
            None => output_path(stem, &self.file_suffix(&part.layout)),
        }
    }

    /// Returns the first format of a part without pages.
    fn content_format(&self, part: &RenderPart) -> Option<Format> {
        let first = self.request.options.content_formats().next();
        first.filter(|_| !part.has_pages)
    }

    /// Returns the suffix of file names: the layout, with `-press` for a print shop.
    fn file_suffix(&self, layout: &str) -> String {
        match self.request.options.press {
            Some(_) => format!("{layout}-press"),
            None => layout.to_owned(),
        }
    }

    /// Reports a file, on standard error if standard output is the file.
    fn report_file(&self, file: &Rendered, output: &Output) {
        let is_stdout = *output == Output::Stdout;
        match (self.request.report, is_stdout) {
            (Report::Json, false) => self.terminal.json(&FileReport::from(file)),
            (Report::Json, true) => self.terminal.json_on_stderr(&FileReport::from(file)),
            (Report::Text, false) => self.terminal.status(&report::rendered(file)),
            (Report::Text, true) => self.terminal.status_on_stderr(&report::rendered(file)),
        }
    }

    /// Reports the diagnostics that were not reported before.
    fn report_new(&self, problems: Diagnostics, reported: &mut Diagnostics) {
        let new = problems.without(reported);
        self.terminal.problems(&new);
        reported.extend(new);
    }
}

/// Returns the profile and the images and bibliographies that it names.
fn source_files(profile: &ParsedProfile, input: &Input) -> SourceFiles {
    let file = match input {
        Input::File(path) => Some(path.as_path()),
        Input::Bytes { .. } => None,
    };
    let text = profile.tree.source().text();
    SourceFiles::of_profile(text, Some(input.folder()), file)
}
