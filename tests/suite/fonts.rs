//! The font index lists the fonts of all packs, whichever of them this build has.

use std::path::Path;

use snapbox::{Data, assert_data_eq};
use walkdir::WalkDir;

use crate::support::rendering::short_messages;

#[test]
fn font_index_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    let mut fonts = Vec::new();
    for entry in WalkDir::new(&folder) {
        let path = entry.expect("the folder of the fonts").into_path();
        if path
            .extension()
            .is_some_and(|ending| ending == "otf" || ending == "ttf")
        {
            let name = path
                .strip_prefix(&folder)
                .expect("a file of the folder")
                .to_string_lossy()
                .replace('\\', "/");
            fonts.push((name, std::fs::read(&path).expect("a font")));
        }
    }
    fonts.sort();
    let index = cvpress::typeset::font_index(fonts)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let file = folder.join("index.postcard");
    assert_data_eq!(
        Data::binary(index),
        Data::read_from(&file, Some(snapbox::data::DataFormat::Binary))
    );
}
