//! Findings as Erlang: a test module that replays one on the real module, and a session for the shell.
//!
//! Input: a finding as something to be done (`hunter::Replay`), or a run. Output: text. The test of a finding fails as long as the machine
//! has the defect, and passes when it is mended; that of a run may also pass as long as the machine does it. What plays the script stands in `emitted/player.erl` and is the same in all.

mod session;
mod shown;
mod term;

use std::fmt::Write as _;
use std::path::Path;

use frontend::{Diagnostic, SourceMap};
use hunter::{Act, CallEnd, Finding, Replay, Shows, Unplayable};
use lts::Term;
use lts::semantics::constant;
use model::{Expr, TimerKind};

use crate::codes;
use crate::config::settings::placeless;
use crate::io::output;
use crate::system::around::Around;

pub(crate) use session::session;
use term::{atom, text};

/// How the line begins in which a test says by what it was written.
pub(crate) const WRITTEN: &str = "%% Written by `erl2lts ";

/// The fixed part of a test module.
const PLAYER: &str = include_str!("emitted/player.erl");

/// What a replay is made for.
pub(crate) struct Machine<'m> {
    /// The module.
    pub(crate) module: &'m str,
    /// Its behaviour.
    pub(crate) behaviour: &'static behaviour::Behaviour,
    /// What it calls that.
    pub(crate) behaviour_name: &'m str,
    /// Under which name it is registered, if it is.
    pub(crate) name: Option<&'m str>,
    /// Whether that is a name of `global`.
    pub(crate) is_global: bool,
    /// What `init/1` is called with, unless the replay says it.
    pub(crate) init: Option<&'m Expr>,
    /// What other modules of the project say of it.
    pub(crate) around: &'m Around,
}

impl Machine<'_> {
    /// What registers its name.
    fn scope(&self) -> &'static str {
        if self.is_global { "global" } else { "local" }
    }

    /// What `init/1` is called with.
    fn argument(&self, replay: &Replay) -> String {
        match (&replay.argument, self.init) {
            (Some(argument), _) => text(argument),
            (None, Some(init)) => expression(init),
            (None, None) => "[]".to_owned(),
        }
    }
}

/// A test.
pub(crate) struct Test<'t> {
    /// What it is about, in lines.
    pub(crate) headline: &'t str,
    /// How that is done.
    pub(crate) replay: &'t Replay,
    pub(crate) passes: Passes<'t>,
}

/// When a test passes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passes<'t> {
    /// When the machine does not do it any more.
    Mended,
    /// As long as the machine does it, and is there behind it, in this state where that is known; where it goes on, nothing more is asked.
    Done {
        /// Whether the machine is at rest behind the run.
        is_idle: bool,
        state: Option<&'t str>,
    },
}

/// The term of an argument that the module gives.
fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Integer(value) => value.to_string(),
        Expr::Atom(name) => atom(name.as_str()),
        Expr::Nil => "[]".to_owned(),
        Expr::Tuple(items) => {
            let items: Vec<String> = items.iter().map(expression).collect();
            format!("{{{}}}", items.join(", "))
        }
        Expr::Cons(..) | Expr::List(_) => {
            let (items, end) = expr.spine();
            let items: Vec<String> = items.into_iter().map(expression).collect();
            match end {
                Expr::Nil => format!("[{}]", items.join(", ")),
                end => format!("[{} | {}]", items.join(", "), expression(end)),
            }
        }
        _ => match expr.entries() {
            Some(entries) => {
                let entries = entries.into_iter();
                let shown = entries.map(|(k, v)| format!("{} => {}", expression(k), expression(v)));
                format!("#{{{}}}", shown.collect::<Vec<_>>().join(", "))
            }
            None => "any".to_owned(),
        },
    }
}

/// Why the module of a test cannot have the name of this file.
pub(crate) fn unfit(path: &Path, input: &Path) -> Option<Diagnostic> {
    // Reserved words are no names without quotes.
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '@')
            && atom(name) == name
    };
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let is_erlang = path.extension().is_some_and(|extension| extension == "erl");
    if path.file_stem() == input.file_stem() {
        let message = format!("`{}` would be the module that is tested", path.display());
        let help = "give the test another name, such as `door_tests.erl`";
        return Some(placeless(codes::BAD_FLAGS, message).with_help(help));
    }
    if output::is_of_others(path, &[WRITTEN]) {
        let message = format!("`{}` is there, and was not written by erl2lts", path.display());
        return Some(placeless(codes::BAD_FLAGS, message).with_help("give the test another name"));
    }
    if is_erlang && stem.is_some_and(is_name) {
        return None;
    }
    let message = format!("`{}` is no name of an Erlang module", path.display());
    let help = "the file of a test is named as its module, such as `door_tests.erl`";
    Some(placeless(codes::BAD_FLAGS, message).with_help(help))
}

/// Why something cannot be a test.
pub(crate) fn reason(why: Unplayable) -> &'static str {
    match why {
        Unplayable::NoWay => "it is not shown by events, but by what no event does",
        Unplayable::Unmet => {
            "it was read in the text of the module, and no run was found that comes to it"
        }
        Unplayable::Doubtful => "no values were found with which its steps fit together",
        Unplayable::Client => {
            "a client of the machine would have to end, which those of a test do not"
        }
        Unplayable::Order => "its messages come in an order that cannot be made from outside",
        Unplayable::Started => "processes that the machine starts would have to do their part",
        Unplayable::HandedOver => {
            "nothing starts this machine: another one would have to be handed to its callbacks"
        }
        Unplayable::Endless => "it goes on for ever, which no test does",
    }
}

/// Says why a finding cannot be a test.
pub(crate) fn refusal(finding: &Finding, why: Unplayable) -> Diagnostic {
    let why = reason(why);
    let code = finding.code.0;
    let message = format!("the finding {code} cannot be written as a test: {why}");
    let help =
        "choose another finding with `--finding`, by its code or by its number in the report";
    placeless(codes::NO_TEST, message).with_help(help)
}

/// What stands at the head of the test of a finding.
pub(crate) fn headline(finding: &Finding, sources: &SourceMap) -> String {
    let Finding { code, message, place, .. } = finding;
    format!("{}: {}\n{message}", code.0, sources.line_of(*place))
}

/// The module of a test.
pub(crate) fn module(
    path: &Path,
    machine: &Machine<'_>,
    test: &Test<'_>,
    sources: &SourceMap,
) -> String {
    let Test { headline, replay, passes } = test;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let module = atom(machine.module);
    let files = machine.around.compiled_with(machine.module);
    let headline = headline.replace('\n', "\n%% ");
    let (made, when, function) = match passes {
        Passes::Mended => (
            "check --emit-test",
            format!(
                "The test fails as long as {module} does this, and passes when it\n%% is mended"
            ),
            "defect_test_",
        ),
        Passes::Done { .. } => {
            ("sim", format!("The test passes as long as {module} does this"), "does_test_")
        }
    };
    let mut out = format!(
        "%% {headline}\n%%\n\
         {WRITTEN}{made}`. {when}:\n%%\n%%     erlc {files} {name}.erl\n\
         %%     erl -noshell -eval \"eunit:test({name}, [verbose])\" -s init stop\n\
         -module({name}).\n-compile([nowarn_deprecated_function, nowarn_unused_function]).\n\
         -export([{function}/0, run/0, stub/2]).\n\n\
         {function}() ->\n    {{timeout, 60, fun run/0}}.\n"
    );
    let registered = machine.name.map_or_else(|| "none".to_owned(), atom);
    let _ = write!(
        out,
        "\nmodule() -> {module}.\nbehaviour() -> {}.\n\n%% The name under which it is registered, and by what.\nname() -> {registered}.\n\
         scope() -> {}.\n\n\
         %% What init/1 is called with.\nargument() -> {}.\n",
        machine.behaviour.name(),
        machine.scope(),
        machine.argument(replay),
    );
    out.push_str(&watched(replay));
    out.push_str(&sockets(replay));
    out.push_str(&script(replay));
    out.push_str(&stubs(machine, replay));
    let (what, passed) = match passes {
        Passes::Mended => (
            "What shows the defect: another crash, or one in another place, says nothing of it.",
            "mended",
        ),
        Passes::Done { .. } => ("What it does, and where it is then.", "done"),
    };
    let _ = write!(
        out,
        "\n%% {what}\nshows() -> {}.\n\n\
         %% When the test passes.\npasses() -> {passed}.\n\n\
         %% Functions of other modules of which calls are looked at.\nseen() -> [{}].\n",
        shown::text(&replay.shows, *passes, sources),
        seen(replay),
    );
    out.push_str(PLAYER);
    out
}

/// The processes that are watched by name and node.
fn watched(replay: &Replay) -> String {
    let pair = |(name, node): &(Term, Term)| format!("{{{}, {}}}", text(name), text(node));
    let all: Vec<String> = replay.watched.iter().map(pair).collect();
    format!(
        "\n%% Processes that are watched by name and node: this node stands for those nodes.\n\
         watched() -> [{}].\n",
        all.join(", "),
    )
}

/// The names that are sent in the place of sockets.
fn sockets(replay: &Replay) -> String {
    let all: Vec<String> = replay.sockets.iter().map(text).collect();
    format!(
        "\n%% What is sent and used as a socket: each is one end of a connection.\nsockets() -> [{}].\n",
        all.join(", "),
    )
}

/// The groups of messages that are sent.
fn script(replay: &Replay) -> String {
    let mut out = String::from(
        "\n%% What comes, in order. Each list is in the mailbox as a whole before the machine takes the first\n\
         %% message of it, the first list before it starts. What the machine sends itself is not in it.\nscript() ->\n    [",
    );
    let mut lines: Vec<String> = Vec::new();
    for (number, group) in replay.groups.iter().enumerate() {
        let acts: Vec<String> = group.iter().filter_map(act).collect();
        if number == 0 || !acts.is_empty() {
            lines.push(format!("[{}]", acts.join(", ")));
        }
    }
    out.push_str(&lines.join(",\n     "));
    out.push_str("].\n");
    out
}

/// What a player does; nothing where it happens by itself.
fn act(act: &Act) -> Option<String> {
    Some(match act {
        Act::Own | Act::AtOnce => return None,
        Act::Timeout => "timeout".to_owned(),
        Act::Send(kind, client, term) => {
            let (client, term) = (client.unwrap_or(1), text(term));
            if kind.is_sync() {
                format!("{{{}, {client}, {term}}}", kind.tag)
            } else {
                format!("{{{}, {term}}}", kind.tag)
            }
        }
        Act::Timer(kind, message, _) => {
            let kind = match kind {
                TimerKind::Timeout => "timeout",
                TimerKind::Event => "event",
                TimerKind::Info => "info",
                TimerKind::Sent | TimerKind::SentAll | TimerKind::SentCast => return None,
            };
            format!("{{timer, {kind}, {}}}", text(message))
        }
        Act::Ends(Term::Tuple(name), reason) if !name.is_empty() => {
            format!("{{ends, {}, {}}}", text(&name[0]), text(reason))
        }
        Act::Ends(process, reason) => format!("{{ends, {}, {}}}", text(process), text(reason)),
    })
}

/// What functions of other modules return.
fn stubs(machine: &Machine<'_>, replay: &Replay) -> String {
    let key = |call: &model::Outside| {
        format!(
            "{{{}, {}, {}}}",
            atom(call.module.as_str()),
            atom(call.function.as_str()),
            call.arity
        )
    };
    let is_ours = |call: &&model::Outside| {
        let module = call.module.as_str();
        !matches!(module, "erlang" | "lists" | "timer") && module != machine.behaviour.name()
    };
    let calls: Vec<String> = replay.outside.iter().filter(is_ours).map(key).collect();
    let constants = replay.outside.iter().filter(is_ours).filter_map(|call| {
        machine.around.constant(call).map(|value| (key(call), vec![expression(value)]))
    });
    let mut results: Vec<(String, Vec<String>)> = constants.collect();
    for (call, end) in replay.results.iter().filter(|(call, _)| is_ours(&call)) {
        let (call, result) = (key(call), ended(end));
        match results.iter_mut().find(|(other, _)| *other == call) {
            Some((_, texts)) => texts.push(result),
            None => results.push((call, vec![result])),
        }
    }
    let results: Vec<String> =
        results.iter().map(|(call, all)| format!("{{{call}, [{}]}}", all.join(", "))).collect();
    format!(
        "\n%% What functions of other modules return, call by call; `ok` if it does not matter.\n\
         results() ->\n    [{}].\n\n\
         %% Functions of other modules. Modules that are no part of OTP are stubs while the test runs.\n\
         outside() ->\n    [{}].\n",
        results.join(",\n     "),
        calls.join(",\n     "),
    )
}

/// The functions of which calls are looked at, where what shows the defect is a run.
fn seen(replay: &Replay) -> String {
    if !matches!(replay.shows, Shows::Does { .. }) {
        return String::new();
    }
    let function = |call: &model::Outside| {
        let [module, function] = [&call.module, &call.function].map(|name| atom(name.as_str()));
        format!("{{{module}, {function}, {}}}", call.arity)
    };
    replay.seen().map(function).collect::<Vec<_>>().join(", ")
}

/// How a call ends, as the player of a test takes it.
fn ended(end: &CallEnd) -> String {
    match end {
        CallEnd::Return(value) => text(value),
        CallEnd::Raise(class, reason) => {
            format!("{{'$raises', {}, {}}}", class.name(), text(reason))
        }
    }
}

/// Whether a term stands for itself in a shell.
fn is_plain(term: &Term) -> bool {
    constant(term).is_some()
}
