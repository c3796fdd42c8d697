//! `To ! Message`.
//!
//! Input: both sides of a send as written. Output: what the machine sends itself goes into its own queue (`self_send`), what
//! another process runs comes later (`spawned`), all else is an action `erlang:send`. The value is the message.

use frontend::Name;
use frontend::ast::Expr as Syntax;

use crate::core::OutsideCall;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Lowering};
use model::NodeId;

impl Lowering<'_> {
    /// `To ! Message`: an action; its value is the message.
    pub(crate) fn send(
        &mut self,
        operands: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if context.place.guard.is_some() {
            return self.ill_formed("a message cannot be sent in a guard".to_owned(), context.span);
        }
        self.sequence(&operands, context, &|this, env, args| {
            let (module, function) = (Name::from("erlang"), Name::from("send"));
            let call = OutsideCall::new(module, function, args, context.span);
            if this.is_elsewhere() {
                return this.act_elsewhere(&call, context.with(&env), k);
            }
            this.note_funs(&call.args);
            this.note_answer_by_name(&call);
            if let Some(post) = this.client_post(&call, context.with(&env), k) {
                return post;
            }
            this.post_or(&call, context.with(&env), k, &|this, env, k| {
                this.note_own_event(&call);
                this.unless_to_nobody(&call, context.with(&env), &|this, env| {
                    let next = (k.run)(this, env, call.args[1].clone());
                    this.plain_act(call.clone(), next, context.place)
                })
            })
        })
    }
}
