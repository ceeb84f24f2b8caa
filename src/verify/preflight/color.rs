//! Color spaces, and the inks of their colors.

use hayro::hayro_syntax::object::array::FlexArrayIter;
use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object, Stream};
use hayro::hayro_syntax::page::Resources;
use serde::Serialize;

/// The deepest nesting of color spaces.
const MAX_DEPTH: usize = 8;

/// The base of a color space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BaseSpace {
    /// Tints of black.
    Gray,
    /// The four process inks.
    Cmyk,
    /// The colors of a screen.
    Rgb,
    /// Colors with an ICC profile or a white point.
    Independent,
    /// An unknown color space.
    Unknown,
}

/// The inks of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Inks {
    /// No ink: the paper stays white.
    None,
    /// Black alone.
    Black,
    /// Process inks.
    Process,
    /// A spot ink.
    Spot,
    /// All inks, for printer's marks.
    All,
}

impl Inks {
    /// Returns the note that follows a color space in a report.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::None => " (white)",
            Self::Black => " (black)",
            _ => "",
        }
    }
}

/// A color space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// The name, such as `ICCBased 3`.
    pub name: String,
    /// The base.
    pub base: BaseSpace,
    components: Components,
}

/// What the components of a color mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Components {
    Gray,
    Cmyk,
    /// Tints of these inks.
    Tints(Inks),
    Other,
}

impl Space {
    /// Returns the device color space of tints of black.
    pub fn gray() -> Self {
        Self::new("DeviceGray", BaseSpace::Gray, Components::Gray)
    }

    /// Returns the device color space of screens, or the one that the resources have for it.
    pub fn rgb(resources: &Resources<'_>) -> Self {
        Self::rgb_at(resources, 0)
    }

    fn rgb_at(resources: &Resources<'_>, depth: usize) -> Self {
        let default = resources.get_color_space(&Name::new_unescaped(b"DefaultRGB"));
        match default {
            // A default that is a device color space replaces nothing.
            Some(object) if !matches!(object, Object::Name(_)) => {
                Self::read_at(&object, resources, depth + 1)
            }
            _ => Self::new("DeviceRGB", BaseSpace::Rgb, Components::Other),
        }
    }

    /// Returns the device color space of process inks.
    pub fn cmyk() -> Self {
        Self::new("DeviceCMYK", BaseSpace::Cmyk, Components::Cmyk)
    }

    /// Returns an unknown color space.
    pub fn unknown(name: &str) -> Self {
        Self::new(name, BaseSpace::Unknown, Components::Other)
    }

    fn new(name: impl Into<String>, base: BaseSpace, components: Components) -> Self {
        Self {
            name: name.into(),
            base,
            components,
        }
    }

    /// Returns the color space with a name in a content stream.
    pub fn named(name: &Name<'_>, resources: &Resources<'_>) -> Self {
        Self::named_at(name, resources, 0)
    }

    /// Returns the color space that an object describes.
    pub fn read(object: &Object<'_>, resources: &Resources<'_>) -> Self {
        Self::read_at(object, resources, 0)
    }

    fn named_at(name: &Name<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        let other = match name.as_str() {
            "DeviceGray" | "G" => return Self::gray(),
            "DeviceRGB" | "RGB" => return Self::rgb_at(resources, depth),
            "DeviceCMYK" | "CMYK" => return Self::cmyk(),
            "Pattern" => return Self::unknown("Pattern"),
            other => other,
        };
        match resources.get_color_space(name) {
            Some(Object::Name(same)) if same.as_str() == other => Self::unknown(other),
            Some(object) => Self::read_at(&object, resources, depth + 1),
            None => Self::unknown(other),
        }
    }

    fn read_at(object: &Object<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        if depth > MAX_DEPTH {
            return Self::unknown("a recursive color space");
        }
        let parts = match object {
            Object::Name(name) => return Self::named_at(name, resources, depth),
            Object::Array(parts) => parts,
            _ => return Self::unknown("an invalid color space"),
        };
        let mut parts = parts.flex_iter();
        let Some(family) = parts.next::<Name<'_>>() else {
            return Self::unknown("an invalid color space");
        };
        match family.as_str() {
            "CalGray" | "CalRGB" | "Lab" => {
                Self::new(family.as_str(), BaseSpace::Independent, Components::Other)
            }
            "ICCBased" => Self::icc_based(&mut parts),
            "Indexed" | "I" => {
                let base = Self::next(&mut parts, resources, depth);
                Self::indexed(&base)
            }
            "Separation" => Self::separation(&mut parts, resources, depth),
            "DeviceN" => Self::device_n(&mut parts, resources, depth),
            "Pattern" => match parts.next::<Object<'_>>() {
                Some(object) => Self::read_at(&object, resources, depth + 1),
                None => Self::unknown("Pattern"),
            },
            _ => Self::named_at(&family, resources, depth),
        }
    }

    /// Reads the next element of an array as a color space.
    fn next(parts: &mut FlexArrayIter<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        match parts.next::<Object<'_>>() {
            Some(object) => Self::read_at(&object, resources, depth + 1),
            None => Self::unknown("an invalid color space"),
        }
    }

    fn icc_based(parts: &mut FlexArrayIter<'_>) -> Self {
        let profile = parts.next::<Stream<'_>>();
        let channels = profile.and_then(|profile| profile.dict().get::<i32>("N"));
        let name = format!("ICCBased {}", channels.unwrap_or(0));
        Self::new(name, BaseSpace::Independent, Components::Other)
    }

    fn indexed(base: &Self) -> Self {
        let components = match base.components {
            Components::Tints(inks) => Components::Tints(inks),
            _ => Components::Other,
        };
        Self::new(format!("Indexed {}", base.name), base.base, components)
    }

    fn separation(parts: &mut FlexArrayIter<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        let colorant = parts.next::<Name<'_>>();
        let colorant = colorant.map_or(String::new(), |name| name.as_str().to_owned());
        let inks = match &*colorant {
            "All" => Inks::All,
            "Black" => Inks::Black,
            "None" => Inks::None,
            _ => Inks::Spot,
        };
        let base = Self::next(parts, resources, depth).base;
        let name = format!("Separation {colorant}");
        Self::new(name, base, Components::Tints(inks))
    }

    fn device_n(parts: &mut FlexArrayIter<'_>, resources: &Resources<'_>, depth: usize) -> Self {
        let colorants = parts.next::<Array<'_>>().unwrap_or_default();
        let colorants: Vec<String> = colorants
            .iter::<Name<'_>>()
            .map(|name| name.as_str().to_owned())
            .collect();
        let base = Self::next(parts, resources, depth).base;
        let name = format!("DeviceN {}", colorants.join(" "));
        Self::new(name, base, Components::Tints(Inks::Spot))
    }

    /// Returns the inks of a color space whose colors are not known, such as that of an image.
    pub fn inks(&self) -> Inks {
        match self.components {
            Components::Gray => Inks::Black,
            Components::Tints(inks) => inks,
            Components::Cmyk | Components::Other => Inks::Process,
        }
    }
}

/// A color.
#[derive(Debug, Clone, PartialEq)]
pub struct Color {
    /// The color space.
    pub space: Space,
    /// The inks.
    pub inks: Inks,
    /// The total of the process inks in percent.
    pub total_ink: f64,
}

impl Color {
    /// Returns the initial color of a color space.
    pub fn initial(space: Space) -> Self {
        match space.components {
            Components::Cmyk => Self::new(space, &[0.0, 0.0, 0.0, 1.0]),
            Components::Tints(_) => Self::new(space, &[1.0]),
            Components::Gray | Components::Other => Self::new(space, &[0.0]),
        }
    }

    /// Returns the color of an image or gradient, whose components are not read.
    pub fn of_space(space: Space) -> Self {
        let inks = space.inks();
        Self {
            space,
            inks,
            total_ink: 0.0,
        }
    }

    /// Creates a color from its components.
    fn new(space: Space, components: &[f64]) -> Self {
        let ink = match space.components {
            Components::Gray => 1.0 - components.first().copied().unwrap_or(0.0),
            Components::Cmyk => components.iter().sum(),
            Components::Tints(_) | Components::Other => 0.0,
        };
        let inks = match (space.components, components) {
            (Components::Gray | Components::Cmyk, _) if ink <= 0.0 => Inks::None,
            (Components::Cmyk, [cyan, magenta, yellow, _]) if cyan + magenta + yellow <= 0.0 => {
                Inks::Black
            }
            (Components::Tints(_), tints) if tints.iter().all(|tint| *tint == 0.0) => Inks::None,
            _ => space.inks(),
        };
        Self {
            space,
            inks,
            total_ink: 100.0 * ink,
        }
    }

    /// Creates a color from the operands of an operation.
    pub fn from_operands(space: Space, operands: &[Number]) -> Self {
        let components: Vec<f64> = operands.iter().map(Number::as_f64).collect();
        Self::new(space, &components)
    }
}

/// Returns whether a group dictionary describes a transparency group.
pub fn is_transparency_group(group: &Dict<'_>) -> bool {
    let subtype = group.get::<Name<'_>>("S");
    subtype.is_some_and(|subtype| subtype.as_str() == "Transparency")
}
