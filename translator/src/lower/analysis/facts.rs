//! What is known of a machine before a round of lowering, and does not change in it.
//!
//! Input: the machine and its options, and what the round before has found (`discoveries`). Output: tables of the module,
//! and these discoveries. What a round meets is noted in `shared`.

use std::mem::replace;

use crate::analysis::records::Records;
use crate::lower::analysis::discoveries::Discoveries;
use crate::lower::analysis::effects::Calls;
use crate::lower::analysis::module_facts::Habits;
use crate::lower::analysis::values::Values;
use crate::lower::call::specs::Specs;
use crate::lower::fun::places::Places;
use crate::lower::process::keys::Keys;
use crate::lower::process::names::Names;
use crate::machine::Machine;
use crate::options::Options;

/// What is known of a machine before it is lowered, for the first time or once more.
pub(crate) struct Facts<'a> {
    /// The module.
    pub(crate) machine: &'a Machine<'a>,
    /// What is translated besides it.
    pub(crate) options: &'a Options,
    /// What its values may be.
    pub(crate) values: Values,
    /// Whether there may be bit strings among the known ones that are no binaries.
    pub(crate) has_bits: bool,
    /// Which local functions act, and which call themselves.
    pub(crate) calls: Calls,
    /// Which local functions act, and which call themselves, where every fun that is called is known.
    pub(crate) plain_calls: Calls,
    /// Its records.
    pub(crate) records: Records<'a>,
    /// What it declares of results.
    pub(crate) specs: Specs<'a>,
    /// The names of the machine's process.
    pub(crate) names: Names,
    /// What its funs and comprehensions are called.
    pub(crate) places: Places,
    /// What it does somewhere.
    pub(crate) habits: Habits,
    /// What the round before has found.
    pub(crate) discovered: Discoveries,
}

impl<'a> Facts<'a> {
    /// What is known before anything has been lowered: what stands in the text.
    pub(crate) fn of(machine: &'a Machine<'a>, options: &'a Options, values: Values) -> Self {
        Self {
            machine,
            options,
            values,
            has_bits: true,
            calls: Calls::of(machine, &options.stubs, &[]),
            plain_calls: Calls::default(),
            records: Records::of(machine.module),
            specs: Specs::of(machine.module),
            names: Names::of(machine.module),
            places: Places::of(machine.module),
            habits: Habits::of(machine).under(options),
            discovered: Discoveries { keys: Keys::of(machine.module), ..Discoveries::default() },
        }
    }

    /// What is known of the machine if it may have bit strings that are no binaries, or if it has none.
    pub(crate) fn with_bits(self, has_bits: bool) -> Self {
        Self { has_bits, ..self }
    }

    /// What is known after a round that has found this, if values may be these.
    pub(crate) fn after(mut self, discoveries: Discoveries, values: Values) -> Self {
        if discoveries.funs != self.discovered.funs {
            let calls = Calls::of(self.machine, &self.options.stubs, &discoveries.funs);
            let before = replace(&mut self.calls, calls);
            if self.discovered.funs.is_empty() {
                self.plain_calls = before;
            }
        }
        Self { values, discovered: discoveries, ..self }
    }

    /// Whether funs are known to be kept: then those that come out of data can be called.
    pub(crate) fn keeps_funs(&self) -> bool {
        !self.discovered.funs.is_empty()
    }

    /// Whether a From may outlive its event: then it says which call it belongs to.
    pub(crate) fn keeps_from(&self) -> bool {
        self.discovered.keeps
    }

    /// How many clients may wait for an answer.
    pub(crate) fn clients(&self) -> usize {
        self.options.environment.clients(self.options.clients)
    }

    /// Whether callbacks are told which client waits, and for what.
    pub(crate) fn has_from(&self) -> bool {
        self.keeps_from() || self.clients() > 1
    }
}
