//! The design: the nearest layout to a theme, its color, and the size of the paper.

use crate::import::color::hex;
use crate::import::draft::Draft;
use crate::import::fields::Fields;

/// A theme, and what is nearest to it.
struct Theme {
    name: &'static str,
    layout: &'static str,
    /// The color of the names of sections.
    accent: &'static str,
}

/// The theme of a file that names none is the first.
const THEMES: &[Theme] = &[
    Theme {
        name: "classic",
        layout: "banner",
        accent: "#004f90",
    },
    Theme {
        name: "ember",
        layout: "banner",
        accent: "#9b2319",
    },
    Theme {
        name: "engineeringclassic",
        layout: "compact",
        accent: "#004f90",
    },
    Theme {
        name: "engineeringresumes",
        layout: "compact",
        accent: "#000000",
    },
    Theme {
        name: "harvard",
        layout: "vita",
        accent: "#000000",
    },
    Theme {
        name: "ink",
        layout: "homepage",
        accent: "#2a1852",
    },
    Theme {
        name: "moderncv",
        layout: "narrative",
        accent: "#004f90",
    },
    Theme {
        name: "opal",
        layout: "banner",
        accent: "#00645a",
    },
    Theme {
        name: "sb2nov",
        layout: "compact",
        accent: "#000000",
    },
];

/// The keys of the colors that stand for a design, the strongest first.
const COLORS: [&str; 3] = ["section_titles", "name", "headline"];

/// The paper of a file that names none.
const DEFAULT_PAPER: &str = "us-letter";

/// Takes the design, which a file need not have.
pub fn take(design: Option<Fields>, draft: &mut Draft) {
    let Some(mut design) = design else {
        set(&THEMES[0], None, Some(DEFAULT_PAPER.to_owned()), draft);
        return;
    };
    let theme = match design.text("theme") {
        None => Some(&THEMES[0]),
        Some(name) => THEMES.iter().find(|theme| theme.name == name),
    };
    if theme.is_some() {
        design.take("theme");
    }
    let accent = take_color(&mut design, draft);
    let paper = take_paper(&mut design, draft);
    set(theme.unwrap_or(&THEMES[0]), accent, paper, draft);
    design.finish_design(&mut draft.design);
}

fn set(theme: &Theme, accent: Option<String>, paper: Option<String>, draft: &mut Draft) {
    draft.root.set("layout", Some(theme.layout));
    draft.design.set("paper", paper);
    let accent = accent.unwrap_or_else(|| theme.accent.to_owned());
    draft.design.set("accent", Some(accent));
}

fn take_color(design: &mut Fields, draft: &mut Draft) -> Option<String> {
    // Version 1 had one color.
    if let Some(color) = design.text("color").and_then(hex) {
        design.take("color");
        return Some(color);
    }
    let mut colors = design.take_fields("colors")?;
    let mut accent = None;
    for key in COLORS {
        let Some(color) = colors.text(key).and_then(hex) else {
            continue;
        };
        // A second one of another color is left.
        if accent.as_ref().is_none_or(|accent| *accent == color) {
            colors.take(key);
            accent = Some(color);
        }
    }
    colors.finish_design(&mut draft.design);
    accent
}

fn take_paper(design: &mut Fields, draft: &mut Draft) -> Option<String> {
    if let Some(paper) = design.text("page_size").and_then(paper_name) {
        design.take("page_size");
        return Some(paper);
    }
    let Some(mut page) = design.take_fields("page") else {
        return Some(DEFAULT_PAPER.to_owned());
    };
    let written = page.text("size");
    let paper = match written {
        None => Some(DEFAULT_PAPER.to_owned()),
        Some(name) => paper_name(name),
    };
    if paper.is_some() {
        page.take("size");
    }
    page.finish_design(&mut draft.design);
    paper
}

fn paper_name(name: &str) -> Option<String> {
    matches!(name, "a4" | "us-letter").then(|| name.to_owned())
}
