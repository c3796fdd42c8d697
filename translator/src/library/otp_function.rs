//! Functions of other modules, by the names that rules about OTP know them by.
//!
//! Input: a function as the source names it. Output: its name in tables and rules: that of `gen_fsm` for one of its
//! copies (`machine::is_fsm`). Labels, stubs, reasons of exits and messages to the user keep the name of the source.

use crate::machine::is_fsm;

/// The module that all rules about machines name.
pub(crate) const FSM: &str = "gen_fsm";

/// A function of another module, named as in OTP: only [`OtpFunction::of`] makes one, so that no rule about `gen_fsm` is
/// without its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtpFunction<'n> {
    module: &'n str,
    name: &'n str,
    arity: usize,
}

impl<'n> OtpFunction<'n> {
    /// What OTP calls a function that the source names so.
    pub(crate) fn of(module: &'n str, name: &'n str, arity: usize) -> Self {
        let module = if is_fsm(module) { FSM } else { module };
        Self { module, name, arity }
    }

    /// Module and name.
    pub(crate) fn names(self) -> (&'n str, &'n str) {
        (self.module, self.name)
    }

    /// Module, name and number of arguments.
    pub(crate) fn key(self) -> (&'n str, &'n str, usize) {
        (self.module, self.name, self.arity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_by_the_name_of_the_original() {
        let reply = |module| OtpFunction::of(module, "reply", 2);
        assert_eq!(reply("p1_fsm"), reply("gen_fsm"));
        assert_eq!(reply("gen_fsm_compat").key(), ("gen_fsm", "reply", 2));
        assert_eq!(reply("gen_server").names(), ("gen_server", "reply"));
    }
}
