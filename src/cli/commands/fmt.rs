//! `cvpress fmt`: writes profiles in their canonical form.

use crate::cli::Ending;
use crate::cli::args::Fmt;
use crate::cli::commands::input;
use crate::cli::terminal::Terminal;
use crate::export::{Output, write};
use crate::profile::{Input, formatted};

/// Formats them, one after the other; one that cannot be read stays as it is.
pub fn fmt(arguments: &Fmt, terminal: &Terminal) -> Ending {
    let mut ending = Ending::Done;
    for path in &arguments.profiles {
        let input = input(path);
        let (written, text) = match formatted(&input) {
            Ok(texts) => texts,
            Err(problems) => {
                terminal.problems(&problems);
                ending = Ending::Failed;
                continue;
            }
        };
        if arguments.check {
            if written != text {
                terminal.result(&format!("{}\n", input.name()));
                ending = Ending::Failed;
            }
            continue;
        }
        match &input {
            Input::Stdin => terminal.result(&text),
            Input::File(path) if written != text => {
                // A link stays one: what it leads to is formatted.
                let path = path.canonicalize().unwrap_or_else(|_| path.clone());
                match write(&Output::File(path), text.as_bytes()) {
                    Ok(()) => terminal.status(&format!("{}: formatted", input.name()), false),
                    Err(problems) => {
                        terminal.problems(&problems);
                        ending = Ending::Failed;
                    }
                }
            }
            Input::File(_) => {}
        }
    }
    ending
}
