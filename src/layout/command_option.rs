//! Checks an option of a command line before any profile is read.

use crate::diagnostic::{Diagnostic, nearest, rule};
use crate::layout::design::OptionSetting;
use crate::layout::manifest::{Manifest, SIZE};
use crate::layout::option::{OptionKind, OptionSpec};
use crate::layout::option_errors::{PAPER, invalid_value, option_names, supported_paper};
use crate::layout::option_values::unit_of;
use crate::layout::registry::Layouts;
use crate::profile::meant_option;

impl Layouts {
    /// Checks an option of a command line: one of the requested layouts must have it and admit the
    /// value. If they do not have the option, or none is requested and the layout of each profile
    /// decides, any layout will do.
    ///
    /// # Errors
    /// No layout has the option, or none admits the value.
    pub fn check(&self, setting: &OptionSetting, requested: &[String]) -> Result<(), Diagnostic> {
        // Manifests are read on first use, those of the requested layouts in any case.
        let mut of_requested = None;
        for layout in requested.iter().filter_map(|name| self.get(name)) {
            match check_value(&layout.manifest, setting) {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => of_requested = Some(error),
                None => {}
            }
        }
        if let Some(error) = of_requested {
            return Err(error);
        }
        let mut of_others: Option<Diagnostic> = None;
        let mut of_several = None;
        for layout in self.with_option(&setting.name) {
            match check_value(&layout.manifest, setting) {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => {
                    let differs = of_others.as_ref().is_some_and(|other| *other != error);
                    if differs && has_range(&layout.manifest, &setting.name) {
                        of_several = Some(no_layout_admits(setting, &layout.manifest));
                    }
                    of_others = Some(error);
                }
                None => {}
            }
        }
        // The range of one layout would mislead where the layout of each profile decides.
        Err(of_several.or(of_others).unwrap_or_else(|| {
            let mut manifests: Vec<&Manifest> =
                self.iter().map(|layout| &layout.manifest).collect();
            manifests.sort_by_key(|manifest| requested.contains(&manifest.name));
            no_layout_has(&setting.name, &manifests)
        }))
    }
}

fn has_range(manifest: &Manifest, option: &str) -> bool {
    let option = manifest.options.get(option);
    option.is_some_and(|option| option.range.is_some())
}

/// Checks a value against a layout; `None` if the layout does not have the option.
fn check_value(manifest: &Manifest, setting: &OptionSetting) -> Option<Result<(), Diagnostic>> {
    let OptionSetting { name, value } = setting;
    if name == PAPER {
        return Some(supported_paper(manifest, value).map(|_| ()));
    }
    let option = manifest.options.get(name)?;
    Some(match option.read_text(value) {
        Ok(_) => Ok(()),
        Err(invalid) => {
            let size = manifest
                .options
                .get(SIZE)
                .and_then(OptionSpec::default_length);
            Err(invalid_value(name, option, value, invalid, size))
        }
    })
}

/// Returns the error about a value that is outside the range of every layout, which differ; one of
/// them is the example.
fn no_layout_admits(setting: &OptionSetting, example: &Manifest) -> Diagnostic {
    let OptionSetting { name, value } = setting;
    let message = format!("no layout admits `{value}` for the option `{name}`");
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    let option = example.options.get(name);
    if let Some(meant) = option.and_then(|option| meant_text(option, value)) {
        return error.hint(format!("write the unit, too: `{name}={meant}`"));
    }
    match option {
        Some(option) => error.hint(format!(
            "`{}` expects {}; `cvpress layouts LAYOUT` shows what others expect",
            example.name,
            option.expected()
        )),
        None => error,
    }
}

/// Returns a length whose unit is missing, with its unit.
fn meant_text(option: &OptionSpec, value: &str) -> Option<String> {
    let is_number = value.parse::<f64>().is_ok();
    if option.kind != OptionKind::Length || !is_number {
        return None;
    }
    Some(format!("{value}{}", unit_of(option)))
}

fn no_layout_has(name: &str, manifests: &[&Manifest]) -> Diagnostic {
    let message = format!("no layout has the option `{name}`");
    let error = Diagnostic::error(rule::UNKNOWN_OPTION, message);
    let options = manifests.iter().flat_map(|manifest| option_names(manifest));
    let options: Vec<&str> = options.collect();
    if let Some(meant) = meant_option(name, &options) {
        return error.hint(format!("use `{meant}` instead"));
    }
    match nearest(name, options) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`cvpress layouts` lists the options"),
    }
}
