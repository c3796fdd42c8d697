//! The names of the machine.
//!
//! Input: the text of a module. Output: the names that are the machine's own as long as it runs, and those that it has at
//! times only, because the module gives them to processes, or takes them back, while it runs (`registry` follows who has
//! them then). A name that goes to other processes only, as that of a child, is none of either. The name of the module
//! counts unless the module is seen to start the machine under another name, or under none. Does not see names that
//! are computed, nor what other modules do with a name.

use behaviour::{Act, TABLES};
use std::collections::{BTreeMap, BTreeSet};

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, Literal, Module};
use rustc_hash::FxHashSet;

use crate::analysis::calls::calls_where;
use crate::core::NAMES;
use crate::library::otp_function::OtpFunction;

/// Where a name is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Registry {
    /// On the node of the machine.
    Local,
    /// On all nodes, by `global`.
    Global,
    /// By another module.
    Via,
}

impl Registry {
    /// Where `{via, Module, Name}` looks for a name.
    pub(crate) fn of_module(module: &Name) -> Self {
        if module.as_str() == "global" { Self::Global } else { Self::Via }
    }
}

/// A name that the machine has at times only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedName {
    /// Its number among these.
    pub(crate) number: u8,
    /// Whether the machine has it when it starts.
    pub(crate) is_given: bool,
}

/// The names of a machine.
#[derive(Debug, Default)]
pub(crate) struct Names {
    own: BTreeSet<(Registry, Name)>,
    /// Names that the module gives by another module: that module, and the name.
    by_module: BTreeSet<(Name, Name)>,
    /// Those that the machine gives itself: it is not started under them.
    taken: FxHashSet<Name>,
    /// Whether the machine has them when it starts.
    shared: BTreeMap<(Registry, Name), bool>,
}

/// What a module does with a name.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
struct Uses {
    /// The code that starts the machine gives it to that.
    given: bool,
    /// The machine takes it when it starts.
    taken_first: bool,
    /// The machine takes it, or gives it to a process that may be the machine.
    taken: bool,
    /// Another process gets it.
    left: bool,
    /// It is taken back.
    given_up: bool,
}

impl Names {
    /// The names in a module.
    pub(crate) fn of(module: &Module) -> Self {
        let mut reading = Reading::new(module);
        module.functions().for_each(|function| reading.function(function));
        reading.names()
    }

    /// Whether a name is the machine's own there as long as it runs.
    pub(crate) fn has(&self, registry: Registry, name: &Name) -> bool {
        self.is_owned(registry, name) && self.shared(registry, name).is_none()
    }

    /// Whether a name is the machine's own as long as it runs where `{via, Module, Name}` looks for it.
    pub(crate) fn has_by(&self, module: &Name, name: &Name) -> bool {
        let registry = Registry::of_module(module);
        let mut modules = self.by_module.iter().filter(|(_, own)| own == name).peekable();
        let may_keep = registry != Registry::Via
            || modules.peek().is_none()
            || modules.any(|(own, _)| own == module);
        may_keep && self.has(registry, name)
    }

    fn is_owned(&self, registry: Registry, name: &Name) -> bool {
        self.own.contains(&(registry, name.clone()))
    }

    /// What is known of a name that the machine has at times only.
    pub(crate) fn shared(&self, registry: Registry, name: &Name) -> Option<SharedName> {
        let mut shared = self.shared.iter().zip(0..);
        shared.find_map(|((key, &is_given), number)| {
            ((key.0, &key.1) == (registry, name)).then_some(SharedName { number, is_given })
        })
    }

    /// All names that it has at times only.
    pub(crate) fn all_shared(&self) -> impl Iterator<Item = (Registry, &Name)> {
        self.shared.keys().map(|(registry, name)| (*registry, name))
    }

    /// Whether a name is the machine's own, in some registry, as long as it runs.
    pub(crate) fn is_own(&self, name: &Name) -> bool {
        let is_shared = self.shared.keys().any(|(_, shared)| shared == name);
        !is_shared && self.own.iter().any(|(_, own)| own == name)
    }

    /// Whether the machine may have a name in some registry.
    pub(crate) fn knows(&self, name: &Name) -> bool {
        self.own.iter().chain(self.shared.keys()).any(|(_, known)| known == name)
    }

    /// All names that it may have.
    pub(crate) fn known(&self) -> FxHashSet<Name> {
        self.own.iter().chain(self.shared.keys()).map(|(_, name)| name.clone()).collect()
    }

    /// The names under which it is started.
    pub(crate) fn at_start(&self) -> FxHashSet<Name> {
        let given = self.shared.iter().filter(|(_, is_given)| **is_given);
        let all = self.own.iter().chain(given.map(|(key, _)| key)).map(|(_, name)| name);
        all.filter(|name| !self.taken.contains(*name)).cloned().collect()
    }
}

/// What has been read of a module.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
struct Reading<'m> {
    module: &'m Module,
    uses: BTreeMap<(Registry, Name), Uses>,
    /// Which other module keeps which name.
    by_module: BTreeSet<(Name, Name)>,
    /// Functions that the machine may run.
    run: FxHashSet<(Name, usize)>,
    /// Whether the module starts the machine.
    is_started: bool,
    /// Whether a name is computed under which it is started.
    starts_as_any: bool,
    /// Whether a name is computed under which it may be registered.
    registers_any: bool,
    /// Whether a name is computed that is taken back.
    any_is_given_up: bool,
}

impl<'m> Reading<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            uses: BTreeMap::new(),
            by_module: BTreeSet::new(),
            run: run_by_machine(module),
            is_started: false,
            starts_as_any: false,
            registers_any: false,
            any_is_given_up: false,
        }
    }

    fn function(&mut self, function: &'m Function) {
        let is_run = self.run.contains(&(function.name.clone(), function.arity));
        let (name, arity) = (function.name.as_str(), function.arity);
        let is_first = TABLES.iter().any(|behaviour| behaviour.first.is_named(name, arity));
        let is_last = TABLES.iter().any(|behaviour| behaviour.last.function() == Some(name));
        for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                self.start(expr, is_run);
                self.registration(expr, is_run, is_first);
                if !is_last {
                    self.unregistration(expr);
                }
            });
        }
    }

    fn uses(&mut self, registry: Registry, name: &Name) -> &mut Uses {
        self.uses.entry((registry, name.clone())).or_default()
    }

    /// A call that starts a process, perhaps under a name.
    fn start(&mut self, expr: &Syntax, is_run: bool) {
        let is_machine = starts(self.module, expr);
        self.is_started |= is_machine;
        let Some(place) = start_name(expr) else { return };
        self.by_module.extend(by_module(place));
        match named(place) {
            Some((registry, name)) if is_machine && !is_run => {
                self.uses(registry, name).given = true;
            }
            // A child, or another machine of this module.
            Some((registry, name)) if !is_machine => self.uses(registry, name).left = true,
            Some((registry, name)) => {
                let uses = self.uses(registry, name);
                (uses.given, uses.left) = (true, true);
            }
            None => self.starts_as_any |= is_machine,
        }
    }

    /// A call that registers a process.
    fn registration(&mut self, expr: &Syntax, is_run: bool, is_first: bool) {
        let Some((registry, name, process)) = registers(expr) else { return };
        let Some(name) = atom(name) else {
            self.registers_any = true;
            return;
        };
        let uses = self.uses(registry, name);
        match &process.kind {
            _ if is_self(process) && is_first => uses.taken_first = true,
            _ if !is_run => uses.given = true,
            ExprKind::Call(..) if !is_self(process) && is_spawn(process) => uses.left = true,
            _ => uses.taken = true,
        }
    }

    /// A call that takes a name back.
    fn unregistration(&mut self, expr: &Syntax) {
        let ExprKind::Call(callee, args) = &expr.kind else { return };
        let [name] = args.as_slice() else { return };
        let registry = match parts(callee) {
            (None | Some("erlang"), Some("unregister")) => Registry::Local,
            (Some("global"), Some("unregister_name")) => Registry::Global,
            _ => return,
        };
        match atom(name) {
            Some(name) => self.uses(registry, name).given_up = true,
            None => self.any_is_given_up = true,
        }
    }

    /// The names that follow from that.
    fn names(self) -> Names {
        let mut names = Names { by_module: self.by_module, ..Names::default() };
        let is_started_so = !self.is_started || self.starts_as_any;
        if is_started_so || self.registers_any {
            // Nothing says where that name would be registered.
            let module_name = self.module.name.iter().map(|(name, _)| name);
            let everywhere = [Registry::Local, Registry::Global, Registry::Via];
            let places = everywhere
                .map(|registry| module_name.clone().map(move |name| (registry, name.clone())));
            names.own.extend(places.into_iter().flatten());
            names.taken.extend(module_name.filter(|_| !is_started_so).cloned());
        }
        for ((registry, name), uses) in self.uses {
            if uses.given {
                names.taken.remove(&name);
            } else if uses.taken_first || uses.taken {
                names.taken.insert(name.clone());
            }
            let may_be =
                uses.given || uses.taken_first || uses.taken || names.is_owned(registry, &name);
            let is_lost = uses.left || uses.given_up || self.any_is_given_up;
            let is_followed = registry != Registry::Via && names.shared.len() < usize::from(NAMES);
            let comes_late = uses.taken && !uses.given && !uses.taken_first;
            if may_be && is_followed && (is_lost || comes_late) {
                let is_given =
                    uses.given || names.is_owned(registry, &name) && !names.taken.contains(&name);
                names.shared.insert((registry, name), is_given);
            } else if uses.given || uses.taken_first || uses.taken {
                names.own.insert((registry, name));
            }
        }
        names
    }
}

/// The functions that the machine may run: its callbacks, functions that may be its states, and what these name.
fn run_by_machine(module: &Module) -> FxHashSet<(Name, usize)> {
    let atoms = atoms(module);
    let is_root = |function: &Function| {
        TABLES.iter().any(|behaviour| {
            let is_state =
                behaviour.is_state_arity(function.arity) && atoms.contains(&function.name);
            behaviour.is_fixed(function.name.as_str()) || is_state
        })
    };
    let mut waiting: Vec<&Function> =
        module.functions().filter(|function| is_root(function)).collect();
    let mut reached = FxHashSet::default();
    while let Some(function) = waiting.pop() {
        if !reached.insert((function.name.clone(), function.arity)) {
            continue;
        }
        for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| waiting.extend(local(module, expr)));
        }
    }
    reached
}

/// The function of the module that an expression names.
fn local<'m>(module: &'m Module, expr: &Syntax) -> Option<&'m Function> {
    let this_module = module.name.as_ref().map(|(name, _)| name);
    match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => module.function(name.as_str(), args.len()),
        ExprKind::Call(Callee::Remote(module_name, name, _), args)
            if Some(module_name) == this_module =>
        {
            module.function(name.as_str(), args.len())
        }
        ExprKind::FunLocal(name, arity) => {
            module.function(name.as_str(), usize::try_from(arity).ok()?)
        }
        _ => None,
    }
}

fn atoms(module: &Module) -> BTreeSet<Name> {
    let mut atoms = BTreeSet::new();
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| atoms.extend(atom(expr).cloned()));
    }
    atoms
}

/// Whether a call starts the machine.
pub(crate) fn starts(module: &Module, expr: &Syntax) -> bool {
    let ExprKind::Call(Callee::Remote(behaviour, function, _), args) = &expr.kind else {
        return false;
    };
    let called = OtpFunction::of(behaviour.as_str(), function.as_str(), args.len());
    let is_start = called.machine_act() == Some(Act::Start);
    let callback = match args.as_slice() {
        [_, callback, _, _] | [callback, _, _] if is_start => callback,
        _ => return false,
    };
    let module_name = module.name.as_ref().map(|(name, _)| name);
    atom(callback).is_none_or(|name| Some(name) == module_name)
}

/// Whether a module starts the machine under this name by `global`.
pub(crate) fn is_global(module: &Module, name: &Name) -> bool {
    calls_where(module, &|expr| {
        let place = start_name(expr).filter(|_| starts(module, expr));
        place.and_then(named) == Some((Registry::Global, name))
    })
}

/// What stands for the name in a call that starts a process of a behaviour under one.
fn start_name(expr: &Syntax) -> Option<&Syntax> {
    match &expr.kind {
        ExprKind::Call(Callee::Remote(_, function, _), args)
            if args.len() == 4 && function.as_str().starts_with("start") =>
        {
            args.first()
        }
        _ => None,
    }
}

/// The name in `{local, Name}`, `{global, Name}` or `{via, Module, Name}`.
fn named(place: &Syntax) -> Option<(Registry, &Name)> {
    let ExprKind::Tuple(parts) = &place.kind else { return None };
    match parts.as_slice() {
        [by, name] if by.is_atom("local") => Some((Registry::Local, atom(name)?)),
        [by, name] if by.is_atom("global") => Some((Registry::Global, atom(name)?)),
        [by, module, name] if by.is_atom("via") => {
            let registry = atom(module).map_or(Registry::Via, Registry::of_module);
            Some((registry, atom(name)?))
        }
        _ => None,
    }
}

/// The module and the name in `{via, Module, Name}`.
fn by_module(place: &Syntax) -> Option<(Name, Name)> {
    let ExprKind::Tuple(parts) = &place.kind else { return None };
    match parts.as_slice() {
        [by, module, name] if by.is_atom("via") => {
            Some((atom(module)?.clone(), atom(name)?.clone()))
        }
        _ => None,
    }
}

/// What a call registers: where, the name and the process.
fn registers(expr: &Syntax) -> Option<(Registry, &Syntax, &Syntax)> {
    let ExprKind::Call(callee, args) = &expr.kind else { return None };
    let registry = match parts(callee) {
        (None | Some("erlang"), Some("register")) => Registry::Local,
        (Some("global"), Some("register_name" | "re_register_name")) => Registry::Global,
        (Some(_), Some("register_name")) => Registry::Via,
        _ => return None,
    };
    match args.as_slice() {
        [name, process] => Some((registry, name, process)),
        [name, process, _] if registry == Registry::Global => Some((registry, name, process)),
        _ => None,
    }
}

/// The module and the function that a call names.
fn parts(callee: &Callee) -> (Option<&str>, Option<&str>) {
    match callee {
        Callee::Local(name) => (None, Some(name.as_str())),
        Callee::Remote(module, name, _) => (Some(module.as_str()), Some(name.as_str())),
        Callee::Dynamic(_) => (None, None),
    }
}

fn is_self(expr: &Syntax) -> bool {
    matches!(&expr.kind, ExprKind::Call(callee, args)
        if args.is_empty() && matches!(parts(callee), (None | Some("erlang"), Some("self"))))
}

fn is_spawn(expr: &Syntax) -> bool {
    matches!(&expr.kind, ExprKind::Call(callee, _)
        if parts(callee).1.is_some_and(|name| matches!(name, "spawn" | "spawn_link")))
}

fn atom(expr: &Syntax) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}
