//! What the other modules of a project say of one.
//!
//! Input: a module, where it stands, what is said of it. Output: the module with the functions of others, shapes of what the rest returns,
//! and what was read, in words. Where the module cannot be translated so, it is translated alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, Module, Name, Outcome, Severity, Span};
use model::expr::atom::quoted;
use model::{Expr, Outside};
use project::{FunctionKey, Linked, Wanted, link};
use translator::Translation;
use translator::library::shapes::Shape;

use crate::cli::SourceArgs;
use crate::codes;
use crate::config::settings::{Settings, placeless};
use crate::config::source::checkout::Checkout;
use crate::io::asked;
use crate::io::revision::revised;
use crate::session::Session;

/// Functions of a module that are named in a line.
const MAX_NAMED: usize = 6;

/// A translation, and one into another form that was made on the way.
type Both = (Outcome<Translation>, Option<Outcome<Translation>>);

/// What other modules say of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    linked: Linked,
    /// What they say in a hunt, where functions that come back to themselves are taken by what they return: on values that are not known
    /// they have ways without end.
    plain: Option<Linked>,
    /// Where the modules came from that were read.
    read: BTreeMap<Name, PathBuf>,
}

impl Around {
    /// Reads what a module calls of its project, unless it is to be alone; `None` if it was reported that a flag about it is wrong.
    pub(crate) fn of(
        session: &mut Session,
        module: &Module,
        path: &Path,
        (args, settings): (&SourceArgs, &Settings),
    ) -> Option<Self> {
        if let Some(path) = args.project.path.iter().find(|path| !asked::is_dir(path)) {
            let message = format!("`{}` of --path is not a folder", path.display());
            session.report(placeless(codes::UNREADABLE, message));
            return None;
        }
        // What stands beside it today is not what stood there then.
        if args.project.alone || revised(path).is_some() || translator::behaviour(module).is_none()
        {
            return Some(Self::default());
        }
        let stubs = settings.stubs.iter().flatten().map(|(stub, _)| FunctionKey {
            module: stub.module.clone(),
            name: stub.function.clone(),
            arity: stub.arity,
        });
        // Those of a flag go before those of the file, as with all settings.
        let open = match args.project.open.as_slice() {
            [] => settings.open.as_deref().unwrap_or_default(),
            flags => flags,
        };
        let open = open.iter().map(|name| Name::from(name.as_str()));
        let wanted = Wanted { stubbed: stubs.collect(), open: open.collect(), plain: false };
        let source = (&args.headers, args.project.path.as_slice());
        let mut checkout = Checkout::around(&mut session.sources, path, source);
        let linked = link(module, &wanted, &mut checkout);
        let for_hunts = Wanted { plain: true, ..wanted.clone() };
        let plain = linked.module.is_some().then(|| link(module, &for_hunts, &mut checkout));
        let outdated = if args.project.modules { checkout.outdated() } else { Vec::new() };
        let around = Self { linked, plain, read: checkout.read };
        if args.project.modules {
            around.told(&outdated).into_iter().for_each(|note| session.report(note));
        }
        let mut absent = wanted.open.iter().filter(|name| !around.linked.taken.contains_key(*name));
        if let Some(name) = absent.next() {
            session.report(around.not_open(name));
            return None;
        }
        Some(around)
    }

    /// What is taken for a hunt.
    pub(crate) fn of_hunts(&self) -> Self {
        let linked = self.plain.as_ref().unwrap_or(&self.linked).clone();
        Self { linked, plain: None, read: self.read.clone() }
    }

    /// The module with the functions of others.
    pub(crate) fn linked<'m>(&'m self, alone: &'m Module) -> &'m Module {
        self.linked.module.as_deref().unwrap_or(alone)
    }

    /// The module with the callbacks of those that may take its place.
    pub(crate) fn machine<'m>(&'m self, alone: &'m Module) -> &'m Module {
        self.linked.machine.as_deref().unwrap_or(alone)
    }

    /// What other modules say of one that could not be translated with their functions.
    pub(crate) fn forget_functions(&mut self) {
        (self.linked.module, self.linked.machine) = (None, None);
        for taken in self.linked.taken.values_mut() {
            taken.moved.clear();
            taken.callbacks.clear();
        }
        self.linked.taken.retain(|_, taken| !taken.shaped.is_empty());
    }

    /// What functions of other modules return.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.linked.shapes
    }

    /// The value that a function of another module always returns, by its code.
    pub(crate) fn constant(&self, call: &Outside) -> Option<&Expr> {
        let Outside { module, function, arity, .. } = call;
        let is_it = |shape: &&Shape| {
            (&shape.module, &shape.function, shape.arity) == (module, function, *arity)
        };
        self.shapes().iter().find(is_it)?.constant()
    }

    /// The files of which the module is compiled, for a test in which functions of others are those of their code.
    pub(crate) fn compiled_with(&self, module: &str) -> String {
        let moved = self
            .linked
            .taken
            .iter()
            .filter(|(_, taken)| !taken.moved.is_empty() || !taken.callbacks.is_empty());
        let paths = moved.filter_map(|(name, _)| self.read.get(name));
        let sources: Vec<String> = paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "erl"))
            .map(|path| path.display().to_string())
            .collect();
        if sources.is_empty() {
            return format!("{module}.erl");
        }
        // What stubs leave of them is made of their debug info.
        format!("+debug_info {module}.erl {}", sources.join(" "))
    }

    /// Translates the module with the functions of others; where that cannot be done, the module alone.
    pub(crate) fn or_alone(
        &self,
        alone: &Module,
        translate: &mut dyn FnMut(&Module) -> Both,
    ) -> Both {
        let Some(linked) = &self.linked.module else { return translate(alone) };
        let (mut outcome, twin) = translate(linked);
        let fails = outcome.has_errors() || outcome.value.is_given_up;
        if fails {
            return translate(alone);
        }
        // What is to be said of the others is said where they are looked at.
        outcome.diagnostics.retain(|own| !self.is_of_others(alone, own));
        (outcome, twin)
    }

    /// Whether a warning is about code of another module.
    fn is_of_others(&self, alone: &Module, diagnostic: &Diagnostic) -> bool {
        let Some(linked) = &self.linked.module else { return false };
        let Some(place) = diagnostic.labels.first().map(|label| label.span) else { return false };
        let machine: BTreeSet<Span> =
            self.machine(alone).functions().map(|function| function.span).collect();
        let others = linked.functions().skip(alone.functions().count());
        let mut spans = others.map(|function| function.span).filter(|span| !machine.contains(span));
        spans.any(|span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        })
    }

    /// Where a module was read, and what was taken of it, as one line each; empty where nothing was taken.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.named(MAX_NAMED)
    }

    /// A line for each module that was read, in which at most so many functions are named of each kind.
    fn named(&self, most: usize) -> Vec<String> {
        let taken = self.linked.taken.iter().map(|(name, taken)| {
            let path = self.read.get(name).map(|path| path.display().to_string());
            let mut line = format!("{name} ({})", path.unwrap_or_default());
            let parts = [
                ("as callbacks", &taken.callbacks),
                ("as they are", &taken.moved),
                ("by what they return", &taken.shaped),
            ];
            let mut separator = ": ";
            for (how, functions) in parts.into_iter().filter(|(_, all)| !all.is_empty()) {
                let named: Vec<String> = functions
                    .iter()
                    .take(most)
                    .map(|(name, arity)| format!("{}/{arity}", quoted(name.as_str())))
                    .collect();
                let more = functions.len() - named.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let _ = write!(line, "{separator}{}{more} {how}", named.join(", "));
                separator = "; ";
            }
            line
        });
        taken.collect()
    }

    /// What was read, as notes.
    fn told(&self, outdated: &[(Name, PathBuf, String)]) -> Vec<Diagnostic> {
        let read = self.named(usize::MAX).into_iter().map(|line| format!("read {line}"));
        let refused = self.linked.refused.iter().map(|(name, why)| format!("not {name}: {why}"));
        let outdated = outdated.iter().map(|(name, path, function)| {
            let path = path.display();
            format!("{name} is not what `{path}` was compiled of: {function} differs")
        });
        let mut texts: Vec<String> = read.chain(refused).chain(outdated).collect();
        if texts.is_empty() {
            texts.push("no other module of its project says anything of this one".to_owned());
        }
        let note = |text| Diagnostic::new(codes::MODULES, Severity::Note, text);
        texts.into_iter().map(note).collect()
    }

    /// That a module is to be open of which nothing is known.
    fn not_open(&self, name: &Name) -> Diagnostic {
        let refused = self.linked.refused.iter().find(|(own, _)| own == name);
        let message = match refused {
            Some((_, why)) => format!("the open module `{name}` cannot be used: {why}"),
            None if self.read.contains_key(name) => {
                format!("the open module `{name}` has no function that is called")
            }
            None => format!("the open module `{name}` was not found"),
        };
        placeless(codes::NOT_OPEN, message)
            .with_help("`--path DIR` names a folder of modules; `--modules` says which were read")
    }
}
