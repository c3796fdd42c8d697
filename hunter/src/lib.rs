//! Built-in checks: what can go wrong in a module, without any property.
//!
//! Input: a module, its model under the environment that it suggests, and what hunting has met
//! (`lts::semantics::Hunt`). Output: findings, each with a code, a rank, a place and the shortest way to it,
//! and how much of the module was reached. Knows neither files nor how findings are written.

mod assumptions;
pub(crate) mod checks;
mod clauses;
pub mod codes;
mod coverage;
mod diagram;
mod evidence;
mod kinds;
mod moves;
mod ranking;
mod replay;
mod source;
pub mod spelling;
mod workers;

use std::collections::{BTreeMap, BTreeSet};

use frontend::{Code, Module, Span};
use lts::semantics::{Hunt, Machine};
use model::Model;
use translator::derive::Derived;

pub use assumptions::senders::covers;
pub use coverage::Coverage;
pub use coverage::gaps::Gap;
pub use diagram::{DiagramStep, Place, Portrait, diagram};
pub use evidence::Line;
pub use ranking::Cause;
pub use replay::representatives::{
    Argument, Representatives, Returned, arguments, fails, representatives, starts, way,
};
pub use replay::{
    Act, CallEnd, CrashPlace, Deed, Replay, Shows, Start, Unplayable, replay, replay_run,
};

use moves::Moves;
use ranking::Order;

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// The module does it, for some argument and some events that the processes around it may choose.
    Certain,
    /// The module may do it: what is not known of it decides.
    Possible,
}

/// Something that can go wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its kind.
    pub code: Code,
    /// How sure it is.
    pub rank: Rank,
    /// One sentence without a full stop.
    pub message: String,
    /// What goes wrong for whom, in one sentence without a full stop.
    pub consequence: String,
    /// Where in the source.
    pub place: Span,
    /// How it comes about, event by event.
    pub evidence: Vec<Line>,
    /// What it rests on, where it is only possible.
    pub because: Vec<String>,
    /// The way to it, as edges of the hunt, the start first; none where no way shows it.
    pub way: Vec<usize>,
    /// Who brings it about.
    pub cause: Cause,
    /// Where another module of the project sends its last event.
    pub sent_from: Option<Span>,
    /// Further places with the same cause.
    pub also: Vec<Span>,
}

impl Finding {
    /// What a way shows: certain where it rests on nothing.
    fn of_way(
        moves: &Moves<'_, '_>,
        (code, place): (Code, Span),
        message: String,
        because: Vec<String>,
        way: Vec<usize>,
    ) -> Self {
        let evidence = moves.lines(&way);
        Self { evidence, way, ..Self::of_text((code, place), message, because, Cause::Nothing) }
    }

    /// What no way shows: certain where it rests on nothing.
    fn of_text(
        (code, place): (Code, Span),
        message: String,
        because: Vec<String>,
        cause: Cause,
    ) -> Self {
        let rank = if because.is_empty() { Rank::Certain } else { Rank::Possible };
        let (evidence, way, also) = (Vec::new(), Vec::new(), Vec::new());
        let (consequence, sent_from) = (String::new(), None);
        Self {
            code,
            rank,
            message,
            consequence,
            place,
            evidence,
            because,
            way,
            cause,
            sent_from,
            also,
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Findings: certain ones first, each kind by who brings them about, then by what they rest on, then shorter ones first.
    pub findings: Vec<Finding>,
    /// Events without a clause that no process is known to send there: state, events.
    pub unhandled: Vec<(String, Vec<String>)>,
    /// Which of these another module of the project sends, if not there, and where.
    pub sent: BTreeMap<String, Span>,
    /// Crashes that rest on what is not known, as on what other modules return: the construct, and how many there are.
    pub results: BTreeSet<Span>,
    /// How much was reached.
    pub coverage: Coverage,
    /// States met.
    pub states: usize,
    /// What happens between them.
    pub moves: usize,
    /// Why there may be more than was met, each reason once; none where that is all that there is.
    pub gaps: Vec<Gap>,
    /// Whether states that differ were taken for one.
    pub is_abstract: bool,
    /// Whether nothing was seen: no state was met, or none of those that were met was looked at.
    pub is_blind: bool,
    /// Whether as many callers have waited at once as the model has: what one more does is not seen.
    pub is_crowded: bool,
}

impl Report {
    /// Whether what was met is all that there is, up to states that were taken for one.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Notes one more reason why there may be more.
    pub fn note(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
            self.gaps.sort();
        }
    }
}

/// What is checked.
pub struct Subject<'s> {
    /// The module.
    pub module: &'s Module,
    /// The module with the functions of others that its model has.
    pub linked: &'s Module,
    /// Its model.
    pub model: &'s Model,
    /// What it suggests to be run under.
    pub derived: &'s Derived,
    /// Whether any event may come at any time, and not a list of them.
    pub is_open: bool,
    /// Whether it begins in any of its states, as another machine may be handed to its callbacks there.
    pub is_handed_over: bool,
    /// How many callers the model has.
    pub clients: usize,
    /// What the translator says it has left out, and where.
    pub left_out: Vec<(Code, Span)>,
}

/// Whether a possible finding stays in states that the text of the module names: others are entered where it is not
/// known which state comes next. One without a function is named where some return enters it, unless it is left before
/// an event comes. A module without any state function has names for nothing.
fn is_at_home(finding: &Finding, subject: &Subject<'_>, states: &[&str]) -> bool {
    let (module, behaviour) = (subject.module, subject.model.behaviour);
    let is_named = |name: &str| states.contains(&name);
    let (mut ways, mut entered) = (finding.evidence.as_slice(), None);
    if finding.code == codes::NO_STATE
        && let Some((last, way)) = ways.split_last()
        && !finding.because.iter().any(|doubt| doubt == crate::checks::progress::LEFT)
        && last.after.as_deref().is_some_and(|name| source::is_entered(behaviour, module, name))
    {
        (ways, entered) = (way, Some(&last.before));
    }
    let names = ways.iter().flat_map(|line| [&line.before, &line.after]);
    let strays =
        names.chain(entered).any(|name| name.as_deref().is_some_and(|name| !is_named(name)));
    let names_states = behaviour.tells_type();
    if states.is_empty() { finding.code != codes::NO_STATE || names_states } else { !strays }
}

/// Findings about those who wait for an answer.
fn of_callers(moves: &mut Moves<'_, '_>, is_seen: bool) -> Vec<Finding> {
    let mut findings = crate::checks::replies::findings(moves);
    let mut kept = crate::checks::kept::findings(moves, is_seen);
    // Where a clause forgets callers it is told that it does.
    kept.retain(|kept| {
        !findings.iter().any(|own| (own.code, own.place) == (kept.code, kept.place))
    });
    findings.extend(kept);
    findings
}

/// Checks a module by what hunting has met.
pub fn check(subject: &Subject<'_>, machine: &mut Machine<'_>, hunt: &Hunt) -> Report {
    let mut moves = Moves::new(subject, machine, hunt);
    let mut gaps = coverage::gaps::before(subject, &moves);
    let is_complete = gaps.is_empty();
    let is_seen = is_complete && subject.is_open;
    let states = coverage::states(&moves);
    moves.states.clone_from(&states);
    let crashes = crate::checks::crash::crashes(&mut moves);
    let mut findings = crate::checks::crash::findings(&mut moves, &crashes);
    let (of_events, unhandled) = crate::checks::unhandled::findings(&mut moves, &crashes, &states);
    findings.extend(of_events);
    findings.extend(of_callers(&mut moves, is_seen));
    findings.extend(crate::checks::self_call::findings(&mut moves));
    let reads = clauses::clauses(&moves, &states);
    let timed = clauses::timed::timed(&moves, &reads, &states);
    findings.extend(crate::checks::timeouts::findings(&mut moves, &timed));
    findings.extend(crate::checks::postponed::findings(&mut moves, (&reads, &states), is_seen));
    let overlapping = crate::checks::overlap::findings(&mut moves, &findings);
    findings.extend(overlapping);
    findings.extend(crate::checks::progress::findings(&mut moves, (&gaps, subject.is_open)));
    findings.extend(crate::checks::dead::findings(&mut moves, is_seen));
    let (coverage, unreached) = coverage::reached(&moves, (&reads, &states), is_seen);
    findings.extend(unreached);
    for finding in &mut findings {
        crate::assumptions::lower_all(&mut moves, finding);
        workers::lower(&mut moves, finding);
    }
    let n_findings = findings.len();
    let is_told = |finding: &Finding| {
        let is_foreign = !states.is_empty() && assumptions::is_foreign(&moves, finding);
        finding.rank == Rank::Certain || !is_foreign && is_at_home(finding, subject, &states)
    };
    findings.retain(is_told);
    if findings.len() < n_findings {
        gaps.push(Gap::Nameless);
    }
    // What is not known because it was not followed may be anything, and speaks of the hunt only.
    findings.retain(|finding| finding.rank == Rank::Certain || !moves.is_of_cut(finding));
    for finding in &mut findings {
        assumptions::say_state(&moves, finding);
    }
    clauses::add(&moves, (&states, &reads, &timed), (&coverage, is_seen), &mut findings);
    assumptions::handed_over::lower(subject, &moves, &mut findings);
    let results = crate::checks::crash::by_results(&moves, &crashes, &findings);
    let findings = in_order(&moves, assumptions::left_out::lowered(subject, findings));
    if moves.machine.is_spent() {
        gaps.push(Gap::Judging);
    }
    let gaps: Vec<Gap> = BTreeSet::from_iter(gaps).into_iter().collect();
    Report {
        findings,
        unhandled,
        sent: crate::checks::unhandled::sent(&moves, &crashes),
        results,
        coverage,
        states: hunt.nodes.len() - 1,
        moves: hunt.edges.len(),
        is_abstract: hunt.is_abstract,
        is_blind: is_blind(&moves, hunt, &gaps),
        is_crowded: moves.is_crowded(),
        gaps,
    }
}

/// Findings in ranking order, those of one cause as one, each with what it means for whom.
fn in_order(moves: &Moves<'_, '_>, mut findings: Vec<Finding>) -> Vec<Finding> {
    for finding in &mut findings {
        finding.cause = ranking::cause(moves, finding);
    }
    findings.sort_by_cached_key(Order::of);
    findings.dedup_by_key(|finding| {
        (finding.rank, finding.code, finding.place, finding.message.clone())
    });
    let mut findings = ranking::joined::joined(findings);
    for finding in &mut findings {
        finding.consequence = evidence::consequence(moves, finding);
        finding.sent_from = evidence::sent_from(moves, finding);
    }
    findings
}

/// Whether a hunt has seen nothing: what comes to its end without a state is told (E0717).
fn is_blind(moves: &Moves<'_, '_>, hunt: &Hunt, gaps: &[Gap]) -> bool {
    let is_idle = moves.idle.iter().any(Option::is_some);
    let goes_on = hunt.edges.iter().any(|edge| edge.source != 0);
    gaps.iter().any(Gap::is_cut) && (!is_idle || !goes_on)
}
