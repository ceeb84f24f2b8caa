//! The index of the fonts fits the fonts.

use std::path::Path;

use snapbox::{Data, assert_data_eq};

#[test]
fn the_index_of_the_fonts_is_current() {
    let lines: Vec<String> =
        cvpress::typeset::font_index().iter().map(|entry| serde_json::to_string(entry).expect("plain data")).collect();
    let index = format!("[\n{}\n]\n", lines.join(",\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/index.json");
    assert_data_eq!(Data::text(index).raw(), Data::read_from(&file, Some(snapbox::data::DataFormat::Text)).raw());
}
