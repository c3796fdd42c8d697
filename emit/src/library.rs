//! The data part that every specification needs.
//!
//! Input: the constructors of a model and which operators it uses. Output: sorts, constructors and
//! rules. Conditions are total; projections are defined where the model projects.

mod floats;
mod mcrl;
mod mcrl2;
mod naturals;
mod tuples;
pub(super) mod uses;
pub(crate) mod wraps;

use std::fmt::Write as _;

use super::doc::WIDTH;
use floats::Floats;
use model::names::wraps::wrap_constructor;
use model::names::{Names, Target};
use model::state::Computed;
use model::{Model, StateIx};
use naturals::{Naturals, naturals};
use tuples::tuples;
use uses::Uses;

/// The states with constants of their own: one that is computed is what it is.
pub(super) fn states<'a>(
    model: &'a Model,
    names: &'a Names,
) -> impl Iterator<Item = (StateIx, &'a str)> {
    let states = model.states.iter_enumerated().filter(|(_, name)| Computed::of(name).is_none());
    states.map(|(ix, _)| (ix, names.state(ix)))
}

/// The nullary constructors that stand for atoms and states, in Erlang's order of the atoms.
fn constants<'a>(model: &'a Model, names: &'a Names) -> Vec<&'a str> {
    let mut all: Vec<(String, &str)> =
        names.atoms().map(|(name, text)| (name.to_string(), text)).collect();
    for (ix, text) in states(model, names) {
        all.push((model.states[ix].to_string(), text));
    }
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// Sorts `Bool`, `Natural`, `Term` and `TermStack` of a muCRL specification.
pub(super) fn mcrl_library(model: &Model, names: &Names, uses: &Uses) -> String {
    let constants = constants(model, names);
    let naturals = naturals(names.numerals());
    let mut out = String::from(mcrl::BOOL);
    out.push_str(&naturals::sort(names.numerals(), model, last_kind(uses)));
    mcrl_terms(&mut out, model, names, &constants, last_kind(uses));
    let floats = Floats::of(model, names, uses);
    if uses.wraps {
        out.push_str(&wraps::mcrl(uses.unordered, uses.bits));
    }
    if uses.identities {
        mcrl_identities(&mut out);
    }
    if let Some(floats) = &floats {
        out.push_str(&floats.mcrl(constants.last().copied().unwrap_or("nil")));
    }
    let later = Some(naturals.later);
    let reference = mcrl::Fresh { name: "reference", other: "pid", from: "fresh_from", later };
    let later = later.filter(|_| !uses.fresh);
    let pid = mcrl::Fresh { name: "pid", other: "reference", from: "fresh_pid_from", later };
    for (_, made) in
        [(uses.fresh, reference), (uses.fresh_pid, pid)].iter().filter(|(is_used, _)| *is_used)
    {
        out.push_str(&mcrl::fresh(made));
        let of_floats = names.floats().map(|(_, text)| text);
        for constant in constants.iter().copied().chain(of_floats) {
            mcrl_rule(&mut out, &format!("has_{}(N,{constant})", made.name), "F");
        }
        for wrap in wraps::all(uses.bits).filter(|_| uses.wraps) {
            let (name, constructor) = (made.name, wrap_constructor(wrap));
            let _ = writeln!(out, "     has_{name}(N,{constructor}(X)) = has_{name}(N,X)");
        }
        out.push('\n');
    }
    if uses.order {
        mcrl_order(&mut out, uses, naturals, &constants, floats.as_ref());
    }
    if uses.arithmetic {
        for part in [naturals.maps, mcrl::INTEGER_MAPS, naturals.rules, mcrl::INTEGER_RULES] {
            out.push_str(part);
        }
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
    tuples(&mut out, &uses.sizes, Target::Mcrl);
    out.push_str(mcrl::STACK);
    out
}

fn truth(names: &Names) -> (String, String) {
    (names.atom(&"true".into()), names.atom(&"false".into()))
}

/// The rank of the first of the constructors with arguments that are not always there: those of
/// references, then of process identifiers.
const IDENTITY: usize = 7;

/// Ranks above this one belong to the atoms.
const LAST_KIND: usize = 8;

/// The rank above which those of the atoms begin, in a specification that may have maps, binaries and funs.
fn last_kind(uses: &Uses) -> usize {
    if uses.wraps { wraps::last(uses.bits) } else { LAST_KIND }
}

fn mcrl_terms(
    out: &mut String,
    model: &Model,
    names: &Names,
    constants: &[&str],
    last_kind: usize,
) {
    out.push_str(mcrl::TERM);
    for constant in constants {
        let _ = writeln!(out, "     {constant}: -> Term");
    }
    out.push_str(mcrl::TERM_MAPS);
    for (_, state) in states(model, names) {
        let _ = writeln!(out, "     is_{state}: Term -> Bool");
    }
    for part in [mcrl::TERM_RULES, naturals(names.numerals()).element, mcrl::KIND_RULES] {
        out.push_str(part);
    }
    // Each rank is told from the one before: a new atom moves no other.
    let mut before = last_kind.to_string();
    for text in constants {
        mcrl_constant(out, text, &before);
        before = format!("rank({text})");
    }
    for (_, text) in states(model, names) {
        mcrl_rule(out, &format!("is_{text}(X)"), &format!("eq({text},X)"));
    }
    if names.has_floats() {
        let _ = writeln!(out, "     is_atom(X) = and(lt({last_kind},rank(X)),not(is_float(X)))\n");
    } else {
        let _ = writeln!(out, "     is_atom(X) = lt({last_kind},rank(X))\n");
    }
}

/// The rules of every constant: its rank is the one behind `before`.
fn mcrl_constant(out: &mut String, text: &str, before: &str) {
    let ranks = format!("eq(rank({text}),rank(X))");
    mcrl_rule(out, &format!("rank({text})"), &format!("s({before})"));
    mcrl_rule(out, &format!("arity({text})"), "0");
    mcrl_rule(out, &format!("eq({text},X)"), &ranks);
    mcrl_rule(out, &format!("eq(X,{text})"), &ranks);
}

/// An equation, in two lines where it is long.
fn mcrl_rule(out: &mut String, left: &str, right: &str) {
    let between = if left.len() + right.len() + 8 > WIDTH { "\n         " } else { " " };
    let _ = writeln!(out, "     {left}{between}= {right}");
}

/// Order of terms, and of keys where that is another one.
fn mcrl_order(
    out: &mut String,
    uses: &Uses,
    naturals: &Naturals,
    constants: &[&str],
    floats: Option<&Floats<'_>>,
) {
    let (of_wraps, mut rules) = (wraps::mcrl_order(uses.bits), vec![mcrl::ORDER]);
    let kind = match (uses.wraps, uses.identities) {
        (true, with_identities) => wraps::mcrl_kind(with_identities, uses.bits),
        (false, true) => format!("{}{}", mcrl::KIND_WITH_IDENTITIES, naturals.kinds),
        (false, false) => mcrl::KIND.to_owned(),
    };
    out.push_str(floats.map_or("", |_| floats::MCRL_ORDER_MAPS));
    out.push_str(match (uses.wraps, uses.identities) {
        (true, _) => wraps::MCRL_ORDER_MAP,
        (false, true) => mcrl::MAPS_OF_IDENTITIES,
        (false, false) => "",
    });
    out.push_str(mcrl::ORDER_MAPS);
    match floats {
        Some(_) => out.push_str(&kind.replace("is_int(X)", "is_number(X)")),
        None => out.push_str(&kind),
    }
    out.push_str(mcrl::PLACES);
    rules.extend(uses.identities.then_some(mcrl::ORDER_OF_IDENTITIES));
    rules.extend(uses.wraps.then_some(of_wraps.as_str()));
    let order = rules.concat();
    match floats {
        Some(floats) => floats.mcrl_order(out, &order),
        None => out.push_str(&order),
    }
    for constant in constants {
        let left = format!("less_same({constant},X)");
        mcrl_rule(out, &left, &format!("lt(rank({constant}),rank(X))"));
    }
    out.push('\n');
    if let Some(floats) = floats {
        floats.mcrl_keys(out, &order);
    }
}

/// References and process identifiers.
fn mcrl_identities(out: &mut String) {
    out.push_str(mcrl::IDENTITIES);
    for (name, rank) in [("reference", IDENTITY), ("pid", IDENTITY + 1)] {
        let _ = writeln!(out, "     rank({name}(N)) = {rank}");
        let _ = writeln!(out, "     is_{name}(X) = eq({rank},rank(X))");
    }
    out.push('\n');
}

/// Sort `Term` and its maps in an mCRL2 specification.
pub(super) fn mcrl2_library(model: &Model, names: &Names, uses: &Uses) -> String {
    let last_kind = last_kind(uses);
    let constants = constants(model, names);
    let mut out = String::from(mcrl2::TERM);
    for constant in &constants {
        let _ = writeln!(out, "    | {constant}");
    }
    if uses.identities {
        out.push_str("    | reference(Int) | pid(Int)\n");
    }
    if uses.wraps {
        out.push_str(&wraps::mcrl2_constructors(uses.bits));
    }
    let floats = Floats::of(model, names, uses);
    if let Some(floats) = &floats {
        floats.mcrl2_constructors(&mut out);
    }
    out.push_str("    ;\n\n");
    out.push_str(mcrl2::MAPS);
    for (_, state) in states(model, names) {
        let _ = writeln!(out, "    is_{state}: Term -> Bool;");
    }
    out.push_str(mcrl2::RULES);
    for constant in &constants {
        let _ = writeln!(out, "    rank({constant}) = {};", last_kind + 1);
    }
    for (_, state) in states(model, names) {
        let _ = writeln!(out, "    is_{state}(X) = X == {state};");
    }
    let comparison = if floats.is_some() { "==" } else { ">" };
    let than = if floats.is_some() { last_kind + 1 } else { last_kind };
    let _ = writeln!(out, "    is_atom(X) = rank(X) {comparison} {than};");
    out.push_str("    is_atom(X) -> arity(X) = 0;\n\n");
    if uses.wraps {
        out.push_str(&wraps::mcrl2(uses.unordered, uses.bits));
    }
    if uses.identities {
        mcrl2_identities(&mut out);
    }
    if let Some(floats) = &floats {
        out.push_str(&floats.mcrl2(last_kind + 2));
    }
    if uses.fresh {
        mcrl2_fresh(&mut out, ["reference", "pid", "fresh_from"], uses, floats.is_some());
    }
    if uses.fresh_pid {
        mcrl2_fresh(&mut out, ["pid", "reference", "fresh_pid_from"], uses, floats.is_some());
    }
    if uses.order {
        mcrl2_order(&mut out, uses, &constants, floats.as_ref());
    }
    mcrl2_operators(&mut out, names, uses);
    out
}

/// What the operators of the model need.
fn mcrl2_operators(out: &mut String, names: &Names, uses: &Uses) {
    if uses.characters {
        out.push_str(mcrl2::CHARACTERS);
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
    tuples(out, &uses.sizes, Target::Mcrl2);
    if uses.bool_terms {
        let (holds, fails) = truth(names);
        let _ = writeln!(
            out,
            "map bool_to_term: Bool -> Term;\neqn bool_to_term(true) = {holds};\n    bool_to_term(false) = {fails};\n"
        );
    }
}

/// What makes new references or process identifiers.
fn mcrl2_fresh(out: &mut String, names: [&str; 3], uses: &Uses, has_floats: bool) {
    let [made, other, from] = names;
    let mut text = mcrl2::fresh(made, other, from);
    if has_floats {
        text = text.replace("is_int(X) ||", "is_number(X) ||");
    }
    if uses.wraps {
        text.truncate(text.trim_end().len());
        text.push('\n');
        for wrap in wraps::all(uses.bits) {
            let constructor = wrap_constructor(wrap);
            let _ = writeln!(text, "    has_{made}(N, {constructor}(X)) = has_{made}(N, X);");
        }
        text.push('\n');
    }
    out.push_str(&text);
}

/// Order of terms, and of keys where that is another one; that of the atoms is their number.
fn mcrl2_order(out: &mut String, uses: &Uses, constants: &[&str], floats: Option<&Floats<'_>>) {
    let (of_wraps, mut rules) = (wraps::mcrl2_order(uses.bits), vec![mcrl2::ORDER]);
    let kind = match (uses.wraps, uses.identities) {
        (true, with_identities) => wraps::mcrl2_kind(with_identities, uses.bits),
        (false, true) => mcrl2::KIND_WITH_IDENTITIES.to_owned(),
        (false, false) => mcrl2::KIND.to_owned(),
    };
    rules.extend(uses.identities.then_some(mcrl2::ORDER_OF_IDENTITIES));
    rules.extend(uses.wraps.then_some(of_wraps.as_str()));
    let order = rules.concat();
    out.push_str(floats.map_or("", |_| floats::MCRL2_ORDER_MAPS));
    out.push_str(mcrl2::ORDER_MAPS);
    match floats {
        Some(floats) => {
            out.push_str(&kind.replace("is_int(X)", "is_number(X)"));
            floats.mcrl2_order(out, &order);
        }
        None => out.extend([kind, order.clone()]),
    }
    let mut before = "0".to_owned();
    for constant in constants {
        let _ = writeln!(out, "    place({constant}) = {before} + 1;");
        before = format!("place({constant})");
    }
    out.push('\n');
    if let Some(floats) = floats {
        floats.mcrl2_keys(out, &order);
    }
}

/// References and process identifiers.
fn mcrl2_identities(out: &mut String) {
    out.push_str(mcrl2::IDENTITIES);
    for (name, rank) in [("reference", IDENTITY), ("pid", IDENTITY + 1)] {
        let _ = writeln!(out, "    rank({name}(N)) = {rank};  arity({name}(N)) = 0;");
        let _ = writeln!(out, "    is_{name}(X) = rank(X) == {rank};");
    }
    out.push('\n');
}
