//! A real run beside the LTS of its module: the same actions, the same pair, timers and queue whenever the machine
//! waits.
//!
//! Input: an explored subject and what showed in a run. Output: the first difference, if there is one. A
//! run that was planned from a walk has to show the labels of the walk. The system shows more than the default
//! view: what the machine stores, which timers it starts and cancels, what it sends itself.

use std::collections::{BTreeMap, BTreeSet};

use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use lts::{Action, Edge, Label, LabelId, Lts, StateId, Term};
use model::{Component as _, Form, ParameterRole, TimerPart};

use super::Shown;
use super::labels::{is_instance_text, is_receive};
use super::stored::{self, Kept};
use crate::support::bisimulation::label;
use crate::support::instances::{Binding, is_instance_of};
use crate::support::{Subject, items};

/// A system with more states is none of a fixture.
const MAX_STATES: usize = 20_000;

/// What the driver says of a move of a plan that the real machine does not offer.
const UNPLAYED: &str = "cannot happen";

/// What is stored.
const PUSH: &str = "push_callstack";

/// The timer that fires.
const TIMER: &str = "send_timer";

/// The system of a subject in the environment where any command may come at any time.
pub struct Explored {
    pub lts: Lts,
    /// The stored pair of each state.
    pairs: Vec<Option<(String, Term)>>,
    /// What was stored when the machine came to wait in a state.
    stored: Vec<Option<Term>>,
    /// What that is, behind the pair.
    roles: Vec<ParameterRole>,
    /// The calls that start timers, as the model and as the driver number them.
    sites: BTreeMap<usize, usize>,
    /// Names of the actions that the default view hides.
    hidden: BTreeSet<String>,
    /// Whether there are unknown values in labels: then labels of a walk need not show.
    is_open: bool,
    /// Whether the same label may lead to several states.
    branches: bool,
    /// Whether the loop of the behaviour keeps time-outs beside the data.
    is_looped: bool,
}

/// Where a run has come to in the system: several states only where it has unknown values or timers.
#[derive(Clone)]
struct Place {
    states: BTreeSet<StateId>,
    /// The states before the last label.
    before: BTreeSet<StateId>,
    /// What was stored on the way to these states since the last label; another way to one may have stored something else.
    stored: BTreeMap<StateId, Vec<Term>>,
}

/// What a line means to the walk.
enum Taken {
    Nothing,
    /// One of these.
    Labels(Vec<LabelId>),
    /// The model says no more.
    Overflow,
}

impl Explored {
    pub fn new(subject: &Subject) -> Self {
        let system = Self::within(subject, MAX_STATES);
        system.unwrap_or_else(|| panic!("{}: more than {MAX_STATES} states", subject.title))
    }

    /// `None` where there are more states.
    pub fn within(subject: &Subject, max_states: usize) -> Option<Self> {
        let system = Self::up_to(subject, max_states);
        system.lts.states().all(|state| system.lts.is_expanded(state)).then_some(system)
    }

    /// The first states, in breadth; runs are followed until they leave these.
    pub fn up_to(subject: &Subject, max_states: usize) -> Self {
        let subject = subject.in_free_environment();
        let mut model = subject.model(Form::Direct);
        let starts = stored::starts(&model);
        let hidden = stored::show(&mut model);
        let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang);
        let mut limits = Limits { max_states, interrupted: &mut |_| false };
        let exploration = explore(&mut machine, &mut limits).unwrap();
        let pairs = exploration.states.iter().map(|state| machine.info(state).stored).collect();
        let lts = exploration.lts;
        let mut stored = vec![None; lts.n_states()];
        for edge in lts.states().flat_map(|state| lts.out(state)) {
            if let Some(action) = lts.labels().get(edge.label).action()
                && action.name == PUSH
            {
                stored[edge.target.index()] = Some(action.args[0].clone());
            }
        }
        let roles = stored::roles(&model);
        let is_client = |role: &&ParameterRole| matches!(role, ParameterRole::Client(_));
        let n_clients = roles.iter().filter(is_client).count();
        let first_site = if n_clients > 0 { n_clients + 1 } else { 0 };
        let sites = (first_site..).zip(starts.iter().map(|span| subject.start(*span))).collect();
        let mut system = Self {
            lts,
            pairs,
            stored,
            branches: roles.contains(&ParameterRole::Timers),
            roles,
            sites,
            hidden,
            is_open: false,
            is_looped: subject.behaviour().run_by.is_some(),
        };
        // How long a timer would have run is in no other label.
        system.is_open = system.lts.labels().iter().any(|(_, label)| {
            let action = label.action();
            action.is_some_and(|action| action.has_unknown() && !system.is_cancel(action))
        });
        system.branches |= system.is_open;
        system
    }

    /// What a label says that the machine stores.
    pub fn stored_by(action: &Action) -> Option<&Term> {
        (action.name == PUSH).then(|| &action.args[0])
    }

    /// The timers in what is stored: which call has started them, and their references.
    pub fn timers(&self, stored: &Term) -> Vec<(usize, Term)> {
        let Term::Tuple(parts) = stored else { return Vec::new() };
        let own = self.roles.iter().position(|role| *role == ParameterRole::Timers);
        own.map_or_else(Vec::new, |own| {
            items(&parts[own + 2]).iter().map(|timer| self.timer(timer)).collect()
        })
    }

    /// The types of the time-outs that run while the machine waits, as the loop of its behaviour keeps them; none where something
    /// comes at once.
    pub fn armed(&self, stored: &Term) -> Vec<Term> {
        let Term::Tuple(parts) = stored else { return Vec::new() };
        let asked = self.roles.iter().position(|role| *role == ParameterRole::Timeout);
        let at_once = asked.is_some_and(|own| matches!(parts[own + 2], Term::Tuple(_)));
        match &parts[1] {
            Term::Tuple(own) if self.is_looped && !at_once => armed(&own[2]),
            _ => Vec::new(),
        }
    }

    fn timer(&self, timer: &Term) -> (usize, Term) {
        let Term::Tuple(parts) = timer else { panic!("{timer}") };
        let [site, reference] =
            [TimerPart::Site, TimerPart::Ref].map(|part| part.in_items(parts).unwrap());
        (self.sites[&site.to_string().parse().unwrap()], reference.clone())
    }

    /// The timer that a label says that fires.
    pub fn fired(&self, action: &Action) -> Option<(usize, Term)> {
        (action.name == TIMER).then(|| self.timer(&action.args[0]))
    }

    /// Whether an action cancels a timer.
    pub fn is_cancel(&self, action: &Action) -> bool {
        self.hidden.contains(&action.name) && action.name.contains("cancel")
    }

    /// Whether an action starts a timer.
    pub fn is_start(&self, action: &Action) -> bool {
        let others = [PUSH, TIMER, "post", "post_all", "post_cast", "post_info"];
        self.hidden.contains(&action.name)
            && !self.is_cancel(action)
            && !others.contains(&action.name.as_str())
    }

    /// Whether the default view shows a transition.
    pub fn is_visible(&self, edge: Edge) -> bool {
        let label = self.lts.labels().get(edge.label);
        label.action().map_or(*label != Label::Tau, |action| !self.hidden.contains(&action.name))
    }

    /// Whether several things may happen behind a transition, or at first.
    pub fn decides(&self, behind: Option<&Edge>) -> bool {
        let state = behind.map_or(self.lts.initial(), |edge| edge.target);
        self.lts.out(state).len() > 1
    }

    /// Whether the environment, or time, does something by a transition.
    pub fn is_move(&self, edge: Edge) -> bool {
        let text = label(&self.lts, edge.label);
        let fires = |next: &Edge| label(&self.lts, next.label).starts_with(&format!("{TIMER}("));
        text.starts_with("cmd")
            || ["timeout", "tick"].contains(&text)
            || self.is_looped && text.starts_with("timeout(")
            || self.lts.out(edge.target).first().is_some_and(fires)
    }

    /// Whether a transition only says what the kernel of the model does.
    fn is_silent(&self, edge: Edge) -> bool {
        match self.lts.labels().get(edge.label) {
            Label::Tau => true,
            label @ Label::Visible { .. } => label.action().is_some_and(|action| {
                [PUSH, TIMER].contains(&action.name.as_str()) && self.hidden.contains(&action.name)
            }),
        }
    }

    /// Follows a run; where a walk was planned, its labels must show first.
    pub fn follow(&self, run: &[Shown], walk: Option<&[Edge]>) -> Result<(), String> {
        let (states, stored) = self.settled(BTreeSet::from([self.lts.initial()]));
        let mut place = Place { before: states.clone(), states, stored };
        let visible = |edge: &&Edge| !self.is_silent(**edge);
        let mut planned = walk.unwrap_or_default().iter().filter(visible);
        for (number, shown) in run.iter().enumerate() {
            let so_far = |what: String| {
                let model = self.enabled(&place);
                format!("{what}\nmodel: {model:?}\n{}", text(&run[..=number]))
            };
            let mut at = place.clone();
            match self.one(&mut at, shown).map_err(so_far)? {
                Taken::Overflow => return Ok(()),
                Taken::Nothing => {}
                Taken::Labels(taken) => match planned.next() {
                    Some(edge) if !taken.contains(&edge.label) && !self.is_open => {
                        let planned = label(&self.lts, edge.label);
                        return Err(so_far(format!("{planned} was planned")));
                    }
                    _ => {}
                },
            }
            place = at;
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
    fn one(&self, place: &mut Place, shown: &Shown) -> Result<Taken, String> {
        match shown {
            Shown::Move(text) => self.take(place, text),
            Shown::Label(text) => {
                if text.starts_with("post") && self.overflows(place) {
                    return Ok(Taken::Overflow);
                }
                // Which timers are over by then is one way of several: the walks have them all.
                if !(is_receive(text) && self.enabled(place).into_iter().all(is_receive)) {
                    self.expect(place, &[text])?;
                }
                self.take(place, text)
            }
            Shown::Call { shown, plain, returns, raises } => {
                let unused = self.enabled(place).iter().any(|own| is_instance_text(own, plain));
                let values = if unused { std::slice::from_ref(plain) } else { returns };
                self.expect(place, &values.iter().chain(raises).collect::<Vec<_>>())?;
                let is_value = !raises.contains(shown);
                self.take(place, if unused && is_value { plain } else { shown })
            }
            Shown::Service(action) => {
                if self.overflows(place) {
                    return Ok(Taken::Overflow);
                }
                self.serve(place, action)
            }
            Shown::Waits { kept, next } => {
                self.keeps(place, kept)?;
                self.expect(place, &next.iter().collect::<Vec<_>>())?;
                Ok(Taken::Nothing)
            }
            Shown::Crashes { pair } => {
                let own = |state: &StateId| self.stores(*state, pair);
                if place.before.iter().any(own) {
                    return Ok(Taken::Nothing);
                }
                Err(format!("in OTP {pair:?}"))
            }
            Shown::Dead => self.expect(place, &[]).map(|()| Taken::Nothing),
            // What is open in the model may have gone another way than was planned.
            Shown::Wrong(what) if self.is_open && what.ends_with(UNPLAYED) => Ok(Taken::Overflow),
            Shown::Wrong(what) => Err(what.clone()),
        }
    }

    /// Whether the bound of the model is met.
    fn overflows(&self, place: &Place) -> bool {
        self.enabled(place).iter().any(|label| label.starts_with("overflow("))
    }

    /// A timer is started or cancelled: the next thing that the model does, whatever comes of it.
    fn serve(&self, place: &mut Place, action: &Action) -> Result<Taken, String> {
        let fits = |edge: &Edge| {
            let own = self.lts.labels().get(edge.label).action();
            own.is_some_and(|own| {
                let name = own.name.rsplit(':').next();
                let result = if own.result.is_some() { action.result.clone() } else { None };
                let name = name.map(str::to_owned).unwrap_or_default();
                // What is unknown is the time that was left.
                let is_time = matches!(result, Some(Term::Integer(_)));
                is_time == matches!(own.result, Some(Term::Unknown(_)))
                    && is_instance_of(
                        &Action { name, ..own.clone() },
                        &Action { result, ..action.clone() },
                    )
            })
        };
        self.take_those(place, &fits, &action.to_string())
    }

    /// The model can do just this: only states where it can are kept.
    fn expect(&self, place: &mut Place, labels: &[&String]) -> Result<(), String> {
        let can = |state: &StateId| {
            let enabled = self.enabled_in(*state);
            let fits = |own: &&str, label: &&String| is_instance_text(own, label);
            enabled.iter().all(|own| labels.iter().any(|label| fits(own, label)))
                && labels.iter().all(|label| enabled.iter().any(|own| fits(own, label)))
                || self.is_open
                    && match labels {
                        [only] => enabled.iter().any(|own| fits(own, only)),
                        [] => enabled.is_empty(),
                        _ => false,
                    }
        };
        let kept: BTreeSet<StateId> = place.states.iter().copied().filter(|s| can(s)).collect();
        if kept.is_empty() {
            return Err(format!("OTP: {labels:?}"));
        }
        place.states = kept;
        Ok(())
    }

    /// The labels of all transitions of a state.
    fn enabled_in(&self, state: StateId) -> BTreeSet<&str> {
        self.lts.out(state).iter().map(|edge| label(&self.lts, edge.label)).collect()
    }

    fn enabled(&self, place: &Place) -> BTreeSet<&str> {
        place.states.iter().flat_map(|state| self.enabled_in(*state)).collect()
    }

    /// The machine keeps the same: only states where it does are kept.
    fn keeps(&self, place: &mut Place, own: &Kept) -> Result<(), String> {
        let is_stored = |stored: &Term| own.is_stored(stored, &self.roles, &self.sites);
        let fits = |state: &StateId| match (place.stored.get(state), &self.stored[state.index()]) {
            (Some(stored), _) => stored.iter().any(is_stored),
            (None, Some(stored)) => is_stored(stored),
            (None, None) => self.stores(*state, &own.pair),
        };
        let kept: BTreeSet<StateId> = place.states.iter().copied().filter(fits).collect();
        if kept.is_empty() {
            let stored = place.states.iter().map(|state| match &self.stored[state.index()] {
                Some(stored) => stored.to_string(),
                None => format!("{:?}", self.pairs[state.index()]),
            });
            return Err(format!("{:?} is stored", stored.collect::<Vec<_>>()));
        }
        place.states = kept;
        Ok(())
    }

    /// Whether the pair stored in a state is this.
    fn stores(&self, state: StateId, [name, data]: &[String; 2]) -> bool {
        self.pairs[state.index()].as_ref().is_some_and(|(own, term)| {
            Term::atom(own).to_string() == *name
                && (term.to_string() == *data
                    || Binding::default().is_instance(term, &stored::read(data)))
        })
    }

    /// Goes on by the transition of a label.
    fn take(&self, place: &mut Place, text: &str) -> Result<Taken, String> {
        self.take_those(place, &|edge| is_instance_text(label(&self.lts, edge.label), text), text)
    }

    fn take_those(
        &self,
        place: &mut Place,
        fits: &dyn Fn(&Edge) -> bool,
        what: &str,
    ) -> Result<Taken, String> {
        let edges = place.states.iter().flat_map(|state| self.lts.out(*state));
        let edges: Vec<&Edge> = edges.filter(|edge| fits(edge)).collect();
        if edges.len() > 1 && !self.branches {
            return Err(format!("several ways for {what}"));
        }
        if edges.is_empty() {
            return Err(format!("no {what}"));
        }
        let (next, stored) = self.settled(edges.iter().map(|edge| edge.target).collect());
        if next.iter().any(|state| !self.lts.is_expanded(*state)) {
            return Ok(Taken::Overflow);
        }
        place.before = std::mem::replace(&mut place.states, next);
        place.stored = stored;
        Ok(Taken::Labels(edges.iter().map(|edge| edge.label).collect()))
    }

    /// The states behind silent steps, and what these store.
    fn settled(
        &self,
        states: BTreeSet<StateId>,
    ) -> (BTreeSet<StateId>, BTreeMap<StateId, Vec<Term>>) {
        let mut pending: Vec<StateId> = states.into_iter().collect();
        let mut passed = BTreeSet::new();
        let mut settled = BTreeSet::new();
        let mut stored: BTreeMap<StateId, Vec<Term>> = BTreeMap::new();
        while let Some(state) = pending.pop() {
            if !passed.insert(state) {
                continue;
            }
            let out = self.lts.out(state);
            if out.is_empty() || out.iter().any(|edge| !self.is_silent(*edge)) {
                settled.insert(state);
            }
            for edge in out.iter().filter(|edge| self.is_silent(**edge)) {
                let action = self.lts.labels().get(edge.label).action();
                if let Some(term) = action.and_then(Self::stored_by) {
                    stored.entry(edge.target).or_default().push(term.clone());
                }
                pending.push(edge.target);
            }
        }
        (settled, stored)
    }
}

/// The types of the time-outs in the list of a loop that can fire.
fn armed(timers: &Term) -> Vec<Term> {
    let own = items(timers).iter().filter_map(|timer| match timer {
        Term::Tuple(parts) if parts[1] != Term::atom("zero") => Some(parts[0].clone()),
        _ => None,
    });
    own.collect()
}

/// A run as lines.
fn text(run: &[Shown]) -> String {
    let lines: Vec<String> = run.iter().map(|shown| format!("  {shown}\n")).collect();
    lines.concat()
}
