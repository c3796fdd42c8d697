//! Long lists as one expression: their elements stand side by side and are shared by all that look at them.
//!
//! Input: elements and what stands behind the last one. Output: parts of the list. Chains of cells nest as deep as they are
//! long; with long ones out of them whatever recurses over expressions is safe, and copying a text costs nothing.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{Expr, VarId};

/// Elements of a list that is still a chain of cells, at most.
const MAX_CHAIN: usize = 250;

/// A list with at least one element.
#[derive(Clone, Debug, Eq)]
pub struct Cells {
    /// The elements, with those before the first one of this list.
    items: Arc<[Expr]>,
    /// Where its own elements begin.
    start: usize,
    /// What stands behind the last element.
    end: Box<Expr>,
    /// Whether there are constants only, in which nothing is ever replaced.
    is_plain: bool,
}

impl Cells {
    /// The list of these elements; `None` if there is none.
    pub(crate) fn new(items: Vec<Expr>, end: Expr) -> Option<Self> {
        let is_plain = items.iter().all(is_plain) && self::is_plain(&end);
        (!items.is_empty()).then(|| Self {
            items: items.into(),
            start: 0,
            end: Box::new(end),
            is_plain,
        })
    }

    /// The elements.
    pub fn items(&self) -> &[Expr] {
        self.items.get(self.start..).unwrap_or_default()
    }

    /// What stands behind the last element.
    pub fn end(&self) -> &Expr {
        &self.end
    }

    /// Whether there are constants only: no variable, nothing unknown, nothing that is computed.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The first element.
    pub(crate) fn head(&self) -> Expr {
        self.items().first().cloned().unwrap_or(Expr::Nil)
    }

    /// The list without its first element.
    pub(crate) fn tail(self) -> Expr {
        if self.items().len() > 1 {
            Expr::List(Self { start: self.start + 1, ..self })
        } else {
            *self.end
        }
    }

    /// The list with these elements and this end in the place of its own.
    #[must_use]
    pub fn map(&self, mut new: impl FnMut(&Expr) -> Expr) -> Expr {
        if self.is_plain {
            return Expr::List(self.clone());
        }
        let items = self.items().iter().map(&mut new).collect();
        Expr::list_with_end(items, new(&self.end))
    }

    /// Puts other variables in the place of its own.
    pub(crate) fn rename(&mut self, new: &impl Fn(VarId) -> VarId) {
        self.change(|expr| expr.rename(new));
    }

    /// Changes each element, and the end; not where there are constants only.
    pub fn change(&mut self, change: impl FnMut(&mut Expr)) {
        if !self.is_plain {
            self.change_constants(change);
        }
    }

    /// Changes each element, and the end, constants included.
    pub fn change_constants(&mut self, mut change: impl FnMut(&mut Expr)) {
        let mut items = self.items().to_vec();
        items.iter_mut().for_each(&mut change);
        change(&mut self.end);
        self.is_plain = items.iter().all(is_plain) && is_plain(&self.end);
        (self.items, self.start) = (items.into(), 0);
    }
}

impl Expr {
    /// The proper list of these elements.
    pub fn list(items: impl Iterator<Item = Self>) -> Self {
        Self::list_with_end(items.collect(), Self::Nil)
    }

    /// The list of these elements in front of something else.
    pub fn list_with_end(items: Vec<Self>, end: Self) -> Self {
        if items.len() > MAX_CHAIN {
            return Cells::new(items, end).map_or(Self::Nil, Self::List);
        }
        let cell = |tail, head| Self::Cons(Box::new(head), Box::new(tail));
        items.into_iter().rev().fold(end, cell)
    }

    /// The elements of a list or of a call stack as far as it is written out, and what stands behind them.
    pub fn spine(&self) -> (Vec<&Self>, &Self) {
        let (mut items, mut rest) = (Vec::new(), self);
        loop {
            match rest {
                Self::Cons(head, tail) | Self::Push(head, tail) => {
                    items.push(&**head);
                    rest = tail;
                }
                Self::List(cells) => {
                    items.extend(cells.items());
                    rest = cells.end();
                }
                _ => return (items, rest),
            }
        }
    }

    /// Head of a list, taken at once where the list is written out.
    #[must_use]
    pub fn head(list: Self) -> Self {
        match list {
            Self::Cons(head, _) => *head,
            Self::List(cells) => cells.head(),
            other => Self::Head(Box::new(other)),
        }
    }

    /// Tail of a list, taken at once where the list is written out.
    #[must_use]
    pub fn tail(list: Self) -> Self {
        match list {
            Self::Cons(_, tail) => *tail,
            Self::List(cells) => cells.tail(),
            other => Self::Tail(Box::new(other)),
        }
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = Arc::ptr_eq(&self.items, &other.items) && self.start == other.start;
        (is_shared || self.items() == other.items()) && self.end == other.end
    }
}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.items(), &self.end).hash(state);
    }
}

/// Whether an expression is a constant.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Atom(_) | Expr::Integer(_) | Expr::Nil => true,
        Expr::List(cells) => cells.is_plain,
        Expr::Cons(..) | Expr::Tuple(_) => expr.operands().all(is_plain),
        _ => false,
    }
}
