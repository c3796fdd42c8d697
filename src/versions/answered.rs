//! One of two versions with the verdicts on its properties.
//!
//! Input: a module under its commands, or a system; properties. Output: a verdict on each, and the whole systems that were asked, whose
//! states are called as the module calls them. A system is explored to its end, as what it becomes in the other version is compared.

use checker::Verdict;
use extension::Diagram;
use frontend::Name;
use lts::explore::Exploration;
use lts::semantics::{Engine, LabelStyle};
use lts::{Lts, StateId};

use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::check::systems::{System, system, systems};
use crate::cli::SystemArgs;
use crate::config::observed::{Observer, asks_no_state};
use crate::report::Finding;
use crate::session::Session;
use crate::system::atoms::{MachineAtoms, has_atoms};
use crate::system::features;
use crate::system::foreign::explored;
use crate::system::generate::{Unexplored, generate};
use crate::system::{Input, Maps, Subject};

/// A version with what was found out about it.
pub(crate) struct Answered {
    /// The systems that were asked.
    pub(crate) systems: Vec<Diagram>,
    /// By the number of a property, what was answered.
    pub(crate) answers: Vec<Option<Answer>>,
}

/// What a version says of a property.
pub(crate) struct Answer {
    /// The number of the system that was asked.
    pub(crate) system: usize,
    pub(crate) finding: Finding,
    pub(crate) verdict: Verdict,
}

/// What is asked.
pub(crate) struct Asked<'a> {
    pub(crate) args: &'a SystemArgs,
    pub(crate) parsed: &'a [Parsed<'a>],
    pub(crate) observers: &'a [Observer],
}

impl Answered {
    /// Asks a version; `None` if that is impossible, which was reported.
    pub(crate) fn of(session: &mut Session, input: Input, asked: &Asked<'_>) -> Option<Self> {
        match input {
            Input::Aut(lts) => Self::of_system(session, *lts, asked),
            Input::Specification(specification) => {
                let exploration = explored(session, &specification, &asked.args.limits)?;
                Self::of_system(session, exploration.lts, asked)
            }
            Input::Module(subject) => Self::of_module(session, &subject, asked),
            Input::Features(_) => {
                session.report(features::not_one());
                None
            }
        }
    }

    pub(crate) fn of_system(
        session: &mut Session,
        mut lts: Lts,
        asked: &Asked<'_>,
    ) -> Option<Self> {
        if !asks_no_state(session, asked.parsed.iter().map(|parsed| &parsed.formula)) {
            return None;
        }
        let mut answers = Vec::new();
        for parsed in asked.parsed {
            let found = parsed.find(session, &mut Stage::of_system(&mut lts));
            answers.push(found.map(|(finding, verdict)| Answer { system: 0, finding, verdict }));
        }
        Some(Self { systems: vec![Diagram::unnamed(lts)], answers })
    }

    pub(crate) fn of_module(
        session: &mut Session,
        subject: &Subject,
        asked: &Asked<'_>,
    ) -> Option<Self> {
        let needed = systems(session, asked.args, subject, asked.parsed, asked.observers)?;
        let answers = asked.parsed.iter().map(|_| None).collect();
        let mut answered = Self { systems: Vec::new(), answers };
        for system in &needed {
            answered.ask(session, subject, system, asked)?;
        }
        Some(answered)
    }

    /// Explores a system and asks it all that is asked of it.
    fn ask(
        &mut self,
        session: &mut Session,
        subject: &Subject,
        asked_of: &System,
        asked: &Asked<'_>,
    ) -> Option<()> {
        let limits = asked.args.limits.under(asked_of.settings.is_open());
        let style = LabelStyle::Erlang;
        match generate(session, &asked_of.model, asked_of.view, style, &limits) {
            Ok(explored) => {
                self.answer(session, asked_of, explored, asked);
                Some(())
            }
            Err(Unexplored::Reported) => None,
            Err(Unexplored::Maps) => {
                let with = (&asked.args.source, Maps::Open);
                let mut open = system(session, with, subject, &asked_of.settings, asked.observers)?;
                open.properties.clone_from(&asked_of.properties);
                self.ask(session, subject, &open, asked)
            }
        }
    }

    fn answer(
        &mut self,
        session: &mut Session,
        system: &System,
        (mut engine, mut exploration): (Engine<'_>, Exploration),
        asked: &Asked<'_>,
    ) {
        let formulas = system.properties.iter().map(|&number| &asked.parsed[number].formula);
        let has_atoms = has_atoms(formulas);
        let states = &exploration.states;
        let (model, observers) = (&system.model, asked.observers);
        let (atoms, warnings) = MachineAtoms::new(&mut engine, states, model, observers, has_atoms);
        let unnamed = system.settings.naming.as_ref().and_then(|naming| atoms.unnamed(naming));
        for warning in warnings.into_iter().chain(unnamed) {
            session.report(warning);
        }
        let names = states.iter().map(|state| engine.info(state).stored);
        let names = names.map(|stored| stored.map(|(name, _)| Name::from(name.as_str())));
        let names: Vec<Option<Name>> = names.collect();
        let initial: StateId = exploration.lts.initial();
        for &number in &system.properties {
            exploration.lts.start_in(initial);
            let machine = (&mut engine, &exploration.states);
            let mut stage = Stage::of_machine(&mut exploration.lts, machine, (model, &atoms));
            let found = asked.parsed[number].find(session, &mut stage);
            let system = self.systems.len();
            self.answers[number] =
                found.map(|(finding, verdict)| Answer { system, finding, verdict });
        }
        exploration.lts.start_in(initial);
        self.systems.push(Diagram { lts: exploration.lts, names });
    }
}
