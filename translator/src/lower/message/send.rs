//! `To ! Message`.
//!
//! Input: both sides of a send as written. Output: what the machine sends itself goes into its own queue (`self_send`), what
//! another process runs comes later (`spawned`), all else is an action `erlang:send`. The value is the message.

use frontend::ast::Expr as Syntax;
use frontend::{Name, Span};

use crate::core::OutsideCall;
use crate::lower::{Cont, Env, Lowering, Place};
use model::NodeId;

impl Lowering<'_> {
    /// `To ! Message`: an action; its value is the message.
    pub(crate) fn send(
        &mut self,
        operands: [&Syntax; 2],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if place.guard.is_some() {
            return self.ill_formed("a message cannot be sent in a guard".to_owned(), span);
        }
        self.sequence(&operands, env, place, &|this, env, args| {
            let (module, function) = (Name::from("erlang"), Name::from("send"));
            let call = OutsideCall::new(module, function, args, span);
            if this.is_elsewhere() {
                return this.act_elsewhere(&call, &env, place, k);
            }
            this.note_funs(&call.args);
            this.note_answer_by_name(&call);
            if let Some(post) = this.client_post(&call, &env, place, k) {
                return post;
            }
            this.post_or(&call, &env, place, k, &|this, env, k| {
                this.note_own_event(&call);
                this.unless_to_nobody(&call, &env, place, &|this, env| {
                    let next = (k.run)(this, env, call.args[1].clone());
                    this.plain_act(call.clone(), next, place)
                })
            })
        })
    }
}
