//! The Python module of cvpress.
//!
//! The package `cvpress` in `python/cvpress` has the functions that people call, with their types; they
//! call those of this extension module, `cvpress._cvpress`. No function opens files but those that a caller
//! names, and no Python code runs while a document is rendered. `run` is the program, for the script
//! `cvpress` of the package.

mod answer;
mod process;
mod profile;
mod request;

use std::ffi::{CStr, OsString};
use std::ptr;

use cvpress::cli::{Invocation, Program, run_as};
use cvpress::diagnostic::Diagnostics;
use cvpress::pipeline::{check_everything, render_document};
use pyo3::ffi::{PyModule_Create, PyModuleDef, PyModuleDef_HEAD_INIT, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyTuple};

use crate::answer::{Answer, layout_entry};
use crate::process::{detached, engine};
use crate::request::Request;

// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Makes the module when Python imports it.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "Python looks for this symbol")]
pub extern "C" fn PyInit__cvpress() -> *mut PyObject {
    Python::attach(|py| match module(py) {
        Ok(module) => module.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    })
}

/// Returns an empty module that Python accepts from a library.
#[expect(unsafe_code, reason = "PyO3 makes such a module only in its macros")]
fn empty_module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let definition = Box::new(PyModuleDef {
        m_base: PyModuleDef_HEAD_INIT,
        m_name: c"_cvpress".as_ptr(),
        m_doc: ptr::null(),
        m_size: 0,
        m_methods: ptr::null_mut(),
        m_slots: ptr::null_mut(),
        m_traverse: None,
        m_clear: None,
        m_free: None,
    });
    // SAFETY: The definition lives as long as the process. The call returns a new reference, or null
    // with an exception.
    let module = unsafe {
        let module = PyModule_Create(Box::into_raw(definition));
        Bound::from_owned_ptr_or_err(py, module)?
    };
    Ok(module.cast_into()?)
}

/// Returns the module with the functions that `cvpress/__init__.py` calls.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = empty_module(py)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    add(&module, c"render", render)?;
    add(&module, c"check", check)?;
    add(&module, c"layouts", layouts)?;
    add(&module, c"to_toml", to_toml)?;
    add(&module, c"run", run)?;
    #[cfg(debug_assertions)]
    add(&module, c"panic_while_rendering", panic_while_rendering)?;
    Ok(module)
}

/// A function of the module: it takes its arguments by their position.
type Function = fn(&Bound<'_, PyTuple>) -> PyResult<Py<PyAny>>;

fn add(module: &Bound<'_, PyModule>, name: &'static CStr, function: Function) -> PyResult<()> {
    let function = PyCFunction::new_closure(
        module.py(),
        Some(name),
        None,
        move |arguments: &Bound<'_, PyTuple>, _| function(arguments),
    )?;
    module.add_function(function)
}

/// Renders a document: the files, the diagnostics, and the message of a failure.
fn render(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let engine = engine()?;
    let (request,): (Request,) = arguments.extract()?;
    let (input, options) = request.read(engine.layouts())?;
    let result = detached(py, || render_document(&input, &options, engine))?;
    let answer = match result {
        Ok(rendered) => Answer::rendered(rendered),
        Err(problems) => Answer::failed(&problems),
    };
    answer.into_python(py)
}

/// Checks a profile, and its documents as parsers and people read them: the diagnostics.
fn check(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let engine = engine()?;
    let (request, notes): (Request, bool) = arguments.extract()?;
    let (input, options) = request.read(engine.layouts())?;
    let result = detached(py, || {
        Ok(check_everything(&input, &options, notes, engine).problems)
    })?;
    let answer = match result {
        Ok(problems) => Answer::checked(&problems),
        Err(problems) => Answer::failed(&problems),
    };
    answer.into_python(py)
}

/// Returns the layouts.
fn layouts(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let mut entries = Vec::new();
    for layout in engine()?.layouts().iter() {
        entries.push(layout_entry(layout, py)?);
    }
    Ok(entries.into_pyobject(py)?.unbind())
}

/// Returns the text of a profile that is a mapping.
fn to_toml(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let (profile,): (Bound<'_, PyAny>,) = arguments.extract()?;
    let text = profile::to_toml(&profile)?;
    Ok(text.into_pyobject(py)?.into_any().unbind())
}

/// Runs the program with arguments, and returns its exit code. The first list is the command that starts
/// it again, for workers. The program may end the process.
fn run(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let (command, arguments): (Vec<OsString>, Vec<OsString>) = arguments.extract()?;
    let mut command = command.into_iter();
    let program = command.next().map(|file| Program {
        file: file.into(),
        arguments: command.collect(),
    });
    let code = py.detach(|| run_as(Invocation { program, arguments }));
    Ok(code.into_pyobject(py)?.into_any().unbind())
}

/// Panics as a fault of a layout would, so that a test sees how it is handled.
#[cfg(debug_assertions)]
fn panic_while_rendering(arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    let is_ready = engine().is_ok();
    let result = detached(py, || {
        assert!(!is_ready, "a fault");
        Ok::<(), Diagnostics>(())
    })?;
    let answer = match result {
        Ok(()) => Answer::default(),
        Err(problems) => Answer::failed(&problems),
    };
    answer.into_python(py)
}
