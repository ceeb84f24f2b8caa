//! The index of the fonts fits the fonts.

use std::path::Path;

use crate::support::golden;

#[test]
fn the_index_of_the_fonts_is_current() {
    let lines: Vec<String> =
        cvpress::typeset::font_index().iter().map(|entry| serde_json::to_string(entry).expect("plain data")).collect();
    let index = format!("[\n{}\n]\n", lines.join(",\n"));
    golden::compare(Path::new("fonts/index.json"), &index);
}
