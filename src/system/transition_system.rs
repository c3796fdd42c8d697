//! Any input as one transition system: a file of one, a specification, or a module under its commands.
//!
//! Input: arguments. Output: the system, marked where a limit was met, and what its states hold. Labels
//! are those of Erlang, unless the caller wants those of a module in another style.

use std::path::Path;

use lts::Lts;
use lts::explore::Exploration;
use lts::format::fsm::Parameters;
use lts::reduce::Equivalence;
use lts::semantics::{Engine, LabelStyle, View};
use model::Form;

use crate::cli::{EquivalenceArg, Other, SourceArgs, SystemArgs};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::features;
use crate::system::foreign::{about_model, explored};
use crate::system::generate::{Unexplored, generate};
use crate::system::{Input, Maps, load};

/// The system that an input stands for; `None` if there is none, which was reported.
///
/// `output` is the file to be written, which must be another than those that are read.
pub(crate) fn system(
    session: &mut Session,
    args: &SystemArgs,
    output: Option<&Path>,
) -> Option<Lts> {
    labelled(session, args, LabelStyle::Erlang, output)
}

/// The system that an input stands for, with the labels of a module in this style; `None` if there is none, which was reported.
pub(crate) fn labelled(
    session: &mut Session,
    args: &SystemArgs,
    style: LabelStyle,
    output: Option<&Path>,
) -> Option<Lts> {
    let source = &args.source;
    let about_model = about_model(args.view.is_some(), args.form.is_some(), &args.limits);
    match load(session, source, None, &about_model, output)? {
        Input::Aut(lts) => Some(*lts),
        Input::Specification(specification) => {
            let exploration = explored(session, &specification, &args.limits)?;
            (session.exit() == Exit::Success).then_some(exploration.lts)
        }
        Input::Features(_) => {
            session.report(features::not_one());
            None
        }
        Input::Module(mut subject) => {
            subject.timeout = args.limits.timeout;
            subject.announce(session);
            let settings = &subject.settings;
            let form = args.form.map_or(Form::Direct, Form::from);
            let view = args.view.map(View::from).or(settings.view).unwrap_or(View::Default);
            let limits = args.limits.under(settings.is_open());
            for maps in [Maps::Ordered, Maps::Open] {
                let with = (source, maps);
                let model = subject.translate_maps(session, settings, form, with, &[])?.model?;
                match generate(session, &model, view, style, &limits) {
                    Ok((_, exploration)) => return Some(exploration.lts),
                    Err(Unexplored::Reported) => return None,
                    Err(Unexplored::Maps) => {}
                }
            }
            None
        }
    }
}

impl SystemArgs {
    /// These arguments without what is said of a module: the limits and messages stay.
    pub(crate) fn without_module(&self) -> Self {
        let source = SourceArgs {
            input: self.source.input.clone(),
            init: Vec::new(),
            commands: None,
            unhandled: None,
            clients: None,
            time: None,
            quantum: None,
            zero: None,
            timers: None,
            selfposts: None,
            reasons: None,
            mailbox: None,
            stubs: None,
            state: None,
            strict: false,
            qualify: false,
            headers: self.source.headers.clone(),
            project: self.source.project.clone(),
            messages: self.source.messages,
            other: Other::None,
        };
        Self { source, limits: self.limits.clone(), view: None, form: None }
    }
}

/// What the states of a machine hold: the pair that was stored last, or why nothing more happens.
pub(crate) fn parameters(engine: &mut Engine<'_>, exploration: &Exploration) -> Parameters {
    let values = exploration.states.iter().map(|state| {
        let info = engine.info(state);
        let end = info.end.map_or_else(String::new, |end| format!("{end:?}").to_lowercase());
        let (name, data) = info.stored.map_or_else(
            || (String::new(), String::new()),
            |(name, data)| (name, data.to_string()),
        );
        vec![name, data, end]
    });
    let names = ["state", "data", "ended"].map(str::to_owned).to_vec();
    Parameters { names, values: values.collect() }
}

impl From<EquivalenceArg> for Equivalence {
    fn from(arg: EquivalenceArg) -> Self {
        match arg {
            EquivalenceArg::Strong => Self::Strong,
            EquivalenceArg::Branching => Self::Branching,
            EquivalenceArg::BranchingDivergence => Self::BranchingDivergence,
            EquivalenceArg::Weak => Self::Weak,
            EquivalenceArg::Trace => Self::Trace,
            EquivalenceArg::WeakTrace => Self::WeakTrace,
        }
    }
}
