//! Custom layouts, and the limits of templates.

use cvpress::layout::{DesignOverrides, Layouts};
use cvpress::selection::DocumentKind;
use cvpress::typeset::{Engine, runs};

use crate::support::pdf;
use crate::support::rendering::{
    Shipped, not_found, open, open_choice_with, overrides, render_cv_with, shipped, short_messages,
};
use crate::support::sandbox::Sandbox;

const MANIFEST: &str =
    "name = 'mine'\npurpose = 'a test'\npapers = ['a4']\ncontract = 4\n[ladder]\nrungs = [1]\n";
const PROFILE: &str = "[person]\nname = 'Ada'\nphoto = 'ada.svg'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";
const PHOTO: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'></svg>";

fn with_template(template: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", PROFILE)
        .write("ada.svg", PHOTO)
        .write("secret.txt", "secret");
    sandbox
        .write("templates/mine/layout.toml", MANIFEST)
        .write("templates/mine/template.typ", template);
    sandbox
}

#[track_caller]
fn fails(template: &str, expected: &str) {
    let run = with_template(template)
        .run("render ada.toml --templates templates --layout mine")
        .code(1);
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn custom_layout_adds_to_the_built_in_ones() {
    let sandbox = with_template(
        "#import \"../shared/lib.typ\": inline\n#let resume = json(\"/resume.json\")\n\
         #set document(title: resume.document.title)\n#title(resume.head.heading)\n\
         #image(resume.head.photo, alt: \"Ada\")\n\
         #for item in resume.sections.first().flow.last().body.first().items [- #item.content]\n",
    );
    let _ = sandbox
        .run("render ada.toml --templates templates --layout mine,compact")
        .code(0);
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf", "ada-mine.pdf"]);
    assert!(
        sandbox
            .run("layouts --templates templates")
            .text()
            .contains("mine (custom): a test")
    );
}

#[test]
fn template_error_is_shown_in_its_file() {
    let run = with_template("#let a = 1\n#nothing()\n")
        .run("render ada.toml --templates templates --layout mine")
        .code(1);
    assert!(
        run.stderr.contains("unknown variable: nothing"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("templates/mine/template.typ:2:2"),
        "{}",
        run.stderr
    );
}

#[test]
fn template_reads_only_its_own_files() {
    for path in [
        "/secret.txt",
        "../../secret.txt",
        "/etc/passwd",
        "/templates/../secret.txt",
        "/ada.toml",
        "/ada.svg",
    ] {
        fails(&format!("#read(\"{path}\")"), "error[template]: ");
    }
    fails(
        "#import \"@preview/example:0.1.0\": add",
        "packages are not available",
    );
    fails("#datetime.today()", "error[template]: ");
}

/// Returns a font with a family of another name.
fn font_of_a_house() -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/core/xcharter");
    let mut font = std::fs::read(folder.join("XCharter-Roman.otf")).expect("a font");
    let utf16 = |name: &str| name.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let bytes = |name: &str| name.as_bytes().to_vec();
    for [old, new] in [
        ["XCharter", "YCharter"].map(bytes),
        ["XCharter", "YCharter"].map(utf16),
    ] {
        for at in 0..font.len() - old.len() {
            if font[at..].starts_with(&old) {
                font[at..at + new.len()].copy_from_slice(&new);
            }
        }
    }
    font
}

#[test]
fn layout_brings_its_own_fonts() {
    let sandbox = with_template(
        "#set document(title: \"Ada\")\n#set text(font: json(\"/design.json\").font)\n\
         #title[Ada One.]\n",
    );
    let option = "[option.font]\ntype = 'font'\ndefault = 'YCharter'\nhelp = 'h'\n";
    sandbox.write("templates/mine/layout.toml", &format!("{MANIFEST}{option}"));
    let render = "render ada.toml --templates templates --layout mine --message-format short";
    let run = sandbox.run(render).code(1);
    assert!(
        run.stderr
            .contains("no font family `YCharter`, which `font` is in `mine`"),
        "{}",
        run.stderr
    );
    let family = |font: &str| {
        sandbox.write("ada.toml", &format!("[design]\nfont = '{font}'\n{PROFILE}"));
    };
    family("Inter");
    let _ = sandbox.run(render).code(0);
    std::fs::create_dir(sandbox.path("templates/mine/fonts")).expect("a folder");
    let font = sandbox.path("templates/mine/fonts/y.otf");
    std::fs::write(&font, font_of_a_house()).expect("a font");
    sandbox.write("ada.toml", PROFILE);
    let _ = sandbox.run(render).code(0);
    let file = lopdf::Document::load(sandbox.path("out/ada-mine.pdf")).expect("a PDF");
    let mut fonts = file.objects.values().filter_map(|object| {
        let font = object.as_dict().and_then(|font| font.get(b"BaseFont"));
        font.and_then(lopdf::Object::as_name).ok()
    });
    assert!(fonts.any(|name| name.ends_with(b"+YCharter-Roman")));
    let listed = sandbox.run("fonts --templates templates").text();
    assert!(listed.contains("YCharter\n"), "{listed}");
    std::fs::write(&font, "damaged").expect("a file");
    let run = sandbox.run(render).code(1);
    assert!(run.stderr.contains("y.otf` is damaged"), "{}", run.stderr);
}

#[test]
fn a_link_of_a_layout_starts_nothing() {
    let link =
        |target: &str| format!("#set document(title: \"A\")\n#title[A]\n#link(\"{target}\")[x]\n");
    for target in ["javascript:alert(1)", "file:///etc/passwd"] {
        fails(
            &link(target),
            "error[template]: a link of the layout: a link cannot have the scheme",
        );
    }
    let run = "render ada.toml --templates templates --layout mine";
    with_template(&link("https://example.org"))
        .run(run)
        .succeeds();
}

#[cfg(unix)]
#[test]
fn template_follows_no_symbolic_links() {
    let sandbox = with_template("#read(\"link.txt\")");
    std::os::unix::fs::symlink(
        sandbox.path("secret.txt"),
        sandbox.path("templates/mine/link.txt"),
    )
    .expect("a link");
    let run = sandbox
        .run("render ada.toml --templates templates --layout mine")
        .code(1);
    assert!(run.stderr.contains("file not found"), "{}", run.stderr);
}

#[test]
fn reports_invalid_manifests() {
    for (manifest, expected) in [
        (MANIFEST.replace("'mine'", "'yours'"), "not `yours`"),
        (MANIFEST.replace("[1]", "[0.9]"), "`rungs` must"),
        (
            format!("{MANIFEST}[option.size]\ntype = 'length'\ndefault = 'big'\nhelp = 'h'\n"),
            "the default must be a length",
        ),
        (
            MANIFEST.replace("purpose", "porpoise"),
            "unknown field `porpoise`",
        ),
        (MANIFEST.replace("['a4']", "['a9']"), "unknown variant `a9`"),
    ] {
        let sandbox = with_template("");
        sandbox.write("templates/mine/layout.toml", &manifest);
        let run = sandbox.run("layouts --templates templates").code(1);
        assert!(
            run.stderr.contains(expected) && run.stderr.contains("templates/mine/layout.toml:"),
            "{}",
            run.stderr
        );
    }
}

/// Returns the shipped letters.
fn letters() -> Vec<Shipped> {
    let mut letters = shipped();
    letters.retain(|cv| cv.reading.has_letter(cv.choice.variant.as_deref()));
    for letter in &mut letters {
        letter.choice.document = DocumentKind::Letter;
    }
    letters
}

/// Renders every shipped CV in a layout of a folder.
#[track_caller]
fn renders_all(sandbox: &Sandbox, layout: &str) {
    let layouts = Layouts::load(Some(&sandbox.path("templates")))
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let engine = Engine::new(layouts, None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    for profile in shipped()
        .into_iter()
        .chain(letters())
        .map(Shipped::without_vowel_signs)
    {
        for &paper in &engine
            .layouts()
            .get(layout)
            .expect("a layout")
            .manifest
            .papers
        {
            let document = open_choice_with(&engine, &profile.reading, &profile.choice);
            let cv = render_cv_with(
                &engine,
                document,
                layout,
                &DesignOverrides {
                    paper: Some(paper),
                    ..DesignOverrides::default()
                },
            );
            let lost = not_found(&cv, &pdf::text(&pdf::pages(&cv.bytes)));
            assert_eq!(
                lost,
                [] as [String; 0],
                "{} in {layout} on {}",
                profile.name,
                paper.name()
            );
            let warnings = cv
                .typeset
                .warnings
                .iter()
                .filter(|warning| warning.rule == "template");
            assert_eq!(
                warnings.count(),
                0,
                "{} in {layout}: {}",
                profile.name,
                short_messages(&cv.typeset.warnings)
            );
        }
    }
}

#[test]
fn new_layout_renders_every_profile_without_loss() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("layouts new mine").code(0);
    assert!(
        run.text().contains("--templates templates --layout mine"),
        "{}",
        run.text()
    );
    assert_eq!(
        sandbox.files("templates/mine"),
        ["layout.toml", "template.typ"]
    );
    let manifest = sandbox.read("templates/mine/layout.toml");
    assert!(manifest.contains("\ncontract = 4\n"), "{manifest}");
    renders_all(&sandbox, "mine");
}

#[test]
fn copied_layout_keeps_its_template() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "date = '2026-01'\n[person]\nname = 'Ada'\n");
    let _ = sandbox.run("layouts eject narrative templates").code(0);
    let _ = sandbox
        .run("layouts eject narrative templates --as tale --shared")
        .code(0);
    let ours = include_str!("../../templates/narrative/template.typ");
    assert_eq!(sandbox.read("templates/narrative/template.typ"), ours);
    assert_eq!(sandbox.read("templates/tale/template.typ"), ours);
    let manifest = sandbox.read("templates/tale/layout.toml");
    assert!(manifest.starts_with("name = \"tale\"\n"), "{manifest}");
    assert!(manifest.contains("\ncontract = 4\n"), "{manifest}");
    assert!(
        sandbox
            .files("templates/shared")
            .contains(&"lib.typ".to_owned())
    );
    let _ = sandbox
        .run("render ada.toml --templates templates --layout narrative,tale -o copy/")
        .code(0);
    let _ = sandbox
        .run("render ada.toml --layout narrative -o own/")
        .code(0);
    assert!(sandbox.bytes("copy/ada-narrative.pdf") == sandbox.bytes("own/ada-narrative.pdf"));
    assert_eq!(sandbox.files("copy"), ["ada-narrative.pdf", "ada-tale.pdf"]);
}

#[test]
fn lines_end_as_if_every_text_were_hyphenated() {
    let sandbox = Sandbox::new();
    sandbox.copy("profiles/portfolio-engineer.toml", "ragna.toml");
    let layouts = "compact,vita,banner";
    for layout in layouts.split(',') {
        let _ = sandbox
            .run(&format!("layouts eject {layout} templates"))
            .code(0);
    }
    let _ = sandbox
        .run("layouts eject compact templates --as other --shared")
        .code(0);
    let render = |folder: &str| {
        let _ = sandbox
            .run(&format!(
                "render ragna.toml --set fit=off --templates templates --layout {layouts} -o {folder}/"
            ))
            .code(0);
    };
    render("chosen");
    let lib = sandbox.read("templates/shared/lib.typ");
    let rule = "  text(hyphenate: false, body)\n";
    assert_eq!(lib.matches(rule).count(), 1);
    sandbox.write("templates/shared/lib.typ", &lib.replace(rule, "  body\n"));
    render("all");
    for file in sandbox.files("chosen") {
        let [chosen, all] =
            ["chosen", "all"].map(|folder| sandbox.bytes(&format!("{folder}/{file}")));
        assert!(chosen == all, "{file}");
    }
}

#[test]
fn existing_layouts_are_never_overwritten() {
    let sandbox = Sandbox::new();
    let _ = sandbox.run("layouts new mine").code(0);
    for command in [
        "layouts new mine",
        "layouts eject compact templates --as mine",
    ] {
        let run = sandbox.run(command).code(1);
        assert!(
            run.stderr
                .contains("error[unwritable-file]: `templates/mine` already exists"),
            "{}",
            run.stderr
        );
    }
    for (command, expected) in [
        (
            "layouts new Mine",
            "`Mine` is not a layout name: use lower-case letters, digits and hyphens",
        ),
        ("layouts new ../mine", "`../mine` is not a layout name"),
        ("layouts eject compakt templates", "did you mean `compact`?"),
    ] {
        let run = sandbox.run(command).code(2);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

/// A layout that uses only the data: the template contract suffices to draw a CV.
const FROM_THE_DATA: &str = r#"
#let resume = json("/resume.json")
#let design = json("/design.json")
#assert(resume.version == 4)
#set document(title: resume.document.title)
#set page(paper: design.paper, margin: 20mm)
#set text(lang: resume.language, font: "Source Sans 3", size: design.size * design.scale * 1pt)
#let inline(runs) = if type(runs) == str { runs } else {
  for run in runs {
    if type(run) == str { run } else if run.kind == "code" { raw(run.pieces.join()) } else if run.kind == "whole" { box(run.pieces.join()) } else if run.kind == "link" {
      link(run.url, inline(run.content))
    } else { (strong: strong, emph: emph, box: box).at(run.kind)(inline(run.content)) }
  }
}
#title(inline(resume.head.heading))
#for contact in resume.head.contacts [#inline(contact.content) ]
#for section in resume.sections {
  for item in section.flow {
    if item.kind == "heading" { heading(inline(item.title)) } else {
      for group in ("organization", "title", "location") [#inline(item.parts.at(group).first()) ]
      inline(item.date.content)
      for item in item.body.first().items [- #inline(item.content)]
    }
  }
}
"#;

#[test]
fn template_data_alone_is_enough_to_draw_a_cv() {
    let sandbox = Sandbox::new();
    let manifest = "name = 'bare'\npurpose = 'a test'\npapers = ['a4']\ncontract = 4\ncommon = ['dates']\n[ladder]\nrungs = [1, 0.9]\n\
                    [option.size]\ndefault = '10pt'\n";
    sandbox
        .write("templates/bare/layout.toml", manifest)
        .write("templates/bare/template.typ", FROM_THE_DATA);
    sandbox.write(
        "ada.toml",
        "date = '2026-01'\n[person]\nname = 'Ada'\nemail = 'ada@example.org'\n[[section]]\nkind = 'experience'\n\
         [[section.entry]]\norganization = 'Acme'\nposition = 'Lead'\nlocation = 'Oslo'\nstart = '2020-05'\nend = '2021'\n\
         highlights = ['**Two** of [three](https://example.org), `four` and *five*.']\n",
    );
    let _ = sandbox
        .run("render ada.toml --templates templates --layout bare --set density=0.9 -o ada.pdf")
        .code(0);
    let text = pdf::text(&pdf::pages(&sandbox.bytes("ada.pdf")));
    let all = "Ada ada@example.org Experience Acme Lead Oslo May 2020 – 2021 • Two of three, four and five.";
    assert_eq!(text, pdf::bare(all));
    let run = sandbox
        .run("render ada.toml --templates templates --layout bare --set density=0.5")
        .code(2);
    assert!(
        run.stderr
            .contains("option `density` must be a number from 0.9 to 1.0"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_line_that_is_the_same_on_each_page_is_on_a_single_one_too() {
    let sandbox = Sandbox::new();
    let _ = sandbox.run("layouts new mine").code(0);
    let numbered = sandbox.read("templates/mine/template.typ");
    for (line, expected) in [
        ("(number, pages) => [Career Service]", true),
        ("(number, pages) => [Page #number of #pages]", false),
    ] {
        let template = numbered.replace("running(page-number)", &format!("running({line})"));
        assert_ne!(template, numbered);
        sandbox.write("templates/mine/template.typ", &template);
        let layouts = Layouts::load(Some(&sandbox.path("templates"))).expect("layouts");
        let engine = Engine::new(layouts, None).expect("an engine");
        let document = open("[person]\nname = 'Ada'\n");
        let cv = render_cv_with(&engine, document, "mine", &overrides(&[]));
        let runs = runs(&cv.typeset.document);
        let is_drawn = runs
            .iter()
            .any(|run| run.y > 700.0 && !run.text.trim().is_empty());
        assert_eq!(is_drawn, expected, "{line}");
    }
}
