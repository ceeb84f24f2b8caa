//! The files beside a profile, and what its bibliographies have.

use crate::diagnostic::Diagnostics;
use crate::ide::completion::context::CompletionContext;
use crate::ide::completion::written_value::WrittenValue;
use crate::profile::{IMAGE_EXTENSIONS, Publication, Role, load_bibliography};

/// Returns the paths of the files that a field can name.
pub fn paths(context: &CompletionContext, field: &str, role: Role) -> Vec<WrittenValue> {
    let extensions: &[&str] = match (role, field) {
        (Role::Image, _) => IMAGE_EXTENSIONS,
        (_, "append") => &["pdf"],
        _ => &["bib", "yml", "yaml"],
    };
    let has_extension = |name: &String| {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        extension.is_some_and(|own| {
            extensions
                .iter()
                .any(|known| own.eq_ignore_ascii_case(known))
        })
    };
    let names = context.files.names().into_iter().filter(has_extension);
    names.map(|name| WrittenValue::string(name, "")).collect()
}

/// Returns the citation keys of the bibliographies beside the profile, with the titles.
pub fn keys(context: &CompletionContext) -> Vec<WrittenValue> {
    let publications = publications(context).into_iter();
    publications
        .map(|publication| {
            WrittenValue::string(publication.key, publication.title.unwrap_or_default())
        })
        .collect()
}

/// Returns the keywords of the bibliographies beside the profile, sorted, each once.
pub fn keywords(context: &CompletionContext) -> Vec<WrittenValue> {
    let publications = publications(context).into_iter();
    let mut keywords: Vec<String> = publications
        .flat_map(|publication| publication.keywords)
        .collect();
    keywords.sort();
    keywords.dedup();
    keywords
        .into_iter()
        .map(|keyword| WrittenValue::string(keyword, ""))
        .collect()
}

fn publications(context: &CompletionContext) -> Vec<Publication> {
    let bibliographies = paths(context, "bibliography", Role::File).into_iter();
    // Faults of a file are reported where the profile names it.
    let loaded = bibliographies.filter_map(|choice| {
        load_bibliography(&choice.name, context.files, &mut Diagnostics::default()).ok()
    });
    loaded.flatten().collect()
}
