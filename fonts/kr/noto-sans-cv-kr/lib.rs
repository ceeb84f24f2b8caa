//! Sans-serif fonts for Korean that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "kr/noto-sans-cv-kr/NotoSansCVKR-Bold.otf",
        include_bytes!("NotoSansCVKR-Bold.otf"),
    ),
    (
        "kr/noto-sans-cv-kr/NotoSansCVKR-Regular.otf",
        include_bytes!("NotoSansCVKR-Regular.otf"),
    ),
];
