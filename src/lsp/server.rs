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
use lsp_types::request::{Initialize, Request as _, Shutdown as ShutdownRequest};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, InitializeResult,
    NumberOrString, PublishDiagnosticsParams, ServerInfo, Uri,
};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::diagnostic::Diagnostics;
use crate::lsp::capabilities::capabilities;
use crate::lsp::checker::{self, CheckJob, FoundProblems};
use crate::lsp::documents::OpenDocument;
use crate::lsp::frames::{self, Frame};
use crate::lsp::refusal::{AnswerError, read, result};
use crate::lsp::texts::{AnswerSetup, OpenTexts, is_of};
use crate::lsp::{convert, diagnostics};
use crate::pipeline::STACK;
use crate::pipeline::threads::no_threads;
use crate::progress;

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// The editor asked for it, and then ended the session.
    Requested,
    /// The editor ended the session, or its output, without asking.
    Abrupt,
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

/// Answers messages until the editor ends the session.
///
/// # Errors
/// The threads cannot be started.
pub fn run(
    setup: &AnswerSetup,
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
                let workers = &setup.previews.workers;
                checker::run(&to_check, &events, &setup.options, setup.engine, workers);
            })
            .map_err(no_threads)?;
        let server = Server {
            texts: OpenTexts::new(setup),
            received,
            jobs,
            output,
            waiting: VecDeque::new(),
            phase: Phase::Started,
        };
        Ok(server.run())
    })
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

struct Server<'s, W> {
    texts: OpenTexts<'s>,
    received: Receiver<Event>,
    jobs: Sender<CheckJob>,
    output: W,
    /// Messages that were received and not answered yet.
    waiting: VecDeque<Event>,
    phase: Phase,
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
            Err(AnswerError::new(ErrorCode::RequestCanceled, "canceled"))
        } else {
            self.answer(request)
        };
        self.send(match answered {
            Ok(result) => Response {
                id,
                response_result: Ok(result),
            },
            Err(AnswerError { code, message }) => Response::new_err(id, code as i32, message),
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

    fn answer(&mut self, request: Request) -> Result<Json, AnswerError> {
        let Request { method, params, .. } = request;
        match (self.phase, method.as_str()) {
            (Phase::Started, Initialize::METHOD) => return self.initialize(params),
            (Phase::Started, _) => {
                let message = "the first request must be `initialize`";
                return Err(AnswerError::new(ErrorCode::ServerNotInitialized, message));
            }
            (Phase::Running, Initialize::METHOD) | (Phase::Stopped, _) => {
                let message = format!("`{method}` cannot come now");
                return Err(AnswerError::new(ErrorCode::InvalidRequest, message));
            }
            (Phase::Running, _) => {}
        }
        if method == ShutdownRequest::METHOD {
            self.phase = Phase::Stopped;
            return Ok(Json::Null);
        }
        self.texts.answer(&method, params)
    }

    fn initialize(&mut self, params: Json) -> Result<Json, AnswerError> {
        let params: InitializeParams = read(params)?;
        self.texts.client = params.capabilities;
        self.phase = Phase::Running;
        result(InitializeResult {
            capabilities: capabilities(),
            server_info: Some(ServerInfo {
                name: diagnostics::NAME.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn notification(&mut self, message: Notification) -> bool {
        if self.phase != Phase::Running {
            return true;
        }
        let Notification { method, params } = message;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(params) = read::<DidOpenTextDocumentParams>(params) {
                    let document = self.texts.documents.open(params.text_document).clone();
                    self.texts.show(&document);
                    self.check(document, true);
                }
                true
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(params) = read::<DidChangeTextDocumentParams>(params) {
                    let text = params.text_document;
                    let changes = params.content_changes;
                    let document = self
                        .texts
                        .documents
                        .change(&text.uri, changes, text.version);
                    if let Some(document) = document.cloned() {
                        self.texts.show(&document);
                        self.check(document, false);
                    }
                }
                true
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(params) = read::<DidSaveTextDocumentParams>(params)
                    && let Some(document) = self.texts.documents.get(&params.text_document.uri)
                {
                    self.check(document.clone(), true);
                }
                true
            }
            DidCloseTextDocument::METHOD => match read::<DidCloseTextDocumentParams>(params) {
                Ok(params) => {
                    let uri = params.text_document.uri;
                    self.texts.documents.close(&uri);
                    if let Some(path) = convert::path(&uri) {
                        self.texts.previews.close(&path);
                    }
                    self.texts.latest.retain(|found| found.uri != uri);
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
        if document.too_large().is_none() && !document.profile().is_recognized() {
            return;
        }
        // The thread lives as long as the session.
        let _ = self.jobs.send(CheckJob { document, renders });
    }

    /// Shows problems, if the text has not changed since.
    fn publish(&mut self, found: FoundProblems) -> bool {
        let Some(document) = self.texts.documents.get(&found.uri) else {
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
        self.texts.latest.retain(|other| other.uri != found.uri);
        self.texts.latest.push(found);
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
}
