//! `receive`: an action whose result is the message that it takes.
//!
//! Input: a `receive` of the source. Output: an action `erlang:receive` with the time of `after`, if there is
//! one, as its argument. Its message is one that the model knows to be in the mailbox (`selective_receive`; which one says
//! `kernel/mailbox/mail.rs`), or one of others: a stub lists these, else they are unknown. Some clause takes it: a message that
//! none takes stays where it is, so that such an end of the action does not exist. Where all clauses refuse every
//! message the callback hangs, as in OTP: a deadlock. With `after` the wait may also end, however long
//! the time is, even after no time. Without clauses that is no action. Does not know who sends messages.

use frontend::ast::{CaseClause, Expr as Syntax};
use frontend::{Name, Span};

use crate::core::{Ending, Node, Others, OutsideCall, OwnMessages, Returns};
use crate::library::stubs::{CallEnd, Stub};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::pattern::clauses::{Clause, Outcomes, Selection};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId, OriginKind, VarId};

/// The longest time that OTP waits, in milliseconds.
const MAX_TIME: usize = 4_294_967_295;

/// The parts of a `receive`.
pub(crate) struct Receive<'e> {
    pub(crate) clauses: &'e [CaseClause],
    /// Time and body of `after`.
    pub(crate) after: Option<(&'e Syntax, &'e [Syntax])>,
}

/// A message that is waited for.
#[derive(Clone, Copy)]
struct Message {
    span: Span,
    var: VarId,
    /// What follows it.
    next: NodeId,
    /// Which of those that the model knows of it may be.
    own_messages: OwnMessages,
}

impl Lowering<'_> {
    /// `receive Clauses after Time -> Body end`.
    pub(crate) fn receive(
        &mut self,
        expr: &Syntax,
        parts: &Receive<'_>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if context.place.guard.is_some() {
            return self.ill_formed("a guard cannot receive a message".to_owned(), expr.span);
        }
        if !parts.clauses.is_empty()
            && let Some(node) = self.lost(expr.span)
        {
            return node;
        }
        let own_messages = self.takes_own(parts.clauses, expr.span);
        self.joined(context.env, &Scope::of([expr]), k, &|this, k| {
            let Some((time, body)) = parts.after else {
                let message = this.message(parts.clauses, context, k);
                let message = Message { own_messages, ..message };
                return this.take(&message, None, None, context.place);
            };
            this.sequence(&[time], context, &|this, env, values| {
                let time = values.into_iter().next().unwrap_or(Expr::Nil);
                let message = (!parts.clauses.is_empty())
                    .then(|| this.message(parts.clauses, context.with(&env), k));
                let message = message.map(|message| Message { own_messages, ..message });
                let for_ever = |this: &mut Lowering<'_>, _: Env| match &message {
                    Some(message) => this.take(message, Some(&time), None, context.place),
                    None => this.hang(expr.span, context.place),
                };
                let gives_up = |this: &mut Lowering<'_>, env: Env| {
                    let after = this.after(&time, body, context.with(&env), k);
                    match &message {
                        Some(message) => {
                            this.take(message, Some(&time), Some(after), context.place)
                        }
                        None => after,
                    }
                };
                let cond = Cond::Same(time.clone(), Expr::atom("infinity"));
                this.test(&cond, expr.span, &env, &for_ever, &gives_up)
            })
        })
    }

    /// The message, and the clauses on it.
    fn message(&mut self, clauses: &[CaseClause], context: Context<'_>, k: Cont<'_>) -> Message {
        let var = self.graph.var("Message");
        let selection = Selection {
            title: "receive".to_owned(),
            value_names: vec!["message".to_owned()],
            fail_name: "waits on",
            span: context.span,
            values: vec![Expr::Var(var)],
            clauses: clauses
                .iter()
                .map(|clause| Clause {
                    patterns: vec![&clause.pattern],
                    guard: &clause.guard,
                    span: clause.span,
                })
                .collect(),
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            this.body(&clauses[number].body, context.with(&env), k)
        };
        let fail = |this: &mut Lowering<'_>, _: Env| {
            this.leaf(Ending::Refused(Expr::Var(var)), context.place.origin)
        };
        let next = self.select(&selection, context, &Outcomes { clause: &clause, fail: &fail });
        Message { span: context.span, var, next, own_messages: OwnMessages::default() }
    }

    /// Takes a message, or goes on at `after`.
    fn take(
        &mut self,
        message: &Message,
        time: Option<&Expr>,
        after: Option<NodeId>,
        place: &Place<'_>,
    ) -> NodeId {
        let &Message { span, var, next, own_messages } = message;
        let is_own = own_messages.are_there();
        let call = call(time.into_iter().cloned().collect(), span);
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let result = self.graph.uses(var).then_some(var);
        let returns = match self.shared.stub(key, span) {
            Some(stub) => Returns::Mail(own_messages, Others::Known(messages(stub))),
            None if result.is_some() || is_own => {
                let what = "the message that a `receive` takes";
                let origin = self.shared.origin(OriginKind::Message, what, span);
                let mail = || Returns::Mail(own_messages, Others::Unknown(origin));
                if is_own { mail() } else { Returns::Unknown(origin) }
            }
            None => Returns::One,
        };
        let (raises, clause) = (Vec::new(), place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// Waits for ever, for nothing.
    fn hang(&mut self, span: Span, place: &Place<'_>) -> NodeId {
        if let Some(node) = self.hangs_elsewhere() {
            return node;
        }
        let call = call(Vec::new(), span);
        let next = self.leaf(Ending::Refused(Expr::Nil), place.origin);
        let (result, returns) = (None, Returns::Values(Vec::new()));
        let (raises, after, clause) = (Vec::new(), None, place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// What follows the end of the wait. Only then the time is found to be none.
    fn after(&mut self, time: &Expr, body: &[Syntax], context: Context<'_>, k: Cont<'_>) -> NodeId {
        let bad =
            |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("timeout_value"));
        let good = |this: &mut Lowering<'_>, env: Env| this.body(body, context.with(&env), k);
        let below = |this: &mut Lowering<'_>, env: Env| {
            let too_long = Cond::Less(Expr::integer(MAX_TIME), time.clone());
            this.test(&too_long, context.span, &env, &bad, &good)
        };
        let integer = |this: &mut Lowering<'_>, env: Env| {
            let negative = Cond::Less(time.clone(), Expr::integer(0));
            this.test(&negative, context.span, &env, &bad, &below)
        };
        self.test(&Cond::Is(Kind::Integer, time.clone()), context.span, context.env, &integer, &bad)
    }
}

/// What others may send, as a stub says; a message is no exception.
fn messages(stub: &Stub) -> Vec<Expr> {
    let values = stub.ends.iter().filter_map(|end| match end {
        CallEnd::Return(value) => Some(value.clone()),
        CallEnd::Raise(..) => None,
    });
    values.collect()
}

/// The action.
fn call(args: Vec<Expr>, span: Span) -> OutsideCall {
    let (module, function) = (Name::from("erlang"), Name::from("receive"));
    OutsideCall::new(module, function, args, span)
}
