//! Values in the place of all that is not known of a module, so that its model can be printed.
//!
//! Input: a module and its settings, which leave open what `init/1` is called with, parts of commands, or what other modules
//! return. Output: settings that say all of that, as the flags that a user would write, and the model that is printed. The
//! values are those by which a hunt with unknown values has told ways apart (`hunter::representatives`); where it has
//! not come, or what a stub cannot say, one value stands for all.

mod bounds;
mod cases;
mod instances;
mod stand_ins;

use std::collections::{BTreeMap, BTreeSet};

use emit::{calls, closed, refined, settled, taken, takes, whole};
use frontend::{Diagnostic, Severity, Span};
use hunter::{Representatives, Returned};
use lts::Term;
use lts::semantics::{Hunt, HuntEdge, HuntLimits, LabelStyle, Machine, View, constant};
use lts::term::parse::parse_spanned_term;
use model::expr::walk::for_each_expr;
use model::names::strangers::Strangers;
use model::origin::MAX_LISTED;
use model::{
    Behaviour, Command, Environment, Expr, Form, Model, Origin, OriginId, OriginKind, Outside,
    PointId,
};

use self::cases::Case;
use self::stand_ins::StandIns;
use crate::cli::typed::quoted;
use crate::codes;
use crate::command::commands;
use crate::config::settings::{Settings, placeless};
use crate::session::Session;
use crate::system::reached::is_never_stuck;
use crate::system::{How, Maps, Subject, Translated};

/// Limits of the hunt that finds out with which arguments the machine may start.
const START: HuntLimits = HuntLimits { max_states: 60, max_work: 150_000 };

/// Limits of the hunt for all other values: it looks for what is told apart, and not for all states.
const LIMITS: HuntLimits = HuntLimits { max_states: 1_000, max_work: 1_000_000 };

/// Work for finding the argument.
const STARTING: u64 = 2_500_000;

/// Work for finding all other values.
const PLAYING: u64 = 2_000_000;

/// Arguments of `init/1`, at most.
const MAX_ARGUMENTS: usize = 8;

/// Values of a function, and instances of a command, at most.
const MAX_VALUES: usize = 8;

/// What was chosen for a module.
pub(crate) struct Closing {
    /// The settings with these choices.
    pub(crate) settings: Settings,
    /// The choices, as flags with their values.
    flags: Vec<(&'static str, String)>,
    stand_ins: StandIns,
    /// What calls return that a hunt has met.
    results: Vec<Returned>,
    /// Whether some step of the module hangs on a value that was chosen.
    decides: bool,
    /// Cases that are met with other values alone.
    left_out: BTreeSet<Case>,
    /// Why the values may not stand for all others.
    gaps: Vec<String>,
    /// What is printed, where that was made with some settings on the way.
    twin: Option<(Settings, Translated)>,
}

/// What `init/1` may be called with.
struct Arguments {
    /// Terms that may tell cases apart, the best first, with the cases of the start that are known to be met with them.
    tried: Vec<(Term, BTreeSet<Case>)>,
    /// The cases that are met with some term.
    wanted: BTreeSet<Case>,
    /// Whether these are all cases.
    is_whole: bool,
}

/// The cases that a hunt has met, and values with which they are.
type Seen = (BTreeSet<Case>, Representatives);

/// What happens with an argument of `init/1`.
struct Look {
    model: Model,
    /// Whether the machine starts, and does something then.
    starts: bool,
    /// Whether it does not start.
    fails: bool,
    /// The cases that are met.
    met: BTreeSet<Case>,
}

/// A model without unknown values.
pub(crate) struct Closed {
    pub(crate) model: Model,
    /// What was chosen, as a message.
    pub(crate) note: Diagnostic,
    /// What was chosen, in lines of the text that is printed.
    pub(crate) lines: Vec<String>,
}

/// How a module is translated to look for values, where it is printed so.
pub(crate) fn open(printed: How<'_>) -> How<'_> {
    How { form: Form::Direct, maps: Maps::Open, ..printed }
}

/// Settings of a module that leave nothing open for which values are found; `None` if that was reported to be impossible.
/// `translated` is what is known of it as it is.
pub(crate) fn closing(
    session: &mut Session,
    (subject, printed): (&Subject, How<'_>),
    translated: Option<Translated>,
) -> Option<Closing> {
    let Translated { outcome, environment, .. } = match translated {
        Some(translated) => translated,
        None => subject.translated(session, &subject.settings, open(printed))?,
    };
    let mut model = outcome.value.model?;
    let mut closing = Closing {
        settings: subject.settings.clone(),
        flags: Vec::new(),
        stand_ins: StandIns::for_model(&model),
        results: Vec::new(),
        decides: false,
        left_out: BTreeSet::new(),
        gaps: Vec::new(),
        twin: None,
    };
    let mut wanted = BTreeSet::new();
    if let Some(open) = &model.argument {
        let arguments = closing.arguments(open, &model);
        (model, wanted) = closing.start(session, (subject, printed), arguments)?;
    }
    let mut seen = closing.met(&model);
    seen.0.extend(wanted);
    let met = closing.choose_all(session, (subject, printed), (&model, &environment), seen)?;
    closing.results = met.results;
    Some(closing)
}

/// Why what a hunt has met may not be all that there is.
fn gaps(hunt: &Hunt, met: &Representatives) -> Vec<String> {
    let mut gaps = Vec::new();
    if !is_whole(hunt) || met.is_cut_short {
        gaps.push("not all ways were looked at".to_owned());
    }
    let is_more = |values: &[Term]| values.len() > MAX_VALUES;
    if met.results.iter().any(|returned| is_more(&returned.values)) || is_more(&met.reasons) {
        gaps.push(format!("of more than {MAX_VALUES} values the others are left out"));
    }
    gaps
}

/// Whether a hunt has met all that there is.
fn is_whole(hunt: &Hunt) -> bool {
    let is_partly = hunt.is_cut_short || hunt.lost > 0 || hunt.is_sampled;
    !is_partly && hunt.given_up.is_empty()
}

/// What functions of other modules return, and which messages others send to a `receive`, besides what the settings say;
/// `None` where nothing is to be said.
fn stubs(settings: &Settings, model: &Model, met: &Representatives) -> Option<String> {
    let printed = refined(model);
    let open: Vec<&Origin> =
        printed.unknown_origins().into_iter().map(|origin| &printed.origins[origin]).collect();
    let waits = open.iter().any(|origin| origin.kind == OriginKind::Message);
    let is_open = |callee: &Outside| {
        open.iter().any(|origin| origin.call.as_ref() == Some(callee)) || waits && receives(callee)
    };
    let mut all: Vec<String> = Vec::new();
    for Returned { callee, values, .. } in &met.results {
        let values: Vec<Term> =
            values.iter().filter(|value| !is_exception(value)).cloned().collect();
        if let Some(callee) = callee.as_ref().filter(|callee| is_open(callee) && !values.is_empty())
        {
            all.push(stub(callee, &values));
        }
    }
    // It may be that no other process sends a message; every call does something.
    let callees = model.actions.iter().filter_map(|action| action.callee.as_ref());
    for callee in callees.filter(|callee| waits && receives(callee)) {
        let is_met = |known: &Returned| known.callee.as_ref() == Some(callee);
        let text = stub(callee, &[]);
        if !met.results.iter().any(is_met) && !all.contains(&text) {
            all.push(text);
        }
    }
    if all.is_empty() {
        return None;
    }
    let given = settings.texts.get("stubs").and_then(|texts| texts.first());
    let given = given.and_then(|given| given.strip_prefix('[')?.strip_suffix(']'));
    let given = given.filter(|given| !given.is_empty()).map(str::to_owned);
    Some(format!("[{}]", given.into_iter().chain(all).collect::<Vec<_>>().join(",")))
}

/// Whether an action is a `receive`.
fn receives(callee: &Outside) -> bool {
    callee.module.as_str() == "erlang" && callee.function.as_str() == "receive"
}

/// Whether a stub would take a value for an exception that is raised.
fn is_exception(value: &Term) -> bool {
    matches!(value, Term::Tuple(items) if items.first() == Some(&Term::atom("raise")))
}

fn stub(callee: &Outside, values: &[Term]) -> String {
    let values: Vec<String> = values.iter().take(MAX_VALUES).map(ToString::to_string).collect();
    format!("{{{},[{}]}}", callee.key(), values.join(","))
}

/// Whether there are unknown values of a kind.
fn has_open(model: &Model, kind: OriginKind) -> bool {
    model.unknown_origins().into_iter().any(|origin| model.origins[origin].kind == kind)
}

/// Whether a model that does not compute with floats says the same as one that would: no run comes to where it would.
fn is_printed(settled: &Model) -> bool {
    settled.named_floats().is_some() && is_never_stuck(settled)
}

/// Why a machine that no argument starts is not printed.
fn never_starts() -> Diagnostic {
    placeless(codes::NEVER_STARTS, "`init/1` starts the machine with no argument").with_help(
        "all ways through `init/1` were looked at; `--init TERM` prints what happens with this argument",
    )
}

/// Whether some step hangs on a value that is not known.
fn decides(hunt: &Hunt) -> bool {
    let decides = |edge: &HuntEdge| !edge.uncertain.is_empty() || !edge.chosen.is_empty();
    hunt.edges.iter().any(decides)
}

impl Closing {
    /// What a hunt sees.
    fn met(&mut self, model: &Model) -> Seen {
        let mut machine = self.machine(model);
        let hunt = machine.hunt(LIMITS);
        self.decides |= decides(&hunt);
        let met = hunter::representatives(model, &mut machine, &hunt, PLAYING);
        self.gaps.extend(gaps(&hunt, &met));
        (cases::cases(&machine, &hunt), met)
    }

    /// Chooses all but the argument of `init/1`, and sees whether the cases are met that were met with unknown values. Where
    /// they are not, commands with numbers are tried; what is missing then is left out.
    fn choose_all(
        &mut self,
        session: &mut Session,
        translation: (&Subject, How<'_>),
        (model, environment): (&Model, &Environment),
        (wanted, met): Seen,
    ) -> Option<Representatives> {
        let before = (self.settings.clone(), self.flags.len());
        self.choose_values(session, (model, environment), &met, &[])?;
        // Ways that lead to one state are one way in a hunt, which does not say then that a value has decided.
        let all = self.model_of_all(session, translation)?;
        self.left_out = self.left_out(&all, wanted);
        self.decides |= !self.left_out.is_empty();
        let is_any = matches!(environment, Environment::AnyOf(_)) && environment.has_holes();
        if self.left_out.is_empty() || !is_any {
            return Some(met);
        }
        let numbers = bounds::numbers(model);
        let tried = instances::with_numbers(environment, &met, self.stand_ins, &numbers);
        self.begin_again(&before);
        self.choose_values(session, (model, environment), &met, &tried)?;
        let with_numbers = self.model(session, translation)?;
        let (left_out, found) = self.missing(&with_numbers, &self.left_out);
        self.left_out = left_out;
        self.begin_again(&before);
        self.choose_values(session, (model, environment), &met, &found)?;
        Some(met)
    }

    /// Forgets what was chosen since the settings and the number of flags were these.
    fn begin_again(&mut self, (settings, n_flags): &(Settings, usize)) {
        self.settings = settings.clone();
        self.flags.truncate(*n_flags);
    }

    /// Chooses instances of commands, what calls return, and why processes end.
    fn choose_values(
        &mut self,
        session: &mut Session,
        (model, environment): (&Model, &Environment),
        met: &Representatives,
        more: &[Command],
    ) -> Option<()> {
        if environment.has_holes() {
            let commands =
                instances::written(model.behaviour, environment, met, self.stand_ins, more);
            self.choose(session, "commands", commands)?;
        }
        if let Some(stubs) = stubs(&self.settings, model, met) {
            self.choose(session, "stubs", stubs)?;
        }
        if !met.reasons.is_empty() && has_open(model, OriginKind::End) {
            let reasons = Term::list(met.reasons.iter().take(MAX_VALUES).cloned().collect());
            self.choose(session, "reasons", reasons.to_string())?;
        }
        Some(())
    }

    /// The cases that are not met with what is chosen.
    fn left_out(&self, model: &Model, mut wanted: BTreeSet<Case>) -> BTreeSet<Case> {
        let mut n_seen = 0;
        let mut see = |machine: &Machine<'_>, hunt: &Hunt| {
            cases::strike(machine, hunt, n_seen, &mut wanted);
            n_seen = hunt.edges.len();
            wanted.is_empty()
        };
        let mut machine = self.machine(model);
        let hunt = machine.hunt_until(LIMITS, &mut see);
        cases::strike(&machine, &hunt, 0, &mut wanted);
        cases::missing(&wanted, &BTreeSet::new())
    }

    /// The cases that are not met with what is chosen, and the commands with which the others are.
    fn missing(&self, model: &Model, wanted: &BTreeSet<Case>) -> (BTreeSet<Case>, Vec<Command>) {
        let mut machine = self.machine(model);
        let hunt = machine.hunt(LIMITS);
        let met = cases::cases(&machine, &hunt);
        let missing = cases::missing(wanted, &met);
        (missing, cases::commands(&machine, &hunt, wanted.clone()))
    }

    /// What `init/1` may be called with.
    fn arguments(&mut self, open: &Expr, model: &Model) -> Arguments {
        let mut machine = self.machine(model);
        let hunt = machine.hunt(START);
        self.decides |= decides(&hunt);
        let (wanted, is_whole) = (cases::cases(&machine, &hunt), is_whole(&hunt));
        let found = hunter::arguments(&mut machine, &hunt, STARTING);
        let starts = |numbers: &BTreeSet<usize>| cases::of_edges(&machine, &hunt, numbers);
        let all = hunt.edges.iter().enumerate().filter(|(_, edge)| edge.source == 0);
        let all: BTreeSet<usize> = all.map(|(number, _)| number).collect();
        let any = if all.len() == 1 { starts(&all) } else { BTreeSet::new() };
        let found = found.into_iter().map(|found| (found.term, starts(&found.starts)));
        let all: Vec<_> = found.chain([(self.stand_ins.of_term(open), any)]).collect();
        let proper = all.iter().map(|(term, met)| (self.stand_ins.proper(term), met.clone()));
        let mut tried: Vec<_> = proper.collect();
        tried.extend(all);
        let mut seen = BTreeSet::new();
        tried.retain(|(term, _)| seen.insert(term.clone()));
        Arguments { tried, wanted, is_whole }
    }

    /// Chooses the first argument with which the machine starts, or the first one, and others with which more cases are met;
    /// gives the model that follows, and the cases that should be met behind the start or are not met by it.
    fn start(
        &mut self,
        session: &mut Session,
        translation: (&Subject, How<'_>),
        Arguments { tried, mut wanted, is_whole }: Arguments,
    ) -> Option<(Model, BTreeSet<Case>)> {
        let mut looks = Vec::new();
        for argument in &tried {
            let look = self.look(session, translation, argument)?;
            let starts = look.starts;
            looks.push(look);
            if starts {
                break;
            }
        }
        if is_whole && looks.iter().all(|look| look.fails) {
            session.report(never_starts());
            return None;
        }
        let first = looks.iter().position(|look| look.starts).unwrap_or(0);
        let (term, of_start) = tried.get(first)?;
        let mut chosen = vec![term.clone()];
        // The way of a start that is the only one is not seen in the model.
        wanted.retain(|case| !of_start.contains(case));
        let mut left: BTreeSet<Case> = wanted.difference(&looks[first].met).cloned().collect();
        for (number, argument) in tried.iter().enumerate().filter(|(number, _)| *number != first) {
            if left.is_empty() || chosen.len() == MAX_ARGUMENTS {
                break;
            }
            if number >= looks.len() {
                looks.push(self.look(session, translation, argument)?);
            }
            if !left.is_disjoint(&looks[number].met) {
                left.retain(|case| !looks[number].met.contains(case));
                chosen.push(argument.0.clone());
            }
        }
        if !is_whole {
            self.gaps.push(match chosen.len() {
                1 => "`init/1` is called with one of several arguments".to_owned(),
                n_chosen => format!("`init/1` is called with {n_chosen} of several arguments"),
            });
        }
        self.choose_arguments(session, &chosen)?;
        let model = match chosen.as_slice() {
            [_] => looks.swap_remove(first).model,
            _ => self.model(session, translation)?,
        };
        Some((model, wanted))
    }

    /// What happens with an argument of `init/1`.
    fn look(
        &mut self,
        session: &mut Session,
        translation: (&Subject, How<'_>),
        (argument, of_start): &(Term, BTreeSet<Case>),
    ) -> Option<Look> {
        self.choose_arguments(session, std::slice::from_ref(argument))?;
        let model = self.model(session, translation)?;
        let (mut starts, mut fails, mut met) = (false, false, BTreeSet::new());
        for limits in [START, LIMITS] {
            let mut machine = self.machine(&model);
            let hunt = machine.hunt(limits);
            (starts, fails) = (hunter::starts(&hunt), hunter::fails(&hunt));
            met = cases::cases(&machine, &hunt);
            if starts || is_whole(&hunt) {
                break;
            }
        }
        met.extend(of_start.iter().cloned());
        Some(Look { model, starts, fails, met })
    }

    /// Sets what `init/1` is called with, before all else.
    fn choose_arguments(&mut self, session: &mut Session, arguments: &[Term]) -> Option<()> {
        self.flags.clear();
        self.settings.forget_init();
        for argument in arguments {
            self.choose(session, "init", argument.to_string())?;
        }
        Some(())
    }

    /// The model with what is chosen so far.
    fn model(
        &self,
        session: &mut Session,
        (subject, printed): (&Subject, How<'_>),
    ) -> Option<Model> {
        let translated = subject.translated(session, &self.settings, open(printed))?;
        translated.outcome.value.model
    }

    /// The model with what is chosen so far, where that may be all: what is printed then is kept.
    fn model_of_all(
        &mut self,
        session: &mut Session,
        (subject, printed): (&Subject, How<'_>),
    ) -> Option<Model> {
        let how = How { twin: Some(printed.form), ..open(printed) };
        let translated = subject.translated(session, &self.settings, how)?;
        let Translated { outcome, twin, argument, environment } = translated;
        let twin = twin.map(|outcome| Translated { outcome, twin: None, argument, environment });
        self.twin = twin.map(|twin| (self.settings.clone(), twin));
        outcome.value.model
    }

    /// What is printed, where that was made on the way.
    pub(crate) fn printed(&mut self) -> Option<Translated> {
        let (settings, translated) = self.twin.take()?;
        (settings == self.settings).then_some(translated)
    }

    fn machine<'m>(&self, model: &'m Model) -> Machine<'m> {
        let machine = Machine::new(model, View::Default, LabelStyle::Erlang);
        machine.with_numbered_values(self.stand_ins.letter)
    }

    /// Sets what a flag says.
    fn choose(&mut self, session: &mut Session, key: &'static str, text: String) -> Option<()> {
        let file = session.sources.add(format!("--{key}"), text.clone());
        let term = session.take(parse_spanned_term(file, &text)).flatten()?;
        if let Err(diagnostic) = self.settings.set(key, &term) {
            session.report(diagnostic);
            return None;
        }
        self.flags.push((key, text));
        Some(())
    }

    /// A model under the settings with values in the place of what is still unknown, and of floats.
    pub(crate) fn close(mut self, model: &Model) -> Closed {
        let left = model.unknowns();
        if !self.left_out.is_empty() {
            self.gaps.push(match self.left_out.len() {
                1 => "one case is left out".to_owned(),
                n_left_out => format!("{n_left_out} cases are left out"),
            });
        }
        let guessed = |guess| self.stand_ins.guessed(guess);
        let values = self.values(model);
        let mut closed = closed(model, &values, &guessed);
        if !left.is_empty() {
            self.gaps.push(format!("in {} places one value stands for all", left.len()));
        }
        if closed.named_floats().is_none() {
            closed = settled(&closed).filter(is_printed).unwrap_or_else(|| {
                self.gaps.push("floats are whole numbers".to_owned());
                whole(&closed)
            });
        }
        let (note, mut lines) = self.said(model, &left);
        lines.extend(left.iter().take(MAX_LISTED).filter_map(|origin| {
            let first = commands::as_term(values.get(origin)?.first()?);
            Some(format!("{first} for {}", model.origins[*origin].what))
        }));
        Closed { model: closed, note, lines }
    }

    /// Values for what is still unknown: where a process names it those that were met, or else one that the process takes;
    /// everywhere else one that is like no other.
    fn values(&self, model: &Model) -> BTreeMap<OriginId, Vec<Expr>> {
        let mut values: BTreeMap<OriginId, Vec<Expr>> = BTreeMap::new();
        let strangers = Strangers::to(model);
        for point in &model.points {
            let Behaviour::Let { var, value, next } = point else { continue };
            let Some(origin) = value.unknown_origin() else { continue };
            let calls = calls(model, *next, *var);
            let is_taken = |value: &Expr| calls.iter().all(|&call| takes(model, call, *var, value));
            let met = calls.iter().flat_map(|&call| self.returned(model, call));
            let known = values.entry(origin).or_default();
            for value in met.filter(is_taken) {
                if !known.contains(&value) {
                    known.push(value);
                }
            }
            if known.is_empty() {
                known.extend(self.stand_ins.tried().into_iter().filter(is_taken).take(1));
            }
            if known.is_empty() {
                let made = calls.iter().filter_map(|&call| taken(model, call, *var, &strangers));
                let made = made.flat_map(|value| [self.stand_ins.named(&value, &strangers), value]);
                known.extend(made.filter(is_taken).take(1));
            }
            if known.is_empty() {
                known.extend(constant(&self.stand_ins.of_term(value)));
            }
        }
        for_each_expr(model, &mut |expr| {
            if let Some(origin) = expr.unknown_origin() {
                let stand_in = || constant(&self.stand_ins.of_term(expr)).into_iter().collect();
                values.entry(origin).or_insert_with(stand_in);
            }
        });
        values
    }

    /// What the call at a point has returned in the hunt.
    fn returned(&self, model: &Model, at: PointId) -> Vec<Expr> {
        let Behaviour::Act { action, .. } = &model.points[at] else { return Vec::new() };
        let action = &model.actions[*action];
        let known = self
            .results
            .iter()
            .find(|known| known.action.0 == action.name && known.action.1 == action.arity);
        let values = known.map(|known| known.values.iter().take(MAX_VALUES));
        values.into_iter().flatten().filter_map(constant).collect()
    }

    /// What was chosen, as a message and as lines of the text that is printed.
    fn said(&self, model: &Model, left: &[OriginId]) -> (Diagnostic, Vec<String>) {
        let kind = match (self.gaps.is_empty(), self.decides) {
            (false, _) => format!("a sample: {}", self.gaps.join(", ")),
            (true, true) => "one for each case that the module tells apart".to_owned(),
            (true, false) => "exact: the module tells none of them from others".to_owned(),
        };
        let message = format!("alues were chosen for what the module leaves open ({kind})");
        let shown = match left.len() {
            n if n > MAX_LISTED => format!(" ({MAX_LISTED} of {n} are shown)"),
            _ => String::new(),
        };
        let mut note = Diagnostic::new(codes::CLOSED, Severity::Note, format!("v{message}{shown}"));
        for origin in left.iter().take(MAX_LISTED) {
            let origin = &model.origins[*origin];
            note = note.with_label(origin.span, &origin.what);
        }
        let places: BTreeSet<Span> = self.left_out.iter().filter_map(Case::place).collect();
        for place in places.into_iter().take(MAX_LISTED) {
            note = note.with_label(place, "not all that may happen here happens with these values");
        }
        let flags: Vec<String> =
            self.flags.iter().map(|(key, text)| format!("--{key} {}", quoted(text))).collect();
        if !flags.is_empty() {
            note = note.with_help(format!("the same, said by flags: {}", flags.join(" ")));
        }
        (note, std::iter::once(format!("V{message}")).chain(flags).collect())
    }
}
