//! The machine's process dictionary: what the processes carry of it.
//!
//! Input: steps that read and change entries, of names, too. Output: what is carried behind them, and what they show.
//! An entry that is not there is `undefined`, as `get/1` says; whether it is there then is never asked, since the value
//! of `get/0` is not known.

use crate::core::{FIRST_NAME, Lookup, Service};
use crate::kernel::Kernel;
use crate::sequences::SequenceStep;
use model::Expr;

impl Kernel<'_> {
    /// The entries behind a step, in what is carried.
    pub(crate) fn entries_behind(&self, step: &SequenceStep, args: &[Expr], carried: &mut [Expr]) {
        let none = || Expr::atom("undefined");
        match step.service {
            Some(Service::Entry(Lookup::Put, number)) => {
                if let (Some(position), [_, value]) = (self.carried.entry(number), args) {
                    carried[position] = value.clone();
                }
            }
            Some(Service::Entry(Lookup::Erase, number)) => {
                if let Some(position) = self.carried.entry(number) {
                    carried[position] = none();
                }
            }
            Some(Service::Forget) => {
                let entries = (0..FIRST_NAME).filter_map(|number| self.carried.entry(number));
                entries.for_each(|position| carried[position] = none());
            }
            _ => {}
        }
    }

    /// What an entry holds before a step that shows that.
    pub(crate) fn entry_of(&self, step: &SequenceStep, context: &[Expr]) -> Option<Expr> {
        let Some(Service::Entry(_, number)) = step.service else { return None };
        let first = context.len() - self.carried.len();
        self.carried.entry(number).map(|position| context[first + position].clone())
    }
}
