//! Functions of other modules, by the names that rules about OTP know them by.
//!
//! Input: a function as the source names it. Output: its name in tables and rules: that of the behaviour for one of its
//! copies, with what the behaviour's table says of it. Labels, stubs, reasons of exits and messages to the user keep the name of the source.

use behaviour::{Act, Function, interface_of};

/// A function of another module, named as in OTP: only [`OtpFunction::of`] makes one, so that no rule about a behaviour
/// is without its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtpFunction<'n> {
    module: &'n str,
    name: &'n str,
    arity: usize,
}

impl<'n> OtpFunction<'n> {
    /// What OTP calls a function that the source names so.
    pub(crate) fn of(module: &'n str, name: &'n str, arity: usize) -> Self {
        let module = interface_of(module).map_or(module, |interface| interface.module);
        Self { module, name, arity }
    }

    /// What the table of its behaviour says of it.
    pub(crate) fn row(self) -> Option<&'static Function> {
        interface_of(self.module)?.function(self.name, self.arity)
    }

    /// What it does, if it is one of a behaviour; whatever number of arguments it has.
    pub(crate) fn act(self) -> Option<Act> {
        let row = self.row().or_else(|| interface_of(self.module)?.named(self.name).next());
        row.map(|row| row.act)
    }

    /// What it does, if it is one of a behaviour that is translated.
    pub(crate) fn machine_act(self) -> Option<Act> {
        behaviour::of_module(self.module)?;
        self.act()
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
