//! The typography of every layout, measured on Typst's own pages.

use std::collections::{BTreeMap, BTreeSet};

use cvpress::layout::OptionSpec;
use cvpress::typeset::{TextRun, runs};
use typst_layout::PagedDocument;

use super::completeness::renders_whole;
use crate::support::pdf;
use crate::support::rendering::{
    Cv, ENGINE, SHIPPED_PAGES, layouts, open, overrides, render_cv, render_cv_with, short_messages,
};

/// Smaller differences are rounding, in pt.
const BASELINE: f64 = 0.05;

/// Returns the lines of each labeled element: its runs by page and baseline, in order.
fn lines<'a>(runs: &'a [TextRun], label: &str) -> Vec<Vec<Vec<&'a TextRun>>> {
    let mut elements: Vec<(_, Vec<&TextRun>)> = Vec::new();
    for run in runs
        .iter()
        .filter(|run| run.within.contains(label) && !run.text.trim().is_empty())
    {
        match elements
            .iter_mut()
            .find(|(element, _)| *element == run.element)
        {
            Some((_, found)) => found.push(run),
            None => elements.push((run.element, vec![run])),
        }
    }
    elements
        .into_iter()
        .map(|(_, runs)| by_line(runs))
        .collect()
}

/// Groups the runs of an element by baseline.
fn by_line(runs: Vec<&TextRun>) -> Vec<Vec<&TextRun>> {
    let mut lines: Vec<Vec<&TextRun>> = Vec::new();
    for run in runs {
        match lines
            .iter_mut()
            .find(|line| line[0].page == run.page && (line[0].y - run.y).abs() < 1.0)
        {
            Some(line) => line.push(run),
            None => lines.push(vec![run]),
        }
    }
    lines
}

/// Returns the runs of the shipped CVs without columns, by profile. Dates in a half-width column have
/// their own edge.
fn all_runs(layout: &str) -> impl Iterator<Item = (&'static str, &'static [TextRun])> {
    SHIPPED_PAGES
        .iter()
        .filter(move |pages| pages.layout == layout && !pages.has_columns)
        .map(|pages| (pages.profile.as_str(), pages.runs.as_slice()))
}

/// Layouts whose dates follow the title on its line, for parsers.
const DATES_IN_THE_LINE: [&str; 1] = ["ats"];

/// Layouts whose dates may be next to a line below the title.
const DATES_BELOW: [&str; 1] = ["banner"];

/// The edges of the dates of a column, in pt.
#[derive(Default)]
struct DateEdges {
    left: Vec<f64>,
    right: Vec<f64>,
}

/// Returns the distance between the smallest and the largest value.
fn spread(values: &[f64]) -> f64 {
    let largest = values.iter().copied().fold(f64::MIN, f64::max);
    let smallest = values.iter().copied().fold(f64::MAX, f64::min);
    largest - smallest
}

#[test]
fn dates_share_one_edge() {
    for layout in layouts()
        .into_iter()
        .filter(|layout| !DATES_IN_THE_LINE.contains(layout))
    {
        let mut seen = 0;
        for (profile, runs) in all_runs(layout) {
            let mut edges = DateEdges::default();
            for line in lines(runs, "cvpress-date").iter().flatten() {
                let left = line.iter().map(|run| run.x).fold(f64::MAX, f64::min);
                let right = line.iter().map(|run| run.end).fold(0.0, f64::max);
                edges.left.push(left);
                edges.right.push(right);
            }
            if edges.left.is_empty() {
                continue;
            }
            // A date column may be at the start; right-to-left layouts mirror the edges.
            let spread = spread(&edges.left).min(spread(&edges.right));
            assert!(spread <= 0.1, "{profile} in {layout}: {spread} pt");
            seen += edges.left.len();
        }
        assert!(seen > 40, "{layout}: only {seen} dates seen");
    }
}

/// Returns whether a run is on the next line below the title in its column, close enough for a
/// date.
fn follows(run: &TextRun, lead: &TextRun, date: &TextRun) -> bool {
    run.page == lead.page && run.x > date.end && run.y > lead.y + 1.0 && run.y < lead.y + 1.5 * 13.2
}

/// Returns whether a date is where that of a title can be.
fn is_near(date: &TextRun, lead: &TextRun) -> bool {
    date.page == lead.page && (-1.0..20.0).contains(&(date.y - lead.y))
}

/// Returns whether another title is nearer to a date.
fn is_nearer(other: &TextRun, lead: &TextRun, date: &TextRun) -> bool {
    let distance = (date.y - lead.y).abs();
    other.page == date.page && (date.y - other.y).abs() + 1.0 < distance
}

/// Returns whether a run of another element shares the baseline of a date.
fn is_beside(run: &TextRun, date: &TextRun) -> bool {
    let apart = run.x > date.end || run.end < date.x;
    let elsewhere = run.element != date.element && run.page == date.page && apart;
    elsewhere && (run.y - date.y).abs() <= BASELINE
}

#[test]
fn colon_suits_the_script_of_its_label() {
    let toml = "locale = 'zh'\n[person]\nname = '阿达'\n[[section]]\nkind = 'education'\n\
                [[section.entry]]\ninstitution = '例大学'\nmeta = { GPA = '4', '名次' = '二' }\n";
    for layout in layouts() {
        let text = pdf::text(&pdf::pages(&render_cv(open(toml), layout, None).bytes));
        assert!(
            text.contains("GPA:4") && text.contains("名次：二"),
            "{layout}: {text}"
        );
    }
}

#[test]
fn subtitle_of_a_project_is_in_the_second_column_of_jianli() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'project'\n[[section.entry]]\n\
                name = 'Loom'\nsubtitle = 'a compiler'\ndate = '2020'\n[[section.entry]]\n\
                name = 'A longer name'\nsubtitle = 'a tool'\ndate = '2019'\n";
    let cv = render_cv(open(toml), "jianli", None);
    let runs = runs(&cv.typeset.document);
    let start = |text: &str| {
        runs.iter()
            .find(|run| run.text.contains(text))
            .map(|run| run.x)
    };
    assert_eq!(start("a compiler"), start("a tool"));
    assert!(start("a tool") > start("A longer name"), "{runs:?}");
}

#[test]
fn dates_share_the_baseline_of_their_title() {
    for layout in layouts() {
        let (mut beside, mut below) = (0, 0);
        for (profile, runs) in all_runs(layout) {
            let dates = lines(runs, "cvpress-date");
            let leads = lines(runs, "cvpress-lead");
            for lead in &leads {
                let lead = lead[0][0];
                let Some(date) = dates.iter().find(|date| is_near(date[0][0], lead)) else {
                    continue;
                };
                let date = date[0][0];
                let is_mirrored = profile.starts_with("arabic");
                if layout == "sidebar" && !is_mirrored && lead.x > date.end {
                    // A label in the panel.
                    continue;
                }
                if (date.y - lead.y).abs() <= BASELINE {
                    beside += 1;
                    continue;
                }
                // Below an employer the date is that of the first position, and in columns that of
                // a neighbor.
                if leads.iter().any(|other| is_nearer(other[0][0], lead, date)) {
                    continue;
                }
                // In the side column a heading may take the first line; the date is then beside the
                // next one.
                let short = date.y - lead.y < 2.0 * 13.2;
                let aligned = runs.iter().any(|run| is_beside(run, date))
                    || !runs.iter().any(|run| follows(run, lead, date));
                assert!(
                    DATES_BELOW.contains(&layout) && short && aligned,
                    "{profile} in {layout}: `{}` is off `{}`",
                    date.text,
                    lead.text
                );
                below += 1;
            }
        }
        assert!(
            beside > 20,
            "{layout}: only {beside} dates beside a title, {below} below"
        );
    }
}

/// Returns the default of a length, in pt.
fn default_length(option: &OptionSpec) -> f64 {
    let value = option.read(&option.default).ok();
    value.and_then(|value| value.as_f64()).expect("a length")
}

#[test]
fn lines_of_a_paragraph_are_evenly_spaced() {
    let mixed = "plain text with **strong**, *emphasis*, ***both***, `code`, [a link](https://example.org), \
                 x<sup>2</sup> and H<sub>2</sub>O, 《大数据与机器智能》, ÅÉ ğ, עברית, ";
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\ntitle = 'T'\nbody = '''{}'''\n",
        mixed.repeat(16)
    );
    for layout in layouts() {
        let cv = render_cv(open(&toml), layout, None);
        let runs = runs(&cv.typeset.document);
        let manifest = &ENGINE.layouts().get(layout).expect("a layout").manifest;
        let size = default_length(&manifest.options["size"]);
        let leading = default_length(&manifest.options["leading"]);
        let mut baselines: Vec<f64> = Vec::new();
        for run in runs
            .iter()
            .filter(|run| run.within.is_empty() && (run.size - size).abs() < 0.01)
        {
            if baselines
                .last()
                .is_none_or(|last| (last - run.y).abs() > 1.0)
            {
                baselines.push(run.y);
            }
        }
        assert!(baselines.len() > 8, "{layout}: {baselines:?}");
        for pair in baselines.windows(2) {
            assert!(
                (pair[1] - pair[0] - leading).abs() <= 0.02,
                "{layout}: {} pt",
                pair[1] - pair[0]
            );
        }
    }
}

/// Maximum width of a space, in em.
const WIDEST_SPACE: f64 = 0.55;

/// The 95th percentile of spaces must be below this, in em.
const WIDE_SPACE: f64 = 0.43;

#[test]
fn justified_lines_are_not_stretched() {
    for layout in layouts() {
        let mut spaces: Vec<f64> = Vec::new();
        for (profile, runs) in all_runs(layout) {
            for run in runs.iter().filter(|run| run.widest_space > 0.0) {
                let space = run.widest_space;
                assert!(
                    space <= WIDEST_SPACE,
                    "{profile} in {layout}: {space} em in `{}`",
                    run.text
                );
                spaces.push(space);
            }
        }
        spaces.sort_by(f64::total_cmp);
        let wide = spaces[spaces.len() * 95 / 100];
        assert!(wide <= WIDE_SPACE, "{layout}: {wide} em");
    }
}

/// Returns a CV of at least two pages in which every section has an entry and every entry has
/// bullets, with some bullets before them.
fn several_pages(bullets: usize) -> String {
    let mut toml = "[person]\nname = 'Ada'\n".to_owned();
    if bullets > 0 {
        toml += &format!(
            "[[section]]\nkind = 'list'\nhighlights = [{}]\n",
            "'A short one.', ".repeat(bullets)
        );
    }
    for section in 0..6 {
        toml += &format!("[[section]]\nkind = 'experience'\ntitle = 'Section {section}'\n");
        for entry in 0..3 {
            toml += &format!(
                "[[section.entry]]\norganization = 'Employer {entry}'\nposition = 'Position'\nstart = '2020-01'\n\
                 end = '2021-01'\nkeywords = ['one', 'two']\nhighlights = ['{}', 'A short one.']\n",
                "A bullet of some length that takes more than one line of the page. ".repeat(3)
            );
        }
    }
    toml
}

/// Returns headings and entry headers at the end of a page.
fn stranded(document: &PagedDocument) -> Vec<String> {
    let runs = runs(document);
    // The footer comes after the text; it is below everything and not part of the column.
    let height = document
        .pages()
        .first()
        .map_or(0.0, |page| page.frame.height().to_pt());
    let mut last: BTreeMap<usize, &TextRun> = BTreeMap::new();
    for run in runs
        .iter()
        .filter(|run| run.y < height - 35.0 && !run.text.trim().is_empty())
    {
        let lowest = last.entry(run.page).or_insert(run);
        if run.y >= lowest.y {
            *lowest = run;
        }
    }
    last.into_iter()
        .take(document.pages().len() - 1)
        .filter(|(_, run)| {
            run.within
                .iter()
                .any(|name| name != "cvpress-end" && name != "cvpress-page")
        })
        .map(|(page, run)| format!("page {page}: {} {:?}", run.text, run.within))
        .collect()
}

#[test]
fn headings_and_entry_headers_are_never_last_on_a_page() {
    // The text moves down by 0 to 20 mm in steps of 1 mm, a quarter of a line, and with five lines
    // before it by the next 20 mm.
    for (toml, name) in [0, 5]
        .map(several_pages)
        .iter()
        .flat_map(|toml| layouts().into_iter().map(move |name| (toml, name)))
    {
        let layout = ENGINE.layouts().get(name).expect("a layout");
        for step in 10..=30 {
            let value = format!("{step}mm");
            let settings = overrides(&[("margin-top", &value), ("fit", "off")]);
            let document = open(toml);
            let typeset = document
                .fit(layout, &settings, &ENGINE)
                .unwrap_or_else(|p| panic!("{}", short_messages(&p)))
                .typeset;
            assert!(typeset.document.pages().len() > 1);
            assert_eq!(
                stranded(&typeset.document),
                [] as [String; 0],
                "{name}, {:?}",
                settings.options
            );
        }
    }
}

/// The start of the text in the panel of `sidebar` on A4, in pt: a panel of 56 mm with an inset of
/// 7 mm.
const PANEL_TEXT: f64 = (210.0 - 56.0 + 7.0) / 25.4 * 72.0;

#[test]
fn column_beside_the_panel_is_the_same_on_all_pages() {
    let contact = "[person]\nname = 'Ada'\nemail = 'ada@example.org'\n";
    let cv = render_cv(
        open(&several_pages(0).replace("[person]\nname = 'Ada'\n", contact)),
        "sidebar",
        None,
    );
    // A gap of 8 mm before the panel, and 7 mm in it.
    let edge = PANEL_TEXT - 15.0 / 25.4 * 72.0;
    let (mut pages, runs) = (BTreeMap::new(), runs(&cv.typeset.document));
    for run in runs.iter().filter(|run| run.x < edge) {
        let end: &mut f64 = pages.entry(run.page).or_default();
        *end = end.max(run.end);
    }
    assert!(pages.len() > 1);
    for (page, end) in pages {
        assert!(
            (edge - end).abs() < 4.0,
            "page {page}: {end} pt, not {edge} pt"
        );
    }
}

/// Returns a CV with more skills than fit into the panel of one page.
fn many_skills(toml: &str) -> String {
    let mut toml = toml.to_owned();
    for section in 0..7 {
        toml += &format!("[[section]]\nkind = 'skill'\ntitle = 'Skill {section}'\n");
        for entry in 0..5 {
            toml +=
                &format!("[[section.entry]]\nname = 'Name {entry}'\nkeywords = ['one', 'two']\n");
        }
    }
    toml
}

#[test]
fn panel_that_is_full_continues_on_a_later_page() {
    let pages_of = |cv: &Cv| {
        let mut pages: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for run in runs(&cv.typeset.document) {
            if (run.x - PANEL_TEXT).abs() < 0.1 && run.text.starts_with("SKILL") {
                pages.entry(run.page).or_default().push(run.text);
            }
        }
        pages.into_values().collect::<Vec<_>>()
    };
    let cv = render_cv(open(&many_skills(&several_pages(0))), "sidebar", None);
    renders_whole(&cv, "several pages");
    let pages = pages_of(&cv);
    assert_eq!(pages.len(), 2, "{pages:?}");
    assert_eq!(pages.concat().len(), 7, "{pages:?}");
    // Without a later page, the rest is beside the panel.
    let cv = render_cv(
        open(&many_skills("[person]\nname = 'Ada'\n")),
        "sidebar",
        None,
    );
    renders_whole(&cv, "one page");
    let pages = pages_of(&cv);
    assert!(pages.len() == 1 && pages[0].len() < 7, "{pages:?}");
}

#[test]
fn the_section_that_goes_on_is_named_above_the_text() {
    let entry = "[[section.entry]]\norganization = 'Employer'\nposition = 'Position'\nstart = '2020'\nend = '2021'\n\
                 highlights = ['A short one.', 'Another one.']\n";
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\ntitle = 'Long work'\n{}",
        entry.repeat(30)
    );
    for layout in ["narrative", "vita"] {
        let cv = render_cv_with(&ENGINE, open(&toml), layout, &overrides(&[("fit", "off")]));
        let runs = runs(&cv.typeset.document);
        let first_of = |page| {
            runs.iter()
                .filter(|run| run.page == page && !run.text.trim().is_empty())
                .min_by(|one, other| one.y.total_cmp(&other.y))
                .map(|run| run.text.trim())
        };
        assert_eq!(first_of(1), Some("Ada"), "{layout}");
        assert_eq!(first_of(2), Some("Long work"), "{layout}");
        let dates = lines(&runs, "cvpress-date");
        let top = dates
            .iter()
            .map(|date| date[0][0])
            .find(|run| run.page == 2);
        assert!(
            top.is_some_and(|date| date.text.starts_with("2020")),
            "{layout}"
        );
    }
}

#[test]
fn tables_are_as_wide_as_the_text() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = '''\n| Program | Time |\n|---|---:|\n| reader | 2 s |\n'''\n";
    for layout in ["ats", "banner", "compact"] {
        let cv = render_cv_with(&ENGINE, open(toml), layout, &overrides(&[("fit", "off")]));
        let runs = runs(&cv.typeset.document);
        let width = cv.typeset.document.pages()[0].frame.width().to_pt();
        let manifest = &ENGINE.layouts().get(layout).expect("a layout").manifest;
        let margin = default_length(&manifest.options["margin-x"]);
        // The number and its unit may be runs of their own.
        let number = runs.iter().find(|run| run.text.starts_with("2 "));
        let number = number.unwrap_or_else(|| panic!("{layout}: {runs:?}"));
        let mut row = runs.iter().filter(|run| (run.y - number.y).abs() < 0.1);
        let cell = row.next_back().expect("the cell");
        assert!(cell.text.ends_with('s'), "{layout}: {runs:?}");
        assert!(
            (width - margin - cell.end).abs() < 0.5,
            "{layout}: {} pt",
            cell.end
        );
        let first = runs.iter().find(|run| run.text.starts_with("reader"));
        assert!(
            first.is_some_and(|run| (run.x - margin).abs() < 0.5),
            "{layout}"
        );
    }
}

#[test]
fn rows_of_ats_have_their_date_before_the_text_or_at_the_end_edge() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'news'\n[[section.entry]]\ndate = '2025'\ntext = 'Assistant for Optics'\n\
                [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Lumen'\nposition = 'Engineer'\ndate = '2024'\n";
    let layout = "ats";
    for (edge, row) in [
        ("title", "2025 Assistant for Optics"),
        ("end", "Assistant for Optics 2025"),
    ] {
        let settings = overrides(&[("date-edge", edge)]);
        let cv = render_cv_with(&ENGINE, open(toml), layout, &settings);
        let text = pdf::text(&pdf::pages(&cv.bytes));
        assert!(text.contains(&pdf::bare(row)), "{text}");
        assert!(text.contains(&pdf::bare("Lumen 2024 Engineer")), "{text}");
        let runs = runs(&cv.typeset.document);
        let dates = lines(&runs, "cvpress-date");
        let ends: Vec<f64> = dates.iter().map(|date| date[0][0].end).collect();
        assert_eq!(ends.len(), 2, "{edge}");
        assert_eq!(spread(&ends) < 0.1, edge == "end", "{ends:?}");
    }
}

#[test]
fn dates_are_beside_their_titles_if_the_option_says_so() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'news'\n[[section.entry]]\ndate = '2025'\ntext = 'Assistant for Optics'\n\
                [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Lumen'\nposition = 'Engineer'\ndate = '2024'\n";
    for layout in ["banner", "compact", "sidebar"] {
        for (edge, is_near) in [("title", true), ("end", false)] {
            let settings = overrides(&[("date-edge", edge)]);
            let cv = render_cv_with(&ENGINE, open(toml), layout, &settings);
            let runs = runs(&cv.typeset.document);
            let dates = lines(&runs, "cvpress-date");
            let ends: Vec<f64> = dates.iter().map(|date| date[0][0].end).collect();
            assert_eq!(ends.len(), 2, "{layout}");
            let all_near = ends.iter().all(|end| *end < 300.0);
            assert_eq!(all_near, is_near, "{layout}: {ends:?}");
        }
    }
}

/// Returns the number of a line for each fact, of those in the same place on the page.
fn lines_of_facts(cv: &Cv, facts: &[&str]) -> Vec<i64> {
    let runs = runs(&cv.typeset.document);
    let line_of = |fact: &&str| {
        let run = runs.iter().find(|run| run.text.contains(fact));
        run.unwrap_or_else(|| panic!("{fact} is not there")).y
    };
    #[expect(clippy::cast_possible_truncation, reason = "a page has fewer points")]
    facts
        .iter()
        .map(line_of)
        .map(|y| y.round() as i64)
        .collect()
}

#[test]
fn a_short_fact_is_not_alone_on_the_last_line_of_a_header() {
    let facts = ["Aaa", "Bbb", "Ccc", "Ddd"];
    let mut layouts_with_company = BTreeSet::new();
    for length in (0..32).step_by(4) {
        let name = "m".repeat(length);
        let toml = format!(
            "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
             organization = 'Example {name} Works'\nposition = 'Engineer'\n\
             team = ['Unit of Things', 'Group of Others']\n\
             meta = {{ Aaa = 'efg hi', Bbb = 'some words of it', Ccc = 'and more of it', Ddd = '1' }}\n\
             highlights = ['One.']\n"
        );
        for layout in layouts() {
            let lines = lines_of_facts(&render_cv(open(&toml), layout, None), &facts);
            let [.., before, last] = lines[..] else {
                panic!("four facts")
            };
            let neighbors = lines.iter().filter(|line| **line == before).count();
            // The line before can spare a fact if it keeps one.
            assert!(
                last == before || neighbors < 2,
                "{layout}, {length}: {lines:?}"
            );
            if last == before && lines[1] < before {
                layouts_with_company.insert(layout);
            }
        }
    }
    assert!(layouts_with_company.len() > 1, "{layouts_with_company:?}");
}

/// Returns the first run that contains a text.
fn run_of<'a>(runs: &'a [TextRun], text: &str) -> &'a TextRun {
    let run = runs.iter().find(|run| run.text.contains(text));
    run.unwrap_or_else(|| panic!("`{text}` is not there"))
}

#[test]
fn a_line_of_chinese_contacts_begins_with_a_contact() {
    for length in 1..100 {
        let toml = format!(
            "locale = 'zh'\n[person]\nname = '王'\nemail = '{}@example.org'\nphone = '+86 100 0000 0173'\n\
             birth-date = '1992-04'\nlocation = '上海'\nstatus = '一个月内到岗，可出差'\n",
            "i".repeat(length)
        );
        let cv = render_cv(open(&toml), "compact", None);
        let runs = runs(&cv.typeset.document);
        for separator in runs.iter().filter(|run| run.text.trim() == "|") {
            let is_after = |run: &TextRun| {
                (run.y - separator.y).abs() < 1.0
                    && run.x < separator.x
                    && !run.text.trim().is_empty()
            };
            assert!(runs.iter().any(is_after), "{length}");
        }
        let lines = lines_of_facts(&cv, &["一个月内", "出差"]);
        assert_eq!(lines[0], lines[1], "{length}");
    }
}

#[test]
fn a_motto_does_not_end_with_a_line_of_one_short_word() {
    for length in 1..16 {
        let toml = format!(
            "[person]\nname = 'Ada'\nepigraph = 'Measure {} and hear if so.'\n",
            "m".repeat(length)
        );
        let lines = lines_of_facts(&render_cv(open(&toml), "sidebar", None), &["if", "so."]);
        assert_eq!(lines[0], lines[1], "{length}");
    }
}

/// A CV in which a paragraph and items begin with a quotation mark, after others that do not.
const QUOTING: &str = r#"
[person]
name = "Ada"
[[section]]
kind = "text"
title = "T"
body = '''
Plain words.

"Quoted words" open it.

- plain item
- **"strong" item**
'''
[[section]]
kind = "experience"
[[section.entry]]
organization = "Mill"
highlights = ["plain bullet", '"quoted" bullet']
"#;

#[test]
fn opening_quotation_marks_hang_by_half_their_width() {
    for layout in layouts() {
        let cv = render_cv(open(QUOTING), layout, None);
        let runs = runs(&cv.typeset.document);
        for (plain, quoted) in [
            ("Plain words", "“Quoted"),
            ("plain item", "“strong"),
            ("plain bullet", "“quoted"),
        ] {
            let mark = run_of(&runs, quoted);
            let distance = (run_of(&runs, plain).x - mark.x) / mark.size;
            assert!(
                (0.12..0.3).contains(&distance),
                "{layout}: `{quoted}` hangs by {distance} em"
            );
        }
    }
}

#[test]
fn chinese_quotation_marks_have_their_own_room() {
    for language in ["zh-Hans", "ja"] {
        let toml = format!(
            "locale = '{language}'\n[person]\nname = '成泽毅'\n[[section]]\nkind = 'text'\n\
             title = '简介'\nbody = '''\n- 平常的文字\n- “引用”的文字\n'''\n"
        );
        let cv = render_cv(open(&toml), "compact", None);
        let runs = runs(&cv.typeset.document);
        // The mark itself: the letters after it may be another run.
        let distance = run_of(&runs, "平常").x - run_of(&runs, "“").x;
        assert!(distance.abs() < 0.01, "{language}: {distance} pt");
    }
}

#[test]
fn rail_of_vita_has_room_for_a_period_of_two_months_in_larger_text() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
                organization = 'Mill'\nstart = '2022-05'\nend = '2024-08'\n\
                highlights = ['plain bullet']\n";
    for density in ["1.0", "1.04", "1.08"] {
        let options = overrides(&[("density", density)]);
        let cv = render_cv_with(&ENGINE, open(toml), "vita", &options);
        let runs = runs(&cv.typeset.document);
        let dates = lines(&runs, "cvpress-date");
        assert_eq!((dates.len(), dates[0].len()), (1, 1), "density {density}");
    }
}

#[test]
fn german_small_capitals_have_the_letter_f() {
    let width_of_title = |language: &str| {
        let toml = format!(
            "locale = '{language}'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\n\
             title = 'Auffahrt'\nbody = 'plain words'\n"
        );
        let cv = render_cv(open(&toml), "vita", None);
        let runs = runs(&cv.typeset.document);
        let title = run_of(&runs, "Auffahrt");
        title.end - title.x
    };
    let (german, english) = (width_of_title("de"), width_of_title("en"));
    assert!((german - english).abs() < 0.01, "{german} and {english} pt");
}

#[test]
fn panel_cuts_no_words_and_breaks_lists_between_their_items() {
    let toml = "locale = 'de'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n\
                [[section.entry]]\norganization = 'Mill'\n[[section]]\nkind = 'skill'\nentry = [\n\
                { name = 'A', keywords = ['CRRT', 'ECMO', 'Bronchoskopie-Assistenz', 'Delir'] },\n\
                { name = 'B', keywords = ['Kubernetes', 'AWS', 'incident response'] },\n\
                { name = 'C', keywords = ['Krankenhausbetriebswirtschaftslehre'] },\n]\n";
    for density in ["0.94", "1.0", "1.12"] {
        let options = overrides(&[("fit", "off"), ("density", density)]);
        let cv = render_cv_with(&ENGINE, open(toml), "sidebar", &options);
        let runs = runs(&cv.typeset.document);
        let whole = ["Assistenz", "incident response"];
        assert!(
            whole
                .iter()
                .all(|text| runs.iter().any(|run| run.text.contains(text))),
            "density {density}: {runs:?}"
        );
        // What does not fit on a line breaks between the words of the compound.
        let start = &run_of(&runs, "Krankenhaus").text;
        let ends = ["betriebs", "wirt", "schafts", "lehre"];
        assert!(ends.iter().any(|end| start.ends_with(end)), "{start}");
    }
}

#[test]
fn contacts_of_compact_are_not_too_small_on_a_tight_page() {
    let toml = "[person]\nname = 'Ada'\nemail = 'ada@example.org'\n[[section]]\nkind = 'text'\n\
                title = 'T'\nbody = 'plain words'\n";
    let options = overrides(&[("fit", "off"), ("density", "0.9")]);
    let cv = render_cv_with(&ENGINE, open(toml), "compact", &options);
    let size = run_of(&runs(&cv.typeset.document), "ada@example").size;
    assert!(size >= 8.5, "{size} pt");
}
