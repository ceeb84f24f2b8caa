//! Addresses of pages.

use crate::profile::{encoded_url, link_fault};

/// Returns an address with a scheme, as the schema asks for.
pub fn absolute(url: &str) -> String {
    let url = encoded_url(url.trim());
    if link_fault(&url).is_some() && !url.contains(':') {
        return format!("https://{url}");
    }
    url.into_owned()
}
