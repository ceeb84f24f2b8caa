//! `cvpress watch`: renders profiles when they are saved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;

use crate::batch::{self, Batch, BatchProfile, find_profiles};
use crate::cli::commands::batch::{FORMATS, stem};
use crate::cli::commands::preview::refuse_other_files;
use crate::cli::commands::worker::{WORKER, workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, FormatArgs, GlobalArgs};
use crate::cli::report;
use crate::cli::request::render_options;
use crate::cli::signals::stop_on_signal;
use crate::cli::terminal::Terminal;
use crate::preview::Watcher;
use crate::profile::{self, Input};
use crate::typeset::Engine;

/// The time between two looks for an interrupt.
const LOOK: Duration = Duration::from_millis(100);

/// The arguments of `cvpress watch`.
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.help(FORMATS)))]
pub struct WatchArgs {
    /// Profiles to render, or folders of profiles
    #[arg(required = true, value_name = "PROFILE|DIR")]
    pub inputs: Vec<PathBuf>,
    /// Folder to write to
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub output: PathBuf,
    /// The documents to render.
    #[command(flatten)]
    pub document: DocumentArgs,
    /// The formats to write.
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Renders all profiles, then each that changes, until it is interrupted.
pub fn watch(
    args: &WatchArgs,
    global: &GlobalArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut batch = Batch {
        profiles: Vec::new(),
        options: render_options(&args.document, engine.layouts())?,
        jobs: None,
        manifest: None,
        force: true,
        prune: false,
        workers: Some(workers(WORKER, global)?),
        stop: stop_on_signal()?,
    };
    batch.options.formats = args.format.formats();
    let stop = Arc::clone(&batch.stop);
    let mut watcher = Watcher::new(global.templates.as_deref())?;
    let mut profiles = profiles(args)?;
    batch.profiles = profiles.values().cloned().collect();
    for input in args.inputs.iter().filter(|input| input.is_dir()) {
        watcher.watch_folder(input);
    }
    loop {
        for profile in &batch.profiles {
            watch_profile(&mut watcher, &profile.path);
        }
        let start = Instant::now();
        batch::run(&batch, engine, |outcome| {
            terminal.problems(&outcome.problems);
            // The time tells one save from the next.
            let time = report::duration(start.elapsed());
            for rendered in &outcome.rendered {
                terminal.status(&format!("{} (after {time})", report::rendered(rendered)));
            }
        })?;
        batch.profiles.clear();
        while batch.profiles.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Success);
            }
            let Some(changes) = watcher.wait(LOOK) else {
                continue;
            };
            if changes.additions
                && let Ok(found) = self::profiles(args)
            {
                let new = found
                    .iter()
                    .filter(|(path, _)| !profiles.contains_key(*path));
                batch
                    .profiles
                    .extend(new.map(|(_, profile)| profile.clone()));
                profiles = found;
            }
            let saved = profiles.iter().filter(|(path, _)| {
                // An editor may remove a file before it writes it again.
                (changes.layouts || changes.profiles.contains(*path)) && path.exists()
            });
            batch
                .profiles
                .extend(saved.map(|(_, profile)| profile.clone()));
        }
    }
}

/// Watches a profile and its files as they are now.
fn watch_profile(watcher: &mut Watcher, path: &Path) {
    let input = Input::File(path.to_path_buf());
    // The batch reports a file that cannot be read. A pipe would wait for ever.
    let text = path.is_file().then(|| profile::input_text(&input));
    let text = text.and_then(Result::ok).unwrap_or_default();
    watcher.watch(path, &text);
}

/// Returns the profiles by their paths.
fn profiles(args: &WatchArgs) -> Result<BTreeMap<PathBuf, BatchProfile>, CommandError> {
    let mut profiles = BTreeMap::new();
    for input in &args.inputs {
        if !input.is_dir() {
            refuse_other_files(input)?;
        }
        for found in find_profiles(input)? {
            let profile = BatchProfile {
                stem: stem(&args.output, &found),
                path: found.path,
            };
            profiles.insert(profile.path.clone(), profile);
        }
    }
    Ok(profiles)
}
