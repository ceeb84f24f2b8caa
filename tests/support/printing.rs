//! Profiles printed in memory, over one base for all tests.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cvpress::batch::Opened;
use cvpress::diagnostic::{Diagnostics, MessageFormat, Source, render};
use cvpress::export::{self, Options};
use cvpress::layout::{Layouts, Paper, Settings};
use cvpress::profile;
use cvpress::typeset::{Base, Typeset};

/// The built-in layouts and fonts.
pub static BASE: LazyLock<Base> = LazyLock::new(|| {
    let layouts = Layouts::load(None).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    Base::new(layouts).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
});

/// A CV that was printed in memory.
pub struct Cv {
    /// The profile.
    pub opened: Opened,
    /// The pages.
    pub typeset: Typeset,
    /// The style of its dates.
    pub date_style: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Problems as a person sees them, without colours.
pub fn shown(problems: &Diagnostics) -> String {
    render(problems, MessageFormat::Short)
}

/// The profiles that the project ships.
pub fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let profiles = cvpress::batch::profiles_in(&folder).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    profiles.into_iter().map(|(path, _)| path).collect()
}

/// The names of the layouts.
pub fn layouts() -> Vec<&'static str> {
    BASE.layouts().names().collect()
}

/// Opens the text of a profile that has nothing wrong with it.
#[track_caller]
pub fn open(text: &str) -> Opened {
    let reading =
        profile::parse(Source::new("test.toml", text), None).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let opened = Opened::from_reading(reading, "test".to_owned(), &BASE);
    assert!(!opened.reading.problems.has_errors(), "{}", shown(&opened.reading.problems));
    opened
}

/// Prints it.
#[track_caller]
pub fn print(opened: Opened, layout: &str, paper: Option<Paper>) -> Cv {
    let layout = BASE.layouts().get(layout).expect("a layout");
    let settings = Settings { paper, ..Settings::default() };
    let (typeset, design) =
        opened.typeset(layout, &settings, &BASE).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let (bytes, _) =
        export::pdf(&typeset, "test", Options::default()).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    Cv { opened, typeset, date_style: design.date_style().to_owned(), bytes }
}

/// Prints a file of the project.
#[track_caller]
pub fn print_file(path: &Path, layout: &str, paper: Option<Paper>) -> Cv {
    let text = std::fs::read_to_string(path).expect("a file that can be read");
    print(open(&text), layout, paper)
}
