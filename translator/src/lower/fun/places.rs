//! Names of functions that stand for a fun or a comprehension of the source, after the place where it stands.
//!
//! Input: a module, a place. Output: `start_1_2` for the second fun or comprehension of start/1, so that an edit of one
//! function changes no name that comes from another. A place outside of functions is told by its offset. The code of a fun
//! is called `fun_start_1_2`, in labels, too, by which others find it.

use frontend::ast::{ExprKind, Module};
use frontend::{FileId, Name, Span};

use crate::lower::analysis::effects::for_each_expr;

/// The functions of a module with what stands in them, in the order of their places.
pub struct Places {
    functions: Vec<Around>,
}

/// A function, and where its funs and comprehensions begin.
struct Around {
    file: FileId,
    start: u32,
    end: u32,
    name: String,
    starts: Vec<u32>,
}

impl Places {
    /// Those of a module.
    pub fn of(module: &Module) -> Self {
        let functions = module.functions().map(|function| {
            let mut starts = Vec::new();
            for_each_expr(function, &mut |expr| {
                if is_named(&expr.kind) {
                    starts.push(expr.span.start);
                }
            });
            starts.sort_unstable();
            // All expressions of one macro have one place.
            starts.dedup();
            let Span { file, start, end } = function.span;
            Around {
                file,
                start,
                end,
                name: format!("{}_{}", function.name, function.arity),
                starts,
            }
        });
        let mut functions: Vec<Around> = functions.collect();
        functions.sort_by_key(|around| (around.file, around.start));
        Self { functions }
    }

    /// What the code of the fun at this place is called.
    pub fn fun(&self, place: Span) -> Name {
        Name::from(format!("fun_{}", self.name(place)))
    }

    /// What a construct at this place is called.
    pub(crate) fn name(&self, Span { file, start, .. }: Span) -> String {
        let before = |around: &Around| (around.file, around.start) <= (file, start);
        let around = self.functions.partition_point(before).checked_sub(1);
        let around = around.and_then(|at| self.functions.get(at));
        match around.filter(|around| around.file == file && start < around.end) {
            Some(around) => {
                let number = around.starts.partition_point(|at| *at <= start);
                format!("{}_{number}", around.name)
            }
            None => format!("{}_{start}", file.0),
        }
    }
}

/// Whether a function may stand for an expression of this kind.
fn is_named(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Fun(_)
            | ExprKind::NamedFun(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(..)
            | ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..)
    )
}
