//! Digests of what all profiles of a batch share: options, layouts, fonts and the program.

use std::collections::BTreeMap;

use crate::batch::fingerprint::Digest;
use crate::batch::wire::encode;
use crate::diagnostic::Diagnostics;
use crate::pipeline::RenderOptions;
use crate::typeset::Engine;

/// What all profiles of a batch are rendered with.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The version of cvpress.
    pub tool: String,
    /// The fonts.
    pub fonts: Digest,
    /// The options.
    pub options: Digest,
    /// The layouts, by their names.
    pub layouts: BTreeMap<String, Digest>,
}

impl Environment {
    /// Computes the digests of the options, the layouts and the fonts.
    ///
    /// # Errors
    /// The options cannot be serialized, which is an internal error.
    pub fn new(options: &RenderOptions, engine: &Engine) -> Result<Self, Diagnostics> {
        // Neither the day nor a limit changes the output.
        let options = RenderOptions {
            today: None,
            max_pages: None,
            ..options.clone()
        };
        let layouts = engine.layouts();
        let mut digests = BTreeMap::new();
        for name in layouts.names() {
            let digest = Digest::of(&layouts.files_behind(name));
            digests.insert(name.to_owned(), digest);
        }
        Ok(Self {
            tool: concat!(env!("CARGO_PKG_VERSION"), "+", env!("CVPRESS_BUILD")).to_owned(),
            fonts: Digest::of(&engine.fonts().digest()),
            options: Digest::of(&encode(&options)?),
            layouts: digests,
        })
    }
}
