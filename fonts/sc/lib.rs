//! Fonts for Simplified Chinese that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "sc/noto-sans-cv-sc/NotoSansCVSC-Bold.otf",
        include_bytes!("noto-sans-cv-sc/NotoSansCVSC-Bold.otf"),
    ),
    (
        "sc/noto-sans-cv-sc/NotoSansCVSC-Regular.otf",
        include_bytes!("noto-sans-cv-sc/NotoSansCVSC-Regular.otf"),
    ),
    (
        "sc/noto-serif-cv-sc/NotoSerifCVSC-Bold.otf",
        include_bytes!("noto-serif-cv-sc/NotoSerifCVSC-Bold.otf"),
    ),
    (
        "sc/noto-serif-cv-sc/NotoSerifCVSC-Regular.otf",
        include_bytes!("noto-serif-cv-sc/NotoSerifCVSC-Regular.otf"),
    ),
];
