//! Lines of logs: what each says of a machine.
//!
//! Input: a line, joined with those that go on with it. Output: an action that was taken, what is stored, nothing of interest, or that
//! nobody can read it. Read are labels (`cmd(go)`), `{in,Event}`, `{state,Name,Data}`, lines of `sys:trace/2` and
//! events of `sys:log/2`; a full stop may end a term.

use behaviour::{Kept, Said, TRACED, Traced, stored_by, taken, tells_nothing};
use lts::{Action, Term};

use crate::monitored::terms::{readable, term};

/// What lines of `sys:trace/2` begin with.
const TRACE: &str = "*DBG*";

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Says {
    /// This action was taken.
    Taken(Action),
    /// This is stored: the name of the state, the data, as far as the line tells.
    Stored { name: Option<Term>, data: Option<Term> },
    /// Nothing that a formula could ask.
    Nothing,
}

/// Whether a line goes on with the one before, as pretty-printed terms do.
pub(crate) fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Whether a line may go on in the next one.
pub(crate) fn is_open(line: &str) -> bool {
    line.starts_with(TRACE)
}

/// What a line says; none if nobody can read it. `keeps` is what the machine was last seen to store, which tells
/// behaviours apart whose events look the same.
pub(crate) fn read(line: &str, keeps: &mut Option<Kept>) -> Option<Says> {
    let line = line.trim();
    if let Some(traced) = line.strip_prefix(TRACE) {
        return trace(traced.trim_start(), keeps);
    }
    if line.is_empty() || line.starts_with('%') {
        return Some(Says::Nothing);
    }
    let text = line.strip_suffix('.').unwrap_or(line).trim_end();
    if text.starts_with('{') {
        return event(&term(text)?, keeps);
    }
    Action::parse(&readable(text)).map(Says::Taken)
}

/// A line of `sys:trace/2`: the name of the machine, and what is said of it.
fn trace(line: &str, keeps: &mut Option<Kept>) -> Option<Says> {
    let rest = line[named(line)..].trim_start();
    TRACED.iter().find_map(|form| {
        let Traced { before, behind, said } = form;
        let text = rest.strip_prefix(before)?;
        match said {
            Said::Nothing => Some(Says::Nothing),
            Said::Taken(name) => {
                let event = if behind.is_empty() { text } else { text.rsplit_once(behind)?.0 };
                Some(Says::Taken(action(name, term(event)?)))
            }
            Said::Stored(kept) => {
                let kept_text = if behind.is_empty() { text } else { text.rsplit_once(behind)?.1 };
                *keeps = Some(*kept);
                Some(stored(term(kept_text)?, Some(*kept)))
            }
        }
    })
}

/// Where the name of the machine ends.
fn named(line: &str) -> usize {
    let (mut depth, mut is_quoted) = (0_usize, false);
    for (at, c) in line.char_indices() {
        match c {
            '\'' => is_quoted = !is_quoted,
            '{' if !is_quoted => depth += 1,
            '}' if !is_quoted => depth = depth.saturating_sub(1),
            ' ' if !is_quoted && depth == 0 => return at,
            _ => {}
        }
    }
    line.len()
}

/// A term: our own, or an event as `sys` keeps it.
fn event(term: &Term, keeps: &mut Option<Kept>) -> Option<Says> {
    let Term::Tuple(parts) = term else { return None };
    // With what the loop adds and the function that prints it, as `sys:get_log/1` gives it.
    if let [inner @ Term::Tuple(_), _, Term::Atom(_)] = parts.as_slice() {
        return event(inner, keeps);
    }
    let Some(Term::Atom(tag)) = parts.first() else { return None };
    let tag = tag.as_str();
    if let Some((at, kept)) = stored_by(tag, parts.len()) {
        *keeps = kept.or(*keeps);
        return Some(stored(parts.get(at)?.clone(), *keeps));
    }
    match (tag, &parts[1..]) {
        ("state", [name, data]) => {
            Some(Says::Stored { name: Some(name.clone()), data: Some(data.clone()) })
        }
        ("state", [name]) => Some(Says::Stored { name: Some(name.clone()), data: None }),
        // A machine with states names that in which it is.
        ("in", [message, _]) => {
            *keeps = Some(Kept::Name);
            Some(Says::Taken(message_in_state(message)))
        }
        ("in", [message]) => {
            let own = tagged(message);
            if own.is_some() {
                *keeps = Some(Kept::Data);
            }
            Some(Says::Taken(own.unwrap_or_else(|| action("cmd", message.clone()))))
        }
        _ => tells_nothing(tag).then_some(Says::Nothing),
    }
}

/// A message of a machine with states: as it came, or `{Type, Content}`.
fn message_in_state(message: &Term) -> Action {
    if let Some(action) = tagged(message) {
        return action;
    }
    if let Term::Tuple(parts) = message
        && let [kind, content] = parts.as_slice()
    {
        // `{call,From}` is a type, too.
        let name = match kind {
            Term::Tuple(of) => of.first(),
            other => Some(other),
        };
        let before = name.map(|name| format!("receive {name} "));
        let form = TRACED.iter().find(|form| before.as_deref() == Some(form.before));
        if let Some(Said::Taken(name)) = form.map(|form| form.said) {
            return action(name, content.clone());
        }
    }
    action("cmd_info", message.clone())
}

/// A message with a tag of OTP.
fn tagged(message: &Term) -> Option<Action> {
    let Term::Tuple(parts) = message else { return None };
    let Some(Term::Atom(tag)) = parts.first() else { return None };
    let (name, size) = taken(tag.as_str())?;
    let event = parts.last().filter(|_| parts.len() == size)?;
    Some(action(name, event.clone()))
}

fn action(name: &str, event: Term) -> Action {
    Action { name: name.to_owned(), args: vec![event], result: None }
}

fn stored(what: Term, kept: Option<Kept>) -> Says {
    match kept {
        Some(Kept::Data) => Says::Stored { name: None, data: Some(what) },
        Some(Kept::Name) | None => Says::Stored { name: Some(what), data: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let cases = [
            ("cmd({button,a})", "cmd({button,a})"),
            ("do_unlock.", "do_unlock"),
            ("{in,{button,a}}.", "cmd({button,a})"),
            ("{state,open,[1]}.", "stored open [1]"),
            ("*DBG* door got event {button,a} in state locked", "cmd({button,a})"),
            ("*DBG* <0.83.0> got event \"x in state y\" in state a", "cmd(\"x in state y\")"),
            ("*DBG* {local,door} got sync_event a from <0.9.0> in state b", "cmd_sync(a)"),
            ("*DBG* 'a b' switched to state open", "stored open -"),
            ("*DBG* d sent ok to <0.9.0> and switched to state open", "stored open -"),
            ("*DBG* srv got call {get,1} from <0.9.0>", "cmd_call({get,1})"),
            ("*DBG* srv got cast go", "cmd_cast(go)"),
            ("*DBG* srv got hello", "cmd_info(hello)"),
            ("*DBG* srv new state #{a => 1}", "stored - #{a => 1}"),
            ("*DBG* srv sent ok to <0.9.0>, new state 3", "stored - 3"),
            ("*DBG* sm receive cast go in state idle", "cmd_cast(go)"),
            ("*DBG* sm receive call get from <0.9.0> in state idle", "cmd_call(get)"),
            ("*DBG* sm consume cast go in state idle => busy", "stored busy -"),
            ("*DBG* sm consume call get from <0.9.0> in state idle", "stored idle -"),
            ("*DBG* sm start_timer {timeout,5,x,[]} in state idle", "nothing"),
            ("{in,{'$gen_event',go},idle}", "cmd(go)"),
            ("{in,{'$gen_cast',go}}", "cmd_cast(go)"),
            ("{in,{{call,{<0.9.0>,#Ref<0.1.2.3>}},get},idle}", "cmd_call(get)"),
            ("{in,{cast,go},idle}", "cmd_cast(go)"),
            ("{{consume,{cast,go},idle,busy},sm,#Fun<gen_statem.1.2>}", "stored busy -"),
            ("% a comment", "nothing"),
            ("{in", "broken"),
            ("what is this", "broken"),
            ("{foo,1}", "broken"),
        ];
        for (line, expected) in cases {
            let said = match read(line, &mut None) {
                None => "broken".to_owned(),
                Some(Says::Taken(action)) => action.to_string(),
                Some(Says::Nothing) => "nothing".to_owned(),
                Some(Says::Stored { name, data }) => {
                    let text = |term: Option<Term>| term.map_or("-".to_owned(), |t| t.to_string());
                    format!("stored {} {}", text(name), text(data))
                }
            };
            assert_eq!(said, expected, "{line}");
        }
    }

    #[test]
    fn events_of_servers_and_machines_are_told_apart() {
        for (first, is_data) in
            [("{in,{'$gen_call',{<0.9.0>,x},get}}", true), ("{in,{'$gen_event',go},idle}", false)]
        {
            let mut keeps = None;
            read(first, &mut keeps);
            let says = read("{noreply,{s,1}}", &mut keeps);
            let stored = match says {
                Some(Says::Stored { name, data }) => Some((name.is_none(), data.is_some())),
                _ => None,
            };
            assert_eq!(stored, Some((is_data, is_data)));
        }
    }
}
