//! The font index lists the fonts of all packs, whichever of them this build has, and each pack of a
//! feature is a crate.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use snapbox::{Data, assert_data_eq};
use walkdir::WalkDir;

use crate::support::rendering::short_messages;

/// The packs that the crate `cvpress` contains.
const OWN_PACKS: [&str; 4] = ["core", "emoji", "indic", "rtl"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts")
}

/// Returns the paths of the fonts in a folder, relative to another and sorted.
fn fonts_in(folder: &Path, base: &Path) -> BTreeSet<String> {
    let mut fonts = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let path = entry.expect("the folder of the fonts").into_path();
        if path
            .extension()
            .is_some_and(|ending| ending == "otf" || ending == "ttf")
        {
            let name = path.strip_prefix(base).expect("a file of the folder");
            fonts.insert(name.to_string_lossy().replace('\\', "/"));
        }
    }
    fonts
}

/// Returns the folders of the crates.
fn crates() -> Vec<PathBuf> {
    let entries = WalkDir::new(root()).sort_by_file_name().into_iter();
    entries
        .map(|entry| entry.expect("the folder of the fonts").into_path())
        .filter(|path| path.ends_with("Cargo.toml"))
        .map(|path| path.parent().expect("a folder").to_owned())
        .collect()
}

#[test]
fn font_index_is_current() {
    let folder = root();
    let fonts = fonts_in(&folder, &folder)
        .into_iter()
        .map(|name| {
            let bytes = std::fs::read(folder.join(&name)).expect("a font");
            (name, bytes)
        })
        .collect();
    let index = cvpress::typeset::font_index(fonts)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let file = folder.join("index.postcard");
    assert_data_eq!(
        Data::binary(index),
        Data::read_from(&file, Some(snapbox::data::DataFormat::Binary))
    );
}

#[test]
fn each_font_is_embedded_by_one_crate() {
    let mut fonts = fonts_in(&root(), &root());
    for pack in OWN_PACKS {
        fonts.retain(|font| !font.starts_with(&format!("{pack}/")));
    }
    for folder in crates() {
        let code = std::fs::read_to_string(folder.join("lib.rs")).expect("the code");
        let words: Vec<&str> = code.split('"').collect();
        let listed: Vec<&str> = words.iter().skip(1).step_by(2).copied().collect();
        let mut expected = Vec::new();
        for font in fonts_in(&folder, &root()) {
            let file = root().join(&font);
            let file = file.strip_prefix(&folder).expect("a file of the crate");
            expected.extend([font.clone(), file.to_string_lossy().replace('\\', "/")]);
            assert!(fonts.remove(&font), "two crates have {font}");
        }
        assert_eq!(listed, expected, "{}", folder.display());
    }
    assert!(fonts.is_empty(), "in no crate: {fonts:?}");
}

#[test]
fn each_family_has_its_license() {
    let fonts = fonts_in(&root(), &root());
    let families: BTreeSet<&Path> = fonts
        .iter()
        .filter_map(|font| Path::new(font).parent())
        .collect();
    assert!(families.len() > 15, "{families:?}");
    for family in families {
        let folder = root().join(family);
        let has_license = ["OFL.txt", "README.txt"]
            .iter()
            .any(|name| folder.join(name).exists());
        assert!(has_license, "{}", family.display());
    }
}
