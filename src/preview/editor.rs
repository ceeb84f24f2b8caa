//! The command that opens a place of the profile in an editor.

use std::io;
use std::process::{Command, Stdio};

use crate::diagnostic::Position;

/// A command with `{file}`, `{line}` and `{column}` in its arguments, which no shell reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorCommand {
    program: String,
    arguments: Vec<String>,
}

impl EditorCommand {
    /// Splits a command line at spaces. Quotes keep spaces together.
    ///
    /// # Errors
    /// It is empty, or a quote is not closed.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for character in line.chars() {
            match (quote, character) {
                (Some(open), _) if character == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(character);
                    word.get_or_insert_default();
                }
                (None, _) if character.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(character),
            }
        }
        if quote.is_some() {
            return Err("a quote is not closed".to_owned());
        }
        words.extend(word);
        let mut words = words.into_iter();
        let Some(program) = words.next() else {
            return Err("expected a command, such as `code -g {file}:{line}:{column}`".to_owned());
        };
        let arguments = words.collect();
        Ok(Self { program, arguments })
    }

    fn arguments_at(&self, file: &str, place: Position) -> Vec<String> {
        let line = place.line.to_string();
        let column = place.column.to_string();
        let arguments = self.arguments.iter();
        arguments
            .map(|argument| {
                // The name of the file comes last: it may contain the other names.
                argument
                    .replace("{line}", &line)
                    .replace("{column}", &column)
                    .replace("{file}", file)
            })
            .collect()
    }

    /// Starts the command for a place of a file.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn open(&self, file: &str, place: Position) -> io::Result<()> {
        let mut child = Command::new(&self.program)
            .args(self.arguments_at(file, place))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // A process that has ended stays in the table of the system until it is waited for.
        std::thread::Builder::new().spawn(move || child.wait())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_put_into_arguments() {
        let command = EditorCommand::parse("code  -g '{file}:{line}:{column}' \"\" a' 'b");
        let command = command.expect("a command");
        assert_eq!(command.program, "code");
        let place = Position { line: 3, column: 7 };
        assert_eq!(
            command.arguments_at("my {line}; cv.toml", place),
            ["-g", "my {line}; cv.toml:3:7", "", "a b"]
        );
    }

    #[test]
    fn rejects_commands_without_a_program_or_an_end() {
        assert!(EditorCommand::parse("  ").is_err());
        assert!(EditorCommand::parse("code 'a").is_err());
    }
}
