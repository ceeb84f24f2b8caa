//! Serif fonts for Traditional Chinese that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "tc/noto-serif-cv-tc/NotoSerifCVTC-Bold.otf",
        include_bytes!("NotoSerifCVTC-Bold.otf"),
    ),
    (
        "tc/noto-serif-cv-tc/NotoSerifCVTC-Regular.otf",
        include_bytes!("NotoSerifCVTC-Regular.otf"),
    ),
];
