//! Models to step programs, by running them on symbols.
//!
//! Input: a machine of one component and some of its states. Output: variants of control points, and a
//! program for each. First it is found out what arrives at each point, until nothing new arrives; then
//! code is written. What is too large, unknown or recursive without an end is left to the interpreter.

mod decide;
mod evaluate;
mod facts;
mod path;
mod symbol;
mod tables;
mod walk;

use model::PointId;
use rustc_hash::FxHashMap;

use self::facts::Facts;
use self::path::{Attempt, Control, Halt, Path};
use self::symbol::{SymbolId, Symbols};
use super::mold::Mold;
use super::program::{
    FIRST_CONSTANT, Fuel, GIVE_UP, LabelSite, NOTHING, Node, NodeIx, Operands, Program, Register,
    Value,
};
use super::variants::{Arrival, Variants};
use crate::semantics::Machine;
use crate::semantics::step::start::is_start;
use crate::semantics::store::{Shape, TermId, TermStore};
use crate::states::StateStore;

/// Steps on symbols, for all rounds together.
const MAX_EFFORT: usize = 4_000_000;

/// Steps on symbols for what one action leads to.
const MAX_EFFORT_OF_ONE: usize = 10_000;

/// Steps in one state of a model with unknown values, fewer than the interpreter allows there; as many again are for
/// functions that are called.
const MAX_SHARED: usize = 400_000;

/// Steps of functions that are called on one way of a model without, fewer than the interpreter allows one evaluation.
const MAX_CALLED: usize = 9_000_000;

/// Steps of such functions in one state, with all its ways: longer work is that of the interpreter, which looks at the clock.
const MAX_CALLED_OF_STATE: usize = 20_000_000;

/// Steps of such functions in one state where work is limited.
const MAX_UNCOUNTED: usize = 100_000;

/// Nodes of all programs.
const MAX_NODES: usize = 1_000_000;

/// Tests on one way whose other answer has not been followed yet.
const MAX_NESTING: usize = 150;

/// What is under way while a model is compiled.
pub(crate) struct Compiler<'c, 'm> {
    pub(crate) machine: &'c mut Machine<'m>,
    pub(crate) symbols: Symbols,
    pub(crate) variants: Variants,
    pub(crate) program: Program,
    registers: FxHashMap<u32, Register>,
    labels: FxHashMap<LabelSite, usize>,
    /// Whether code is written, and not only looked where it leads to.
    pub(crate) writes: bool,
    /// Variants that are to be gone through.
    pub(crate) pending: Vec<u32>,
    /// Whether the variants are others than they were.
    pub(crate) again: bool,
    pub(crate) effort: usize,
    /// Steps on symbols that are left for all other variants.
    saved: usize,
    nesting: usize,
    /// Whether a way has been given up that might not have been too large with calls.
    is_too_large: bool,
    pub(crate) functions: Functions,
}

/// What becomes of functions that do not recur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Functions {
    InLine,
    Called,
}

/// Variants and programs of a machine some of whose states are these; `None` where there is nothing
/// worth compiling.
pub(crate) fn compile(
    machine: &mut Machine<'_>,
    first: &StateStore,
) -> Option<(Variants, Program)> {
    let mut compiler = Compiler {
        machine,
        symbols: Symbols::default(),
        variants: Variants::default(),
        program: Program::default(),
        registers: FxHashMap::default(),
        labels: FxHashMap::default(),
        writes: false,
        pending: Vec::new(),
        again: true,
        effort: 0,
        saved: MAX_EFFORT,
        nesting: 0,
        is_too_large: false,
        functions: Functions::InLine,
    };
    compiler.find_variants(first);
    compiler.writes = true;
    compiler.saved = MAX_EFFORT;
    for variant in 0..compiler.variants.all.len() {
        let root = compiler.bounded_root(variant);
        compiler.program.roots.push(root);
    }
    let is_worth = compiler.program.roots.iter().any(|&root| root != GIVE_UP);
    let (variants, mut program) = (compiler.variants, compiler.program);
    let store = &compiler.machine.store;
    program.shown = shown(&program.labels);
    program.fuel = fuel(compiler.machine);
    program.tabulate(&|word| !word.is_small() && store.holds_zero(TermId(word.0)));
    is_worth.then_some((variants, program))
}

/// Steps that functions may take.
fn fuel(machine: &Machine<'_>) -> Fuel {
    let (of_state, of_way) =
        if machine.is_exact { (MAX_CALLED_OF_STATE, MAX_CALLED) } else { (MAX_SHARED, MAX_SHARED) };
    // Only the interpreter counts work.
    let most = if machine.effort.is_limited() { MAX_UNCOUNTED } else { of_state };
    Fuel { of_state: of_state.min(most), of_way: of_way.min(most) }
}

/// The registers of labels.
fn shown(labels: &[LabelSite]) -> Vec<Vec<Register>> {
    let registers = |site: &LabelSite| {
        let mut registers = Vec::new();
        site.args.iter().for_each(|part| part.registers(&mut registers));
        registers
    };
    labels.iter().map(registers).collect()
}

/// Whether a machine lets so many steps be taken that a step program never takes too many.
pub(crate) fn allows(max_steps: usize) -> bool {
    max_steps >= 10_000_000
}

impl Compiler<'_, '_> {
    /// Finds what arrives at each point.
    fn find_variants(&mut self, first: &StateStore) {
        while std::mem::take(&mut self.again) {
            self.pending.clear();
            for state in first.iter().filter(|state| !is_start(state)) {
                let store = &self.machine.store;
                let molds = state[1..].iter().map(|&word| Mold::of(TermId(word), store)).collect();
                self.arrive(PointId(state[0]), molds);
            }
            // When all arrivals are to be found again, the variants that are known are no more.
            while !self.again
                && let Some(variant) = self.pending.pop()
            {
                self.root(variant as usize);
            }
        }
    }

    pub(crate) fn arrive(&mut self, point: PointId, molds: Vec<Mold>) {
        match self.variants.arrive(point, molds, &self.machine.store) {
            Arrival::Nothing => {}
            Arrival::Changed(variant) => {
                if !self.pending.contains(&variant) {
                    self.pending.push(variant);
                }
            }
            Arrival::Again => self.again = true,
        }
    }

    /// The program of a variant; where unknown values share the steps of a state, a short one.
    fn bounded_root(&mut self, variant: usize) -> NodeIx {
        let saved = self.saved;
        let root = self.root(variant);
        let is_short = saved - self.saved <= MAX_SHARED;
        if self.machine.is_exact || is_short { root } else { GIVE_UP }
    }

    /// The program of a variant.
    fn root(&mut self, variant: usize) -> NodeIx {
        let variant = self.variants.all[variant].clone();
        let mut register = 1;
        let mut slots = Vec::with_capacity(variant.molds.len());
        for mold in &variant.molds {
            match self.symbol(mold, &mut register) {
                Some(symbol) => slots.push(symbol),
                None => return GIVE_UP,
            }
        }
        self.grow_way(Path {
            control: Control::Offer(variant.point),
            slots,
            facts: Facts::default(),
            n_values: 0,
            shown: None,
            passed: Vec::new(),
            is_ghost: false,
        })
    }

    /// What is known of the values of a mold; `None` where they are too large.
    fn symbol(&mut self, mold: &Mold, register: &mut Register) -> Option<SymbolId> {
        match mold {
            Mold::Constant(term) => Some(self.symbols.constant(*term)),
            Mold::Integer | Mold::Any => {
                *register += 1;
                Some(self.symbols.register(*register - 1, *mold == Mold::Integer))
            }
            Mold::Tuple(items) => {
                let mut symbols = Vec::with_capacity(items.len());
                for item in items {
                    symbols.push(self.symbol(item, register)?);
                }
                self.symbols.tuple(&symbols, &mut self.machine.store)
            }
            Mold::List(items) => {
                let mut symbols = Vec::with_capacity(items.len());
                for item in items {
                    symbols.push(self.symbol(item, register)?);
                }
                let store = &mut self.machine.store;
                let mut list = self.symbols.constant(store.intern(Shape::Nil));
                for item in symbols.into_iter().rev() {
                    list = self.symbols.cons(item, list, store)?;
                }
                Some(list)
            }
        }
    }

    /// The symbol of an empty slot.
    pub(crate) fn nothing(&mut self) -> SymbolId {
        self.symbols.constant(TermStore::NOTHING)
    }

    /// Takes a step on symbols.
    pub(crate) fn spend(&mut self) -> Result<(), Halt> {
        self.effort = self.effort.checked_sub(1).ok_or(Halt::GiveUp)?;
        Ok(())
    }

    /// Takes the steps of a look through facts.
    pub(crate) fn look_through(&mut self, facts: &Facts) -> Result<(), Halt> {
        self.effort = self.effort.checked_sub(facts.len() / 8).ok_or(Halt::GiveUp)?;
        Ok(())
    }

    /// The register of a constant.
    pub(crate) fn constant_register(&mut self, term: TermId) -> Register {
        let word = self.machine.store.word(term).0;
        let constants = &mut self.program.constants;
        *self.registers.entry(word).or_insert_with(|| {
            constants.push(word);
            FIRST_CONSTANT + u32::try_from(constants.len() - 1).unwrap_or(0)
        })
    }

    pub(crate) fn label_site(&mut self, site: LabelSite) -> usize {
        let sites = &mut self.program.labels;
        *self.labels.entry(site).or_insert_with_key(|site| {
            sites.push(site.clone());
            sites.len() - 1
        })
    }

    pub(crate) fn operands(&mut self, registers: &[Register]) -> Operands {
        let operands = &mut self.program.operands;
        let start = operands.len();
        operands.extend_from_slice(registers);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        number(start)..number(operands.len())
    }

    /// The nodes of all ways on from here. Where they are too large with all functions in line, these are called.
    fn grow_way(&mut self, path: Path) -> NodeIx {
        if self.functions == Functions::Called || !self.machine.is_exact {
            return self.grow_bounded(path);
        }
        let before = std::mem::take(&mut self.is_too_large);
        let mut root = self.grow_bounded(path.clone());
        if self.is_too_large {
            self.functions = Functions::Called;
            root = self.grow_bounded(path);
            self.functions = Functions::InLine;
        }
        self.is_too_large = before;
        root
    }

    /// The nodes of all ways on from here, with an effort of their own.
    fn grow_bounded(&mut self, path: Path) -> NodeIx {
        let before = std::mem::replace(&mut self.effort, self.saved.min(MAX_EFFORT_OF_ONE));
        self.saved -= self.effort;
        let root = self.grow(path, Vec::new(), 0);
        self.saved += std::mem::replace(&mut self.effort, before);
        root
    }

    /// The nodes of all ways on within a step, with answers to its first tests and values that are set.
    fn grow(&mut self, mut path: Path, mut answers: Vec<bool>, mut n_set: usize) -> NodeIx {
        if self.nesting >= MAX_NESTING || self.program.nodes.len() >= MAX_NODES {
            self.is_too_large = true;
            return GIVE_UP;
        }
        self.nesting += 1;
        let mut chain = Chain { writes: self.writes, ..Chain::default() };
        loop {
            let mut next = path.clone();
            let given = std::mem::take(&mut answers);
            let mut attempt = Attempt { answers: given, ..Attempt::default() };
            let result = self.step(&mut next, &mut attempt);
            if next.is_ghost && self.writes {
                chain.end(&mut self.program, GIVE_UP);
                self.nesting -= 1;
                return chain.first.unwrap_or(GIVE_UP);
            }
            if matches!(result, Err(Halt::GiveUp)) {
                self.is_too_large = true;
            } else {
                let sets = attempt.sets.split_off(n_set.min(attempt.sets.len()));
                n_set += sets.len();
                chain.set(&mut self.program, sets);
            }
            let end = match result {
                Ok(Next::On) => {
                    (path, n_set) = (next, 0);
                    continue;
                }
                Ok(Next::Fork(controls)) => self.fork(&next, controls),
                Ok(Next::End(node)) if chain.writes => match node {
                    Some(node) => self.program.push(node),
                    None => NOTHING,
                },
                Ok(Next::End(_)) | Err(Halt::GiveUp) => GIVE_UP,
                Err(Halt::Open(test)) => {
                    answers = attempt.answers;
                    let mut other = answers.clone();
                    other.push(true);
                    // What is unknown is unknown again when the step is tried again.
                    let yes = self.grow(path.clone(), other, n_set);
                    answers.push(false);
                    chain.add(&mut self.program, Node::Test { test, yes, no: GIVE_UP });
                    continue;
                }
            };
            chain.end(&mut self.program, end);
            self.nesting -= 1;
            return chain.first.unwrap_or(GIVE_UP);
        }
    }

    fn fork(&mut self, path: &Path, controls: Vec<Control>) -> NodeIx {
        let ways: Box<[NodeIx]> = controls
            .into_iter()
            .map(|control| self.grow_way(Path { control, ..path.clone() }))
            .collect();
        if !self.writes || ways.contains(&GIVE_UP) {
            return GIVE_UP;
        }
        self.program.push(Node::Fork(ways))
    }
}

/// What a step on symbols leads to.
pub(crate) enum Next {
    /// The path goes on.
    On,
    /// The path goes on in all of these ways.
    Fork(Vec<Control>),
    /// The path ends in a step of the state, or in none.
    End(Option<Node>),
}

/// Nodes one after another, of which the last one waits for the next.
#[derive(Default)]
struct Chain {
    first: Option<NodeIx>,
    last: Option<NodeIx>,
    writes: bool,
}

impl Chain {
    fn set(&mut self, program: &mut Program, sets: Vec<(Register, Value)>) {
        for (register, value) in sets {
            self.add(program, Node::Set { register, value, next: GIVE_UP });
        }
    }

    fn add(&mut self, program: &mut Program, node: Node) {
        if self.writes {
            let node = program.push(node);
            self.link(program, node);
            self.last = Some(node);
        }
    }

    /// Ends the chain: what comes behind is not written.
    fn end(&mut self, program: &mut Program, node: NodeIx) {
        if self.writes {
            self.link(program, node);
            self.writes = false;
        }
    }

    fn link(&mut self, program: &mut Program, node: NodeIx) {
        match self.last.and_then(|last| program.nodes.get_mut(last as usize)) {
            Some(Node::Set { next, .. }) => *next = node,
            Some(Node::Test { no, .. }) => *no = node,
            _ => self.first = Some(node),
        }
    }
}
