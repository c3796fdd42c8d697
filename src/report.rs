//! What a run of `check` has found out, in the formats that are asked for.
//!
//! Input: findings, one after the other. Output: text on stdout as they come, or at the end; files that
//! appear whole or not at all. A finding is data until it is written; nothing is judged here.

pub(crate) mod difference;
mod file;
pub(crate) mod findings;
mod folder;
mod github;
pub(crate) mod human;
mod products;
pub(crate) mod render;
mod short;
mod sources;
pub(crate) mod stats;
mod summary;
mod target;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use extension::Diagram;
use frontend::{Diagnostic, Span};
use lts::Term;

use crate::cli::Logic;
use crate::io::output;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::voice::{self, Colour};
use crate::system::drawing::Drawing;

pub(crate) use folder::{FolderReport, Keeps};
use summary::Totals;
pub(crate) use target::{Format, Target, contradiction};

/// Where something stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourcePosition {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Everything that was found out.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// What is checked, as the user has named it.
    pub(crate) input: String,
    pub(crate) entries: Vec<Entry>,
    messages: Vec<Message>,
    /// States and transitions of each system that was asked.
    sizes: Vec<(usize, usize)>,
    /// Properties of which the formula is wrong.
    wrong: usize,
    /// The texts that places are in, where a format shows them.
    sources: Vec<sources::Excerpt>,
}

/// One thing that was found out.
#[derive(Debug)]
pub(crate) enum Entry {
    /// A property, and what it says in the mu-calculus.
    Formula {
        name: String,
        formula: String,
    },
    System(System),
    Property(Box<Finding>),
    /// The products of features, with their verdicts.
    Products(ProductTable),
    /// A finding of the built-in checks.
    Defect(Box<Defect>),
    /// A finding that was accepted with `erl2lts:ignore`.
    Ignored(Box<Defect>),
    /// The state diagram of the module.
    Diagram(Box<StateDiagram>),
    /// A system that properties were asked of, where a format shows it.
    Transitions(Box<Transitions>),
    /// How much of a module a hunt has reached.
    Hunt(Reached),
    /// What people are told of a hunt: its findings as one text, and what they come to.
    Told {
        text: String,
        exit: Exit,
    },
    /// What all verdicts rest on.
    Assumptions(String),
}

/// The state diagram of a module, and what was reached of its source.
#[derive(Debug)]
pub(crate) struct StateDiagram {
    pub(crate) diagram: Diagram,
    pub(crate) drawing: Drawing,
    /// What the machine does, by the arrows of the drawing.
    pub(crate) actions: Vec<Vec<String>>,
    /// Clauses of callbacks: where they begin, their last line, whether they were taken.
    pub(crate) clauses: Vec<(SourcePosition, usize, bool)>,
    /// Whether a limit was met before all was.
    pub(crate) is_cut: bool,
}

/// A system with what its states show, as it is embedded in a report.
#[derive(Debug, Default)]
pub(crate) struct Transitions {
    pub(crate) start: usize,
    /// Whether it is seen as in the paper, with what goes on inside.
    pub(crate) is_paper: bool,
    pub(crate) is_complete: bool,
    /// Whether it has more states or transitions than are embedded, and all else is empty.
    pub(crate) is_left_out: bool,
    pub(crate) labels: Vec<String>,
    /// Whether a callback begins with each of them.
    pub(crate) events: Vec<bool>,
    /// State by state: how many transitions leave it, then the label and the target of each.
    pub(crate) edges: Vec<u32>,
    pub(crate) names: Texts,
    pub(crate) data: Texts,
}

/// A text for each of many things, few of them different.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The different texts.
    pub(crate) distinct: Vec<String>,
    /// Of each thing the number of its text, counted from 1; 0 where there is none.
    pub(crate) numbers: Vec<u32>,
}

/// The products of features: which properties hold in which.
#[derive(Debug)]
pub(crate) struct ProductTable {
    /// How many of them are different systems.
    pub(crate) systems: usize,
    /// The names of the properties.
    pub(crate) properties: Vec<String>,
    pub(crate) rows: Vec<ProductRow>,
}

/// A product.
#[derive(Debug)]
pub(crate) struct ProductRow {
    pub(crate) features: Vec<String>,
    pub(crate) states: usize,
    pub(crate) transitions: usize,
    /// A verdict for each property.
    pub(crate) words: Vec<Word>,
}

/// A finding of the built-in checks.
#[derive(Debug)]
pub(crate) struct Defect {
    pub(crate) code: &'static str,
    pub(crate) is_certain: bool,
    pub(crate) message: String,
    /// What goes wrong for whom.
    pub(crate) consequence: String,
    pub(crate) place: Option<SourcePosition>,
    /// Further places with the same cause.
    pub(crate) also: Vec<SourcePosition>,
    /// Who brings it about.
    pub(crate) cause: &'static str,
    /// Where another module of the project sends its last event.
    pub(crate) sent_from: Option<SourcePosition>,
    /// The way to it.
    pub(crate) way: Vec<DefectStep>,
    /// What it rests on, where it is only possible.
    pub(crate) because: Vec<String>,
}

/// A step of the way to a finding.
#[derive(Debug)]
pub(crate) struct DefectStep {
    /// What happens, as a label.
    pub(crate) label: String,
    /// What happens, in the words of the source.
    pub(crate) event: String,
    /// The state behind.
    pub(crate) after: Option<String>,
    /// The clause that is taken.
    pub(crate) at: Option<SourcePosition>,
    /// The data behind, where it has changed.
    pub(crate) data: Option<String>,
    /// Who has to do with it.
    pub(crate) party: Party,
}

/// How much of a module a hunt has reached.
#[derive(Debug)]
pub(crate) struct Reached {
    pub(crate) states: usize,
    pub(crate) moves: usize,
    pub(crate) is_complete: bool,
    /// Why there may be more.
    pub(crate) gaps: Vec<String>,
    /// Why nothing was looked at, if that is so.
    pub(crate) blind: Option<&'static str>,
    pub(crate) clauses_taken: usize,
    pub(crate) clauses: usize,
    /// Where clauses stand that were not taken.
    pub(crate) not_taken: Vec<SourcePosition>,
    /// Names of states, and whether the machine was there.
    pub(crate) states_met: Vec<(String, bool)>,
    /// How many places make unknown values, by what they are.
    pub(crate) unknowns: BTreeMap<&'static str, usize>,
    /// Events without a clause that no process is known to send there: state, events.
    pub(crate) unhandled: Vec<(String, Vec<String>)>,
    /// Places that may crash on what is not known.
    pub(crate) results: Vec<SourcePosition>,
    /// What was read of other modules of the project, in words.
    pub(crate) modules: Vec<String>,
}

/// The size of a system.
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) states: usize,
    pub(crate) transitions: usize,
    pub(crate) paper_view: bool,
    pub(crate) complete: bool,
    /// Whether it was explored no further because everything is decided.
    pub(crate) decided: bool,
    pub(crate) comparison: Comparison,
}

/// A system and the size that it is expected to have.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// No size is expected.
    None,
    /// It is as expected.
    Met,
    /// It is not; the numbers that were expected.
    Missed(Option<usize>, Option<usize>),
    /// It is not known.
    Open,
}

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Holds,
    Violated,
    PossiblyHolds,
    PossiblyViolated,
    Unknown,
}

/// A property with its verdict.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) name: String,
    pub(crate) logic: Logic,
    /// As written.
    pub(crate) formula: String,
    /// The formula in the mu-calculus.
    pub(crate) mu: String,
    pub(crate) place: Option<SourcePosition>,
    pub(crate) word: Word,
    /// Whether it is expected to hold.
    pub(crate) expect: bool,
    /// Whether everything is as expected, violations included; inconclusive otherwise.
    pub(crate) exit: Exit,
    pub(crate) run: Option<Run>,
    /// The commands of the run, as terms.
    pub(crate) events: Vec<Term>,
    /// Whether people want to see the run.
    pub(crate) shows_run: bool,
    /// What the verdict rests on, and what is not as expected.
    pub(crate) notes: Vec<String>,
    /// In how many states of how many it is false.
    pub(crate) false_in: Option<(usize, usize)>,
    /// The number of the system that was asked, from 0.
    pub(crate) system: usize,
}

/// A run that explains a verdict.
#[derive(Debug)]
pub(crate) struct Run {
    /// What the state is called in which it begins, if that is stored.
    pub(crate) first: Option<String>,
    pub(crate) steps: Vec<ReportedStep>,
    pub(crate) end: End,
    /// Whether people are told which part of the formula each step is about.
    pub(crate) shows_parts: bool,
}

/// How a run goes on behind its last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It does not matter.
    Open,
    /// It cannot.
    Deadlock,
    /// It starts again with this step.
    Loop(usize),
    /// It is not one run but several: the steps say how they hang together.
    Tree,
}

/// A step of a run.
#[derive(Debug)]
pub(crate) struct ReportedStep {
    pub(crate) action: String,
    /// The call, or the clause that takes the event.
    pub(crate) place: Option<SourcePosition>,
    /// The part of the formula that it is about, as written.
    pub(crate) part: Option<String>,
    /// Where it stands among several runs.
    pub(crate) branch: Branch,
    /// The numbers of the states before and behind.
    pub(crate) states: (usize, usize),
    /// What the state behind is called, and its data.
    pub(crate) after: Option<(String, String)>,
    /// Who has to do with it.
    pub(crate) party: Party,
}

/// Who has to do with a step besides the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Party {
    /// The environment sends something.
    Sender,
    /// A timer of the machine, or something else by which a callback begins.
    Timer,
    /// A module or process is called.
    Called(String),
    /// Who waits gets an answer.
    Client,
    /// Nobody else.
    Nobody,
}

impl Party {
    /// Whether a callback begins with the step.
    pub(crate) fn is_event(&self) -> bool {
        matches!(self, Self::Sender | Self::Timer)
    }
}

/// Where a step stands among several runs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Branch {
    /// How many times the runs have parted before it.
    pub(crate) level: usize,
    /// Whether it is the first step behind a place where the runs part.
    pub(crate) is_first: bool,
    /// The step behind which all goes on as behind this one; number 0 is the start.
    pub(crate) again: Option<usize>,
}

/// A message that went to stderr, too.
#[derive(Debug)]
struct Message {
    diagnostic: Diagnostic,
    place: Option<SourcePosition>,
}

impl Word {
    /// The word as it is printed.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::PossiblyHolds => "possibly holds",
            Self::PossiblyViolated => "possibly violated",
            Self::Unknown => "unknown",
        }
    }
}

impl Word {
    /// Whether the property holds, perhaps; none if that is not known.
    pub(crate) fn holds(self) -> Option<bool> {
        match self {
            Self::Holds | Self::PossiblyHolds => Some(true),
            Self::Violated | Self::PossiblyViolated => Some(false),
            Self::Unknown => None,
        }
    }
}

impl Entry {
    /// Whether there is nothing wrong to be said of it.
    fn is_as_expected(&self) -> bool {
        match self {
            Self::Property(finding) => finding.exit == Exit::Success,
            Self::System(system) => {
                matches!(system.comparison, Comparison::None | Comparison::Met)
            }
            Self::Hunt(reached) => reached.blind.is_none(),
            Self::Told { exit, .. } => *exit == Exit::Success,
            Self::Formula { .. }
            | Self::Products(_)
            | Self::Ignored(_)
            | Self::Diagram(_)
            | Self::Transitions(_)
            | Self::Assumptions(_) => true,
            Self::Defect(defect) => !defect.is_certain,
        }
    }
}

impl Report {
    /// The properties with their verdicts.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Property(finding) => Some(&**finding),
            _ => None,
        })
    }
}

/// Where a span of the session's sources is.
pub(crate) fn place(session: &Session, span: Span) -> Option<SourcePosition> {
    let span = session.outermost(span);
    let source = session.sources.get(span.file)?;
    let (line, column) = source.line_column(span.start);
    Some(SourcePosition { file: source.name.clone(), line, column })
}

/// What is kept of the report of a part of a folder.
pub(crate) struct Part {
    totals: Totals,
    /// Findings of the built-in checks: certain ones, possible ones.
    pub(crate) findings: (usize, usize),
    /// Its data in a page, if one is written.
    page: Option<String>,
    /// All of it, if that is written at the end.
    whole: Option<Report>,
}

impl Part {
    /// How many properties end in which way, in a few words; empty if there are none.
    pub(crate) fn words(&self) -> String {
        self.totals.words()
    }
}

/// A report under way.
pub(crate) struct Reporter {
    /// What goes to stdout.
    shown: Format,
    files: Vec<(Format, PathBuf)>,
    /// What becomes of it as a part of a folder's report; of one that stands alone nothing.
    kept: Option<Keeps>,
    /// Whether people are told which part of a formula each step is about.
    shows_parts: bool,
    /// Whether nothing is shown or written.
    is_silent: bool,
    report: Report,
}

impl Reporter {
    /// A report to these targets; stdout is written for people unless one of the targets is stdout.
    pub(crate) fn new(input: String, targets: &[Target], shows_parts: bool) -> Self {
        let shown = targets.iter().find(|target| target.file.is_none());
        let files = targets.iter().filter_map(|target| Some((target.format, target.file.clone()?)));
        Self {
            shown: shown.map_or(Format::Human, |target| target.format),
            files: files.collect(),
            kept: None,
            shows_parts,
            is_silent: false,
            report: Report { input, ..Report::default() },
        }
    }

    /// The report of a file of a folder.
    pub(crate) fn of_part(input: String, keeps: Keeps, shows_parts: bool) -> Self {
        // What is not shown at once is written at the end, all files in one.
        let shown = if keeps.shown { Format::Human } else { Format::Json };
        let report = Report { input, ..Report::default() };
        let (kept, is_silent) = (Some(keeps), false);
        Self { shown, files: Vec::new(), kept, shows_parts, is_silent, report }
    }

    /// Writes no files: one of them would replace something that is read.
    pub(crate) fn spare_files(&mut self) {
        self.files.clear();
    }

    /// Neither shows nor writes anything: another process does.
    pub(crate) fn say_nothing(&mut self) {
        self.is_silent = true;
        self.files.clear();
    }

    /// Whether people read some of what is written.
    pub(crate) fn is_for_people(&self) -> bool {
        self.writes(Format::Human) || self.kept.is_some_and(|keeps| keeps.whole)
    }

    /// Whether some of what is written has room for a drawing.
    pub(crate) fn has_room_for_drawings(&self) -> bool {
        self.writes(Format::Markdown) || self.has_room_for_systems()
    }

    /// Whether some of what is written shows whole systems.
    pub(crate) fn has_room_for_systems(&self) -> bool {
        self.kept.is_some_and(|keeps| keeps.paged) || self.writes(Format::Html)
    }

    /// Whether it shows a system already.
    pub(crate) fn shows_system(&self) -> bool {
        self.report.entries.iter().any(|entry| matches!(entry, Entry::Transitions(_)))
    }

    fn writes(&self, format: Format) -> bool {
        self.shown == format || self.files.iter().any(|(other, _)| *other == format)
    }

    /// Notes that properties are asked of a system of this many states and transitions.
    pub(crate) fn asked_of(&mut self, states: usize, transitions: usize) {
        self.report.sizes.push((states, transitions));
    }

    /// How many properties were not understood.
    pub(crate) fn n_not_understood(&self) -> usize {
        self.report.wrong
    }

    /// Notes that this many properties were not understood.
    pub(crate) fn not_understood(&mut self, wrong: usize) {
        self.report.wrong += wrong;
    }

    /// Adds what was found out, and shows it where that goes piece by piece.
    pub(crate) fn add(&mut self, session: &mut Session, mut entry: Entry) {
        if let Entry::Property(finding) = &mut entry {
            finding.system = self.report.sizes.len().saturating_sub(1);
            if let Some(run) = &mut finding.run {
                run.shows_parts = self.shows_parts;
                finding.shows_run |= voice::is_verbose();
            }
        }
        let text = match self.shown {
            _ if self.is_silent || voice::is_quiet() && entry.is_as_expected() => String::new(),
            Format::Human => human::entry(&entry),
            Format::Short => short::entry(&entry, &self.report.input),
            Format::Github => github::entry(&entry, &self.report.input),
            _ => String::new(),
        };
        if !text.is_empty() {
            session.print_coloured(&text, self.colour(&entry));
        }
        self.report.entries.push(entry);
    }

    /// The colour of the first word of an entry that people read on a terminal.
    fn colour(&self, entry: &Entry) -> Option<Colour> {
        match entry {
            Entry::Property(finding) if self.shown == Format::Human => {
                voice::colours(&io::stdout()).then_some(match finding.exit {
                    Exit::Success => Colour::Green,
                    Exit::Inconclusive => Colour::Yellow,
                    _ => Colour::Red,
                })
            }
            _ => None,
        }
    }

    /// Adds what is known at the end.
    fn complete(&mut self, session: &Session) {
        let messages = session.reported().iter().map(|diagnostic| Message {
            place: diagnostic.labels.first().and_then(|label| place(session, label.span)),
            diagnostic: diagnostic.clone(),
        });
        self.report.messages = messages.collect();
        if self.has_room_for_systems() {
            self.report.sources = sources::excerpts(session, &self.report);
        }
    }

    /// Ends the report of a part of a folder.
    pub(crate) fn finish_part(mut self, session: &mut Session, exit: Exit) -> Part {
        self.complete(session);
        let is_shown = self.shown == Format::Human;
        if is_shown && !(voice::is_quiet() && exit == Exit::Success) {
            session.print(&summary::line(&self.report).unwrap_or_default());
        }
        let count = |is_certain: bool| {
            let of = |entry: &&Entry| matches!(entry, Entry::Defect(defect) if defect.is_certain == is_certain);
            self.report.entries.iter().filter(of).count()
        };
        let findings = (count(true), count(false));
        let has = |what: fn(Keeps) -> bool| self.kept.is_some_and(what);
        let page = has(|keeps| keeps.paged).then(|| file::part_of_page(&self.report, exit));
        let (keeps_whole, totals) = (has(|keeps| keeps.whole), Totals::of(&self.report));
        Part { totals, findings, page, whole: keeps_whole.then_some(self.report) }
    }

    /// Writes what is written at the end; the exit code without failures to write.
    pub(crate) fn finish(mut self, session: &mut Session, exit: Exit) {
        if self.is_silent {
            return;
        }
        self.complete(session);
        match self.shown {
            Format::Human | Format::Short if voice::is_quiet() && exit == Exit::Success => {}
            Format::Human => session.print(&summary::line(&self.report).unwrap_or_default()),
            Format::Short => session.print(&short::summary(&self.report)),
            Format::Github => session.print(&github::messages(&self.report)),
            whole => {
                session.print_data(&file::text(&self.report, whole, exit));
            }
        }
        for (format, path) in &self.files {
            let text = file::text(&self.report, *format, exit);
            let written = output::write_file(path, &|out| out.write_all(text.as_bytes()));
            if let Err(error) = written {
                session.unwritable(&format!("`{}`", path.display()), &error);
            }
        }
    }
}
