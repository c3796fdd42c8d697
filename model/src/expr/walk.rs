//! All expressions and conditions of a model, one after another.
//!
//! Input: a model. Output: calls of a visitor, in the order of functions, points and composition.

use std::collections::BTreeSet;

use frontend::Float;

use crate::{
    Behaviour, Cond, Expr, FloatOp, FunctionId, Model, Node, Operator, Origin, OriginId,
    OriginKind, Wrap,
};

/// What occurs in a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Floating-point numbers, or what computes with them.
    pub floats: bool,
    /// Bit strings that are no binaries.
    pub bits: bool,
    /// Unknown values, those that the environment chooses included.
    pub unknowns: bool,
}

impl Model {
    /// Where the unknown values come from that occur in it; several may be at one place.
    pub fn unknown_origins(&self) -> BTreeSet<OriginId> {
        let mut origins = BTreeSet::new();
        for_each_expr(self, &mut |expr| {
            if let Expr::Unknown(origin) | Expr::Chosen(origin, _) = expr {
                origins.insert(*origin);
            }
        });
        origins
    }

    /// Where the unknown values come from, each place once, in the order of the source; a model without any is exact.
    pub fn unknowns(&self) -> Vec<OriginId> {
        self.in_order(self.unknown_origins())
    }

    /// Origins in the order of the source, each place once.
    pub fn in_order(&self, origins: BTreeSet<OriginId>) -> Vec<OriginId> {
        let mut origins: Vec<OriginId> = origins.into_iter().collect();
        let place = |id: &OriginId| (self.origins[*id].span, self.origins[*id].what.as_str());
        origins.sort_by_key(place);
        origins.dedup_by(|left, right| place(left) == place(right));
        origins
    }

    /// Which of the things occur in it that decide how it is made, in one go.
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::default();
        for_each_expr(self, &mut |expr| match expr {
            Expr::Apply(Operator::Float(_), _) => contents.floats = true,
            Expr::Apply(Operator::Wrap(Wrap::Bits), _) => contents.bits = true,
            Expr::Unknown(_) | Expr::Chosen(..) => contents.unknowns = true,
            _ => {}
        });
        contents
    }

    /// Whether it has to do with floating-point numbers.
    pub fn holds_floats(&self) -> bool {
        self.contents().floats
    }

    /// Whether it has operators that compute with floats.
    pub fn computes_with_floats(&self) -> bool {
        let mut computes = false;
        for_each_expr(self, &mut |expr| {
            if let Expr::Apply(Operator::Float(operator), _) = expr {
                computes |= expr.as_float().is_none() && *operator != FloatOp::KeyLess;
            }
        });
        computes
    }

    /// The floats that it names, from the smallest on; `None` where it computes with floats, or has zeros of both signs.
    pub fn named_floats(&self) -> Option<Vec<Float>> {
        let mut named = Vec::new();
        for_each_expr(self, &mut |expr| named.extend(expr.as_float()));
        named.sort_by(|a, b| a.compare(*b).then(a.bits().cmp(&b.bits())));
        named.dedup_by_key(|float| float.bits());
        let has_both_zeros = named.iter().filter(|float| float.is_zero()).count() > 1;
        (!has_both_zeros && !self.computes_with_floats()).then_some(named)
    }

    /// Whether it looks at the sign of zeros, which are the same with any, and may come upon one.
    pub fn tells_signs(&self) -> bool {
        let (mut looks, mut makes) = (false, false);
        for_each_expr(self, &mut |expr| {
            if let Expr::Apply(Operator::Float(operator), _) = expr {
                looks |= operator.tells_signs();
                makes |= operator.makes_floats();
            }
        });
        looks && makes
    }

    /// Whether it has to do with bit strings that are no binaries.
    pub fn holds_bits(&self) -> bool {
        self.contents().bits
    }

    /// What the environment chooses, among the unknown values that occur.
    pub fn choices(&self) -> Vec<&Origin> {
        let origins = self.unknowns().into_iter().map(|id| &self.origins[id]);
        origins.filter(|origin| origin.kind == OriginKind::Choice).collect()
    }
}

/// Calls `visit` for every expression of a model, inner ones included.
pub fn for_each_expr(model: &Model, visit: &mut impl FnMut(&Expr)) {
    for_each_root(model, &mut |root| root.walk(visit));
}

/// Calls `visit` for every condition of a model, inner ones included.
pub fn for_each_cond(model: &Model, visit: &mut impl FnMut(&Cond)) {
    for_each_root(model, &mut |root| match root {
        Root::Expr(expr) => walk(expr, &mut |_| {}, visit),
        Root::Cond(cond) => walk_cond(cond, &mut |_| {}, visit),
    });
}

/// What stands directly in a node, a control point or an instance.
pub enum Root<'a> {
    /// A term.
    Expr(&'a Expr),
    /// A condition.
    Cond(&'a Cond),
}

impl Root<'_> {
    /// Calls `visit` for all expressions in it.
    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Self::Expr(expr) => walk(expr, visit, &mut |_| {}),
            Self::Cond(cond) => walk_cond(cond, visit, &mut |_| {}),
        }
    }
}

/// Calls `visit` for an expression and all inner ones, `conds` for the conditions in it.
pub fn walk(expr: &Expr, visit: &mut impl FnMut(&Expr), conds: &mut impl FnMut(&Cond)) {
    visit(expr);
    if let Expr::Bool(cond) = expr {
        walk_cond(cond, visit, conds);
    }
    for operand in expr.operands() {
        walk(operand, visit, conds);
    }
}

/// Calls `conds` for a condition and all inner ones, `visit` for the expressions in it.
pub fn walk_cond(cond: &Cond, visit: &mut impl FnMut(&Expr), conds: &mut impl FnMut(&Cond)) {
    conds(cond);
    match cond {
        Cond::Not(inner) => walk_cond(inner, visit, conds),
        Cond::And(left, right) => {
            walk_cond(left, visit, conds);
            walk_cond(right, visit, conds);
        }
        Cond::Is(_, a) | Cond::IsEmptyStack(a) | Cond::Holds(_, a) | Cond::Known(a) => {
            walk(a, visit, conds);
        }
        Cond::Same(a, b) | Cond::Equal(a, b) | Cond::Less(a, b) => {
            walk(a, visit, conds);
            walk(b, visit, conds);
        }
    }
}

/// Calls `visit` for the function of each call in a node.
pub fn for_each_call_of_node(node: &Node, visit: &mut impl FnMut(FunctionId)) {
    root_of_node(node, &mut |root| calls(&root, visit));
}

/// Calls `visit` for the function of each call at a control point.
pub fn for_each_call_at(point: &Behaviour, visit: &mut impl FnMut(FunctionId)) {
    roots_of_point(point, &mut |root| calls(&root, visit));
}

fn calls(root: &Root<'_>, visit: &mut impl FnMut(FunctionId)) {
    root.walk(&mut |expr| {
        if let Expr::Call(function, _) = expr {
            visit(*function);
        }
    });
}

/// Calls `visit` for what stands in a node.
pub fn root_of_node(node: &Node, visit: &mut impl FnMut(Root<'_>)) {
    match node {
        Node::Test { cond, .. } => visit(Root::Cond(cond)),
        Node::Let { value, .. } | Node::Return(value) => visit(Root::Expr(value)),
    }
}

/// Calls `visit` for what stands at a control point.
pub fn roots_of_point(point: &Behaviour, visit: &mut impl FnMut(Root<'_>)) {
    match point {
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => {
            for arg in args {
                visit(Root::Expr(arg));
            }
        }
        Behaviour::Receive { given, when, .. } => {
            for arg in given {
                visit(Root::Expr(arg));
            }
            if let Some(cond) = when {
                visit(Root::Cond(cond));
            }
        }
        Behaviour::If { cond, .. } => visit(Root::Cond(cond)),
        Behaviour::Let { value, .. } => visit(Root::Expr(value)),
        Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => {}
    }
}

/// Calls `visit` for what stands in the nodes, control points and instances of a model.
pub fn for_each_root(model: &Model, visit: &mut impl FnMut(Root<'_>)) {
    for function in &model.functions {
        function.nodes.iter().for_each(|node| root_of_node(node, visit));
    }
    for point in &model.points {
        roots_of_point(point, visit);
    }
    for instance in &model.composition {
        for arg in &instance.args {
            visit(Root::Expr(arg));
        }
    }
}
