//! Changes of all terms and conditions of a model, in place.
//!
//! Input: a model, what is done with each condition and each term. Output: the model with all of them changed: conditions
//! before what stands in them, terms behind their parts. Lists of constants are left as they are.

use crate::{Behaviour, Cond, Expr, Model, Node};

/// Changes each condition and each term of a model.
pub fn change_each(
    model: &mut Model,
    expr: &mut impl FnMut(&mut Expr),
    cond: &mut impl FnMut(&mut Cond),
) {
    for node in model.functions.iter_mut().flat_map(|function| function.nodes.iter_mut()) {
        match node {
            Node::Test { cond: test, .. } => change_cond(test, expr, cond),
            Node::Let { value, .. } | Node::Return(value) => change(value, expr, cond),
        }
    }
    for point in &mut model.points {
        change_point(point, expr, cond);
    }
    for instance in &mut model.composition {
        change_all(&mut instance.args, expr, cond);
    }
}

/// Changes each term of a node of a function.
pub fn change_node(node: &mut Node, expr: &mut impl FnMut(&mut Expr)) {
    match node {
        Node::Test { cond: test, .. } => change_cond(test, expr, &mut |_| {}),
        Node::Let { value, .. } | Node::Return(value) => change(value, expr, &mut |_| {}),
    }
}

/// Changes each condition and each term of a control point.
pub fn change_point(
    point: &mut Behaviour,
    expr: &mut impl FnMut(&mut Expr),
    cond: &mut impl FnMut(&mut Cond),
) {
    match point {
        Behaviour::Let { value, .. } => change(value, expr, cond),
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => change_all(args, expr, cond),
        Behaviour::Receive { given, when, .. } => {
            change_all(given, expr, cond);
            if let Some(when) = when {
                change_cond(when, expr, cond);
            }
        }
        Behaviour::If { cond: test, .. } => change_cond(test, expr, cond),
        Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => {}
    }
}

/// Changes each part of a term, then the term.
pub fn change(term: &mut Expr, expr: &mut impl FnMut(&mut Expr), cond: &mut impl FnMut(&mut Cond)) {
    match term {
        Expr::Bool(test) => change_cond(test, expr, cond),
        Expr::List(cells) => cells.change(|part| change(part, expr, cond)),
        Expr::Cons(a, b) | Expr::Push(a, b) => {
            change(a, expr, cond);
            change(b, expr, cond);
        }
        Expr::Element(_, a) | Expr::Head(a) | Expr::Tail(a) | Expr::Top(a) | Expr::Pop(a) => {
            change(a, expr, cond);
        }
        Expr::Tuple(items) | Expr::Apply(_, items) | Expr::Call(_, items) => {
            change_all(items, expr, cond);
        }
        Expr::Var(_)
        | Expr::Atom(_)
        | Expr::State(_)
        | Expr::Integer(_)
        | Expr::Nil
        | Expr::Unknown(_)
        | Expr::Chosen(..)
        | Expr::EmptyStack => {}
    }
    expr(term);
}

/// Puts other terms in the place of those for which there are some; only what stays is looked into.
pub fn replace_each(model: &mut Model, new: &mut impl FnMut(&Expr) -> Option<Expr>) {
    let is_done = &mut |term: &mut Expr| match new(term) {
        Some(other) => {
            *term = other;
            true
        }
        None => false,
    };
    for node in model.functions.iter_mut().flat_map(|function| function.nodes.iter_mut()) {
        match node {
            Node::Test { cond, .. } => descend_cond(cond, is_done),
            Node::Let { value, .. } | Node::Return(value) => descend(value, is_done),
        }
    }
    for point in &mut model.points {
        match point {
            Behaviour::Let { value, .. } => descend(value, is_done),
            Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => {
                for arg in args.iter_mut() {
                    descend(arg, is_done);
                }
            }
            Behaviour::Receive { given, when, .. } => {
                for arg in given.iter_mut() {
                    descend(arg, is_done);
                }
                for cond in when.iter_mut() {
                    descend_cond(cond, is_done);
                }
            }
            Behaviour::If { cond, .. } => descend_cond(cond, is_done),
            Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => {}
        }
    }
    for instance in &mut model.composition {
        for arg in &mut instance.args {
            descend(arg, is_done);
        }
    }
}

/// Goes through a term, and through its parts where it is not done with that.
fn descend(term: &mut Expr, is_done: &mut impl FnMut(&mut Expr) -> bool) {
    if is_done(term) {
        return;
    }
    match term {
        Expr::Bool(test) => descend_cond(test, is_done),
        Expr::List(cells) => cells.change(|part| descend(part, is_done)),
        Expr::Cons(a, b) | Expr::Push(a, b) => {
            descend(a, is_done);
            descend(b, is_done);
        }
        Expr::Element(_, a) | Expr::Head(a) | Expr::Tail(a) | Expr::Top(a) | Expr::Pop(a) => {
            descend(a, is_done);
        }
        Expr::Tuple(items) | Expr::Apply(_, items) | Expr::Call(_, items) => {
            for item in items.iter_mut() {
                descend(item, is_done);
            }
        }
        Expr::Var(_)
        | Expr::Atom(_)
        | Expr::State(_)
        | Expr::Integer(_)
        | Expr::Nil
        | Expr::Unknown(_)
        | Expr::Chosen(..)
        | Expr::EmptyStack => {}
    }
}

fn descend_cond(test: &mut Cond, is_done: &mut impl FnMut(&mut Expr) -> bool) {
    match test {
        Cond::Is(_, a) | Cond::IsEmptyStack(a) | Cond::Holds(_, a) | Cond::Known(a) => {
            descend(a, is_done);
        }
        Cond::Same(a, b) | Cond::Equal(a, b) | Cond::Less(a, b) => {
            descend(a, is_done);
            descend(b, is_done);
        }
        Cond::Not(inner) => descend_cond(inner, is_done),
        Cond::And(a, b) => {
            descend_cond(a, is_done);
            descend_cond(b, is_done);
        }
    }
}

fn change_all(
    terms: &mut [Expr],
    expr: &mut impl FnMut(&mut Expr),
    cond: &mut impl FnMut(&mut Cond),
) {
    for term in terms {
        change(term, expr, cond);
    }
}

fn change_cond(
    test: &mut Cond,
    expr: &mut impl FnMut(&mut Expr),
    cond: &mut impl FnMut(&mut Cond),
) {
    cond(test);
    match test {
        Cond::Is(_, a) | Cond::IsEmptyStack(a) | Cond::Holds(_, a) | Cond::Known(a) => {
            change(a, expr, cond);
        }
        Cond::Same(a, b) | Cond::Equal(a, b) | Cond::Less(a, b) => {
            change(a, expr, cond);
            change(b, expr, cond);
        }
        Cond::Not(inner) => change_cond(inner, expr, cond),
        Cond::And(a, b) => {
            change_cond(a, expr, cond);
            change_cond(b, expr, cond);
        }
    }
}
