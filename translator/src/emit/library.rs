//! The data part that every specification needs.
//!
//! Input: the constructors of a model and which operators it uses. Output: sorts, constructors and
//! rules. Conditions are total; projections are defined where the model projects.

mod mcrl;
mod mcrl2;

use std::fmt::Write as _;

use num_bigint::BigInt;

use super::names::Names;
use crate::index::Idx as _;
use crate::model::walk::{for_each_cond, for_each_expr};
use crate::model::{Cond, Expr, Kind, MAX_TIMEOUT, Model, Operator, StateIx};

/// What a model uses of the library.
#[allow(clippy::struct_excessive_bools, reason = "one flag for each part of the library")]
pub(super) struct Uses {
    pub(super) order: bool,
    pub(super) arithmetic: bool,
    pub(super) size: bool,
    pub(super) lists: bool,
    pub(super) bool_terms: bool,
    pub(super) identities: bool,
    pub(super) fresh: bool,
    /// Largest integer that is written, without its sign.
    pub(super) largest: BigInt,
}

/// Whether no number in unary notation exceeds this one: each unit takes at least a byte, and what
/// explores a specification has no more of them. A comparison with it needs no numeral.
pub(super) fn is_beyond_unary(limit: &Expr) -> bool {
    matches!(limit, Expr::Integer(limit) if *limit == BigInt::from(MAX_TIMEOUT))
}

impl Uses {
    pub(super) fn of(model: &Model) -> Self {
        let mut uses = Self {
            order: false,
            arithmetic: false,
            size: false,
            lists: false,
            bool_terms: false,
            identities: false,
            fresh: false,
            largest: BigInt::ZERO,
        };
        let mut n_beyond = 0;
        for_each_cond(model, &mut |cond| match cond {
            Cond::Less(limit, _) => {
                uses.order = true;
                n_beyond += u32::from(is_beyond_unary(limit));
            }
            Cond::Is(Kind::TupleOf(size), _) => uses.note(&BigInt::from(*size)),
            _ => {}
        });
        for_each_expr(model, &mut |expr| match expr {
            Expr::Integer(_) if n_beyond > 0 && is_beyond_unary(expr) => n_beyond -= 1,
            Expr::Integer(value) => uses.note(value),
            Expr::Element(position, _) => uses.note(&BigInt::from(*position)),
            Expr::Apply(Operator::TupleSize, _) => uses.size = true,
            Expr::Apply(Operator::TupleToList | Operator::ListToTuple, _) => uses.lists = true,
            Expr::Apply(Operator::Reference | Operator::Pid, _) => uses.identities = true,
            Expr::Apply(Operator::FreshReference, _) => {
                uses.identities = true;
                uses.fresh = true;
            }
            Expr::Apply(..) => uses.arithmetic = true,
            Expr::Bool(_) => uses.bool_terms = true,
            _ => {}
        });
        uses
    }

    fn note(&mut self, value: &BigInt) {
        let size = BigInt::from(value.magnitude().clone());
        if size > self.largest {
            self.largest = size;
        }
    }
}

/// A nullary constructor that stands for an atom or a state.
struct Constant<'a> {
    text: &'a str,
    /// Place among the atoms in Erlang's order.
    order: usize,
}

fn constants<'a>(model: &'a Model, names: &'a Names) -> Vec<Constant<'a>> {
    let mut all: Vec<(String, &str)> =
        names.atoms().map(|(name, text)| (name.to_string(), text)).collect();
    for (ix, name) in model.states.iter_enumerated() {
        all.push((name.to_string(), names.state(ix)));
    }
    all.sort();
    all.into_iter().enumerate().map(|(order, (_, text))| Constant { text, order }).collect()
}

/// Sorts `Bool`, `Natural`, `Term` and `TermStack` of a muCRL specification.
pub(super) fn mcrl_library(model: &Model, names: &Names, uses: &Uses) -> String {
    let constants = constants(model, names);
    let n_ranks = constants.len() + FIRST_ATOM;
    let highest = n_ranks + usize::from(uses.identities);
    let largest = uses.largest.to_string().parse::<usize>().unwrap_or(0).max(highest);
    let mut out = String::from(mcrl::BOOL);
    mcrl_naturals(&mut out, largest);
    mcrl_terms(&mut out, model, names, &constants);
    if uses.identities {
        mcrl_identities(&mut out, n_ranks);
    }
    if uses.fresh {
        out.push_str(mcrl::FRESH);
        for constant in &constants {
            let _ = writeln!(out, "     has_reference(N,{}) = F", constant.text);
        }
        out.push('\n');
    }
    if uses.order {
        mcrl_order(&mut out, uses.identities);
        for constant in &constants {
            let _ = writeln!(
                out,
                "     less_same({},X) = lt({},rank(X))",
                constant.text,
                constant.order + FIRST_ATOM
            );
        }
        out.push('\n');
    }
    if uses.arithmetic {
        out.push_str(mcrl::ARITHMETIC);
    }
    if uses.size {
        out.push_str(
            "map  tuple_size: Term -> Term\nvar  X: Term\nrew  tuple_size(X) = int(arity(X))\n\n",
        );
    }
    if uses.lists {
        out.push_str(mcrl::LISTS);
    }
    if uses.bool_terms {
        let (holds, fails) = truth(names);
        let _ = writeln!(
            out,
            "map  bool_to_term: Bool -> Term\nrew  bool_to_term(T) = {holds}\n     bool_to_term(F) = {fails}\n"
        );
    }
    out.push_str(mcrl::STACK);
    out
}

fn truth(names: &Names) -> (String, String) {
    (names.atom(&"true".into()), names.atom(&"false".into()))
}

/// Ranks below this one belong to the constructors with arguments and to `nil`.
const FIRST_ATOM: usize = 7;

fn mcrl_naturals(out: &mut String, largest: usize) {
    out.push_str(mcrl::NATURAL);
    let numerals: Vec<String> = (1..=largest).map(|number| number.to_string()).collect();
    for (position, chunk) in numerals.chunks(20).enumerate() {
        let start = if position == 0 { "map " } else { "    " };
        let _ = writeln!(out, "{start} {}: -> Natural", chunk.join(","));
    }
    for (position, number) in numerals.iter().enumerate() {
        let start = if position == 0 { "rew " } else { "    " };
        let _ = writeln!(out, "{start} {number} = s({position})");
    }
    out.push('\n');
}

fn mcrl_terms(out: &mut String, model: &Model, names: &Names, constants: &[Constant<'_>]) {
    out.push_str(mcrl::TERM);
    for chunk in constants.chunks(8) {
        let texts: Vec<&str> = chunk.iter().map(|constant| constant.text).collect();
        let _ = writeln!(out, "     {}: -> Term", texts.join(","));
    }
    let states: Vec<String> = (0..model.states.len())
        .map(|state| format!("is_{}", names.state(StateIx::from_usize(state))))
        .collect();
    out.push_str(mcrl::TERM_MAPS);
    if !states.is_empty() {
        let _ = writeln!(out, "     {}: Term -> Bool", states.join(","));
    }
    out.push_str(mcrl::TERM_RULES);
    for constant in constants {
        let rank = constant.order + FIRST_ATOM;
        let text = constant.text;
        let _ = writeln!(out, "     rank({text}) = {rank}");
        let _ = writeln!(out, "     arity({text}) = 0");
        let _ = writeln!(out, "     eq({text},X) = eq({rank},rank(X))");
        let _ = writeln!(out, "     eq(X,{text}) = eq({rank},rank(X))");
    }
    for (ix, _) in model.states.iter_enumerated() {
        let text = names.state(ix);
        let _ = writeln!(out, "     is_{text}(X) = eq({text},X)");
    }
    let above = format!("lt({},rank(X))", FIRST_ATOM - 1);
    if names.has_identities() {
        let below = format!("lt(rank(X),{})", FIRST_ATOM + constants.len());
        let _ = writeln!(out, "     is_atom(X) = and({above},{below})\n");
    } else {
        let _ = writeln!(out, "     is_atom(X) = {above}\n");
    }
}

/// Order of terms; the rules of the atoms follow.
fn mcrl_order(out: &mut String, identities: bool) {
    let (maps, kind, rules) = if identities {
        (mcrl::MAPS_OF_IDENTITIES, mcrl::KIND_WITH_IDENTITIES, mcrl::ORDER_OF_IDENTITIES)
    } else {
        ("", mcrl::KIND, "")
    };
    for part in [maps, mcrl::ORDER_MAPS, kind, mcrl::ORDER, rules] {
        out.push_str(part);
    }
}

/// References and process identifiers; their ranks follow those of the atoms.
fn mcrl_identities(out: &mut String, rank: usize) {
    out.push_str(mcrl::IDENTITIES);
    for (name, rank) in [("reference", rank), ("pid", rank + 1)] {
        let _ = writeln!(out, "     rank({name}(N)) = {rank}");
        let _ = writeln!(out, "     is_{name}(X) = eq({rank},rank(X))");
    }
    out.push('\n');
}

/// Sort `Term` and its maps in an mCRL2 specification.
pub(super) fn mcrl2_library(model: &Model, names: &Names, uses: &Uses) -> String {
    let constants = constants(model, names);
    let mut out = String::from(mcrl2::TERM);
    for chunk in constants.chunks(8) {
        let texts: Vec<&str> = chunk.iter().map(|constant| constant.text).collect();
        let _ = writeln!(out, "    | {}", texts.join(" | "));
    }
    if uses.identities {
        out.push_str("    | reference(Int) | pid(Int)\n");
    }
    out.push_str("    ;\n\n");
    out.push_str(mcrl2::MAPS);
    let states: Vec<&str> = model.states.iter_enumerated().map(|(ix, _)| names.state(ix)).collect();
    if !states.is_empty() {
        let tests: Vec<String> = states.iter().map(|state| format!("is_{state}")).collect();
        let _ = writeln!(out, "    {}: Term -> Bool;", tests.join(", "));
    }
    out.push_str(mcrl2::RULES);
    for constant in &constants {
        let _ = writeln!(
            out,
            "    rank({}) = {};  arity({}) = 0;",
            constant.text,
            constant.order + FIRST_ATOM,
            constant.text
        );
    }
    for state in states {
        let _ = writeln!(out, "    is_{state}(X) = X == {state};");
    }
    mcrl2_atoms_and_identities(&mut out, uses.identities, FIRST_ATOM + constants.len());
    if uses.fresh {
        out.push_str(mcrl2::FRESH);
    }
    if uses.order {
        mcrl2_order(&mut out, uses.identities);
    }
    if uses.arithmetic {
        out.push_str(mcrl2::ARITHMETIC);
    }
    if uses.size {
        out.push_str(
            "map tuple_size: Term -> Term;\nvar X: Term;\neqn tuple_size(X) = int(arity(X));\n\n",
        );
    }
    if uses.lists {
        out.push_str(mcrl2::LISTS);
    }
    if uses.bool_terms {
        let (holds, fails) = truth(names);
        let _ = writeln!(
            out,
            "map bool_to_term: Bool -> Term;\neqn bool_to_term(true) = {holds};\n    bool_to_term(false) = {fails};\n"
        );
    }
    out
}

/// Order of terms.
fn mcrl2_order(out: &mut String, identities: bool) {
    let (kind, rules) = if identities {
        (mcrl2::KIND_WITH_IDENTITIES, mcrl2::ORDER_OF_IDENTITIES)
    } else {
        (mcrl2::KIND, "")
    };
    for part in [mcrl2::ORDER_MAPS, kind, mcrl2::ORDER, rules] {
        out.push_str(part);
    }
    out.push('\n');
}

/// The test of atoms; references and process identifiers, whose ranks follow those of the atoms.
fn mcrl2_atoms_and_identities(out: &mut String, identities: bool, rank: usize) {
    let above = FIRST_ATOM - 1;
    if !identities {
        let _ = writeln!(out, "    is_atom(X) = rank(X) > {above};\n");
        return;
    }
    let _ = writeln!(out, "    is_atom(X) = rank(X) > {above} && rank(X) < {rank};\n");
    out.push_str(mcrl2::IDENTITIES);
    for (name, rank) in [("reference", rank), ("pid", rank + 1)] {
        let _ = writeln!(out, "    rank({name}(N)) = {rank};  arity({name}(N)) = 0;");
        let _ = writeln!(out, "    is_{name}(X) = rank(X) == {rank};");
    }
    out.push('\n');
}
