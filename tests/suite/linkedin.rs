//! The archive of LinkedIn: every cell is in the profile, and hostile archives are refused.

use std::io::{Cursor, Write};

use cvpress::diagnostic::{Diagnostics, Severity};
use cvpress::import::{Imported, Origin};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::support::imports::{
    assert_profile, assert_renders, import_bytes, import_path, long_tables, missing_lines,
};
use crate::support::rendering::{lost, open, render_cv, short_messages};

/// A table of an archive. A cell can be `text ⇒ expected`, where the profile writes it in another way;
/// nothing is expected of what the site notes for itself.
struct Table {
    file: &'static str,
    rows: &'static [&'static [&'static str]],
}

const ARROW: &str = " ⇒ ";

const TABLES: &[Table] = &[
    Table {
        file: "Profile.csv",
        rows: &[
            &[
                "First Name",
                "Last Name",
                "Maiden Name",
                "Address",
                "Birth Date",
                "Headline",
                "Summary",
                "Industry",
                "Zip Code",
                "Geo Location",
                "Twitter Handles",
                "Websites",
                "Instant Messengers",
            ],
            &[
                "Mira",
                "Okafor",
                "Anand",
                "12 Example Street",
                "Jul 24, 1991 ⇒ 1991-07-24",
                "Compiler engineer | *fast* kernels & more",
                "I make compilers fast.\r\nFrom kernels to models, \"whole\" ones.\r\n\r\nNow:\r\n• passes\r\n• backends\r\nAnd teaching.",
                "Semiconductors",
                "0150",
                "Oslo, Norway",
                "[mira_okafor_example,second]",
                "[PERSONAL:https://mira.example.org/?a=1,2,COMPANY:http://chips.example.org,PORTFOLIO:https://github.com/miraokafor-example ⇒ miraokafor-example,OTHER:no address]",
                "[SKYPE:mira.example]",
            ],
        ],
    },
    Table {
        file: "Positions.csv",
        rows: &[
            &[
                "Company Name",
                "Title",
                "Description",
                "Location",
                "Started On",
                "Finished On",
            ],
            &[
                "Example Chips",
                "Staff engineer",
                "Leads five people.\n\n• Cut the build from 14 min to 2 min\n• Wrote `fuse_ops` & [docs](https://docs.example.org)",
                "New York, US",
                "Sep 2023 ⇒ 2023-09",
                "",
            ],
            &[
                "Example Chips",
                "Engineer",
                "- Fused kernels\n- #1 in the benchmark",
                "",
                "Mar 2020 ⇒ 2020-03",
                "Aug 2023 ⇒ 2023-08",
            ],
            &["Example Labs", "Intern", "", "Zürich", "2018", "2019"],
            &["Example Chips", "Student", "", "", "Spring 2016", ""],
        ],
    },
    Table {
        file: "Education.csv",
        rows: &[
            &[
                "School Name",
                "Start Date",
                "End Date",
                "Notes",
                "Degree Name",
                "Activities",
            ],
            &[
                "Example University",
                "2014",
                "Jun 2016 ⇒ 2016-06",
                "Thesis on loops",
                "M.S. Computer Science",
                "Choir, robotics club",
            ],
            &["Backwards College", "2012", "2010", "", "", ""],
        ],
    },
    Table {
        file: "Skills.csv",
        rows: &[&["Name"], &["Rust"], &["C++"], &["LLVM / MLIR"], &["Rust"]],
    },
    Table {
        file: "Languages.csv",
        rows: &[
            &["Name", "Proficiency"],
            &["Igbo", "Native or bilingual proficiency"],
            &["Norwegian", "Elementary proficiency"],
        ],
    },
    Table {
        file: "Certifications.csv",
        rows: &[
            &[
                "Name",
                "Url",
                "Authority",
                "Started On",
                "Finished On",
                "License Number",
            ],
            &[
                "Noise Control Engineer",
                "https://board.example.org/c?id=7",
                "Example Board",
                "May 2021 ⇒ 2021-05",
                "",
                "EX-771",
            ],
            &["Second", "not an address", "", "", "", ""],
        ],
    },
    Table {
        file: "Projects.csv",
        rows: &[
            &[
                "Title",
                "Description",
                "Url",
                "Started On",
                "Finished On",
                "Status",
            ],
            &[
                "Nautilus",
                "A solver",
                "nautilus.example.org",
                "Jan 2022 ⇒ 2022-01",
                "Dec 2022 ⇒ 2022-12",
                "Shipped",
            ],
        ],
    },
    Table {
        file: "Publications.csv",
        rows: &[
            &["Name", "Published On", "Description", "Publisher", "Url"],
            &[
                "Idle Cores",
                "Mar 5, 2024 ⇒ 2024-03-05",
                "With data",
                "Example Journal",
                "https://papers.example.org/1",
            ],
        ],
    },
    Table {
        file: "Honors.csv",
        rows: &[
            &["Title", "Description", "Issued On"],
            &["Best Poster", "Of 61", "Oct 2022 ⇒ 2022-10"],
        ],
    },
    Table {
        file: "Volunteering.csv",
        rows: &[
            &[
                "Company Name",
                "Role",
                "Cause",
                "Started On",
                "Finished On",
                "Description",
            ],
            &[
                "Code Club",
                "Mentor",
                "EDUCATION",
                "Feb 2019 ⇒ 2019-02",
                "",
                "Teaches loops",
            ],
        ],
    },
    Table {
        file: "Patents.csv",
        rows: &[
            &["Title", "Issuer", "Number", "Inventors", "Status"],
            &[
                "Fused Loop",
                "Example Office",
                "EX 12",
                "Mira Okafor, Ann Lee",
                "granted",
            ],
        ],
    },
    Table {
        file: "Courses.csv",
        rows: &[&["Name", "Number"], &["Optimization", "CS 420"]],
    },
    Table {
        file: "Test Scores.csv",
        rows: &[
            &["Name", "Score", "Dated On"],
            &["Example Test", "118 of 120", "2017"],
        ],
    },
    Table {
        file: "Organizations.csv",
        rows: &[&["Name", "Position"], &["Example Society", "Treasurer"]],
    },
    Table {
        file: "Email Addresses.csv",
        rows: &[
            &["Email Address", "Confirmed", "Primary", "Updated On"],
            &["old@example.org", "Yes ⇒ ", "No ⇒ ", "1/1/20, 1:00 AM ⇒ "],
            &["mira@example.org", "Yes ⇒ ", "Yes ⇒ ", "1/1/24, 1:00 AM ⇒ "],
        ],
    },
    Table {
        file: "PhoneNumbers.csv",
        rows: &[
            &["Extension", "Number", "Type"],
            &["", "+1 551 555 0100", "Mobile"],
            &["12", "+1 551 555 0101", ""],
            &["", "", ""],
        ],
    },
];

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Returns a cell as the archive has it, and what the profile should have of it.
fn both(cell: &str) -> (String, String) {
    let Some((text, expected)) = cell.split_once(ARROW) else {
        return (cell.to_owned(), cell.to_owned());
    };
    // The rest of a list follows the expected text of a member.
    match expected.split_once(',') {
        Some((expected, rest)) => {
            let (before, _) = text.rsplit_once(',').expect("a list");
            (
                format!("{text},{rest}"),
                format!("{before}\n{expected}\n{rest}"),
            )
        }
        None => (text.to_owned(), expected.to_owned()),
    }
}

fn csv(table: &Table) -> String {
    let rows = table.rows.iter().map(|row| {
        let cells = row.iter().map(|cell| quoted(&both(cell).0));
        cells.collect::<Vec<_>>().join(",") + "\n"
    });
    rows.collect()
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in members {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        writer.start_file(*path, options).expect("a member");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

fn archive() -> Vec<u8> {
    let mut members: Vec<(String, Vec<u8>)> = TABLES
        .iter()
        .map(|table| (table.file.to_owned(), csv(table).into_bytes()))
        .collect();
    members.push((
        "messages.csv".to_owned(),
        b"FROM,CONTENT\nAnn,a secret\n".to_vec(),
    ));
    members.push((
        "Recommendations_Received.csv".to_owned(),
        b"First Name,Text\nAnn,She is great\n".to_vec(),
    ));
    let members: Vec<(&str, &[u8])> = members
        .iter()
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
        .collect();
    zip_of(&members)
}

#[track_caller]
fn imported(bytes: &[u8]) -> Imported {
    import_bytes("export.zip", bytes)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

/// Returns the tables of an imported profile.
#[track_caller]
fn tables(imported: &Imported) -> toml::Table {
    long_tables(&imported.profile)
}

/// Returns the section of a kind, or with a title.
#[track_caller]
fn section<'t>(profile: &'t toml::Table, name: &str) -> &'t toml::Value {
    let sections = profile["section"].as_array().expect("sections");
    let is_named = |section: &&toml::Value| {
        let text = section.get("title").unwrap_or(&section["kind"]);
        text.as_str() == Some(name)
    };
    sections.iter().find(is_named).expect("the section")
}

#[track_caller]
fn refused(bytes: &[u8]) -> String {
    let problems: Diagnostics = import_bytes("export.zip", bytes).expect_err("an error");
    assert!(problems.has_errors());
    problems
        .iter()
        .map(|problem| problem.message.clone())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn every_cell_is_in_the_profile() {
    let imported = imported(&archive());
    assert_eq!(imported.origin, Origin::LinkedIn);
    assert_eq!(imported.person.as_deref(), Some("Mira Okafor"));
    for table in TABLES {
        for cell in table.rows[1..].iter().copied().flatten() {
            let (_, expected) = both(cell);
            // Members of a list can be in several values.
            let expected = expected.replace([',', '[', ']', ':'], "\n");
            let mut missing = missing_lines(&imported.profile, &expected);
            // The types of websites are labels in other capitals.
            missing.retain(|line| !line.bytes().all(|byte| byte.is_ascii_uppercase()));
            assert_eq!(
                missing,
                Vec::<&str>::new(),
                "{} {cell}\n{}",
                table.file,
                imported.profile
            );
        }
    }
    assert!(!imported.profile.contains("secret"), "{}", imported.profile);
    assert_profile(&imported);
}

#[test]
fn all_layouts_show_it() {
    assert_renders(&imported(&archive()));
}

/// What has no place is a warning at its cell and a comment.
#[test]
fn what_has_no_place_is_a_warning_at_its_cell() {
    let imported = imported(&archive());
    let warnings: Vec<String> = imported
        .problems
        .iter()
        .map(|problem| {
            assert_eq!(problem.severity, Severity::Warning);
            let place = problem.primary.as_ref().map(|label| {
                let position = label.source.position(label.span.start);
                format!(
                    "{}:{}:{}: ",
                    label.source.name(),
                    position.line,
                    position.column
                )
            });
            format!("{}{}", place.unwrap_or_default(), problem.message)
        })
        .collect();
    let expected = [
        "export.zip/Certifications.csv:3:8: `Url` has no place in a profile",
        "export.zip/Education.csv:3:24: `End Date` has no place in a profile",
        "export.zip/Positions.csv:9:25: `Spring 2016` is not a date, and stays as it is",
        "export.zip/Projects.csv:2:58: `Status` has no place in a profile",
    ];
    for expected in expected {
        assert!(
            warnings.iter().any(|warning| warning == expected),
            "{expected}: {warnings:#?}"
        );
    }
    let left = ["Industry", "Instant Messengers", "Websites"];
    for column in left {
        let message = format!("`{column}` has no place in a profile");
        assert!(
            warnings.iter().any(|warning| warning.ends_with(&message)),
            "{warnings:#?}"
        );
    }
    let not_read =
        "`export.zip/Recommendations_Received.csv` is not read, as it has texts of other people";
    assert!(
        warnings.iter().any(|warning| warning == not_read),
        "{warnings:#?}"
    );
    assert_eq!(
        warnings.len(),
        expected.len() + left.len() + 1,
        "{warnings:#?}"
    );
    for comment in [
        "# Industry: Semiconductors",
        "# Status: Shipped",
        "# End Date: 2010",
    ] {
        assert!(imported.profile.contains(comment), "{}", imported.profile);
    }
}

#[test]
fn positions_at_one_company_are_roles() {
    let profile = tables(&imported(&archive()));
    let jobs = section(&profile, "experience")["entry"]
        .as_array()
        .expect("jobs");
    assert_eq!(jobs.len(), 3);
    assert_eq!(jobs[0]["organization"].as_str(), Some("Example Chips"));
    let roles = jobs[0]["role"].as_array().expect("roles");
    assert_eq!(roles.len(), 2);
    assert_eq!(roles[0]["position"].as_str(), Some("Staff engineer"));
    assert_eq!(roles[0]["end"].as_str(), Some("present"));
    assert_eq!(roles[0]["summary"].as_str(), Some("Leads five people."));
    let bullets = roles[0]["highlights"].as_array().expect("bullets");
    assert_eq!(bullets.len(), 2);
    assert_eq!(roles[1]["start"].as_str(), Some("2020-03"));
    assert!(roles[1].get("organization").is_none());
    // The same company after another one is another job.
    assert_eq!(jobs[2]["position"].as_str(), Some("Student"));
}

#[test]
fn the_person_has_contacts_in_order() {
    let profile = tables(&imported(&archive()));
    let person = &profile["person"];
    let emails = person["email"].as_array().expect("addresses");
    assert_eq!(emails[0].as_str(), Some("mira@example.org"));
    assert_eq!(emails.len(), 2);
    let phones = person["phone"].as_array().expect("numbers");
    assert_eq!(phones[0]["label"].as_str(), Some("Mobile"));
    assert_eq!(phones[1].as_str(), Some("+1 551 555 0101 ext. 12"));
    assert_eq!(
        person["url"].as_str(),
        Some("https://mira.example.org/?a=1,2")
    );
    let links = person["links"].as_array().expect("links");
    assert_eq!(links[0]["label"].as_str(), Some("Company"));
    assert_eq!(links[1]["network"].as_str(), Some("github"));
    assert_eq!(links[2]["username"].as_str(), Some("mira_okafor_example"));
    let keywords = section(&profile, "skill")["entry"][0]["keywords"].as_array();
    assert_eq!(keywords.expect("skills").len(), 3);
}

#[test]
fn text_is_not_markup() {
    let headline = r##"First Name,Headline,Summary
Mira,*a* _b_ `c` [d](https://e.example) <b>,"# no heading
1. no list
#set text(red)""##;
    let imported = imported(&zip_of(&[("Profile.csv", headline.as_bytes())]));
    let profile = tables(&imported);
    let summary = profile["person"]["summary"].as_str().expect("a summary");
    assert_eq!(
        summary,
        "\\# no heading\\\n1\\. no list\\\n\\#set text(red)"
    );
    let cv = render_cv(open(&imported.profile), "compact", None);
    assert_eq!(lost(&cv), Vec::<String>::new());
}

#[test]
fn files_are_found_in_any_folder_and_capitals() {
    let bytes = zip_of(&[
        (
            "Basic_Export/PROFILE.CSV",
            "\u{feff}first name,LAST NAME\r\nMira,Okafor\r\n".as_bytes(),
        ),
        (
            "Basic_Export/Phone Numbers.csv",
            b"Number\n+1 551 555 0100\n",
        ),
    ]);
    let imported = imported(&bytes);
    assert_eq!(imported.person.as_deref(), Some("Mira Okafor"));
    assert!(imported.profile.contains("+1 551 555 0100"));
    assert!(imported.problems.is_empty());
}

#[test]
fn notes_before_the_header_are_passed_over() {
    let text =
        "Notes:\n\"When exporting, some cells are missing.\"\n\nName,Proficiency\nIgbo,Native\n";
    let imported = imported(&zip_of(&[("Languages.csv", text.as_bytes())]));
    let profile = tables(&imported);
    let entry = &section(&profile, "language")["entry"][0];
    assert_eq!(entry["language"].as_str(), Some("Igbo"));
    assert_eq!(entry["fluency"].as_str(), Some("Native"));
}

#[test]
fn an_unpacked_archive_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let sub = folder.path().join("Complete");
    std::fs::create_dir(&sub).expect("a folder");
    for table in TABLES {
        std::fs::write(sub.join(table.file), csv(table)).expect("a file");
    }
    let unpacked = import_path(folder.path(), Origin::LinkedIn)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let packed = imported(&archive());
    let without_comments = |profile: &str| {
        let lines = profile.lines().filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    assert_eq!(
        without_comments(&unpacked.profile),
        without_comments(&packed.profile)
    );
}

#[test]
fn the_same_archive_gives_the_same_bytes() {
    let first = imported(&archive());
    let second = imported(&archive());
    assert_eq!(first.profile, second.profile);
    assert_eq!(first.problems, second.problems);
}

#[test]
fn hostile_archives_get_one_message() {
    let bomb = vec![b'a'; 20 << 20];
    assert_eq!(
        refused(&zip_of(&[("Positions.csv", &bomb)])),
        "cannot read `export.zip`: `Positions.csv` is larger than 16 MiB"
    );
    assert_eq!(
        refused(&zip_of(&[("xl/workbook.xml", b"<x/>")])),
        "`export.zip` has none of the tables of LinkedIn"
    );
    let document = zip_of(&[("xl/workbook.xml", b"<x/>")]);
    let problems = import_bytes("export.zip", &document).expect_err("an error");
    let messages = short_messages(&problems);
    assert!(messages.contains("[import-archive]"), "{messages}");
    let two: [(&str, &[u8]); 2] = [
        ("a/Skills.csv", b"Name\nRust\n"),
        ("b/Skills.csv", b"Name\nGo\n"),
    ];
    assert_eq!(
        refused(&zip_of(&two)),
        "`export.zip/b/Skills.csv` and `export.zip/a/Skills.csv` are the same table with different rows"
    );
    assert_eq!(
        refused(&zip_of(&[("Skills.csv", b"\xff\xfeN\0a\0m\0e\0")])),
        "`export.zip/Skills.csv` is UTF-16 text"
    );
    assert_eq!(
        refused(&zip_of(&[("Skills.csv", b"Name\n\"Rust")])),
        "the quotation mark is never closed"
    );
    let bytes = archive();
    for length in (4..bytes.len()).step_by(97) {
        refused(&bytes[..length]);
    }
}

/// A byte of an archive that is wrong gives a profile or a message.
#[test]
fn damaged_archives_end_without_a_panic() {
    let bytes = archive();
    for at in (0..bytes.len()).step_by(41) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        if let Ok(imported) = import_bytes("export.zip", &damaged) {
            assert_profile(&imported);
        }
    }
}
