//! Innermost rewriting.
//!
//! Input: terms with values for their variables. Output: their normal forms. Arguments first, then the
//! most specific rule; results are kept. Works on stacks of its own, so that the depth of terms and of
//! recursion does not matter, and stops after so many steps.

use lts::next_state::{Cycle, StepError};
use rustc_hash::FxHashMap;

use crate::rows::Rows;
use crate::specification::{Expr, FunctionId, Op, Specification};
use crate::store::{Head, Store, TermId};

/// Terms at most.
const MAX_TERMS: usize = 40_000_000;

/// Rules that are being applied at once at most.
const MAX_FRAMES: usize = 10_000_000;

/// Kept results at most; then all are forgotten.
const MAX_KEPT: usize = 2_000_000;

/// Lists of rules that may match have so many entries at most; then all are forgotten.
const MAX_CANDIDATES: usize = 1 << 24;

/// Steps between two looks at the clock.
const PATIENCE: u64 = 1 << 16;

/// A result that is being computed.
const PENDING: TermId = TermId(u32::MAX);

/// A frame whose result is not kept.
const NOT_KEPT: u32 = u32::MAX;

/// Says whether to stop.
pub(crate) type Interrupt = Box<dyn FnMut() -> bool>;

/// The state of the rewriter.
pub(crate) struct Rewriter {
    pub(crate) store: Store,
    /// Terms that rules apply to, with their results by number.
    redexes: Rows,
    results: Vec<TermId>,
    /// Values of variables, and of terms that are being computed.
    values: Vec<TermId>,
    frames: Vec<Frame>,
    bindings: Vec<TermId>,
    matching: Vec<TermId>,
    /// Rules that may match, by function and outermost symbols of two arguments.
    candidates: FxHashMap<[u32; 3], (u32, u32)>,
    candidate_rules: Vec<u32>,
    /// Steps that are left.
    left: u64,
    until_look: u64,
    interrupted: Option<Interrupt>,
}

/// A right side that is being computed.
#[derive(Clone, Copy)]
struct Frame {
    at: u32,
    end: u32,
    /// Where its variables are among the values.
    base: usize,
    redex: u32,
    rule: u32,
}

impl Rewriter {
    pub(crate) fn new(interrupted: Option<Interrupt>) -> Self {
        Self {
            store: Store::default(),
            redexes: Rows::default(),
            results: vec![TermId::default()],
            values: Vec::new(),
            frames: Vec::new(),
            bindings: Vec::new(),
            matching: Vec::new(),
            candidates: FxHashMap::default(),
            candidate_rules: Vec::new(),
            left: u64::MAX,
            until_look: PATIENCE,
            interrupted,
        }
    }

    /// Allows so many steps from here on.
    pub(crate) fn allow(&mut self, steps: u64) {
        self.left = steps;
    }

    /// The normal form of a term whose variables have these values.
    pub(crate) fn normalise(
        &mut self,
        spec: &Specification,
        expr: Expr,
        env: &[TermId],
    ) -> Result<TermId, StepError> {
        // What stands alone needs no frame.
        if let [Op::Slot(slot)] = spec.ops(expr) {
            return Ok(env[slot.index()]);
        }
        self.begin();
        self.values.extend_from_slice(env);
        let Expr { start, end } = expr;
        self.frames.push(Frame { at: start, end, base: 0, redex: NOT_KEPT, rule: u32::MAX });
        self.finish(spec)
    }

    /// The normal form of a function of normal forms.
    pub(crate) fn apply(
        &mut self,
        spec: &Specification,
        function: FunctionId,
        args: &[TermId],
    ) -> Result<TermId, StepError> {
        self.begin();
        self.frames.push(Frame { at: 0, end: 0, base: 0, redex: NOT_KEPT, rule: u32::MAX });
        self.values.extend_from_slice(args);
        let applied = self.call(spec, function);
        self.guarded(applied)?;
        self.finish(spec)
    }

    /// A function of terms: their normal form, or the term itself where one has a variable.
    pub(crate) fn apply_open(
        &mut self,
        spec: &Specification,
        function: FunctionId,
        args: &[TermId],
    ) -> Result<TermId, StepError> {
        if args.iter().any(|arg| self.store.is_open(*arg)) {
            Ok(self.store.intern(function, args))
        } else {
            self.apply(spec, function, args)
        }
    }

    /// Counts work that is not rewriting as so many steps.
    pub(crate) fn charge(&mut self, spec: &Specification, steps: u64) -> Result<(), StepError> {
        self.left = self.left.saturating_sub(steps - 1);
        self.step(spec)
    }

    fn begin(&mut self) {
        if self.redexes.len() > MAX_KEPT {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.redexes = Rows::default();
        self.results.truncate(1);
    }

    fn finish(&mut self, spec: &Specification) -> Result<TermId, StepError> {
        let result = self.run(spec);
        self.guarded(result)
    }

    /// After an error nothing is half done.
    fn guarded<T>(&mut self, result: Result<T, StepError>) -> Result<T, StepError> {
        if result.is_err() {
            self.forget();
            self.values.clear();
            self.frames.clear();
        }
        result
    }

    fn run(&mut self, spec: &Specification) -> Result<TermId, StepError> {
        while let Some(frame) = self.frames.last_mut() {
            if frame.at < frame.end {
                let op = spec.ops[frame.at as usize];
                frame.at += 1;
                match op {
                    Op::Slot(slot) => {
                        let value = self.values[frame.base + slot.index()];
                        self.values.push(value);
                    }
                    Op::Call(function) => self.call(spec, function)?,
                }
                continue;
            }
            let Frame { base, redex, .. } = *frame;
            self.frames.pop();
            let result = self.values.pop().unwrap_or_default();
            self.values.truncate(base);
            if redex != NOT_KEPT {
                self.results[redex as usize] = result;
            }
            self.values.push(result);
        }
        self.values.pop().ok_or(StepError::Stuck)
    }

    /// A function of the values computed last.
    fn call(&mut self, spec: &Specification, function: FunctionId) -> Result<(), StepError> {
        let declared = &spec.functions[function.index()];
        let base = self.values.len() - declared.args.len();
        if declared.rules.is_empty() {
            return self.construct(spec, function, base);
        }
        let redex = if self.redexes.len() < 2 * MAX_KEPT {
            let redex = self.redexes.intern(function.0, &self.values[base..]);
            match self.results.get(redex.index()) {
                Some(&PENDING) => {
                    return Err(StepError::Budget(self.cycle(spec, Some(function))));
                }
                Some(&result) => {
                    self.values.truncate(base);
                    self.values.push(result);
                    return Ok(());
                }
                None => self.results.push(PENDING),
            }
            redex.0
        } else {
            NOT_KEPT
        };
        let Some(rule) = self.matching_rule(spec, function, base) else {
            self.construct(spec, function, base)?;
            if redex != NOT_KEPT {
                self.results[redex as usize] = self.values[base];
            }
            return Ok(());
        };
        self.step(spec)?;
        self.values.truncate(base);
        self.values.extend_from_slice(&self.bindings);
        let Expr { start, end } = spec.rules[rule as usize].right;
        self.frames.push(Frame { at: start, end, base, redex, rule });
        Ok(())
    }

    fn construct(
        &mut self,
        spec: &Specification,
        function: FunctionId,
        base: usize,
    ) -> Result<(), StepError> {
        let term = self.store.intern(function, &self.values[base..]);
        self.values.truncate(base);
        self.values.push(term);
        if self.store.len() > MAX_TERMS {
            return Err(StepError::TooLarge(self.cycle(spec, None)));
        }
        Ok(())
    }

    /// Counts a step.
    fn step(&mut self, spec: &Specification) -> Result<(), StepError> {
        if self.left == 0 {
            return Err(StepError::Budget(self.cycle(spec, None)));
        }
        self.left -= 1;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = PATIENCE;
            if self.interrupted.as_mut().is_some_and(|interrupted| interrupted()) {
                return Err(StepError::Interrupted);
            }
        }
        if self.frames.len() > MAX_FRAMES {
            return Err(StepError::TooLarge(self.cycle(spec, None)));
        }
        Ok(())
    }

    /// The most specific rule that matches the arguments; its variables are left in `bindings`.
    fn matching_rule(
        &mut self,
        spec: &Specification,
        function: FunctionId,
        base: usize,
    ) -> Option<u32> {
        let (start, end) = self.candidates(spec, function, base);
        for index in start..end {
            let number = self.candidate_rules[index as usize];
            let rule = &spec.rules[number as usize];
            self.bindings.clear();
            self.bindings.resize(rule.n_variables, TermId::default());
            self.matching.clear();
            self.matching.extend_from_slice(&self.values[base..]);
            if self.matches(&rule.pattern) {
                return Some(number);
            }
        }
        None
    }

    fn matches(&mut self, pattern: &[Op]) -> bool {
        for op in pattern {
            let Some(term) = self.matching.pop() else { return false };
            match op {
                Op::Slot(slot) => self.bindings[slot.index()] = term,
                Op::Call(function) => {
                    if self.store.head(term) != Head::Function(*function) {
                        return false;
                    }
                    self.matching.extend_from_slice(self.store.args(term));
                }
            }
        }
        true
    }

    /// The rules of a function that the outermost symbols of its first arguments do not rule out.
    fn candidates(
        &mut self,
        spec: &Specification,
        function: FunctionId,
        base: usize,
    ) -> (u32, u32) {
        let head = |position: usize| {
            let term = self.values.get(base + position)?;
            match self.store.head(*term) {
                Head::Function(function) => Some(function),
                Head::Variable(_) => None,
            }
        };
        let heads = [head(0), head(1)];
        let word = |head: Option<FunctionId>| head.map_or(u32::MAX, |head| head.0);
        let key = [function.0, word(heads[0]), word(heads[1])];
        if let Some(&candidates) = self.candidates.get(&key) {
            return candidates;
        }
        if self.candidate_rules.len() > MAX_CANDIDATES {
            self.candidates.clear();
            self.candidate_rules.clear();
        }
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let start = number(self.candidate_rules.len());
        for rule in spec.functions[function.index()].rules.clone() {
            let wanted = &spec.rules[rule as usize].heads;
            if wanted.iter().zip(heads).all(|(wanted, head)| wanted.is_none() || *wanted == head) {
                self.candidate_rules.push(rule);
            }
        }
        let range = (start, number(self.candidate_rules.len()));
        self.candidates.insert(key, range);
        range
    }

    /// The functions under way, from the last one, which may just be called, back to where it was
    /// under way before.
    fn cycle(&self, spec: &Specification, called: Option<FunctionId>) -> Cycle {
        let rules =
            self.frames.iter().rev().filter_map(|frame| spec.rules.get(frame.rule as usize));
        let mut functions: Vec<FunctionId> = called.into_iter().collect();
        let mut place = None;
        for rule in rules.take(MAX_NAMED) {
            place = place.or(Some(rule.span));
            if functions.first() == Some(&rule.function) {
                functions.reverse();
                let name = |function: &FunctionId| {
                    let function = &spec.functions[function.index()];
                    format!("{}/{}", function.name, function.args.len())
                };
                let functions = functions.iter().map(name).collect();
                return Cycle { functions, place };
            }
            functions.push(rule.function);
        }
        Cycle { functions: Vec::new(), place }
    }
}

/// Functions that a message names at most.
const MAX_NAMED: usize = 10;
