//! Jobs line by line as JSON, and an answer to each, so that any engine can drive the program.
//! `docs/stream.md` has the protocol.

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::batch::ordered_pool::{self, Hand};
use crate::batch::task::{Destination, Outcome, ProfileSource, Task};
use crate::batch::worker::{Workers, task_runners};
use crate::content::Locale;
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule, serialize_json};
use crate::export::Format;
use crate::layout::{Layouts, OptionSetting, Paper};
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::no_threads;
use crate::profile::ALL;
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// The longest line that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// The keys of a job.
const KEYS: [&str; 18] = [
    "id",
    "profile",
    "text",
    "name",
    "folder",
    "output",
    "format",
    "ppi",
    "layout",
    "paper",
    "fit",
    "set",
    "locale",
    "locale-fallback",
    "variant",
    "public",
    "anonymous",
    "letter",
];

/// What became of a job.
#[derive(Debug, Serialize)]
pub struct StreamAnswer {
    id: Json,
    ok: bool,
    /// The file that was written; of pictures an array of files.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Json>,
    /// The bytes of the PDF in Base64, where no file was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pdf: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
    #[serde(serialize_with = "serialize_json")]
    diagnostics: Diagnostics,
    seconds: f64,
}

/// Does the jobs of `input`, several at once, and answers them in their order, until there is none
/// left or nobody listens. `wanted` holds for all of them.
///
/// # Errors
/// The threads cannot be started.
pub fn stream(
    mut input: impl BufRead + Send,
    mut answer: impl FnMut(&StreamAnswer) -> bool + Send,
    options: &RenderOptions,
    jobs: Option<usize>,
    workers: Option<&Workers>,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let stop = AtomicBool::new(false);
    let next = || -> Option<Line> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // An input that cannot be read is at its end.
            let line = read_line(&mut input).ok().flatten()?;
            if !line
                .as_ref()
                .is_some_and(|bytes| bytes.trim_ascii().is_empty())
            {
                return Some(line);
            }
        }
    };
    let hands = task_runners(workers, jobs, engine)?
        .into_iter()
        .map(|mut print| {
            let hand = move |line| match job(line, options, engine.layouts()) {
                (id, Ok(task)) => StreamAnswer::new(id, Some(&task), print(&task)),
                (id, Err(problems)) => StreamAnswer::new(
                    id,
                    None,
                    Outcome {
                        problems,
                        ..Outcome::default()
                    },
                ),
            };
            Box::new(hand) as Hand<Line, StreamAnswer>
        });
    let tell = |told: StreamAnswer| {
        stop.store(
            stop.load(Ordering::Relaxed) || !answer(&told),
            Ordering::Relaxed,
        );
    };
    ordered_pool::work(hands.collect(), next, tell).map_err(|error| no_threads(error).into())
}

impl StreamAnswer {
    fn new(id: Json, task: Option<&Task>, outcome: Outcome) -> Self {
        let ok = task.is_some() && outcome.failed.is_empty();
        let files: Vec<&str> = outcome
            .printed
            .iter()
            .map(|printed| printed.file.as_str())
            .collect();
        let is_picture = outcome.printed.iter().any(|printed| printed.page.is_some());
        let is_file = task.is_some_and(|task| matches!(task.place, Destination::File(_)));
        let output = (ok && is_file).then(|| {
            if is_picture {
                json!(files)
            } else {
                json!(files.concat())
            }
        });
        Self {
            id,
            ok,
            output,
            pages: outcome.printed.first().map(|printed| printed.extent.pages),
            pdf: outcome.bytes,
            diagnostics: outcome.problems,
            seconds: outcome.time.as_secs_f64(),
        }
    }
}

/// A line's bytes; nothing of one that is too long.
type Line = Option<Vec<u8>>;

/// The next line, without holding more of it than may be; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut line, mut is_long) = (Vec::new(), false);
    loop {
        let part = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part?,
        };
        let end = part.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(part.len(), |at| at + 1);
        if part.is_empty() && line.is_empty() && !is_long {
            return Ok(None);
        }
        is_long |= line.len() + taken > LONGEST;
        if is_long {
            line.clear();
        } else {
            line.extend_from_slice(&part[..taken]);
        }
        let is_end = end.is_some() || part.is_empty();
        input.consume(taken);
        if is_end {
            return Ok(Some((!is_long).then_some(line)));
        }
    }
}

/// A job of a line, after its own name for itself.
fn job(
    line: Line,
    options: &RenderOptions,
    layouts: &Layouts,
) -> (Json, Result<Task, Diagnostics>) {
    let wrong = |message: &str| {
        (
            Json::Null,
            Err(Diagnostic::error(rule::STREAM_JOB, message).into()),
        )
    };
    let Some(line) = line else {
        return wrong("the line is longer than 64 MiB");
    };
    match serde_json::from_slice(&line) {
        Ok(Json::Object(keys)) => {
            let id = keys.get("id").cloned().unwrap_or_default();
            (
                id,
                Job {
                    keys,
                    problems: Diagnostics::default(),
                }
                .task(options, layouts),
            )
        }
        Ok(_) => wrong("the line is no JSON object"),
        Err(error) => wrong(&format!("the line is no JSON: {error}")),
    }
}

/// A job while it is read.
struct Job {
    keys: Map<String, Json>,
    problems: Diagnostics,
}

impl Job {
    fn task(mut self, options: &RenderOptions, layouts: &Layouts) -> Result<Task, Diagnostics> {
        let unknown: Vec<String> = self
            .keys
            .keys()
            .filter(|key| !KEYS.contains(&key.as_str()))
            .cloned()
            .collect();
        for key in unknown {
            let error = Diagnostic::error(rule::STREAM_JOB, format!("unknown key `{key}`"));
            self.problems.push(match nearest(&key, KEYS) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint(format!("expected {}", alternatives(KEYS))),
            });
        }
        let origin = self.origin();
        let mut options = options.clone();
        self.choose(&mut options);
        self.look(&mut options, layouts);
        let place = self.place(&mut options);
        match origin {
            Some(origin) if !self.problems.has_errors() => Ok(Task {
                origin,
                place,
                options,
            }),
            _ => Err(self.problems),
        }
    }

    fn origin(&mut self) -> Option<ProfileSource> {
        let (profile, text) = (self.text("profile"), self.text("text"));
        let (name, folder) = (self.text("name"), self.text("folder"));
        match (profile, text) {
            (Some(path), None) if name.is_none() && folder.is_none() => {
                Some(ProfileSource::File(path.into()))
            }
            (None, Some(text)) => {
                let name = name.unwrap_or_else(|| "profile.toml".to_owned());
                Some(ProfileSource::Text {
                    name,
                    text,
                    folder: folder.map(PathBuf::from),
                })
            }
            (Some(_), None) => {
                self.wrong(
                    "`name` and `folder` belong to `text`".to_owned(),
                    "a `profile` has its own",
                );
                None
            }
            // One that has the wrong type was told of.
            _ if self.keys.contains_key("profile") != self.keys.contains_key("text") => None,
            _ => {
                let hint = "give the path of a profile as `profile`, or its text as `text`";
                self.wrong(
                    "a job needs either a `profile` or a `text`".to_owned(),
                    hint,
                );
                None
            }
        }
    }

    /// Which CV it is.
    fn choose(&mut self, options: &mut RenderOptions) {
        let one = "every job is one CV: give each language and variant a job of its own";
        for (key, is_known) in [
            (
                "locale",
                (|tag| Locale::parse(tag).is_some()) as fn(&str) -> bool,
            ),
            ("variant", |_| true),
        ] {
            let Some(name) = self.text(key) else { continue };
            if name == ALL || !is_known(&name) {
                let hint = if name == ALL {
                    one
                } else {
                    "expected a language tag such as `en`, `de-CH` or `zh-Hans`"
                };
                self.wrong(format!("wrong `{key}`: `{name}`"), hint);
            }
            let names = if key == "locale" {
                &mut options.choices.locales
            } else {
                &mut options.choices.variants
            };
            *names = vec![name];
        }
        let common = &mut options.choices.common;
        common.fallback = self.flag("locale-fallback");
        common.public = self.flag("public");
        common.anonymous = self.flag("anonymous");
        if self.flag("letter") {
            common.document = DocumentKind::Letter;
            if common.anonymous {
                self.wrong(
                    "a letter is signed, and `anonymous` is for CVs".to_owned(),
                    "leave one of the two out",
                );
            }
        }
    }

    /// How it looks.
    fn look(&mut self, options: &mut RenderOptions, layouts: &Layouts) {
        if let Some(name) = self.text("layout") {
            if layouts.get(&name).is_none() {
                self.problems.push(layouts.unknown(&name));
            }
            options.layouts = vec![name];
        }
        if let Some(name) = self.text("paper") {
            options.settings.paper = serde_json::from_value::<Paper>(json!(name)).ok();
            if options.settings.paper.is_none() {
                self.wrong(
                    format!("there is no paper `{name}`"),
                    "expected `a4` or `us-letter`",
                );
            }
        }
        let mut settings: Vec<(String, Json)> = Vec::new();
        match self.keys.get("set") {
            Some(Json::Object(options)) => settings.extend(options.clone()),
            Some(_) => self.mistyped("set", "an object of options and their values"),
            None => {}
        }
        if let Some(goal) = self.keys.get("fit") {
            let goal = goal
                .as_str()
                .map_or_else(|| goal.to_string(), str::to_owned);
            settings.push(("fit".to_owned(), json!(goal)));
        }
        for (name, value) in settings {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let setting = OptionSetting { name, value };
            self.problems
                .extend(layouts.check(&setting, &options.layouts).err());
            options.settings.options.push(setting);
        }
    }

    /// Where it goes, and as what.
    fn place(&mut self, options: &mut RenderOptions) -> Destination {
        let output = self.text("output").map(PathBuf::from);
        let ending = output.as_ref().and_then(|path| path.extension());
        let mut format = ending
            .and_then(|ending| Format::of(&ending.to_string_lossy()))
            .unwrap_or(Format::Pdf);
        if let Some(name) = self.text("format") {
            match Format::of(&name) {
                Some(named) => format = named,
                None => self.wrong(
                    format!("there is no format `{name}`"),
                    "expected `pdf`, `png` or `svg`",
                ),
            }
        }
        options.formats = vec![format];
        if let Some(ppi) = self.keys.get("ppi") {
            options.ppi = ppi.as_f64().filter(|ppi| (1.0..=2400.0).contains(ppi));
            if options.ppi.is_none() {
                self.mistyped("ppi", "a number from 1 to 2400");
            }
        }
        if format != Format::Pdf && output.is_none() {
            self.wrong(
                "pictures need an `output`".to_owned(),
                "give the path of a file; those of several pages are numbered",
            );
        }
        output.map_or(Destination::Back, Destination::File)
    }

    fn text(&mut self, key: &str) -> Option<String> {
        if let Json::String(text) = self.keys.get(key)? {
            return Some(text.clone());
        }
        self.mistyped(key, "a string");
        None
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.keys.get(key) {
            Some(Json::Bool(flag)) => *flag,
            Some(_) => {
                self.mistyped(key, "`true` or `false`");
                false
            }
            None => false,
        }
    }

    fn mistyped(&mut self, key: &str, expected: &str) {
        self.wrong(
            format!("`{key}` has the wrong type"),
            &format!("expected {expected}"),
        );
    }

    fn wrong(&mut self, message: String, hint: &str) {
        self.problems
            .push(Diagnostic::error(rule::STREAM_JOB, message).hint(hint));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let long = vec![b'x'; LONGEST + 1];
        let mut input = &[&long[..], b"\nshort\nlast"].concat()[..];
        let mut lines = std::iter::from_fn(|| read_line(&mut input).expect("bytes"));
        assert_eq!(lines.next(), Some(None));
        assert_eq!(lines.next(), Some(Some(b"short\n".to_vec())));
        assert_eq!(lines.next(), Some(Some(b"last".to_vec())));
        assert_eq!(lines.next(), None);
    }
}
