//! A system as it is embedded in a report: its transitions, and what its states show.
//!
//! Input: a system; the machine that it is one of. Output: tables without a text twice. What is larger than a page can hold is left out.

use lts::semantics::Engine;
use lts::{Lts, StateStore};
use model::Model;
use rustc_hash::FxHashMap;

use crate::check::parties::party;
use crate::io::visible::on_one_line;
use crate::report::{Texts, Transitions};

/// States and transitions that are embedded: some ten megabytes of text.
const MOST: (usize, usize) = (200_000, 1_000_000);

/// Characters of the data of a state that are embedded, and of all of them together.
const MOST_DATA: (usize, usize) = (240, 4_000_000);

/// The system.
pub(crate) fn transitions(
    lts: &Lts,
    machine: Option<(&mut Engine<'_>, &StateStore)>,
    model: Option<&Model>,
) -> Transitions {
    let (start, is_complete) = (lts.initial().index(), lts.is_complete());
    if lts.n_states() > MOST.0 || lts.n_transitions() > MOST.1 {
        return Transitions { start, is_complete, is_left_out: true, ..Transitions::default() };
    }
    let (mut labels, mut edges) = (Gathered::default(), Vec::new());
    for state in lts.states() {
        let out = lts.out(state);
        edges.push(number(out.len()));
        for edge in out {
            let label = lts.labels().get(edge.label);
            // Texts are counted from 1.
            edges.push(labels.add(label.text().unwrap_or("tau")) - 1);
            edges.push(number(edge.target.index()));
        }
    }
    let (mut names, mut data) = (Gathered::default(), Gathered::default());
    if let Some((engine, states)) = machine {
        for state in states.iter() {
            let stored = engine.info(state).stored;
            let name = stored.as_ref().map_or(0, |(name, _)| names.add(name));
            let has_room = data.size < MOST_DATA.1;
            let shown = stored.filter(|_| has_room).map(|(_, data)| cut(&data.to_string()));
            let shown = shown.map_or(0, |shown| data.add(&shown));
            names.texts.numbers.push(name);
            data.texts.numbers.push(shown);
        }
    }
    let labels = labels.texts.distinct;
    let events = labels.iter().map(|label| party(model, label).is_event()).collect();
    let (names, data) = (names.texts, data.texts);
    let whole = Transitions { start, is_complete, ..Transitions::default() };
    Transitions { labels, events, edges, names, data, ..whole }
}

/// Texts under way.
#[derive(Default)]
struct Gathered {
    texts: Texts,
    known: FxHashMap<String, u32>,
    size: usize,
}

impl Gathered {
    /// The number of a text, counted from 1.
    fn add(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        self.size += text.len();
        self.texts.distinct.push(on_one_line(text).into_owned());
        let new = number(self.texts.distinct.len());
        self.known.insert(text.to_owned(), new);
        new
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_DATA.0) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
