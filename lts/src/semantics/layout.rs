//! Where things sit in a state vector.
//!
//! Input: a model. Output: for each component an offset, for each process variable a slot, for each
//! control point the slots that are still read. Slots of variables that cannot be live together
//! (those of different branches) are shared.

use std::ops::Range;

use model::index::Idx as _;
use model::{Behaviour, End, Model, PointId, Process, ProcessId, VarId};

/// The layout of all state vectors of a model.
pub(crate) struct Layout {
    /// Words of a state.
    pub(crate) width: usize,
    /// Words of a component: its control point, then its slots.
    component_width: usize,
    /// For each word of a state whether it is a control point.
    controls: Vec<bool>,
    /// Slot of each variable, by process.
    slots: Vec<Vec<usize>>,
    /// Process of each control point.
    process_of: Vec<Option<ProcessId>>,
    /// Slots that are live at each control point.
    live: Vec<Vec<bool>>,
    /// The control point that stands for each: all points where the machine has ended are one.
    canonical: Vec<PointId>,
}

impl Layout {
    pub(crate) fn new(model: &Model) -> Self {
        let n_points = model.points.len();
        let mut layout = Self {
            width: 0,
            component_width: 0,
            controls: Vec::new(),
            slots: Vec::new(),
            process_of: vec![None; n_points],
            live: vec![Vec::new(); n_points],
            canonical: canonical(model),
        };
        let mut n_slots = 0;
        let mut n_bound = vec![None; n_points];
        for (id, process) in model.processes.iter_enumerated() {
            let mut slots = vec![0; process.vars.len()];
            for (slot, &param) in process.params.iter().enumerate() {
                slots[param.var.index()] = slot;
            }
            layout.slots.push(slots);
            let deepest = process.params.len() + bindings(model, process.body, &mut n_bound);
            let mut is_bound = vec![false; process.vars.len()];
            layout.assign(model, id, (process.body, process.params.len()), &mut is_bound);
            n_slots = n_slots.max(deepest);
        }
        layout.component_width = n_slots + 1;
        layout.width = layout.component_width * model.composition.len();
        layout.controls = (0..layout.width)
            .map(|position| position.is_multiple_of(layout.component_width))
            .collect();
        let mut known_in = vec![None; n_points];
        for (id, process) in model.processes.iter_enumerated() {
            layout.liveness(model, (id, process), process.body, n_slots, &mut known_in);
        }
        layout
    }

    /// Gives slots to the variables bound from a point on, where so many are in use.
    ///
    /// A point that several ways lead to is looked at once: on the last of them.
    fn assign(
        &mut self,
        model: &Model,
        id: ProcessId,
        (point, depth): (PointId, usize),
        is_bound: &mut [bool],
    ) {
        if self.process_of[point.index()] == Some(id) {
            return;
        }
        self.process_of[point.index()] = Some(id);
        let mut here = depth;
        let behaviour = &model.points[point];
        let bound = behaviour.bound();
        here += usize::from(bound.is_some());
        for next in behaviour.successors().into_iter().rev() {
            self.assign(model, id, (next, here), is_bound);
        }
        if let Some(var) = bound.filter(|var| !is_bound[var.index()]) {
            is_bound[var.index()] = true;
            self.slots[id.index()][var.index()] = depth;
        }
    }

    /// The slots that are live from a point on, and from all points behind it; `known_in` has the process for which a
    /// point has been looked at.
    fn liveness(
        &mut self,
        model: &Model,
        (id, process): (ProcessId, &Process),
        point: PointId,
        n_slots: usize,
        known_in: &mut [Option<ProcessId>],
    ) {
        if known_in[point.index()].replace(id) == Some(id) {
            return;
        }
        let mut live = vec![false; n_slots];
        let behaviour = &model.points[point];
        let kept = !is_final(behaviour);
        for &var in process.kept.iter().filter(|_| kept) {
            live[self.slots[id.index()][var.index()]] = true;
        }
        let bound = behaviour.bound().map(|var| self.slots[id.index()][var.index()]);
        for next in behaviour.successors() {
            self.liveness(model, (id, process), next, n_slots, known_in);
            for (slot, &needed) in self.live[next.index()].iter().enumerate() {
                live[slot] |= needed && Some(slot) != bound;
            }
        }
        behaviour.for_each_read(&mut |var| {
            let slot = self.slots[id.index()][var.index()];
            live[slot] |= Some(slot) != bound;
        });
        self.live[point.index()] = live;
    }

    /// Whether the word at this position of a state is a control point.
    pub(crate) fn is_control(&self, position: usize) -> bool {
        self.controls.get(position).copied().unwrap_or(false)
    }

    /// Where the words of a component are: its control point, then its slots.
    pub(crate) fn range(&self, component: usize) -> Range<usize> {
        component * self.component_width..(component + 1) * self.component_width
    }

    /// Where the slots of a component are.
    pub(crate) fn slots(&self, component: usize) -> Range<usize> {
        component * self.component_width + 1..(component + 1) * self.component_width
    }

    /// The slots that are read from a control point on.
    pub(crate) fn live(&self, point: PointId) -> &[bool] {
        &self.live[point.index()]
    }

    /// The words of a component.
    pub(crate) fn get<'s>(&self, state: &'s [u32], component: usize) -> &'s [u32] {
        &state[self.range(component)]
    }

    /// Slot of a variable in its process.
    pub(crate) fn slot(&self, process: ProcessId, var: VarId) -> usize {
        self.slots[process.index()][var.index()]
    }

    /// The process to which a control point belongs.
    pub(crate) fn process(&self, point: PointId) -> ProcessId {
        self.process_of[point.index()].unwrap_or(ProcessId(0))
    }

    /// The control point that is kept in a state for this one.
    pub(crate) fn canonical(&self, point: PointId) -> PointId {
        self.canonical[point.index()]
    }

    /// Empties the slots that are not live at the control point of these words.
    pub(crate) fn clear_dead(&self, words: &mut [u32]) {
        let point = words[0] as usize;
        for (word, &live) in words[1..].iter_mut().zip(&self.live[point]) {
            if !live {
                *word = 0;
            }
        }
    }
}

/// Whether the machine is gone: nothing of it is kept.
fn is_final(behaviour: &Behaviour) -> bool {
    matches!(
        behaviour,
        Behaviour::End(End::Crashed | End::Stopped | End::NotStarted | End::Overflow)
    )
}

/// For each control point the first one that is the same to an observer.
fn canonical(model: &Model) -> Vec<PointId> {
    let mut ends: Vec<(&Behaviour, PointId)> = Vec::new();
    let mut first = |id: PointId, behaviour| {
        let earlier = ends.iter().find(|(end, _)| *end == behaviour).map(|(_, first)| *first);
        earlier.unwrap_or_else(|| {
            ends.push((behaviour, id));
            id
        })
    };
    let points = model.points.iter_enumerated();
    points
        .map(|(id, behaviour)| if is_final(behaviour) { first(id, behaviour) } else { id })
        .collect()
}

/// How many variables one way from a point on binds at most; `memo` has it for points that have been looked at.
fn bindings(model: &Model, point: PointId, memo: &mut [Option<usize>]) -> usize {
    if let Some(count) = memo[point.index()] {
        return count;
    }
    let behaviour = &model.points[point];
    let behind = behaviour.successors().into_iter().map(|next| bindings(model, next, memo)).max();
    let all = usize::from(behaviour.bound().is_some()) + behind.unwrap_or(0);
    memo[point.index()] = Some(all);
    all
}
