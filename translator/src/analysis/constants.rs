//! Values of functions that compute with constants alone.
//!
//! Input: the functions of a module, and the name of one without parameters. Output: what it returns or throws, where that follows
//! from its text: no call of other modules but `throw/1`, no arithmetic. Does not say why else.

use std::collections::BTreeMap;

use frontend::Name;
use frontend::ast::{
    BinaryOp, Callee, Expr, ExprKind, Function, Guard, Literal, Pat, PatKind, UnaryOp,
};
use num_bigint::BigInt;

/// A function of the module by its name and the number of its parameters.
pub(crate) type Functions<'l, 'f> = &'l dyn Fn(&str, usize) -> Option<&'f Function>;

/// Steps at most.
const MAX_STEPS: usize = 10_000;

/// Calls in each other at most.
const MAX_DEPTH: usize = 50;

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    /// An atom.
    Atom(Name),
    /// An integer.
    Integer(BigInt),
    /// A list.
    List(Vec<Constant>),
    /// A tuple.
    Tuple(Vec<Constant>),
}

impl Constant {
    fn truth(holds: bool) -> Self {
        Self::Atom(Name::from(if holds { "true" } else { "false" }))
    }

    fn as_truth(&self) -> Option<bool> {
        match self {
            Self::Atom(name) if name.as_str() == "true" => Some(true),
            Self::Atom(name) if name.as_str() == "false" => Some(false),
            _ => None,
        }
    }
}

/// Why there is no value.
enum Left {
    /// The value is thrown.
    Thrown(Constant),
    /// It does not follow from the text alone, or there is none.
    Open,
}

type Outcome = Result<Constant, Left>;

/// The variables that have a value.
type Values = BTreeMap<Name, Constant>;

/// What a function without parameters returns or throws.
pub(crate) fn value_of(
    functions: Functions<'_, '_>,
    module: &Name,
    name: &str,
) -> Option<Constant> {
    let mut run = Run { functions, module, steps: 0, depth: 0 };
    match run.call(name, Vec::new()) {
        Ok(value) | Err(Left::Thrown(value)) => Some(value),
        Err(Left::Open) => None,
    }
}

/// A computation.
struct Run<'l, 'f> {
    functions: Functions<'l, 'f>,
    module: &'l Name,
    steps: usize,
    depth: usize,
}

impl Run<'_, '_> {
    fn call(&mut self, name: &str, args: Vec<Constant>) -> Outcome {
        let Some(function) = (self.functions)(name, args.len()) else {
            return match <[Constant; 1]>::try_from(args) {
                Ok([value]) if name == "throw" => Err(Left::Thrown(value)),
                _ => Err(Left::Open),
            };
        };
        if self.depth == MAX_DEPTH {
            return Err(Left::Open);
        }
        self.depth += 1;
        let value = self.clauses(function, &args);
        self.depth -= 1;
        value
    }

    fn clauses(&mut self, function: &Function, args: &[Constant]) -> Outcome {
        for clause in &function.clauses {
            let mut values = Values::new();
            let mut is_taken = true;
            for (param, arg) in clause.params.iter().zip(args) {
                is_taken = is_taken && matches(param, arg, &mut values)?;
            }
            if is_taken && self.holds(&clause.guard, &values)? {
                return self.body(&clause.body, values);
            }
        }
        Err(Left::Open)
    }

    fn body(&mut self, body: &[Expr], mut values: Values) -> Outcome {
        let mut last = Err(Left::Open);
        for expr in body {
            last = Ok(self.value(expr, &mut values)?);
        }
        last
    }

    fn value(&mut self, expr: &Expr, values: &mut Values) -> Outcome {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Left::Open);
        }
        match &expr.kind {
            ExprKind::Var(name) => values.get(name).cloned().ok_or(Left::Open),
            ExprKind::Literal(literal) => constant(literal),
            ExprKind::Nil => Ok(Constant::List(Vec::new())),
            ExprKind::Cons(head, tail) => {
                let head = self.value(head, values)?;
                let tail = self.value(tail, values)?;
                appended(vec![head], tail)
            }
            ExprKind::List(items, tail) => {
                let items = self.all(items, values)?;
                let tail = self.value(tail, values)?;
                appended(items, tail)
            }
            ExprKind::Tuple(items) => Ok(Constant::Tuple(self.all(items, values)?)),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let truth = self.value(operand, values)?.as_truth().ok_or(Left::Open)?;
                Ok(Constant::truth(!truth))
            }
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, [left, right], values)
            }
            ExprKind::Match(pattern, value) => {
                let value = self.value(value, values)?;
                if matches(pattern, &value, values)? { Ok(value) } else { Err(Left::Open) }
            }
            ExprKind::Block(body) => self.body(body, values.clone()),
            ExprKind::Case(value, clauses) => {
                let value = self.value(value, values)?;
                for clause in clauses {
                    let mut inner = values.clone();
                    if matches(&clause.pattern, &value, &mut inner)?
                        && self.holds(&clause.guard, &inner)?
                    {
                        return self.body(&clause.body, inner);
                    }
                }
                Err(Left::Open)
            }
            ExprKind::If(clauses) => {
                for (guard, body) in clauses {
                    if self.holds(guard, values)? {
                        return self.body(body, values.clone());
                    }
                }
                Err(Left::Open)
            }
            ExprKind::Call(callee, args) => self.called(callee, args, values),
            _ => Err(Left::Open),
        }
    }

    fn called(&mut self, callee: &Callee, args: &[Expr], values: &mut Values) -> Outcome {
        let args = self.all(args, values)?;
        match callee {
            Callee::Local(name) => self.call(name.as_str(), args),
            Callee::Remote(module, name, _) if module == self.module => {
                self.call(name.as_str(), args)
            }
            Callee::Remote(module, name, _) => match <[Constant; 1]>::try_from(args) {
                Ok([value]) if module.as_str() == "erlang" && name.as_str() == "throw" => {
                    Err(Left::Thrown(value))
                }
                _ => Err(Left::Open),
            },
            Callee::Dynamic(_) => Err(Left::Open),
        }
    }

    fn all(&mut self, exprs: &[Expr], values: &mut Values) -> Result<Vec<Constant>, Left> {
        exprs.iter().map(|expr| self.value(expr, values)).collect()
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        [left, right]: [&Expr; 2],
        values: &mut Values,
    ) -> Outcome {
        let left = self.value(left, values)?;
        match (operator, left.as_truth()) {
            (BinaryOp::AndAlso, Some(false)) | (BinaryOp::OrElse, Some(true)) => return Ok(left),
            _ => {}
        }
        let right = self.value(right, values)?;
        match (operator, left.as_truth(), right.as_truth()) {
            (BinaryOp::AndAlso | BinaryOp::OrElse, Some(_), _) => Ok(right),
            (BinaryOp::And, Some(left), Some(right)) => Ok(Constant::truth(left && right)),
            (BinaryOp::Or, Some(left), Some(right)) => Ok(Constant::truth(left || right)),
            (BinaryOp::Xor, Some(left), Some(right)) => Ok(Constant::truth(left != right)),
            // There are no floats among these.
            (BinaryOp::Equal | BinaryOp::ExactEqual, ..) => Ok(Constant::truth(left == right)),
            (BinaryOp::NotEqual | BinaryOp::ExactNotEqual, ..) => {
                Ok(Constant::truth(left != right))
            }
            (BinaryOp::Append, ..) => match left {
                Constant::List(items) => appended(items, right),
                _ => Err(Left::Open),
            },
            _ => Err(Left::Open),
        }
    }

    /// Whether some alternative of a guard holds; a guard may compute nothing else.
    fn holds(&mut self, guard: &Guard, values: &Values) -> Result<bool, Left> {
        if guard.alternatives.is_empty() {
            return Ok(true);
        }
        for tests in &guard.alternatives {
            let mut holds = true;
            for test in tests {
                let value = self.value(test, &mut values.clone())?;
                holds = holds && value.as_truth() == Some(true);
            }
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn constant(literal: &Literal) -> Outcome {
    match literal {
        Literal::Atom(name) if name.undefined_macro().is_none() => Ok(Constant::Atom(name.clone())),
        Literal::Integer(value) => Ok(Constant::Integer(value.clone())),
        _ => Err(Left::Open),
    }
}

fn appended(mut items: Vec<Constant>, tail: Constant) -> Outcome {
    let Constant::List(rest) = tail else { return Err(Left::Open) };
    items.extend(rest);
    Ok(Constant::List(items))
}

/// Whether a pattern takes a constant; its variables have values then.
fn matches(pattern: &Pat, value: &Constant, values: &mut Values) -> Result<bool, Left> {
    match (&pattern.kind, value) {
        (PatKind::Wildcard, _) => Ok(true),
        (PatKind::Var(name), _) => {
            let known = values.entry(name.clone()).or_insert_with(|| value.clone());
            Ok(known == value)
        }
        (PatKind::Literal(literal), _) => Ok(constant(literal)? == *value),
        (PatKind::Nil, _) => Ok(*value == Constant::List(Vec::new())),
        (PatKind::Cons(head, tail), Constant::List(items)) => match items.split_first() {
            Some((first, rest)) => Ok(matches(head, first, values)?
                && matches(tail, &Constant::List(rest.to_vec()), values)?),
            None => Ok(false),
        },
        (PatKind::Tuple(patterns), Constant::Tuple(items)) => {
            let mut is_equal = patterns.len() == items.len();
            for (pattern, item) in patterns.iter().zip(items) {
                is_equal = is_equal && matches(pattern, item, values)?;
            }
            Ok(is_equal)
        }
        (PatKind::Alias(left, right), _) => {
            Ok(matches(left, value, values)? && matches(right, value, values)?)
        }
        (PatKind::Cons(..) | PatKind::Tuple(_), _) => Ok(false),
        _ => Err(Left::Open),
    }
}
