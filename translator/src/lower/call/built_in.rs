//! Functions of module `erlang`.
//!
//! Projections and exceptions, which fail with OTP's reasons. What the prelude defines is called there;
//! of the others a pure function has an unknown value, and one that acts is an action.

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Literal};
use frontend::{Name, Span};

use super::auto_import::{fails_with_badarg, is_intrinsic, never_fails};
use super::{clock, intrinsic};
use crate::analysis::addresses::NODE;
use crate::library::functions::is_pure;
use crate::library::prelude;
use crate::lower::analysis::values::Values;
use crate::lower::context::Context;
use crate::lower::expression::atoms::SOME_TEXTS;
use crate::lower::expression::type_test::is_type_test;
use crate::lower::lowering::{Cont, Env, Lowering, Raised};
use model::{Class, Cond, Expr, Guess, Kind, NodeId, Operator, OriginKind};

impl Lowering<'_> {
    /// A function of module `erlang`.
    pub(crate) fn built_in(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(node) = self.loop_call(name.as_str(), args, context, k) {
            return node;
        }
        if let Some(node) = self.written_built_in(name, args, context, k) {
            return node;
        }
        if is_intrinsic(name.as_str(), context.span)
            && let Some(table) = self.shared.atom_table(name.as_str())
        {
            let args: Vec<&Syntax> = args.iter().collect();
            return self.call_function(&table, &args, context, k);
        }
        let is_unary = matches!(
            (name.as_str(), args.len()),
            ("hd" | "tl" | "tuple_size" | "tuple_to_list" | "exit" | "error" | "throw", 1)
        ) || (is_intrinsic(name.as_str(), context.span)
            || is_type_test(name.as_str()))
            && args.len() == 1;
        if !is_unary {
            return self.other_built_in(name, args, context, k);
        }
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, context, &|this, env, values| {
            let value = values.into_iter().next().unwrap_or(Expr::Nil);
            this.unary_built_in(name.as_str(), &value, context.with(&env), k)
        })
    }

    /// A function that depends on how its arguments are written: a literal among them, a fun that will be known.
    fn written_built_in(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        Some(match (name.as_str(), args) {
            ("element", [index, tuple]) => {
                let position = position(index)?;
                self.element(position, tuple, context, k)
            }
            ("is_record", [value, record]) => {
                let (name, size) = self.record_named(record)?;
                self.is_record_of(&name, size, value, context, k)
            }
            ("is_record", [value, record, size]) => {
                let (name, size) = (atom(record)?, position(size)?);
                self.is_record_of(&name, size, value, context, k)
            }
            ("error", [_, _] | [_, _, _]) => self.error_with_args(args, context),
            ("raise", [_, _, _]) => self.raise_again(args, context, k),
            ("is_function", [fun, arity]) if self.will_be_known(fun, context.env) => {
                self.is_known_fun([fun, arity], context, k)
            }
            ("$quiet", [fun]) if model::library::contains(context.span) => {
                let holds = if self.is_quiet(fun, context.env) { "true" } else { "false" };
                (k.run)(self, context.env.clone(), Expr::atom(holds))
            }
            ("$floats", [_]) if model::library::contains(context.span) => {
                let holds = if self.shared.values == Values::Floats { "true" } else { "false" };
                (k.run)(self, context.env.clone(), Expr::atom(holds))
            }
            ("size" | "byte_size" | "bit_size" | "map_size", [value]) => {
                self.size(name.as_str(), value, context, k)
            }
            ("apply", [_, _] | [_, _, _]) => self.apply_call(args, context, k),
            _ => return None,
        })
    }

    /// `error/2` and `error/3`: more than the reason is for the stack trace only.
    fn error_with_args(&mut self, args: &[Syntax], context: Context<'_>) -> NodeId {
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, context, &|this, _, values| {
            let mut values = values.into_iter();
            let [reason, list] = [0; 2].map(|_| values.next().unwrap_or(Expr::Nil));
            match (this.items(&list), this.inlined.last().cloned()) {
                (Some(args), Some((function, arity))) if args.len() == arity => {
                    let function = Expr::Atom(function);
                    this.raise_in(&function, reason, args, context.span, context.place)
                }
                _ => this.raise_as(context, Class::Error, reason),
            }
        })
    }

    /// `erlang:raise(Class, Reason, Stack)`, mostly of a class that was caught.
    fn raise_again(&mut self, args: &[Syntax], context: Context<'_>, k: Cont<'_>) -> NodeId {
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, context, &|this, env, values| {
            let [class, reason, trace] = values.as_slice() else {
                return this.raise(context, Expr::atom("badarg"));
            };
            let class = this.resolve(class).clone();
            let known_class = [Class::Error, Class::Exit, Class::Throw]
                .into_iter()
                .find(|candidate| class == Expr::atom(candidate.name()));
            if let Some(class) = known_class {
                let counts = class == Class::Error;
                let trace = this.given_trace(trace).filter(|_| counts);
                let raised = Raised { class, reason: reason.clone(), trace };
                return this.raise_all(context.place, raised);
            }
            let what = "an exception of a computed class";
            this.guess(OriginKind::Hidden, what, &[], context.with(&env), k)
        })
    }

    /// A function of module `erlang` without an exact translation.
    fn other_built_in(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let parts: Vec<&Syntax> = args.iter().collect();
        if let Some(function) = prelude::find("erlang", name.as_str(), args.len(), context.span) {
            return self.local(function, &parts, context, k);
        }
        let what = format!("the built-in function `{name}/{}`", args.len());
        if args.is_empty() && name.as_str() == "self" {
            let pid = self.own_pid();
            return (k.run)(self, context.env.clone(), pid);
        }
        if let ("is_process_alive", [pid]) = (name.as_str(), args)
            && is_self(pid)
        {
            return (k.run)(self, context.env.clone(), Expr::atom("true"));
        }
        // Nothing that a machine does changes it.
        if args.is_empty() && name.as_str() == "node" {
            return self.opaque(OriginKind::Inexact, NODE, context.span, context.env, k);
        }
        if (args.is_empty() || clock::is_integer(name.as_str(), args))
            && !self.makes_reference(name.as_str(), context.place)
            && let Some(value) = self.typed_guess(name.as_str(), &what, context.span)
        {
            let is_now = clock::is_now(name.as_str(), args);
            return self.bind("Unknown", value, &|this, value| {
                if let Expr::Var(var) = value
                    && is_now
                {
                    this.now.insert(var);
                }
                (k.run)(this, context.env.clone(), value)
            });
        }
        if never_fails(name.as_str()) {
            return self.guess(OriginKind::Inexact, &what, &parts, context, k);
        }
        if is_pure(name.as_str(), args.len()) {
            let reason = fails_with_badarg(name.as_str()).then_some("badarg");
            return self.guess_or_fail(&what, reason, &parts, context, k);
        }
        self.outside(&Name::from("erlang"), name, args, context, k)
    }

    /// What a function returns of which the kind is known, and nothing more.
    fn typed_guess(&mut self, name: &str, what: &str, span: Span) -> Option<Expr> {
        let origin = self.unknown(OriginKind::Inexact, what, span);
        let some = |guess: Guess| Expr::Apply(Operator::Guess(guess), vec![origin.clone()]);
        Some(match name {
            "now" | "date" | "time" => Expr::Tuple(vec![some(Guess::Integer); 3]),
            "monotonic_time" | "system_time" | "time_offset" | "unique_integer" => {
                some(Guess::Integer)
            }
            "make_ref" => some(Guess::Reference),
            _ => return None,
        })
    }

    fn unary_built_in(
        &mut self,
        name: &str,
        value: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let badarg = |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
        let needs = |this: &mut Lowering<'_>, kind: Kind, result: &dyn Fn() -> Expr| {
            let cond = Cond::Is(kind, value.clone());
            this.test(
                &cond,
                context.span,
                context.env,
                &|this, env| (k.run)(this, env, result()),
                &badarg,
            )
        };
        match name {
            "hd" => needs(self, Kind::Cons, &|| Expr::head(value.clone())),
            "tl" => needs(self, Kind::Cons, &|| Expr::tail(value.clone())),
            "tuple_size" => {
                needs(self, Kind::Tuple, &|| Expr::Apply(Operator::TupleSize, vec![value.clone()]))
            }
            "tuple_to_list" => needs(self, Kind::Tuple, &|| {
                Expr::Apply(Operator::TupleToList, vec![value.clone()])
            }),
            "exit" | "error" | "throw"
                if context.place.guard.is_some() && !model::library::contains(context.span) =>
            {
                self.ill_formed(format!("`{name}/1` cannot stand in a guard"), context.span)
            }
            "exit" => self.raise_as(context, Class::Exit, value.clone()),
            "error" => self.raise_as(context, Class::Error, value.clone()),
            "throw" => self.raise_as(context, Class::Throw, value.clone()),
            _ => self.library_built_in(name, value, context, k),
        }
    }

    /// What the prelude calls of a value where Erlang has no function for it; else a test of a type.
    fn library_built_in(
        &mut self,
        name: &str,
        value: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        match name {
            // The prelude has made sure that the list is proper.
            "$list_to_tuple" => {
                let tuple = Expr::Apply(Operator::ListToTuple, vec![value.clone()]);
                self.bind("Tuple", tuple, &|this, tuple| (k.run)(this, context.env.clone(), tuple))
            }
            // The prelude has made sure that the number is an integer that is not negative.
            "$reference" => (k.run)(
                self,
                context.env.clone(),
                Expr::Apply(Operator::Reference, vec![value.clone()]),
            ),
            "$fresh_reference" => {
                let reference = Expr::Apply(Operator::FreshReference, vec![value.clone()]);
                self.bind("Reference", reference, &|this, reference| {
                    (k.run)(this, context.env.clone(), reference)
                })
            }
            // The prelude does not say what it makes of a value, known though that is.
            "$open" => {
                let place = self.shared.text_place();
                let value = self.unknown(OriginKind::Inexact, SOME_TEXTS, place);
                self.bind("Unknown", value, &|this, value| {
                    (k.run)(this, context.env.clone(), value)
                })
            }
            "$unordered" | "$unordered_map" | "$unordered_hash" => {
                let value = self.unordered(name, value);
                self.bind("Unordered", value, &|this, value| {
                    (k.run)(this, context.env.clone(), value)
                })
            }
            "$pid" => {
                (k.run)(self, context.env.clone(), Expr::Apply(Operator::Pid, vec![value.clone()]))
            }
            "$key_less" => self.key_less(value, context.span, context.env, k),
            _ => {
                if let Some(operation) = intrinsic::operation(name, value) {
                    return self.bind("Data", operation, &|this, value| {
                        (k.run)(this, context.env.clone(), value)
                    });
                }
                if let Some(test) = intrinsic::test(name, value) {
                    return self.truth(&test, context.span, context.env, k);
                }
                self.type_test(name, value, context.span, context.env, k)
            }
        }
    }

    fn element(
        &mut self,
        position: usize,
        tuple: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.sequence(&[tuple], context, &|this, env, values| {
            let tuple = values.into_iter().next().unwrap_or(Expr::Nil);
            let badarg =
                |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
            let large_enough = Cond::Less(
                Expr::Apply(Operator::TupleSize, vec![tuple.clone()]),
                Expr::integer(position),
            )
            .negate();
            let result = Expr::element_of(position, this.resolve(&tuple));
            let take = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, result.clone());
            if let Some(Kind::TupleOf(size)) = this.kind_of(this.resolve(&tuple)) {
                let is_there = position <= size;
                return if is_there { take(this, env) } else { badarg(this, env) };
            }
            this.test(
                &Cond::Is(Kind::Tuple, tuple.clone()),
                context.span,
                &env,
                &|this, env| this.test(&large_enough, context.span, &env, &take, &badarg),
                &badarg,
            )
        })
    }
}

/// A literal position, from 1.
fn position(index: &Syntax) -> Option<usize> {
    match &index.kind {
        ExprKind::Literal(Literal::Integer(value)) => {
            usize::try_from(value).ok().filter(|&position| position > 0)
        }
        _ => None,
    }
}

/// A literal atom.
pub(crate) fn atom(expr: &Syntax) -> Option<Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name.clone()),
        _ => None,
    }
}

/// `self()`.
fn is_self(expr: &Syntax) -> bool {
    match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => name.as_str() == "self" && args.is_empty(),
        ExprKind::Call(Callee::Remote(module, name, _), args) => {
            [module.as_str(), name.as_str()] == ["erlang", "self"] && args.is_empty()
        }
        _ => false,
    }
}
