//! The gallery, and pages as images.

use cvpress::verify::read;

use crate::support::sandbox::Sandbox;

/// A profile of one page.
const PROFILE: &str =
    "date = '2026-01'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";

/// Returns width and height of a PNG in pixels: the first two numbers of its header (PNG, 3rd
/// edition, section 11.2.1).
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    (number_at(png, 16), number_at(png, 20))
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

#[test]
fn gallery_shows_every_layout() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE);
    let run = sandbox
        .run("gallery ada.toml --ppi 72 --pictures 36")
        .code(0);
    let count = crate::support::rendering::layouts().len();
    assert!(
        run.text()
            .starts_with(&format!("out/ada-gallery.pdf: {count} layouts\n")),
        "{}",
        run.text()
    );
    assert_eq!(size_of(&sandbox.bytes("out/ada-gallery.png")), (842, 595));
    assert_eq!(size_of(&sandbox.bytes("out/compact.png")), (298, 421));
    assert_eq!(sandbox.files("out").len(), 2 + count);
    let gallery = sandbox.bytes("out/ada-gallery.pdf");
    let about = read(&gallery, "gallery.pdf").expect("a PDF").properties;
    assert!(about.tagged);
    assert_eq!(about.headings.len(), count);
    // Pages are embedded unchanged, so that their text can be found: once on the contact sheet,
    // once on their own page.
    let pages = crate::support::pdf::pages(&sandbox.bytes("out/ada-gallery.pdf"));
    let text = crate::support::pdf::text(&pages);
    assert_eq!(
        (pages.len(), text.matches("One.").count()),
        // The form `rirekisho` has the text on a second sheet.
        (1 + count, 2 * count - 1)
    );
}

#[test]
fn gallery_is_reproducible() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE);
    for folder in ["one", "two"] {
        let _ = sandbox
            .run(&format!(
                "gallery ada.toml --layout ats,vita --ppi 40 -o {folder}"
            ))
            .code(0);
    }
    for file in ["ada-gallery.pdf", "ada-gallery.png"] {
        assert!(
            sandbox.bytes(&format!("one/{file}")) == sandbox.bytes(&format!("two/{file}")),
            "{file}"
        );
    }
}

#[test]
fn gallery_reports_its_errors() {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", PROFILE)
        .write("wrong.toml", "[person]\nnmae = 'Ada'\n");
    let run = sandbox.run("gallery wrong.toml").code(1);
    assert!(run.stderr.contains("unknown key `nmae`"), "{}", run.stderr);
    let run = sandbox
        .run("gallery ada.toml --layout ats --ppi 2400")
        .code(1);
    assert!(
        run.stderr
            .contains("error[image-export]: the image of a page is too large at 2400 ppi"),
        "{}",
        run.stderr
    );
    let run = sandbox
        .run("gallery ada.toml --locale en,de --locale-fallback")
        .code(2);
    assert!(
        run.stderr.contains("a gallery shows one CV"),
        "{}",
        run.stderr
    );
    let run = sandbox.run("gallery ada.toml --ppi 0").code(2);
    assert!(
        run.stderr
            .contains("expected pixels per inch, from 1 to 2400"),
        "{}",
        run.stderr
    );
}

#[test]
fn pages_become_pictures() {
    let sandbox = Sandbox::new();
    let bullets = "'A line of the list.', ".repeat(70);
    let two = PROFILE.replace("'One.'", &bullets);
    sandbox.write("ada.toml", PROFILE).write("two.toml", &two);
    let run = sandbox
        .run("render ada.toml two.toml --format png,svg,pdf --ppi 72")
        .code(0);
    let messages = run.text();
    assert!(
        messages.contains("out/two-compact.pdf: 2 pages"),
        "{messages}"
    );
    assert!(
        messages.contains("out/two-compact-2.png: page 2 of 2\n"),
        "{messages}"
    );
    assert_eq!(
        sandbox.files("out"),
        [
            "ada-compact-1.png",
            "ada-compact-1.svg",
            "ada-compact.pdf",
            "two-compact-1.png",
            "two-compact-1.svg",
            "two-compact-2.png",
            "two-compact-2.svg",
            "two-compact.pdf",
        ]
    );
    assert_eq!(size_of(&sandbox.bytes("out/ada-compact-1.png")), (595, 842));
    assert!(sandbox.read("out/two-compact-2.svg").starts_with("<svg "));
    let _ = sandbox
        .run("render ada.toml -o mine.png --ppi 36 --paper us-letter")
        .code(0);
    assert_eq!(size_of(&sandbox.bytes("mine.png")), (306, 396));
    let _ = sandbox.run("render two.toml -o some/mine.svg").code(0);
    assert_eq!(sandbox.files("some"), ["mine-1.svg", "mine-2.svg"]);
    let run = sandbox
        .run("render ada.toml -o - --format png --ppi 10")
        .code(0);
    assert_eq!(size_of(&run.stdout), (83, 117));
    let run = sandbox.run("render two.toml -o - --format svg").code(1);
    assert!(
        run.stderr
            .contains("only one page can be written to standard output"),
        "{}",
        run.stderr
    );
    let run = sandbox.run("render ada.toml -o - --format svg,pdf").code(2);
    assert!(
        run.stderr
            .contains("only one format can be written to standard output"),
        "{}",
        run.stderr
    );
}
