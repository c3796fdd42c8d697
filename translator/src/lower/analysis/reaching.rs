//! Whether code of the module comes to a call, through functions of the module, too.
//!
//! Input: a fun or a function, and what calls are looked for. Output: whether there is one. Looks at the text only: a call
//! through a fun counts for `erlang:apply`.

use frontend::Name;
use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Function};
use rustc_hash::FxHashSet;

use crate::lower::fun::code::{Code, named_fun};
use crate::machine::Machine;

/// Tells a function of another module by its module, name and number of arguments.
type IsIt<'i> = &'i dyn Fn(&str, &str, usize) -> bool;

/// A search through functions of the module for a call.
pub(crate) struct CallSearch<'r, 'a> {
    machine: &'r Machine<'a>,
    is_it: IsIt<'r>,
    seen: FxHashSet<(Name, usize)>,
}

impl<'r, 'a> CallSearch<'r, 'a> {
    /// A search that has not begun, for such a call.
    pub(crate) fn new(machine: &'r Machine<'a>, is_it: IsIt<'r>) -> Self {
        Self { machine, is_it, seen: FxHashSet::default() }
    }

    /// Whether a fun calls such a function.
    pub(crate) fn of_code(&mut self, code: &Code) -> bool {
        match code {
            Code::Clauses(function) | Code::Named(_, function) => self.of_function(function),
            Code::Local(name, arity) => self.of_call(None, name, *arity),
            Code::Remote(module, name, arity) => self.of_call(Some(module), name, *arity),
        }
    }

    /// Whether a function does.
    pub(crate) fn of_function(&mut self, function: &Function) -> bool {
        let mut bodies = function.clauses.iter().flat_map(|clause| &clause.body);
        bodies.any(|body| body.any(&mut |expr| self.of_expr(expr)))
    }

    fn of_expr(&mut self, expr: &Syntax) -> bool {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Send, ..) => (self.is_it)("erlang", "send", 2),
            ExprKind::Call(Callee::Local(name), args) => self.of_call(None, name, args.len()),
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                self.of_call(Some(module), name, args.len())
            }
            ExprKind::Call(Callee::Dynamic(_), args) => (self.is_it)("erlang", "apply", args.len()),
            ExprKind::FunLocal(name, arity) => {
                usize::try_from(arity).is_ok_and(|arity| self.of_call(None, name, arity))
            }
            ExprKind::FunRemote(parts) => named_fun(parts)
                .is_some_and(|(module, name, arity)| self.of_call(Some(&module), &name, arity)),
            _ => false,
        }
    }

    fn of_call(&mut self, module: Option<&Name>, name: &Name, arity: usize) -> bool {
        let is_own = module.is_none_or(|module| *module == self.machine.name);
        let key = (name.clone(), arity);
        if is_own && let Some(function) = self.machine.functions.get(&key).copied() {
            return self.seen.insert(key) && self.of_function(function);
        }
        let imported = || self.machine.imported(name, arity).map(Name::as_str);
        let module = module.map(Name::as_str).or_else(imported).unwrap_or("erlang");
        (self.is_it)(module, name.as_str(), arity)
    }
}
