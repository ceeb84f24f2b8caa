//! People who know other tools get to a PDF by the messages alone: the profiles in
//! `tests/profiles/habits` use the words and dates of other tools and languages, and `fmt --fix`
//! makes what the messages say.

use crate::support::sandbox::Sandbox;

/// Profiles, and texts that must be on their pages.
const HABITS: [(&str, &[&str]); 10] = [
    (
        "json-resume",
        &[
            "Ines Duarte",
            "Example Rivers",
            "Hydrologist",
            "two colleagues",
        ],
    ),
    ("rendercv", &["Jonas Weiß", "Example Drives", "Rust", "1 %"]),
    (
        "german",
        &["Anke Brandt", "Kita Beispiel", "Erzieherin", "Leipzig"],
    ),
    (
        "latex",
        &[
            "Ravi Menon",
            "Example Telecom",
            "Packets first.",
            "Engineer of the Year",
        ],
    ),
    (
        "yamlresume",
        &[
            "Noor Haddad",
            "Example Ports",
            "Tables of ships.",
            "Regression",
            "Dutch",
        ],
    ),
    (
        "europass",
        &[
            "Marta Kowal",
            "Example Clinic",
            "forty patients",
            "Master of Physiotherapy",
            "Polish",
        ],
    ),
    (
        "spanish",
        &[
            "Lucía Vega",
            "Jefa de planta",
            "03/2019 – actualidad",
            "en seguridad",
            "Grado en Ingeniería",
            "09/2010 – 06/2014",
        ],
    ),
    (
        "chinese",
        &[
            "王伟",
            "示例大学",
            "本科",
            "2019.09 – 2023.06",
            "Rust",
            "C++",
        ],
    ),
    (
        "plain",
        &[
            "Kwame Boateng",
            "linkedin.com/in/kwame-boateng-example",
            "Jun 2023 – Present",
            "Made it fast",
            "Best Poster",
            "Sep 2023 – Dec 2027 (expected)",
        ],
    ),
    ("french", &["Chloé Martin", "Auberge de l’Exemple", "B2"]),
];

#[test]
fn profiles_in_words_of_others_become_pages_by_the_messages_alone() {
    let sandbox = Sandbox::new();
    for (name, texts) in HABITS {
        let file = format!("{name}.toml");
        let path = format!(
            "{}/tests/profiles/habits/{file}",
            env!("CARGO_MANIFEST_DIR")
        );
        std::fs::copy(path, sandbox.path(&file)).expect("a copy");
        let check = sandbox.run(&format!("check {file}")).code(1);
        assert!(check.stderr.contains("help: "), "{name}: {}", check.stderr);
        sandbox.run(&format!("fmt --fix {file}")).succeeds();
        sandbox
            .run(&format!("render {file} -o {name}.pdf"))
            .succeeds();
        let page = sandbox.run(&format!("text {name}.pdf")).code(0).text();
        for text in texts {
            assert!(page.contains(text), "{name}: {text} is missing in\n{page}");
        }
        sandbox.run(&format!("fmt --check --fix {file}")).succeeds();
    }
}
