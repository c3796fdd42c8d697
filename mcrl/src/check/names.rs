//! Declarations: sorts, functions, actions, processes.
//!
//! A name may have several meanings if they differ in the sorts of their arguments.

use frontend::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use crate::ast::{Definition, Functions, Name, Section};
use crate::codes;
use crate::specification::{Action, ActionId, Function, FunctionId, ProcessId, Sort, SortId};

/// Longer names are not compared with each other.
const MAX_NEAR: usize = 60;

/// What a name with arguments of some sorts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Function(FunctionId),
    Action(ActionId),
    Process(ProcessId),
}

/// All declared names.
#[derive(Default)]
pub(super) struct Names<'t> {
    sorts: FxHashMap<&'t str, (SortId, Span)>,
    meanings: FxHashMap<(&'t str, Vec<SortId>), (Meaning, Span)>,
    /// The sorts that each name takes, in order of declaration.
    overloads: FxHashMap<&'t str, Vec<(Meaning, Vec<SortId>)>>,
    /// Names whose declaration is wrong: no more is said of them.
    broken: FxHashSet<&'t str>,
}

impl<'t> Names<'t> {
    pub(super) fn sort(&self, name: &str) -> Option<SortId> {
        self.sorts.get(name).map(|&(sort, _)| sort)
    }

    pub(super) fn meaning(&self, name: &'t str, sorts: Vec<SortId>) -> Option<Meaning> {
        self.meanings.get(&(name, sorts)).map(|&(meaning, _)| meaning)
    }

    /// The function of this name that takes these sorts.
    pub(super) fn function(&self, name: &'t str, sorts: &[SortId]) -> Option<FunctionId> {
        match self.meaning(name, sorts.to_vec()) {
            Some(Meaning::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// What has this name and no arguments.
    pub(super) fn constant(&self, name: &'t str) -> Option<Span> {
        self.meanings.get(&(name, Vec::new())).map(|&(_, span)| span)
    }

    /// All meanings of a name.
    pub(super) fn overloads(&self, name: &str) -> &[(Meaning, Vec<SortId>)] {
        self.overloads.get(name).map_or(&[], Vec::as_slice)
    }

    /// The actions of this name.
    pub(super) fn actions(&self, name: &str) -> impl Iterator<Item = ActionId> {
        self.overloads(name).iter().filter_map(|(meaning, _)| match meaning {
            Meaning::Action(action) => Some(*action),
            _ => None,
        })
    }

    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// The declared name that is most like this one.
    pub(super) fn nearest(&self, name: &str) -> Option<&'t str> {
        let length = name.len();
        if length > MAX_NEAR {
            return None;
        }
        let near = |other: &&&str| {
            other.len().abs_diff(length) <= length / 3
                && strsim::damerau_levenshtein(other, name) <= length / 3
        };
        let mut near: Vec<&&str> = self.overloads.keys().filter(near).collect();
        near.sort_by_key(|other| (strsim::damerau_levenshtein(other, name), **other));
        near.first().map(|other| **other)
    }
}

impl<'s, 't> Checker<'s, 't> {
    pub(super) fn declarations(&mut self) {
        let spec = self.spec;
        for section in &spec.sections {
            if let Section::Sorts(names) = section {
                for name in names {
                    self.declare_sort(*name);
                }
            }
        }
        for section in &spec.sections {
            let (all, are_constructors) = match section {
                Section::Constructors(all) => (all, true),
                Section::Maps(all) => (all, false),
                _ => continue,
            };
            for row in all {
                self.functions(row, are_constructors);
            }
        }
        for section in &spec.sections {
            if let Section::Actions(all) = section {
                for row in all {
                    self.actions(&row.names, &row.args);
                }
            }
        }
        for section in &spec.sections {
            if let Section::Processes(all) = section {
                for definition in all {
                    self.definition(definition);
                }
            }
        }
    }

    fn declare_sort(&mut self, name: Name<'t>) {
        let sort = SortId::new(self.out.sorts.len());
        if let Some(&(_, first)) = self.names.sorts.get(name.text) {
            let message = format!("sort `{}` is declared already", name.text);
            let error = Diagnostic::error(codes::CLASH, message, name.span);
            return self.report.push(error.with_label(first, "here"));
        }
        self.names.sorts.insert(name.text, (sort, name.span));
        let name = name.text.to_owned();
        self.out.sorts.push(Sort { name, constructors: Vec::new(), equality: None });
    }

    /// The sort of this name, or an error.
    pub(super) fn sort(&mut self, name: Name<'t>) -> Option<SortId> {
        let sort = self.names.sort(name.text);
        if sort.is_none() {
            let message = format!("sort `{}` is not declared", name.text);
            let error = Diagnostic::error(codes::UNDECLARED, message, name.span);
            self.report.push(error.with_help(format!("declare it: `sort {}`", name.text)));
        }
        sort
    }

    fn sorts(&mut self, names: &[Name<'t>]) -> Option<Vec<SortId>> {
        let sorts: Vec<Option<SortId>> = names.iter().map(|name| self.sort(*name)).collect();
        sorts.into_iter().collect()
    }

    fn functions(&mut self, row: &Functions<'t>, is_constructor: bool) {
        let (args, result) = (self.sorts(&row.args), self.sort(row.result));
        for &name in &row.names {
            let (Some(args), Some(result)) = (&args, result) else {
                self.names.broken.insert(name.text);
                continue;
            };
            let function = FunctionId::new(self.out.functions.len());
            if !self.declare(name, args.clone(), Meaning::Function(function)) {
                continue;
            }
            self.out.functions.push(Function {
                name: name.text.to_owned(),
                args: args.clone(),
                result,
                is_constructor,
                rules: 0..0,
            });
            let equality = name.text == "eq" && args.len() == 2 && args[0] == args[1];
            if equality && self.out.sorts[result.index()].name == "Bool" {
                self.out.sorts[args[0].index()].equality = Some(function);
            }
            if is_constructor {
                self.out.sorts[result.index()].constructors.push(function);
            }
        }
    }

    fn actions(&mut self, names: &[Name<'t>], args: &[Name<'t>]) {
        let args = self.sorts(args);
        for &name in names {
            let Some(args) = &args else {
                self.names.broken.insert(name.text);
                continue;
            };
            let action = ActionId::new(self.out.actions.len());
            if self.declare(name, args.clone(), Meaning::Action(action)) {
                let (span, name) = (name.span, name.text.to_owned());
                self.out.actions.push(Action { name, args: args.clone(), span });
            }
        }
    }

    fn definition(&mut self, definition: &'s Definition<'t>) {
        let sorts: Vec<Name<'t>> = definition.params.iter().map(|&(_, sort)| sort).collect();
        let Some(sorts) = self.sorts(&sorts) else {
            self.names.broken.insert(definition.name.text);
            return;
        };
        let process = ProcessId::new(self.definitions.len());
        if self.declare(definition.name, sorts.clone(), Meaning::Process(process)) {
            self.definitions.push((definition, sorts));
        }
    }

    /// Gives a name with arguments of these sorts a meaning, if it has none.
    fn declare(&mut self, name: Name<'t>, sorts: Vec<SortId>, meaning: Meaning) -> bool {
        let key = (name.text, sorts);
        if let Some(&(other, first)) = self.names.meanings.get(&key) {
            let what = match other {
                Meaning::Function(_) => "a function",
                Meaning::Action(_) => "an action",
                Meaning::Process(_) => "a process",
            };
            let args = self.domain(&key.1);
            let message = format!("`{}` {args} is {what} already", name.text);
            let error = Diagnostic::error(codes::CLASH, message, name.span);
            let error = error.with_label(first, "declared here");
            self.report.push(error.with_help("give one of them another name"));
            return false;
        }
        self.names.overloads.entry(name.text).or_default().push((meaning, key.1.clone()));
        self.names.meanings.insert(key, (meaning, name.span));
        true
    }

    /// `of D # E`, or `without arguments`
    pub(super) fn domain(&self, sorts: &[SortId]) -> String {
        let names: Vec<&str> =
            sorts.iter().map(|sort| self.out.sorts[sort.index()].name.as_str()).collect();
        if names.is_empty() {
            "without arguments".to_owned()
        } else {
            format!("of {}", names.join(" # "))
        }
    }
}
