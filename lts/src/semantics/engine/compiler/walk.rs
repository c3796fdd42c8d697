//! Behaviours on symbols: from a state through an action to the next state.

use model::index::Idx as _;
use model::{ActionId, ActionRole, Behaviour, End, Expr, PointId};

use super::evaluate::Scope;
use super::path::{Attempt, Control, Halt, Path};
use super::symbol::{Symbol, SymbolId};
use super::{Compiler, Next};
use crate::semantics::engine::mold::Mold;
use crate::semantics::engine::program::{LabelSite, Node, Part, Register};

/// Hidden steps on one way at most.
const MAX_PASSED: usize = 100;

/// An action that is offered, and what follows.
struct Offer {
    action: ActionId,
    next: PointId,
}

impl Compiler<'_, '_> {
    /// Takes the next step of a path.
    pub(crate) fn step(&mut self, path: &mut Path, attempt: &mut Attempt) -> Result<Next, Halt> {
        self.spend()?;
        match path.control {
            Control::Offer(point) => self.offer(point, path, attempt),
            Control::Settle(point) => self.settle(point, path, attempt),
            Control::Settled(point) => self.run_on(point, path, attempt),
        }
    }

    /// What a state offers.
    fn offer(
        &mut self,
        point: PointId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Next, Halt> {
        let model = self.machine.model;
        let scope = Scope::Process(self.machine.layout.process(point));
        match &model.points[point] {
            Behaviour::Choice(points) => {
                Ok(Next::Fork(points.iter().map(|&point| Control::Offer(point)).collect()))
            }
            Behaviour::If { cond, yes, no } => {
                let holds = self.holds(cond, scope, path, attempt)?;
                path.control = Control::Offer(if holds { *yes } else { *no });
                Ok(Next::On)
            }
            Behaviour::Act { action, .. } if model.actions[*action].role == ActionRole::Half => {
                Ok(Next::End(None))
            }
            Behaviour::Act { action, args, next, .. } => {
                let args = self.eval_all(args, scope, path, attempt)?;
                let is_shown = !self.machine.is_hidden(*action);
                path.shown = Some((*action, if is_shown { args } else { Vec::new() }));
                path.control = Control::Settle(*next);
                Ok(Next::On)
            }
            // What is chosen with an action is unknown.
            Behaviour::Let { var, value: Expr::Unknown(_) | Expr::Chosen(..), next } => {
                let process = self.machine.layout.process(point);
                path.slots[self.machine.layout.slot(process, *var)] = self.unknown(path)?;
                path.control = Control::Offer(*next);
                Ok(Next::On)
            }
            Behaviour::End(_)
            | Behaviour::Receive { .. }
            | Behaviour::Let { .. }
            | Behaviour::Mark { .. }
            | Behaviour::Call { .. } => Ok(Next::End(None)),
        }
    }

    /// One step on the way to the next state.
    fn settle(
        &mut self,
        point: PointId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Next, Halt> {
        let model = self.machine.model;
        let process = self.machine.layout.process(point);
        let scope = Scope::Process(process);
        let next = match &model.points[point] {
            Behaviour::If { cond, yes, no } => {
                if self.holds(cond, scope, path, attempt)? {
                    *yes
                } else {
                    *no
                }
            }
            Behaviour::Let { var, value, next } => {
                let value = self.eval(value, scope, path, attempt)?;
                path.slots[self.machine.layout.slot(process, *var)] = value;
                *next
            }
            Behaviour::Mark { next, .. } => *next,
            Behaviour::Call { process: callee, args } => {
                let args = self.eval_all(args, scope, path, attempt)?;
                let nothing = self.nothing();
                path.slots.fill(nothing);
                path.slots[..args.len()].copy_from_slice(&args);
                model.processes[*callee].body
            }
            Behaviour::End(End::Refused) => return Ok(Next::End(None)),
            Behaviour::Act { .. }
            | Behaviour::Receive { .. }
            | Behaviour::Choice(_)
            | Behaviour::End(_) => {
                let point = self.machine.layout.canonical(point);
                let nothing = self.nothing();
                let live = self.machine.layout.live(point);
                for (slot, _) in path.slots.iter_mut().zip(live).filter(|(_, live)| !**live) {
                    *slot = nothing;
                }
                path.control = Control::Settled(point);
                return Ok(Next::On);
            }
        };
        path.control = Control::Settle(next);
        Ok(Next::On)
    }

    /// Passes over a state whose only step is hidden; any other state is the end of the step.
    fn run_on(
        &mut self,
        point: PointId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Next, Halt> {
        if self.machine.never_hides[point.index()] {
            return self.arrival(point, path, attempt);
        }
        let mut offers = Vec::new();
        self.enabled(point, path, attempt, &mut offers)?;
        match &offers[..] {
            [only] if self.machine.is_hidden(only.action) && self.is_new(point, path)? => {
                path.passed.push((point, path.slots.clone()));
                path.control = Control::Settle(only.next);
                Ok(Next::On)
            }
            _ => self.arrival(point, path, attempt),
        }
    }

    /// The actions that a state offers; not all, if there are several.
    fn enabled(
        &mut self,
        point: PointId,
        path: &mut Path,
        attempt: &mut Attempt,
        offers: &mut Vec<Offer>,
    ) -> Result<(), Halt> {
        let model = self.machine.model;
        let mut pending = vec![point];
        while let Some(point) = pending.pop() {
            let scope = Scope::Process(self.machine.layout.process(point));
            match &model.points[point] {
                Behaviour::Choice(points) => pending.extend(points.iter().rev()),
                Behaviour::If { cond, yes, no } => {
                    let holds = self.holds(cond, scope, path, attempt)?;
                    pending.push(if holds { *yes } else { *no });
                }
                Behaviour::Act { action, args, next, .. } => {
                    self.eval_args(args, scope, path, attempt)?;
                    if model.actions[*action].role != ActionRole::Half {
                        offers.push(Offer { action: *action, next: *next });
                    }
                }
                // What is chosen with an action is unknown, and so may be whether there is one.
                Behaviour::Let { value: Expr::Unknown(_) | Expr::Chosen(..), .. } => {
                    path.is_ghost = true;
                }
                Behaviour::End(_)
                | Behaviour::Receive { .. }
                | Behaviour::Let { .. }
                | Behaviour::Mark { .. }
                | Behaviour::Call { .. } => {}
            }
        }
        Ok(())
    }

    /// Arguments of an action that is not shown here: they must have values.
    fn eval_args(
        &mut self,
        args: &[Expr],
        scope: Scope<'_>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<(), Halt> {
        self.eval_all(args, scope, path, attempt).map(|_| ())
    }

    /// Whether a state has not been passed over on this way; gives up where that depends on values.
    fn is_new(&self, point: PointId, path: &Path) -> Result<bool, Halt> {
        if path.passed.len() >= MAX_PASSED {
            return Err(Halt::GiveUp);
        }
        for (_, slots) in path.passed.iter().filter(|(passed, _)| *passed == point) {
            if *slots == path.slots {
                return Ok(false);
            }
            let store = &self.machine.store;
            let differ = |(&a, &b): (&SymbolId, &SymbolId)| self.symbols.differ(a, b, store);
            if !slots.iter().zip(&path.slots).any(differ) {
                return Err(Halt::GiveUp);
            }
        }
        Ok(true)
    }

    /// The end of a step: a state is kept.
    fn arrival(
        &mut self,
        point: PointId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Next, Halt> {
        let slots = path.slots.clone();
        let molds: Vec<Mold> = slots.iter().map(|&slot| self.mold(slot)).collect();
        if !self.writes {
            self.arrive(point, molds);
            return Ok(Next::End(None));
        }
        let store = &self.machine.store;
        let variant = self.variants.find(point, &molds, store).ok_or(Halt::GiveUp)?;
        let molds = self.variants.all[variant as usize].molds.clone();
        let mut words = Vec::new();
        for (mold, &slot) in molds.iter().zip(&slots) {
            self.words(mold, slot, &mut words, path, attempt)?;
        }
        let label = self.label(path, attempt)?;
        let words = self.operands(&words);
        Ok(Next::End(Some(Node::Step { label, variant, words })))
    }

    /// What is known of a value, to the state in which it arrives.
    fn mold(&mut self, symbol: SymbolId) -> Mold {
        match self.symbols.get(symbol) {
            Symbol::Constant(term) => Mold::of(*term, &self.machine.store),
            Symbol::Register(_, true) => Mold::Integer,
            Symbol::Register(_, false) => Mold::Any,
            Symbol::Cons(..) => match self.symbols.elements(symbol, &self.machine.store) {
                Some(items) => Mold::list(items.into_iter().map(|item| self.mold(item)).collect()),
                None => Mold::Any,
            },
            Symbol::Tuple(items) => {
                let items = items.clone();
                Mold::Tuple(items.iter().map(|&item| self.mold(item)).collect())
            }
        }
    }

    /// The registers of the words of a value.
    fn words(
        &mut self,
        mold: &Mold,
        symbol: SymbolId,
        out: &mut Vec<Register>,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<(), Halt> {
        match mold {
            Mold::Constant(term) if self.symbols.term(symbol) == Some(*term) => Ok(()),
            Mold::Integer if !self.symbols.is_integer(symbol, &self.machine.store) => {
                Err(Halt::GiveUp)
            }
            Mold::Integer | Mold::Any => {
                out.push(self.materialise(symbol, path, attempt)?);
                Ok(())
            }
            Mold::Constant(_) => Err(Halt::GiveUp),
            Mold::List(molds) => {
                let items = self.symbols.elements(symbol, &self.machine.store);
                let items = items.filter(|items| items.len() == molds.len()).ok_or(Halt::GiveUp)?;
                for (mold, item) in molds.iter().zip(items) {
                    self.words(mold, item, out, path, attempt)?;
                }
                Ok(())
            }
            Mold::Tuple(molds) => {
                for (position, mold) in molds.iter().enumerate() {
                    let store = &self.machine.store;
                    let item = self.symbols.component(symbol, position + 1, store);
                    self.words(mold, item.ok_or(Halt::GiveUp)?, out, path, attempt)?;
                }
                Ok(())
            }
        }
    }

    /// The label of the action that has been taken.
    fn label(&mut self, path: &mut Path, attempt: &mut Attempt) -> Result<usize, Halt> {
        let (action, args) = path.shown.clone().ok_or(Halt::GiveUp)?;
        let mut parts = Vec::with_capacity(args.len());
        for arg in args {
            parts.push(self.part(arg, path, attempt)?);
        }
        Ok(self.label_site(LabelSite { action, args: parts.into() }))
    }

    fn part(
        &mut self,
        symbol: SymbolId,
        path: &mut Path,
        attempt: &mut Attempt,
    ) -> Result<Part, Halt> {
        Ok(match self.symbols.get(symbol).clone() {
            Symbol::Constant(term) => Part::Constant(term),
            Symbol::Register(register, _) => Part::Register(register),
            Symbol::Cons(..) => Part::Register(self.materialise(symbol, path, attempt)?),
            Symbol::Tuple(items) => {
                let mut parts = Vec::with_capacity(items.len());
                for &item in &items {
                    parts.push(self.part(item, path, attempt)?);
                }
                Part::Tuple(parts.into())
            }
        })
    }
}
