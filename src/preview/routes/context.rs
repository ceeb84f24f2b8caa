//! What the routes need.

use std::path::PathBuf;
use std::sync::Arc;

use crate::preview::editor::EditorCommand;
use crate::preview::session::Session;

/// What the routes need.
pub struct Context {
    /// The session.
    pub session: Arc<Session>,
    /// The command that opens the profile in an editor.
    pub editor: Option<EditorCommand>,
    /// The folder with the user's layouts.
    pub templates: Option<PathBuf>,
}
