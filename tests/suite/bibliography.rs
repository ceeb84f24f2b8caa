//! Bibliographies: no publication is lost, and the person's name is recognized in all spellings.

use std::path::{Path, PathBuf};

use cvpress::content::plain;
use cvpress::content::resume::{EntryField, Inline, ResumeEntry};
use cvpress::diagnostic::{Deny, MessageFormat, Source, render};
use cvpress::pipeline::Document;
use cvpress::profile::{self, Moment};
use cvpress::selection::Choice;

use crate::support::pdf;
use crate::support::rendering::{ENGINE, layouts, not_found, render_cv, short_messages};
use crate::support::sandbox::Sandbox;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profiles/bibliography")
}

/// Returns a CV with one publication section.
#[track_caller]
fn cv(section: &str, locale: &str) -> Document {
    let text = format!(
        "locale = '{locale}'\n[person]\nname = 'Ada Maria Berg'\n[[section]]\nkind = 'publication'\n{section}\n"
    );
    let reading = profile::parse(Source::new("test.toml", text), Some(&folder()), None);
    let reading =
        reading.unwrap_or_else(|problems| panic!("{}", render(&problems, MessageFormat::Short)));
    let document = Document::new(
        &reading,
        &Choice::default(),
        "test",
        &Deny::default(),
        &ENGINE,
    );
    assert!(
        document.problems.is_empty(),
        "{}",
        render(&document.problems, MessageFormat::Short)
    );
    document
}

/// Returns the publications with the headings of their groups.
fn listed(document: &Document) -> Vec<(String, &ResumeEntry)> {
    let section = &document.resume.sections[0];
    let own = section.entries.iter().map(|entry| (String::new(), entry));
    let grouped = section.sections.iter().flat_map(|group| {
        let title = group.title.as_deref().map(plain).unwrap_or_default();
        group
            .entries
            .iter()
            .map(move |entry| (title.clone(), entry))
    });
    own.chain(grouped).collect()
}

#[test]
fn publications_have_links_and_states() {
    let document = cv("bibliography = 'papers.bib'", "en");
    let publications = listed(&document);
    assert!(
        publications
            .iter()
            .any(|(_, entry)| !entry.links.is_empty())
    );
    assert!(
        publications
            .iter()
            .any(|(_, entry)| entry.texts.has(EntryField::Status))
    );
}

#[test]
fn sixty_publications_of_all_types_lose_no_text() {
    let bib = std::fs::read_to_string(folder().join("papers.bib")).expect("the bibliography");
    for (group, locale) in [("type", "en"), ("year", "de")] {
        let section = format!("bibliography = 'papers.bib'\nshow-doi = true\ngroup-by = '{group}'");
        for layout in layouts() {
            let cv = render_cv(self::cv(&section, locale), layout, None);
            assert_eq!(listed(&cv.document).len(), 60, "{layout}");
            let text = pdf::text(&pdf::pages(&cv.bytes));
            assert_eq!(
                not_found(&cv, &text),
                [] as [String; 0],
                "{layout} by {group}"
            );
            // Text without TeX markup is rendered verbatim.
            let fields = ["doi", "eprint", "isbn", "volume"];
            let mut seen = 0;
            for line in bib.lines().map(str::trim) {
                let Some((key, value)) = line.split_once('=') else {
                    continue;
                };
                if fields.contains(&key.trim()) {
                    let value = value
                        .trim()
                        .trim_end_matches(',')
                        .trim_matches(['{', '}', '"']);
                    assert!(
                        text.contains(&pdf::bare(value)),
                        "{layout} by {group}: {line}"
                    );
                    seen += 1;
                }
            }
            assert!(seen > 40, "only {seen} fields seen");
        }
    }
}

#[test]
fn own_name_is_recognized_in_all_spellings() {
    let document = cv("bibliography = 'papers.bib'", "en");
    let mut own: Vec<String> = Vec::new();
    for (_, entry) in listed(&document) {
        for author in entry.texts.all(EntryField::Authors) {
            if let [Inline::Strong { content }] = author.as_slice() {
                own.push(plain(content).trim_end_matches('*').to_owned());
            }
        }
    }
    let expected = [
        "A. Berg",
        "A. M. Berg",
        "Ada Berg",
        "Ada M. Berg",
        "Ada Maria BERG",
        "Ada Maria Berg",
    ];
    assert_eq!(
        own.iter()
            .map(|name| name.replace('\u{a0}', " "))
            .collect::<std::collections::BTreeSet<_>>(),
        expected.map(str::to_owned).into()
    );
}

#[test]
fn groups_are_sorted_and_numbers_count_down() {
    let document = cv("bibliography = 'papers.bib'\ngroup-by = 'type'", "en");
    let mut groups: Vec<String> = listed(&document)
        .into_iter()
        .map(|(group, _)| group)
        .collect();
    groups.dedup();
    assert_eq!(
        groups,
        [
            "Journal Articles",
            "Conference Papers",
            "Book Chapters",
            "Books",
            "Theses",
            "Reports",
            "Preprints",
            "Manuscripts",
            "Patents",
            "Datasets",
            "Software",
            "Talks",
            "Web Publications",
            "Other Publications"
        ]
    );
    let numbers: Vec<usize> = listed(&document)
        .into_iter()
        .filter_map(|(_, entry)| entry.number)
        .collect();
    assert_eq!(numbers, (1..=60).rev().collect::<Vec<_>>());
    let document = cv("bibliography = 'papers.bib'\ngroup-by = 'year'", "zh");
    let mut years: Vec<String> = listed(&document)
        .into_iter()
        .map(|(group, _)| group)
        .collect();
    years.dedup();
    let named: Vec<u16> = years.iter().filter_map(|year| year.parse().ok()).collect();
    assert!(
        named.len() > 10 && named.is_sorted_by(|a, b| a > b),
        "{years:?}"
    );
}

#[test]
fn numbers_count_up_on_request() {
    let document = cv(
        "bibliography = 'papers.bib'\ngroup-by = 'type'\nnumbering = 'ascending'",
        "en",
    );
    let numbers = listed(&document).into_iter();
    let numbers: Vec<usize> = numbers.filter_map(|(_, entry)| entry.number).collect();
    assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
    let document = cv(
        "numbering = 'ascending'
         subsection = [
             { title = 'A', entry = [{ title = 'One' }, { title = 'Two' }] },
             { title = 'B', numbering = 'descending', entry = [{ title = 'One' }, { title = 'Two' }] },
         ]",
        "en",
    );
    let numbers: Vec<Vec<Option<usize>>> = document.resume.sections[0]
        .sections
        .iter()
        .map(|part| part.entries.iter().map(|entry| entry.number).collect())
        .collect();
    assert_eq!(numbers, [[Some(1), Some(2)], [Some(2), Some(1)]]);
}

/// Returns the titles of the publications of a section.
fn titles(section: &str) -> Vec<String> {
    let document = cv(section, "en");
    listed(&document)
        .into_iter()
        .filter_map(|(_, entry)| entry.text(EntryField::Title).map(|title| plain(title)))
        .collect()
}

#[test]
fn publications_are_selected_by_key_or_keyword() {
    let chosen = titles(
        "bibliography = { path = 'papers.bib', keys = ['sorting2022echoes'], keywords = ['selected'] }",
    );
    assert_eq!(
        chosen,
        [
            "Twelve Years of Listening to Data Centres",
            "Quiet by Construction: Verified Fan Control in 900 Lines of Rust",
            "Reverberation as a Cache: Reusing Room Responses across GPU Kernels",
            "Machines That Make Noise: An Engineer’s Guide to Listening",
            "Sorting Echoes in O(n log n) Time and O(√n) Memory",
        ]
    );
    let own = titles(
        "sort = 'newest-first'\nbibliography = { path = 'papers.bib', keys = ['sorting2022echoes'] }\n[[section.entry]]\ntitle = 'Mine'\ndate = '2024'",
    );
    assert_eq!(
        own,
        ["Mine", "Sorting Echoes in O(n log n) Time and O(√n) Memory"]
    );
}

/// Returns the imprint and the first note of two publications.
fn imprints(locale: &str) -> Vec<(String, String)> {
    let keys = "keys = ['berg2021runtime', 'berg2023schedulers']";
    let section = format!("bibliography = {{ path = 'papers.bib', {keys} }}");
    let mut imprints = Vec::new();
    for (_, entry) in listed(&cv(&section, locale)) {
        let imprint = entry.text(EntryField::Imprint);
        let imprint = imprint.map(|imprint| plain(imprint)).unwrap_or_default();
        let note = entry.text(EntryField::Notes).map(|note| plain(note));
        imprints.push((imprint, note.unwrap_or_default()));
    }
    imprints
}

/// Returns two imprints, the first with a note.
fn with_note(imprints: [&str; 2], note: &str) -> Vec<(String, String)> {
    vec![
        (imprints[0].to_owned(), note.to_owned()),
        (imprints[1].to_owned(), String::new()),
    ]
}

#[test]
fn words_follow_the_language() {
    let publisher = "Camões & Filhos, Porto, ISBN 978-0-00-000021-9";
    assert_eq!(
        imprints("en"),
        with_note(
            [
                "19(2), 33–61",
                &format!(
                    "edited by Oriel Whitcombe and Seo-yeon Park, revised, pp. 59–94, {publisher}"
                )
            ],
            "* equal contribution"
        )
    );
    assert_eq!(
        imprints("de"),
        with_note(
            [
                "19(2), 33–61",
                &format!(
                    "hrsg. von Oriel Whitcombe und Seo-yeon Park, revised, S. 59–94, {publisher}"
                )
            ],
            "* gleicher Beitrag"
        )
    );
}

#[test]
fn tex_markup_and_publisher_artifacts_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let bib = r#"@article{x,
  author = {Garc{\'\i}a, B{\"\i}na and others},
  title = {CO$_2$ at 10$^{-3}$ for $\sim$5\% of <i>E. coli</i> &amp; co},
  journal = {Journal},
  month = {Juni},
  year = {2020},
  url = {https://example.org/~mira/a--b.html},
  doi = {10.1/a--b_c},
}"#;
    std::fs::write(folder.path().join("x.bib"), bib.replace("\\\\", "\\")).expect("a file");
    let text = "[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\n";
    let reading =
        profile::parse(Source::new("test.toml", text), Some(folder.path()), None).expect("TOML");
    let document = Document::new(
        &reading,
        &Choice::default(),
        "test",
        &Deny::default(),
        &ENGINE,
    );
    let entry = &document.resume.sections[0].entries[0];
    assert_eq!(
        entry
            .text(EntryField::Title)
            .map(|title| plain(title))
            .as_deref(),
        Some("CO2 at 10−3 for ~5% of E. coli & co")
    );
    assert_eq!(
        entry
            .texts
            .all(EntryField::Authors)
            .iter()
            .map(|author| plain(author))
            .collect::<Vec<_>>(),
        ["Bïna García et al."]
    );
    let Some(Moment::Date(june)) = &entry.dates[0].start else {
        panic!("{:?}", entry.dates);
    };
    assert_eq!((june.year, june.month), (2020, Some(6)));
    assert_eq!(
        entry.url.as_deref(),
        Some("https://example.org/~mira/a--b.html")
    );
    assert_eq!(
        entry.doi.as_ref().map(|doi| doi.url.as_str()),
        Some("https://doi.org/10.1/a--b_c")
    );
}

#[test]
fn rejects_endless_bibliographies() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\n";
    let grows: String = (0..14)
        .map(|n| format!("@string{{a{} = a{n} # a{n} # a{n} # a{n}}}\n", n + 1))
        .collect();
    // Each entry inherits from all later ones, which inherit from all later ones in turn.
    let doubles: String = (0..30)
        .map(|n| {
            let later: Vec<String> = (n + 1..30).map(|later| format!("x{later}")).collect();
            format!("@misc{{x{n}, xdata = {{{}}}}}\n", later.join(","))
        })
        .collect();
    let chain: String = (0..4_500)
        .map(|n| format!("@misc{{y{n}, crossref = {{y{}}}}}\n", n + 1))
        .collect();
    for (bib, expected) in [
        (
            "@misc{c, crossref = {c}, title = {C}}".to_owned(),
            "the entry `c` refers to itself",
        ),
        (
            "@misc{a, xdata = {b}} @misc{b, crossref = {a}}".to_owned(),
            "the entry `a` refers to itself",
        ),
        // The parser drops the braces in a key.
        (
            "@misc{z, crossref = {ab}} @misc{ab, crossref={a{b}}}".to_owned(),
            "the entry `ab` refers to itself",
        ),
        (
            "@string{key = {ab}} @misc{ab, crossref = key}".to_owned(),
            "the entry `ab` refers to itself",
        ),
        (doubles, "the entry `x0` refers to too many others"),
        (
            chain,
            "the entry `y0` starts too long a chain of references",
        ),
        (
            format!("@misc{{a, title = {{{}}}}}", "x ".repeat(50_001)),
            "the text is too long: 100002 bytes",
        ),
        (
            "@string{a = b} @string{b = a} @misc{c, title = a}".to_owned(),
            "the abbreviation `a` expands without limit",
        ),
        (
            format!("@string{{a0 = \"xxxxxxxxxx\"}}\n{grows}@misc{{z, title = a14}}"),
            "the abbreviation `a7` expands without limit",
        ),
        (
            format!(
                "@misc{{z, title = {{{}x{}}}}}",
                "{".repeat(100_000),
                "}".repeat(100_000)
            ),
            "brackets are nested too deep",
        ),
    ] {
        std::fs::write(folder.path().join("x.bib"), bib).expect("a file");
        let reading = profile::parse(Source::new("test.toml", text), Some(folder.path()), None)
            .expect("TOML");
        let messages: Vec<&str> = reading
            .problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert!(messages.contains(&expected), "{expected}: {messages:?}");
    }
}

#[test]
fn rejects_bibliographies_that_are_not_text() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bib"), b"@misc{a, title = {Ren\xe9e}}").expect("a file");
    let text = "[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\n";
    let reading =
        profile::parse(Source::new("test.toml", text), Some(folder.path()), None).expect("TOML");
    let messages = render(&reading.problems, MessageFormat::Short);
    assert!(
        messages.contains("error[bibliography-unreadable]: the bibliography `x.bib` is not UTF-8 text; save it as UTF-8"),
        "{messages}"
    );
}

#[test]
fn reports_bibliography_characters_without_a_font() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bib"), "@misc{d, title = {D 𓆸}}").expect("a file");
    let text = "[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\n";
    let reading =
        profile::parse(Source::new("test.toml", text), Some(folder.path()), None).expect("TOML");
    let problems = Document::new(
        &reading,
        &Choice::default(),
        "test",
        &Deny::default(),
        &ENGINE,
    )
    .problems;
    let messages = render(&problems, MessageFormat::Short);
    let message =
        "x.bib:1:21: error[missing-character]: no font has the character `𓆸` (U+131B8) of “D 𓆸”; ";
    assert!(messages.contains(message), "{messages}");
}

#[test]
fn reads_hayagriva_files() {
    let document = cv("bibliography = 'papers.yml'", "en");
    let entries = listed(&document);
    assert_eq!(entries.len(), 8);
    let book = entries.iter().find(|(_, entry)| {
        entry
            .text(EntryField::Title)
            .map(|title| plain(title))
            .is_some_and(|title| title.starts_with("Machines"))
    });
    let imprint = book
        .and_then(|(_, entry)| entry.text(EntryField::Imprint))
        .map(|imprint| plain(imprint))
        .expect("the book");
    assert_eq!(
        imprint,
        "2nd ed., Example Institute Press, Uppsala, ISBN 978-0-00-000022-6"
    );
    for layout in layouts() {
        let cv = render_cv(self::cv("bibliography = 'papers.yml'", "en"), layout, None);
        assert_eq!(
            not_found(&cv, &pdf::text(&pdf::pages(&cv.bytes))),
            [] as [String; 0],
            "{layout}"
        );
    }
}

#[test]
fn damaged_bibliographies_cause_no_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, step) in [("papers.bib", 97), ("papers.yml", 29)] {
        let whole = std::fs::read_to_string(self::folder().join(name)).expect("the bibliography");
        let text = format!("[[section]]\nkind = 'publication'\nbibliography = '{name}'\n");
        let cuts = (0..whole.len())
            .step_by(step)
            .filter(|at| whole.is_char_boundary(*at));
        let (mut read, mut refused) = (0, 0);
        for at in cuts {
            let next = whole[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            // Without its end, its beginning, or one character.
            for damaged in [
                whole[..at].to_owned(),
                whole[at..].to_owned(),
                whole[..at].to_owned() + &whole[next..],
            ] {
                std::fs::write(folder.path().join(name), damaged).expect("a file");
                let reading = profile::parse(
                    Source::new("test.toml", text.clone()),
                    Some(folder.path()),
                    None,
                )
                .expect("TOML");
                let document = Document::new(
                    &reading,
                    &Choice::default(),
                    "test",
                    &Deny::default(),
                    &ENGINE,
                );
                if document.problems.has_errors() {
                    refused += 1;
                } else {
                    read += 1;
                }
            }
        }
        assert!(
            read > 20 && refused > 5,
            "{name}: {read} read, {refused} refused"
        );
    }
}

#[test]
fn bibliography_has_at_most_as_many_entries_as_a_list() {
    let sandbox = Sandbox::new();
    let entries: String = (0..=5_000)
        .map(|n| format!("@book{{k{n}, title = {{T}}, year = 2020}}\n"))
        .collect();
    sandbox.write("all.bib", &entries).write(
        "a.toml",
        "[person]\nname = 'Ada'\n[[section]]\nbibliography = 'all.bib'\n",
    );
    let run = sandbox.run("check a.toml --message-format short").code(1);
    let message = "all.bib:5001:7: error[too-large]: the bibliography has more than 5000 entries";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn fractions_have_a_slash_within_formulas_and_outside() {
    let sandbox = Sandbox::new();
    let bib = "@article{a, title = {A $\\frac{1}{2}$, \\frac{1}{2} and \\frac{a + b}{c} at 5\\$}, \
               author = {Berg, A.}, year = 2020}\n";
    sandbox.write("a.bib", bib).write(
        "a.toml",
        "[person]\nname = 'Ada'\n[[section]]\nbibliography = 'a.bib'\n",
    );
    let run = sandbox.run("render a.toml --format txt -o -").code(0);
    let title = "A 1/2, 1/2 and (a + b)/c at 5$";
    assert!(run.text().contains(title), "{}", run.text());
}

/// Returns the document of a profile whose only section shows this bibliography.
fn document_of(bib: &str) -> Document {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bib"), bib).expect("a file");
    let text = "date = \"2026\"\n[person]\nname = \"Mira Okafor\"\n[[section]]\nkind = 'publication'\n\
                bibliography = 'x.bib'\n";
    let reading =
        profile::parse(Source::new("test.toml", text), Some(folder.path()), None).expect("TOML");
    let (choice, deny) = (Choice::default(), Deny::default());
    Document::new(&reading, &choice, "test", &deny, &ENGINE)
}

/// Returns the titles, with marks of raised (`^`) and lowered (`_`) parts.
fn marked_titles(document: &Document) -> Vec<String> {
    let entries = document.resume.sections[0].entries.iter();
    entries
        .map(|entry| {
            entry
                .text(EntryField::Title)
                .map(|title| marked(title))
                .unwrap_or_default()
        })
        .collect()
}

fn marked(content: &[Inline]) -> String {
    let parts = content.iter().map(|inline| match inline {
        Inline::Super { content } => format!("^{}^", marked(content)),
        Inline::Sub { content } => format!("_{}_", marked(content)),
        Inline::Link { url, content } => format!("[{}]({url})", marked(content)),
        other => plain(std::slice::from_ref(other)),
    });
    parts.collect()
}

#[test]
fn signs_of_library_records_are_characters() {
    let rows = [
        (r"37\,$^{\circ}$C and \textdegree C", "37\u{202f}°C and °C"),
        (r"5\,$x$ and 6\;$y$", "5\u{202f}x and 6\u{202f}y"),
        (r"Loss for \(p_T\) above 5 GeV", "Loss for p_T_ above 5 GeV"),
        (
            r"PM$_{2.5}$, $B^0_s$, CO\textsubscript{2}",
            "PM_2.5_, B_s_^0^, CO_2_",
        ),
        (r"10\textsuperscript{6} of $10^{-3}$", "10^6^ of 10^−3^"),
        (
            r"\href{https://example.org/d}{the data}",
            "[the data](https://example.org/d)",
        ),
        (r"\{a\} costs \$5 or $5", "{a} costs $5 or $5"),
        (
            r"{\'e}t\'e \'{e} {\'{\i}} \v s \c{c} \.z \H{o} \~n",
            "été é í š ç ż ő ñ",
        ),
        (
            r"$\alpha\epsilon\Omega$ \textbeta{} \gamma-ray",
            "αεΩ β γ-ray",
        ),
        (r"$p \leq 0.05$ and $a<b$", "p ≤ 0.05 and a < b"),
        (
            r"$4.8~\mathrm{fb}^{-1}$ at $13\ {\rm TeV}$",
            "4.8\u{a0}fb^−1^ at 13\u{a0}TeV",
        ),
        (
            "R&eacute;sum&#233; &#8211; $p&lt;5$ of A&nbsp;B",
            "Résumé – p < 5 of A\u{a0}B",
        ),
        (
            "`Single' and ``double'': ?`Qu\\'e? !`Ay!",
            "‘Single’ and “double”: ¿Qué? ¡Ay!",
        ),
        (r"\ce{H2SO4} and $K_{\alpha_1}$", "H_2_SO_4_ and K_α_1__"),
        (
            r"{\it in vivo} \emph{so}--\enquote{that}",
            "in vivo so–“that”",
        ),
    ];
    let entry = |(at, (tex, _)): (usize, &(&str, &str))| {
        format!(
            "@article{{k{at}, title = {{{tex}}}, year = {{{}}}}}\n",
            2020 - at
        )
    };
    let bib: String = rows.iter().enumerate().map(entry).collect();
    let document = document_of(&bib);
    assert_eq!(marked_titles(&document), rows.map(|(_, expected)| expected));
    let said = short_messages(&document.problems);
    assert!(!said.contains("x.bib"), "{said}");
    let lost = document_of(r"@article{a, title = {A\vspace*{2pt} $\vec{E}$ \kern-.2em B}}");
    assert_eq!(marked_titles(&lost), ["A E B"]);
    let said = short_messages(&lost.problems);
    assert!(
        said.contains("x.bib:1:38: ") && said.contains(r"`\vec`"),
        "{said}"
    );
    let said = short_messages(&document_of("@article{a, title = {A \\unheardof{b} c}}").problems);
    assert!(
        said.contains("x.bib:1:24: ") && said.contains("`\\unheardof`"),
        "{said}"
    );
}

#[test]
fn an_entry_that_cannot_be_read_costs_itself() {
    let bib = "@article{a, title = {Good}, year = 2024}\n\
               @article{b, title = {Commented},\n  % note = {},\n  % talk = {yes},\n  year = 2023}\n\
               @@article{c, title = {Doubled}, year = 2022}\n\
               @article{d, title = {Open, year = 2021}\n\
               @article{e, title = {Macro}, journal = jex, year = 2020}\n\
               @article{e, title = {Again}, year = 2019}\n\
               @article{f title = {No comma}}\n\
               @article{g, title = {Last}, year = 2018, month = 13}\n";
    let document = document_of(bib);
    assert_eq!(
        marked_titles(&document),
        ["Good", "Commented", "Doubled", "Macro", "Last"]
    );
    let said = short_messages(&document.problems);
    assert!(!document.problems.has_errors(), "{said}");
    for expected in [
        "x.bib:6:1: warning[bibliography-entry]: `@` is written twice",
        "the entry `d` is left out: a brace or a quotation mark is not closed",
        "the abbreviation `jex` is not defined, and shown as written",
        "the entry `e` is left out: the key `e` is used twice",
        "x.bib:10:",
        "the month of `g` is 13, and left out",
    ] {
        assert!(said.contains(expected), "{expected} is not in:\n{said}");
    }
}

#[test]
fn legal_forms_of_entries_are_read() {
    let deep = ["{".repeat(20_000), "}".repeat(20_000)].join("x");
    let bib = format!(
        r#"@preamble{{ "\newcommand{{\noop}}[1]{{}}" # "\providecommand{{\x}}{{y}}" }}
@Comment jabref-meta: databaseType:bibtex;
Mail me@example.org @ any time.
@comment{{
@article{{z, title = {{Hidden}}}} }}
@string(jp = "Journal of Parentheses (JP)")
@article(a, title = "A (short) {{"}}title{{"}}", journal = jp, year = 2024)
@article{{b, title = {{B}}, author = {{Roe, R.}}, collaboration = "ATLAS", year = {{2023, in press}}}}
@article{{c, title = {{C}}, journaltitle = {{Nature}}, shortjournal = {{Nature}}, date = {{2022-21}}}}
@article{{d, title = {{D}}, title = {{E}}, year = 2021}}
@article{{e, title = {{{deep}}}, year = 2020}}
"#
    );
    let document = document_of(&bib);
    assert_eq!(
        marked_titles(&document),
        ["A (short) “title”", "B", "C", "E"]
    );
    let entries = &document.resume.sections[0].entries;
    let text = |at: usize, field| entries[at].text(field).map(|text| plain(text));
    assert_eq!(text(1, EntryField::Status).as_deref(), Some("in press"));
    assert_eq!(authors(&document)[1], "R. Roe; ATLAS");
    assert_eq!(
        text(0, EntryField::Venue).as_deref(),
        Some("Journal of Parentheses (JP)")
    );
    assert_eq!(text(2, EntryField::VenueShort), None);
    for (at, year) in [(1, 2023), (2, 2022)] {
        let start = entries[at]
            .dates
            .first()
            .and_then(|date| date.start.as_ref());
        assert!(
            matches!(start, Some(Moment::Date(date)) if date.year == year && date.month.is_none()),
            "{start:?}"
        );
    }
    let said = short_messages(&document.problems);
    assert!(!document.problems.has_errors(), "{said}");
    for expected in [
        "x.bib:10:26: warning[bibliography-entry]: `title` is written twice in `d`",
        "the entry `e` is left out: brackets are nested too deep",
    ] {
        assert!(said.contains(expected), "{expected} is not in:\n{said}");
    }
    assert_eq!(said.matches("bibliography-entry").count(), 2, "{said}");
}

#[test]
fn forthcoming_works_come_first_and_years_stay_as_written() {
    let bib = "@article{a, title = {Old}, year = {2012/13}}\n\
               @article{b, title = {Press}, year = {in press}}\n\
               @article{c, title = {New}, year = {2025}}\n\
               @article{d, title = {Appear}, year = {to appear}}\n\
               @article{e, title = {Accepted}, note = {accepted by the editors}}\n\
               @article{f, title = {Undated}}\n";
    let document = document_of(bib);
    assert_eq!(
        marked_titles(&document),
        ["Press", "Appear", "Accepted", "New", "Old", "Undated"]
    );
}

#[test]
fn marks_of_equal_contribution_follow_the_name() {
    let bib = "@article{a, title = {T}, author = {Okafor, Mira* and Ruiz, Ana$^{\\dagger}$ and \
               Chen, Bo\\textsuperscript{*}; Lee, Kim}, year = 2024}\n";
    let document = document_of(bib);
    let entry = &document.resume.sections[0].entries[0];
    let authors: Vec<String> = entry
        .texts
        .all(EntryField::Authors)
        .iter()
        .map(|author| plain(author))
        .collect();
    assert_eq!(
        authors,
        ["Mira Okafor*", "Ana Ruiz†", "Bo Chen*", "Kim Lee"]
    );
    assert_eq!(
        entry.texts.all(EntryField::Notes).len(),
        1,
        "the mark is explained"
    );
}

/// Returns the authors of each publication.
fn authors(document: &Document) -> Vec<String> {
    let entries = document.resume.sections[0].entries.iter();
    let authors = entries.map(|entry| {
        let names = entry.texts.all(EntryField::Authors).iter();
        names.map(|name| plain(name)).collect::<Vec<_>>().join("; ")
    });
    authors.map(|names| names.replace('\u{a0}', " ")).collect()
}

#[test]
fn authors_are_read_as_people_write_them() {
    let rows = [
        (
            r"Poe$^{1,2}$, Pia and Roe$^{\ddagger,1}$, R. and Lee\textsuperscript{1,*}, An",
            "Pia Poe; R. Roe‡; An Lee*",
        ),
        (
            r"Poe\textsuperscript{a,b}, Pia and Roe<sup>1,2</sup>, R.",
            "Pia Poe; R. Roe",
        ),
        (
            r#"Rodr\'\i guez, Luc\'\i a and Stra\ss e, Ha\"\i m and \'\O sten, \v C."#,
            "Lucía Rodríguez; Haïm Straße; Č. Ǿsten",
        ),
        (
            "Alpha, A., Beta, B., and Gamma, C.",
            "A. Alpha; B. Beta; C. Gamma",
        ),
        ("Alpha, A., Beta, B., et al.", "A. Alpha; B. Beta et al."),
        (
            "M&uuml;ller, J&ouml;rg &amp; Doe, Jane",
            "Jörg Müller; Jane Doe",
        ),
    ];
    let entry = |(at, (names, _)): (usize, &(&str, &str))| {
        let year = 2020 - at;
        format!("@article{{k{at}, title = {{T}}, author = {{{names}}}, year = {year}}}\n")
    };
    let bib: String = rows.iter().enumerate().map(entry).collect();
    assert_eq!(
        authors(&document_of(&bib)),
        rows.map(|(_, expected)| expected)
    );
}

#[test]
fn dois_lead_to_the_resolver_in_every_spelling() {
    let bib = "@article{a, title = {A}, doi = {http://dx.doi.org/10.5555/a.1}, year = 2024}\n\
               @article{b, title = {B}, doi = {not one}, year = 2023}\n";
    let document = document_of(bib);
    let entries = &document.resume.sections[0].entries;
    assert_eq!(
        entries[0].url.as_deref(),
        Some("https://doi.org/10.5555/a.1")
    );
    assert_eq!(entries[1].url, None);
    let said = short_messages(&document.problems);
    assert!(
        said.contains("`not one`, the DOI of `b`, is not one"),
        "{said}"
    );
}

#[test]
fn addresses_without_tex_lead_to_their_archives() {
    let bib = r"@article{a, title = {A}, doi = {10.1002/1097{\textless}1661{\textgreater}3.0}, year = 2024}
        @article{b, title = {B}, eprint = {https://www.biorxiv.org/content/a.pdf}, year = 2023}
        @article{c, title = {C}, eprint = {https://arxiv.org/abs/2101.00001}, year = 2022}
        @article{d, title = {D}, eprint = {hep-th/9901001}, year = 2021}
        @article{e, title = {E}, eprint = {PMC123}, year = 2020}";
    let document = document_of(bib);
    let entries = &document.resume.sections[0].entries;
    let links = entries.iter().flat_map(|entry| &entry.links);
    let links: Vec<(String, Option<&str>)> = links
        .map(|link| (plain(&link.label), link.url.as_deref()))
        .collect();
    let biorxiv = "https://www.biorxiv.org/content/a.pdf";
    assert_eq!(
        links,
        [
            (biorxiv.to_owned(), Some(biorxiv)),
            (
                "arXiv:2101.00001".to_owned(),
                Some("https://arxiv.org/abs/2101.00001")
            ),
            (
                "arXiv:hep-th/9901001".to_owned(),
                Some("https://arxiv.org/abs/hep-th/9901001")
            ),
            ("PMC123".to_owned(), None),
        ]
    );
    assert_eq!(
        entries[0].url.as_deref(),
        Some("https://doi.org/10.1002/1097%3C1661%3E3.0")
    );
}

#[test]
fn authors_are_limited_and_the_own_name_stays() {
    let bib = "@article{a, title = {T}, author = {A, A and B, B and C, C and Okafor, Mira and D, D}, year = 2024}\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bib"), bib).expect("a file");
    let authors = |most: usize| {
        let text = format!(
            "[person]\nname = \"Mira Okafor\"\n[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\nmax-authors = {most}\n"
        );
        let reading = profile::parse(Source::new("a.toml", text), Some(folder.path()), None);
        let (choice, deny) = (Choice::default(), Deny::default());
        let document = Document::new(&reading.expect("TOML"), &choice, "a", &deny, &ENGINE);
        let authors = document.resume.sections[0].entries[0]
            .texts
            .all(EntryField::Authors)
            .iter();
        authors.map(|author| plain(author)).collect::<Vec<_>>()
    };
    assert_eq!(authors(2), ["A A", "…", "Mira Okafor et al."]);
    assert_eq!(authors(4), ["A A", "B B", "C C", "Mira Okafor et al."]);
    assert_eq!(authors(1), ["Mira Okafor et al."]);
    assert_eq!(authors(5).len(), 5);
}

#[test]
fn parts_of_a_reference_are_in_the_order_of_its_style() {
    let bib = "@article{a, title = {Is it flat?}, author = {Okafor, Mira and B, B}, journal = {Journal of Looms}, \
               volume = 3, pages = {1--9}, doi = {10.5555/a.1}, year = 2024}\n\
               @inproceedings{b, title = {Threads}, author = {Okafor, Mira}, booktitle = {Proc. Weaving}, \
               pubstate = {inpress}}\n\
               @misc{c, title = {No author}, year = 2020}\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bib"), bib).expect("a file");
    let references = |style: &str| {
        let text = format!(
            "[person]\nname = \"Mira Okafor\"\n[[section]]\nkind = 'publication'\nbibliography = 'x.bib'\n\
             show-doi = true\nreference-style = '{style}'\n[[section.entry]]\ntitle = 'A talk'\nvenue = 'Riga'\n\
             authors = ['Mira Okafor']\ndate = '2025-05-04'\ntype = 'talk'\nnotes = ['by invitation']\n"
        );
        let reading = profile::parse(Source::new("a.toml", text), Some(folder.path()), None);
        let (choice, deny) = (Choice::default(), Deny::default());
        let document = Document::new(&reading.expect("TOML"), &choice, "a", &deny, &ENGINE);
        let entries = &document.resume.sections[0].entries;
        let shown = entries.iter().map(|entry| {
            let left: Vec<&str> = entry.texts.fields().map(EntryField::name).collect();
            let text = plain(entry.text(EntryField::Text).expect("a text"));
            format!("{text} | {} | {}", left.join(" "), entry.dates.len())
        });
        shown.collect::<Vec<_>>()
    };
    assert_eq!(
        references("author-date"),
        [
            "Mira Okafor. A talk. Riga, talk. | notes text | 1",
            "Mira Okafor (in press). Threads. In Proc. Weaving. | text | 0",
            "Mira Okafor, B B (2024). Is it flat? Journal of Looms, 3, 1–9. doi:10.5555/a.1 | text | 0",
            "No author (2020). | text | 0",
        ]
    );
    assert_eq!(
        references("author-title"),
        [
            "Mira Okafor. A talk. Riga, talk. | notes text | 1",
            "Mira Okafor. Threads. In Proc. Weaving, in press. | text | 0",
            "Mira Okafor, B B. Is it flat? Journal of Looms, 3, 1–9, 2024. doi:10.5555/a.1 | text | 0",
            "No author. 2020. | text | 0",
        ]
    );
}

#[test]
fn parts_of_yaml_that_have_no_end_are_named() {
    let sandbox = Sandbox::new();
    let profile = "[person]\nname = 'Ada'\n[[section]]\nbibliography = 'works.yml'\n";
    sandbox.write("ada.toml", profile);
    let mut nested = "a:\n".to_owned();
    for depth in 1..300 {
        nested += &format!(
            "{0}type: article\n{0}title: X\n{0}parent:\n",
            "  ".repeat(depth)
        );
    }
    for (text, expected) in [
        (
            "a: &a {type: article, title: X, parent: *a}\n",
            "a part contains itself",
        ),
        (
            "a: &a\n  type: article\n  title: X\n  parent: *a\n",
            "a part contains itself",
        ),
        (nested.as_str(), "the parts are nested too deep"),
    ] {
        sandbox.write("works.yml", text);
        let run = sandbox.run("check ada.toml --message-format short").code(1);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
