//! Compositions: `||`, encap, hide, rename and calls, with names resolved.

use frontend::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::names::Meaning;
use super::processes::{is_composition, unsupported};
use super::terms::Scope;
use crate::ast::{Name, Process, ProcessKind, Term};
use crate::codes;
use crate::specification::{self, ActionId, Op, PointId, ProcessId};

/// A composition before the compositions that it calls are put into their places.
pub(super) enum Tree {
    Call(ProcessId, Vec<Vec<Op>>, Span),
    Parallel(Vec<Tree>),
    Encap(FxHashSet<ActionId>, Box<Tree>),
    Hide(FxHashSet<ActionId>, Box<Tree>),
    Rename(FxHashMap<ActionId, ActionId>, Box<Tree>),
    /// What was reported to be wrong.
    Broken,
}

impl<'s, 't> Checker<'s, 't> {
    /// What `init` is: a composition, a call, or a sequential process without a name.
    pub(super) fn initial_tree(&mut self, initial: &'s Process<'t>) -> Option<Tree> {
        let process = ProcessId::new(self.out.processes.len());
        self.out.processes.push(specification::Process {
            name: "init".to_owned(),
            n_slots: 0,
            body: PointId(0),
        });
        self.trees.push(None);
        let scope = Scope::default();
        if is_composition(initial) {
            return Some(self.tree(initial, &scope, process));
        }
        if let ProcessKind::Name(name, args) = &initial.kind
            && let (Meaning::Process(_), _) = self.resolve(*name, args, &scope)?
        {
            return Some(self.call(*name, args, &scope, process, initial.span));
        }
        self.sequential(process, initial, scope, 0);
        Some(Tree::Call(process, Vec::new(), initial.span))
    }

    /// The composition that a process is.
    pub(super) fn tree(
        &mut self,
        process: &'s Process<'t>,
        scope: &Scope<'t>,
        within: ProcessId,
    ) -> Tree {
        match &process.kind {
            ProcessKind::Parallel(items) => {
                Tree::Parallel(items.iter().map(|item| self.tree(item, scope, within)).collect())
            }
            ProcessKind::Encap(names, body) => {
                let body = self.tree(body, scope, within);
                Tree::Encap(self.set(names), Box::new(body))
            }
            ProcessKind::Hide(names, body) => {
                let body = self.tree(body, scope, within);
                Tree::Hide(self.set(names), Box::new(body))
            }
            ProcessKind::Rename(pairs, body) => {
                let body = self.tree(body, scope, within);
                Tree::Rename(self.renaming(pairs), Box::new(body))
            }
            ProcessKind::Name(name, args) => self.call(*name, args, scope, within, process.span),
            ProcessKind::Foreign(operator) => {
                self.wrong(within, unsupported(operator, process.span));
                Tree::Broken
            }
            _ => self.operand(process.span, within),
        }
    }

    fn operand(&mut self, span: Span, within: ProcessId) -> Tree {
        let message = "a sequential process without a name inside of a composition";
        let error = Diagnostic::error(codes::MIXED, message, span);
        self.wrong(within, error.with_help("give it a name: `proc P = ..`"));
        Tree::Broken
    }

    fn call(
        &mut self,
        name: Name<'t>,
        args: &[Term],
        scope: &Scope<'t>,
        within: ProcessId,
        span: Span,
    ) -> Tree {
        match self.resolve(name, args, scope) {
            Some((Meaning::Process(process), args)) => {
                Tree::Call(process, args.into_iter().map(|arg| arg.ops).collect(), span)
            }
            Some(_) => self.operand(span, within),
            None => Tree::Broken,
        }
    }

    /// The actions of these names, whatever sorts they take.
    fn set(&mut self, names: &[Name<'t>]) -> FxHashSet<ActionId> {
        let mut set = FxHashSet::default();
        for &name in names {
            let before = set.len();
            set.extend(self.names.actions(name.text));
            if set.len() == before && self.names.actions(name.text).next().is_none() {
                self.no_action(name);
            }
        }
        set
    }

    /// Says that a name is no action.
    pub(super) fn no_action(&mut self, name: Name<'t>) {
        if self.report.is_full() || self.names.is_broken(name.text) {
            return;
        }
        let message = if self.names.overloads(name.text).is_empty() {
            format!("the action `{}` is not declared", name.text)
        } else {
            format!("`{}` is no action", name.text)
        };
        let error = Diagnostic::error(codes::UNDECLARED, message, name.span);
        let near = self.names.nearest(name.text).filter(|near| *near != name.text);
        self.report.push(match near {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help("actions are declared under `act`"),
        });
    }

    fn renaming(&mut self, pairs: &[(Name<'t>, Name<'t>)]) -> FxHashMap<ActionId, ActionId> {
        let mut renaming = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for &(from, to) in pairs {
            if !seen.insert(from.text) {
                let message = format!("`{}` is renamed twice", from.text);
                self.report.push(Diagnostic::error(codes::BAD_RENAMING, message, from.span));
                continue;
            }
            let actions: Vec<ActionId> = self.names.actions(from.text).collect();
            if actions.is_empty() {
                self.no_action(from);
            }
            for action in actions {
                let sorts = self.out.actions[action.index()].args.clone();
                let meaning = self.names.meaning(to.text, sorts.clone());
                if let Some(Meaning::Action(target)) = meaning {
                    renaming.insert(action, target);
                } else {
                    let domain = self.domain(&sorts);
                    let message = format!("there is no action `{}` {domain}", to.text);
                    let error = Diagnostic::error(codes::BAD_RENAMING, message, to.span);
                    self.report.push(error.with_label(from.span, "what is renamed to it"));
                }
            }
        }
        renaming
    }
}
