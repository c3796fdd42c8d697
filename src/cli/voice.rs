//! The arguments that say how much is said, and in which colours. Types only.

use clap::{Args, ValueEnum};

/// How much is said, by every command.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct VoiceArgs {
    /// Say only what is wrong: no notes, no warnings, no progress, no verdicts that are as expected
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Show the run of every verdict that has one, also where it is as expected
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// When there are colours; `NO_COLOR` in the environment turns them off where this says auto
    #[arg(long, global = true, value_enum, default_value_t = ColorArg::Auto, value_name = "WHEN")]
    pub(crate) color: ColorArg,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}
