//! `cvpress explain`: explains a rule, or lists all rules.

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, RULES, nearest, rule};

/// The arguments of `cvpress explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Name of the rule, as in `error[RULE]`
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// Writes the explanation of a rule, or the names of all rules.
pub fn explain(args: &ExplainArgs, terminal: &Terminal) -> Result<Exit, CommandError> {
    match &args.rule {
        None => list(terminal),
        Some(name) => match rule::find(name) {
            Some(rule) => terminal.result(&format!("{name}\n\n{}", rule.text())),
            None => return Err(CommandError::invalid_argument(unknown(name))),
        },
    }
    Ok(Exit::Success)
}

fn list(terminal: &Terminal) {
    for rule in RULES.iter() {
        terminal.result(&format!("{:<8} {}\n", rule.severity, rule.name));
    }
}

fn unknown(name: &str) -> Diagnostic {
    let error = Diagnostic::error(rule::UNKNOWN_RULE, format!("unknown rule `{name}`"));
    match nearest(name, RULES.iter().map(|rule| rule.name.as_str())) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`cvpress explain` lists all rules"),
    }
}
