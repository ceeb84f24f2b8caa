//! `cvpress explain`: what a rule is about.

use crate::cli::args::Explain;
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, RULES, nearest, rule};

/// Writes what is to be known of a rule, or the list of all.
pub fn explain(arguments: &Explain, terminal: &Terminal) -> Result<Ending, Stop> {
    let Some(name) = &arguments.rule else {
        let list = RULES
            .iter()
            .map(|rule| format!("{:<8} {}\n", rule.severity, rule.name));
        terminal.result(&list.collect::<String>());
        return Ok(Ending::Done);
    };
    if let Some(rule) = rule::find(name) {
        terminal.result(&format!("{name}\n\n{}", rule.text()));
        return Ok(Ending::Done);
    }
    let error = Diagnostic::error(rule::UNKNOWN_RULE, format!("there is no rule `{name}`"));
    let error = match nearest(name, RULES.iter().map(|rule| rule.name.as_str())) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`cvpress explain` lists the rules"),
    };
    Err(Stop(Ending::WrongUsage, error.into()))
}
