//! Keeps a session up to date with the files on the disk.

use std::path::Path;
use std::time::Duration;

use crate::preview::watcher::Watcher;
use crate::session::Session;

/// The time between two looks whether the session is over.
const LOOK: Duration = Duration::from_millis(100);

/// Renders the profile of a session again when its files change, until it is over. Calls a function
/// when layouts change.
pub fn follow(
    session: &Session,
    profile: &Path,
    mut watcher: Watcher,
    on_layouts: impl Fn(),
    is_over: impl Fn() -> bool,
) {
    let mut text = session.text();
    watcher.watch(profile, &text);
    while !is_over() {
        if let Some(changes) = watcher.wait(LOOK) {
            if changes.layouts {
                on_layouts();
                session.layouts_changed();
            } else if !changes.profiles.is_empty() {
                session.files_changed();
            }
        }
        let shown = session.text();
        if shown != text {
            watcher.watch(profile, &shown);
            text = shown;
        }
    }
}
