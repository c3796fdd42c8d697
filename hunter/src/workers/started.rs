//! Processes that the machine has started on a way, and with what they end by themselves.
//!
//! Input: what has happened up to the end of a process. Output: the calls that may have started it, and the reasons with
//! which the code ends that they hand over: a fun that stands in the module, or a function of it. A call whose value the
//! machine drops has no process identifier here, so that it counts for every process that is not known otherwise.

use std::collections::BTreeSet;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, FunctionClause, Pat};
use frontend::{Module, Name};
use lts::Term;
use lts::semantics::{ActionPosition, Happened};
use model::index::Idx as _;
use model::{
    Action, ActionRole, Component as _, DownPart, Expr, Model, Operator, Outside, VarId, Wrap,
};
use translator::Places;
use translator::library::functions::{Effect, does, doing};

use crate::source::is_exported;
use crate::workers::endings::{Endings, Env, anything, failed};

/// A call that starts a process.
pub(crate) struct Started {
    /// Where it happens.
    pub(crate) place: ActionPosition,
    /// The function that is called.
    callee: Outside,
    /// Its arguments, without options.
    args: Vec<Term>,
}

/// The calls that may have started a process; none where it comes from elsewhere.
pub(crate) fn started(
    (model, clients): (&Model, usize),
    steps: &[Vec<Happened>],
    pid: &Term,
) -> Option<Vec<Started>> {
    let Term::Pid(number) = pid else { return None };
    let number: usize = number.to_string().parse().ok()?;
    let mut processes = Vec::new();
    let places = steps
        .iter()
        .enumerate()
        .flat_map(|(step, all)| (0..all.len()).map(move |position| (step, position)));
    let places: Vec<ActionPosition> = if number > clients { places.collect() } else { Vec::new() };
    for place in places.into_iter().rev() {
        let Some((process, result)) = start(model, &steps[place.0][place.1], place) else {
            continue;
        };
        let is_this = result.as_ref() == Some(pid);
        if is_this || result.is_none() {
            processes.push(process);
        }
        if is_this {
            break;
        }
    }
    (!processes.is_empty()).then_some(processes)
}

/// The function by which an action starts a process, if it does.
fn starter(action: &Action) -> Option<&Outside> {
    let callee = action.callee.as_ref().filter(|_| action.role == ActionRole::Call)?;
    does_so(callee, Effect::Starts).then_some(callee)
}

/// Whether a function does this by the table of OTP's functions.
fn does_so(callee: &Outside, effect: Effect) -> bool {
    does(callee.module.as_str(), callee.function.as_str(), effect)
}

/// Whether an action starts a process.
pub(crate) fn starts(action: &Action) -> bool {
    starter(action).is_some()
}

/// Whether a model starts processes.
pub(crate) fn starts_any(model: &Model) -> bool {
    model.actions.iter().any(starts)
}

/// A call that starts a process, with the identifier of that.
fn start(
    model: &Model,
    happened: &Happened,
    place: ActionPosition,
) -> Option<(Started, Option<Term>)> {
    let action = &model.actions[happened.action];
    let callee = starter(action)?;
    let options = usize::from(callee.function.as_str() == "spawn_opt");
    let args = happened.args.get(..callee.arity.checked_sub(options)?)?;
    let result = happened.args.last().filter(|_| action.has_result).map(|result| match result {
        Term::Tuple(parts) => parts.first().cloned().unwrap_or(Term::Nil),
        pid => pid.clone(),
    });
    Some((Started { place, callee: callee.clone(), args: args.to_vec() }, result))
}

impl Started {
    /// Whether the call also makes what brings a message or a signal.
    pub(crate) fn is_watched_at_once(&self, shown: &Term) -> bool {
        let is_down = matches!(shown, Term::Tuple(parts) if parts.len() == DownPart::SIZE);
        let effect = if is_down { Effect::Monitors } else { Effect::Links };
        does_so(&self.callee, effect)
    }

    /// The code that it runs, if that is in the module.
    pub(crate) fn code(&self, module: &Module) -> Option<Code> {
        match self.args.as_slice() {
            [Term::Fun(content)] => {
                let Term::Tuple(parts) = &**content else { return None };
                let [Term::Atom(name), Term::Integer(_), taken @ ..] = parts.as_slice() else {
                    return None;
                };
                Some(Code::Fun(name.clone(), taken.len()))
            }
            [Term::Atom(of), Term::Atom(name), args] => {
                let is_own = module.name.as_ref().is_some_and(|(this_module, _)| this_module == of);
                let count = match args {
                    Term::Nil => 0,
                    Term::List(items, None) => items.len(),
                    _ => return None,
                };
                is_own.then(|| Code::Function(name.clone(), count))
            }
            _ => None,
        }
    }
}

/// Code of the module that a process runs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Code {
    /// A fun, by the name that the model has for it, and how many values it has taken along.
    Fun(Name, usize),
    /// A function of the module, and how many arguments it has.
    Function(Name, usize),
}

impl Code {
    /// The reasons with which it ends by itself; `None` where they are not known.
    pub(crate) fn ends(&self, module: &Module) -> Option<Vec<Expr>> {
        match self {
            Self::Fun(name, taken) => fun_ends(module, name, *taken),
            Self::Function(name, count) => function_ends(module, name, &given(*count)),
        }
    }
}

/// The elements of the list of arguments with which a function is started.
fn given(count: usize) -> Vec<Vec<Expr>> {
    let list = |list: &Expr| Some(Expr::Tail(Box::new(list.clone())));
    let lists = std::iter::successors(Some(Expr::Var(VarId::from_usize(2))), list);
    lists.take(count).map(|list| vec![Expr::Head(Box::new(list))]).collect()
}

/// What a function of the module ends with; one that is not exported fails at once.
fn function_ends(module: &Module, name: &Name, values: &[Vec<Expr>]) -> Option<Vec<Expr>> {
    let function = module.function(name.as_str(), values.len());
    let Some(function) = function.filter(|_| is_exported(module, name, values.len())) else {
        return Some(vec![failed(Expr::atom("undef"))]);
    };
    let mut endings = Endings::new(module);
    let values = endings.function(function, values)?;
    Some(endings.reasons(&values))
}

/// What a fun without arguments ends with: one that stands in the module, or names a function of it.
fn fun_ends(module: &Module, name: &Name, taken: usize) -> Option<Vec<Expr>> {
    let mut endings = Endings::new(module);
    let values = if let Some((fun, around)) = fun_called(module, name) {
        let (ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses)) = &fun.kind else {
            return None;
        };
        let [clause] = clauses.as_slice() else { return None };
        let mut env = taken_along(fun, around, taken);
        endings.body(&clause.body, &mut env).filter(|_| clause.params.is_empty())?
    } else {
        let (of, name) = name.as_str().split_once(':').unwrap_or(("", name.as_str()));
        let is_own = of.is_empty()
            || module.name.as_ref().is_some_and(|(this_module, _)| this_module.as_str() == of);
        let function = module.function(name, 0).filter(|_| is_own)?;
        endings.function(function, &[])?
    };
    Some(endings.reasons(&values))
}

/// The fun with the name that the model has for it, and the clause in which it stands.
fn fun_called<'m>(module: &'m Module, name: &Name) -> Option<(&'m Syntax, &'m FunctionClause)> {
    let places = Places::of(module);
    let mut funs = Vec::new();
    for clause in module.functions().flat_map(|function| &function.clauses) {
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                let is_fun = matches!(expr.kind, ExprKind::Fun(_) | ExprKind::NamedFun(..));
                if is_fun && places.fun(expr.span) == *name {
                    funs.push((expr, clause));
                }
            });
        }
    }
    // All funs of one macro have one place.
    if let [only] = funs[..] { Some(only) } else { None }
}

/// What the variables are that a fun takes along: parts of its value, in the order of their names.
fn taken_along(fun: &Syntax, around: &FunctionClause, taken: usize) -> Env {
    let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
    for param in &around.params {
        param.for_each_var(&mut |name| {
            outside.insert(name.clone());
        });
    }
    variables(fun, &mut inside, None);
    for expr in &around.body {
        variables(expr, &mut outside, Some(fun));
    }
    let names: Vec<&Name> = inside.intersection(&outside).collect();
    let is_so = names.len() == taken;
    let content = Expr::Apply(Operator::Unwrap(Wrap::Fun), vec![Expr::Var(VarId::from_usize(0))]);
    let part = |position: usize| Expr::Element(position + 3, Box::new(content.clone()));
    let value = |at: usize| if is_so { part(at) } else { anything() };
    names.into_iter().enumerate().map(|(at, name)| (name.clone(), vec![value(at)])).collect()
}

/// The variables of an expression, without those of another one inside.
fn variables(expr: &Syntax, names: &mut BTreeSet<Name>, without: Option<&Syntax>) {
    if without.is_some_and(|left_out| std::ptr::eq(left_out, expr)) {
        return;
    }
    let mut of = |pattern: &Pat| {
        pattern.for_each_var(&mut |name| {
            names.insert(name.clone());
        });
    };
    match &expr.kind {
        ExprKind::Var(name) => {
            names.insert(name.clone());
        }
        ExprKind::Match(pattern, _) | ExprKind::MaybeMatch(pattern, _) => of(pattern),
        ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) => {
            for clause in clauses {
                of(&clause.pattern);
            }
        }
        ExprKind::Try(parts) => {
            for pattern in parts.of.iter().map(|clause| &clause.pattern) {
                of(pattern);
            }
            for pattern in parts.catch.iter().map(|clause| &clause.pattern) {
                of(pattern);
            }
        }
        _ => {}
    }
    for child in expr.children() {
        variables(child, names, without);
    }
}

/// The reasons with which the module itself may end other processes; `None` where they are not known.
pub(crate) fn killed_with(module: &Module) -> Option<Vec<Expr>> {
    let mut all = Some(Vec::new());
    for expr in
        module.functions().flat_map(|function| &function.clauses).flat_map(|clause| &clause.body)
    {
        expr.for_each(&mut |expr| match killed_by(module, expr) {
            Some(reasons) => {
                if let Some(all) = &mut all {
                    all.extend(reasons);
                }
            }
            None => all = None,
        });
    }
    all
}

/// Whether something is called, or made a fun, that is named by atoms and ends other processes.
fn names_one(expr: &Syntax) -> bool {
    let parts = expr.children();
    let has = |names: &[&str]| parts.iter().any(|part| names.iter().any(|name| part.is_atom(name)));
    has(&["erlang", "timer"]) && has(&doing(Effect::Ends))
}

/// The reasons with which one expression ends other processes.
fn killed_by(module: &Module, expr: &Syntax) -> Option<Vec<Expr>> {
    let (of, name, args) = match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => ("erlang", name, args),
        ExprKind::Call(Callee::Remote(of, name, _), args) => (of.as_str(), name, args),
        ExprKind::FunLocal(name, _) if name.as_str() == "exit" => return None,
        _ => return (!names_one(expr)).then(Vec::new),
    };
    if names_one(expr) {
        return None;
    }
    match (of, name.as_str(), args.as_slice()) {
        ("erlang", "exit", [whom, reason]) => {
            let is_self = matches!(&whom.kind, ExprKind::Call(Callee::Local(name), args) if name.as_str() == "self" && args.is_empty());
            let reasons = if is_self {
                Vec::new()
            } else {
                Endings::new(module).body(std::slice::from_ref(reason), &mut Env::new())?
            };
            let dies = |reason: Expr| {
                if reason == Expr::atom("kill") { Expr::atom("killed") } else { reason }
            };
            let ends = reasons.into_iter().filter(|reason| *reason != Expr::atom("normal"));
            Some(ends.map(dies).collect())
        }
        ("timer", name, _) if does("timer", name, Effect::Ends) => None,
        _ => Some(Vec::new()),
    }
}
