//! What is known of all functions of a module of OTP: the one table of modules.
//!
//! Input: the name of a module. Output: whether its functions only compute, or only write a log, whether all of them are known,
//! whether they tell values apart, and whether they may send something. What is particular to one function stands in `functions`.

/// A module.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    purpose: Purpose,
    is_whole: bool,
    tells: bool,
    reaches: bool,
}

/// What the functions of a module are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// They compute a value: a call of one is no action.
    Computing,
    /// They write a log or a terminal.
    Logging,
    /// They do something to processes.
    Acting,
}

impl Row {
    const fn computing(name: &'static str) -> Self {
        Self { name, purpose: Purpose::Computing, is_whole: false, tells: false, reaches: false }
    }

    const fn logging(name: &'static str) -> Self {
        Self { purpose: Purpose::Logging, ..Self::computing(name) }
    }

    /// Its functions may send something to a process that they are given, or run code that does.
    const fn reaching(name: &'static str) -> Self {
        Self { purpose: Purpose::Acting, reaches: true, ..Self::computing(name) }
    }

    /// The prelude has every function that is meant to be called.
    const fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// What its functions return hangs on what they are given, not only on whether they are given it.
    const fn telling(self) -> Self {
        Self { tells: true, ..self }
    }
}

/// All of them, in order.
const MODULES: [Row; 28] = [
    Row::computing("array"),
    Row::computing("base64"),
    Row::computing("binary").telling(),
    Row::computing("dict").whole().telling(),
    Row::reaching("erpc"),
    Row::logging("error_logger"),
    Row::computing("filename").telling(),
    Row::computing("gb_sets").whole().telling(),
    Row::computing("gb_trees").whole().telling(),
    Row::reaching("gen"),
    Row::logging("io"),
    Row::computing("io_lib"),
    Row::logging("lager"),
    Row::computing("lists").whole().telling(),
    Row::logging("logger"),
    Row::computing("maps").whole().telling(),
    Row::computing("math"),
    Row::computing("orddict").whole().telling(),
    Row::computing("ordsets").whole().telling(),
    Row::reaching("proc_lib"),
    Row::computing("proplists").whole().telling(),
    Row::computing("queue").whole(),
    Row::computing("re").telling(),
    Row::reaching("rpc"),
    Row::computing("sets").whole().telling(),
    Row::computing("string").whole().telling(),
    Row::computing("unicode").telling(),
    Row::computing("uri_string"),
];

fn row(module: &str) -> Option<&'static Row> {
    MODULES.iter().find(|row| row.name == module)
}

/// Whether something is known of all functions of a module.
pub(crate) fn is_known(module: &str) -> bool {
    row(module).is_some()
}

/// Whether a module is a library of pure functions: a call of one is no action, and an unknown value where the prelude
/// does not have it.
pub(crate) fn only_computes(module: &str) -> bool {
    row(module).is_some_and(|row| row.purpose == Purpose::Computing)
}

/// Whether a module is there for calls that only write a log or a terminal.
pub(crate) fn is_logging(module: &str) -> bool {
    row(module).is_some_and(|row| row.purpose == Purpose::Logging)
}

/// Whether functions of a module only write a log, or make texts for one.
pub fn writes_log(module: &str) -> bool {
    is_logging(module) || module == "io_lib"
}

/// Modules of which the prelude has every function that is meant to be called.
pub fn whole() -> impl Iterator<Item = &'static str> {
    MODULES.iter().filter(|row| row.is_whole).map(|row| row.name)
}

/// Whether what functions of a module return hangs on what they are given.
pub(crate) fn tells(module: &str) -> bool {
    row(module).is_some_and(|row| row.tells)
}

/// Whether every function of a module may send something to a process that it is given, or run code that does.
pub(crate) fn reaches(module: &str) -> bool {
    row(module).is_some_and(|own| own.reaches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_module_stands_once_and_in_order() {
        assert!(MODULES.is_sorted_by(|left, right| left.name < right.name));
    }
}
