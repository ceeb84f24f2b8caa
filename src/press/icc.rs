//! The colour profile of a press, as a print shop gives it: an ICC file, checked before it is
//! taken.

use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};

/// The largest profile that is read, in bytes; those of presses have 0.5 to 3 million.
const LARGEST: u64 = 16 << 20;

/// How many tags a profile may have; those of presses have about 20.
const MOST_TAGS: usize = 100;

/// The newest version of ICC profiles that PDF 1.6 knows.
const NEWEST_VERSION: u8 = 4;

/// A colour profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IccProfile {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it calls itself.
    pub description: Option<String>,
}

impl IccProfile {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or is not the profile of a press.
    pub fn load(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display();
        let fail = |error: std::io::Error| {
            Diagnostic::error(
                rule::UNREADABLE_FILE,
                format!("cannot read `{name}`: {error}"),
            )
        };
        if std::fs::metadata(path).map_err(fail)?.len() > LARGEST {
            return Err(wrong(&name.to_string(), "it is larger than such files are"));
        }
        Self::parse(std::fs::read(path).map_err(fail)?, &name.to_string())
    }

    /// Takes the bytes of a profile that messages call `name`. The fields are those of ICC.1:2010,
    /// 7.2.
    ///
    /// # Errors
    /// They are not the profile of a press.
    pub fn parse(bytes: Vec<u8>, name: &str) -> Result<Self, Diagnostic> {
        let field = |at: usize| bytes.get(at..at + 4);
        if field(36) != Some(b"acsp") {
            return Err(wrong(name, "it is no ICC profile"));
        }
        // Some writers pad the file.
        let size = number(&bytes, 0).unwrap_or(0);
        if size > bytes.len() || bytes.len() - size > 3 {
            return Err(wrong(name, "it is cut off"));
        }
        if bytes[8] > NEWEST_VERSION {
            return Err(wrong(name, "PDF/X knows profiles up to version 4"));
        }
        if field(16) != Some(b"CMYK") {
            let space = String::from_utf8_lossy(&bytes[16..20]).trim().to_owned();
            return Err(wrong(
                name,
                &format!("its colours are {space}, and those of a press are CMYK"),
            ));
        }
        if field(12) != Some(b"prtr") {
            return Err(wrong(name, "it is not that of an output device"));
        }
        let description = description(&bytes)
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
        Ok(Self { bytes, description })
    }
}

fn wrong(name: &str, why: &str) -> Diagnostic {
    let error = Diagnostic::error(
        rule::PRESS_PROFILE,
        format!("`{name}` is not the colour profile of a press: {why}"),
    );
    error.hint("take the ICC output profile in CMYK that the print shop names")
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_be_bytes([four[0], four[1], four[2], four[3]])).ok()
}

/// What the tag `desc` says: ASCII in version 2, UTF-16 in version 4.
fn description(bytes: &[u8]) -> Option<String> {
    let tags = number(bytes, 128)?.min(MOST_TAGS);
    let tag = (0..tags)
        .map(|tag| 132 + 12 * tag)
        .find(|at| bytes.get(*at..at + 4) == Some(b"desc"))?;
    let content = bytes.get(number(bytes, tag + 4)?..)?;
    match content.get(..4)? {
        b"desc" => {
            let length = number(content, 8)?;
            let text = content.get(12..12_usize.checked_add(length)?)?;
            Some(
                String::from_utf8_lossy(text)
                    .trim_end_matches('\0')
                    .to_owned(),
            )
        }
        b"mluc" => {
            let (length, start) = (number(content, 20)?, number(content, 24)?);
            let text = content.get(start..start.checked_add(length)?)?;
            let units: Vec<u16> = text
                .chunks_exact(2)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
                .collect();
            Some(String::from_utf16_lossy(&units))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A profile that has nothing but what is looked at.
    fn profile(class: [u8; 4], space: [u8; 4]) -> Vec<u8> {
        let mut bytes = vec![0; 132];
        bytes[8] = 2;
        bytes[12..16].copy_from_slice(&class);
        bytes[16..20].copy_from_slice(&space);
        bytes[36..40].copy_from_slice(b"acsp");
        bytes[131] = 1;
        bytes.extend(b"desc\0\0\0\x90\0\0\0\x17");
        bytes.extend(b"desc\0\0\0\0\0\0\0\x06Paper\0");
        let size = u32::try_from(bytes.len()).expect("few bytes");
        bytes[..4].copy_from_slice(&size.to_be_bytes());
        bytes
    }

    fn told(bytes: Vec<u8>) -> String {
        IccProfile::parse(bytes, "a.icc")
            .expect_err("no profile of a press")
            .message
    }

    #[test]
    fn a_profile_of_a_press_is_taken() {
        let taken = IccProfile::parse(profile(*b"prtr", *b"CMYK"), "a.icc").expect("a profile");
        assert_eq!(taken.description.as_deref(), Some("Paper"));
    }

    #[test]
    fn others_are_refused() {
        let starts = "`a.icc` is not the colour profile of a press: ";
        assert_eq!(
            told(b"GIF89a".to_vec()),
            format!("{starts}it is no ICC profile")
        );
        assert_eq!(
            told(profile(*b"mntr", *b"RGB ")),
            format!("{starts}its colours are RGB, and those of a press are CMYK")
        );
        assert_eq!(
            told(profile(*b"scnr", *b"CMYK")),
            format!("{starts}it is not that of an output device")
        );
        assert_eq!(
            told(profile(*b"prtr", *b"CMYK")[..150].to_vec()),
            format!("{starts}it is cut off")
        );
    }

    #[test]
    fn no_profile_makes_it_fall() {
        let whole = profile(*b"prtr", *b"CMYK");
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] = 0xff;
            let _ = IccProfile::parse(broken, "a.icc");
            let _ = IccProfile::parse(whole[..at].to_vec(), "a.icc");
        }
    }
}
