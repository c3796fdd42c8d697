//! Who has a name that the machine has at times only.
//!
//! Input: a call that registers a process or takes a name back, and calls by such a name. Output: hidden steps that keep
//! who has it, beside the entries of the process dictionary (`kernel/state/dictionary.rs`), and tests on that. Such an entry is
//! `undefined` until the module does something with the name, a process where that was registered, `none` where the
//! name was taken back. That a call registers a process is assumed, as that any call returns. Whom a timer, or another process, finds under a
//! name is asked when that is started, with a warning. Does not see what other processes and other modules do with a name.

use std::cell::Cell;

use frontend::{Diagnostic, Name, Span};

use super::names::{Registry, SharedName};
use crate::codes;
use crate::core::{FIRST_NAME, Lookup, Node, OutsideCall, Returns, Service};
use crate::library::functions::{Naming, naming};
use crate::library::no_receiver::failure;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::process::self_test::{Reach, Then, To, is_ground};
use model::{Class, Cond, Expr, MACHINE, NodeId};

/// What an entry holds when the name was taken back.
const NOBODY_ANY_MORE: &str = "none";

/// What it holds when another process was started under it.
const CHILD: &str = "child";

/// An address by which a call means the process that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByName {
    /// What is known of the name.
    pub(crate) name: SharedName,
    /// The address.
    pub(crate) term: Expr,
}

/// What a call does with a name, where the value is the name.
#[derive(Clone, Debug)]
pub(crate) struct Renamed {
    name: SharedName,
    /// The name as a term.
    term: Expr,
    /// What the call has for it.
    value: Expr,
    /// Who has it then.
    holder: Expr,
    /// The result without which nothing has been done.
    result: Option<Expr>,
}

/// What follows where it is known who has a name.
type Held<'h> = &'h dyn Fn(&mut Lowering<'_>, Env, SharedName, To<'_>) -> NodeId;

impl Lowering<'_> {
    /// What a call does with names that the machine has at times.
    pub(crate) fn renamed(&self, call: &OutsideCall) -> Vec<Renamed> {
        let (Some(naming), Some(name)) = (naming(call.otp()), call.args.first()) else {
            return Vec::new();
        };
        let registry = registry_of(call);
        let (holder, result) = match (naming, call.args.get(1)) {
            (Naming::GivesToChild, _) => {
                let Some((registry, name)) = self.started_as(name) else { return Vec::new() };
                return self.moved(registry, name, &Expr::atom(CHILD), None);
            }
            (Naming::TakesBack, _) => (Expr::atom(NOBODY_ANY_MORE), None),
            (Naming::Gives, Some(process)) => (process.clone(), None),
            (Naming::GivesIfFree, Some(process)) => (process.clone(), Some(Expr::atom("yes"))),
            (Naming::Gives | Naming::GivesIfFree, None) => return Vec::new(),
        };
        self.moved(registry, name, &holder, result.as_ref())
    }

    /// The names that a value may be, and what becomes of these.
    fn moved(
        &self,
        registry: Registry,
        value: &Expr,
        holder: &Expr,
        result: Option<&Expr>,
    ) -> Vec<Renamed> {
        let names = self.shared.names.all_shared().filter(|(other, _)| *other == registry);
        let renamed = names.filter_map(|(_, name)| {
            let term = Expr::Atom(name.clone());
            let name = self.shared.names.shared(registry, name)?;
            let (value, holder, result) = (value.clone(), holder.clone(), result.cloned());
            Some(Renamed { name, term, value, holder, result })
        });
        renamed.collect()
    }

    /// Where a process is started under which name.
    fn started_as<'e>(&'e self, place: &'e Expr) -> Option<(Registry, &'e Expr)> {
        let Expr::Tuple(parts) = self.resolve(place) else { return None };
        let [by, name] = parts.as_slice() else { return None };
        let by = self.resolve(by);
        let is = |tag: &str| *by == Expr::atom(tag);
        let registry = is("local").then_some(Registry::Local);
        Some((registry.or_else(|| is("global").then_some(Registry::Global))?, name))
    }

    /// Goes on with a call that may do something with a name, and keeps behind it who has that.
    pub(crate) fn keeping_names(
        &mut self,
        call: &OutsideCall,
        place: &Place<'_>,
        k: Cont<'_>,
        go: &dyn Fn(&mut Lowering<'_>, Cont<'_>) -> NodeId,
    ) -> NodeId {
        if self.shared.client().is_some() {
            return go(self, k);
        }
        let renamed = self.renamed(call);
        if renamed.is_empty() {
            self.note_unknown_name(call);
            return go(self, k);
        }
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let next = (k.run)(this, env.clone(), value.clone());
            renamed.iter().rev().fold(next, |next, renamed| {
                this.holds(renamed, &value, Context { span: call.span, env: &env, place }, next)
            })
        };
        go(self, Cont { run: &run, copies: k.copies })
    }

    /// Says that a name that is computed is not followed, where the machine gets it.
    fn note_unknown_name(&mut self, call: &OutsideCall) {
        let registers = matches!(naming(call.otp()), Some(Naming::Gives | Naming::GivesIfFree));
        let [name, process, ..] = call.args.as_slice() else { return };
        let is_known =
            || matches!(self.resolve(name), Expr::Atom(name) if self.shared.names.is_own(name));
        if registers && *self.resolve(process) == Expr::pid(MACHINE) && !is_known() {
            let message =
                "this name of the machine is computed: what is sent to it is not part of the model";
            self.note(Diagnostic::warning(codes::TIMEOUT, message, call.span));
        }
    }

    /// Keeps who has a name, if this is the name and the call has done something.
    fn holds(
        &mut self,
        renamed: &Renamed,
        result: &Expr,
        context: Context<'_>,
        next: NodeId,
    ) -> NodeId {
        let span = context.span;
        let args = vec![renamed.term.clone(), renamed.holder.clone()];
        let call = entry("registered", Lookup::Put, renamed.name, args, span);
        let stays = |_: &mut Lowering<'_>, _: Env| next;
        let put = |this: &mut Lowering<'_>, _: Env| {
            this.serve(call.clone(), None, Returns::One, next, context.place)
        };
        let done = |this: &mut Lowering<'_>, env: Env| match &renamed.result {
            Some(done) => {
                this.test(&Cond::Same(result.clone(), done.clone()), span, &env, &put, &stays)
            }
            None => put(this, env),
        };
        let is_it = Cond::Same(renamed.value.clone(), renamed.term.clone());
        self.test(&is_it, span, context.env, &done, &stays)
    }

    /// The addresses by which a process may be meant that has a name which the machine has at times.
    pub(crate) fn by_names(&self, to: To<'_>, env: &Env) -> Vec<ByName> {
        let shared = self.shared.names.all_shared();
        let all = shared.flat_map(|(registry, name)| self.addresses_of(registry, name, to.reach));
        let is_met =
            |by: &ByName| match self.decide(&Cond::Same(to.who.clone(), by.term.clone()), env) {
                Some(is_it) => is_it,
                None => self.may_hold(to.who, &by.term, env),
            };
        all.filter(is_met).collect()
    }

    fn addresses_of(&self, registry: Registry, registered: &Name, reach: Reach) -> Vec<ByName> {
        let Some(name) = self.shared.names.shared(registry, registered) else { return Vec::new() };
        let atom = Expr::Atom(registered.clone());
        let on_node = |node| Expr::Tuple(vec![atom.clone(), Expr::Unknown(node)]);
        let terms = match registry {
            Registry::Local => {
                let plain = (reach >= Reach::Name).then(|| atom.clone());
                let node = self.shared.node().filter(|_| reach >= Reach::Node);
                [plain, node.map(on_node)]
            }
            Registry::Global if reach == Reach::Any => {
                let global = || Expr::atom("global");
                let tagged = Expr::Tuple(vec![global(), atom.clone()]);
                [Some(tagged), Some(Expr::Tuple(vec![Expr::atom("via"), global(), atom.clone()]))]
            }
            Registry::Global | Registry::Via => [None, None],
        };
        terms.into_iter().flatten().map(|term| ByName { name, term }).collect()
    }

    /// Goes on by whether the machine is who has one of these names, where a process is called by that.
    pub(crate) fn if_machine_by_name(
        &mut self,
        names: &[ByName],
        to: To<'_>,
        env: &Env,
        yes: Then<'_>,
        no: Then<'_>,
    ) -> NodeId {
        let held = |this: &mut Lowering<'_>, env: Env, name: SharedName, holder: To<'_>| {
            let untouched = if name.is_given { yes } else { no };
            let moved = |this: &mut Lowering<'_>, env: Env| this.if_itself(holder, &env, yes, no);
            let is_untouched = Cond::Same(holder.who.clone(), Expr::atom("undefined"));
            this.test(&is_untouched, holder.span, &env, untouched, &moved)
        };
        self.if_by_name(names, to, env, &held, no)
    }

    /// Goes on with who has a name where a process is called by one of these.
    fn if_by_name(
        &mut self,
        names: &[ByName],
        to: To<'_>,
        env: &Env,
        held: Held<'_>,
        no: Then<'_>,
    ) -> NodeId {
        if names.is_empty() {
            return no(self, env.clone());
        }
        let all = |this: &mut Lowering<'_>, env: Env| this.if_among(names, to, &env, held, no);
        let open: Vec<ByName> = names.iter().filter(|by| !is_ground(&by.term)).cloned().collect();
        let partly = |this: &mut Lowering<'_>, env: Env| this.if_among(&open, to, &env, held, no);
        self.test(&Cond::Known(to.who.clone()), to.span, env, &all, &partly)
    }

    fn if_among(
        &mut self,
        names: &[ByName],
        to: To<'_>,
        env: &Env,
        held: Held<'_>,
        no: Then<'_>,
    ) -> NodeId {
        let Some((first, others)) = names.split_first() else { return no(self, env.clone()) };
        let is_it = Cond::Same(to.who.clone(), first.term.clone());
        let named = |this: &mut Lowering<'_>, env: Env| this.if_holder(first, to, &env, held);
        let other = |this: &mut Lowering<'_>, env: Env| this.if_among(others, to, &env, held, no);
        self.test(&is_it, to.span, env, &named, &other)
    }

    /// Goes on with who has a name.
    fn if_holder(&mut self, by: &ByName, to: To<'_>, env: &Env, held: Held<'_>) -> NodeId {
        let holder = self.graph.var("Holder");
        let who = &Expr::Var(holder);
        let next = held(self, env.clone(), by.name, To { who, reach: Reach::Pid, ..to });
        let call = entry("whereis", Lookup::Get, by.name, vec![by.term.clone()], to.span);
        let (returns, raises, after) = (Returns::Timer(None), Vec::new(), None);
        let (result, clause) = (Some(holder), to.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// What follows a call by a name that is not the machine's, unless no process has that any more.
    pub(crate) fn unless_given_up(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        sent: Then<'_>,
    ) -> NodeId {
        let (Some((class, reason)), Some(who)) = (failure(call), call.args.first()) else {
            return sent(self, context.env.clone());
        };
        let to = To { who, reach: Reach::Any, span: call.span, origin: context.place.origin };
        let mut names = self.by_names(to, context.env);
        // What is sent to a name on a node, or by `global`, is lost without a word.
        names.retain(|by| class == Class::Exit || matches!(by.term, Expr::Atom(_)));
        let next = Cell::new(None);
        let sent = |this: &mut Lowering<'_>, _: Env| {
            let node = next.get().unwrap_or_else(|| sent(this, context.env.clone()));
            next.set(Some(node));
            node
        };
        let fails = |this: &mut Lowering<'_>, _: Env| this.raise_as(context, class, reason.clone());
        let held = |this: &mut Lowering<'_>, env: Env, _: SharedName, holder: To<'_>| {
            let is_nobody = Cond::Same(holder.who.clone(), Expr::atom(NOBODY_ANY_MORE));
            this.test(&is_nobody, call.span, &env, &fails, &sent)
        };
        self.if_by_name(&names, to, context.env, &held, &sent)
    }

    /// Says of what is sent later that it may find another process under a name than now.
    pub(crate) fn note_shared_name(&mut self, to: To<'_>, env: &Env) {
        if !self.by_names(to, env).is_empty() {
            let message = "who has this name when this arrives is not part of the model: it goes to the process \
                           that has the name now";
            self.note(Diagnostic::warning(codes::TIMEOUT, message, to.span));
        }
    }
}

/// Where a call that gives a name, or takes one back, does so.
fn registry_of(call: &OutsideCall) -> Registry {
    match Registry::of_module(&call.module) {
        Registry::Via => Registry::Local,
        global => global,
    }
}

/// A hidden call that reads or changes who has a name.
fn entry(
    function: &str,
    lookup: Lookup,
    name: SharedName,
    args: Vec<Expr>,
    span: Span,
) -> OutsideCall {
    let service = Some(Service::Entry(lookup, FIRST_NAME + name.number));
    let (module, function) = (Name::from("erlang"), Name::from(function));
    OutsideCall { service, ..OutsideCall::new(module, function, args, span) }
}
