//! Tips for spellings of commands and options that have another name.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};

use crate::diagnostic::nearest;

/// A spelling that users may try, and what to write.
struct Renamed {
    /// The command that the spelling belongs to; empty for all commands.
    command: &'static str,
    spelling: &'static str,
    tip: &'static str,
}

const RENAMED: [Renamed; 8] = [
    Renamed {
        command: "layouts",
        spelling: "--format",
        tip: "use `--report json` for a report in JSON",
    },
    Renamed {
        command: "press",
        spelling: "--format",
        tip: "`cvpress press` writes only PDF; use `cvpress render` for other formats",
    },
    Renamed {
        command: "",
        spelling: "--out",
        tip: "use `--output`",
    },
    Renamed {
        command: "preflight",
        spelling: "--for",
        tip: "use `--standard x-1a` or `--standard x-4`",
    },
    Renamed {
        command: "letter",
        spelling: "--for",
        tip: "use `cvpress press pdf --letter` for a print shop",
    },
    Renamed {
        command: "",
        spelling: "--for",
        tip: "use `cvpress press pdf` for a print shop",
    },
    Renamed {
        command: "press",
        spelling: "finish",
        tip: "use `cvpress press pdf`",
    },
    Renamed {
        command: "",
        spelling: "print",
        tip: "use `cvpress render`",
    },
];

/// Adds the name to use to an error about a spelling that has another name. `commands` are those
/// to suggest: clap would also suggest hidden ones.
pub fn explain(
    mut error: clap::Error,
    commands: &clap::Command,
    arguments: &[OsString],
) -> clap::Error {
    let invalid = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
        .into_iter()
        .find_map(|kind| error.get(kind));
    let Some(ContextValue::String(spelling)) = invalid else {
        return error;
    };
    let spelling = &spelling.clone();
    if error.get(ContextKind::InvalidSubcommand).is_some() {
        let shown = commands
            .get_subcommands()
            .filter(|known| !known.is_hide_set());
        let similar = nearest(spelling, shown.map(clap::Command::get_name));
        error.remove(ContextKind::SuggestedSubcommand);
        if let Some(similar) = similar {
            let similar = ContextValue::Strings(vec![similar.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, similar);
        }
    }
    if let Some(tip) = tip(spelling, arguments) {
        // The usage would show clap's own guess.
        for guess in [
            ContextKind::SuggestedArg,
            ContextKind::SuggestedSubcommand,
            ContextKind::Usage,
        ] {
            error.remove(guess);
        }
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Returns the tip for a spelling among these arguments.
fn tip(spelling: &str, arguments: &[OsString]) -> Option<&'static str> {
    RENAMED
        .iter()
        .filter(|renamed| renamed.spelling == spelling)
        .find(|renamed| {
            renamed.command.is_empty()
                || arguments
                    .iter()
                    .any(|word| word.as_os_str() == renamed.command)
        })
        .map(|renamed| renamed.tip)
}
