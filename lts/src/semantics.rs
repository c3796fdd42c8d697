//! The meaning of a model: an interpreter that steps from state to state.
//!
//! Input: a [`Model`] and a view. Output: the states and labelled steps of its composition, as a
//! [`NextState`]. Follows the model as it is printed, process by process; the only thing that it
//! adds is the view: which actions are shown, and that hidden steps which are the only step of
//! their state are passed over.
//!
//! A state vector holds, for each parallel component, its control point and one word per live
//! variable; variables that are not read any more are cleared (`docs/vector.md`).
//!
//! Values that the model does not know are leaves of terms. A decision on one goes both ways; what
//! it finds out is written into all terms that are still in use. See `path_state`.

mod engine;
pub(crate) mod evaluation;
mod follow;
mod hunt;
mod info;
mod layout;
mod observe;
mod path_state;
mod play;
mod run_ends;
mod step;
mod store;
mod style;

pub use crate::semantics::evaluation::constant::{constant, is_constant};
pub use crate::semantics::run_ends::{ActionPosition, Ending};
pub use crate::semantics::step::start::is_start;
pub use engine::Engine;
pub(crate) use engine::Work;
pub use follow::{Grounds, Run};
pub use hunt::{Debt, Edge as HuntEdge, Hunt, HuntLimits, HuntNode, Idle, Kept, Waiting};
pub use observe::{Fault, Observation};
pub use play::{Happened, Played};
pub use store::wrapped;
pub use style::LabelStyle;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use frontend::Span;
use model::index::IndexVec;
use model::{
    ActionId, ActionRole, AtOnce, End, Fresh, FunctionId, Model, OriginId, Procedure, ProcedureIx,
    ProcessId,
};
use petgraph::graph::DiGraph;
use rustc_hash::FxHashMap;

use crate::graph::ids::LabelId;
use crate::label::LabelTable;
use crate::next_state::{Cycle, NextState, StepError, Successors};
use crate::term::Term;

use crate::semantics::evaluation::effort::Effort;
use crate::semantics::evaluation::literals::Literals;
use crate::semantics::evaluation::static_facts;
use crate::semantics::path_state::sample::Sampling;
use crate::semantics::step::run_to_visible::Path;
use follow::known::KnownRuns;
use hunt::Slots;
use layout::Layout;
use store::{TermId, TermStore};

/// Which actions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// Every action, stack and handshakes included.
    Paper,
    /// Commands, calls and endings.
    Default,
}

/// A model ready to be stepped through.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Machine<'m> {
    model: &'m Model,
    view: View,
    style: LabelStyle,
    layout: Layout,
    store: TermStore,
    /// Constants of the model that have been evaluated.
    literals: Literals,
    /// Components of the tuples that are being put together.
    components: Vec<TermId>,
    labels: LabelTable,
    label_ids: FxHashMap<(ActionId, Vec<TermId>), LabelId>,
    /// What things are called in a specification, once a label is written as one writes it.
    names: OnceCell<model::names::Names>,
    /// For each control point whether no step from there is hidden.
    never_hides: Vec<bool>,
    /// Where the pair that was stored last stands, by process.
    pairs_at: IndexVec<ProcessId, Option<[usize; 2]>>,
    /// What holds what while the machine waits for messages, where it does that as one process.
    idle: Option<Slots>,
    /// The process that goes on where the topmost frame of procedures says.
    returning: Option<ProcessId>,
    /// Whether nothing in the model is unknown.
    is_exact: bool,
    /// Whether the model looks at the sign of zeros.
    tells_signs: bool,
    /// For each origin of constants the first one of the same constant.
    constants: IndexVec<OriginId, Option<OriginId>>,
    /// For each function whether it may come upon unknown values of its own.
    makers: Vec<bool>,
    /// For each function from where to where its clauses reach in each file, if it has several.
    extents: Vec<Vec<Span>>,
    /// Variables that are still read, of functions that have run on unknown values.
    live: Vec<Option<crate::semantics::evaluation::outcomes::Live>>,
    /// Which functions call which, by number.
    calls: DiGraph<(), ()>,
    /// For each function the recursion that it is part of.
    recursion: Vec<Option<usize>>,
    /// How much work may be done.
    effort: Effort,
    /// Steps that pure code on unknown values may still take in this state.
    fuel: usize,
    /// Decisions that pure code has made on unknown values in this state.
    forks: usize,
    /// Recursions that made too many of them in this state, and how often their functions may still be
    /// entered again; `None` where they are cut.
    patience: FxHashMap<FunctionId, Option<usize>>,
    /// Calls that were not followed.
    cuts: usize,
    /// Ways through pure code that became one with others.
    joins: usize,
    /// Procedures that were not entered, so that what they do is left out.
    left_out: BTreeSet<ProcedureIx>,
    /// Whether some run has met a full queue.
    overflows: bool,
    /// Whether a run is followed, and not all that can happen.
    follows: bool,
    /// Whether all that happens on the run that is followed is kept too.
    plays: bool,
    /// What names of values begin with that stand for any others, where they are numbered.
    numbered: Option<char>,
    /// Whether the machine hunts: calls of other modules are hidden, and ways that meet are joined everywhere.
    hunts: bool,
    /// Ways that were not followed, while it hunts.
    lost: usize,
    /// How decisions in the start are sampled.
    sampling: Sampling,
    /// Runs that have been followed.
    known_runs: KnownRuns,
    /// Source clauses taken so far, while it hunts.
    taken: BTreeSet<Span>,
    /// The states in which the system may start, where there are several.
    first: Vec<Words>,
}

/// What is known of a state, for reports and state atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateInfo {
    /// Name and data of the pair that was stored last, while the machine lives and the name is known.
    pub stored: Option<(String, Term)>,
    /// Whether a pair of name and data is stored, but its name is unknown.
    pub stores_unknown: bool,
    /// Why what the user calls states gives this one no name, and its data.
    pub unnamed: Option<(Fault, Term)>,
    /// Why nothing more happens, if that is so.
    pub end: Option<End>,
}

/// Where a step comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The call in the source that the label shows.
    pub call: Option<Span>,
    /// Source clauses taken after it, up to the next shown action.
    pub clauses: Vec<Span>,
    /// Unknown values on which it rests that the step goes this way and no other; choices of the
    /// environment are not among them.
    pub uncertain: Vec<OriginId>,
    /// Whether the step also rests on the value of a function that was cut.
    pub cut: bool,
}

/// Steps of pure code, unless the caller sets another limit.
const MAX_STEPS: usize = 10_000_000;

/// A component's local state while a step is computed.
type Words = Vec<u32>;

impl<'m> Machine<'m> {
    /// Prepares a model; labels are written in the given style.
    pub fn new(model: &'m Model, view: View, style: LabelStyle) -> Self {
        let layout = Layout::new(model);
        let calls = static_facts::calls(model);
        let mut machine = Self {
            model,
            view,
            style,
            pairs_at: info::pairs_at(model, &layout),
            idle: Slots::of(model, &layout),
            layout,
            store: TermStore::new(&model.states),
            literals: Literals::default(),
            components: Vec::new(),
            labels: LabelTable::default(),
            label_ids: FxHashMap::default(),
            names: OnceCell::new(),
            never_hides: Vec::new(),
            returning: crate::semantics::step::frames::return_process(model),
            is_exact: static_facts::is_exact(model),
            tells_signs: model.tells_signs(),
            constants: static_facts::constants(model),
            makers: static_facts::makers(model, &calls),
            extents: static_facts::extents(model),
            live: vec![None; model.functions.len()],
            recursion: static_facts::recursion(&calls),
            calls,
            effort: Effort::default(),
            fuel: 0,
            forks: 0,
            patience: FxHashMap::default(),
            cuts: 0,
            joins: 0,
            left_out: BTreeSet::new(),
            overflows: false,
            follows: false,
            plays: false,
            numbered: None,
            hunts: false,
            lost: 0,
            sampling: Sampling::default(),
            known_runs: KnownRuns::default(),
            taken: BTreeSet::new(),
            first: Vec::new(),
        };
        // The names of a specification are its numbers: there states are as it has them.
        if style == LabelStyle::Erlang {
            machine.store.exchange(model.exchangeable());
        }
        machine.never_hides =
            crate::semantics::step::view::never_hiding(model, |action| machine.is_hidden(action));
        machine
    }

    /// Lets values that stand for any others, where a run is [played](Self::played), be atoms with this letter and a
    /// number: `v1`, `v2`, ..
    #[must_use]
    pub fn with_numbered_values(mut self, letter: char) -> Self {
        self.numbered = Some(letter);
        self
    }

    /// Lets names be what they were made as: states are different that hold different ones, and labels show which these are.
    #[must_use]
    pub fn keeping_names(mut self) -> Self {
        self.store.exchange(Fresh::default());
        self
    }

    /// What things are called in a specification.
    fn names(&self) -> &model::names::Names {
        self.names.get_or_init(|| model::names::Names::new(self.model, self.style.target()))
    }

    /// Whether the view passes over an action.
    fn is_hidden(&self, action: ActionId) -> bool {
        match self.model.actions[action].role {
            ActionRole::SendEvent(_)
            | ActionRole::Post(_)
            | ActionRole::Push
            | ActionRole::Pop
            | ActionRole::SendTimer
            | ActionRole::SendSignal
            | ActionRole::SetTimer
            | ActionRole::Dictionary
            | ActionRole::Reference
            | ActionRole::Logging
            | ActionRole::Internal => self.view == View::Default,
            ActionRole::Continue(AtOnce::Enter) => self.view == View::Default && !self.hunts,
            ActionRole::Init | ActionRole::Call => self.hunts,
            ActionRole::Command(_)
            | ActionRole::Dequeue(_)
            | ActionRole::Overflow
            | ActionRole::Timeout
            | ActionRole::Continue(_)
            | ActionRole::Fires(_)
            | ActionRole::Tick
            | ActionRole::ExitSignal
            | ActionRole::Reply
            | ActionRole::Unheard
            | ActionRole::Crash
            | ActionRole::Stop
            | ActionRole::StartFailed
            | ActionRole::StartIgnored
            | ActionRole::Half => false,
        }
    }

    /// The label of an action on these arguments.
    fn label(&mut self, action: ActionId, args: &[TermId]) -> LabelId {
        if self.is_hidden(action) || self.model.actions[action].role == ActionRole::Internal {
            return LabelId::TAU;
        }
        self.overflows |= self.model.actions[action].role == ActionRole::Overflow;
        let key = (action, args.to_vec());
        if let Some(&id) = self.label_ids.get(&key) {
            return id;
        }
        let structure = style::action(self.model, &self.store, action, args);
        let id = if self.style == LabelStyle::Erlang {
            self.labels.intern_action(structure)
        } else {
            let text = style::text(self, action, args, &structure);
            self.labels.intern(&text, || Some(structure))
        };
        self.label_ids.insert(key, id);
        id
    }

    /// Whether a run that has been met so far ends because a queue had no room.
    pub fn overflows(&self) -> bool {
        self.overflows
    }

    /// Whether two names that only tell themselves from others have been put in order so far, also as keys of a map.
    pub fn orders_names(&self) -> bool {
        self.store.orders_names()
    }

    /// How many calls of functions were cut so far, because they entered themselves again and again
    /// on decisions about unknown values: their values are unknown.
    pub fn cuts(&self) -> usize {
        self.cuts
    }

    /// How many ways through pure code were joined with others so far, because decisions on unknown
    /// values made too many of them: what differs in them is unknown.
    pub fn joins(&self) -> usize {
        self.joins
    }

    /// The procedures that were not entered every time, because they waited for themselves again and
    /// again on unknown values: what they return is unknown, what they do is left out.
    pub fn left_out(&self) -> impl Iterator<Item = &Procedure> {
        self.left_out.iter().map(|&procedure| &self.model.procedures[procedure])
    }

    /// What is known of a state.
    pub fn info(&mut self, state: &[u32]) -> StateInfo {
        let stores_unknown = self.stores_unknown(state);
        let (stored, end) = (self.stored(state), self.end(state));
        let info = StateInfo { stored, stores_unknown, unnamed: None, end };
        self.renamed(info, state)
    }

    /// Where the step from `state` with this label to `target` comes from.
    pub fn origin(
        &mut self,
        state: &[u32],
        label: LabelId,
        target: &[u32],
    ) -> Result<Option<Origin>, StepError> {
        let (cuts, joins) = (self.cuts, self.joins);
        let steps = self.steps_run_on(state);
        (self.cuts, self.joins) = (cuts, joins);
        Ok(steps?
            .into_iter()
            .find(|step| step.label == label && step.state == target)
            .map(|step| step.origin))
    }
}

impl NextState for Machine<'_> {
    fn width(&self) -> usize {
        self.layout.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        self.start_afresh();
        let mut first: Vec<Words> = Vec::new();
        for path in self.start()? {
            for Path { path_state, .. } in self.run_on(path)? {
                let mut state = path_state.words;
                self.renumber_state(&mut state);
                if !first.contains(&state) {
                    first.push(state);
                }
            }
        }
        if let [state] = &first[..] {
            out.extend(state);
        } else {
            out.extend(self.start_state());
            self.first = first;
        }
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        for step in self.steps_run_on(state)? {
            out.push(step.label, &step.state);
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        &self.labels
    }

    fn growth(&self) -> usize {
        self.store.growth()
    }
}
