//! Looks for the problems of the open texts, on a thread of its own.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use lsp_types::Uri;

use crate::diagnostic::Diagnostics;
use crate::lsp::documents::OpenDocument;
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::guarded;
use crate::typeset::Engine;

/// A text to look at.
#[derive(Debug)]
pub struct CheckJob {
    /// The text.
    pub document: OpenDocument,
    /// Whether to render it, which shows more problems and takes longer.
    pub renders: bool,
}

/// The problems of a version of a text.
#[derive(Debug)]
pub struct FoundProblems {
    /// The address of the text.
    pub uri: Uri,
    /// Its version.
    pub version: i32,
    /// The problems.
    pub problems: Diagnostics,
}

/// Looks at texts until no more come. Of a text that changes in the meantime, only the last version
/// matters. Each is looked at without rendering first.
pub fn run<T>(
    jobs: &Receiver<CheckJob>,
    results: &Sender<T>,
    options: &RenderOptions,
    engine: &Engine,
) where
    T: From<FoundProblems>,
{
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv() {
                Ok(job) => add(job, &mut waiting),
                Err(_) => return,
            }
        }
        for job in jobs.try_iter() {
            add(job, &mut waiting);
        }
        let Some(job) = waiting.pop_front() else {
            continue;
        };
        let document = &job.document;
        let found = |problems| FoundProblems {
            uri: document.uri().clone(),
            version: document.version(),
            problems,
        };
        let profile = document.profile();
        let problems = guarded(|| Ok(profile.problems(options, engine)));
        if results
            .send(found(problems.unwrap_or_else(|error| error)).into())
            .is_err()
        {
            return;
        }
        for job in jobs.try_iter() {
            add(job, &mut waiting);
        }
        let is_last = !waiting.iter().any(|other| is_same(other, &job));
        if job.renders && is_last {
            let findings = guarded(|| Ok(profile.findings(options, engine)));
            if results
                .send(found(findings.unwrap_or_else(|error| error)).into())
                .is_err()
            {
                return;
            }
        }
    }
}

/// Adds a text, in place of an earlier version.
fn add(job: CheckJob, waiting: &mut VecDeque<CheckJob>) {
    waiting.retain(|other| !is_same(other, &job));
    waiting.push_back(job);
}

fn is_same(one: &CheckJob, other: &CheckJob) -> bool {
    one.document.uri() == other.document.uri()
}
