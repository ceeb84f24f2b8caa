//! Reads the arguments of a call.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use cvpress::content::Locale;
use cvpress::diagnostic::{Deny, Diagnostic, Severity, alternatives, rule};
use cvpress::export::{ExportOptions, Format};
use cvpress::layout::{DesignOverrides, FIT, Layouts, OptionSetting, PageGoal, Paper};
use cvpress::pipeline::{PPI, RenderOptions};
use cvpress::profile::{ALL, Input, ProfileFiles};
use cvpress::selection::{Choice, Choices, DocumentKind};
use pyo3::Borrowed;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use strum::IntoEnumIterator;

/// The name that stands for all warnings in `deny`.
const WARNINGS: &str = "warnings";

/// The arguments of a call, as the package in Python passes them: a dictionary with all of them.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the function in Python has these arguments"
)]
pub struct Request {
    text: String,
    name: String,
    folder: Option<PathBuf>,
    files: Option<BTreeMap<String, Vec<u8>>>,
    format: String,
    layout: Option<String>,
    edition: Option<String>,
    paper: Option<String>,
    fit: Option<String>,
    options: Vec<(String, String)>,
    variant: Option<String>,
    locale: Option<String>,
    locale_fallback: bool,
    public: bool,
    anonymous: bool,
    letter: bool,
    ppi: Option<f64>,
    deny: Vec<String>,
    max_pages: usize,
}

impl<'py> FromPyObject<'_, 'py> for Request {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let arguments = found.cast::<PyDict>()?;
        Ok(Self {
            text: argument(&arguments, "text")?,
            name: argument(&arguments, "name")?,
            folder: argument(&arguments, "folder")?,
            files: argument(&arguments, "files")?,
            format: argument(&arguments, "format")?,
            layout: argument(&arguments, "layout")?,
            edition: argument(&arguments, "edition")?,
            paper: argument(&arguments, "paper")?,
            fit: argument(&arguments, "fit")?,
            options: argument(&arguments, "options")?,
            variant: argument(&arguments, "variant")?,
            locale: argument(&arguments, "locale")?,
            locale_fallback: argument(&arguments, "locale_fallback")?,
            public: argument(&arguments, "public")?,
            anonymous: argument(&arguments, "anonymous")?,
            letter: argument(&arguments, "letter")?,
            ppi: argument(&arguments, "ppi")?,
            deny: argument(&arguments, "deny")?,
            max_pages: argument(&arguments, "max_pages")?,
        })
    }
}

/// Returns an argument.
///
/// # Errors
/// It is of another type, or too large a number. The message begins with its name.
fn argument<'py, T>(arguments: &Bound<'py, PyDict>, name: &str) -> PyResult<T>
where
    T: FromPyObjectOwned<'py>,
{
    let found = arguments.as_any().get_item(name)?;
    let error: PyErr = match found.extract::<T>() {
        Ok(value) => return Ok(value),
        Err(error) => error.into(),
    };
    let py = arguments.py();
    let message = format!("`{name}`: {}", error.value(py));
    Err(if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else {
        PyValueError::new_err(message)
    })
}

impl Request {
    /// Returns the profile and how to render it.
    ///
    /// # Errors
    /// An argument is invalid.
    pub fn read(self, layouts: &Layouts) -> PyResult<(Input, RenderOptions)> {
        let format = Format::from_extension(&self.format).ok_or_else(|| {
            let known = alternatives(Format::iter().map(Format::extension));
            wrong(&format!("unknown format `{}`", self.format), &known)
        })?;
        for (name, value) in [("variant", &self.variant), ("locale", &self.locale)] {
            if value.as_deref() == Some(ALL) {
                let message = format!("`{name}` cannot be `{ALL}`: a call renders one document");
                return Err(PyValueError::new_err(message));
            }
        }
        if self.letter && self.anonymous {
            let message = "`anonymous` applies to CVs, and letters are signed";
            return Err(PyValueError::new_err(message));
        }
        self.check()?;
        let settings = self.settings(layouts)?;
        if let Some(name) = &self.layout {
            let edition = settings.edition.as_deref();
            layouts.find_in(name, edition).map_err(|error| of(&error))?;
        }
        let document = if self.letter {
            DocumentKind::Letter
        } else {
            DocumentKind::Cv
        };
        let options = RenderOptions {
            choices: Choices {
                locales: self.locale.into_iter().collect(),
                variants: self.variant.into_iter().collect(),
                common: Choice {
                    fallback: self.locale_fallback,
                    public: self.public,
                    anonymous: self.anonymous,
                    document,
                    ..Choice::default()
                },
            },
            layouts: self.layout.into_iter().collect(),
            settings,
            deny: Deny {
                warnings: self.deny.iter().any(|name| name == WARNINGS),
                rules: self.deny,
            },
            export: ExportOptions::default(),
            formats: vec![format],
            ppi: self.ppi,
            press: None,
            today: None,
            max_pages: Some(self.max_pages),
        };
        let files = match (self.folder, self.files) {
            (Some(folder), _) => ProfileFiles::Folder(folder),
            (None, Some(files)) => ProfileFiles::Memory(Arc::new(files)),
            (None, None) => ProfileFiles::None,
        };
        let input = Input::Bytes {
            name: self.name,
            files,
            bytes: self.text.into_bytes().into(),
        };
        Ok((input, options))
    }

    /// Checks the arguments that need no layouts.
    fn check(&self) -> PyResult<()> {
        if let Some(tag) = &self.locale
            && Locale::parse(tag).is_none()
        {
            let expected = "a language tag such as `en`, `de-CH` or `zh-Hans`";
            return Err(wrong(&format!("invalid language `{tag}`"), expected));
        }
        if let Some(ppi) = self.ppi
            && !PPI.contains(&ppi)
        {
            let expected = format!("pixels per inch, from {} to {}", PPI.start(), PPI.end());
            return Err(wrong(&format!("invalid `ppi` {ppi}"), &expected));
        }
        for name in &self.deny {
            let found = rule::find(name);
            let is_warning = found.is_some_and(|rule| rule.severity != Severity::Error);
            if name != WARNINGS && !is_warning {
                let expected = "`warnings`, or the name of a rule for warnings";
                return Err(wrong(&format!("`deny` has `{name}`"), expected));
            }
        }
        Ok(())
    }

    fn settings(&self, layouts: &Layouts) -> PyResult<DesignOverrides> {
        if let Some(edition) = &self.edition {
            layouts.check_edition(edition).map_err(|error| of(&error))?;
        }
        let paper = match &self.paper {
            Some(name) => Some(name.parse().map_err(|_| {
                let known = alternatives(Paper::iter().map(Paper::name));
                wrong(&format!("unknown paper `{name}`"), &known)
            })?),
            None => None,
        };
        let mut options = Vec::new();
        for (name, value) in &self.options {
            options.push(OptionSetting {
                name: name.clone(),
                value: value.clone(),
            });
        }
        if let Some(goal) = &self.fit {
            if PageGoal::parse(goal).is_none() {
                let expected = cvpress::layout::EXPECTED_GOAL;
                return Err(wrong(
                    &format!("invalid number of pages `{goal}`"),
                    expected,
                ));
            }
            options.push(OptionSetting {
                name: FIT.to_owned(),
                value: goal.clone(),
            });
        }
        let requested: Vec<String> = self.layout.iter().cloned().collect();
        for setting in &options {
            layouts
                .check(setting, &requested)
                .map_err(|error| of(&error))?;
        }
        Ok(DesignOverrides {
            edition: self.edition.clone(),
            paper,
            options,
            ..DesignOverrides::default()
        })
    }
}

fn wrong(message: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{message}; expected {expected}"))
}

/// Returns the error of an argument.
fn of(diagnostic: &Diagnostic) -> PyErr {
    let mut message = diagnostic.message.clone();
    for hint in &diagnostic.hints {
        message = format!("{message}; {hint}");
    }
    PyValueError::new_err(message)
}
