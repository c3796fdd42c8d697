//! Findings as text.
//!
//! Certain ones each with the way to it; possible ones too, but of one kind only the first is shown in full, and of many
//! the first ones alone unless all are asked for. Then the table of events without a clause, and what was reached.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use frontend::{Code, FileId, Module, SourceMap, Span};
use hunter::{Cause, Finding, Gap, Line, Rank, Report};
use model::{Model, OriginKind};

use crate::check::assumption;
use crate::check::parties::party;
use crate::report::{Defect, DefectStep, Entry, Reached, Reporter, place};
use crate::session::Session;

/// Findings that are only possible and are shown.
const MAX_LISTED: usize = 10;

/// Those of them that rest on what an event carries, or on messages that no process is known to send.
const MAX_GUESSED: usize = 5;

/// Certain findings of one code of which the way is shown.
const MAX_WAYS: usize = 2;

/// Characters of data that are shown.
const MAX_DATA: usize = 80;

/// Characters of an event that are shown.
const MAX_EVENT: usize = 100;

/// Steps of a way that are shown.
const MAX_LINES: usize = 16;

/// What bounds what a hunt can meet.
pub(crate) struct Bounds {
    /// How many callers may wait for an answer at once.
    pub(crate) clients: usize,
    /// What is given and not taken from the module, behind `all that there is`; empty if nothing is.
    pub(crate) given: String,
    /// Built-in functions that are taken to return, as they do not for a name that no process has.
    pub(crate) built_in: BTreeSet<String>,
    /// What was read of other modules of the project, in words.
    pub(crate) modules: Vec<String>,
}

/// The text of a report.
pub(crate) fn text(
    session: &Session,
    model: &Model,
    report: &Report,
    (silenced, pasted): (usize, Option<&str>),
    (bounds, shows_all): (&Bounds, bool),
) -> String {
    let sources = &session.sources;
    let mut out = String::new();
    out.push_str(&summary(model, report, bounds));
    let mut shown: BTreeMap<Code, usize> = BTreeMap::new();
    let mut pasted = pasted;
    for finding in report.findings.iter().filter(|finding| finding.rank == Rank::Certain) {
        let count = shown.entry(finding.code).or_default();
        *count += 1;
        out.push_str(&head(finding, sources));
        if *count <= MAX_WAYS {
            out.push_str(&way(finding, sources));
        }
        if !finding.way.is_empty() {
            out.push_str(pasted.take().unwrap_or_default());
        }
    }
    out.push_str(&possible(report, sources, shows_all));
    out.push_str(&table(model, report, sources));
    if !report.results.is_empty() {
        let mut lines: Vec<String> =
            report.results.iter().map(|&span| sources.line_of(span)).collect();
        lines.dedup();
        let _ = writeln!(
            out,
            "results   {} {} on what is not known, as on results of other modules: {}",
            lines.len(),
            if lines.len() == 1 { "place may crash" } else { "places may crash" },
            some(&lines, if shows_all { lines.len() } else { 4 })
        );
    }
    if silenced > 0 {
        let _ = writeln!(out, "ignored   {silenced} {}", plural(silenced, "finding"));
    }
    if report.is_blind {
        let _ = writeln!(out, "inconclusive: {}", blind(model, report));
    } else if report.findings.is_empty() {
        let is_all = report.results.is_empty() && report.unhandled.is_empty();
        out.push_str(if is_all { "nothing was found\n" } else { "nothing else was found\n" });
    }
    out.push_str(&assumption::of_hunt(&bounds.built_in));
    if report.is_crowded {
        let most = bounds.clients;
        let callers = plural(most, "caller");
        let waits = if most == 1 { "waits" } else { "wait" };
        let _ =
            writeln!(out, "and that no more than {most} {callers} {waits} for an answer at once");
    }
    out.push_str(&others(model, sources));
    for line in &bounds.modules {
        let _ = writeln!(out, "read      {line}");
    }
    out
}

/// Where the report takes a process of which nothing is known for another one than the machine.
fn others(model: &Model, sources: &SourceMap) -> String {
    let mut lines: Vec<String> =
        model.to_others.iter().map(|&span| sources.line_of(span)).collect();
    lines.dedup();
    if lines.is_empty() {
        return String::new();
    }
    let places = some(&lines, 4);
    format!("and that a process that nobody knows is not the machine itself: {places}\n")
}

/// Why nothing was seen.
fn blind(model: &Model, report: &Report) -> &'static str {
    let has_states = model.behaviour.only_state.is_none();
    let is_met = report.coverage.states.iter().any(|(_, reached)| *reached);
    if report.states == 0 || has_states && !is_met {
        "`init/1` was not followed to a state, so nothing was looked at"
    } else {
        "no event was followed, so nothing was looked at"
    }
}

/// Why nothing was seen where there is no model.
const UNTRANSLATED: &str = "the module was not translated to its end, so nothing was looked at";

/// The report of a module of which there is no model, for programs.
pub(crate) fn unlooked() -> Reached {
    Reached {
        states: 0,
        moves: 0,
        is_complete: false,
        gaps: vec!["the module was not translated to its end".to_owned()],
        blind: Some(UNTRANSLATED),
        clauses_taken: 0,
        clauses: 0,
        not_taken: Vec::new(),
        states_met: Vec::new(),
        unknowns: BTreeMap::new(),
        unhandled: Vec::new(),
        results: Vec::new(),
        modules: Vec::new(),
    }
}

/// The report of a module that was not translated in time, as text: that nothing was looked at.
pub(crate) fn unlooked_text(module: &Module) -> String {
    let name = module.name.as_ref().map_or("", |(name, _)| name.as_str());
    format!(
        "hunt      {name}: 0 states, 0 moves: not all that there is\ninconclusive: {UNTRANSLATED}\n"
    )
}

/// Who brings a finding about, in a word.
fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Itself => "machine",
        Cause::Interface => "interface",
        Cause::Somebody => "process",
        Cause::End => "end_of_process",
        Cause::Content => "content",
        Cause::Stray => "stray_message",
        Cause::Unused => "unused_function",
        Cause::Nothing => "nothing",
    }
}

/// Findings as entries of a report for programs.
pub(crate) fn entries(
    session: &mut Session,
    reporter: &mut Reporter,
    (model, report, bounds): (&Model, &Report, &Bounds),
    ignored: &[Finding],
) {
    for finding in &report.findings {
        let defect = Box::new(defect(session, model, finding));
        reporter.add(session, Entry::Defect(defect));
    }
    for finding in ignored {
        let defect = Box::new(defect(session, model, finding));
        reporter.add(session, Entry::Ignored(defect));
    }
    let not_taken = report.coverage.clauses.iter().filter(|(_, is_taken)| !is_taken);
    let reached = Reached {
        states: report.states,
        moves: report.moves,
        is_complete: report.is_complete(),
        gaps: report.gaps.iter().map(ToString::to_string).collect(),
        blind: report.is_blind.then(|| blind(model, report)),
        clauses_taken: report.coverage.taken(),
        clauses: report.coverage.clauses.len(),
        not_taken: not_taken.filter_map(|(span, _)| place(session, *span)).collect(),
        states_met: report.coverage.states.clone(),
        unknowns: unknowns(model),
        unhandled: report.unhandled.clone(),
        results: report.results.iter().filter_map(|&span| place(session, span)).collect(),
        modules: bounds.modules.clone(),
    };
    reporter.add(session, Entry::Hunt(reached));
}

/// A finding as data.
fn defect(session: &Session, model: &Model, finding: &Finding) -> Defect {
    let step = |line: &Line| {
        let at = line.place.and_then(|span| place(session, span));
        let (label, event, after) = (line.event.clone(), line.shown.clone(), line.after.clone());
        let party = party(Some(model), &label);
        DefectStep { label, event, after, at, data: line.data.clone(), party }
    };
    Defect {
        code: finding.code.0,
        is_certain: finding.rank == Rank::Certain,
        message: finding.message.clone(),
        consequence: finding.consequence.clone(),
        place: place(session, finding.place),
        also: finding.also.iter().filter_map(|&span| place(session, span)).collect(),
        cause: cause(finding.cause),
        sent_from: finding.sent_from.and_then(|span| place(session, span)),
        way: finding.evidence.iter().map(step).collect(),
        because: finding.because.clone(),
    }
}

/// How many places of a model make values that are uncertain, by what these are.
fn unknowns(model: &Model) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for origin in model.unknowns() {
        let kind = match model.origins[origin].kind {
            OriginKind::Result => "results",
            OriginKind::Message => "messages",
            OriginKind::Header => "headers",
            OriginKind::Inexact | OriginKind::Hidden => "constructs",
            // The processes around the machine choose them; few maps are large.
            OriginKind::Choice | OriginKind::End | OriginKind::Part | OriginKind::Order => continue,
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn summary(model: &Model, report: &Report, bounds: &Bounds) -> String {
    let states = format!("{} {}", report.states, plural(report.states, "state"));
    let coverage = &report.coverage;
    let reached = coverage.states.iter().filter(|(_, reached)| *reached).count();
    let why: Vec<String> =
        report.gaps.iter().filter(|gap| **gap != Gap::Clock).map(ToString::to_string).collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let how = if report.gaps.contains(&Gap::Clock) {
        "ended by the clock, another run may see more or less"
    } else if report.is_complete() {
        "all that there is"
    } else {
        "not all that there is"
    };
    let given = &bounds.given;
    let abstraction =
        if report.is_complete() && report.is_abstract { ", up to the abstraction" } else { "" };
    let met = match model.behaviour.only_state {
        Some(_) => String::new(),
        None => format!(", {reached} of {} states met", coverage.states.len()),
    };
    format!(
        "hunt      {}: {states}, {} {}: {how}{given}{why}{abstraction}; {} of {} clauses taken{met}\n",
        model.module,
        report.moves,
        plural(report.moves, "move"),
        coverage.taken(),
        coverage.clauses.len(),
    )
}

fn head(finding: &Finding, sources: &SourceMap) -> String {
    let word = match finding.rank {
        Rank::Certain => "certain",
        Rank::Possible => "possible",
    };
    let Finding { code, message, place, also, consequence, .. } = finding;
    let others: Vec<String> = also.iter().map(|&span| sources.line_of(span)).collect();
    let also = match others.as_slice() {
        [] => String::new(),
        _ => format!("{:9} also at {}\n", "", some(&others, 4)),
    };
    let head = format!("{word:<9} {}: {}: {message}\n", code.0, sources.line_of(*place));
    let from = finding.sent_from.map(|from| format!("; sent by {}", sources.line_of(from)));
    format!("{head}{also}{:9} {consequence}{}\n", "", from.unwrap_or_default())
}

fn way(finding: &Finding, sources: &SourceMap) -> String {
    let (lines, file) = (&finding.evidence, finding.place.file);
    let shown: Vec<&Line> = lines.iter().take(MAX_LINES).collect();
    let width = shown.iter().map(|line| line.shown.chars().count()).max().unwrap_or(0).min(56);
    let mut out = String::new();
    for (number, line) in shown.iter().enumerate() {
        let states = match (&line.before, &line.after) {
            (Some(before), Some(after)) if before == after => before.clone(),
            (Some(before), Some(after)) => format!("{before} -> {after}"),
            (Some(before), None) => before.clone(),
            (None, Some(after)) => format!("-> {after}"),
            (None, None) => String::new(),
        };
        let place = line.place.map(|span| line_in(span, file, sources)).unwrap_or_default();
        let data = line
            .data
            .as_deref()
            .map(|data| format!("  {}", cut(data, MAX_DATA)))
            .unwrap_or_default();
        let text = format!(
            "    {:>4}  {:<width$}  {states:<20}  {place}{data}",
            number + 1,
            cut(&line.shown, MAX_EVENT)
        );
        let _ = writeln!(out, "{}", text.trim_end());
    }
    if lines.len() > MAX_LINES {
        let _ = writeln!(out, "          and {} more", lines.len() - MAX_LINES);
    }
    out
}

/// The line alone in the file that stands above, in another one with that.
fn line_in(span: Span, above: FileId, sources: &SourceMap) -> String {
    let Some(source) = sources.get(span.file) else { return String::new() };
    let line = source.line_column(span.start).0;
    let name = Path::new(&source.name).file_name().filter(|_| span.file != above);
    name.map_or_else(|| format!("line {line}"), |name| format!("{}:{line}", name.display()))
}

/// A text that is cut where it is long.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most).chain("..".chars()).collect()
}

/// What is only possible: the first ones in their order, of each code the first with its way; of the rest how many, those that
/// rest on what is guessed in a line of their own.
fn possible(report: &Report, sources: &SourceMap, shows_all: bool) -> String {
    let is_possible = |finding: &&Finding| finding.rank == Rank::Possible;
    let (never, others): (Vec<&Finding>, Vec<&Finding>) = report
        .findings
        .iter()
        .filter(is_possible)
        .partition(|finding| finding.code == hunter::codes::CLAUSE_NEVER_TAKEN);
    let is_guessed =
        |finding: &&Finding| matches!(finding.cause, Cause::Content | Cause::Stray | Cause::Unused);
    let (guessed, told): (Vec<&Finding>, Vec<&Finding>) = others.into_iter().partition(is_guessed);
    let most = if shows_all { told.len() } else { MAX_LISTED.min(told.len()) };
    let (shown, rest) = told.split_at(most);
    let most = if shows_all {
        guessed.len()
    } else {
        MAX_GUESSED.min(MAX_LISTED - most).min(guessed.len())
    };
    let (shown_guessed, rest_guessed) = guessed.split_at(most);
    let (mut out, mut codes) = (String::new(), BTreeSet::new());
    for finding in shown.iter().chain(shown_guessed) {
        out.push_str(&head(finding, sources));
        if codes.insert(finding.code) || shows_all {
            out.push_str(&way(finding, sources));
            let most = if shows_all { finding.because.len() } else { 3 };
            let _ = writeln!(out, "          it rests on {}", some(&finding.because, most));
        }
    }
    out.push_str(&never_taken(&never, sources, shows_all));
    out.push_str(&more(rest, "", sources));
    let of = |cause: Cause| -> Vec<&Finding> {
        rest_guessed.iter().copied().filter(|finding| finding.cause == cause).collect()
    };
    let [content, stray, unused] = [Cause::Content, Cause::Stray, Cause::Unused].map(of);
    out.push_str(&more(&content, " on what an event carries", sources));
    out.push_str(&more(&stray, " on messages that no process is known to send", sources));
    out.push_str(&more(&unused, " on what nobody in the project sends", sources));
    out
}

/// Findings that are not shown: how many of each code, and where the first ones are.
fn more(rest: &[&Finding], about: &str, sources: &SourceMap) -> String {
    if rest.is_empty() {
        return String::new();
    }
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    for finding in rest {
        *counts.entry(finding.code).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(code, count)| format!("{count} of {}", code.0)).collect();
    let lines: Vec<String> = rest.iter().map(|finding| sources.line_of(finding.place)).collect();
    let (count, codes, places) = (rest.len(), counts.join(", "), some(&lines, 4));
    format!("possible  {count} more{about} (`--all`), {codes}: {places}\n")
}

/// Clauses that are never taken: one with what it rests on, several in a line.
fn never_taken(never: &[&Finding], sources: &SourceMap, shows_all: bool) -> String {
    let lines: Vec<String> = never.iter().map(|finding| sources.line_of(finding.place)).collect();
    match never {
        [] => String::new(),
        [finding] => {
            head(finding, sources)
                + &format!("          it rests on {}\n", some(&finding.because, 3))
        }
        [first, ..] => {
            let places = some(&lines, if shows_all { lines.len() } else { 4 });
            let count = lines.len();
            format!("possible  {}: {count} clauses are never taken: {places}\n", first.code.0)
        }
    }
}

/// The first of some texts, at most so many, in one line.
fn some(all: &[String], most: usize) -> String {
    let mut text = all.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    if all.len() > most {
        let _ = write!(text, " and {} more", all.len() - most);
    }
    text
}

/// Events without a clause that no process is known to send.
fn table(model: &Model, report: &Report, sources: &SourceMap) -> String {
    let count: usize = report.unhandled.iter().map(|(_, events)| events.len()).sum();
    if count == 0 {
        return String::new();
    }
    let mut out = format!(
        "unhandled {count} {} without a clause, if somebody sends them there:\n",
        plural(count, "event")
    );
    for (state, events) in report.unhandled.iter().take(8) {
        let within = match model.behaviour.only_state {
            Some(_) => String::new(),
            None => format!("{state}: "),
        };
        let named: Vec<String> = events.iter().map(|event| sent(report, event, sources)).collect();
        let _ = writeln!(out, "          {within}{}", some(&named, 6));
    }
    if report.unhandled.len() > 8 {
        let more = report.unhandled.len() - 8;
        let _ = writeln!(out, "          and {more} more {}", plural(more, "state"));
    }
    out
}

/// An event without a clause, with who sends it, if not there.
fn sent(report: &Report, event: &str, sources: &SourceMap) -> String {
    match report.sent.get(event) {
        Some(&from) => format!("{event} (sent by {})", sources.line_of(from)),
        None => event.to_owned(),
    }
}

/// What was reached: a table, then the source of all callbacks with a mark at each clause.
pub(crate) fn coverage(
    session: &Session,
    module: &Module,
    (model, report): (&Model, &Report),
) -> String {
    let mut out = String::from("coverage\n");
    let states = report.coverage.states.iter();
    for (state, reached) in states.filter(|_| model.behaviour.only_state.is_none()) {
        let word = if *reached { "met" } else { "never met" };
        let _ = writeln!(out, "    state {state}: {word}");
    }
    let Some(source) = session.sources.get(module.file) else { return out };
    let mut marks: BTreeMap<usize, bool> = BTreeMap::new();
    for (span, taken) in &report.coverage.clauses {
        if span.file == module.file {
            let line = source.line_column(span.start).0;
            let all = marks.entry(line).or_insert(*taken);
            *all = *all && *taken;
        }
    }
    for (number, line) in source.text.lines().enumerate() {
        let mark = match marks.get(&(number + 1)) {
            Some(true) => '+',
            Some(false) => '-',
            None => ' ',
        };
        let _ = writeln!(out, "{:>5} {mark} {line}", number + 1);
    }
    out
}
