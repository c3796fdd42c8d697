//! The printed specifications as texts: lines, comments, and what an edit of the source changes.
//!
//! What the texts mean is compared with real tools in `toolsets/mcrl.rs` and `toolsets/mcrl2.rs`.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use crate::support::bisimulation::bisimilar;
use crate::support::kernel::{queues, timers};
use crate::support::large::{EVENTS, large_module};
use crate::support::{Subject, entries, file, fixtures, module_subject, term};
use emit::{Provenance, emit, settled};
use frontend::SourceMap;
use lts::Lts;
use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, View};
use model::Form;
use model::names::numerals::Numerals;
use model::names::{Names, Target};
use rustix::time::{ClockId, clock_gettime};

const TARGETS: [Target; 2] = [Target::Mcrl, Target::Mcrl2];

/// The specification with the lines of the source.
fn printed(subject: &Subject, form: Form, target: Target) -> String {
    let mut sources = SourceMap::default();
    sources.add("src/coffee.erl", subject.text.clone());
    let command = format!("erl2lts translate src/coffee.erl --init {}", subject.init);
    let from = Provenance { command: Some(&command), chosen: &[], sources: Some(&sources) };
    emit(&subject.model(form), target, &from).unwrap()
}

/// The coffee machine, edited.
fn coffee(edit: impl Fn(String) -> String) -> Subject {
    let text = fs::read_to_string(file("fixtures/coffee/coffee.erl")).unwrap();
    let events = ["{selection,tea,4}", "{pay,5}", "{cancel}", "{cup_remove}"].map(term);
    module_subject("coffee", edit(text), term("[]"), &events)
}

/// The lines that two texts do not have in common, in order.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    // Lengths of the longest common subsequences of the ends.
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            let _ = writeln!(out, "-{}", old[i]);
            i += 1;
        } else {
            let _ = writeln!(out, "+{}", new[j]);
            j += 1;
        }
    }
    out
}

/// What an edit changes in the specification of the coffee machine.
fn changes(edit: impl Fn(String) -> String) -> String {
    let replaced = |text: String| {
        let edited = edit(text.clone());
        assert_ne!(edited, text, "nothing is edited");
        edited
    };
    let (old, new) = (coffee(|text| text), coffee(replaced));
    let mut out = String::new();
    for target in TARGETS {
        let [old, new] = [&old, &new].map(|subject| printed(subject, Form::Direct, target));
        let _ = writeln!(out, "{target:?}, {} lines", old.lines().count());
        out.push_str(&difference(&old, &new));
    }
    out
}

#[test]
fn a_comment_moves_the_lines_of_functions_only() {
    let edit = |text: String| format!("%% A comment.\n{text}");
    insta::assert_snapshot!("a_comment", changes(edit));
}

#[test]
fn a_renamed_variable_changes_comments_only() {
    let edit = |text: String| text.replace("Coin", "Money");
    insta::assert_snapshot!("a_renamed_variable", changes(edit));
}

#[test]
fn a_new_clause_changes_its_function_only() {
    let clause =
        "remove({knock, beans}, Data) ->\n    action:fill(),\n    {next_state, remove, Data};\n";
    let edit = |text: String| {
        text.replace("remove(_Other, Data)", &format!("{clause}remove(_Other, Data)"))
    };
    insta::assert_snapshot!("a_new_clause", changes(edit));
}

#[test]
fn a_new_state_function_does_not_change_the_others() {
    let edit = |text: String| {
        let done = "done(_, Data) ->\n    {next_state, done, Data}.\n\nhandle_event(stop,";
        let text = text.replace("handle_event(stop,", done);
        text.replace("-export([init/1,", "-export([init/1, done/2,").replacen(
            "{next_state, selection, {none, 0, 0}}",
            "{next_state, done, {none, 0, 0}}",
            1,
        )
    };
    insta::assert_snapshot!("a_new_state", changes(edit));
}

/// A module of states that differ in their names alone, with a callback for all of them.
fn with_states(number: usize) -> Subject {
    let names: Vec<String> = (0..number).map(|state| format!("state{state}")).collect();
    let exports: Vec<String> = names.iter().map(|name| format!("{name}/2")).collect();
    let mut text = format!(
        "-module(many).\n-behaviour(gen_fsm).\n-export([init/1, handle_event/3, {}]).\n
init(D) -> {{ok, state0, D}}.\n
handle_event({{kept, [A, B | _], {{deep, C}}}}, S, _) when A > B -> lamp:shine(A, C), {{next_state, S, {{only, B}}}};
handle_event({{kept, L, C}}, S, _) -> lamp:off(L, C), {{next_state, S, {{only, S, L}}}}.\n
",
        exports.join(", ")
    );
    for (position, name) in names.iter().enumerate() {
        let next = &names[(position + 1) % number];
        let _ = writeln!(text, "{name}(next, D) -> {{next_state, {next}, D}}.");
    }
    let events = ["{all,{kept,[2,1],{deep,3}}}", "{all,{kept,[],4}}", "next"].map(term);
    module_subject("many", text, term("none"), &events)
}

/// A callback for all states is written once: more states are no more places of what stands in it.
#[test]
fn a_callback_for_all_states_is_written_once() {
    for form in [Form::Paper, Form::Direct] {
        for target in TARGETS {
            let places = [2, 6].map(|number| {
                let text = printed(&with_states(number), form, target);
                ["only", "shine(", "deep"].map(|part| text.matches(part).count())
            });
            assert_eq!(places[0], places[1], "{target:?}, {form:?}");
        }
        let theirs = system_of(&printed(&with_states(3), form, Target::Mcrl));
        let ours = with_states(3).lts(form, View::Paper, LabelStyle::Mcrl);
        assert!(bisimilar(&theirs, &ours), "{form:?}");
    }
}

/// A machine that writes an event in a format.
fn formatting(format: &str) -> Subject {
    let text = format!(
        "-module(formats).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n
init(D) -> {{ok, idle, D}}.\n
idle(X, D) ->
    out:put(try io_lib:format(\"{format}\", [X, 7]) catch error:R -> R end),
    {{next_state, idle, D}}.\n"
    );
    let events = ["\"Eve\"", "eve", "12", "[66|67]", "<<\"Eve\">>", "{a,[b]}"].map(term);
    module_subject("formats", text, term("none"), &events)
}

/// Of what the library does for formats a text has what the formats of the module need.
#[test]
fn only_the_control_sequences_of_a_format_are_written() {
    let mut sizes = Vec::new();
    for format in ["to ~s: ~b~n", "~w/~2..0w", "~p ~p"] {
        let subject = formatting(format);
        let text = |form: Form, target: Target| {
            // No run comes to texts that are not known.
            let model = settled(&subject.model(form)).unwrap();
            emit(&model, target, &Provenance::default()).unwrap()
        };
        for form in [Form::Paper, Form::Direct] {
            let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl);
            let theirs = system_of(&text(form, Target::Mcrl));
            assert!(bisimilar(&theirs, &ours), "{format}, {form:?}");
        }
        let text = text(Form::Direct, Target::Mcrl2);
        assert_eq!(text.contains("l_io_lib_sized"), format.contains("~2."), "{format}");
        assert_eq!(text.contains("l_io_lib_escaped"), format.contains("~p"), "{format}");
        sizes.push(format!("{format}: {} kB", text.len() / 1_000));
    }
    insta::assert_snapshot!("formats", sizes.join("\n"));
}

/// What a text says besides the model changes no name and no number that labels have: atoms that are called as shared parts
/// are, a large number that only a function mentions which nothing calls.
#[test]
fn names_of_texts_are_those_of_labels() {
    let text = "-module(clash).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n
init(_) -> {ok, idle, text_abcd}.\n
idle(text, _) -> {next_state, idle, \"abcd\"};
idle(more, _) -> {next_state, idle, [\"abcd\"]};
idle(large, D) -> sum(D), {next_state, idle, 3};
idle(E, _) -> {next_state, idle, E}.\n
sum(0) -> 0;
sum(N) when is_integer(N) -> sum(N - 1) + 12345678;
sum(_) -> 0.\n";
    let events = ["text", "more", "large", "f_idle_part", "text_abcd"].map(term);
    let subject = module_subject("clash", text.to_owned(), term("none"), &events);
    for &form in subject.forms() {
        let theirs = system_of(&printed(&subject, form, Target::Mcrl));
        let ours = subject.lts(form, View::Paper, LabelStyle::Mcrl);
        assert!(bisimilar(&theirs, &ours), "{form:?}");
        let text = printed(&subject, form, Target::Mcrl2);
        assert!(text.contains("    | text_abcd\n"), "{text}");
    }
}

#[test]
fn lines_fit() {
    let subjects = fixtures().into_iter().chain(entries()).chain(queues()).chain(timers());
    let mut n_lines = 0;
    for subject in subjects {
        for &form in subject.forms() {
            for target in TARGETS {
                for line in printed(&subject, form, target).lines() {
                    n_lines += 1;
                    assert!(line.chars().count() <= 100, "{line}\n{target:?}, {form:?}: {subject}");
                    assert!(!line.ends_with(' '), "{line:?}: {subject}");
                    // A comment is ASCII wherever the source is.
                    assert!(line.is_ascii() || !subject.text.is_ascii(), "{line}: {subject}");
                }
            }
        }
    }
    println!("{n_lines} lines");
}

/// A model with unknown results: the module of a fixture, without stubs.
fn unknown(name: &str) -> Subject {
    let text = fs::read_to_string(file(&format!("fixtures/results/{name}.erl"))).unwrap();
    module_subject(name, text, term("none"), &["poll", "next"].map(term))
}

#[test]
fn unknown_results_that_are_only_matched_are_choices() {
    let model = unknown("sensors").model(Form::Direct);
    assert_eq!(model.unknowns().len(), 3);
    let text = emit(&model, Target::Mcrl2, &Provenance::default()).unwrap();
    let (_, processes) = text.split_once("     fsm_idle_2(S,").unwrap();
    insta::assert_snapshot!("unknown_results", processes);
}

/// A machine that asks a sensor, and keeps or shows these constants itself.
fn asking(constants: [&str; 2]) -> Subject {
    let [number, atom] = constants;
    let text = format!(
        "-module(asking).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n
init(_) -> {{ok, idle, {number}}}.\n
idle(poll, Data) ->
    case sensor:read() of
        {{ok, N}} when is_integer(N) -> lamp:on({number}), {{next_state, idle, {number}}};
        {{error, _}} -> {{next_state, idle, {atom}}};
        _ -> {{next_state, idle, Data}}
    end.
"
    );
    module_subject("asking", text, term("none"), &[term("poll")])
}

/// The values that stand for others are those that the module does not mention: the system does not depend on
/// which constants those are.
#[test]
fn constants_of_the_module_stand_for_themselves() {
    for form in [Form::Paper, Form::Direct] {
        let constants = [["5", "none"], ["997", "'?1'"], ["996", "'?x'"], ["0", "'?2'"]];
        let figures = constants.map(|constants| {
            let subject = asking(constants);
            assert!(!subject.model(form).unknowns().is_empty());
            read_back(&printed(&subject, form, Target::Mcrl))
        });
        assert_eq!(figures, [figures[0]; 4], "{form:?}");
    }
}

/// Only `?x` without quotes is a macro.
#[test]
fn quoted_atoms_are_no_macros() {
    let text = "-module(odd).\n-behaviour(gen_fsm).\n-export([init/1, '?s'/2]).\n
init('?x') -> {ok, '?s', '?x'}.\n
'?s'('?x', '?x') -> {next_state, '?s', '?x'};
'?s'('?atom', _) -> {next_state, '?atom', '?term'}.\n";
    let events = [term("'?x'"), term("'?atom'")];
    let subject = module_subject("odd", text.to_owned(), term("'?x'"), &events);
    assert!(subject.model(Form::Direct).unknowns().is_empty());
    let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
    assert_eq!((lts.n_states(), lts.n_transitions()), (4, 5), "{text}");
}

/// The system of a specification.
fn system_of(text: &str) -> Lts {
    let specification = mcrl::read(frontend::FileId(0), text).value.unwrap();
    let mut system = mcrl::System::new(&specification, 1_000_000, None);
    let mut limits = Limits { max_states: 1_000, interrupted: &mut |_| false };
    explore(&mut system, &mut limits).unwrap().lts
}

/// Figures of the system of a specification.
fn read_back(text: &str) -> (usize, usize) {
    let lts = system_of(text);
    (lts.n_states(), lts.n_transitions())
}

#[test]
fn unknown_results_that_are_kept_are_refused() {
    let model = unknown("keeper").model(Form::Direct);
    for target in TARGETS {
        let refused = emit(&model, target, &Provenance::default()).unwrap_err();
        assert_eq!(refused.code.0, "E0212");
        assert_eq!(refused.labels[0].text, "the result of `sensor:read/0`");
        let help = refused.help.unwrap();
        assert!(help.contains("--stubs '[{{sensor,read,0},[Value1,Value2]}]'"), "{help}");
    }
}

/// Numbers above 1,000 are binary, wherever they come from: the module, what it is run with, the library.
#[test]
fn large_numbers_are_binary() {
    let is_binary = |clause: &str, init: &str| {
        let text = format!(
            "-module(numbers).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\ninit(N) -> \
             {{ok, idle, N}}.\n{clause}.\n"
        );
        let subject = module_subject("numbers", text, term(init), &[term("5")]);
        let model = subject.model(Form::Direct);
        let text = emit(&model, Target::Mcrl, &Provenance::default()).unwrap();
        let is_binary = text.contains("     b0,b1: Natural -> Natural\n");
        assert_ne!(is_binary, text.contains("     s: Natural -> Natural\n"));
        assert!(
            text.lines().all(|line| line.len() <= 100 || line.contains(&"9".repeat(300))),
            "{text}"
        );
        let numerals = Names::new(&model, Target::Mcrl).numerals();
        assert_eq!(is_binary, numerals == Numerals::Binary);
        is_binary
    };
    let kept = "idle(_, D) -> {next_state, idle, D}";
    for (number, is_large) in [("1000", false), ("-1000", false), ("1001", true), ("-1001", true)] {
        assert_eq!(is_binary(kept, number), is_large, "{number}");
    }
    assert!(is_binary(
        "idle(1, D) -> {next_state, idle, D};\nidle(_, _) -> {next_state, idle, 2000}",
        "0"
    ));
    assert!(is_binary("idle(N, D) -> <<N/utf8>>, {next_state, idle, D}", "0"));
    assert!(is_binary(kept, &"9".repeat(300)));
    // The longest time is no number of the text where it is a limit only.
    assert!(!is_binary("idle(N, D) -> {next_state, idle, D, N}", "0"));
}

/// The time that this thread has computed: other tests of the same program wait for a processor, too.
fn computed() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

/// A module of 100 states with 10 clauses each; without optimisation, on a machine that does other things.
#[test]
fn a_large_module_is_printed_soon() {
    let events = EVENTS.map(term);
    let subject = module_subject("large", large_module(100, 10), term("0"), &events);
    for form in [Form::Paper, Form::Direct] {
        let model = subject.model(form);
        for target in TARGETS {
            let begin = computed();
            let n_lines = emit(&model, target, &Provenance::default()).unwrap().lines().count();
            let time = computed().checked_sub(begin).unwrap().as_secs_f64();
            println!("{target:?}, {form:?}: {n_lines} lines, {time:.2} s");
            assert!(time < 10.0, "{target:?}, {form:?}: {time} s");
        }
    }
}

#[test]
fn every_rule_of_a_callback_has_a_comment() {
    for target in TARGETS {
        let text = printed(&coffee(|text| text), Form::Direct, target);
        let part = text.split("% coffee.erl:").skip(1).collect::<Vec<_>>();
        assert_eq!(part.len(), 3, "{text}");
        for function in part {
            let function = function.split("\n\n").next().unwrap();
            let rules = function.lines().skip_while(|line| !line.trim_start().starts_with('%'));
            let first = rules.clone().next().unwrap();
            assert!(first.contains("clauses 1-"), "{first}");
            assert!(rules.filter(|line| line.contains("% clause ")).count() >= 2, "{function}");
        }
    }
}
