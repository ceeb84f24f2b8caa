//! The texts that are open, with their problems and previews, and what the editor asks about them.

use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, ExecuteCommand, Formatting, HoverRequest,
    Request as _,
};
use lsp_types::{
    ClientCapabilities, CodeAction, CodeActionKind, CodeActionParams, Command, CompletionParams,
    DocumentFormattingParams, DocumentSymbolParams, ExecuteCommandParams, HoverParams, Uri,
};
use serde_json::{Value as Json, json};

use crate::lsp::capabilities::{
    PREVIEW, SHOW_ACTION, SHOW_IN_PREVIEW, has_nested_symbols, has_snippets,
};
use crate::lsp::checker::FoundProblems;
use crate::lsp::documents::{OpenDocument, OpenDocuments};
use crate::lsp::previews::{OpenPreviews, PreviewSetup};
use crate::lsp::refusal::{AnswerError, read, result};
use crate::lsp::{answers, convert, fixes};
use crate::pipeline::RenderOptions;
use crate::pipeline::guarded;
use crate::typeset::Engine;

/// What the answers need besides the texts.
pub struct AnswerSetup<'e> {
    /// What renders the profiles, and knows the layouts.
    pub engine: &'e Engine,
    /// How to check them.
    pub options: RenderOptions,
    /// How to show them.
    pub previews: PreviewSetup,
}

/// The texts that are open in the editor.
pub struct OpenTexts<'s> {
    /// What the answers need besides.
    pub setup: &'s AnswerSetup<'s>,
    /// The texts.
    pub documents: OpenDocuments,
    /// Their problems, of the version they were found in.
    pub latest: Vec<FoundProblems>,
    /// Their previews.
    pub previews: OpenPreviews,
    /// What the editor can do.
    pub client: ClientCapabilities,
}

impl<'s> OpenTexts<'s> {
    /// Returns no texts.
    pub fn new(setup: &'s AnswerSetup<'s>) -> Self {
        Self {
            setup,
            documents: OpenDocuments::default(),
            latest: Vec::new(),
            previews: OpenPreviews::default(),
            client: ClientCapabilities::default(),
        }
    }

    /// Answers a request about a text, or runs a command. A fault in one answer does not end the
    /// session.
    ///
    /// # Errors
    /// The request is unknown, its parameters are wrong, or it cannot be done.
    pub fn answer(&mut self, method: &str, params: Json) -> Result<Json, AnswerError> {
        let answered = guarded(|| {
            Ok(if method == ExecuteCommand::METHOD {
                self.execute(params)
            } else {
                self.answer_about_text(method, params)
            })
        });
        answered.unwrap_or_else(|problems| {
            let messages = problems.iter().map(|problem| problem.message.as_str());
            let message = messages.collect::<Vec<_>>().join("; ");
            Err(AnswerError::new(ErrorCode::InternalError, message))
        })
    }

    /// Starts a preview, and shows a place in it.
    fn execute(&mut self, params: Json) -> Result<Json, AnswerError> {
        let ExecuteCommandParams {
            command, arguments, ..
        } = read(params)?;
        let with_place = match command.as_str() {
            PREVIEW => false,
            SHOW_IN_PREVIEW => true,
            _ => {
                let message = format!("there is no command `{command}`");
                return Err(AnswerError::new(ErrorCode::InvalidParams, message));
            }
        };
        let argument = |index: usize| arguments.get(index).cloned().unwrap_or_default();
        let uri: Uri = read(argument(0))?;
        let document = self.document(&uri)?.clone();
        let Some(path) = document.path() else {
            let message = "only a file can be shown; save the text first";
            return Err(AnswerError::new(ErrorCode::RequestFailed, message));
        };
        let AnswerSetup {
            options, previews, ..
        } = self.setup;
        let is_new = !self.previews.has(&path);
        let started = self.previews.start(&path, previews, options);
        let address = started.map_err(|problems| {
            let message = problems
                .iter()
                .next()
                .map(|problem| problem.message.clone());
            AnswerError::new(ErrorCode::RequestFailed, message.unwrap_or_default())
        })?;
        let address = address.to_owned();
        if is_new {
            self.previews.draft(&path, document.index().text());
        }
        if with_place {
            let position = read(argument(1))?;
            let offset = convert::offset(document.index(), position);
            let before = &document.index().text()[..offset];
            self.previews.reveal(&path, before.encode_utf16().count());
        }
        // A place is shown in the browser that is open already.
        let opens = argument(2) != Json::Bool(false);
        if opens
            && (is_new || !with_place)
            && let Some(launch) = self.previews.launch_address(&path)
            && let Err(error) = open::that_detached(launch)
        {
            let message =
                format!("the browser cannot be opened: {error}; the page is at {address}");
            return Err(AnswerError::new(ErrorCode::RequestFailed, message));
        }
        Ok(json!({ "address": address }))
    }

    fn answer_about_text(&self, method: &str, params: Json) -> Result<Json, AnswerError> {
        let layouts = self.setup.engine.layouts();
        match method {
            Completion::METHOD => {
                let params: CompletionParams = read(params)?;
                let place = params.text_document_position;
                let document = self.document(&place.text_document.uri)?;
                let snippets = has_snippets(&self.client);
                result(answers::completion(
                    document,
                    place.position,
                    snippets,
                    layouts,
                ))
            }
            HoverRequest::METHOD => {
                let params: HoverParams = read(params)?;
                let place = params.text_document_position_params;
                let document = self.document(&place.text_document.uri)?;
                result(answers::description(document, place.position, layouts))
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = read(params)?;
                let document = self.document(&params.text_document.uri)?;
                result(answers::outline(document, has_nested_symbols(&self.client)))
            }
            Formatting::METHOD => {
                let params: DocumentFormattingParams = read(params)?;
                let document = self.document(&params.text_document.uri)?;
                result(answers::formatting(document))
            }
            CodeActionRequest::METHOD => {
                let params: CodeActionParams = read(params)?;
                result(self.code_actions(&params)?)
            }
            _ => Err(AnswerError::new(
                ErrorCode::MethodNotFound,
                format!("`{method}` is not supported"),
            )),
        }
    }

    fn document(&self, uri: &Uri) -> Result<&OpenDocument, AnswerError> {
        self.documents.get(uri).ok_or_else(|| {
            let message = format!("`{}` is not open", uri.as_str());
            AnswerError::new(ErrorCode::InvalidParams, message)
        })
    }

    fn code_actions(&self, params: &CodeActionParams) -> Result<Vec<CodeAction>, AnswerError> {
        let document = self.document(&params.text_document.uri)?;
        let wanted = params.context.only.as_deref();
        let wants = |kind: &CodeActionKind| {
            wanted.is_none_or(|kinds| kinds.iter().any(|wanted| contains(wanted, kind)))
        };
        let profile = document.profile();
        let AnswerSetup {
            engine, options, ..
        } = self.setup;
        let mut actions = Vec::new();
        if wants(&CodeActionKind::QUICKFIX) {
            let range = convert::span(document.index(), params.range);
            let known = self.latest.iter().find(|found| is_of(found, document));
            let problems = match known {
                Some(known) => known.problems.clone(),
                None => profile.problems(options, engine),
            };
            actions.extend(fixes::of_problems(document, &range, &problems));
        }
        if wants(&CodeActionKind::SOURCE_FIX_ALL)
            && let Some(fixed) = profile.fixed(options, engine)
        {
            actions.extend(fixes::of_everything(document, &fixed.text, fixed.count));
        }
        if wants(&CodeActionKind::from(SHOW_ACTION)) && document.path().is_some() {
            let position = params.range.start;
            actions.push(CodeAction {
                title: "Show in the preview".to_owned(),
                kind: Some(CodeActionKind::from(SHOW_ACTION)),
                command: Some(Command {
                    title: "Show in the preview".to_owned(),
                    command: SHOW_IN_PREVIEW.to_owned(),
                    arguments: Some(vec![json!(document.uri()), json!(position)]),
                }),
                ..CodeAction::default()
            });
        }
        Ok(actions)
    }

    /// Shows a text in its preview, if it has one.
    pub fn show(&self, document: &OpenDocument) {
        if let Some(path) = document.path() {
            self.previews.draft(&path, document.index().text());
        }
    }
}

/// Returns whether problems are those of this version of a text.
pub fn is_of(found: &FoundProblems, document: &OpenDocument) -> bool {
    found.uri == *document.uri() && found.version == document.version()
}

/// Returns whether a kind of actions is another one or a part of it: `source` contains
/// `source.fixAll`.
fn contains(outer: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(outer.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || outer.as_str().is_empty())
}
