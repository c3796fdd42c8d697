//! Whether a process is the machine itself.
//!
//! Input: the value that says to whom a call goes, and what such a call takes for a process. Output: what follows where it
//! is the machine, or what follows where it is another process; a test between both where the value decides at run time.
//! The machine is its process identifier, each of its names (`names`), and these with its node or behind `global` or
//! `via`; a name that it has at times only is that of the process that has it then (`registry`). A value of the module
//! can be one of these only where that is among its values (`addresses`); one that is not known may be its process
//! identifier, which the process that starts it knows, unless the options say that it is not. Does not know what a call
//! does to the machine: `self_send`, `timer` and `watch` do.

use std::cell::Cell;
use std::collections::BTreeSet;

use frontend::{Name, Span};

use super::names::Registry;
use super::registry::ByName;
use crate::analysis::addresses::Address;
use crate::core::Node;
use crate::lower::analysis::values::Values;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, Kind, MACHINE, NodeId};

/// What a call takes for a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Process identifiers only.
    Pid,
    /// These, and names.
    Name,
    /// These, and names on nodes.
    Node,
    /// Whatever the behaviours take: these, and names that another module keeps.
    Any,
}

impl Reach {
    fn takes(self, address: &Address) -> bool {
        self >= match address {
            Address::Pid => Self::Pid,
            Address::Name(_) => Self::Name,
            Address::Node(_) => Self::Node,
            Address::Global(_) | Address::Via(..) => Self::Any,
        }
    }
}

/// To whom a call goes, and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct To<'t> {
    /// Who it is.
    pub(crate) who: &'t Expr,
    /// What the call takes for a process.
    pub(crate) reach: Reach,
    /// The call.
    pub(crate) span: Span,
    /// The clause in which it stands.
    pub(crate) origin: Span,
}

/// What follows where it is known who a process is, and how that goes on.
pub(crate) type Follows<'f> = &'f dyn Fn(&mut Lowering<'_>, Env, Cont<'_>) -> NodeId;

/// What follows a test.
pub(crate) type Then<'t> = &'t dyn Fn(&mut Lowering<'_>, Env) -> NodeId;

impl Lowering<'_> {
    /// What follows a call whose value does not depend on who the process is, or mostly does not.
    pub(crate) fn sent_to(
        &mut self,
        to: To<'_>,
        env: &Env,
        k: Cont<'_>,
        mine: Follows<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let Some(terms) = self.may_be(to, env) else {
            return self.known_to(to, env, k, mine, other);
        };
        self.sharing(env, k, &|this, k| this.by_value(to, &terms, env, k, [mine, other]))
    }

    /// What follows a call whose value is another one where the process is the machine.
    pub(crate) fn sent_to_either(
        &mut self,
        to: To<'_>,
        env: &Env,
        k: Cont<'_>,
        mine: Follows<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let Some(terms) = self.may_be(to, env) else {
            return self.known_to(to, env, k, mine, other);
        };
        if k.copies {
            return self.by_value(to, &terms, env, k, [mine, other]);
        }
        let (var, next) = self.behind(env, k);
        let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
            this.graph.node(Node::Let { var, value, next })
        };
        self.by_value(to, &terms, env, Cont { run: &run, copies: true }, [mine, other])
    }

    /// Goes on where nothing is left to compare.
    fn known_to(
        &mut self,
        to: To<'_>,
        env: &Env,
        k: Cont<'_>,
        mine: Follows<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        if self.is_itself(to) { mine(self, env.clone(), k) } else { other(self, env.clone(), k) }
    }

    /// Whether a process is known to be the machine.
    pub(crate) fn is_itself(&self, To { who, reach, .. }: To<'_>) -> bool {
        let named = |registry, part: &Expr| self.is_own_name(registry, part);
        match self.resolve(who) {
            pid if *pid == Expr::pid(MACHINE) => true,
            atom @ Expr::Atom(_) => reach >= Reach::Name && named(Registry::Local, atom),
            Expr::Tuple(items) => match items.as_slice() {
                [tag, name] if *self.resolve(tag) == Expr::atom("global") => {
                    reach == Reach::Any && named(Registry::Global, name)
                }
                [name, node] => {
                    reach >= Reach::Node && named(Registry::Local, name) && self.is_node(node)
                }
                [tag, module, name] => {
                    let is_via = *self.resolve(tag) == Expr::atom("via");
                    reach == Reach::Any && is_via && self.is_own_by(module, name)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value is a name that is the machine's there as long as it runs.
    pub(crate) fn is_own_name(&self, registry: Registry, value: &Expr) -> bool {
        matches!(self.resolve(value), Expr::Atom(name) if self.shared.names.has(registry, name))
    }

    /// Whether a name is the machine's where `{via, Module, Name}` looks for it. A module that is computed may be any.
    pub(crate) fn is_own_by(&self, module: &Expr, name: &Expr) -> bool {
        match (self.resolve(module), self.resolve(name)) {
            (Expr::Atom(module), Expr::Atom(name)) => self.shared.names.has_by(module, name),
            _ => self.is_own_name(Registry::Via, name),
        }
    }

    /// Whether an address is the machine's as long as it runs.
    fn is_always_own(&self, address: &Address) -> bool {
        match address {
            Address::Pid => true,
            Address::Name(name) | Address::Node(name) => {
                self.shared.names.has(Registry::Local, name)
            }
            Address::Global(name) => self.shared.names.has(Registry::Global, name),
            Address::Via(module, name) => self.shared.names.has_by(module, name),
        }
    }

    /// The names that are the machine's in a registry as long as it runs, in order.
    fn own_names(&self, registry: Registry) -> Vec<Name> {
        let mut names: Vec<Name> = self.shared.names.known().into_iter().collect();
        names.sort();
        names.retain(|name| self.shared.names.has(registry, name));
        names
    }

    /// Whether a value may be an address of the machine, whose parts may be known.
    pub(crate) fn may_hold(&self, value: &Expr, address: &Expr, env: &Env) -> bool {
        let addresses = self.shared.addresses();
        let node = self.shared.node();
        let is_met = addresses.iter().any(|met| met.term(node).as_ref() == Some(address));
        let is_atom = || self.decide(&Cond::Is(Kind::Atom, value.clone()), env) == Some(true);
        let is_tuple = || matches!(self.resolve(value), Expr::Tuple(_));
        is_met || is_tuple() || matches!(address, Expr::Atom(_)) && is_atom()
    }

    fn is_node(&self, value: &Expr) -> bool {
        matches!(self.resolve(value), Expr::Unknown(origin) if self.shared.is_node(*origin))
    }

    /// What a process is to be compared with, which is not known to be the machine nor to be another one; `None` where
    /// nothing is left to compare.
    fn may_be(&self, to: To<'_>, env: &Env) -> Option<Terms> {
        if self.shared.client().is_some() || self.is_itself(to) {
            return None;
        }
        let possible = |term: &Expr| {
            self.decide(&Cond::Same(to.who.clone(), term.clone()), env) != Some(false)
        };
        let node = self.shared.node();
        let addresses = self.shared.addresses();
        let own_addresses = addresses
            .iter()
            .filter(|address| to.reach.takes(address) && self.is_always_own(address));
        let mut for_known: Vec<Expr> =
            own_addresses.filter_map(|address| address.term(node)).collect();
        for_known.extend(self.of_parts(to, &addresses));
        for_known.retain(possible);
        for_known.dedup();
        let mut open: Vec<Expr> = Vec::new();
        if self.may_be_open(to.who, env) {
            let unknown = self.of_unknown(to, env).into_iter().filter(possible);
            if !self.shared.options.others_only {
                open.extend(unknown);
            } else if unknown.count() > 0 {
                self.shared.meet_other(to.span);
            }
        }
        open.extend(for_known.iter().filter(|term| !is_ground(term)).cloned());
        let named = self.by_names(to, env);
        let is_empty = for_known.is_empty() && open.is_empty() && named.is_empty();
        (!is_empty).then_some(Terms { for_known, open, named })
    }

    /// Whether nothing at all may be known of a value.
    fn may_be_open(&self, value: &Expr, env: &Env) -> bool {
        let is_part = matches!(
            self.resolve(value),
            Expr::Var(_)
                | Expr::Element(..)
                | Expr::Head(_)
                | Expr::Tail(_)
                | Expr::Unknown(_)
                | Expr::Call(..)
        );
        let is_known = Cond::Known(value.clone());
        is_part && self.shared.values != Values::Known && self.decide(&is_known, env) != Some(true)
    }

    /// What stands for the machine where a process is unknown: its process identifier, or its names where that is known
    /// to be an atom.
    fn of_unknown(&self, to: To<'_>, env: &Env) -> Vec<Expr> {
        if self.decide(&Cond::Is(Kind::Atom, to.who.clone()), env) != Some(true) {
            return vec![Expr::pid(MACHINE)];
        }
        let own_names = self.own_names(Registry::Local).into_iter();
        own_names.filter(|_| to.reach >= Reach::Name).map(Expr::Atom).collect()
    }

    /// The addresses of the machine that a tuple may be which is put together here.
    fn of_parts(&self, to: To<'_>, addresses: &BTreeSet<Address>) -> Vec<Expr> {
        let Expr::Tuple(items) = self.resolve(to.who) else { return Vec::new() };
        let is_held = |part: &Expr, name: &Name| {
            *self.resolve(part) == Expr::Atom(name.clone())
                || addresses.contains(&Address::Name(name.clone()))
        };
        let node = self.shared.node().map(Expr::Unknown);
        let mut terms = Vec::new();
        let mut names: Vec<Name> = self.shared.names.known().into_iter().collect();
        names.sort();
        for name in &names {
            let atom = || Expr::Atom(name.clone());
            let has = |registry| self.shared.names.has(registry, name);
            match items.as_slice() {
                [first, second] => {
                    if to.reach >= Reach::Node && has(Registry::Local) && is_held(first, name) {
                        terms.extend(node.clone().map(|node| Expr::Tuple(vec![atom(), node])));
                    }
                    if to.reach == Reach::Any && has(Registry::Global) && is_held(second, name) {
                        terms.push(Expr::Tuple(vec![Expr::atom("global"), atom()]));
                    }
                }
                [_, module, last]
                    if to.reach == Reach::Any
                        && self.is_own_by(module, &atom())
                        && is_held(last, name) =>
                {
                    terms.push(Expr::Tuple(vec![Expr::atom("via"), module.clone(), atom()]));
                }
                _ => {}
            }
        }
        terms
    }

    /// Compares a process with what the machine may be, and goes on.
    fn by_value(
        &mut self,
        to: To<'_>,
        terms: &Terms,
        env: &Env,
        k: Cont<'_>,
        [mine, other]: [Follows<'_>; 2],
    ) -> NodeId {
        let nodes = [Cell::new(None), Cell::new(None)];
        let once = |this: &mut Lowering<'_>, node: &Cell<Option<NodeId>>, follows: Follows<'_>| {
            let shared_node = node.get().unwrap_or_else(|| follows(this, env.clone(), k));
            node.set(Some(shared_node));
            shared_node
        };
        let yes = |this: &mut Lowering<'_>, _: Env| once(this, &nodes[0], mine);
        let no = |this: &mut Lowering<'_>, _: Env| once(this, &nodes[1], other);
        self.compare(to, terms, env, &yes, &no)
    }

    /// Goes on by whether a process is the machine.
    pub(crate) fn if_itself(
        &mut self,
        to: To<'_>,
        env: &Env,
        yes: Then<'_>,
        no: Then<'_>,
    ) -> NodeId {
        match self.may_be(to, env) {
            Some(terms) => self.compare(to, &terms, env, yes, no),
            None if self.is_itself(to) => yes(self, env.clone()),
            None => no(self, env.clone()),
        }
    }

    fn compare(
        &mut self,
        to: To<'_>,
        terms: &Terms,
        env: &Env,
        yes: Then<'_>,
        no: Then<'_>,
    ) -> NodeId {
        let named = |this: &mut Lowering<'_>, env: Env| {
            this.if_machine_by_name(&terms.named, to, &env, yes, no)
        };
        let is = |term: &Expr| Cond::Same(to.who.clone(), term.clone());
        let is_open: Vec<Cond> = terms.open.iter().map(is).collect();
        if terms.for_known.iter().all(|term| terms.open.contains(term)) {
            return self.if_one_of(&is_open, to.span, env, yes, &named);
        }
        let known_conds: Vec<Cond> = terms.for_known.iter().map(is).collect();
        let if_known = |this: &mut Lowering<'_>, env: Env| {
            this.if_one_of(&known_conds, to.span, &env, yes, &named)
        };
        let open = |this: &mut Lowering<'_>, env: Env| {
            this.if_one_of(&is_open, to.span, &env, yes, &named)
        };
        let is_known = Cond::Known(to.who.clone());
        self.test(&is_known, to.span, env, &if_known, &open)
    }

    /// Goes on by whether one of these holds, each of which is asked for only where those before it do not.
    pub(crate) fn if_one_of(
        &mut self,
        conds: &[Cond],
        span: Span,
        env: &Env,
        yes: Then<'_>,
        no: Then<'_>,
    ) -> NodeId {
        let Some((first, others)) = conds.split_first() else { return no(self, env.clone()) };
        self.test(first, span, env, yes, &|this, env| this.if_one_of(others, span, &env, yes, no))
    }
}

/// What a process is compared with.
struct Terms {
    /// Where it is known.
    for_known: Vec<Expr>,
    /// Where some of it is not.
    open: Vec<Expr>,
    /// By names that it has at times only.
    named: Vec<ByName>,
}

/// Whether a term has no unknown value in it.
pub(crate) fn is_ground(term: &Expr) -> bool {
    !matches!(term, Expr::Unknown(_) | Expr::Var(_)) && term.operands().all(is_ground)
}
