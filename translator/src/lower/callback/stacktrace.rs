//! What terminate/3 makes of a stack trace.
//!
//! Input: terminate/3, and the reason of a crash. Output: whether it decides by the trace that stands beside
//! that reason, or computes with it. Where it does not, `[]` stands for the trace. The trace is unknown, but it is a
//! list that is not empty, and no value of the module: where that decides, or a report of the end is to be told from it
//! (`format_status`), such a list of an atom that no source has stands for it.

use frontend::Name;
use frontend::ast::Function;

use crate::core::Node;
use crate::lower::analysis::shared::Shared;
use crate::lower::callback::trace_look::{Look, Reason};
use crate::lower::lowered::{Callback, Lowered};
use crate::lower::lowering::Lowering;
use model::expr::walk;
use model::state::Computed;
use model::{Cond, Expr};

impl Shared<'_> {
    /// Notes that terminate/3 acts or may fail, and whether it looks into a stack trace.
    pub(crate) fn note_terminates(&self, looks_into_trace: bool) {
        self.terminates.set(Some(looks_into_trace));
    }

    /// Whether terminate/3 acts or may fail.
    pub(crate) fn terminates(&self) -> bool {
        self.terminates.get().is_some()
    }

    /// Whether terminate/3 looks into the stack trace of some crash; `None` if it neither acts nor may fail.
    pub(crate) fn terminates_by_trace(&self) -> Option<bool> {
        self.terminates.get()
    }
}

/// Lowers terminate/3 for any state and any reason.
pub(crate) fn lower_terminate<'a>(shared: &'a Shared<'a>, function: &Function) -> Lowered {
    let mut lowering = Lowering::new(shared);
    let reason = Expr::Var(lowering.graph.var("Reason"));
    lowering.terminate(function, reason)
}

/// Whether terminate/3 looks at the stack trace of some crash.
pub(crate) fn looks_at_trace<'a>(shared: &'a Shared<'a>, function: &Function) -> bool {
    look(shared, function, &Reason::Any) != Look::Never
}

/// How terminate/3 looks at the stack trace of a crash with such a reason.
fn look<'a>(shared: &'a Shared<'a>, function: &Function, reason: &Reason) -> Look {
    let unknown = Expr::Unknown(shared.trace_origin());
    let list = Expr::Cons(Box::new(unknown.clone()), Box::new(unknown.clone()));
    let never = |_: &Cond| false;
    let compares = |cond: &Cond| match cond {
        Cond::Same(left, right) => {
            (*left == list && !mentions(right, &unknown))
                || (*right == list && !mentions(left, &unknown))
        }
        _ => false,
    };
    if !decides(shared, function, reason, &unknown, &never) {
        Look::Never
    } else if !decides(shared, function, reason, &list, &compares) {
        Look::Outside
    } else {
        Look::Inside
    }
}

/// Whether terminate/3 decides by what is unknown of a trace, or computes with it; some tests do not count.
fn decides<'a>(
    shared: &'a Shared<'a>,
    function: &Function,
    reason: &Reason,
    trace: &Expr,
    is_known: &dyn Fn(&Cond) -> bool,
) -> bool {
    let mut lowering = Lowering::new(shared);
    let mut any = || Expr::Var(lowering.graph.var("Reason"));
    let reason = match reason {
        Reason::Any => any(),
        Reason::Atom(name) => Expr::Atom(name.clone()),
        Reason::Tagged(tag, size) => {
            let rest = (1..*size).map(|_| any());
            Expr::Tuple(std::iter::once(Expr::Atom(tag.clone())).chain(rest).collect())
        }
    };
    let reason = Expr::Tuple(vec![reason, trace.clone()]);
    let Lowered { graph, root, .. } = lowering.terminate(function, reason);
    let unknown = Expr::Unknown(shared.trace_origin());
    graph.reachable(root).into_iter().any(|id| match &graph.nodes[id] {
        Node::Test { cond, .. } => {
            !is_known(cond) && cond.operands().into_iter().any(|expr| mentions(expr, &unknown))
        }
        Node::Let { value, .. } => mentions(value, &unknown),
        Node::Enter { args, .. } => args.iter().any(|arg| mentions(arg, &unknown)),
        Node::Act { .. } | Node::Leaf(_) => false,
    })
}

fn mentions(expr: &Expr, part: &Expr) -> bool {
    let mut is_mentioned = false;
    walk::walk(expr, &mut |inner| is_mentioned |= inner == part, &mut |_| {});
    is_mentioned
}

impl Lowering<'_> {
    /// terminate/3 for a reason, in any state.
    fn terminate(mut self, function: &Function, reason: Expr) -> Lowered {
        let [state, data] = ["StateName", "LoopData"].map(|name| self.graph.var(name));
        let args = vec![reason, Expr::Var(state), Expr::Var(data)];
        let callback = Callback::Handler(self.shared.machine.behaviour.last, Computed::Atom.name());
        let root = self.callback(&callback, function, args, None);
        self.finish(root, vec![state, data])
    }
}

impl<'a> Shared<'a> {
    /// The stack trace in the reason that terminate/3 gets after a crash.
    pub(crate) fn last_trace(&'a self, reason: &Expr) -> Expr {
        let unseen = || if self.tells_reason() { trace_of_nobody() } else { Expr::Nil };
        if self.terminates_by_trace() != Some(true) {
            return unseen();
        }
        let reason = Reason::of(reason);
        let earlier = self.traces.borrow().get(&reason).copied();
        let looks = earlier.unwrap_or_else(|| {
            let function =
                self.machine.handler(self.machine.behaviour.last, &Computed::Atom.name());
            look(self, &function, &reason)
        });
        self.traces.borrow_mut().insert(reason, looks);
        match looks {
            Look::Never => unseen(),
            Look::Outside => trace_of_nobody(),
            Look::Inside => Expr::Unknown(self.trace_origin()),
        }
    }
}

/// A stack trace that is no value of any module.
pub(super) fn trace_of_nobody() -> Expr {
    let entry = Expr::Atom(Name::of_undefined_macro(&Name::from("trace")));
    Expr::Cons(Box::new(entry), Box::new(Expr::Nil))
}
