//! One profile, opened once, and printed in one layout or several.

use serde::Serialize;

use crate::content::{self, Resume};
use crate::diagnostic::Diagnostics;
use crate::export::{self, Options, Output};
use crate::layout::{Design, Layout, Settings, resolve};
use crate::profile::{self, Input, Path, Reading};
use crate::selection;
use crate::typeset::{self, Base, Extent, Photo, Typeset};

/// The layout of a profile that names none, where the command line does not either.
const DEFAULT_LAYOUT: &str = "compact";

/// A profile, read and turned into data.
#[derive(Debug)]
pub struct Opened {
    /// The profile as read.
    pub reading: Reading,
    /// The data for a template.
    pub resume: Resume,
    photo: Option<Photo>,
    stem: String,
}

/// What is to be made of a profile.
#[derive(Debug, Clone)]
pub struct Task {
    /// The name of the layout.
    pub layout: String,
    /// What the command line sets.
    pub settings: Settings,
    /// What the PDF depends on beside.
    pub options: Options,
}

/// What was made of a profile.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Printed {
    /// The file, as messages call it.
    pub file: String,
    /// The layout.
    pub layout: String,
    /// Its length.
    #[serde(flatten)]
    pub extent: Extent,
}

impl Opened {
    /// Reads a profile and finds all that is wrong with it.
    ///
    /// # Errors
    /// It cannot be read, or is not TOML: there is nothing to go on with.
    pub fn open(input: &Input, base: &Base) -> Result<Self, Diagnostics> {
        Ok(Self::from_reading(profile::load(input)?, input.stem(), base))
    }

    /// Finds all that is wrong with a profile that was read.
    pub fn from_reading(mut reading: Reading, stem: String, base: &Base) -> Self {
        let mut problems = std::mem::take(&mut reading.problems);
        let resume = {
            let selection = selection::all(&reading.profile);
            content::resume(&selection, &reading.document, &stem, &mut problems)
        };
        typeset::missing_characters(&reading.document, base.fonts(), &mut problems);
        if let Some(name) = &reading.profile.layout
            && base.layouts().get(name).is_none()
        {
            let span = reading.document.span(&Path::ROOT.key("layout"));
            problems.push(base.layouts().unknown(name).at(reading.document.source(), span, ""));
        }
        let written = reading.profile.person.photo.as_deref();
        let path = written.and_then(|photo| profile::find_photo(photo, reading.folder.as_deref()).ok());
        let photo = resume.person.photo.clone().zip(path).map(|(name, path)| Photo { name, path });
        problems.sort();
        reading.problems = problems;
        Self { reading, resume, photo, stem }
    }

    /// The name of the layout that the profile asks for.
    pub fn layout(&self) -> &str {
        self.reading.profile.layout.as_deref().unwrap_or(DEFAULT_LAYOUT)
    }

    /// The name that its outputs begin with.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// The options of a layout for this profile, and what is wrong with them.
    pub fn design(&self, layout: &Layout, settings: &Settings, base: &Base) -> (Design, Diagnostics) {
        let mut problems = Diagnostics::default();
        let Reading { profile, document, .. } = &self.reading;
        let design = resolve(layout, base.layouts(), profile, document, settings, &mut problems);
        (design, problems)
    }

    /// All that is wrong with the profile, and with its options in these layouts or else in its own.
    pub fn problems(&self, layouts: &[String], settings: &Settings, base: &Base) -> Diagnostics {
        let mut problems = self.reading.problems.clone();
        let own = [self.layout().to_owned()];
        let names = if layouts.is_empty() { &own } else { layouts };
        for layout in names.iter().filter_map(|name| base.layouts().get(name)) {
            problems.extend(self.design(layout, settings, base).1);
        }
        problems.sort();
        problems
    }

    /// Sets the pages of a CV. Its warnings are those of the layout; the profile's own are in [`Self::reading`].
    ///
    /// # Errors
    /// All that is wrong with the profile, its options or the template.
    pub fn typeset(&self, layout: &Layout, settings: &Settings, base: &Base) -> Result<(Typeset, Design), Diagnostics> {
        let (design, mut problems) = self.design(layout, settings, base);
        if self.reading.problems.has_errors() || problems.has_errors() {
            problems.extend(self.reading.problems.clone());
            problems.sort();
            return Err(problems);
        }
        let mut typeset = typeset::typeset(&self.resume, &design, layout, self.photo.as_ref(), base)?;
        problems.extend(std::mem::take(&mut typeset.warnings));
        typeset.warnings = problems;
        Ok((typeset, design))
    }
}

/// The bytes of one CV, its length, and what is questionable about it in this layout.
///
/// # Errors
/// All that is wrong with the profile, its options or the template.
pub fn print(opened: &Opened, task: &Task, base: &Base) -> Result<(Vec<u8>, Extent, Diagnostics), Diagnostics> {
    let layout = base.layouts().get(&task.layout).ok_or_else(|| base.layouts().unknown(&task.layout))?;
    let (mut typeset, _) = opened.typeset(layout, &task.settings, base)?;
    let mut warnings = std::mem::take(&mut typeset.warnings);
    let identity = format!("{} {}", opened.stem, task.layout);
    let (bytes, of_file) = export::pdf(&typeset, &identity, task.options)?;
    // What the export finds wanting is wanting in the profile as a whole.
    warnings.extend(of_file.into_iter().map(|warning| warning.at(opened.reading.document.source(), 0..0, "")));
    Ok((bytes, typeset.extent, warnings))
}

/// All that is wrong with a profile, in the layouts named or else in its own, without printing it.
pub fn check(input: &Input, layouts: &[String], settings: &Settings, base: &Base) -> Diagnostics {
    match Opened::open(input, base) {
        Ok(opened) => opened.problems(layouts, settings, base),
        Err(problems) => problems,
    }
}

/// Prints a CV into a file.
///
/// # Errors
/// As [`print`], or the file cannot be written.
pub fn write(
    opened: &Opened,
    task: &Task,
    output: &Output,
    base: &Base,
) -> Result<(Printed, Diagnostics), Diagnostics> {
    let (bytes, extent, warnings) = print(opened, task, base)?;
    export::write(output, &bytes)?;
    Ok((Printed { file: output.name(), layout: task.layout.clone(), extent }, warnings))
}
