//! What the editor shows of a document: marks, lines above the text, and what is known of a place.
//!
//! Input: a document with its answer. Output: values of the protocol.

use lsp_types::{
    CodeLens, Command, Diagnostic, Hover, HoverContents, MarkupContent, MarkupKind, NumberOrString,
    Position, Range,
};

use super::document::Document;
use super::place;
use super::told::Told;

/// The problems of a document.
pub(crate) fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let problems = document.answer.all.iter().filter(|told| told.is_problem);
    problems.map(diagnostic).collect()
}

/// A problem as the editor knows it.
pub(crate) fn diagnostic(told: &Told) -> Diagnostic {
    Diagnostic {
        range: told.range,
        severity: Some(told.severity),
        code: Some(NumberOrString::String(told.code.clone())),
        source: Some("erl2lts".to_owned()),
        message: told.message.clone(),
        ..Diagnostic::default()
    }
}

/// What is known of the line of a place.
pub(crate) fn hover(document: &Document, at: Position) -> Option<Hover> {
    let here: Vec<&Told> = on_line(document, at.line).collect();
    let range = here.first()?.range;
    let texts: Vec<&str> = here.iter().map(|told| told.more.as_str()).collect();
    let value = texts.join("\n---\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(range) })
}

/// What is said of a line.
pub(crate) fn on_line(document: &Document, line: u32) -> impl Iterator<Item = &Told> {
    let is_here = move |range: Range| range.start.line <= line && line <= range.end.line;
    document.answer.all.iter().filter(move |told| is_here(told.range))
}

/// What stands above lines of the text: what was reached, verdicts.
pub(crate) fn lenses(document: &Document) -> Vec<CodeLens> {
    let answer = &document.answer;
    let mut lenses = Vec::new();
    if let Some(size) = &answer.size {
        let head = ["-module", "{module"].iter().find_map(|word| line_of(&document.text, word));
        lenses.push(lens(document, head.unwrap_or(1), size.clone()));
    }
    for (state, is_reached) in &answer.states {
        if let Some(line) = line_of(&document.text, &format!("{state}(")) {
            let word = if *is_reached { "reached" } else { "never reached" };
            lenses.push(lens(document, line, format!("state {state}: {word}")));
        }
    }
    for &line in &answer.not_taken {
        lenses.push(lens(document, line, "never taken".to_owned()));
    }
    for told in answer.all.iter().filter(|told| !told.is_problem) {
        let line = usize::try_from(told.range.start.line).unwrap_or(0) + 1;
        lenses.push(lens(document, line, told.message.clone()));
    }
    lenses
}

fn lens(document: &Document, line: usize, title: String) -> CodeLens {
    // A command of no name does nothing.
    let command = Command { title, command: String::new(), arguments: None };
    CodeLens { range: place::line(&document.text, line), command: Some(command), data: None }
}

/// The first line that begins so.
fn line_of(text: &str, start: &str) -> Option<usize> {
    text.lines().position(|line| line.starts_with(start)).map(|line| line + 1)
}
