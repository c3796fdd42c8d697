//! What is worth knowing of a run that refutes a property, and easily overlooked.
//!
//! Input: a property, its verdict, a system. Output: lines for the report: that the run ends where states have neither names nor data, or
//! that only an environment refutes the property that sends the same again and again. Judges nothing anew but for that.

use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::StateAtom;
use checker::{ENDED, Evidence, EvidenceKind, StateAtoms as _, Truth, Verdict};
use frontend::Name;
use lts::{Label, StateId};

use crate::check::evidence::{Stage, command};
use crate::check::finding::Parsed;
use crate::check::judgement::judge;
use crate::cli::typed;
use crate::config::question::Question;
use crate::session::Session;
use crate::system::atoms::ENDS;

/// States of a system that is asked once more.
const MOST_STATES: usize = 20_000;

/// Commands that are named.
const MOST_COMMANDS: usize = 3;

impl Parsed<'_> {
    /// What is worth knowing of the run of a property that is false; `initial` is where the system starts.
    pub(super) fn remarks(
        &self,
        session: &mut Session,
        verdict: &Verdict,
        (stage, initial): (&mut Stage<'_, '_>, StateId),
    ) -> Vec<String> {
        let Some(run) = verdict.evidence.as_ref().filter(|_| verdict.holds == Truth::False) else {
            return Vec::new();
        };
        let ended = self.ends_without_names(run, stage);
        let idle = self.is_about_the_environment(session, run, (stage, initial));
        ended.into_iter().chain(idle).collect()
    }

    /// That the machine has ended where the formula asks for a state or for data, as it is told of running machines only.
    fn ends_without_names(&self, run: &Evidence, stage: &Stage<'_, '_>) -> Option<String> {
        let (last, atoms) = (run.steps.last()?.target, stage.atoms?);
        if atoms.holds(&StateAtom::Name(Name::from(ENDED)), last) != Some(true) {
            return None;
        }
        let is_end = |name: &Name| {
            name.as_str() == ENDED || ENDS.iter().any(|(end, _)| name.as_str() == *end)
        };
        let (mut asks, mut knows) = (false, false);
        self.formula.for_each_atom(&mut |atom, _| match atom {
            StateAtom::Name(name) if is_end(name) => knows = true,
            StateAtom::Name(_) | StateAtom::Data(_) => asks = true,
        });
        (asks && !knows).then(|| {
            format!(
                "the machine has ended there: no name but `{ENDED}` and nothing of its data is true behind the end; \
                 `{ENDED} or ..` leaves that out"
            )
        })
    }

    /// That the property holds where the environment does not send the same for ever, as it does in the loop of the run.
    fn is_about_the_environment(
        &self,
        session: &mut Session,
        run: &Evidence,
        (stage, initial): (&mut Stage<'_, '_>, StateId),
    ) -> Option<String> {
        let Question::Formula(formula) = &self.formula else { return None };
        let EvidenceKind::Lasso { loop_start } = run.kind else { return None };
        let is_given = !self.reading.fairness.conditions.is_empty();
        if is_given || stage.lts.n_states() > MOST_STATES || !stage.lts.is_complete() {
            return None;
        }
        let commands = commands_of(run, loop_start, stage);
        if commands.is_empty() || commands.len() > MOST_COMMANDS {
            return None;
        }
        let mut conditions = Vec::new();
        for text in &commands {
            let file = session.sources.add("--fair", text.clone());
            conditions.push(parse_condition(file, text, self.reading.dialect).ok()?);
        }
        let fairness = Fairness { strength: Strength::Strong, conditions };
        let asked = Question::Formula(fair(formula, &fairness).ok()?);
        let decides = stage.lts.initial();
        stage.lts.start_in(initial);
        let holds = judge(&asked, stage).value.verdict.holds;
        stage.lts.start_in(decides);
        (holds == Truth::True).then(|| {
            let sent = commands.join(" and ");
            let flags: Vec<String> =
                commands.iter().map(|text| format!("`--fair {}`", typed::quoted(text))).collect();
            let is = if commands.len() == 1 { "is" } else { "are" };
            format!(
                "it holds where {sent} {is} not sent for ever, which fairness says: {}",
                flags.join(" ")
            )
        })
    }
}

/// The commands of a loop, each once, as they stand in formulas.
fn commands_of(run: &Evidence, loop_start: usize, stage: &Stage<'_, '_>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for step in run.steps.get(loop_start..).unwrap_or_default() {
        if let Label::Visible { text, action: Some(action) } = stage.lts.labels().get(step.label)
            && command(action).is_some()
            && !commands.contains(text)
        {
            commands.push(text.clone());
        }
    }
    commands
}
