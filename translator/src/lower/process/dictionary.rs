//! The process dictionary: `put/2`, `get/1`, `erase/1` and `erase/0` with keys that are atoms.
//!
//! Input: a call of one of these with the values of its arguments. Output: an action that the machine itself carries
//! out, on entries that it carries (`kernel/state/dictionary.rs`), one for each key that is known. A key that is computed
//! is compared with all of them; what has another key is not followed, and neither is what the module never
//! puts, for other code does: such calls are those of another module. What a client or a guard does is none of it.

use frontend::Name;

use crate::core::{Lookup, Node, OutsideCall, Returns, Service};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::process::keys::lookup;
use model::{Cond, Expr, Kind, NodeId, OriginKind};

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
        if (key.1, key.2) == ("erase", 0) && !self.shared.discovered.keys.names.is_empty() {
            return Some(self.forget(call, context, k));
        }
        let lookup = lookup(key.1, key.2)?;
        let key = args.first()?;
        if let Expr::Atom(name) = self.resolve(key) {
            self.shared.keys.borrow_mut().meet(name, lookup);
            let number = self.shared.discovered.keys.number(name)?;
            return Some(self.entry(call, Service::Entry(lookup, number), context, k));
        }
        let names: Vec<Name> = self.shared.discovered.keys.names.iter().cloned().collect();
        (!names.is_empty()).then(|| self.entry_of_computed(call, lookup, &names, context, k))
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
        names: &[Name],
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
            this.entry_among(call, lookup, names, context.with(&env), k)
        };
        let key = call.args.first().cloned().unwrap_or(Expr::Nil);
        self.test(&Cond::Is(Kind::Atom, key), call.span, context.env, &atom, &other)
    }

    fn entry_among(
        &mut self,
        call: &OutsideCall,
        lookup: Lookup,
        names: &[Name],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [first, others @ ..] = names else {
            return self.act(call.clone(), context.env.clone(), context.place, k);
        };
        let Some(number) = self.shared.discovered.keys.number(first) else {
            return self.act(call.clone(), context.env.clone(), context.place, k);
        };
        let service = Service::Entry(lookup, number);
        let key = call.args.first().cloned().unwrap_or(Expr::Nil);
        let of_first =
            |this: &mut Lowering<'_>, env: Env| this.entry(call, service, context.with(&env), k);
        let other = |this: &mut Lowering<'_>, env: Env| {
            this.entry_among(call, lookup, others, context.with(&env), k)
        };
        let cond = Cond::Same(key, Expr::Atom(first.clone()));
        self.test(&cond, call.span, context.env, &of_first, &other)
    }
}
