//! A length as people write it.

/// A length.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
pub struct Length(f64);

impl Length {
    /// The length that a text names in pt, mm, cm or in. The units are those of CSS Values and
    /// Units 4, section 6.2: 1 in = 72 pt = 25.4 mm.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let units = [
            ("pt", 1.0),
            ("mm", 72.0 / 25.4),
            ("cm", 720.0 / 25.4),
            ("in", 72.0),
        ];
        units.iter().find_map(|(unit, points)| {
            let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            Some(Self(number * points)).filter(|length| length.0.is_finite())
        })
    }

    /// A length of so many mm.
    pub fn millimeters(number: f64) -> Self {
        Self(number * 72.0 / 25.4)
    }

    /// A length of so many pt.
    pub fn points(number: f64) -> Self {
        Self(number)
    }

    /// How many pt it has.
    pub fn to_points(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        let points = |text| Length::parse(text).map(Length::to_points);
        assert_eq!(points("0.125in"), Some(9.0));
        assert_eq!(points(" 25.4 mm "), Some(72.0));
        assert_eq!(points("1cm"), Some(720.0 / 25.4));
        assert_eq!(points("3"), None);
        assert_eq!(points("infpt"), None);
    }
}
