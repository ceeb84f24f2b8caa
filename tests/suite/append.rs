//! PDFs that are appended to a CV: their pages as they are, what the file claims, faults, and the
//! outputs that leave them out. Tests that need other readers are ignored by default: `cargo test
//! --test suite append -- --ignored`.

use std::process::Command;

use crate::support::handmade::Handmade;
use crate::support::sandbox::Sandbox;
use cvpress::verify::{PdfContent, normalized_text, read};

const ADA: &str = "append = [\"certificate.pdf\", \"more/zeugnis.pdf\"]\ndate = \"2026-03\"\n\
    [person]\nname = \"Ada Berg\"\n[[section]]\nkind = \"list\"\nhighlights = [\"A bullet.\"]\n";

/// A page on its side with boxes of its own, and a title.
fn certificate() -> Handmade {
    Handmade {
        page: "/MediaBox [0 0 300 400] /CropBox [10 20 290 380] /Rotate 90 /StructParents 0 \
               /AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>"
            .to_owned(),
        ..Handmade::default()
    }
}

/// A folder with a profile and the two files that it appends.
fn folder() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    std::fs::write(sandbox.path("certificate.pdf"), certificate().bytes()).expect("a file");
    // A tagged file with bookmarks and links.
    let other = "[person]\nname = \"Ines Zeugnis\"\nemail = \"ines@example.org\"\n\
                 [[section]]\nkind = \"list\"\nhighlights = [\"Another bullet.\"]\n";
    sandbox.write("more/other.toml", other);
    sandbox
        .run("render more/other.toml -o more/zeugnis.pdf --quiet")
        .succeeds();
    std::fs::remove_file(sandbox.path("more/other.toml")).expect("a file");
    sandbox
}

fn content(sandbox: &Sandbox, name: &str) -> PdfContent {
    read(&sandbox.bytes(name), name).unwrap_or_else(|problem| panic!("{}", problem.message))
}

#[test]
fn pages_follow_those_of_the_cv_as_they_are() {
    let sandbox = folder();
    let run = sandbox
        .run("render ada.toml -o ada.pdf --report json")
        .code(0);
    assert!(run.text().contains("\"pages\":1"), "{}", run.text());
    let joined = content(&sandbox, "ada.pdf");
    assert_eq!(joined.pages.len(), 3);
    let text = normalized_text(&joined.pages);
    let order = ["AdaBerg", "Abullet.", "InesZeugnis", "Anotherbullet."].map(|part| {
        text.replace(' ', "")
            .find(part)
            .unwrap_or_else(|| panic!("{part} in {text}"))
    });
    assert!(order.is_sorted(), "{text}");
    // The crop box, on its side.
    assert!((joined.pages[1].width - 360.0).abs() < 0.5);
    assert!((joined.pages[1].height - 280.0).abs() < 0.5);
}

/// What a page of other people can start, as entries of its `/Annots`.
const ACTIVE: [&str; 14] = [
    "<< /Subtype /Link /Rect [0 0 99 99] /A << /S /Launch /F (calc.exe) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:evil) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (file:///evil) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F (\\\\evil\\x.pdf) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /SubmitForm /F (http://evil.example) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /ImportData /F (evil) >> >>",
    "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://good.example/) \
     /Next << /S /Launch /F (evil) >> >> >>",
    "<< /Subtype /Square /Rect [0 0 9 9] /AA << /E << /S /JavaScript /JS (evil) >> >> >>",
    "<< /Subtype /Highlight /Rect [0 0 9 9] /PA << /S /JavaScript /JS (evil) >> >>",
    "<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (evil.exe) >> >>",
    "<< /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << /Assets (evil) >> >>",
    "<< /Subtype /Screen /Rect [0 0 9 9] /A << /S /Rendition /JS (evil) >> >>",
    "<< /Subtype /Widget /Rect [0 0 9 9] /FT /Btn /A << /S /JavaScript /JS (evil) >> >>",
];

#[test]
fn pages_of_others_start_nothing_and_bring_no_files() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", &ADA.replace(", \"more/zeugnis.pdf\"", ""));
    let page = format!(
        "/MediaBox [0 0 300 400] /AF [<< /F (evil.exe) >>] /Annots [{} \
         << /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:a@b.example) >> >> \
         << /Subtype /Text /Rect [0 0 9 9] /Contents (A note.) >> << /Subtype /Popup /Rect [0 0 9 9] >>]",
        ACTIVE.join(" ")
    );
    let certificate = Handmade {
        page,
        ..Handmade::default()
    };
    std::fs::write(sandbox.path("certificate.pdf"), certificate.bytes()).expect("a file");
    let run = sandbox
        .run("render ada.toml -o ada.pdf --message-format short")
        .code(0);
    let expected = "ada.toml:1:11: warning[append-active]: the pages of `certificate.pdf` lose 15 actions \
                    or attached files";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    let file = lopdf::Document::load_mem(&sandbox.bytes("ada.pdf")).expect("a PDF");
    let objects = format!("{:?}", file.objects);
    for word in [
        "evil",
        "JavaScript",
        "Launch",
        "calc",
        "RichMedia",
        "FileAttachment",
    ] {
        assert!(!objects.contains(word), "{word} in {objects}");
    }
    let text = String::from_utf8_lossy(&sandbox.bytes("ada.pdf")).into_owned();
    for kept in [
        "mailto:a@b.example",
        "https://good.example/",
        "A note.",
        "/Square",
        "/Widget",
    ] {
        assert!(text.contains(kept), "{kept}");
    }
}

#[test]
fn same_files_give_the_same_bytes() {
    let sandbox = folder();
    sandbox.run("render ada.toml -o a.pdf").succeeds();
    sandbox.run("render ada.toml -o b.pdf").succeeds();
    assert!(sandbox.bytes("a.pdf") == sandbox.bytes("b.pdf"));
}

#[test]
fn joined_file_claims_no_standard_and_keeps_the_tags_of_the_cv() {
    let sandbox = folder();
    let run = sandbox.run("render ada.toml -o ada.pdf").code(0);
    assert!(
        run.stderr.contains("warning[append-standard]"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("ada.toml:1:"), "{}", run.stderr);
    let joined = content(&sandbox, "ada.pdf");
    assert_eq!(joined.properties.standards, [] as [String; 0]);
    let bytes = sandbox.bytes("ada.pdf");
    let text = String::from_utf8_lossy(&bytes);
    for claim in ["pdfaid:part", "pdfuaid:part", "JavaScript"] {
        assert!(!text.contains(claim), "{claim}");
    }
    assert!(text.contains("/StructTreeRoot"));
    let checked = sandbox.run("check ada.toml");
    assert!(!checked.text().contains("PDF/A"), "{}", checked.text());
    let alone = ADA.replacen("append", "#", 1);
    sandbox.write("alone.toml", &alone);
    sandbox.run("render alone.toml -o alone.pdf").succeeds();
    let alone = content(&sandbox, "alone.pdf");
    assert_eq!(alone.properties.standards.len(), 2);
}

#[test]
fn images_and_files_for_a_press_leave_the_pages_out_and_say_so() {
    let sandbox = folder();
    for arguments in [
        "render ada.toml -o ada.png",
        "render ada.toml -o ada.svg",
        "press pdf ada.toml -o press.pdf",
    ] {
        let run = sandbox.run(arguments).code(0);
        let message = "warning[append-left-out]";
        assert!(run.stderr.contains(message), "{arguments}: {}", run.stderr);
    }
    assert_eq!(content(&sandbox, "press.pdf").pages.len(), 1);
}

#[test]
fn private_copies_and_letters_have_no_appended_pages() {
    let sandbox = folder();
    sandbox.write(
        "letter.toml",
        &(ADA.to_owned() + "[letter]\nbody = \"Text.\"\n"),
    );
    for arguments in [
        "render ada.toml --public -o a.pdf",
        "render ada.toml --anonymous -o a.pdf",
        "letter letter.toml -o a.pdf",
    ] {
        sandbox.run(arguments).succeeds();
        let content = content(&sandbox, "a.pdf");
        assert_eq!(content.pages.len(), 1, "{arguments}");
        assert_eq!(content.properties.standards.len(), 2, "{arguments}");
    }
}

#[test]
fn a_variant_appends_its_own_files() {
    let sandbox = folder();
    let text = ADA.to_owned() + "[variant.a]\nappend = []\n[variant.b]\nappend = [\"none.pdf\"]\n";
    sandbox.write("ada.toml", &text);
    sandbox
        .run("render ada.toml --variant a -o a.pdf")
        .succeeds();
    assert_eq!(content(&sandbox, "a.pdf").pages.len(), 1);
    let run = sandbox.run("render ada.toml --variant b -o b.pdf").code(1);
    assert!(run.stderr.contains("error[append-file]"), "{}", run.stderr);
}

#[test]
fn unusable_files_are_errors_at_their_names() {
    let sandbox = folder();
    std::fs::write(sandbox.path("no.pdf"), "text").expect("a file");
    std::fs::write(sandbox.path("half.pdf"), &certificate().bytes()[..300]).expect("a file");
    let encrypted = Handmade {
        trailer: "/ID [<0123> <0123>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 \
                  /O <28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A> \
                  /U <28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A> >>"
            .to_owned(),
        ..Handmade::default()
    };
    std::fs::write(sandbox.path("locked.pdf"), encrypted.bytes()).expect("a file");
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let deep = Handmade::default().object(&deep);
    std::fs::write(sandbox.path("deep.pdf"), deep.bytes()).expect("a file");
    #[cfg(unix)]
    {
        let made = Command::new("mkfifo")
            .arg(sandbox.path("pipe.pdf"))
            .status();
        assert!(made.expect("mkfifo starts").success());
    }
    for (file, rule, message) in [
        ("none.pdf", "append-file", "does not exist"),
        (
            "../ada.pdf",
            "append-file",
            "is outside the profile's folder",
        ),
        ("", "append-file", "empty path"),
        ("more", "append-file", "it is a folder"),
        ("pipe.pdf", "append-file", "it is not a regular file"),
        ("no.pdf", "unreadable-pdf", "`no.pdf` is not a PDF"),
        ("half.pdf", "unreadable-pdf", "`half.pdf` is damaged"),
        ("locked.pdf", "unreadable-pdf", "`locked.pdf` "),
        (
            "deep.pdf",
            "unreadable-pdf",
            "`deep.pdf` exceeds the safety limits",
        ),
    ] {
        let text =
            format!("\nappend = [\"certificate.pdf\", \"{file}\"]\n[person]\nname = \"Ada\"\n");
        sandbox.write("wrong.toml", &text);
        for command in ["check wrong.toml", "render wrong.toml -o wrong.pdf"] {
            let run = sandbox.run(command).code(1);
            let found = &run.stderr;
            assert!(found.contains(&format!("error[{rule}]")), "{file}: {found}");
            assert!(found.contains(message), "{file}: {found}");
            assert!(found.contains("wrong.toml:2:30"), "{file}: {found}");
        }
        assert!(!sandbox.path("wrong.pdf").exists(), "{file}");
    }
}

#[test]
fn a_batch_renders_again_when_an_appended_file_changes() {
    let sandbox = folder();
    sandbox.run("batch . -o out").succeeds();
    let name = sandbox.files("out").remove(0);
    let path = format!("out/{name}");
    assert_eq!(content(&sandbox, &path).pages.len(), 3);
    let before = sandbox.bytes(&path);
    sandbox.run("batch . -o out").succeeds();
    assert!(sandbox.bytes(&path) == before);
    let other = Handmade::drawing("0 0 0 1 k BT /F 10 Tf 72 600 Td (other) Tj ET");
    std::fs::write(sandbox.path("certificate.pdf"), other.bytes()).expect("a file");
    sandbox.run("batch . -o out").succeeds();
    assert!(sandbox.bytes(&path) != before);
}

#[test]
#[ignore = "needs qpdf and poppler"]
fn other_readers_accept_the_joined_file() {
    let sandbox = folder();
    sandbox.run("render ada.toml -o ada.pdf").succeeds();
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .arg(sandbox.path("ada.pdf"))
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{program}: {text}{errors}");
        text
    };
    run("qpdf", &["--check"]);
    let outline = run("qpdf", &["--json", "--json-key=outlines"]);
    for title in ["A title", "Ines Zeugnis"] {
        assert!(outline.contains(title), "{outline}");
    }
    let pages = run("pdfinfo", &["-l", "9"]);
    assert!(pages.contains("Pages:           3"), "{pages}");
    assert!(pages.contains("Page    2 size:  280 x 360 pts"), "{pages}");
    assert!(pages.contains("Page    2 rot:   90"), "{pages}");
}
