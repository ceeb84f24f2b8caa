//! Parts with `hidden = true` are in no document, and only a note counts them.

use cvpress::diagnostic::Source;
use cvpress::profile;
use cvpress::selection::Choice;

use crate::support::pdf;
use crate::support::rendering::{layouts, lost, open, open_choice, render_cv};
use crate::support::sandbox::Sandbox;

const ADA: &str = r#"
locale = "en"
date = "2026"

[person]
name = "Ada Berg"

[[section]]
kind = "experience"

[[section.entry]]
organization = "Shown Chips"
highlights = [
  "Shown bullet.",
  { text = "Absent bullet.", hidden = true },
  { text = "Parent bullet:", items = ["shown child", { text = "absent child", hidden = true }] },
]
details = [{ label = "Absent label", body = "absent block", hidden = true }]

[[section.entry]]
organization = "Absent Works"
hidden = true
tags = ["work"]

[[section.entry]]
organization = "Group Co"

[[section.entry.role]]
position = "Shown position"

[[section.entry.role]]
position = "Absent position"
hidden = true

[[section]]
kind = "project"
title = "Absent section"
hidden = true
[[section.entry]]
name = "Absent project"

[[section]]
kind = "award"
title = "Empty without its entry"
[[section.entry]]
title = "Absent award"
hidden = true

[[section]]
kind = "list"
title = "Lists"
[[section.subsection]]
title = "Absent group"
hidden = true
highlights = ["absent"]
[[section.subsection]]
title = "Shown group"
highlights = ["shown"]

[variant.work]
show = ["work"]
"#;

#[test]
fn hidden_parts_are_in_no_layout() {
    for layout in layouts() {
        let cv = render_cv(open(ADA), layout, None);
        let text = pdf::text(&pdf::pages(&cv.bytes)).to_lowercase();
        assert!(!text.contains("absent"), "{layout}: {text}");
        assert!(!text.contains("emptywithout"), "{layout}: {text}");
        for shown in [
            "shownchips",
            "shownbullet",
            "shownchild",
            "shownposition",
            "showngroup",
        ] {
            assert!(text.contains(shown), "{layout}: {shown}: {text}");
        }
        assert_eq!(lost(&cv), [] as [String; 0], "{layout}");
    }
}

#[test]
fn a_variant_does_not_show_hidden_parts() {
    let parsed = profile::parse(Source::new("a.toml", ADA), None, None).expect("a profile");
    let choice = Choice {
        variant: Some("work".to_owned()),
        ..Choice::default()
    };
    let cv = render_cv(open_choice(&parsed, &choice), "compact", None);
    let text = pdf::text(&pdf::pages(&cv.bytes));
    assert!(!text.contains("Absent"), "{text}");
}

#[test]
fn a_note_counts_hidden_parts() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    let quiet = sandbox.run("check ada.toml --message-format short");
    assert!(!quiet.stderr.contains("hidden"), "{}", quiet.stderr);
    let noted = sandbox.run("check ada.toml --notes --message-format short");
    let note = "ada.toml:15:30: note[hidden-parts]: 8 parts are hidden; remove `hidden = true` to show a part";
    assert!(noted.stderr.contains(note), "{}", noted.stderr);
}
