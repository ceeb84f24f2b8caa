//! What the README shows is what the tool does.

use std::path::Path;

use cvpress::diagnostic::{MessageFormat, Source, render};
use cvpress::profile;

use crate::support::rendering::{layouts, open, render_cv, shown};
use crate::support::sandbox::Sandbox;

const README: &str = include_str!("../../README.md");

/// The first block of the README in this language that contains a text, its indentation taken away.
fn block(language: &str, containing: &str) -> String {
    let fence = format!("```{language}\n");
    let blocks = README
        .split(&fence)
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let found = blocks
        .into_iter()
        .find(|block| block.contains(containing))
        .expect("a block of the README");
    let indent = found.len() - found.trim_start_matches(' ').len();
    found
        .lines()
        .map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n")
        .collect()
}

#[test]
fn the_profile_of_twenty_lines_prints_on_one_page() {
    let profile = block("toml", "Mira Okafor");
    assert_eq!(profile.lines().count(), 20);
    assert_eq!(
        render_cv(open(&profile), "compact", None)
            .typeset
            .extent
            .pages,
        1
    );
}

#[test]
fn the_mistake_that_it_shows_is_told_as_it_says() {
    let wrong = block("toml", "Mira Okafor").replace("organization =", "orgnization  =");
    let reading = profile::parse(Source::new("mira.toml", wrong), None, None).expect("TOML");
    let told = render(&reading.problems, MessageFormat::Human);
    let plain = anstream::adapter::strip_str(&told).to_string();
    assert_eq!(
        plain.trim_end(),
        block("text", "orgnization")
            .replace("\n\n", "\n")
            .trim_end()
    );
}

#[test]
fn its_commands_are_those_of_the_program() {
    let help = Sandbox::new().run("--help").code(0).text();
    let commands = [
        "render",
        "letter",
        "batch",
        "stream",
        "check",
        "new",
        "fmt",
        "explain",
        "schema",
        "gallery",
        "layouts",
        "fonts",
        "completions",
        "man",
    ];
    for command in commands {
        assert!(
            README.contains(&format!("`cvpress {command}")),
            "{command} is not in the README"
        );
        assert!(
            help.contains(&format!("  {command} ")),
            "{command} is not a command"
        );
    }
}

#[test]
fn the_options_that_it_shows_are_options() {
    let profile = "[person]\nname = 'Ada'\n".to_owned() + &block("toml", "[design.compact]");
    for layout in layouts() {
        let cv = render_cv(open(&profile), layout, None);
        assert_eq!(
            cv.typeset.warnings.iter().count(),
            0,
            "{layout}: {}",
            shown(&cv.typeset.warnings)
        );
    }
}

/// The gallery as the command makes it; `SNAPSHOTS=overwrite cargo test gallery` writes it anew.
#[test]
fn the_pictures_of_the_gallery_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sandbox = Sandbox::new();
    let profile = root.join("profiles/sidebar-consultant.toml");
    let command = format!(
        "gallery {} --ppi 100 --pictures 60 -o gallery",
        profile.display()
    );
    let _ = sandbox.run(&command).code(0);
    let kept = root.join("docs/gallery");
    let made = |name: &String| {
        layouts()
            .iter()
            .any(|layout| *name == format!("{layout}.png"))
    };
    let names: Vec<String> = sandbox.files("gallery").into_iter().filter(made).collect();
    assert_eq!(names.len(), layouts().len());
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        for name in &names {
            std::fs::create_dir_all(&kept).expect("a folder");
            std::fs::write(kept.join(name), sandbox.bytes(&format!("gallery/{name}")))
                .expect("a picture");
        }
    }
    let mut there: Vec<String> = std::fs::read_dir(&kept)
        .expect("the gallery")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    there.sort();
    assert_eq!(
        there, names,
        "pictures without a layout, or layouts without a picture"
    );
    for name in names {
        let current = std::fs::read(kept.join(&name)).expect("a picture");
        assert!(
            current == sandbox.bytes(&format!("gallery/{name}")),
            "{name} is stale"
        );
        assert!(
            README.contains(&format!("](docs/gallery/{name})")),
            "{name} is not shown"
        );
    }
}
