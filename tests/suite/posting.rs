//! `cvpress check --posting`: which terms of a job posting a CV has. What each posting asks for is
//! written down by hand.

use std::collections::BTreeMap;

use cvpress::verify::posting::{
    ComparedDocument, Importance, Posting, PostingReport, TermMatch, TermStatus, compare,
};
use serde_json::Value as Json;

use crate::support::rendering::{open, render_cv};
use crate::support::sandbox::Sandbox;

/// A CV in English.
const CV: &str = r#"locale = "en"

[person]
name = "Nadia Ferreira"
headline = "Platform engineer"

[[section]]
kind = "experience"

[[section.entry]]
position = "Site reliability engineer"
organization = "Example Harbor"
start = "2021-03"
highlights = [
  "Runs forty k8s clusters, deployed by GitOps",
  "Mentored five engineers and managed two projects",
  "Wrote front end code in TypeScript, and services in Go and C++",
  "Cut the labor of releases with continuous integration (CI)",
]

[[section]]
kind = "skill"

[[section.entry]]
name = "Tools"
keywords = ["Python", "Postgres", "Terraform", "ISO 27001", "Linux"]
"#;

const POSTING: &str = "\
# Platform Engineer

We are looking for someone who likes ships.

## Requirements

- Strong knowledge of Python, Kubernetes and Rust
- Experience with PostgreSQL, Terraform and .NET
- Proven project management and mentoring
- Good frontend skills (TypeScript, Node.js)
- ISO 27001 and ISO 9001
- Labour law

## Nice to have

- Go or C#
- CI

## Benefits

- Kayaks and Espresso

We are an equal opportunity employer.
";

fn report(posting: &str, cv: &str) -> PostingReport {
    let posting = Posting::read(posting.as_bytes(), "posting.md").expect("a posting");
    let document = open(cv);
    compare(
        &posting,
        &ComparedDocument {
            profile: "cv.toml",
            name: document.name(),
            resume: &document.resume,
            tree: &document.selection.tree,
        },
    )
}

/// Returns the terms of a status in alphabetical order.
fn terms(report: &PostingReport, status: TermStatus) -> Vec<&str> {
    let terms = report.terms.iter();
    let mut terms: Vec<&str> = terms
        .filter(|term| term.status == status)
        .map(|term| &*term.term)
        .collect();
    terms.sort_unstable();
    terms
}

/// Asserts what a CV has, has in other words, and lacks.
fn assert_terms(report: &PostingReport, has: &[&str], other: &[&str], lacks: &[&str]) {
    assert_eq!(terms(report, TermStatus::Has), has, "has");
    assert_eq!(terms(report, TermStatus::InOtherWords), other, "other");
    assert_eq!(terms(report, TermStatus::Lacks), lacks, "lacks");
    assert_eq!(
        (report.has, report.in_other_words, report.lacks),
        (has.len(), other.len(), lacks.len())
    );
}

#[test]
fn each_term_is_had_had_in_other_words_or_lacking() {
    assert_terms(
        &report(POSTING, CV),
        &[
            "CI",
            "Go",
            "ISO 27001",
            "Platform Engineer",
            "Python",
            "Terraform",
            "TypeScript",
        ],
        &[
            "Kubernetes",
            "PostgreSQL",
            "frontend",
            "mentoring",
            "project management",
        ],
        &[".NET", "C#", "ISO 9001", "Labour law", "Node.js", "Rust"],
    );
}

#[test]
fn places_are_those_of_posting_and_profile() {
    let report = report(POSTING, CV);
    let line_of = |text: &str| {
        CV.lines()
            .position(|line| line.contains(text))
            .expect("a line")
            + 1
    };
    let by_term: BTreeMap<&str, _> = report
        .terms
        .iter()
        .map(|term| (&*term.term, term))
        .collect();
    for (term, how, found, line, section) in [
        (
            "Python",
            TermMatch::Exact,
            "Python",
            line_of("Python"),
            "Skills",
        ),
        (
            "Kubernetes",
            TermMatch::Synonym,
            "k8s",
            line_of("k8s"),
            "Experience",
        ),
        (
            "mentoring",
            TermMatch::Form,
            "Mentored",
            line_of("Mentored"),
            "Experience",
        ),
        (
            "frontend",
            TermMatch::Form,
            "front end",
            line_of("front end"),
            "Experience",
        ),
        (
            "project management",
            TermMatch::Words,
            "managed two projects",
            line_of("managed"),
            "Experience",
        ),
    ] {
        let place = &by_term[term].cv[0];
        assert_eq!(place.how, how, "{term}");
        assert_eq!(place.found, found, "{term}");
        assert_eq!(place.line, Some(line), "{term}");
        assert_eq!(place.section.as_deref(), Some(section), "{term}");
    }
    let rust = by_term["Rust"];
    let lines: Vec<usize> = rust.posting.iter().map(|place| place.place.line).collect();
    assert_eq!(lines, [7]);
    assert_eq!(
        rust.posting[0].quote,
        "Strong knowledge of Python, Kubernetes and Rust"
    );
    assert!(rust.cv.is_empty());
}

#[test]
fn requirements_come_before_what_is_welcome() {
    let report = report(POSTING, CV);
    let importances: BTreeMap<&str, Importance> = report
        .terms
        .iter()
        .map(|term| (&*term.term, term.importance))
        .collect();
    assert_eq!(importances["Rust"], Importance::Required);
    assert_eq!(importances["C#"], Importance::Preferred);
    assert_eq!(importances["Platform Engineer"], Importance::Title);
    let position = |name| report.terms.iter().position(|term| term.term == name);
    assert!(position("ISO 9001") < position("C#"));
    let left_out = &report.left_out;
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert_eq!(left_out[0].heading.as_deref(), Some("Benefits"));
    assert_eq!((left_out[0].from.line, left_out[0].to.line), (19, 23));
}

#[test]
fn words_inside_other_words_are_no_matches() {
    let cv = "[person]\nname = 'Ada'\nheadline = 'JavaScript; it is going well, or C; a react of mind'\n";
    let posting = "Requirements\n- Java, Go, R, C++, C# and IT\n- React, AI\n";
    assert_terms(
        &report(posting, cv),
        &["React"],
        &[],
        &["AI", "C#", "C++", "Go", "IT", "Java", "R"],
    );
}

#[test]
fn abbreviations_of_either_text_are_known() {
    let posting = "Requirements:\n- Marine spatial planning (MSP)\n- Ballast Water Treatment\n";
    let cv = "[person]\nname = 'Ada'\nheadline = 'MSP and ballast water treatment (BWT)'\n";
    assert_terms(
        &report(posting, cv),
        &["Ballast Water Treatment", "Marine spatial planning"],
        &[],
        &[],
    );
    let cv = "[person]\nname = 'Ada'\nheadline = 'Deep sea mining (DSM)'\n";
    assert_terms(&report("Requirements:\n- DSM\n", cv), &["DSM"], &[], &[]);
    let cv = "[person]\nname = 'Ada'\nheadline = 'Marine spatial planning'\n";
    let posting = "Requirements:\n- MSP (marine spatial planning) in ports\n";
    assert_eq!(terms(&report(posting, cv), TermStatus::Lacks), ["ports"]);
}

#[test]
fn german_inflections_and_compounds_are_found() {
    let cv = "locale = 'de'\n[person]\nname = 'Ada'\nheadline = 'Verträge, Projekt-Management und Qualitaetssicherung; Abläufe mit Python automatisiert'\n";
    let posting = "\
Sachbearbeiter:in Einkauf (m/w/d)

Deine Aufgaben
- Du prüfst jeden Vertrag und gestaltest agile Abläufe

Das bringst du mit
- Sehr gute Kenntnisse in Projektmanagement, Qualitätssicherung und Python
- Erfahrung mit SAP von Vorteil

Wir bieten
- Obst und Gleitzeit
";
    assert_terms(
        &report(posting, cv),
        &["Python"],
        &["Projektmanagement", "Qualitätssicherung"],
        &["SAP", "Sachbearbeiter:in Einkauf", "agile Abläufe"],
    );
}

#[test]
fn sentences_about_equal_opportunity_make_no_terms() {
    let cv = "[person]\nname = 'Ada'\n";
    for (sentence, own) in [
        (
            "We particularly welcome applications from Black, Asian and disabled candidates.",
            "You write Erlang.",
        ),
        (
            "Neurodivergent people and veterans are encouraged to apply.",
            "You write Erlang.",
        ),
        (
            "We hire people of every race, religion and gender.",
            "You write Erlang.",
        ),
        (
            "Bewerbungen von Frauen und von Menschen mit Behinderung sind erwünscht.",
            "Du entwickelst mit Erlang und für uns.",
        ),
        (
            "Tous les candidats sont les bienvenus, quels que soient leur origine et leur âge.",
            "Vous écrivez avec Erlang pour les équipes.",
        ),
        (
            "Animamos a postularse a mujeres y a personas con discapacidad.",
            "Con nosotros escribes en Erlang y para los equipos.",
        ),
        (
            "Kandidaten worden beoordeeld zonder te letten op geslacht of afkomst.",
            "Je werkt met Erlang en voor de teams.",
        ),
    ] {
        let report = report(&format!("Erlang\n\n{own} {sentence}\n"), cv);
        assert_terms(&report, &[], &[], &["Erlang"]);
        assert_eq!(report.left_out.len(), 1, "{sentence}");
    }
}

#[test]
fn work_with_people_is_no_sentence_about_equal_opportunity() {
    let posting = "\
Requirements
- Support of adults with learning disabilities
- Gender studies and race relations
- Processing applications from students
";
    assert_terms(
        &report(posting, "[person]\nname = 'Ada'\n"),
        &[],
        &[],
        &[
            "Gender studies",
            "Processing applications",
            "adults",
            "disabilities",
            "race relations",
            "students",
        ],
    );
}

#[test]
fn dates_persons_and_employers_are_no_words_of_a_cv() {
    let cv = "\
locale = 'en'
[person]
name = 'Grace Baker'
[[section]]
kind = 'experience'
[[section.entry]]
position = 'Nurse'
organization = 'Royal Teaching Hospital NHS Trust'
start = '2021-03'
end = 'present'
[[section]]
kind = 'reference'
[[section.entry]]
name = 'Max Cook'
organization = 'Example Kitchens'
";
    let posting = "Requirements\n- Presentation, teaching\n- Baker or cook\n- Trust\n";
    assert_terms(
        &report(posting, cv),
        &[],
        &[],
        &["Baker", "Presentation", "Trust", "cook", "teaching"],
    );
    let posting = "Requirements\n- Work in the NHS\n";
    assert_terms(&report(posting, cv), &["NHS"], &[], &[]);
}

#[test]
fn hyphens_nouns_and_verbs_make_no_difference() {
    use TermMatch::{Exact, Form, Words};
    for (locale, heading, asked, written, how) in [
        ("en", "Requirements", "Just-in-time (JIT)", "JIT", Exact),
        ("en", "Requirements", "JIT", "Just-in-time (JIT)", Exact),
        (
            "en",
            "Requirements",
            "Internet of Things (IoT)",
            "IoT",
            Exact,
        ),
        (
            "en",
            "Requirements",
            "Waste control",
            "A waste-control project",
            Form,
        ),
        (
            "en",
            "Requirements",
            "Waste-control",
            "Waste control for hotels",
            Form,
        ),
        ("en", "Requirements", "Cross dock", "Cross-dock work", Form),
        (
            "en",
            "Requirements",
            "Negotiate contracts",
            "Contract negotiation",
            Words,
        ),
        (
            "en",
            "Requirements",
            "Contract negotiation",
            "Negotiated contracts",
            Words,
        ),
        (
            "en",
            "Requirements",
            "Accurate sales forecasts",
            "Sales forecasting",
            Form,
        ),
        (
            "en",
            "Requirements",
            "Equipment maintenance",
            "Maintained equipment",
            Words,
        ),
        (
            "en",
            "Requirements",
            "Regulatory compliance",
            "Complied with regulatory acts",
            Words,
        ),
        (
            "de",
            "Das bringst du mit",
            "Verhandlung",
            "Verträge verhandelt",
            Form,
        ),
        (
            "de",
            "Das bringst du mit",
            "Automatisierung",
            "Abläufe automatisieren",
            Form,
        ),
        (
            "fr",
            "Profil",
            "Gestion de stocks",
            "Gérer les stocks",
            Words,
        ),
    ] {
        let cv = format!("locale = '{locale}'\n[person]\nname = 'Ada'\nheadline = '{written}'\n");
        let report = report(&format!("{heading}\n- {asked}\n"), &cv);
        let found: Vec<_> = report.terms.iter().flat_map(|term| &term.cv).collect();
        assert_eq!(report.lacks, 0, "{asked}: {:?}", report.terms);
        assert_eq!(found.first().map(|place| place.how), Some(how), "{asked}");
    }
}

#[test]
fn what_a_posting_says_of_itself_makes_no_terms() {
    let posting = "\
Senior Backend Engineer – Remote (US)

Company: Great Lakes Restaurant Equipment
Location: Superior

Acme Ledger Inc. is looking for an engineer, and Python is the core. Acme Ledger is based in Duluth, MN, with sites in Denver and Salt Lake City. At Acme Ledger, budgets have $20M.

Requirements
- Full time, end to end, first-level
- Significant Kafka experience, valid license
- Duty of candour
- Salesforce, remote sensing, special education
- Offices in North Dakota and in Ohio
- Life at Great Lakes Restaurant Equipment
- Travel to Duluth

Join Great Lakes Restaurant Equipment! You have 27 days of annual leave.
";
    assert_terms(
        &report(posting, "[person]\nname = 'Ada'\n"),
        &[],
        &[],
        &[
            "Backend Engineer",
            "Duty of candour",
            "Kafka",
            "Python",
            "Salesforce",
            "Travel",
            "license",
            "remote sensing",
            "special education",
        ],
    );
    let posting = "\
Shift Supervisor, Lakes Kitchen Supply

Lakes Kitchen Supply provides a place to learn.

Requirements
- Kafka
";
    assert_terms(
        &report(posting, "[person]\nname = 'Ada'\n"),
        &[],
        &[],
        &["Kafka", "Shift Supervisor"],
    );
    let posting = "\
Projektleiter

Standort: Leipzig

Die Beispiel Werke GmbH ist ein führender Hersteller. Bei der Beispiel Werke GmbH wird gearbeitet.

Das bringst du mit
- Kenntnisse in Pumpenbau, Vollzeit
- Reisen nach Leipzig
";
    assert_terms(
        &report(posting, "[person]\nname = 'Ada'\n"),
        &[],
        &[],
        &["Projektleiter", "Pumpenbau", "Reisen"],
    );
}

#[test]
fn french_and_spanish_phrases_keep_their_joining_words() {
    let cv = "locale = 'fr'\n[person]\nname = 'Ada'\nheadline = 'Gestion des projets, apprentissage automatique, Linux'\n";
    let posting = "\
Cheffe d’équipe

Profil recherché
- Maîtrise de la gestion de projet et de Linux
- Connaissances en apprentissage automatique
- L’analyse des risques serait un plus
";
    assert_terms(
        &report(posting, cv),
        &["Linux", "apprentissage automatique"],
        &["gestion de projet"],
        &["Cheffe", "analyse des risques"],
    );
    let cv = "locale = 'es'\n[person]\nname = 'Ada'\nheadline = 'Gestión de proyectos, cuidados del paciente, Excel'\n";
    let posting = "\
Enfermera

Requisitos:
- Experiencia en gestión del proyecto y Excel
- Cuidado de pacientes
- Ventilación mecánica
";
    assert_terms(
        &report(posting, cv),
        &["Excel"],
        &["Cuidado de pacientes", "gestión del proyecto"],
        &["Enfermera", "Ventilación mecánica"],
    );
}

#[test]
fn chinese_and_japanese_words_are_found_within_runs() {
    let cv = "locale = 'ja'\n[person]\nname = '阿田'\nheadline = '機械学習モデルの開発、データ分析基盤、Python'\n";
    let posting = "\
機械学習エンジニア

【必須条件】
・Pythonを用いた機械学習の開発経験
・データ分析に関する知識
・量子計算の経験

【福利厚生】
・社会保険完備
";
    assert_terms(
        &report(posting, cv),
        &["Python", "データ分析", "機械学習"],
        &[],
        &["機械学習エンジニア", "量子計算"],
    );
    let cv =
        "locale = 'zh-Hans'\n[person]\nname = '阿田'\nheadline = '分布式系统，深度学习，Java'\n";
    let posting =
        "后端工程师\n\n任职要求：\n1. 熟悉 Java 和分布式系统设计\n2. 掌握深度学习，了解消息队列\n";
    assert_terms(
        &report(posting, cv),
        &["Java", "深度学习"],
        &["分布式系统设计"],
        &["后端工程师", "消息队列"],
    );
}

#[test]
fn chinese_words_with_characters_of_grammar_stay_whole() {
    let cv = "locale = 'zh-Hans'\n[person]\nname = '阿田'\nheadline = '并发编程，Java'\n";
    let posting = "\
后端工程师

任职要求：
- 熟悉Kafka等中间件，并发编程
- 数据库性能优化经验
- 在线教育，有机器学习平台经验
- 具有系统架构经验并能设计
";
    assert_terms(
        &report(posting, cv),
        &["并发编程"],
        &[],
        &[
            "Kafka",
            "中间件",
            "后端工程师",
            "在线教育",
            "数据库性能",
            "机器学习平台",
            "系统架构",
        ],
    );
}

#[test]
fn letters_are_terms_only_if_they_name_something() {
    let cv = "locale = 'en'\n[person]\nname = 'Ada'\nheadline = 'I wrote a program in R'\n";
    let posting = "\
Analyst

Requirements
- A/B testing and non-blocking I/O
- R or C
- Plan B, from A to Z
";
    assert_terms(
        &report(posting, cv),
        &["R"],
        &[],
        &["A/B", "Analyst", "C", "I/O"],
    );
}

#[test]
fn a_posting_in_another_language_is_told_and_names_are_found() {
    let posting = "Entwickler\n\nAnforderungen\n- Kenntnisse in maschinellem Lernen, Python und der Fertigung\n";
    let cv = "locale = 'en'\n[person]\nname = 'Ada'\nheadline = 'Machine learning with Python'\n";
    let report = report(posting, cv);
    assert_terms(
        &report,
        &["Python"],
        &["maschinellem Lernen"],
        &["Entwickler", "Fertigung"],
    );
    assert_eq!(report.posting_language.as_deref(), Some("de"));
    assert!(
        report
            .text()
            .contains("the posting is in `de`, the CV in `en`")
    );
}

/// The posting as a web page.
fn page() -> String {
    let mut page = "<!doctype html><html><head><title>Jobs</title><script>let Scala = '<li>Scala';</script></head><body><nav><a>Haskell</a></nav>".to_owned();
    for line in POSTING.lines().filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            page += &format!("<h1>{title}</h1>");
        } else if let Some(heading) = line.strip_prefix("## ") {
            page += &format!("</ul><p><b>{heading}</b></p><ul>");
        } else if let Some(item) = line.strip_prefix("- ") {
            page += &format!(
                "\n<li><span>{}</span>",
                item.replace("Python", "Pyt<b>hon</b>")
            );
        } else {
            page += &format!("<div>{line}</div>");
        }
    }
    page + "<footer>Erlang</footer>"
}

/// The posting as a PDF, made from a profile.
fn pdf() -> Vec<u8> {
    let mut parts = POSTING.split("\n## ");
    let head = parts.next().expect("a title");
    let (title, introduction) = head.split_once('\n').expect("an introduction");
    let title = title.trim_start_matches("# ");
    let introduction = introduction.trim();
    let mut profile =
        format!("locale = 'en'\n[person]\nname = '{title}'\nheadline = '{introduction}'\n");
    for part in parts {
        let mut lines = part.lines().filter(|line| !line.is_empty());
        let heading = lines.next().expect("a heading");
        let items: Vec<&str> = lines.map(|line| line.trim_start_matches("- ")).collect();
        profile += &format!("[[section]]\ntitle = '{heading}'\nhighlights = {items:?}\n");
    }
    render_cv(open(&profile), "ats", None).bytes
}

#[test]
fn formats_of_one_posting_give_the_same_terms() {
    let names = |bytes: &[u8], name: &str| {
        let posting = Posting::read(bytes, name).expect("a posting");
        let document = open(CV);
        let document = ComparedDocument {
            profile: "cv.toml",
            name: document.name(),
            resume: &document.resume,
            tree: &document.selection.tree,
        };
        let report = compare(&posting, &document);
        let terms = report.terms.into_iter();
        let mut terms: Vec<_> = terms
            .map(|term| (term.term, term.status as usize, term.importance))
            .collect();
        terms.sort();
        terms
    };
    let expected = names(POSTING.as_bytes(), "posting.md");
    assert_eq!(names(page().as_bytes(), "posting"), expected);
    assert_eq!(names(&pdf(), "posting.pdf"), expected);
    let windows = format!("\u{feff}{}", POSTING.replace('\n', "\r\n"));
    assert_eq!(names(windows.as_bytes(), "posting.txt"), expected);
}

#[test]
fn pages_of_a_pdf_are_named() {
    let posting = Posting::read(&pdf(), "posting.pdf").expect("a posting");
    let document = open(CV);
    let document = ComparedDocument {
        profile: "cv.toml",
        name: document.name(),
        resume: &document.resume,
        tree: &document.selection.tree,
    };
    let text = compare(&posting, &document).text();
    assert!(text.contains("Rust (page 1, line "), "{text}");
}

#[test]
fn what_is_no_posting_is_one_message() {
    for (bytes, name, said) in [
        (&b""[..], "a.txt", "`a.txt` has no text"),
        (b"\xef\xbb\xbf \n\n", "a.txt", "`a.txt` has no text"),
        (
            b"--- *** 

",
            "a.md",
            "`a.md` has no text",
        ),
        (
            b"<html><script>let a = 'Rust';</script>",
            "a",
            "`a` has no text",
        ),
        (b"\xff\xfeR\0u\0s\0t\0", "a.txt", "`a.txt` is UTF-16 text"),
        (b"Stra\xdfe", "a.txt", "`a.txt` is not UTF-8 text"),
        (b"PK\x03\x04\x14\0\0\0", "a.docx", "`a.docx` is not text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "a.png", "`a.png` is not text"),
        (b"%PDF-1.7\nno", "a.pdf", "a.pdf"),
    ] {
        let error = Posting::read(bytes, name).expect_err(name);
        assert!(error.message.contains(said), "{name}: {}", error.message);
    }
    let large = "Rust and SQL. ".repeat(100_000);
    let error = Posting::read(large.as_bytes(), "a.txt").expect_err("too large");
    assert_eq!(error.message, "`a.txt` is too large for a job posting");
    let large = format!("<p>{large}");
    let error = Posting::read(large.as_bytes(), "a.html").expect_err("too large");
    assert_eq!(error.message, "`a.html` is too large for a job posting");
}

#[test]
fn hostile_postings_end() {
    let deep = format!("<div><ul><li>{}Rust", "<b><div>".repeat(100_000));
    let unclosed = format!("<p>Rust{}", "<script><!--<script>".repeat(10_000));
    let parentheses = "a (B".repeat(10_000);
    let names = "Ab ".repeat(20_000);
    let long = "x".repeat(200_000);
    let marks = "a-.+#&_'’/:*".repeat(10_000);
    let bullets = "•".repeat(50_000);
    let ideographs = "漢字".repeat(20_000);
    let lines = format!("<p>Requirements<p>{}", "Rust\n".repeat(100_000));
    let sentences = "Ab is a firm. Disabled applicants. ".repeat(10_000);
    for posting in [
        deep,
        unclosed,
        parentheses,
        names,
        long,
        marks,
        bullets,
        ideographs,
        lines,
        sentences,
    ] {
        if let Ok(posting) = Posting::read(posting.as_bytes(), "posting") {
            let document = open(CV);
            compare(
                &posting,
                &ComparedDocument {
                    profile: "cv.toml",
                    name: document.name(),
                    resume: &document.resume,
                    tree: &document.selection.tree,
                },
            );
        }
    }
}

/// Returns a sandbox with a profile and a posting.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("cv.toml", CV).write("posting.md", POSTING);
    sandbox
}

#[test]
fn check_reports_what_a_cv_lacks_first() {
    let run = sandbox().run("check cv.toml --posting posting.md").code(0);
    let text = run.text();
    let comparison = &text[text.find("cv and").expect("a comparison")..];
    let lines: Vec<&str> = comparison.lines().collect();
    assert_eq!(
        lines[0],
        "cv and posting.md: has 7 of 18 terms, 5 in other words, lacks 6"
    );
    assert_eq!(lines[1], "  lacks (add what is true):");
    assert_eq!(
        lines[2],
        "    Rust (line 7): “Strong knowledge of Python, Kubernetes and Rust”"
    );
    let kubernetes = lines
        .iter()
        .find(|line| line.contains("Kubernetes (line 7)"));
    assert_eq!(
        kubernetes,
        Some(
            &"    Kubernetes (line 7): “k8s” in Experience, Site reliability engineer, Example Harbor, cv.toml:15"
        )
    );
    assert_eq!(
        lines.last(),
        Some(&"  not compared: lines 19–23 (“Benefits”)")
    );
}

#[test]
fn a_long_list_is_cut_and_json_has_all() {
    let sandbox = sandbox();
    let words: Vec<String> = (0..50).map(|number| format!("Tool{number}X")).collect();
    sandbox.write(
        "long.txt",
        &format!("Requirements\n- {}\n", words.join(", ")),
    );
    let text = sandbox
        .run("check cv.toml --posting long.txt")
        .code(0)
        .text();
    assert!(
        text.contains("    … and 30 more (`--report json` lists all)\n"),
        "{text}"
    );
    let run = sandbox
        .run("check cv.toml --posting long.txt --report json")
        .code(0);
    let report: Json = serde_json::from_str(&run.text()).expect("JSON");
    let comparison = &report["postings"][0];
    assert_eq!(comparison["posting"], "long.txt");
    assert_eq!(comparison["profile"], "cv.toml");
    assert_eq!(comparison["lacks"], 50);
    let terms = comparison["terms"].as_array().expect("terms");
    assert_eq!(terms.len(), 50);
    assert_eq!(terms[0]["status"], "lacks");
    assert_eq!(terms[0]["posting"][0]["line"], 2);
}

#[test]
fn the_same_input_gives_the_same_report() {
    let sandbox = sandbox();
    let command = "check cv.toml --posting posting.md --report json";
    assert_eq!(
        sandbox.run(command).code(0).text(),
        sandbox.run(command).code(0).text()
    );
}

#[test]
fn variants_and_languages_are_compared_each() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "cv.toml",
        "[person]\nname = 'Ada'\nheadline = { en = 'Nursing', de = 'Pflege' }\n[variant.short]\nlocale = 'en'\n",
    );
    sandbox.write(
        "posting.txt",
        "Anforderungen\n- Pflege und die Nachtwache\n",
    );
    let names = |arguments: &str| -> Vec<(String, u64)> {
        let run = sandbox
            .run(&format!(
                "check cv.toml --posting posting.txt --report json {arguments}"
            ))
            .code(0);
        let report: Json = serde_json::from_str(&run.text()).expect("JSON");
        let reports = report["postings"].as_array().expect("comparisons");
        reports
            .iter()
            .map(|report| {
                let name = report["name"].as_str().expect("a name").to_owned();
                (name, report["has"].as_u64().expect("a number"))
            })
            .collect()
    };
    assert_eq!(
        names("--locale en,de"),
        [("cv".to_owned(), 0), ("cv-de".to_owned(), 1)]
    );
    assert_eq!(names("--variant short"), [("cv-short".to_owned(), 0)]);
}

#[test]
fn a_posting_comes_from_standard_input() {
    use std::io::Write as _;
    let sandbox = sandbox();
    let mut check = sandbox.start("check cv.toml --posting -");
    let mut stdin = check.stdin.take().expect("a pipe");
    stdin.write_all(POSTING.as_bytes()).expect("written");
    drop(stdin);
    let output = check.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("cv and <stdin>: has 7 of 18 terms"), "{text}");
}

#[test]
fn wrong_postings_and_profiles_fail() {
    let sandbox = sandbox();
    sandbox
        .write("bad.toml", "[person]\nnam = 'Ada'\n")
        .write("empty.txt", "");
    for (arguments, code, said) in [
        (
            "check - --posting -",
            2,
            "standard input can be read only once",
        ),
        (
            "check cv.toml --posting none.txt",
            1,
            "cannot read `none.txt`",
        ),
        (
            "check cv.toml --posting empty.txt",
            1,
            "`empty.txt` has no text",
        ),
        (
            "check cv.toml --posting .",
            1,
            "cannot read `.`: it is a folder",
        ),
        ("check bad.toml --posting posting.md", 1, "nam"),
    ] {
        let run = sandbox.run(arguments).code(code);
        assert!(run.stderr.contains(said), "{arguments}: {}", run.stderr);
    }
}
