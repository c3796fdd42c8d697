//! A machine that makes references and process identifiers, tests, compares and orders them.
//!
//! Only the prelude can make them, so the module is read as a part of it.

use frontend::{FileId, parse_module};

use super::{Subject, module_subject, term};

/// The file of the prelude, in whose functions spans have this number.
const PRELUDE: FileId = FileId(u32::MAX - 1);

const TEXT: &str = "\
-module(identities).
-behaviour(gen_fsm).
-compile(export_all).

init(N) -> {ok, idle, {N, erlang:'$reference'(0), erlang:'$pid'(0)}}.

idle(next, {N, Ref, Pid}) ->
    Next = (N + 1) rem 3,
    New = {erlang:'$reference'(Next), erlang:'$pid'(N)},
    out:pid(out:is_reference(N)),
    out:made(New, Ref =:= element(1, New), Pid =:= element(2, New)),
    {next_state, idle, {Next, element(1, New), element(2, New)}};
idle(kinds, {N, Ref, Pid}) ->
    out:kinds(identities:kinds(identities:all(N, Ref, Pid))),
    {next_state, idle, {N, Ref, Pid}};
idle(compare, {N, Ref, Pid}) ->
    All = identities:all(N, Ref, Pid),
    out:order(identities:table(All, All)),
    {next_state, idle, {N, Ref, Pid}};
idle({is, Ref, Pid}, {N, Ref, Pid}) ->
    out:right(),
    {next_state, idle, {N, Ref, Pid}};
idle({is, Other, _}, {N, Ref, Pid}) ->
    out:other(Other < Ref),
    {next_state, idle, {N, Ref, Pid}};
idle(is_first, {N, Ref, Pid}) ->
    case {Ref, Pid} of
        {_, P} when P =:= Ref -> out:wrong();
        {R, _} when is_reference(R), R =/= Ref -> out:wrong();
        {R, P} when is_pid(P), R < P -> out:right()
    end,
    First = {erlang:'$pid'(0), erlang:'$reference'(1)} =:= {Pid, Ref},
    out:is_first(First, Ref =:= 1, Ref =:= a, Ref =:= idle, Ref =:= [], Ref =:= {Ref}),
    {next_state, idle, {N, Ref, Pid}}.

all(N, Ref, Pid) ->
    [N - 1, a, idle, number, reference, Ref, erlang:'$reference'(1), Pid, erlang:'$pid'(1), {}, {Pid}, {Ref, N}, [], [Ref]].

kinds([]) -> [];
kinds([X | T]) ->
    [{X, is_reference(X), is_pid(X), is_atom(X), is_tuple(X), is_integer(X), is_list(X)} | identities:kinds(T)].

table([], _) -> [];
table([X | T], All) -> [identities:row(X, All) | identities:table(T, All)].

row(_, []) -> [];
row(X, [X | T]) -> [same | identities:row(X, T)];
row(X, [Y | T]) when X < Y -> [less | identities:row(X, T)];
row(X, [_ | T]) -> [more | identities:row(X, T)].
";

/// The machine under all of its events at any time.
pub fn identities() -> Vec<Subject> {
    let events = ["next", "kinds", "compare", "is_first", "{is,#Ref<1>,<0>}"].map(term);
    let subject = module_subject("identities", TEXT.to_owned(), term("0"), &events);
    let stubs = term("[{{out, is_reference, 1}, [pid]}]");
    vec![Subject { module: parse_module(PRELUDE, TEXT).value, stubs, ..subject }]
}
