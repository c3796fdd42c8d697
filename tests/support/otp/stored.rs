//! What the machine keeps while it waits, in the model and in OTP.
//!
//! Input: the term that the model stores, and what the real machine said. Output: whether they are the same up
//! to the numbers of references: pair, event timeout, waiting clients, pending timers, trapped exits, queue.
//! What the model does not keep does not matter to it, unless something waits there.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::{Action, Term};
use model::{ActionRole, Behaviour, Component as _, Model, ParameterRole, ProcessRole, TimerPart};

use crate::support::instances::Binding;
use crate::support::items;

/// The calls that start timers, as the model and as the driver number them.
type Sites = BTreeMap<usize, usize>;

/// The machine waits: what it says of itself, as texts.
pub struct Kept {
    pub pair: [String; 2],
    /// `armed`, `none` or `bad`.
    pub timeout: String,
    /// For each client whether it waits.
    pub waits: String,
    /// `{Site, Ref, Kind, Message}` for each timer.
    pub timers: String,
    pub trap: String,
    /// The messages in its mailbox.
    pub queue: String,
}

/// What a model stores behind the pair.
pub fn roles(model: &Model) -> Vec<ParameterRole> {
    let mut processes = model.processes.iter();
    let store = processes.find(|process| process.role == ProcessRole::NextState).unwrap();
    let others = [ParameterRole::State, ParameterRole::Data, ParameterRole::Ending];
    let roles = store.params.iter().map(|own| own.role);
    roles.filter(|role| !others.contains(role)).collect()
}

/// Shows what the default view hides, but for hand-overs that follow at once; the names of what is shown.
pub fn show(model: &mut Model) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let ids: Vec<_> = model.actions.iter_enumerated().map(|(id, _)| id).collect();
    for id in ids {
        let action = &mut model.actions[id];
        if matches!(
            action.role,
            ActionRole::Push | ActionRole::SendTimer | ActionRole::SetTimer | ActionRole::Post(_)
        ) {
            action.role = ActionRole::Call;
            names.insert(action.name.to_string());
        }
    }
    names
}

/// The calls that start timers, in the order of the source.
pub fn starts(model: &Model) -> BTreeSet<Span> {
    let mut starts = BTreeSet::new();
    for point in &model.points {
        if let Behaviour::Act { action, origin: Some(span), .. } = point
            && model.actions[*action].role == ActionRole::SetTimer
            && !model.actions[*action].name.as_str().contains("cancel")
        {
            starts.insert(*span);
        }
    }
    starts
}

/// A term from its text; an atom that no model has where this is none.
pub fn read(text: &str) -> Term {
    match Action::parse(&format!("x({text})")).map(|action| action.args) {
        Some(args) if args.len() == 1 => args[0].clone(),
        _ => Term::atom("no term"),
    }
}

impl Kept {
    /// Whether the model stores just this; `roles` says what it stores.
    pub fn is_stored(&self, stored: &Term, roles: &[ParameterRole], sites: &Sites) -> bool {
        let Term::Tuple(parts) = stored else { return false };
        let (pair, others) = parts.split_at(2);
        let mut binding = Binding::default();
        if pair[0].to_string() != self.pair[0] || !self.has_data(&pair[1], &mut binding) {
            return false;
        }
        let mut timers = Vec::new();
        let mut queue = Vec::new();
        let mut waits = Vec::new();
        for (part, role) in others.iter().zip(roles) {
            let own = match role {
                ParameterRole::Timeout => &self.timeout,
                ParameterRole::Trap => &self.trap,
                ParameterRole::Timers => {
                    timers = items(part).to_vec();
                    continue;
                }
                // What the machine says of itself does not tell: the callbacks show it, and `tests/oracle/played/watches.rs`.
                ParameterRole::Entry(_) | ParameterRole::Watches => continue,
                ParameterRole::Queue => {
                    queue = items(part).to_vec();
                    continue;
                }
                _ => {
                    // Where a From is kept, the one for which the client waits stands here.
                    waits.push(Term::atom(&(*part != Term::atom("false")).to_string()));
                    continue;
                }
            };
            if part.to_string() != *own {
                return false;
            }
        }
        let is_waiting = waits.is_empty() || Term::list(waits) == read(&self.waits);
        is_waiting
            && self.has_queue(&queue, &mut binding)
            && are_timers(&timers, items(&read(&self.timers)), sites, &binding)
    }

    fn has_data(&self, data: &Term, binding: &mut Binding) -> bool {
        data.to_string() == self.pair[1] || binding.is_instance(data, &read(&self.pair[1]))
    }

    /// A message from a client says whose it is only where there are several.
    fn has_queue(&self, queue: &[Term], binding: &mut Binding) -> bool {
        let own = read(&self.queue);
        let own = items(&own);
        own.len() == queue.len()
            && queue.iter().zip(own).all(|(model, own)| match (model, own) {
                (Term::Tuple(model), Term::Tuple(own)) => {
                    let mut parts = model.iter().zip(own);
                    parts.all(|(model, own)| binding.is_instance(&asker(model), own))
                }
                _ => false,
            })
    }
}

/// A client by its number, where the model keeps the From of its call.
fn asker(part: &Term) -> Term {
    match part {
        Term::Tuple(parts) => match parts.as_slice() {
            [Term::Pid(number), Term::List(items, Some(_))] if items[0] == Term::atom("alias") => {
                Term::Integer(number.clone())
            }
            _ => part.clone(),
        },
        _ => part.clone(),
    }
}

/// Whether the timers of the model are these, in whatever order.
fn are_timers(model: &[Term], own: &[Term], sites: &Sites, binding: &Binding) -> bool {
    let Some((first, others)) = model.split_first() else { return own.is_empty() };
    (0..own.len()).any(|number| {
        let mut binding = binding.clone();
        let mut rest = own.to_vec();
        let timer = rest.remove(number);
        is_timer(first, &timer, sites, &mut binding) && are_timers(others, &rest, sites, &binding)
    })
}

/// Whether this is the same timer; the model numbers those that nothing can name.
fn is_timer(model: &Term, own: &Term, sites: &Sites, binding: &mut Binding) -> bool {
    let (Term::Tuple(model), Term::Tuple(own)) = (model, own) else { return false };
    let part = |part: TimerPart| [&model[part.index()], &own[part.index()]];
    let [[model_site, own_site], [model_ref, own_ref]] =
        [TimerPart::Site, TimerPart::Ref].map(part);
    let [[model_kind, own_kind], [message, own_message]] =
        [TimerPart::Kind, TimerPart::Message].map(part);
    let site = sites[&model_site.to_string().parse().unwrap()];
    let is_hidden = matches!(model_ref, Term::Integer(_));
    // A process is known by itself.
    let is_process = matches!(model_ref, Term::Pid(_));
    (is_process || own_site.to_string() == site.to_string())
        && (is_hidden || binding.is_instance(model_ref, own_ref))
        && model_kind == own_kind
        && binding.is_instance(message, own_message)
}

impl std::fmt::Display for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pair: [name, data], timeout, waits, timers, trap, queue } = self;
        write!(f, "{name} {data} {timeout} {waits} {timers} {trap} {queue}")
    }
}
