//! Colour spaces, and which inks a colour in one takes.

use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object, Stream};
use hayro::hayro_syntax::page::Resources;
use serde::Serialize;

/// How deeply colour spaces may be made of each other.
const DEEPEST: usize = 8;

/// What a colour space comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BaseSpace {
    /// Tints of black.
    Gray,
    /// The four inks.
    Cmyk,
    /// The colours of a screen.
    Rgb,
    /// Colours with a profile or a white point of their own.
    Independent,
    /// Nothing that is known.
    Unknown,
}

/// The inks that a colour takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Inks {
    /// None: the paper stays white.
    None,
    /// Black alone.
    Black,
    /// Whatever the press makes of it.
    Process,
    /// An ink of its own.
    Spot,
    /// Every plate there is: marks for the printer.
    All,
}

impl Inks {
    /// What is said of a colour beside its space.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::None => " (white)",
            Self::Black => " (black)",
            _ => "",
        }
    }
}

/// A colour space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Its name, such as `ICCBased 3`.
    pub name: String,
    /// What it comes down to.
    pub base: BaseSpace,
    family: Family,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Gray,
    Cmyk,
    Separation(Inks),
    Other,
}

impl Space {
    pub fn gray() -> Self {
        Self::new("DeviceGray", BaseSpace::Gray, Family::Gray)
    }

    pub fn rgb() -> Self {
        Self::new("DeviceRGB", BaseSpace::Rgb, Family::Other)
    }

    pub fn cmyk() -> Self {
        Self::new("DeviceCMYK", BaseSpace::Cmyk, Family::Cmyk)
    }

    /// A space that nothing is known of.
    pub fn unknown(name: &str) -> Self {
        Self::new(name, BaseSpace::Unknown, Family::Other)
    }

    fn new(name: impl Into<String>, base: BaseSpace, family: Family) -> Self {
        Self {
            name: name.into(),
            base,
            family,
        }
    }

    /// The space of this name in a content stream.
    pub fn named(name: &Name<'_>, resources: &Resources<'_>) -> Self {
        Self::named_within(name, resources, 0)
    }

    /// The space that an object describes.
    pub fn of(object: &Object<'_>, resources: &Resources<'_>) -> Self {
        Self::within(object, resources, 0)
    }

    fn named_within(name: &Name<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        match name.as_str() {
            "DeviceGray" | "G" => Self::gray(),
            "DeviceRGB" | "RGB" => Self::rgb(),
            "DeviceCMYK" | "CMYK" => Self::cmyk(),
            "Pattern" => Self::new("Pattern", BaseSpace::Unknown, Family::Other),
            other => match resources.get_color_space(name) {
                Some(Object::Name(same)) if same.as_str() == other => {
                    Self::new(other, BaseSpace::Unknown, Family::Other)
                }
                Some(object) => Self::within(&object, resources, depth + 1),
                None => Self::new(other, BaseSpace::Unknown, Family::Other),
            },
        }
    }

    fn within(object: &Object<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        let unknown = |name: &str| Self::new(name, BaseSpace::Unknown, Family::Other);
        if depth > DEEPEST {
            return unknown("a colour space made of itself");
        }
        let parts = match object {
            Object::Name(name) => return Self::named_within(name, resources, depth),
            Object::Array(parts) => parts,
            _ => return unknown("no colour space"),
        };
        let mut parts = parts.flex_iter();
        let Some(family) = parts.next::<Name<'_>>() else {
            return unknown("no colour space");
        };
        let inner =
            |parts: &mut hayro::hayro_syntax::object::array::FlexArrayIter<'_>| match parts
                .next::<Object<'_>>()
            {
                Some(object) => Self::within(&object, resources, depth + 1),
                None => unknown("no colour space"),
            };
        match family.as_str() {
            "CalGray" | "CalRGB" | "Lab" => {
                Self::new(family.as_str(), BaseSpace::Independent, Family::Other)
            }
            "ICCBased" => {
                let channels = parts
                    .next::<Stream<'_>>()
                    .and_then(|stream| stream.dict().get::<i32>("N"));
                Self::new(
                    format!("ICCBased {}", channels.unwrap_or(0)),
                    BaseSpace::Independent,
                    Family::Other,
                )
            }
            "Indexed" | "I" => {
                let base = inner(&mut parts);
                let family = if base.family == Family::Gray {
                    Family::Other
                } else {
                    base.family
                };
                let family = if matches!(family, Family::Separation(_)) {
                    family
                } else {
                    Family::Other
                };
                Self::new(format!("Indexed {}", base.name), base.base, family)
            }
            "Separation" => {
                let name = parts
                    .next::<Name<'_>>()
                    .map(|name| name.as_str().to_owned())
                    .unwrap_or_default();
                let inks = match &*name {
                    "All" => Inks::All,
                    "Black" => Inks::Black,
                    "None" => Inks::None,
                    _ => Inks::Spot,
                };
                let base = inner(&mut parts).base;
                Self::new(format!("Separation {name}"), base, Family::Separation(inks))
            }
            "DeviceN" => {
                let names = parts.next::<Array<'_>>().unwrap_or_default();
                let names: Vec<String> = names
                    .iter::<Name<'_>>()
                    .map(|name| name.as_str().to_owned())
                    .collect();
                let base = inner(&mut parts).base;
                Self::new(
                    format!("DeviceN {}", names.join(" ")),
                    base,
                    Family::Separation(Inks::Spot),
                )
            }
            "Pattern" => match parts.next::<Object<'_>>() {
                Some(object) => Self::within(&object, resources, depth + 1),
                None => unknown("Pattern"),
            },
            _ => Self::named_within(&family, resources, depth),
        }
    }

    /// The inks that a space takes where nothing is said of the colour: an image.
    pub fn inks(&self) -> Inks {
        match self.family {
            Family::Gray => Inks::Black,
            Family::Separation(inks) => inks,
            Family::Cmyk | Family::Other => Inks::Process,
        }
    }
}

/// A colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Color {
    /// The space that it is a colour of.
    pub space: Space,
    /// The inks that it takes.
    pub inks: Inks,
    /// How much of the process inks there is in all, in percent.
    pub ink: f64,
}

impl Color {
    /// The colour that a space begins with.
    pub fn initial(space: Space) -> Self {
        match space.family {
            Family::Cmyk => Self::new(space, &[0.0, 0.0, 0.0, 1.0]),
            Family::Separation(_) => Self::new(space, &[1.0]),
            Family::Gray | Family::Other => Self::new(space, &[0.0]),
        }
    }

    /// A colour of these parts.
    pub fn new(space: Space, parts: &[f64]) -> Self {
        let ink = 100.0
            * match space.family {
                Family::Gray => 1.0 - parts.first().copied().unwrap_or(0.0),
                Family::Cmyk => parts.iter().sum(),
                Family::Separation(_) | Family::Other => 0.0,
            };
        let inks = match (space.family, parts) {
            (Family::Gray | Family::Cmyk, _) if ink <= 0.0 => Inks::None,
            (Family::Cmyk, [cyan, magenta, yellow, _]) if cyan + magenta + yellow <= 0.0 => {
                Inks::Black
            }
            (Family::Separation(_), tints) if tints.iter().all(|tint| *tint == 0.0) => Inks::None,
            _ => space.inks(),
        };
        Self { space, inks, ink }
    }

    /// A colour of the numbers of an operation.
    pub fn of(space: Space, numbers: &[Number]) -> Self {
        let parts: Vec<f64> = numbers.iter().map(Number::as_f64).collect();
        Self::new(space, &parts)
    }
}

/// Whether a dictionary describes a group that is blended as one.
pub fn is_transparency_group(group: &Dict<'_>) -> bool {
    group
        .get::<Name<'_>>("S")
        .is_some_and(|kind| kind.as_str() == "Transparency")
}
