//! Completeness: every text of a profile is in the PDF, whole and in reading order.

use cvpress::layout::Paper;

use crate::support::pdf;
use crate::support::rendering::{
    Cv, SHIPPED_PAGES, Shipped, layouts, lost, on_all_cores, open, render_cv, render_shipped,
    shipped, stray,
};
use crate::support::sandbox::Sandbox;

/// Asserts that all texts of a CV are in its PDF, and that all glyphs have text and are on the
/// page.
#[track_caller]
pub fn renders_whole(cv: &Cv, what: &str) {
    assert_eq!(lost(cv), [] as [String; 0], "{what}: lost");
    assert_eq!(stray(cv), [] as [String; 0], "{what}: stray");
}

#[test]
fn every_text_of_every_profile_is_in_every_layout() {
    for pages in SHIPPED_PAGES.iter() {
        assert_eq!(pages.lost, [] as [String; 0], "{}: lost", pages.what);
        assert_eq!(pages.stray, [] as [String; 0], "{}: stray", pages.what);
    }
    let profiles: Vec<Shipped> = shipped()
        .into_iter()
        .map(Shipped::without_vowel_signs)
        .collect();
    let mut wanted = Vec::new();
    for layout in layouts() {
        wanted.extend(profiles.iter().map(|profile| (profile, layout)));
    }
    on_all_cores(&wanted, |(profile, layout)| {
        let cv = render_shipped(profile, layout, Some(Paper::UsLetter));
        renders_whole(&cv, &format!("{} in {layout} on US Letter", profile.name));
    });
}

#[test]
fn lost_text_is_detected() {
    let mut cv = render_cv(
        open(
            "[person]\nname = \"Ada\"\n[[section]]\nkind = \"list\"\nhighlights = [\"one\", \"two\"]",
        ),
        "compact",
        None,
    );
    assert_eq!(lost(&cv), [] as [String; 0]);
    cv.document = open(
        "[person]\nname = \"Ada\"\n[[section]]\nkind = \"list\"\nhighlights = [\"two\", \"one\", \"three\"]",
    );
    assert_eq!(lost(&cv), ["one", "three"]);
}

#[test]
fn ordinary_text_is_rendered_verbatim() {
    let ordinary = r"C#, #1 in sales, $3M, a_b_c, 100*2, vector<int>, AT&T, <Handbook>, ~12 h, @home, [AT], \foo, #read('x')";
    let toml = format!(
        "[person]\nname = 'A #panic() *b* $x$ \\ [c]'\nheadline = '''{ordinary}'''\n[[section]]\nkind = 'experience'\n\
         [[section.entry]]\nposition = '''{ordinary}'''\nsummary = '''{ordinary}'''\nhighlights = ['''{ordinary}''']\n"
    );
    for layout in layouts() {
        let cv = render_cv(open(&toml), layout, None);
        let text = pdf::text(&pdf::pages(&cv.bytes));
        // The form names the position in its table and above what it has no room for.
        let expected = if layout == "rirekisho" { 5 } else { 4 };
        assert_eq!(
            text.matches(&pdf::bare(ordinary)).count(),
            expected,
            "{layout}: {text}"
        );
        assert!(
            text.contains(&pdf::bare(r"A #panic() *b* $x$ \ [c]")),
            "{layout}: {text}"
        );
    }
}

#[test]
fn every_layout_renders_tables_rules_quotations_and_code() {
    let body = "| a | b |\n|---|--:|\n| one | two |\n\n---\n\n> quoted\n\n```\nlet x = 1;\n```\n";
    let toml =
        format!("[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = '''\n{body}'''\n");
    for layout in layouts() {
        renders_whole(&render_cv(open(&toml), layout, None), layout);
    }
}

/// A form has rows for the start and the end of a school, and none for an end that is not yet there.
#[test]
fn school_that_goes_on_loses_nothing() {
    for period in [
        "start = '2023-09'\nend = 'present'",
        "start = '2023-09'\nend = '2025-06'",
        "start = '2023-09'",
        "date = '2023-09'",
    ] {
        let toml = format!(
            "locale = 'ja'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'education'\n[[section.entry]]\n\
             institution = 'Example University'\ndegree = 'M.S.'\narea = 'Physics'\nlocation = 'Oslo'\n\
             advisor = 'Ida Lind'\nkeywords = ['Waves', 'Optics']\nnotes = ['part-time']\n\
             meta = {{ Level = '7', Credits = '120' }}\n{period}\n"
        );
        for layout in layouts() {
            renders_whole(&render_cv(open(&toml), layout, None), layout);
        }
    }
}

#[test]
fn kind_of_employment_is_in_every_layout_and_format() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
                organization = 'Example'\nposition = 'Engineer'\nemployment-type = 'Part-time'\n\
                team = 'Compilers'\nlocation = 'Oslo'\nstart = '2020'\n[[section.entry]]\n\
                organization = 'Example Labs'\nemployment-type = 'Freelance'\n\
                [[section.entry.role]]\nposition = 'Lead'\nemployment-type = 'Full-time'\n";
    for layout in layouts() {
        renders_whole(&render_cv(open(toml), layout, None), layout);
    }
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", toml);
    sandbox
        .run("render ada.toml --format html,md,txt,json")
        .succeeds();
    for format in ["html", "md", "txt", "json"] {
        let text = sandbox.read(&format!("out/ada.{format}"));
        for kind in ["Part-time", "Freelance", "Full-time"] {
            assert!(text.contains(kind), "{format}: {kind}");
        }
    }
}

fn numbered_entry(n: usize) -> String {
    format!(
        "[[section.entry]]\norganization = 'Employer {n} x'\nposition = 'Position {n} y'\nstart = '2001-01'\nend = '2002-02'\nhighlights = ['Bullet {n} z']\n"
    )
}

#[test]
fn section_of_120_entries_loses_nothing() {
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n{}",
        (0..120).map(numbered_entry).collect::<String>()
    );
    several_pages_whole(&toml);
}

#[test]
fn a_name_may_be_a_link_in_every_layout() {
    for kind in ["project", "certificate", "award", "experience"] {
        let name = if kind == "project" { "name" } else { "title" };
        let name = if kind == "experience" {
            "position"
        } else {
            name
        };
        let toml = format!(
            "[person]\nname = 'Ada'\n[[section]]\nkind = '{kind}'\n[[section.entry]]\n\
             {name} = '[Loom](https://example.org)'\ndate = '2020'\n"
        );
        for layout in layouts() {
            renders_whole(&render_cv(open(&toml), layout, None), layout);
        }
    }
}

#[test]
fn a_link_in_a_heading_is_on_several_pages() {
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n\
         title = 'Work at [Example](https://example.org)'\n{}",
        (0..60).map(numbered_entry).collect::<String>()
    );
    several_pages_whole(&toml);
}

#[test]
fn entry_of_120_bullets_loses_nothing() {
    let bullets: String = (0..120)
        .map(|n| format!("'Bullet {n} of a great many that this one job brought with it',\n"))
        .collect();
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Employer'\nhighlights = [\n{bullets}]\n"
    );
    several_pages_whole(&toml);
}

#[test]
fn bullet_of_3000_words_loses_nothing() {
    let words: Vec<String> = (0..3000).map(|n| format!("word{n}")).collect();
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Employer'\nhighlights = ['{}']\n",
        words.join(" ")
    );
    several_pages_whole(&toml);
}

#[test]
fn very_long_words_stay_on_the_page() {
    let long = "x".repeat(400);
    let url = format!("https://example.org/{}", "a/b_c-".repeat(60));
    let toml = format!(
        "[person]\nname = '{}'\nemail = '{}@example.org'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
         organization = '{long}'\nposition = '{long}'\ndate = '{}'\nhighlights = ['{long}', '{url}', '`{long}`']\n",
        "Ada ".repeat(40).trim(),
        "a".repeat(200),
        "some day or other, ".repeat(10),
    );
    for layout in layouts() {
        renders_whole(&render_cv(open(&toml), layout, None), layout);
    }
}

#[track_caller]
fn several_pages_whole(toml: &str) {
    for layout in layouts() {
        let cv = render_cv(open(toml), layout, None);
        assert!(cv.typeset.extent.pages > 1, "{layout}");
        renders_whole(&cv, layout);
    }
}
