//! `cvpress explain`: explains a rule or a table of the profile, or lists all rules.

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, RULES, nearest, rule};
use crate::profile::{topic, topics};

/// The arguments of `cvpress explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Name of a rule, as in `error[RULE]`, or of a table or section kind of the profile, such as
    /// `person` or `education`
    #[arg(value_name = "RULE|TABLE")]
    pub topic: Option<String>,
}

/// Writes the explanation of a rule, the fields of a table, or the names of all rules.
pub fn explain(args: &ExplainArgs, terminal: &Terminal) -> Result<Exit, CommandError> {
    let Some(name) = &args.topic else {
        list(terminal);
        return Ok(Exit::Success);
    };
    if let Some(rule) = rule::find(name) {
        terminal.result(&format!("{name}\n\n{}", rule.text()));
    } else if let Some(fields) = topic(name) {
        terminal.result(&format!("{name}\n\n{fields}"));
    } else {
        return Err(CommandError::invalid_argument(unknown(name)));
    }
    Ok(Exit::Success)
}

fn list(terminal: &Terminal) {
    for rule in RULES.iter() {
        terminal.result(&format!("{:<8} {}\n", rule.severity, rule.name));
    }
}

fn unknown(name: &str) -> Diagnostic {
    let message = format!("there is no rule or table `{name}`");
    let error = Diagnostic::error(rule::UNKNOWN_RULE, message);
    let names: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.name.as_str())
        .chain(topics())
        .collect();
    let part_of = names.iter().copied().find(|known| known.contains(name));
    match nearest(name, names.iter().copied()).or(part_of) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`cvpress explain` lists all rules"),
    }
}
