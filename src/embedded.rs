//! The layouts and fonts that are embedded in the binary. The build script generates the lists.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
