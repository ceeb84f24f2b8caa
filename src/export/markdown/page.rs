//! The lines of the file, as blocks with empty lines between them.

/// The separator of two texts of a line.
pub(super) const BETWEEN: &str = " · ";

/// A line that separates.
pub(super) const RULE: &str = "___";

/// The lines of the file.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The lines.
    pub(super) lines: Vec<String>,
}

impl Page {
    /// Adds the lines of a block, after an empty line. No lines are no block.
    pub(super) fn block(&mut self, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        // A list after a list has another sign, or they would be one.
        let follows_list = self.last_sign().filter(|sign| lines[0].starts_with(*sign));
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        match follows_list {
            Some("- ") => self.lines.extend(with_sign(lines, "* ")),
            _ => self.lines.extend(lines),
        }
    }

    /// Adds an item to the list at the end.
    pub(super) fn item(&mut self, lines: Vec<String>) {
        let sign = self.last_sign().unwrap_or("- ");
        self.lines.extend(with_sign(lines, sign));
    }

    /// Returns the sign of the list at the end, if there is one.
    fn last_sign(&self) -> Option<&'static str> {
        let mut lines = self.lines.iter().rev();
        let line = lines.find(|line| !line.is_empty() && !line.starts_with(' '))?;
        ["- ", "* "]
            .into_iter()
            .find(|sign| line.starts_with(*sign))
    }

    /// Returns the text of the file.
    pub(super) fn finish(mut self) -> String {
        self.lines.push(String::new());
        self.lines.join("\n")
    }
}

/// Returns the lines of a list, or those that begin with one, with another sign.
fn with_sign(lines: Vec<String>, sign: &str) -> Vec<String> {
    let mut is_list = true;
    let lines = lines.into_iter();
    lines
        .map(|line| {
            is_list &= line.is_empty() || line.starts_with([' ', '-']);
            match line.strip_prefix("- ") {
                Some(item) if is_list => format!("{sign}{item}"),
                _ => line,
            }
        })
        .collect()
}

/// Returns lines that stay lines of one paragraph.
pub(super) fn broken(mut lines: Vec<String>) -> Vec<String> {
    let all_but_last = lines.len().saturating_sub(1);
    for line in &mut lines[..all_but_last] {
        if !line.ends_with('\\') {
            line.push('\\');
        }
    }
    lines
}
