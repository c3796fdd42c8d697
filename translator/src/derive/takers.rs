//! The functions that take events: callbacks, and functions to which these hand on what they have got.
//!
//! Input: a callback module. Output: for each such function in which parameters it gets an event, the type of that and the
//! state, and which kinds of events come there. Where a callback is told the type of its event, its clauses say by that
//! which kinds they take, and it is the rule that the function of a state hands on to one for all states what it does not
//! know: there calls that hand on an event as it is are followed. Elsewhere no call is.

use behaviour::{Argument, Behaviour, Callback, Row};
use frontend::Name;
use frontend::ast::{
    Callee, Expr as Syntax, ExprKind, Function, FunctionClause, Literal, Module, Pat, PatKind,
};

use super::States;
use super::heads::Found;
use super::shape::{Known, Shapes, covers, fits, hole};
use super::states::{callback_of, named_state};
use crate::machine::{exported_by, exports_all};
use model::{CommandKind, Expr};

/// A function that takes events.
#[derive(Clone, Debug)]
pub(crate) struct Taker<'a> {
    /// The function.
    pub(crate) function: &'a Function,
    /// The parameter for the event.
    pub(crate) event: usize,
    /// The parameter for its type.
    pub(crate) ty: Option<usize>,
    /// The parameter for the state, where it counts which states a clause is for.
    pub(crate) state: Option<usize>,
    /// The kinds of events that come.
    pub(crate) kinds: Vec<CommandKind>,
    /// The callback that it is, unless events are handed on to it.
    pub(crate) callback: Option<Row<Callback>>,
}

/// Where functions are looked for to which events are handed on.
#[derive(Clone, Copy)]
pub(crate) struct Room<'r, 'a> {
    pub(crate) behaviour: &'static Behaviour,
    pub(crate) module: &'a Module,
    pub(crate) shapes: &'r Shapes<'a>,
}

/// The variables of a clause for what it has got.
#[derive(Debug)]
pub(crate) struct Variables {
    /// Those for the event.
    pub(crate) events: Vec<Name>,
    /// Those for its type.
    pub(crate) types: Vec<Name>,
}

impl Variables {
    /// Whether an expression is the event.
    pub(crate) fn is_event(&self, expr: &Syntax) -> bool {
        matches!(&expr.kind, ExprKind::Var(name) if self.events.contains(name))
    }

    /// Whether an expression is the type of the event.
    pub(crate) fn is_type(&self, expr: &Syntax) -> bool {
        matches!(&expr.kind, ExprKind::Var(name) if self.types.contains(name))
    }
}

/// The functions that take events, callbacks first.
pub(crate) fn takers<'a>(room: Room<'_, 'a>, states: &States) -> Vec<Taker<'a>> {
    let mut takers: Vec<Taker<'a>> = callbacks(room, states).collect();
    let mut next = 0;
    while let Some(taker) = takers.get(next).cloned() {
        next += 1;
        for (clause, kinds) in taker.clauses(room.shapes) {
            for handed in Found::of(room, &taker, (clause, &kinds)).handed {
                if !takers.iter().any(|known| known.includes(&handed)) {
                    takers.push(handed);
                }
            }
        }
    }
    takers
}

/// The callbacks that take events.
fn callbacks<'a>(room: Room<'_, 'a>, states: &States) -> impl Iterator<Item = Taker<'a>> {
    let Room { behaviour, module, .. } = room;
    module.functions().filter_map(move |function| {
        let callback = callback_of(behaviour, function, states)?;
        // One function may be the callback for several kinds of events.
        let is_same =
            |other: Row<Callback>| other.name == callback.name && other.arity() == callback.arity();
        let kinds = behaviour.events().filter(|message| is_same(message.callback));
        let place = |argument| callback.arguments.iter().position(|other| *other == argument);
        let ty = place(Argument::Type);
        let taker = Taker {
            function,
            event: place(Argument::Event)?,
            ty,
            state: ty.and_then(|_| place(Argument::State)),
            kinds: kinds.collect(),
            callback: Some(callback),
        };
        (!taker.kinds.is_empty()).then_some(taker)
    })
}

impl<'a> Taker<'a> {
    /// Its clauses with the kinds of events for which these are: what one takes whatever else there is does not come to those
    /// behind it, where a function is for several kinds. (Where it is for one only, such a clause is still one that names the event.)
    pub(crate) fn clauses(
        &self,
        shapes: &Shapes<'_>,
    ) -> Vec<(&'a FunctionClause, Vec<CommandKind>)> {
        let mut left = self.kinds.clone();
        let clauses = self.function.clauses.iter().map(|clause| {
            let kinds = self.kinds_of(clause, &left, shapes);
            let mut others =
                clause.params.iter().enumerate().filter(|(place, _)| Some(*place) != self.ty);
            let is_typed = self.ty.is_some();
            let takes_all = others.all(|(_, other)| is_free(other));
            if is_typed && takes_all && clause.guard.alternatives.is_empty() {
                left.retain(|kind| !kinds.contains(kind));
            }
            (clause, kinds)
        });
        clauses.collect()
    }

    /// Whether another one is this, or is for some of the kinds only.
    fn includes(&self, other: &Self) -> bool {
        let is_same =
            self.is_function(other.function) && (self.event, self.ty) == (other.event, other.ty);
        is_same && other.kinds.iter().all(|kind| self.kinds.contains(kind))
    }

    /// Whether it is told of which type an event is.
    pub(crate) fn is_told_type(&self) -> bool {
        self.ty.is_some()
    }

    /// Whether it is a function.
    pub(crate) fn is_function(&self, function: &Function) -> bool {
        (&self.function.name, self.function.arity) == (&function.name, function.arity)
    }

    /// Those of some kinds of events for which a clause is.
    fn kinds_of(
        &self,
        clause: &FunctionClause,
        kinds: &[CommandKind],
        shapes: &Shapes<'_>,
    ) -> Vec<CommandKind> {
        match self.ty.and_then(|place| clause.params.get(place)) {
            Some(pattern) => of_type(kinds, &shapes.event(pattern)),
            None => kinds.to_vec(),
        }
    }

    /// Whether a clause takes all events of these kinds for which it is, in whatever state.
    pub(crate) fn takes_all(&self, clause: &FunctionClause) -> bool {
        let is_free = |place: usize| clause.params.get(place).is_some_and(is_free);
        // Of a function to which events are handed on it is not known where the state is.
        let is_of_one = |pattern: &Pat| matches!(pattern.kind, PatKind::Literal(Literal::Atom(_)));
        let others = clause.params.iter().enumerate().filter(|(place, _)| Some(*place) != self.ty);
        clause.guard.alternatives.is_empty()
            && is_free(self.event)
            && self.state.is_none_or(is_free)
            && (self.callback.is_some() || !others.into_iter().any(|(_, other)| is_of_one(other)))
    }
}

/// Whether a pattern takes any value.
fn is_free(pattern: &Pat) -> bool {
    matches!(pattern.kind, PatKind::Wildcard | PatKind::Var(_))
}

/// What a callback is told of the type of such an event.
pub(crate) fn type_of(kind: CommandKind) -> Expr {
    let tag = Expr::atom(kind.tag);
    if kind.is_sync() { Expr::Tuple(vec![tag, hole()]) } else { tag }
}

/// Those of some kinds whose type may be of a shape.
pub(crate) fn of_type(kinds: &[CommandKind], shape: &Expr) -> Vec<CommandKind> {
    kinds.iter().copied().filter(|kind| fits(&type_of(*kind), shape)).collect()
}

/// The functions to which a call hands on an event, of these kinds.
pub(crate) fn handed<'a>(
    room: Room<'_, 'a>,
    call: &Syntax,
    vars: &Variables,
    kinds: &[CommandKind],
) -> Vec<Taker<'a>> {
    let ExprKind::Call(callee, args) = &call.kind else { return Vec::new() };
    let Some(event) = args.iter().position(|arg| vars.is_event(arg)) else { return Vec::new() };
    let shape = |arg: &Syntax| room.shapes.value(arg, &Known::default());
    let says_type = |arg: &Syntax| kinds.iter().any(|kind| covers(&type_of(*kind), &shape(arg)));
    let ty = args.iter().position(|arg| vars.is_type(arg) || says_type(arg));
    let kinds = match ty {
        Some(place) if !vars.is_type(&args[place]) => of_type(kinds, &shape(&args[place])),
        _ => kinds.to_vec(),
    };
    // Who is not told the type takes events of one kind, or does something else with what it gets.
    if ty.is_none() && kinds.len() != 1 {
        return Vec::new();
    }
    let to =
        |function| Taker { function, event, ty, state: None, kinds: kinds.clone(), callback: None };
    called(room, callee, (args.len(), ty)).into_iter().map(to).collect()
}

/// The functions of the module that a call may reach; those that are called as the state is are known by their clauses.
fn called<'a>(
    room: Room<'_, 'a>,
    callee: &Callee,
    (arity, ty): (usize, Option<usize>),
) -> Vec<&'a Function> {
    let own = |name: &Name| room.module.function(name.as_str(), arity).into_iter().collect();
    let module_name = room.module.name.as_ref().map(|(name, _)| name);
    match callee {
        Callee::Local(name) => own(name),
        Callee::Remote(module, name, _) if Some(module) == module_name => own(name),
        Callee::Dynamic(called) => match (&called.kind, ty) {
            (ExprKind::Remote(module, name), Some(ty))
                if matches!(name.kind, ExprKind::Var(_))
                    && module_name.is_some_and(|name| module.is_atom(name.as_str())) =>
            {
                of_states(room, arity, ty)
            }
            _ => Vec::new(),
        },
        Callee::Remote(..) => Vec::new(),
    }
}

/// The exported functions whose name is that of a state, or one of whose clauses names a type of events.
fn of_states<'a>(room: Room<'_, 'a>, arity: usize, ty: usize) -> Vec<&'a Function> {
    let Room { behaviour, module, shapes } = room;
    let (exported, is_all) = (exported_by(module), exports_all(module));
    let mut named = States::default();
    for expr in
        module.functions().flat_map(|function| &function.clauses).flat_map(|clause| &clause.body)
    {
        expr.for_each(&mut |expr| named.extend(named_state(behaviour, expr)));
    }
    let names_type = |clause: &FunctionClause| {
        let shape = clause.params.get(ty).map(|pattern| shapes.pattern(pattern));
        let mut types = behaviour.events().map(type_of);
        shape.is_some_and(|shape| types.any(|ty| covers(&ty, &shape)))
    };
    let functions = module.functions().filter(|function| {
        function.arity == arity
            && !behaviour.is_fixed(function.name.as_str())
            && (is_all || exported.contains(&(function.name.clone(), arity)))
            && (named.contains(&function.name) || function.clauses.iter().any(names_type))
    });
    functions.collect()
}

/// The clause by which a function takes a message of a kind that no clause names, and so do those to which it hands that on.
pub(crate) fn takes_stray<'a>(
    room: Room<'_, 'a>,
    taker: &Taker<'a>,
    kind: CommandKind,
    depth: usize,
) -> Option<&'a FunctionClause> {
    let clauses = taker.clauses(room.shapes);
    let (clause, kinds) = clauses
        .into_iter()
        .find(|(clause, kinds)| kinds.contains(&kind) && taker.takes_all(clause))?;
    let handed = Found::of(room, taker, (clause, &kinds)).handed;
    let mut to = handed.iter().filter(|other| other.kinds.contains(&kind)).peekable();
    match to.peek() {
        None => Some(clause),
        Some(_) if depth == MAX_DEPTH => None,
        Some(_) => to.find_map(|other| takes_stray(room, other, kind, depth + 1)),
    }
}

/// Calls inside each other by which an event is handed on that are followed to see whether all are taken.
const MAX_DEPTH: usize = 6;
