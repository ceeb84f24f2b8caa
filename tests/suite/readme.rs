//! What the README shows is what the tool does.

use cvpress::diagnostic::{MessageFormat, Source, render};
use cvpress::profile;

use crate::support::printing::{open, print};
use crate::support::sandbox::Sandbox;

const README: &str = include_str!("../../README.md");

/// The first block of the README in this language that contains a text, its indentation taken away.
fn block(language: &str, containing: &str) -> String {
    let fence = format!("```{language}\n");
    let blocks = README.split(&fence).skip(1).filter_map(|rest| rest.split("```").next());
    let found = blocks.into_iter().find(|block| block.contains(containing)).expect("a block of the README");
    let indent = found.len() - found.trim_start_matches(' ').len();
    found.lines().map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n").collect()
}

#[test]
fn the_profile_of_twenty_lines_prints_on_one_page() {
    let profile = block("toml", "Mira Okafor");
    assert_eq!(profile.lines().count(), 20);
    assert_eq!(print(open(&profile), "compact", None).typeset.extent.pages, 1);
}

#[test]
fn the_mistake_that_it_shows_is_told_as_it_says() {
    let wrong = block("toml", "Mira Okafor").replace("organization =", "orgnization  =");
    let reading = profile::parse(Source::new("mira.toml", wrong), None, None).expect("TOML");
    let told = render(&reading.problems, MessageFormat::Human);
    let plain = anstream::adapter::strip_str(&told).to_string();
    assert_eq!(plain.trim_end(), block("text", "orgnization").replace("\n\n", "\n").trim_end());
}

#[test]
fn its_commands_are_those_of_the_program() {
    let help = Sandbox::new().run("--help").code(0).text();
    for command in
        ["render", "letter", "batch", "check", "new", "fmt", "explain", "schema", "layouts", "completions", "man"]
    {
        assert!(README.contains(&format!("`cvpress {command}")), "{command} is not in the README");
        assert!(help.contains(&format!("  {command} ")), "{command} is not a command");
    }
}
