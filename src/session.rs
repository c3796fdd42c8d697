//! One run: its sources and what was reported about them.

pub(crate) mod exit;
pub(crate) mod voice;
pub(crate) mod watch;

use std::io;
use std::path::Path;

use frontend::{Diagnostic, FileId, Outcome, Severity, SourceMap, Span};
use lts::Encoding;
use lts::term::parse::places_in_string;

use crate::cli::Messages;
use crate::io::encoding::Decoded;
use crate::io::visible::visible;
use crate::io::{input, output};
use crate::report::render;
use crate::session::exit::Exit;
use crate::session::voice::Colour;

/// Sources, and the worst that was reported.
pub(crate) struct Session {
    pub(crate) sources: SourceMap,
    /// How messages are shown; not at all if absent.
    style: Option<render::Style>,
    /// How they were shown, and how many were, while something else is on the screen.
    muted: Option<(render::Style, usize)>,
    failed: bool,
    /// Whether a result is not as it is stored.
    differs: bool,
    /// Whether the time was over before there was an answer.
    gave_up: bool,
    reported: Vec<Diagnostic>,
    /// Texts that stand in another source.
    inside: Vec<(FileId, Inside)>,
    /// What was said so far, where it is shown later.
    held: Option<Vec<Said>>,
}

/// What a session says.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// On standard output.
    Text(String),
    /// A message.
    Message(String),
}

/// Where a text stands in another source.
struct Inside {
    outer: FileId,
    /// Offsets in the text, each with the one there, from which on both grow alike.
    places: Vec<(u32, u32)>,
}

impl Inside {
    /// The offset there of one in the text.
    fn outermost(&self, at: u32) -> u32 {
        let place = self.places.partition_point(|&(inner, _)| inner <= at).checked_sub(1);
        let (inner, outer) =
            place.and_then(|place| self.places.get(place)).copied().unwrap_or((0, 0));
        outer.saturating_add(at - inner)
    }
}

impl Session {
    pub(crate) fn new(messages: Messages) -> Self {
        let style = match messages {
            Messages::Short => render::Style::Short,
            Messages::Human if voice::colours(&io::stderr()) => render::Style::Coloured,
            Messages::Human => render::Style::Plain,
        };
        Self::with_style(Some(style))
    }

    /// A session whose output is shown later, by another one.
    pub(crate) fn held(messages: Messages) -> Self {
        Self { held: Some(Vec::new()), ..Self::new(messages) }
    }

    /// What it has said, where that is shown later.
    pub(crate) fn said(self) -> Vec<Said> {
        self.held.unwrap_or_default()
    }

    /// Shows what another session has said.
    pub(crate) fn show(&mut self, said: Vec<Said>) {
        for one in said {
            match one {
                Said::Text(text) => self.print_data(&text),
                Said::Message(text) => output::warn(&text),
            }
        }
    }

    /// A session that shows nothing, to look at files that may not concern the user.
    pub(crate) fn quiet() -> Self {
        Self::with_style(None)
    }

    /// Shows no messages for a while: something else is on the screen.
    pub(crate) fn mute(&mut self) {
        self.muted = self.style.take().map(|style| (style, self.reported.len()));
    }

    /// Shows messages again, and the last error that was not shown.
    pub(crate) fn unmute(&mut self) {
        let Some((style, n_shown)) = self.muted.take() else { return };
        self.style = Some(style);
        let hidden = self.reported.get(n_shown..).unwrap_or_default().iter();
        let last = hidden.rev().find(|diagnostic| diagnostic.severity == Severity::Error);
        if let Some(last) = last {
            output::warn(&render::render(last, &self.sources, style));
        }
    }

    fn with_style(style: Option<render::Style>) -> Self {
        Self {
            sources: SourceMap::default(),
            style,
            muted: None,
            failed: false,
            differs: false,
            gave_up: false,
            reported: Vec::new(),
            inside: Vec::new(),
            held: None,
        }
    }

    /// Reads a file; `None` if that was reported to be impossible.
    pub(crate) fn read(&mut self, path: &Path) -> Option<(FileId, String)> {
        self.add(path, input::read(path))
    }

    /// Reads the text of a transition system of which something is to be said, in this line if not 0.
    pub(crate) fn read_lts(
        &mut self,
        path: &Path,
        line: u64,
    ) -> Option<(FileId, String, Encoding)> {
        let read = input::read(path).map_err(|error| match line {
            0 => error,
            _ => error.with_help(format!("line {line} is the first one that is not as usual")),
        });
        let encoding = read.as_ref().map_or(Encoding::Utf8, |text| text.encoding);
        let (file, text) = self.add(path, read)?;
        Some((file, text, encoding))
    }

    fn add(&mut self, path: &Path, read: Result<Decoded, Diagnostic>) -> Option<(FileId, String)> {
        match read {
            Ok(text) => Some(self.add_text(path.display().to_string(), text)),
            Err(diagnostic) => {
                self.report(diagnostic);
                None
            }
        }
    }

    /// Adds a text that was read, and says where it is not written as it should be.
    pub(crate) fn add_text(&mut self, name: String, read: Decoded) -> (FileId, String) {
        let file = self.sources.add(name, read.text.clone());
        if let Some(doubt) = input::doubtful(&read, file) {
            self.report(doubt);
        }
        (file, read.text)
    }

    /// Remembers that a source is the text of the string at `span`, so that messages point there.
    pub(crate) fn place_inside(&mut self, file: FileId, span: Span) {
        let source = self.sources.get(span.file);
        let range = span.start as usize..span.end as usize;
        if let Some(written) = source.and_then(|source| source.text.get(range)) {
            let mut places = places_in_string(written);
            for (_, outer) in &mut places {
                *outer += span.start;
            }
            self.inside.push((file, Inside { outer: span.file, places }));
        }
    }

    /// Adds a part of a source as a source of its own, whose messages point there.
    pub(crate) fn part(&mut self, span: Span, text: &str) -> FileId {
        let name = self.sources.get(span.file).map_or_else(String::new, |outer| outer.name.clone());
        let file = self.sources.add(name, text.to_owned());
        let places = vec![(0, span.start)];
        self.inside.push((file, Inside { outer: span.file, places }));
        file
    }

    fn relocate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for label in &mut diagnostic.labels {
            label.span = self.outermost(label.span);
        }
        diagnostic
    }

    /// A place in a text that is part of another source as a place in that one.
    pub(crate) fn outermost(&self, mut span: Span) -> Span {
        // What is part of another source was added behind it.
        while let Some((_, inside)) = self.inside.iter().find(|(file, _)| *file == span.file) {
            let [start, end] = [span.start, span.end].map(|at| inside.outermost(at));
            span = Span::new(inside.outer, start, end);
        }
        span
    }

    /// The messages so far.
    pub(crate) fn reported(&self) -> &[Diagnostic] {
        &self.reported
    }

    /// Shows a message; the same one only once.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let diagnostic = self.relocate(diagnostic);
        self.failed |= diagnostic.severity == Severity::Error;
        if !self.reported.contains(&diagnostic) {
            // Why there is no answer is said to those, too, who want to hear only what is wrong.
            let is_said = diagnostic.severity == Severity::Error
                || diagnostic.code == crate::codes::LIMIT
                || !voice::is_quiet();
            if let Some(style) = self.style.filter(|_| is_said) {
                let blank = if style == render::Style::Short { "" } else { "\n" };
                let rendered = render::render(&diagnostic, &self.sources, style);
                let message = format!("{rendered}{blank}");
                match &mut self.held {
                    Some(held) => held.push(Said::Message(message)),
                    None => output::warn(&message),
                }
            }
            self.reported.push(diagnostic);
        }
    }

    /// How many errors were reported so far.
    pub(crate) fn n_errors(&self) -> usize {
        self.reported.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    /// Shows the messages of a result and returns it; `None` if one of them is an error.
    pub(crate) fn take<T>(&mut self, outcome: Outcome<T>) -> Option<T> {
        let failed = outcome.has_errors();
        for diagnostic in outcome.diagnostics {
            self.report(diagnostic);
        }
        (!failed).then_some(outcome.value)
    }

    /// Success, 2 if an error was reported, or 1 if a result is not as it is stored.
    pub(crate) fn exit(&self) -> Exit {
        match (self.failed, self.differs) {
            (true, _) => Exit::Input,
            (false, true) => Exit::Violated,
            (false, false) => Exit::Success,
        }
    }

    /// Notes that a result is not as it is stored.
    pub(crate) fn differs(&mut self) {
        self.differs = true;
    }

    /// Says that the time was over before there was an answer.
    pub(crate) fn give_up(&mut self, diagnostic: Diagnostic) {
        self.gave_up = true;
        self.report(diagnostic);
    }

    /// What it means that there is no answer: wrong input, or 3 if only the time was over.
    pub(crate) fn refusal(&self) -> Exit {
        if self.gave_up && !self.failed { Exit::Inconclusive } else { Exit::Input }
    }

    /// Prints what people read.
    pub(crate) fn print(&mut self, text: &str) {
        self.print_data(&visible(text));
    }

    /// Prints what people read, its first word in a colour.
    pub(crate) fn print_coloured(&mut self, text: &str, colour: Option<Colour>) {
        match colour {
            None => self.print(text),
            Some(colour) => {
                let shown = visible(text);
                let (word, rest) = shown.split_at(shown.find("  ").unwrap_or(0));
                if let Err(error) = output::print_coloured(word, rest, colour) {
                    self.unwritable("standard output", &error);
                }
            }
        }
    }

    /// Prints what other programs read, too, as it is.
    pub(crate) fn print_data(&mut self, text: &str) {
        if let Some(held) = &mut self.held {
            held.push(Said::Text(text.to_owned()));
        } else if let Err(error) = output::print(text) {
            self.unwritable("standard output", &error);
        }
    }

    /// Reports a failure to write.
    pub(crate) fn unwritable(&mut self, target: &str, error: &std::io::Error) {
        let message = format!("cannot write {target}: {error}");
        self.report(Diagnostic::new(crate::codes::UNWRITABLE, Severity::Error, message));
    }
}
