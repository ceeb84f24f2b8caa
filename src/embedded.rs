//! The layouts and the fonts that are compiled into the binary. The build script makes the lists.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
