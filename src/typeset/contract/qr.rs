//! QR codes of addresses, as bars that a template draws.

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

use crate::content::resume::{Resume, ResumeEntry, ResumeSection};
use crate::profile::bare_address;
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

/// Returns the codes of the contacts and of the links of entries that have one.
pub fn codes(resume: &Resume) -> Vec<Code> {
    let contacts = resume.person.contacts.iter();
    let mut addresses: Vec<Address> = contacts
        .filter(|contact| contact.qr)
        .filter_map(|contact| Some((contact.url.as_deref()?, contact.text.as_str())))
        .collect();
    for section in &resume.sections {
        add_section(&mut addresses, section);
    }
    let words = &resume.locale.words().person.qr_code;
    let caption = format!("{words}{}", resume.separators.label);
    let codes = addresses.into_iter();
    codes
        .filter_map(|(url, shown)| code(url, shown, &caption))
        .collect()
}

/// An address, and how it is shown.
type Address<'a> = (&'a str, &'a str);

fn add_section<'a>(addresses: &mut Vec<Address<'a>>, section: &'a ResumeSection) {
    for entry in &section.entries {
        add_entry(addresses, entry);
    }
    for subsection in &section.sections {
        add_section(addresses, subsection);
    }
}

fn add_entry<'a>(addresses: &mut Vec<Address<'a>>, entry: &'a ResumeEntry) {
    let of_project = entry.project.iter().flat_map(|project| &project.links);
    let links = entry.links.iter().chain(of_project);
    let urls = links.filter(|link| link.qr).flat_map(|link| &link.url);
    addresses.extend(urls.map(|url| (url.as_str(), bare_address(url))));
    for role in &entry.roles {
        add_entry(addresses, role);
    }
}

/// Returns the code of an address. One that is too long was reported with the profile.
fn code(url: &str, shown: &str, caption: &str) -> Option<Code> {
    let code = QrCode::with_error_correction_level(url, EcLevel::M).ok()?;
    Some(Code {
        url: url.to_owned(),
        address: ready_text(shown),
        alt: format!("{caption}{url}"),
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
