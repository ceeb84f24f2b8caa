//! The lines of the file, as blocks with empty lines between them.

use std::marker::PhantomData;

use crate::content::resume::Separators;
use crate::export::text_format::format::TextFormat;

/// The signs of bullets. A list after a list has the other one, or they would be one.
const BULLETS: [&str; 2] = ["- ", "* "];

/// The lines of the file, or those below an item of a list.
pub(super) struct Page<'a, F> {
    /// The punctuation of the language.
    pub(super) separators: &'a Separators,
    /// The lines.
    pub(super) lines: Vec<String>,
    format: PhantomData<F>,
}

impl<'a, F: TextFormat> Page<'a, F> {
    pub(super) fn new(separators: &'a Separators) -> Self {
        Self {
            separators,
            lines: Vec::new(),
            format: PhantomData,
        }
    }

    /// Adds the lines of a block, after an empty line. No lines are no block.
    pub(super) fn block(&mut self, lines: Vec<String>) {
        let Some(first) = lines.first() else {
            return;
        };
        let is_like_last = self.last_sign().is_some_and(|sign| first.starts_with(sign));
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        let [sign, other] = BULLETS;
        let sign = if is_like_last { other } else { sign };
        self.lines.extend(with_sign(lines, sign));
    }

    /// Adds lines to the last block, unless it is a part of its own in the format.
    pub(super) fn follow(&mut self, lines: Vec<String>) {
        if F::IS_SOURCE {
            self.block(lines);
        } else {
            self.lines.extend(lines);
        }
    }

    /// Adds parts that are one block, unless each is a part of its own in the format.
    pub(super) fn group(&mut self, parts: Vec<Vec<String>>) {
        if F::IS_SOURCE {
            for lines in parts {
                self.block(lines);
            }
        } else {
            self.block(parts.concat());
        }
    }

    /// Adds an item to the list at the end.
    pub(super) fn item(&mut self, lines: Vec<String>) {
        let sign = self.last_sign().unwrap_or(BULLETS[0]);
        self.lines.extend(with_sign(lines, sign));
    }

    /// Returns the sign of the list at the end, if there is one and lists need different signs.
    fn last_sign(&self) -> Option<&'static str> {
        let mut lines = self.lines.iter().rev().filter(|_| F::IS_SOURCE);
        let line = lines.find(|line| !line.is_empty() && !line.starts_with(' '))?;
        BULLETS.into_iter().find(|sign| line.starts_with(*sign))
    }

    /// Returns the text of the file.
    pub(super) fn finish(&self) -> String {
        let lines = self
            .lines
            .iter()
            .map(|line| if F::IS_SOURCE { line } else { line.trim_end() });
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

/// Returns the lines of a list, or those that begin with one, with another sign.
fn with_sign(lines: Vec<String>, sign: &str) -> Vec<String> {
    let mut is_list = true;
    let lines = lines.into_iter();
    lines
        .map(|line| {
            is_list &= line.is_empty() || line.starts_with([' ', '-']);
            match line.strip_prefix(BULLETS[0]) {
                Some(item) if is_list => format!("{sign}{item}"),
                _ => line,
            }
        })
        .collect()
}
