//! Conditional branches: `-ifdef`, `-ifndef`, `-if`, `-elif`, `-else`, `-endif`.
//!
//! Input: these directives, their conditions decided. Output: whether the forms at the current
//! place count.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::report::Report;
use crate::source::Span;

/// One conditional that is open.
#[derive(Debug)]
struct Branch {
    /// Its first directive.
    opener: Span,
    /// Whether the forms around it count.
    outside: bool,
    /// Whether the present branch is the one that counts.
    taken: bool,
    /// Whether a branch before was the one.
    done: bool,
    /// Whether `-else` has been read.
    last: bool,
}

/// All conditionals that are open.
#[derive(Debug, Default)]
pub(super) struct Branches {
    open: Vec<Branch>,
}

impl Branches {
    /// Whether the forms at this place count.
    pub(super) fn active(&self) -> bool {
        self.open.last().is_none_or(|branch| branch.outside && branch.taken)
    }

    /// Whether the condition of an `-elif` at this place matters.
    pub(super) fn wants_condition(&self) -> bool {
        self.open.last().is_some_and(|branch| branch.outside && !branch.taken && !branch.done)
    }

    /// `-ifdef`, `-ifndef`, `-if`
    pub(super) fn open(&mut self, taken: bool, opener: Span) {
        let outside = self.active();
        self.open.push(Branch { opener, outside, taken, done: false, last: false });
    }

    /// `-elif`, `-else`
    pub(super) fn next(
        &mut self,
        condition: bool,
        last: bool,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        let directive = if last { "-else" } else { "-elif" };
        let branch = self.open.last_mut().ok_or_else(|| {
            unbalanced(format!("`{directive}` without `-ifdef`, `-ifndef` or `-if`"), span)
        })?;
        if branch.last {
            return Err(unbalanced(format!("`{directive}` after `-else`"), span));
        }
        branch.done |= branch.taken;
        branch.taken = condition && !branch.done;
        branch.last = last;
        Ok(())
    }

    /// `-endif`
    pub(super) fn close(&mut self, span: Span) -> Result<(), Box<Diagnostic>> {
        let message = "`-endif` without `-ifdef`, `-ifndef` or `-if`";
        self.open.pop().map(|_| ()).ok_or_else(|| unbalanced(message, span))
    }

    /// Reports what is open at the end of the file.
    pub(super) fn finish(self, report: &mut Report) {
        for branch in self.open {
            report.push(*unbalanced("`-endif` is missing for this directive", branch.opener));
        }
    }
}

/// The message about a directive without a partner.
fn unbalanced(message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNBALANCED_CONDITION, message, span))
}
