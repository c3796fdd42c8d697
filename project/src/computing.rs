//! Which functions only compute.
//!
//! Input: functions of a project. Output: whether one does nothing to the outside, itself or through others: it sends and receives
//! nothing, calls no function that acts, and no module that is not known. A fun that it is given does not count: who gives it is asked
//! for that. What is too large, or cannot be read as a whole, is taken for one that acts.

use frontend::Name;
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, Function, Literal, Pat, PatKind};
use rustc_hash::{FxHashMap, FxHashSet};
use translator::library::computing::{is_library, is_no_action};

use crate::code::{Code, FunctionKey, function};
use crate::module::{Called, Unit};

/// Functions that one reaches, at most: a parser, say, is taken by what it returns.
const MAX_FUNCTIONS: usize = 25;

/// Expressions in all of them, at most.
const MAX_EXPRESSIONS: usize = 500;

/// What has been found out of functions.
pub(crate) struct Computing {
    /// Whether functions that come back to themselves count, and such that take binaries apart.
    recursive: bool,
    direct: FxHashMap<FunctionKey, Option<Direct>>,
    settled: FxHashMap<FunctionKey, bool>,
}

/// What stands in a function that does nothing itself.
struct Direct {
    calls: Vec<FunctionKey>,
    n_expressions: usize,
}

impl Computing {
    /// Nothing yet; whether functions that come back to themselves count, and such that take binaries apart.
    pub(crate) fn new(recursive: bool) -> Self {
        Self { recursive, direct: FxHashMap::default(), settled: FxHashMap::default() }
    }

    /// Whether a function only computes.
    pub(crate) fn computes(&mut self, code: &mut Code<'_>, own: &Name, key: &FunctionKey) -> bool {
        if let Some(&settled) = self.settled.get(key) {
            return settled;
        }
        let (mut reached, mut n_expressions) = (FxHashSet::default(), 0);
        let mut order = vec![key.clone()];
        reached.insert(key.clone());
        let mut at = 0;
        while let Some(this) = order.get(at).cloned() {
            at += 1;
            if self.settled.get(&this) == Some(&true) {
                continue;
            }
            let fails = self.settled.get(&this) == Some(&false);
            let Some(direct) = self.direct(code, own, &this).filter(|_| !fails) else {
                self.settled.insert(key.clone(), false);
                return false;
            };
            n_expressions += direct.n_expressions;
            order.extend(
                direct.calls.iter().filter(|call| reached.insert((*call).clone())).cloned(),
            );
            if order.len() > MAX_FUNCTIONS || n_expressions > MAX_EXPRESSIONS {
                self.settled.insert(key.clone(), false);
                return false;
            }
        }
        let computes = self.recursive || !self.comes_back(&order);
        if computes {
            self.settled.extend(order.into_iter().map(|reached| (reached, true)));
        } else {
            self.settled.insert(key.clone(), false);
        }
        computes
    }

    /// Whether one of these functions comes back to itself: taking away those that call none of the others leaves some.
    fn comes_back(&self, functions: &[FunctionKey]) -> bool {
        let mut left: FxHashSet<&FunctionKey> = functions.iter().collect();
        loop {
            let is_last = |key: &&&FunctionKey| {
                let direct = self.direct.get(**key).and_then(Option::as_ref);
                direct.is_none_or(|direct| !direct.calls.iter().any(|call| left.contains(call)))
            };
            let last: Vec<&FunctionKey> = functions
                .iter()
                .filter(|key| left.contains(*key))
                .filter(|key| is_last(&key))
                .collect();
            if last.is_empty() {
                return !left.is_empty();
            }
            for key in last {
                left.remove(key);
            }
        }
    }

    fn direct(&mut self, code: &mut Code<'_>, own: &Name, key: &FunctionKey) -> Option<&Direct> {
        if !self.direct.contains_key(key) {
            let unit = code.defining(key);
            let direct = unit.and_then(|unit| {
                let function = function(&unit, key)?;
                let direct = direct(&unit, own, function)?;
                if !self.recursive && takes_binaries_apart(function) {
                    return None;
                }
                // One that is not there, or of a module that is not, may do anything.
                let is_there = |call: &FunctionKey| {
                    let is_own = call.module == unit.name;
                    is_own || code.exporting(call).is_some()
                };
                direct.calls.iter().all(is_there).then_some(direct)
            });
            self.direct.insert(key.clone(), direct);
        }
        self.direct.get(key)?.as_ref()
    }
}

/// Whether a function looks into binaries: of one that is not known that leaves as many ways as it has lengths.
fn takes_binaries_apart(function: &Function) -> bool {
    fn is_binary(pattern: &Pat) -> bool {
        matches!(pattern.kind, PatKind::Bin(_)) || pattern.children().into_iter().any(is_binary)
    }
    function.clauses.iter().any(|clause| {
        let mut inside = clause.body.iter();
        clause.params.iter().any(is_binary)
            || inside.any(|expr| expr.any(&mut |expr| expr.patterns().into_iter().any(is_binary)))
    })
}

/// What a function does itself; `None` if it acts, or cannot be read.
fn direct(unit: &Unit, own: &Name, function: &Function) -> Option<Direct> {
    if !is_readable(function) {
        return None;
    }
    let mut direct = Direct { calls: Vec::new(), n_expressions: 0 };
    let mut acts = false;
    for clause in &function.clauses {
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                direct.n_expressions += 1;
                acts |= !computes_itself(unit, own, expr, &mut direct.calls);
            });
        }
    }
    (!acts).then_some(direct)
}

/// Whether an expression does nothing itself; the functions that it calls are noted.
fn computes_itself(unit: &Unit, own: &Name, expr: &Expr, calls: &mut Vec<FunctionKey>) -> bool {
    let called = match &expr.kind {
        ExprKind::Receive(..) | ExprKind::Binary(BinaryOp::Send, ..) => return false,
        ExprKind::Call(callee, args) => unit.called(callee, args.len()),
        ExprKind::FunLocal(name, arity) => match usize::try_from(arity) {
            Ok(arity) => unit.named(name, arity),
            Err(_) => return false,
        },
        ExprKind::FunRemote(parts) => match remote_fun(parts) {
            Some((module, name, arity)) => unit.remote(module, name, arity),
            None => return false,
        },
        _ => return true,
    };
    match called {
        Called::Fun => true,
        Called::Unknown => false,
        Called::BuiltIn(name, arity) => {
            name.as_str() == "record_info" || is_no_action("erlang", name.as_str(), arity)
        }
        Called::Own(name, arity) => {
            calls.push(FunctionKey { module: unit.name.clone(), name, arity });
            true
        }
        // The module itself is there, whatever it does.
        Called::Outside(key) if key.module == *own => true,
        Called::Outside(key) if is_library(key.module.as_str()) => {
            is_no_action(key.module.as_str(), key.name.as_str(), key.arity)
        }
        Called::Outside(key) => {
            calls.push(key);
            true
        }
    }
}

/// The parts of `fun m:f/1`, where all are written down.
pub(crate) fn remote_fun(parts: &[Expr; 3]) -> Option<(&Name, &Name, usize)> {
    let [module, name, arity] = parts;
    match (&module.kind, &name.kind, &arity.kind) {
        (
            ExprKind::Literal(Literal::Atom(module)),
            ExprKind::Literal(Literal::Atom(name)),
            ExprKind::Literal(Literal::Integer(arity)),
        ) => Some((module, name, usize::try_from(arity).ok()?)),
        _ => None,
    }
}

/// Whether no macro that is not defined stands in a function, and no pattern that is none.
fn is_readable(function: &Function) -> bool {
    function.clauses.iter().all(|clause| {
        let guard = clause.guard.alternatives.iter().flatten();
        clause.params.iter().all(is_readable_pattern)
            && guard.chain(&clause.body).all(|expr| !expr.any(&mut |expr| is_open(expr)))
    })
}

/// Whether an expression itself is not what it says.
fn is_open(expr: &Expr) -> bool {
    let is_macro = |name: &Name| name.undefined_macro().is_some();
    let is_named = match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) | ExprKind::Call(Callee::Local(name), _) => {
            is_macro(name)
        }
        ExprKind::Call(Callee::Remote(module, name, _), _) => is_macro(module) || is_macro(name),
        _ => false,
    };
    is_named || !expr.patterns().into_iter().all(is_readable_pattern)
}

fn is_readable_pattern(pattern: &Pat) -> bool {
    let is_open_one = match &pattern.kind {
        PatKind::Literal(Literal::Atom(name)) => name.undefined_macro().is_some(),
        PatKind::Illegal(_) => true,
        _ => false,
    };
    !is_open_one
        && pattern.children().into_iter().all(is_readable_pattern)
        && pattern.expressions().into_iter().all(|expr| !expr.any(&mut |expr| is_open(expr)))
}
