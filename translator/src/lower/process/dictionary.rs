//! The process dictionary: `put/2`, `get/1`, `erase/1` and `erase/0` with keys that are atoms.
//!
//! Input: a call of one of these with the values of its arguments. Output: an action that the machine itself carries
//! out, on entries that it carries (`kernel/state/dictionary.rs`), one for each key that is known. A key that is computed
//! is compared with all of them; what has another key is not followed, and neither is what the module never
//! puts, for other code does: such calls are those of another module. What a client or a guard does is none of it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Module};

use crate::core::{FIRST_NAME, Lookup, Node, OutsideCall, Returns, Service};
use crate::lower::call::built_in::atom;
use crate::lower::{Cont, Context, Env, Lowering, Shared};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

/// Entries of a machine at most.
const MAX_ENTRIES: usize = FIRST_NAME as usize;

/// Keys that OTP itself uses.
const OF_OTP: [&str; 6] = [
    "$ancestors",
    "$initial_call",
    "$logger_metadata$",
    "$process_label",
    "rand_seed",
    "random_seed",
];

/// The keys of a machine's process dictionary: those that are known, and those that have been met.
pub(crate) struct Entries {
    known: Keys,
    met: RefCell<Keys>,
}

impl Entries {
    /// The keys that a module writes down.
    pub(crate) fn of(module: &Module) -> Self {
        Self::from(Keys::of(module))
    }
}

impl From<Keys> for Entries {
    fn from(known: Keys) -> Self {
        Self { met: RefCell::new(known.clone()), known }
    }
}

impl Shared<'_> {
    /// Tells the tables which keys of the machine's process dictionary are known, if any are.
    pub(crate) fn with_keys(self, keys: Option<Keys>) -> Self {
        match keys {
            Some(keys) => self.with_entries(Entries::from(keys)),
            None => self,
        }
    }

    /// The keys of the process dictionary that have been met, if there are more than were known.
    pub(crate) fn new_keys(&self) -> Option<Keys> {
        let met = self.keys.met.borrow();
        (*met != self.keys.known).then(|| met.clone())
    }
}

/// Keys of a process dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    known: BTreeSet<Name>,
    /// Whether the module puts something under a key that is computed.
    any_is_put: bool,
}

impl Keys {
    /// The keys that a module writes down, if it puts something there.
    fn of(module: &Module) -> Self {
        let (mut put, mut others, mut any_is_put) = (BTreeSet::new(), BTreeSet::new(), false);
        let clauses = module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| match called(module, expr) {
                Some((Lookup::Put, key)) => match atom(key) {
                    Some(name) => _ = put.insert(name),
                    None => any_is_put = true,
                },
                Some((_, key)) => others.extend(atom(key)),
                None => {}
            });
        }
        if any_is_put {
            put.append(&mut others);
        }
        put.retain(is_own);
        Self { known: put.into_iter().take(MAX_ENTRIES).collect(), any_is_put }
    }

    /// Adds a key that turned out to be used.
    fn meet(&mut self, name: &Name, lookup: Lookup) {
        let may_be = lookup == Lookup::Put || self.any_is_put;
        if may_be && is_own(name) && self.known.len() < MAX_ENTRIES {
            self.known.insert(name.clone());
        }
    }

    fn number(&self, name: &Name) -> Option<u8> {
        let position = self.known.iter().position(|known| known == name)?;
        u8::try_from(position).ok()
    }
}

fn is_own(name: &Name) -> bool {
    !OF_OTP.contains(&name.as_str())
}

/// What an expression does with which key.
fn called<'e>(module: &Module, expr: &'e Syntax) -> Option<(Lookup, &'e Syntax)> {
    let ExprKind::Call(callee, args) = &expr.kind else { return None };
    let name = match callee {
        Callee::Local(name) if module.function(name.as_str(), args.len()).is_none() => name,
        Callee::Remote(module, name, _) if module.as_str() == "erlang" => name,
        _ => return None,
    };
    Some((lookup(name.as_str(), args.len())?, args.first()?))
}

fn lookup(name: &str, arity: usize) -> Option<Lookup> {
    Some(match (name, arity) {
        ("get", 1) => Lookup::Get,
        ("put", 2) => Lookup::Put,
        ("erase", 1) => Lookup::Erase,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// A call that reads or changes the process dictionary; `None` if it is no such call.
    pub(crate) fn dictionary_call(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let OutsideCall { module, function, args, span, .. } = call;
        let key = (module.as_str(), function.as_str(), args.len());
        let is_stubbed = self.shared.stub(key, *span).is_some();
        if key.0 != "erlang" || is_stubbed || self.shared.client().is_some() {
            return None;
        }
        if (key.1, key.2) == ("erase", 0) && !self.shared.keys.known.known.is_empty() {
            return Some(self.forget(call, context, k));
        }
        let lookup = lookup(key.1, key.2)?;
        let key = args.first()?;
        if let Expr::Atom(name) = self.resolve(key) {
            self.shared.keys.met.borrow_mut().meet(name, lookup);
            let number = self.shared.keys.known.number(name)?;
            return Some(self.entry(call, Service::Entry(lookup, number), context, k));
        }
        let known: Vec<Name> = self.shared.keys.known.known.iter().cloned().collect();
        (!known.is_empty()).then(|| self.entry_of_computed(call, lookup, &known, context, k))
    }

    /// One entry of a known key.
    fn entry(
        &mut self,
        call: &OutsideCall,
        service: Service,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let result = self.graph.var("Entry");
        let next = (k.run)(self, context.env.clone(), Expr::Var(result));
        let is_used = self.graph.uses(result);
        if !is_used && matches!(service, Service::Entry(Lookup::Get, _)) {
            return next;
        }
        let (result, returns) =
            if is_used { (Some(result), Returns::Timer(None)) } else { (None, Returns::One) };
        let call = OutsideCall { service: Some(service), ..call.clone() };
        self.serve(call, result, returns, next, context.place)
    }

    /// All entries go; the order in which they come back is unknown.
    fn forget(&mut self, call: &OutsideCall, context: Context<'_>, k: Cont<'_>) -> NodeId {
        let result = self.graph.var("Entries");
        let next = (k.run)(self, context.env.clone(), Expr::Var(result));
        let (result, returns) = if self.graph.uses(result) {
            let what = "the result of `erlang:erase/0`";
            let origin = self.shared.origin(OriginKind::Inexact, what, call.span);
            (Some(result), Returns::Unknown(origin))
        } else {
            (None, Returns::One)
        };
        let call = OutsideCall { service: Some(Service::Forget), ..call.clone() };
        self.serve(call, result, returns, next, context.place)
    }

    /// The entry of a key that is computed: one of those that are known, or one that is not followed.
    fn entry_of_computed(
        &mut self,
        call: &OutsideCall,
        lookup: Lookup,
        known: &[Name],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (value, rest) = self.behind(context.env, k);
        let give = |this: &mut Lowering<'_>, _: Env, result: Expr| {
            this.graph.node(Node::Let { var: value, value: result, next: rest })
        };
        let k = Cont { run: &give, copies: true };
        let other =
            |this: &mut Lowering<'_>, env: Env| this.act(call.clone(), env, context.place, k);
        let atom = |this: &mut Lowering<'_>, env: Env| {
            this.entry_among(call, lookup, known, context.with(&env), k)
        };
        let key = call.args.first().cloned().unwrap_or(Expr::Nil);
        self.test(&Cond::Is(Kind::Atom, key), call.span, context.env, &atom, &other)
    }

    fn entry_among(
        &mut self,
        call: &OutsideCall,
        lookup: Lookup,
        known: &[Name],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [first, others @ ..] = known else {
            return self.act(call.clone(), context.env.clone(), context.place, k);
        };
        let Some(number) = self.shared.keys.known.number(first) else {
            return self.act(call.clone(), context.env.clone(), context.place, k);
        };
        let service = Service::Entry(lookup, number);
        let key = call.args.first().cloned().unwrap_or(Expr::Nil);
        let own =
            |this: &mut Lowering<'_>, env: Env| this.entry(call, service, context.with(&env), k);
        let other = |this: &mut Lowering<'_>, env: Env| {
            this.entry_among(call, lookup, others, context.with(&env), k)
        };
        let cond = Cond::Same(key, Expr::Atom(first.clone()));
        self.test(&cond, call.span, context.env, &own, &other)
    }
}
