//! A real run beside the LTS of its module: the same actions, the same pair whenever the machine waits.
//!
//! Input: an explored subject and what showed in a run. Output: the first difference, if there is one. A
//! run that was planned from a walk has to show the labels of the walk.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use lts::{Action, Edge, Label, LabelId, Lts, StateId, Term};
use translator::model::Form;

use super::{Shown, is_sync, label_of};
use crate::support::Subject;
use crate::support::bisimulation::{enabled, label};
use crate::support::instances::is_instance_of;

/// The system of a subject in the environment where any command may come at any time.
pub struct Explored {
    pub lts: Lts,
    /// The stored pair of each state.
    pairs: Vec<Option<(String, Term)>>,
    /// Labels of all commands.
    offered: Vec<String>,
    /// Whether there are unknown values in labels: then labels of a walk need not show.
    is_open: bool,
}

/// Where a run has come to in the system: several states only where it has unknown values.
struct Place {
    states: BTreeSet<StateId>,
    /// The states before the last label.
    before: BTreeSet<StateId>,
}

impl Explored {
    pub fn new(subject: &Subject) -> Self {
        let subject = subject.in_free_environment();
        let model = subject.model(Form::Direct);
        let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang);
        let mut limits = Limits { max_states: usize::MAX, interrupted: &mut |_| false };
        let exploration = explore(&mut machine, &mut limits).unwrap();
        assert!(exploration.stop.is_none(), "{}: {:?}", subject.title, exploration.stop);
        let pairs = exploration.states.iter().map(|state| machine.info(state).stored).collect();
        let offered = subject.events().iter().map(label_of).collect();
        let lts = exploration.lts;
        let is_open =
            lts.labels().iter().any(|(_, label)| label.action().is_some_and(Action::has_unknown));
        Self { lts, pairs, offered, is_open }
    }

    /// Follows a run; where a walk was planned, its labels must show first.
    pub fn follow(&self, run: &[Shown], walk: Option<&[Edge]>) -> Result<(), String> {
        let states = BTreeSet::from([self.settled(self.lts.initial())]);
        let mut place = Place { before: states.clone(), states };
        let visible = |edge: &&Edge| *self.lts.labels().get(edge.label) != Label::Tau;
        let mut planned = walk.unwrap_or_default().iter().filter(visible);
        for (number, shown) in run.iter().enumerate() {
            let next = |taken: Option<LabelId>| match taken.and_then(|_| planned.next()) {
                Some(edge) if taken != Some(edge.label) && !self.is_open => {
                    Err(format!("{} was planned", label(&self.lts, edge.label)))
                }
                _ => Ok(()),
            };
            self.one(&mut place, shown).and_then(next).map_err(|what| {
                let model = self.enabled(&place);
                format!("{what}\nmodel: {model:?}\n{}", text(&run[..=number]))
            })?;
        }
        match planned.next() {
            Some(edge) if !self.is_open => {
                let missing = label(&self.lts, edge.label);
                Err(format!("{missing} was planned and does not show\n{}", text(run)))
            }
            _ => Ok(()),
        }
    }

    /// One thing that shows; the label that it takes.
    fn one(&self, place: &mut Place, shown: &Shown) -> Result<Option<LabelId>, String> {
        match shown {
            Shown::Label(text) => {
                let is_move = text == "timeout" || self.offered.contains(text);
                if !is_move {
                    self.expect(place, vec![text])?;
                }
                self.take(place, text).map(Some)
            }
            Shown::Call { shown, plain, returns, raises } => {
                let unused = self.enabled(place).iter().any(|own| is_instance_text(own, plain));
                let values = if unused { std::slice::from_ref(plain) } else { returns };
                self.expect(place, values.iter().chain(raises).collect())?;
                let is_value = !raises.contains(shown);
                self.take(place, if unused && is_value { plain } else { shown }).map(Some)
            }
            Shown::Waits { pair, timer, has_client } => {
                self.stores(&place.states, pair)?;
                self.waits(place, timer, *has_client).map(|()| None)
            }
            Shown::Crashes { pair } => self.stores(&place.before, pair).map(|()| None),
            Shown::Dead => self.expect(place, Vec::new()).map(|()| None),
            Shown::Wrong(what) => Err(what.clone()),
        }
    }

    /// The machine waits: every command is offered whose client can send it, and the event timeout.
    fn waits(&self, place: &Place, timer: &str, has_client: bool) -> Result<(), String> {
        let bad = String::from("crash(timeout_value)");
        if timer == "bad" {
            return self.expect(place, vec![&bad]);
        }
        let free = self.offered.iter().filter(|label| !(has_client && is_sync(label)));
        let timeout = String::from("timeout");
        self.expect(place, free.chain((timer == "armed").then_some(&timeout)).collect())
    }

    /// The model can do just this.
    fn expect(&self, place: &Place, mut labels: Vec<&String>) -> Result<(), String> {
        labels.sort_unstable();
        let enabled = self.enabled(place);
        let fits = |own: &String, label: &str| is_instance_text(own, label);
        let same = |(own, label): (&String, &&String)| fits(own, label);
        if enabled.len() == labels.len() && enabled.iter().zip(&labels).all(same) {
            return Ok(());
        }
        match labels.as_slice() {
            [only] if self.is_open && enabled.iter().any(|own| fits(own, only)) => Ok(()),
            [] if self.is_open
                && place.states.iter().any(|state| self.lts.out(*state).is_empty()) =>
            {
                Ok(())
            }
            _ => Err(format!("OTP: {labels:?}")),
        }
    }

    /// The labels of all transitions.
    fn enabled(&self, place: &Place) -> BTreeSet<String> {
        let labels = place.states.iter().flat_map(|state| enabled(&self.lts, *state));
        labels.map(numbered).collect()
    }

    /// The pair stored in a state is this.
    fn stores(&self, states: &BTreeSet<StateId>, pair: &[String; 2]) -> Result<(), String> {
        let own = states.iter().filter_map(|state| self.pairs[state.index()].as_ref());
        let own: Vec<[String; 2]> =
            own.map(|(name, data)| [Term::atom(name).to_string(), format!("x({data})")]).collect();
        let [name, data] = pair;
        let data = format!("x({data})");
        if own.iter().any(|own| own[0] == *name && is_instance_text(&own[1], &data)) {
            return Ok(());
        }
        Err(format!("{own:?} is stored, in OTP {pair:?}"))
    }

    /// Goes on by the transition of a label.
    fn take(&self, place: &mut Place, text: &str) -> Result<LabelId, String> {
        let edges = place.states.iter().flat_map(|state| self.lts.out(*state));
        let fits = |edge: &&Edge| is_instance_text(label(&self.lts, edge.label), text);
        let edges: Vec<&Edge> = edges.filter(fits).collect();
        if edges.len() > 1 && !self.is_open {
            return Err(format!("several ways for {text}"));
        }
        let Some(first) = edges.first() else { return Err(format!("no {text}")) };
        let next = edges.iter().map(|edge| self.settled(edge.target)).collect();
        place.before = std::mem::replace(&mut place.states, next);
        Ok(first.label)
    }

    /// The state behind internal steps that are the only ones.
    fn settled(&self, mut state: StateId) -> StateId {
        while let [edge] = self.lts.out(state)
            && *self.lts.labels().get(edge.label) == Label::Tau
        {
            state = edge.target;
        }
        state
    }
}

/// A text with its references numbered by first appearance: OTP's have no numbers of the model.
fn numbered(text: &str) -> String {
    let mut parts = text.split("#Ref<");
    let mut known: Vec<&str> = Vec::new();
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('>').unwrap_or((part, ""));
        let place = known.iter().position(|own| *own == number).unwrap_or_else(|| {
            known.push(number);
            known.len() - 1
        });
        let _ = write!(out, "#Ref<{}>{rest}", place + 1);
    }
    out
}

/// Whether a label of the model, perhaps with unknown values, is this one.
fn is_instance_text(model: &str, shown: &str) -> bool {
    let [model, shown] = [numbered(model), numbered(shown)];
    let [model, shown] = [model.as_str(), shown.as_str()];
    let both = || Some((Action::parse(model)?, Action::parse(shown)?));
    model == shown
        || model.contains('?') && both().is_some_and(|(own, other)| is_instance_of(&own, &other))
}

/// A run as lines.
fn text(run: &[Shown]) -> String {
    let line = |shown: &Shown| match shown {
        Shown::Label(text) => format!("  {text}\n"),
        Shown::Call { shown, .. } => format!("  {shown}\n"),
        Shown::Waits { pair: [name, data], timer, .. } => format!("    {name} {data} {timer}\n"),
        Shown::Crashes { pair: [name, data] } => format!("    {name} {data} (crash)\n"),
        Shown::Dead => "    dead\n".to_owned(),
        Shown::Wrong(what) => format!("    {what}\n"),
    };
    run.iter().map(line).collect()
}
