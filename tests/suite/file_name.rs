//! Names of files that people send to others.

use crate::support::sandbox::Sandbox;

const KATRIN: &str = "date = \"2026\"\nlocale = \"de\"\nfile-name = \"{document} {name}\"\n\
    [person]\nname = \"Katrin: Beispiel/mann\"\n[letter]\nbody = \"Guten Tag\"\n[variant.klinik]\n";

#[test]
fn files_have_the_word_for_the_document_and_the_name() {
    let sandbox = Sandbox::new();
    sandbox.write("kat.toml", KATRIN);
    sandbox.run("render kat.toml --format pdf,docx").succeeds();
    sandbox.run("letter kat.toml").succeeds();
    assert_eq!(
        sandbox.files("out"),
        [
            "Anschreiben Katrin Beispiel mann.pdf",
            "Lebenslauf Katrin Beispiel mann.docx",
            "Lebenslauf Katrin Beispiel mann.pdf",
        ]
    );
    sandbox
        .run("render kat.toml --layout ats,vita -o two/")
        .succeeds();
    assert_eq!(
        sandbox.files("two"),
        [
            "Lebenslauf Katrin Beispiel mann (ats).pdf",
            "Lebenslauf Katrin Beispiel mann (vita).pdf",
        ]
    );
}

#[test]
fn anonymous_files_do_not_tell_the_name() {
    let sandbox = Sandbox::new();
    sandbox.write("kat.toml", KATRIN);
    sandbox.run("render kat.toml --anonymous").succeeds();
    assert_eq!(sandbox.files("out"), ["kat-anonymous-compact.pdf"]);
}

#[test]
fn files_of_one_name_are_not_written_over_each_other() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", KATRIN).write("b.toml", KATRIN);
    let said = sandbox.run("render a.toml b.toml").code(2).stderr;
    assert!(said.contains("would be written twice"), "{said}");
    sandbox
        .run("render a.toml --variant klinik --locale de -o named/")
        .succeeds();
    sandbox.write("c.toml", &KATRIN.replace("{name}", "{nmae}"));
    let said = sandbox.run("render c.toml").code(1).stderr;
    assert!(said.contains("did you mean `{name}`?"), "{said}");
}
