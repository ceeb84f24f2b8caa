//! The structure of the source: the stages in their order, no circle between modules, dependencies
//! in the stages that need them, and one name per public type.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::rust_code::{
    Import, code_without_tests, identifiers, imports, qualified_names,
};

/// The stages in the order of the data flow. Each may use those before it.
const STAGES: [&str; 18] = [
    "profile",
    "selection",
    "content",
    "layout",
    "typeset",
    "pdf",
    "export",
    "verify",
    "press",
    "import",
    "pipeline",
    "filter",
    "batch",
    "ide",
    "session",
    "preview",
    "lsp",
    "cli",
];

/// Modules that every stage may use, and that use no stage.
const BASES: [&str; 4] = ["diagnostic", "embedded", "file", "progress"];

/// The stages that may name a dependency; `*` means every stage.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["diagnostic"]),
    ("anstream", &["cli"]),
    ("base64", &["profile", "export", "batch", "session"]),
    ("biblatex", &["profile"]),
    ("clap", &["cli", "main"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("comemo", &["typeset"]),
    ("csv_core", &["import"]),
    ("cvpress_fonts_jp", &["embedded"]),
    ("cvpress_fonts_kr_sans", &["embedded"]),
    ("cvpress_fonts_kr_serif", &["embedded"]),
    ("cvpress_fonts_sc", &["embedded"]),
    ("cvpress_fonts_tc_sans", &["embedded"]),
    ("cvpress_fonts_tc_serif", &["embedded"]),
    ("emojis", &["content"]),
    ("flate2", &["profile", "pdf"]),
    ("getrandom", &["preview"]),
    ("glob", &["cli"]),
    ("hayagriva", &["profile"]),
    ("hayro", &["pdf", "verify"]),
    ("htmd", &["import"]),
    ("html5ever", &["profile", "verify"]),
    ("httparse", &["preview"]),
    ("hypher", &["typeset"]),
    ("icu_calendar", &["content"]),
    ("icu_datetime", &["content"]),
    ("icu_list", &["content"]),
    ("icu_locale", &["content"]),
    ("icu_locale_core", &["profile", "content"]),
    ("icu_plurals", &["content"]),
    ("icu_properties", &["content", "typeset", "export"]),
    ("image", &["typeset"]),
    ("imagesize", &["profile"]),
    ("indicatif", &["cli"]),
    ("jsonc_parser", &["import"]),
    ("linkify", &["content"]),
    ("lopdf", &["pdf", "press"]),
    ("lsp_server", &["lsp"]),
    ("lsp_types", &["lsp"]),
    ("mimalloc", &["main"]),
    ("moxcms", &["pdf"]),
    ("notify_debouncer_mini", &["preview"]),
    ("open", &["preview", "lsp", "cli"]),
    ("postcard", &["typeset", "batch"]),
    ("printpdf", &["press"]),
    ("pulldown_cmark", &["content"]),
    ("pulldown_latex", &["profile"]),
    ("qrcode", &["typeset"]),
    ("quick_xml", &["export"]),
    ("rayon", &["pipeline", "batch"]),
    ("regex", &["verify"]),
    ("roxmltree", &["profile", "pdf", "import"]),
    ("rust_stemmers", &["verify"]),
    ("saphyr_parser", &["import"]),
    ("schemars", &["profile"]),
    ("serde", &["*"]),
    ("serde_json", &["*"]),
    ("signal_hook", &["cli"]),
    ("strsim", &["diagnostic"]),
    ("strum", &["*"]),
    ("tempfile", &["export"]),
    ("textwrap", &["export"]),
    ("time", &["pdf"]),
    (
        "toml",
        &[
            "diagnostic",
            "profile",
            "content",
            "layout",
            "verify",
            "import",
            "cli",
        ],
    ),
    ("toml_edit", &["profile", "import", "ide"]),
    ("toml_parser", &["profile"]),
    ("ttf_parser", &["typeset", "pdf"]),
    ("typst", &["typeset", "export"]),
    ("typst_kit", &["typeset"]),
    ("typst_layout", &["typeset", "export"]),
    ("typst_pdf", &["export"]),
    ("typst_render", &["typeset", "export"]),
    ("typst_svg", &["export"]),
    ("unicode_bidi", &["export"]),
    (
        "unicode_normalization",
        &["profile", "content", "verify", "pdf", "export"],
    ),
    ("unicode_width", &["profile", "export"]),
    ("walkdir", &["layout", "typeset", "import", "batch"]),
    ("xmp_writer", &["pdf"]),
    ("zip", &["export", "import"]),
];

/// What the core does not name: it has no files, processes, threads, network, clock and environment,
/// as on WebAssembly.
const OF_THE_SYSTEM: [&str; 8] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

/// Functions that ask the system, by whatever path they are named.
const SYSTEM_CALLS: [&str; 7] = [
    "canonicalize",
    "read_dir",
    "stderr",
    "stdin",
    "stdout",
    "symlink_metadata",
    "try_exists",
];

/// Modules that do name such things without the feature `native`, with the reason.
const CORE_EXCEPTIONS: &[(&str, &str)] = &[(
    "main",
    "the program is a filter between standard input and output, and has an exit code",
)];

/// Names that still have more than one public type.
const KNOWN_HOMONYMS: &[&str] = &[];

/// A source file that is part of the program.
struct Module {
    /// Its path below the crate, such as `profile::model`.
    path: String,
    file: PathBuf,
    text: String,
    /// The text without comments, literals and tests.
    code: String,
    imports: Vec<Import>,
}

impl Module {
    /// Returns the stage, or the name of a module at the root.
    fn stage(&self) -> &str {
        self.path.split("::").next().unwrap_or_default()
    }

    /// Returns what the module makes of the first name of an import: `crate`, `self`, `super` or a
    /// module inside it.
    fn absolute(&self, import: &[String], modules: &BTreeMap<String, Module>) -> Option<String> {
        let (first, rest) = import.split_first()?;
        let base = match first.as_str() {
            "crate" => String::new(),
            "self" => self.path.clone(),
            "super" => parent(&self.path).to_owned(),
            child => {
                let path = join(&self.path, child);
                if !modules.contains_key(&path) {
                    return None;
                }
                path
            }
        };
        Some(rest.iter().fold(base, |path, segment| join(&path, segment)))
    }

    fn defines(&self, item: &str) -> bool {
        const KEYWORDS: [&str; 7] = ["struct", "enum", "trait", "type", "fn", "const", "static"];
        let words: Vec<&str> = identifiers(&self.code).collect();
        words
            .windows(2)
            .any(|pair| KEYWORDS.contains(&pair[0]) && pair[1] == item)
    }
}

fn join(path: &str, segment: &str) -> String {
    match (path, segment) {
        (_, "super") => parent(path).to_owned(),
        ("", _) => segment.to_owned(),
        _ => format!("{path}::{segment}"),
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(parent, _)| parent)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the modules of the library and the program by path, without those of tests alone.
fn modules() -> BTreeMap<String, Module> {
    let mut modules = BTreeMap::new();
    for file in rust_files(&root()) {
        let inside = file.strip_prefix(root()).expect("a file below src");
        let mut names: Vec<String> = inside
            .with_extension("")
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        if names.iter().any(|name| name == "tests") || names == ["build"] {
            continue;
        }
        if names
            .last()
            .is_some_and(|name| name == "mod" || name == "lib")
        {
            names.pop();
        }
        let text = std::fs::read_to_string(&file).expect("a text");
        let code = code_without_tests(&text);
        let module = Module {
            path: names.join("::"),
            file: inside.to_path_buf(),
            imports: imports(&code),
            text,
            code,
        };
        modules.insert(module.path.clone(), module);
    }
    modules
}

/// Returns the module that defines what a path names, through re-exports, or the module that it is.
fn defining_module(path: &str, modules: &BTreeMap<String, Module>) -> Option<String> {
    let mut path = path.to_owned();
    // Each round follows one re-export.
    for _ in 0..10 {
        if modules.contains_key(&path) {
            return Some(path);
        }
        let (module, item) = split_at_module(&path, modules)?;
        let Some(target) = reexport(module, item, modules) else {
            return Some(module.path.clone());
        };
        path = target;
    }
    panic!("`{path}` is re-exported in a circle");
}

/// Splits a path into the innermost module and the first name below it.
fn split_at_module<'a>(
    path: &'a str,
    modules: &'a BTreeMap<String, Module>,
) -> Option<(&'a Module, &'a str)> {
    let mut module = path;
    loop {
        let outer = parent(module);
        let rest = path[outer.len()..].trim_start_matches("::");
        if let Some(found) = modules.get(outer) {
            return Some((found, rest.split("::").next().unwrap_or(rest)));
        }
        if outer.is_empty() {
            return None;
        }
        module = outer;
    }
}

/// Returns the path that a module imports an item from.
fn reexport(module: &Module, item: &str, modules: &BTreeMap<String, Module>) -> Option<String> {
    for import in &module.imports {
        if import.name != item && import.name != "*" {
            continue;
        }
        let Some(target) = module.absolute(&import.path, modules) else {
            continue;
        };
        if import.name == item {
            return Some(target);
        }
        let from = parent(&target);
        if modules.get(from).is_some_and(|from| from.defines(item)) {
            return Some(join(from, item));
        }
    }
    None
}

/// Returns the modules that a module uses, apart from what it only re-exports.
fn used_modules(module: &Module, modules: &BTreeMap<String, Module>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut aliases: BTreeMap<&str, String> = BTreeMap::new();
    for import in &module.imports {
        let Some(target) = module.absolute(&import.path, modules) else {
            continue;
        };
        let target = match import.name.as_str() {
            "*" => parent(&target).to_owned(),
            _ => target,
        };
        if modules.contains_key(&target) && import.name != "*" {
            aliases.insert(&import.name, target);
        } else if !import.is_public {
            used.extend(defining_module(&target, modules));
        }
    }
    for name in qualified_names(&module.code) {
        let first = name.split("::").next().unwrap_or_default();
        let path: Vec<String> = name.split("::").map(str::to_owned).collect();
        let target = match aliases.get(first) {
            Some(alias) => path[1..]
                .iter()
                .fold(alias.clone(), |path, segment| join(&path, segment)),
            None => match module.absolute(&path, modules) {
                Some(target) => target,
                None => continue,
            },
        };
        used.extend(defining_module(&target, modules));
    }
    used.remove(&module.path);
    used.remove("");
    used
}

/// Returns for each module those that it uses.
fn import_graph(modules: &BTreeMap<String, Module>) -> BTreeMap<&str, BTreeSet<String>> {
    modules
        .iter()
        .map(|(path, module)| (path.as_str(), used_modules(module, modules)))
        .collect()
}

/// Returns what can be reached from a module.
fn reachable<'a>(graph: &'a BTreeMap<&str, BTreeSet<String>>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in &graph[module] {
            if reached.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    reached
}

/// Returns the groups of modules of which each reaches each other.
fn circles(graph: &BTreeMap<&str, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|module| (*module, reachable(graph, module)))
        .collect();
    let mut circles = BTreeSet::new();
    for (module, others) in &reached {
        if others.contains(module) {
            let circle = others
                .iter()
                .filter(|other| reached[*other].contains(module));
            circles.insert(circle.map(|other| (*other).to_owned()).collect());
        }
    }
    circles
}

/// Describes the imports inside a circle.
fn describe(circle: &BTreeSet<String>, graph: &BTreeMap<&str, BTreeSet<String>>) -> String {
    let mut description = String::new();
    for module in circle {
        let inside: Vec<&str> = graph[module.as_str()]
            .intersection(circle)
            .map(String::as_str)
            .collect();
        writeln!(description, "  {module} uses {}", inside.join(", ")).expect("a string");
    }
    description
}

#[test]
fn stages_use_only_earlier_stages() {
    let modules = modules();
    let graph = import_graph(&modules);
    let mut wrong = Vec::new();
    for (path, used) in &graph {
        let stage = modules[*path].stage();
        for other in used {
            let target = modules[other].stage();
            if !may_use(stage, target) {
                wrong.push(format!("{path} uses {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let edges: usize = graph.values().map(BTreeSet::len).sum();
    assert!(edges > 300, "only {edges} imports found");
}

fn may_use(stage: &str, other: &str) -> bool {
    if stage == other || BASES.contains(&other) || stage.is_empty() || stage == "main" {
        return true;
    }
    match (position(stage), position(other)) {
        (Some(stage), Some(other)) => other < stage,
        _ => false,
    }
}

fn position(name: &str) -> Option<usize> {
    STAGES.iter().position(|stage| *stage == name)
}

#[test]
fn every_folder_of_the_source_is_a_stage_or_a_base() {
    for module in modules().values() {
        let stage = module.stage();
        assert!(
            ["", "main"].contains(&stage) || STAGES.contains(&stage) || BASES.contains(&stage),
            "{} belongs to no stage",
            module.file.display()
        );
    }
}

#[test]
fn modules_do_not_import_each_other_in_circles() {
    let modules = modules();
    let graph = import_graph(&modules);
    let circles: Vec<String> = circles(&graph)
        .iter()
        .map(|circle| describe(circle, &graph))
        .collect();
    assert!(circles.is_empty(), "circles:\n{}", circles.join("\n"));
}

#[test]
fn every_dependency_is_named_only_where_it_belongs() {
    let manifest = include_str!("../../Cargo.toml");
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let mut dependencies: BTreeSet<String> = BTreeSet::new();
    let names = manifest["dependencies"].as_table().expect("a table").keys();
    dependencies.extend(names.map(|name| name.replace('-', "_")));
    let listed: BTreeSet<String> = DEPENDENCIES
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    assert_eq!(dependencies, listed);
    let modules = modules();
    let mut wrong = BTreeSet::new();
    let mut unused = listed;
    for module in modules.values() {
        let file = module.file.display().to_string();
        for (name, stages) in DEPENDENCIES {
            if !names_dependency(module, name, &modules) {
                continue;
            }
            unused.remove(*name);
            if !stages.contains(&"*") && !stages.contains(&module.stage()) {
                wrong.insert((file.clone(), *name));
            }
        }
    }
    assert!(wrong.is_empty(), "in the wrong stage: {wrong:?}");
    assert!(
        unused.is_empty(),
        "dependencies that no module names: {unused:?}"
    );
}

fn names_dependency(module: &Module, name: &str, modules: &BTreeMap<String, Module>) -> bool {
    // A module of the crate may have the same name.
    let is_own_module = modules.contains_key(&join(&module.path, name));
    let mut imports = module.imports.iter();
    if is_own_module || imports.any(|import| import.name == name && import.path[0] != name) {
        return false;
    }
    let paths = qualified_names(&module.code);
    module.imports.iter().any(|import| import.path[0] == name)
        || paths
            .iter()
            .any(|path| path.split("::").next() == Some(name))
}

/// Returns the dependencies that only the feature `native` brings.
fn native_dependencies() -> Vec<String> {
    let manifest = include_str!("../../Cargo.toml");
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let features = manifest["features"]["native"].as_array().expect("a list");
    let features = features.iter().filter_map(toml::Value::as_str);
    features
        .filter_map(|feature| feature.strip_prefix("dep:"))
        .map(|name| name.replace('-', "_"))
        .collect()
}

/// Returns the modules that only builds with the feature `native` have.
fn native_modules(modules: &BTreeMap<String, Module>) -> BTreeSet<String> {
    let mut native = BTreeSet::new();
    for module in modules.values() {
        let lines: Vec<&str> = module.text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            let declared = pair[1].trim_start_matches("pub ").strip_prefix("mod ");
            let name = declared.and_then(|rest| rest.strip_suffix(';'));
            if let (r#"#[cfg(feature = "native")]"#, Some(name)) = (pair[0], name) {
                native.insert(join(&module.path, name));
            }
        }
    }
    native
}

#[test]
fn core_uses_no_system() {
    let modules = modules();
    let native = native_modules(&modules);
    for stage in ["batch", "cli", "lsp", "preview"] {
        assert!(native.contains(stage), "{stage} is not native");
    }
    let dependencies = native_dependencies();
    assert!(dependencies.iter().any(|name| name == "signal_hook"));
    let mut wrong = BTreeSet::new();
    for module in modules.values() {
        let mut above = vec![module.path.as_str()];
        while let Some(outer) = above
            .last()
            .map(|path| parent(path))
            .filter(|path| !path.is_empty())
        {
            above.push(outer);
        }
        if above.iter().any(|path| native.contains(*path)) {
            continue;
        }
        let imported = module.imports.iter().map(|import| import.path.join("::"));
        let named = imported.chain(qualified_names(&module.code));
        for name in named {
            let is_of_system = OF_THE_SYSTEM
                .iter()
                .any(|part| name == *part || name.starts_with(&format!("{part}::")));
            if is_of_system {
                wrong.insert((module.path.as_str(), name));
            }
        }
        for name in &dependencies {
            if names_dependency(module, name, &modules) {
                wrong.insert((module.path.as_str(), name.clone()));
            }
        }
        for word in identifiers(&module.code) {
            if SYSTEM_CALLS.contains(&word) {
                wrong.insert((module.path.as_str(), word.to_owned()));
            }
        }
    }
    let found: BTreeSet<&str> = wrong.iter().map(|(module, _)| *module).collect();
    let excepted = CORE_EXCEPTIONS.iter().map(|(module, _)| *module).collect();
    assert_eq!(found, excepted, "{wrong:#?}");
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for module in modules().values() {
        let words: Vec<&str> = identifiers(&module.code).collect();
        for declaration in words.windows(3) {
            if declaration[0] == "pub" && ["struct", "enum", "trait"].contains(&declaration[1]) {
                let place = module.file.display().to_string();
                places
                    .entry(declaration[2].to_owned())
                    .or_default()
                    .push(place);
            }
        }
    }
    assert!(places.len() > 200, "only {} types found", places.len());
    places.retain(|_, files| files.len() > 1);
    let found: BTreeSet<&str> = places.keys().map(String::as_str).collect();
    let known = KNOWN_HOMONYMS.iter().copied().collect();
    assert_eq!(found, known, "{places:#?}");
}

#[test]
fn every_module_has_documentation() {
    for module in modules().values() {
        assert!(
            module.text.starts_with("//!"),
            "{} does not begin with `//!`",
            module.file.display()
        );
    }
}

/// The most lines of code (neither blank nor comments nor tests) and the most types of each stage and
/// base. They only go down; what an issue asks for raises those of its stage in its own commit.
const CEILINGS: &[(&str, usize, usize)] = &[
    ("", 26, 0),
    ("batch", 2384, 48),
    ("cli", 4619, 73),
    ("content", 6103, 72),
    ("diagnostic", 786, 19),
    ("embedded", 25, 0),
    ("export", 6900, 69),
    ("file", 115, 1),
    ("filter", 32, 0),
    ("ide", 3579, 54),
    ("import", 9720, 70),
    ("layout", 2358, 30),
    ("lsp", 1397, 16),
    ("main", 16, 0),
    ("pdf", 2552, 29),
    ("pipeline", 2467, 29),
    ("press", 2537, 36),
    ("preview", 1071, 16),
    ("profile", 14347, 158),
    ("progress", 42, 0),
    ("selection", 1294, 18),
    ("session", 3177, 70),
    ("typeset", 7609, 90),
    ("verify", 5602, 82),
];

#[test]
fn no_stage_grows() {
    let mut sizes: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for module in modules().values() {
        let stage = module.path.split("::").next().unwrap_or_default();
        let lines = module.code.lines().filter(|line| !line.trim().is_empty());
        let words = identifiers(&module.code);
        let types = words.filter(|word| ["struct", "enum", "trait"].contains(word));
        let size = sizes.entry(stage.to_owned()).or_default();
        *size = (size.0 + lines.count(), size.1 + types.count());
    }
    let ceilings: BTreeMap<&str, (usize, usize)> = CEILINGS
        .iter()
        .map(|(stage, lines, types)| (*stage, (*lines, *types)))
        .collect();
    let grown: Vec<String> = sizes
        .iter()
        .filter(|(stage, (lines, types))| {
            let most = ceilings.get(stage.as_str()).copied().unwrap_or_default();
            *lines > most.0 || *types > most.1
        })
        .map(|(stage, (lines, types))| format!("(\"{stage}\", {lines}, {types}),"))
        .collect();
    assert!(
        grown.is_empty(),
        "larger than allowed:\n{}",
        grown.join("\n")
    );
    assert_eq!(
        sizes.len(),
        ceilings.len(),
        "each stage has a ceiling: {sizes:?}"
    );
}
