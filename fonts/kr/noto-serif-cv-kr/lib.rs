//! Serif fonts for Korean that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "kr/noto-serif-cv-kr/NotoSerifCVKR-Bold.otf",
        include_bytes!("NotoSerifCVKR-Bold.otf"),
    ),
    (
        "kr/noto-serif-cv-kr/NotoSerifCVKR-Regular.otf",
        include_bytes!("NotoSerifCVKR-Regular.otf"),
    ),
];
