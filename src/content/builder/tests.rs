use crate::content::resume::{ContactKind, Date, EntryField, Resume, ResumeLink};
use crate::content::{markdown, resume as build};
use crate::diagnostic::{Diagnostics, Source};
use crate::profile::{self, Moment, PartialDate};
use crate::selection::{Choice, DocumentKind, select};

/// A document, and the problems of its texts.
struct Built {
    resume: Resume,
    problems: Diagnostics,
}

fn built(toml: &str, choice: &Choice) -> Built {
    let parsed = profile::parse(Source::new("a.toml", toml), None, None).expect("a profile");
    let mut problems = Diagnostics::default();
    let selection = select(&parsed, choice, &mut problems);
    let resume = build(&selection, "a", &mut problems);
    Built { resume, problems }
}

fn resume(toml: &str) -> Resume {
    built(toml, &Choice::default()).resume
}

#[test]
fn roles_and_links_belong_to_their_entry() {
    let resume = resume(
        "[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example'\n\
         links = [{ label = 'Press', url = 'https://example.org' }]\n\
         role = [{ position = 'Engineer' }, { position = 'Lead' }]\n",
    );
    let entry = &resume.sections[0].entries[0];
    let roles: Vec<String> = entry
        .roles
        .iter()
        .filter_map(|role| {
            role.text(EntryField::Title)
                .map(|title| markdown::plain(title))
        })
        .collect();
    assert_eq!(roles, ["Engineer", "Lead"]);
    let [ResumeLink { label, url, .. }] = entry.links.as_slice() else {
        panic!("{:?}", entry.links);
    };
    assert_eq!(markdown::plain(label), "Press");
    assert_eq!(url.as_deref(), Some("https://example.org"));
}

#[test]
fn each_kind_has_its_own_fields() {
    let resume = resume(
        "[[section]]\nkind = 'award'\n[[section.entry]]\ntitle = 'A prize'\nawarder = 'An academy'\n\
         [[section]]\nkind = 'project'\n[[section.entry]]\nname = 'A tool'\nrole = 'Maintainer'\n",
    );
    let awarder = resume.sections[0].entries[0].text(EntryField::Organization);
    assert_eq!(
        awarder.map(|text| markdown::plain(text)).as_deref(),
        Some("An academy")
    );
    let role = resume.sections[1].entries[0].text(EntryField::Role);
    assert_eq!(
        role.map(|text| markdown::plain(text)).as_deref(),
        Some("Maintainer")
    );
}

#[test]
fn problem_of_an_address_is_in_its_line() {
    let toml = "[person]\nname = 'Ada'\n[letter]\nbody = 'x'\nrecipient = '''\nExample\n[Street](x y)\n[Town](nowhere)\n'''\n";
    let letter = Choice {
        document: DocumentKind::Letter,
        ..Choice::default()
    };
    let problems = built(toml, &letter).problems;
    let places: Vec<&str> = problems
        .iter()
        .filter_map(|problem| problem.primary.as_ref())
        .map(|label| &toml[label.span.clone()])
        .collect();
    assert_eq!(places, ["nowhere"], "{problems:?}");
}

#[test]
fn each_list_of_bullets_is_known() {
    let toml = "[[section]]\nkind = 'project'\n\
        [[section.entry]]\nname = 'a'\nhighlights = ['one', 'two']\n\
        [[section.entry]]\nname = 'b'\nhighlights = ['three']\n";
    let lists: Vec<usize> = resume(toml)
        .bullets
        .iter()
        .map(|bullet| bullet.list)
        .collect();
    assert_eq!(lists[0], lists[1]);
    assert_ne!(lists[1], lists[2]);
}

#[test]
fn contacts_follow_the_profile() {
    let resume = resume(
        "[person]\nname = 'Ada'\nurl = 'https://www.example.org/'\nemail = 'ada@example.org'\n\
         [[section]]\nkind = 'reference'\n[[section.entry]]\nname = 'Bob'\n\
         phone = '+1 551 555 0100'\nemail = 'bob@example.org'\n",
    );
    let kinds: Vec<ContactKind> = resume
        .person
        .contacts
        .iter()
        .map(|contact| contact.kind)
        .collect();
    assert_eq!(kinds, [ContactKind::Url, ContactKind::Email]);
    let referee: Vec<&str> = resume.sections[0].entries[0]
        .contacts
        .iter()
        .map(|contact| &*contact.text)
        .collect();
    assert_eq!(referee, ["bob@example.org", "+1 551 555 0100"]);
}

#[test]
fn photo_may_be_left_out() {
    assert_eq!(photo(""), None);
    assert_eq!(photo("Ada.JPG").as_deref(), Some("/photo.jpg"));
}

fn photo(file: &str) -> Option<String> {
    let toml = format!("[person]\nname = 'Ada'\nphoto = '{file}'\n");
    let parsed = profile::parse(Source::new("a.toml", toml), None, None).expect("a profile");
    let mut problems = Diagnostics::default();
    let selection = select(&parsed, &Choice::default(), &mut problems);
    build(&selection, "a", &mut problems).person.photo
}

#[test]
fn skills_become_keywords_once() {
    let resume = resume(
        "[[section]]\nkind = 'skill'\ntitle = 'Skills'\n\
         [[section.entry]]\nname = 'Languages'\nkeywords = ['Rust', 'SQL', 'Rust']\n\
         [[section.subsection]]\nkind = 'skill'\ntitle = 'Tools'\n\
         [[section.subsection.entry]]\nname = 'Editors'\nkeywords = ['Vi']\n\
         [[section]]\nkind = 'project'\n[[section.entry]]\nname = 'A project'\nkeywords = ['Go']\n",
    );
    assert_eq!(resume.document.keywords, ["Rust", "SQL", "Vi"]);
}

#[test]
fn newest_date_that_has_passed_is_that_of_the_document() {
    let jobs = "[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example'\n\
        start = '2015-02'\nrole = [{ position = 'Lead', start = '2019', end = '2021-05' }]\n";
    assert_eq!(newest_date(jobs), Some(date(2021, Some(5))));
    let education = "[[section]]\nkind = 'education'\n[[section.entry]]\ndegree = 'M.S.'\n\
        start = '2022'\nend = '2030'\nexpected = true\n";
    assert_eq!(
        newest_date(&format!("{jobs}{education}")),
        Some(date(2022, None))
    );
    assert_eq!(newest_date("[person]\nname = 'Ada'\n"), None);
}

fn newest_date(toml: &str) -> Option<Date> {
    resume(toml).document.date
}

fn date(year: u16, month: Option<u8>) -> Date {
    Date {
        year,
        month,
        day: None,
    }
}

#[test]
fn period_may_have_only_a_start_or_an_end() {
    for written in ["start = '2019'", "end = '2019'"] {
        let toml =
            format!("[[section]]\nkind = 'project'\n[[section.entry]]\nname = 'a'\n{written}\n");
        let dates = &resume(&toml).sections[0].entries[0].dates;
        let [period] = dates.as_slice() else {
            panic!("{written}: {dates:?}");
        };
        let year = PartialDate::parse("2019").map(Moment::Date);
        assert_eq!(
            period.start.iter().chain(&period.end).collect::<Vec<_>>(),
            [&year.expect("a year")],
            "{written}"
        );
    }
}
