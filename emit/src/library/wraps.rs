//! Maps, binaries, other bit strings and funs in a specification: constructors around one term.
//!
//! Input: which language, and what else the specification has. Output: constructors, tests and rules. What such a
//! value holds is given back by a map; the order goes by what they hold.

use std::fmt::Write as _;

use model::Wrap;
use model::names::wraps::{BIT_STRING, content, test, wrap_constructor};

/// What hangs on the order of large maps, in mCRL2: declared without a rule, where a model has it.
const MCRL2_UNORDERED: &str = "map unordered: Term -> Term;\n\n";

/// What hangs on the order of large maps, in muCRL: declared without a rule, where a model has it.
const MCRL_UNORDERED: &str = "map  unordered: Term -> Term\n\n";

/// The rank of the first constructor of maps, binaries, other bit strings and funs.
const FIRST: usize = 9;

/// The constructors of maps, binaries, other bit strings and funs that a specification has, where it has any.
pub(super) fn all(bits: bool) -> impl Iterator<Item = Wrap> {
    Wrap::ALL.into_iter().filter(move |wrap| bits || *wrap != Wrap::Bits)
}

/// Ranks above this one belong to the atoms.
pub(super) fn last(bits: bool) -> usize {
    FIRST + all(bits).count() - 1
}

/// Constructors of the mCRL2 sort.
pub(super) fn mcrl2_constructors(bits: bool) -> String {
    let constructor = |wrap: Wrap| format!("{}({}: Term)", wrap_constructor(wrap), content(wrap));
    let all: Vec<String> = all(bits).map(constructor).collect();
    format!("    | {}\n", all.join(" | "))
}

/// Tests and rules of mCRL2, perhaps with what hangs on the order of large maps.
pub(super) fn mcrl2(unordered: bool, bits: bool) -> String {
    let mut out = String::from("map is_map, is_binary, is_fun: Term -> Bool;\nvar X: Term;\neqn\n");
    if bits {
        out = out.replace("is_fun:", "is_fun, is_bits, is_bitstring:");
        out.push_str("    is_bitstring(X) = is_binary(X) || is_bits(X);\n");
    }
    for (number, wrap) in all(bits).enumerate() {
        let (constructor, rank) = (wrap_constructor(wrap), FIRST + number);
        let _ = writeln!(out, "    rank({constructor}(X)) = {rank};  arity({constructor}(X)) = 0;");
        let _ = writeln!(out, "    {}(X) = rank(X) == {rank};", test(wrap));
    }
    out.push('\n');
    out.push_str(if unordered { MCRL2_UNORDERED } else { "" });
    out
}

/// Constructors, tests and rules of muCRL, perhaps with what hangs on the order of large maps.
pub(super) fn mcrl(unordered: bool, bits: bool) -> String {
    let mut out = String::from(
        "func map_of,binary_of,fun_of: Term -> Term
map  map_content,binary_content,fun_content: Term -> Term
     is_map,is_binary,is_fun: Term -> Bool
var  X,Y: Term
rew  map_content(map_of(X)) = X
     binary_content(binary_of(X)) = X
     fun_content(fun_of(X)) = X
",
    );
    if bits {
        for (without_bits, with_bits) in [
            ("fun_of: Term", "fun_of,bits_of: Term"),
            ("fun_content: Term", "fun_content,bits_content: Term"),
            ("is_fun: Term", "is_fun,is_bits,is_bitstring: Term"),
        ] {
            out = out.replace(without_bits, with_bits);
        }
        out.push_str("     bits_content(bits_of(X)) = X\n");
        out.push_str("     is_bitstring(X) = or(is_binary(X),is_bits(X))\n");
    }
    for (number, wrap) in all(bits).enumerate() {
        let (constructor, rank) = (wrap_constructor(wrap), FIRST + number);
        let (test, content) = (test(wrap), content(wrap));
        let _ = writeln!(out, "     rank({constructor}(X)) = {rank}");
        let _ = writeln!(out, "     arity({constructor}(X)) = 0");
        let _ = writeln!(out, "     {test}(X) = eq({rank},rank(X))");
        let _ = writeln!(out, "     eq({constructor}(X),Y) = and({test}(Y),eq(X,{content}(Y)))");
        let _ = writeln!(out, "     eq(Y,{constructor}(X)) = and({test}(Y),eq(X,{content}(Y)))");
    }
    out.push('\n');
    out.push_str(if unordered { MCRL_UNORDERED } else { "" });
    out
}

/// The kinds in Erlang's order, with the test for each; what is none of them is a list.
const KINDS: [(&str, &str); 9] = [
    ("is_int", "0"),
    ("is_atom", "1"),
    ("is_reference", "2"),
    ("is_fun", "3"),
    ("is_pid", "4"),
    ("is_tuple", "5"),
    ("is_map", "6"),
    ("is_nil", "7"),
    ("is_binary", "9"),
];

/// The place of a list among the kinds.
const LIST: &str = "8";

/// The kinds that a specification has.
fn kinds(
    identities: bool,
    bits: bool,
) -> impl DoubleEndedIterator<Item = (&'static str, &'static str)> {
    let is_there =
        move |(test, _): &(&str, &str)| identities || !matches!(*test, "is_reference" | "is_pid");
    let test = move |(test, place)| match test {
        "is_binary" if bits => (BIT_STRING, place),
        other => (other, place),
    };
    KINDS.into_iter().filter(is_there).map(test)
}

/// The place of a term among the kinds, in mCRL2.
pub(super) fn mcrl2_kind(identities: bool, bits: bool) -> String {
    let place = kinds(identities, bits).rev().fold(LIST.to_owned(), |rest, (test, place)| {
        format!("if({test}(X), {place},\n      {rest})")
    });
    format!("eqn kind(X) = {place};\n")
}

/// The pairs of constructors that are compared by what they hold.
fn compared(bits: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    let same = [Wrap::Map, Wrap::Binary, Wrap::Fun].map(|wrap| (wrap, wrap));
    let mixed = [(Wrap::Bits, Wrap::Bits), (Wrap::Binary, Wrap::Bits), (Wrap::Bits, Wrap::Binary)];
    let mixed = mixed.into_iter().filter(move |_| bits);
    same.into_iter().chain(mixed).map(|(a, b)| (wrap_constructor(a), wrap_constructor(b)))
}

/// The order of maps, binaries, other bit strings and funs, in mCRL2.
pub(super) fn mcrl2_order(bits: bool) -> String {
    let rule = |(a, b)| format!("    less_same({a}(X), {b}(Y)) = less(X, Y);\n");
    compared(bits).map(rule).collect()
}

/// A map that the order of muCRL needs besides.
pub(super) const MCRL_ORDER_MAP: &str = "map  place_of_kind: Bool # Natural # Natural -> Natural\nvar  N,M: Natural\nrew  place_of_kind(T,N,M) = N\n     place_of_kind(F,N,M) = M\n\n";

/// The place of a term among the kinds, in muCRL.
pub(super) fn mcrl_kind(identities: bool, bits: bool) -> String {
    let place = kinds(identities, bits).rev().fold(LIST.to_owned(), |rest, (test, place)| {
        format!("place_of_kind({test}(X),{place},\n       {rest})")
    });
    format!("rew  kind(X) = {place}\n")
}

/// The order of maps, binaries, other bit strings and funs, in muCRL.
pub(super) fn mcrl_order(bits: bool) -> String {
    let rule = |(a, b)| format!("     less_same({a}(X),{b}(Y)) = less(X,Y)\n");
    compared(bits).map(rule).collect()
}
