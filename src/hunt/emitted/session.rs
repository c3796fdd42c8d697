//! A finding as a session for the Erlang shell.
//!
//! Input: a finding as something to be done. Output: lines to be pasted; none where it needs more than a shell has at hand,
//! such as processes that events name, connected sockets, or messages that are there before the machine starts.

use std::fmt::Write as _;

use hunter::{Act, Replay};

use super::term::{atom, text};
use super::{Machine, is_plain};

/// Groups of messages, at most: more of them are for the test.
const MAX_GROUPS: usize = 8;

/// The lines of a session.
pub(crate) fn session(machine: &Machine<'_>, replay: &Replay) -> Option<String> {
    let [early, groups @ ..] = replay.groups.as_slice() else { return None };
    if !early.is_empty() || groups.len() > MAX_GROUPS || !replay.sockets.is_empty() {
        return None;
    }
    let (module, behaviour) = (atom(machine.module), machine.behaviour_name);
    let name = machine
        .name
        .map(|name| format!("{{{}, {}}}, ", machine.scope(), atom(name)))
        .unwrap_or_default();
    let argument = machine.argument(replay);
    let mut out = format!(
        "shell     c({module}), process_flag(trap_exit, true).\n          {{ok, M}} = {behaviour}:start_link({name}{module}, {argument}, []).\n"
    );
    for group in groups {
        let acts = group.iter().map(|step| act(step, machine)).collect::<Option<Vec<String>>>()?;
        let acts: Vec<String> = acts.into_iter().filter(|act| !act.is_empty()).collect();
        match acts.as_slice() {
            [] => {}
            [only] => {
                let _ = writeln!(out, "          {only}.");
            }
            several => {
                let all = several.join(", ");
                let _ = writeln!(out, "          sys:suspend(M), {all}, sys:resume(M).");
            }
        }
    }
    out.push_str("          flush().\n");
    Some(out)
}

/// What is pasted for an act; nothing where it comes by itself, `None` where a shell cannot do it.
fn act(act: &Act, machine: &Machine<'_>) -> Option<String> {
    match act {
        Act::Own | Act::AtOnce => Some(String::new()),
        Act::Timeout | Act::Timer(_, _, None) => Some("timer:sleep(2000)".to_owned()),
        Act::Timer(_, _, Some(_)) | Act::Ends(..) => None,
        Act::Send(kind, _, term) => {
            if !is_plain(term) {
                return None;
            }
            let term = text(term);
            let (module, interface) = (machine.behaviour_name, machine.behaviour.interface);
            let sender = interface.sender(kind.wire).map(|function| (function.act, function.name));
            Some(match sender {
                Some((behaviour::Act::Stop, function)) => {
                    format!("{module}:{function}(M, {term}, infinity)")
                }
                Some((_, function)) if kind.is_sync() => {
                    format!("spawn(fun() -> {module}:{function}(M, {term}) end)")
                }
                Some((_, function)) => format!("{module}:{function}(M, {term})"),
                None if kind.is_exit() => format!("exit(M, {term})"),
                None => format!("M ! {term}"),
            })
        }
    }
}
