//! Plans: what has to happen in a run so that it shows the labels of a walk.
//!
//! Input: a subject, its system and a walk. Output: the moves of the driver, the ends of calls, and how timers are
//! cancelled. The system shows what it stores and which timer fires, so a timer of the walk is known by the call
//! that has started it and by how many that has started before.

use behaviour::BEHAVIOURS;
use std::collections::BTreeMap;

use lts::{Action, Term};
use model::CommandKind;

use super::follow::Explored;
use super::names;
use super::walks::Walk;
use crate::support::{Subject, items};

/// What happens in one run.
#[derive(Clone, Default)]
pub struct Plan {
    /// Numbers of commands, from 1, 0 for the event timeout, `oN` for a time-out of a state machine, `tSITE.N` for a timer with N older ones of its site, `k`
    /// for a tick, `q` for a message.
    moves: Vec<String>,
    /// Numbers of the ends of calls, from 1.
    ends: Vec<usize>,
    /// For each timer that is cancelled `l` if it was in time, else `f`.
    cancels: Vec<&'static str>,
    /// What each `receive` takes, without references; the atom `none` if nothing.
    receives: Vec<Term>,
}

impl Plan {
    /// The line that the driver reads.
    pub fn line(&self) -> String {
        let ends: Vec<String> = self.ends.iter().map(usize::to_string).collect();
        let receives = Term::list(self.receives.clone()).to_string();
        [self.moves.join(" "), ends.join(" "), self.cancels.join(" "), receives].join("|")
    }
}

/// Turns walks into plans.
pub struct Planner<'s> {
    subject: &'s Subject,
    commands: BTreeMap<String, usize>,
    stubs: Vec<(String, usize, Vec<Term>)>,
    has_mailbox: bool,
}

/// A timer that is pending.
#[derive(Clone)]
struct Timer {
    site: usize,
    reference: Term,
    /// How many timers its call has started before.
    number: usize,
}

/// The timers of a walk so far.
#[derive(Default)]
struct Timers {
    pending: Vec<Timer>,
    started: BTreeMap<usize, usize>,
}

/// The label of a command; the client comes first where there are several.
pub fn command_label(kind: CommandKind, client: Option<usize>, term: Term) -> String {
    let args = client.map(Term::integer).into_iter().chain([term]).collect();
    Action { name: kind.command.to_owned(), args, result: None }.to_string()
}

impl<'s> Planner<'s> {
    pub fn new(subject: &'s Subject) -> Self {
        let mut commands = BTreeMap::new();
        for (event, number) in subject.events().iter().zip(1..) {
            let (kind, term) = subject.sent(event);
            let several = kind.callback.is_sync() && subject.clients > 1;
            let clients =
                if several { (1..=subject.clients).map(Some).collect() } else { vec![None] };
            for client in clients {
                commands.entry(command_label(kind, client, term.clone())).or_insert(number);
            }
        }
        let names = names(subject);
        let stubs = items(&subject.stubs).iter().map(|row| {
            let Term::Tuple(parts) = row else { panic!("{row}") };
            let Term::Tuple(key) = &parts[0] else { panic!("{row}") };
            let [Term::Atom(module), Term::Atom(function), arity] = key.as_slice() else {
                panic!("{row}")
            };
            let arity: usize = arity.to_string().parse().unwrap();
            let key = (module.to_string(), function.to_string(), arity);
            (names.get(&key).unwrap_or(&key.1).clone(), arity, items(&parts[1]).to_vec())
        });
        Self { subject, commands, stubs: stubs.collect(), has_mailbox: subject.mailbox > 0 }
    }

    /// What has to happen so that the labels of a walk show.
    pub fn plan(&self, system: &Explored, walk: &Walk) -> Plan {
        let mut plan = Plan::default();
        let mut timers = Timers::default();
        let mut armed = Vec::new();
        let labels: Vec<Option<(&str, &Action)>> = walk
            .iter()
            .map(|edge| system.lts.labels().get(edge.label))
            .map(|label| label.text().zip(label.action()))
            .collect();
        for (place, label) in labels.iter().enumerate() {
            let Some((text, action)) = label else { continue };
            if let Some(stored) = Explored::stored_by(action) {
                timers.store(&system.timers(stored));
                armed = system.armed(stored);
            } else if let Some(before) = is_timeout(action, &armed) {
                plan.moves.push(format!("o{before}"));
            } else if let Some(timer) = system.fired(action) {
                let goes_on = self.subject.goes_on(timer.0);
                plan.moves.push(timers.fire(&timer, goes_on));
            } else if action.name == "receive" {
                plan.receives.extend(action.result.as_ref().map(shape));
            } else if action.name == "receive after" {
                plan.receives.push(Term::atom("none"));
            } else if system.is_cancel(action) {
                plan.cancels.push(timers.cancel(system, action, &labels[place + 1..]));
            } else if *text == "timeout" {
                plan.moves.push("0".to_owned());
            } else if *text == "tick" {
                plan.moves.push("k".to_owned());
            } else if let Some(number) = self.commands.get(*text) {
                plan.moves.push(number.to_string());
            } else if is_taken(&action.name) {
                if self.has_mailbox || system.decides(walk[..place].last()) {
                    plan.moves.push("q".to_owned());
                }
            } else if let Some(end) = self.end(action) {
                plan.ends.push(end + 1);
            }
        }
        plan
    }

    fn end(&self, action: &Action) -> Option<usize> {
        let (name, class) = match action.name.split_once(" raises ") {
            Some((name, class)) => (name, Some(class)),
            None => (action.name.as_str(), None),
        };
        let arity = action.args.len() - usize::from(class.is_some());
        let (_, _, ends) = self.stubs.iter().find(|(n, a, _)| n == name && *a == arity)?;
        let wanted = |end: &Term| match (raised(end), class, &action.result) {
            (Some((own, reason)), Some(class), _) => {
                own.to_string() == class && Some(reason) == action.args.last()
            }
            (None, None, Some(value)) => end == value,
            (None, None, None) => true,
            _ => false,
        };
        ends.iter().position(wanted)
    }
}

/// How many of the time-outs that run come before the one that fires.
fn is_timeout(action: &Action, armed: &[Term]) -> Option<usize> {
    let [kind] = action.args.as_slice() else { return None };
    let is_timeout = action.name == "timeout";
    is_timeout.then(|| armed.iter().position(|own| own == kind)).flatten()
}

/// A message without its references and process identifiers.
fn shape(message: &Term) -> Term {
    match message {
        Term::Reference(_) | Term::Pid(_) => Term::atom("_"),
        Term::Tuple(parts) => Term::Tuple(parts.iter().map(shape).collect()),
        Term::List(items, end) => {
            let end = end.as_deref().map_or(Term::Nil, shape);
            Term::list_with_tail(items.iter().map(shape).collect(), end)
        }
        _ => message.clone(),
    }
}

/// Whether an action takes a message from the mailbox.
fn is_taken(name: &str) -> bool {
    let messages = BEHAVIOURS.iter().flat_map(|behaviour| behaviour.messages);
    messages.into_iter().any(|kind| kind.hand_over == name)
}

/// Class and reason of the exception that ends a call.
fn raised(end: &Term) -> Option<(&Term, &Term)> {
    match end {
        Term::Tuple(parts) if parts.len() == 3 && parts[0] == Term::atom("raise") => {
            Some((&parts[1], &parts[2]))
        }
        _ => None,
    }
}

impl Timers {
    /// The machine waits with these timers: those that keep their references, then those that nothing can
    /// name any more, oldest first, then new ones.
    fn store(&mut self, timers: &[(usize, Term)]) {
        let is_hidden = |reference: &Term| matches!(reference, Term::Integer(_));
        let mut numbers: Vec<Option<usize>> = vec![None; timers.len()];
        for turn in 0..3 {
            for (number, (site, reference)) in numbers.iter_mut().zip(timers) {
                let fits = |timer: &Timer| {
                    timer.site == *site
                        && match turn {
                            0 => timer.reference == *reference && !is_hidden(reference),
                            1 => is_hidden(&timer.reference) && is_hidden(reference),
                            _ => is_hidden(reference),
                        }
                };
                if number.is_none()
                    && let Some(known) = self.pending.iter().position(fits)
                {
                    *number = Some(self.pending.remove(known).number);
                }
            }
        }
        self.pending.clear();
        for (number, (site, reference)) in numbers.into_iter().zip(timers) {
            let number = number.unwrap_or_else(|| {
                let started = self.started.entry(*site).or_insert(0);
                *started += 1;
                *started - 1
            });
            self.pending.push(Timer { site: *site, reference: reference.clone(), number });
        }
    }

    /// The move by which a timer fires, which may go on.
    fn fire(&mut self, (site, reference): &(usize, Term), goes_on: bool) -> String {
        let fires = |timer: &Timer| timer.site == *site && timer.reference == *reference;
        let position = self.pending.iter().position(fires).unwrap();
        let timer = self.pending[position].clone();
        if !goes_on {
            self.pending.remove(position);
        }
        let is_older = |own: &&Timer| own.site == *site && own.number < timer.number;
        format!("t{site}.{}", self.pending.iter().filter(is_older).count())
    }

    /// How a timer is cancelled: one that was started since the machine waited must say so. Where that has no result what is stored next tells whether it is still there.
    fn cancel(
        &mut self,
        system: &Explored,
        action: &Action,
        rest: &[Option<(&str, &Action)>],
    ) -> &'static str {
        let own = |timer: &Timer| Some(&timer.reference) == action.args.first();
        let position = self.pending.iter().position(own);
        let is_late = if let Some(value) = &action.result {
            *value == Term::atom("false")
        } else if position.is_none() {
            false
        } else {
            let actions = || rest.iter().flatten().map(|(_, action)| *action);
            let mut started = 0;
            let mut next = None;
            for action in actions() {
                started += usize::from(system.is_start(action));
                next = Explored::stored_by(action);
                if next.is_some() {
                    break;
                }
            }
            next.is_some_and(|next| system.timers(next).len() >= self.pending.len() + started)
        };
        if is_late {
            return "f";
        }
        if let Some(position) = position {
            self.pending.remove(position);
        }
        "l"
    }
}
