//! What moves into a module, and how it is called there.

use std::collections::BTreeSet;

use frontend::Name;
use project::Wanted;

use crate::{key, linked, linked_with, moved, text};

const DOOR: &str = "-module(door).\n-export([f/1]).\nf(X) -> help:g(X).\n";

/// What only computes moves, with all that it calls, through modules.
#[test]
fn what_computes_moves_with_what_it_calls() {
    let help = "-module(help).\n-export([g/1]).\ng(X) -> h(X) + more:k(X).\nh(X) -> length(X).\n";
    let more =
        "-module(more).\n-export([k/1, l/1]).\nk([]) -> 0;\nk([_ | T]) -> 1 + k(T).\nl(X) -> X.\n";
    let (linked, _) = linked(DOOR, &[("help", help), ("more", more)]);
    assert_eq!(moved(&linked), ["help:g/1", "help:h/1", "more:k/1"]);
    let text = text(&linked);
    assert!(text.contains("f(X) ->\n    'help.g'(X)."), "{text}");
    assert!(text.contains("'help.h'(X) + 'more.k'(X)"), "{text}");
    assert!(text.contains("1 + 'more.k'(T)"), "{text}");
}

/// One that acts stays where it is, and so does one that reaches such a one.
#[test]
fn what_acts_stays() {
    for body in [
        "P = spawn(fun() -> ok end), {X, P}",
        "self() ! X",
        "receive X -> X end",
        "ets:insert(t, X)",
        "h(X)",
        "other:h(X)",
        "X:h()",
        "put(x, X)",
        "'?WHO'(X)",
    ] {
        let help =
            format!("-module(help).\n-export([g/1]).\ng(X) -> {body}.\nh(X) -> io:format(X).\n");
        let help: &'static str = Box::leak(help.into_boxed_str());
        let (linked, _) = linked(DOOR, &[("help", help)]);
        assert_eq!(moved(&linked), [""; 0], "{body}");
        assert!(linked.module.is_none(), "{body}");
    }
}

/// A stub goes before the code of a function, in the module and in what moves into it.
#[test]
fn a_stub_goes_before_the_code() {
    let help = "-module(help).\n-export([g/1]).\ng(X) -> more:k(X).\n";
    let more = "-module(more).\n-export([k/1]).\nk(X) -> X.\n";
    let others = [("help", help), ("more", more)];
    let wanted = Wanted { stubbed: BTreeSet::from([key("help", "g", 1)]), ..Wanted::default() };
    let (linked, _) = linked_with(DOOR, &others, &wanted);
    assert_eq!(moved(&linked), [""; 0]);
    let wanted = Wanted { stubbed: BTreeSet::from([key("more", "k", 1)]), ..Wanted::default() };
    let (linked, _) = linked_with(DOOR, &others, &wanted);
    assert_eq!(moved(&linked), ["help:g/1"]);
    assert!(text(&linked).contains("more:k(X)"));
}

/// Functions of a module that is to be open move, whatever they do; others only if they compute.
#[test]
fn an_open_module_moves_as_it_is() {
    let help = "-module(help).\n-export([g/1]).\ng(X) -> ets:insert(t, X), h(X), more:k(X), acts:a(X).\nh(X) -> self() ! X.\n";
    let more = "-module(more).\n-export([k/1]).\nk(X) -> X.\n";
    let acts = "-module(acts).\n-export([a/1]).\na(X) -> self() ! X, true.\n";
    let others = [("help", help), ("more", more), ("acts", acts)];
    let wanted = Wanted { open: BTreeSet::from([Name::from("help")]), ..Wanted::default() };
    let (linked, _) = linked_with(DOOR, &others, &wanted);
    assert_eq!(moved(&linked), ["help:g/1", "help:h/1", "more:k/1"]);
    assert!(text(&linked).contains("acts:a(X)"));
    assert_eq!(linked.shapes.len(), 1);
}

/// Records come along; where the module has another one of the name, the function stays.
#[test]
fn records_come_along_unless_they_contradict() {
    let help = "-module(help).\n-export([g/1]).\n-record(r, {a = 1, b}).\ng(X) -> #r{b = X}.\n";
    let (with, _) = linked(DOOR, &[("help", help)]);
    assert_eq!(moved(&with), ["help:g/1"]);
    assert!(text(&with).contains("-record(r,"), "{}", text(&with));
    let same = format!("{DOOR}-record(r, {{a = 1, b}}).\n");
    assert_eq!(moved(&linked(&same, &[("help", help)]).0), ["help:g/1"]);
    let other = format!("{DOOR}-record(r, {{a = 2, b}}).\n");
    assert_eq!(moved(&linked(&other, &[("help", help)]).0), [""; 0]);
}

/// A function of the module does not hide one of `erlang` that the other module calls, and imported names mean their modules.
#[test]
fn names_mean_what_they_meant() {
    let door = "-module(door).\n-compile({no_auto_import, [length/1]}).\n-import(help, [g/1]).\n-export([f/1]).\n\
                f(X) -> g(X).\nlength(_) -> none.\n";
    let help = "-module(help).\n-export([g/1]).\n-import(more, [k/1]).\ng(X) when length(X) > 1 -> k(length(X));\ng(X) -> lists:map(fun h/1, X).\nh(X) -> X.\n";
    let more = "-module(more).\n-export([k/1]).\nk(X) -> X.\n";
    let (linked, _) = linked(door, &[("help", help), ("more", more)]);
    let text = text(&linked);
    assert!(text.contains("'help.g'(X) when erlang:length(X) > 1"), "{text}");
    assert!(text.contains("'more.k'(erlang:length(X))"), "{text}");
    assert!(text.contains("fun 'help.h'/1"), "{text}");
}

/// A module is asked for when something of it is needed, once, and modules of OTP never.
#[test]
fn modules_are_read_when_they_are_needed() {
    let door = "-module(door).\n-export([f/1]).\nf(X) -> help:g(X), help:h(X), lists:map(X, []), gen_tcp:close(X), gone:k(X).\n";
    let help = "-module(help).\n-export([g/1]).\ng(X) -> X.\nh(X) -> far:k(X).\n";
    let (_, texts) = linked(door, &[("help", help)]);
    assert_eq!(texts.asked, ["help", "gone"]);
}

/// A module whose text is not what runs is not used, and it is said why.
#[test]
fn what_is_rewritten_is_not_used() {
    for (form, why) in [
        ("-compile({parse_transform, ms}).", "the parse transform `ms` may rewrite it"),
        ("-on_load(load/0).", "it loads native code"),
    ] {
        let help = format!("-module(help).\n-export([g/1]).\n{form}\ng(X) -> X.\nload() -> ok.\n");
        let help: &'static str = Box::leak(help.into_boxed_str());
        let (linked, _) = linked(DOOR, &[("help", help)]);
        assert_eq!(moved(&linked), [""; 0]);
        assert_eq!(linked.refused, [(Name::from("help"), why.to_owned())]);
    }
    let lager = "-module(help).\n-export([g/1]).\n-compile([{parse_transform, lager_transform}]).\ng(X) -> X.\n";
    assert_eq!(moved(&linked(DOOR, &[("help", lager)]).0), ["help:g/1"]);
}

/// Modules that call each other in circles, the one that is looked at among them.
#[test]
fn circles_end() {
    let help =
        "-module(help).\n-export([g/1]).\ng([]) -> door:f([]);\ng([X | T]) -> more:k(T) + X.\n";
    let more = "-module(more).\n-export([k/1]).\nk(X) -> help:g(X).\n";
    let (linked, _) = linked(DOOR, &[("help", help), ("more", more)]);
    assert_eq!(moved(&linked), ["help:g/1", "more:k/1"]);
    assert!(text(&linked).contains("door:f([])"));
}

/// Where little is known of values, functions that come back to themselves stay; what they return is known.
#[test]
fn recursion_stays_where_it_is_not_wanted() {
    let help = "-module(help).\n-export([g/1]).\ng(X) -> {sum, h(X)}.\nh([]) -> 0;\nh([X | T]) -> X + h(T).\n";
    let wanted = Wanted { plain: true, ..Wanted::default() };
    let (linked, _) = linked_with(DOOR, &[("help", help)], &wanted);
    assert_eq!(moved(&linked), [""; 0]);
    assert_eq!(linked.shapes.len(), 1);
    let help = "-module(help).\n-export([g/1]).\ng(X) -> h(h(X)).\nh(X) -> X + 1.\n";
    let (linked, _) = linked_with(DOOR, &[("help", help)], &wanted);
    assert_eq!(moved(&linked), ["help:g/1", "help:h/1"]);
}
