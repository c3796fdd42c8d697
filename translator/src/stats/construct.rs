//! Names for what an expression is, as an Erlang engineer would sort them.

use frontend::Span;
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, Literal, UnaryOp};

use crate::library::functions::is_pure;
use crate::library::modules::only_computes;
use crate::machine::Machine;

/// A kind of expressions, patterns included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Construct {
    /// A whole pattern: of a head, a clause, a match, a generator.
    Pattern,
    /// A variable.
    Variable,
    /// An atom, an integer, a character, a string, `[]`.
    Constant,
    /// A tuple or a list.
    Term,
    /// A record: built, updated, read.
    Record,
    /// An operator, `catch` and `!` left out.
    Operator,
    /// `Pattern = Value`
    Match,
    /// `case`
    Case,
    /// `if`
    If,
    /// `begin`
    Begin,
    /// `try` and `catch`
    Try,
    /// A call of a function of the module.
    LocalCall,
    /// A call of a function of another module.
    OutsideCall,
    /// A call of a function of OTP's library that only computes.
    LibraryCall,
    /// A built-in function that only computes.
    BuiltIn,
    /// A built-in function that acts: processes, timers, ports, the process dictionary.
    ActingBuiltIn,
    /// A call of a function that is computed.
    ComputedCall,
    /// `To ! Message`
    Send,
    /// A list comprehension.
    Comprehension,
    /// `fun`
    Fun,
    /// A map, or a comprehension that builds one.
    Map,
    /// A binary, or a comprehension that builds one.
    Binary,
    /// A floating-point number.
    Float,
    /// `receive`
    Receive,
    /// `maybe`
    Maybe,
    /// A macro that no header defines.
    Macro,
}

impl Construct {
    /// What a table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pattern => "pattern",
            Self::Variable => "variable",
            Self::Constant => "constant",
            Self::Term => "tuple, list",
            Self::Record => "record",
            Self::Operator => "operator",
            Self::Match => "match",
            Self::Case => "case",
            Self::If => "if",
            Self::Begin => "begin",
            Self::Try => "try, catch",
            Self::LocalCall => "call of a local function",
            Self::OutsideCall => "call of another module",
            Self::LibraryCall => "library call",
            Self::BuiltIn => "built-in function",
            Self::ActingBuiltIn => "built-in that acts",
            Self::ComputedCall => "computed call",
            Self::Send => "send",
            Self::Comprehension => "list comprehension",
            Self::Fun => "fun",
            Self::Map => "map",
            Self::Binary => "binary",
            Self::Float => "float",
            Self::Receive => "receive",
            Self::Maybe => "maybe",
            Self::Macro => "undefined macro",
        }
    }

    /// The construct of an expression.
    pub(crate) fn of(machine: &Machine<'_>, expr: &Expr) -> Self {
        match &expr.kind {
            ExprKind::Var(_) => Self::Variable,
            ExprKind::Literal(Literal::Float(_)) => Self::Float,
            ExprKind::Literal(Literal::Atom(name)) if name.undefined_macro().is_some() => {
                Self::Macro
            }
            ExprKind::Literal(_) | ExprKind::Nil => Self::Constant,
            ExprKind::Cons(..) | ExprKind::List(..) | ExprKind::Tuple(_) => Self::Term,
            ExprKind::Record(..) | ExprKind::RecordAccess(..) | ExprKind::RecordIndex(..) => {
                Self::Record
            }
            ExprKind::Unary(UnaryOp::Catch, _) | ExprKind::Try(_) => Self::Try,
            ExprKind::Binary(BinaryOp::Send, ..) => Self::Send,
            ExprKind::Unary(..) | ExprKind::Binary(..) => Self::Operator,
            ExprKind::Match(..) => Self::Match,
            ExprKind::Case(..) => Self::Case,
            ExprKind::If(_) => Self::If,
            ExprKind::Block(_) => Self::Begin,
            ExprKind::Call(callee, args) => Self::of_call(machine, callee, args.len(), expr.span),
            ExprKind::Remote(..) => Self::ComputedCall,
            ExprKind::ListComprehension(..) => Self::Comprehension,
            ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => Self::Fun,
            ExprKind::Map(..) | ExprKind::MapComprehension(..) => Self::Map,
            ExprKind::Bin(_) | ExprKind::BinComprehension(..) => Self::Binary,
            ExprKind::Receive(..) => Self::Receive,
            ExprKind::Maybe(..) | ExprKind::MaybeMatch(..) => Self::Maybe,
        }
    }

    fn of_call(machine: &Machine<'_>, callee: &Callee, arity: usize, place: Span) -> Self {
        let built_in = |name: &str| match (name, is_pure(name, arity)) {
            ("apply", _) => Self::ComputedCall,
            (_, true) => Self::BuiltIn,
            (_, false) => Self::ActingBuiltIn,
        };
        match &*machine.callee(callee, arity, place) {
            Callee::Dynamic(_) => Self::ComputedCall,
            Callee::Local(name) if name.undefined_macro().is_some() => Self::Macro,
            Callee::Remote(module, name, _)
                if module.undefined_macro().is_some() || name.undefined_macro().is_some() =>
            {
                Self::Macro
            }
            Callee::Local(name) if machine.functions.contains_key(&(name.clone(), arity)) => {
                Self::LocalCall
            }
            Callee::Local(name) => built_in(name.as_str()),
            Callee::Remote(module, ..) if *module == machine.name => Self::LocalCall,
            Callee::Remote(module, name, _) if module.as_str() == "erlang" => {
                built_in(name.as_str())
            }
            Callee::Remote(module, ..) if only_computes(module.as_str()) => Self::LibraryCall,
            Callee::Remote(..) => Self::OutsideCall,
        }
    }

    /// Whether the lowering makes such an expression itself unknown; of others only parts are.
    ///
    /// Expressions of one macro share a place, so the place alone does not tell which is meant.
    pub(crate) fn can_be_unknown(self) -> bool {
        !matches!(
            self,
            Self::Variable
                | Self::Constant
                | Self::Term
                | Self::Match
                | Self::Case
                | Self::If
                | Self::Begin
                | Self::Try
                | Self::Send
        )
    }
}
