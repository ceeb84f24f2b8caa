//! `cvpress preview` and `cvpress edit`: show a profile in the browser while it is edited.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::commands::worker::{PREVIEW_WORKER, workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, GlobalArgs};
use crate::cli::request::{self, render_options};
use crate::cli::signals::stop_on_signal;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::export;
use crate::layout::Layouts;
use crate::pipeline::RenderOptions;
use crate::preview::{self, EditorCommand, PreviewOptions, Server, ServerOptions, Watcher, follow};
use crate::profile::{ALL, input_text, refuse_foreign};
use crate::session::{Mode, ViewOptions};

/// The profile of `cvpress edit` without one.
const NEW_PROFILE: &str = "cv.toml";

/// The arguments of `cvpress preview`.
#[derive(Debug, Args)]
pub struct PreviewArgs {
    /// Profile to show
    #[arg(value_name = "PROFILE")]
    pub profile: PathBuf,
    /// The options of the page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// The arguments of `cvpress edit`.
#[derive(Debug, Args)]
pub struct EditArgs {
    /// Profile to edit; a new one is saved as `cv.toml` [default: a new one]
    #[arg(value_name = "PROFILE")]
    pub profile: Option<PathBuf>,
    /// The options of the page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// How the page is opened, and what it shows first: one document, where other commands take several.
#[derive(Debug, Args)]
#[command(
    mut_arg("layout", |arg| arg.help("Layout to show first [default: the profile's layout]")),
    mut_arg("locale", |arg| arg.help("Language to show first [default: the profile's language]")),
    mut_arg("variant", |arg| arg.help("Variant to show first"))
)]
pub struct PageArgs {
    /// Port to listen on [default: one per file, or any other if it is in use]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Additional host name to accept in requests, such as that of a tunnel
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Command that opens the profile at a line, such as `code -g {file}:{line}:{column}`
    #[arg(long, value_name = "COMMAND", value_parser = EditorCommand::parse)]
    pub editor: Option<EditorCommand>,
    /// The document to show.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Shows a profile until it is interrupted.
pub fn preview(
    args: &PreviewArgs,
    global: &GlobalArgs,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    if args.profile == Path::new("-") {
        return Err(CommandError::usage(
            "a preview needs a file, which it reads again; standard input can be read only once",
        ));
    }
    refuse_other_files(&args.profile)?;
    run(
        &args.profile,
        Mode::View,
        &args.page,
        global,
        layouts,
        terminal,
    )
}

/// Shows and edits a profile until it is interrupted.
pub fn edit(
    args: &EditArgs,
    global: &GlobalArgs,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let profile = args.profile.as_deref().unwrap_or(Path::new(NEW_PROFILE));
    if profile.symlink_metadata().is_ok() {
        refuse_other_files(profile)?;
    }
    run(profile, Mode::Edit, &args.page, global, layouts, terminal)
}

/// The endings of files that other programs write, and that may be text.
const OTHERS: [&str; 12] = [
    "json", "yaml", "yml", "xml", "csv", "tsv", "html", "htm", "md", "tex", "bib", "rtf",
];

/// Refuses a file that is not a profile, so that it is neither shown as one nor saved as one. A missing
/// file is reported with a similar name, as by other commands.
///
/// # Errors
/// The file cannot be read, or is not a profile.
pub fn refuse_other_files(path: &Path) -> Result<(), CommandError> {
    let input = request::input(path)?;
    let text = input_text(&input)?;
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if !OTHERS.iter().any(|other| ending == *other) {
        return Ok(refuse_foreign(&input.name(), &text)?);
    }
    let name = path.display();
    let new = path.with_extension("toml");
    let error = Diagnostic::error(rule::UNREADABLE_FILE, format!("`{name}` is not a profile"));
    let hint = format!(
        "`cvpress import {name} -o {}` makes a profile of a CV",
        new.display()
    );
    Err(error.hint(hint).into())
}

fn run(
    profile: &Path,
    mode: Mode,
    page: &PageArgs,
    global: &GlobalArgs,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let render = render_options(&page.document, layouts)?;
    let view = view_options(&page.document, &render)?;
    let watcher = Watcher::new(global.templates.as_deref())?;
    let session = preview::start(PreviewOptions {
        profile: profile.to_path_buf(),
        mode,
        view,
        render,
        workers: workers(PREVIEW_WORKER, global)?,
        templates: global.templates.clone(),
    })?;
    let options = ServerOptions {
        port: page.port,
        hosts: page.allow_host.clone(),
        editor: page.editor.clone(),
    };
    let server = Server::start(Arc::clone(&session), profile, options)?;
    terminal.result(&format!("{}\n", server.address()));
    if !page.no_open
        && let Some(address) = server.launch_address()
        && let Err(error) = open::that_detached(address)
    {
        terminal.status_on_stderr(&format!("the browser cannot be opened: {error}"));
    }
    let stop = stop_on_signal()?;
    let report_layouts = || {
        // The worker process cannot report layouts that it cannot read.
        if let Err(problems) = Layouts::load(global.templates.as_deref()) {
            terminal.problems(&problems);
        }
    };
    let is_over = || stop.load(Ordering::Relaxed);
    follow(&session, profile, watcher, report_layouts, is_over);
    session.end();
    // A file that is being written becomes complete.
    drop(export::hold_writes());
    Ok(Exit::Success)
}

/// Returns what the page shows first, of the options that the page can change.
fn view_options(
    document: &DocumentArgs,
    render: &RenderOptions,
) -> Result<ViewOptions, CommandError> {
    Ok(ViewOptions {
        layout: one("--layout", &document.layout)?,
        variant: one("--variant", &document.variant)?,
        locale: one("--locale", &document.locale)?,
        paper: render.settings.paper,
        ..ViewOptions::default()
    })
}

/// Returns the only value of an option.
fn one(option: &str, values: &[String]) -> Result<Option<String>, CommandError> {
    match values {
        [] => Ok(None),
        [value] if value != ALL => Ok(Some(value.clone())),
        _ => Err(CommandError::usage(format!(
            "the page shows one document: give `{option}` one name"
        ))),
    }
}
