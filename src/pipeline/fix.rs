//! Fixes faults of a profile that have one right answer.

use crate::diagnostic::fix::{Fix, FixedText, apply};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pipeline::check::check_profile;
use crate::pipeline::options::RenderOptions;
use crate::profile::{Input, ProfileFiles, formatted_text, input_text};
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
        let fixed = applied(&result.text, &fixes(&problems, &input.name()));
        if fixed.count == 0 {
            break;
        }
        result.text = fixed.text;
        result.count += fixed.count;
    }
    Ok(result)
}

/// Makes the fixes after which the text is still TOML. Two faults may have the same remedy, such as the
/// keys `company` and `employer` of one entry, and a key must not be written twice.
fn applied(text: &str, fixes: &[Fix]) -> FixedText {
    let all = apply(text, fixes);
    if is_toml(&all.text) || !is_toml(text) {
        return all;
    }
    let mut made = Vec::new();
    for fix in fixes {
        made.push(fix.clone());
        if !is_toml(&apply(text, &made).text) {
            made.pop();
        }
    }
    apply(text, &made)
}

fn is_toml(text: &str) -> bool {
    formatted_text(String::new(), text).is_ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::fix::Edit;

    fn renamed(text: &str, key: &str, name: &str) -> Fix {
        let start = text.find(key).expect("the key");
        Fix {
            edits: vec![Edit::new(start..start + key.len(), name)],
        }
    }

    #[test]
    fn no_key_is_written_twice() {
        let text = "company = 'A'\nemployer = 'B'\njob = 'C'\n";
        let fixes = [
            renamed(text, "company", "organization"),
            renamed(text, "employer", "organization"),
            renamed(text, "job", "position"),
        ];
        let result = applied(text, &fixes);
        let expected = "organization = 'A'\nemployer = 'B'\nposition = 'C'\n";
        assert_eq!((result.text.as_str(), result.count), (expected, 2));
    }

    #[test]
    fn a_text_that_is_no_toml_yet_is_fixed_in_rounds() {
        let text = "name = Ann\njob = C\n";
        let fixed = applied(text, &[renamed(text, "Ann", "'Ann'")]);
        assert_eq!(fixed.text, "name = 'Ann'\njob = C\n");
    }
}
