//! Changes of all terms and conditions of a model, in place.
//!
//! Input: a model, what is done with each condition and each term. Output: the model with all of them changed: conditions
//! before what stands in them, terms behind their parts, or before them where they are replaced. Lists of constants are
//! left as they are.

use crate::{Behaviour, Cond, Expr, Model, Node};

/// What stands directly in a node, a control point, a term or a condition.
enum Part<'a> {
    Expr(&'a mut Expr),
    Cond(&'a mut Cond),
}

/// Changes each condition and each term of a model.
pub fn change_each(
    model: &mut Model,
    expr: &mut impl FnMut(&mut Expr),
    cond: &mut impl FnMut(&mut Cond),
) {
    of_model(model, &mut |part| change_part(part, expr, cond));
}

/// Changes each term of a node of a function.
pub fn change_node(node: &mut Node, expr: &mut impl FnMut(&mut Expr)) {
    of_node(node, &mut |part| change_part(part, expr, &mut |_| {}));
}

/// Changes each term of a control point.
pub fn change_point(point: &mut Behaviour, expr: &mut impl FnMut(&mut Expr)) {
    of_point(point, &mut |part| change_part(part, expr, &mut |_| {}));
}

/// Changes each part of a term, then the term.
pub fn change(term: &mut Expr, expr: &mut impl FnMut(&mut Expr), cond: &mut impl FnMut(&mut Cond)) {
    of_expr(term, &mut |part| change_part(part, expr, cond));
    expr(term);
}

fn change_part(part: Part<'_>, expr: &mut impl FnMut(&mut Expr), cond: &mut impl FnMut(&mut Cond)) {
    match part {
        Part::Expr(term) => change(term, expr, cond),
        Part::Cond(test) => {
            cond(test);
            of_cond(test, &mut |part| change_part(part, expr, cond));
        }
    }
}

/// Puts other terms in the place of those for which there are some; only what stays is looked into.
pub fn replace_each(model: &mut Model, new: &mut impl FnMut(&Expr) -> Option<Expr>) {
    of_model(model, &mut |part| replace_part(part, new));
}

fn replace_part(part: Part<'_>, new: &mut impl FnMut(&Expr) -> Option<Expr>) {
    match part {
        Part::Expr(term) => match new(term) {
            Some(other) => *term = other,
            None => of_expr(term, &mut |part| replace_part(part, new)),
        },
        Part::Cond(test) => of_cond(test, &mut |part| replace_part(part, new)),
    }
}

fn of_model(model: &mut Model, visit: &mut impl FnMut(Part<'_>)) {
    for node in model.functions.iter_mut().flat_map(|function| function.nodes.iter_mut()) {
        of_node(node, visit);
    }
    for point in &mut model.points {
        of_point(point, visit);
    }
    for instance in &mut model.composition {
        of_all(&mut instance.args, visit);
    }
}

fn of_node(node: &mut Node, visit: &mut impl FnMut(Part<'_>)) {
    match node {
        Node::Test { cond, .. } => visit(Part::Cond(cond)),
        Node::Let { value, .. } | Node::Return(value) => visit(Part::Expr(value)),
    }
}

fn of_point(point: &mut Behaviour, visit: &mut impl FnMut(Part<'_>)) {
    match point {
        Behaviour::Let { value, .. } => visit(Part::Expr(value)),
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => of_all(args, visit),
        Behaviour::Receive { given, when, .. } => {
            of_all(given, visit);
            if let Some(when) = when {
                visit(Part::Cond(when));
            }
        }
        Behaviour::If { cond, .. } => visit(Part::Cond(cond)),
        Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => {}
    }
}

fn of_all(terms: &mut [Expr], visit: &mut impl FnMut(Part<'_>)) {
    for term in terms {
        visit(Part::Expr(term));
    }
}

fn of_expr(term: &mut Expr, visit: &mut impl FnMut(Part<'_>)) {
    match term {
        Expr::Bool(test) => visit(Part::Cond(test)),
        Expr::List(cells) => cells.change(|part| visit(Part::Expr(part))),
        Expr::Cons(a, b) | Expr::Push(a, b) => {
            visit(Part::Expr(a));
            visit(Part::Expr(b));
        }
        Expr::Element(_, a) | Expr::Head(a) | Expr::Tail(a) | Expr::Top(a) | Expr::Pop(a) => {
            visit(Part::Expr(a));
        }
        Expr::Tuple(items) | Expr::Apply(_, items) | Expr::Call(_, items) => of_all(items, visit),
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

fn of_cond(test: &mut Cond, visit: &mut impl FnMut(Part<'_>)) {
    match test {
        Cond::Is(_, a) | Cond::IsEmptyStack(a) | Cond::Holds(_, a) | Cond::Known(a) => {
            visit(Part::Expr(a));
        }
        Cond::Same(a, b) | Cond::Equal(a, b) | Cond::Less(a, b) => {
            visit(Part::Expr(a));
            visit(Part::Expr(b));
        }
        Cond::Not(inner) => visit(Part::Cond(inner)),
        Cond::And(a, b) => {
            visit(Part::Cond(a));
            visit(Part::Cond(b));
        }
    }
}
