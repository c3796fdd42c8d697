//! What common functions of OTP return, where that is one atom whatever the arguments are.
//!
//! A call of such a function is an action as any other; that it returns at all is assumed, as of any call. A stub
//! says otherwise, for it may list exceptions. The atoms are a column of `functions`, and of the tables of behaviours.

use crate::library::functions::row;
use crate::library::otp_function::OtpFunction;

/// The atom that a function returns whenever it returns.
pub(crate) fn answer(function: OtpFunction<'_>) -> Option<&'static str> {
    row(function).map_or_else(|| function.row()?.returns, |row| row.returns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_all_tables_have_their_atom() {
        let answer = |module, name, arity| answer(OtpFunction::of(module, name, arity));
        assert_eq!(answer("ets", "insert", 2), Some("true"));
        assert_eq!(answer("lager", "info", 2), Some("ok"));
        assert_eq!(answer("p1_fsm", "send_event", 2), Some("ok"));
        assert_eq!(answer("ets", "lookup", 2), None);
    }
}
