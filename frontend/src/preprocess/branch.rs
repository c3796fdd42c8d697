//! Conditional branches: `-ifdef`, `-ifndef`, `-if`, `-elif`, `-else`, `-endif`.
//!
//! Input: these directives, their conditions decided. Output: whether the forms at the current
//! place count.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::report::Report;
use crate::source::Span;

/// Where we are in a conditional: in front of the branch that counts, in it, or behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    Taken,
    After,
}

impl Stage {
    /// In front of the branch or in it.
    fn new(taken: bool) -> Self {
        if taken { Self::Taken } else { Self::Before }
    }
}

/// One conditional that is open.
#[derive(Debug)]
struct Branch {
    /// Its first directive.
    opener: Span,
    /// Whether the forms around it count.
    outside: bool,
    /// Which of its branches counts.
    stage: Stage,
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
        self.open.last().is_none_or(|branch| branch.outside && branch.stage == Stage::Taken)
    }

    /// Whether the condition of an `-elif` at this place matters.
    pub(super) fn wants_condition(&self) -> bool {
        self.open.last().is_some_and(|branch| branch.outside && branch.stage == Stage::Before)
    }

    /// `-ifdef`, `-ifndef`, `-if`
    pub(super) fn open(&mut self, taken: bool, opener: Span) {
        let outside = self.active();
        self.open.push(Branch { opener, outside, stage: Stage::new(taken), last: false });
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
            branch.stage = Stage::After;
            let diagnostic = unbalanced(format!("`{directive}` after `-else`"), span);
            return Err(Box::new(
                diagnostic.with_label(branch.opener, "the conditional begins here"),
            ));
        }
        branch.stage = match branch.stage {
            Stage::Before => Stage::new(condition),
            Stage::Taken | Stage::After => Stage::After,
        };
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
