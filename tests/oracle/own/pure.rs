//! Functions that the engine runs on its heap, against the interpreter: on random arguments, exceptions included.
//!
//! The data of a machine are the arguments, so that they are not known when the machine is compiled; an event for each function puts
//! what it returns or raises in their place. The library's functions that are done at once are among them, and functions of
//! the module that recur: what they return for one way of computing is what their texts return for the other.

use std::fmt::Write as _;

use crate::support::generator::Random;
use crate::support::{self, Subject, tools};
use lts::semantics::{Engine, LabelStyle, Machine, View};
use model::Form;

use super::engine::{agrees, explored};

/// What is computed of a number, a term, a list and a list with tuples in it.
const CALLS: [&str; 50] = [
    "L ++ K",
    "X ++ L",
    "L -- K",
    "length(L)",
    "length(X)",
    "lists:nth(N, L)",
    "lists:nth(X, L)",
    "lists:nthtail(N, L)",
    "lists:reverse(L)",
    "lists:reverse(L, X)",
    "lists:split(N, L)",
    "lists:split(X, L)",
    "lists:sublist(K, N)",
    "lists:member(X, L)",
    "lists:delete(X, L)",
    "lists:last(L)",
    "lists:keyfind(X, N, K)",
    "lists:keyfind(1, N, K)",
    "lists:keymember(N, 1, K)",
    "lists:keyreplace(N, 1, K, {X, new})",
    "lists:keystore(N, 1, K, {X, new})",
    "lists:keystore(X, N, K, X)",
    "lists:keydelete(N, 1, K)",
    "lists:keytake(N, 1, K)",
    "lists:duplicate(N rem 7, X)",
    "lists:seq(1, N rem 9)",
    "lists:sum(L)",
    "lists:max(L)",
    "lists:sort(L ++ K)",
    "lists:usort(K ++ L)",
    "element(N, list_to_tuple(L))",
    "setelement(N, list_to_tuple(L), X)",
    "tuple_to_list(list_to_tuple([X | L]))",
    "tuple_size(list_to_tuple(K))",
    "list_to_tuple(X)",
    "erlang:append_element(list_to_tuple(L), X)",
    "maps:from_list(K)",
    "maps:get(X, counted(L))",
    "maps:find(N, counted(L))",
    "maps:put(X, N, counted(L))",
    "maps:update(X, N, counted(L))",
    "maps:remove(X, counted(L))",
    "map_size(counted(L))",
    "maps:keys(maps:merge(counted(L), counted([X | K])))",
    "{[L | X] =:= [K | X], {L, X} == {K, X}, {L, X} < {K, X}, counted(L) < counted(K), [L] =< K}",
    "{list_to_binary(L), X}",
    "rotated(N, L)",
    "weight([L, X, K])",
    "[{E, N} || E <- L, E =/= X]",
    "interleaved(L, K)",
];

const HELPERS: &str = "
counted(L) -> counted(L, #{}).
counted([H | T], M) -> counted(T, M#{H => maps:get(H, M, 0) + 1});
counted([], M) -> M.
rotated(0, L) -> L;
rotated(N, [H | T]) when N > 0 -> rotated(N - 1, T ++ [H]);
rotated(_, L) -> throw({short, L}).
weight([H | T]) -> weight(H) + weight(T);
weight(T) when is_tuple(T) -> 1 + weight(tuple_to_list(T));
weight(N) when is_integer(N) -> N;
weight(N) when is_float(N) -> exit({float, N});
weight(_) -> 1.
interleaved([A | As], Bs) -> [A | interleaved(Bs, As)];
interleaved([], Bs) -> Bs.
";

fn module() -> String {
    let mut text = String::from(
        "-module(pure). -behaviour(gen_fsm). -export([init/1, s/2]).\ninit(D) -> {ok, s, D}.\n\
         s({set, D}, _) -> {next_state, s, D};\n",
    );
    for (number, call) in CALLS.iter().enumerate() {
        let _ = writeln!(
            text,
            "s(f{number}, {{N, X, L, K}}) ->
                {{next_state, s, {{is, try {call} of V -> {{N, X, V}} catch C:R -> {{C, R}} end}}}};"
        );
    }
    text + "s(_, D) -> {next_state, s, D}.\n" + HELPERS
}

/// A list, rarely without a proper end; `item` writes an element.
fn list(random: &mut Random, item: &mut dyn FnMut(&mut Random) -> String) -> String {
    let items: Vec<String> = (0..random.below(6)).map(|_| item(random)).collect();
    let end = if !items.is_empty() && random.chance(7) { "|x" } else { "" };
    format!("[{}{end}]", items.join(","))
}

fn item(random: &mut Random) -> String {
    const ITEMS: [&str; 14] = [
        "0",
        "1",
        "2",
        "3",
        "-1",
        "1.0",
        "0.0",
        "-0.0",
        "a",
        "[]",
        "{1,a}",
        "{}",
        "70000000000",
        "<<1>>",
    ];
    if random.chance(20) {
        random.term(2).to_string()
    } else {
        ITEMS[random.below(ITEMS.len())].to_owned()
    }
}

fn pair(random: &mut Random) -> String {
    let (key, value) = (item(random), item(random));
    match random.below(8) {
        0 => key,
        1 => format!("{{{key}}}"),
        2 => format!("{{{key},{value},{value}}}"),
        _ => format!("{{{key},{value}}}"),
    }
}

fn arguments(random: &mut Random) -> String {
    let number = if random.chance(85) { random.below(6).to_string() } else { item(random) };
    let term = if random.chance(75) { item(random) } else { list(random, &mut item) };
    let (elements, tuples) = (list(random, &mut item), list(random, &mut pair));
    format!("{{{number},{term},{elements},{tuples}}}")
}

fn subject(seed: usize, n_arguments: usize) -> Subject {
    let mut random = Random(seed as u64);
    let sets = (0..n_arguments).map(|_| format!("{{set,{}}}", arguments(&mut random)));
    let calls = (0..CALLS.len()).map(|number| format!("f{number}"));
    let events: Vec<_> = sets.chain(calls).map(|event| support::term(&event)).collect();
    support::module_subject(&format!("pure {seed}"), module(), support::term("none"), &events)
}

#[test]
fn functions_on_the_heap_say_what_their_texts_say() {
    for seed in 0..tools::number("ERL2LTS_PURE", 2) {
        let subject = subject(seed, 24);
        let model = subject.model(Form::Direct);
        agrees(&subject, &model, View::Default, 2_000);
        let mut engine = Engine::eager(Machine::new(&model, View::Default, LabelStyle::Erlang));
        let found = explored(&subject, &mut engine, 2_000);
        assert!(found.stop.is_none(), "{subject}: {:?}", found.stop);
        let known = found.states.iter().filter(|state| engine.has_program(state)).count();
        // All but the first, and few others, whose arguments are large.
        println!("{}: {known} of {} states by step programs", subject.title, found.states.len());
        assert!(10 * known >= 9 * found.states.len(), "{known} of {}", found.states.len());
    }
}

/// Deep recursion, deep and large terms, recursion without an end: the same steps, or the same end.
#[test]
fn what_is_deep_or_endless_is_what_the_interpreter_says() {
    let text = "-module(deep). -behaviour(gen_fsm). -export([init/1, s/2]). init(N) -> {ok, s, N}.
        s({set, N}, _) -> {next_state, s, N};
        s(count, N) -> {next_state, s, {count, count(N)}};
        s(nest, N) -> {next_state, s, nested(N, x)};
        s(hold, N) -> {next_state, s, {hold, weight(nested(N, x))}};
        s(list, N) -> {next_state, s, lists:seq(1, N)};
        s(sum, L) when is_list(L) -> {next_state, s, lists:sum(lists:reverse(L ++ L))};
        s(_, D) -> {next_state, s, D}.
        count(0) -> 0;
        count(N) -> 1 + count(N - 1).
        nested(0, X) -> X;
        nested(N, X) -> nested(N - 1, {X, N}).
        weight({X, _}) -> 1 + weight(X);
        weight(_) -> 0.";
    let events = "[{set,3},{set,900},{set,3000},count,nest,hold,list,sum]";
    let endless = "[{set,7},{set,-1},count]";
    for (events, max_states) in [(events, 60), (endless, 5)] {
        let events = support::items(&support::term(events)).to_vec();
        let subject = support::module_subject("deep", text.to_owned(), support::term("0"), &events);
        agrees(&subject, &subject.model(Form::Direct), View::Default, max_states);
    }
}
