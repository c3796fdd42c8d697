//! OTP's own `gen_fsm`, `gen_server` and `gen_statem` do the same: paths of the LTS are runs of the modules, and the other
//! way round.
//!
//! Each module of `fixtures/otp`, `fixtures/server`, `fixtures/statem` and `fixtures/principles` runs in a copy of OTP's own behaviour whose
//! clock the test drives (`support/otp`). Traces, a tour of all transitions and long random walks of its LTS (default view, direct
//! form) are played there and must show the same actions; random real runs must be paths of the LTS. Whenever
//! the machine waits, its state name and data are those of the model, and what may come next is what the
//! model offers; when it is dead, the model has come to its end. Of tours and traces 40 walks of each system are played, spread evenly;
//! with `ERL2LTS_LONG=1` all, by which each item below is played for certain.
//!
//! What `gen_fsm` does, and which module has it (of `fixtures/otp`, where no folder is named):
//!
//! | item | played by |
//! |---|---|
//! | `init/1`: `{ok,S,D}`, with a time, `hibernate` | gf 1, 4, 5; shift with every time |
//! | `{stop,R}`, `ignore`, other values, exceptions | gf 2, 3, 6; breaker 3 to 13; journal 2; chess 2 |
//! | `next_state`, times, a state without a function | gf (`goto_nofun`), lock, blinds |
//! | `reply`, also to nobody: `bad_return_value` | gf (`{ret,{reply,..}}`), account |
//! | `gen_fsm:reply/2`, kept From, several clients | clerk, kiosk 2, fuse |
//! | `{stop,R,D}`, `{stop,R,V,D}` behind terminate/3 | gf, journal, handshake |
//! | other values, `throw`, `exit`, errors; old data | gf, breaker, cache, menu |
//! | no clause, no `S/2`, no `S/3`, no `handle_info/3` | gf, limiter, clerk |
//! | terminate/3: missing, failing, exiting | limiter, watchdog; chess, modem, heating |
//! | event timeout: armed, ended by any message, 0, bad | blinds, gf, hourglass; shift (`zero`) |
//! | `start_timer`, `send_event_after`, `erlang`, `timer` | hourglass, alarm, courier, snooze; gong: to names |
//! | `cancel_timer`: in time, too late, of the dead | alarm, stale, courier, snooze, ferry |
//! | time: untimed, progress, tick, zero first | all; shift 5 and 6, 2 to 4, 1 |
//! | stop/3; exit of the parent, trapped or not | gf; heir, kiosk 3, fuse 2, depot 4 |
//! | own events, their bound; mailbox; what comes before | relay; kiosk, depot, ferry 2; ferry |
//! | a `receive` and the mailbox | sorter; calls, stops and exits: surgery; timers: kitchen |
//! | a call of itself; messages of OTP's own shape | relay; misfit |
//! | sends, timers, exits by a value that is the machine | echo, chime, detour |
//! | what other behaviours send the machine for itself | postmaster |
//! | messages that hang on a value which callback gets them | postbag; `spawned.rs`: `letter_fsm` |
//! | names that change hands, or that nobody has any more | registrar, hatch |
//! | what is called is worked out before what it is called with | hailer |
//! | exit signals to itself; calls that always fail | fuse; misfit |
//! | functions of the interface as commands | ticket |
//! | monitors, links, inside of callbacks | `watches.rs`: `desk_fsm`, `family_fsm`, `raft_fsm`, `warden_fsm` |
//! | answers that are messages, or by other behaviours | giver |
//! | `undef` of `handle_info/3`, from any callback | deaf; made by the module itself: hush |
//! | `format_status/2` at abnormal ends | auditor, scribe |
//! | order of actions, answer, `stop` | every fixture: lines are in the order of the run |
//!
//! What `gen_server` does (of `fixtures/server`):
//!
//! | item | played by |
//! |---|---|
//! | `init/1`: `{ok,S}` with a time, 0, `hibernate`, `{continue,_}`; `{stop,R}`, `ignore`, `{error,R}`, thrown, other values, exceptions | gs 1 to 12; `parking_meter` 2 to 4 |
//! | `gen_server:enter_loop`: with and without a name, a time, `{continue,_}` | `late_starter` |
//! | `reply`, `noreply`, `stop`, with and without an answer, a time, `hibernate`, `{continue,_}` | gs |
//! | other values, `throw` as a value, `exit`, errors; old data | gs |
//! | the answer of `{stop,R,V,S}` behind terminate/2, also one that fails | chores, telegraph |
//! | `handle_continue/2`: at once, in chains, before the mailbox, failing, missing | chores, gs, telegraph; `bare_server` 6 |
//! | time-outs: any message ends them, 0, `infinity`, what is no time; timers beside that | `parking_meter`; gs; `long_waiter` |
//! | time: untimed, progress, ticks, zero first | `parking_meter`; 3; 4 and 5; 2 |
//! | `timeout` as a message that somebody sends | `parking_meter`, `town_crier` |
//! | `reply/2` in every callback, of several clients, twice, of nobody | telegraph, `worker_pool`, gs; `town_crier` 2 |
//! | no `handle_info/2`, its own `undef`; no `handle_cast/2`; `init/1` alone | `deaf_server`; `night_lamp`; `bare_server` |
//! | terminate/2: for each end, failing, missing | gs, chores, telegraph; `night_lamp`, `bare_server` |
//! | `format_status/1` at abnormal ends; its reason | `map_reporter`; `reason_reporter` |
//! | exit of the parent, trapped or not | chores 2, `bare_server` 7; gs, `bare_server` |
//! | the mailbox, with time-outs; what it sends itself: `cast`, `!`, `abcast`, messages of OTP's own shape | `worker_pool` 2, telegraph 2, `parking_meter` 6; `town_crier`, chores |
//! | a call of itself | `town_crier` |
//! | a `receive` and the mailbox | `sorter_server` |
//! | timers of Erlang, cancelled in time or too late | `night_lamp` |
//! | functions of the interface as commands; names for its states | harbour, `worker_pool` |
//!
//! What `gen_statem` does (of `fixtures/statem`):
//!
//! | item | played by |
//! |---|---|
//! | `callback_mode/0`: each; `state_enter` before or behind; computed | `push_button`, `push_button_events`; `keypad_enter`, `enter_actions`; `chosen_mode` |
//! | `init/1`: actions, `{stop,R}`, `ignore`, thrown, other values, exceptions | `first_steps`; `zero_order` |
//! | the first enter call; the event of the start is never postponed | `first_steps`, `keypad_enter` |
//! | states: atoms; tuples, maps, numbers, `true` | `push_button`; `keypad_tuple`, `session_maps`, postponer, `push_button_events` |
//! | data: maps, records, lists | `keypad_lock`, `session_maps`; `keypad_enter`; `late_replies` |
//! | every return, right, wrong, thrown; exceptions | `every_return` |
//! | every action, right and wrong; lists that end in no list, those of `init/1` | `every_action`; `odd_lists`, `odd_starts` |
//! | returns and actions of enter calls; state and data of terminate/3 then | `enter_returns`, `enter_actions` |
//! | `reply`: at once, of others, by functions, twice, of nobody | `late_replies`, `every_action` |
//! | `stop_and_reply` before terminate/3, until a wrong answer | `stop_replies`, `every_return` |
//! | `postpone`: last one wins, order, again, `{postpone,false}` of an enter call | postponer, `keypad_postpone`; `enter_actions` |
//! | `next_event` of each type, in chains, of calls that wait | `inserted_types`, `every_action`, `first_steps` |
//! | inserted before postponed before zero before mailbox | `three_queues` |
//! | zero time-outs: order, once for each type, cancelled while they wait | `zero_order` |
//! | a zero time-out that waits, started again with a time above 0 | `zero_restarted` |
//! | event time-out: cancelled by every event, inserted ones included | `quiet_room`, `keypad_postpone` |
//! | state time-out: kept, repeated, changed, cancelled | `green_light`, `repeat_room`, `keypad_lock` |
//! | named time-outs outlive the state; `cancel`, `infinity` | `keypad_generic` |
//! | times that no timer of Erlang takes; computed ones | `long_waits`; `computed_waits` |
//! | `update`, of nothing; the last of a type counts | updates, `every_action`, `enter_actions` |
//! | a bare time, `infinity`, `{abs,_}`, two options | `every_action`, `quiet_room` |
//! | absolute times: from now, in the past, those that the clock never shows | `absolute_waits` |
//! | which time-out is over first: any; progress; ticks | `egg_timer`; `egg_timer` 2; `egg_timer` 3 and 4, `green_light` 2 |
//! | `{timeout,Ref,Type}` of another timer is `info` | `keypad_timer`, `zero_restarted` |
//! | `repeat_state` also of an enter call | `repeat_room`, `enter_returns`, `green_light` |
//! | terminate/3: for each end, failing; missing | `last_words`; `no_last_words` |
//! | `format_status/2` at abnormal ends; `format_status/1`; the state of a bad action that follows a change | `last_report`; `map_report` |
//! | exit of the parent, trapped or not; `'EXIT'` of others | `last_words`, `keypad_lock`, `no_last_words` |
//! | no clause, no function of a state, a state that can be none | `no_last_words`, `statem_payment`, `first_steps` |
//! | change of the callback module to itself, wrong ones; pushed and popped ones | `same_module`, `enter_actions`; `callback_stack` |
//! | to other modules, pushed, popped and changed, with and without enter calls; a bad action behind that; one callback for all states; last words that only the other has (`fixtures/successors`) | `porter`; `visit`; `caretaker` |
//! | what it sends itself; the mailbox; time-outs beside messages that wait | `three_queues`; postponer 3, `three_queues` 2, `zero_order` 2; `waiting_room` |
//! | one function for what all states share; parts of action lists | `common_events`, `push_button`; `session_maps` |
//! | the machines of the paper and Spree's | `statem_door`, `statem_coffee`, `statem_payment` |
//!
//! What the machines after OTP's Design Principles keep grows without end where any command may come at any time: their nearest states
//! are explored, and runs are followed until they leave these. Not played: what a client gets
//! that waits when the machine dies, system messages (`sys`), code change; of `gen_server` a request that it sends itself, which the
//! model leaves out and says so, time limits of clients, and `multi_call`.

use std::time::Instant;

use crate::support::Subject;
use crate::support::otp::follow::Explored;
use crate::support::otp::plan::Planner;
use crate::support::otp::walks::{Walk, all_traces, random_walks, spread, tour};
use crate::support::otp::{Job, finite_fixtures, otp_fixtures, play, principles};
use crate::support::tools::{self, Folder, number, sampled};
use lts::semantics::{LabelStyle, View};
use model::Form;

/// Visible actions of a trace, of all of which there are no more than this.
const TRACE: usize = 6;

/// Walks of each system that are played where `ERL2LTS_LONG` does not ask for all.
const WALKS: usize = 40;

/// Commands of a long run.
const LONG: usize = 30;

/// States of a machine after the Design Principles, the nearest ones: runs are followed until they leave these.
const NEAREST: usize = 100;

/// Differences that are shown.
const MAX_SHOWN: usize = 5;

/// The walks of a system that are played: its tour and its traces, or as many of them as wanted, spread evenly, and random ones.
fn walks(system: &Explored, seed: usize) -> Vec<Walk> {
    let all = if number("ERL2LTS_LONG", 0) == 1 { usize::MAX } else { WALKS };
    let wanted = number("ERL2LTS_OTP_WALKS", all).max(1);
    let mut walks = tour(&system.lts);
    walks.extend(all_traces(system, TRACE, number("ERL2LTS_OTP_TRACES", 400)));
    let mut walks = spread(walks, wanted);
    walks.extend(random_walks(system, n_random(), LONG, seed as u64));
    walks
}

/// Random walks of each system, and random real runs of each module.
fn n_random() -> usize {
    number("ERL2LTS_OTP_RUNS", if number("ERL2LTS_LONG", 0) == 1 { 30 } else { 8 })
}

/// The subjects; those of one module if `ERL2LTS_OTP_MODULE` names it.
fn named(mut subjects: Vec<Subject>) -> Vec<Subject> {
    if let Ok(wanted) = std::env::var("ERL2LTS_OTP_MODULE") {
        subjects.retain(|subject| wanted == subject.name());
    }
    subjects
}

#[test]
fn otp_does_what_the_model_does() {
    compare(&named(finite_fixtures()), Explored::new);
}

#[test]
fn otp_does_what_the_principles_do() {
    let nearest =
        number("ERL2LTS_OTP_STATES", if number("ERL2LTS_LONG", 0) == 1 { 5_000 } else { NEAREST });
    compare(&named(principles()), |subject| Explored::up_to(subject, nearest));
}

/// Plays runs of all of these, and follows them in what is explored of each.
fn compare(subjects: &[Subject], explored: impl Fn(&Subject) -> Explored) {
    let Some(erl) = tools::on_path("erl") else { return };
    let begin = Instant::now();
    let systems: Vec<Explored> = subjects.iter().map(explored).collect();
    let all: Vec<Vec<Walk>> =
        systems.iter().enumerate().map(|(seed, system)| walks(system, seed)).collect();
    let random = n_random();
    let jobs = subjects.iter().zip(&systems).zip(&all).enumerate().map(|(seed, own)| {
        let ((subject, system), walks) = own;
        let planner = Planner::new(subject);
        let plans = walks.iter().map(|walk| planner.plan(system, walk)).collect();
        Job { subject, plans, random: (random, LONG, seed) }
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let folder = Folder::new("otp");
    let prepared = begin.elapsed();
    let played = play(&folder, &erl, &jobs);
    let (mut n_runs, mut n_steps) = (0, 0);
    let mut wrong = Vec::new();
    for (((job, system), walks), runs) in jobs.iter().zip(&systems).zip(&all).zip(&played) {
        assert_eq!(runs.len(), walks.len() + random, "{}", job.subject.name());
        n_runs += runs.len();
        for (number, run) in runs.iter().enumerate() {
            n_steps += run.len();
            let walk = walks.get(number).map(Vec::as_slice);
            if let Err(what) = system.follow(run, walk) {
                wrong.push(format!("{}, run {number}: {what}", job.subject.title));
            }
        }
    }
    println!(
        "otp: {} subjects, {n_runs} runs, {n_steps} lines, {} differ; {:.1} s, {:.1} s before the runs",
        jobs.len(),
        wrong.len(),
        begin.elapsed().as_secs_f64(),
        prepared.as_secs_f64(),
    );
    let n_wrong = wrong.len();
    wrong.truncate(MAX_SHOWN);
    assert!(n_wrong == 0, "{n_wrong} runs differ:\n{}", wrong.join("\n"));
}

#[test]
fn figures_are_as_expected() {
    for subject in sampled(otp_fixtures()) {
        let lts = subject.lts(Form::Direct, View::Default, LabelStyle::Erlang);
        let figures = (View::Default, lts.n_states(), lts.n_transitions());
        assert!(subject.expected == [figures], "{}: {figures:?}", subject.title);
    }
}
