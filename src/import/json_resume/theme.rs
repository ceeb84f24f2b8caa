//! The layouts that are nearest to the themes of JSON Resume.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;

/// The start of the names of the packages of themes.
const PACKAGE: &str = "jsonresume-theme-";

/// A layout and the themes that it is nearest to.
struct Nearest {
    layout: &'static str,
    themes: &'static [&'static str],
}

const NEAREST: [Nearest; 8] = [
    Nearest {
        layout: "compact",
        themes: &[
            "actual",
            "compact",
            "even",
            "flat",
            "kendall",
            "onepage",
            "onepage-plus",
            "professional",
            "short",
            "stackoverflow",
            "standard",
        ],
    },
    Nearest {
        layout: "sidebar",
        themes: &[
            "elegant",
            "elegant-pink",
            "macchiato",
            "sidebar",
            "sidebar-photo-strip",
            "two-column",
            "two-column-modernist",
            "waterfall",
        ],
    },
    Nearest {
        layout: "banner",
        themes: &[
            "bold-header-statement",
            "executive-slate",
            "modern",
            "orbit",
            "tailwind",
        ],
    },
    Nearest {
        layout: "ats",
        themes: &[
            "government-standard",
            "minimal",
            "plain",
            "reference",
            "spartan",
        ],
    },
    Nearest {
        layout: "vita",
        themes: &[
            "academic-cv-lite",
            "latex",
            "modern-classic",
            "moderncv",
            "paper",
        ],
    },
    Nearest {
        layout: "portfolio",
        themes: &["architects-portfolio", "creative-studio", "investor-brief"],
    },
    Nearest {
        layout: "readme",
        themes: &["caffeine", "developer-mono", "github", "markdown"],
    },
    Nearest {
        layout: "narrative",
        themes: &["eloquent", "marketing-narrative", "new-york-editorial"],
    },
];

/// Sets the layout of a theme. A theme that none is near to is left.
pub fn layout(meta: &mut Fields, root: &mut DraftTable) {
    let Some(theme) = meta.text("theme").map(str::to_owned) else {
        return;
    };
    let name = theme.to_lowercase();
    let name = name.strip_prefix(PACKAGE).unwrap_or(&name);
    let mut nearest = NEAREST.iter();
    if let Some(nearest) = nearest.find(|nearest| nearest.themes.contains(&name)) {
        meta.take("theme");
        root.comment(&format!("meta.theme: {theme}"));
        root.set("layout", Some(nearest.layout));
    }
}
