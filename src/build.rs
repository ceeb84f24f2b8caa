//! Build script: lists the layouts and the fonts that go into the binary.
//!
//! The lists are made from what lies in `templates/` and `fonts/`, so that adding a file there is
//! all it takes.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders of fonts that every build has.
const ALWAYS: &[&str] = &["core", "indic", "rtl"];

/// The folders of fonts that a feature asks for.
const OPTIONAL: &[(&str, &str)] = &[
    ("jp", "JAPANESE"),
    ("kr", "KOREAN"),
    ("sc", "SIMPLIFIED_CHINESE"),
    ("tc", "TRADITIONAL_CHINESE"),
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());

    // Cargo tells a build script of a feature through a variable.
    let wanted =
        |(_, feature): &&(&str, &str)| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let packs = ALWAYS
        .iter()
        .chain(OPTIONAL.iter().filter(wanted).map(|(pack, _)| pack));
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=fonts");

    let mut code = String::new();
    let templates = files(&root.join("templates"), &["toml", "typ", "svg"])?;
    list(
        &mut code,
        "TEMPLATES",
        "&str",
        "include_str",
        &root.join("templates"),
        &templates,
    );
    let mut fonts = Vec::new();
    for pack in packs {
        fonts.extend(files(&root.join("fonts").join(pack), &["otf", "ttf"])?);
    }
    // The program finds a font by its path.
    fonts.sort();
    list(
        &mut code,
        "FONTS",
        "&[u8]",
        "include_bytes",
        &root.join("fonts"),
        &fonts,
    );
    fs::write(out.join("embedded.rs"), code)?;
    let rules = fs::read_to_string(root.join("src/diagnostic/rules.toml"))?;
    fs::write(out.join("rules.rs"), rule_constants(&rules))?;

    // What an older build has rendered may look otherwise, whether or not the version has changed
    // since.
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let mut hasher = DefaultHasher::new();
    for file in files(&root.join("src"), &["rs", "toml"])?
        .into_iter()
        .chain([root.join("Cargo.lock")])
    {
        fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo::rustc-env=CVPRESS_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// All files under a folder with one of the endings, sorted.
fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|ending| endings.contains(&ending))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn list(code: &mut String, name: &str, kind: &str, include: &str, base: &Path, files: &[PathBuf]) {
    let _ = writeln!(
        code,
        "/// Files by their path in the folder, embedded at build time."
    );
    let _ = writeln!(code, "pub static {name}: &[(&str, {kind})] = &[");
    for file in files {
        let relative = file
            .strip_prefix(base)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        let _ = writeln!(
            code,
            "    ({relative:?}, {include}!({:?})),",
            file.display().to_string()
        );
    }
    let _ = writeln!(code, "];");
}

/// A constant for each rule, and the list of all of them.
fn rule_constants(rules: &str) -> String {
    // The test of `diagnostic::rule` holds the file to this form.
    let names: Vec<&str> = rules
        .split("[[rule]]\nname = \"")
        .skip(1)
        .filter_map(|rule| rule.split('"').next())
        .collect();
    let mut code = String::new();
    for name in &names {
        let constant = constant(name);
        let _ = writeln!(code, "/// The rule `{name}`.");
        let _ = writeln!(code, "pub const {constant}: RuleName = RuleName({name:?});");
    }
    let _ = writeln!(code, "/// The names of all rules, sorted.");
    let _ = writeln!(code, "pub const NAMES: [RuleName; {}] = [", names.len());
    for name in &names {
        let _ = writeln!(code, "    {},", constant(name));
    }
    let _ = writeln!(code, "];");
    code
}

/// `end-before-start` → `END_BEFORE_START`
fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
