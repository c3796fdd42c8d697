//! A version of a system as a state diagram: a module as a hunt meets it, or a file of a system as it is.
//!
//! Input: arguments. Output: a diagram, and for each of its transitions the clauses that take it. The states of a module are those that
//! it names; before it is started it is in `start`, and what has stopped in `stopped`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use behaviour::Behaviour;
use extension::{Diagram, Transition};
use frontend::{Name, Span};
use hunter::{DiagramStep, Place};
use indexmap::IndexSet;
use lts::graph::Edge;
use lts::{LabelId, LabelTable, Lts, StateId};

use crate::cli::SystemArgs;
use crate::config::settings::Settings;
use crate::hunt::diagram::met;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::features;
use crate::system::foreign::{about_model, explored};
use crate::system::{Input, Subject, load};
use crate::versions::code::Code;

/// A version of a system.
pub(crate) struct Version {
    /// The file that was named.
    pub(crate) path: PathBuf,
    pub(crate) diagram: Diagram,
    /// The steps that the diagram shows, if it is a module.
    steps: Vec<Step>,
    /// Of each transition the clauses that take it, in the order of the source; none of a system that is no module.
    clauses: BTreeMap<Transition, Vec<Span>>,
    /// What its clauses do, if it is a module.
    pub(crate) code: Option<Code>,
    /// The behaviour of the module, if it is one.
    pub(crate) behaviour: Option<&'static Behaviour>,
    /// Whether there may be more of it than was met.
    pub(crate) is_cut: bool,
}

/// A step with the clauses that take it.
type Step = (DiagramStep, Vec<Span>);

/// Two versions without what a limit alone tells apart: steps of code that both have, which one of them was not looked at far enough to
/// meet. And how many they were.
pub(crate) fn settled([old, new]: [Version; 2]) -> ([Version; 2], usize) {
    let n_before = old.steps.len() + new.steps.len();
    let [kept_old, kept_new] = [old.told_beside(&new), new.told_beside(&old)];
    let n_left_out = n_before - kept_old.len() - kept_new.len();
    ([old.with(kept_old), new.with(kept_new)], n_left_out)
}

impl Version {
    /// The steps that are told where this other version stands beside it.
    fn told_beside(&self, other: &Self) -> Vec<Step> {
        let known: BTreeSet<&DiagramStep> = other.steps.iter().map(|(step, _)| step).collect();
        let has_own_code = |clauses: &[Span]| match (&self.code, &other.code) {
            (Some(code), Some(others)) => code.is_own(clauses, others),
            _ => true,
        };
        let is_told = |(step, clauses): &&Step| {
            known.contains(step) || !other.is_cut || has_own_code(clauses)
        };
        self.steps.iter().filter(is_told).cloned().collect()
    }

    /// This version with these of its steps.
    fn with(self, steps: Vec<Step>) -> Self {
        if steps.len() == self.steps.len() {
            return self;
        }
        let (diagram, clauses) = drawn(&steps);
        Self { diagram, steps, clauses, ..self }
    }

    /// Reads a version; `None` if there is none, which was reported.
    pub(crate) fn read(session: &mut Session, args: &SystemArgs) -> Option<Self> {
        let about_model = about_model(args.view.is_some(), args.form.is_some(), &args.limits);
        let path = args.source.input.clone();
        match load(session, &args.source, None, &about_model, None)? {
            Input::Aut(lts) => Some(Self::of_system(path, *lts)),
            Input::Specification(specification) => {
                let exploration = explored(session, &specification, &args.limits)?;
                (session.exit() == Exit::Success).then(|| Self::of_system(path, exploration.lts))
            }
            Input::Features(_) => {
                session.report(features::not_one());
                None
            }
            Input::Module(mut subject) => {
                // What stands beside one version speaks of that one: both are met under what they suggest, or what flags say.
                if subject.properties.module.is_none() {
                    subject.settings = Settings::from_flags(session, &args.source)?;
                }
                Self::of_module(session, args, path, &subject)
            }
        }
    }

    fn of_system(path: PathBuf, lts: Lts) -> Self {
        let is_cut = !lts.is_complete();
        let diagram = Diagram::unnamed(lts);
        let (steps, clauses) = (Vec::new(), BTreeMap::new());
        Self { path, diagram, steps, clauses, code: None, behaviour: None, is_cut }
    }

    fn of_module(
        session: &mut Session,
        args: &SystemArgs,
        path: PathBuf,
        subject: &Subject,
    ) -> Option<Self> {
        let met = met(session, (&args.source, &args.limits), subject)?;
        let (diagram, clauses) = drawn(&met.steps);
        let code = Some(Code::of(&subject.module));
        let behaviour = Some(subject.behaviour());
        Some(Self { path, diagram, steps: met.steps, clauses, code, behaviour, is_cut: met.is_cut })
    }

    /// Whether it may come into a state that was not met: it has a function for that, and was not looked at to the end.
    pub(crate) fn may_be_in(&self, state: &str) -> bool {
        self.is_cut && self.code.as_ref().is_some_and(|code| code.has_function(state))
    }

    /// The clauses that take a transition.
    pub(crate) fn clauses(&self, transition: &Transition) -> &[Span] {
        self.clauses.get(transition).map_or(&[], Vec::as_slice)
    }

    /// What a state is called: by its name, or by its number.
    pub(crate) fn state(&self, state: StateId) -> String {
        self.diagram.name(state).map_or_else(|| state.0.to_string(), ToString::to_string)
    }

    /// The text of a label.
    pub(crate) fn label(&self, label: LabelId) -> &str {
        self.diagram.lts.labels().get(label).text().unwrap_or("tau")
    }
}

/// Steps as a system, and the clauses of its transitions.
pub(crate) fn drawn(
    steps: &[(DiagramStep, Vec<Span>)],
) -> (Diagram, BTreeMap<Transition, Vec<Span>>) {
    let mut places: IndexSet<&Place> = IndexSet::from([&Place::Before]);
    let (mut labels, mut edges) = (LabelTable::default(), Vec::new());
    let mut clauses = BTreeMap::new();
    for (step, spans) in steps {
        let [source, target] = [&step.from, &step.to]
            .map(|place| StateId(u32::try_from(places.insert_full(place).0).unwrap_or(u32::MAX)));
        let label = labels.intern(&step.event, || None);
        edges.push((source, Edge { label, target }));
        clauses.insert(Transition { source, label, target }, spans.clone());
    }
    let names = places.iter().map(|place| Some(Name::from(called(place)))).collect();
    let lts = Lts::new(StateId(0), places.len(), edges, labels);
    (Diagram { lts, names }, clauses)
}

/// The states of the system that these steps are, which each of them leads from and to.
pub(crate) fn ends(steps: &[(DiagramStep, Vec<Span>)]) -> Vec<(usize, usize)> {
    let mut places: IndexSet<&Place> = IndexSet::from([&Place::Before]);
    let mut number = |place| places.insert_full(place).0;
    steps.iter().map(|(step, _)| (number(&step.from), number(&step.to))).collect()
}

/// What a place is called.
fn called(place: &Place) -> &str {
    match place {
        Place::Before => "start",
        Place::State(name) => name,
        Place::Stopped => "stopped",
    }
}
