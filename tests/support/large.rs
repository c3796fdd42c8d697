//! A module of many states and clauses, for measurements.

use std::fmt::Write as _;

/// A module `large` of so many states, with so many clauses each; its events are `e0`, `{e1,N}`, `{e2,N}`, ...
///
/// Clauses overlap, have guards and nested data, act and change the state.
pub fn large_module(n_states: usize, n_clauses: usize) -> String {
    let mut text = String::from("-module(large).\n-behaviour(gen_fsm).\n-export([init/1");
    for state in 0..n_states {
        let _ = write!(text, ", state_{state}/2");
    }
    text.push_str("]).\n\ninit(_) -> {ok, state_0, {0, [], none}}.\n");
    for state in 0..n_states {
        text.push('\n');
        for clause in 0..n_clauses {
            let end = if clause + 1 == n_clauses { "." } else { ";" };
            let next = (state * 7 + clause * 3 + 1) % n_states;
            let _ = match clause % 5 {
                _ if clause + 1 == n_clauses => {
                    writeln!(
                        text,
                        "state_{state}(_, Data) ->\n    {{next_state, state_{state}, Data}}{end}"
                    )
                }
                0 => writeln!(
                    text,
                    "state_{state}({{e{clause}, N}}, {{Count, List, _}}) when N > {clause}, Count < 3 ->\n    \
                     action:do_{clause}(N),\n    {{next_state, state_{next}, {{Count + 1, List, N}}}}{end}"
                ),
                1 => writeln!(
                    text,
                    "state_{state}({{e{clause}, _}}, {{Count, [Head | _], Last}}) ->\n    \
                     case Head of\n        Last -> action:same(Last);\n        _ -> ok\n    end,\n    \
                     {{next_state, state_{next}, {{Count, [], Head}}}}{end}"
                ),
                2 => writeln!(
                    text,
                    "state_{state}({{e{clause}, N}}, {{Count, [], Last}}) ->\n    \
                     {{next_state, state_{next}, {{Count, [N], Last}}}}{end}"
                ),
                3 => writeln!(
                    text,
                    "state_{state}({{e{clause}, {{N, {{a, M}}}}}}, {{_, List, M}}) ->\n    \
                     action:found(M, N),\n    {{next_state, state_{next}, {{0, List, M}}}}{end}"
                ),
                _ => writeln!(
                    text,
                    "state_{state}(e{clause}, {{Count, List, Last}}) ->\n    action:ring(),\n    \
                     {{next_state, state_{next}, {{Count rem 2, List, Last}}}}{end}"
                ),
            };
        }
    }
    text
}

/// Events that its clauses take.
pub const EVENTS: [&str; 6] = ["{e0,1}", "{e0,9}", "{e1,0}", "{e2,1}", "{e3,{1,{a,9}}}", "e4"];
