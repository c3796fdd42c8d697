//! The passes of the translator, in order, on one page.
//!
//! | pass | takes | gives | what no longer occurs |
//! |---|---|---|---|
//! | `machine` | module, prelude | callbacks by name | modules that are no machine |
//! | `lower` | one callback or recursive function | core graph | patterns, guards, overlapping clauses, records, exceptions, comprehensions |
//! | `sequences` | core graph | segments: pure functions, action sequences | actions inside decisions |
//! | `kernel` | all callbacks, environment | model in one form | Erlang |
//!
//! `dump_after` shows what a pass gives. What has no exact meaning is an unknown value from `lower` on; `unknowns` says which are in the model.

pub(crate) mod cancellation;
pub(crate) mod observers;
mod reach;
mod whole;

use std::collections::BTreeSet;

use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Function, Literal, Module};
use frontend::{Code, Diagnostic, Name, Outcome, Severity, Span};
use rustc_hash::FxHashMap;

use crate::analysis::from_escape::keeps_from;
use crate::analysis::terminate;
use crate::codes;
use crate::dump::{self, Tables};
use crate::lower::lowered::{Callback, Lowered, SourceTree};
use crate::lower::{Discoveries, Facts, Shared, Values, lower_callback, lower_local};
use crate::machine::{Machine, beside_its_behaviour, recognise};
use crate::options::Options;
use crate::sequences::{Split, split};
use crate::stats::unknowns;
use model::index::IndexVec;
use model::{
    CommandKind, Expr, Form, FunctionRole, HandlerKind, Model, Operator, OriginKind, StateIx, Wrap,
};

/// Warnings of what is not in the model at all.
pub const LEAVES_OUT: [Code; 4] =
    [codes::TIMEOUT, codes::HIDDEN, codes::REWRITTEN, codes::OTHER_MODULE];

/// A pass of the translator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Recognises the callback module.
    Machine,
    /// Gives core graphs.
    Lower,
    /// Gives segments with their action sequences.
    Sequences,
    /// Gives the model.
    Kernel,
}

/// A translated module.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The model; absent where there are errors, and where translation was given up.
    pub model: Option<Model>,
    /// Whether [`Options::until`] has ended it.
    pub is_given_up: bool,
    /// The splitting trees of all callbacks, in textual order.
    pub trees: Vec<SourceTree>,
}

/// Translates a module under an environment.
pub fn translate(module: &Module, options: &Options) -> Outcome<Translation> {
    translate_wanted(module, options, Wanted::default()).0
}

/// Translates a module under an environment; also gives, without trees, what its translation in another form is with the
/// maps in order, where that differs in nothing but how the model is composed, so that it need not be made anew.
pub fn translate_twin(
    module: &Module,
    options: &Options,
    form: Form,
) -> (Outcome<Translation>, Option<Outcome<Translation>>) {
    translate_wanted(module, options, Wanted { twin: Some(form), ..Wanted::default() })
}

fn translate_wanted(
    module: &Module,
    options: &Options,
    wanted: Wanted,
) -> (Outcome<Translation>, Option<Outcome<Translation>>) {
    let module = observers::added(module, options);
    let machine = match recognise(&module) {
        Ok(machine) => machine,
        Err(mut diagnostics) => {
            diagnostics.extend(beside_its_behaviour(&module));
            let value = Translation { model: None, is_given_up: false, trees: Vec::new() };
            return (Outcome { value, diagnostics }, None);
        }
    };
    let Run { model, diagnostics, mut trees, is_given_up, twin, .. } =
        run(&machine, options, wanted);
    trees.sort_by_key(|tree| tree.span);
    trees.dedup_by_key(|tree| tree.span);
    let twin = twin.map(|Composed { model, diagnostics }| {
        outcome(Some(model), diagnostics, Vec::new(), is_given_up)
    });
    (outcome(model, diagnostics, trees, is_given_up), twin)
}

fn outcome(
    model: Option<Model>,
    mut diagnostics: Vec<Diagnostic>,
    trees: Vec<SourceTree>,
    is_given_up: bool,
) -> Outcome<Translation> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let model = model.filter(|_| !failed && !is_given_up);
    diagnostics.extend(model.iter().flat_map(unknowns::of_order));
    let value = Translation { model, is_given_up: is_given_up && !failed, trees };
    Outcome { value, diagnostics }
}

/// What a pass gives for a module, as text; what is there if a pass fails.
pub fn dump_after(pass: Pass, module: &Module, options: &Options) -> Outcome<String> {
    let machine = match recognise(module) {
        Ok(machine) => machine,
        Err(diagnostics) => return Outcome { value: String::new(), diagnostics },
    };
    if pass == Pass::Machine {
        return Outcome { value: dump::machine(&machine), diagnostics: Vec::new() };
    }
    let wanted = Wanted { shown: Some(pass), ..Wanted::default() };
    let Run { model, mut diagnostics, dump: mut text, .. } = run(&machine, options, wanted);
    if let Some(model) = model.filter(|_| pass == Pass::Kernel) {
        text = dump::model(&model);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
    Outcome { value: text, diagnostics }
}

/// What is wanted besides the model.
#[derive(Clone, Copy, Default)]
struct Wanted {
    /// What a pass gives.
    shown: Option<Pass>,
    /// The model in another form.
    twin: Option<Form>,
}

/// A model with what is to be said of it.
struct Composed {
    model: Model,
    diagnostics: Vec<Diagnostic>,
}

/// What the passes give.
struct Run {
    model: Option<Model>,
    /// The model in the other form that is wanted, where it is what a run for it gives.
    twin: Option<Composed>,
    trees: Vec<SourceTree>,
    diagnostics: Vec<Diagnostic>,
    dump: String,
    is_given_up: bool,
    /// What values were taken to be.
    values: Values,
    /// Whether there were taken to be bit strings that are no binaries.
    has_bits: bool,
    /// What lowering has told.
    discoveries: Discoveries,
}

/// All passes; once more where floats have turned up, for then arithmetic has to take them, or bit strings that are no
/// binaries, for then binaries are looked at for these, and where nothing has turned out to be unknown.
fn run(machine: &Machine<'_>, options: &Options, wanted: Wanted) -> Run {
    let of = |values, has_bits| Facts::of(machine, options, values).with_bits(has_bits);
    let mut run = run_with(of(Values::Any, false), wanted);
    let mut has_twin = run.twin.is_some();
    let contents = |run: &Run| run.model.as_ref().map(Model::contents);
    let mut found = contents(&run);
    let (has_bits, has_floats) = found.map_or((false, false), |found| (found.bits, found.floats));
    if has_bits && !run.has_bits || has_floats && run.values == Values::Any {
        let values = if has_floats { Values::Floats } else { run.values };
        // What was found holds for values of more kinds, too.
        run = run_with(of(values, has_bits).after(run.discoveries, values), wanted);
        has_twin &= run.twin.is_some();
        found = contents(&run);
    }
    if run.values == Values::Floats {
        let twin = run.twin.as_mut().map(|twin| &mut twin.model);
        for model in run.model.iter_mut().chain(twin) {
            model.floats = first_float(machine.module);
        }
    } else if found.is_some_and(|found| !found.unknowns) {
        run = run_with(of(Values::Known, has_bits), wanted);
    }
    run.twin = run.twin.filter(|_| has_twin);
    run
}

/// Where a module computes with floats first, as far as its text shows that, or else speaks of one.
fn first_float(module: &Module) -> Option<Span> {
    let (mut computes, mut speaks): (Option<Span>, Option<Span>) = (None, None);
    let note = |first: &mut Option<Span>, span: Span| {
        *first = Some(first.map_or(span, |earliest| earliest.min(span)));
    };
    for expr in module.functions().flat_map(|function| &function.clauses).flat_map(|c| &c.body) {
        expr.for_each(&mut |expr| {
            if computes_with_floats(expr) {
                note(&mut computes, expr.span);
            } else if is_float(expr) {
                note(&mut speaks, expr.span);
            }
        });
    }
    computes.or(speaks)
}

fn is_float(expr: &Syntax) -> bool {
    matches!(&expr.kind, ExprKind::Literal(Literal::Float(_)))
}

/// Whether an expression makes a float, or computes with one that it names.
fn computes_with_floats(expr: &Syntax) -> bool {
    let speaks = |name: &Name| name.as_str().contains("float") && name.as_str() != "is_float";
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Div, ..) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
            is_float(left) || is_float(right)
        }
        ExprKind::Call(Callee::Local(name), _) => speaks(name),
        ExprKind::Call(Callee::Remote(module, name, _), _) => {
            module.as_str() == "math" || speaks(name)
        }
        _ => false,
    }
}

/// All passes, lowering until it is known how to lower; from where functions on floats or on bit strings turn up, with these.
fn run_with(mut facts: Facts<'_>, wanted: Wanted) -> Run {
    loop {
        match round(&facts, wanted) {
            Round::Last(run) => return *run,
            Round::Again(discoveries, values, has_bits) => {
                facts = facts.after(*discoveries, values).with_bits(has_bits);
            }
        }
    }
}

/// What becomes of lowering a machine by what is known of it.
enum Round {
    /// It has found what was known: all passes.
    Last(Box<Run>),
    /// It has found more, or that values may be these, or whether bit strings that are no binaries are among them: all is
    /// lowered once more.
    Again(Box<Discoveries>, Values, bool),
}

/// Lowers the machine, and goes on to the model if that has told nothing new.
fn round(facts: &Facts<'_>, wanted: Wanted) -> Round {
    let shared = Shared::new(facts);
    shared.meet_given();
    let mut passes = Passes::new(&shared, wanted);
    let lowered = passes.lower_all();
    passes.look_at_called();
    // What the machine sends to itself may reach callbacks that send it more, and funs may keep others.
    let discoveries = passes.discoveries();
    // Splitting and composing what is to be lowered again may take long.
    let has = |is_meant| lowered.as_ref().is_some_and(|whole| whole.has(is_meant));
    let takes_floats = facts.values == Values::Any && has(is_on_floats);
    let values = if takes_floats { Values::Floats } else { facts.values };
    let has_bits = facts.has_bits || has(is_on_bits);
    let is_new = (values, has_bits) != (facts.values, facts.has_bits);
    if !facts.options.until.is_over() && (is_new || passes.has_found_more()) {
        return Round::Again(Box::new(discoveries), values, has_bits);
    }
    let whole = lowered.filter(|_| !passes.is_draft);
    let model = whole.and_then(|whole| passes.compose(whole));
    if model.is_none() && !facts.options.until.is_over() {
        // What is too large with functions in line is made smaller.
        let discoveries = passes.discoveries();
        if discoveries.called != facts.discovered.called {
            return Round::Again(Box::new(discoveries), facts.values, facts.has_bits);
        }
    }
    let Passes { trees, diagnostics, dump, twin, .. } = passes;
    let twin =
        twin.filter(|twin| model.as_ref().is_some_and(|model| are_twins(model, &twin.model)));
    let is_given_up = facts.options.until.is_over();
    Round::Last(Box::new(Run {
        model,
        twin,
        trees,
        diagnostics,
        dump,
        is_given_up,
        values: facts.values,
        has_bits: facts.has_bits,
        discoveries,
    }))
}

/// Whether an expression computes with floats.
fn is_on_floats(expr: &Expr) -> bool {
    matches!(expr, Expr::Apply(Operator::Float(_), _))
}

/// Whether an expression makes a bit string that is no binary.
fn is_on_bits(expr: &Expr) -> bool {
    matches!(expr, Expr::Apply(Operator::Wrap(Wrap::Bits), _))
}

/// Whether translating in the form of the second model would have gone the same way: nothing hangs on whether maps are
/// open, and it would be done again in the same cases.
fn are_twins(model: &Model, twin: &Model) -> bool {
    let asks_for_order = model.origins.iter().any(|origin| origin.kind == OriginKind::Order);
    !asks_for_order && model.contents() == twin.contents()
}

struct Passes<'a> {
    machine: &'a Machine<'a>,
    shared: &'a Shared<'a>,
    options: &'a Options,
    trees: Vec<SourceTree>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a From may outlive its event.
    keeps: bool,
    /// Whether more has been found, so that all is lowered once more: then callbacks of all states are lowered in one state only.
    is_draft: bool,
    wanted: Wanted,
    /// What the pass gives whose results are shown, so far.
    dump: String,
    /// The model in another form, once it is composed.
    twin: Option<Composed>,
}

impl<'a> Passes<'a> {
    fn new(shared: &'a Shared<'a>, wanted: Wanted) -> Self {
        let (trees, diagnostics, dump, twin) = (Vec::new(), Vec::new(), String::new(), None);
        let (machine, options) = (shared.machine, shared.options);
        let (keeps, is_draft) = (shared.keeps_from(), false);
        Self { machine, shared, options, trees, diagnostics, keeps, is_draft, wanted, dump, twin }
    }

    /// What has been found out so far of how to lower.
    fn discoveries(&self) -> Discoveries {
        self.shared.discoveries(self.keeps)
    }

    /// Whether all has to be lowered once more, whatever is found besides.
    fn is_in_vain(&self) -> bool {
        self.is_draft || self.has_found_more()
    }

    /// Whether something has been found by which the machine is lowered in another way.
    fn has_found_more(&self) -> bool {
        let (found, known) = (self.discoveries(), &self.shared.discovered);
        let posts = known.posts.clone();
        let is_lowered_so = found.posts == posts || self.is_lowered_with(&found.posts);
        !is_lowered_so || Discoveries { posts, ..found } != *known
    }

    /// Whether the machine is lowered as it would be if it were known to send itself messages of all these kinds: it is known to send
    /// some, their callbacks are those that are lowered anyway, and nothing else has asked which kinds there are.
    fn is_lowered_with(&self, posts: &BTreeSet<CommandKind>) -> bool {
        let known = &self.shared.discovered.posts;
        let is_known_to_send = !known.is_empty() && !self.shared.tells_posts_apart();
        is_known_to_send && self.kinds(known) == self.kinds(posts)
    }

    /// Finds out whether terminate/3 acts or may fail.
    fn look_at_terminate(&mut self) {
        if let Some(diagnostic) = terminate::look_at(self.machine, self.shared) {
            self.report(diagnostic);
        }
    }

    /// Which callbacks may be called in a state, where the machine sends itself messages of these kinds.
    fn kinds(&self, posts: &BTreeSet<CommandKind>) -> BTreeSet<HandlerKind> {
        let behaviour = self.machine.behaviour;
        let kinds = self.options.environment.kinds(behaviour).into_iter();
        let kinds = kinds.chain(posts.iter().copied()).map(|kind| kind.callback);
        let kinds: BTreeSet<HandlerKind> = kinds.filter(|kind| !kind.is_last()).collect();
        let terminate = self.shared.terminates().then_some(behaviour.last);
        kinds.into_iter().chain(terminate).collect()
    }

    fn lower(&mut self, callback: &Callback, function: &Function) -> Lowered {
        let mut lowered = lower_callback(self.shared, callback, function);
        self.show_core(&dump::callback(callback, function), &lowered);
        if matches!(callback, Callback::Handler(kind, _) if kind.is_sync()) && !self.keeps {
            self.keeps = keeps_from(&lowered, self.shared.clients() > 1);
        }
        self.collect(&mut lowered);
        lowered
    }

    fn collect(&mut self, lowered: &mut Lowered) {
        self.shared.meet_addresses(lowered);
        self.shared.meet_lowered(lowered);
        for diagnostic in lowered.diagnostics.drain(..) {
            self.report(diagnostic);
        }
        self.trees.append(&mut lowered.trees);
    }

    /// Looks at the results of functions that are called from the next round on.
    fn look_at_called(&self) {
        for (name, arity) in self.shared.newly_called() {
            if let Some(function) = self.machine.function(&name, arity) {
                lower_local(self.shared, function);
            }
        }
    }

    fn split(
        &mut self,
        lowered: &Lowered,
        role: &FunctionRole,
        states: &FxHashMap<Name, StateIx>,
        span: Span,
    ) -> Option<Split> {
        match split(lowered, role, states, (span, &self.options.until)) {
            Ok(split) => {
                self.show_sequences(role, &split, states);
                Some(split)
            }
            Err(diagnostic) => {
                let is_again = self.shared.meet_large(&lowered.in_line);
                if !is_again && !self.options.until.is_over() {
                    self.report(diagnostic);
                }
                None
            }
        }
    }

    fn show_core(&mut self, title: &str, lowered: &Lowered) {
        if self.wanted.shown == Some(Pass::Lower) {
            let tables = Tables::of(self.shared, IndexVec::default());
            self.dump.push_str(&dump::core(title, lowered, &tables));
        }
    }

    fn show_sequences(
        &mut self,
        role: &FunctionRole,
        split: &Split,
        states: &FxHashMap<Name, StateIx>,
    ) {
        if self.wanted.shown == Some(Pass::Sequences) {
            let mut names: Vec<(StateIx, Name)> =
                states.iter().map(|(name, ix)| (*ix, name.clone())).collect();
            names.sort();
            let states = names.into_iter().map(|(_, name)| name).collect();
            let tables = Tables::of(self.shared, states);
            self.dump.push_str(&dump::sequences(role, split, &tables));
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// What happens at compile time and at load time is not in the model.
    fn warn_of_rewriting(&mut self) {
        let machine = self.machine;
        for attribute in machine.module.attributes() {
            let what = match attribute.name.as_str() {
                _ if attribute.rewrites() => "a parse transform may rewrite this module",
                "on_load" => "the function that runs on loading",
                _ => continue,
            };
            self.report(Diagnostic::warning(
                codes::REWRITTEN,
                format!("{what}: it is not part of the model"),
                attribute.span,
            ));
        }
    }
}
