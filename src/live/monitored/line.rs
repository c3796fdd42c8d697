//! Lines of logs: what each says of a machine.
//!
//! Input: a line, joined with those that go on with it. Output: an action that was taken, what is stored, nothing of interest, or that
//! nobody can read it. Read are labels (`cmd(go)`), `{in,Event}`, `{state,Name,Data}`, lines of `sys:trace/2` and
//! events of `sys:log/2`; a full stop may end a term.

use behaviour::{
    Kept, STARTED, Said, TIME_OUTS, TIMED_OUT, TRACED, Traced, event_taken, says_done, stored_by,
    taken, tells_nothing, timer_taken,
};
use lts::{Action, Term};

use crate::live::monitored::terms::{readable, term};

/// What lines of `sys:trace/2` begin with.
const TRACE: &str = "*DBG*";

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Says {
    /// This action was taken.
    Taken(Action),
    /// An event was received that is this action, or is made while another is under way.
    Received(Action),
    /// What was received is done with, or else an event that is this action; this is the state then.
    Done { again: Action, name: Term },
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
                let event = term(event)?;
                let is_any = *before == "got ";
                Some(Says::Taken(if is_any { untagged(&event) } else { action(name, event) }))
            }
            Said::Received => {
                let (kind, content) = typed(text.rsplit_once(behind)?.0)?;
                Some(Says::Received(event_action(&kind, content, false)?))
            }
            Said::Done => {
                let (event, states) = text.rsplit_once(behind)?;
                let (kind, content) = typed(event)?;
                done(&kind, content, last_state(states)?)
            }
            Said::Stored(kept) => {
                let kept_text = if behind.is_empty() { text } else { text.rsplit_once(behind)?.1 };
                *keeps = Some(*kept);
                Some(stored(term(kept_text)?, Some(*kept)))
            }
        }
    })
}

/// The type and the content of an event, as a trace prints them.
fn typed(text: &str) -> Option<(Term, Term)> {
    let (kind, content) = text.split_at(named(text));
    let kind = term(kind)?;
    let is_call = kind == Term::atom("call");
    let content = if is_call { content.rsplit_once(" from ")?.0 } else { content };
    Some((kind, term(content)?))
}

/// The last state of `State` or `State => Next`, where either may be any term.
fn last_state(text: &str) -> Option<Term> {
    term(arrow(text).map_or(text, |at| &text[at + ARROW.len()..]))
}

/// Between two states.
const ARROW: &str = " => ";

/// Where an arrow stands that is in no term.
fn arrow(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[' | '(') => depth += 1,
            (None, '}' | ']' | ')') => depth = depth.saturating_sub(1),
            (None, ' ') if depth == 0 && text[at..].starts_with(ARROW) => return Some(at),
            _ => {}
        }
    }
    None
}

/// The action that an event of this type is; `is_again` where it does not come from outside.
fn event_action(kind: &Term, content: Term, is_again: bool) -> Option<Action> {
    let tag = match kind {
        Term::Tuple(of) => of.first()?,
        other => other,
    };
    let Term::Atom(tag) = tag else { return None };
    if let Some(names) = event_taken(tag.as_str()) {
        return Some(action(names[usize::from(is_again)], content));
    }
    TIME_OUTS.contains(&tag.as_str()).then(|| action(TIMED_OUT, kind.clone()))
}

fn done(kind: &Term, content: Term, name: Term) -> Option<Says> {
    if (kind, &content) == (&Term::atom(STARTED.0), &Term::atom(STARTED.1)) {
        return Some(Says::Nothing);
    }
    Some(Says::Done { again: event_action(kind, content, true)?, name })
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
    if says_done(tag) {
        let [_, Term::Tuple(of), _, name] = parts.as_slice() else { return None };
        let [kind, content] = of.as_slice() else { return None };
        return done(kind, content.clone(), name.clone());
    }
    match (tag, &parts[1..]) {
        ("state", [name, data]) => {
            Some(Says::Stored { name: Some(name.clone()), data: Some(data.clone()) })
        }
        ("state", [name]) => Some(Says::Stored { name: Some(name.clone()), data: None }),
        // A machine with states names that in which it is.
        ("in", [message, _]) => {
            *keeps = Some(Kept::Name);
            Some(in_state(message))
        }
        ("in", [message]) => {
            let own = tagged(message);
            if own.is_some() {
                *keeps = Some(Kept::Data);
            }
            // Our own lines have no tags.
            Some(Says::Taken(own.unwrap_or_else(|| action("cmd", message.clone()))))
        }
        _ => tells_nothing(tag).then_some(Says::Nothing),
    }
}

/// A message of a machine with states: as it came, or `{Type, Content}`.
fn in_state(message: &Term) -> Says {
    if let Term::Tuple(parts) = message
        && let [kind, content] = parts.as_slice()
        && let Some(action) = event_action(kind, content.clone(), false)
    {
        return Says::Received(action);
    }
    Says::Taken(tagged(message).or_else(|| timer(message)).unwrap_or_else(|| untagged(message)))
}

/// The message of a timer of OTP.
fn timer(message: &Term) -> Option<Action> {
    let Term::Tuple(parts) = message else { return None };
    let [_, _, Term::Tuple(inner)] = parts.as_slice() else { return None };
    let [Term::Atom(tag), content] = inner.as_slice() else { return None };
    Some(action(timer_taken(tag.as_str())?, content.clone()))
}

/// Any other message; the end of a time that a callback has returned is one, too.
fn untagged(message: &Term) -> Action {
    if *message == Term::atom(TIMED_OUT) {
        return Action { name: TIMED_OUT.to_owned(), args: Vec::new(), result: None };
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
            ("*DBG* sm receive cast go in state idle", "cmd? cmd_cast(go)"),
            ("*DBG* sm receive call get from <0.9.0> in state idle", "cmd? cmd_call(get)"),
            ("*DBG* sm receive {timeout,tick} a in state idle", "cmd? timeout({timeout,tick})"),
            ("*DBG* sm receive state_timeout a in state idle", "cmd? timeout(state_timeout)"),
            ("*DBG* sm receive internal a in state idle", "cmd? internal(a)"),
            ("*DBG* sm consume cast go in state idle => busy", "done queued_cast(go) busy"),
            ("*DBG* sm consume call get from <0.9.0> in state idle", "done queued_call(get) idle"),
            ("*DBG* sm postpone info x in state #{a => 1}", "done queued_info(x) #{a => 1}"),
            (
                "*DBG* sm consume info x in state #{a => 1} => #{b => 2}",
                "done queued_info(x) #{b => 2}",
            ),
            ("*DBG* sm consume internal init_state in state off", "nothing"),
            ("*DBG* d got timer ring in state a", "timeout(ring)"),
            ("*DBG* d got timeout in state a", "timeout"),
            ("{in,{timeout,#Ref<0.1.2.3>,{'$gen_event',go}},idle}", "timer(go)"),
            ("*DBG* sm start_timer {timeout,5,x,[]} in state idle", "nothing"),
            ("{in,{'$gen_event',go},idle}", "cmd(go)"),
            ("{in,{'$gen_cast',go}}", "cmd_cast(go)"),
            ("{in,{{call,{<0.9.0>,#Ref<0.1.2.3>}},get},idle}", "cmd? cmd_call(get)"),
            ("{in,{cast,go},idle}", "cmd? cmd_cast(go)"),
            (
                "{{consume,{cast,go},idle,busy},sm,#Fun<gen_statem.1.2>}",
                "done queued_cast(go) busy",
            ),
            ("% a comment", "nothing"),
            ("{in", "broken"),
            ("what is this", "broken"),
            ("{foo,1}", "broken"),
        ];
        for (line, expected) in cases {
            let said = match read(line, &mut None) {
                None => "broken".to_owned(),
                Some(Says::Taken(action)) => action.to_string(),
                Some(Says::Received(action)) => format!("cmd? {action}"),
                Some(Says::Done { again, name }) => format!("done {again} {name}"),
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
