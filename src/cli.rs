//! The arguments. Types only.

mod formulas;
mod graph;
mod limits;
mod live;
mod manual;
mod report;
mod stored;
mod systems;
pub(crate) mod typed;
mod versions;
mod voice;
mod workers;

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use formulas::FormulaArgs;
pub(crate) use graph::{GraphArgs, GraphFormat};
pub(crate) use limits::{EngineArg, LimitArgs};
pub(crate) use live::{LspArgs, SimArgs, WatchArgs};
pub(crate) use manual::{CompletionsArgs, ManArgs};
pub(crate) use report::ReportArgs;
pub(crate) use stored::StoredArgs;
pub(crate) use systems::{
    CompareArgs, ConvertArgs, EquivalenceArg, InfoArgs, LtsArgs, LtsFormat, Other, ReduceArgs,
    SystemArgs, TargetArgs,
};
pub(crate) use versions::{DiffArgs, DiffFormat, PreserveArgs, PreserveFormat, VersionArgs};
pub(crate) use voice::{ColorArg, VoiceArgs};
pub(crate) use workers::{ReducingArgs, SegmentArgs, WorkerArgs};

use crate::report::Target;
use crate::session::exit::CODES;

/// Labelled transition systems and property checks for Erlang `gen_statem`, `gen_server` and `gen_fsm` modules.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) voice: VoiceArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check properties of a module, of a .props file, of an .aut file or of a .mcrl file
    #[command(after_help = CODES)]
    Check(CheckArgs),
    /// Print the process model of a module: muCRL, mCRL2 or its splitting trees
    Translate(TranslateArgs),
    /// Generate the labelled transition system of a module or of a muCRL specification
    Lts(LtsArgs),
    /// Write a transition system in another format
    Convert(ConvertArgs),
    /// Count states, transitions and labels of a transition system
    Info(InfoArgs),
    /// Make a transition system as small as an equivalence allows
    Reduce(ReduceArgs),
    /// Compare two transition systems, or two versions of a module, and say what tells them apart
    Compare(CompareArgs),
    /// Say what was added and removed between two versions of a module, and what kind of change that is
    Diff(DiffArgs),
    /// Say which properties of the old version of a module the new one keeps, and what is left of the others
    Preserve(PreserveArgs),
    /// Draw the state diagram of a module, or a transition system: Mermaid, Graphviz, `PlantUML` or SVG
    Graph(GraphArgs),
    /// Write what `check` finds out as a page for browsers: pictures, runs to step through, the source
    #[command(after_help = CODES)]
    Report(ReportArgs),
    /// Print the events that a module itself suggests, as a .props file
    Commands(CommandsArgs),
    /// Watch a run: properties about the past on a log
    Monitor(MonitorArgs),
    /// Walk through a module or a system step by step: in a terminal, or line by line on a pipe
    Sim(SimArgs),
    /// Check what is open in an editor: a language server on standard input and output
    Lsp(LspArgs),
    /// Check again whenever something that was read has changed
    Watch(WatchArgs),
    /// Write a commented .props file for a module, to start from
    Init(InitArgs),
    /// Say what is found of Erlang and of the project around a module: headers, applications, macros
    Doctor(DoctorArgs),
    /// Print the forms of a module as Erlang terms, as epp returns them
    Forms(FormsArgs),
    /// Say what the code of a message means
    Explain(ExplainArgs),
    /// Print what a shell needs to complete commands and flags
    Completions(CompletionsArgs),
    /// Print the manual as pages for man
    Man(ManArgs),
}

impl Command {
    /// What a command that may be run by several processes is told of them.
    pub(crate) fn workers(&self) -> Option<&WorkerArgs> {
        match self {
            Self::Check(args) => Some(&args.workers),
            Self::Lts(args) => Some(&args.workers),
            Self::Reduce(args) => Some(&args.workers),
            _ => None,
        }
    }
}

/// Where the module comes from, and what it is run under.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArgs {
    /// A .erl module, a .props file, or (check, lts) an .aut or .mcrl file
    pub(crate) input: PathBuf,
    /// Argument of init/1, an Erlang term; given again, another one that it may be
    #[arg(long, value_name = "TERM", allow_hyphen_values = true)]
    pub(crate) init: Vec<String>,
    #[arg(
        long,
        value_name = "TERM",
        allow_hyphen_values = true,
        help = "Commands: [E1,E2], {sequence,[..]}, {cycle,[..]}, {any_of,[..]} or derived"
    )]
    pub(crate) commands: Option<String>,
    /// What an event without a clause does: crash, disallow or ignore
    #[arg(long, value_name = "MODE")]
    pub(crate) unhandled: Option<String>,
    /// How many clients may wait for an answer at once, with `any_of` commands
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) clients: Option<String>,
    /// How time passes: untimed, progress or tick
    #[arg(long, value_name = "MODE")]
    pub(crate) time: Option<String>,
    /// Milliseconds in a tick
    #[arg(long, value_name = "Q", allow_negative_numbers = true)]
    pub(crate) quantum: Option<String>,
    /// Whether an event timeout of 0 comes before commands: first or last
    #[arg(long, value_name = "WHEN")]
    pub(crate) zero: Option<String>,
    /// How many timers may be pending, or monitors and links live, at once for each call that makes one
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) timers: Option<String>,
    /// How many messages that the machine sends to itself may wait at once; 8 if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) selfposts: Option<String>,
    /// Why processes end that the machine monitors or is linked to, as `[normal,killed]`; any reason if not given
    #[arg(long, value_name = "TERMS")]
    pub(crate) reasons: Option<String>,
    /// How many commands may wait in the mailbox; 0 if not given: they come when the machine is idle
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) mailbox: Option<String>,
    #[arg(
        long,
        value_name = "TERM",
        help = "What calls of other modules do: [{{M,F,Arity},[Value,{raise,Class,Reason}]}]"
    )]
    pub(crate) stubs: Option<String>,
    #[arg(
        long,
        value_name = "EXPR",
        help = "What states without names are called: a field of a record, or an expression over Data"
    )]
    pub(crate) state: Option<String>,
    /// Make it an error where the model does not know a value
    #[arg(long)]
    pub(crate) strict: bool,
    #[arg(long, help = "Name actions with their module: 'action:do_lock'")]
    pub(crate) qualify: bool,
    #[command(flatten)]
    pub(crate) headers: HeaderArgs,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    /// How messages are written
    #[arg(long, value_enum, default_value_t = Messages::Human, value_name = "STYLE")]
    pub(crate) messages: Messages,
    /// What it is compared with, for which its flags count, too.
    #[arg(skip)]
    pub(crate) other: Other,
}

/// Which other modules are read, and what is taken of them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ProjectArgs {
    /// A folder of other modules that it calls, before those of its project; several allowed
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Vec<PathBuf>,
    /// Read no other module: calls of them return anything
    #[arg(long, conflicts_with_all = ["path", "open", "modules"])]
    pub(crate) alone: bool,
    /// A module whose functions are a part of the model, whatever they do; several allowed
    #[arg(long, value_name = "MODULE")]
    pub(crate) open: Vec<String>,
    /// Say which other modules were read, from where, and what was taken of them
    #[arg(long)]
    pub(crate) modules: bool,
}

/// Where headers are, and which macros are defined.
#[derive(Args, Clone, Debug)]
pub(crate) struct HeaderArgs {
    /// A folder of headers; several allowed
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// A macro, true without a value; several allowed
    #[arg(short = 'D', long = "define", value_name = "NAME[=TERM]")]
    pub(crate) defines: Vec<String>,
    /// Where Erlang/OTP is installed; found from `erl` if not given
    #[arg(long, value_name = "DIR")]
    pub(crate) otp_root: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "flags that do not depend on each other")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Files to check besides: .mcl, a formula of the mu-calculus with its macros; .props, properties by their names
    #[arg(value_name = "FORMULAS")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) asked: FormulaArgs,
    #[arg(
        long,
        value_name = "FORMAT[=FILE]",
        value_parser = Target::parse,
        help = "How findings are written: human, short, json, junit, github, sarif, markdown, gitlab, html, erlang, or one with =FILE; several allowed"
    )]
    pub(crate) format: Vec<Target>,
    /// Write the evidence of each verdict: .aut is a system, .dot a drawing, .props commands that replay it
    #[arg(long, value_name = "FILE")]
    pub(crate) evidence: Option<PathBuf>,
    /// Write each property with its system for mCRL2: FILE.mcf, FILE.mcrl2, FILE.aut
    #[arg(long, value_name = "FILE")]
    pub(crate) export_mcf: Option<PathBuf>,
    /// Write each property on its system as boolean equations, which mCRL2's txt2pbes reads
    #[arg(long, value_name = "FILE")]
    pub(crate) export_bes: Option<PathBuf>,
    /// Without properties: show which clauses of callbacks and which states were reached
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Without properties: show all possible findings with their ways, and not the first ten
    #[arg(long)]
    pub(crate) all: bool,
    /// Write a finding, or the run of a property, as a module for `EUnit` that replays it on the real module
    #[arg(long, value_name = "FILE")]
    pub(crate) emit_test: Option<PathBuf>,
    /// What is written as a test: a finding by its code or its number, a property by its name; the first one if not given
    #[arg(long, value_name = "FINDING", requires = "emit_test")]
    pub(crate) finding: Option<String>,
    /// Read the text of the file from standard input: what an editor has not saved yet
    #[arg(long)]
    pub(crate) stdin: bool,
    #[arg(
        long,
        value_name = "DIR",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        // The one for paths takes no empty ones.
        value_parser = OsStringValueParser::new().map(PathBuf::from),
        help = "Keep what is said, and say it again where nothing has changed; in the user's cache if no folder is named"
    )]
    pub(crate) cache: Option<PathBuf>,
    /// Keep nothing, and say nothing again, whatever `ERL2LTS_CACHE` says
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,
    /// Write what was asked of the file system: for whoever waits for a change of that
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) reads: Option<PathBuf>,
    /// How much of a system is explored
    #[arg(long, value_enum, default_value_t = ExploreArg::Auto)]
    pub(crate) explore: ExploreArg,
    /// Show the formula of the mu-calculus that each property stands for
    #[arg(long)]
    pub(crate) explain_formula: bool,
    /// Which actions the properties see
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) view: Option<ViewArg>,
    /// Which composition is explored; direct by default
    #[arg(long, value_enum)]
    pub(crate) form: Option<FormArg>,
    /// How the internal action is written in the .aut file
    #[arg(long, value_enum)]
    pub(crate) tau: Option<Tau>,
    #[command(flatten)]
    pub(crate) workers: WorkerArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TranslateArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Mcrl)]
    pub(crate) format: Format,
    /// Which composition to print; paper by default, direct for modules without states
    #[arg(long, value_enum)]
    pub(crate) form: Option<FormArg>,
    /// Print how much of the module is exact, by entry point and by construct, instead
    #[arg(long, conflicts_with_all = ["format", "form", "strict"])]
    pub(crate) stats: bool,
    /// Print what a pass of the translator gives, instead
    #[arg(long, value_enum, value_name = "PASS", conflicts_with_all = ["format", "stats"])]
    pub(crate) dump_after: Option<PassArg>,
    /// Write to this file instead of stdout; with --format sst, .dot gives Graphviz
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stored: StoredArgs,
}

#[derive(Args, Debug)]
pub(crate) struct MonitorArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The log: labels, terms, what `sys:trace/2` prints, a line each; standard input if not given, or for `-`
    #[arg(value_name = "LOG")]
    pub(crate) log: Option<PathBuf>,
    /// A formula to watch besides the properties of the file; several allowed
    #[arg(short = 'e', long = "formula", value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) formulas: Vec<String>,
    /// Wait at the end of the log for what is written to it
    #[arg(long)]
    pub(crate) follow: bool,
    /// Write a monitor for running programs instead, as an Erlang module
    #[arg(long, conflicts_with_all = ["log", "follow"])]
    pub(crate) erlang: bool,
    /// The monitor stands in the place of the module, whose callbacks it calls, and sees what each stores
    #[arg(long, requires = "erlang")]
    pub(crate) wrap: bool,
    /// Write the module to this file instead of stdout; it is called as the file is
    #[arg(short, long, value_name = "FILE", requires = "erlang")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct FormsArgs {
    /// A .erl module
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Places with columns: {Line,Column}
    #[arg(long)]
    pub(crate) columns: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = FormsFormat::Erlang)]
    pub(crate) format: FormsFormat,
    #[command(flatten)]
    pub(crate) headers: HeaderArgs,
    /// How messages are written
    #[arg(long, value_enum, default_value_t = Messages::Human, value_name = "STYLE")]
    pub(crate) messages: Messages,
}

#[derive(Args, Debug)]
pub(crate) struct CommandsArgs {
    /// A .erl module
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) headers: HeaderArgs,
    /// How messages are written
    #[arg(long, value_enum, default_value_t = Messages::Human, value_name = "STYLE")]
    pub(crate) messages: Messages,
}

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    #[command(flatten)]
    pub(crate) module: CommandsArgs,
    /// The file to write; the one beside the module of its name if not given
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the file instead
    #[arg(long, conflicts_with = "output")]
    pub(crate) print: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DoctorArgs {
    /// A module, or a folder of modules
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Where Erlang/OTP is installed; found from `erl` if not given
    #[arg(long, value_name = "DIR")]
    pub(crate) otp_root: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// A code such as E0203; without one, all codes are listed
    pub(crate) code: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Messages {
    /// With an excerpt of the source
    Human,
    /// One line each, as erlc writes them
    Short,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Logic {
    /// Regular alternation-free mu-calculus
    Mu,
    /// Computation tree logic over the states of the machine
    Ctl,
    /// CTL with events: `AG{start} AF{issue} true`
    Esctl,
    /// Dwyer's patterns: `response(P, S) after Q`
    Pattern,
    /// What has happened, behind every step: `serve implies once pay`
    Ptltl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExploreArg {
    /// All of it, but a large one only until every property is decided
    Auto,
    /// All of it
    All,
    /// No more than decides every property
    Needed,
}

impl Logic {
    /// The language as it is called in a `.props` file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mu => "mu",
            Self::Ctl => "ctl",
            Self::Esctl => "esctl",
            Self::Pattern => "pattern",
            Self::Ptltl => "ptltl",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegexArg {
    /// Basic: `. * [..]`, all else stands for itself, as with CADP
    Bre,
    /// Extended: also `( ) { } | + ?`
    Ere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PathsArg {
    /// Runs that cannot be continued, finite ones too
    Maximal,
    /// Endless runs only
    Infinite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FairnessArg {
    /// They are chosen finitely often where something else can happen
    Strong,
    /// Something else happens again and again
    Weak,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ViewArg {
    /// Commands, calls of other modules, endings
    Default,
    /// Every action, stack and handshakes included
    Paper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormArg {
    /// Environment, two-process baton and stack, as in the paper
    Paper,
    /// One sequential process
    Direct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Classic muCRL
    Mcrl,
    /// mCRL2
    Mcrl2,
    /// Structure-splitting trees
    Sst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PassArg {
    /// The functions of the callback module
    Machine,
    /// Core graphs: decisions, bindings, calls, endings
    Lower,
    /// Pure functions and indexed action sequences
    Sequences,
    /// The whole model
    Kernel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormsFormat {
    /// Erlang's abstract format, to be read by `file:consult/1`
    Erlang,
    /// Our own tree
    Tree,
    /// The module as Erlang text, macros expanded
    Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    /// Erlang terms
    Erlang,
    /// As mCRL2's lps2lts prints them
    Mcrl2,
    /// As the classic instantiator prints them
    Mcrl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tau {
    /// As in CADP
    I,
    /// As in mCRL2
    Tau,
}
