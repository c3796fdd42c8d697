//! References and process identifiers from the text of a module to labels and specifications.

use crate::support::identities::identities;
use crate::support::{Subject, module_subject, term};
use emit::{emit_mcrl, emit_mcrl2};
use frontend::{FileId, parse_module};
use lts::semantics::{LabelStyle, View};
use model::{Environment, Form, Unhandled};
use translator::{Options, translate};

fn labels(subject: &Subject, style: LabelStyle) -> Vec<String> {
    let lts = subject.lts(Form::Direct, View::Default, style);
    lts.labels().iter().filter_map(|(_, label)| label.text()).map(str::to_owned).collect()
}

#[test]
fn the_prelude_makes_them() {
    let subject = identities().remove(0);
    let all = labels(&subject, LabelStyle::Erlang);
    let made: Vec<&str> =
        all.iter().map(String::as_str).filter(|label| label.starts_with("made")).collect();
    let expected = [
        "made({#Ref<1>,<0>},false,true)",
        "made({#Ref<2>,<1>},false,false)",
        "made({#Ref<0>,<2>},false,false)",
        "made({#Ref<1>,<0>},false,false)",
    ];
    assert_eq!(made, expected);
    assert!(all.iter().all(|label| label != "wrong"), "{all:?}");
    let first = all.iter().filter(|label| label.starts_with("is_first"));
    let expected = [
        "is_first(false,false,false,false,false,false)",
        "is_first(true,false,false,false,false,false)",
    ];
    assert_eq!(first.collect::<Vec<_>>(), expected);
}

/// What the translator says of a module of a user whose first state has this data.
fn messages(data: &str) -> Vec<String> {
    let text = format!(
        "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
         init(N) -> {{ok, idle, {data}}}.\nidle(go, D) -> {{next_state, idle, D}}.\n"
    );
    let options = Options {
        init: Vec::new(),
        clients: 1,
        timing: model::Timing::default(),
        self_posts: 8,
        mailbox: 0,
        overtakes: false,
        environment: Environment::AnyOf(Vec::new()),
        unhandled: Unhandled::Crash,
        form: Form::Direct,
        qualify: false,
        reasons: Vec::new(),
        stubs: Vec::new(),
        shapes: Vec::new(),
        observers: Vec::new(),
        naming: None,
        opens_maps: false,
        places_calls: false,
        others_only: false,
        joins_from: Options::JOINS_FROM,
        calls_from: Options::CALLS_FROM,
        calls_large: Options::CALLS_LARGE,
        until: translator::Until::default(),
    };
    let outcome = translate(&parse_module(FileId(0), &text).value, &options);
    outcome.diagnostics.into_iter().map(|found| found.message).collect()
}

#[test]
fn modules_do_not_make_them() {
    assert_eq!(messages("'$reference'(N)"), ["function `$reference/1` is not defined"]);
    assert_eq!(messages("'$pid'(N)"), ["function `$pid/1` is not defined"]);
    for name in ["$reference", "$pid"] {
        let said = messages(&format!("erlang:'{name}'(1)"));
        assert!(said.iter().any(|message| message.contains(name)), "{said:?}");
    }
}

#[test]
fn specifications_have_them_where_they_are_made() {
    let made = identities().remove(0).model(Form::Paper);
    let text = emit_mcrl2(&made).unwrap();
    assert!(text.contains("\n    | reference(Int) | pid(Int)\n"));
    assert!(text.contains("less_same(pid(N), pid(M)) = N < M;"));
    let text = emit_mcrl(&made).unwrap();
    assert!(text.contains("\nfunc reference,pid: Natural -> Term\n"));

    // Tests for them make none.
    let module = "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
        init(_) -> {ok, idle, 0}.\nidle(E, D) -> out:is(is_pid(E), E < D), {next_state, idle, D}.\n";
    let other = module_subject("m", module.to_owned(), term("0"), &[term("a")]);
    for text in [
        emit_mcrl2(&other.model(Form::Direct)).unwrap(),
        emit_mcrl(&other.model(Form::Direct)).unwrap(),
    ] {
        assert!(text.contains("less_same") && !text.contains("reference"), "{text}");
        assert!(!text.contains("pid"), "{text}");
    }
}

#[test]
fn an_event_may_hold_them() {
    let module = "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
        init(P) -> {ok, idle, P}.\n\
        idle({reply, P, R}, P) when is_pid(P), is_reference(R) -> {next_state, idle, P};\n\
        idle({reply, _, _}, P) -> out:other(P), {next_state, idle, P}.\n";
    let events = ["{reply,<1>,#Ref<1>}", "{reply,<2>,#Ref<1>}"].map(term);
    let subject = module_subject("m", module.to_owned(), term("<1>"), &events);
    let expected = ["cmd({reply,<1>,#Ref<1>})", "cmd({reply,<2>,#Ref<1>})", "other(<1>)"];
    assert_eq!(labels(&subject, LabelStyle::Erlang), expected);
}
