//! `erl2lts lsp`: what it answers to messages, to garbage, and to a real editor.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::tools::{Folder, on_path};

/// How long is waited for what must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server with what it sends.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
}

fn next(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut size = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", length)) => size = length.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; size];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[allow(clippy::needless_pass_by_value, reason = "values are made where they are sent")]
impl Server {
    fn start() -> Self {
        Self::with(&[])
    }

    fn with(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .arg("lsp")
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let input = child.stdin.take();
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = next(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { child, input, messages }
    }

    /// One that has shaken hands.
    fn initialized() -> Self {
        let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename"] });
        Self::announced(&edits)
    }

    /// One whose editor announces this of changes of texts.
    fn announced(edits: &Value) -> Self {
        let mut server = Self::start();
        let capabilities = json!({ "workspace": { "workspaceEdit": edits } });
        let answer = server.ask(1, "initialize", json!({ "capabilities": capabilities }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true, "{answer}");
        server.say("initialized", json!({}));
        server
    }

    fn raw(&mut self, bytes: &[u8]) {
        // It may have gone.
        let _ = self.input.as_mut().unwrap().write_all(bytes);
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn say(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, id: i32, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id)
    }

    fn wait(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("nothing comes");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// What is said of a file next.
    fn marks(&self, uri: &str) -> Vec<Value> {
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The end: exit code and messages.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let output = self.child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn agent(folder: &Folder) -> (std::path::PathBuf, String) {
    let text = std::fs::read_to_string("fixtures/defects/agent_states.erl").unwrap();
    (folder.write("agent_states.erl", &text), text)
}

fn opened(uri: &str, text: &str) -> Value {
    json!({ "textDocument": { "uri": uri, "languageId": "erlang", "version": 1, "text": text } })
}

/// The test of a finding is written while other questions are answered, and not written over.
fn test_is_written_once(server: &mut Server, folder: &Folder, command: &Value) {
    let test = folder.path().join("agent_states_e0703_tests.erl");
    let asked = json!({ "command": command["command"], "arguments": command["arguments"] });
    let method = "workspace/executeCommand";
    server.send(&json!({ "jsonrpc": "2.0", "id": 5, "method": method, "params": asked.clone() }));
    let other = server.ask(50, method, asked.clone());
    assert!(other["error"]["message"].as_str().unwrap().contains("is being written"), "{other}");
    assert!(!test.exists());
    let written = server.wait(|message| message["id"] == 5);
    assert!(test.exists(), "{written}");
    assert!(server.ask(6, method, asked)["error"].is_object());
}

#[test]
fn a_session_finds_tells_and_mends() {
    let folder = Folder::new("editor");
    let (path, text) = agent(&folder);
    let uri = uri(&path);
    let mut server = Server::initialized();
    server.say("textDocument/didOpen", opened(&uri, &text));
    let marks = server.marks(&uri);
    assert_eq!(marks.len(), 1, "{marks:?}");
    assert_eq!((&marks[0]["code"], &marks[0]["severity"]), (&json!("E0703"), &json!(1)));
    let at = marks[0]["range"]["start"].clone();
    let document = json!({ "uri": uri });
    let hover =
        server.ask(2, "textDocument/hover", json!({ "textDocument": document, "position": at }));
    let said = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(said.contains("1. `start`") && said.contains("hang_up"), "{said}");
    let lenses = server.ask(3, "textDocument/codeLens", json!({ "textDocument": document }));
    let titles: Vec<&str> = lenses["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| lens["command"]["title"].as_str().unwrap())
        .collect();
    assert!(titles.iter().any(|title| title.starts_with("66 states")), "{titles:?}");
    let asked = json!({ "textDocument": document, "range": { "start": at, "end": at }, "context": { "diagnostics": [] } });
    let actions = server.ask(4, "textDocument/codeAction", asked);
    let actions = actions["result"].as_array().unwrap();
    let titles: Vec<&str> =
        actions.iter().map(|action| action["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        ["Ignore E0703 here", "Write a test that replays E0703", "Add a property against E0703"]
    );
    test_is_written_once(&mut server, &folder, &actions[1]["command"]);
    // Ignored, as the action does it, and a text that is not saved.
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    let line = usize::try_from(edit["range"]["start"]["line"].as_u64().unwrap()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let comment = edit["newText"].as_str().unwrap().trim_end();
    lines.insert(line, comment);
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": lines.join("\n") + "\n" }],
    });
    server.say("textDocument/didChange", change);
    assert_eq!(server.marks(&uri), Vec::<Value>::new());
    let broken = json!({
        "textDocument": { "uri": uri, "version": 3 },
        "contentChanges": [{ "text": text.replace("init(", "init((") }],
    });
    server.say("textDocument/didChange", broken);
    let marks = server.marks(&uri);
    assert!(marks.iter().any(|mark| mark["code"] == "E0105"), "{marks:?}");
    server.say("textDocument/didClose", json!({ "textDocument": document }));
    assert!(server.marks(&uri).is_empty());
    assert!(server.ask(7, "shutdown", Value::Null)["error"].is_null());
    server.say("exit", Value::Null);
    assert_eq!(server.end(), (Some(0), String::new()));
}

#[test]
fn properties_have_marks_and_lenses() {
    let folder = Folder::new("editor-props");
    let module = std::fs::read_to_string("fixtures/door/fsm_door.erl").unwrap();
    folder.write("fsm_door.erl", &module);
    let text = std::fs::read_to_string("fixtures/door/door.props").unwrap()
        + "{property, never_opens, mu, \"[true* . do_unlock] false\", []}.\n";
    let path = folder.write("door.props", &text);
    let mut server = Server::initialized();
    server.say("textDocument/didOpen", opened(&uri(&path), &text));
    let marks = server.marks(&uri(&path));
    assert_eq!(marks.len(), 1, "{marks:?}");
    assert_eq!(marks[0]["range"]["start"]["line"], 8);
    let asked = json!({ "textDocument": { "uri": uri(&path) } });
    let lenses = server.ask(2, "textDocument/codeLens", asked);
    assert_eq!(lenses["result"].as_array().unwrap().len(), 3, "{lenses}");
}

#[test]
fn what_makes_no_sense_has_an_error_for_its_answer() {
    let mut server = Server::start();
    assert_eq!(server.ask(1, "textDocument/hover", json!({}))["error"]["code"], -32002);
    drop(server.ask(2, "initialize", json!({ "capabilities": 7 })));
    assert_eq!(server.ask(3, "initialize", json!({}))["error"]["code"], -32600);
    assert_eq!(server.ask(4, "no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(server.ask(5, "textDocument/hover", json!([1]))["error"]["code"], -32602);
    let command = json!({ "command": "rm", "arguments": ["-r"] });
    assert_eq!(server.ask(6, "workspace/executeCommand", command)["error"]["code"], -32602);
    let odd = json!({ "command": "erl2lts.emitTest", "arguments": [{ "uri": "file:///a.erl", "code": "../x", "finding": 1 }] });
    assert!(server.ask(7, "workspace/executeCommand", odd)["error"].is_object());
    server.say("textDocument/didOpen", json!({ "textDocument": 3 }));
    server.say("textDocument/didOpen", opened("untitled:1", "x"));
    server.say("textDocument/didChange", json!(null));
    server.say("$/cancelRequest", json!({ "id": 3 }));
    let nowhere = json!({ "textDocument": { "uri": "file:///no.erl" }, "position": { "line": 9, "character": 9 } });
    assert!(server.ask(8, "textDocument/hover", nowhere)["result"].is_null());
    assert!(server.ask(9, "shutdown", Value::Null)["error"].is_null());
    assert_eq!(server.ask(10, "textDocument/hover", json!({}))["error"]["code"], -32600);
    server.say("exit", Value::Null);
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn what_is_no_message_in_a_good_frame_does_not_end_it() {
    let mut server = Server::initialized();
    for (content, id, code) in [
        ("{]}", Value::Null, -32700),
        ("{}", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":{}}", json!(77), -32600),
    ] {
        server.raw(format!("Content-Length: {}\r\n\r\n{content}", content.len()).as_bytes());
        let answer = server.wait(|message| message["error"].is_object());
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{content}");
    }
    assert!(server.ask(9, "shutdown", Value::Null)["error"].is_null());
    server.say("exit", Value::Null);
    assert_eq!(server.end(), (Some(0), String::new()));
}

/// What can be done about the finding of a module, in an editor that has announced this.
fn offered(folder: &Folder, edits: &Value, props: Option<&str>) -> Vec<Value> {
    let (path, text) = agent(folder);
    let mut server = Server::announced(edits);
    server.say("textDocument/didOpen", opened(&uri(&path), &text));
    let at = server.marks(&uri(&path))[0]["range"]["start"].clone();
    if let Some(props) = props {
        server.say("textDocument/didOpen", opened(&uri(&path.with_extension("props")), props));
    }
    let range = json!({ "start": at, "end": at });
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "range": range, "context": { "diagnostics": [] } });
    server.ask(4, "textDocument/codeAction", asked)["result"].as_array().unwrap().clone()
}

#[test]
fn what_an_editor_has_not_announced_is_not_asked_of_it() {
    let folder = Folder::new("editor-announced");
    // There is no file of properties, and this editor makes none.
    for edits in [
        json!({}),
        json!({ "documentChanges": true }),
        json!({ "documentChanges": true, "resourceOperations": ["rename"] }),
    ] {
        let actions = offered(&folder, &edits, None);
        assert_eq!(actions.len(), 2, "{edits}: {actions:?}");
        let by_address = &actions[0]["edit"]["changes"];
        assert_eq!(by_address.is_object(), edits["documentChanges"] != true, "{actions:?}");
    }
    // What is open counts, and not what was saved of it.
    folder.write("agent_states.props", "{module, \"agent_states.erl\"}.\n");
    let open = "{module, \"agent_states.erl\"}.\n{commands, derived}.\n%% not saved";
    let actions = offered(&folder, &json!({ "documentChanges": true }), Some(open));
    let edit = &actions[2]["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"]["version"], 1, "{edit}");
    let place = &edit["edits"][0]["range"]["start"];
    assert_eq!((&place["line"], &place["character"]), (&json!(2), &json!(12)), "{edit}");
    let actions = offered(&folder, &json!({}), None);
    let changes = actions[2]["edit"]["changes"].as_object().unwrap();
    let place = &changes.values().next().unwrap()[0]["range"]["start"];
    assert_eq!((&place["line"], &place["character"]), (&json!(1), &json!(0)), "{actions:?}");
}

#[test]
fn flags_that_do_not_go_with_an_editor_are_refused() {
    for flags in [
        &["--format", "short"][..],
        &["--emit-test=a.erl"],
        &["--nonsense"],
        &["b.props"],
        &["--stdin"],
        &["-v"],
        &["--all"],
        &["--coverage"],
    ] {
        let output = crate::command_line::run(&[&["lsp", "--"], flags].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?} {said}");
        assert!(said.starts_with("error[E0510]"), "{flags:?} {said}");
    }
    let mut server = Server::start();
    let options = json!({ "args": ["--format", "json=x"] });
    drop(server.ask(
        1,
        "initialize",
        json!({ "capabilities": {}, "initializationOptions": options }),
    ));
    let said = server.wait(|message| message["method"] == "window/showMessage");
    assert!(said["params"]["message"].as_str().unwrap().contains("`--format`"), "{said}");
}

/// What the editor shows counts from the first moment on, saved or not; that nothing else is to be said is asked for already.
#[test]
fn a_text_that_was_never_saved_is_checked() {
    let folder = Folder::new("team-unsaved");
    let path = folder.path().join("late_cancel.erl");
    let text = std::fs::read_to_string("fixtures/defects/late_cancel.erl").unwrap();
    std::fs::write(&path, &text).unwrap();
    let other = folder.path().join("not_there.erl");
    for (number, (path, text)) in
        [(&path, format!("\n\n{text}")), (&other, text.replace("late_cancel", "not_there"))]
            .into_iter()
            .enumerate()
    {
        let mut server = Server::with(&["--", "--quiet"]);
        drop(server.ask(1, "initialize", json!({ "capabilities": {} })));
        server.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": opened(&uri(path), &text) }));
        let said = server.wait(|message| message["method"] == "textDocument/publishDiagnostics");
        let marks = said["params"]["diagnostics"].as_array().unwrap();
        let found = marks.iter().find(|mark| mark["code"] == "E0703").unwrap();
        let line = text.lines().position(|line| line.starts_with("idle(")).unwrap();
        assert_eq!(found["range"]["start"]["line"], line, "{number} {said}");
    }
}

#[test]
fn garbage_ends_it_with_a_word() {
    let deep = format!("Content-Length: 200000\r\n\r\n{}", "[".repeat(200_000));
    let garbage: [&[u8]; 7] = [
        b"hello\n\n",
        b"Content-Length: 3\r\n\r\n{]}",
        b"Content-Length: 99999999999999999\r\n\r\n",
        b"Content-Length: 100\r\n\r\n{",
        b"\x00\xff\x00\xff\n",
        b"{\"jsonrpc\": \"2.0\"}",
        deep.as_bytes(),
    ];
    for bytes in garbage {
        let mut server = Server::initialized();
        server.raw(bytes);
        let (code, said) = server.end();
        assert_eq!(code, Some(2), "{said}");
        assert!(said.starts_with("error[E0520]"), "{said}");
    }
    insta::assert_snapshot!(crate::transcript::transcript(&["lsp"]));
    let server = Server::initialized();
    let (code, said) = server.end();
    assert_eq!((code, said.contains("the editor has gone")), (Some(2), true), "{said}");
    let mut server = Server::initialized();
    server.say("exit", Value::Null);
    assert_eq!(server.end().0, Some(2));
}

/// What Neovim is told to do: open, wait for marks, point there, ignore the finding, wait again.
const SCRIPT: &str = r#"
local out = io.open(os.getenv("OUT"), "w")
local function say(name, value) out:write(name .. " " .. vim.json.encode(value) .. "\n") end
vim.cmd("edit " .. os.getenv("MODULE"))
local id = vim.lsp.start_client({ name = "erl2lts", cmd = { os.getenv("ERL2LTS"), "lsp" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
local function marks() return vim.diagnostic.get(0) end
vim.wait(20000, function() return #marks() > 0 end, 20)
say("marks", vim.tbl_map(function(mark) return { mark.lnum, mark.code, mark.severity } end, marks()))
vim.api.nvim_win_set_cursor(0, { marks()[1].lnum + 1, 0 })
local params = vim.lsp.util.make_position_params()
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 5000)
say("hover", hover[id].result.contents.value)
local document = { textDocument = params.textDocument }
say("lenses", #vim.lsp.buf_request_sync(0, "textDocument/codeLens", document, 5000)[id].result)
local range = vim.lsp.util.make_range_params()
range.context = { diagnostics = {} }
local actions = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 5000)[id].result
say("actions", vim.tbl_map(function(action) return action.title end, actions))
local encoding = vim.lsp.get_client_by_id(id).offset_encoding
vim.lsp.util.apply_workspace_edit(actions[3].edit, encoding)
vim.cmd("wall")
vim.cmd("buffer " .. vim.fn.bufnr(os.getenv("MODULE")))
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
vim.wait(20000, function() return #marks() == 0 end, 20)
say("left", #marks())
vim.cmd("wall")
out:close()
vim.cmd("qall!")
"#;

#[test]
fn neovim_shows_and_mends() {
    let Some(nvim) = on_path("nvim") else { return };
    let folder = Folder::new("neovim");
    let (path, _) = agent(&folder);
    let script = folder.write("script.lua", SCRIPT);
    let out = folder.path().join("out");
    let ended = Command::new(nvim)
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-c"])
        .arg(format!("luafile {}", script.display()))
        .current_dir(folder.path())
        .envs([("OUT", &out), ("MODULE", &path)])
        .env("ERL2LTS", env!("CARGO_BIN_EXE_erl2lts"))
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = std::fs::read_to_string(&out).unwrap_or_default();
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("marks [[31,\"E0703\",1]]"), "{said}{errors}");
    assert!(said.contains("1. `start`") && said.contains("left 0"), "{said}{errors}");
    let module = std::fs::read_to_string(&path).unwrap();
    assert!(module.contains("% erl2lts:ignore E0703\nwrapup("), "{module}");
    let props = std::fs::read_to_string(path.with_extension("props")).unwrap();
    assert!(props.contains("{property, no_e0703_32, mu,"), "{props}");
    // The property that was added says of the machine what the finding says.
    let checked =
        crate::command_line::run(&["check", path.with_extension("props").to_str().unwrap()]);
    let verdicts = String::from_utf8(checked.stdout).unwrap();
    assert!(verdicts.contains("violated  no_e0703_32"), "{verdicts}{props}");
}
