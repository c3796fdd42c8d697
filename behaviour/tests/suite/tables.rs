//! What must hold of each table: numbers are places, messages have callbacks, components of tuples are named once.

use behaviour::{Behaviour, Effect, GEN_FSM, INTERFACES, TimerKind, of_module};

#[test]
fn rows_stand_at_their_numbers() {
    let callbacks = GEN_FSM.callbacks.iter().enumerate();
    assert!(callbacks.into_iter().all(|(place, callback)| callback.number == place));
    let messages = GEN_FSM.messages.iter().enumerate();
    assert!(messages.into_iter().all(|(place, message)| message.number == place));
    assert!(GEN_FSM.messages.iter().all(|message| GEN_FSM.callbacks.contains(&message.callback)));
    let untagged: Vec<_> = GEN_FSM.messages.iter().filter(|message| message.is_untagged).collect();
    assert_eq!(untagged, [&GEN_FSM.untagged]);
    assert!(GEN_FSM.bare.is_bare() && GEN_FSM.last.is_last());
}

#[test]
fn each_message_has_its_sender() {
    let sender = |tag: &str| {
        let message = GEN_FSM.tagged(tag)?;
        GEN_FSM.interface.sender(message.wire).map(|function| function.name)
    };
    assert_eq!(sender("event"), Some("send_event"));
    assert_eq!(sender("sync_all"), Some("sync_send_all_state_event"));
    assert_eq!(sender("stop"), Some("stop"));
    assert_eq!([sender("info"), sender("exit")], [None, None]);
}

#[test]
fn each_timer_has_one_message() {
    for timer in TimerKind::ALL {
        let brings = GEN_FSM.messages.iter().filter(|message| message.brought.contains(&timer));
        assert_eq!(brings.count(), 1, "{timer:?}");
    }
}

#[test]
fn components_of_return_tuples_are_there_and_differ() {
    for shape in GEN_FSM.callbacks.iter().flat_map(|callback| callback.shapes) {
        let effects = shape.effects.iter().map(|effect| match effect {
            Effect::Reply(place)
            | Effect::Arm(place)
            | Effect::Stop(place)
            | Effect::Caught(place)
            | Effect::Fail(place) => *place,
        });
        let mut places: Vec<usize> =
            effects.chain(shape.state).chain(shape.data).chain([1]).collect();
        places.sort_unstable();
        assert_eq!(places, (1..=shape.size).collect::<Vec<_>>(), "{shape:?}");
    }
}

#[test]
fn callbacks_are_found_by_name_and_arity() {
    assert_eq!(GEN_FSM.callback("handle_sync_event", 4).map(|callback| callback.number), Some(3));
    assert!(GEN_FSM.callback("handle_sync_event", 3).is_none());
    assert_eq!(GEN_FSM.state_callback(3).map(|callback| callback.number), Some(1));
    assert!(GEN_FSM.is_fixed("code_change") && !GEN_FSM.is_fixed("idle"));
    assert_eq!(GEN_FSM.last.signature(), "terminate/3");
}

#[test]
fn copies_are_the_behaviour() {
    let name = |module| of_module(module).map(Behaviour::name);
    assert_eq!(name("p1_fsm"), Some("gen_fsm"));
    assert_eq!(name("gen_fsm_compat"), Some("gen_fsm"));
    assert_eq!(name("gen_server"), None);
}

#[test]
fn functions_stand_in_order_and_each_arity_once() {
    for interface in INTERFACES {
        let mut functions: Vec<(&str, usize)> = Vec::new();
        for function in interface.functions {
            functions.extend(function.arities.iter().map(|arity| (function.name, *arity)));
        }
        assert!(functions.is_sorted_by(|left, right| left < right), "{}", interface.module);
    }
}
