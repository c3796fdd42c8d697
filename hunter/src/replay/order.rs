//! What must be in the mailbox of a machine at which moment, so that it takes messages in a given order.
//!
//! Input: what is done, and what the machine holds behind each step. Output: groups of messages. A mailbox
//! keeps order: what comes before a message that the machine has sent itself is there before the machine
//! sends that; so is what comes before an event timeout of 0, and a timer's message that a cancelling comes too late for is
//! there before the callback that cancels.

use behaviour::Behaviour;
use std::collections::VecDeque;

use frontend::Module;
use frontend::ast::{ExprKind, Literal};
use lts::semantics::Idle;

use crate::replay::{Act, Unplayable};

/// What must be in the mailbox together: the first group is there when the machine starts.
pub(crate) fn groups(
    acts: &[Option<Act>],
    after: &[Option<Idle>],
    has_zero: bool,
) -> Result<Vec<Vec<Act>>, Unplayable> {
    let early = latest(acts, after, has_zero);
    let mut groups: Vec<Vec<Act>> = vec![Vec::new()];
    // The step with which each group begins.
    let mut begins = vec![0];
    for (at, act) in acts.iter().enumerate() {
        let Some(act) = act.as_ref().filter(|act| !matches!(act, Act::AtOnce)) else { continue };
        let by_itself = matches!(act, Act::Own);
        if by_itself || early[at] > at {
            groups.push(vec![act.clone()]);
            begins.push(at + 1);
            continue;
        }
        let Some(group) = begins.iter().rposition(|&begin| begin <= early[at]) else {
            return Err(Unplayable::Order);
        };
        // What begins the group must be something that is sent, or the start.
        let is_sent = |act: &Act| !matches!(act, Act::Own | Act::Timeout);
        if group > 0 && !groups[group].first().is_some_and(is_sent) {
            return Err(Unplayable::Order);
        }
        let between = groups.drain(group + 1..).flatten().filter(is_sent).collect::<Vec<_>>();
        begins.truncate(group + 1);
        groups[group].extend(between);
        groups[group].push(act.clone());
    }
    Ok(groups)
}

/// For each act the last step before which it must be in the mailbox: 0 is the start, n the n-th act; beyond
/// itself where it comes when the machine is idle.
fn latest(acts: &[Option<Act>], after: &[Option<Idle>], has_zero: bool) -> Vec<usize> {
    let mut latest = vec![usize::MAX; acts.len()];
    let queued = |step: usize| after[step].as_ref().map_or(0, |idle| idle.queue.len());
    let comes =
        |act: &Option<Act>| matches!(act, None | Some(Act::Own | Act::AtOnce | Act::Timeout));
    let is_sent = |step: usize| step == 0 || !comes(&acts[step - 1]);
    // One of 0 is over at once, unless a message is there.
    let is_zero = |step: usize| {
        let armed = ["armed", "zero"].map(Some);
        let runs =
            after[step].as_ref().is_some_and(|idle| armed.contains(&idle.timeout.as_deref()));
        has_zero && runs && is_sent(step)
    };
    // The steps in which what waits was sent, the oldest first.
    let mut waiting: VecDeque<usize> = std::iter::repeat_n(0, queued(0)).collect();
    for at in 0..acts.len() {
        match &acts[at] {
            Some(Act::Own) => {
                waiting.pop_front();
            }
            Some(Act::Timeout | Act::AtOnce) | None => {}
            Some(act) => {
                let zero = is_zero(at).then_some(at);
                let late = if let Act::Timer(.., late) = act { *late } else { None };
                let all = [waiting.front().copied(), zero, late];
                latest[at] = all.into_iter().flatten().min().unwrap_or(usize::MAX);
            }
        }
        while waiting.len() < queued(at + 1) {
            waiting.push_back(at + 1);
        }
        waiting.truncate(queued(at + 1));
    }
    latest
}

/// Whether a callback may return an event timeout of 0.
pub(crate) fn may_be_zero(behaviour: &Behaviour, module: &Module) -> bool {
    let mut is_zero = false;
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            if let ExprKind::Tuple(items) = &expr.kind
                && let [tag, .., timeout] = items.as_slice()
                && let ExprKind::Literal(Literal::Atom(tag)) = &tag.kind
            {
                let is_long = match &timeout.kind {
                    ExprKind::Literal(Literal::Atom(_)) => true,
                    ExprKind::Literal(Literal::Integer(value)) => *value != 0.into(),
                    _ => false,
                };
                let place = behaviour.timeout_of(tag.as_str(), items.len());
                is_zero |= place == Some(items.len()) && !is_long;
            }
        });
    }
    is_zero
}
