//! Whether a process is the machine itself.
//!
//! Input: the value that says to whom a call goes, and what such a call takes for a process. Output: what follows where it
//! is the machine, or what follows where it is another process; a test between both where the value decides at run time.
//! The machine is its process identifier, each name under which the module starts or registers it, and these with
//! its node or behind `global` or `via`. A value of the module can be one of these only where that is among its values
//! (`addresses`); one that is not known may be its process identifier, which whoever starts it knows, unless the options
//! say that it is not. Does not know what a call does to the machine: `post`, `timer` and `watch` do.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use frontend::{Name, Span};

use super::values::Values;
use super::{Cont, Env, Lowering};
use crate::addresses::Address;
use crate::core::Node;
use crate::model::{Cond, Expr, Kind, MACHINE, NodeId};

/// What a call takes for a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
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
pub(super) struct To<'t> {
    /// Who it is.
    pub(super) who: &'t Expr,
    /// What the call takes for a process.
    pub(super) reach: Reach,
    /// The call.
    pub(super) span: Span,
}

/// What follows where it is known who a process is, and how that goes on.
pub(super) type Follows<'f> = &'f dyn Fn(&mut Lowering<'_>, Env, Cont<'_>) -> NodeId;

impl Lowering<'_> {
    /// What follows a call whose value does not depend on who the process is, or mostly does not.
    pub(super) fn sent_to(
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
        let met: RefCell<Vec<(Expr, NodeId)>> = RefCell::default();
        let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
            let known = met.borrow().iter().find(|(own, _)| *own == value).map(|own| own.1);
            known.unwrap_or_else(|| {
                let node = (k.run)(this, env.clone(), value.clone());
                met.borrow_mut().push((value, node));
                node
            })
        };
        let k = Cont { run: &run, copies: true };
        self.by_value(to, &terms, env, k, mine, other)
    }

    /// What follows a call whose value is another one where the process is the machine.
    pub(super) fn sent_to_either(
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
            return self.by_value(to, &terms, env, k, mine, other);
        }
        let (var, next) = self.behind(env, k);
        let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
            this.graph.node(Node::Let { var, value, next })
        };
        self.by_value(to, &terms, env, Cont { run: &run, copies: true }, mine, other)
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
    pub(super) fn is_itself(&self, To { who, reach, .. }: To<'_>) -> bool {
        let named = |part: &Expr| matches!(self.resolve(part), Expr::Atom(name) if self.shared.own_names.contains(name));
        match self.resolve(who) {
            own if *own == Expr::pid(MACHINE) => true,
            own @ Expr::Atom(_) => reach >= Reach::Name && named(own),
            Expr::Tuple(items) => match items.as_slice() {
                [tag, name] if *self.resolve(tag) == Expr::atom("global") => {
                    reach == Reach::Any && named(name)
                }
                [name, node] => reach >= Reach::Node && named(name) && self.is_node(node),
                [tag, _, name] => {
                    reach == Reach::Any && *self.resolve(tag) == Expr::atom("via") && named(name)
                }
                _ => false,
            },
            _ => false,
        }
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
        let own = addresses.iter().filter(|own| to.reach.takes(own));
        let mut known: Vec<Expr> = own.filter_map(|own| own.term(node)).collect();
        known.extend(self.of_parts(to, &addresses));
        known.retain(possible);
        known.dedup();
        let mut open: Vec<Expr> = Vec::new();
        if self.may_be_open(to.who, env) {
            let unknown = self.of_unknown(to, env).into_iter().filter(possible);
            if !self.shared.options.others_only {
                open.extend(unknown);
            } else if unknown.count() > 0 {
                self.shared.meet_other(to.span);
            }
        }
        open.extend(known.iter().filter(|term| !is_ground(term)).cloned());
        (!known.is_empty() || !open.is_empty()).then_some(Terms { known, open })
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

    /// What stands for the machine where nobody knows a process: its process identifier, or its names where that is known
    /// to be an atom.
    fn of_unknown(&self, to: To<'_>, env: &Env) -> Vec<Expr> {
        if self.decide(&Cond::Is(Kind::Atom, to.who.clone()), env) != Some(true) {
            return vec![Expr::pid(MACHINE)];
        }
        let mut names: Vec<&Name> = self.shared.own_names.iter().collect();
        names.sort();
        names.retain(|_| to.reach >= Reach::Name);
        names.into_iter().map(|name| Expr::Atom(name.clone())).collect()
    }

    /// The addresses of the machine that a tuple may be which is put together here.
    fn of_parts(&self, to: To<'_>, addresses: &BTreeSet<Address>) -> Vec<Expr> {
        let Expr::Tuple(items) = self.resolve(to.who) else { return Vec::new() };
        let mut names: Vec<&Name> = self.shared.own_names.iter().collect();
        names.sort();
        let is_held = |part: &Expr, name: &Name| {
            *self.resolve(part) == Expr::Atom(name.clone())
                || addresses.contains(&Address::Name(name.clone()))
        };
        let node = self.shared.node().map(Expr::Unknown);
        let mut found = Vec::new();
        for name in names {
            let own = || Expr::Atom(name.clone());
            match items.as_slice() {
                [first, second] => {
                    if to.reach >= Reach::Node && is_held(first, name) {
                        found.extend(node.clone().map(|node| Expr::Tuple(vec![own(), node])));
                    }
                    if to.reach == Reach::Any && is_held(second, name) {
                        found.push(Expr::Tuple(vec![Expr::atom("global"), own()]));
                    }
                }
                [_, module, last] if to.reach == Reach::Any && is_held(last, name) => {
                    found.push(Expr::Tuple(vec![Expr::atom("via"), module.clone(), own()]));
                }
                _ => {}
            }
        }
        found
    }

    /// Compares a process with what the machine may be, and goes on.
    fn by_value(
        &mut self,
        to: To<'_>,
        terms: &Terms,
        env: &Env,
        k: Cont<'_>,
        mine: Follows<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let nodes = [Cell::new(None), Cell::new(None)];
        let once = |this: &mut Lowering<'_>, node: &Cell<Option<NodeId>>, follows: Follows<'_>| {
            let known = node.get().unwrap_or_else(|| follows(this, env.clone(), k));
            node.set(Some(known));
            known
        };
        let yes = |this: &mut Lowering<'_>, _: Env| once(this, &nodes[0], mine);
        let no = |this: &mut Lowering<'_>, _: Env| once(this, &nodes[1], other);
        if terms.known.iter().all(|term| terms.open.contains(term)) {
            return self.if_one_of(&terms.open, to.who, to.span, env, &yes, &no);
        }
        let known = |this: &mut Lowering<'_>, env: Env| {
            this.if_one_of(&terms.known, to.who, to.span, &env, &yes, &no)
        };
        let open = |this: &mut Lowering<'_>, env: Env| {
            this.if_one_of(&terms.open, to.who, to.span, &env, &yes, &no)
        };
        let is_known = Cond::Known(to.who.clone());
        self.test(&is_known, to.span, env, &known, &open)
    }

    /// Goes on by whether a value is one of these.
    pub(super) fn if_one_of(
        &mut self,
        values: &[Expr],
        value: &Expr,
        span: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let Some((first, others)) = values.split_first() else { return no(self, env.clone()) };
        let is_first = Cond::Same(value.clone(), first.clone());
        self.test(&is_first, span, env, yes, &|this, env| {
            this.if_one_of(others, value, span, &env, yes, no)
        })
    }
}

/// What a process is compared with.
struct Terms {
    /// Where it is known.
    known: Vec<Expr>,
    /// Where some of it is not.
    open: Vec<Expr>,
}

/// Whether a term has no unknown value in it.
fn is_ground(term: &Expr) -> bool {
    !matches!(term, Expr::Unknown(_) | Expr::Var(_)) && term.operands().all(is_ground)
}
