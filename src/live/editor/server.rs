//! The language server: messages in, answers and marks out.
//!
//! Input: messages of an editor. Output: messages to it. What makes no sense has an error for its answer; bytes in which no next message
//! can be found end the server. Checks, and tests that are written, run beside it, checks some at a time; an outdated one is ended.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CodeLensOptions, CodeLensParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandOptions,
    ExecuteCommandParams, HoverParams, HoverProviderCapability, MessageType,
    PublishDiagnosticsParams, SaveOptions, ServerCapabilities, ShowMessageParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri, notification, request,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions::Editor;
use super::document::Document;
use super::pipe::{Framed, Outgoing};
use super::writing::Writing;
use super::{actions, address, flags, marks};

/// Checks at once.
const AT_ONCE: usize = 2;

/// Between two looks at what is under way.
const PACE: Duration = Duration::from_millis(15);

/// Documents that are known at most.
const MOST: usize = 1_000;

/// How the server has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// As the editor has asked it to.
    InOrder,
    /// Without being asked to shut down before.
    Unasked,
    /// What came was no message, and why.
    Garbage(String),
    /// The editor is not there any more.
    Gone,
}

/// How far the server has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// `initialize` has not come.
    New,
    Serving,
    /// `shutdown` has come.
    ShutDown,
}

/// The server.
pub(crate) struct Server<'s> {
    /// Takes what is sent to the editor; an error if it is gone.
    send: &'s mut dyn FnMut(Outgoing) -> Result<(), ()>,
    /// Flags of `check`.
    flags: Vec<String>,
    documents: Vec<Document>,
    /// Tests that are being written, each for a request that is not answered yet.
    writing: Vec<(RequestId, Writing)>,
    stage: Stage,
    editor: Editor,
    refreshes_lenses: bool,
}

impl<'s> Server<'s> {
    /// A server that sends so, and checks with these flags.
    pub(crate) fn new(
        send: &'s mut dyn FnMut(Outgoing) -> Result<(), ()>,
        flags: Vec<String>,
    ) -> Self {
        Self {
            send,
            flags,
            documents: Vec::new(),
            writing: Vec::new(),
            stage: Stage::New,
            editor: Editor::default(),
            refreshes_lenses: false,
        }
    }

    /// Serves until the editor has had enough.
    pub(crate) fn serve(&mut self, messages: &Receiver<Result<Framed, String>>) -> Ended {
        loop {
            let is_waiting =
                !self.writing.is_empty() || self.documents.iter().any(Document::is_waiting);
            let came = if is_waiting {
                messages.recv_timeout(PACE)
            } else {
                messages.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            let handled = match came {
                Ok(Ok(Framed::Message(Message::Notification(said)))) if said.method == "exit" => {
                    return if self.stage == Stage::ShutDown {
                        Ended::InOrder
                    } else {
                        Ended::Unasked
                    };
                }
                Ok(Ok(Framed::Message(message))) => self.take(message),
                Ok(Ok(Framed::Senseless(senseless))) => (self.send)(Outgoing::Error(senseless)),
                Ok(Err(why)) => return Ended::Garbage(why),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    return if self.stage == Stage::ShutDown {
                        Ended::InOrder
                    } else {
                        Ended::Gone
                    };
                }
            };
            if handled.and_then(|()| self.go_on()).is_err() {
                return Ended::Gone;
            }
        }
    }

    fn take(&mut self, message: Message) -> Result<(), ()> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(said) => self.notified(&said),
            // What the server asks needs no answer.
            Message::Response(_) => Ok(()),
        }
    }

    fn answer(&mut self, response: Response) -> Result<(), ()> {
        (self.send)(Outgoing::Message(Message::Response(response)))
    }

    fn fail(&mut self, id: RequestId, code: ErrorCode, why: String) -> Result<(), ()> {
        self.answer(Response::new_err(id, code as i32, why))
    }

    fn say(&mut self, method: &str, params: Value) -> Result<(), ()> {
        let said = Notification { method: method.to_owned(), params };
        (self.send)(Outgoing::Message(Message::Notification(said)))
    }

    /// Answers a request.
    fn request(&mut self, request: Request) -> Result<(), ()> {
        let Request { id, method, params } = request;
        if self.stage == Stage::New {
            if method == request::Initialize::METHOD {
                return self.initialize(id, &params);
            }
            let why = "`initialize` comes first".to_owned();
            return self.fail(id, ErrorCode::ServerNotInitialized, why);
        }
        if self.stage == Stage::ShutDown {
            let why = "the server was shut down".to_owned();
            return self.fail(id, ErrorCode::InvalidRequest, why);
        }
        let answered = match method.as_str() {
            request::Shutdown::METHOD => {
                self.stage = Stage::ShutDown;
                self.documents.clear();
                Ok(Value::Null)
            }
            request::HoverRequest::METHOD => self.hover(params),
            request::CodeLensRequest::METHOD => self.lenses(params),
            request::CodeActionRequest::METHOD => self.actions(params),
            request::ExecuteCommand::METHOD => return self.execute(id, params),
            request::Initialize::METHOD => {
                let why = "it was initialized before".to_owned();
                return self.fail(id, ErrorCode::InvalidRequest, why);
            }
            other => {
                let why = format!("`{other}` is not known");
                return self.fail(id, ErrorCode::MethodNotFound, why);
            }
        };
        match answered {
            Ok(value) => self.answer(Response::new_ok(id, value)),
            Err(why) => self.fail(id, ErrorCode::InvalidParams, why),
        }
    }

    fn initialize(&mut self, id: RequestId, params: &Value) -> Result<(), ()> {
        let given = params["initializationOptions"]["args"].as_array();
        let given = given.into_iter().flatten().filter_map(Value::as_str);
        let given: Vec<String> = given.map(str::to_owned).collect();
        let unfit = flags::unfit(&given, "lsp", true);
        if unfit.is_none() {
            self.flags.extend(given);
        }
        let workspace = &params["capabilities"]["workspace"];
        self.editor = Editor::of(&workspace["workspaceEdit"]);
        self.refreshes_lenses = workspace["codeLens"]["refreshSupport"] == true;
        self.stage = Stage::Serving;
        let info = json!({ "name": "erl2lts", "version": env!("CARGO_PKG_VERSION") });
        let result = json!({ "capabilities": capabilities(), "serverInfo": info });
        self.answer(Response::new_ok(id, result))?;
        match unfit {
            Some(error) => {
                self.show(MessageType::ERROR, format!("{}; they are left out", error.message))
            }
            None => Ok(()),
        }
    }

    fn hover(&self, params: Value) -> Result<Value, String> {
        let params: HoverParams = read(params)?;
        let at = params.text_document_position_params;
        let found = self.document(&at.text_document.uri);
        written(found.and_then(|document| marks::hover(document, at.position)))
    }

    fn lenses(&self, params: Value) -> Result<Value, String> {
        let params: CodeLensParams = read(params)?;
        let document = self.document(&params.text_document.uri);
        written(document.map(marks::lenses).unwrap_or_default())
    }

    fn actions(&self, params: Value) -> Result<Value, String> {
        let params: CodeActionParams = read(params)?;
        let document = self.document(&params.text_document.uri);
        let open = |path: &Path| self.documents.iter().find(|document| document.path == path);
        let all = document.map(|found| actions::actions(found, params.range, (self.editor, &open)));
        written(all.unwrap_or_default())
    }

    fn execute(&mut self, id: RequestId, params: Value) -> Result<(), ()> {
        let params: ExecuteCommandParams = match read(params) {
            Ok(params) => params,
            Err(why) => return self.fail(id, ErrorCode::InvalidParams, why),
        };
        if params.command != actions::EMIT_TEST {
            let why = format!("`{}` is no command", params.command);
            return self.fail(id, ErrorCode::InvalidParams, why);
        }
        let others = self.writing.iter().map(|(_, writing)| writing);
        match Writing::begin(&params.arguments, &self.flags, others) {
            Ok(writing) => {
                self.writing.push((id, writing));
                Ok(())
            }
            Err(why) => self.unwritten(id, why),
        }
    }

    fn unwritten(&mut self, id: RequestId, why: String) -> Result<(), ()> {
        self.show(MessageType::WARNING, why.clone())?;
        self.fail(id, ErrorCode::RequestFailed, why)
    }

    /// Answers the requests of which the tests have been written.
    fn tell_of_tests(&mut self) -> Result<(), ()> {
        let mut told = Vec::new();
        for (id, mut writing) in std::mem::take(&mut self.writing) {
            match writing.look() {
                Some(result) => told.push((id, result)),
                None => self.writing.push((id, writing)),
            }
        }
        for (id, result) in told {
            match result {
                Ok(path) => {
                    self.show(MessageType::INFO, format!("{} written", path.display()))?;
                    self.answer(Response::new_ok(id, json!(address::uri(&path))))?;
                }
                Err(why) => self.unwritten(id, why)?,
            }
        }
        Ok(())
    }

    fn show(&mut self, typ: MessageType, message: String) -> Result<(), ()> {
        let params = json!(ShowMessageParams { typ, message });
        self.say(notification::ShowMessage::METHOD, params)
    }

    /// Takes what the editor says unasked; what makes no sense is passed over, as there is no answer to it.
    fn notified(&mut self, said: &Notification) -> Result<(), ()> {
        let params = said.params.clone();
        match said.method.as_str() {
            _ if self.stage != Stage::Serving => {}
            notification::DidOpenTextDocument::METHOD => {
                if let Ok(params) = read::<DidOpenTextDocumentParams>(params) {
                    self.open(params);
                }
            }
            notification::DidChangeTextDocument::METHOD => {
                if let Ok(params) = read::<DidChangeTextDocumentParams>(params) {
                    self.change(params);
                }
            }
            notification::DidSaveTextDocument::METHOD => {
                if let Ok(params) = read::<DidSaveTextDocumentParams>(params) {
                    self.saved(&params.text_document.uri);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                if let Ok(params) = read::<DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri;
                    self.documents.retain(|document| document.uri != uri);
                    return self.publish(uri, Vec::new(), None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        self.documents.retain(|document| document.uri != opened.uri);
        let Some(path) = address::path(&opened.uri) else { return };
        let is_ours =
            path.extension().is_some_and(|extension| extension == "erl" || extension == "props");
        if is_ours && self.documents.len() < MOST {
            self.documents.push(Document::new(opened.uri, path, opened.version, opened.text));
        }
    }

    fn change(&mut self, mut params: DidChangeTextDocumentParams) {
        let (uri, version) = (params.text_document.uri, params.text_document.version);
        // Texts come as a whole.
        let Some(last) = params.content_changes.pop().filter(|last| last.range.is_none()) else {
            return;
        };
        if let Some(document) = self.documents.iter_mut().find(|document| document.uri == uri) {
            document.change(version, last.text);
        }
    }

    /// A file was saved: others may read it.
    fn saved(&mut self, uri: &Uri) {
        for document in &mut self.documents {
            if document.uri == *uri {
                document.is_changed = false;
            }
            document.check();
        }
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.iter().find(|document| document.uri == *uri)
    }

    /// Begins checks that are due, and tells what others have said.
    fn go_on(&mut self) -> Result<(), ()> {
        self.tell_of_tests()?;
        let (mut told, mut failed) = (Vec::new(), Vec::new());
        for document in &mut self.documents {
            match document.look() {
                None => {}
                Some(true) => {
                    let marks = marks::diagnostics(document);
                    told.push((document.uri.clone(), marks, Some(document.version)));
                }
                Some(false) => failed.push(document.path.display().to_string()),
            }
        }
        for path in failed {
            let message = format!("the check of {path} has ended without a report");
            self.show(MessageType::ERROR, message)?;
        }
        let is_new = !told.is_empty();
        for (uri, marks, version) in told {
            self.publish(uri, marks, version)?;
        }
        if is_new && self.refreshes_lenses {
            let (id, method) =
                (RequestId::from("lenses".to_owned()), request::CodeLensRefresh::METHOD);
            let request = Request { id, method: method.to_owned(), params: Value::Null };
            (self.send)(Outgoing::Message(Message::Request(request)))?;
        }
        let mut under_way = self.documents.iter().filter(|document| document.is_checking()).count();
        for document in &mut self.documents {
            if document.is_due() && !document.is_checking() && under_way < AT_ONCE {
                under_way += 1;
                // Where no process can be started, the next change asks again.
                let _ = document.begin(&self.flags);
            }
        }
        Ok(())
    }

    fn publish(
        &mut self,
        uri: Uri,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) -> Result<(), ()> {
        let params = json!(PublishDiagnosticsParams { uri, diagnostics, version });
        self.say(notification::PublishDiagnostics::METHOD, params)
    }
}

/// What the server can do.
fn capabilities() -> ServerCapabilities {
    let save = TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) });
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(save),
        ..TextDocumentSyncOptions::default()
    };
    let kinds = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        ..CodeActionOptions::default()
    };
    let commands = ExecuteCommandOptions {
        commands: vec![actions::EMIT_TEST.to_owned()],
        ..ExecuteCommandOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Options(kinds)),
        execute_command_provider: Some(commands),
        ..ServerCapabilities::default()
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn written(value: impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}
