//! Fixes of problems, as code actions.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types::{CodeAction, CodeActionKind, TextEdit, Uri, WorkspaceEdit};

use crate::diagnostic::Diagnostics;
use crate::ide::{QuickFix, quick_fixes};
use crate::lsp::convert;
use crate::lsp::diagnostics::diagnostic as lsp_diagnostic;
use crate::lsp::documents::OpenDocument;

/// Returns the fixes of the problems at a byte range.
pub fn of_problems(
    document: &OpenDocument,
    range: &Range<usize>,
    problems: &Diagnostics,
) -> Vec<CodeAction> {
    let index = document.index();
    let fixes = quick_fixes(index.text(), document.name(), range, problems);
    let all: Vec<_> = problems.iter().collect();
    let mut actions = Vec::new();
    for QuickFix {
        title,
        edits,
        is_certain,
        diagnostic,
    } in fixes
    {
        let edits = edits.iter().map(|edit| convert::text_edit(index, edit));
        let problem = all.get(diagnostic);
        actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: problem.map(|problem| vec![lsp_diagnostic(document, problem)]),
            edit: Some(workspace_edit(document.uri(), edits.collect())),
            is_preferred: Some(is_certain),
            ..CodeAction::default()
        });
    }
    actions
}

/// Returns the action that changes a text to its fixed form; `None` if that is the same.
pub fn of_everything(document: &OpenDocument, fixed: &str, count: usize) -> Option<CodeAction> {
    let edits = convert::replacement(document.index(), fixed);
    let title = match count {
        1 => "Fix what has one right answer".to_owned(),
        count => format!("Fix all {count} problems that have one right answer"),
    };
    (!edits.is_empty()).then(|| CodeAction {
        title,
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(workspace_edit(document.uri(), edits)),
        ..CodeAction::default()
    })
}

#[expect(
    clippy::mutable_key_type,
    reason = "the protocol's type; an address is not changed"
)]
fn workspace_edit(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let changes = HashMap::from([(uri.clone(), edits)]);
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}
