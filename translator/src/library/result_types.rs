//! What common functions of OTP return: a table of specifications that is part of this program.
//!
//! Input: `translator/results.erl`. Output: the type of the result of a function. A stub says otherwise, and
//! what always returns one atom stands in `constant_results`.

use std::sync::OnceLock;

use frontend::ast::{Form, Type};
use frontend::{FileId, parse_module};

use crate::library::otp_function::OtpFunction;
use crate::library::sources::RESULTS;

/// A file that no source and no part of the prelude has.
const FILE: FileId = FileId(u32::MAX / 2);

/// The type of what a function returns, if it is in the table.
pub(crate) fn result_type(function: OtpFunction<'_>) -> Option<&'static Type> {
    const COUNT: usize = RESULTS.len();
    static READ: [OnceLock<Option<Type>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let (module, name, arity) = function.key();
    let number = RESULTS.find(module, name, arity)?;
    READ.get(number)?.get_or_init(|| read(number)).as_ref()
}

fn read(number: usize) -> Option<Type> {
    let forms = parse_module(FILE, RESULTS.text(RESULTS.entry(number)?)).value.forms;
    forms.into_iter().find_map(|form| match form {
        Form::Spec(spec) => spec.clauses.into_iter().next().map(|clause| clause.ty.result),
        _ => None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may fail")]
mod tests {
    use super::*;
    use crate::library::constant_results::answer;

    #[test]
    fn the_table_is_well_formed_and_in_order() {
        let text = include_str!("../../results.erl");
        let outcome = parse_module(FILE, text);
        assert!(!outcome.has_errors(), "{:?}", outcome.diagnostics);
        let specs: Vec<&str> = text.lines().filter(|line| line.starts_with("-spec")).collect();
        assert!(specs.is_sorted(), "not in order");
        assert_eq!(specs.len(), RESULTS.len());
        for form in &outcome.value.forms {
            if let Form::Spec(spec) = form {
                let module = spec.module.clone().unwrap();
                let function = OtpFunction::of(module.as_str(), spec.name.as_str(), spec.arity);
                assert!(result_type(function).is_some());
            }
        }
        assert!(result_type(OtpFunction::of("ets", "lookup", 2)).is_some());
        assert!(result_type(OtpFunction::of("p1_fsm", "start_link", 4)).is_some());
    }

    #[test]
    fn no_function_stands_in_both_tables() {
        for number in 0..RESULTS.len() {
            let entry = RESULTS.entry(number).unwrap();
            let (module, name) = (RESULTS.module(entry), RESULTS.name(entry));
            let arity = usize::from(entry.arity);
            let function = OtpFunction::of(module, name, arity);
            assert_eq!(answer(function), None, "{module}:{name}/{arity}");
        }
    }
}
