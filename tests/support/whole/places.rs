//! Expressions whose value is a process or its name: the machine itself, or nobody.
//!
//! Input: where it stands. Output: the text. Which of them the machine is, is known only when it runs.

use super::feature::Feature;
use super::{NAME, Writer};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In `init/1`: there is no data yet.
    Init,
    /// In another callback: `D` is the data.
    Callback,
}

/// Values that data keeps.
const KEPT: [&str; 8] = [
    "D#d.me",
    "D#d.other",
    "maps:get(me, D#d.map)",
    "element(2, D#d.pair)",
    "hd(D#d.list)",
    "lists:last(D#d.list)",
    "begin #d{me = Own} = D, Own end",
    "begin #{me := Own} = D#d.map, Own end",
];

impl Writer {
    /// A process or its name.
    pub(super) fn place(&mut self, scope: Scope) -> String {
        let depth = self.random.below(3);
        self.place_within(scope, depth)
    }

    fn place_within(&mut self, scope: Scope, depth: usize) -> String {
        if depth == 0 {
            return self.plain_place(scope);
        }
        let inner = self.place_within(scope, depth - 1);
        let wraps = [Feature::Chosen, Feature::Passed, Feature::Kept];
        match wraps[self.random.below(wraps.len())] {
            feature if !self.features.has(feature) => inner,
            Feature::Chosen => self.chosen(&inner, scope),
            Feature::Passed => self.passed(&inner, scope),
            _ => self.wrapped(&inner),
        }
    }

    fn plain_place(&mut self, scope: Scope) -> String {
        let mut places = vec!["self()".to_owned(), "self()".to_owned(), "nobody".to_owned()];
        if self.features.has(Feature::Kept) && scope == Scope::Callback {
            let place = KEPT[self.random.below(KEPT.len())];
            let own = self.variable();
            places.extend(vec![place.replace("Own", &own); 3]);
        }
        if self.features.has(Feature::Names) {
            places.push(NAME.to_owned());
            places.push(format!("whereis({NAME})"));
            if scope == Scope::Callback {
                places.push("D#d.name".to_owned());
            }
        }
        if self.features.has(Feature::Dictionary) && scope == Scope::Callback {
            places.push("get(me)".to_owned());
        }
        if self.features.has(Feature::Nodes) {
            places.extend([format!("{{{NAME}, node()}}"), "{nobody, node()}".to_owned()]);
        }
        places.swap_remove(self.random.below(places.len()))
    }

    /// A value that a test chooses.
    fn chosen(&mut self, inner: &str, scope: Scope) -> String {
        let other = self.plain_place(scope);
        let test = match scope {
            Scope::Init => "Arg",
            Scope::Callback => "D#d.n",
        };
        let (limit, raised) = (self.random.below(3), self.variable());
        match self.random.below(7) {
            0 => format!("case {test} of {limit} -> {inner}; _ -> {other} end"),
            1 => format!("if {test} > {limit} -> {inner}; true -> {other} end"),
            2 => format!("({test} > {limit} andalso {inner})"),
            3 => format!("({test} < {limit} orelse {inner})"),
            4 => format!("try {inner} catch _:{raised} -> {raised} end"),
            5 => format!("case {test} >= {limit} of true -> {inner}; false -> {other} end"),
            _ => format!("try throw({inner}) catch {raised} -> {raised} end"),
        }
    }

    /// A value that goes through something.
    fn passed(&mut self, inner: &str, scope: Scope) -> String {
        let other = self.plain_place(scope);
        let (one, two) = (self.variable(), self.variable());
        match self.random.below(12) {
            0 => format!("id({inner})"),
            1 => format!("pick(first, {inner}, {other})"),
            2 => format!("pick(second, {other}, {inner})"),
            3 => format!("hd([{one} || {one} <- [{inner}, {other}]])"),
            4 => format!("(fun() -> {inner} end)()"),
            5 => format!("(fun({one}) -> {one} end)({inner})"),
            6 => format!("lists:nth(2, [{other}, {inner}])"),
            7 => format!("element(2, lists:keyfind(to, 1, [{{x, {other}}}, {{to, {inner}}}]))"),
            8 => format!("proplists:get_value(to, [{{to, {inner}}}])"),
            9 => format!(
                "lists:foldl(fun({one}, {two}) -> pick(first, {one}, {two}) end, {other}, [{inner}])"
            ),
            10 => format!("apply(fun id/1, [{inner}])"),
            _ => format!("hd(lists:map(fun id/1, [{inner}]))"),
        }
    }

    /// A value that is put into something and taken out.
    fn wrapped(&mut self, inner: &str) -> String {
        let own = self.variable();
        match self.random.below(5) {
            0 => format!("element(1, {{{inner}, x}})"),
            1 => format!("hd([{inner}])"),
            2 => format!("maps:get(to, #{{to => {inner}}})"),
            3 => format!("begin {{_, {own}}} = {{x, {inner}}}, {own} end"),
            _ => format!("begin #{{to := {own}}} = #{{to => {inner}}}, {own} end"),
        }
    }
}
