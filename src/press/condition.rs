//! Printing conditions: press, ink and paper for which the colours of a file are meant, by the
//! names of the register.

use crate::diagnostic::{Diagnostic, alternatives, nearest, rule};

/// How far a paper may be from a standard size, in pt.
const TOLERANCE: f64 = 1.0;

/// The half of US Letter that all its multiples have a side of: 8.5 in.
const LETTER_SIDES: [f64; 3] = [612.0, 792.0, 1224.0];

/// A printing condition of the ICC Characterization Data Registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisteredCondition {
    /// Its reference name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// Those that print shops commonly ask for.
pub const PRINTING_CONDITIONS: &[RegisteredCondition] = &[
    RegisteredCondition {
        name: "FOGRA39",
        about: "ISO 12647-2:2004, offset on coated paper (ISO Coated v2)",
    },
    RegisteredCondition {
        name: "FOGRA47",
        about: "ISO 12647-2:2004, offset on uncoated white paper (PSO Uncoated)",
    },
    RegisteredCondition {
        name: "FOGRA51",
        about: "ISO 12647-2:2013, offset on premium coated paper (PSO Coated v3)",
    },
    RegisteredCondition {
        name: "FOGRA52",
        about: "ISO 12647-2:2013, offset on wood-free uncoated paper (PSO Uncoated v3)",
    },
    RegisteredCondition {
        name: "CGATS TR 001",
        about: "SWOP, web offset on coated paper in North America",
    },
    RegisteredCondition {
        name: "CGATS TR 003",
        about: "SWOP 2006 on coated paper of grade 3",
    },
    RegisteredCondition {
        name: "CGATS TR 005",
        about: "SWOP 2006 on coated paper of grade 5",
    },
    RegisteredCondition {
        name: "CGATS TR 006",
        about: "GRACoL 2006, sheet-fed offset on coated paper of grade 1",
    },
    RegisteredCondition {
        name: "JC200103",
        about: "Japan Color 2001, offset on coated paper",
    },
];

/// A printing condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintingCondition {
    /// Its name in the register.
    pub name: String,
    /// What it is, where that is known.
    pub about: Option<&'static str>,
}

impl PrintingCondition {
    /// The condition of this name, in whatever case and with or without spaces; any other name as
    /// it stands.
    pub fn named(name: &str) -> Self {
        let bare = |name: &str| name.replace([' ', '-', '_'], "").to_lowercase();
        match PRINTING_CONDITIONS
            .iter()
            .find(|known| bare(known.name) == bare(name))
        {
            Some(known) => Self {
                name: known.name.to_owned(),
                about: Some(known.about),
            },
            None => Self {
                name: name.trim().to_owned(),
                about: None,
            },
        }
    }

    /// What is usual for a paper of this size in pt: SWOP for US Letter and its multiples, FOGRA39
    /// for all others.
    pub fn of_paper(width: f64, height: f64) -> Self {
        let is_letter = |side: f64| {
            LETTER_SIDES
                .iter()
                .any(|known| (known - side).abs() < TOLERANCE)
        };
        Self::named(if is_letter(width) && is_letter(height) {
            "CGATS TR 001"
        } else {
            "FOGRA39"
        })
    }

    /// What to say of a name that is not among those known.
    pub fn doubt(&self) -> Option<Diagnostic> {
        if self.about.is_some() {
            return None;
        }
        let message = format!(
            "`{}` is none of the printing conditions that cvpress knows",
            self.name
        );
        let names = || PRINTING_CONDITIONS.iter().map(|known| known.name);
        let warning = Diagnostic::warning(rule::PRESS_CONDITION, message);
        Some(match nearest(&self.name, names()) {
            Some(near) => warning.hint(format!("did you mean `{near}`?")),
            None => warning.hint(format!("known are {}", alternatives(names()))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_their_usual_condition() {
        assert_eq!(PrintingCondition::of_paper(595.28, 841.89).name, "FOGRA39");
        assert_eq!(
            PrintingCondition::of_paper(612.0, 792.0).name,
            "CGATS TR 001"
        );
        assert_eq!(
            PrintingCondition::of_paper(1224.0, 792.0).name,
            "CGATS TR 001"
        );
    }

    #[test]
    fn names_are_taken_as_people_write_them() {
        assert_eq!(
            PrintingCondition::named("cgats-tr-006").name,
            "CGATS TR 006"
        );
        assert_eq!(
            PrintingCondition::named("fogra51").about,
            Some(PRINTING_CONDITIONS[2].about)
        );
        assert_eq!(
            PrintingCondition::named("PSRgravureMF").name,
            "PSRgravureMF"
        );
        assert!(
            PrintingCondition::named("FOGRA93")
                .doubt()
                .is_some_and(|doubt| doubt.hints[0].contains("FOGRA39"))
        );
    }
}
