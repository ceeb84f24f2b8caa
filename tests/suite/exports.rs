//! HTML, Markdown and plain text: every text is in them in order, and stays text.

use cvpress::content::{DateFormat, Resume, text_groups};
use cvpress::export;
use cvpress::profile::link_fault;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::support::rendering::{open, open_choice, shipped};
use crate::support::sandbox::Sandbox;

/// Texts that a format might take for its signs.
const HOSTILE: [&str; 23] = [
    "# not a heading",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp;amp; &#x41;",
    "a \\` b \\`\\`\\` c",
    "a | b | c",
    "::: warning",
    "---",
    "===",
    "1. one",
    "2\\) two",
    "+ plus",
    "> quoted",
    "~~~",
    "\\[x\\](javascript:alert(1))",
    "!\\[x\\](https://example.org/x.png)",
    "\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~",
    "C:\\\\path\\\\",
    "\\[^1\\]: note",
    "$x$ and $$y$$",
    ":smile: @all #1",
    "\" onmouseover=\"alert(1)",
    "\\`",
];

fn html(resume: &Resume) -> String {
    export::html(resume, DateFormat::default(), &[], &[])
}

/// Returns the texts of a document, without white space.
fn expected(resume: &Resume) -> Vec<Vec<String>> {
    let groups = text_groups(resume, DateFormat::default());
    let groups = groups.into_iter().map(|group| {
        let texts = group.iter().map(|text| bare(text));
        texts.filter(|text| !text.is_empty()).collect()
    });
    groups.collect()
}

/// Returns a text without white space, and with plain digits in place of raised and lowered ones.
fn bare(text: &str) -> String {
    let visible = text.chars().filter(|c| !c.is_whitespace());
    visible
        .map(|c| {
            let digits = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"
                .chars()
                .zip("01234567890123456789".chars());
            let mut plain = digits
                .filter(|(raised, _)| *raised == c)
                .map(|(_, digit)| digit);
            plain.next().unwrap_or(c)
        })
        .collect()
}

/// Asserts that the texts of a document are in another text, in order.
#[track_caller]
fn assert_in_order(resume: &Resume, read: &str, what: &str) {
    let all = bare(read);
    let mut from = 0;
    for group in expected(resume) {
        let mut end = from;
        for text in group {
            let at = all[from..].find(&text);
            let at = at.unwrap_or_else(|| panic!("{what}: no `{text}` in order: {read}"));
            end = end.max(from + at + text.len());
        }
        from = end;
    }
}

/// Returns the text of the body of a page, as a reader without styles shows it.
fn html_text(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        let (_, after) = tag.split_once('>').expect("the end of a tag");
        rest = after;
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// Returns the text of Markdown, and asserts that its links and its HTML are safe.
fn markdown_text(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert_eq!(link_fault(&dest_url), None, "{dest_url}");
            }
            Event::InlineHtml(tag) => {
                let name = tag.trim_matches(['<', '>', '/']);
                assert!(
                    ["sup", "sub", "strong", "em", "del", "br", "code"].contains(&name),
                    "{tag}"
                );
            }
            Event::Html(_) | Event::Start(Tag::Image { .. } | Tag::HtmlBlock) => {
                panic!("{event:?}: {markdown}");
            }
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item) => text.push('\n'),
            _ => {}
        }
    }
    text
}

/// Returns plain text without what it has in the place of marks: signs of quotations, addresses of
/// links, and signs of struck-out text.
fn unmarked(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.strip_prefix("> ").unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut unmarked = String::new();
    let mut rest = text.as_str();
    while let Some((before, address)) = rest.split_once(" <") {
        let (address, after) = address.split_once('>').expect("the end of an address");
        unmarked += before;
        assert!(address.contains(['@', ':']), "{address}");
        rest = after;
    }
    unmarked += rest;
    unmarked.replace("~~", "")
}

#[test]
fn every_text_of_every_profile_is_in_every_format_in_order() {
    for profile in shipped() {
        let document = open_choice(&profile.reading, &profile.choice);
        let resume = &document.resume;
        let dates = DateFormat::default();
        let what = &profile.name;
        assert_in_order(resume, &html_text(&html(resume)), &format!("{what}, HTML"));
        let markdown = export::markdown(resume, dates);
        assert_in_order(
            resume,
            &markdown_text(&markdown),
            &format!("{what}, Markdown"),
        );
        let text = export::plain_text(resume, dates);
        assert_in_order(resume, &unmarked(&text), &format!("{what}, text"));
    }
}

/// A profile with a text in every place.
fn everywhere(text: &str) -> String {
    format!(
        "locale = \"en\"\n[person]\nname = '''{text}'''\nheadline = '''{text}'''\nstatus = '''{text}'''\n\
         epigraph = '''{text}'''\nlocation = '''{text}'''\n\
         [[section]]\nkind = 'experience'\ntitle = '''{text}'''\n\
         [[section.entry]]\nposition = '''{text}'''\norganization = '''{text}'''\nlocation = '''{text}'''\n\
         start = 2020\nurl = 'https://example.org/(a)?b=1&c=<2>'\nkeywords = ['''{text}''', '''{text}''']\n\
         highlights = ['''{text}''']\nnotes = ['''{text}''']\nmeta = {{ Fact = '''{text}''' }}\n\
         links = [{{ label = '''{text}''', url = 'https://example.org/x' }}]\n\
         details = [{{ label = '''{text}''', items = ['''{text}'''] }}]\n\
         [[section]]\nkind = 'skill'\n[[section.entry]]\nname = '''{text}'''\nkeywords = ['''{text}''']\n\
         [[section]]\nkind = 'list'\n[[section.entry]]\ntext = '''{text}'''\n"
    )
}

#[test]
fn hostile_texts_stay_texts() {
    for text in HOSTILE {
        let document = open(&everywhere(text));
        let resume = &document.resume;
        let page = html(resume);
        assert_in_order(resume, &html_text(&page), "HTML");
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert_eq!(page.matches("</script").count(), 1, "{page}");
        assert!(!page.contains("<!--") && !page.contains("<img"), "{page}");
        let markdown = export::markdown(resume, DateFormat::default());
        assert_in_order(resume, &markdown_text(&markdown), "Markdown");
        let headings = markdown_headings(&markdown);
        assert_eq!(headings, [1, 2, 3, 2, 2], "{text}: {markdown}");
        let plain = export::plain_text(resume, DateFormat::default());
        assert_in_order(
            resume,
            &plain
                .replace(" <https://example.org/x>", "")
                .replace(" <https://example.org/(a)?b=1&c=<2>>", ""),
            "text",
        );
    }
}

fn markdown_headings(markdown: &str) -> Vec<usize> {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    events
        .filter_map(|event| match event {
            Event::Start(Tag::Heading { level, .. }) => Some(level as usize),
            Event::Start(Tag::Table(_) | Tag::CodeBlock(_) | Tag::Image { .. }) => {
                panic!("{event:?}: {markdown}")
            }
            _ => None,
        })
        .collect()
}

#[test]
fn data_of_the_page_is_json_about_the_person() {
    let document = open(
        "[person]\nname = \"Ada </script> Byron\"\nemail = \"ada@example.org\"\nphone = [\"+1 202 555 0101\", \"+1 202 555 0102\"]\n\
         [[section]]\nkind = \"experience\"\n[[section.entry]]\nposition = \"Engineer\"\norganization = \"Exam\u{2028}ple\"\nstart = \"2020-03\"\n\
         end = \"present\"\n",
    );
    let page = html(&document.resume);
    let (_, data) = page.split_once("ld+json\">\n").expect("data");
    let (data, _) = data.split_once("\n</script>").expect("data");
    let json: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(json["@type"], "Person");
    assert_eq!(json["name"], "Ada </script> Byron");
    assert_eq!(json["email"], "ada@example.org");
    assert_eq!(json["telephone"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["worksFor"]["startDate"], "2020-03");
    assert_eq!(json["worksFor"]["worksFor"]["name"], "Exam\u{2028}ple");
    assert!(!data.contains('\u{2028}') && !data.contains('<'));
}

#[test]
fn lines_of_plain_text_have_80_columns() {
    for profile in shipped() {
        let document = open_choice(&profile.reading, &profile.choice);
        let text = export::plain_text(&document.resume, DateFormat::default());
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
        for line in text.lines() {
            assert_eq!(line, line.trim_end(), "{}", profile.name);
            // Only code and words that cannot be divided are longer.
            let is_code = line.starts_with("    ");
            let width: usize = line.chars().map(columns).sum();
            assert!(
                width <= 80 || is_code || !line.trim_start_matches(['-', ' ']).contains(' '),
                "{}: {line}",
                profile.name
            );
        }
    }
}

/// Returns the least number of columns that a terminal gives a character.
fn columns(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36f}'
        | '\u{64b}'..='\u{652}'
        | '\u{900}'..='\u{97f}'
        | '\u{200b}'..='\u{200f}' => 0,
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff01}'..='\u{ff60}' => 2,
        _ => 1,
    }
}

#[test]
fn words_of_other_languages_are_marked() {
    let document = open(
        "locale = \"en\"\n[person]\nname = \"Noa\"\nnative-name = \"נועה\"\n[[section]]\nkind = \"text\"\nbody = \"Known as 山田 はなこ in Japan\"\n",
    );
    let page = html(&document.resume);
    assert!(
        page.contains("<bdi lang=\"he\" dir=\"rtl\">נועה</bdi>"),
        "{page}"
    );
    assert!(page.contains("Known as <span lang=\"ja\">"), "{page}");
    assert!(page.contains("<html lang=\"en\" dir=\"ltr\">"), "{page}");
}

const GOLDEN: &str = "locale = 'en'\n[person]\nname = 'Ada Byron'\nheadline = 'Engineer'\nemail = 'ada@example.org'\n\
    links = [{ label = 'notes', url = 'https://notes.example.org' }]\n\
    [[section]]\nkind = 'experience'\n[[section.entry]]\nposition = 'Engineer'\norganization = 'Example'\nlocation = 'London'\n\
    start = '2020-03'\nend = 'present'\nhighlights = ['Wrote **programs** for [engines](https://engines.example.org)', 'Read `*` aloud']\n\
    [[section]]\nkind = 'skill'\n[[section.entry]]\nname = 'Languages'\nkeywords = ['C#', 'a_b']\n\
    [[section]]\nkind = 'text'\ntitle = 'Table'\nbody = '''\n| a | b |\n|---|--:|\n| one | 2 |\n'''\n";

#[test]
fn markdown_of_a_small_profile() {
    let document = open(GOLDEN);
    assert_eq!(
        export::markdown(&document.resume, DateFormat::default()),
        r"# Ada Byron

Engineer

[ada@example.org](mailto:ada@example.org) · [notes](https://notes.example.org)

## Experience

### Engineer

Mar 2020 – Present\
Example · London

- Wrote **programs** for [engines](https://engines.example.org)
- Read `*` aloud

## Skills

- **Languages** · C#, a_b

## Table

| a | b |
| --- | ---: |
| one | 2 |
"
    );
}

#[test]
fn an_entry_of_only_bullets_has_no_bullet_above_them() {
    let document = open(
        "[[section]]\nkind = 'reference'\n[[section.entry]]\nname = 'Ada'\n\
         [[section.entry]]\nhighlights = ['Two clients', 'A neighbor']\n",
    );
    let markdown = export::markdown(&document.resume, DateFormat::default());
    assert!(
        markdown.ends_with("### Ada\n\n- Two clients\n- A neighbor\n"),
        "{markdown}"
    );
    let text = export::plain_text(&document.resume, DateFormat::default());
    assert!(
        text.ends_with("Ada\n\n- Two clients\n- A neighbor\n"),
        "{text}"
    );
}

#[test]
fn plain_text_of_a_small_profile() {
    let document = open(GOLDEN);
    assert_eq!(
        export::plain_text(&document.resume, DateFormat::default()),
        "Ada Byron
=========

Engineer

ada@example.org
notes <https://notes.example.org>

Experience
----------

Engineer
Mar 2020 – Present
Example · London
- Wrote programs for engines <https://engines.example.org>
- Read * aloud

Skills
------

- Languages · C#, a_b

Table
-----

a    b
---  -
one  2
"
    );
}

#[test]
fn same_document_gives_the_same_bytes() {
    let document = open(GOLDEN);
    let again = open(GOLDEN);
    let dates = DateFormat::default();
    assert_eq!(html(&document.resume), html(&again.resume));
    assert_eq!(
        export::markdown(&document.resume, dates),
        export::markdown(&again.resume, dates)
    );
    assert_eq!(
        export::plain_text(&document.resume, dates),
        export::plain_text(&again.resume, dates)
    );
}

#[test]
fn letters_are_exported_whole() {
    let text = "locale = 'de'\n[person]\nname = 'Ada Byron'\nemail = 'ada@example.org'\n\
        [letter]\nrecipient = ['Beispiel GmbH', 'Weg 1', '12345 Ort']\ndate = '2026-01-15'\nsubject = 'Bewerbung'\n\
        opening = 'Guten Tag,'\nbody = '''\nErster Absatz.\n\nZweiter Absatz.\n'''\nclosing = 'Mit freundlichen Grüßen'\n\
        enclosures = ['Lebenslauf', 'Zeugnisse']\n";
    let reading =
        cvpress::profile::parse(cvpress::diagnostic::Source::new("a.toml", text), None, None);
    let reading = reading.unwrap_or_else(|problems| panic!("{problems:?}"));
    let choice = cvpress::selection::Choice {
        document: cvpress::selection::DocumentKind::Letter,
        ..cvpress::selection::Choice::default()
    };
    let document = open_choice(&reading, &choice);
    let resume = &document.resume;
    assert_in_order(resume, &html_text(&html(resume)), "HTML");
    let markdown = export::markdown(resume, DateFormat::default());
    assert_in_order(resume, &markdown_text(&markdown), "Markdown");
    assert!(
        markdown.contains("Beispiel GmbH\\\nWeg 1\\\n12345 Ort\n"),
        "{markdown}"
    );
    let plain = export::plain_text(resume, DateFormat::default());
    assert_in_order(resume, &plain, "text");
    assert!(
        plain.contains("Anlagen: Lebenslauf, Zeugnisse\n"),
        "{plain}"
    );
}

#[test]
fn lists_and_periods_after_each_other_are_told_apart() {
    let document = open(
        "[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example'\n\
         start = '2019'\nend = '2021'\nsummary = '''\n- a\n- b\n'''\nhighlights = ['c', 'd']\n",
    );
    let markdown = export::markdown(&document.resume, DateFormat::default());
    assert!(
        markdown.contains("- a\n- b\n\n* c\n* d\n"),
        "two lists, not one: {markdown}"
    );
    let text = export::plain_text(&document.resume, DateFormat::default());
    assert!(text.contains("2019–2021"), "{text}");
}

#[test]
fn publications_for_blind_review_have_no_address() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "papers.bib",
        "@article{a, title = {On robots}, author = {Ruiz, Ada}, journal = {J}, year = {2024}, \
         doi = {10.1000/182}, url = {https://example.org/a}}",
    );
    sandbox.write(
        "a.toml",
        "[person]\nname = 'Ada Ruiz'\n[[section]]\nkind = 'publication'\nbibliography = 'papers.bib'\n",
    );
    let render = "render a.toml --format json,html,md,txt,docx";
    sandbox.run(&format!("{render} -o whole")).succeeds();
    sandbox
        .run(&format!("{render} --anonymous -o blind"))
        .succeeds();
    for format in ["json", "html", "md", "txt"] {
        let whole = sandbox.read(&format!("whole/a.{format}"));
        let blind = sandbox.read(&format!("blind/a-anonymous.{format}"));
        assert!(whole.contains("10.1000/182"), "{format}: {whole}");
        for part in ["10.1000/182", "example.org/a", "Ruiz"] {
            assert!(!blind.contains(part), "{format}: {part} in {blind}");
        }
    }
}

#[test]
fn addresses_that_are_shown_are_not_repeated_on_paper() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.toml",
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = [\n\
         'See [example.org](https://example.org)', 'See [notes](https://notes.example.org)']\n",
    );
    sandbox.run("render a.toml -o a.html").succeeds();
    let html = sandbox.read("a.html");
    assert!(
        html.contains("data-address=\"notes.example.org\""),
        "{html}"
    );
    assert!(!html.contains("data-address=\"example.org\""), "{html}");
}
