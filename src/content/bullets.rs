//! The bullets of a CV, each with its place in the profile, for whoever finds them again on a page.
//!
//! Uses `profile`, and reads Markdown as the rest of the stage does.

use std::ops::Range;

use crate::content::markdown;
use crate::profile::{Node, TomlTree, Value};

/// A bullet of an entry or a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bullet {
    /// Where it stands in the profile.
    pub span: Range<usize>,
    /// The list that it is in: bullets of one list have one number.
    pub list: usize,
    /// What it says, without marks of emphasis and links.
    pub text: String,
}

/// All of them in the order of the profile.
pub fn bullets(document: &TomlTree) -> Vec<Bullet> {
    let mut walk = Walk {
        bullets: Vec::new(),
        lists: 0,
    };
    if let Some(sections) = document.root().get("section") {
        walk.node(sections);
    }
    walk.bullets
}

struct Walk {
    bullets: Vec<Bullet>,
    lists: usize,
}

impl Walk {
    fn node(&mut self, node: &Node) {
        for (key, member) in node.members() {
            if matches!(key.name.as_str(), "highlights" | "items") {
                self.list(member);
            } else {
                self.node(member);
            }
        }
        node.items().iter().for_each(|item| self.node(item));
    }

    fn list(&mut self, node: &Node) {
        let list = self.lists;
        self.lists += 1;
        for item in node.items() {
            let text = if matches!(item.value, Value::Table(_)) {
                item.get("text")
            } else {
                Some(item)
            };
            if let Some((node, text)) = text.and_then(|node| Some((node, node.as_str()?))) {
                let text = markdown::plain(&markdown::inline(text).0);
                self.bullets.push(Bullet {
                    span: node.span.clone(),
                    list,
                    text,
                });
            }
            if let Some(inner) = item.get("items") {
                self.list(inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn bullets_have_their_places() {
        let toml = "[[section]]\nhighlights = ['**One** of']\n[[section.entry]]\nhighlights = ['two', { text = 'three', items = ['four'] }]\n";
        let document = TomlTree::parse(Arc::new(Source::new("a.toml", toml))).expect("TOML");
        let found = bullets(&document);
        let said: Vec<(&str, usize, &str)> = found
            .iter()
            .map(|bullet| {
                (
                    bullet.text.as_str(),
                    bullet.list,
                    &toml[bullet.span.clone()],
                )
            })
            .collect();
        assert_eq!(
            said,
            [
                ("One of", 0, "'**One** of'"),
                ("two", 1, "'two'"),
                ("three", 1, "'three'"),
                ("four", 2, "'four'")
            ]
        );
    }
}
