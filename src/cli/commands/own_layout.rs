//! `cvpress layouts eject` and `cvpress layouts new`: write a layout of one's own to start from.

use std::path::Path;

use crate::cli::args::{Eject, NewLayout};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, rule};
use crate::export::{Output, write};
use crate::layout::{Layouts, SHARED};

/// Copies a layout, under a name of its own where one is options. A folder that is there stays.
pub fn eject(arguments: &Eject, layouts: &Layouts, terminal: &Terminal) -> Result<Ending, Stop> {
    if layouts.get(&arguments.name).is_none() {
        return Err(Stop(
            Ending::WrongUsage,
            layouts.unknown(&arguments.name).into(),
        ));
    }
    let name = arguments.own_name.as_deref().unwrap_or(&arguments.name);
    let target = free_folder(&arguments.folder, name)?;
    for (path, bytes) in layouts.files_of(&arguments.name) {
        let renamed = renamed(path, bytes, &arguments.name, name);
        write(
            &Output::File(target.join(path)),
            renamed.as_deref().unwrap_or(bytes),
        )?;
    }
    if arguments.shared {
        let shared = free_folder(&arguments.folder, SHARED)?;
        for (path, bytes) in layouts.files_of(SHARED) {
            write(&Output::File(shared.join(path)), bytes)?;
        }
    }
    tell(&arguments.folder, name, terminal);
    Ok(Ending::Done)
}

/// Writes a small layout that draws every field.
pub fn new(arguments: &NewLayout, terminal: &Terminal) -> Result<Ending, Stop> {
    let target = free_folder(&arguments.folder, &arguments.name)?;
    let manifest =
        include_str!("../starters/layout/layout.toml").replace("{name}", &arguments.name);
    let template =
        include_str!("../starters/layout/template.typ").replace("{name}", &arguments.name);
    write(
        &Output::File(target.join("layout.toml")),
        manifest.as_bytes(),
    )?;
    write(
        &Output::File(target.join("template.typ")),
        template.as_bytes(),
    )?;
    tell(&arguments.folder, &arguments.name, terminal);
    Ok(Ending::Done)
}

/// The manifest of a copy with the copy's name.
fn renamed(path: &str, bytes: &[u8], name: &str, own_name: &str) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|_| path == "layout.toml")?;
    Some(
        text.replacen(
            &format!("name = \"{name}\""),
            &format!("name = \"{own_name}\""),
            1,
        )
        .into_bytes(),
    )
}

/// The folder of that name, which nothing stands in the way of.
fn free_folder(folder: &Path, name: &str) -> Result<std::path::PathBuf, Stop> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(Stop::wrong_usage(format!(
            "a layout's name is of small letters, digits and hyphens, not `{name}`"
        )));
    }
    let target = folder.join(name);
    if target.exists() {
        let error = Diagnostic::error(
            rule::UNWRITABLE_FILE,
            format!("`{}` is there already", target.display()),
        );
        return Err(Stop(
            Ending::Failed,
            error
                .hint("choose another name, or move the folder away")
                .into(),
        ));
    }
    Ok(target)
}

fn tell(folder: &Path, name: &str, terminal: &Terminal) {
    let folder = folder.display();
    let line = format!(
        "{folder}/{name}: print in it with `cvpress render PROFILE --templates {folder} --layout {name}`"
    );
    terminal.status(&line, false);
}
