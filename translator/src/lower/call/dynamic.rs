//! Calls whose function is a value: `M:F(..)`, `F(..)` of a fun from data, `apply/2` and `apply/3`.
//!
//! Input: such a call. Where module and function are known, or have been found by a test, it is an ordinary call. A module that is not known is compared
//! with those that the source or a stub names and that are known to have the function; any other one is called as a
//! module that has the name of the variable, an action like all calls of other modules. A function that is not known is
//! one of those that this module exports, if the module is this one. Does not know what a module exports that it is not
//! told of, nor whether the value is an atom at all, unless that shows.

use std::collections::BTreeSet;
use std::rc::Rc;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, RemoteAt};
use frontend::{Name, Span};

use crate::core::OutsideCall;
use crate::library::constant_results::answer;
use crate::library::otp_function::OtpFunction;
use crate::library::prelude;
use crate::library::result_types::result_type;
use crate::lower::call::undefined_function::is_written_by_compiler;
use crate::lower::context::Context;
use crate::lower::fun::defunctionalise::COMPUTED;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId, OriginKind};

/// A call on values, and what the source calls its module.
pub(crate) struct Call {
    pub(crate) module: Expr,
    pub(crate) function: Expr,
    pub(crate) args: Vec<Expr>,
    written: Name,
    pub(crate) span: Span,
}

impl Lowering<'_> {
    /// `M:F(Args)`
    pub(crate) fn computed_remote(
        &mut self,
        [module, function]: [&Syntax; 2],
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let parts: Vec<&Syntax> = [module, function].into_iter().chain(args).collect();
        let written = variable_name(module);
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            this.sequence(&parts, context, &|this, env, values| {
                let mut values = values.into_iter();
                let [module, function] = [0; 2].map(|_| values.next().unwrap_or(Expr::Nil));
                let (args, written) = (values.collect(), written.clone());
                let call = Call { module, function, args, written, span: context.span };
                this.call_remote(&call, context.with(&env), k)
            })
        })
    }

    /// `apply(Fun, Args)` and `apply(M, F, Args)`
    pub(crate) fn apply_call(
        &mut self,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let parts: Vec<&Syntax> = args.iter().collect();
        let written = args.first().map_or_else(|| Name::from("_"), variable_name);
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            this.sequence(&parts, context, &|this, env, mut values| {
                let list = values.pop().unwrap_or(Expr::Nil);
                let Some(args) = this.items(&list) else {
                    return this.guess(OriginKind::Hidden, COMPUTED, &[], context.with(&env), k);
                };
                let mut values = values.into_iter();
                let first = values.next().unwrap_or(Expr::Nil);
                match values.next() {
                    None => this.call_value(&first, args, context.with(&env), k),
                    Some(function) => {
                        let written = written.clone();
                        let call =
                            Call { module: first, function, args, written, span: context.span };
                        this.call_remote(&call, context.with(&env), k)
                    }
                }
            })
        })
    }

    /// The elements of a list, if it is known how many there are.
    pub(crate) fn items(&self, list: &Expr) -> Option<Vec<Expr>> {
        let mut items = Vec::new();
        let mut rest = self.resolve(list);
        loop {
            match rest {
                Expr::Nil => return Some(items),
                Expr::Cons(head, tail) => {
                    items.push((**head).clone());
                    rest = self.resolve(tail);
                }
                Expr::List(cells) => {
                    items.extend(cells.items().iter().cloned());
                    rest = self.resolve(cells.end());
                }
                _ => return None,
            }
        }
    }

    /// A call of a fun on values.
    pub(crate) fn call_value(
        &mut self,
        fun: &Expr,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.known_fun(fun).is_some_and(|closure| !self.is_nested(&closure)) {
            return self.call_known(fun, args, context, k);
        }
        self.shared.note_call_of_kept(Some(args.len()));
        if self.shared.keeps_funs() {
            return self.call_kept(fun, &args, context, k);
        }
        self.guess(OriginKind::Hidden, COMPUTED, &[], context, k)
    }

    fn call_remote(&mut self, call: &Call, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let [modules, functions] =
            [&call.module, &call.function].map(|value| self.atoms_of(value, context.env));
        match (modules, functions) {
            (Some(modules), Some(functions)) => {
                let pairs =
                    modules.iter().flat_map(|module| functions.iter().map(move |f| (module, f)));
                let pairs: Vec<(&Name, &Name)> = pairs.collect();
                self.one_of_named(&pairs, call, context, k)
            }
            (Some(modules), None) if modules == [self.shared.machine.name.clone()] => {
                let arity = call.args.len();
                let functions = self.shared.machine.module.functions();
                let exports = &self.shared.machine.exports;
                let names: Vec<Name> = functions
                    .filter(|function| {
                        function.arity == arity && exports.contains(&function.name, arity)
                    })
                    .map(|function| function.name.clone())
                    .collect();
                self.one_of_own(&names, &modules[0], call, context, k)
            }
            (None, Some(functions)) if functions.len() == 1 => {
                let modules = self.modules_with(&functions[0], call);
                self.one_of_modules(&modules, &functions[0], call, context, k)
            }
            _ => self.guess(OriginKind::Hidden, COMPUTED, &[], context.at(call.span), k),
        }
    }

    /// A function that is called by its name. It may be that of a state, which every exported function can be: where the
    /// module has none of this arity the call fails; it is not written in the source.
    pub(crate) fn call_named(
        &mut self,
        module: Name,
        function: Name,
        call: &Call,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (machine, arity) = (self.shared.machine, call.args.len());
        if module == machine.name
            && machine.exported(&function, arity).is_none()
            && !is_written_by_compiler(&function, arity)
        {
            return self.raise_undef(
                &Expr::Atom(function),
                call.args.clone(),
                call.span,
                context.place,
            );
        }
        let callee = Callee::Remote(module, function, RemoteAt::default());
        self.call_on_values(&callee, call.args.clone(), call.span, context.at(call.span), k)
    }

    /// One of the functions that this module exports, whichever it is.
    fn one_of_own(
        &mut self,
        names: &[Name],
        module: &Name,
        call: &Call,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [first, rest @ ..] = names else {
            let is_atom = Cond::Is(Kind::Atom, call.function.clone());
            let undef = |this: &mut Lowering<'_>, _: Env| {
                this.raise_undef(&call.function, call.args.clone(), call.span, context.place)
            };
            let badarg =
                |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
            return self.test(&is_atom, call.span, context.env, &undef, &badarg);
        };
        let same = Cond::Same(call.function.clone(), Expr::Atom(first.clone()));
        let yes = |this: &mut Lowering<'_>, env: Env| {
            this.call_named(module.clone(), first.clone(), call, context.with(&env), k)
        };
        let no = |this: &mut Lowering<'_>, env: Env| {
            this.one_of_own(rest, module, call, context.with(&env), k)
        };
        self.test(&same, call.span, context.env, &yes, &no)
    }

    /// One of these modules, or any other one.
    fn one_of_modules(
        &mut self,
        modules: &[Name],
        function: &Name,
        call: &Call,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [first, rest @ ..] = modules else {
            if self.decide(&Cond::Is(Kind::Atom, call.module.clone()), context.env) == Some(false) {
                return self.raise(context, Expr::atom("badarg"));
            }
            let Call { args, written, span, .. } = call;
            self.note_funs(args);
            let call = OutsideCall::new(written.clone(), function.clone(), args.clone(), *span);
            return self.act(call, context.env.clone(), context.place, k);
        };
        let same = Cond::Same(call.module.clone(), Expr::Atom(first.clone()));
        let yes = |this: &mut Lowering<'_>, env: Env| {
            this.call_named(first.clone(), function.clone(), call, context.with(&env), k)
        };
        let no = |this: &mut Lowering<'_>, env: Env| {
            this.one_of_modules(rest, function, call, context.with(&env), k)
        };
        self.test(&same, call.span, context.env, &yes, &no)
    }

    /// The modules that are known to have a function, and that may be meant.
    fn modules_with(&self, function: &Name, call: &Call) -> Vec<Name> {
        let stubs = self.shared.options.stubs.iter();
        let stubbed = stubs
            .filter(|stub| stub.function == *function && stub.arity == call.args.len())
            .filter(|stub| stub.module != call.written)
            .map(|stub| stub.module.clone());
        let of_data = self.modules_of_data_with(function, call);
        let all: BTreeSet<Name> = stubbed.chain(of_data.iter().cloned()).collect();
        all.into_iter().collect()
    }

    /// The atoms of the module's data that are modules known to have a function: looked for once for each function.
    fn modules_of_data_with(&self, function: &Name, call: &Call) -> Rc<[Name]> {
        let arity = call.args.len();
        let key = (function.clone(), arity, model::library::contains(call.span));
        if let Some(modules) = self.shared.modules_with.borrow().get(&key) {
            return Rc::clone(modules);
        }
        let machine = self.shared.machine;
        let is_known = |module: &&Name| {
            let (text, name) = (module.as_str(), function.as_str());
            if **module == machine.name {
                return machine.exported(function, arity).is_some();
            }
            prelude::find(text, name, arity, call.span).is_some()
                || result_type(OtpFunction::of(text, name, arity)).is_some()
                || answer(OtpFunction::of(text, name, arity)).is_some()
                || machine.calls.contains(&((*module).clone(), function.clone(), arity))
        };
        let modules: Rc<[Name]> = machine.data_atoms.iter().filter(is_known).cloned().collect();
        self.shared.modules_with.borrow_mut().insert(key, Rc::clone(&modules));
        modules
    }
}

/// What a computed module is called: the variable that holds it.
fn variable_name(module: &Syntax) -> Name {
    match &module.kind {
        ExprKind::Var(name) => name.clone(),
        ExprKind::RecordAccess(_, _, (field, _)) => field.clone(),
        _ => Name::from("_"),
    }
}
