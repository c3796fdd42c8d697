//! The argument of `init/1` where the options give none: the process that starts the machine chooses it.
//!
//! Input: `init/1`. Output: what its head takes, where there is one clause: an unknown value for each
//! part that the pattern leaves open, so `[]` for `init([])`. Of several clauses it is unknown which
//! is meant: then it is any term. Does not look at guards: a value that they refuse is a choice too.

use frontend::ast::Function;
use frontend::{Name, Span};

use crate::core::Node;
use crate::lower::lowering::Lowering;
use crate::lower::pattern::Patterns;
use crate::sst::{Ctor, Pattern};
use model::index::Idx as _;
use model::{Expr, Kind, NodeId, Operator, OriginId, OriginKind, VarId};

/// A value with parts that are not known.
pub(crate) struct Argument {
    /// The value.
    pub(crate) value: Expr,
    /// Variables for its unknown parts.
    pub(crate) leaves: Leaves,
}

/// The unknown parts of a value.
pub(crate) struct Leaves {
    vars: Vec<VarId>,
    /// Those of which the kinds are known.
    kinds: Vec<(VarId, Vec<Kind>)>,
    /// Those that a variable of the pattern stands for.
    named: Vec<(Name, VarId)>,
    span: Span,
}

impl Leaves {
    fn at(span: Span) -> Self {
        Self { vars: Vec::new(), kinds: Vec::new(), named: Vec::new(), span }
    }

    /// The variables for them.
    pub(super) fn vars(&self) -> impl Iterator<Item = VarId> {
        self.vars.iter().copied()
    }
}

impl Lowering<'_> {
    /// What `init/1` may be called with.
    pub(crate) fn argument(&mut self, function: &Function) -> Argument {
        let head = function.clauses.first().and_then(|clause| clause.params.first());
        let span = head.map_or(function.span, |param| param.span);
        if let [clause] = function.clauses.as_slice()
            && let [param] = clause.params.as_slice()
        {
            let pattern = Patterns::new(&|_| false).pattern(self, param);
            let mut leaves = Leaves::at(span);
            if let Some(value) = self.instance(&pattern, &mut leaves) {
                return Argument { value, leaves };
            }
        }
        let mut leaves = Leaves::at(span);
        let value = self.leaf_of(None, &mut leaves);
        Argument { value, leaves }
    }

    /// A given value with parts that are not known.
    pub(crate) fn opened(&mut self, given: &Expr, function: &Function) -> Argument {
        let head = function.clauses.first().and_then(|clause| clause.params.first());
        let mut leaves = Leaves::at(head.map_or(function.span, |param| param.span));
        let value = self.with_leaves(given, &mut leaves);
        Argument { value, leaves }
    }

    fn with_leaves(&mut self, given: &Expr, leaves: &mut Leaves) -> Expr {
        match given {
            Expr::Unknown(_) => self.leaf_of(None, leaves),
            Expr::Chosen(_, kinds) => {
                let var = self.graph.var("Argument");
                leaves.vars.push(var);
                leaves.kinds.push((var, kinds.clone()));
                Expr::Var(var)
            }
            Expr::Cons(head, tail) => {
                let head = self.with_leaves(head, leaves);
                Expr::Cons(Box::new(head), Box::new(self.with_leaves(tail, leaves)))
            }
            Expr::List(cells) => cells.map(|part| self.with_leaves(part, leaves)),
            Expr::Tuple(items) => {
                Expr::Tuple(items.iter().map(|item| self.with_leaves(item, leaves)).collect())
            }
            // What is in a map; all else that is written so has no parts that are open.
            Expr::Apply(operator @ Operator::Wrap(_), items) => {
                let items = items.iter().map(|item| self.with_leaves(item, leaves)).collect();
                Expr::Apply(*operator, items)
            }
            other => other.clone(),
        }
    }

    /// The most general value that a pattern takes; `None` where that takes more than a look at it.
    fn instance(&mut self, pattern: &Pattern, leaves: &mut Leaves) -> Option<Expr> {
        let mut all = |patterns: &[Pattern]| {
            patterns.iter().map(|part| self.instance(part, leaves)).collect::<Option<Vec<_>>>()
        };
        Some(match pattern {
            Pattern::Any => self.leaf_of(None, leaves),
            Pattern::Var(name) => self.leaf_of(Some(name), leaves),
            Pattern::Bound(_) => return None,
            Pattern::Both(left, right) => match (&**left, &**right) {
                (Pattern::Any | Pattern::Var(_), inner)
                | (inner, Pattern::Any | Pattern::Var(_)) => {
                    return self.instance(inner, leaves);
                }
                _ => return None,
            },
            Pattern::Ctor(Ctor::Atom(name), _) => Expr::Atom(name.clone()),
            Pattern::Ctor(Ctor::Integer(value), _) => Expr::Integer(value.clone()),
            Pattern::Ctor(Ctor::Float(value), _) => Expr::float(*value),
            Pattern::Ctor(Ctor::Nil, _) => Expr::Nil,
            Pattern::Ctor(Ctor::Tuple(_), parts) => Expr::Tuple(all(parts)?),
            Pattern::Ctor(Ctor::Cons, parts) => {
                let mut parts = all(parts)?.into_iter();
                Expr::Cons(Box::new(parts.next()?), Box::new(parts.next()?))
            }
        })
    }

    /// An unknown part; a variable of the pattern stands for one part wherever it occurs.
    fn leaf_of(&mut self, name: Option<&Name>, leaves: &mut Leaves) -> Expr {
        let named = leaves.named.iter().find(|(other, _)| Some(other) == name);
        if let Some((_, var)) = named {
            return Expr::Var(*var);
        }
        let var = self.graph.var("Argument");
        leaves.vars.push(var);
        leaves.named.extend(name.map(|name| (name.clone(), var)));
        Expr::Var(var)
    }

    /// Makes the unknown parts that something needs, in front of all else; gives the value with the
    /// order in which they are made as numbers of variables.
    pub(crate) fn choose(&mut self, value: &Expr, leaves: &Leaves, root: NodeId) -> (NodeId, Expr) {
        let origin: OriginId = self.shared.origin(OriginKind::Choice, WHAT, leaves.span);
        let needed: Vec<VarId> =
            leaves.vars.iter().copied().filter(|&var| self.graph.uses(var)).collect();
        let unknown = |var: VarId| {
            let kinds = leaves.kinds.iter().find(|(other, _)| *other == var);
            kinds.map_or(Expr::Unknown(origin), |(_, kinds)| Expr::Chosen(origin, kinds.clone()))
        };
        let root = needed
            .iter()
            .rev()
            .fold(root, |next, &var| self.graph.node(Node::Let { var, value: unknown(var), next }));
        let numbered = value.substitute(&|var| {
            let place = needed.iter().position(|&needed| needed == var);
            Some(place.map_or_else(|| unknown(var), |place| Expr::Var(VarId::from_usize(place))))
        });
        (root, numbered)
    }
}

/// What it is called in messages.
const WHAT: &str = "the argument of `init/1`";
