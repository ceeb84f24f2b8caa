//! The layouts of a résumé: the template and the paper of the first one that has them, and the titles
//! and the order of sections.

use crate::import::draft::Draft;
use crate::import::fields::Fields;
use crate::import::source::SourceValue;

/// The templates, and the layouts that are nearest to them.
const TEMPLATES: &[(&str, &str)] = &[
    ("jake", "compact"),
    ("moderncv-banking", "banner"),
    ("moderncv-casual", "narrative"),
    ("moderncv-classic", "narrative"),
    ("calm", "homepage"),
    ("vscode", "readme"),
];

/// The titles and the order of sections.
#[derive(Debug, Default)]
pub struct Arrangement {
    /// The keys of sections in a custom order.
    pub order: Vec<String>,
    titles: Vec<SectionTitle>,
}

#[derive(Debug)]
struct SectionTitle {
    key: String,
    title: String,
}

impl Arrangement {
    /// Takes what the layouts of a file say.
    pub fn take(file: &mut Fields, draft: &mut Draft) -> Self {
        let mut arrangement = Self::default();
        for mut layout in file.take_list("layouts") {
            let template = layout.text("template");
            let known = TEMPLATES.iter().find(|(name, _)| Some(*name) == template);
            if let Some((_, known)) = known.filter(|_| !draft.root.has("layout")) {
                draft.root.set("layout", Some(known));
                layout.take("template");
                layout.take("engine");
            }
            take_paper(&mut layout, draft);
            if arrangement.is_empty() {
                arrangement.take_sections(&mut layout, draft);
            }
            layout.finish_design(&mut draft.design);
        }
        arrangement
    }

    /// Returns the title of a section that has one of its own.
    pub fn title(&self, key: &str) -> Option<&str> {
        let own = self.titles.iter().find(|title| title.key == key)?;
        Some(&own.title)
    }

    fn is_empty(&self) -> bool {
        self.order.is_empty() && self.titles.is_empty()
    }

    fn take_sections(&mut self, layout: &mut Fields, draft: &mut Draft) {
        let Some(mut sections) = layout.take_fields("sections") else {
            return;
        };
        if let Some(order) = sections.take("order") {
            if let SourceValue::List(keys) = order.value {
                let keys = keys.iter().filter_map(|key| key.as_text());
                self.order = keys.map(str::to_owned).collect();
            } else {
                sections.leave("order", order);
            }
        }
        if let Some(mut aliases) = sections.take_fields("aliases") {
            for key in aliases.keys() {
                if key == "basics" {
                    // The person has no heading.
                    continue;
                }
                if let Some(title) = aliases.take_line(&key) {
                    self.titles.push(SectionTitle { key, title });
                }
            }
            aliases.finish_design(&mut draft.design);
        }
        sections.finish_design(&mut draft.design);
    }
}

fn take_paper(layout: &mut Fields, draft: &mut Draft) {
    let Some(mut page) = layout.take_fields("page") else {
        return;
    };
    let paper = match page.text("paperSize") {
        Some("a4") => Some("a4"),
        Some("letter") => Some("us-letter"),
        _ => None,
    };
    let known = draft.design.text("paper");
    if paper.is_some() && (known.is_none() || known == paper) {
        page.take("paperSize");
        draft.design.set("paper", paper);
    }
    page.finish_design(&mut draft.design);
}
