//! What code of the module ends with, where another process runs it.
//!
//! Input: the body of a function or a fun, and what is known of its variables. Output: all reasons with which the process
//! may end by itself, as expressions in what it was started with; none where they are not known: it calls another
//! module, waits for a message, is linked to other processes, or does what is not looked at here. Too many reasons are
//! no fault: each way through the text counts, whatever decides between them. Does not know who else may end it.

mod calls;
mod patterns;

use std::collections::{BTreeMap, BTreeSet};

use frontend::ast::{
    self, BinaryOp, Callee, Expr as Syntax, ExprKind, Guard, Literal, Pat, PatKind, UnaryOp,
};
use frontend::{Module, Name};
use model::{Expr, OriginId};

use patterns::Fit;

/// Values that an expression may have: none where it is never over.
pub(crate) type Values = Vec<Expr>;

/// What variables may be; of others nothing is known.
pub(crate) type Env = BTreeMap<Name, Values>;

/// Values that are told apart, at most.
const MAX_VALUES: usize = 16;

/// Expressions that are looked at, at most.
const MAX_WORK: usize = 5_000;

/// The kinds of exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Error,
    Exit,
    Throw,
}

/// Code that is gone through.
pub(crate) struct Endings<'m> {
    module: &'m Module,
    /// Exceptions that it may end with.
    raised: Vec<(Class, Expr)>,
    /// Functions that are called, the innermost one last.
    calls: Vec<(Name, usize)>,
    /// Functions that have called themselves.
    repeated: BTreeSet<(Name, usize)>,
    work: usize,
}

/// Any value.
pub(crate) fn anything() -> Expr {
    Expr::Unknown(OriginId(0))
}

/// A tuple with a tag and what is not known.
fn tagged(tag: &str) -> Expr {
    Expr::Tuple(vec![Expr::atom(tag), anything()])
}

/// The reason of a process that ends with an error: behind it stands where that comes from.
pub(crate) fn failed(reason: Expr) -> Expr {
    let stack = Expr::Cons(Box::new(anything()), Box::new(anything()));
    Expr::Tuple(vec![reason, stack])
}

impl<'m> Endings<'m> {
    /// Before anything was looked at.
    pub(crate) fn new(module: &'m Module) -> Self {
        let (raised, calls, repeated, work) = (Vec::new(), Vec::new(), BTreeSet::new(), 0);
        Self { module, raised, calls, repeated, work }
    }

    /// The reasons with which a process ends whose code has these values.
    pub(crate) fn reasons(self, values: &[Expr]) -> Vec<Expr> {
        let normal = (!values.is_empty()).then(|| Expr::atom("normal"));
        let raised = self.raised.into_iter().map(|(class, reason)| match class {
            Class::Exit => reason,
            Class::Error => failed(reason),
            Class::Throw => failed(Expr::Tuple(vec![Expr::atom("nocatch"), reason])),
        });
        normal.into_iter().chain(raised).collect()
    }

    /// The values of expressions one behind another: those of the last one.
    pub(crate) fn body(&mut self, body: &[Syntax], env: &mut Env) -> Option<Values> {
        let mut last = Values::new();
        for expr in body {
            last = self.value(expr, env)?;
            if last.is_empty() {
                break;
            }
        }
        Some(last)
    }

    fn value(&mut self, expr: &Syntax, env: &mut Env) -> Option<Values> {
        self.work += 1;
        if self.work > MAX_WORK {
            return None;
        }
        Some(match &expr.kind {
            ExprKind::Var(name) => env.get(name).cloned().unwrap_or_else(|| vec![anything()]),
            ExprKind::Literal(literal) => vec![constant(literal)],
            ExprKind::Nil => vec![Expr::Nil],
            ExprKind::Fun(_) | ExprKind::NamedFun(..) | ExprKind::FunLocal(..) => vec![anything()],
            ExprKind::Tuple(items) => self.each(items.iter(), env, &Expr::Tuple)?,
            ExprKind::Cons(head, tail) => self.each([&**head, &**tail].into_iter(), env, &cell)?,
            ExprKind::Block(body) => self.body(body, env)?,
            ExprKind::Match(pattern, value) => {
                let values = self.value(value, env)?;
                if patterns::bind(pattern, &values, env) != Fit::Always {
                    self.raised.push((Class::Error, tagged("badmatch")));
                }
                values
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, env)?,
            ExprKind::Binary(BinaryOp::AndAlso | BinaryOp::OrElse, left, right) => {
                let first = self.value(left, env)?;
                // Whether the second one is looked at is open.
                self.value(right, &mut env.clone())?;
                self.raised.push((Class::Error, tagged("badarg")));
                if first.is_empty() { first } else { vec![anything()] }
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, [left, right], env)?,
            ExprKind::Case(..) | ExprKind::If(_) | ExprKind::Try(_) => self.branches(expr, env)?,
            ExprKind::Receive(clauses, Some((time, body))) if clauses.is_empty() => {
                self.sleep(time, env)?;
                self.body(body, env)?
            }
            ExprKind::Call(Callee::Local(name), args) => self.call(None, name, args, env)?,
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                self.call(Some(module), name, args, env)?
            }
            _ => return None,
        })
    }

    /// An expression with several ways through it.
    fn branches(&mut self, expr: &Syntax, env: &mut Env) -> Option<Values> {
        let (outcome, reason) = match &expr.kind {
            ExprKind::Case(value, clauses) => {
                let values = self.value(value, env)?;
                let ways =
                    clauses.iter().map(|clause| (&clause.pattern, &clause.guard, &*clause.body));
                (self.ways(&values, ways, env)?, tagged("case_clause"))
            }
            ExprKind::If(clauses) => {
                let any = Pat::new(PatKind::Wildcard, expr.span);
                let ways = clauses.iter().map(|(guard, body)| (&any, guard, &**body));
                (self.ways(&[anything()], ways, env)?, Expr::atom("if_clause"))
            }
            ExprKind::Try(parts) => ((self.tried(parts, env)?, true), anything()),
            _ => return None,
        };
        let (values, is_full) = outcome;
        self.raised.extend((!is_full).then_some((Class::Error, reason)));
        forget(expr, env);
        Some(values)
    }

    /// A constructor on all values of its parts.
    fn each<'e>(
        &mut self,
        parts: impl Iterator<Item = &'e Syntax>,
        env: &mut Env,
        make: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Option<Values> {
        let mut combinations = vec![Vec::new()];
        for part in parts {
            let values = self.value(part, env)?;
            let longer = |combination: &Vec<Expr>, value: &Expr| {
                [combination.as_slice(), std::slice::from_ref(value)].concat()
            };
            combinations = combinations
                .iter()
                .flat_map(|combination| values.iter().map(|value| longer(combination, value)))
                .collect();
            if combinations.len() > MAX_VALUES {
                let unknown = vec![anything(); combinations[0].len()];
                combinations = vec![unknown];
            }
        }
        Some(combinations.into_iter().map(make).collect())
    }

    fn unary(&mut self, op: UnaryOp, operand: &Syntax, env: &mut Env) -> Option<Values> {
        let before = self.raised.len();
        let values = self.value(operand, env)?;
        match op {
            UnaryOp::Catch => {
                let is_caught = self.raised.len() > before;
                self.raised.truncate(before);
                return Some(if is_caught { vec![anything()] } else { values });
            }
            UnaryOp::Not => self.raised.push((Class::Error, Expr::atom("badarg"))),
            _ => self.raised.push((Class::Error, Expr::atom("badarith"))),
        }
        Some(vec![anything()])
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        [left, right]: [&Syntax; 2],
        env: &mut Env,
    ) -> Option<Values> {
        use BinaryOp as Op;
        let pairs = self.each([left, right].into_iter(), env, &Expr::Tuple)?;
        let any = |reason: Option<&str>| (Some(anything()), reason.map(Expr::atom));
        let mut results = Values::new();
        for pair in pairs {
            let Expr::Tuple(mut parts) = pair else { continue };
            let (Some(right), Some(left)) = (parts.pop(), parts.pop()) else { continue };
            let (value, reason) = match op {
                Op::Send => (Some(right), None),
                Op::Equal
                | Op::NotEqual
                | Op::ExactEqual
                | Op::ExactNotEqual
                | Op::Less
                | Op::LessEqual
                | Op::Greater
                | Op::GreaterEqual => any(None),
                Op::And | Op::Or | Op::Xor | Op::Append | Op::Subtract => any(Some("badarg")),
                _ => match computed(op, &left, &right) {
                    Ok(value) => (Some(value), None),
                    Err(true) => (None, Some(Expr::atom("badarith"))),
                    Err(false) => any(Some("badarith")),
                },
            };
            self.raised.extend(reason.map(|reason| (Class::Error, reason)));
            results.extend(value);
        }
        Some(few(results))
    }

    /// The values of bodies of clauses, and whether one of them is taken for certain.
    fn ways<'e>(
        &mut self,
        values: &[Expr],
        clauses: impl Iterator<Item = (&'e Pat, &'e Guard, &'e [Syntax])>,
        env: &Env,
    ) -> Option<(Values, bool)> {
        let mut results = Values::new();
        if values.is_empty() {
            return Some((results, true));
        }
        for (pattern, guard, body) in clauses {
            let mut inner = env.clone();
            let fit = patterns::bind(pattern, values, &mut inner);
            if fit != Fit::Never {
                results.extend(self.body(body, &mut inner)?);
            }
            if fit == Fit::Always && patterns::is_true(guard) {
                return Some((few(results), true));
            }
        }
        Some((few(results), false))
    }

    fn tried(&mut self, parts: &ast::Try, env: &mut Env) -> Option<Values> {
        let outer = std::mem::take(&mut self.raised);
        let mut inner = env.clone();
        let values = self.body(&parts.body, &mut inner)?;
        let raised = std::mem::replace(&mut self.raised, outer);
        let mut results = if parts.of.is_empty() {
            values
        } else {
            let ways =
                parts.of.iter().map(|clause| (&clause.pattern, &clause.guard, &*clause.body));
            let (results, is_full) = self.ways(&values, ways, &inner)?;
            if !is_full {
                self.raised.push((Class::Error, tagged("try_clause")));
            }
            results
        };
        for (class, reason) in raised {
            let (caught, is_caught) = self.caught(class, &reason, &parts.catch, env)?;
            results.extend(caught);
            if !is_caught {
                self.raised.push((class, reason));
            }
        }
        let after = self.body(&parts.after, env)?;
        Some(if after.is_empty() && !parts.after.is_empty() { after } else { few(results) })
    }

    /// What follows an exception, and whether it is caught for certain.
    fn caught(
        &mut self,
        class: Class,
        reason: &Expr,
        clauses: &[ast::CatchClause],
        env: &Env,
    ) -> Option<(Values, bool)> {
        let ways = clauses.iter().filter(|clause| patterns::is_of(clause.class.as_ref(), class));
        let mut env = env.clone();
        for clause in clauses {
            let class = clause
                .class
                .as_ref()
                .map(|(ast::Class::Atom(name, _) | ast::Class::Var(name, _))| name);
            for name in class.into_iter().chain(clause.stack.as_ref().map(|(name, _)| name)) {
                env.insert(name.clone(), vec![anything()]);
            }
        }
        let ways = ways.map(|clause| (&clause.pattern, &clause.guard, &*clause.body));
        self.ways(std::slice::from_ref(reason), ways, &env)
    }
}

/// Values, where these are not too many.
fn few(mut values: Values) -> Values {
    let mut kept: Values = Vec::new();
    values.retain(|value| {
        let is_new = !kept.contains(value);
        kept.extend(is_new.then(|| value.clone()));
        is_new
    });
    if values.len() > MAX_VALUES { vec![anything()] } else { values }
}

/// Nothing is known behind an expression of what its branches bind.
fn forget(expr: &Syntax, env: &mut Env) {
    let mut add = |name: &Name| {
        env.entry(name.clone()).or_insert_with(|| vec![anything()]);
    };
    expr.for_each(&mut |expr| match &expr.kind {
        ExprKind::Match(pattern, _) => pattern.for_each_var(&mut add),
        ExprKind::Case(_, clauses) => {
            for clause in clauses {
                clause.pattern.for_each_var(&mut add);
            }
        }
        _ => {}
    });
}

/// The list cell of a head and a tail.
fn cell(parts: Vec<Expr>) -> Expr {
    let mut parts = parts.into_iter();
    let mut next = || Box::new(parts.next().unwrap_or(Expr::Nil));
    Expr::Cons(next(), next())
}

/// The integer that an operator gives; else whether it fails for certain.
fn computed(op: BinaryOp, left: &Expr, right: &Expr) -> Result<Expr, bool> {
    let (Expr::Integer(left), Expr::Integer(right)) = (left, right) else { return Err(false) };
    let value = match op {
        BinaryOp::Add => Some(left + right),
        BinaryOp::Sub => Some(left - right),
        BinaryOp::Mul => Some(left * right),
        BinaryOp::IntDiv => left.checked_div(right),
        BinaryOp::Div => return Err(*right == 0.into()),
        _ => return Err(false),
    };
    value.map(Expr::Integer).ok_or(true)
}

fn constant(literal: &Literal) -> Expr {
    match literal {
        Literal::Atom(name) if name.undefined_macro().is_none() => Expr::Atom(name.clone()),
        Literal::Integer(value) => Expr::Integer(value.clone()),
        Literal::Char(value) => usize::try_from(*value).map_or_else(|_| anything(), Expr::integer),
        Literal::Atom(_) | Literal::String(_) | Literal::Float(_) => anything(),
    }
}
