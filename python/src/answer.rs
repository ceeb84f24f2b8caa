//! What the functions return to Python.

use cvpress::diagnostic::{Diagnostic, Diagnostics, Severity, plain, rule};
use cvpress::layout::{Layout, Paper};
use cvpress::pipeline::RenderedDocument;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The result of a call.
#[derive(Debug, Default)]
pub struct Answer {
    /// The bytes of the files.
    files: Vec<Vec<u8>>,
    /// The problems, in the order of their places.
    diagnostics: Vec<DiagnosticEntry>,
    /// The errors as text, if there is no result.
    error: Option<String>,
    /// Whether the failure is that of the program.
    internal: bool,
}

impl Answer {
    pub fn rendered(rendered: RenderedDocument) -> Self {
        let diagnostics = entries(&rendered.warnings);
        let files = rendered.files.into_iter().map(|file| file.bytes);
        Self {
            files: files.collect(),
            diagnostics,
            ..Self::default()
        }
    }

    pub fn checked(problems: &Diagnostics) -> Self {
        Self {
            diagnostics: entries(problems),
            ..Self::default()
        }
    }

    pub fn failed(problems: &Diagnostics) -> Self {
        let errors = problems
            .iter()
            .filter(|problem| problem.severity == Severity::Error);
        let texts: Vec<String> = errors.map(plain).collect();
        Self {
            diagnostics: entries(problems),
            error: Some(texts.join("\n\n")),
            internal: problems.iter().any(|found| found.rule == rule::INTERNAL),
            ..Self::default()
        }
    }

    /// Returns it as a dictionary with these names.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut files = Vec::new();
        for bytes in &self.files {
            files.push(PyBytes::new(py, bytes));
        }
        let mut diagnostics = Vec::new();
        for entry in self.diagnostics {
            diagnostics.push(entry.into_python(py)?);
        }
        let answer = PyDict::new(py);
        answer.set_item("files", files)?;
        answer.set_item("diagnostics", diagnostics)?;
        answer.set_item("error", self.error)?;
        answer.set_item("internal", self.internal)?;
        Ok(answer.into_any().unbind())
    }
}

fn entries(problems: &Diagnostics) -> Vec<DiagnosticEntry> {
    problems.iter().map(DiagnosticEntry::new).collect()
}

/// The fields of a `Diagnostic` in Python.
#[derive(Debug)]
struct DiagnosticEntry {
    severity: String,
    rule: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    /// The start and the end in the text, as Python counts: in characters, from 0.
    span: Option<(usize, usize)>,
    hints: Vec<String>,
    text: String,
}

impl DiagnosticEntry {
    fn new(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.primary.as_ref();
        let start = place.map(|place| place.source.position(place.span.start));
        let characters = |end: usize| {
            let place = place?;
            Some(place.source.text().get(..end)?.chars().count())
        };
        let span = place.and_then(|place| {
            let start = characters(place.span.start)?;
            Some((start, characters(place.span.end)?))
        });
        Self {
            severity: diagnostic.severity.to_string(),
            rule: diagnostic.rule.name(),
            message: diagnostic.message.clone(),
            file: place.map(|place| place.source.name().to_owned()),
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
            span,
            hints: diagnostic.hints.clone(),
            text: plain(diagnostic),
        }
    }
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let entry = PyDict::new(py);
        entry.set_item("severity", self.severity)?;
        entry.set_item("rule", self.rule)?;
        entry.set_item("message", self.message)?;
        entry.set_item("file", self.file)?;
        entry.set_item("line", self.line)?;
        entry.set_item("column", self.column)?;
        entry.set_item("span", self.span)?;
        entry.set_item("hints", self.hints)?;
        entry.set_item("text", self.text)?;
        Ok(entry)
    }
}

/// Returns the fields of a `Layout` in Python.
pub fn layout_entry<'py>(layout: &Layout, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let manifest = &layout.manifest;
    let papers: Vec<&str> = manifest.papers.iter().copied().map(Paper::name).collect();
    let options: Vec<&String> = manifest.options.keys().collect();
    let entry = PyDict::new(py);
    entry.set_item("name", &manifest.name)?;
    entry.set_item("purpose", &manifest.purpose)?;
    entry.set_item("papers", papers)?;
    entry.set_item("options", options)?;
    Ok(entry)
}
