//! What differs between the two languages in punctuation.

use model::names::Target;

/// What stands between two arguments on one line.
pub(crate) fn comma(target: Target) -> &'static str {
    match target {
        Target::Mcrl => "",
        Target::Mcrl2 => " ",
    }
}
