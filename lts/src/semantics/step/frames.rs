//! Procedures that call themselves on unknown values, cut.
//!
//! A list of unknown length would put a frame on the stack for each element, without an end. So a
//! procedure that waits for itself often enough is not entered again on unknown values: what it
//! returns is unknown, and what it does is left out, which `Machine::left_out` tells.

use model::{Component as _, Expr, FramePart, Model, PointId, ProcessId, ProcessRole, SegmentIx};

use crate::semantics::Machine;
use crate::semantics::evaluation::eval::{Halt, Scope, Turn};
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::path_state::PathState;
use crate::semantics::store::{Shape, Source, TermId};

/// Times that a procedure waits for itself before it is cut, if nothing of its arguments is known.
const MAX_WAITING: usize = 3;

/// Times that a procedure waits for itself before it is cut, if some of its arguments are known: they may say how often
/// it goes on.
const MAX_WAITING_KNOWN: usize = 64;

/// The process that goes on where the topmost frame says.
pub(crate) fn return_process(model: &Model) -> Option<ProcessId> {
    let mut processes = model.processes.iter_enumerated();
    processes.find(|(_, process)| process.role == ProcessRole::Return).map(|(id, _)| id)
}

impl Machine<'_> {
    /// Where a component goes on if this call is cut; its slots are those of that process then.
    ///
    /// The arguments of a procedure are the context, the frames, the result of its function.
    pub(crate) fn cut_call(
        &mut self,
        (callee, args): (ProcessId, &[Expr]),
        component: usize,
        process: ProcessId,
        path_state: &mut PathState,
    ) -> Result<Option<PointId>, Halt> {
        let (Some(returning), false) = (self.returning, self.is_exact) else { return Ok(None) };
        let ProcessRole::Procedure(procedure, SegmentIx(0)) = self.model.processes[callee].role
        else {
            return Ok(None);
        };
        let [context @ .., frames @ Expr::Cons(..), Expr::Call(_, values)] = args else {
            return Ok(None);
        };
        let slots = self.layout.slots(component);
        let facts = std::mem::take(&mut path_state.facts);
        let turn = &mut Turn::knowing(self.effort.max_steps, &facts, &[], &[]);
        let scope = Scope::Process(process, &path_state.words[slots.clone()]);
        let kept = self.eval_all(context, scope, turn);
        let frames = self.eval(frames, scope, turn);
        let values = self.eval_all(values, scope, turn);
        path_state.facts = facts;
        let (mut kept, frames, values) = (kept?, frames?, values?);
        if !self.is_cut(frames, &values) {
            return Ok(None);
        }
        self.left_out.insert(procedure);
        let tag = self.fresh(path_state, Kinds::ATOM, Source::Cut);
        let value = self.fresh(path_state, Kinds::ALL, Source::Cut);
        let returned = self.intern(Shape::Tuple([tag, value].into()), Scope::Ground)?;
        kept.extend([frames, returned]);
        let words = &mut path_state.words[slots];
        words.fill(0);
        for (word, value) in words.iter_mut().zip(kept) {
            *word = value.0;
        }
        Ok(Some(self.model.processes[returning].body))
    }

    /// Whether there are too many frames like the topmost one for these arguments.
    fn is_cut(&self, frames: TermId, args: &[TermId]) -> bool {
        let n_known = args.iter().filter(|&&arg| self.store.is_ground(arg)).count();
        let limit = match n_known {
            n if n == args.len() => return false,
            0 => MAX_WAITING,
            _ => MAX_WAITING_KNOWN,
        };
        let (mut rest, mut first, mut n_alike) = (frames, None, 0);
        while let Shape::Cons(frame, below) = self.store.shape(rest) {
            let point = match self.store.shape(*frame) {
                Shape::Tuple(parts) => FramePart::Point.in_items(parts).copied(),
                _ => None,
            };
            n_alike += usize::from(point == *first.get_or_insert(point));
            rest = *below;
        }
        n_alike > limit
    }
}
