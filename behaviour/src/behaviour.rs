//! A behaviour: the value that says all that is particular to one.

use crate::{
    Act, Action, Argument, Callback, Interface, Loop, Message, Row, Shape, TimerKind, Wire,
};

/// An OTP behaviour.
#[derive(Debug)]
pub struct Behaviour {
    /// Its module with the functions of that.
    pub interface: &'static Interface,
    /// Its callbacks, those in a state first.
    pub callbacks: &'static [Row<Callback>],
    /// The one that starts a machine.
    pub first: Row<Callback>,
    /// The one that is called before a machine ends.
    pub last: Row<Callback>,
    /// Those that say what reports show of a machine: the first of these that a module exports is called.
    pub status: &'static [Row<Callback>],
    /// What such a function of two arguments is told where the machine ends.
    pub ending: &'static str,
    /// The keys of the map that such a function of one argument gets there, and what stands behind them.
    pub report: &'static [(&'static str, Argument)],
    /// The messages that reach its callbacks.
    pub messages: &'static [Row<Message>],
    /// The kind of commands that may stand without a tag.
    pub untagged: Row<Message>,
    /// The kind of messages that have no form of their own.
    pub bare: Row<Message>,
    /// The tag of what a return tuple may ask for instead of waiting, and the callback that then comes at once.
    pub continued: Option<(&'static str, Row<Callback>)>,
    /// The type of events that a machine makes for itself, where what comes at once are events.
    pub internal: Option<&'static str>,
    /// The type of the call on entering a state, where there is one.
    pub entering: Option<&'static str>,
    /// Whether it takes `undef` of a callback that the module does not have for a message that nobody wants, wherever that
    /// error comes from; else it asks whether the callback is exported.
    pub is_swallowing: bool,
    /// The loop that calls its callbacks, where that is text.
    pub run_by: Option<&'static Loop>,
    /// Functions in Erlang with which a module stands in the place of a machine's, and calls its callbacks, for events with
    /// what happens and what each stores. In parts: `%%% NAME/ARITY ..` in front of a part says which callbacks it has, `always` that it
    /// stands for any machine and not for those alone that have these; `STATE` is the name of each function of a state.
    pub wrapped: &'static str,
    /// The atoms that its callbacks for events may return, as tuples without components behind them.
    pub values: &'static [Shape],
    /// What return tuples may list besides, where they list anything.
    pub actions: &'static [Action],
    /// The tags of the errors with which it refuses what a callback returns.
    pub refusals: &'static [&'static str],
    /// The name of the only state of a machine whose return tuples name none.
    pub only_state: Option<&'static str>,
    /// The value by which the first callback refuses to start without a failure.
    pub ignore: &'static str,
    /// The event that comes when no other one has come in time.
    pub timeout: &'static str,
    /// What it is, with a link.
    pub about: &'static str,
}

impl Behaviour {
    /// The name of its module.
    pub fn name(&self) -> &'static str {
        self.interface.module
    }

    /// Whether its machines have a model in the form of the paper, which waits for an event between any two callbacks.
    pub fn has_paper_form(&self) -> bool {
        self.continued.is_none()
    }

    /// The callback whose function has this name and arity, in whatever state.
    pub fn callback(&self, name: &str, arity: usize) -> Option<Row<Callback>> {
        self.callbacks.iter().copied().find(|callback| callback.is_named(name, arity))
    }

    /// The callback that is called as the state, with so many arguments.
    pub fn state_callback(&self, arity: usize) -> Option<Row<Callback>> {
        self.callbacks
            .iter()
            .copied()
            .find(|callback| callback.is_of_state() && callback.arity() == arity)
    }

    /// Whether it calls a function of this name for another reason than the name of a state.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.callbacks.iter().any(|callback| callback.function() == Some(name))
    }

    /// Whether a function with so many parameters can be a state's.
    pub fn is_state_arity(&self, arity: usize) -> bool {
        self.state_callback(arity).is_some()
    }

    /// The numbers of arguments with which functions of states are called.
    pub fn state_arities(&self) -> impl Iterator<Item = usize> {
        self.callbacks
            .iter()
            .filter(|callback| callback.is_of_state())
            .map(|callback| callback.arity())
    }

    /// The place of the event among the arguments of callbacks for events, from 0.
    pub fn event_place(&self) -> usize {
        self.place_of(Argument::Event).unwrap_or(0)
    }

    /// The place of the type of events among them, where callbacks get that.
    pub fn type_place(&self) -> Option<usize> {
        self.place_of(Argument::Type)
    }

    fn place_of(&self, argument: Argument) -> Option<usize> {
        self.untagged.callback.place(argument)
    }

    /// The callback for events of a type that has this tag: what is no message comes at once, or by a timer.
    pub fn typed(&self, tag: &str) -> Option<Row<Callback>> {
        let message = self.events().find(|message| message.tag == tag);
        message.map(|message| message.callback).or(self.continued.map(|(_, callback)| callback))
    }

    /// Whether callbacks are called as the states are.
    pub fn has_state_functions(&self) -> bool {
        self.state_arities().next().is_some()
    }

    /// Whether any term may be a state: there are several, and no function is called as one.
    pub fn has_any_states(&self) -> bool {
        self.only_state.is_none() && !self.has_state_functions()
    }

    /// The message that comes in this form.
    pub fn sent_as(&self, wire: Wire) -> Option<Row<Message>> {
        self.messages.iter().copied().find(|message| message.wire == wire)
    }

    /// The message with this tag in lists of commands.
    pub fn tagged(&self, tag: &str) -> Option<Row<Message>> {
        self.messages.iter().copied().find(|message| message.tag == tag && !message.is_timed())
    }

    /// The message that a pair with this tag is.
    pub fn sent_as_pair(&self, tag: &str) -> Option<Row<Message>> {
        self.messages
            .iter()
            .copied()
            .find(|message| matches!(message.wire, Wire::Tagged(other) if other == tag))
    }

    /// The message that a timer brings, or a process that the machine has started.
    pub fn brought(&self, timer: TimerKind) -> Row<Message> {
        let message =
            self.messages.iter().copied().find(|message| message.brought.contains(&timer));
        message.unwrap_or(self.bare)
    }

    /// What its timers bring, with the tag of that in what comes; those first that say which timer it is.
    pub fn timers(&self) -> Vec<(TimerKind, &'static str)> {
        let functions = self.interface.functions.iter();
        let mut timers: Vec<_> = functions
            .filter_map(|function| match function.act {
                Act::Arm(kind, tag) => Some((kind, tag)),
                _ => None,
            })
            .collect();
        timers.sort_unstable();
        timers
    }

    /// The tags that no other message has, those in what its timers bring among them.
    pub fn own_tags(&self) -> impl Iterator<Item = &'static str> {
        let messages = self.messages.iter().filter_map(|message| match message.wire {
            Wire::Tagged(tag) | Wire::Asked(tag) => Some(tag),
            Wire::Bare | Wire::Timer | Wire::System(_) | Wire::Signal(_) => None,
        });
        messages.chain(self.timers().into_iter().map(|(_, tag)| tag))
    }

    /// The callbacks that take what timers and processes bring that the machine has started, each once.
    pub fn brought_to(&self) -> impl Iterator<Item = Row<Callback>> {
        let messages = self.messages.iter().filter(|message| !message.brought.is_empty());
        let mut all: Vec<&Row<Message>> = messages.collect();
        // Any timer of OTP can bring a message without a form: these are asked for before other kinds that have one.
        all.sort_by_key(|message| (!message.is_untagged, !message.is_bare()));
        all.into_iter().map(|message| message.callback)
    }

    /// The message by which a callback is reached that takes events or messages.
    pub fn event_of(&self, callback: Row<Callback>) -> Option<Row<Message>> {
        let takes = !callback.is_last() && callback.is_in_state();
        self.messages.iter().copied().find(|message| takes && message.callback == callback)
    }

    /// Whether a callback is the one that comes at once where another one asks for it.
    pub fn is_continued(&self, callback: Row<Callback>) -> bool {
        self.continued.is_some_and(|(_, continued)| continued == callback)
    }

    /// The kinds of messages that are events of a callback for events or messages, but for those of timers.
    pub fn events(&self) -> impl Iterator<Item = Row<Message>> {
        let messages = self.messages.iter().copied();
        messages.filter(|message| !message.is_ending() && !message.is_timed())
    }

    /// The message that asks a machine to stop.
    pub fn stop(&self) -> Option<Row<Message>> {
        self.messages.iter().copied().find(|message| message.is_stop())
    }

    /// Whether its callbacks are told of which type an event is.
    pub fn tells_type(&self) -> bool {
        self.callbacks.iter().any(|callback| callback.arguments.contains(&Argument::Type))
    }

    /// The return tuples with this tag of callbacks for events and messages.
    pub fn shapes_in_state<'t>(
        &self,
        tag: &'t str,
    ) -> impl Iterator<Item = &'static Shape> + use<'t> {
        let takers = self.callbacks.iter().filter(|callback| callback.is_in_state());
        takers.flat_map(|callback| callback.0.shapes).filter(move |shape| shape.tag == tag)
    }

    /// Whether a callback for events or messages has this name in all states.
    pub fn takes_events(&self, name: &str) -> bool {
        let mut takers =
            self.callbacks.iter().filter(|callback| self.event_of(**callback).is_some());
        takers.any(|callback| callback.function() == Some(name))
    }

    /// The return tuples with this tag, of any callback.
    pub fn shapes<'t>(&self, tag: &'t str) -> impl Iterator<Item = &'static Shape> + use<'t> {
        let callbacks = self.callbacks.iter();
        callbacks.flat_map(|callback| callback.0.shapes).filter(move |shape| shape.tag == tag)
    }

    /// Whether a return tuple with this tag and size names a next state, and in which component, from 1.
    pub fn next_state(&self, tag: &str, size: usize) -> Option<usize> {
        self.shapes(tag).find(|shape| shape.size == size)?.state()
    }

    /// In which component a return tuple with this tag and size says how long to wait for an event, from 1.
    pub fn timeout_of(&self, tag: &str, size: usize) -> Option<usize> {
        self.shapes(tag).find_map(|shape| shape.timeout().filter(|_| shape.size == size))
    }
}
