//! Build script: lists the layouts and the fonts that go into the binary.
//!
//! The lists are made from what lies in `templates/` and `fonts/`, so that adding a file there is all it takes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());

    let mut packs = vec!["core", "rtl"];
    if env::var_os("CARGO_FEATURE_SIMPLIFIED_CHINESE").is_some() {
        packs.push("sc");
    }
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=fonts");

    let mut code = String::new();
    let templates = files(&root.join("templates"), &["toml", "typ", "svg"])?;
    list(&mut code, "TEMPLATES", "&str", "include_str", &root.join("templates"), &templates);
    let mut fonts = Vec::new();
    for pack in packs {
        fonts.extend(files(&root.join("fonts").join(pack), &["otf", "ttf"])?);
    }
    list(&mut code, "FONTS", "&[u8]", "include_bytes", &root.join("fonts"), &fonts);
    fs::write(out.join("embedded.rs"), code)
}

/// All files under a folder with one of the endings, sorted.
fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|ending| endings.contains(&ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn list(code: &mut String, name: &str, kind: &str, include: &str, base: &Path, files: &[PathBuf]) {
    let _ = writeln!(code, "/// Files by their path in the folder, embedded at build time.");
    let _ = writeln!(code, "pub static {name}: &[(&str, {kind})] = &[");
    for file in files {
        let relative = file.strip_prefix(base).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(code, "    ({relative:?}, {include}!({:?})),", file.display().to_string());
    }
    let _ = writeln!(code, "];");
}
