//! The messages about models that cannot be printed, one row per code, with what `erl2lts explain` says.

use frontend::{Code, CodeInfo};

/// The model cannot be printed in this language.
pub const NOT_PRINTABLE: Code = Code("E0211");
/// The model has unknown values, which no specification language has.
pub const UNKNOWN_VALUES: Code = Code("E0212");

/// All codes of this crate.
pub const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: NOT_PRINTABLE,
        title: "model cannot be printed in this language",
        explanation: "\
Neither language has floating-point numbers. Floats that a module only stores, matches and compares are printed as
constants, with rules for their order and for `==`. What is computed with them is not: arithmetic, `round/1`, `math`, texts
of floats; nor are `0.0` and `-0.0` in one model. Such a model can be explored and checked (`lts`, `check`) and drawn
(`--format sst`).

    idle({heat, T}, _) when T > 21.5 -> {next_state, idle, T};         % printed
    idle({heat, T}, Sum) -> {next_state, idle, Sum + T / 2}.           % not printed",
    },
    CodeInfo {
        code: UNKNOWN_VALUES,
        title: "model with unknown values cannot be printed",
        explanation: "\
The module uses values that nobody knows, for example the result of a call of another module:

    idle(poll, N) -> case sensor:read() of {ok, V} -> {next_state, idle, V}; .. end.

muCRL and mCRL2 have no such values. Where a result is only matched against constants a choice between finitely many stands
for it; here a part of it is kept, as `V` is. Without `--strict` values are chosen, which W0512 names; with it nothing is
printed. Say what the calls return, with the flag `--stubs` or in the `.props` file:

    {stubs, [{{sensor, read, 0}, [{ok, 1}, {ok, 2}, {error, timeout}]}]}.

Values to which no run comes do not matter, where the system has 10,000 states at most: an atom may be made of any text,
but where only known ones are made, `translate` sees that.

The argument of `init/1`, where the module uses it, is given with `--init TERM`. `--format sst`, `lts` and `check` do not need that.",
    },
];
