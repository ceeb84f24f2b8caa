//! Checks the file of a plan: no file of sheets is written that fails its own preflight.

use crate::diagnostic::{Diagnostics, RuleName, Severity, rule};
use crate::press::imposition::plan::Plan;
use crate::press::{PdfxStandard, PressSettings};
use crate::verify::{PreflightOptions, preflight};

/// The rules about what an office printer copes with: its edges are not cut, and it has fonts.
const OFFICE_RULES: [RuleName; 4] = [
    rule::PRESS_BLEED,
    rule::PRESS_FONT,
    rule::PRESS_STROKE,
    rule::PRESS_TEXT_SIZE,
];

/// The rules about details that are too small to print.
const SIZE_RULES: [RuleName; 2] = [rule::PRESS_STROKE, rule::PRESS_TEXT_SIZE];

/// Returns the warnings for the file of a plan, which messages call `name`.
///
/// A file that claims no standard may have what an office printer copes with, with a warning. Pages
/// that are scaled down may have details that are too small to print: they cause warnings
/// instead of errors, and nothing on a contact sheet.
///
/// # Errors
/// The file fails preflight.
pub fn preflight_sheets(
    bytes: &[u8],
    name: &str,
    plan: &Plan,
    settings: &PressSettings,
) -> Result<Diagnostics, Diagnostics> {
    let bleed = settings.bleed.to_points();
    let options = PreflightOptions {
        bleed: plan.has_bleed.then_some(bleed),
        ..settings.preflight_options()
    };
    let report = preflight(bytes, name, &options)?;
    let mut problems = Diagnostics::default();
    for mut problem in report.problems {
        let is_about_size = SIZE_RULES.contains(&problem.rule);
        if is_about_size && plan.is_overview {
            continue;
        }
        let is_for_office =
            settings.standard == PdfxStandard::Unclaimed && OFFICE_RULES.contains(&problem.rule);
        if is_for_office || is_about_size && plan.scale < 1.0 {
            problem.severity = Severity::Warning;
        }
        problems.push(problem);
    }
    if problems.has_errors() {
        Err(problems)
    } else {
        Ok(problems)
    }
}
