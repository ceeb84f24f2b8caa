//! The settings of a folder, `cvpress.toml`: what they change, what wins, and what is wrong with them.

use crate::support::sandbox::Sandbox;

const ADA: &str = "date = \"2026\"\n[person]\nname = \"Ada Example\"\n";

fn office(settings: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .write("cvs/cvpress.toml", settings)
        .write("cvs/ada.toml", ADA)
        .write("cvs/2026/bob.toml", &format!("layout = \"vita\"\n{ADA}"));
    sandbox
}

#[test]
fn settings_are_for_all_profiles_below_and_the_profile_wins() {
    let sandbox = office("layout = \"ats\"\n[design]\npaper = \"us-letter\"\nfit = \"off\"\n");
    let said = sandbox.run("batch cvs").code(0).text();
    assert!(!said.contains("density"), "{said}");
    assert_eq!(sandbox.files("out"), ["2026/bob-vita.pdf", "ada-ats.pdf"]);
    for name in ["out/ada-ats.pdf", "out/2026/bob-vita.pdf"] {
        let file = lopdf::Document::load(sandbox.path(name)).expect("a PDF");
        let (_, page) = file.get_pages().into_iter().next().expect("a page");
        let media = file
            .get_dictionary(page)
            .and_then(|page| page.get(b"MediaBox"));
        let media = media
            .and_then(lopdf::Object::as_array)
            .expect("a page size");
        assert_eq!(
            media[2].as_float().ok(),
            Some(612.0),
            "{name} is on US Letter"
        );
    }
    sandbox
        .run("render cvs/2026/bob.toml cvs/ada.toml -o again")
        .succeeds();
    assert_eq!(
        sandbox.bytes("again/ada-ats.pdf"),
        sandbox.bytes("out/ada-ats.pdf")
    );
    assert_eq!(
        sandbox.bytes("again/bob-vita.pdf"),
        sandbox.bytes("out/2026/bob-vita.pdf")
    );
}

#[test]
fn changed_settings_render_all_profiles_again() {
    let sandbox = office("layout = \"ats\"\n");
    sandbox.run("batch cvs").succeeds();
    let said = sandbox.run("batch cvs").code(0).text();
    assert!(said.contains("unchanged               2"), "{said}");
    sandbox.write(
        "cvs/cvpress.toml",
        "layout = \"ats\"\n[design]\naccent = \"#8b0000\"\n",
    );
    let said = sandbox.run("batch cvs").code(0).text();
    assert!(said.contains("rendered                2"), "{said}");
    std::fs::remove_file(sandbox.path("cvs/cvpress.toml")).expect("a file");
    sandbox.run("batch cvs").succeeds();
    sandbox.write("cvs/cvpress.toml", "[design]\npaper = \"us-letter\"\n");
    let said = sandbox.run("batch cvs").code(0).text();
    assert!(said.contains("rendered                2"), "{said}");
}

#[test]
fn layouts_and_fonts_are_those_of_the_folder() {
    let sandbox =
        office("layout = \"uni\"\ntemplates = \"office/layouts\"\nfonts = \"office/fonts\"\n");
    sandbox
        .run("layouts eject ats cvs/office/layouts --as uni")
        .succeeds();
    let said = sandbox.run("render cvs/ada.toml").code(1).stderr;
    assert!(said.contains("office/fonts"), "{said}");
    std::fs::create_dir_all(sandbox.path("cvs/office/fonts")).expect("a folder");
    std::fs::copy(
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/fonts/core/inter/Inter-Italic.ttf"
        ),
        sandbox.path("cvs/office/fonts/a.ttf"),
    )
    .expect("a font");
    sandbox.run("render cvs/ada.toml").succeeds();
    assert_eq!(sandbox.files("out"), ["ada-uni.pdf"]);
}

#[test]
fn faults_of_settings_are_all_told_at_their_places() {
    let sandbox = office(
        "layuot = \"ats\"\ntemplates = \"../layouts\"\nfonts = 1\n[person]\nname = \"X\"\n[design]\naccent = \"no color\"\n",
    );
    let said = sandbox.run("render cvs/ada.toml").code(1).stderr;
    for expected in [
        "unknown key `layuot` in `cvpress.toml`",
        "did you mean `layout`?",
        "cvs/cvpress.toml:1:1",
        "`../layouts` is not inside the folder of `cvpress.toml`",
        "cvs/cvpress.toml:2:13",
        "`fonts` must be the path of a folder, not an integer",
        "unknown key `person` in `cvpress.toml`",
        "write it in the profile",
        "cvs/cvpress.toml:7:10",
    ] {
        assert!(said.contains(expected), "{expected} is not in:\n{said}");
    }
    assert!(sandbox.files("out").is_empty());
    sandbox.write("cvs/cvpress.toml", "layout = \"atts\"\n");
    let said = sandbox.run("render cvs/ada.toml").code(1).stderr;
    assert!(said.contains("cvs/cvpress.toml:1:10"), "{said}");
    sandbox.write("cvs/cvpress.toml", "layout = \n");
    let said = sandbox.run("render cvs/ada.toml").code(1).stderr;
    assert!(said.contains("cvs/cvpress.toml:1"), "{said}");
}

/// A picture in one color.
fn logo(gray: u8) -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::GrayImage::from_pixel(40, 20, image::Luma([gray]))
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a PNG");
    png.into_inner()
}

/// Returns how many images each page of a PDF draws.
fn images_of_pages(bytes: &[u8]) -> Vec<usize> {
    let file = lopdf::Document::load_mem(bytes).expect("a PDF");
    let pages = file.get_pages();
    let images = pages.values().map(|page| file.get_page_images(*page));
    images.map(|images| images.expect("images").len()).collect()
}

#[test]
fn logo_of_the_folder_is_above_the_first_page_in_every_layout() {
    let long = format!(
        "{ADA}[[section]]\ntitle = 'A'\nbody = 'a'\n[[section]]\nbreak-before = true\ntitle = 'B'\nbody = 'b'\n"
    );
    let sandbox = office("page-logo = \"office.png\"\n");
    sandbox.write("cvs/2026/bob.toml", &long);
    std::fs::write(sandbox.path("cvs/office.png"), logo(90)).expect("a file");
    sandbox.run("batch cvs --layout all").succeeds();
    let pdfs = sandbox.files("out");
    for name in &pdfs {
        let images = images_of_pages(&sandbox.bytes(&format!("out/{name}")));
        assert_eq!(images[0], 1, "{name}");
        assert!(images[1..].iter().all(|count| *count == 0), "{name}");
    }
    let said = sandbox.run("batch cvs --layout all").code(0).text();
    assert!(said.contains("rendered                0\n"), "{said}");
    std::fs::write(sandbox.path("cvs/office.png"), logo(30)).expect("a file");
    let said = sandbox.run("batch cvs --layout all").code(0).text();
    assert!(said.contains("unchanged               0\n"), "{said}");
    // A logo of the profile wins; that of the settings must exist.
    sandbox.write(
        "cvs/2026/bob.toml",
        &format!("page-logo = \"own.png\"\n{ADA}"),
    );
    std::fs::write(sandbox.path("cvs/2026/own.png"), logo(200)).expect("a file");
    sandbox
        .run("render cvs/2026/bob.toml -o own.pdf")
        .succeeds();
    assert_eq!(images_of_pages(&sandbox.bytes("own.pdf")), [1]);
    std::fs::remove_file(sandbox.path("cvs/office.png")).expect("a file");
    let said = sandbox.run("render cvs/ada.toml").code(1).stderr;
    assert!(said.contains("cvs/cvpress.toml:1:13"), "{said}");
    assert!(
        said.contains("the page-logo `office.png` does not exist"),
        "{said}"
    );
}

#[test]
fn settings_are_no_profile() {
    let sandbox = office("layout = \"ats\"\n");
    let said = sandbox.run("render cvs/cvpress.toml").code(1).stderr;
    assert!(said.contains("has the settings of its folder"), "{said}");
    sandbox
        .run("check cvs/cvpress.toml cvs/ada.toml")
        .succeeds();
}
