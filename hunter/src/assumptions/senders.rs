//! Who sends an event, as far as the module tells.

use frontend::Span;
use lts::Term;
use model::{ActionRole, CommandKind, Expr};
use translator::derive::{Sender, Suggested};

use crate::moves::{Move, Moves};

impl Moves<'_, '_> {
    /// The suggestion that a command of a move comes from; the best sender first.
    pub(crate) fn suggestion(&self, this_move: &Move) -> Option<&Suggested> {
        let kind = self.command(this_move)?;
        let (_, term) = self.event(this_move)?;
        self.suggested(kind, &term)
    }

    /// The suggestion that covers a command.
    pub(crate) fn suggested(&self, kind: CommandKind, term: &Term) -> Option<&Suggested> {
        let mut events = self.derived.events.iter();
        events.find(|event| event.command.kind == kind && covers(&event.command.term, term))
    }

    /// Whether a function of the interface sends the event of a move, or another module of the project does.
    pub(crate) fn is_sent_by_interface(&self, this_move: &Move) -> bool {
        self.suggestion(this_move).is_some_and(Suggested::is_sent)
    }

    /// Whether another module of the project sends the event of a move by a name of the machine.
    pub(crate) fn is_sent_to_name(&self, this_move: &Move) -> bool {
        self.suggestion(this_move).is_some_and(|event| event.sender == Sender::Project)
    }

    /// Where another module of the project sends what a move takes.
    pub(crate) fn sent_from(&self, kind: CommandKind, term: &Term) -> Option<Span> {
        self.suggested(kind, term)?.from.first().copied()
    }

    /// Whether all commands on a way are sent by functions of the interface.
    pub(crate) fn is_driven_by_interface(&self, way: &[usize]) -> bool {
        way.iter().all(|&number| {
            let edge = self.edge(number);
            let Some(ActionRole::Command(kind)) = edge.role else { return true };
            let term = self.action(edge.label).and_then(|action| action.args.last());
            let suggested = term.and_then(|term| self.suggested(kind, term));
            suggested.is_some_and(Suggested::is_sent)
        })
    }

    /// Whether a move takes a message that no process is known to send.
    pub(crate) fn is_stray(&self, this_move: &Move) -> bool {
        self.suggestion(this_move).is_none_or(|event| event.sender == Sender::Stray)
    }
}

/// Whether a term is an instance of a command, of which parts may be unknown.
pub fn covers(shape: &Expr, term: &Term) -> bool {
    match (shape, term) {
        (Expr::Unknown(_) | Expr::Chosen(..), _) | (Expr::Nil, Term::Nil) => true,
        (Expr::Atom(a), Term::Atom(b)) => a == b,
        (Expr::Integer(a), Term::Integer(b)) => a == b,
        (Expr::Apply(..), Term::Float(b)) => shape.as_float() == Some(*b),
        (Expr::Tuple(a), Term::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (map, Term::Map(entries)) if map.entries().is_some() => {
            let own = map.entries().unwrap_or_default();
            // The keys of both are atoms in the order of their names.
            let pairs = || own.iter().zip(entries);
            own.len() == entries.len()
                && pairs()
                    .all(|((key, value), entry)| covers(key, &entry.0) && covers(value, &entry.1))
        }
        (Expr::Cons(..) | Expr::List(_), Term::List(items, end)) => {
            let (shapes, behind) = shape.spine();
            let Some((first, rest)) = items.split_at_checked(shapes.len()) else { return false };
            let end = || end.as_deref().cloned().unwrap_or(Term::Nil);
            shapes.iter().zip(first).all(|(shape, item)| covers(shape, item))
                && covers(behind, &Term::list_with_tail(rest.to_vec(), end()))
        }
        _ => false,
    }
}

/// What an event is called in tables: its tag, or itself.
pub(crate) fn tag(term: &Term) -> String {
    match term {
        Term::Tuple(items) => match items.first() {
            Some(first @ Term::Atom(_)) => {
                let rest = vec![Term::atom("_"); items.len() - 1];
                let shown = std::iter::once(first.clone()).chain(rest).collect();
                Term::Tuple(shown).to_string().replace("'_'", "_")
            }
            _ => "_".to_owned(),
        },
        Term::Unknown(_) => "_".to_owned(),
        other => other.to_string(),
    }
}
