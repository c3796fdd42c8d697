//! What a module does somewhere.
//!
//! Input: a module. Output: facts that hold if some function of it, reached or not, does something.

use std::collections::BTreeSet;

use frontend::Module;
use frontend::ast::{Attribute, Callee, Expr, ExprKind, Form, Literal, UnaryOp};

use crate::analysis::calls::{calls_any, calls_with, starts_with};
use crate::analysis::computed_calls::called_fun;
use crate::analysis::receives::receives_timers;
use crate::analysis::swallows::{REASON, may_swallow};
use crate::analysis::timer_text::{messages_stay, tags};
use crate::library::functions::{Effect, doing, returning_undefined};
use crate::library::no_receiver::NOBODY;
use crate::library::prelude;
use crate::library::shapes::constants;
use crate::library::stubs::CallEnd;
use crate::lower::message::selective_receive::starts_timers;
use crate::lower::process::spawned::starts_own_code;
use crate::machine::Machine;
use crate::options::Options;
use model::Expr as Term;

/// What a module does somewhere, whether that is reached or not.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Habits {
    /// The message of a timer may stay when that is cancelled.
    pub(crate) messages_stay: bool,
    /// It may take the message of a timer of `gen_fsm` out of its mailbox.
    pub(crate) receives_timers: bool,
    /// What the timers are called that it may start by functions of `timer`.
    pub(crate) timers: Vec<&'static str>,
    /// It starts timers of a behaviour, as far as that is seen.
    pub(crate) starts_timers: bool,
    /// It may start other timers.
    pub(crate) may_time: bool,
    /// It may start a process that runs its own code.
    pub(crate) starts_own_code: bool,
    /// It may make a monitor.
    pub(crate) may_monitor: bool,
    /// It may make a link.
    pub(crate) may_link: bool,
    /// It may send itself an exit signal.
    pub(crate) may_exit_itself: bool,
    /// It may set whether it traps exits.
    pub(crate) may_trap: bool,
    /// It is started without a link somewhere, and nowhere with one: it is its own parent then.
    pub(crate) is_own_parent: bool,
    /// It may hold `undefined`: its text, a command or its start names that, or a record has a field without a value.
    pub(crate) names_nobody: bool,
    /// It may end a callback with an error that `gen_fsm` swallows.
    pub(crate) swallows: bool,
    /// Its behaviour swallows such errors.
    can_swallow: bool,
    /// It may go on behind an exception.
    pub(crate) catches: bool,
    /// A parse transform rewrites it.
    pub(crate) is_rewritten: bool,
    /// Of how many arguments it calls funs that are values; none where that may be any number.
    called_funs: BTreeSet<Option<usize>>,
}

impl Habits {
    /// What the module does.
    pub(crate) fn of(machine: &Machine<'_>) -> Self {
        let module = machine.module;
        Self {
            messages_stay: messages_stay(machine),
            timers: tags(module),
            receives_timers: receives_timers(module),
            starts_timers: starts_timers(module),
            may_time: calls_any(module, &doing(Effect::Times)),
            starts_own_code: starts_own_code(module),
            may_monitor: calls_any(module, &doing(Effect::Monitors)),
            may_link: calls_any(module, &doing(Effect::Links)),
            may_exit_itself: calls_with(module, "exit", 2),
            may_trap: calls_any(module, &["process_flag"]),
            is_own_parent: starts_with(module, "start") && !starts_with(module, "start_link"),
            names_nobody: names_nobody(module),
            swallows: may_swallow(machine),
            can_swallow: machine.behaviour.is_swallowing,
            catches: catches(module),
            is_rewritten: module.attributes().any(Attribute::rewrites),
            called_funs: called_funs(module),
        }
    }

    /// What a module does that is run with these options: the environment may name `undefined` too, and make it end a
    /// callback with an error that is swallowed, and so may what other modules return.
    pub(crate) fn under(mut self, options: &Options) -> Self {
        let commands = options.environment.commands().iter().map(|command| &command.term);
        let given: Vec<&Term> = commands.chain(&options.init).collect();
        self.names_nobody |= given.iter().any(|term| names(term, NOBODY));
        let ends = options.stubs.iter().flat_map(|stub| &stub.ends);
        let stubbed = ends.map(|(CallEnd::Return(value) | CallEnd::Raise(_, value))| value);
        let shaped = constants(&options.shapes);
        self.names_nobody |= shaped.iter().any(|value| names(value, NOBODY));
        let mut returned = stubbed.chain(shaped);
        let names_reason = given.iter().any(|term| names(term, REASON))
            || returned.any(|value| names(value, REASON));
        self.swallows |= names_reason && self.can_swallow;
        self
    }

    /// Whether it may call funs of so many arguments that are values.
    pub(crate) fn calls_funs(&self, arity: usize) -> bool {
        self.called_funs.contains(&None) || self.called_funs.contains(&Some(arity))
    }
}

/// Whether a module has a `try` or a `catch` somewhere.
fn catches(module: &Module) -> bool {
    let is_one =
        |expr: &Expr| matches!(expr.kind, ExprKind::Try(_) | ExprKind::Unary(UnaryOp::Catch, _));
    let mut bodies =
        module.functions().flat_map(|function| &function.clauses).flat_map(|clause| &clause.body);
    bodies.any(|expr| expr.any(&mut |expr| is_one(expr)))
}

/// Whether an atom stands in a term.
fn names(term: &Term, atom: &str) -> bool {
    matches!(term, Term::Atom(name) if name.as_str() == atom)
        || term.operands().any(|part| names(part, atom))
}

/// Whether a value of the module may be `undefined`: one that it makes, or asks for.
fn names_nobody(module: &Module) -> bool {
    let mut named = false;
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            named |= matches!(
                &expr.kind,
                ExprKind::Literal(Literal::Atom(name)) if name.as_str() == NOBODY
            );
        });
    }
    named
        || calls_any(module, &returning_undefined())
        || module.forms.iter().any(|form| match form {
            Form::Record(record) => record.fields.iter().any(|field| field.default.is_none()),
            _ => false,
        })
}

fn called_funs(module: &Module) -> BTreeSet<Option<usize>> {
    let mut called = BTreeSet::new();
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| called.extend(called_so(expr).then(|| called_fun(expr).1)));
    }
    called
}

/// Whether an expression calls such a fun, or gives one to a function of the library.
fn called_so(expr: &Expr) -> bool {
    let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind else {
        return called_fun(expr).0;
    };
    let prelude_function = prelude::find(module.as_str(), name.as_str(), args.len(), expr.span);
    let Some(function) = prelude_function else { return called_fun(expr).0 };
    let is_computed = |(at, arg): (usize, &Expr)| {
        prelude::takes_fun(function, at)
            && matches!(arg.kind, ExprKind::Call(..) | ExprKind::RecordAccess(..))
    };
    args.iter().enumerate().any(is_computed)
}
