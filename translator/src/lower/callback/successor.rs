//! Callback modules that take the place of the one that a machine starts with.
//!
//! Input: what the loop keeps of its callback modules. Output: a way for each of them that is at hand, on which it is known that this
//! one is called. A module that is not at hand is said to be left out (W0215): the machine goes on with the callbacks that it has.

use behaviour::Deed;
use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::lower::analysis::shared::Shared;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, Kind, NodeId};

/// Where the loop keeps the modules: that which is called now, and those that come back.
const MODULES: usize = 5;

/// What is done for a module: its number among those that may take the place of the first one, nothing for that.
type InModule<'k> = &'k dyn Fn(&mut Lowering<'_>, Env, Option<usize>) -> NodeId;

impl Shared<'_> {
    /// Whether some action may have another module called: its name is told in the module, or in what comes to it.
    pub(super) fn changes_module(&self) -> bool {
        *self.changes_module.get_or_init(|| {
            let told = self.told_atoms();
            let mut actions = self.machine.behaviour.actions.iter();
            actions
                .any(|action| action.deed == Deed::Module && told.contains(&Name::from(action.tag)))
        })
    }
}

impl Lowering<'_> {
    /// Goes on for the module whose callbacks are called, by what the loop keeps.
    pub(super) fn in_called_module(
        &mut self,
        kept: &Expr,
        context: Context<'_>,
        then: InModule<'_>,
    ) -> NodeId {
        if !self.shared.is_noted(&Expr::atom("modules")) {
            return then(self, context.env.clone(), None);
        }
        let modules = self.component(MODULES, kept);
        let is_other = Cond::Is(Kind::Cons, modules.clone());
        let yes = |this: &mut Lowering<'_>, env: Env| {
            let called = this.resolve(&Expr::head(modules.clone())).clone();
            this.by_module(&called, context.with(&env), then)
        };
        let no = |this: &mut Lowering<'_>, env: Env| then(this, env, None);
        self.test(&is_other, context.span, context.env, &yes, &no)
    }

    /// Goes on for the module that a name is, which is one of those that are at hand.
    pub(super) fn by_module(
        &mut self,
        module: &Expr,
        context: Context<'_>,
        then: InModule<'_>,
    ) -> NodeId {
        self.by_module_from(0, module, context, then)
    }

    fn by_module_from(
        &mut self,
        at: usize,
        module: &Expr,
        context: Context<'_>,
        then: InModule<'_>,
    ) -> NodeId {
        let Some(successor) = self.shared.machine.successors.get(at) else {
            return then(self, context.env.clone(), None);
        };
        let is_it = Cond::Same(module.clone(), Expr::Atom(successor.name.clone()));
        let yes = |this: &mut Lowering<'_>, env: Env| then(this, env, Some(at));
        let no = |this: &mut Lowering<'_>, env: Env| {
            this.by_module_from(at + 1, module, context.with(&env), then)
        };
        self.test(&is_it, context.span, context.env, &yes, &no)
    }

    /// The module that is called from now on: the one that is named where it is at hand, else the one that is called now.
    pub(super) fn successor(
        &mut self,
        [module, now]: [&Expr; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let own = Expr::Atom(self.shared.machine.name.clone());
        self.by_module(module, context, &|this, env, at| {
            if let Some(at) = at {
                let name = this.shared.machine.successors[at].name.clone();
                return (k.run)(this, env, Expr::Atom(name));
            }
            let is_own = Cond::Same(module.clone(), own.clone());
            let yes = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, own.clone());
            let no = |this: &mut Lowering<'_>, env: Env| {
                this.note_other_module(module, this.graph.placed(context.span));
                (k.run)(this, env, now.clone())
            };
            this.test(&is_own, context.span, &env, &yes, &no)
        })
    }

    /// Says that the callbacks of this module, which are called from now on, are not in the model. A value of which little is known may be any action:
    /// one that the module does not name is none of its.
    fn note_other_module(&mut self, module: &Expr, span: Span) {
        let takes = match self.resolve(module) {
            Expr::Atom(name) => format!("`{name}` takes"),
            _ if self.shared.machine.names_others() => "another module may take".to_owned(),
            _ => return,
        };
        let message = format!(
            "{takes} the place of this callback module: its callbacks are not part of the model, those of this one are called instead"
        );
        self.note(Diagnostic::warning(codes::OTHER_MODULE, message, span));
    }
}
