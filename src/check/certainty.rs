//! How far a verdict on a model can be trusted.
//!
//! Input: a verdict, and the model with its states. Output: whether it speaks of the module, and if
//! not for sure, what it rests on. A model with unknown values can do everything that the module can,
//! and perhaps more. So a property of all runs holds where it holds in the model, and where no run of
//! the model is as a property asks for none of the module is. Any other verdict is as certain as the
//! run that explains it: one that takes nothing but choices of the environment is a run of the module.
//! Where only fair runs count, a property holds since other runs could have been left, which the module perhaps cannot; but a
//! run that is fair in the model is so in the module. A model that cuts runs where more is pending than it holds has no others: what one of its
//! runs shows is so, what holds of all may not hold behind the cut. Where something else is left out it may be what the property is about:
//! then nothing is certain.

use checker::{Evidence, EvidenceKind, Scope, Truth, Verdict};
use frontend::SourceMap;
use lts::semantics::{Engine, Grounds, Run};
use lts::{StateId, StateStore, Term};
use model::{ActionRole, Model, Origin, OriginKind, Outside};

use crate::check::evidence::Stage;

/// What is known of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It does what the module does.
    Exact,
    /// It does that, and may do more.
    Unknowns,
    /// It does as [`Unknowns`](Self::Unknowns) until more is pending than it holds, and nothing then.
    Bounded,
    /// It may do more or less.
    Partial,
}

impl Trust {
    /// What is known of this model.
    pub(crate) fn of(model: &Model) -> Self {
        match () {
            () if model.is_partial => Self::Partial,
            () if model.unknowns().is_empty() => Self::Exact,
            () => Self::Unknowns,
        }
    }
}

/// Whether a verdict speaks of the module, and not of its model only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Certainty {
    /// It does; where a run that rests on a choice explains it, the machine is started so.
    Certain(Option<Term>),
    /// It may.
    Possible(Doubt),
}

/// Why a verdict is only possible.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Doubt {
    /// It is not known whether labels with unknown values are what the property speaks of; the run that
    /// would explain it rests on this.
    Labels(Option<Grounds>),
    /// Parts of the module are not in the model.
    Partial,
    /// Runs in which more is pending than the model holds are cut.
    Bounded,
    /// No single run of the model explains it.
    Unexplained,
    /// The run that explains it rests on this.
    Run(Grounds),
}

/// How certain a verdict on a system is, of which the stage may have the machine.
pub(crate) fn certainty(verdict: &Verdict, stage: &mut Stage<'_, '_>) -> Certainty {
    let trust = stage.trust;
    let is_known = match (trust, verdict.scope_with_tests, verdict.holds) {
        (Trust::Exact, ..)
        | (Trust::Unknowns, Scope::Universal, Truth::True)
        | (Trust::Unknowns, Scope::Existential, Truth::False) => true,
        (Trust::Partial, ..) => return Certainty::Possible(Doubt::Partial),
        (Trust::Bounded, Scope::Universal, Truth::False)
        | (Trust::Bounded, Scope::Existential, Truth::True)
            if !is_cut(verdict, stage) =>
        {
            false
        }
        (Trust::Bounded, ..) => return Certainty::Possible(Doubt::Bounded),
        (Trust::Unknowns, ..) => false,
    };
    if verdict.is_settled && is_known {
        return Certainty::Certain(None);
    }
    let first = stage.lts.initial();
    let grounds = match (&verdict.evidence, stage.machine.as_mut()) {
        (Some(evidence), Some((machine, states))) => grounds(evidence, first, machine, states),
        _ => None,
    };
    match grounds {
        grounds if !verdict.is_settled => Certainty::Possible(Doubt::Labels(grounds)),
        Some(grounds) if grounds.is_certain() => Certainty::Certain(grounds.argument),
        Some(grounds) => Certainty::Possible(Doubt::Run(grounds)),
        None if trust == Trust::Bounded && verdict.evidence.is_none() => {
            Certainty::Possible(Doubt::Bounded)
        }
        None => Certainty::Possible(Doubt::Unexplained),
    }
}

/// Whether what explains a verdict is a run that the model cuts.
fn is_cut(verdict: &Verdict, stage: &Stage<'_, '_>) -> bool {
    let Some(model) = stage.model else { return false };
    let is_overflow = |label| {
        let mut cuts = model.actions.iter().filter(|action| action.role == ActionRole::Overflow);
        let taken = stage.lts.labels().get(label).action();
        taken.is_some_and(|taken| cuts.any(|cut| cut.name.as_str() == taken.name))
    };
    let mut steps = verdict.evidence.iter().flat_map(|evidence| &evidence.steps);
    steps.any(|step| is_overflow(step.label))
}

/// What a run rests on; `None` where it takes too much to find out.
fn grounds(
    evidence: &Evidence,
    first: StateId,
    machine: &mut Engine<'_>,
    states: &StateStore,
) -> Option<Grounds> {
    machine.grounds(&run_of(evidence, first, states)?).ok()
}

/// Evidence as a run of the machine that has these states.
pub(crate) fn run_of<'s>(
    evidence: &Evidence,
    first: StateId,
    states: &'s StateStore,
) -> Option<Run<'s>> {
    let state = |state: StateId| states.get(state);
    let steps = evidence
        .steps
        .iter()
        .map(|step| Some((state(step.source)?, step.label, state(step.target)?)));
    let loop_start = match evidence.kind {
        EvidenceKind::Lasso { loop_start } => Some(loop_start),
        EvidenceKind::Trace | EvidenceKind::Deadlock => None,
    };
    let steps = steps.collect::<Option<_>>()?;
    Some(Run { first: state(first)?, steps, loop_start })
}

impl Certainty {
    /// What is to be said of it, a line each: how the machine is started, what a verdict rests on, and
    /// what would settle it.
    pub(crate) fn lines(&self, model: Option<&Model>, sources: &SourceMap) -> Vec<String> {
        let argument = match self {
            Self::Certain(argument) => argument.as_ref(),
            Self::Possible(Doubt::Run(grounds) | Doubt::Labels(Some(grounds))) => {
                grounds.argument.as_ref()
            }
            Self::Possible(_) => None,
        };
        let started = argument.filter(|argument| !argument.has_unknown()).map(|argument| {
            let quoted = argument.to_string().replace('\'', "'\\''");
            format!("for example with `--init '{quoted}'`")
        });
        let doubts = match self {
            Self::Certain(_) => Vec::new(),
            Self::Possible(doubt) => doubt.lines(model, sources),
        };
        started.into_iter().chain(doubts).collect()
    }
}

impl Doubt {
    fn lines(&self, model: Option<&Model>, sources: &SourceMap) -> Vec<String> {
        let of_run = |grounds, model: Option<&Model>| {
            model.map(|model| of_run(grounds, model, sources)).unwrap_or_default()
        };
        match self {
            Self::Labels(grounds) => {
                let lines = grounds.as_ref().map(|grounds| of_run(grounds, model));
                let labels = "rests on unknown values in labels or data, which may be meant or not";
                std::iter::once(labels.to_owned()).chain(lines.unwrap_or_default()).collect()
            }
            Self::Partial => vec!["rests on a model without some parts of the module".to_owned()],
            Self::Bounded => {
                vec![
                    "rests on a model in which no more is pending than it holds (W0508)".to_owned(),
                ]
            }
            Self::Unexplained => vec!["rests on unknown values".to_owned()],
            Self::Run(grounds) => of_run(grounds, model),
        }
    }
}

/// What a run rests on, and what would settle it.
fn of_run(grounds: &Grounds, model: &Model, sources: &SourceMap) -> Vec<String> {
    let mut places: Vec<&Origin> =
        grounds.uncertain.iter().map(|&place| &model.origins[place]).collect();
    places.sort_by_key(|place| place.span);
    let named =
        |place: &&Origin| format!("rests on {}  {}", place.what, sources.line_of(place.span));
    let mut lines: Vec<String> = places.iter().map(named).collect();
    lines.dedup();
    if grounds.cut {
        lines.push("rests on the value of a recursive function that was not followed".to_owned());
    }
    if !grounds.fits {
        lines.push("rests on decisions that may not fit together".to_owned());
    }
    let mut stubs: Vec<String> = Vec::new();
    for call in places.iter().filter_map(|place| place.call.as_ref()).map(Outside::key) {
        if !stubs.iter().any(|stub| stub.contains(&call)) {
            stubs.push(format!("{{{call}, [..]}}"));
        }
    }
    let mut settled = Vec::new();
    if !stubs.is_empty() {
        settled.push(format!("`--stubs '[{}]'`", stubs.join(", ")));
    }
    if places.iter().any(|place| place.kind == OriginKind::Choice) {
        settled.push("`--init TERM`".to_owned());
    }
    if !settled.is_empty() {
        lines.push(format!("settled by {}", settled.join(" and ")));
    }
    lines
}
