//! Quotation marks that hang: at the start of a text, half of an opening mark is in the margin, so that
//! the edge of the column looks straight.
//!
//! Typst lets marks at the end of a line hang, but not those at its start.

use crate::typeset::contract::runs::{Run, Runs, Surrounding};
use crate::typeset::contract::width::Widths;

/// The marks that may open a quotation.
const OPENING: [char; 10] = ['“', '‘', '„', '‚', '«', '‹', '”', '’', '"', '\''];

/// The part of a mark that is in the margin.
const PART: f64 = 0.5;

/// Lets the quotation mark at the start of a text hang, if there is one.
pub fn hang_quote(runs: &mut Runs, widths: &Widths) {
    let Some(first) = first_character(runs).filter(|first| OPENING.contains(first)) else {
        return;
    };
    let Some(width) = widths.of_character(first, Surrounding::Plain) else {
        return;
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a mark is less than an em wide"
    )]
    let thousandths = (PART * width * 1000.0).round() as u16;
    runs.0.insert(0, Run::Hang { thousandths });
}

/// Returns the first character, if it is plain text or emphasized.
fn first_character(runs: &Runs) -> Option<char> {
    match runs.0.first()? {
        Run::Text(text) => text.chars().next(),
        Run::Whole { pieces } | Run::Long { pieces } => pieces.first()?.chars().next(),
        Run::Strong { content }
        | Run::Emph { content }
        | Run::StrongEmph { content }
        | Run::Link { content, .. } => first_character(content),
        _ => None,
    }
}
