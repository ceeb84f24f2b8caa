//! Answers requests about one text.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, DocumentSymbolResponse,
    Documentation, HoverContents, InsertTextFormat, Location, MarkupContent, MarkupKind, Position,
    SymbolInformation, SymbolKind, TextEdit,
};

use crate::ide::{Completion, CompletionKind, LineIndex, Symbol, complete, hover, symbols};
use crate::layout::Layouts;
use crate::lsp::convert;
use crate::lsp::documents::OpenDocument;

/// Returns what can be written at a position. With snippets, the editor can place the cursor
/// inside an inserted text.
pub fn completion(
    document: &OpenDocument,
    position: Position,
    with_snippets: bool,
    layouts: &Layouts,
) -> Vec<CompletionItem> {
    let index = document.index();
    let offset = convert::offset(index, position);
    let found = complete(index.text(), offset, layouts, document.files());
    let range = convert::range(index, &found.replaced);
    // Editors accept only completions on the line of the cursor.
    if range.start.line != range.end.line {
        return Vec::new();
    }
    let items = found.items.into_iter().enumerate();
    items
        .map(|(number, item)| completion_item(number, item, range, with_snippets))
        .collect()
}

fn completion_item(
    number: usize,
    item: Completion,
    range: lsp_types::Range,
    with_snippets: bool,
) -> CompletionItem {
    let is_snippet = with_snippets && item.cursor < item.insert.len();
    let new_text = if is_snippet {
        snippet(&item.insert, item.cursor)
    } else {
        item.insert
    };
    let text = (!item.text.is_empty()).then(|| Documentation::MarkupContent(markdown(item.text)));
    CompletionItem {
        label: item.label,
        kind: Some(match item.kind {
            CompletionKind::Header => CompletionItemKind::MODULE,
            CompletionKind::Field => CompletionItemKind::FIELD,
            CompletionKind::Option => CompletionItemKind::PROPERTY,
            CompletionKind::Value => CompletionItemKind::VALUE,
        }),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: text,
        sort_text: Some(format!("{number:04}")),
        filter_text: Some(item.word),
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
        ..CompletionItem::default()
    }
}

/// Returns a text as a snippet with the cursor at a byte offset.
fn snippet(text: &str, cursor: usize) -> String {
    let (before, after) = text.split_at(text.floor_char_boundary(cursor));
    format!("{}$0{}", escaped(before), escaped(after))
}

fn escaped(part: &str) -> String {
    part.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// Describes the word at a position.
pub fn description(
    document: &OpenDocument,
    position: Position,
    layouts: &Layouts,
) -> Option<lsp_types::Hover> {
    let index = document.index();
    let found = hover(index.text(), convert::offset(index, position), layouts)?;
    Some(lsp_types::Hover {
        contents: HoverContents::Markup(markdown(found.markdown)),
        range: Some(convert::range(index, &found.span)),
    })
}

/// Returns the tables of a text. Not every editor can show tables in tables.
pub fn outline(document: &OpenDocument, is_nested: bool) -> DocumentSymbolResponse {
    let index = document.index();
    let found = symbols(index.text());
    if is_nested {
        let symbols = found.iter().map(|symbol| nested(index, symbol)).collect();
        return DocumentSymbolResponse::Nested(symbols);
    }
    let mut flat = Vec::new();
    for symbol in &found {
        add_flat(document, symbol, None, &mut flat);
    }
    DocumentSymbolResponse::Flat(flat)
}

fn kind(symbol: &Symbol) -> SymbolKind {
    if symbol.is_member {
        SymbolKind::OBJECT
    } else {
        SymbolKind::NAMESPACE
    }
}

#[expect(
    deprecated,
    reason = "the type has a field that is deprecated and required"
)]
fn nested(index: &LineIndex, symbol: &Symbol) -> DocumentSymbol {
    let children = symbol.children.iter();
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
        kind: kind(symbol),
        tags: None,
        deprecated: None,
        range: convert::range(index, &symbol.span),
        selection_range: convert::range(index, &symbol.header),
        children: Some(children.map(|child| nested(index, child)).collect()),
    }
}

#[expect(
    deprecated,
    reason = "the type has a field that is deprecated and required"
)]
fn add_flat(
    document: &OpenDocument,
    symbol: &Symbol,
    container: Option<&str>,
    found: &mut Vec<SymbolInformation>,
) {
    let range = convert::range(document.index(), &symbol.span);
    found.push(SymbolInformation {
        name: symbol.name.clone(),
        kind: kind(symbol),
        tags: None,
        deprecated: None,
        location: Location::new(document.uri().clone(), range),
        container_name: container.map(str::to_owned),
    });
    for child in &symbol.children {
        add_flat(document, child, Some(&symbol.name), found);
    }
}

/// Returns the replacement that formats a text as `cvpress fmt` does; none if the text is not TOML.
pub fn formatting(document: &OpenDocument) -> Vec<TextEdit> {
    let formatted = document.profile().formatted();
    formatted.map_or_else(
        |_| Vec::new(),
        |formatted| convert::replacement(document.index(), &formatted),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_has_the_cursor_and_no_other_signs() {
        assert_eq!(snippet("a = \"\"", 5), "a = \"$0\"");
        assert_eq!(snippet("[{ $x\\ }]", 2), "[{$0 \\$x\\\\ \\}]");
    }
}
