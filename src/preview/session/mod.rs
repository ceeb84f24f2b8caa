//! What is shown of a profile, and the thread that renders it. Of several requests the latest wins.

mod events;
mod requests;
mod shared;
mod work;

pub use requests::{Session, SessionOptions};
