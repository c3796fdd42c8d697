//! What can be done about a finding: ignore it, write a test, add a property.
//!
//! Input: a document, a range of lines. Output: changes of texts, and a command for what is written by `check` itself. Ignoring is what it
//! is elsewhere: a comment that the module keeps (`config::ignored`).

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use lsp_types::{
    CodeAction, CodeActionKind, Command, CreateFile, CreateFileOptions, DocumentChangeOperation,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range, ResourceOp,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};

use super::checking::program;
use super::document::Document;
use super::told::Told;
use super::{address, marks, place};
use crate::config::properties::quoted;
use crate::config::wildcard::pattern;

/// The command that writes a test.
pub(crate) const EMIT_TEST: &str = "erl2lts.emitTest";

/// What can be done about what is said of some lines.
pub(crate) fn actions(document: &Document, range: Range) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    let is_here = |told: &&Told| {
        told.range.start.line <= range.end.line && range.start.line <= told.range.end.line
    };
    let findings = document.answer.all.iter().filter(is_here);
    for (told, number) in findings.filter_map(|told| Some((told, told.number?))) {
        actions.push(ignore(document, told));
        if !told.run.is_empty() {
            actions.push(test(document, told, number));
            actions.extend(property(document, told));
        }
    }
    actions
}

fn action(title: String, told: &Told) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![marks::diagnostic(told)]),
        ..CodeAction::default()
    }
}

/// A comment above the line, or one more code in the one that is there.
fn ignore(document: &Document, told: &Told) -> CodeAction {
    let number = told.range.start.line;
    let lines: Vec<&str> = document.text.lines().collect();
    let at = |number: u32| lines.get(usize::try_from(number).unwrap_or(usize::MAX)).copied();
    let above = number.checked_sub(1).and_then(|number| Some((number, at(number)?)));
    let (place, new_text) = match above {
        Some((number, line)) if line.contains("erl2lts:ignore") => {
            let units = line.encode_utf16().count();
            let end = Position::new(number, u32::try_from(units).unwrap_or(u32::MAX));
            (end, format!(" {}", told.code))
        }
        _ => {
            let line = at(number).unwrap_or_default();
            let indent = &line[..line.len() - line.trim_start().len()];
            (Position::new(number, 0), format!("{indent}% erl2lts:ignore {}\n", told.code))
        }
    };
    let edit = TextEdit { range: Range::new(place, place), new_text };
    let mut action = action(format!("Ignore {} here", told.code), told);
    action.edit = Some(changes(document.uri.clone(), document.version, edit));
    action
}

fn changes(uri: Uri, version: i32, edit: TextEdit) -> WorkspaceEdit {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: Some(version) };
    let edits = vec![TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] }];
    let document_changes = Some(DocumentChanges::Edits(edits));
    WorkspaceEdit { document_changes, ..WorkspaceEdit::default() }
}

/// A test that replays the finding, written by `check`.
fn test(document: &Document, told: &Told, number: usize) -> CodeAction {
    let title = format!("Write a test that replays {}", told.code);
    let arguments = vec![json!({ "uri": document.uri, "finding": number, "code": told.code })];
    let command =
        Command { title: title.clone(), command: EMIT_TEST.to_owned(), arguments: Some(arguments) };
    CodeAction { command: Some(command), ..action(title, told) }
}

/// A property that says the run does not happen, in the `.props` file beside the module.
fn property(document: &Document, told: &Told) -> Option<CodeAction> {
    let props = document.path.with_extension("props");
    let uri = address::uri(&props)?;
    let labels: Vec<String> = told.run.iter().map(|label| pattern(label)).collect();
    let formula = quoted(&format!("[true* . {}] false", labels.join(" . true* . ")));
    let name = format!("no_{}_{}", told.code.to_lowercase(), told.range.start.line + 1);
    let said = format!("{{property, {name}, mu, {formula}, []}}.\n");
    let mut operations = Vec::new();
    let (place, new_text) = match std::fs::read_to_string(&props) {
        Ok(text) => {
            let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            (place::end(&text), format!("{line}{said}"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let options = CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) };
            let uri = uri.clone();
            let create = CreateFile { uri, options: Some(options), annotation_id: None };
            operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
            let module = quoted(&document.path.file_name()?.to_string_lossy());
            let head = format!("{{module, {module}}}.\n{{commands, derived}}.\n");
            (Position::new(0, 0), format!("{head}{said}"))
        }
        // It is there, and cannot be read as text.
        Err(_) => return None,
    };
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: None };
    let edit = TextEdit { range: Range::new(place, place), new_text };
    let edits = TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] };
    operations.push(DocumentChangeOperation::Edit(edits));
    let mut action = action(format!("Add a property against {}", told.code), told);
    let document_changes = Some(DocumentChanges::Operations(operations));
    action.edit = Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() });
    Some(action)
}

/// Writes the test that a command asks for: the file, or why there is none.
pub(crate) fn emit_test(arguments: &[Value], flags: &[String]) -> Result<PathBuf, String> {
    let asked = arguments.first().ok_or("which finding is not said")?;
    let uri = asked["uri"].as_str().and_then(|uri| uri.parse().ok());
    let path = uri.as_ref().and_then(address::path).ok_or("the file is not said")?;
    let code =
        asked["code"].as_str().filter(|code| is_code(code)).ok_or("which finding is not said")?;
    let number = asked["finding"].as_u64().ok_or("which finding is not said")?;
    let test = test_path(&path, code).ok_or("the file has no name")?;
    if test.exists() {
        return Err(format!("`{}` is there already", test.display()));
    }
    let mut check = program().map_err(|error| error.to_string())?;
    check.arg("check").args(flags).args(["--quiet", "--messages", "short"]);
    check
        .arg("--emit-test")
        .arg(&test)
        .args(["--finding", &number.to_string()])
        .arg("--")
        .arg(&path);
    check.stdin(Stdio::null()).stdout(Stdio::null());
    let output = check.output().map_err(|error| error.to_string())?;
    if test.exists() {
        // Findings are numbered as the text in the editor has them, and the test is made of the file.
        let text = std::fs::read_to_string(&test).unwrap_or_default();
        if text.starts_with(&format!("%% {code}:")) {
            return Ok(test);
        }
        let _ = std::fs::remove_file(&test);
        return Err(format!("{code} is not that in the file: save it, then write the test"));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().next().unwrap_or("the test could not be written").to_owned())
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() < 8 && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The module of a test beside the module, or in the folder of its tests.
fn test_path(path: &Path, code: &str) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let folder = path.parent()?;
    let tests = folder.parent().map(|above| above.join("test")).filter(|tests| tests.is_dir());
    let folder = tests.filter(|_| folder.ends_with("src")).unwrap_or_else(|| folder.to_owned());
    Some(folder.join(format!("{stem}_{}_tests.erl", code.to_lowercase())))
}

/// Changes of texts by address, for editors that know no other ones.
pub(crate) fn plain(edit: WorkspaceEdit) -> WorkspaceEdit {
    let Some(DocumentChanges::Edits(all)) = edit.document_changes else { return edit };
    #[allow(clippy::mutable_key_type, reason = "the protocol has addresses as keys")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for TextDocumentEdit { text_document, edits } in all {
        let edits = edits.into_iter().filter_map(|edit| match edit {
            OneOf::Left(edit) => Some(edit),
            OneOf::Right(_) => None,
        });
        changes.entry(text_document.uri).or_default().extend(edits);
    }
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
