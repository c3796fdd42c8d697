//! The arguments of the commands about transition systems. Types only.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lts::compare::Renaming;

use super::{
    FormArg, Labels, LimitArgs, ReducingArgs, SegmentArgs, SourceArgs, StoredArgs, Tau, ViewArg,
    WorkerArgs,
};

/// A transition system: a file of one, or what a module or specification stands for.
#[derive(Args, Clone, Debug)]
pub(crate) struct SystemArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Which actions are shown
    #[arg(long, value_enum)]
    pub(crate) view: Option<ViewArg>,
    /// Which composition is explored; direct by default
    #[arg(long, value_enum)]
    pub(crate) form: Option<FormArg>,
}

/// Where a transition system is written to, and how.
#[derive(Args, Debug)]
pub(crate) struct TargetArgs {
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "Write to this file instead of stdout: .aut, .fsm, .dot, .mmd or .jsonl"
    )]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stored: StoredArgs,
    /// The format, if it is not the one that the name of the file stands for
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Option<LtsFormat>,
    /// How the internal action is written; tau in .fsm files, else i
    #[arg(long, value_enum)]
    pub(crate) tau: Option<Tau>,
}

#[derive(Args, Debug)]
pub(crate) struct LtsArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "Write to this file instead of stdout: .aut, .fsm, .dot, .mmd or .jsonl"
    )]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stored: StoredArgs,
    /// Which actions are shown
    #[arg(long, value_enum)]
    pub(crate) view: Option<ViewArg>,
    /// Which composition is explored; direct by default
    #[arg(long, value_enum)]
    pub(crate) form: Option<FormArg>,
    /// How labels are written; erlang by default, mcrl for a .mcrl file
    #[arg(long, value_enum)]
    pub(crate) labels: Option<Labels>,
    /// How the internal action is written; tau with mcrl2 labels, else i
    #[arg(long, value_enum)]
    pub(crate) tau: Option<Tau>,
    /// Choose values for what the module leaves open, as translate does
    #[arg(long)]
    pub(crate) close: bool,
    #[command(flatten)]
    pub(crate) workers: WorkerArgs,
    #[command(flatten)]
    pub(crate) segments: SegmentArgs,
    #[command(flatten)]
    pub(crate) reducing: ReducingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ReduceArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// What is not told apart
    #[arg(short, long, value_enum, default_value_t = EquivalenceArg::Strong, value_name = "NAME")]
    pub(crate) equivalence: EquivalenceArg,
    #[command(flatten)]
    pub(crate) workers: WorkerArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    /// What it is compared with; flags about modules are for both
    pub(crate) second: PathBuf,
    /// What is not told apart
    #[arg(short, long, value_enum, default_value_t = EquivalenceArg::Strong, value_name = "NAME")]
    pub(crate) equivalence: EquivalenceArg,
    /// How the labels of a module are written, to compare it with a file that was written so; erlang by default
    #[arg(long, value_enum)]
    pub(crate) labels: Option<Labels>,
    /// Take actions of the first system by another name, as `cmd=cmd_cast`; may be given again
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming)]
    pub(crate) rename: Vec<Renaming>,
}

/// Two names, with `=` between them.
fn renaming(text: &str) -> Result<Renaming, String> {
    match text.split_once('=') {
        Some((old, new)) if !old.is_empty() && !new.is_empty() => {
            Ok((old.to_owned(), new.to_owned()))
        }
        _ => Err("two names of actions are expected, as `cmd=cmd_cast`".to_owned()),
    }
}

/// The other one of two inputs, as far as flags change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Other {
    /// There is none, or it takes no flags.
    #[default]
    None,
    /// A module, for which they count.
    Module,
    /// One with a file that says what it is run under: they go before that.
    WithFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LtsFormat {
    /// Aldebaran, which CADP and most others read
    Aut,
    /// mCRL2's text format, with what states hold
    Fsm,
    /// Graphviz
    Dot,
    /// Mermaid, for Markdown
    Mermaid,
    /// One JSON object a line
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EquivalenceArg {
    /// Strong bisimilarity
    Strong,
    /// Branching bisimilarity: internal steps are not seen, the choices behind them are
    Branching,
    /// The same, but endless internal steps are seen
    BranchingDivergence,
    /// Weak bisimilarity
    Weak,
    /// The same sequences of labels
    Trace,
    /// The same sequences of visible labels
    WeakTrace,
}
