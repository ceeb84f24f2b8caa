//! Finds a profile's photo, and keeps it inside the profile's own folder.

use std::path::{Component, Path, PathBuf};

/// Why a photo cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhotoFault {
    /// Its path leads out of the profile's folder, by `..`, as an absolute path or through a symbolic link.
    Outside,
    /// It is not there.
    Missing,
    /// It is no file, or cannot be read.
    Unreadable(String),
    /// It is in no format that can be printed.
    Format,
}

impl PhotoFault {
    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Outside => "photo-outside",
            Self::Missing => "photo-missing",
            Self::Unreadable(_) => "photo-unreadable",
            Self::Format => "photo-format",
        }
    }

    /// The fault as a message about the photo `written`.
    pub fn message(&self, written: &str) -> String {
        match self {
            Self::Outside => format!("the photo `{written}` is outside the profile's folder"),
            Self::Missing => format!("the photo `{written}` is not there"),
            Self::Unreadable(why) => format!("the photo `{written}` cannot be read: {why}"),
            Self::Format => format!("the photo `{written}` is in no format that can be printed"),
        }
    }

    /// The remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Outside => "copy it into the folder of the profile",
            Self::Missing => "the path is relative to the folder of the profile",
            Self::Unreadable(_) => "expected a file that you can open",
            Self::Format => "expected a file ending in `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg`",
        }
    }
}

/// The real path of the photo `written` in a profile of `folder`.
///
/// # Errors
/// It is not inside the folder, or cannot be read, or is no image.
pub fn find(written: &str, folder: Option<&Path>) -> Result<PathBuf, PhotoFault> {
    let path = Path::new(written);
    let folder = folder.ok_or(PhotoFault::Missing)?;
    let inward = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if !path.components().all(inward) {
        return Err(PhotoFault::Outside);
    }
    let unreadable = |error: std::io::Error| PhotoFault::Unreadable(error.to_string());
    let folder = folder.canonicalize().map_err(unreadable)?;
    let real = folder.join(path).canonicalize().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => PhotoFault::Missing,
        _ => unreadable(error),
    })?;
    if !real.starts_with(&folder) {
        return Err(PhotoFault::Outside);
    }
    if !real.is_file() {
        return Err(PhotoFault::Unreadable("it is no file".to_owned()));
    }
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "svg" => Ok(real),
        _ => Err(PhotoFault::Format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_stays_in_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("in");
        std::fs::create_dir(&inside).expect("a folder");
        std::fs::write(folder.path().join("secret.png"), "x").expect("a file");
        std::fs::write(inside.join("me.png"), "x").expect("a file");
        std::fs::write(inside.join("me.txt"), "x").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.png"), inside.join("link.png")).expect("a link");

        let find = |written: &str| find(written, Some(&inside));
        assert!(find("me.png").is_ok());
        assert!(find("./me.png").is_ok());
        assert_eq!(find("../secret.png"), Err(PhotoFault::Outside));
        assert_eq!(find("/etc/passwd"), Err(PhotoFault::Outside));
        #[cfg(unix)]
        assert_eq!(find("link.png"), Err(PhotoFault::Outside));
        assert_eq!(find("other.png"), Err(PhotoFault::Missing));
        assert_eq!(find("me.txt"), Err(PhotoFault::Format));
    }
}
