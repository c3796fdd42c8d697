//! Machines of one project that call each other.
//!
//! Input: a machine, other modules of its project. Output: where it calls another one in a callback, and where that calls it in a
//! callback of its own: while both are at it neither answers.
//!
//! ```erlang
//! handle_call(total, _, D) -> {reply, purse:sum(), D}.         % of `till`; `purse` asks `till` in a callback, too
//! ```
//!
//! Only calls of processes that have names count: of others nobody knows which they are. What is done in a process that is
//! started there is none of the callback's.

use behaviour::Act;
use frontend::ast::{Callee, Expr as Syntax, Function, Module};
use frontend::{Name, Span};
use rustc_hash::FxHashSet;

use super::callers::is_named;
use super::entries;
use crate::analysis::calls::reached;
use crate::library::otp_function::OtpFunction;
use crate::lower::Names;
use crate::machine::{Machine, recognise};

/// Another machine that this one calls, and that calls this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The other module.
    pub module: Name,
    /// Where this machine calls it.
    pub here: Span,
    /// Where it calls this machine.
    pub there: Span,
}

/// A machine with its names.
struct Peer<'p, 'a> {
    machine: &'p Machine<'a>,
    names: FxHashSet<Name>,
}

impl<'p, 'a> Peer<'p, 'a> {
    fn of(machine: &'p Machine<'a>) -> Self {
        let names = Names::of(machine.module).at_start();
        Self { machine, names }
    }

    /// The first call in one of its callbacks for which another machine has to answer.
    fn calls(&self, callbacks: &[&'a Function], other: &Peer<'_, '_>) -> Option<Span> {
        let mut found: Option<Span> = None;
        self.reached(callbacks, &mut |callee, args, span| {
            if other.answers(callee, args) && found.is_none_or(|at| span.start < at.start) {
                found = Some(span);
            }
        });
        found
    }

    /// Whether a call, in another module, waits for an answer of this machine.
    fn answers(&self, callee: &Callee, args: &[Syntax]) -> bool {
        let Callee::Remote(module, name, _) = callee else { return false };
        if *module != self.machine.name {
            return self.is_asked(callee, args);
        }
        let Some(function) = self.machine.exported(name, args.len()) else { return false };
        let mut is_asked = false;
        self.reached(&[function], &mut |callee, args, _| is_asked |= self.is_asked(callee, args));
        is_asked
    }

    /// Whether a call is one of the behaviour's that waits for an answer of this machine, by its name.
    fn is_asked(&self, callee: &Callee, args: &[Syntax]) -> bool {
        let (Callee::Remote(module, name, _), Some(to)) = (callee, args.first()) else {
            return false;
        };
        let act = OtpFunction::of(module.as_str(), name.as_str(), args.len()).machine_act();
        matches!(act, Some(Act::Call(_))) && is_named(to, &self.names)
    }

    /// All calls in functions, and in those of the module that they call.
    fn reached(&self, from: &[&'a Function], visit: &mut dyn FnMut(&Callee, &[Syntax], Span)) {
        let functions = &self.machine.functions;
        reached(from, &|name, arity| functions.get(&(name.clone(), arity)).copied(), visit);
    }
}

/// The other machines that a machine with these callbacks calls and that call it, in the order of their modules.
pub(crate) fn waits<'a>(
    (machine, callbacks): (&Machine<'a>, &[&'a Function]),
    others: &[&Module],
) -> Vec<Wait> {
    let own = Peer::of(machine);
    if own.names.is_empty() {
        return Vec::new();
    }
    let wait = |other: &&Module| {
        let other = recognise(other).ok()?;
        let peer = Peer::of(&other);
        let here = own.calls(callbacks, &peer)?;
        let there = peer.calls(&entries(&other), &own)?;
        Some(Wait { module: other.name.clone(), here, there })
    };
    others.iter().filter_map(wait).collect()
}
