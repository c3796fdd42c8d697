//! What a page shows, as data.
//!
//! Input: a report. Output: one JSON value. Texts are as they may be shown: what would turn the direction of writing stands as a number.

use super::actions::actions;
use super::steps::Steps;
use crate::io::visible::visible;
use crate::report::file::value::Json;
use crate::report::sources::Excerpt;
use crate::report::{
    Comparison, Defect, Entry, Finding, Message, ProductTable, Reached, Report, SourcePosition,
    StateDiagram, Texts, Transitions, human, render, short, summary,
};
use crate::session::exit::Exit;

/// The whole report.
pub(super) fn data(report: &Report, exit: Exit) -> Json {
    let diagram = report.entries.iter().find_map(|entry| match entry {
        Entry::Diagram(shown) => Some(&**shown),
        _ => None,
    });
    let (mut files, mut steps) = (Files::default(), Steps::new(diagram));
    let (mut properties, mut findings, mut ignored) = (Vec::new(), Vec::new(), Vec::new());
    let (mut systems, mut lines) = (Vec::new(), Vec::new());
    let mut whole = vec![
        ("tool", Json::text(concat!("erl2lts ", env!("CARGO_PKG_VERSION")))),
        ("input", shown(&report.input)),
        ("exit", Json::Number(usize::from(exit.code()))),
        ("summary", summary::line(report).map_or(Json::Null, |line| shown(line.trim_end()))),
    ];
    for entry in &report.entries {
        match entry {
            Entry::Property(finding) => properties.push(property(finding, &mut steps, &mut files)),
            Entry::Defect(found) => findings.push(defect(found, &mut steps, &mut files)),
            Entry::Ignored(found) => ignored.push(defect(found, &mut steps, &mut files)),
            Entry::Transitions(system) => systems.push(transitions(system)),
            Entry::System(system) if !matches!(system.comparison, Comparison::None) => {
                lines.push(shown(&human::sized(system)));
            }
            Entry::Hunt(reached) => whole.push(("hunt", hunt(reached, &mut files))),
            Entry::Assumptions(text) => whole.push(("assumptions", shown(text.trim_end()))),
            Entry::Products(table) => whole.push(("products", products(table))),
            Entry::System(_) | Entry::Formula { .. } | Entry::Diagram(_) | Entry::Told { .. } => {}
        }
    }
    let clauses = diagram.map_or(Json::Null, |shown| clauses(shown, &mut files));
    let messages = report.messages.iter().map(|told| message(told, &mut files));
    whole.extend([
        ("messages", Json::List(messages.collect())),
        ("properties", Json::List(properties)),
        ("findings", Json::List(findings)),
        ("ignored", Json::List(ignored)),
        ("sizes", Json::List(lines)),
        ("diagram", diagram.map_or(Json::Null, |shown| state_diagram(shown, report))),
        ("clauses", clauses),
        ("systems", Json::List(systems)),
    ]);
    let sources = report.sources.iter().map(|source| excerpt(source, &mut files));
    whole.push(("sources", Json::List(sources.collect())));
    whole.push(("files", Json::List(files.names.iter().map(|name| shown(name)).collect())));
    Json::Object(whole)
}

/// The files that are named, each once.
#[derive(Default)]
pub(super) struct Files {
    names: Vec<String>,
}

impl Files {
    fn number(&mut self, name: &str) -> u32 {
        let known = self.names.iter().position(|other| other == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// A place: the number of its file, its line and its column.
    pub(super) fn place(&mut self, place: Option<&SourcePosition>) -> Json {
        let Some(place) = place else { return Json::Null };
        let [line, column] = [place.line, place.column].map(|n| u32::try_from(n).unwrap_or(0));
        Json::Numbers(vec![self.number(&place.file), line, column])
    }
}

/// A text of any origin.
pub(super) fn shown(text: &str) -> Json {
    Json::text(&visible(text))
}

fn texts(texts: &[String]) -> Json {
    Json::List(texts.iter().map(|text| shown(text)).collect())
}

fn property(finding: &Finding, steps: &mut Steps<'_>, files: &mut Files) -> Json {
    let as_expected = match finding.exit {
        Exit::Inconclusive => Json::Null,
        exit => Json::Bool(exit == Exit::Success),
    };
    let mut object = vec![
        ("name", shown(&finding.name)),
        ("logic", Json::text(finding.logic.name())),
        ("formula", shown(finding.formula.trim())),
        ("mu", shown(&finding.mu)),
        ("verdict", Json::text(finding.word.text())),
        ("remark", Json::text(human::remark(finding))),
        ("ok", as_expected),
        ("notes", texts(&finding.notes)),
        ("at", files.place(finding.place.as_ref())),
        ("system", Json::Number(finding.system)),
    ];
    if let Some((n, of)) = finding.false_in {
        object.push(("false_in", Json::List(vec![Json::Number(n), Json::Number(of)])));
    }
    if let Some(run) = &finding.run {
        object.push(("run", steps.of_run(run, files)));
    }
    Json::Object(object)
}

fn defect(defect: &Defect, steps: &mut Steps<'_>, files: &mut Files) -> Json {
    let also = defect.also.iter().map(|at| files.place(Some(at))).collect();
    Json::Object(vec![
        ("code", Json::text(defect.code)),
        ("certain", Json::Bool(defect.is_certain)),
        ("message", shown(&defect.message)),
        ("consequence", shown(&defect.consequence)),
        ("at", files.place(defect.place.as_ref())),
        ("also", Json::List(also)),
        ("because", texts(&defect.because)),
        ("run", steps.of_way(defect, files)),
    ])
}

fn hunt(reached: &Reached, files: &mut Files) -> Json {
    let unhandled = reached
        .unhandled
        .iter()
        .map(|(state, events)| Json::List(vec![shown(state), texts(events)]));
    let results = reached.results.iter().map(|at| files.place(Some(at)));
    Json::Object(vec![
        ("line", shown(&short::hunted(reached))),
        ("complete", Json::Bool(reached.is_complete)),
        ("taken", Json::Number(reached.clauses_taken)),
        ("clauses", Json::Number(reached.clauses)),
        ("results", Json::List(results.collect())),
        ("unhandled", Json::List(unhandled.collect())),
        ("modules", texts(&reached.modules)),
    ])
}

fn message(message: &Message, files: &mut Files) -> Json {
    let told = &message.diagnostic;
    Json::Object(vec![
        ("code", Json::text(told.code.0)),
        ("severity", Json::text(render::severity(told.severity))),
        ("text", shown(&told.message)),
        ("help", told.help.as_deref().map_or(Json::Null, shown)),
        ("at", files.place(message.place.as_ref())),
    ])
}

fn products(table: &ProductTable) -> Json {
    let rows = table.rows.iter().map(|row| {
        let words = row.words.iter().map(|word| Json::text(word.text())).collect();
        Json::Object(vec![
            ("features", texts(&row.features)),
            ("states", Json::Number(row.states)),
            ("transitions", Json::Number(row.transitions)),
            ("verdicts", Json::List(words)),
        ])
    });
    let rows = Json::List(rows.collect());
    Json::Object(vec![("properties", texts(&table.properties)), ("rows", rows)])
}

fn state_diagram(shown_diagram: &StateDiagram, report: &Report) -> Json {
    let StateDiagram { drawing, is_cut, .. } = shown_diagram;
    let systems = report.entries.iter().filter_map(|entry| match entry {
        Entry::Transitions(system) => Some(&**system),
        _ => None,
    });
    let actions = actions(shown_diagram, &systems.collect::<Vec<_>>());
    let states = drawing.states.iter().map(|state| shown(&state.title));
    let arrows = drawing.arrows.iter().zip(&actions).map(|(arrow, actions)| {
        let label: Vec<String> = arrow.label.split('\n').map(str::to_owned).collect();
        Json::Object(vec![
            ("from", Json::Number(arrow.from)),
            ("to", Json::Number(arrow.to)),
            ("label", texts(&label)),
            ("does", texts(actions)),
        ])
    });
    Json::Object(vec![
        ("states", Json::List(states.collect())),
        ("arrows", Json::List(arrows.collect())),
        ("cut", Json::Bool(*is_cut)),
    ])
}

/// The clauses of callbacks: file, first line, last line, and 1 if it was taken.
fn clauses(shown: &StateDiagram, files: &mut Files) -> Json {
    let clauses = shown.clauses.iter().map(|(at, last, is_taken)| {
        let [first, last] = [at.line, *last].map(|line| u32::try_from(line).unwrap_or(0));
        Json::Numbers(vec![files.number(&at.file), first, last, u32::from(*is_taken)])
    });
    Json::List(clauses.collect())
}

fn transitions(system: &Transitions) -> Json {
    let table = |table: &Texts| {
        let distinct = texts(&table.distinct);
        Json::List(vec![distinct, Json::Numbers(table.numbers.clone())])
    };
    Json::Object(vec![
        ("start", Json::Number(system.start)),
        ("complete", Json::Bool(system.is_complete)),
        ("paper", Json::Bool(system.is_paper)),
        ("left_out", Json::Bool(system.is_left_out)),
        ("labels", texts(&system.labels)),
        ("edges", Json::Numbers(system.edges.clone())),
        ("names", table(&system.names)),
        ("data", table(&system.data)),
    ])
}

fn excerpt(source: &Excerpt, files: &mut Files) -> Json {
    let pieces = source.pieces.iter().map(|(first, lines)| {
        Json::Object(vec![("first", Json::Number(*first)), ("lines", texts(lines))])
    });
    let file = Json::Number(files.number(&source.file) as usize);
    Json::Object(vec![("file", file), ("pieces", Json::List(pieces.collect()))])
}
