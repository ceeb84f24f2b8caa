//! The language server for profiles: answers of [`crate::ide`] over the Language Server Protocol.
