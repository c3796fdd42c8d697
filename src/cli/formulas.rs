//! The arguments that ask properties: formulas, and how all properties are read. Types only.

use clap::Args;

use super::{FairnessArg, Logic, PathsArg, RegexArg};

/// Formulas, and how they are read, as those of files are.
#[derive(Args, Clone, Debug)]
pub(crate) struct FormulaArgs {
    /// A formula to check besides the properties of the file; several allowed
    #[arg(short = 'e', long = "formula", value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) formulas: Vec<String>,
    /// The language of the formulas
    #[arg(long, value_enum, default_value_t = Logic::Mu)]
    pub(crate) logic: Logic,
    /// What is special in regular expressions over labels
    #[arg(long, value_enum, default_value_t = RegexArg::Bre)]
    pub(crate) regex: RegexArg,
    /// Which runs A and E of CTL speak of
    #[arg(long, value_enum, default_value_t = PathsArg::Maximal)]
    pub(crate) paths: PathsArg,
    /// Assume that this action, or what meets this condition, is not chosen for ever; several allowed
    #[arg(long, value_name = "ACTION", allow_hyphen_values = true)]
    pub(crate) fair: Vec<String>,
    /// What is assumed of actions that are not chosen for ever; strong if not given
    #[arg(long, value_enum)]
    pub(crate) fairness: Option<FairnessArg>,
}
