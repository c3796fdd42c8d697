//! The arguments of `erl2lts graph`. Types only.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FormulaArgs, StoredArgs, SystemArgs};

#[derive(Args, Debug)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    /// Draw the transition system, with a state for each value of the data, not the state diagram of the module
    #[arg(long)]
    pub(crate) lts: bool,
    /// Show the run that explains the verdict on this property of the .props file, in the transition system
    #[arg(long, value_name = "NAME", conflicts_with = "formulas")]
    pub(crate) property: Option<String>,
    /// Show that run in the state diagram of the module instead
    #[arg(long, conflicts_with = "lts")]
    pub(crate) diagram: bool,
    #[command(flatten)]
    pub(crate) asked: FormulaArgs,
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "Write to this file instead of stdout: .mmd, .dot, .puml or .svg"
    )]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stored: StoredArgs,
    /// The language, if it is not the one that the name of the file stands for
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Option<GraphFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Markdown: GitHub and GitLab draw it
    Mermaid,
    /// For Graphviz
    Dot,
    /// For `PlantUML`
    Plantuml,
    /// The picture itself
    Svg,
}
