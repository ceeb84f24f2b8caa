//! Keeps a CV for blind review from telling who it is about: the name gives way to a word, and
//! links lead nowhere.
//!
//! Uses `selection` for who it is, and the types of the contract.

use crate::content::author::full_name;
use crate::content::markdown::plain as plain_text;
use crate::content::resume::{Block, Inline, Inlines};
use crate::profile::bare_address as bare;
use crate::selection::Identity;

/// What stands for an address that is printed itself.
const ADDRESS: &str = "…";

/// Hides one person's name and addresses.
pub struct Anonymous {
    /// The names in words of small letters, the longest first, so that no part of one is left.
    names: Vec<Vec<String>>,
    addresses: Vec<String>,
    /// What stands in the place of the name.
    pub word: String,
}

impl Anonymous {
    /// Hides who it is behind a word.
    pub fn new(identity: &Identity, word: &str) -> Self {
        let family = identity.family.as_deref();
        let whole =
            |name: &String| [false, true].map(|family_first| full_name(name, family, family_first));
        let mut names: Vec<Vec<String>> = identity
            .names
            .iter()
            .flat_map(whole)
            .map(|name| words(&name))
            .collect();
        names.retain(|name| !name.is_empty());
        names.sort_by_key(|name| std::cmp::Reverse(name.concat().len()));
        Self {
            names,
            addresses: identity.addresses.clone(),
            word: word.to_owned(),
        }
    }

    /// A text without the name and the person's addresses.
    pub fn hide(&self, text: &str) -> String {
        let text = self
            .addresses
            .iter()
            .fold(text.to_owned(), |text, address| without(&text, address));
        self.names
            .iter()
            .fold(text, |text, name| self.without_name(&text, name))
    }

    fn without_name(&self, text: &str, name: &[String]) -> String {
        let (mut plain, mut at, mut before) = (String::with_capacity(text.len()), 0, None);
        while let Some(c) = text[at..].chars().next() {
            if let Some((length, marks)) = matched(&text[at..], name).filter(|_| !joins(before)) {
                plain += &self.word;
                // Marks of emphasis within the name have their counterparts outside of it.
                plain += &marks;
                at += length;
            } else {
                plain.push(c);
                at += c.len_utf8();
            }
            before = text[..at].chars().next_back();
        }
        plain
    }
}

/// Text without its links; an address that was printed as such is left out.
pub fn unlink(content: Inlines) -> Inlines {
    let mut plain = Inlines::new();
    for inline in content {
        match inline {
            Inline::Link { url, content } => {
                let printed = plain_text(&content);
                if bare(&url) == bare(printed.trim()) {
                    plain.push(Inline::Text(ADDRESS.to_owned()));
                } else {
                    plain.extend(unlink(content));
                }
            }
            mut other => {
                if let Some(content) = other.content_mut() {
                    *content = unlink(std::mem::take(content));
                }
                plain.push(other);
            }
        }
    }
    plain
}

/// Blocks of such text.
pub fn unlink_blocks(blocks: Vec<Block>) -> Vec<Block> {
    let unlinked = |block| match block {
        Block::Paragraph { content } => Block::Paragraph {
            content: unlink(content),
        },
        Block::List {
            numbered,
            start,
            items,
        } => {
            let items = items.into_iter().map(unlink_blocks).collect();
            Block::List {
                numbered,
                start,
                items,
            }
        }
        Block::Quote { blocks } => Block::Quote {
            blocks: unlink_blocks(blocks),
        },
        Block::Table {
            align,
            header,
            rows,
        } => {
            let row = |cells: Vec<Inlines>| cells.into_iter().map(unlink).collect();
            Block::Table {
                align,
                header: row(header),
                rows: rows.into_iter().map(row).collect(),
            }
        }
        other @ (Block::Code { .. } | Block::Rule) => other,
    };
    blocks.into_iter().map(unlinked).collect()
}

fn words(name: &str) -> Vec<String> {
    name.split_whitespace().map(str::to_lowercase).collect()
}

/// How long the name is that a text begins with, and the marks of emphasis in it; `None` where it
/// begins with another.
fn matched(text: &str, name: &[String]) -> Option<(usize, String)> {
    let (mut rest, mut marks) = (text, String::new());
    for (index, word) in name.iter().enumerate() {
        if index > 0 {
            let between = rest
                .find(|c: char| !c.is_whitespace() && !is_mark(c))
                .unwrap_or(rest.len());
            if !rest[..between].contains(char::is_whitespace) {
                return None;
            }
            marks.extend(rest[..between].chars().filter(|c| is_mark(*c)));
            rest = &rest[between..];
        }
        for wanted in word.chars() {
            let found = rest.chars().next()?;
            if found != wanted && !found.to_lowercase().eq(std::iter::once(wanted)) {
                return None;
            }
            rest = &rest[found.len_utf8()..];
        }
    }
    (!joins(rest.chars().next())).then(|| (text.len() - rest.len(), marks))
}

fn is_mark(c: char) -> bool {
    matches!(c, '*' | '_')
}

/// Whether a character before or behind a name makes it part of another word. Chinese and Japanese
/// set no spaces.
fn joins(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() && c < '\u{2e80}')
}

/// A text without an address, whatever its capitals.
fn without(text: &str, address: &str) -> String {
    let (small, wanted) = (text.to_ascii_lowercase(), address.to_ascii_lowercase());
    let (mut plain, mut done) = (String::with_capacity(text.len()), 0);
    for (at, _) in small.match_indices(&wanted) {
        plain += &text[done..at];
        plain += ADDRESS;
        done = at + wanted.len();
    }
    plain + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anonymous() -> Anonymous {
        let names = ["Ada Berg", "林远志", "Mira"].map(str::to_owned).to_vec();
        let addresses = ["ada@example.org", "ada.example.org"]
            .map(str::to_owned)
            .to_vec();
        Anonymous::new(
            &Identity {
                names,
                family: Some("Okafor".to_owned()),
                addresses,
            },
            "Anonymous",
        )
    }

    #[test]
    fn the_name_gives_way_and_its_look_alikes_stay() {
        let hidden = |text: &str| anonymous().hide(text);
        assert_eq!(
            hidden("Mira Okafor, Ada Bergman and MIRA  OKAFOR's"),
            "Anonymous, Ada Bergman and Anonymous's"
        );
        assert_eq!(hidden("by **Mira** Okafor"), "by **Anonymous**");
        assert_eq!(hidden("Okafor Mira"), "Anonymous");
        let own = Anonymous::new(
            &Identity {
                names: vec!["林远志".to_owned()],
                ..Identity::default()
            },
            "匿名",
        );
        assert_eq!(own.hide("作者林远志等"), "作者匿名等");
    }

    #[test]
    fn addresses_are_left_out() {
        assert_eq!(
            anonymous().hide("Mail Ada@example.org, or see `https://ada.example.org/x`"),
            "Mail …, or see `https://…/x`"
        );
    }

    #[test]
    fn links_lose_their_target_and_addresses_their_text() {
        let link = |url: &str, text: &str| Inline::Link {
            url: url.to_owned(),
            content: vec![Inline::Text(text.to_owned())],
        };
        let content = vec![
            link("https://a.example/code", "code"),
            link("https://a.example", "a.example"),
        ];
        let strong = vec![Inline::Strong { content }];
        let text = |text: &str| Inline::Text(text.to_owned());
        let expected = vec![Inline::Strong {
            content: vec![text("code"), text("…")],
        }];
        assert_eq!(unlink(strong), expected);
    }
}
