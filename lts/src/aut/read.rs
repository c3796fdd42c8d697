//! `.aut` text to LTS.

mod line;

use frontend::diagnostic::{Diagnostic, Outcome, Severity};
use frontend::source::{FileId, Span};
use rustc_hash::FxHashMap;

use self::line::{Header, Line, header, transition};
use super::TauName;
use crate::codes;
use crate::graph::{Edge, Lts};
use crate::ids::{LabelId, StateId};
use crate::label::{Action, LabelTable};

/// Reading ends after this many errors.
const MAX_ERRORS: usize = 10;

/// So many states are always allowed, reachable or not.
const FREE_STATES: u64 = 1_000_000;

/// Beyond [`FREE_STATES`], a file may have this many states for each transition.
const STATES_PER_TRANSITION: u64 = 16;

/// Reads an LTS.
///
/// `tau` says which label is the internal action. Without it, this is `tau` if the file has `tau`
/// and no `i`, else `i`; a file with both gives a warning. Whether a label stands in quotes does
/// not matter for this. States keep their numbers, unreachable ones are kept, equal transitions
/// are joined. Blank lines, blanks between the parts of a line, CRLF and a missing last line end
/// are fine.
pub fn read(file: FileId, text: &str, tau: Option<TauName>) -> Outcome<Option<Lts>> {
    let mut reader = Reader { file, ..Reader::default() };
    let mut lines = lines(file, text);
    let header = reader.header(&mut lines);
    if let Some((header, _)) = header {
        for line in lines {
            let parsed = transition(line).and_then(|edge| reader.edge(line, edge, &header));
            if let Err(error) = parsed {
                reader.diagnostics.push(error);
            }
            if reader.diagnostics.len() == MAX_ERRORS {
                break;
            }
        }
    }
    let value = header.and_then(|(header, span)| reader.finish(&header, span, tau));
    Outcome { value, diagnostics: reader.diagnostics }
}

/// The lines that are not blank.
fn lines(file: FileId, text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |whole| {
        let start = at;
        at += whole.len();
        let bom =
            if start == 0 && whole.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let line = Line { file, start: start + bom, text: &whole[bom..] }.trim();
        (!line.text.is_empty()).then_some(line)
    })
}

/// What was read so far.
struct Reader<'a> {
    file: FileId,
    ids: FxHashMap<&'a str, u32>,
    texts: Vec<&'a str>,
    edges: Vec<(StateId, Edge)>,
    diagnostics: Vec<Diagnostic>,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self {
            file: FileId(0),
            ids: FxHashMap::default(),
            texts: Vec::new(),
            edges: Vec::new(),
            diagnostics: Vec::new(),
        }
    }
}

impl<'a> Reader<'a> {
    fn header(&mut self, lines: &mut impl Iterator<Item = Line<'a>>) -> Option<(Header, Span)> {
        let Some(line) = lines.next() else {
            let message = "this file has no header";
            let error = Diagnostic::error(codes::AUT_HEADER, message, Span::new(self.file, 0, 0));
            self.diagnostics.push(error.with_help("it starts with `des (0, transitions, states)`"));
            return None;
        };
        match header(line) {
            Ok(header) => Some((header, line.span())),
            Err(error) => {
                self.diagnostics.push(error);
                None
            }
        }
    }

    /// Adds a transition; labels are numbered by text until the internal one is known.
    fn edge(
        &mut self,
        line: Line<'a>,
        (from, label, to): (u64, &'a str, u64),
        header: &Header,
    ) -> Result<(), Diagnostic> {
        let (source, target) = (state(line, from, header)?, state(line, to, header)?);
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(label).or_insert_with(|| {
            self.texts.push(label);
            next
        });
        self.edges.push((source, Edge { label: LabelId(id), target }));
        Ok(())
    }

    fn finish(&mut self, header: &Header, span: Span, tau: Option<TauName>) -> Option<Lts> {
        if self.diagnostics.is_empty() {
            self.check_counts(header, span);
        }
        if self.diagnostics.iter().any(|found| found.severity == Severity::Error) {
            return None;
        }
        let tau = tau.unwrap_or_else(|| self.detect(span)).text();
        let mut labels = LabelTable::default();
        let ids: Vec<LabelId> = self
            .texts
            .iter()
            .map(|&text| match text {
                _ if text == tau => LabelId::TAU,
                _ => labels.intern(text, || Action::parse(text)),
            })
            .collect();
        let mut edges = std::mem::take(&mut self.edges);
        for (_, edge) in &mut edges {
            edge.label = ids[edge.label.index()];
        }
        let initial = StateId(u32::try_from(header.initial).unwrap_or(u32::MAX));
        let n_states = usize::try_from(header.n_states).unwrap_or(usize::MAX);
        Some(Lts::new(initial, n_states, edges, labels))
    }

    /// Compares the numbers of the header with each other and with what was read.
    fn check_counts(&mut self, header: &Header, span: Span) {
        let n_edges = u64::try_from(self.edges.len()).unwrap_or(u64::MAX);
        let plausible = FREE_STATES.saturating_add(n_edges.saturating_mul(STATES_PER_TRANSITION));
        let Header { initial, n_transitions, n_states } = *header;
        let (code, message) = if n_edges != n_transitions {
            let message = format!(
                "the header announces {n_transitions} transitions, but there are {n_edges}"
            );
            (codes::AUT_TRANSITIONS, message)
        } else if n_states == 0 {
            (codes::AUT_STATES, "an LTS has at least one state".to_owned())
        } else if initial >= n_states {
            let message =
                format!("the initial state is {initial}, but there are {n_states} states");
            (codes::AUT_STATE, message)
        } else if n_states > plausible.min(u64::from(u32::MAX)) {
            let message = format!("{n_states} states are too many for {n_edges} transitions");
            (codes::AUT_STATES, message)
        } else {
            return;
        };
        self.diagnostics.push(Diagnostic::error(code, message, span));
    }

    /// Guesses which label is the internal action.
    fn detect(&mut self, span: Span) -> TauName {
        let has = |name: TauName| self.ids.contains_key(name.text());
        match (has(TauName::I), has(TauName::Tau)) {
            (false, true) => TauName::Tau,
            (true, true) => {
                let message = "both `i` and `tau` are labels; `i` is taken for the internal action";
                let warning = Diagnostic::warning(codes::AUT_TAU, message, span);
                self.diagnostics.push(warning.with_help("say which one it is: `--tau i|tau`"));
                TauName::I
            }
            _ => TauName::I,
        }
    }
}

/// Checks a state number against the header.
fn state(line: Line<'_>, number: u64, header: &Header) -> Result<StateId, Diagnostic> {
    let n_states = header.n_states;
    let too_large = || {
        let message = format!("state {number} is out of range: the header announces {n_states}");
        Diagnostic::error(codes::AUT_STATE, message, line.span())
    };
    if number >= n_states {
        return Err(too_large());
    }
    u32::try_from(number).map(StateId).map_err(|_| too_large())
}
