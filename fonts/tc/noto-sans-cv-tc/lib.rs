//! Sans-serif fonts for Traditional Chinese that cvpress embeds.

/// The files, each with its path in the folder of all fonts, sorted.
pub static FONTS: &[(&str, &[u8])] = &[
    (
        "tc/noto-sans-cv-tc/NotoSansCVTC-Bold.otf",
        include_bytes!("NotoSansCVTC-Bold.otf"),
    ),
    (
        "tc/noto-sans-cv-tc/NotoSansCVTC-Regular.otf",
        include_bytes!("NotoSansCVTC-Regular.otf"),
    ),
];
