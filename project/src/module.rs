//! A module with what is asked of it again and again.
//!
//! Input: a module. Output: its functions by name, what others can call, what it imports, its records; whether its text is what runs.
//! Does not look into functions.

use frontend::ast::{Attribute, Callee, Expr, ExprKind, Form, Function, RecordDecl};
use frontend::{Module, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use translator::library::computing::is_auto_imported;
use translator::{exported_by, exports_all, imports};

use crate::code::FunctionKey;

/// Parse transforms that rewrite calls that write a log, and nothing else.
const HARMLESS: [&str; 2] = ["lager_transform", "eunit_autoexport"];

/// A module with its tables.
pub(crate) struct Unit {
    pub(crate) name: Name,
    pub(crate) module: Module,
    /// The forms of its functions.
    functions: FxHashMap<(Name, usize), usize>,
    /// Nothing where all are exported.
    exports: Option<FxHashSet<(Name, usize)>>,
    imports: FxHashMap<(Name, usize), Name>,
    /// The forms of its records.
    records: FxHashMap<Name, usize>,
}

/// What a call means in a module.
pub(crate) enum Called {
    /// A function of the module itself.
    Own(Name, usize),
    /// A function of `erlang`.
    BuiltIn(Name, usize),
    /// A function of another module.
    Outside(FunctionKey),
    /// A function of a module that is not known, or none that there is.
    Unknown,
    /// A fun that is a value.
    Fun,
}

impl Unit {
    /// The tables of a module.
    pub(crate) fn of(name: Name, module: Module) -> Self {
        let mut functions = FxHashMap::default();
        let mut records = FxHashMap::default();
        for (at, form) in module.forms.iter().enumerate() {
            match form {
                Form::Function(function) => {
                    functions.entry((function.name.clone(), function.arity)).or_insert(at);
                }
                Form::Record(record) => {
                    records.entry(record.name.clone()).or_insert(at);
                }
                _ => {}
            }
        }
        let exports = (!exports_all(&module)).then(|| exported_by(&module));
        let imports = imports(&module);
        Self { name, module, functions, exports, imports, records }
    }

    /// Why what stands in the module is not what runs, if that is so.
    pub(crate) fn refusal(&self) -> Option<String> {
        let lacks = || self.module.lacking.map(|_| "one of its headers is missing".to_owned());
        self.rewritten().or_else(lacks)
    }

    /// Whether it would be used, but for a header.
    pub(crate) fn is_only_lacking(&self) -> bool {
        self.module.lacking.is_some() && self.rewritten().is_none()
    }

    /// Why something else than its text may run.
    fn rewritten(&self) -> Option<String> {
        for attribute in self.module.attributes() {
            if let Some(transform) = transform(attribute) {
                return Some(format!("the parse transform `{transform}` may rewrite it"));
            }
            if attribute.name.as_str() == "on_load" {
                return Some("it loads native code".to_owned());
            }
        }
        None
    }

    /// A function of the module.
    pub(crate) fn function(&self, name: &Name, arity: usize) -> Option<&Function> {
        let at = self.functions.get(&(name.clone(), arity))?;
        match self.module.forms.get(*at) {
            Some(Form::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// Whether other modules can call a function.
    pub(crate) fn exports(&self, name: &Name, arity: usize) -> bool {
        let key = (name.clone(), arity);
        self.functions.contains_key(&key)
            && self.exports.as_ref().is_none_or(|exports| exports.contains(&key))
    }

    /// A record of the module.
    pub(crate) fn record(&self, name: &Name) -> Option<&RecordDecl> {
        match self.module.forms.get(*self.records.get(name)?) {
            Some(Form::Record(record)) => Some(record),
            _ => None,
        }
    }

    /// What a call in the module means.
    pub(crate) fn called(&self, callee: &Callee, arity: usize) -> Called {
        match callee {
            Callee::Local(name) => self.named(name, arity),
            Callee::Remote(module, name, _) => self.remote(module, name, arity),
            Callee::Dynamic(callee) if matches!(callee.kind, ExprKind::Remote(..)) => {
                Called::Unknown
            }
            Callee::Dynamic(_) => Called::Fun,
        }
    }

    /// What a name without a module means.
    pub(crate) fn named(&self, name: &Name, arity: usize) -> Called {
        let key = (name.clone(), arity);
        if self.functions.contains_key(&key) {
            return Called::Own(name.clone(), arity);
        }
        if let Some(module) = self.imports.get(&key) {
            return self.remote(module, name, arity);
        }
        if is_auto_imported(name.as_str(), arity) || name.as_str() == "record_info" {
            return Called::BuiltIn(name.clone(), arity);
        }
        Called::Unknown
    }

    /// What a name with a module means.
    pub(crate) fn remote(&self, module: &Name, name: &Name, arity: usize) -> Called {
        if module.as_str() == "erlang" {
            return Called::BuiltIn(name.clone(), arity);
        }
        if *module == self.name {
            let is_there = self.exports(name, arity);
            return if is_there { Called::Own(name.clone(), arity) } else { Called::Unknown };
        }
        Called::Outside(FunctionKey { module: module.clone(), name: name.clone(), arity })
    }
}

/// The parse transform that an attribute names, if it may change what the module does.
fn transform(attribute: &Attribute) -> Option<String> {
    if !attribute.rewrites() {
        return None;
    }
    let mut named = None;
    for arg in &attribute.args {
        arg.for_each(&mut |expr| named = named.take().or_else(|| named_in(expr)));
    }
    named.filter(|name| !HARMLESS.contains(&name.as_str()))
}

/// The name in `{parse_transform, Name}`.
fn named_in(expr: &Expr) -> Option<String> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    match items.as_slice() {
        [tag, name] if tag.is_atom("parse_transform") => match &name.kind {
            ExprKind::Literal(frontend::ast::Literal::Atom(name))
                if !HARMLESS.contains(&name.as_str()) =>
            {
                Some(name.to_string())
            }
            _ => None,
        },
        _ => None,
    }
}
