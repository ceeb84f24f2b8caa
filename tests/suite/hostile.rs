//! Untrusted profiles are data: a field is rendered verbatim or rejected; nothing in it is
//! executed, and it causes no file access.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use cvpress::diagnostic::{Deny, Source};
use cvpress::pipeline::{Document, RenderOptions};
use cvpress::profile::{self, ParsedProfile};
use cvpress::selection::{Choice, DocumentKind};
use cvpress::verify::PdfContent;

use crate::suite::completeness::renders_whole;
use crate::support::pdf;
use crate::support::rendering::{ENGINE, layouts, open, open_choice, render_cv, short_messages};
use crate::support::sandbox::Sandbox;

/// Attempts to have a field executed. They contain no Markdown, so they are rendered verbatim.
const HOSTILE: [&str; 7] = [
    "#read(\"/etc/passwd\")",
    "#import \"@preview/x:1.0.0\": y",
    "#panic() #sys.inputs #{ 1 + 1 } #eval(\"1\") #raw[x]",
    "$x$ <l> @r \\u{41} // /* */ = a #let b = 1",
    "</rdf:li></rdf:Seq><x> ]]> <?xpacket end=\"w\"?> <script>",
    ") /JavaScript (app.alert(1)) >> endobj %%EOF (",
    "javascript:alert(1) data:text/html,x file:///etc/passwd ../../etc/passwd",
];

/// Fields that accept only certain words or addresses.
const REFUSING: [&str; 24] = [
    "allow",
    "design.paper",
    "layout",
    "letter.signature",
    "locale",
    "person.links.network",
    "person.links.url",
    "person.links.username",
    "person.qr",
    "person.url",
    "private",
    "section.entry.doi",
    "section.entry.links.url",
    "section.entry.project.links.url",
    "section.entry.project.url",
    "section.entry.url",
    "section.group-by",
    "section.kind",
    "section.sort",
    "section.subsection.kind",
    "variant.software.design.dates",
    "variant.software.layout",
    "variant.software.letter.signature",
    "variant.software.locale",
];

/// Fields that select or describe, and are not rendered.
const NOT_PRINTED: [&str; 11] = [
    "date",
    "person.family-name",
    "person.other-names",
    "section.entry.details.tags",
    "section.entry.highlights.tags",
    "section.entry.role.highlights.tags",
    "section.entry.role.tags",
    "section.entry.tags",
    "section.tags",
    "variant.software.hide",
    "variant.software.show",
];

/// Returns the profile with every field, without the order of sections by title, as titles change
/// here.
fn example() -> toml::Value {
    let text = std::fs::read_to_string(profiles().join("example.toml")).expect("the example");
    let mut example: toml::Value = toml::from_str(&text).expect("TOML");
    example["variant"]["software"]
        .as_table_mut()
        .expect("a table")
        .remove("order")
        .expect("an order");
    example
}

fn profiles() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/profiles"))
}

/// Calls `change` with each string, its field and its number.
fn each_text(value: &mut toml::Value, change: &mut dyn FnMut(usize, &str, &mut String)) {
    fn walk(
        value: &mut toml::Value,
        field: &str,
        number: &mut usize,
        change: &mut dyn FnMut(usize, &str, &mut String),
    ) {
        match value {
            toml::Value::String(text) => {
                change(*number, field, text);
                *number += 1;
            }
            toml::Value::Array(members) => members
                .iter_mut()
                .for_each(|member| walk(member, field, number, change)),
            toml::Value::Table(members) => {
                for (key, member) in members.iter_mut() {
                    let below = if field.is_empty() {
                        key.clone()
                    } else {
                        format!("{field}.{key}")
                    };
                    walk(member, &below, number, change);
                }
            }
            _ => {}
        }
    }
    walk(value, "", &mut 0, change);
}

fn read(value: &toml::Value) -> ParsedProfile {
    // Curly quotes would not be the text as it was written.
    let text = "quotes = 'as-typed'\n".to_owned() + &toml::to_string(value).expect("TOML");
    profile::parse(Source::new("test.toml", text), Some(profiles()), None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

/// Returns the errors of a CV in its own layout.
fn errors(reading: &ParsedProfile, choice: &Choice) -> String {
    let problems = Document::new(reading, choice, "test", &Deny::default(), &ENGINE)
        .problems(&RenderOptions::default(), &ENGINE);
    if problems.has_errors() {
        short_messages(&problems)
    } else {
        String::new()
    }
}

/// Returns the CV and the letter, each with and without the variant.
fn choices() -> impl Iterator<Item = Choice> {
    let pieces = [DocumentKind::Cv, DocumentKind::Letter].into_iter();
    pieces.flat_map(|piece| {
        [None, Some("software".to_owned())].map(|variant| Choice {
            variant,
            document: piece,
            ..Choice::default()
        })
    })
}

fn has_safe_scheme(url: &str) -> bool {
    ["http://", "https://", "mailto:", "tel:"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
}

/// Returns the links of a PDF with forbidden schemes.
fn unsafe_links(finished: &PdfContent) -> Vec<&str> {
    finished
        .properties
        .links
        .iter()
        .map(|link| link.url.as_str())
        .filter(|url| !has_safe_scheme(url))
        .collect()
}

#[test]
fn enumerated_fields_reject_other_words() {
    let mut refusing = BTreeSet::new();
    let mut texts = Vec::new();
    each_text(&mut example(), &mut |_, field, _| {
        texts.push(field.to_owned());
    });
    for (position, field) in texts.iter().enumerate() {
        let mut changed = example();
        each_text(&mut changed, &mut |number, _, text| {
            if number == position {
                HOSTILE[0].clone_into(text);
            }
        });
        let reading = read(&changed);
        if choices().any(|choice| !errors(&reading, &choice).is_empty()) {
            refusing.insert(field.as_str());
        }
    }
    assert_eq!(refusing.into_iter().collect::<Vec<_>>(), REFUSING);
}

#[test]
fn every_other_field_is_rendered_verbatim_in_every_layout() {
    for (shift, layout) in layouts().into_iter().enumerate() {
        let mut changed = example();
        let mut written = Vec::new();
        each_text(&mut changed, &mut |number, field, text| {
            if !REFUSING.contains(&field) && !NOT_PRINTED.contains(&field) {
                *text = format!("q{number}z {}", HOSTILE[(number + shift) % HOSTILE.len()]);
                written.push((field.to_owned(), text.clone()));
            }
        });
        let reading = read(&changed);
        let mut read_back = String::new();
        for choice in choices() {
            let cv = render_cv(open_choice(&reading, &choice), layout, None);
            renders_whole(&cv, layout);
            let finished =
                cvpress::verify::read(&cv.bytes, "a.pdf").expect("a PDF that can be read");
            assert_eq!(unsafe_links(&finished), [] as [&str; 0], "{layout}");
            read_back.push_str(&pdf::text(&finished.pages).to_lowercase());
        }
        // Headings may be in capitals.
        written.retain(|(_, text)| !read_back.contains(&pdf::bare(text).to_lowercase()));
        assert_eq!(written, [], "{layout}: not printed as it stands");
    }
}

#[test]
fn rendered_keys_are_text() {
    for hostile in HOSTILE {
        let key = toml::Value::String(hostile.to_owned());
        let cv = render_cv(
            open(&format!(
                "quotes = 'as-typed'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'award'\n[[section.entry]]\ntitle = 'A'\nmeta = {{ {key} = 'B' }}\n"
            )),
            "compact",
            None,
        );
        assert!(
            pdf::text(&pdf::pages(&cv.bytes)).contains(&pdf::bare(hostile)),
            "{hostile}"
        );
    }
}

#[test]
fn metadata_stays_text() {
    for hostile in HOSTILE {
        let text = toml::Value::String(hostile.to_owned());
        let cv = render_cv(
            open(&format!(
                "quotes = 'as-typed'\n[person]\nname = {text}\nheadline = {text}\n[[section]]\nkind = 'skill'\n[[section.entry]]\nname = {text}\nkeywords = [{text}]\n"
            )),
            "compact",
            None,
        );
        let about = cvpress::verify::read(&cv.bytes, "a.pdf")
            .expect("a PDF that can be read")
            .properties;
        assert_eq!(about.author.as_deref(), Some(hostile));
        assert!(
            about.title.is_some_and(|title| title.contains(hostile)),
            "{hostile}"
        );
        // XMP metadata is uncompressed XML.
        let raw = String::from_utf8_lossy(&cv.bytes);
        let packet = raw
            .split_once("<x:xmpmeta")
            .and_then(|(_, rest)| rest.split_once("</x:xmpmeta>"));
        let (packet, _) = packet.expect("metadata");
        for never in ["</rdf:Seq><x>", "]]>", "<?xpacket", "<script>"] {
            assert!(!packet.contains(never), "{never}: {packet}");
        }
    }
}

/// Links that would harm a reader.
const UNSAFE: [&str; 12] = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\\tscript:alert(1)",
    " javascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>x</script>",
    "file:///etc/passwd",
    "//example.org/x",
    "\\\\\\\\example.org\\\\x",
    "https:javascript\\u0000:x",
    "ftp://example.org",
    "x-apple.systempreferences:y",
];

#[test]
fn links_use_only_http_mailto_and_tel() {
    for url in UNSAFE {
        for toml in [
            format!("[person]\nname = 'Ada'\nurl = \"{url}\""),
            format!("[person]\nname = 'Ada'\nlinks = [{{ label = 'x', url = \"{url}\" }}]"),
            format!(
                "[person]\nname = 'Ada'\n[[section]]\nkind = 'project'\n[[section.entry]]\nname = 'A'\nurl = \"{url}\""
            ),
        ] {
            let reading =
                profile::parse(Source::new("test.toml", toml.as_str()), None, None).expect("TOML");
            assert!(
                errors(&reading, &Choice::default()).contains("error[link-target]"),
                "{toml}"
            );
        }
        // In prose it is rejected, too, or stays plain text.
        for prose in [
            format!("[x]({url})"),
            format!("<{url}>"),
            url.to_owned(),
            format!("[x][r]\\n\\n[r]: {url}"),
        ] {
            let toml =
                format!("[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = \"{prose}\"");
            let reading =
                profile::parse(Source::new("test.toml", toml.as_str()), None, None).expect("TOML");
            if errors(&reading, &Choice::default()).is_empty() {
                let cv = render_cv(open_choice(&reading, &Choice::default()), "compact", None);
                let finished =
                    cvpress::verify::read(&cv.bytes, "a.pdf").expect("a PDF that can be read");
                assert_eq!(unsafe_links(&finished), [] as [&str; 0], "{toml}");
            }
        }
    }
}

/// Characters that are invisible or cannot be shown: C0 and C1 controls, joiners, directional marks
/// and overrides, separators, variation selectors, tags, private use, and noncharacters.
fn strange() -> impl Iterator<Item = char> {
    let ranges = [
        '\u{1}'..='\u{1f}',
        '\u{7f}'..='\u{a0}',
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202f}',
        '\u{2060}'..='\u{206f}',
        '\u{3164}'..='\u{3164}',
        '\u{e000}'..='\u{e001}',
        '\u{f8ff}'..='\u{f8ff}',
        '\u{fdd0}'..='\u{fdd0}',
        '\u{fe0e}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{fff9}'..='\u{ffff}',
        '\u{e0001}'..='\u{e0001}',
        '\u{e0041}'..='\u{e0041}',
        '\u{e0100}'..='\u{e0100}',
        '\u{10fffd}'..='\u{10ffff}',
    ];
    std::iter::once('\0').chain(ranges.into_iter().flatten())
}

#[test]
fn unusual_characters_are_rendered_or_rejected_at_their_place() {
    let mut rendered = String::new();
    for character in strange() {
        let text = format!("A\\U{:08X}b", u32::from(character));
        let toml = format!(
            "date = \"2026\"\n[person]\nname = \"{text}\"\nheadline = \"{text}\"\n[[section]]\nkind = \"experience\"\n\
             [[section.entry]]\nposition = \"{text}\"\nsummary = \"{text}\"\nhighlights = [\"{text}\", \"`{text}`\"]\n"
        );
        let reading = profile::parse(Source::new("test.toml", toml), None, None)
            .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        let errors = errors(&reading, &Choice::default());
        if errors.is_empty() {
            renders_whole(
                &render_cv(open_choice(&reading, &Choice::default()), "compact", None),
                &text,
            );
            rendered.push(character);
        } else {
            assert!(
                errors.starts_with("test.toml:3:10: error[missing-character]"),
                "{text}: {errors}"
            );
        }
    }
    // Directional overrides change how a word looks, and are read back unchanged.
    assert!(rendered.contains(['\u{200d}', '\u{2060}']));
    assert!(!rendered.contains(['\0', '\u{1b}', '\u{7f}', '\u{85}', '\u{feff}', '\u{fffe}',]));
}

#[test]
fn stacked_marks_and_mixed_scripts_stay_on_the_page() {
    let flood = format!("a{}b", "\u{301}".repeat(400));
    let mixed = "aбגد字क".repeat(30);
    for text in [
        flood,
        mixed,
        "\u{202e}drow a\u{202c}".to_owned(),
        "\u{2067}abc".to_owned(),
    ] {
        let toml = format!(
            "[person]\nname = '{text}'\nemail = 'ada@example.org'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
             position = '{text}'\nstart = '2020'\nhighlights = ['{text}', 'After.']\n"
        );
        let reading = profile::parse(Source::new("test.toml", toml), None, None).expect("TOML");
        for layout in layouts() {
            let cv = render_cv(open_choice(&reading, &Choice::default()), layout, None);
            let read = pdf::text(&pdf::pages(&cv.bytes));
            assert!(
                read.contains("ada@example.org") && read.contains("After."),
                "{layout}: {read}"
            );
        }
    }
}

/// Returns for each layout whether digits are before a marked word on its line, or after it.
fn sides_of_digits(toml: &str, layout: &str, is_word: fn(char) -> bool) -> BTreeMap<char, bool> {
    let cv = render_cv(open(toml), layout, None);
    let mut sides = BTreeMap::new();
    for page in pdf::pages(&cv.bytes) {
        let glyphs = || {
            page.glyphs
                .iter()
                .filter_map(|glyph| Some((glyph.text.as_ref()?, glyph.origin)))
        };
        for (text, at) in glyphs() {
            let Some(digit) = text.chars().next().filter(char::is_ascii_digit) else {
                continue;
            };
            let mut words = glyphs().filter(|(word, _)| word.contains(is_word));
            if let Some((_, word)) = words.find(|(_, word)| (word.y - at.y).abs() < 1.0) {
                sides.insert(digit, at.x < word.x);
            }
        }
    }
    sides
}

#[test]
fn fields_from_right_to_left_do_not_exchange_places_with_numbers() {
    let profile = |word: &str| {
        format!(
            "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
             organization = '{word}'\nposition = '3 Roles'\nlocation = '4 Sites'\nteam = ['5 Teams']\n\
             highlights = ['One.']\n\
             [[section]]\nkind = 'skill'\n[[section.entry]]\nname = 'Skills'\n\
             keywords = ['{word}', '6D', '7G']\n\
             [[section]]\nkind = 'project'\n[[section.entry]]\nname = '{word}'\nsubtitle = '8 Parts'\n\
             highlights = ['One.']\n"
        )
    };
    let mut compared = BTreeSet::new();
    for layout in layouts() {
        let latin = sides_of_digits(&profile("ZZZ"), layout, |c| c == 'Z');
        for word in ["חברה", "شركة"] {
            let is_word = |c| ('\u{590}'..'\u{780}').contains(&c);
            let sides = sides_of_digits(&profile(word), layout, is_word);
            for (digit, is_before) in &sides {
                if let Some(expected) = latin.get(digit) {
                    assert_eq!(is_before, expected, "{layout}, {word}: {digit}");
                    compared.insert(*digit);
                }
            }
        }
    }
    assert!(compared.len() > 4, "{compared:?}");
}

#[test]
fn files_outside_the_profile_folder_are_never_read() {
    let outside = Sandbox::new();
    outside.write(
        "secret.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    );
    outside.write(
        "secret.bib",
        "@book{x, title = {Secret}, author = {Ann Other}, year = 2020}",
    );
    let sandbox = Sandbox::new();
    sandbox
        .write("in/inner/file.svg", "<svg/>")
        .write("secret.svg", "<svg/>")
        .write("secret.bib", "@book{x}");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(""), sandbox.path("in/folder")).expect("a link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path("secret.svg"), sandbox.path("in/link.svg"))
        .expect("a link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path("secret.bib"), sandbox.path("in/link.bib"))
        .expect("a link");
    let absolute = outside.path("").display().to_string();
    for (key, ending, rule) in [
        ("photo", "svg", "photo-"),
        ("signature", "svg", "photo-"),
        ("bibliography", "bib", "bibliography-"),
    ] {
        let mut paths = vec![
            format!("../secret.{ending}"),
            format!("inner/../../secret.{ending}"),
            format!("./../secret.{ending}"),
            format!("{absolute}/secret.{ending}"),
            format!("file://{absolute}/secret.{ending}"),
            format!("inner/\\u0000/secret.{ending}"),
            format!("/dev/stdin/secret.{ending}"),
            format!("..\\\\secret.{ending}"),
            "/etc/passwd".to_owned(),
            ".".to_owned(),
        ];
        if cfg!(unix) {
            paths.extend([format!("folder/secret.{ending}"), format!("link.{ending}")]);
        }
        for path in paths {
            let profile = match key {
                "photo" => format!("[person]\nname = 'Ada'\nphoto = \"{path}\"\n"),
                "signature" => format!(
                    "[person]\nname = 'Ada'\n[letter]\nbody = 'b'\nsignature = \"{path}\"\n"
                ),
                _ => format!(
                    "[person]\nname = 'Ada'\n[[section]]\nkind = 'publication'\nbibliography = \"{path}\"\n"
                ),
            };
            let folder = sandbox.path("in");
            let reading = profile::parse(Source::new("in/ada.toml", profile), Some(&folder), None)
                .expect("TOML");
            let problems = errors(&reading, &Choice::default());
            assert!(
                problems.contains(&format!("error[{rule}")),
                "{key} {path}: {problems}"
            );
            assert!(
                !problems.contains("Secret") && !problems.contains("root:"),
                "{key} {path}: {problems}"
            );
        }
    }
}

/// A JPEG of 16 × 8 pixels.
const JPEG: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAwVh/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAYEQADAQEAAAAAAAAAAAAAAAAAAgMEUf/aAAwDAQACEQMRAD8Alir8VxV+AL1Ynls/T//Z";

/// Exif metadata with the name of a camera, and with the orientation of an upright picture that the
/// camera took lying on its side.
const EXIF: &[u8] = b"Exif\0\0MM\0*\0\0\0\x08\0\x02\x01\x0f\0\x02\0\0\0\x0a\0\0\0\x26\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0Camera 9X\0";

const PHOTO_PROFILE: &str =
    "date = '2026'\n[person]\nname = 'Ada'\nemail = 'ada@example.org'\nphoto = 'me.jpg'\n";

#[test]
fn metadata_of_photos_stays_at_home() {
    let sandbox = Sandbox::new();
    let plain = BASE64_STANDARD.decode(JPEG).expect("Base64");
    let length = u16::try_from(EXIF.len() + 2).expect("a short segment");
    let segment = [b"\xff\xe1", &length.to_be_bytes()[..], EXIF].concat();
    let photo = [
        &plain[..2],
        &segment,
        &plain[2..],
        b"a video of the Camera 9X",
    ]
    .concat();
    sandbox.write("a.toml", PHOTO_PROFILE);
    std::fs::write(sandbox.path("me.jpg"), photo).expect("a photo");
    for format in ["pdf", "svg"] {
        let command = format!("render a.toml --layout sidebar -o a.{format}");
        sandbox.run(&command).succeeds();
    }
    let pdf = sandbox.bytes("a.pdf");
    let svg = sandbox.read("a.svg");
    let (_, embedded) = svg
        .split_once("data:image/jpeg;base64,")
        .expect("the photo");
    let (embedded, _) = embedded.split_once('"').expect("the end of the photo");
    let embedded = BASE64_STANDARD.decode(embedded).expect("Base64");
    for bytes in [&pdf, &embedded] {
        assert!(!bytes.windows(6).any(|part| part == b"Camera"));
    }
    // Decoders still turn it upright.
    assert!(
        embedded
            .windows(8)
            .any(|part| part == b"\x01\x12\0\x03\0\0\0\x01")
    );
    // The compressed pixels are those of the original.
    let pixels = &plain[plain.len() - 60..];
    for bytes in [&pdf, &embedded] {
        assert!(bytes.windows(pixels.len()).any(|part| part == pixels));
    }
}

#[test]
fn damaged_images_are_reported_at_their_line() {
    let sandbox = Sandbox::new();
    let whole = BASE64_STANDARD.decode(JPEG).expect("Base64");
    sandbox.write("a.toml", PHOTO_PROFILE);
    for damaged in [
        &whole[..40],
        &whole[..170],
        b"\xff\xd8\xff\xe0 not a picture",
    ] {
        std::fs::write(sandbox.path("me.jpg"), damaged).expect("a photo");
        for command in [
            "render a.toml --layout sidebar",
            "check a.toml --layout sidebar",
        ] {
            let run = sandbox
                .run(&format!("{command} --message-format short"))
                .code(1);
            let expected = "a.toml:5:9: error[photo-unreadable]: the photo `me.jpg` is damaged; ";
            assert!(run.stderr.starts_with(expected), "{}", run.stderr);
            assert!(!run.stderr.contains(".typ"), "{}", run.stderr);
        }
    }
}

#[test]
fn svg_with_addresses_is_well_formed() {
    let sandbox = Sandbox::new();
    let url = "https://a.example/?b=1&c=2&amp;d";
    let toml = format!("date = '2026'\n[person]\nname = 'Ada & <Co>'\nurl = '{url}'\n");
    sandbox.write("a.toml", &toml);
    sandbox.run("render a.toml -o a.svg").succeeds();
    let svg = sandbox.read("a.svg");
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let targets: BTreeSet<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "a")))
        .filter_map(|node| node.attribute("href"))
        .collect();
    assert_eq!(targets, BTreeSet::from([url]));
}

#[test]
fn messages_do_not_control_the_terminal() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.toml",
        "\"\\u001b]0;title\\u0007\\u009b\" = 1\n[person]\nname = 'Ada'\n",
    );
    for format in ["human", "short", "json"] {
        let command = format!("check a.toml --color never --message-format {format}");
        let messages = sandbox.run(&command).code(1).stderr;
        let control = messages.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{messages}");
        assert!(messages.contains("]0;title"), "{messages}");
    }
}

#[test]
#[cfg(unix)]
fn names_of_files_do_not_control_the_terminal() {
    let sandbox = Sandbox::new();
    let name = "a\u{1b}[31mb.toml";
    sandbox.write(name, "date='2026'\n[person]\nname = 'Ada'\n");
    for command in [
        "render --color always",
        "check --color always",
        "fmt --check --color always",
        "batch --dry-run --color always",
        "batch --color always",
    ] {
        let mut command = sandbox.command(command);
        let output = command.arg(name).output().expect("the program starts");
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(!said.concat().contains("\u{1b}[31mb"), "{said:?}");
        assert!(said.concat().contains("\\u{1b}[31mb"), "{said:?}");
    }
}

#[test]
fn texts_at_the_bounds_of_nesting_are_rendered() {
    let bullets = format!(
        "{}'y'{}",
        "{ text = 'x', items = [".repeat(7),
        "] }".repeat(7)
    );
    let lists: String = (0..8)
        .map(|level| format!("{}- x\n", "  ".repeat(level)))
        .collect();
    let marks = format!("{}x{}", "<sup>".repeat(7), "</sup>".repeat(7));
    let quotes = format!("{}**{marks}**\n", "> ".repeat(8));
    let toml = format!(
        r#"
date = '2026'
[person]
name = 'Ada'
[[section]]
kind = 'text'
highlights = [{bullets}]
[[section]]
kind = 'experience'
[[section.entry]]
position = 'A'
details = [{{ label = 'l', items = [{bullets}] }}]
summary = """
{lists}"""
[[section.entry]]
position = 'B'
summary = """
{quotes}"""
"#
    );
    let reading = profile::parse(Source::new("test.toml", toml), None, None).expect("TOML");
    assert_eq!(errors(&reading, &Choice::default()), "");
    for layout in layouts() {
        let cv = render_cv(open_choice(&reading, &Choice::default()), layout, None);
        renders_whole(&cv, layout);
    }
}

#[test]
fn one_line_fields_are_one_line_in_metadata() {
    let toml =
        "[person]\nname = \"Ada\\r\\n  \\u2028Lovelace\\n\"\nphone = \"+1 551\\n555 0100\"\n";
    let cv = render_cv(open(toml), "compact", None);
    let finished = cvpress::verify::read(&cv.bytes, "a.pdf").expect("a PDF that can be read");
    let properties = finished.properties;
    assert_eq!(properties.author.as_deref(), Some("Ada Lovelace"));
    let title = properties.title.expect("a title");
    assert!(!title.contains(['\n', '\r']), "{title:?}");
}

/// Returns a profile in a language with a section that has the heading of the language.
fn with_locale(locale: &str) -> String {
    format!(
        "locale = '{locale}'\ndate = '2026'\n[person]\nname = 'Ada'\n[[section]]\n\
         kind = 'experience'\n[[section.entry]]\nposition = 'P'\n"
    )
}

#[test]
fn headings_have_the_capitals_of_their_language() {
    for (locale, right, wrong) in [
        ("tr", "DENEYİMİ", "DENEYIM"),
        ("el", "ΕΜΠΕΙΡΙΑ", "ΕΜΠΕΙΡΊΑ"),
    ] {
        let mut in_capitals = Vec::new();
        for layout in layouts() {
            let cv = render_cv(open(&with_locale(locale)), layout, None);
            renders_whole(&cv, layout);
            let text = pdf::text(&pdf::pages(&cv.bytes));
            assert!(!text.contains(wrong), "{layout}: {text}");
            if text.contains(right) {
                in_capitals.push(layout);
            }
        }
        assert!(in_capitals.contains(&"compact"), "{in_capitals:?}");
    }
}

#[test]
fn regions_with_a_number_are_regions() {
    for layout in layouts() {
        let cv = render_cv(open(&with_locale("es-419")), layout, None);
        renders_whole(&cv, layout);
    }
}

/// The folder has the files that `--features korean` embeds.
#[test]
#[cfg(not(feature = "korean"))]
fn a_folder_of_fonts_adds_a_script() {
    let sandbox = Sandbox::new();
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/kr");
    sandbox.write("a.toml", &with_locale("ko").replace("Ada", "김민서"));
    let run = format!(
        "check a.toml --layout compact,sidebar --fonts {}",
        fonts.display()
    );
    let run = sandbox.run(&run).code(0);
    assert!(!run.stderr.contains("missing"), "{}", run.stderr);
}

#[test]
#[cfg(not(any(feature = "korean", feature = "traditional-chinese")))]
fn characters_of_a_script_are_one_message_that_names_a_font() {
    let sandbox = Sandbox::new();
    for (name, messages, font) in [
        (
            "김민서",
            "no font has the Korean characters `김`, `민`, `서`",
            "Noto Sans KR",
        ),
        (
            "민",
            "no font has the character `민` (U+BBFC)",
            "Noto Sans KR",
        ),
        (
            "สมชาย",
            "no font has the Thai characters `ส`, `ม`, `ช` and 2 more",
            "Noto Sans Thai",
        ),
    ] {
        let locale = if font.ends_with("KR") { "ko" } else { "en" };
        sandbox.write("a.toml", &with_locale(locale).replace("Ada", name));
        let run = sandbox.run("render a.toml --message-format short").code(1);
        let expected =
            format!("error[missing-character]: {messages}; download `{font}` from https://");
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
        let folder = format!("--fonts {}/static`", font.replace(' ', "_"));
        assert!(run.stderr.contains(&folder), "{}", run.stderr);
        assert_eq!(
            run.stderr.matches("missing-character").count(),
            1,
            "{}",
            run.stderr
        );
    }
}

#[test]
fn text_that_cannot_be_seen_is_told() {
    let sandbox = Sandbox::new();
    for (color, level) in [
        ("#ffffff", "error"),
        ("#aaaaaa", "warning"),
        ("#0b3d6b", ""),
    ] {
        let toml = format!("{}[design]\naccent = '{color}'\n", with_locale("en"));
        sandbox.write("a.toml", &toml);
        let messages = sandbox.run("check a.toml --message-format short").stderr;
        let told = messages.lines().find(|line| line.contains("low-contrast"));
        let expected = format!("{level}[low-contrast]");
        if level.is_empty() {
            assert_eq!(told, None);
        } else {
            let told = told.unwrap_or_default();
            assert!(told.contains(&expected), "{color}: {messages}");
        }
    }
}

#[test]
#[cfg(unix)]
fn images_are_regular_files() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", PHOTO_PROFILE);
    let made = std::process::Command::new("mkfifo")
        .arg(sandbox.path("me.jpg"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let messages = sandbox
        .run("check a.toml --message-format short")
        .code(1)
        .stderr;
    let expected = "cannot read the photo `me.jpg`: it is not a regular file";
    assert!(messages.contains(expected), "{messages}");
}

#[test]
fn only_shown_commands_are_suggested() {
    let sandbox = Sandbox::new();
    for (typed, similar) in [("rnder", "'render'"), ("wrker", "")] {
        let messages = sandbox.run(typed).code(2).stderr;
        assert!(messages.contains(similar), "{messages}");
        assert!(!messages.contains("worker"), "{messages}");
    }
}
