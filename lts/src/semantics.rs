//! The meaning of a model: an interpreter that steps from state to state.
//!
//! Input: a [`Model`] and a view. Output: the states and labelled steps of its composition, as a
//! [`NextState`]. Follows the model as it is printed, process by process; the only thing that it
//! adds is the view: which actions are shown, and that hidden steps which are the only step of
//! their state are passed over.
//!
//! A state vector holds, for each parallel component, its control point and one word per live
//! variable; variables that are not read any more are cleared.

mod constant;
mod eval;
mod layout;
mod step;
mod store;
mod style;

pub use constant::{constant, is_constant};
pub use style::LabelStyle;

use frontend::Span;
use rustc_hash::FxHashMap;
use translator::model::{ActionId, ActionRole, End, Expr, Model};

use crate::ids::LabelId;
use crate::label::LabelTable;
use crate::next_state::{NextState, StepError, Successors};
use crate::term::Term;

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
pub struct Machine<'m> {
    model: &'m Model,
    view: View,
    style: LabelStyle,
    layout: Layout,
    store: TermStore,
    labels: LabelTable,
    label_ids: FxHashMap<(ActionId, Vec<TermId>), LabelId>,
    names: translator::emit::Names,
}

/// What is known of a state, for reports and state atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateInfo {
    /// Name and data of the pair that was stored last, while the machine lives.
    pub stored: Option<(String, Term)>,
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
}

/// A component's local state while a step is computed.
type Words = Vec<u32>;

impl<'m> Machine<'m> {
    /// Prepares a model; labels are written in the given style.
    pub fn new(model: &'m Model, view: View, style: LabelStyle) -> Self {
        Self {
            model,
            view,
            style,
            layout: Layout::new(model),
            store: TermStore::new(&model.states),
            labels: LabelTable::default(),
            label_ids: FxHashMap::default(),
            names: translator::emit::Names::new(model, style.target()),
        }
    }

    /// Whether the view passes over an action.
    fn is_hidden(&self, action: ActionId) -> bool {
        match self.model.actions[action].role {
            ActionRole::SendEvent | ActionRole::Push | ActionRole::Pop | ActionRole::Logging => {
                self.view == View::Default
            }
            ActionRole::Command
            | ActionRole::Call
            | ActionRole::Crash
            | ActionRole::Stop
            | ActionRole::StartFailed
            | ActionRole::StartIgnored
            | ActionRole::Half => false,
        }
    }

    /// The label of an action on these arguments.
    fn label(&mut self, action: ActionId, args: &[TermId]) -> LabelId {
        if self.is_hidden(action) {
            return LabelId::TAU;
        }
        let key = (action, args.to_vec());
        if let Some(&id) = self.label_ids.get(&key) {
            return id;
        }
        let structure = style::action(self.model, &self.store, action, args);
        let text = style::text(self, action, args, &structure);
        let id = self.labels.intern(&text, || Some(structure));
        self.label_ids.insert(key, id);
        id
    }

    /// What is known of a state.
    pub fn info(&self, state: &[u32]) -> StateInfo {
        StateInfo { stored: self.stored(state), end: self.end(state) }
    }

    /// Where the step from `state` with this label to `target` comes from.
    pub fn origin(
        &mut self,
        state: &[u32],
        label: LabelId,
        target: &[u32],
    ) -> Result<Option<Origin>, StepError> {
        let steps = self.steps_run_on(state)?;
        Ok(steps
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
        let mut state = vec![0; self.layout.width];
        let model = self.model;
        for (component, instance) in model.composition.iter().enumerate() {
            let args = instance
                .args
                .iter()
                .map(|arg: &Expr| self.eval_ground(arg))
                .collect::<Result<Vec<_>, _>>()?;
            let words = self.enter(instance.process, &args, &mut Vec::new())?;
            self.layout.put(&mut state, component, &words);
        }
        out.extend(self.run_on(state, &mut Origin::default())?);
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
}
