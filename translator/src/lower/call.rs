//! Calls: local functions in line or called, functions of other modules as actions.
//!
//! A call with a module goes to the first of these that takes it, in this order:
//! 1. The module itself: what it calls itself is a function of its own.
//! 2. The prelude, which has code where all that follows has a rule; not where a fun that it is to call will not be known.
//!    Of `erlang` (`built_in.rs`) some functions are translated in front of it, for they depend on how they are written.
//! 3. Modules that only compute (`library/modules.rs`): an unknown value and no action, unless a stub describes the function, for
//!    the user knows better, or OTP does not have it.
//! 4. Another process, if that runs the code: nothing is done to the machine at once (`process/spawned.rs`).
//! 5. Who carries it out, by one look-up in `library/functions.rs`: the table of the behaviour, then that of all else. What
//!    a client sends is asked for in front of that. The dictionary, references, timers, exit signals, monitors, links and starts
//!    decline a call that a stub describes; a message, an answer and `process_flag/2` reach the machine whatever a stub says.
//! 6. `undef`, if OTP does not have the function (`library/nonexistent.rs`) and no stub describes it.
//! 7. What OTP raises for `undefined` (`library/no_receiver.rs`), where no stub describes it.
//! 8. An action. What it returns says a stub, else the table with one atom (`library/constant_results.rs`), else its own code where
//!    that was read (`library/shapes.rs`), or a type: of a `-spec` that was read, then of `results.erl`; else it is an unknown value.

pub(crate) mod auto_import;
pub(crate) mod built_in;
mod clock;
pub(crate) mod dynamic;
pub(crate) mod intrinsic;
pub(crate) mod library;
pub(crate) mod operator_call;
pub(crate) mod procedure_call;
pub(crate) mod specs;
pub(crate) mod typed_result;
pub(crate) mod undefined_function;

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, Function};

use crate::core::{Ending, Node, OutsideCall, Raise, Returns};
use crate::library::constant_results::answer;
use crate::library::functions::{CarriedOutBy, carried_out_by};
use crate::library::modules::only_computes;
use crate::library::prelude;
use crate::library::shapes::Shape;
use crate::library::stubs::CallEnd;
use crate::lower::call::auto_import::{is_built_in, is_intrinsic};
use crate::lower::call::library::calls_back;
use crate::lower::call::operator_call::operation;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, MAX_INLINE_DEPTH, Place, Raised};
use crate::lower::pattern::guard::{is_function, is_remote};
use crate::lower::pattern::scope::Scope;
use crate::lower::process::spawned::starts_process;
use model::{Expr, NodeId};

/// How often a function stands in line in itself, at most.
const MAX_IN_ITSELF: usize = 3;

impl Lowering<'_> {
    /// Any call.
    pub(crate) fn call(
        &mut self,
        callee: &Callee,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let callee = &*self.shared.machine.callee(callee, args.len(), context.span);
        if let Callee::Local(name) | Callee::Remote(_, name, _) = callee
            && let Some(name) = name.undefined_macro()
        {
            return self.undefined_macro(name, args, context, k);
        }
        if let Callee::Remote(module, ..) = callee
            && let Some(name) = module.undefined_macro()
        {
            return self.undefined_macro(name, args, context, k);
        }
        let all: Vec<&Syntax> = args.iter().collect();
        let is_checked = context.place.guard.is_some() && !model::library::contains(context.span);
        match callee {
            Callee::Local(name) => {
                if let Some(function) = self.shared.generated(name, args.len()) {
                    return self.call_function(&function, &all, context, k);
                }
                if let Some(function) =
                    self.shared.machine.functions.get(&(name.clone(), args.len()))
                {
                    return self.local(function, &all, context, k);
                }
                if !is_built_in(name.as_str(), args.len())
                    && !is_intrinsic(name.as_str(), context.span)
                {
                    return self.undefined(name, args, context, k);
                }
                if is_checked && !is_function(name, args) {
                    return self.call_in_guard(&format!("`{name}/{}`", args.len()), context.span);
                }
                self.built_in(name, args, context, k)
            }
            Callee::Remote(module, name, _) if is_checked && !is_remote(module, name, args) => {
                self.call_in_guard(&format!("`{module}:{name}/{}`", args.len()), context.span)
            }
            Callee::Remote(module, name, _) if module.as_str() == "erlang" => {
                if !model::library::contains(context.span)
                    && let Some(operation) = operation(name, args, context.span)
                {
                    return self.expr(&operation, context, k);
                }
                self.built_in(name, args, context, k)
            }
            Callee::Remote(module, name, _) if self.is_own(module) => {
                match self.shared.machine.exported(name, args.len()) {
                    Some(function) => self.local(function, &all, context, k),
                    None => self.not_exported(name, args, context, k),
                }
            }
            Callee::Remote(module, name, _) => {
                let entry = prelude::find(module.as_str(), name.as_str(), args.len(), context.span);
                match entry.filter(|function| self.is_usable(function, args, context.env)) {
                    Some(function) => self.local(function, &all, context, k),
                    None => self.outside(module, name, args, context, k),
                }
            }
            Callee::Dynamic(callee) => self.computed_call(callee, args, context, k),
        }
    }

    /// Whether arguments of a function of the library that are funs will be known.
    fn is_usable(&self, function: &Function, args: &[Syntax], env: &Env) -> bool {
        args.iter().enumerate().all(|(position, arg)| {
            !prelude::takes_fun(function, position) || self.may_be_called(arg, env)
        })
    }

    fn is_own(&self, module: &Name) -> bool {
        self.shared.machine.name == *module
    }

    /// A call of another module: a visible action.
    pub(crate) fn outside(
        &mut self,
        module: &Name,
        function: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let called = format!("`{module}:{function}/{}`", args.len());
        if context.place.guard.is_some() {
            return self.call_in_guard(&called, context.span);
        }
        let args: Vec<&Syntax> = args.iter().collect();
        let call = |args| OutsideCall::new(module.clone(), function.clone(), args, context.span);
        let is_stubbed =
            self.shared.stub((module.as_str(), function.as_str(), args.len()), context.span);
        let is_gone = self.is_gone(&call(vec![Expr::Nil; args.len()]));
        if is_stubbed.is_some() {
            self.note_unheard_of(module, function, args.len(), context.span);
        } else if only_computes(module.as_str()) && !is_gone {
            let what = format!("the library function {called}");
            if calls_back(function.as_str(), args.len()) {
                self.note_hidden(&what, context.span);
            }
            return self.guess_or_fail(&what, None, &args, context, k);
        }
        self.sequence(&args, context, &|this, env, args| {
            let call = call(args);
            if starts_process(&call) {
                return this.start_process(call, context.with(&env), k);
            }
            this.unless_out_of_time(&call, context.with(&env), &|this, env| {
                this.called(&call, context.with(&env), k)
            })
        })
    }

    /// A call of another module on values.
    pub(crate) fn called(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.is_elsewhere() {
            return self.act_elsewhere(call, context, k);
        }
        let by = carried_out_by(call.otp());
        if by == CarriedOutBy::Dictionary
            && let Some(node) = self.dictionary_call(call, context, k)
        {
            return node;
        }
        self.note_funs(&call.args);
        self.note_answer_by_name(call);
        if let Some(post) = self.client_post(call, context, k) {
            return post;
        }
        self.keeping_names(call, context.place, k, &|this, k| {
            this.carried_out(by, call, context, k)
        })
    }

    /// A call, by who carries it out; what that one declines is an action.
    fn carried_out(
        &mut self,
        by: CarriedOutBy,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let action = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
            this.note_later_answer(call);
            this.action(call, context.with(&env), k)
        };
        match by {
            CarriedOutBy::Delivery => self.post_or(call, context, k, &action),
            CarriedOutBy::Timer => self.timer_or(call, context, k, &action),
            CarriedOutBy::ExitSignal => self.exit_or(call, context, k, &action),
            CarriedOutBy::Watch | CarriedOutBy::Spawn => {
                self.note_later_answer(call);
                let watched = self.watch_call(call, context, k);
                watched.unwrap_or_else(|| self.action(call, context, k))
            }
            CarriedOutBy::Trap => {
                let set = self.trap_call(call, context, k);
                set.unwrap_or_else(|| action(self, context.env.clone(), k))
            }
            CarriedOutBy::Reference => {
                let made = self.reference_call(call, context, k);
                made.unwrap_or_else(|| action(self, context.env.clone(), k))
            }
            CarriedOutBy::Reply => self.reply_call(call, context, k),
            CarriedOutBy::Entry => {
                let machine = self.loop_entered(call, context);
                machine.unwrap_or_else(|| action(self, context.env.clone(), k))
            }
            CarriedOutBy::Dictionary | CarriedOutBy::Environment | CarriedOutBy::Value => {
                action(self, context.env.clone(), k)
            }
        }
    }

    /// A call that the machine does not carry out itself: what it may do to the machine is said.
    fn action(&mut self, call: &OutsideCall, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.note_own_event(call);
        self.note_services(call);
        if self.is_gone(call) {
            return self.raise(context, Expr::atom("undef"));
        }
        self.unless_to_nobody(call, context, &|this, env| {
            this.act(call.clone(), env, context.place, k)
        })
    }

    /// An action, and what follows it for each way in which it may end.
    pub(crate) fn act(
        &mut self,
        call: OutsideCall,
        env: Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.is_elsewhere() {
            return self.act_elsewhere(&call, Context { span: call.span, env: &env, place }, k);
        }
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let Some(stub) = self.shared.stub(key, call.span) else {
            return self.act_freely(call, env, place, k);
        };
        let (mut values, mut raises) = (Vec::new(), Vec::new());
        for end in &stub.ends {
            match end {
                CallEnd::Return(value) => values.push(value.clone()),
                CallEnd::Raise(class, reason) => {
                    let (class, reason) = (*class, reason.clone());
                    let raised = Raised { class, reason: reason.clone(), trace: None };
                    let next = self.raise_all(place, raised);
                    raises.push(Raise { class, reason, next });
                }
            }
        }
        let result = self.graph.var("Result");
        self.stubbed.push((result, values.clone()));
        let next = match raises.first() {
            // It never returns.
            Some(raise) if values.is_empty() => raise.next,
            _ => (k.run)(self, env, Expr::Var(result)),
        };
        let result = self.graph.uses(result).then_some(result);
        let returns = Returns::Values(values);
        let (after, clause) = (None, place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// A call of another module where no stub says how it ends: it returns, mostly an unknown value.
    fn act_freely(
        &mut self,
        call: OutsideCall,
        env: Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if call.otp().key() == ("erlang", "send", 2) {
            let next = (k.run)(self, env, call.args[1].clone());
            return self.plain_act(call, next, place);
        }
        if let Some(atom) = answer(call.otp()) {
            let next = (k.run)(self, env, Expr::atom(atom));
            return self.plain_act(call, next, place);
        }
        if let Some(value) = self.shared.shape(&call).and_then(Shape::constant) {
            let next = (k.run)(self, env, value.clone());
            return self.plain_act(call, next, place);
        }
        let result = self.graph.var("Result");
        self.freely.insert(result);
        let next = (k.run)(self, env, Expr::Var(result));
        if !self.graph.uses(result) {
            return self.plain_act(call, next, place);
        }
        let returns = Returns::Unknown(self.shared.result(&call));
        let next = match self.result_domain(&call) {
            Some(domain) => {
                let value = Expr::Var(result);
                let none = self.leaf(Ending::Refused(value.clone()), place.origin);
                self.in_domain(&domain, &value, call.span, [next, none])
            }
            None => next,
        };
        let (result, raises, clause) = (Some(result), Vec::new(), place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after: None, next, clause })
    }

    /// An action that decides nothing.
    pub(crate) fn plain_act(
        &mut self,
        call: OutsideCall,
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        let call = self.given(call);
        let (returns, raises, clause) = (Returns::One, Vec::new(), place.origin);
        let (result, after) = (None, None);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// A function of the module itself: its clauses in line.
    pub(crate) fn local(
        &mut self,
        function: &Function,
        args: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let key = (function.name.clone(), function.arity);
        if context.place.guard.is_some() && !model::library::contains(function.span) {
            return self.call_in_guard(&format!("`{}/{}`", key.0, key.1), context.span);
        }
        let (name, arity) = (&key.0, key.1);
        // A function that gets itself as a fun comes back without calling itself.
        let n_times = self.inlined.iter().filter(|inlined| **inlined == key).count();
        let deep = self.inlined.len() >= MAX_INLINE_DEPTH || n_times >= MAX_IN_ITSELF;
        let traits = self.shared.traits_in_graph(name, arity);
        if traits.recursive && self.is_of_loop(function) {
            return self.of_loop_or_called(function, args, context, k);
        }
        let is_called = self.process.is_none() && self.shared.is_called(&key);
        if deep || traits.recursive || is_called {
            return self.call_function(function, args, context, k);
        }
        let scope = Scope::of(args.iter().copied());
        let k = Cont { copies: k.copies || self.is_straight(function), ..k };
        self.joined(context.env, &scope, k, &|this, k| {
            this.sequence(args, context, &|this, caller, args| {
                let mut start = caller.in_callee();
                let enters = model::library::contains(function.span)
                    && !model::library::contains(context.span);
                if enters && this.shared.options.places_calls {
                    start.call = Some(context.span);
                }
                if !model::library::contains(function.span) {
                    *this.in_line_so_far.entry(key.clone()).or_default() += 1;
                }
                this.in_line(key.clone(), &caller, context.place, k, &|this, place, k| {
                    this.function_clauses(
                        function,
                        args.clone(),
                        context.with(&start).in_place(place),
                        k,
                    )
                })
            })
        })
    }
}
