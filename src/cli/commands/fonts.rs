//! `cvpress fonts`: lists the font families there are.

use super::super::Ending;
use super::super::terminal::Terminal;
use crate::typeset::Base;

/// Lists them, one a line.
pub fn fonts(base: &Base, terminal: &Terminal) -> Ending {
    let listing: String = base
        .fonts()
        .families()
        .into_iter()
        .map(|family| family + "\n")
        .collect();
    terminal.result(&listing);
    Ending::Done
}
