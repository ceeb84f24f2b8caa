//! QR codes of addresses, as bars that a template draws.

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

use crate::content::resume::{Contact, Resume};
use crate::typeset::contract::runs::{Runs, ready_text};

/// A QR code.
#[derive(Debug, PartialEq, Serialize)]
pub struct Code {
    /// The address that it has.
    pub url: String,
    /// The address as shown.
    pub address: Runs,
    /// What it is, for readers who do not see it.
    pub alt: String,
    /// The number of modules on each side, without the quiet zone.
    pub width: usize,
    /// The dark modules, as horizontal bars: the column and the row of the first, and the number of
    /// modules.
    pub bars: Vec<[usize; 3]>,
}

/// Returns the codes of the contacts that have one.
pub fn codes(resume: &Resume) -> Vec<Code> {
    let contacts = resume.person.contacts.iter();
    contacts
        .filter(|contact| contact.qr)
        .filter_map(|contact| code(contact, &resume.locale.words().person.qr_code, resume))
        .collect()
}

/// Returns the code of a contact. An address that is too long was reported with the profile.
fn code(contact: &Contact, caption: &str, resume: &Resume) -> Option<Code> {
    let url = contact.url.as_deref()?;
    let code = QrCode::with_error_correction_level(url, EcLevel::M).ok()?;
    Some(Code {
        url: url.to_owned(),
        address: ready_text(&contact.text),
        alt: format!("{caption}{}{url}", resume.separators.label),
        width: code.width(),
        bars: bars(&code),
    })
}

/// Returns the dark modules of a code as horizontal bars.
fn bars(code: &QrCode) -> Vec<[usize; 3]> {
    let mut bars: Vec<[usize; 3]> = Vec::new();
    for (row, modules) in code.to_colors().chunks(code.width()).enumerate() {
        let mut is_open = false;
        for (column, color) in modules.iter().enumerate() {
            let is_dark = *color == Color::Dark;
            match bars.last_mut() {
                Some(bar) if is_dark && is_open => bar[2] += 1,
                _ if is_dark => bars.push([column, row, 1]),
                _ => {}
            }
            is_open = is_dark;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_the_dark_modules() {
        let text = "https://example.org";
        let modules = QrCode::with_error_correction_level(text, EcLevel::M).expect("a code");
        let width = modules.width();
        let mut drawn = vec![false; width * width];
        for [column, row, length] in bars(&modules) {
            for module in column..column + length {
                drawn[row * width + module] = true;
            }
        }
        let dark: Vec<bool> = modules
            .to_colors()
            .into_iter()
            .map(|color| color == Color::Dark)
            .collect();
        assert_eq!(drawn, dark);
        // The upper edge of a finder pattern is one bar.
        assert_eq!(bars(&modules).first(), Some(&[0, 0, 7]));
    }
}
