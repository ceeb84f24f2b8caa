//! The sample profiles that `cvpress new` and the editor in the browser start from: a folder for each
//! language, a file for each profession.
//!
//! Uses `content` for locales.

use std::path::Path;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::content::Locale;
use crate::profile::{PartialDate, capitalized};

/// A sample profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Sample {
    /// Degree and courses, then projects.
    Student,
    /// Research, publications and talks.
    Researcher,
    /// Publications, teaching, grants and service.
    Academic,
    /// Jobs and their results.
    Engineer,
    /// Projects and code.
    Developer,
    /// Work samples, clients and exhibitions.
    Designer,
    /// Responsibilities, in figures.
    Manager,
    /// Schools, subjects and certificates.
    Teacher,
    /// License, wards and training.
    Nurse,
    /// Territories, targets and results.
    Sales,
    /// Kitchens, stages and prizes.
    Chef,
    /// Licenses, sites and plants.
    Electrician,
}

/// A sample in one language, with placeholders for what the caller and the place give.
#[derive(Debug)]
pub struct Starter {
    /// The tag of the language.
    pub language: &'static str,
    /// The text of the profile.
    text: &'static str,
}

/// What a profile made from a sample has of its own.
#[derive(Debug, Clone, Copy)]
pub struct SampleRequest<'r> {
    /// The sample.
    pub sample: Sample,
    /// The BCP 47 tag of the language and its region.
    pub locale: &'r str,
    /// The layout.
    pub layout: &'r str,
    /// The name of the person.
    pub name: &'r str,
    /// The path of the schema for editors, if there is one beside the profile.
    pub schema: Option<&'r str>,
    /// The current date. Its month is the date of the document, by which programs that read a CV know
    /// what *Present* is.
    pub today: Option<PartialDate>,
}

/// A profile made from a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleText {
    /// The text of the profile.
    pub text: String,
    /// Whether it is in the language of the request; otherwise it is English throughout.
    pub is_in_language: bool,
}

impl Starter {
    /// Returns the English name of the language.
    pub fn language_name(&self) -> &'static str {
        match self.language {
            "de" => "German",
            "es" => "Spanish",
            "fr" => "French",
            "zh-Hans" => "Simplified Chinese",
            _ => "English",
        }
    }
}

macro_rules! starters {
    ($name:literal in $($language:literal),+) => {
        &[$(Starter {
            language: $language,
            text: include_str!(concat!($language, "/", $name, ".toml")),
        }),+]
    };
}

impl Sample {
    /// Returns all samples.
    pub fn all() -> &'static [Self] {
        Self::VARIANTS
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Describes the content, in English.
    pub fn about(self) -> &'static str {
        match self {
            Self::Student => "Degree and courses, then projects",
            Self::Researcher => "Research, publications and talks",
            Self::Academic => "Publications, teaching, grants and service",
            Self::Engineer => "Jobs and their results",
            Self::Developer => "Projects and code",
            Self::Designer => "Work samples, clients and exhibitions",
            Self::Manager => "Responsibilities, in figures",
            Self::Teacher => "Schools, subjects and certificates",
            Self::Nurse => "License, wards and training",
            Self::Sales => "Territories, targets and results",
            Self::Chef => "Kitchens, stages and prizes",
            Self::Electrician => "Licenses, sites and plants",
        }
    }

    /// Returns the sample in each language that it has, English first.
    pub fn starters(self) -> &'static [Starter] {
        match self {
            Self::Student => starters!("student" in "en"),
            Self::Researcher => starters!("researcher" in "en"),
            Self::Academic => starters!("academic" in "en"),
            Self::Engineer => starters!("engineer" in "en", "de", "fr", "es", "zh-Hans"),
            Self::Developer => starters!("developer" in "en"),
            Self::Designer => starters!("designer" in "en"),
            Self::Manager => starters!("manager" in "en"),
            Self::Teacher => starters!("teacher" in "en", "de", "fr", "es", "zh-Hans"),
            Self::Nurse => starters!("nurse" in "en", "de", "fr", "es", "zh-Hans"),
            Self::Sales => starters!("sales" in "en", "de", "fr", "es", "zh-Hans"),
            Self::Chef => starters!("chef" in "en"),
            Self::Electrician => starters!("electrician" in "en"),
        }
    }

    /// Returns the English text.
    fn english(self) -> &'static str {
        self.starters().first().map_or("", |starter| starter.text)
    }

    /// Returns the sample in the language of a locale, if it has it.
    fn starter_in(self, locale: &Locale) -> Option<&'static Starter> {
        let language = language_of(locale);
        self.starters()
            .iter()
            .find(|starter| starter.language == language)
    }
}

/// Returns the sample with the person, the place and the language. If the sample does not have the
/// language, it is English throughout.
pub fn text(request: &SampleRequest) -> SampleText {
    let locale = Locale::parse(request.locale).unwrap_or_else(Locale::english);
    let starter = request.sample.starter_in(&locale);
    let text = starter.map_or_else(|| request.sample.english(), |starter| starter.text);
    let tag = starter.map_or("en", |_| request.locale);
    let place = Place::of(&locale);
    let text = match request.schema {
        Some(schema) => text.replace("{schema}", schema),
        None => without_directives(text),
    };
    let text = match request.today {
        Some(today) => dated(&text, today),
        None => text,
    };
    let text = text
        .replace("{layout}", &within_quotes(request.layout))
        .replace("{locale}", tag)
        .replace("{phone}", place.phone)
        .replace("{city}", place.city)
        .replace("{city-2}", place.other_city);
    let text = if matches!(locale.region().as_deref(), Some("ch" | "li")) {
        // Switzerland and Liechtenstein do not use the letter.
        text.replace('ß', "ss")
    } else {
        text
    };
    SampleText {
        text: text.replace("{name}", &within_quotes(request.name)),
        is_in_language: starter.is_some(),
    }
}

/// Derives the name of a person from the file: `ada-lovelace.toml` → `Ada Lovelace`.
pub fn person_name(path: &Path) -> String {
    let Some(stem) = path.file_stem() else {
        return String::new();
    };
    let stem = stem.to_string_lossy();
    let words = stem.split(['-', '_', ' ', '.']);
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(capitalized)
        .collect();
    words.join(" ")
}

/// Adds the date of the document below its language.
fn dated(text: &str, today: PartialDate) -> String {
    let date = format!(
        "date = \"{:04}-{:02}\"\n",
        today.year,
        today.month.unwrap_or(1)
    );
    let mut dated = String::new();
    for line in text.split_inclusive('\n') {
        dated.push_str(line);
        if line.starts_with("locale = ") {
            dated.push_str(&date);
        }
    }
    dated
}

/// Removes the lines for editors that need the schema.
fn without_directives(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("#:")).collect()
}

/// Removes the characters that a TOML string cannot contain verbatim.
fn within_quotes(name: &str) -> String {
    name.replace(|c: char| c.is_control() || matches!(c, '"' | '\\'), "")
}

/// Where the person of a sample lives and can be called. Names of places are in the language of
/// the place.
#[derive(Debug)]
struct Place {
    /// The tag of the language.
    language: &'static str,
    /// The region subtag in lowercase.
    region: &'static str,
    /// A phone number that is reserved for fiction, or else one that is not assigned.
    phone: &'static str,
    /// The place of residence.
    city: &'static str,
    /// Another place, of earlier jobs.
    other_city: &'static str,
}

const fn place(
    [language, region]: [&'static str; 2],
    phone: &'static str,
    [city, other_city]: [&'static str; 2],
) -> Place {
    Place {
        language,
        region,
        phone,
        city,
        other_city,
    }
}

/// The first place of a language is that of its other regions.
///
/// Sources of the numbers: NANPA (555-0100 to 0199), Ofcom (020 7946 0xxx), `ComReg` (020 91x xxxx),
/// ACMA (02 7010 xxxx), Bundesnetzagentur (030 23125 xxx), ARCEP (01 99 00 xx xx). The others begin
/// with digits that no number of the region begins with.
static PLACES: [Place; 15] = [
    place(
        ["en", "us"],
        "+1 503 555 0173",
        ["Portland, OR", "Seattle, WA"],
    ),
    place(
        ["en", "ca"],
        "+1 416 555 0173",
        ["Toronto, ON", "Ottawa, ON"],
    ),
    place(["en", "gb"], "+44 20 7946 0173", ["London", "Leeds"]),
    place(["en", "ie"], "+353 20 910 0173", ["Dublin", "Cork"]),
    place(["en", "au"], "+61 2 7010 0173", ["Sydney", "Newcastle"]),
    place(["de", "de"], "+49 30 23125 173", ["Berlin", "Leipzig"]),
    place(["de", "at"], "+43 1 000 01 73", ["Wien", "Graz"]),
    place(["de", "ch"], "+41 44 000 01 73", ["Zürich", "Bern"]),
    place(["fr", "fr"], "+33 1 99 00 01 73", ["Paris", "Lyon"]),
    place(["fr", "be"], "+32 2 000 01 73", ["Bruxelles", "Liège"]),
    place(["fr", "ch"], "+41 22 000 01 73", ["Genève", "Lausanne"]),
    place(["fr", "ca"], "+1 514 555 0173", ["Montréal", "Québec"]),
    place(["es", "es"], "+34 555 010 173", ["Madrid", "Valencia"]),
    place(
        ["es", "mx"],
        "+52 55 0000 0173",
        ["Ciudad de México", "Puebla"],
    ),
    place(["zh-Hans", "cn"], "+86 100 0000 0173", ["上海", "杭州"]),
];

impl Place {
    /// Returns the place for a locale: of its region, or else of its language, or else in the
    /// United States.
    fn of(locale: &Locale) -> &'static Self {
        let language = language_of(locale);
        let region = locale.region();
        let places = || PLACES.iter().filter(|place| place.language == language);
        places()
            .find(|place| region.as_deref() == Some(place.region))
            .or_else(|| places().next())
            .unwrap_or(&PLACES[0])
    }
}

/// Returns the language of a locale as samples name it, for Chinese with the script.
pub fn language_of(locale: &Locale) -> &str {
    match (locale.language(), locale.script().as_deref()) {
        ("zh", Some("hant")) => "zh-Hant",
        ("zh", _) => "zh-Hans",
        (language, _) => language,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_gives_person_name() {
        assert_eq!(
            person_name(Path::new("cvs/ada-lovelace.toml")),
            "Ada Lovelace"
        );
        assert_eq!(person_name(Path::new("li_wei.toml")), "Li Wei");
    }
}
