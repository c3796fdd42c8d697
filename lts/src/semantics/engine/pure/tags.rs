//! Calls whose values a function hands on as they are.
//!
//! A function of the module or the library returns `{ok, Value}` or `{error, Reason}`; who calls it last takes that apart and
//! puts the same together again. Input: a model. Output: with which atoms its functions tag what they return, and whether
//! a call is the last thing that a function does: then it takes the place of the function.

use model::index::Idx as _;
use model::{Cond, Expr, Function, FunctionId, Model, Node, NodeId, VarId};

use super::cost::reachable;
use frontend::Name;

/// Tags of what the functions of a model return; nothing where that is not always a pair with a tag.
pub(crate) struct Tags<'m> {
    model: &'m Model,
    all: Vec<Option<Vec<&'m Name>>>,
}

impl<'m> Tags<'m> {
    pub(crate) fn of(model: &'m Model) -> Self {
        let all = model.functions.iter().map(|_| Some(Vec::new())).collect();
        let mut tags = Self { model, all };
        // Tags only become more.
        loop {
            let mut has_changed = false;
            for (number, function) in model.functions.iter().enumerate() {
                let new = tags.returned(function);
                if new != tags.all[number] {
                    (tags.all[number], has_changed) = (new, true);
                }
            }
            if !has_changed {
                return tags;
            }
        }
    }

    fn returned(&self, function: &'m Function) -> Option<Vec<&'m Name>> {
        let mut tags: Vec<&Name> = Vec::new();
        for node in reachable(function) {
            let Node::Return(value) = &function.nodes[node] else { continue };
            match value {
                Expr::Call(callee, _) => tags.extend(self.all[callee.index()].as_ref()?),
                Expr::Tuple(items) => match items.as_slice() {
                    [Expr::Atom(tag), _] => tags.push(tag),
                    _ => return None,
                },
                _ => return None,
            }
        }
        tags.sort_unstable();
        tags.dedup();
        Some(tags)
    }

    /// Whether a function returns what it names here, the value of a call, whatever that is.
    pub(crate) fn hands_on(
        &self,
        function: FunctionId,
        var: VarId,
        value: &Expr,
        next: NodeId,
    ) -> bool {
        let Expr::Call(callee, _) = value else { return false };
        let function = &self.model.functions[function];
        let tags = self.all[callee.index()].as_ref();
        tags.is_some_and(|tags| tags.iter().all(|tag| hands_on(function, var, tag, next)))
    }
}

/// Whether a function returns a pair with this tag as it is.
fn hands_on(function: &Function, var: VarId, tag: &Name, mut node: NodeId) -> bool {
    loop {
        node = match &function.nodes[node] {
            Node::Test { cond: Cond::Same(left, Expr::Atom(other)), yes, no, .. }
                if is_part(left, 1, var) =>
            {
                if tag == other {
                    *yes
                } else {
                    *no
                }
            }
            Node::Return(Expr::Tuple(items)) => {
                return match items.as_slice() {
                    [Expr::Atom(first), second] => first == tag && is_part(second, 2, var),
                    _ => false,
                };
            }
            _ => return false,
        };
    }
}

/// Whether an expression is this component of a variable.
fn is_part(expr: &Expr, position: usize, var: VarId) -> bool {
    matches!(expr, Expr::Element(at, of) if *at == position && **of == Expr::Var(var))
}
