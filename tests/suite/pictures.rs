//! Keeps the pictures of the README and the book current.
//!
//! `SNAPSHOTS=overwrite cargo test --test suite pictures` renders them again.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use crate::suite::book::profile_of_the_readme;
use crate::support::rendering::layouts;
use crate::support::sandbox::Sandbox;

/// A picture of the first page of a shipped profile.
struct Page {
    profile: &'static str,
    layout: &'static str,
    locale: &'static str,
}

const PAGES: [Page; 4] = [
    page("compact-engineer", "compact", "en"),
    page("sidebar-consultant", "sidebar", "en"),
    page("arabic-engineer", "compact", "ar"),
    page("bilingual-researcher", "jianli", "zh"),
];

const fn page(profile: &'static str, layout: &'static str, locale: &'static str) -> Page {
    Page {
        profile,
        layout,
        locale,
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a picture with the one in the book, or replaces that.
#[track_caller]
fn assert_current(path: &Path, picture: &[u8]) {
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, picture).expect("a picture");
    }
    let kept = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(kept == picture, "{} is stale", path.display());
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    files
        .map(|file| file.expect("a file").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Returns the first page that the program rendered to numbered or single pictures.
fn first_page(sandbox: &Sandbox) -> Vec<u8> {
    let pictures = sandbox.files("pictures");
    let first = pictures.first().expect("a picture");
    sandbox.bytes(&format!("pictures/{first}"))
}

#[test]
fn page_pictures_are_current() {
    let folder = root().join("docs/pages");
    for page in &PAGES {
        let sandbox = Sandbox::new();
        let profile = root().join(format!("profiles/{}.toml", page.profile));
        let command = format!(
            "render {} --layout {} --locale {} --format png --ppi 80 -o pictures/",
            profile.display(),
            page.layout,
            page.locale,
        );
        let _ = sandbox.run(&command).code(0);
        let path = folder.join(format!("{}.png", page.profile));
        assert_current(&path, &first_page(&sandbox));
    }
    let mut expected: BTreeSet<String> = PAGES
        .iter()
        .map(|page| format!("{}.png", page.profile))
        .collect();
    expected.insert("mira.png".to_owned());
    // Taken by the browser tests.
    expected.insert("preview.png".to_owned());
    assert_eq!(names(&folder), expected);
}

#[test]
fn picture_of_the_readme_profile_is_current() {
    const HEIGHT: u32 = 208;
    let sandbox = Sandbox::new();
    sandbox.write("mira.toml", &profile_of_the_readme());
    let command = "render mira.toml --format png --ppi 110 -o pictures/";
    let _ = sandbox.run(command).code(0);
    let page = image::load_from_memory(&first_page(&sandbox)).expect("a PNG");
    let top = page.crop_imm(0, 0, page.width(), HEIGHT);
    let mut picture = Cursor::new(Vec::new());
    top.write_to(&mut picture, image::ImageFormat::Png)
        .expect("a PNG");
    let path: PathBuf = root().join("docs/pages/mira.png");
    assert_current(&path, picture.get_ref());
}

#[test]
fn gallery_pictures_are_current() {
    let sandbox = Sandbox::new();
    let profile = root().join("profiles/sidebar-consultant.toml");
    let command = format!(
        "gallery {} --ppi 100 --pictures 60 -o gallery",
        profile.display()
    );
    let _ = sandbox.run(&command).code(0);
    let folder = root().join("docs/gallery");
    let page = std::fs::read_to_string(root().join("docs/layouts.md")).expect("a page");
    for layout in layouts() {
        let name = format!("{layout}.png");
        assert_current(
            &folder.join(&name),
            &sandbox.bytes(&format!("gallery/{name}")),
        );
        let short_messages = format!("](gallery/{name})");
        assert!(page.contains(&short_messages), "{name} is not shown");
    }
    let expected: BTreeSet<String> = layouts()
        .iter()
        .map(|layout| format!("{layout}.png"))
        .collect();
    assert_eq!(names(&folder), expected);
}

#[test]
fn gallery_shows_every_layout_in_three_shapes() {
    const LARGEST: u64 = 60_000;
    const ALL: u64 = 2_000_000;
    let folder = root().join("docs/shapes");
    let page = std::fs::read_to_string(root().join("docs/gallery.md")).expect("a page");
    let mut expected = BTreeSet::from(["half.toml".to_owned(), "render.py".to_owned()]);
    let mut all = 0;
    for layout in layouts() {
        assert!(page.contains(&format!("\n## `{layout}`\n")), "{layout}");
        for shape in ["half", "page", "long"] {
            let name = format!("{layout}-{shape}.png");
            assert!(page.contains(&format!("](shapes/{name})")), "{name}");
            let size = std::fs::metadata(folder.join(&name)).map_or(0, |file| file.len());
            assert!((1..=LARGEST).contains(&size), "{name}: {size} bytes");
            let picture = image::open(folder.join(&name)).expect("a picture");
            assert!(picture.width() >= 400, "{name}");
            all += size;
            expected.insert(name);
        }
    }
    assert!(all <= ALL, "{all} bytes");
    assert_eq!(names(&folder), expected);
}
