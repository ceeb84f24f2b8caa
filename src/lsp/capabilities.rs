//! What the server can do, and what the editor can.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, OneOf, PositionEncodingKind,
    SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};

/// The characters after which an editor asks for completions without a key.
const TRIGGERS: [&str; 6] = ["[", ".", "\"", "'", "=", "{"];

/// The command that opens the pages of a text in the browser.
pub const PREVIEW: &str = "cvpress.preview";

/// The command that shows a place of a text on its pages.
pub const SHOW_IN_PREVIEW: &str = "cvpress.showInPreview";

/// The kind of the action that shows a place.
pub const SHOW_ACTION: &str = "source.showInPreview";

/// Returns what the server can do.
pub fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let kinds = vec![
        CodeActionKind::QUICKFIX,
        CodeActionKind::SOURCE_FIX_ALL,
        CodeActionKind::from(SHOW_ACTION),
    ];
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(TRIGGERS.map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(kinds),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![PREVIEW.to_owned(), SHOW_IN_PREVIEW.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Returns whether the editor can place the cursor inside an inserted text.
pub fn has_snippets(client: &ClientCapabilities) -> bool {
    let text = client.text_document.as_ref();
    let completion = text.and_then(|text| text.completion.as_ref());
    let item = completion.and_then(|completion| completion.completion_item.as_ref());
    item.and_then(|item| item.snippet_support) == Some(true)
}

/// Returns whether the editor shows tables in tables.
pub fn has_nested_symbols(client: &ClientCapabilities) -> bool {
    let text = client.text_document.as_ref();
    let symbols = text.and_then(|text| text.document_symbol.as_ref());
    symbols.and_then(|symbols| symbols.hierarchical_document_symbol_support) == Some(true)
}
