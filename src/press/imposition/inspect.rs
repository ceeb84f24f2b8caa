//! Whether finished sheets can be printed: no file of sheets is written that its own preflight
//! faults.

use crate::diagnostic::{Diagnostics, RuleName, Severity, rule};
use crate::press::PressSettings;
use crate::press::imposition::plan::Plan;
use crate::verify::{PreflightOptions, preflight};

/// The rules about what is too small to print for sure.
const RULES_OF_SIZE: [RuleName; 2] = [rule::PRESS_STROKE, rule::PRESS_TEXT_SIZE];

/// What is questionable about the file of a plan, which messages call `name`.
///
/// Pages that were made smaller are there to be looked at, and what has become too small on them to
/// print for sure is told, but does not keep them from being printed. Of a contact sheet it is not
/// told at all.
///
/// # Errors
/// The file cannot be printed.
pub fn preflight_sheets(
    bytes: &[u8],
    name: &str,
    plan: &Plan,
    settings: &PressSettings,
) -> Result<Diagnostics, Diagnostics> {
    let bleed = settings.bleed.to_points();
    let expectation = PreflightOptions {
        bleed: plan.has_bleed.then_some(bleed),
        ..settings.expectation()
    };
    let report = preflight(bytes, name, &expectation)?;
    let mut found = Diagnostics::default();
    for mut fault in report.faults {
        let is_of_size = RULES_OF_SIZE.contains(&fault.rule);
        if is_of_size && plan.is_for_looking {
            continue;
        }
        if is_of_size && plan.scale < 1.0 {
            fault.severity = Severity::Warning;
        }
        found.push(fault);
    }
    if found.has_errors() {
        Err(found)
    } else {
        Ok(found)
    }
}
