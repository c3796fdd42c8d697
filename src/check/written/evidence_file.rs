//! Evidence as a file of its own: a system, a drawing, or commands that replay it.
//!
//! Input: a verdict on a system, a file name. Output: the part of the system that explains the verdict
//! (`.aut`, `.dot`), or a `.props` file with the commands of the run, which is checked before it is
//! written. With several properties each has a file, named after it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use checker::formula::Dialect;
use checker::{EvidenceKind, Paths, Truth, Verdict};
use frontend::Diagnostic;
use lts::format::aut::TauName;
use lts::format::fsm::Parameters;
use lts::format::{aut, dot};
use lts::{Lts, Term};

use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::codes;
use crate::config::fairness;
use crate::config::language::Reading;
use crate::config::properties::quoted;
use crate::config::settings::{Settings, placeless};
use crate::io::output::{self, is_dot};
use crate::io::protected::is_same_file;
use crate::session::Session;
use crate::system::Subject;

/// Where evidence goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) path: &'a Path,
    /// Whether there is more than one property.
    pub(crate) is_shared: bool,
    pub(crate) tau: TauName,
}

/// What a `.props` file is made of besides the run.
pub(crate) struct Replay<'r> {
    pub(crate) subject: &'r Subject,
    pub(crate) settings: &'r Settings,
    /// Whether the property has this verdict under these commands.
    pub(crate) confirms: &'r mut dyn FnMut(&str, Truth) -> bool,
}

/// What is wrong with the name of a file of evidence.
pub(crate) fn contradiction(path: &Path, input: &Path, is_module: bool) -> Option<Diagnostic> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let wrong = |message: String, help: &str| {
        Some(placeless(codes::BAD_FLAGS, message).with_help(help.to_owned()))
    };
    match extension {
        _ if is_same_file(path, input) => {
            let message = format!("the evidence would replace the input `{}`", path.display());
            wrong(message, "name another file")
        }
        Some("aut" | "dot") => None,
        Some("props") if is_module => None,
        Some("props") => {
            let message = "commands replay a run of a module only".to_owned();
            wrong(message, "`--evidence FILE.aut` or `FILE.dot` for other systems")
        }
        _ => {
            let message = format!("evidence cannot be written as `{}`", path.display());
            wrong(message, "`FILE.aut` is a system, `FILE.dot` a drawing, `FILE.props` commands")
        }
    }
}

impl Target<'_> {
    /// Writes what explains a verdict, if anything does.
    pub(crate) fn write(
        &self,
        session: &mut Session,
        parsed: &Parsed<'_>,
        (verdict, stage): (&Verdict, &Stage<'_, '_>),
        replay: Option<&mut Replay<'_>>,
    ) {
        let path = output::of_property(self.path, &parsed.property.name, self.is_shared);
        if path.extension().is_some_and(|extension| extension == "props") {
            let Some(replay) = replay else { return };
            match props(parsed, (verdict, stage), &path, replay) {
                Ok(text) => write(session, &path, &|out| out.write_all(text.as_bytes())),
                Err(why) => session.report(unwritten(&parsed.property.name, why)),
            }
            return;
        }
        let Some(alone) = alone(verdict, stage.lts) else {
            return session.report(unwritten(&parsed.property.name, NOTHING));
        };
        write(session, &path, &|out| {
            if is_dot(&path) {
                dot::write(&alone, &Parameters::default(), self.tau, out)
            } else {
                aut::write(&alone, self.tau, out)
            }
        });
    }
}

/// Why there is no file.
const NOTHING: &str = "no part of the system explains its verdict";

fn unwritten(name: &str, why: &str) -> Diagnostic {
    let message = format!("there is no evidence of {name} to be written: {why}");
    Diagnostic::new(codes::NO_EVIDENCE, frontend::Severity::Note, message)
}

fn write(session: &mut Session, path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
    if let Err(error) = output::write_file(path, write) {
        session.unwritable(&format!("`{}`", path.display()), &error);
    }
}

/// The part of a system that explains a verdict.
fn alone(verdict: &Verdict, lts: &Lts) -> Option<Lts> {
    match (&verdict.evidence, &verdict.together) {
        (Some(run), _) => run.alone(lts),
        (None, Some(tree)) => Some(tree.alone(lts, lts.initial()).0),
        (None, None) => None,
    }
}

/// A file whose commands make the machine do this run; else why not.
fn props(
    parsed: &Parsed<'_>,
    (verdict, stage): (&Verdict, &Stage<'_, '_>),
    path: &Path,
    replay: &mut Replay<'_>,
) -> Result<String, &'static str> {
    let Some(evidence) = &verdict.evidence else { return Err(NOTHING) };
    let n_before = match evidence.kind {
        EvidenceKind::Lasso { loop_start } => {
            let stem = checker::Evidence {
                steps: evidence.steps[..loop_start].to_vec(),
                kind: EvidenceKind::Trace,
            };
            Some(stage.commands(&stem).len())
        }
        EvidenceKind::Trace | EvidenceKind::Deadlock => None,
    };
    let events = Term::list(stage.commands(evidence)).to_string();
    let commands = match n_before {
        None => format!("{{sequence,{events}}}"),
        Some(0) => format!("{{cycle,{events}}}"),
        Some(_) => return Err("its commands go round, but not from the first one on"),
    };
    if !(replay.confirms)(&commands, verdict.holds) {
        return Err("these commands alone do not show it");
    }
    let property = parsed.property;
    let holds = verdict.holds == Truth::True;
    let module = quoted(&named_from(&replay.subject.path, path));
    let mut text = format!(
        "%% The run that explains why {} {}.\n{{module, {module}}}.\n{{commands, {commands}}}.\n",
        property.name,
        if holds { "holds" } else { "is violated" }
    );
    for (key, value) in replay.settings.given().filter(|(key, _)| *key != "commands") {
        let _ = writeln!(text, "{{{key}, {value}}}.");
    }
    let name = Term::atom(&property.name);
    let formula = quoted(&property.formula);
    let logic = property.logic.name();
    let Reading { paths, dialect, fairness } = &parsed.reading;
    let paths = if *paths == Paths::Infinite { ", {paths, infinite}" } else { "" };
    let regex = if *dialect == Dialect::Extended { ", {regex, ere}" } else { "" };
    let fair = fairness::options(fairness);
    let options = format!("[{{expect, {holds}}}{paths}{regex}{fair}]");
    let _ = writeln!(text, "{{property, {name}, {logic}, {formula},\n {options}}}.");
    Ok(text)
}

/// A path as it is named from the folder of a file.
pub(crate) fn named_from(path: &Path, file: &Path) -> String {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.canonicalize(),
        _ => Path::new(".").canonicalize(),
    };
    match (folder(path), folder(file), path.file_name()) {
        (Ok(folder), Ok(above), Some(name)) => {
            let below = folder.strip_prefix(&above).map(Path::to_path_buf);
            below.unwrap_or(folder).join(name).display().to_string()
        }
        (Ok(folder), Err(_), Some(name)) => folder.join(name).display().to_string(),
        _ => path.display().to_string(),
    }
}
