//! Fonts for Japanese that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "jp/noto-sans-cv-jp/NotoSansCVJP-Bold.otf",
        include_bytes!("noto-sans-cv-jp/NotoSansCVJP-Bold.otf"),
    ),
    (
        "jp/noto-sans-cv-jp/NotoSansCVJP-Regular.otf",
        include_bytes!("noto-sans-cv-jp/NotoSansCVJP-Regular.otf"),
    ),
    (
        "jp/noto-serif-cv-jp/NotoSerifCVJP-Bold.otf",
        include_bytes!("noto-serif-cv-jp/NotoSerifCVJP-Bold.otf"),
    ),
    (
        "jp/noto-serif-cv-jp/NotoSerifCVJP-Regular.otf",
        include_bytes!("noto-serif-cv-jp/NotoSerifCVJP-Regular.otf"),
    ),
];
