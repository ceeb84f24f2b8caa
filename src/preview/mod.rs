//! Shows the pages of a profile in the browser while it is edited.
//!
//! Uses all stages before it.
