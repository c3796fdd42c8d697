//! A report for programs: one JSON object, keys in a fixed order.
//!
//! What is not known is `null`.

use super::value::Json;
use crate::report::folder::Folder;
use crate::report::render;
use crate::report::{
    Comparison, Defect, End, Entry, Finding, Message, ProductTable, Reached, Report, Run,
    SourcePosition, System, Word,
};
use crate::session::exit::Exit;

/// The program and its version.
const TOOL: &str = concat!("erl2lts ", env!("CARGO_PKG_VERSION"));

/// The whole report.
pub(super) fn text(report: &Report, exit: Exit) -> String {
    whole(report, exit).text_of_file()
}

/// The reports of a folder's files: an object for each, as it is alone.
pub(super) fn folder(of: &Folder<'_>) -> String {
    let findings: Vec<&Finding> =
        of.reports.iter().flat_map(|file| file.report.findings()).collect();
    let wrong = of.reports.iter().map(|file| file.report.wrong).sum();
    let files = of.reports.iter().map(|file| whole(&file.report, file.exit));
    let whole = Json::Object(vec![
        ("version", Json::Number(1)),
        ("tool", Json::text(TOOL)),
        ("folder", Json::text(of.name)),
        ("exit", Json::Number(usize::from(of.exit.code()))),
        ("summary", summary(&findings, wrong)),
        ("files", Json::List(files.collect())),
    ]);
    whole.text_of_file()
}

fn whole(report: &Report, exit: Exit) -> Json {
    let entries = &report.entries;
    let systems = entries.iter().filter_map(|entry| match entry {
        Entry::System(shown) => Some(system(shown)),
        _ => None,
    });
    let findings: Vec<&Finding> = report.findings().collect();
    let assumptions = entries.iter().find_map(|entry| match entry {
        Entry::Assumptions(said) => Some(Json::text(said.trim_end())),
        _ => None,
    });
    let mut whole = vec![
        ("version", Json::Number(1)),
        ("tool", Json::text(TOOL)),
        ("input", Json::text(&report.input)),
        ("exit", Json::Number(usize::from(exit.code()))),
        ("summary", summary(&findings, report.wrong)),
        ("systems", Json::List(systems.collect())),
        ("properties", Json::List(findings.iter().map(|property| finding(property)).collect())),
        ("assumptions", assumptions.unwrap_or(Json::Null)),
        ("messages", Json::List(report.messages.iter().map(message).collect())),
    ];
    let products = entries.iter().find_map(|entry| match entry {
        Entry::Products(shown) => Some(products(shown)),
        _ => None,
    });
    whole.extend(products.map(|products| ("products", products)));
    let hunts = entries.iter().find_map(|entry| match entry {
        Entry::Hunt(reached) => Some(hunt(reached)),
        _ => None,
    });
    if let Some(hunt) = hunts {
        let defects = entries.iter().filter_map(|entry| match entry {
            Entry::Defect(shown) => Some(defect(shown)),
            _ => None,
        });
        whole.extend([("hunt", hunt), ("findings", Json::List(defects.collect()))]);
    }
    Json::Object(whole)
}

/// The products of features; verdicts stand in the order of the properties.
fn products(table: &ProductTable) -> Json {
    let texts = |texts: &[String]| Json::List(texts.iter().map(|text| Json::text(text)).collect());
    let rows = table.rows.iter().map(|row| {
        let words = row.words.iter().map(|word| Json::text(word.text())).collect();
        Json::Object(vec![
            ("features", texts(&row.features)),
            ("states", Json::Number(row.states)),
            ("transitions", Json::Number(row.transitions)),
            ("verdicts", Json::List(words)),
        ])
    });
    Json::List(rows.collect())
}

/// What a hunt has reached.
fn hunt(reached: &Reached) -> Json {
    let unhandled = reached.unhandled.iter().map(|(state, events)| {
        let events = events.iter().map(|event| Json::text(event)).collect();
        Json::Object(vec![("state", Json::text(state)), ("events", Json::List(events))])
    });
    let not_taken = reached.not_taken.iter().map(|at| Json::Object(place(Some(at)).into()));
    let states = reached.states_met.iter().map(|(state, is_reached)| {
        Json::Object(vec![("state", Json::text(state)), ("is_reached", Json::Bool(*is_reached))])
    });
    let results = reached.results.iter().map(|at| Json::Object(place(Some(at)).into()));
    let unknowns = reached.unknowns.iter().map(|(kind, count)| (*kind, Json::Number(*count)));
    let mut object = vec![
        ("states", Json::Number(reached.states)),
        ("moves", Json::Number(reached.moves)),
        ("complete", Json::Bool(reached.is_complete)),
        ("gaps", Json::List(reached.gaps.iter().map(|gap| Json::text(gap)).collect())),
        ("blind", Json::Bool(reached.blind.is_some())),
        ("clauses_taken", Json::Number(reached.clauses_taken)),
        ("clauses", Json::Number(reached.clauses)),
        ("not_taken", Json::List(not_taken.collect())),
        ("reached", Json::List(states.collect())),
        ("unknowns", Json::Object(unknowns.collect())),
        ("unhandled", Json::List(unhandled.collect())),
        ("results", Json::List(results.collect())),
    ];
    if !reached.modules.is_empty() {
        let lines = reached.modules.iter().map(|line| Json::text(line));
        object.push(("modules", Json::List(lines.collect())));
    }
    Json::Object(object)
}

/// A finding of the built-in checks.
fn defect(defect: &Defect) -> Json {
    let steps = defect.way.iter().map(|shown| {
        let or_null = |text: &Option<String>| text.as_deref().map_or(Json::Null, Json::text);
        let mut step = vec![
            ("action", Json::text(&shown.label)),
            ("event", Json::text(&shown.event)),
            ("state", or_null(&shown.after)),
            ("data", or_null(&shown.data)),
        ];
        step.extend(place(shown.at.as_ref()));
        Json::Object(step)
    });
    let because = defect.because.iter().map(|what| Json::text(what)).collect();
    let mut object = vec![
        ("code", Json::text(defect.code)),
        ("rank", Json::text(if defect.is_certain { "certain" } else { "possible" })),
        ("message", Json::text(&defect.message)),
        ("consequence", Json::text(&defect.consequence)),
    ];
    object.extend(place(defect.place.as_ref()));
    let also = defect.also.iter().map(|at| Json::Object(place(Some(at)).into()));
    object.extend([("also", Json::List(also.collect())), ("cause", Json::text(defect.cause))]);
    if let Some(from) = &defect.sent_from {
        object.push(("sent_from", Json::Object(place(Some(from)).into())));
    }
    object.extend([("evidence", Json::List(steps.collect())), ("rests_on", Json::List(because))]);
    Json::Object(object)
}

fn summary(findings: &[&Finding], wrong: usize) -> Json {
    let of = |word| Json::Number(findings.iter().filter(|finding| finding.word == word).count());
    let ends = |exit| Json::Number(findings.iter().filter(|finding| finding.exit == exit).count());
    Json::Object(vec![
        ("properties", Json::Number(findings.len() + wrong)),
        ("holds", of(Word::Holds)),
        ("violated", of(Word::Violated)),
        ("possibly_holds", of(Word::PossiblyHolds)),
        ("possibly_violated", of(Word::PossiblyViolated)),
        ("unknown", of(Word::Unknown)),
        ("as_expected", ends(Exit::Success)),
        ("not_as_expected", ends(Exit::Violated)),
        ("inconclusive", ends(Exit::Inconclusive)),
        ("not_understood", Json::Number(wrong)),
    ])
}

fn system(system: &System) -> Json {
    let as_expected = match system.comparison {
        Comparison::None | Comparison::Open => Json::Null,
        Comparison::Met => Json::Bool(true),
        Comparison::Missed(..) => Json::Bool(false),
    };
    let (states, transitions) = match system.comparison {
        Comparison::Missed(states, transitions) => (states, transitions),
        _ => (None, None),
    };
    Json::Object(vec![
        ("states", Json::Number(system.states)),
        ("transitions", Json::Number(system.transitions)),
        ("view", Json::text(if system.paper_view { "paper" } else { "default" })),
        ("complete", Json::Bool(system.complete)),
        ("as_expected", as_expected),
        ("expected_states", number(states)),
        ("expected_transitions", number(transitions)),
    ])
}

fn finding(finding: &Finding) -> Json {
    let as_expected = match finding.exit {
        Exit::Inconclusive => Json::Null,
        exit => Json::Bool(exit == Exit::Success),
    };
    let false_in = finding
        .false_in
        .map(|(n, of)| Json::Object(vec![("states", Json::Number(n)), ("of", Json::Number(of))]));
    let mut object = vec![
        ("name", Json::text(&finding.name)),
        ("logic", Json::text(finding.logic.name())),
        ("formula", Json::text(&finding.formula)),
        ("mu", Json::text(&finding.mu)),
    ];
    object.extend(place(finding.place.as_ref()));
    object.extend([
        ("verdict", Json::text(finding.word.text())),
        ("expected", Json::text(if finding.expect { "holds" } else { "violated" })),
        ("as_expected", as_expected),
        ("evidence", finding.run.as_ref().map_or(Json::Null, run)),
        ("notes", Json::List(finding.notes.iter().map(|note| Json::text(note)).collect())),
        ("false_in", false_in.unwrap_or(Json::Null)),
    ]);
    Json::Object(object)
}

fn run(run: &Run) -> Json {
    let (end, start) = match run.end {
        End::Open => ("open", None),
        End::Deadlock => ("deadlock", None),
        End::Loop(start) => ("loop", Some(start)),
        End::Tree => ("tree", None),
    };
    let steps = run.steps.iter().map(|step| {
        let mut object = vec![("action", Json::text(&step.action))];
        object.extend(place(step.place.as_ref()));
        object.push(("about", step.part.as_deref().map_or(Json::Null, Json::text)));
        if run.end == End::Tree {
            object.extend([
                ("level", Json::Number(step.branch.level)),
                ("starts_branch", Json::Bool(step.branch.is_first)),
                ("goes_on_as_behind", number(step.branch.again)),
            ]);
        }
        Json::Object(object)
    });
    Json::Object(vec![
        ("end", Json::text(end)),
        ("loop_start", number(start)),
        ("steps", Json::List(steps.collect())),
    ])
}

fn message(message: &Message) -> Json {
    let diagnostic = &message.diagnostic;
    let mut object = vec![
        ("code", Json::text(diagnostic.code.0)),
        ("severity", Json::text(render::severity(diagnostic.severity))),
        ("message", Json::text(&diagnostic.message)),
        ("help", diagnostic.help.as_ref().map_or(Json::Null, |help| Json::text(help))),
    ];
    object.extend(place(message.place.as_ref()));
    Json::Object(object)
}

fn place(place: Option<&SourcePosition>) -> [(&'static str, Json); 3] {
    [
        ("file", place.map_or(Json::Null, |place| Json::text(&place.file))),
        ("line", number(place.map(|place| place.line))),
        ("column", number(place.map(|place| place.column))),
    ]
}

fn number(number: Option<usize>) -> Json {
    number.map_or(Json::Null, Json::Number)
}
