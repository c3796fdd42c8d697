//! Random syntax trees.

use frontend::ast::{
    BinaryOp, Callee, CaseClause, Expr, ExprKind, Form, Function, FunctionClause, Guard, Literal,
    Module, Pat, PatKind, RemoteAt, UnaryOp,
};
use frontend::{FileId, Name, Span};
use proptest::collection::vec;
use proptest::prelude::*;

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

const BINARY: &[BinaryOp] = &[
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::IntDiv,
    BinaryOp::Rem,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight,
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::ExactEqual,
    BinaryOp::ExactNotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::AndAlso,
    BinaryOp::OrElse,
    BinaryOp::Append,
    BinaryOp::Subtract,
    BinaryOp::Send,
];

const UNARY: &[UnaryOp] =
    &[UnaryOp::Plus, UnaryOp::Minus, UnaryOp::Not, UnaryOp::BitNot, UnaryOp::Catch];

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: NOWHERE, at: 0 }
}

fn pat(kind: PatKind) -> Pat {
    Pat { kind, span: NOWHERE, at: 0 }
}

fn atom() -> impl Strategy<Value = Name> {
    prop_oneof!["[a-d]", Just("maybe".to_owned()), Just("case".to_owned()), "[A-C_ ]?[A-C]?"]
        .prop_map(Name::from)
}

fn variable() -> impl Strategy<Value = Name> {
    "[A-D]".prop_map(Name::from)
}

fn literal(integers: std::ops::Range<i64>) -> impl Strategy<Value = Literal> {
    prop_oneof![
        4 => atom().prop_map(Literal::Atom),
        2 => integers.prop_map(|value| Literal::Integer(value.into())),
        1 => "[a-z \\\\\"\n]{0,4}".prop_map(Literal::String),
        1 => "[0-9]\\.[0-9]".prop_map(Literal::Float),
    ]
}

/// A pattern.
pub fn pattern() -> BoxedStrategy<Pat> {
    let leaf = prop_oneof![
        Just(PatKind::Wildcard),
        variable().prop_map(PatKind::Var),
        literal(0..10).prop_map(PatKind::Literal),
        Just(PatKind::Nil),
    ];
    leaf.prop_map(pat)
        .prop_recursive(3, 12, 3, |inner| {
            let two = (inner.clone(), inner.clone());
            prop_oneof![
                vec(inner, 0..4).prop_map(PatKind::Tuple),
                two.clone().prop_map(|(a, b)| PatKind::Cons(Box::new(a), Box::new(b))),
                two.prop_map(|(a, b)| PatKind::Alias(Box::new(a), Box::new(b))),
            ]
            .prop_map(pat)
        })
        .boxed()
}

fn guard(test: BoxedStrategy<Expr>) -> impl Strategy<Value = Guard> {
    vec(vec(test, 1..3), 0..3).prop_map(|alternatives| Guard { alternatives })
}

fn call(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let callee = prop_oneof![
        atom().prop_map(Callee::Local),
        (atom(), atom()).prop_map(|(module, name)| Callee::Remote(
            module,
            name,
            RemoteAt::default()
        )),
        variable().prop_map(|name| Callee::Dynamic(Box::new(expr(ExprKind::Var(name))))),
        (variable(), inner.clone()).prop_map(|(module, name)| {
            let module = Box::new(expr(ExprKind::Var(module)));
            Callee::Dynamic(Box::new(expr(ExprKind::Remote(module, Box::new(name)))))
        }),
    ];
    (callee, vec(inner, 0..3)).prop_map(|(callee, args)| ExprKind::Call(callee, args))
}

fn clauses(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let clause = (pattern(), guard(inner.clone()), vec(inner.clone(), 1..3))
        .prop_map(|(pattern, guard, body)| CaseClause { pattern, guard, body, span: NOWHERE });
    let tests = vec(vec(inner.clone(), 1..3), 1..3).prop_map(|alternatives| Guard { alternatives });
    let branch = (tests, vec(inner.clone(), 1..3));
    prop_oneof![
        (inner.clone(), vec(clause, 1..3))
            .prop_map(|(value, clauses)| ExprKind::Case(Box::new(value), clauses)),
        vec(branch, 1..3).prop_map(ExprKind::If),
        vec(inner, 1..3).prop_map(ExprKind::Block),
    ]
}

/// An expression.
pub fn expression() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        variable().prop_map(ExprKind::Var),
        literal(0..10).prop_map(ExprKind::Literal),
        Just(ExprKind::Nil),
    ];
    leaf.prop_map(expr)
        .prop_recursive(5, 40, 3, |inner| {
            let two = (inner.clone(), inner.clone());
            let unary = (prop::sample::select(UNARY), inner.clone());
            let binary = (prop::sample::select(BINARY), two.clone());
            prop_oneof![
                2 => unary.prop_map(|(op, operand)| ExprKind::Unary(op, Box::new(operand))),
                6 => binary.prop_map(|(op, (a, b))| ExprKind::Binary(op, Box::new(a), Box::new(b))),
                2 => (pattern(), inner.clone())
                    .prop_map(|(left, right)| ExprKind::Match(Box::new(left), Box::new(right))),
                1 => vec(inner.clone(), 0..4).prop_map(ExprKind::Tuple),
                1 => two.prop_map(|(a, b)| ExprKind::Cons(Box::new(a), Box::new(b))),
                2 => call(inner.clone().boxed()),
                2 => clauses(inner.boxed()),
            ]
            .prop_map(expr)
        })
        .boxed()
}

/// A module of functions.
pub fn module() -> impl Strategy<Value = Module> {
    let function = (atom(), 0..3_usize).prop_flat_map(|(name, arity)| {
        let clause =
            (vec(pattern(), arity), guard(expression()), vec(expression(), 1..3)).prop_map(
                |(params, guard, body)| FunctionClause { params, guard, body, span: NOWHERE },
            );
        vec(clause, 1..3).prop_map(move |clauses| {
            Form::Function(Function {
                name: name.clone(),
                arity,
                clauses,
                span: NOWHERE,
                moved: None,
            })
        })
    });
    vec(function, 0..4).prop_map(|forms| Module {
        file: FileId(0),
        name: None,
        forms,
        lacking: None,
    })
}
