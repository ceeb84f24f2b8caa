//! `check`: folders and patterns, and reports with one object or some rows for each profile,
//! whatever happens.

use serde_json::Value;

use super::faults::write_layout;
use crate::support::sandbox::Sandbox;

/// A folder with a profile without problems, one with a warning, one that is not TOML, and one that
/// has an error.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    let person = "[person]\nname = 'Ada Berg'\nemail = 'ada@example.org'\n";
    let section = "[[section]]\nkind = 'list'\nhighlights = ['one']\n";
    let good = format!("date = '2026-01'\nallow = ['short-page']\n{person}{section}");
    sandbox.write("people/a.toml", &good);
    sandbox.write("people/b.toml", &good.replace("name = 'Ada Berg'\n", ""));
    sandbox.write("people/deep/c.toml", "name = \"a\nb = ");
    sandbox.write(
        "people/deep/d.toml",
        &good.replace("kind = 'list'", "kind = 'lists'"),
    );
    sandbox
}

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// Returns the profile, whether it is well, and the rules of its problems.
fn summary(object: &Value) -> (String, bool, Vec<String>) {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let problems = object["problems"].as_array().expect("problems");
    (
        text(&object["profile"]).replace('\\', "/"),
        object["ok"].as_bool().expect("a truth value"),
        problems
            .iter()
            .map(|problem| text(&problem["rule"]))
            .collect(),
    )
}

#[test]
fn every_profile_has_one_object_with_all_its_problems() {
    let sandbox = sandbox();
    let run = sandbox
        .run("check people missing.toml --report json")
        .code(1);
    let found: Vec<_> = objects(&run.text()).iter().map(summary).collect();
    let names: Vec<(&str, bool)> = found
        .iter()
        .map(|(name, ok, _)| (name.as_str(), *ok))
        .collect();
    assert_eq!(
        names,
        [
            ("people/a.toml", true),
            ("people/b.toml", true),
            ("people/deep/c.toml", false),
            ("people/deep/d.toml", false),
            ("missing.toml", false),
        ]
    );
    assert!(found[0].2.is_empty(), "{found:?}");
    assert!(found[1].2.contains(&"missing-name".to_owned()), "{found:?}");
    for (_, _, rules) in &found[2..] {
        assert!(!rules.is_empty(), "{found:?}");
    }
    let object = &objects(&run.text())[1];
    assert_eq!(object["warnings"], 1, "{object}");
    let place = &object["problems"][0]["place"];
    assert!(place["line"].is_u64(), "{object}");
    assert_eq!(object["documents"][0]["layout"], "compact");
}

#[cfg(target_os = "linux")]
#[test]
fn a_profile_that_a_limit_stops_has_its_object_too() {
    let sandbox = sandbox();
    write_layout(&sandbox, "hoards", "#range(1000000000).len()");
    let hoards = sandbox
        .read("people/a.toml")
        .replace("date", "layout = 'hoards'\ndate");
    sandbox.write("people/aa.toml", &hoards);
    let run = |format: &str| {
        let options = "--templates own --max-memory 512 --report";
        let run = sandbox.run(&format!("check people {options} {format}"));
        run.code(1).text()
    };
    let found: Vec<_> = objects(&run("json")).iter().map(summary).collect();
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!(found[1].2, ["memory-limit"], "{found:?}");
    let table = run("csv");
    assert!(
        table.contains("people/aa.toml,error,,,memory-limit,"),
        "{table}"
    );
    assert_eq!(table.matches("profile,result").count(), 1, "{table}");
}

#[test]
fn the_table_has_a_row_for_each_problem_and_for_each_good_profile() {
    let sandbox = sandbox();
    let table = sandbox.run("check people --report csv").code(1).text();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "profile,result,line,column,rule,message,help");
    let has = |start: &str| {
        rows.iter()
            .any(|row| row.replace('\\', "/").starts_with(start))
    };
    for start in [
        "people/a.toml,ok,,,,,",
        "people/b.toml,warning,3,1,missing-name,",
        "people/deep/c.toml,error,1,",
        "people/deep/d.toml,error,",
    ] {
        assert!(has(start), "{start}: {table}");
    }
}

#[test]
fn patterns_that_a_shell_leaves_are_expanded() {
    let sandbox = sandbox();
    let run = sandbox
        .run("check people/*.toml people/deep/?.toml --report json")
        .code(1);
    assert_eq!(objects(&run.text()).len(), 4, "{}", run.text());
    let run = sandbox
        .run("check nobody/*.toml --message-format short")
        .code(1);
    assert!(
        run.stderr.contains("there is no file `nobody/*.toml`"),
        "{}",
        run.stderr
    );
    sandbox.run("render people/a*.toml -o out/").succeeds();
    assert_eq!(sandbox.files("out"), ["a-compact.pdf"]);
}
