//! Calls: local functions in line, functions of other modules as actions.

use frontend::ast::{Callee, Expr as Syntax, Function};
use frontend::{Diagnostic, Name, Span};

use super::scope::Scope;
use super::{Cont, Env, Lowering, MAX_INLINE_DEPTH, Place};
use crate::codes;
use crate::core::{Node, OutsideCall, Raise};
use crate::model::{Expr, NodeId};
use crate::stubs::{self, CallEnd};

/// Modules of pure functions: a call of one is no action, and has no meaning here yet.
const LIBRARY: [&str; 20] = [
    "array",
    "base64",
    "binary",
    "dict",
    "gb_sets",
    "gb_trees",
    "lists",
    "maps",
    "math",
    "orddict",
    "ordsets",
    "proplists",
    "queue",
    "re",
    "sets",
    "string",
    "unicode",
    "uri_string",
    "io_lib",
    "filename",
];

/// Modules whose calls belong to the machine itself, and have no meaning here yet.
const KERNEL: [&str; 4] = ["gen_fsm", "erlang", "timer", "p1_fsm"];

impl Lowering<'_> {
    /// Any call.
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Callee::Local(name) | Callee::Remote(_, name, _) = callee
            && let Some(name) = name.undefined_macro()
        {
            return self.unsupported(&format!("the undefined macro `?{name}`"), span);
        }
        if let Callee::Remote(module, ..) = callee
            && let Some(name) = module.undefined_macro()
        {
            return self.unsupported(&format!("the undefined macro `?{name}`"), span);
        }
        match callee {
            Callee::Local(name) => {
                if let Some(function) = self.functions.get(&(name.clone(), args.len())) {
                    return self.local(function, args, span, env, place, k);
                }
                self.built_in(name, args, span, env, place, k)
            }
            Callee::Remote(module, name, _) if module.as_str() == "erlang" => {
                self.built_in(name, args, span, env, place, k)
            }
            Callee::Remote(module, name, _) if self.is_own(module) => {
                match self.functions.get(&(name.clone(), args.len())) {
                    Some(function) if self.exports.contains(name, args.len()) => {
                        self.local(function, args, span, env, place, k)
                    }
                    Some(_) => self.not_exported(name, args, span, env, place),
                    None => self.undefined(name, args.len(), span),
                }
            }
            Callee::Remote(module, name, _) => {
                self.outside(module, name, args, span, env, place, k)
            }
            Callee::Dynamic(_) => self.unsupported("a call of a computed function", span),
        }
    }

    fn is_own(&self, module: &Name) -> bool {
        self.module.name.as_ref().is_some_and(|(own, _)| own == module)
    }

    /// A function called from outside its module, which hides it: `undef`, arguments evaluated.
    fn not_exported(
        &mut self,
        name: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
    ) -> NodeId {
        self.report(Diagnostic::warning(
            codes::NOT_EXPORTED,
            format!("`{name}/{}` is not exported: this call fails with `undef`", args.len()),
            span,
        ));
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, env, place, &|this, _, _| this.raise(place, Expr::atom("undef")))
    }

    pub(super) fn undefined(&mut self, name: &Name, arity: usize, span: Span) -> NodeId {
        self.report(Diagnostic::error(
            codes::UNDEFINED_FUNCTION,
            format!("function `{name}/{arity}` is not defined"),
            span,
        ))
    }

    /// A call of another module: a visible action.
    #[allow(clippy::too_many_arguments, reason = "the parts of one call and its place")]
    fn outside(
        &mut self,
        module: &Name,
        function: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let called = format!("`{module}:{function}/{}`", args.len());
        if place.guard.is_some() {
            return self.unsupported(&format!("calling {called} in a guard"), span);
        }
        if LIBRARY.contains(&module.as_str()) {
            return self.unsupported(&format!("the library function {called}"), span);
        }
        if KERNEL.contains(&module.as_str()) {
            return self.unsupported(&format!("calling {called} in a callback"), span);
        }
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, env, place, &|this, env, args| {
            let call =
                OutsideCall { module: module.clone(), function: function.clone(), args, span };
            this.act(call, env, place, k)
        })
    }

    /// An action, and what follows it for each way in which it may end.
    fn act(&mut self, call: OutsideCall, env: Env, place: &Place<'_>, k: Cont<'_>) -> NodeId {
        let stub = stubs::find(self.stubs, &call.module, &call.function, call.args.len());
        let mut values = stub.map(|_| Vec::new());
        let mut raises = Vec::new();
        for end in stub.iter().flat_map(|stub| &stub.ends) {
            match end {
                CallEnd::Return(value) => values.get_or_insert_default().push(value.clone()),
                CallEnd::Raise(class, reason) => {
                    let (class, reason) = (*class, reason.clone());
                    let name = class.name();
                    let next = self.unary_built_in(name, &reason, call.span, &env, place, k);
                    raises.push(Raise { class, reason, next });
                }
            }
        }
        let result = self.graph.var("Result");
        let next = match (&values, raises.first()) {
            // It never returns.
            (Some(values), Some(raise)) if values.is_empty() => raise.next,
            _ => (k.run)(self, env, Expr::Var(result)),
        };
        let result = self.graph.uses(result).then_some(result);
        let clause = place.origin;
        self.graph.node(Node::Act { call, result, values, raises, next, clause })
    }

    /// A function of the module itself: its clauses in line.
    fn local(
        &mut self,
        function: &Function,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let key = (function.name.clone(), function.arity);
        if self.inlined.len() >= MAX_INLINE_DEPTH {
            return self.report(Diagnostic::error(
                codes::TOO_LARGE,
                format!("local functions call each other more than {MAX_INLINE_DEPTH} deep"),
                span,
            ));
        }
        if self.inlined.contains(&key) {
            return self.report(Diagnostic::error(
                codes::RECURSIVE,
                format!("`{}/{}` calls itself, which is not supported yet", key.0, key.1),
                span,
            ));
        }
        if place.guard.is_some() {
            return self.unsupported("calling a local function in a guard", span);
        }
        let args: Vec<&Syntax> = args.iter().collect();
        let scope = Scope::of(args.iter().copied());
        self.joined(env, &scope, k, &|this, k| {
            this.sequence(&args, env, place, &|this, caller, args| {
                let back = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
                    let mut env = caller.clone();
                    env.facts = inner.facts;
                    // What follows the call may call the same function again.
                    let own = this.inlined.pop();
                    let node = (k.run)(this, env, value);
                    this.inlined.extend(own);
                    node
                };
                this.inlined.push((function.name.clone(), function.arity));
                let k = Cont { run: &back, copies: true };
                let start = Env { facts: caller.facts.clone(), ..Env::default() };
                let node = this.function_clauses(function, args, &start, place, k);
                this.inlined.pop();
                node
            })
        })
    }
}
