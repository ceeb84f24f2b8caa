//! Keeps a CV for blind review from telling who it is about: the name gives way to a word, and links lead nowhere.

use super::contact::bare;
use super::resume::{Block, Inline, Inlines, Run};

/// What stands for an address that is printed itself.
const ADDRESS: &str = "…";

/// Hides one person's name.
pub struct Anonymous {
    names: Vec<String>,
    /// What stands in the place of the name.
    pub word: String,
}

impl Anonymous {
    /// Hides these spellings behind a word.
    pub fn new(names: &[String], word: &str) -> Self {
        let mut names: Vec<String> =
            names.iter().map(|name| name.trim().to_owned()).filter(|n| !n.is_empty()).collect();
        // The longest first, so that no part of it is left.
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names, word: word.to_owned() }
    }

    /// A text without the name.
    pub fn hide(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, name| replace_words(&text, name, &self.word))
    }

    /// Text without its links; an address that was printed as such is left out.
    pub fn unlink(&self, content: Inlines) -> Inlines {
        let mut plain = Inlines::new();
        for inline in content {
            match inline {
                Inline::Run(Run::Link { url, content }) => {
                    let printed = super::markdown::plain(&content);
                    if bare(&url) == bare(printed.trim()) {
                        plain.push(Inline::Text(ADDRESS.to_owned()));
                    } else {
                        plain.extend(self.unlink(content));
                    }
                }
                Inline::Run(run) => plain.push(Inline::Run(self.inside(run))),
                text @ Inline::Text(_) => plain.push(text),
            }
        }
        plain
    }

    /// Blocks of such text.
    pub fn unlink_blocks(&self, blocks: Vec<Block>) -> Vec<Block> {
        let unlinked = |block| match block {
            Block::Paragraph { content } => Block::Paragraph { content: self.unlink(content) },
            Block::List { numbered, start, items } => {
                let items = items.into_iter().map(|item| self.unlink_blocks(item)).collect();
                Block::List { numbered, start, items }
            }
            Block::Quote { blocks } => Block::Quote { blocks: self.unlink_blocks(blocks) },
            Block::Table { align, header, rows } => {
                let row = |cells: Vec<Inlines>| cells.into_iter().map(|cell| self.unlink(cell)).collect();
                Block::Table { align, header: row(header), rows: rows.into_iter().map(row).collect() }
            }
            other @ (Block::Code { .. } | Block::Rule) => other,
        };
        blocks.into_iter().map(unlinked).collect()
    }

    fn inside(&self, run: Run) -> Run {
        match run {
            Run::Strong { content } => Run::Strong { content: self.unlink(content) },
            Run::Emph { content } => Run::Emph { content: self.unlink(content) },
            Run::Strike { content } => Run::Strike { content: self.unlink(content) },
            Run::Super { content } => Run::Super { content: self.unlink(content) },
            Run::Sub { content } => Run::Sub { content: self.unlink(content) },
            other @ (Run::Link { .. } | Run::Code { .. } | Run::Break) => other,
        }
    }
}

/// Replaces a name where it is not a part of a longer word. Chinese and Japanese set no spaces between words.
fn replace_words(text: &str, name: &str, word: &str) -> String {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && c < '\u{2e80}');
    let (mut replaced, mut rest) = (String::with_capacity(text.len()), text);
    let mut before = None;
    while let Some(at) = rest.find(name) {
        let (head, tail) = (&rest[..at], &rest[at + name.len()..]);
        let is_part = joins(head.chars().next_back().or(before)) || joins(tail.chars().next());
        replaced += head;
        replaced += if is_part { name } else { word };
        before = name.chars().next_back();
        rest = tail;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anonymous() -> Anonymous {
        Anonymous::new(&["Ada Berg".to_owned(), "林远志".to_owned()], "Anonymous")
    }

    #[test]
    fn the_name_gives_way_and_its_look_alikes_stay() {
        assert_eq!(anonymous().hide("Ada Berg, Ada Bergman and Ada Berg's"), "Anonymous, Ada Bergman and Anonymous's");
        assert_eq!(anonymous().hide("作者林远志等"), "作者Anonymous等");
    }

    #[test]
    fn links_lose_their_target_and_addresses_their_text() {
        let link = |url: &str, text: &str| {
            Inline::Run(Run::Link { url: url.to_owned(), content: vec![Inline::Text(text.to_owned())] })
        };
        let content = vec![link("https://a.example/code", "code"), link("https://a.example", "a.example")];
        let strong = vec![Inline::Run(Run::Strong { content })];
        let text = |text: &str| Inline::Text(text.to_owned());
        let expected = vec![Inline::Run(Run::Strong { content: vec![text("code"), text("…")] })];
        assert_eq!(anonymous().unlink(strong), expected);
    }
}
