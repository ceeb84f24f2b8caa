//! What a PDF is checked for.

/// What a PDF is checked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Target {
    /// PDF/X-1a:2003 (ISO 15930-4): CMYK, gray and spot colors, no transparency.
    X1a,
    /// PDF/X-4 (ISO 15930-7): also colors with an ICC profile, and transparency.
    X4,
    /// Any print shop.
    #[default]
    Any,
}

/// What preflight checks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PreflightOptions {
    /// The target.
    pub target: Target,
    /// The required bleed in pt.
    pub bleed: Option<f64>,
    /// Whether black must be the only ink, also of printer's marks.
    pub black_only: bool,
}
