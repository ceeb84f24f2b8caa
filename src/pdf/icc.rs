//! ICC profiles of printing presses.

#[cfg(feature = "native")]
use std::path::Path;

use moxcms::{
    CmsError, ColorDateTime, ColorProfile, DataColorSpace, ParsingOptions, ProfileClass,
    ProfileText,
};
use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, rule};
#[cfg(feature = "native")]
use crate::file;

/// The largest profile that is read, in bytes; profiles of presses have 0.5 to 3 million.
#[cfg(feature = "native")]
const MAX_SIZE: u64 = 16 << 20;

/// The largest embedded profile that is parsed, in bytes.
const MAX_PROFILE_SIZE: usize = 17 << 20;

/// The bytes that some programs append to a profile to pad it to a multiple of four.
const MAX_PADDING: usize = 3;

/// The newest major version of ICC profiles that PDF 1.6 supports.
const NEWEST_VERSION: u8 = 4;

/// The date in the profile of sRGB, as the profile must not depend on the clock: that of IEC 61966-2-1.
const DATE_OF_SRGB: [u8; 12] = [0x07, 0xcf, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0];

/// Returns an ICC profile of sRGB; `None` if it cannot be written.
pub fn srgb() -> Option<Vec<u8>> {
    let mut profile = ColorProfile::new_srgb();
    profile.creation_date_time = ColorDateTime::new_from_slice(&DATE_OF_SRGB).ok()?;
    // The tag is of a later edition than PDF 1.6.
    profile.cicp = None;
    profile.encode().ok()
}

/// The ICC profile of a press.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IccProfile {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The description in the profile.
    pub description: Option<String>,
}

impl IccProfile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or it is not a CMYK output profile.
    #[cfg(feature = "native")]
    pub fn load(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        let bytes = file::read(path, MAX_SIZE).map_err(|error| unreadable(&name, &error))?;
        Self::parse(bytes, &name)
    }

    /// Checks the bytes of a profile that messages call `name`.
    ///
    /// # Errors
    /// The bytes are not a CMYK output profile that PDF/X allows.
    pub fn parse(bytes: Vec<u8>, name: &str) -> Result<Self, Diagnostic> {
        let profile = parse(&bytes).map_err(|_| invalid(name, parse_problem(&bytes)))?;
        if !is_complete(&bytes) {
            return Err(invalid(name, "the file is incomplete"));
        }
        if profile.color_space != DataColorSpace::Cmyk {
            let space = color_space_name(profile.color_space);
            let problem = format!("expected the color space CMYK, found {space}");
            return Err(invalid(name, &problem));
        }
        if profile.profile_class != ProfileClass::OutputDevice {
            return Err(invalid(name, "not a profile of an output device"));
        }
        let description = profile.description.and_then(description);
        Ok(Self { bytes, description })
    }
}

/// Returns the color space of any ICC profile, such as `CMYK`, `RGB` or `GRAY`. Returns `None` if
/// the profile is invalid.
pub fn profile_color_space(bytes: &[u8]) -> Option<String> {
    let profile = parse(bytes).ok()?;
    Some(color_space_name(profile.color_space))
}

/// Returns why a file cannot be parsed.
fn parse_problem(bytes: &[u8]) -> &'static str {
    // ICC.1:2010, 7.2: the major version and the signature.
    let is_newer = bytes
        .get(8)
        .is_some_and(|version| *version > NEWEST_VERSION);
    let is_icc = bytes.get(36..40) == Some(b"acsp");
    if is_newer && is_icc {
        "PDF/X supports ICC versions up to 4"
    } else {
        "not a valid ICC profile"
    }
}

fn parse(bytes: &[u8]) -> Result<ColorProfile, CmsError> {
    let options = ParsingOptions {
        max_profile_size: MAX_PROFILE_SIZE,
        ..ParsingOptions::default()
    };
    ColorProfile::new_from_slice_with_options(bytes, options)
}

/// Returns whether the file is as long as its header states, apart from padding.
fn is_complete(bytes: &[u8]) -> bool {
    let Some(size) = bytes.first_chunk().map(|size| u32::from_be_bytes(*size)) else {
        return false;
    };
    let Ok(size) = usize::try_from(size) else {
        return false;
    };
    (size..=size.saturating_add(MAX_PADDING)).contains(&bytes.len())
}

fn color_space_name(space: DataColorSpace) -> String {
    format!("{space:?}").to_uppercase()
}

fn description(text: ProfileText) -> Option<String> {
    let text = match text {
        ProfileText::PlainString(text) => text,
        ProfileText::Localizable(texts) => texts.into_iter().next()?.value,
        ProfileText::Description(text) => text.ascii_string,
    };
    let text = text.trim_matches(|c: char| c == '\0' || c.is_whitespace());
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(feature = "native")]
fn unreadable(name: &str, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot read `{name}`: {error}");
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}

fn invalid(name: &str, problem: &str) -> Diagnostic {
    let message = format!("`{name}` is not the ICC profile of a press: {problem}");
    Diagnostic::error(rule::PRESS_PROFILE, message)
        .hint("use the CMYK output profile that the print shop names")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A profile with a header and a description.
    fn profile(class: [u8; 4], space: [u8; 4]) -> Vec<u8> {
        let mut bytes = vec![0; 132];
        bytes[8] = 2;
        bytes[12..16].copy_from_slice(&class);
        bytes[16..20].copy_from_slice(&space);
        bytes[20..24].copy_from_slice(b"Lab ");
        bytes[36..40].copy_from_slice(b"acsp");
        bytes[131] = 1;
        let description = b"desc\0\0\0\0\0\0\0\x06Paper\0";
        bytes.extend(b"desc\0\0\0\x90");
        bytes.extend(100_u32.to_be_bytes());
        bytes.extend(description);
        bytes.resize(144 + 100, 0);
        let size = u32::try_from(bytes.len()).expect("a short file");
        bytes[..4].copy_from_slice(&size.to_be_bytes());
        bytes
    }

    fn problem(bytes: Vec<u8>) -> String {
        let error = IccProfile::parse(bytes, "a.icc").expect_err("an invalid profile");
        let start = "`a.icc` is not the ICC profile of a press: ";
        error.message.strip_prefix(start).expect(start).to_owned()
    }

    #[test]
    fn accepts_cmyk_output_profile() {
        let profile = profile(*b"prtr", *b"CMYK");
        let icc = IccProfile::parse(profile, "a.icc").expect("a valid profile");
        assert_eq!(icc.description.as_deref(), Some("Paper"));
    }

    #[test]
    fn rejects_other_profiles() {
        assert_eq!(problem(b"GIF89a".to_vec()), "not a valid ICC profile");
        assert_eq!(
            problem(profile(*b"mntr", *b"RGB ")),
            "expected the color space CMYK, found RGB"
        );
        assert_eq!(
            problem(profile(*b"scnr", *b"CMYK")),
            "not a profile of an output device"
        );
        let mut longer = profile(*b"prtr", *b"CMYK");
        longer.extend([0; MAX_PADDING + 1]);
        assert_eq!(problem(longer), "the file is incomplete");
        let mut newer = profile(*b"prtr", *b"CMYK");
        newer[8] = 5;
        assert_eq!(problem(newer), "PDF/X supports ICC versions up to 4");
    }

    #[test]
    fn names_color_space_of_any_profile() {
        for (space, name) in [(*b"CMYK", "CMYK"), (*b"GRAY", "GRAY")] {
            let found = profile_color_space(&profile(*b"mntr", space));
            assert_eq!(found.as_deref(), Some(name));
        }
        assert_eq!(profile_color_space(b"GIF89a"), None);
    }

    #[test]
    fn damaged_profiles_do_not_panic() {
        let whole = profile(*b"prtr", *b"CMYK");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            drop(IccProfile::parse(damaged, "a.icc"));
            let cut = whole[..at].to_vec();
            assert!(IccProfile::parse(cut, "a.icc").is_err(), "{at} bytes");
        }
    }
}
