//! Reads fenced blocks, links and headings of Markdown pages.

/// A fenced block.
pub struct Block {
    /// The number of its first line of text, from 0.
    pub line: usize,
    /// The first word of the fence.
    pub language: String,
    /// The other words of the fence, such as `ignore` or `file=ada.toml`.
    pub attributes: Vec<String>,
    /// The text between the fences, each line ended.
    pub text: String,
}

impl Block {
    /// Returns whether the fence has this attribute.
    pub fn has(&self, attribute: &str) -> bool {
        self.attributes.iter().any(|given| given == attribute)
    }

    /// Returns the file that the block stands for.
    pub fn file(&self) -> Option<&str> {
        self.attributes
            .iter()
            .find_map(|attribute| attribute.strip_prefix("file="))
    }
}

/// Returns the fenced blocks of a page in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(fence), None) => open = Some(start(fence, number + 1)),
            (None, Some(mut block)) => {
                block.text += line;
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

fn start(fence: &str, line: usize) -> Block {
    let mut words = fence.split_whitespace().map(str::to_owned);
    Block {
        line,
        language: words.next().unwrap_or_default(),
        attributes: words.collect(),
        text: String::new(),
    }
}

/// Returns the lines of a page outside of fenced blocks.
fn prose(page: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push(line);
        }
    }
    lines
}

/// Returns the targets of a page's links and pictures.
pub fn links(page: &str) -> Vec<&str> {
    prose(page)
        .into_iter()
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .collect()
}

/// Returns the anchors of a page's headings, as GitHub and mdBook make them.
pub fn anchors(page: &str) -> Vec<String> {
    prose(page)
        .into_iter()
        .filter(|line| line.starts_with('#'))
        .map(|heading| anchor(heading.trim_start_matches('#').trim()))
        .collect()
}

fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'))
        .map(|char| if char == ' ' { '-' } else { char })
        .collect()
}
