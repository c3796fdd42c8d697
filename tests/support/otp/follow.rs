//! A real run beside the LTS of its module: the same actions, the same pair whenever the machine waits.
//!
//! Input: an explored subject and what showed in a run. Output: the first difference, if there is one. A
//! run that was planned from a walk has to show the labels of the walk.

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
}

/// Where a run has come to in the system.
struct Place {
    state: StateId,
    /// The state before the last label.
    before: StateId,
    /// Whether a client waits for an answer.
    client: bool,
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
        Self { lts: exploration.lts, pairs, offered }
    }

    /// Follows a run; where a walk was planned, its labels must show first.
    pub fn follow(&self, run: &[Shown], walk: Option<&[Edge]>) -> Result<(), String> {
        let first = self.lts.initial();
        let mut place = Place { state: first, before: first, client: false };
        self.settle(&mut place);
        let visible = |edge: &&Edge| *self.lts.labels().get(edge.label) != Label::Tau;
        let mut planned = walk.unwrap_or_default().iter().filter(visible);
        for (number, shown) in run.iter().enumerate() {
            let next = |taken: Option<LabelId>| match taken.and_then(|_| planned.next()) {
                Some(edge) if taken != Some(edge.label) => {
                    Err(format!("{} was planned", label(&self.lts, edge.label)))
                }
                _ => Ok(()),
            };
            self.one(&mut place, shown).and_then(next).map_err(|what| {
                let model = enabled(&self.lts, place.state);
                format!("{what}\nmodel: {model:?}\n{}", text(&run[..=number]))
            })?;
        }
        match planned.next() {
            Some(edge) => {
                let missing = label(&self.lts, edge.label);
                Err(format!("{missing} was planned and does not show\n{}", text(run)))
            }
            None => Ok(()),
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
                place.client = is_sync(text) || place.client && !text.starts_with("reply(");
                self.take(place, text).map(Some)
            }
            Shown::Call { shown, plain, returns, raises } => {
                let unused = enabled(&self.lts, place.state).contains(&plain.as_str());
                let values = if unused { std::slice::from_ref(plain) } else { returns };
                self.expect(place, values.iter().chain(raises).collect())?;
                let is_value = !raises.contains(shown);
                self.take(place, if unused && is_value { plain } else { shown }).map(Some)
            }
            Shown::Waits { pair, timer } => self.waits(place, pair, timer).map(|()| None),
            Shown::Crashes { pair } => self.stores(place.before, pair).map(|()| None),
            Shown::Dead => self.expect(place, Vec::new()).map(|()| None),
            Shown::Wrong(what) => Err(what.clone()),
        }
    }

    /// The machine waits: every command is offered whose client can send it, and the event timeout.
    fn waits(&self, place: &Place, pair: &[String; 2], timer: &str) -> Result<(), String> {
        self.stores(place.state, pair)?;
        let bad = String::from("crash(timeout_value)");
        if timer == "bad" {
            return self.expect(place, vec![&bad]);
        }
        let free = self.offered.iter().filter(|label| !(place.client && is_sync(label)));
        let timeout = String::from("timeout");
        self.expect(place, free.chain((timer == "armed").then_some(&timeout)).collect())
    }

    /// The model can do just this.
    fn expect(&self, place: &Place, mut labels: Vec<&String>) -> Result<(), String> {
        labels.sort_unstable();
        let enabled = enabled(&self.lts, place.state);
        let same = |(own, label): (&&str, &&String)| is_instance_text(own, label);
        if enabled.len() == labels.len() && enabled.iter().zip(&labels).all(same) {
            return Ok(());
        }
        Err(format!("OTP: {labels:?}"))
    }

    /// The pair stored in a state is this.
    fn stores(&self, state: StateId, [name, data]: &[String; 2]) -> Result<(), String> {
        let Some((own_name, own_data)) = &self.pairs[state.index()] else {
            return Err("no pair is stored".to_owned());
        };
        let own = [Term::atom(own_name), own_data.clone()].map(|term| term.to_string());
        if own[0] == *name && is_instance_text(&format!("x({})", own[1]), &format!("x({data})")) {
            return Ok(());
        }
        Err(format!("{own:?} is stored, in OTP {:?}", [name, data]))
    }

    /// Goes on by the transition of a label.
    fn take(&self, place: &mut Place, text: &str) -> Result<LabelId, String> {
        let fits = |edge: &&Edge| is_instance_text(label(&self.lts, edge.label), text);
        let edges: Vec<&Edge> = self.lts.out(place.state).iter().filter(fits).collect();
        match edges.as_slice() {
            [edge] => {
                place.before = place.state;
                place.state = edge.target;
                self.settle(place);
                Ok(edge.label)
            }
            [] => Err(format!("no {text}")),
            _ => Err(format!("several ways for {text}")),
        }
    }

    /// Takes internal steps that are the only ones.
    fn settle(&self, place: &mut Place) {
        while let [edge] = self.lts.out(place.state)
            && *self.lts.labels().get(edge.label) == Label::Tau
        {
            place.state = edge.target;
        }
    }
}

/// Whether a label of the model, perhaps with unknown values, is this one.
fn is_instance_text(model: &str, shown: &str) -> bool {
    let both = || Some((Action::parse(model)?, Action::parse(shown)?));
    model == shown
        || model.contains('?') && both().is_some_and(|(own, other)| is_instance_of(&own, &other))
}

/// A run as lines.
fn text(run: &[Shown]) -> String {
    let line = |shown: &Shown| match shown {
        Shown::Label(text) => format!("  {text}\n"),
        Shown::Call { shown, .. } => format!("  {shown}\n"),
        Shown::Waits { pair: [name, data], timer } => format!("    {name} {data} {timer}\n"),
        Shown::Crashes { pair: [name, data] } => format!("    {name} {data} (crash)\n"),
        Shown::Dead => "    dead\n".to_owned(),
        Shown::Wrong(what) => format!("    {what}\n"),
    };
    run.iter().map(line).collect()
}
