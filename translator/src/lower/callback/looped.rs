//! Callbacks of a behaviour whose loop is text: a function of that runs, and calls the callback of the module.
//!
//! Input: a callback with an entry (`behaviour/src/callback/entry.rs`), or a call of what only such a loop can call. Output: the function
//! of the loop, lowered, with the clauses of the module's callback in line; for each value of these the loop goes on with a
//! function of its own, so that what is known of a value stays known there. What a loop does is done for the clause that
//! is lowered in it (`Graph::within`). What values and actions mean is in the text.

use behaviour::{Absent, Argument, CallbackName, Entry, Shape};
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, Pat, PatKind, RemoteAt};
use frontend::{Diagnostic, Name, Span};

use super::entry::Called;
use super::join::{Joined, Joins};
use super::transition::Transition;
use crate::codes;
use crate::core::Ending;
use crate::library::prelude;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, MAX_INLINE_DEPTH, Place, Raised};
use crate::lower::pattern::clauses::{Outcomes, head_selection};
use crate::lower::pattern::scope::Scope;
use model::{Class, Cond, Expr, Kind, NodeId};

/// How a callback of the module ends: with a value, or with an exception.
pub(super) type Ended = Result<Expr, Raised>;

/// What follows such an end.
pub(super) type Then<'k> = &'k dyn Fn(&mut Lowering<'_>, Env, Ended) -> NodeId;

impl Lowering<'_> {
    /// The function of the loop that runs where a callback is called: none where the loop asks first whether that is there.
    pub(super) fn entry_of(
        &self,
        called: Option<&Called>,
        function: &Function,
    ) -> Option<&'static Entry> {
        let kind = called.map_or(self.shared.machine.behaviour.first, |called| called.kind);
        let machine = self.shared.machine;
        let is_exported = machine.exports.contains(&function.name, function.arity);
        let is_there = !function.clauses.is_empty() && is_exported
            || machine.has_in_successors(&function.name, function.arity);
        kind.entry.filter(|_| kind.absent != Absent::Skipped || is_there)
    }

    /// A callback: the function of the loop that runs in its place.
    pub(super) fn looped(
        &mut self,
        entry: &Entry,
        called: Option<&Called>,
        args: Vec<Expr>,
        env: &Env,
    ) -> NodeId {
        let place = model::library::place();
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            this.value_of(called, &value, this.graph.placed(place), &env)
        };
        let ends = |this: &mut Lowering<'_>, raised: Raised| {
            this.exception(called, raised, this.graph.placed(place))
        };
        let outer = Place { guard: None, origin: place, handler: &ends };
        let k = Cont { run: &run, copies: true };
        self.of_loop(entry.function, args, Context { span: place, env, place: &outer }, k)
    }

    /// What a value of `init/1` means, to the loop where there is one.
    pub(super) fn start_with(&mut self, value: &Expr, origin: Span, env: &Env) -> NodeId {
        if self.shared.machine.behaviour.run_by.is_none() {
            return self.value_of(None, value, origin, env);
        }
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            this.value_of(None, &value, origin, &env)
        };
        let ends = |this: &mut Lowering<'_>, raised: Raised| this.exception(None, raised, origin);
        let place = Place { guard: None, origin, handler: &ends };
        let context = Context { span: origin, env, place: &place };
        self.of_loop("started", vec![value.clone()], context, Cont { run: &run, copies: true })
    }

    /// A function of the loop.
    pub(super) fn of_loop(
        &mut self,
        name: &str,
        args: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let module = self.shared.machine.behaviour.run_by.map_or("", |run_by| run_by.module);
        let callee = Callee::Remote(Name::from(module), Name::from(name), RemoteAt::default());
        let place = model::library::place();
        self.call_on_values(&callee, args, place, context.at(place), k)
    }

    /// A call of what only a loop can call; `None` if it is none of these.
    pub(crate) fn loop_call(
        &mut self,
        name: &str,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        if !is_loop_intrinsic(name) || !model::library::contains(context.span) {
            return None;
        }
        let args: Vec<&Syntax> = args.iter().collect();
        Some(self.sequence(&args, context, &|this, env, values| {
            this.loop_intrinsic(name, &values, context.with(&env), k)
        }))
    }

    fn loop_intrinsic(
        &mut self,
        name: &str,
        args: &[Expr],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(value) = self.loop_value(name, args, context.span) {
            return (k.run)(self, context.env.clone(), value);
        }
        match (name, args) {
            ("$init", [argument]) => self.starts(argument, context, k),
            ("$call", [Expr::Atom(then), kind, content, state, kept]) => {
                self.called_for_event(then, [kind, content, state, kept], context, k)
            }
            ("$enter", [Expr::Atom(then), before, pending, state, kept]) => {
                let (joins, enter) = (Joins::default(), Expr::atom("enter"));
                let calls = [&enter, before, state, kept];
                self.with_transitions(calls, context, &|this, env, ended| {
                    let handed_on = ended.as_ref().ok().and_then(|value| this.data_place(value));
                    let (tags, value) = of_end(ended);
                    let goes_on = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                        let ended = Expr::Tuple(tags.iter().cloned().chain([value]).collect());
                        let args = vec![ended, pending.clone(), state.clone(), kept.clone()];
                        this.of_loop(then.as_str(), args, context.with(&env), k)
                    };
                    // An exception that ends the machine goes on in one way.
                    if tags.len() > 1 {
                        return goes_on(this, env, value);
                    }
                    let joined = Joined { value: &value, handed_on, whole: None, at: context.span };
                    this.join(&joins, joined, [context.env, &env], &goes_on)
                })
            }
            ("$terminate", [reason, state, kept]) => {
                self.ends_own([reason, state, kept], context, k)
            }
            ("$enters", [module]) => {
                let own = self.shared.machine.enters;
                self.by_module(module, context, &|this, env, module| {
                    let successor = module.map(|at| this.shared.machine.successors[at].enters);
                    let asks = if successor.unwrap_or(own) { "true" } else { "false" };
                    (k.run)(this, env, Expr::atom(asks))
                })
            }
            ("$settle", [enters, changed, done, event, new, data, kept, old]) => {
                let place = Transition { enters, changed, event, kept, old };
                self.settles(place, [new, done, data], context, k)
            }
            ("$successor", [module, now]) => self.successor([module, now], context, k),
            ("$value", [Expr::Atom(name), args @ ..]) => self.value_in_loop(name, args, context, k),
            _ => self.raise(context, Expr::atom("badarg")),
        }
    }

    /// The module's callback for an event, and with its value this function of the loop.
    fn called_for_event(
        &mut self,
        then: &Name,
        [kind, content, state, kept]: [&Expr; 4],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let joins = Joins::default();
        let goes_on = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let event = Expr::Tuple(vec![kind.clone(), content.clone()]);
            let args = vec![value, event, state.clone(), kept.clone()];
            this.of_loop(then.as_str(), args, context.with(&env), k)
        };
        // Of an event of the queue the type is open. Only the loop itself makes enter calls: no action may name their type.
        let is_open = matches!(kind, Expr::Element(..));
        let is_enter = is_open.then(|| Cond::Same(kind.clone(), Expr::atom("enter")));
        let known = is_enter.map(|is_enter| context.env.with_fact(&is_enter, false));
        let calls = [kind, content, state, kept];
        let context = context.with(known.as_ref().unwrap_or(context.env));
        self.with_transitions(calls, context, &|this, env, ended| match ended {
            Ok(value) | Err(Raised { class: Class::Throw, reason: value, .. }) => {
                let handed_on = this.data_place(&value);
                let joined = Joined { value: &value, handed_on, whole: None, at: context.span };
                this.join(&joins, joined, [context.env, &env], &goes_on)
            }
            Err(raised) => (context.place.handler)(this, raised),
        })
    }

    /// The last callback of the module that is called, where that has one.
    fn ends_own(
        &mut self,
        [reason, state, kept]: [&Expr; 3],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let last = self.shared.machine.behaviour.last;
        let args = vec![reason.clone(), state.clone(), Expr::element(1, kept.clone())];
        let name = Name::from(last.function().unwrap_or_default());
        self.in_called_module(kept, context, &|this, env, module| {
            let machine = this.shared.machine;
            let Some(function) = machine.callback_in(module, &name, last.arity()) else {
                return (k.run)(this, env, Expr::atom("ok"));
            };
            let context = context.with(&env);
            this.own_clauses(function, args.clone(), context, &|this, env, ended| match ended {
                Ok(value) => (k.run)(this, env, value),
                Err(raised) => (context.place.handler)(this, raised),
            })
        })
    }

    /// What is a value at once.
    fn loop_value(&mut self, name: &str, args: &[Expr], span: Span) -> Option<Expr> {
        let truth = |holds: bool| Expr::atom(if holds { "true" } else { "false" });
        Some(match (name, args) {
            ("$with", [data, kept]) => self.with_part(1, data, kept),
            ("$with", [Expr::Integer(place), part, kept]) => {
                let with = |place| self.with_part(place, part, kept);
                usize::try_from(place).map_or(Expr::Nil, with)
            }
            ("$part", [Expr::Integer(place), whole]) => {
                let part = usize::try_from(place).map(|place| self.component(place, whole));
                part.unwrap_or(Expr::Nil)
            }
            ("$enters", []) => truth(self.shared.machine.asks_for_enter_calls()),
            ("$is_open", [value]) => truth(self.is_open(value)),
            ("$open_actions", []) => {
                let message = "what these actions are is not known: they are not part of the model";
                let place = self.graph.placed(span);
                self.note(Diagnostic::warning(codes::TIMEOUT, message, place));
                Expr::atom("ok")
            }
            ("$noted", [what]) => truth(self.shared.is_noted(what)),
            ("$note", [what]) => {
                self.shared.note_in_loop(what);
                Expr::atom("ok")
            }
            ("$length", [time]) => self.length(time, self.graph.placed(span)),
            ("$until", [time]) => self.until(time, self.graph.placed(span)),
            ("$from_now", [time]) => truth(self.time_from_now(time).is_some()),
            ("$changes_module", []) => truth(self.shared.changes_module()),
            ("$own", []) => Expr::Atom(self.shared.machine.name.clone()),
            _ => return None,
        })
    }

    /// What a loop keeps, with another component at a place, from 1.
    pub(super) fn with_part(&self, place: usize, part: &Expr, kept: &Expr) -> Expr {
        let size = self.shared.machine.behaviour.run_by.map_or(1, |run_by| run_by.size);
        let kept = self.resolve(kept);
        let parts = (1..=size).map(|other| match other {
            other if other == place => part.clone(),
            other => self.component(other, kept),
        });
        Expr::Tuple(parts.collect())
    }

    /// The value of a function of the loop that only computes: a pair of a loop and what comes next.
    fn value_in_loop(
        &mut self,
        name: &Name,
        args: &[Expr],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let module = self.shared.machine.behaviour.run_by.map_or("", |run_by| run_by.module);
        let function = self.shared.local(&prelude::qualified(module, name.as_str()), args.len());
        let size = self.shared.machine.behaviour.run_by.map_or(1, |run_by| run_by.size);
        self.bind("Returned", Expr::Call(function, args.to_vec()), &|this, returned| {
            let value = Expr::element(2, returned.clone());
            // What is cut off, as it goes through what is not known, may be anything: then these tests are open.
            let conds = [
                Cond::Same(Expr::element(1, returned), Expr::atom("ok")),
                Cond::Is(Kind::TupleOf(2), value.clone()),
                Cond::Is(Kind::TupleOf(size), this.component(1, &value)),
            ];
            this.all_are(&conds, context, &|this, env| (k.run)(this, env, value.clone()))
        })
    }

    /// Goes on where all of these hold; what they do not hold for is no value that there is.
    fn all_are(
        &mut self,
        conds: &[Cond],
        context: Context<'_>,
        then: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = conds else { return then(self, context.env.clone()) };
        let yes = |this: &mut Lowering<'_>, env: Env| this.all_are(rest, context.with(&env), then);
        let no = |this: &mut Lowering<'_>, _: Env| {
            this.leaf(Ending::Refused(Expr::atom("ok")), context.span)
        };
        self.test(first, context.span, context.env, &yes, &no)
    }

    /// Whether nothing is known of a value, as it comes from elsewhere.
    pub(crate) fn is_open(&self, value: &Expr) -> bool {
        match self.resolve(value) {
            Expr::Unknown(_) => true,
            given if self.is_given(given) => true,
            Expr::Var(var) => {
                self.chosen.contains(var)
                    || self.natures.get(var).is_some_and(|nature| nature.is_open)
            }
            Expr::Element(_, whole) | Expr::Head(whole) | Expr::Tail(whole) => self.is_open(whole),
            _ => false,
        }
    }

    /// The place of the data in a value of a callback: the loop keeps them, and never looks at them.
    fn data_place(&self, value: &Expr) -> Option<usize> {
        let Expr::Tuple(items) = self.resolve(value) else { return None };
        let Expr::Atom(tag) = self.resolve(items.first()?) else { return None };
        let shapes = self.shared.machine.behaviour.bare.callback.shapes;
        let is_it = |shape: &&Shape| shape.tag == tag.as_str() && shape.size == items.len();
        shapes.iter().find(is_it)?.data
    }

    /// The module's `init/1`.
    fn starts(&mut self, argument: &Expr, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let function = self.shared.machine.init;
        self.own_clauses(function, vec![argument.clone()], context, &|this, env, ended| match ended
        {
            Ok(value) | Err(Raised { class: Class::Throw, reason: value, .. }) => {
                this.of_loop("started", vec![value], context.with(&env), k)
            }
            Err(raised) => (context.place.handler)(this, raised),
        })
    }

    /// The module's callback for an event in a state: called as the state, or the one for all states.
    pub(super) fn calls_own(
        &mut self,
        [kind, content, state, kept]: [&Expr; 4],
        context: Context<'_>,
        then: Then<'_>,
    ) -> NodeId {
        let callback = self.shared.machine.behaviour.bare.callback;
        let state = self.resolve(state).clone();
        let args = callback.arguments.iter().map(|argument| match argument {
            Argument::Type => kind.clone(),
            Argument::State => state.clone(),
            Argument::Data => Expr::element(1, kept.clone()),
            _ => content.clone(),
        });
        let args: Vec<Expr> = args.collect();
        let name = match (callback.name, &state) {
            (CallbackName::OfState, Expr::Atom(name)) => name.clone(),
            (CallbackName::Fixed(name), _) => Name::from(name),
            // None of the module's states: `apply/3` with a function that is not there, or is no atom.
            (CallbackName::OfState, _) => return self.has_no_state(&state, context, then),
        };
        self.in_called_module(kept, context, &|this, env, module| {
            let context = context.with(&env);
            let machine = this.shared.machine;
            if let Some(function) = machine.callback_in(module, &name, callback.arity()) {
                return this.own_clauses(function, args.clone(), context, then);
            }
            let undef = Raised { class: Class::Error, reason: Expr::atom("undef"), trace: None };
            then(this, context.env.clone(), Err(undef))
        })
    }

    /// A call as a state that is computed, and is none of the module's.
    fn has_no_state(&mut self, state: &Expr, context: Context<'_>, then: Then<'_>) -> NodeId {
        let raised =
            |reason: &str| Raised { class: Class::Error, reason: Expr::atom(reason), trace: None };
        let fails = |reason: &'static str| {
            move |this: &mut Lowering<'_>, env: Env| then(this, env, Err(raised(reason)))
        };
        let is_atom = Cond::Is(Kind::Atom, state.clone());
        self.test(&is_atom, context.span, context.env, &fails("undef"), &fails("badarg"))
    }

    /// The clauses of a callback of the module, each of which stands for what follows it.
    fn own_clauses(
        &mut self,
        function: &Function,
        args: Vec<Expr>,
        context: Context<'_>,
        then: Then<'_>,
    ) -> NodeId {
        let selection = head_selection(function, args);
        let key = (function.name.clone(), function.arity);
        let caller = context.env;
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let clause = &function.clauses[number];
            let outer = this.graph.within.replace(clause.span);
            let place = Place { origin: clause.span, ..*context.place };
            let behind = |this: &mut Lowering<'_>, inner: Env, ended: Ended| {
                let innermost = this.inlined.pop();
                let node = then(this, Env { facts: inner.facts, ..caller.clone() }, ended);
                this.inlined.extend(innermost);
                node
            };
            let raise =
                |this: &mut Lowering<'_>, raised: Raised| behind(this, caller.clone(), Err(raised));
            let run = |this: &mut Lowering<'_>, env: Env, value: Expr| behind(this, env, Ok(value));
            let place = Place { handler: &raise, ..place };
            this.inlined.push(key.clone());
            let context = Context { span: clause.span, env: &env, place: &place };
            let node = this.body(&clause.body, context, Cont { run: &run, copies: true });
            this.inlined.pop();
            this.graph.within = outer;
            node
        };
        let fail = |this: &mut Lowering<'_>, env: Env| {
            let outer = this.graph.within.replace(function.span);
            let reason = Expr::atom("function_clause");
            let raised = Raised { class: Class::Error, reason, trace: None };
            let node = then(this, Env { facts: env.facts, ..caller.clone() }, Err(raised));
            this.graph.within = outer;
            node
        };
        let start = caller.in_callee();
        let context = Context { span: function.span, env: &start, place: context.place };
        self.select(&selection, context, &Outcomes { clause: &clause, fail: &fail })
    }

    /// Whether a function is one of the loop.
    pub(crate) fn is_of_loop(&self, function: &Function) -> bool {
        let run_by = self.shared.machine.behaviour.run_by;
        run_by.is_some_and(|run_by| {
            let name = function.name.as_str().strip_prefix(run_by.module);
            name.is_some_and(|name| name.starts_with(':'))
        })
    }

    /// A call of a function of the loop that calls itself: in line where the list that it goes through is known, for then
    /// that comes to an end.
    pub(crate) fn of_loop_or_called(
        &mut self,
        function: &Function,
        args: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let scope = Scope::of(args.iter().copied());
        self.joined(context.env, &scope, k, &|this, k| {
            this.sequence(args, context, &|this, caller, args| {
                if !this.knows_list(function, &args) {
                    return this.call_with(function, args, context.with(&caller), k);
                }
                let (key, start) = ((function.name.clone(), function.arity), caller.in_callee());
                this.in_line(key, &caller, context.place, k, &|this, place, k| {
                    let context = context.with(&start).in_place(place);
                    this.function_clauses(function, args.clone(), context, k)
                })
            })
        })
    }

    /// Whether the list is known that a function of the loop goes through, and what its first element is.
    fn knows_list(&self, function: &Function, args: &[Expr]) -> bool {
        let is_list = |param: &&Pat| matches!(param.kind, PatKind::Cons(..));
        let place = function
            .clauses
            .iter()
            .find_map(|clause| clause.params.iter().position(|param| is_list(&param)));
        let list = place.and_then(|place| args.get(place)).map(|list| self.resolve(list));
        let is_known = match list {
            Some(Expr::Nil) => true,
            Some(list @ (Expr::Cons(..) | Expr::List(_))) => {
                let first = Expr::head(list.clone());
                matches!(self.resolve(&first), Expr::Tuple(_) | Expr::Atom(_) | Expr::Integer(_))
            }
            _ => false,
        };
        is_known && self.inlined.len() < MAX_INLINE_DEPTH
    }

    /// Whether a function of the module goes on in one way only, if it goes on: then nothing is lowered twice where what follows
    /// stands behind its value, and what is known of that is known there.
    pub(crate) fn is_straight(&self, function: &Function) -> bool {
        let [clause] = function.clauses.as_slice() else { return false };
        let branches = |expr: &Syntax| {
            matches!(
                expr.kind,
                ExprKind::Case(..)
                    | ExprKind::If(_)
                    | ExprKind::Receive(..)
                    | ExprKind::Try(_)
                    | ExprKind::Call(..)
                    | ExprKind::Binary(..)
                    | ExprKind::ListComprehension(..)
            )
        };
        let mut is_straight = self.graph.within.is_some();
        for expr in &clause.body {
            expr.for_each(&mut |expr| is_straight &= !branches(expr));
        }
        is_straight
    }
}

/// What the callback of the module gets where the loop gets this; for an event, not for what comes at once.
pub(super) fn own_arguments(called: Option<&Called>, args: Vec<Expr>) -> Vec<Expr> {
    let Some((called, entry)) = called.and_then(|called| Some((called, called.kind.entry?))) else {
        return args;
    };
    let event = args[0].clone();
    let kind = match &called.from {
        Some(from) => Expr::Tuple(vec![Expr::atom(entry.function), from.clone()]),
        None => Expr::atom(entry.function),
    };
    let state = args.get(args.len().saturating_sub(2)).cloned().unwrap_or(Expr::Nil);
    let own = called.kind.arguments.iter().map(|argument| match argument {
        Argument::Type => kind.clone(),
        Argument::State => state.clone(),
        Argument::Data => Expr::element(1, called.data.clone()),
        _ => event.clone(),
    });
    own.collect()
}

/// How the module's callback has ended, as a term of the loop: its tags, and what stands behind them.
fn of_end(ended: Ended) -> (Vec<Expr>, Expr) {
    match ended {
        Ok(value) | Err(Raised { class: Class::Throw, reason: value, .. }) => {
            (vec![Expr::atom("returned")], value)
        }
        Err(Raised { class, reason, .. }) => {
            (vec![Expr::atom("raised"), Expr::atom(class.name())], reason)
        }
    }
}

/// Whether a function is one that only loops can call.
pub(crate) fn is_loop_intrinsic(name: &str) -> bool {
    matches!(
        name,
        "$init"
            | "$call"
            | "$enter"
            | "$terminate"
            | "$enters"
            | "$part"
            | "$is_open"
            | "$open_actions"
            | "$with"
            | "$noted"
            | "$note"
            | "$length"
            | "$successor"
            | "$changes_module"
            | "$own"
            | "$until"
            | "$from_now"
            | "$value"
            | "$settle"
    )
}
