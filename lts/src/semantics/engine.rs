//! The engine: a model as a compiled program, with the interpreter behind it.
//!
//! Input: a machine. Output: the same transition system as a [`NextState`], over states of its own. A step
//! program computes the successors of most states; what it gives up (unknown values, budgets, large terms,
//! what is not worth compiling) the interpreter computes. So both say the same of every state: labels,
//! their order, and targets, which `Engine::decoded` gives as states of the machine.

mod codec;
mod compiler;
mod labels;
mod mold;
mod portable;
mod program;
mod pure;
mod run;
mod variants;
mod views;
pub(crate) mod word;

use crate::graph::ids::LabelId;
use crate::label::LabelTable;
use crate::next_state::{Desk, NextState, Shared, StepError, Successors};
use crate::semantics::{Grounds, Machine, Observation, Origin, Run, StateInfo, Words};
use crate::states::StateStore;

pub(crate) use pure::call::Work;

use codec::Codec;
use labels::Labels;
use program::Program;
use pure::code::Codes;
use run::Tools;
use views::{Fixed, Whole};

/// A machine with a step program, where there is one.
pub struct Engine<'m> {
    machine: Machine<'m>,
    compiled: Option<Box<Compiled>>,
    when: When,
    /// Successors of the interpreter, before they are encoded.
    interpreted: Successors,
}

/// When a model is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    AtOnce,
    ForMany,
    Never,
}

/// Work of the interpreter that is worth compiling a model where nothing is unknown, however few its states are.
const LABORIOUS: u64 = 500_000;

/// A step program, and what it has found out so far.
struct Compiled {
    codec: Codec,
    program: Program,
    codes: Codes,
    desk: Desk,
    labels: Labels,
}

impl<'m> Engine<'m> {
    /// An engine for a machine; it is compiled when many states are known.
    pub fn new(machine: Machine<'m>) -> Self {
        let interpreted = Successors::default();
        Self { machine, compiled: None, when: When::ForMany, interpreted }
    }

    /// An engine for a machine, which is compiled at once.
    pub fn eager(machine: Machine<'m>) -> Self {
        Self { when: When::AtOnce, ..Self::new(machine) }
    }

    /// The interpreter alone.
    pub fn interpreting(machine: Machine<'m>) -> Self {
        Self { when: When::Never, ..Self::new(machine) }
    }

    /// The machine behind it.
    pub fn machine(&self) -> &Machine<'m> {
        &self.machine
    }

    /// Whether there is a step program.
    pub fn is_compiled(&self) -> bool {
        self.compiled.is_some()
    }

    /// Whether the step program knows the successors of a state.
    pub fn has_program(&mut self, state: &[u32]) -> bool {
        self.compute(state, &mut Successors::default())
    }

    /// A state as the machine has it.
    pub fn decoded(&mut self, state: &[u32]) -> Vec<u32> {
        match &self.compiled {
            Some(compiled) => compiled.codec.decode(state, &mut self.machine),
            None => state.to_vec(),
        }
    }

    /// A state of the machine as the engine has it.
    pub fn encoded(&mut self, state: &[u32]) -> Vec<u32> {
        match &self.compiled {
            Some(compiled) => compiled.codec.encode(state, &mut self.machine),
            None => state.to_vec(),
        }
    }

    /// What is known of a state.
    pub fn info(&mut self, state: &[u32]) -> StateInfo {
        let state = self.decoded(state);
        self.machine.info(&state)
    }

    /// What observer number `number` of the model says of a state; false where no pair is stored.
    pub fn observe(&mut self, number: usize, state: &[u32]) -> Result<Observation, StepError> {
        let state = self.decoded(state);
        self.machine.observe(number, &state)
    }

    /// Where the step from `state` with this label to `target` comes from.
    pub fn origin(
        &mut self,
        state: &[u32],
        label: LabelId,
        target: &[u32],
    ) -> Result<Option<Origin>, StepError> {
        let (state, target) = (self.decoded(state), self.decoded(target));
        self.machine.origin(&state, label, &target)
    }

    /// What a run rests on.
    pub fn grounds(&mut self, run: &Run<'_>) -> Result<Grounds, StepError> {
        self.with_run(run, Machine::grounds)
    }

    /// Does something with the interpreter and a run of this engine, in states as the interpreter has them.
    pub fn with_run<T>(
        &mut self,
        run: &Run<'_>,
        work: impl FnOnce(&mut Machine<'m>, &Run<'_>) -> T,
    ) -> T {
        let first = self.decoded(run.first);
        let mut states = Vec::with_capacity(2 * run.steps.len());
        for (source, _, target) in &run.steps {
            states.push((self.decoded(source), self.decoded(target)));
        }
        let steps = states.iter().zip(&run.steps);
        let steps =
            steps.map(|((source, target), (_, label, _))| (&source[..], *label, &target[..]));
        let run = Run { first: &first, steps: steps.collect(), loop_start: run.loop_start };
        work(&mut self.machine, &run)
    }

    /// Appends the successors that the step program finds; false where it gives up.
    fn compute(&mut self, state: &[u32], out: &mut Successors) -> bool {
        let Some(compiled) = &mut self.compiled else { return false };
        let Compiled { program, codes, desk, labels, .. } = &mut **compiled;
        let Desk { values, key, work } = desk;
        let mut path_state = Whole { machine: &mut self.machine, program, labels, key };
        run::run(Tools { program, codes, values, work }, &mut path_state, state, out)
    }

    /// Compiles the machine, some of whose states are these.
    fn compile(&mut self, states: &StateStore) {
        let machine = &mut self.machine;
        if machine.model.composition.len() != 1 || !compiler::allows(machine.effort.max_steps) {
            return;
        }
        let Some((variants, program)) = compiler::compile(machine, states) else { return };
        let codec = Codec::new(variants, machine);
        let codes = pure::assembler::assemble(machine, program.called());
        let desk = Desk { values: run::registers(&program), ..Desk::default() };
        let labels = Labels::new(&program.labels);
        self.compiled = Some(Box::new(Compiled { codec, program, codes, desk, labels }));
    }

    /// Appends what `successors` appends, but computed by the interpreter.
    pub fn interpret(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        let Some(compiled) = &self.compiled else { return self.machine.successors(state, out) };
        let state = compiled.codec.decode(state, &mut self.machine);
        self.interpreted.clear();
        self.machine.successors(&state, &mut self.interpreted)?;
        for (label, target) in self.interpreted.iter(self.machine.layout.width) {
            out.push(label, &compiled.codec.encode(target, &mut self.machine));
        }
        Ok(())
    }
}

impl NextState for Engine<'_> {
    fn width(&self) -> usize {
        self.compiled.as_ref().map_or(self.machine.layout.width, |compiled| compiled.codec.width)
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        let mut initial = Words::new();
        self.machine.initial(&mut initial)?;
        if self.when == When::AtOnce {
            let mut states = StateStore::new(initial.len());
            states.insert(&initial);
            for first in &self.machine.first {
                states.insert(first);
            }
            self.compile(&states);
        }
        out.extend(self.encoded(&initial));
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        let before = out.len();
        if self.compute(state, out) {
            return Ok(());
        }
        out.truncate(before, state.len());
        self.interpret(state, out)
    }

    fn labels(&self) -> &LabelTable {
        self.machine.labels()
    }

    fn growth(&self) -> usize {
        self.machine.growth()
    }

    fn is_laborious(&self) -> bool {
        self.machine.is_exact && self.machine.work() > LABORIOUS
    }

    fn prepared(&mut self, states: &StateStore) -> Option<StateStore> {
        if self.when != When::ForMany {
            return None;
        }
        self.compile(states);
        self.compiled.as_ref()?;
        let mut encoded = StateStore::new(self.width());
        for state in states.iter() {
            let state = self.encoded(state);
            encoded.insert(&state);
        }
        Some(encoded)
    }

    fn shared(&self) -> Option<Box<dyn Shared + '_>> {
        let compiled = self.compiled.as_deref()?;
        Some(Box::new(Fixed { store: &self.machine.store, compiled }))
    }
}
