//! Comments that say where rules and branches come from.
//!
//! Input: the functions of the source, their spans, and the texts where the caller has them. Output: one
//! line each. Lines count from the function's own first line, `+0`, so that what is inserted above a
//! function moves nothing but the line in the comment at its head.

use frontend::output::print::quote_atom;
use frontend::{SourceMap, Span};

use model::index::Idx as _;
use model::{Function, Model, NodeId, SourceFunction};

/// Ranges of clauses that a comment lists at most; behind them it names the first and the last.
const MAX_RANGES: usize = 4;

/// The clauses of a module, all in one row.
pub(super) struct Origins<'a> {
    source: &'a [SourceFunction],
    /// The number of the first clause of each function; one more stands behind them for no clause.
    first: Vec<usize>,
    sources: Option<&'a SourceMap>,
}

/// `locked/2`
fn key(function: &SourceFunction) -> String {
    format!("{}/{}", quote_atom(function.name.as_str()), function.arity)
}

/// Numbers of clauses, as ranges in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clauses(Vec<(usize, usize)>);

/// A place in the row: a function and one of its clauses, or none of them.
struct ClausePlace<'a> {
    function: &'a SourceFunction,
    clause: Option<usize>,
}

impl Clauses {
    fn one(number: usize) -> Self {
        Self(vec![(number, number)])
    }

    /// The clauses in which several nodes may end, of those of all nodes.
    pub(super) fn of_several(ends: &[Self], nodes: &[NodeId]) -> Self {
        let mut all = Self::default();
        for node in nodes {
            all.join(&ends[node.index()]);
        }
        all
    }

    fn join(&mut self, other: &Self) {
        self.0.extend(&other.0);
        self.0.sort_unstable();
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for &(from, to) in &self.0 {
            match joined.last_mut() {
                Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        if let [first, .., last] = joined[..]
            && joined.len() > MAX_RANGES
        {
            joined = vec![(first.0, last.1)];
        }
        self.0 = joined;
    }
}

impl<'a> Origins<'a> {
    pub(super) fn new(model: &'a Model, sources: Option<&'a SourceMap>) -> Self {
        let mut first = Vec::new();
        let mut next = 0;
        for function in &model.source {
            first.push(next);
            next += function.clauses.len() + 1;
        }
        Self { source: &model.source, first, sources }
    }

    /// Which clauses each node of a function may end in.
    pub(super) fn of_nodes(&self, function: &Function) -> Vec<Clauses> {
        let mut ends = vec![Clauses::default(); function.nodes.len()];
        for (node, span) in &function.origins {
            if let Some(number) = self.number(*span) {
                ends[node.index()].join(&Clauses::one(number));
            }
        }
        for (id, node) in function.nodes.iter_enumerated() {
            for next in node.successors() {
                let below = ends[next.index()].clone();
                ends[id.index()].join(&below);
            }
        }
        ends
    }

    /// The innermost clause or function that holds a place.
    fn number(&self, span: Span) -> Option<usize> {
        let holds = |outer: Span| {
            outer.file == span.file && outer.start <= span.start && span.end <= outer.end
        };
        let (function, first) =
            self.source.iter().zip(&self.first).find(|(function, _)| holds(function.span))?;
        let clauses = &function.clauses;
        let clause = clauses.partition_point(|clause| clause.span.start <= span.start);
        let clause = clause.checked_sub(1).filter(|&clause| holds(clauses[clause].span));
        Some(first + clause.unwrap_or(clauses.len()))
    }

    fn place(&self, number: usize) -> Option<ClausePlace<'a>> {
        let at = self.first.partition_point(|&first| first <= number).checked_sub(1)?;
        let (function, clause) = (&self.source[at], number - self.first[at]);
        Some(ClausePlace { function, clause: (clause < function.clauses.len()).then_some(clause) })
    }

    /// The file, without its folder, and the line of a place.
    fn line(&self, span: Span) -> Option<(&'a str, usize)> {
        let source = self.sources?.get(span.file)?;
        let name = source.name.rsplit(['/', '\\']).next()?;
        Some((name, source.line_column(span.start).0))
    }

    /// The functions of the source that a function of the model is made of: `door.erl:12: locked/2`.
    pub(super) fn heads(&self, clauses: &Clauses) -> Vec<String> {
        let mut heads = Vec::new();
        for &(from, to) in &clauses.0 {
            for place in (from..=to).filter_map(|number| self.place(number)) {
                let function = place.function;
                let name = key(function);
                let head = match self.line(function.span) {
                    Some((file, line)) => format!("{file}:{line}: {name}"),
                    None => name,
                };
                if heads.last() != Some(&head) {
                    heads.push(head);
                }
            }
        }
        heads
    }

    /// What a rule is about: `clause 2 +3: locked({button,C}, D)`; the line is that of a decision inside
    /// the clause where there is one.
    pub(super) fn rule(&self, clauses: &Clauses, asked: Option<Span>) -> Option<String> {
        match clauses.0.as_slice() {
            [] => None,
            [(from, to)] if from == to => {
                let ClausePlace { function, clause } = self.place(*from)?;
                let name = key(function);
                let Some(number) = clause else { return Some(format!("{name}: no clause")) };
                let clause = &function.clauses[number];
                let inside = asked.filter(|asked| {
                    asked.file == clause.span.file
                        && clause.span.start <= asked.start
                        && asked.end <= clause.span.end
                });
                let line = self.relative(function, inside.unwrap_or(clause.span));
                Some(format!("clause {}{line}: {}", number + 1, clause.head))
            }
            ranges => Some(self.several(ranges)),
        }
    }

    /// The clause of its function, counted from 1, where all ends in one clause.
    pub(super) fn clause(&self, clauses: &Clauses) -> Option<usize> {
        match clauses.0.as_slice() {
            [(from, to)] if from == to => Some(self.place(*from)?.clause? + 1),
            _ => None,
        }
    }

    /// What a branch of a process is about.
    pub(super) fn branch(&self, origin: Span) -> Option<String> {
        self.rule(&Clauses::one(self.number(origin)?), None)
    }

    /// Lines below the first line of a function.
    fn relative(&self, function: &SourceFunction, span: Span) -> String {
        match (self.line(function.span), self.line(span)) {
            (Some((file, first)), Some((same, line))) if file == same && line >= first => {
                format!(" +{}", line - first)
            }
            _ => String::new(),
        }
    }

    /// `locked/2: clauses 1-3, 5, none`
    fn several(&self, ranges: &[(usize, usize)]) -> String {
        let mut parts: Vec<(String, Vec<String>)> = Vec::new();
        let mut note = |function: &SourceFunction, part: String| {
            let name = key(function);
            match parts.last_mut() {
                Some((last, all)) if *last == name => all.push(part),
                _ => parts.push((name, vec![part])),
            }
        };
        for &(from, to) in ranges {
            let mut at = from;
            while at <= to {
                let Some(ClausePlace { function, clause }) = self.place(at) else { break };
                let n_clauses = function.clauses.len();
                let Some(number) = clause else {
                    note(function, "none".to_owned());
                    at += 1;
                    continue;
                };
                let last = (number + to - at).min(n_clauses - 1);
                let part = if last == number {
                    format!("{}", number + 1)
                } else {
                    format!("{}-{}", number + 1, last + 1)
                };
                note(function, part);
                at += last - number + 1;
            }
        }
        let parts =
            parts.into_iter().map(|(name, all)| format!("{name}: clauses {}", all.join(", ")));
        parts.collect::<Vec<_>>().join("; ")
    }
}
