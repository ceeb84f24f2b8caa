//! Looks for the problems of the open texts, on a thread of its own, and renders them in a process
//! of its own.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};

use lsp_types::Uri;

use crate::batch::{JobRunner, Workers};
use crate::diagnostic::Diagnostics;
use crate::lsp::documents::OpenDocument;
use crate::pipeline::RenderOptions;
use crate::pipeline::guarded;
use crate::preview::findings_of;
use crate::typeset::Engine;

/// A text to look at.
#[derive(Debug)]
pub struct CheckJob {
    /// The text.
    pub document: OpenDocument,
    /// Whether to render it, which shows more problems and takes longer.
    pub renders: bool,
}

impl CheckJob {
    fn found(&self, problems: Diagnostics) -> FoundProblems {
        FoundProblems {
            uri: self.document.uri().clone(),
            version: self.document.version(),
            problems,
        }
    }
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

/// The texts to look at.
struct Queue<'r> {
    received: &'r Receiver<CheckJob>,
    waiting: RefCell<VecDeque<CheckJob>>,
    has_ended: Cell<bool>,
}

impl Queue<'_> {
    /// Waits for the next text; `None` if no more come.
    fn next(&self) -> Option<CheckJob> {
        self.receive();
        if let Some(job) = self.waiting.borrow_mut().pop_front() {
            return Some(job);
        }
        self.received.recv().ok()
    }

    /// Returns whether a text need not be looked at anymore: it has changed, or the session has
    /// ended.
    fn is_outdated(&self, job: &CheckJob) -> bool {
        self.receive();
        self.has_ended.get()
            || self
                .waiting
                .borrow()
                .iter()
                .any(|other| is_same(other, job))
    }

    /// Takes what has come, each text in place of an earlier version.
    fn receive(&self) {
        let mut waiting = self.waiting.borrow_mut();
        loop {
            match self.received.try_recv() {
                Ok(job) => {
                    waiting.retain(|other| !is_same(other, &job));
                    waiting.push_back(job);
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.has_ended.set(true);
                    return;
                }
            }
        }
    }
}

/// Looks at texts until no more come. Of a text that changes in the meantime, only the last version
/// matters. Each is looked at without rendering first. A worker process renders, which has limits
/// of time and memory.
pub fn run<T>(
    jobs: &Receiver<CheckJob>,
    results: &Sender<T>,
    options: &RenderOptions,
    engine: &Engine,
    workers: &Workers,
) where
    T: From<FoundProblems>,
{
    let queue = Queue {
        received: jobs,
        waiting: RefCell::default(),
        has_ended: Cell::default(),
    };
    let mut runner = JobRunner::new(workers.clone());
    while let Some(job) = queue.next() {
        if let Some(problem) = job.document.too_large() {
            if results.send(job.found(problem.into()).into()).is_err() {
                return;
            }
            continue;
        }
        let profile = job.document.profile();
        let problems = guarded(|| Ok(profile.problems(options, engine)));
        let problems = problems.unwrap_or_else(|error| error);
        if results.send(job.found(problems.clone()).into()).is_err() {
            return;
        }
        if !job.renders || queue.is_outdated(&job) {
            continue;
        }
        let is_outdated = || queue.is_outdated(&job);
        let findings = match findings_of(profile, options, &mut runner, &is_outdated) {
            Ok(Some(findings)) => findings,
            Ok(None) => continue,
            Err(failure) => {
                let mut known = problems;
                known.push(failure);
                known
            }
        };
        if results.send(job.found(findings).into()).is_err() {
            return;
        }
    }
}

fn is_same(one: &CheckJob, other: &CheckJob) -> bool {
    one.document.uri() == other.document.uri()
}
