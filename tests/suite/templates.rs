//! Layouts of the user's own, and what a template may and may not do.

use crate::support::sandbox::Sandbox;

const MANIFEST: &str = "name = 'mine'\npurpose = 'a test'\npapers = ['a4']\n[ladder]\nrungs = [1]\n";
const PROFILE: &str = "[person]\nname = 'Ada'\nphoto = 'ada.svg'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";
const PHOTO: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'></svg>";

fn with_template(template: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE).write("ada.svg", PHOTO).write("secret.txt", "secret");
    sandbox.write("templates/mine/layout.toml", MANIFEST).write("templates/mine/template.typ", template);
    sandbox
}

#[track_caller]
fn fails(template: &str, said: &str) {
    let run = with_template(template).run("render ada.toml --templates templates --layout mine").code(1);
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn a_layout_of_ones_own_stands_beside_the_built_in_ones() {
    let sandbox = with_template(
        "#import \"../shared/lib.typ\": inline\n#let resume = json(\"/resume.json\")\n\
         #set document(title: resume.document.title)\n#title(resume.person.name)\n\
         #image(resume.person.photo, alt: \"Ada\")\n#for item in resume.sections.first().highlights [- #item.content.join()]\n",
    );
    let _ = sandbox.run("render ada.toml --templates templates --layout mine,compact").code(0);
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf", "ada-mine.pdf"]);
    assert!(sandbox.run("layouts --templates templates").text().contains("mine (yours): a test"));
}

#[test]
fn a_mistake_in_a_template_is_shown_in_its_own_file() {
    let run =
        with_template("#let a = 1\n#nothing()\n").run("render ada.toml --templates templates --layout mine").code(1);
    assert!(run.stderr.contains("unknown variable: nothing"), "{}", run.stderr);
    assert!(run.stderr.contains("templates/mine/template.typ:2:2"), "{}", run.stderr);
}

#[test]
fn a_template_reads_no_file_but_its_own() {
    for path in ["/secret.txt", "../../secret.txt", "/etc/passwd", "/templates/../secret.txt", "/ada.toml", "/ada.svg"]
    {
        fails(&format!("#read(\"{path}\")"), "error[template]: ");
    }
    fails("#import \"@preview/example:0.1.0\": add", "packages are not available");
    fails("#datetime.today()", "error[template]: ");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_leads_a_template_nowhere() {
    let sandbox = with_template("#read(\"link.txt\")");
    std::os::unix::fs::symlink(sandbox.path("secret.txt"), sandbox.path("templates/mine/link.txt")).expect("a link");
    let run = sandbox.run("render ada.toml --templates templates --layout mine").code(1);
    assert!(run.stderr.contains("file not found"), "{}", run.stderr);
}

#[test]
fn a_wrong_manifest_is_told() {
    for (manifest, said) in [
        (MANIFEST.replace("'mine'", "'yours'"), "calls itself `yours`"),
        (MANIFEST.replace("[1]", "[0.9]"), "`rungs` must"),
        (
            format!("{MANIFEST}[option.size]\ntype = 'length'\ndefault = 'big'\nhelp = 'h'\n"),
            "the default must be a length",
        ),
        (MANIFEST.replace("purpose", "porpoise"), "unknown field `porpoise`"),
        (MANIFEST.replace("['a4']", "['a9']"), "unknown variant `a9`"),
    ] {
        let sandbox = with_template("");
        sandbox.write("templates/mine/layout.toml", &manifest);
        let run = sandbox.run("layouts --templates templates").code(1);
        assert!(run.stderr.contains(said) && run.stderr.contains("templates/mine/layout.toml:"), "{}", run.stderr);
    }
}
