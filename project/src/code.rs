//! The code of a project, module by module as it is asked for.
//!
//! Input: who finds modules. Output: functions by their names; why a module was not read. A module is asked for once.

use std::collections::BTreeMap;
use std::rc::Rc;

use frontend::ast::Function;
use frontend::{Module, Name};
use translator::library::computing::is_library;

use crate::module::Unit;

/// Modules that are read for one, at most: what lies further away says less of it.
const MAX_MODULES: usize = 80;

/// A function by its module, name and number of arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionKey {
    /// Its module.
    pub module: Name,
    /// Its name.
    pub name: Name,
    /// Number of its arguments.
    pub arity: usize,
}

/// What becomes of looking for a module.
#[derive(Clone)]
pub enum Sought {
    /// It is there.
    Found(Box<Module>),
    /// It is there, and cannot be used: why, to stand behind its name.
    Refused(String),
    /// It is not there.
    Missing,
}

/// Who finds modules by their names.
pub trait Modules {
    /// The module of this name; asked for once in each linking.
    fn find(&mut self, name: &Name) -> Sought;
}

/// A module that was asked for.
enum Asked {
    Read(Rc<Unit>),
    /// What its header says is missing: it can only take the place of the machine's own module, of which the same is said.
    Lacking(Rc<Unit>, String),
    Refused(String),
    Missing,
}

/// All that has been read so far.
pub(crate) struct Code<'m> {
    modules: &'m mut dyn Modules,
    asked: BTreeMap<Name, Asked>,
    n_read: usize,
}

impl<'m> Code<'m> {
    /// Nothing but the module that is looked at.
    pub(crate) fn around(unit: &Rc<Unit>, modules: &'m mut dyn Modules) -> Self {
        let own = (unit.name.clone(), Asked::Read(Rc::clone(unit)));
        Self { modules, asked: BTreeMap::from([own]), n_read: 0 }
    }

    /// A module, read now if it was not before; nothing of those of OTP, which the translator knows.
    pub(crate) fn unit(&mut self, name: &Name) -> Option<Rc<Unit>> {
        match self.asked(name)? {
            Asked::Read(unit) => Some(Rc::clone(unit)),
            Asked::Lacking(..) | Asked::Refused(_) | Asked::Missing => None,
        }
    }

    /// A module that may take the place of the machine's own one, whether or not it lacks a header.
    pub(crate) fn successor(&mut self, name: &Name) -> Option<Rc<Unit>> {
        match self.asked(name)? {
            Asked::Read(unit) | Asked::Lacking(unit, _) => Some(Rc::clone(unit)),
            Asked::Refused(_) | Asked::Missing => None,
        }
    }

    fn asked(&mut self, name: &Name) -> Option<&Asked> {
        if !self.asked.contains_key(name) {
            if is_library(name.as_str()) || name.undefined_macro().is_some() {
                return None;
            }
            let asked = self.ask(name);
            self.asked.insert(name.clone(), asked);
        }
        self.asked.get(name)
    }

    fn ask(&mut self, name: &Name) -> Asked {
        if self.n_read >= MAX_MODULES {
            return Asked::Refused(format!("{MAX_MODULES} modules were read before"));
        }
        match self.modules.find(name) {
            Sought::Missing => Asked::Missing,
            Sought::Refused(why) => Asked::Refused(why),
            Sought::Found(module) => {
                self.n_read += 1;
                let unit = Unit::of(name.clone(), *module);
                match unit.refusal() {
                    Some(why) if unit.is_only_lacking() => Asked::Lacking(Rc::new(unit), why),
                    Some(why) => Asked::Refused(why),
                    None => Asked::Read(Rc::new(unit)),
                }
            }
        }
    }

    /// The module of a function that others can call.
    pub(crate) fn exporting(&mut self, key: &FunctionKey) -> Option<Rc<Unit>> {
        self.unit(&key.module).filter(|unit| unit.exports(&key.name, key.arity))
    }

    /// The module of a function that moves, if it is there.
    pub(crate) fn defining(&mut self, key: &FunctionKey) -> Option<Rc<Unit>> {
        self.successor(&key.module).filter(|unit| unit.function(&key.name, key.arity).is_some())
    }

    /// The modules that are there and were not used, and why.
    pub(crate) fn refused(&self) -> Vec<(Name, String)> {
        let refused = self.asked.iter().filter_map(|(name, asked)| match asked {
            Asked::Refused(why) | Asked::Lacking(_, why) => Some((name.clone(), why.clone())),
            Asked::Read(_) | Asked::Missing => None,
        });
        refused.collect()
    }
}

/// The function of a module.
pub(crate) fn function<'u>(unit: &'u Unit, key: &FunctionKey) -> Option<&'u Function> {
    unit.function(&key.name, key.arity)
}
