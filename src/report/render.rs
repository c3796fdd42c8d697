//! Messages as text: with source excerpts, or on one line as erlc writes them.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use frontend::{Diagnostic, Severity, Source, SourceMap, Span};

use crate::io::visible::{on_one_line, visible};

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// An excerpt, with colours.
    Coloured,
    /// An excerpt.
    Plain,
    /// `file:line:column: error[E0203]: text`
    Short,
}

/// The text of a message, without a final line break.
pub(crate) fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let diagnostic = &shown(diagnostic);
    match style {
        Style::Short => short(diagnostic, sources),
        Style::Plain => long(diagnostic, sources, &Renderer::plain()),
        Style::Coloured => long(diagnostic, sources, &Renderer::styled()),
    }
}

/// The word for a severity.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The message without what would steer a terminal.
fn shown(diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = diagnostic.clone();
    shown.message = on_one_line(&shown.message).into_owned();
    shown.help = shown.help.map(|help| visible(&help).into_owned());
    for label in &mut shown.labels {
        label.text = on_one_line(&label.text).into_owned();
    }
    shown
}

fn short(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let place = diagnostic.labels.first().and_then(|label| {
        let source = sources.get(label.span.file)?;
        let (line, column) = source.line_column(label.span.start);
        Some(format!("{}:{line}:{column}: ", on_one_line(&source.name)))
    });
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    format!(
        "{}{}[{}]: {}{help}",
        place.unwrap_or_default(),
        severity(diagnostic.severity),
        diagnostic.code.0,
        diagnostic.message
    )
}

fn long(diagnostic: &Diagnostic, sources: &SourceMap, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.0);
    let mut files: Vec<&Source> = Vec::new();
    for label in &diagnostic.labels {
        if let Some(source) = sources.get(label.span.file)
            && !files.iter().any(|other| std::ptr::eq(*other, source))
        {
            files.push(source);
        }
    }
    let mut group =
        title.elements(files.into_iter().map(|source| snippet(diagnostic, sources, source)));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.clone().decor_style(DecorStyle::Ascii).render(&[group])
}

/// The places of a message in one source.
fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    sources: &SourceMap,
    source: &'a Source,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut snippet =
        Snippet::source(source.text.as_str()).path(on_one_line(&source.name)).fold(true);
    for (position, label) in diagnostic.labels.iter().enumerate() {
        let is_here = sources.get(label.span.file).is_some_and(|other| std::ptr::eq(other, source));
        if !is_here {
            continue;
        }
        let kind = if position == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(range(label.span, &source.text));
        snippet = snippet.annotation(if label.text.is_empty() {
            annotation
        } else {
            annotation.label(label.text.as_str())
        });
    }
    snippet
}

/// The bytes of a span, cut to whole characters of the text and to its first line.
fn range(span: Span, text: &str) -> std::ops::Range<usize> {
    let clip = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (clip(span.start), clip(span.end));
    let end = end.max(start);
    let line = text[start..end].find('\n').map_or(end, |line| start + line);
    start..line.max(start)
}
