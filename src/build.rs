//! Build script: generates the lists of embedded layouts and fonts, and the constants of the rules.
//!
//! Embeds every file in `templates/` and in the folders of `fonts/` that every build has, so that a
//! new file needs no change of code.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The font folders that the feature `embedded-fonts` embeds. The others are crates.
const FONT_FOLDERS: &[&str] = &["core", "emoji", "indic", "rtl"];

/// The font folder that every build embeds, a small one: PDFs that are read need not have fonts.
const LEAST_FONT_FOLDERS: &[&str] = &["rtl/noto-sans-hebrew"];

fn main() -> io::Result<()> {
    let root = folder("CARGO_MANIFEST_DIR")?;
    let out = folder("OUT_DIR")?;

    let font_folders = match env::var_os("CARGO_FEATURE_EMBEDDED_FONTS") {
        Some(_) => FONT_FOLDERS,
        None => LEAST_FONT_FOLDERS,
    };
    println!("cargo::rerun-if-changed=templates");
    for folder in font_folders {
        println!("cargo::rerun-if-changed=fonts/{folder}");
    }

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
    for folder in font_folders {
        fonts.extend(files(&root.join("fonts").join(folder), &["otf", "ttf"])?);
    }
    // The program looks fonts up by path.
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

    // The output of two builds can differ even if their version is the same, so the build is
    // identified by its source.
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let mut hasher = DefaultHasher::new();
    for file in files(&root.join("src"), &["rs", "toml"])?
        .into_iter()
        .chain([root.join("Cargo.lock")])
    {
        fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=CVPRESS_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// Returns the folder in one of Cargo's environment variables.
fn folder(variable: &str) -> io::Result<PathBuf> {
    let path = env::var_os(variable)
        .ok_or_else(|| io::Error::other(format!("`{variable}` is not set")))?;
    Ok(path.into())
}

/// Returns all files in a folder and its subfolders that have one of the extensions, sorted.
fn files(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extensions)?);
        } else if path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| extensions.contains(&extension))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Adds a constant that embeds files.
fn list(code: &mut String, name: &str, kind: &str, include: &str, base: &Path, files: &[PathBuf]) {
    let _ = writeln!(
        code,
        "/// The embedded files, each with its path in the folder."
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

/// Returns the code of a constant for each rule, and of the list of all rules.
fn rule_constants(rules: &str) -> String {
    // A test of `diagnostic::rule` checks that the file has this form.
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

/// Returns the name of the constant of a rule: `END_BEFORE_START` for `end-before-start`.
fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
