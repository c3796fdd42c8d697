//! Modules and files to transition systems.

pub(crate) mod around;
pub(crate) mod atoms;
pub(crate) mod beside;
pub(crate) mod callers;
pub(crate) mod closing;
pub(crate) mod drawing;
pub(crate) mod features;
pub(crate) mod foreign;
pub(crate) mod format;
pub(crate) mod generate;
pub(crate) mod omissions;
pub(crate) mod pair;
pub(crate) mod reached;
pub(crate) mod transition_system;
pub(crate) mod unstarted;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use behaviour::{Behaviour, GEN_FSM};
use frontend::{Diagnostic, Module, Name, Outcome};
use lts::Lts;
use mcrl::Specification;
use model::{Environment, Expr, Form, Model, OriginKind, Unhandled};
use translator::derive::{Derived, derive};
use translator::stats::{Stats, measure};
use translator::{
    Options, Pass, Translation, Until, command_of_call, dump_after, translate, translate_twin,
    without_unreached,
};

use crate::check::strictness::{Argument, taken};
use crate::cli::{HeaderArgs, SourceArgs, Tau};
use crate::codes;
use crate::command::commands;
use crate::config::environment::{Call, foreign};
use crate::config::observed::Observer;
use crate::config::properties::{self, Properties};
use crate::config::settings::{Derivation, Settings, contradiction, placeless};
use crate::config::source::headers::{self, check_flags};
use crate::config::stubs::sites::placed;
use crate::config::stubs::unmatched;
use crate::hunt::emitted;
use crate::io::asked;
use crate::io::input::{self, Kind};
use crate::io::protected::{is_protected, protect};
use crate::io::revision::revised;
use crate::session::Session;
use crate::session::watch;
use crate::session::watch::progress::{self, Doing};
use crate::session::watch::stop;
use crate::system::around::Around;
use crate::system::beside::Beside;
use crate::system::closing::{Closed, closing};
use crate::system::features::Line;
use crate::system::reached::{Reached, reached};

/// What a model says of maps of more than 32 entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maps {
    /// Nothing that hangs on their order: exploration ends there.
    Ordered,
    /// What hangs on their order is unknown.
    Open,
}

/// What the command line names.
pub(crate) enum Input {
    /// A module, perhaps with a `.props` file.
    Module(Box<Subject>),
    /// A finished transition system.
    Aut(Box<Lts>),
    /// A muCRL specification.
    Specification(Box<Specification>),
    /// A base with features, and properties.
    Features(Box<(Line, Properties)>),
}

/// A module with everything that is known of how to run it.
pub(crate) struct Subject {
    /// Where the module stands.
    pub(crate) path: PathBuf,
    pub(crate) module: Module,
    /// What other modules of its project say of it.
    pub(crate) around: Around,
    pub(crate) settings: Settings,
    pub(crate) properties: Properties,
    /// How long the work on it may take, if the user says.
    pub(crate) timeout: Option<Duration>,
    /// What says where the commands come from, if the user has not named them.
    beside: Beside,
    /// What the module suggests to be run under, once that was asked for.
    derived: OnceCell<Result<Derived, Vec<Diagnostic>>>,
}

/// How a module is translated, besides its settings.
#[derive(Clone, Copy)]
pub(crate) struct How<'a> {
    pub(crate) form: Form,
    /// The form in which its model with maps in order is wanted, too.
    pub(crate) twin: Option<Form>,
    pub(crate) maps: Maps,
    pub(crate) args: &'a SourceArgs,
    pub(crate) observers: &'a [Observer],
}

/// A translation of which nothing is reported yet.
pub(crate) struct Translated {
    pub(crate) outcome: Outcome<Translation>,
    /// The translation into the other form that is wanted, where it was made on the way.
    pub(crate) twin: Option<Outcome<Translation>>,
    /// What `init/1` is called with.
    pub(crate) argument: Argument,
    pub(crate) environment: Environment,
}

/// A model to be printed.
pub(crate) struct Printed {
    pub(crate) model: Model,
    /// What was chosen for what the module leaves open, in lines.
    pub(crate) chosen: Vec<String>,
}

/// Reads what the arguments name; `None` if that was reported to be impossible.
///
/// `tau` says how an `.aut` file writes the internal action; `about_model` are flags that were given
/// and that an `.aut` file has no use for; `output` is the file to be written, which must be another.
pub(crate) fn load(
    session: &mut Session,
    args: &SourceArgs,
    tau: Option<Tau>,
    about_model: &[(&str, bool)],
    output: Option<&Path>,
) -> Option<Input> {
    protect(&args.input);
    if replaces(session, output) {
        return None;
    }
    let kind = input::kind(&args.input).map_err(|error| session.report(error)).ok()?;
    if matches!(kind, Kind::Aut | Kind::Properties) && revised(&args.input).is_some() {
        // What a .props file names would be that of today.
        let why = "of a revision, modules and specifications are read";
        let help = "`git show REV:FILE > FILE` makes a file of it";
        session.report(input::unreadable(&args.input, why).with_help(help));
        return None;
    }
    match kind {
        Kind::Aut => return foreign::aut(session, args, tau, about_model).map(Input::Aut),
        Kind::Mcrl => {
            let read = foreign::mcrl(session, args, tau, about_model)?;
            return Some(Input::Specification(Box::new(read)));
        }
        Kind::Segments => {
            return foreign::segments(session, args, tau, about_model).map(Input::Aut);
        }
        Kind::Module | Kind::Properties => {}
    }
    let flags = Settings::from_flags(session, args)?;
    let properties = match kind {
        Kind::Properties => properties::read(session, &args.input)?,
        Kind::Module | Kind::Mcrl | Kind::Aut | Kind::Segments => Properties::default(),
    };
    if let Some(features) = &properties.features {
        let line = features::line(session, features, args, tau, about_model)?;
        return Some(Input::Features(Box::new((line, properties))));
    }
    if flags.derived == Derivation::Asked && properties.settings.environment.is_some() {
        let message = "`--commands derived` contradicts the `{commands, ..}` of the .props file";
        let help = "leave one of them out: derived commands are those of the module alone";
        session.report(placeless(codes::BAD_FLAGS, message).with_help(help));
        return None;
    }
    let path = properties.module.clone().unwrap_or_else(|| args.input.clone());
    protect(&path);
    let module = module(session, &path, &args.headers, kind == Kind::Properties)?;
    let mut settings = flags.or(&properties.settings);
    let mut beside = Beside::default();
    if kind == Kind::Module && !settings.has_commands() {
        beside = Beside::of(&path);
        settings = beside.complete(&settings);
    }
    if !settings.has_commands() {
        settings.derived = Derivation::Assumed;
    }
    // Headers are known by now, and what was found beside the module.
    if replaces(session, output) {
        return None;
    }
    let around = Around::of(session, &module, &path, (args, &settings))?;
    let (timeout, derived) = (None, OnceCell::new());
    let subject = Subject { path, module, around, settings, properties, timeout, beside, derived };
    Some(Input::Module(Box::new(subject)))
}

/// Reports an output that is an input so far, too; tells whether it is.
fn replaces(session: &mut Session, output: Option<&Path>) -> bool {
    let Some(output) = output.filter(|output| is_protected(output)) else {
        return false;
    };
    let message = format!("the output would replace the input `{}`", output.display());
    session.report(placeless(codes::BAD_FLAGS, message));
    true
}

fn module(session: &mut Session, path: &Path, headers: &HeaderArgs, named: bool) -> Option<Module> {
    if !check_flags(session, headers) {
        return None;
    }
    if named && !asked::exists(path) {
        let message = format!("the module of the .props file is not there: `{}`", path.display());
        session.report(placeless(codes::NO_MODULE, message));
        return None;
    }
    let outcome = headers::module(session, path, headers, true)?;
    session.take(outcome)
}

impl Subject {
    /// Whether the commands are those of a `.props` file that was found beside the module.
    pub(crate) fn has_found_commands(&self) -> bool {
        self.beside.note().is_some()
    }

    /// Says where the commands come from: for whatever runs the module.
    pub(crate) fn announce(&self, session: &mut Session) {
        if let Some(note) = self.beside.note() {
            session.report(note);
        }
    }

    /// Translates the module under these settings; `None` if that was reported to be impossible.
    pub(crate) fn translate(
        &self,
        session: &mut Session,
        settings: &Settings,
        form: Form,
        args: &SourceArgs,
        observers: &[Observer],
    ) -> Option<Translation> {
        self.translate_maps(session, settings, form, (args, Maps::Ordered), observers)
    }

    /// Translates the module under these settings, where what hangs on the order of large maps may be unknown.
    pub(crate) fn translate_maps(
        &self,
        session: &mut Session,
        settings: &Settings,
        form: Form,
        (args, maps): (&SourceArgs, Maps),
        observers: &[Observer],
    ) -> Option<Translation> {
        let how = How { form, twin: None, maps, args, observers };
        let Translated { outcome, argument, .. } = self.translated(session, settings, how)?;
        taken(session, outcome, &argument, args)
    }

    /// Translates the module to the model that is printed: unknown values that no run reaches are not in it, nor said, and
    /// for the others values are chosen.
    pub(crate) fn translate_print(
        &self,
        session: &mut Session,
        form: Form,
        args: &SourceArgs,
    ) -> Option<Printed> {
        let how = How { form, twin: None, maps: Maps::Ordered, args, observers: &[] };
        let mut open = None;
        if !args.strict && self.may_be_chosen_outside() {
            open = Some(self.translated(session, &self.settings, closing::open(how))?);
        }
        let model = open.as_ref().and_then(|open| open.outcome.value.model.as_ref());
        // What whoever starts the machine or sends events chooses is open whatever runs come to, and in any form.
        if !model.is_some_and(is_chosen_outside) {
            let Translated { mut outcome, argument, .. } =
                self.translated(session, &self.settings, how)?;
            settle(&mut outcome);
            let is_open = |model: &Model| !model.unknown_origins().is_empty();
            if args.strict || !outcome.value.model.as_ref().is_some_and(is_open) {
                let model = taken(session, outcome, &argument, args)?.model?;
                return Some(Printed { model, chosen: Vec::new() });
            }
        }
        let mut closing = closing(session, (self, how), open)?;
        let Translated { mut outcome, argument, .. } = match closing.printed() {
            Some(translated) => translated,
            None => self.translated(session, &closing.settings, how)?,
        };
        settle(&mut outcome);
        let model = taken(session, outcome, &argument, args)?.model?;
        let Closed { model, note, lines } = closing.close(&model);
        session.report(note);
        Some(Printed { model, chosen: lines })
    }

    /// What the module suggests; `None` where that was reported to be impossible.
    fn derived(&self, session: &mut Session) -> Option<&Derived> {
        match self.derived.get_or_init(|| derive(self.around.machine(&self.module))) {
            Ok(derived) => Some(derived),
            Err(errors) => {
                for error in errors {
                    session.report(error.clone());
                }
                None
            }
        }
    }

    /// Whether the argument of `init/1` or events may be left to the environment.
    fn may_be_chosen_outside(&self) -> bool {
        let Settings { init, environment, .. } = &self.settings;
        let is_chosen = init.is_empty() || init.iter().any(Expr::has_hole);
        is_chosen || environment.as_ref().is_none_or(Environment::has_holes)
    }

    /// What translating it gives, of which nothing is reported yet, and what `init/1` is called with.
    pub(crate) fn translated(
        &self,
        session: &mut Session,
        settings: &Settings,
        How { form, twin, maps, args, observers }: How<'_>,
    ) -> Option<Translated> {
        let nothing = Derived::default();
        let derived = if settings.is_derived() { self.derived(session)? } else { &nothing };
        if let Some(note) = self.beside.assumed(settings, derived, args, &self.path) {
            session.report(note);
        }
        let foreign = settings.environment.as_ref().and_then(|all| foreign(all, self.behaviour()));
        if let Some(warning) = foreign {
            session.report(warning);
        }
        let environment = self.given(settings).unwrap_or_else(|| commands::environment(derived));
        let mut options = self.options(session, settings, environment, form, args);
        options.opens_maps = maps == Maps::Open;
        options.naming = match &settings.naming {
            Some(naming) => Some(naming.expression(session, &self.module, self.behaviour())?),
            None => None,
        };
        options.observers = observers.iter().map(|observer| observer.expr.clone()).collect();
        let argument = match (settings.init.first(), &derived.init) {
            (Some(given), _) => Argument::Given(given.clone()),
            (None, Some(init)) => Argument::Derived(init.clone()),
            (None, None) => Argument::Missing,
        };
        if let Argument::Derived(init) = &argument {
            options.init = vec![init.clone()];
        }
        if let Err(error) = self.resolve(&settings.calls, &mut options) {
            session.report(error);
            return None;
        }
        if let Some(error) = contradiction(&options, self.behaviour()) {
            session.report(error);
            return None;
        }
        options.until = watch::until(self.timeout);
        let environment = options.environment.clone();
        let _under_way = progress::begin(Doing::Translating);
        let (outcome, twin) = self.around.or_alone(&self.module, &mut |module| match twin {
            Some(form) => translate_twin(module, &options, form),
            None => (translate(module, &options), None),
        });
        if outcome.value.is_given_up {
            session.give_up(stop::untranslated(self.timeout, true));
        }
        Some(Translated { outcome, twin, argument, environment })
    }

    /// What tests are written for: the module under these settings.
    pub(crate) fn played<'m>(
        &'m self,
        model: &'m Model,
        settings: &'m Settings,
    ) -> emitted::Machine<'m> {
        let derived =
            self.derived.get_or_init(|| derive(self.around.machine(&self.module))).as_ref().ok();
        emitted::Machine {
            around: &self.around,
            module: model.module.as_str(),
            behaviour: model.behaviour,
            behaviour_name: model.behaviour_name.as_str(),
            name: derived.and_then(|derived| derived.names.first()).map(Name::as_str),
            is_global: derived.is_some_and(|derived| derived.is_global),
            init: settings.init.first(),
        }
    }

    /// The behaviour of the module.
    pub(crate) fn behaviour(&self) -> &'static Behaviour {
        translator::behaviour(&self.module).unwrap_or(&GEN_FSM)
    }

    /// The form in which the module is printed unless the user says: that of the paper, where the behaviour has it.
    pub(crate) fn printed_form(&self) -> Form {
        if self.behaviour().has_paper_form() { Form::Paper } else { Form::Direct }
    }

    /// The commands that the user has written, as the behaviour of the module has them.
    pub(crate) fn given(&self, settings: &Settings) -> Option<Environment> {
        Some(settings.environment.clone()?.read(self.behaviour()))
    }

    /// Puts what they send into the place of calls of functions of the module.
    pub(crate) fn resolve(&self, calls: &[Call], options: &mut Options) -> Result<(), Diagnostic> {
        for Call { position, call } in calls {
            let command = command_of_call(&self.module, options, call)?;
            if let Some(place) = options.environment.commands_mut().get_mut(*position) {
                *place = command;
            }
        }
        Ok(())
    }

    pub(crate) fn options(
        &self,
        session: &mut Session,
        settings: &Settings,
        environment: Environment,
        form: Form,
        args: &SourceArgs,
    ) -> Options {
        let stubs = settings.stubs.clone().unwrap_or_default();
        for warning in unmatched(&stubs, &self.module) {
            session.report(warning);
        }
        let (stubs, warnings) = placed(&stubs, &self.module, &session.sources);
        for warning in warnings {
            session.report(warning);
        }
        Options {
            init: settings.init.clone(),
            environment,
            clients: settings.clients.unwrap_or(1),
            mailbox: settings.mailbox.unwrap_or(0),
            overtakes: false,
            self_posts: settings.self_posts.unwrap_or(Options::SELF_POSTS),
            unhandled: settings.unhandled.unwrap_or(Unhandled::Crash),
            timing: settings.timing(),
            reasons: settings.reasons.clone().unwrap_or_default(),
            form,
            qualify: args.qualify,
            stubs,
            shapes: self.around.shapes().to_vec(),
            observers: Vec::new(),
            naming: None,
            opens_maps: false,
            places_calls: false,
            others_only: false,
            joins_from: Options::JOINS_FROM,
            calls_from: Options::CALLS_FROM,
            calls_large: Options::CALLS_LARGE,
            until: Until::default(),
        }
    }

    /// What a pass of the translator gives, errors or not.
    pub(crate) fn dump_after(
        &self,
        session: &mut Session,
        pass: Pass,
        form: Form,
        args: &SourceArgs,
    ) -> String {
        let nothing = Environment::Sequence(Vec::new());
        let environment = self.given(&self.settings).unwrap_or(nothing);
        let mut options = self.options(session, &self.settings, environment, form, args);
        if let Err(error) = self.resolve(&self.settings.calls, &mut options) {
            session.report(error);
        }
        let outcome = dump_after(pass, self.around.linked(&self.module), &options);
        for diagnostic in outcome.diagnostics {
            session.report(diagnostic);
        }
        outcome.value
    }

    /// How much of the module is exact, whatever it is run under; `None` if it is no machine.
    pub(crate) fn measure(
        &self,
        session: &mut Session,
        settings: &Settings,
        args: &SourceArgs,
    ) -> Option<Stats> {
        let nothing = Environment::Sequence(Vec::new());
        let options = self.options(session, settings, nothing, Form::Paper, args);
        let outcome = measure(self.around.linked(&self.module), &options);
        for diagnostic in outcome.diagnostics {
            session.report(diagnostic);
        }
        outcome.value
    }

    /// Translates without caring for an environment, for drawings of the module itself.
    pub(crate) fn translate_any(
        &self,
        session: &mut Session,
        settings: &Settings,
        form: Form,
        args: &SourceArgs,
    ) -> Option<Translation> {
        let mut settings = settings.clone();
        if settings.derived == Derivation::Assumed {
            settings.derived = Derivation::None;
        }
        settings.environment.get_or_insert(Environment::Sequence(Vec::new()));
        self.translate(session, &settings, form, args, &[])
    }
}

/// Whether a model has unknown values in the argument of `init/1` or in events, which the environment chooses.
fn is_chosen_outside(model: &Model) -> bool {
    let mut origins = model.unknown_origins().into_iter().map(|origin| model.origins[origin].kind);
    origins.any(|kind| matches!(kind, OriginKind::Choice | OriginKind::Part))
}

/// Leaves out of a model that is to be printed the unknown values that no run reaches, and what is said of them.
fn settle(outcome: &mut Outcome<Translation>) {
    let Some(model) = outcome.value.model.take() else { return };
    let Reached { printed, unreached } = reached(&model);
    let diagnostics = std::mem::take(&mut outcome.diagnostics);
    outcome.diagnostics = without_unreached(diagnostics, &model, &unreached);
    outcome.value.model = Some(printed);
}
