//! What a `receive` takes of what the ends of other processes bring.
//!
//! Input: a `receive` that may take such messages. Output: the ways in which it takes one: any process may have ended by
//! then. Whether that is a message, and what it looks like, say functions of `translator/prelude/erlang.erl`. A link
//! whose exit signal is not trapped is no message: it ends the machine (`signals`).

use super::mail::{Receive, any_of, both, either, not, refused};
use crate::kernel::Kernel;
use crate::kernel::timers::value;
use model::{
    Behaviour, BehindPart, Component as _, Cond, End, Expr, FunctionId, Kind, PointId, WatchPart,
};

impl Kernel<'_> {
    /// The functions on them, and the list of monitors and links with its tails.
    fn ends_beside(&self, receive: &Receive<'_>) -> Option<([FunctionId; 2], Vec<Expr>)> {
        let ends = self.parts.mail.as_ref()?.ends.filter(|_| receive.own_messages.ends)?;
        let position = self.carried.watches()?;
        let watches = &receive.context[receive.context.len() - self.carried.len() + position];
        Some((ends, self.tails(watches)))
    }

    /// The message of the end of a process, which may have come before the one of the queue with this number; `None`
    /// where there is none.
    pub(crate) fn ends_over(
        &mut self,
        receive: &Receive<'_>,
        before: Option<&Expr>,
    ) -> Option<PointId> {
        let ([is_message, shown], lists) = self.ends_beside(receive)?;
        let nothing = self.point(Behaviour::End(End::Nothing));
        let trap = self.traps(receive);
        lists.into_iter().rev().fold(None, |others, list| {
            let entry = Expr::head(list.clone());
            let ways: Vec<PointId> = receive
                .reasons
                .iter()
                .map(|reason| {
                    let message = value(shown, vec![entry.clone(), reason.clone()]);
                    let taken = self.takes_end(receive, &entry, &message);
                    self.if_taken(receive, &message, taken, nothing)
                })
                .collect();
            let mut way = self.one_of(ways);
            if let Some(number) = before {
                way = self.unless_behind(number, &entry, way);
            }
            let is_message = value(is_message, vec![entry, trap.clone()]);
            let cond = Cond::Same(is_message, Expr::atom("true"));
            let way = self.point(Behaviour::If { cond, yes: way, no: nothing });
            let yes = self.one_of(std::iter::once(way).chain(others).collect());
            Some(self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing }))
        })
    }

    /// Whether the machine traps exits.
    fn traps(&self, receive: &Receive<'_>) -> Expr {
        let first = receive.context.len() - self.carried.len();
        match self.carried.trap() {
            Some(trap) => receive.context[first + trap].clone(),
            None => Expr::atom("false"),
        }
    }

    /// Takes the message: what has brought it is gone, and a client that has ended does not wait.
    fn takes_end(&mut self, receive: &Receive<'_>, entry: &Expr, message: &Expr) -> PointId {
        let mut context = receive.context.to_vec();
        let first = context.len() - self.carried.len();
        if let Some(position) = self.carried.watches() {
            let [reference, kind] = [WatchPart::Ref, WatchPart::Kind].map(|part| part.of(entry));
            let args = vec![reference, kind, context[first + position].clone()];
            context[first + position] = self.watch(|watch| watch.drop, args);
        }
        for client in self.carried.waits() {
            let waits = context[first + client].clone();
            let args = vec![message.clone(), Expr::pid(client + 1), waits];
            context[first + client] = self.watch(|watch| watch.client, args);
        }
        self.takes(receive, message.clone(), context)
    }

    /// An end that may have come before message `number` of the queue: no more messages than that were there when it
    /// was asked for.
    fn unless_behind(&mut self, number: &Expr, entry: &Expr, way: PointId) -> PointId {
        if self.parts.watch.as_ref().is_none_or(|watch| watch.taken.is_none()) {
            return way;
        }
        let who = WatchPart::Who.of(entry);
        let nothing = self.point(Behaviour::End(End::Nothing));
        let cond = Cond::Less(number.clone(), BehindPart::N.of(&who));
        let behind = self.point(Behaviour::If { cond, yes: nothing, no: way });
        self.point(Behaviour::If {
            cond: Cond::Is(Kind::TupleOf(BehindPart::SIZE), who),
            yes: behind,
            no: way,
        })
    }

    /// The end of the wait, unless a message that was too late to be prevented is there and is taken.
    pub(crate) fn unless_ended(&mut self, receive: &Receive<'_>, after: PointId) -> PointId {
        let Some(([_, shown], lists)) = self.ends_beside(receive) else { return after };
        let is_sent = any_of(lists, &mut |entry| {
            let is = |kind| Cond::Same(WatchPart::Kind.of(&entry), Expr::atom(kind));
            let refusals = receive.reasons.iter().map(|reason| {
                let message = value(shown, vec![entry.clone(), reason.clone()]);
                refused(receive, &receive.needed(), &message)
            });
            // Some reason may be one that no clause takes.
            let refusals: Option<Vec<Cond>> = refusals.collect();
            let is_there = either(is("down"), is("exit"));
            match refusals.and_then(|refusals| refusals.into_iter().reduce(either)) {
                Some(refused) => both(is_there, not(refused)),
                None => is_there,
            }
        });
        self.unless(is_sent, after)
    }
}
