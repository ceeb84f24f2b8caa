//! Printing conditions: the press, ink and paper that the colors of a file are meant for.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, alternatives, nearest, rule};
use crate::pdf::Size;

/// The difference to a standard paper size that is allowed, in pt.
const PAPER_TOLERANCE: f64 = 1.0;

/// The sides of US Letter and its multiples: 8.5, 11 and 17 in.
const LETTER_SIDES: [f64; 3] = [612.0, 792.0, 1224.0];

/// A printing condition of the ICC Characterization Data Registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisteredCondition {
    /// The reference name.
    pub name: &'static str,
    /// The standard, process and paper.
    pub description: &'static str,
}

/// The conditions that print shops commonly ask for.
pub const PRINTING_CONDITIONS: &[RegisteredCondition] = &[
    RegisteredCondition {
        name: "FOGRA39",
        description: "ISO 12647-2:2004, offset on coated paper (ISO Coated v2)",
    },
    RegisteredCondition {
        name: "FOGRA47",
        description: "ISO 12647-2:2004, offset on uncoated white paper (PSO Uncoated)",
    },
    RegisteredCondition {
        name: "FOGRA51",
        description: "ISO 12647-2:2013, offset on premium coated paper (PSO Coated v3)",
    },
    RegisteredCondition {
        name: "FOGRA52",
        description: "ISO 12647-2:2013, offset on wood-free uncoated paper (PSO Uncoated v3)",
    },
    RegisteredCondition {
        name: "CGATS TR 001",
        description: "SWOP, web offset on coated paper in North America",
    },
    RegisteredCondition {
        name: "CGATS TR 003",
        description: "SWOP 2006 on coated paper of grade 3",
    },
    RegisteredCondition {
        name: "CGATS TR 005",
        description: "SWOP 2006 on coated paper of grade 5",
    },
    RegisteredCondition {
        name: "CGATS TR 006",
        description: "GRACoL 2006, sheet-fed offset on coated paper of grade 1",
    },
    RegisteredCondition {
        name: "JC200103",
        description: "Japan Color 2001, offset on coated paper",
    },
];

/// A printing condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintingCondition {
    /// The reference name.
    pub name: String,
}

impl PrintingCondition {
    /// Returns the condition with a name in any case, with or without spaces. An unknown name is
    /// kept.
    pub fn named(name: &str) -> Self {
        let key = lookup_key(name);
        let mut conditions = PRINTING_CONDITIONS.iter();
        let known = conditions.find(|known| lookup_key(known.name) == key);
        Self {
            name: known.map_or(name.trim(), |known| known.name).to_owned(),
        }
    }

    /// Returns the description, if the condition is one of [`PRINTING_CONDITIONS`].
    pub fn description(&self) -> Option<&'static str> {
        let mut conditions = PRINTING_CONDITIONS.iter();
        let known = conditions.find(|known| known.name == self.name)?;
        Some(known.description)
    }

    /// Returns the usual condition for a paper size: SWOP for US Letter and its multiples, FOGRA39
    /// for all others.
    pub fn for_paper(paper: Size) -> Self {
        if is_letter_side(paper.width) && is_letter_side(paper.height) {
            Self::named("CGATS TR 001")
        } else {
            Self::named("FOGRA39")
        }
    }

    /// Returns a warning if the condition is unknown.
    pub fn unknown_warning(&self) -> Option<Diagnostic> {
        if self.description().is_some() {
            return None;
        }
        let message = format!("unknown printing condition `{}`", self.name);
        let warning = Diagnostic::warning(rule::PRESS_CONDITION, message);
        let names = PRINTING_CONDITIONS.iter().map(|known| known.name);
        Some(match nearest(&self.name, names.clone()) {
            Some(name) => warning.hint(format!("did you mean `{name}`?")),
            None => warning.hint(format!("known conditions: {}", alternatives(names))),
        })
    }
}

fn lookup_key(name: &str) -> String {
    name.replace([' ', '-', '_'], "").to_lowercase()
}

fn is_letter_side(side: f64) -> bool {
    let mut sides = LETTER_SIDES.iter();
    sides.any(|known| (known - side).abs() < PAPER_TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(width: f64, height: f64) -> String {
        PrintingCondition::for_paper(Size { width, height }).name
    }

    #[test]
    fn paper_determines_usual_condition() {
        assert_eq!(condition(595.28, 841.89), "FOGRA39");
        assert_eq!(condition(612.0, 792.0), "CGATS TR 001");
        assert_eq!(condition(1224.0, 792.0), "CGATS TR 001");
        assert_eq!(condition(612.0, 841.89), "FOGRA39");
    }

    #[test]
    fn finds_conditions_by_spelling_variants() {
        assert_eq!(
            PrintingCondition::named("cgats-tr-006").name,
            "CGATS TR 006"
        );
        let fogra51 = PrintingCondition::named("fogra51");
        assert_eq!(
            fogra51.description(),
            Some(PRINTING_CONDITIONS[2].description)
        );
        assert_eq!(fogra51.unknown_warning(), None);
    }

    #[test]
    fn warns_about_unknown_conditions() {
        assert_eq!(
            PrintingCondition::named("PSRgravureMF").name,
            "PSRgravureMF"
        );
        let warning = PrintingCondition::named("FOGRA93").unknown_warning();
        let hints = warning.expect("a warning").hints;
        assert_eq!(hints, ["did you mean `FOGRA39`?"]);
    }
}
