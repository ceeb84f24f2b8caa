//! The work of a session: renders what is due, and publishes it. Of several requests the latest wins.

use std::sync::{Arc, PoisonError};

use serde_json::Value as Json;

use crate::diagnostic::{Diagnostic, Source};
use crate::export::content_hash;
use crate::session::Session;
use crate::session::events::Events;
use crate::session::finding::findings;
use crate::session::messages::{Answer, PreviewJob, ViewAnswer, ViewJob, ViewSubject};
use crate::session::runner::Runner;
use crate::session::shared::Waiting;

impl Session {
    /// Does what is due, until the session ends.
    pub fn work(&self, runner: &mut dyn Runner) {
        loop {
            let mut shared = self.lock();
            while !shared.has_work() {
                let waited = self.work.wait(shared);
                shared = waited.unwrap_or_else(PoisonError::into_inner);
            }
            drop(shared);
            if !self.step(runner) {
                return;
            }
        }
    }

    /// Does one thing that is due, where no thread waits for work; returns whether there was one.
    pub fn step_inline(&self) -> bool {
        let Some(runner) = &self.inline else {
            return false;
        };
        let mut runner = runner.lock().unwrap_or_else(PoisonError::into_inner);
        self.step(&mut **runner)
    }

    /// Does one thing that is due; returns whether there was one.
    fn step(&self, runner: &mut dyn Runner) -> bool {
        let mut shared = self.lock();
        if shared.has_ended {
            shared.waiting.clear();
            return false;
        }
        if std::mem::take(&mut shared.due.restart) {
            runner.restart();
        }
        if std::mem::take(&mut shared.due.pages) {
            drop(shared);
            self.show(runner);
        } else if let Some(waiting) = shared.waiting.pop_front() {
            drop(shared);
            self.make_file(runner, waiting);
        } else if std::mem::take(&mut shared.due.check) {
            drop(shared);
            self.check(runner);
        } else {
            return false;
        }
        true
    }

    /// Does a job; returns `None` if a newer request waits.
    fn run(&self, runner: &mut dyn Runner, job: &PreviewJob) -> Result<Option<Answer>, Diagnostic> {
        runner.run(job, &self.store.name(), &|| {
            let shared = self.lock();
            shared.due.pages || shared.has_ended
        })
    }

    /// Renders the latest text, and publishes the state.
    fn show(&self, runner: &mut dyn Runner) {
        let etag = self.store.etag();
        let (draft, view, known) = {
            let shared = self.lock();
            let pages = shared.pages.iter().flatten();
            let known: Vec<String> = pages.map(|page| page.hash.clone()).collect();
            (shared.draft.clone(), shared.view.clone(), known)
        };
        let text: Result<Arc<str>, Diagnostic> = match draft {
            Some(draft) => Ok(draft),
            None => self.store.text().map(Arc::from),
        };
        let text = match text {
            Ok(text) => text,
            Err(problem) => return self.publish_failure(problem, "".into(), etag.as_deref()),
        };
        let subject = ViewSubject {
            name: self.store.name(),
            stem: self.store.stem(),
            files: self.store.files(),
            text: text.to_string(),
        };
        let job = PreviewJob::View(Box::new(ViewJob {
            subject,
            options: self.render.clone(),
            view,
            known,
        }));
        match self.run(runner, &job) {
            Ok(Some(Answer::View(answer))) => self.publish(*answer, text, etag.as_deref()),
            // The newer request is due.
            Ok(_) => {}
            Err(problem) => self.publish_failure(problem, text, etag.as_deref()),
        }
    }

    /// Publishes a problem because of which there is nothing else to show.
    fn publish_failure(&self, problem: Diagnostic, text: Arc<str>, etag: Option<&str>) {
        let name = self.store.name();
        let place = Arc::new(Source::new(&*name, &*text));
        let problem = match problem.primary {
            Some(_) => problem,
            None => problem.at(&place, 0..0, ""),
        };
        let answer = ViewAnswer {
            report: None,
            findings: findings(&problem.into(), &name, &text),
            pages: None,
        };
        self.publish(answer, text, etag);
    }

    fn publish(&self, answer: ViewAnswer, text: Arc<str>, etag: Option<&str>) {
        let mut shared = self.lock();
        shared.version += 1;
        let is_stale = answer.pages.is_none();
        if let Some(pages) = answer.pages {
            shared.keep(pages);
        }
        if let Some(Json::Object(report)) = answer.report.as_deref().and_then(parsed) {
            shared.report = report;
        }
        let source = content_hash(text.as_bytes());
        shared.text = text;
        let mut state = shared.report.clone();
        state.insert("version".to_owned(), shared.version.into());
        state.insert("source".to_owned(), source.into());
        state.insert("stale".to_owned(), is_stale.into());
        state.insert("mode".to_owned(), json(&self.mode));
        state.insert("file".to_owned(), self.store.name().into());
        state.insert("etag".to_owned(), json(&etag));
        state.insert("hasDraft".to_owned(), shared.draft.is_some().into());
        state.insert("pages".to_owned(), shared.page_list());
        let problems = parsed(&answer.findings).unwrap_or_default();
        state.insert("findings".to_owned(), problems.clone());
        let state = Json::Object(state).to_string();
        shared.events.set(Events::STATE, "state", &state);
        if is_stale {
            // There is nothing to check.
            let data = findings_event(shared.version, &problems);
            shared.events.set(Events::FINDINGS, "findings", &data);
        }
        shared.due.check = !is_stale;
        self.news.notify_all();
    }

    /// Publishes what `check` says of the pages that were rendered last.
    fn check(&self, runner: &mut dyn Runner) {
        if !runner.remembers() {
            return;
        }
        let version = self.lock().version;
        let found = match self.run(runner, &PreviewJob::Check) {
            Ok(Some(Answer::Findings(found))) => found,
            Ok(_) => return,
            Err(problem) => {
                let text = self.text();
                findings(&problem.into(), &self.store.name(), &text)
            }
        };
        let mut shared = self.lock();
        let data = findings_event(version, &parsed(&found).unwrap_or_default());
        shared.events.set(Events::FINDINGS, "findings", &data);
        self.news.notify_all();
    }

    fn make_file(&self, runner: &mut dyn Runner, waiting: Waiting) {
        if !runner.remembers() {
            self.show(runner);
        }
        let made = match self.run(runner, &waiting.job) {
            Ok(Some(Answer::File(file))) => Ok(*file),
            Ok(Some(Answer::None(why))) => Err(why),
            Ok(Some(_)) => Err("the worker process has sent something else".to_owned()),
            Err(problem) => Err(problem.message),
            Ok(None) => {
                // The newer text comes first.
                self.lock().waiting.push_back(waiting);
                return;
            }
        };
        // Who asked may have gone.
        drop(waiting.reply.send(made));
    }
}

fn findings_event(version: usize, findings: &Json) -> String {
    serde_json::json!({ "version": version, "findings": findings }).to_string()
}

fn parsed(json: &str) -> Option<Json> {
    serde_json::from_str(json).ok()
}

fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
