//! How a text uses capitals: as sentences do, as titles do, or throughout.

use crate::verify::posting::forms::Forms;
use crate::verify::posting::spelling::lower;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape};

/// The number of letters from which capitals can be those of a heading.
const LONG: usize = 12;

/// Returns whether all words of a text but those of grammar have a capital, as in a title. A list
/// of names has too.
pub fn is_title_case(tokens: &[TermToken], forms: &Forms) -> bool {
    let breaks = tokens.iter().filter(|token| token.gap == TokenGap::Break);
    let is_list = breaks.count() > 1;
    let mut words = tokens.iter().filter(|token| {
        token.shape != TokenShape::Number
            && token.text.chars().count() > 1
            && !forms.vocabulary().stop.contains(&lower(token.text))
    });
    tokens.len() > 1 && !is_list && words.all(|token| token.shape != TokenShape::Lower)
}

/// Returns whether a text is in capitals for the most part, so that they tell nothing.
pub fn is_shouted(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    letters >= LONG && capitals * 5 > letters * 4
}
