//! What must hold of each table: numbers are places, messages have callbacks, components of tuples are named once.

use behaviour::{Behaviour, Effect, GEN_FSM, GEN_SERVER, INTERFACES, TABLES, TimerKind, of_module};

#[test]
fn rows_stand_at_their_numbers() {
    for own in TABLES {
        let callbacks = own.callbacks.iter().enumerate();
        assert!(callbacks.into_iter().all(|(place, callback)| callback.number == place));
        let messages = own.messages.iter().enumerate();
        assert!(messages.into_iter().all(|(place, message)| message.number == place));
        assert!(own.messages.iter().all(|message| own.callbacks.contains(&message.callback)));
        let untagged: Vec<_> = own.messages.iter().filter(|message| message.is_untagged).collect();
        assert_eq!(untagged, [&own.untagged]);
        assert!(own.bare.is_bare() && own.last.is_last());
        let continued = own.continued.map(|(_, callback)| callback);
        assert!(continued.is_none_or(|callback| own.callbacks.contains(&callback)));
    }
}

#[test]
fn each_message_has_its_sender() {
    let sender = |own: &'static Behaviour, tag: &str| {
        own.interface.sender(own.tagged(tag)?.wire).map(|function| function.name)
    };
    assert_eq!(sender(&GEN_FSM, "event"), Some("send_event"));
    assert_eq!(sender(&GEN_FSM, "sync_all"), Some("sync_send_all_state_event"));
    assert_eq!(sender(&GEN_SERVER, "call"), Some("call"));
    assert_eq!(sender(&GEN_SERVER, "cast"), Some("cast"));
    for own in TABLES {
        assert_eq!(sender(own, "stop"), Some("stop"));
        assert_eq!([sender(own, "info"), sender(own, "exit")], [None, None]);
    }
}

#[test]
fn each_timer_has_one_message() {
    for own in TABLES {
        for timer in TimerKind::ALL {
            let brings = own.messages.iter().filter(|message| message.brought.contains(&timer));
            assert!(brings.count() <= 1, "{} {timer:?}", own.name());
        }
        // What a process sends that the machine has started is brought by the same message.
        for message in own.messages.iter().filter(|message| message.sent.is_sent()) {
            assert!(message.brought.contains(&message.sent), "{message:?}");
        }
        let timers = own.timers().into_iter().map(|(timer, _)| timer);
        let mut brought = timers.chain([TimerKind::Info]);
        assert!(brought.all(|timer| own.brought(timer).brought.contains(&timer)));
    }
}

#[test]
fn components_of_return_tuples_are_there_and_differ() {
    let shapes =
        |own: &'static Behaviour| own.callbacks.iter().flat_map(|callback| callback.shapes);
    for shape in TABLES.into_iter().flat_map(shapes) {
        let effects = shape.effects.iter().map(|effect| match effect {
            Effect::Reply(place)
            | Effect::Arm(place)
            | Effect::Proceed(place)
            | Effect::Perform(place)
            | Effect::Stop(place)
            | Effect::Crash(place)
            | Effect::Break(place)
            | Effect::Caught(place)
            | Effect::Fail(place) => *place,
        });
        let mut places: Vec<usize> =
            effects.chain(shape.state()).chain(shape.data).chain([1]).collect();
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
    assert_eq!(GEN_SERVER.last.signature(), "terminate/2");
    assert_eq!(GEN_SERVER.state_arities().count(), 0);
}

#[test]
fn copies_are_the_behaviour() {
    let name = |module| of_module(module).map(Behaviour::name);
    assert_eq!(name("p1_fsm"), Some("gen_fsm"));
    assert_eq!(name("gen_fsm_compat"), Some("gen_fsm"));
    assert_eq!(name("gen_server"), Some("gen_server"));
    assert_eq!(name("gen_statem"), Some("gen_statem"));
    assert_eq!(name("gen_event"), None);
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
