//! Files that a test expects to find as they are. `UPDATE_GOLDENS=1 cargo test` writes them anew.

use std::path::Path;

/// Compares a file of the project, given by its path in it, with what it should be.
#[track_caller]
pub fn compare(path: &Path, wanted: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(file.parent().expect("a file has a folder")).expect("a folder");
        std::fs::write(&file, wanted).expect("a file that can be written");
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    if found == wanted {
        return;
    }
    let line = found.lines().zip(wanted.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{} is stale from line {}: it has\n  {}\nand should have\n  {}\nwrite it anew with `UPDATE_GOLDENS=1 cargo test`",
        path.display(),
        line + 1,
        found.lines().nth(line).unwrap_or("(nothing)"),
        wanted.lines().nth(line).unwrap_or("(nothing)"),
    );
}
