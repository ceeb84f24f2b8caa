//! Writes the parts of a place of residence in one line, in the order of its country.

use crate::content::builder::one_line;
use crate::profile::{Residence, is_east_asian};

/// The countries whose postal code follows the city and the region. Elsewhere it stands before the
/// city.
const CODE_LAST: [&str; 12] = [
    "AU", "BR", "CA", "GB", "IE", "IN", "NZ", "SG", "TH", "US", "ZA", "AE",
];

/// Returns a residence in one line.
pub fn in_one_line(residence: &Residence) -> String {
    let street = lines(residence.street.as_deref());
    let code = shown(residence.postal_code.as_deref());
    let city = shown(residence.city.as_deref());
    let region = shown(residence.region.as_deref());
    let country_code = shown(residence.country_code.as_deref());
    let country = shown(residence.country.as_deref()).or_else(|| country_code.clone());
    let all = [&street, &city, &region].into_iter().flatten();
    if all.flat_map(|text| text.chars()).any(is_east_asian) {
        // From the largest part to the smallest.
        return joined([country, code, region, city, street], " ");
    }
    let code_country = country_code.unwrap_or_default().to_uppercase();
    let is_code_last = CODE_LAST.contains(&code_country.as_str());
    let (city, region) = if !is_code_last {
        (optional(joined([code, city], " ")), region)
    } else if region.is_some() {
        (city, optional(joined([region, code], " ")))
    } else {
        (optional(joined([city, code], " ")), None)
    };
    joined([street, city, region, country], ", ")
}

/// Returns a part in one line, if it has text.
fn shown(part: Option<&str>) -> Option<String> {
    optional(one_line(part?))
}

/// Returns the lines of a part with commas between them, if it has text.
fn lines(part: Option<&str>) -> Option<String> {
    let lines = part?.lines().map(one_line).map(optional);
    let lines: Vec<String> = lines.flatten().collect();
    optional(lines.join(", "))
}

fn optional(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

fn joined<const N: usize>(parts: [Option<String>; N], separator: &str) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a residence of street, postal code, city, region and country code.
    fn residence(parts: [&str; 5]) -> Residence {
        let [street, postal_code, city, region, country_code] =
            parts.map(|part| Some(part.to_owned()));
        Residence {
            street,
            postal_code,
            city,
            region,
            country: None,
            country_code,
        }
    }

    #[test]
    fn parts_are_in_the_order_of_the_country() {
        for (parts, line) in [
            (
                [
                    "1 Any St\nFlat 2",
                    "94115",
                    "San Francisco",
                    "California",
                    "us",
                ],
                "1 Any St, Flat 2, San Francisco, California 94115, us",
            ),
            (
                ["1 Any St", "N1 1AA", "London", "", "GB"],
                "1 Any St, London N1 1AA, GB",
            ),
            (
                ["Gasse 1", "1010", "Wien", "", "AT"],
                "Gasse 1, 1010 Wien, AT",
            ),
            (["", "", "Oslo", "", ""], "Oslo"),
            (
                ["例示町1-2-3", "182-0000", "調布市", "東京都", ""],
                "182-0000 東京都 調布市 例示町1-2-3",
            ),
        ] {
            assert_eq!(in_one_line(&residence(parts)), line);
        }
    }

    #[test]
    fn country_is_shown_by_its_name() {
        let named = Residence {
            country: Some("Norway".to_owned()),
            ..residence(["", "0150", "Oslo", "", "NO"])
        };
        assert_eq!(in_one_line(&named), "0150 Oslo, Norway");
    }
}
