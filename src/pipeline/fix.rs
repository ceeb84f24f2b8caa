//! Fixes faults of a profile that have one right answer.

use crate::diagnostic::fix::{Fix, FixedText, apply};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pipeline::check::check_profile;
use crate::pipeline::options::RenderOptions;
use crate::profile::{Input, ProfileFiles, input_text};
use crate::typeset::Engine;

/// The most rounds of fixes. A fix can reveal other faults, such as those below a key that was
/// unknown.
const MOST_ROUNDS: usize = 10;

/// Returns the text of a profile with its fixes.
///
/// # Errors
/// The file cannot be read.
pub fn fixed(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<FixedText, Diagnostic> {
    let mut result = FixedText {
        text: input_text(input)?,
        count: 0,
    };
    for _ in 0..MOST_ROUNDS {
        let current = text_in(input.files(), input.name(), &result.text);
        let problems = check_profile(&current, options, engine);
        let fixed = apply(&result.text, &fixes(&problems, &input.name()));
        if fixed.count == 0 {
            break;
        }
        result.text = fixed.text;
        result.count += fixed.count;
    }
    Ok(result)
}

fn text_in(files: ProfileFiles, name: String, text: &str) -> Input {
    Input::Bytes {
        name,
        files,
        bytes: text.as_bytes().into(),
    }
}

/// Returns the fixes of problems in the file with this name.
fn fixes(problems: &Diagnostics, name: &str) -> Vec<Fix> {
    let in_file = problems.iter().filter(|problem| {
        let place = problem.primary.as_ref();
        place.is_some_and(|place| place.source.name() == name)
    });
    in_file.filter_map(|problem| problem.fix.clone()).collect()
}
