//! Which words of the source say what a step of a way is about.
//!
//! Input: an edge of a hunt. Output: its text, with the names that the clause, the call that sends the event, or what the
//! clause returns give to values (`naming`).

use behaviour::Behaviour;
use frontend::Span;
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, FunctionClause, PatKind};
use lts::semantics::{HuntEdge, Idle};
use lts::{Action, Term};
use model::{ActionRole, AtOnce, CommandKind, HandlerKind};
use translator::library::functions::never_returns;

use super::naming::{Names, Text, Written};
use crate::moves::{Move, Moves};
use crate::source::{atom, clause_at, event_head, event_type};

/// Variables that stand for each other are followed so far.
const MAX_BOUND: usize = 4;

impl Moves<'_, '_> {
    /// What happens in a step, in the words of the source; a crash comes from a construct of a clause.
    pub(crate) fn action_text(
        &self,
        edge: &HuntEdge,
        (at, clause): (Option<Span>, Option<Span>),
    ) -> Option<String> {
        let action = self.action(edge.label)?;
        let Action { name, args, result } = action;
        let last = args.last();
        let last = match edge.role? {
            ActionRole::Command(kind)
            | ActionRole::Dequeue(kind)
            | ActionRole::Continue(AtOnce::Queued(kind)) => {
                last.map(|event| self.event_text(event, Some(kind), edge.clauses.first().copied()))
            }
            ActionRole::Fires(_) => {
                last.map(|event| self.event_text(event, None, edge.clauses.first().copied()))
            }
            ActionRole::Crash => last.map(|reason| match reason {
                Term::Tuple(parts) if is_return(self.model.behaviour, parts) => {
                    let value = self.returned_text(&parts[1], clause);
                    format!("{{{},{value}}}", parts[0])
                }
                reason => self.reason_text(reason, at),
            }),
            _ => last.map(|term| Text::in_short(self.module, term, &Names::default())),
        };
        let init = args.split_last().map_or(&[][..], |(_, init)| init);
        let init = init.iter().map(|term| Text::of(self.module, term, &Names::default()));
        let args: Vec<String> = init.chain(last).collect();
        let name = Term::atom(name).to_string();
        let is_bare = args.is_empty() && result.is_none();
        let args = if is_bare { String::new() } else { format!("({})", args.join(",")) };
        let result = result.as_ref().map(|term| Text::of(self.module, term, &Names::default()));
        let result = result.map_or_else(String::new, |result| format!(" -> {result}"));
        Some(format!("{name}{args}{result}"))
    }

    /// An event: as the clause that takes it has it, else as it is sent, else as another clause has it.
    fn event_text(&self, event: &Term, kind: Option<CommandKind>, clause: Option<Span>) -> String {
        if !event.has_unknown() && !matches!(event, Term::Tuple(_)) {
            return Text::of(self.module, event, &Names::default());
        }
        let clause = clause.and_then(|span| clause_at(self.module, span));
        let sent = kind.and_then(|kind| self.suggested(kind, event)).map(|sent| sent.span);
        let sent = sent.map_or_else(Vec::new, |span| self.sent_at(span));
        let heads = clause.into_iter().chain(self.clauses_for(event));
        let heads: Vec<Written<'_>> = heads
            .filter_map(|clause| event_head(self.model.behaviour, clause))
            .map(Written::Pat)
            .collect();
        let (first, others) = heads.split_at(usize::from(clause.is_some()));
        let all = first.iter().chain(&sent).chain(others);
        let fitting: Vec<(Written<'_>, Names)> = all
            .filter_map(|&written| Some((written, Names::of(self.module, event, written)?)))
            .collect();
        let is_tuple = fitting.iter().any(|(written, _)| written.is_tuple());
        let names = fitting.into_iter().fold(Names::default(), |names, (_, more)| names.or(more));
        if is_tuple {
            Text::of_tuple(self.module, event, &names)
        } else {
            Text::of(self.module, event, &names)
        }
    }

    /// Whether a call at a place sends an event: commands that the user gives stand nowhere.
    pub(crate) fn is_sent_at(&self, span: Span, event: &Term) -> bool {
        let mut sent = self.sent_at(span).into_iter();
        sent.any(|written| {
            !written.is_computed() && Names::of(self.module, event, written).is_some()
        })
    }

    /// What a call at a place may send: the machine comes first among its arguments.
    fn sent_at(&self, span: Span) -> Vec<Written<'_>> {
        let mut sent = Vec::new();
        let clauses = self.module.functions().flat_map(|function| &function.clauses);
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| match &expr.kind {
                _ if expr.span != span => {}
                ExprKind::Call(_, args) => sent.extend(args.iter().skip(1).take(1)),
                ExprKind::Binary(BinaryOp::Send, _, message) => sent.push(&**message),
                _ => {}
            });
        }
        sent.into_iter().map(Written::Expr).collect()
    }

    /// Clauses whose heads name an event.
    fn clauses_for(&self, event: &Term) -> Vec<&FunctionClause> {
        let behaviour = self.model.behaviour;
        let is_callback = |name: &str, arity: usize| {
            behaviour.is_state_arity(arity)
                && self.model.states.iter().any(|state| state.as_str() == name)
                || behaviour.takes_events(name)
        };
        if !matches!(event, Term::Tuple(_)) {
            return Vec::new();
        }
        let functions = self.module.functions();
        let callbacks =
            functions.filter(|function| is_callback(function.name.as_str(), function.arity));
        let clauses = callbacks.flat_map(|function| &function.clauses);
        let names_it = |clause: &&FunctionClause| {
            let head = event_head(behaviour, clause).map(|head| &head.kind);
            matches!(head, Some(PatKind::Tuple(_) | PatKind::Record(..) | PatKind::Alias(..)))
        };
        clauses.filter(names_it).collect()
    }

    /// The data behind a step, in the words of what the clause returns.
    pub(crate) fn data_text(&self, edge: &HuntEdge, before: Option<&Idle>, after: &Idle) -> String {
        let clause = edge.clauses.first().filter(|_| after.data.has_unknown());
        let clause = clause.and_then(|span| clause_at(self.module, *span));
        let names = clause.map_or_else(Names::default, |clause| self.data_names(clause, after));
        Text::of_data(self.module, (before.map(|idle| &idle.data), &after.data), &names)
    }

    /// The names that all returns of a clause which may lead to a state give to the data.
    fn data_names(&self, clause: &FunctionClause, after: &Idle) -> Names {
        let mut all: Option<Names> = None;
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                let Some(data) = self.data_of(expr, after) else { return };
                let data = bound(clause, data, MAX_BOUND);
                let Some(names) = Names::of(self.module, &after.data, Written::Expr(data)) else {
                    return;
                };
                all = Some(match all.take() {
                    Some(others) => others.and(&names),
                    None => names,
                });
            });
        }
        all.unwrap_or_default()
    }

    /// The data in a return tuple that may lead to a state.
    fn data_of<'e>(&self, expr: &'e Expr, after: &Idle) -> Option<&'e Expr> {
        let ExprKind::Tuple(items) = &expr.kind else { return None };
        let tag = items.first().and_then(atom)?;
        let behaviour = self.model.behaviour;
        let start = behaviour.first.shapes.iter().filter(|shape| shape.tag == tag);
        let mut shapes = behaviour.shapes_in_state(tag).chain(start);
        let shape = shapes.find(|shape| shape.size == items.len() && shape.goes_on())?;
        let named = shape.state().and_then(|place| items.get(place - 1));
        let is_other = named
            .and_then(atom)
            .is_some_and(|state| after.state.as_deref().is_some_and(|name| name != state));
        if is_other { None } else { items.get(shape.data? - 1) }
    }

    /// A reason, with the names of what it comes from.
    pub(crate) fn reason_text(&self, reason: &Term, at: Option<Span>) -> String {
        let at = at.filter(|_| reason.has_unknown());
        let names = at.and_then(|at| self.reason_names(reason, at)).unwrap_or_default();
        Text::in_short(self.module, reason, &names)
    }

    /// What a callback returns, in the words of its clause.
    pub(crate) fn returned_text(&self, value: &Term, clause: Option<Span>) -> String {
        let clause = clause.and_then(|span| clause_at(self.module, span));
        let mut all: Option<Names> = None;
        for expr in clause.iter().flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if let (ExprKind::Tuple(_), Some(names)) =
                    (&expr.kind, Names::of(self.module, value, Written::Expr(expr)))
                {
                    all = Some(match all.take() {
                        Some(others) => others.and(&names),
                        None => names,
                    });
                }
            });
        }
        Text::in_short(self.module, value, &all.unwrap_or_default())
    }

    fn reason_names(&self, reason: &Term, at: Span) -> Option<Names> {
        let clauses = self.module.functions().flat_map(|function| &function.clauses);
        let mut found: Option<&Expr> = None;
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if expr.span == at && found.is_none() {
                    found = Some(expr);
                }
            });
        }
        let second = || match reason {
            Term::Tuple(parts) if parts.len() == 2 => parts.last(),
            _ => None,
        };
        let (value, from) = match &found?.kind {
            ExprKind::Call(callee, args) if args.len() == 1 && is_raising(callee) => {
                (reason, args.last()?)
            }
            ExprKind::Case(value, _)
            | ExprKind::Match(_, value)
            | ExprKind::RecordAccess(value, ..)
            | ExprKind::Record(Some(value), ..) => (second()?, &**value),
            _ => return None,
        };
        let names = Names::of(self.module, value, Written::Expr(from)).unwrap_or_default();
        let call = match &from.kind {
            ExprKind::Call(Callee::Remote(module, name, _), _) => {
                Some(format!("{module}:{name}(..)"))
            }
            ExprKind::Call(Callee::Local(name), _) => Some(format!("{name}(..)")),
            _ => None,
        };
        Some(names.or_whole(value, call))
    }

    /// What an event is called: its tag, or itself; a record by its name and fields.
    pub(crate) fn event_name(&self, this_move: &Move) -> Option<String> {
        let (kind, event) = self.event(this_move)?;
        Some(self.named(kind, &event))
    }

    /// What an event for a callback is called; of one that gets the type besides, that comes first.
    pub(crate) fn named(&self, kind: HandlerKind, event: &Term) -> String {
        let behaviour = self.model.behaviour;
        if behaviour.type_place().is_none() {
            return self.name_of(event);
        }
        let of_type = |own: &Term, content: &Term| {
            format!("{own} {}", self.name_of(content)).replace("'_'", "_")
        };
        match (behaviour.event_of(kind), event_type::typed(event)) {
            (_, Some([own, content])) if behaviour.is_continued(kind) => of_type(own, content),
            (Some(message), _) if kind.is_sync() => {
                of_type(&Term::Tuple(vec![Term::atom(message.tag), Term::atom("_")]), event)
            }
            (Some(message), _) => of_type(&Term::atom(message.tag), event),
            _ => self.name_of(event),
        }
    }

    /// What an event is called.
    pub(crate) fn name_of(&self, event: &Term) -> String {
        use crate::assumptions::senders::tag;
        let Term::Tuple(items) = event else { return tag(event) };
        match super::naming::record_of(self.module, items) {
            Some(record) if !self.is_written_as_tuple(event) => {
                let name = Term::Atom(record.name.clone());
                let fields: Vec<String> = record
                    .fields
                    .iter()
                    .map(|field| format!("{} = _", Term::Atom(field.name.clone())))
                    .collect();
                format!("#{name}{{{}}}", fields.join(","))
            }
            _ => tag(event),
        }
    }

    /// Whether a clause or a call of the interface writes an event as a tuple, and not as a record.
    fn is_written_as_tuple(&self, event: &Term) -> bool {
        let heads = self.clauses_for(event);
        let mut heads = heads
            .iter()
            .filter_map(|clause| event_head(self.model.behaviour, clause))
            .map(Written::Pat);
        heads.any(|head| head.is_tuple() && Names::of(self.module, event, head).is_some())
    }
}

/// What a variable stands for in a clause, where one match alone says it.
fn bound<'e>(clause: &'e FunctionClause, expr: &'e Expr, most: usize) -> &'e Expr {
    let ExprKind::Var(name) = &expr.kind else { return expr };
    let mut values = Vec::new();
    for part in &clause.body {
        part.for_each(&mut |part| {
            if let ExprKind::Match(pat, value) = &part.kind
                && matches!(&pat.kind, PatKind::Var(own) if own == name)
            {
                values.push(&**value);
            }
        });
    }
    match values[..] {
        [value] if most > 0 => bound(clause, value, most - 1),
        _ => expr,
    }
}

/// Whether a reason is that of a wrong return value.
fn is_return(behaviour: &Behaviour, parts: &[Term]) -> bool {
    matches!(parts, [Term::Atom(tag), _] if behaviour.refusals.contains(&tag.as_str()))
}

/// Whether a function of one argument raises that.
fn is_raising(callee: &Callee) -> bool {
    match callee {
        Callee::Local(name) => never_returns("erlang", name.as_str(), 1),
        Callee::Remote(module, name, _) => never_returns(module.as_str(), name.as_str(), 1),
        Callee::Dynamic(_) => false,
    }
}
