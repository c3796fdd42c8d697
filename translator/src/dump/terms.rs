//! Expressions and conditions as text close to Erlang's.

use frontend::Name;
use rustc_hash::FxHashMap;

use super::Tables;
use model::expr::atom::quoted;
use model::index::IndexVec;
use model::{Cond, Expr, FloatOp, Kind, Operator, ProcedureIx, VarId};

/// Writes the expressions of one function or process.
pub(crate) struct Terms<'t> {
    tables: &'t Tables,
    vars: Vec<String>,
}

impl<'t> Terms<'t> {
    /// A variable whose name another one has too is written with its number.
    pub(crate) fn new(tables: &'t Tables, vars: &IndexVec<VarId, Name>) -> Self {
        let mut uses: FxHashMap<&Name, usize> = FxHashMap::default();
        for name in vars {
            *uses.entry(name).or_default() += 1;
        }
        let written = |(var, name): (VarId, &Name)| match uses.get(name) {
            Some(1) => name.to_string(),
            _ => format!("{name}#{}", var.0),
        };
        Self { tables, vars: vars.iter_enumerated().map(written).collect() }
    }

    /// For terms without variables.
    pub(crate) fn closed(tables: &'t Tables) -> Self {
        Self { tables, vars: Vec::new() }
    }

    pub(crate) fn var(&self, var: VarId) -> String {
        self.vars.get(var.0 as usize).cloned().unwrap_or_else(|| format!("V#{}", var.0))
    }

    pub(crate) fn procedure(&self, procedure: ProcedureIx) -> String {
        self.tables.procedure(procedure)
    }

    pub(crate) fn vars(&self, vars: &[VarId]) -> String {
        vars.iter().map(|&var| self.var(var)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> String {
        exprs.into_iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Var(var) => self.var(*var),
            Expr::Atom(name) => quoted(name.as_str()),
            Expr::State(state) => format!("state {}", self.tables.state(*state)),
            Expr::Integer(value) => value.to_string(),
            Expr::Nil => "[]".to_owned(),
            Expr::Cons(..) | Expr::List(_) => self.list(expr),
            Expr::Tuple(items) => format!("{{{}}}", self.exprs(items)),
            Expr::Element(position, tuple) => format!("element({position}, {})", self.expr(tuple)),
            Expr::Head(list) => format!("hd({})", self.expr(list)),
            Expr::Tail(list) => format!("tl({})", self.expr(list)),
            _ if let Some(value) = expr.as_float() => value.to_string(),
            Expr::Apply(operator, operands) => match expr.as_float() {
                Some(value) => value.to_string(),
                None => self.apply(*operator, operands),
            },
            Expr::Bool(cond) => format!("bool({})", self.cond(cond)),
            Expr::Call(id, args) => {
                format!("call {}({})", self.tables.function(*id), self.exprs(args))
            }
            Expr::Unknown(origin) | Expr::Chosen(origin, _) => {
                format!("unknown({})", self.tables.origins[*origin].what)
            }
            Expr::EmptyStack => "empty".to_owned(),
            Expr::Push(top, stack) => format!("push({}, {})", self.expr(top), self.expr(stack)),
            Expr::Top(stack) => format!("top({})", self.expr(stack)),
            Expr::Pop(stack) => format!("pop({})", self.expr(stack)),
        }
    }

    /// A list in one piece, however long it is.
    fn list(&self, list: &Expr) -> String {
        let (items, end) = list.spine();
        match end {
            Expr::Nil => format!("[{}]", self.exprs(items)),
            end => format!("[{} | {}]", self.exprs(items), self.expr(end)),
        }
    }

    fn apply(&self, operator: Operator, operands: &[Expr]) -> String {
        let sign = match operator {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "div",
            Operator::Rem => "rem",
            Operator::Neg => return format!("-({})", self.exprs(operands)),
            Operator::TupleSize => return format!("tuple_size({})", self.exprs(operands)),
            Operator::ByteSize => return format!("byte_size({})", self.exprs(operands)),
            Operator::WholeBytes => return format!("whole_bytes({})", self.exprs(operands)),
            Operator::BitSize => return format!("bit_size({})", self.exprs(operands)),
            Operator::MapSize => return format!("map_size({})", self.exprs(operands)),
            Operator::TupleToList => return format!("tuple_to_list({})", self.exprs(operands)),
            Operator::ListToTuple => return format!("list_to_tuple({})", self.exprs(operands)),
            Operator::Reference => return format!("reference({})", self.exprs(operands)),
            Operator::Pid => return format!("pid({})", self.exprs(operands)),
            Operator::FreshPid => return format!("fresh_pid({})", self.exprs(operands)),
            Operator::Wrap(wrap) => {
                return format!("{}({})", kind_name(wrap.kind()), self.exprs(operands));
            }
            Operator::Unwrap(wrap) => {
                return format!("{}_content({})", kind_name(wrap.kind()), self.exprs(operands));
            }
            Operator::Unordered => return format!("unordered({})", self.exprs(operands)),
            Operator::Float(operator) => {
                return format!("{}({})", float_name(operator), self.exprs(operands));
            }
            Operator::Guess(_) => return format!("guess({})", self.exprs(operands)),
            Operator::FreshReference => {
                return format!("fresh_reference({})", self.exprs(operands));
            }
        };
        let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
        format!("({})", operands.join(&format!(" {sign} ")))
    }

    pub(crate) fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Is(kind, value) => format!("{} is {}", self.expr(value), kind_name(*kind)),
            Cond::Same(left, right) => format!("{} =:= {}", self.expr(left), self.expr(right)),
            Cond::Equal(left, right) => format!("{} == {}", self.expr(left), self.expr(right)),
            Cond::Less(left, right) => format!("{} < {}", self.expr(left), self.expr(right)),
            Cond::Not(inner) => format!("not ({})", self.cond(inner)),
            Cond::And(left, right) => format!("({} and {})", self.cond(left), self.cond(right)),
            Cond::Holds(wrap, value) => {
                format!("{} is known {}", self.expr(value), kind_name(wrap.kind()))
            }
            Cond::Known(value) => format!("{} is known", self.expr(value)),
            Cond::IsEmptyStack(stack) => format!("{} is empty", self.expr(stack)),
        }
    }
}

fn float_name(operator: FloatOp) -> String {
    match operator {
        FloatOp::Math(function) => format!("math:{function:?}").to_lowercase(),
        other => format!("float:{other:?}").to_lowercase(),
    }
}

fn kind_name(kind: Kind) -> String {
    let name = match kind {
        Kind::Integer => "integer",
        Kind::Number => "number",
        Kind::Float => "float",
        Kind::Atom => "atom",
        Kind::Nil => "[]",
        Kind::Cons => "[_|_]",
        Kind::Tuple => "tuple",
        Kind::TupleOf(size) => return format!("tuple/{size}"),
        Kind::Map => "map",
        Kind::Binary => "binary",
        Kind::BitString => "bit string",
        Kind::Bits => "bit string of no whole bytes",
        Kind::Fun => "fun",
        Kind::Pid => "pid",
        Kind::Port => "port",
        Kind::Reference => "reference",
    };
    name.to_owned()
}
