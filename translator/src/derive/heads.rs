//! Events that callbacks name: in heads, in guards, and where they take the event apart by a match or compare it.
//!
//! Input: the functions that take events. Output: what their clauses take, with holes; constants of guards count as those of
//! heads do (`guarded`), of what a guard tests else its kind. A clause that takes everything names nothing. Does not see how
//! functions tell events apart that are no takers: `looks` says that they do.

use behaviour::{Callback, Row};
use frontend::ast::{
    BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, FunctionClause, Guard, Pat, PatKind,
};
use frontend::{Name, Span};

use super::guards::guarded::{guarded, guarded_all};
use super::own::is_of_end;
use super::shape::{Known, Shapes, hole};
use super::takers::{Room, Taker, Variables, handed, of_type, takes_stray};
use super::{Placed, STRAY};
use crate::analysis::domain::chosen;
use model::{Command, CommandKind, Expr, Kind};

/// An event that a clause names.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The event.
    pub(crate) command: Command,
    /// Where it is named.
    pub(crate) span: Span,
    /// Whether it is named for several kinds of events at once: which of these there are it does not say.
    pub(crate) is_open: bool,
}

/// What functions that take events name.
pub(crate) fn events<'a>(room: Room<'_, 'a>, takers: &[Taker<'a>]) -> Vec<Head> {
    let mut heads = Vec::new();
    for taker in takers {
        for (clause, kinds) in taker.clauses(room.shapes) {
            for Named { kinds, term, span } in Found::of(room, taker, (clause, &kinds)).named {
                if term != hole() {
                    heads.extend(of_kinds(kinds, &term, span));
                }
            }
        }
    }
    heads
}

/// An event for each of some kinds; what OTP sends comes as no other than a message without a form.
fn of_kinds(mut kinds: Vec<CommandKind>, term: &Expr, span: Span) -> impl Iterator<Item = Head> {
    let mut message = term.clone();
    let is_of_otp = open_by_otp(&mut message);
    if kinds.len() > 1 && (is_of_otp || is_of_end(term)) && kinds.iter().any(|kind| kind.is_bare())
    {
        kinds.retain(|kind| kind.is_bare());
    }
    let is_open = kinds.len() > 1;
    let (term, message) = (term.clone(), message);
    kinds.into_iter().map(move |kind| {
        let term = if kind.is_bare() { message.clone() } else { term.clone() };
        Head { command: Command { kind, term }, span, is_open }
    })
}

/// Messages that OTP sends, and what they name first: a socket, or a node.
const OF_OTP: [(&str, &[Kind]); 11] = [
    ("nodedown", &[Kind::Atom]),
    ("nodeup", &[Kind::Atom]),
    ("ssl", &[Kind::Tuple]),
    ("ssl_closed", &[Kind::Tuple]),
    ("ssl_error", &[Kind::Tuple]),
    ("tcp", SOCKET),
    ("tcp_closed", SOCKET),
    ("tcp_error", SOCKET),
    ("tcp_passive", SOCKET),
    ("udp", SOCKET),
    ("udp_closed", SOCKET),
];

/// A port, or a tuple where sockets are those of `socket`.
const SOCKET: &[Kind] = &[Kind::Tuple, Kind::Port];

/// Says of such a message what kinds that may have; whether it is one.
fn open_by_otp(message: &mut Expr) -> bool {
    let Expr::Tuple(items) = message else { return false };
    let [Expr::Atom(tag), first, ..] = items.as_mut_slice() else { return false };
    let Some((_, kinds)) = OF_OTP.iter().find(|(name, _)| *name == tag.as_str()) else {
        return false;
    };
    if *first == hole() {
        *first = chosen(Some(kinds.to_vec()));
    }
    true
}

/// What a clause names, of some kinds of events.
#[derive(Debug)]
pub(crate) struct Named {
    kinds: Vec<CommandKind>,
    term: Expr,
    span: Span,
}

/// What is found in a clause that takes events.
#[derive(Debug, Default)]
pub(crate) struct Found<'a> {
    /// What it names.
    pub(crate) named: Vec<Named>,
    /// The functions to which it hands on what it does not name.
    pub(crate) handed: Vec<Taker<'a>>,
}

/// Where a search in a clause stands.
struct Search<'r, 'a> {
    room: Room<'r, 'a>,
    vars: Variables,
    /// Whether calls are followed.
    is_typed: bool,
    found: Found<'a>,
}

impl<'a> Found<'a> {
    /// What a clause of a function that takes events names and hands on, of those of these kinds.
    pub(crate) fn of(
        room: Room<'_, 'a>,
        taker: &Taker<'a>,
        (clause, kinds): (&FunctionClause, &[CommandKind]),
    ) -> Self {
        let Some(head) = clause.params.get(taker.event) else { return Self::default() };
        let ty = taker.ty.and_then(|place| clause.params.get(place));
        let (mut events, mut types) = (Vec::new(), Vec::new());
        head.for_each_var(&mut |name| events.push(name.clone()));
        if let Some(pattern) = ty {
            whole_names(pattern, &mut types);
        }
        let is_typed = room.behaviour.tells_type();
        let vars = Variables { events, types };
        let mut search = Search { room, vars, is_typed, found: Self::default() };
        let kinds = search.taken_by((Some(head), ty), &clause.guard, (kinds, head.span));
        if room.shapes.event(head) == hole() && !kinds.is_empty() {
            let tests = clause.guard.alternatives.iter().flatten();
            for expr in tests.chain(&clause.body) {
                search.expr(expr, &kinds);
            }
        }
        search.found
    }
}

impl Search<'_, '_> {
    /// Keeps what a pattern for the event names, behind one for the type and a guard; the kinds of events that both take.
    fn taken_by(
        &mut self,
        (event, ty): (Option<&Pat>, Option<&Pat>),
        guard: &Guard,
        (kinds, span): (&[CommandKind], Span),
    ) -> Vec<CommandKind> {
        let any = Pat { kind: PatKind::Wildcard, span, at: 0 };
        let patterns = [event.unwrap_or(&any), ty.unwrap_or(&any)];
        let mut all = Vec::new();
        for [term, ty] in guarded_all(patterns, guard, self.room.shapes) {
            let kinds = if ty == hole() { kinds.to_vec() } else { of_type(kinds, &ty) };
            for kind in &kinds {
                if !all.contains(kind) {
                    all.push(*kind);
                }
            }
            if event.is_some() && !kinds.is_empty() {
                self.found.named.push(Named { kinds, term, span });
            }
        }
        all
    }

    /// An expression that is evaluated for events of these kinds.
    fn expr(&mut self, expr: &Syntax, kinds: &[CommandKind]) {
        if let ExprKind::Case(value, clauses) = &expr.kind
            && let Some(places) = self.places(value)
        {
            self.typed_case(places, clauses, kinds);
            return;
        }
        let shapes = self.room.shapes;
        let mut named = Vec::new();
        for (pattern, guard) in taken(expr, &|expr| self.vars.is_event(expr)) {
            let events = guarded(pattern, guard.unwrap_or(&Guard::default()), shapes);
            named.extend(events.into_iter().map(|shape| (shape, pattern.span)));
        }
        named.extend(compared(expr, &|expr| self.vars.is_event(expr), shapes));
        let named =
            named.into_iter().map(|(term, span)| Named { kinds: kinds.to_vec(), term, span });
        self.found.named.extend(named);
        if self.is_typed {
            let handed = handed(self.room, expr, &self.vars, kinds);
            self.found.handed.extend(handed);
        }
        for child in expr.children() {
            self.expr(child, kinds);
        }
    }

    /// Where a `case` looks at the type: its value, or a component of that; and where at the event.
    fn places(&self, value: &Syntax) -> Option<(Option<usize>, Option<usize>)> {
        match &value.kind {
            _ if self.vars.is_type(value) => Some((None, None)),
            ExprKind::Tuple(items) => {
                let ty = items.iter().position(|item| self.vars.is_type(item))?;
                Some((Some(ty), items.iter().position(|item| self.vars.is_event(item))))
            }
            _ => None,
        }
    }

    /// The clauses of a `case` of the type: what one without a guard takes does not come to those behind it.
    fn typed_case(
        &mut self,
        (ty, event): (Option<usize>, Option<usize>),
        clauses: &[CaseClause],
        kinds: &[CommandKind],
    ) {
        let mut left = kinds.to_vec();
        for CaseClause { pattern, guard, body, .. } in clauses {
            let ty = ty.map_or(Some(pattern), |place| part(pattern, place));
            let event = event.and_then(|place| part(pattern, place));
            let kinds = self.taken_by((event, ty), guard, (&left, pattern.span));
            for expr in guard.alternatives.iter().flatten().chain(body) {
                self.expr(expr, &kinds);
            }
            if guard.alternatives.is_empty() && event.is_none() {
                left.retain(|kind| !kinds.contains(kind));
            }
        }
    }
}

/// The variables that a pattern binds to the whole value.
fn whole_names(pattern: &Pat, names: &mut Vec<Name>) {
    match &pattern.kind {
        PatKind::Var(name) => names.push(name.clone()),
        PatKind::Alias(left, right) => {
            whole_names(left, names);
            whole_names(right, names);
        }
        _ => {}
    }
}

/// The patterns that an expression tries on the event, with their guards.
pub(crate) fn taken<'e>(
    expr: &'e Syntax,
    is_event: &dyn Fn(&Syntax) -> bool,
) -> Vec<(&'e Pat, Option<&'e Guard>)> {
    let patterns = |clauses: &'e [CaseClause]| {
        clauses.iter().map(|clause| (&clause.pattern, Some(&clause.guard)))
    };
    match &expr.kind {
        ExprKind::Case(value, clauses) if is_event(value) => patterns(clauses).collect(),
        ExprKind::Case(value, clauses) => match &value.kind {
            ExprKind::Tuple(items) => match items.iter().position(is_event) {
                Some(place) => {
                    let parts = patterns(clauses)
                        .filter_map(|(pattern, guard)| Some((part(pattern, place)?, guard)));
                    parts.collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        },
        ExprKind::Match(pattern, value) | ExprKind::MaybeMatch(pattern, value)
            if is_event(value) =>
        {
            vec![(&**pattern, None)]
        }
        ExprKind::Try(parts) => match parts.body.as_slice() {
            [value] if is_event(value) => patterns(&parts.of).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The pattern of one component of a tuple.
fn part(pattern: &Pat, place: usize) -> Option<&Pat> {
    match &pattern.kind {
        PatKind::Tuple(items) => items.get(place),
        _ => None,
    }
}

/// `Event =:= Constant`, or `lists:member(Event, Constants)`
pub(crate) fn compared(
    expr: &Syntax,
    is_event: &dyn Fn(&Syntax) -> bool,
    shapes: &Shapes<'_>,
) -> Vec<(Expr, Span)> {
    let with: Vec<&Syntax> = match &expr.kind {
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::ExactEqual, left, right) => {
            match (is_event(left), is_event(right)) {
                (true, false) => vec![right],
                (false, true) => vec![left],
                _ => Vec::new(),
            }
        }
        ExprKind::Call(Callee::Remote(module, name, _), args)
            if module.as_str() == "lists" && name.as_str() == "member" =>
        {
            match args.as_slice() {
                [event, list] if is_event(event) => items(list),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    with.into_iter().map(|with| (shapes.value(with, &Known::default()), expr.span)).collect()
}

/// The elements of a list that is written out; the list itself where it is not.
fn items(list: &Syntax) -> Vec<&Syntax> {
    let (mut items, mut rest) = (Vec::new(), list);
    loop {
        match &rest.kind {
            ExprKind::Cons(head, tail) => {
                items.push(&**head);
                rest = tail;
            }
            ExprKind::Nil => return items,
            _ => return vec![list],
        }
    }
}

/// A message that no clause names, for callbacks of all states with a clause that takes everything.
pub(crate) fn stray<'a>(room: Room<'_, 'a>, takers: &[Taker<'a>]) -> Placed {
    // Where the type of an event is told, its state has no other callback for messages.
    let is_asked = |callback: Row<Callback>| !callback.is_of_state() || room.behaviour.tells_type();
    let mut strays = Placed::new();
    for kind in room.behaviour.events() {
        let mut callbacks = takers
            .iter()
            .filter(|taker| taker.callback.is_some_and(is_asked) && taker.kinds.contains(&kind));
        let clauses = callbacks.try_fold(Vec::new(), |mut clauses, taker| {
            clauses.push(takes_stray(room, taker, kind, 0)?);
            Some(clauses)
        });
        if let Some(clause) = clauses.iter().flatten().next() {
            strays.push((Command { kind, term: Expr::atom(STRAY) }, clause.span));
        }
    }
    strays.sort_by_key(|(_, span)| *span);
    strays
}
