//! What the lowerings of one module share in a round.
//!
//! Input: what is known of the module (`facts`). Output: what lowering adds to that: what the next round has to know
//! (`discoveries`), places of unknown values, and the local functions that become functions of the model, or procedures,
//! instead of standing in line.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};
use std::ops::Deref;
use std::rc::Rc;

use frontend::ast::{Expr as Syntax, ExprKind, Function};
use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::origins::Origins;
use crate::analysis::addresses::Address;
use crate::core::OutsideCall;
use crate::library::shapes::Shape;
use crate::library::stubs::Stub;
use crate::lower::analysis::discoveries::Discoveries;
use crate::lower::analysis::effects::Traits;
use crate::lower::analysis::facts::Facts;
use crate::lower::analysis::growth::Growth;
use crate::lower::analysis::open_results::Open;
use crate::lower::callback::trace_look::{Look, Reason};
use crate::lower::fun::code::{Code, Kept};
use crate::lower::fun::shape::Forms;
use crate::lower::pattern::split::{Split, Stand};
use crate::lower::process::held_addresses::Held;
use crate::lower::process::keys::Keys;
use crate::lower::timer::timing::Timers;
use model::index::IndexVec;
use model::{CommandKind, Expr, FunctionId, OriginKind, Procedure, ProcedureIx};

/// What the lowerings of a round share: what is known before the round, and what is met in it.
///
/// All cells are empty, or hold what is known, when a round begins. None outlives it: [`Shared::discoveries`] says what the
/// next round has to know.
pub(crate) struct Shared<'a> {
    /// What is known before.
    facts: &'a Facts<'a>,
    /// The arguments of the function that a client calls, where that is lowered.
    client: Option<Vec<Expr>>,

    // What is met, for the next round; what the machine is known to do counts as met.
    /// Funs that are kept.
    pub(crate) kept: RefCell<Vec<Kept>>,
    /// Of how many arguments funs are called that are not known; none where that may be any number.
    pub(crate) calls_kept: RefCell<BTreeSet<Option<usize>>>,
    /// The keys of its process dictionary.
    pub(crate) keys: RefCell<Keys>,
    /// Kinds of the messages that it sends to itself.
    posts: RefCell<BTreeSet<CommandKind>>,
    /// Whether lowering has asked which kinds these are.
    tells_posts_apart: Cell<bool>,
    /// Which of its own addresses it holds.
    pub(crate) held: Held,

    // What is met, for the model and its messages.
    pub(crate) origins: RefCell<Origins>,
    /// Named funs that have been called, with the variables that they take along.
    pub(crate) named_funs: RefCell<Vec<(Rc<Code>, Vec<Name>)>>,
    /// Whether some message may be an answer.
    pub(crate) gives: Cell<bool>,
    /// The first call that has to do with other processes.
    pub(crate) watches: Cell<Option<Span>>,
    /// Whether a callback asks for another one at once.
    continues: Cell<bool>,
    /// What the loop does somewhere.
    noted: RefCell<BTreeSet<Name>>,
    /// Functions of the module that are not to stand in line.
    pub(super) called: RefCell<BTreeSet<(Name, usize)>>,
    /// How large what is lowered has become.
    pub(super) growth: RefCell<Growth>,
    /// Which procedures return what a call of another module gave.
    pub(crate) open: RefCell<Open>,
    /// What a `receive` may take of what is known to be in the mailbox.
    pub(crate) mails: Cell<crate::lower::message::taken::Takes>,
    locals: RefCell<Locals>,
    procedures: RefCell<Procedures>,
    pub(crate) generated: RefCell<FxHashMap<(Name, usize), Generated>>,
    /// Functions for arguments that are known funs.
    pub(crate) forms: RefCell<Forms>,
    /// If terminate/3 acts or may fail: whether it looks into a stack trace.
    pub(crate) terminates: Cell<Option<bool>>,
    pub(crate) timers: RefCell<Timers>,
    /// What is met, where statistics are measured.
    met: Option<RefCell<Measured>>,

    // Caches: what has been looked for once.
    /// Clauses with their splitting trees.
    pub(crate) splits: RefCell<FxHashMap<Stand, Vec<Rc<Split>>>>,
    /// The first call that may go through a map in its order.
    pub(crate) first_in_order: OnceCell<Span>,
    /// Whether some action is told that has another module called.
    pub(crate) changes_module: OnceCell<bool>,
    /// How terminate/3 looks at the stack trace of crashes.
    pub(crate) traces: RefCell<FxHashMap<Reason, Look>>,
    /// Which atoms of the module's data are modules with a function.
    pub(crate) modules_with: RefCell<FxHashMap<CalledFunction, Rc<[Name]>>>,
}

impl<'a> Deref for Shared<'a> {
    type Target = Facts<'a>;

    fn deref(&self) -> &Facts<'a> {
        self.facts
    }
}

/// What the lowerings of a module met, where statistics are measured.
#[derive(Default)]
struct Measured {
    /// Expressions, by place and kind: all expressions of one macro have one place.
    exprs: FxHashSet<(Span, Discriminant<ExprKind>)>,
    /// Patterns without an exact translation, and what they are called.
    patterns: FxHashMap<Span, String>,
}

/// A function that is called of a computed module: its name, its arity, and whether the library calls it.
pub(crate) type CalledFunction = (Name, usize, bool);

/// A function that stands for a construct of the source, and what it does.
pub(crate) type Generated = (Rc<Function>, Traits);

/// Local functions that became functions of the model, in the order in which they were met.
#[derive(Default)]
struct Locals {
    ids: FxHashMap<(Name, usize), FunctionId>,
    order: Vec<(Name, usize)>,
}

/// Local functions that act and became procedures of the model, in the order in which they were met.
#[derive(Default)]
struct Procedures {
    ids: FxHashMap<(Name, usize), ProcedureIx>,
    order: IndexVec<ProcedureIx, Procedure>,
}

impl<'a> Shared<'a> {
    /// What the lowerings of a round share when it begins.
    pub(crate) fn new(facts: &'a Facts<'a>) -> Self {
        let shared = Self::of(facts);
        let Facts { machine, options, .. } = facts;
        let init = options.init.iter().any(Expr::has_hole);
        if init || options.environment.has_holes() {
            shared.origin(OriginKind::Part, "a part of a command", machine.init.span);
        }
        shared.on_node(facts.discovered.node.clone())
    }

    fn of(facts: &'a Facts<'a>) -> Self {
        let Discoveries { posts, funs, keys, addresses, tags, noted, called, open, .. } =
            facts.discovered.clone();
        Self {
            facts,
            client: None,
            kept: RefCell::new(funs),
            calls_kept: RefCell::default(),
            keys: RefCell::new(keys),
            posts: RefCell::new(posts),
            tells_posts_apart: Cell::new(false),
            held: Held::with(addresses, tags),
            origins: RefCell::default(),
            named_funs: RefCell::default(),
            gives: Cell::new(false),
            watches: Cell::new(None),
            continues: Cell::new(false),
            noted: RefCell::new(noted),
            called: RefCell::new(called),
            growth: RefCell::new(Growth::new(facts)),
            open: RefCell::new(Open::known(open)),
            mails: Cell::default(),
            locals: RefCell::default(),
            procedures: RefCell::default(),
            generated: RefCell::default(),
            forms: RefCell::default(),
            terminates: Cell::new(None),
            timers: RefCell::default(),
            met: None,
            splits: RefCell::default(),
            first_in_order: OnceCell::new(),
            changes_module: OnceCell::new(),
            traces: RefCell::default(),
            modules_with: RefCell::default(),
        }
    }

    /// Lowerings of a machine for statistics: what they meet is kept, and `init/1` is lowered for any argument.
    pub(crate) fn measuring(facts: &'a Facts<'a>) -> Self {
        Self { met: Some(RefCell::default()), ..Self::new(facts) }
    }

    /// What has been found out so far of how to lower, where a From may or may not outlive its event.
    pub(crate) fn discoveries(&self, keeps: bool) -> Discoveries {
        let addresses = self.addresses();
        let has_node = addresses.iter().any(|address| matches!(address, Address::Node(_)));
        Discoveries {
            posts: self.posts(),
            keeps,
            funs: self.called_kept(),
            keys: self.keys.borrow().clone(),
            addresses,
            node: self.node_origin().filter(|_| has_node),
            tags: self.tags(),
            noted: self.noted.borrow().clone(),
            called: self.called.borrow().clone(),
            open: self.open.borrow().told(&self.called.borrow()),
        }
    }

    /// Tells the tables with which arguments a client calls the function that is lowered.
    pub(crate) fn called_with(self, args: Vec<Expr>) -> Self {
        Self { client: Some(args), ..self }
    }

    /// The arguments of the function that a client calls, where that is lowered.
    pub(crate) fn client(&self) -> Option<&[Expr]> {
        self.client.as_deref()
    }

    /// Notes that the machine sends itself messages of a kind.
    pub(crate) fn meet_post(&self, kind: CommandKind) {
        self.posts.borrow_mut().insert(kind);
    }

    /// The kinds of the messages that the machine sends to itself, as far as they have been met.
    pub(crate) fn posts(&self) -> BTreeSet<CommandKind> {
        self.posts.borrow().clone()
    }

    /// Kinds of the messages that the machine sends to itself, for a lowering that hangs on which these are.
    pub(crate) fn posts_told_apart(&self) -> BTreeSet<CommandKind> {
        self.tells_posts_apart.set(true);
        self.posts()
    }

    /// Whether some lowering hangs on which kinds the messages are of that the machine sends to itself.
    pub(crate) fn tells_posts_apart(&self) -> bool {
        self.tells_posts_apart.get()
    }

    /// Notes that the machine has to do with other processes, and where.
    pub(crate) fn meet_watch(&self, span: Span) {
        let first = self.watches.get().map_or(span, |earliest| earliest.min(span));
        self.watches.set(Some(first));
    }

    /// Whether it has been met that the machine has to do with other processes.
    pub(crate) fn watches(&self) -> bool {
        self.watches.get().is_some()
    }

    /// Notes that a callback asks for another one at once.
    pub(crate) fn meet_continue(&self) {
        self.continues.set(true);
    }

    /// The callback that another one asks for, as far as that has been met.
    pub(crate) fn continued(&self) -> Option<model::HandlerKind> {
        self.machine
            .behaviour
            .continued
            .map(|(_, callback)| callback)
            .filter(|_| self.continues.get())
    }

    /// Notes that the loop does something, for the rounds that follow.
    pub(crate) fn note_in_loop(&self, what: &Expr) {
        if let Expr::Atom(what) = what {
            self.noted.borrow_mut().insert(what.clone());
        }
    }

    /// Whether the module is large: then some of its functions do not stand in line.
    pub(crate) fn is_large(&self) -> bool {
        !self.called.borrow().is_empty()
    }

    /// Functions of the module that are called from the next round on, as has been found in this one.
    pub(crate) fn newly_called(&self) -> Vec<(Name, usize)> {
        self.called.borrow().difference(&self.discovered.called).cloned().collect()
    }

    /// Whether it has been found that a function of the module is not to stand in line: in a round before, or in this one, which
    /// then is in vain and need not make others too large by it.
    pub(crate) fn is_called(&self, key: &(Name, usize)) -> bool {
        self.called.borrow().contains(key)
    }

    /// Whether a round before has noted that the loop does something.
    pub(crate) fn is_noted(&self, what: &Expr) -> bool {
        matches!(what, Expr::Atom(what) if self.discovered.noted.contains(what))
    }

    /// Whether what is met is remembered.
    pub(crate) fn measures(&self) -> bool {
        self.met.is_some()
    }

    /// Remembers an expression that is lowered.
    pub(crate) fn meet(&self, expr: &Syntax) {
        if let Some(met) = &self.met {
            met.borrow_mut().exprs.insert((expr.span, discriminant(&expr.kind)));
        }
    }

    /// Remembers a pattern without an exact translation.
    pub(crate) fn meet_pattern(&self, span: Span, what: &str) {
        if let Some(met) = &self.met {
            met.borrow_mut().patterns.insert(span, what.to_owned());
        }
    }

    /// Whether an expression was lowered.
    pub(crate) fn has_met(&self, expr: &Syntax) -> bool {
        let key = (expr.span, discriminant(&expr.kind));
        self.met.as_ref().is_some_and(|met| met.borrow().exprs.contains(&key))
    }

    /// What a pattern without an exact translation is called.
    pub(crate) fn inexact_pattern(&self, span: Span) -> Option<String> {
        self.met.as_ref()?.borrow().patterns.get(&span).cloned()
    }

    /// What the user says of a call of a function of another module: of this one, else of all calls of it.
    pub(crate) fn stub(
        &self,
        (module, function, arity): (&str, &str, usize),
        call: Span,
    ) -> Option<&'a Stub> {
        let fits = |stub: &&Stub| {
            (stub.module.as_str(), stub.function.as_str(), stub.arity) == (module, function, arity)
        };
        let mut stubs = self.options.stubs.iter().filter(fits);
        let of_call = stubs.clone().find(|stub| stub.is_for(call));
        of_call.or_else(|| stubs.find(|stub| stub.site.is_none()))
    }

    /// What a call of a function of another module returns by the code of that, where it was read.
    pub(crate) fn shape(&self, call: &OutsideCall) -> Option<&'a Shape> {
        self.options.shapes.iter().find(|shape| shape.is_of(call))
    }

    /// The function that stands for a construct of the source; `make` writes it under a name.
    ///
    /// What a macro stands for has one place, and may have several such constructs there: each has a
    /// name of its own.
    pub(crate) fn generate(
        &self,
        name: &str,
        traits: Traits,
        make: &dyn Fn(&Name) -> Function,
    ) -> Rc<Function> {
        let mut generated = self.generated.borrow_mut();
        let mut number = 1;
        loop {
            let numbered =
                if number == 1 { name.to_owned() } else { format!("{name}_no_{number}") };
            let function = make(&Name::from(numbered.as_str()));
            let key = (function.name.clone(), function.arity);
            // The module's own functions keep their names.
            if !self.machine.functions.contains_key(&key) {
                let (existing, _) =
                    generated.entry(key).or_insert_with(|| (Rc::new(function.clone()), traits));
                if **existing == function {
                    return Rc::clone(existing);
                }
            }
            number += 1;
        }
    }

    /// The generated function with this name.
    pub(crate) fn generated(&self, name: &Name, arity: usize) -> Option<Rc<Function>> {
        let generated = self.generated.borrow();
        generated.get(&(name.clone(), arity)).map(|(function, _)| Rc::clone(function))
    }

    /// What a function does, generated or not.
    pub(crate) fn traits(&self, name: &Name, arity: usize) -> Traits {
        let generated = self.generated.borrow();
        match generated.get(&(name.clone(), arity)) {
            Some((_, traits)) => *traits,
            None => self.traits_in_graph(name, arity),
        }
    }

    /// Whether a function does more than to compute.
    pub(crate) fn acts(&self, name: &Name, arity: usize) -> bool {
        self.traits(name, arity).acts
    }

    /// The function of the model that a local function becomes.
    pub(crate) fn local(&self, name: &Name, arity: usize) -> FunctionId {
        let mut locals = self.locals.borrow_mut();
        let key = (name.clone(), arity);
        if let Some(&id) = locals.ids.get(&key) {
            return id;
        }
        let id = FunctionId(u32::try_from(locals.order.len()).unwrap_or(u32::MAX));
        locals.ids.insert(key.clone(), id);
        locals.order.push(key);
        id
    }

    /// Local function number `number` of those that became functions of the model.
    pub(crate) fn local_at(&self, number: usize) -> Option<(Name, usize)> {
        self.locals.borrow().order.get(number).cloned()
    }

    /// The procedure that a local function which acts becomes.
    pub(crate) fn procedure(&self, function: &Function) -> ProcedureIx {
        let Procedures { ids, order } = &mut *self.procedures.borrow_mut();
        let Function { name, arity, span, .. } = function;
        *ids.entry((name.clone(), *arity)).or_insert_with(|| {
            order.push(Procedure { name: name.clone(), arity: *arity, span: *span })
        })
    }

    /// Procedure number `number`.
    pub(crate) fn procedure_at(&self, number: usize) -> Option<Procedure> {
        self.procedures.borrow().order.iter().nth(number).cloned()
    }
}
