//! Writes the JavaScript with which a page calls a WebAssembly program: `cvpress-tab-bindgen PROGRAM
//! FOLDER`. It is what the command `wasm-bindgen` does, in the release that the lock file names.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(program), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: cvpress-tab-bindgen PROGRAM FOLDER".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(program)
        .web(true)?
        .typescript(false)
        .remove_name_section(true);
    Ok(bindgen.generate(folder)?)
}
