//! The definitions of the operators, evaluated on whole runs: the twin of the monitor.

use monitor::{Atom, Binary, Formula, Operator, Unary};

/// Whether the formula holds behind each step of a run; `holds(step, atom)` answers the atoms.
pub(crate) fn values(
    formula: &Formula,
    n_steps: usize,
    holds: &dyn Fn(usize, &Atom) -> bool,
) -> Vec<bool> {
    let mut all: Vec<Vec<bool>> = vec![Vec::new(); formula.subformulas.len()];
    for (number, subformula) in formula.subformulas.iter().enumerate().rev() {
        let at = |step: usize| match &subformula.operator {
            Operator::Constant(value) => *value,
            Operator::Atom(atom) => holds(step, atom),
            Operator::Unary(operator, body) => unary(*operator, &all[*body], step),
            Operator::Binary(operator, left, right) => {
                binary(*operator, &all[*left], &all[*right], step)
            }
        };
        all[number] = (0..n_steps).map(at).collect();
    }
    all.swap_remove(0)
}

fn unary(operator: Unary, body: &[bool], now: usize) -> bool {
    match operator {
        Unary::Not => !body[now],
        Unary::Prev => body[now.saturating_sub(1)],
        Unary::WeakPrev => now == 0 || body[now - 1],
        Unary::Historically => body[..=now].iter().all(|&value| value),
        Unary::Once => body[..=now].iter().any(|&value| value),
        Unary::Starts => now > 0 && body[now] && !body[now - 1],
        Unary::Ends => now > 0 && !body[now] && body[now - 1],
    }
}

fn binary(operator: Binary, left: &[bool], right: &[bool], now: usize) -> bool {
    let since =
        || (0..=now).any(|then| right[then] && (then + 1..=now).all(|between| left[between]));
    match operator {
        Binary::And => left[now] && right[now],
        Binary::Or => left[now] || right[now],
        Binary::Implies => !left[now] || right[now],
        Binary::Iff => left[now] == right[now],
        Binary::Xor => left[now] != right[now],
        Binary::Since => since(),
        Binary::WeakSince => since() || left[..=now].iter().all(|&value| value),
        Binary::Interval => {
            (0..=now).any(|then| left[then] && (then..=now).all(|between| !right[between]))
        }
    }
}
