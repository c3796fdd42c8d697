//! What can be done about a finding: ignore it, write a test, add a property.
//!
//! Input: a document, a range of lines. Output: changes of texts, and a command for what is written by `check` itself. Ignoring is what it
//! is elsewhere: a comment that the module keeps (`config::ignored`).

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionKind, Command, CreateFile, CreateFileOptions, DocumentChangeOperation,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range, ResourceOp,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};

use super::document::Document;
use super::told::Told;
use super::{address, marks, place};
use crate::config::properties::quoted;
use crate::config::wildcard::pattern;

/// The command that writes a test.
pub(crate) const EMIT_TEST: &str = "erl2lts.emitTest";

/// What an editor has announced of changes of texts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Editor {
    /// It knows versions and several files in changes.
    knows_changes: bool,
    /// It makes files where changes ask for it.
    makes_files: bool,
}

impl Editor {
    /// What is announced in `workspaceEdit`.
    pub(crate) fn of(edits: &Value) -> Self {
        let knows_changes = edits["documentChanges"] == true;
        let operations = edits["resourceOperations"].as_array();
        let makes_files = operations.is_some_and(|all| all.iter().any(|one| one == "create"));
        Self { knows_changes, makes_files }
    }
}

/// The document of a file, if it is open.
type Open<'d> = dyn Fn(&Path) -> Option<&'d Document> + 'd;

/// What can be done about what is said of some lines, in an editor in which some files are open.
pub(crate) fn actions(
    document: &Document,
    range: Range,
    (editor, open): (Editor, &Open<'_>),
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    let is_here = |told: &&Told| {
        told.range.start.line <= range.end.line && range.start.line <= told.range.end.line
    };
    let findings = document.answer.all.iter().filter(is_here);
    for (told, number) in findings.filter_map(|told| Some((told, told.number?))) {
        actions.push(ignore(document, told));
        if !told.run.is_empty() {
            actions.push(test(document, told, number));
            actions.extend(property(document, told, (editor, open)));
        }
    }
    if !editor.knows_changes {
        for action in &mut actions {
            action.edit = action.edit.take().map(plain);
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
fn property(
    document: &Document,
    told: &Told,
    (editor, open): (Editor, &Open<'_>),
) -> Option<CodeAction> {
    let props = document.path.with_extension("props");
    // What is open counts, and not what was saved of it.
    let opened = open(&props);
    let uri = opened.map_or_else(|| address::uri(&props), |opened| Some(opened.uri.clone()))?;
    let text =
        opened.map_or_else(|| std::fs::read_to_string(&props), |opened| Ok(opened.text.clone()));
    let labels: Vec<String> = told.run.iter().map(|label| pattern(label)).collect();
    let formula = quoted(&format!("[true* . {}] false", labels.join(" . true* . ")));
    let name = format!("no_{}_{}", told.code.to_lowercase(), told.range.start.line + 1);
    let said = format!("{{property, {name}, mu, {formula}, []}}.\n");
    let mut operations = Vec::new();
    let (place, new_text) = match text {
        Ok(text) => {
            let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            (place::end(&text), format!("{line}{said}"))
        }
        // An editor that makes no files has nothing to put it into.
        Err(error) if error.kind() == ErrorKind::NotFound && editor.makes_files => {
            let options = CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) };
            let uri = uri.clone();
            let create = CreateFile { uri, options: Some(options), annotation_id: None };
            operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
            let module = quoted(&document.path.file_name()?.to_string_lossy());
            let head = format!("{{module, {module}}}.\n{{commands, derived}}.\n");
            (Position::new(0, 0), format!("{head}{said}"))
        }
        // It is there, and cannot be read as text, or cannot be made.
        Err(_) => return None,
    };
    let version = opened.map(|opened| opened.version);
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
    let edit = TextEdit { range: Range::new(place, place), new_text };
    let edits = TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] };
    let document_changes = Some(if operations.is_empty() {
        DocumentChanges::Edits(vec![edits])
    } else {
        operations.push(DocumentChangeOperation::Edit(edits));
        DocumentChanges::Operations(operations)
    });
    let mut action = action(format!("Add a property against {}", told.code), told);
    action.edit = Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() });
    Some(action)
}

/// Changes of texts by address, for editors that know no other ones.
fn plain(edit: WorkspaceEdit) -> WorkspaceEdit {
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
