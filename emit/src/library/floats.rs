//! Floats in a specification: constants, ordered among each other, and compared with integers by those next to them.
//!
//! Input: names of the floats of a model, and what else the specification has. Output: constructors and rules.
//! `by_value(X)` is `X` with integers in the place of floats that are equal to one, so that `equal` (`==`) is equality of
//! two such terms; keys of maps have an order of their own (`key_less`), where integers come before floats. Nothing
//! computes with floats: there are no rules for arithmetic on them.

use std::fmt::Write as _;

use frontend::Float;
use model::Wrap;
use model::names::wraps::wrap_constructor;
use model::names::{Names, Target};
use num_bigint::BigInt;

use super::uses::Uses;
use super::{constants, mcrl_rule, wraps};
use crate::terms::integer;
use model::Model;

/// What a specification with floats has besides.
pub(super) struct Floats<'a> {
    model: &'a Model,
    names: &'a Names,
    uses: &'a Uses,
}

/// The integer that is equal to a float.
fn equal_integer(float: Float) -> Option<BigInt> {
    let whole = float.floor();
    float.compare_integer(&whole).is_eq().then_some(whole)
}

impl<'a> Floats<'a> {
    /// What is to be said of the floats of a model; `None` where it has none.
    pub(super) fn of(model: &'a Model, names: &'a Names, uses: &'a Uses) -> Option<Self> {
        names.has_floats().then_some(Self { model, names, uses })
    }

    /// Whether keys of maps are compared, alone or as parts of terms.
    fn has_keys(&self) -> bool {
        self.uses.keys || self.uses.order && self.uses.wraps
    }

    /// Constructors, tests and `==` in muCRL; `last` is the constant with the highest rank of all others.
    pub(super) fn mcrl(&self, last: &str) -> String {
        let mut out = String::from("% Floats are constants, which are compared only.\n");
        for (position, (_, text)) in self.names.floats().enumerate() {
            let start = if position == 0 { "func" } else { "" };
            let _ = writeln!(out, "{start:<4} {text}: -> Term");
        }
        out.push_str("map  is_float,is_number: Term -> Bool\nvar  X: Term\nrew  ");
        let _ = writeln!(out, "is_float(X) = lt(rank({last}),rank(X))");
        out.push_str("     is_number(X) = or(is_int(X),is_float(X))\n");
        let mut before = last;
        for (_, text) in self.names.floats() {
            super::mcrl_constant(&mut out, text, &format!("rank({before})"));
            before = text;
        }
        out.push('\n');
        if self.uses.values {
            self.mcrl_equal(&mut out);
        }
        out
    }

    fn mcrl_equal(&self, out: &mut String) {
        out.push_str(MCRL_BY_VALUE);
        if self.uses.identities {
            out.push_str("     by_value(reference(N)) = reference(N)\n");
            out.push_str("     by_value(pid(N)) = pid(N)\n");
        }
        for wrap in wraps::all(self.uses.bits).filter(|_| self.uses.wraps) {
            let _ = writeln!(out, "     {}", by_value_of(wrap, ","));
        }
        for constant in constants(self.model, self.names) {
            mcrl_rule(out, &format!("by_value({constant})"), constant);
        }
        for (float, text) in self.names.floats() {
            let value = equal_integer(float).map(|value| integer(&value, Target::Mcrl));
            let value = value.unwrap_or_else(|| text.to_owned());
            mcrl_rule(out, &format!("by_value({text})"), &value);
        }
        out.push('\n');
    }

    /// The rules of the order by value, and the order of keys, in muCRL: those of the order without floats, changed.
    pub(super) fn mcrl_order(&self, out: &mut String, order: &str) {
        out.push_str(
            &order.replace("eq(H1,H2)", "equal(H1,H2)").replace(MCRL_MAPS, MCRL_MAPS_BY_VALUE),
        );
        out.push_str(MCRL_LESS_FLOAT);
        for (float, text) in self.names.floats() {
            let [floor, ceiling] =
                [float.floor(), float.ceiling()].map(|value| integer(&value, Target::Mcrl));
            mcrl_rule(out, &format!("floor_of({text})"), &floor);
            for number in ["int(N)", "neg(N)"] {
                let right = format!("less_same({number},{ceiling})");
                mcrl_rule(out, &format!("less_same({number},{text})"), &right);
            }
            let right = format!("less_float(is_float(X),{text},X)");
            mcrl_rule(out, &format!("less_same({text},X)"), &right);
        }
    }

    /// The order of keys of maps in muCRL, by the rules of that of terms without floats.
    pub(super) fn mcrl_keys(&self, out: &mut String, order: &str) {
        if !self.has_keys() {
            return;
        }
        out.push_str(MCRL_KEYS);
        out.push_str(&order.replace("less", "key_less"));
        for constant in constants(self.model, self.names) {
            let left = format!("key_less_same({constant},X)");
            mcrl_rule(out, &left, &format!("lt(rank({constant}),rank(X))"));
        }
        for (_, text) in self.names.floats() {
            for number in ["int(N)", "neg(N)"] {
                mcrl_rule(out, &format!("key_less_same({number},{text})"), "T");
            }
            let right = format!("and(is_float(X),lt(rank({text}),rank(X)))");
            mcrl_rule(out, &format!("key_less_same({text},X)"), &right);
        }
        out.push('\n');
        if self.uses.wraps && self.uses.order {
            out.push_str(MCRL_LESS_MAP);
        }
    }

    /// Constructors of the mCRL2 sort.
    pub(super) fn mcrl2_constructors(&self, out: &mut String) {
        for (_, text) in self.names.floats() {
            let _ = writeln!(out, "    | {text}");
        }
    }

    /// Tests and `==` in mCRL2; floats have this rank.
    pub(super) fn mcrl2(&self, rank: usize) -> String {
        let mut out = String::from("% Floats are constants, which are compared only.\n");
        out.push_str("map is_float, is_number: Term -> Bool;\nvar X: Term;\neqn ");
        let _ = writeln!(out, "is_float(X) = rank(X) == {rank};");
        out.push_str("    is_number(X) = is_int(X) || is_float(X);\n");
        for (_, text) in self.names.floats() {
            let _ = writeln!(out, "    rank({text}) = {rank};  arity({text}) = 0;");
        }
        out.push('\n');
        if !self.uses.values {
            return out;
        }
        out.push_str(MCRL2_BY_VALUE);
        let mut others = vec!["is_int(X)", "is_nil(X)", "rank(X) == 6", "is_atom(X)"];
        if self.uses.identities {
            others.extend(["is_reference(X)", "is_pid(X)"]);
        }
        let _ = writeln!(out, "    {} ->\n      by_value(X) = X;", others.join(" || "));
        for wrap in wraps::all(self.uses.bits).filter(|_| self.uses.wraps) {
            let _ = writeln!(out, "    {};", by_value_of(wrap, ", "));
        }
        for (float, text) in self.names.floats() {
            let value = equal_integer(float).map(|value| integer(&value, Target::Mcrl2));
            let value = value.unwrap_or_else(|| text.to_owned());
            let _ = writeln!(out, "    by_value({text}) = {value};");
        }
        out.push('\n');
        out
    }

    /// The rules of the order by value in mCRL2: those of the order without floats, changed.
    pub(super) fn mcrl2_order(&self, out: &mut String, order: &str) {
        let order = order.replace("H1 == H2", "equal(H1, H2)");
        out.push_str(&order.replace(MCRL2_MAPS, MCRL2_MAPS_BY_VALUE));
        out.push_str(MCRL2_LESS_FLOAT);
        for (number, (float, text)) in self.names.floats().enumerate() {
            let [floor, ceiling] = [float.floor(), float.ceiling()];
            let _ = writeln!(out, "    number_of_float({text}) = {number};");
            let _ =
                writeln!(out, "    floor_of({text}) = {floor};  ceiling_of({text}) = {ceiling};");
        }
    }

    /// The order of keys of maps in mCRL2, by the rules of that of terms without floats.
    pub(super) fn mcrl2_keys(&self, out: &mut String, order: &str) {
        if !self.has_keys() {
            return;
        }
        out.push_str(MCRL2_KEYS);
        out.push_str(&order.replace("less", "key_less"));
        out.push_str(MCRL2_KEYS_OF_FLOATS);
        if self.uses.wraps && self.uses.order {
            out.push_str(MCRL2_LESS_MAP);
        }
    }
}

/// A rule of `by_value`: the keys of a map stay what they are.
fn by_value_of(wrap: Wrap, comma: &str) -> String {
    let constructor = wrap_constructor(wrap);
    match wrap {
        Wrap::Map => {
            let map =
                |values: &str| format!("map_of(tuple(X{comma}tuple(H1{comma}tuplenil({values}))))");
            format!("by_value({}) = {}", map("R1"), map("by_value(R1)"))
        }
        Wrap::Fun => format!("by_value({constructor}(X)) = {constructor}(by_value(X))"),
        Wrap::Binary | Wrap::Bits => format!("by_value({constructor}(X)) = {constructor}(X)"),
    }
}

/// Numbers as their values in muCRL; rules of constants follow.
const MCRL_BY_VALUE: &str = "\
map  by_value: Term -> Term
     equal: Term # Term -> Bool
var  X,Y,H1,R1: Term
     N: Natural
rew  equal(X,Y) = eq(by_value(X),by_value(Y))
     by_value(int(N)) = int(N)
     by_value(neg(N)) = neg(N)
     by_value(nil) = nil
     by_value(emptytuple) = emptytuple
     by_value(cons(H1,R1)) = cons(by_value(H1),by_value(R1))
     by_value(tuplenil(H1)) = tuplenil(by_value(H1))
     by_value(tuple(H1,R1)) = tuple(by_value(H1),by_value(R1))
";

/// Numbers as their values in mCRL2; rules of constants follow.
const MCRL2_BY_VALUE: &str = "\
map by_value: Term -> Term;
    equal: Term # Term -> Bool;
var X, Y, H1, R1: Term;
eqn equal(X, Y) = by_value(X) == by_value(Y);
    by_value(cons_(H1, R1)) = cons_(by_value(H1), by_value(R1));
    by_value(tuplenil(H1)) = tuplenil(by_value(H1));
    by_value(tuple(H1, R1)) = tuple(by_value(H1), by_value(R1));
";

/// Maps of the order by value in muCRL.
pub(super) const MCRL_ORDER_MAPS: &str = "\
map  floor_of: Term -> Term
     less_float: Bool # Term # Term -> Bool
";

/// Floats go by rank, and an integer by the one next to a float; rules of the floats follow.
const MCRL_LESS_FLOAT: &str = "     less_float(T,X,Y) = lt(rank(X),rank(Y))
     less_float(F,X,Y) = less_same(floor_of(X),Y)
";

/// Maps of the order by value in mCRL2.
pub(super) const MCRL2_ORDER_MAPS: &str = "\
map number_of_float: Term -> Nat;
    floor_of, ceiling_of: Term -> Int;
";

/// Floats go by number, and an integer by the one next to a float; rules of the floats follow.
const MCRL2_LESS_FLOAT: &str =
    "    is_float(X) && is_float(Y) -> less_same(X, Y) = number_of_float(X) < number_of_float(Y);
    is_float(X) -> less_same(X, int(N)) = floor_of(X) < N;
    is_float(X) -> less_same(int(N), X) = N < ceiling_of(X);
";

/// How maps are compared where there are no floats, in muCRL, and where there are some: by size, by keys, then by values.
const MCRL_MAPS: &str = "less_same(map_of(X),map_of(Y)) = less(X,Y)";
const MCRL_MAPS_BY_VALUE: &str = "less_same(map_of(X),map_of(Y)) = less_map(X,Y)";

/// How maps are compared where there are no floats, in mCRL2, and where there are some: by size, by keys, then by values.
const MCRL2_MAPS: &str = "less_same(map_of(X), map_of(Y)) = less(X, Y)";
const MCRL2_MAPS_BY_VALUE: &str = "less_same(map_of(X), map_of(Y)) = less_map(X, Y)";

/// The comparison of maps by value, in muCRL.
const MCRL_LESS_MAP: &str = "\
var  X,Y,H1,R1,H2,R2: Term
rew  less_map(tuple(X,tuple(H1,tuplenil(R1))),tuple(Y,tuple(H2,tuplenil(R2)))) =
       or(less(X,Y),and(eq(X,Y),or(key_less(H1,H2),and(eq(H1,H2),less(R1,R2)))))

";

/// The comparison of maps by value, in mCRL2.
const MCRL2_LESS_MAP: &str = "\
var X, Y, H1, R1, H2, R2: Term;
eqn less_map(tuple(X, tuple(H1, tuplenil(R1))), tuple(Y, tuple(H2, tuplenil(R2)))) =
      less(X, Y) || (X == Y && (key_less(H1, H2) || (H1 == H2 && less(R1, R2))));

";

/// Maps of the order of keys in muCRL; `key_order` is of a pair, and 1 where the first comes before the second.
const MCRL_KEYS: &str = "\
map  key_less,key_less_same,key_less_items,less_map: Term # Term -> Bool
     key_less_1: Bool # Term # Term -> Bool
     key_less_tuple: Bool # Term # Term -> Bool
     key_order: Term -> Term
     key_order_of: Bool -> Term
var  X,Y,H1,R1,H2,R2: Term
     N,M: Natural
rew  key_order(tuple(X,tuplenil(Y))) = key_order_of(key_less(X,Y))
     key_order_of(T) = int(1)
     key_order_of(F) = int(0)
";

/// Maps of the order of keys in mCRL2; `key_order` is of a pair, and 1 where the first comes before the second.
const MCRL2_KEYS: &str = "\
map key_less, key_less_same, key_less_items, less_map: Term # Term -> Bool;
    key_order: Term -> Term;
var X, Y, H1, R1, H2, R2: Term; N, M: Int;
eqn key_order(tuple(X, tuplenil(Y))) = int(if(key_less(X, Y), 1, 0));
";

/// Among keys integers come before floats, in mCRL2.
const MCRL2_KEYS_OF_FLOATS: &str = "    is_float(X) && is_float(Y) ->
      key_less_same(X, Y) = number_of_float(X) < number_of_float(Y);
    is_float(X) -> key_less_same(X, int(N)) = false;
    is_float(X) -> key_less_same(int(N), X) = true;

";
