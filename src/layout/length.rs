//! Lengths with their units.

use serde::{Deserialize, Serialize};

/// Points per inch.
const INCH: f64 = 72.0;

/// Points per millimeter.
const MILLIMETER: f64 = INCH / 25.4;

/// A length.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Length(f64);

impl Length {
    /// Reads a length in pt, mm, cm or in. The units are those of CSS Values and Units 4, section
    /// 6.2: 1 in = 72 pt = 25.4 mm.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let units = [
            ("pt", 1.0),
            ("mm", MILLIMETER),
            ("cm", 720.0 / 25.4),
            ("in", INCH),
        ];
        for (unit, points) in units {
            let Some(number) = text.strip_suffix(unit) else {
                continue;
            };
            let length = Self(number.trim_end().parse::<f64>().ok()? * points);
            return length.0.is_finite().then_some(length);
        }
        None
    }

    /// Returns a length in mm.
    pub fn millimeters(number: f64) -> Self {
        Self(number * 72.0 / 25.4)
    }

    /// Returns a length in pt.
    pub fn points(number: f64) -> Self {
        Self(number)
    }

    /// Returns the number of pt.
    pub fn to_points(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Option<f64> {
        Length::parse(text).map(Length::to_points)
    }

    #[test]
    fn reads_units() {
        assert_eq!(points("0.125in"), Some(9.0));
        assert_eq!(points(" 25.4 mm "), Some(72.0));
        assert_eq!(points("1cm"), Some(720.0 / 25.4));
    }

    #[test]
    fn rejects_missing_units_and_infinity() {
        assert_eq!(points("3"), None);
        assert_eq!(points("infpt"), None);
    }
}
