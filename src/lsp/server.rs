//! The session with one editor: its start and end, and the order of messages.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Exit, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, HoverRequest, Initialize,
    Request as _, Shutdown as ShutdownRequest,
};
use lsp_types::{
    CancelParams, ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionParams,
    CodeActionProviderCapability, CompletionOptions, CompletionParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentFormattingParams, DocumentSymbolParams, HoverParams, HoverProviderCapability,
    InitializeParams, InitializeResult, NumberOrString, OneOf, PositionEncodingKind,
    PublishDiagnosticsParams, SaveOptions, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::diagnostic::Diagnostics;
use crate::lsp::checker::{self, CheckJob, FoundProblems};
use crate::lsp::documents::{OpenDocument, OpenDocuments};
use crate::lsp::frames::{self, Frame};
use crate::lsp::{answers, convert, diagnostics, fixes};
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::{STACK, guarded, no_threads};
use crate::progress;
use crate::typeset::Engine;

/// The characters after which an editor asks for completions without a key.
const TRIGGERS: [&str; 6] = ["[", ".", "\"", "'", "=", "{"];

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// The editor asked for it, and then ended the session.
    Requested,
    /// The editor ended the session, or its output, without asking.
    Abrupt,
}

/// A session with an editor.
pub struct LspSession<'e> {
    /// What renders the profiles, and knows the layouts.
    pub engine: &'e Engine,
    /// How to check them.
    pub options: RenderOptions,
}

/// What the session waits for.
enum Event {
    Read(Frame),
    /// The input has ended.
    Ended,
    Found(FoundProblems),
}

impl From<FoundProblems> for Event {
    fn from(found: FoundProblems) -> Self {
        Self::Found(found)
    }
}

impl LspSession<'_> {
    /// Answers messages until the editor ends the session.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn run(
        &self,
        input: impl BufRead + Send + 'static,
        output: impl Write,
    ) -> Result<Shutdown, Diagnostics> {
        let (events, received) = channel();
        let (jobs, to_check) = channel();
        let read_events = events.clone();
        // Not in the scope: a read cannot be interrupted.
        Builder::new()
            .spawn(move || read_all(input, &read_events))
            .map_err(no_threads)?;
        std::thread::scope(|scope| {
            Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    checker::run(&to_check, &events, &self.options, self.engine);
                })
                .map_err(no_threads)?;
            let server = Server {
                session: self,
                received,
                jobs,
                output,
                waiting: VecDeque::new(),
                documents: OpenDocuments::default(),
                latest: Vec::new(),
                phase: Phase::Started,
                client: ClientCapabilities::default(),
            };
            Ok(server.run())
        })
    }
}

fn read_all(mut input: impl BufRead, events: &Sender<Event>) {
    while let Ok(Some(frame)) = frames::read(&mut input) {
        let is_exit = matches!(
            &frame,
            Frame::Message(Message::Notification(message)) if message.method == Exit::METHOD
        );
        if events.send(Event::Read(frame)).is_err() || is_exit {
            return;
        }
    }
    // The session has ended already if it does not receive this.
    let _ = events.send(Event::Ended);
}

/// The phases of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the request `initialize`.
    Started,
    Running,
    /// After the request `shutdown`.
    Stopped,
}

/// An answer that is not a result.
struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

struct Server<'s, W> {
    session: &'s LspSession<'s>,
    received: Receiver<Event>,
    jobs: Sender<CheckJob>,
    output: W,
    /// Messages that were received and not answered yet.
    waiting: VecDeque<Event>,
    documents: OpenDocuments,
    /// The problems of the texts that are open, of the version they were found in.
    latest: Vec<FoundProblems>,
    phase: Phase,
    client: ClientCapabilities,
}

impl<W: Write> Server<'_, W> {
    fn run(mut self) -> Shutdown {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match progress::waiting(|| self.received.recv()) {
                    Ok(event) => event,
                    Err(_) => return Shutdown::Abrupt,
                },
            };
            // A request may have been canceled since.
            self.waiting.extend(self.received.try_iter());
            let is_written = match event {
                Event::Ended => return Shutdown::Abrupt,
                Event::Found(found) => self.publish(found),
                Event::Read(Frame::Malformed { is_json, error }) => self.refuse(is_json, &error),
                Event::Read(Frame::Message(Message::Request(request))) => self.request(request),
                // The server sends no requests.
                Event::Read(Frame::Message(Message::Response(_))) => true,
                Event::Read(Frame::Message(Message::Notification(message))) => {
                    if message.method == Exit::METHOD {
                        return match self.phase {
                            Phase::Stopped => Shutdown::Requested,
                            Phase::Started | Phase::Running => Shutdown::Abrupt,
                        };
                    }
                    self.notification(message)
                }
            };
            if !is_written {
                return Shutdown::Abrupt;
            }
        }
    }

    /// Sends a message; returns whether the editor still reads.
    fn send(&mut self, message: impl Into<Message>) -> bool {
        message.into().write(&mut self.output).is_ok()
    }

    /// Answers what is not a message. Its number is unknown.
    fn refuse(&mut self, is_json: bool, error: &str) -> bool {
        let code = if is_json {
            ErrorCode::InvalidRequest
        } else {
            ErrorCode::ParseError
        };
        let error = json!({ "code": code as i32, "message": error });
        let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len())
            .and_then(|()| self.output.flush())
            .is_ok()
    }

    fn request(&mut self, request: Request) -> bool {
        let id = request.id.clone();
        let answered = if self.is_canceled(&id) {
            Err(Refusal::new(ErrorCode::RequestCanceled, "canceled"))
        } else {
            self.answer(request)
        };
        self.send(match answered {
            Ok(result) => Response {
                id,
                response_result: Ok(result),
            },
            Err(Refusal { code, message }) => Response::new_err(id, code as i32, message),
        })
    }

    /// Returns whether a later message cancels a request.
    fn is_canceled(&self, id: &RequestId) -> bool {
        self.waiting.iter().any(|event| match event {
            Event::Read(Frame::Message(Message::Notification(message)))
                if message.method == Cancel::METHOD =>
            {
                let params = CancelParams::deserialize(&message.params);
                params.is_ok_and(|params| match params.id {
                    NumberOrString::Number(number) => RequestId::from(number) == *id,
                    NumberOrString::String(text) => RequestId::from(text) == *id,
                })
            }
            _ => false,
        })
    }

    fn answer(&mut self, request: Request) -> Result<Json, Refusal> {
        let Request { method, params, .. } = request;
        match (self.phase, method.as_str()) {
            (Phase::Started, Initialize::METHOD) => return self.initialize(params),
            (Phase::Started, _) => {
                let message = "the first request must be `initialize`";
                return Err(Refusal::new(ErrorCode::ServerNotInitialized, message));
            }
            (Phase::Running, Initialize::METHOD) | (Phase::Stopped, _) => {
                let message = format!("`{method}` cannot come now");
                return Err(Refusal::new(ErrorCode::InvalidRequest, message));
            }
            (Phase::Running, _) => {}
        }
        if method == ShutdownRequest::METHOD {
            self.phase = Phase::Stopped;
            return Ok(Json::Null);
        }
        // A fault in one answer must not end the session.
        let result = guarded(|| Ok(self.answer_about_text(&method, params)));
        result.unwrap_or_else(|problems| {
            let messages = problems.iter().map(|problem| problem.message.as_str());
            let message = messages.collect::<Vec<_>>().join("; ");
            Err(Refusal::new(ErrorCode::InternalError, message))
        })
    }

    fn initialize(&mut self, params: Json) -> Result<Json, Refusal> {
        let params: InitializeParams = read(params)?;
        self.client = params.capabilities;
        self.phase = Phase::Running;
        result(InitializeResult {
            capabilities: capabilities(),
            server_info: Some(ServerInfo {
                name: diagnostics::NAME.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn answer_about_text(&self, method: &str, params: Json) -> Result<Json, Refusal> {
        let layouts = self.session.engine.layouts();
        match method {
            Completion::METHOD => {
                let params: CompletionParams = read(params)?;
                let place = params.text_document_position;
                let document = self.document(&place.text_document.uri)?;
                let snippets = self.has_snippets();
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
                result(answers::outline(document, self.has_nested_symbols()))
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
            _ => Err(Refusal::new(
                ErrorCode::MethodNotFound,
                format!("`{method}` is not supported"),
            )),
        }
    }

    fn document(&self, uri: &Uri) -> Result<&OpenDocument, Refusal> {
        self.documents.get(uri).ok_or_else(|| {
            let message = format!("`{}` is not open", uri.as_str());
            Refusal::new(ErrorCode::InvalidParams, message)
        })
    }

    fn code_actions(
        &self,
        params: &CodeActionParams,
    ) -> Result<Vec<lsp_types::CodeAction>, Refusal> {
        let document = self.document(&params.text_document.uri)?;
        let wanted = params.context.only.as_deref();
        let wants = |kind: &CodeActionKind| {
            wanted.is_none_or(|kinds| kinds.iter().any(|wanted| contains(wanted, kind)))
        };
        let profile = document.profile();
        let LspSession { engine, options } = self.session;
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
        Ok(actions)
    }

    fn notification(&mut self, message: Notification) -> bool {
        if self.phase != Phase::Running {
            return true;
        }
        let Notification { method, params } = message;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(params) = read::<DidOpenTextDocumentParams>(params) {
                    let document = self.documents.open(params.text_document).clone();
                    self.check(document, true);
                }
                true
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(params) = read::<DidChangeTextDocumentParams>(params) {
                    let text = params.text_document;
                    let changes = params.content_changes;
                    let document = self.documents.change(&text.uri, changes, text.version);
                    if let Some(document) = document.cloned() {
                        self.check(document, false);
                    }
                }
                true
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(params) = read::<DidSaveTextDocumentParams>(params)
                    && let Some(document) = self.documents.get(&params.text_document.uri)
                {
                    self.check(document.clone(), true);
                }
                true
            }
            DidCloseTextDocument::METHOD => match read::<DidCloseTextDocumentParams>(params) {
                Ok(params) => {
                    let uri = params.text_document.uri;
                    self.documents.close(&uri);
                    self.latest.retain(|found| found.uri != uri);
                    self.publish_list(uri, None, Vec::new())
                }
                Err(_) => true,
            },
            // Others, `initialized` and `$/setTrace` among them, need no reaction.
            _ => true,
        }
    }

    /// Lets the other thread look for problems, if the text is a profile.
    fn check(&self, document: OpenDocument, renders: bool) {
        // Editors start one server for all files in TOML.
        if !document.profile().is_recognized() {
            return;
        }
        // The thread lives as long as the session.
        let _ = self.jobs.send(CheckJob { document, renders });
    }

    /// Shows problems, if the text has not changed since.
    fn publish(&mut self, found: FoundProblems) -> bool {
        let Some(document) = self.documents.get(&found.uri) else {
            return true;
        };
        if !is_of(&found, document) {
            return true;
        }
        let mut shown = Vec::new();
        for problem in found.problems.iter() {
            shown.push(diagnostics::diagnostic(document, problem));
        }
        let (uri, version) = (found.uri.clone(), found.version);
        self.latest.retain(|other| other.uri != found.uri);
        self.latest.push(found);
        self.publish_list(uri, Some(version), shown)
    }

    fn publish_list(
        &mut self,
        uri: Uri,
        version: Option<i32>,
        diagnostics: Vec<lsp_types::Diagnostic>,
    ) -> bool {
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        match serde_json::to_value(params) {
            Ok(params) => self.send(Notification {
                method: PublishDiagnostics::METHOD.to_owned(),
                params,
            }),
            Err(_) => true,
        }
    }

    fn has_snippets(&self) -> bool {
        let text = self.client.text_document.as_ref();
        let completion = text.and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        item.and_then(|item| item.snippet_support) == Some(true)
    }

    fn has_nested_symbols(&self) -> bool {
        let text = self.client.text_document.as_ref();
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        symbols.and_then(|symbols| symbols.hierarchical_document_symbol_support) == Some(true)
    }
}

fn is_of(found: &FoundProblems, document: &OpenDocument) -> bool {
    found.uri == *document.uri() && found.version == document.version()
}

/// Returns whether a kind of actions is another one or a part of it: `source` contains
/// `source.fixAll`.
fn contains(outer: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(outer.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || outer.as_str().is_empty())
}

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let kinds = vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL];
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
        ..ServerCapabilities::default()
    }
}

/// Reads the parameters of a message.
fn read<T: DeserializeOwned>(params: Json) -> Result<T, Refusal> {
    T::deserialize(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

fn result(value: impl Serialize) -> Result<Json, Refusal> {
    serde_json::to_value(value)
        .map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}
