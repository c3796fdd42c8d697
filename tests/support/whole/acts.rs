//! Statements of generated callbacks, each complete in itself: any of them can be left out.
//!
//! Input: features. Output: texts. They send, start and cancel timers, signal exits, answer clients.

use super::feature::Feature;
use super::places::Scope;
use super::{NAME, Writer};

impl Writer {
    /// A statement of a callback.
    pub(super) fn statement(&mut self, scope: Scope) -> String {
        let chances = [
            (Feature::Timers, 25),
            (Feature::Library, 25),
            (Feature::Exits, 12),
            (Feature::Replies, 30),
            (Feature::Raw, 25),
            (Feature::Spawned, 50),
            (Feature::Dictionary, 10),
        ];
        for (feature, chance) in chances {
            if self.features.has(feature) && self.random.chance(chance) {
                return self.act(feature, scope);
            }
        }
        self.send(scope)
    }

    fn act(&mut self, feature: Feature, scope: Scope) -> String {
        match (feature, scope) {
            (Feature::Timers, _) => self.timer(scope),
            (Feature::Library, _) => self.library_timer(scope),
            (Feature::Exits, _) => self.signal(scope),
            (Feature::Replies, Scope::Callback) => self.reply(),
            (Feature::Raw, Scope::Callback) => self.raw_reply(),
            (Feature::Spawned, _) => self.spawned(scope),
            (Feature::Dictionary, Scope::Callback) => {
                let place = self.place(scope);
                format!("put(me, {place})")
            }
            _ => self.send(scope),
        }
    }

    /// A message.
    fn message(&mut self, scope: Scope) -> String {
        let event = ["m1", "m2", "{m, 1}"][self.random.below(3)];
        if self.features.has(Feature::Shaped) && self.random.chance(30) {
            return self.shaped(event, scope);
        }
        match scope {
            Scope::Callback if self.random.chance(20) => "{m, D#d.n}".to_owned(),
            _ => event.to_owned(),
        }
    }

    /// A message that looks like one of `gen_fsm`, or may.
    fn shaped(&mut self, event: &str, scope: Scope) -> String {
        match self.random.below(if scope == Scope::Callback { 9 } else { 6 }) {
            0 => format!("{{'$gen_event', {event}}}"),
            1 => format!("{{'$gen_all_state_event', {event}}}"),
            2 => format!("tagged('$gen_event', {event})"),
            3 => format!("tagged(other, {event})"),
            4 => format!("{{timeout, 1, {{'$gen_event', {event}}}}}"),
            5 => format!("{{timeout, 1, tagged('$gen_timer', {event})}}"),
            6 if self.features.has(Feature::Kept) => "hd(D#d.bag)".to_owned(),
            7 => format!("case D#d.n of 0 -> {{'$gen_event', {event}}}; _ -> {event} end"),
            _ => format!("{{case D#d.n of 1 -> '$gen_all_state_event'; _ -> other end, {event}}}"),
        }
    }

    /// Sends something to one process or to several.
    fn send(&mut self, scope: Scope) -> String {
        let (to, message) = (self.place(scope), self.message(scope));
        let has_bag = self.features.has(Feature::Kept) && self.features.has(Feature::Shaped);
        if has_bag && scope == Scope::Callback && self.random.chance(10) {
            let each = self.variable();
            return format!("[self() ! {each} || {each} <- D#d.bag]");
        }
        if self.features.has(Feature::Funs) && scope == Scope::Callback && self.random.chance(15) {
            return match self.random.below(3) {
                0 => format!("(D#d.f)({message})"),
                1 => format!("(D#d.g)({to}, {message})"),
                _ => format!("[{} || {} <- [D#d.f]]", "Each(m1)", "Each")
                    .replace("Each", &self.variable()),
            };
        }
        if self.features.has(Feature::Dynamic) && self.random.chance(20) {
            return self.dynamic(&to, &message);
        }
        if self.features.has(Feature::Passed) && self.random.chance(35) {
            return self.send_by_another(scope, &to, &message);
        }
        let to = if to.starts_with("begin") || !to.contains(' ') { to } else { format!("({to})") };
        let way = self.random.below(10);
        match way {
            0..=3 => format!("{to} ! {message}"),
            4 => format!("erlang:send({to}, {message})"),
            5..=6 => format!("gen_fsm:send_event({to}, {message})"),
            7 => format!("gen_fsm:send_all_state_event({to}, {message})"),
            8 => format!("gen_server:cast({to}, {message})"),
            _ => format!("out:got({to} ! {message})"),
        }
    }

    /// A function, a fun or a comprehension sends.
    fn send_by_another(&mut self, scope: Scope, to: &str, message: &str) -> String {
        let (each, other) = (self.variable(), self.place(scope));
        match self.random.below(8) {
            0 => format!("tell({to}, {message})"),
            1 => format!("tell_all([{to}, {other}], {message})"),
            2 => format!("lists:foreach(fun({each}) -> {each} ! {message} end, [{to}, {other}])"),
            3 => format!("[{each} ! {message} || {each} <- [{to}, {other}], {each} =/= nobody]"),
            4 => {
                let own = self.variable();
                format!(
                    "{own} = fun({each}) -> gen_fsm:send_event({each}, {message}) end, {own}({to})"
                )
            }
            5 => format!("lists:foldl(fun({each}, _) -> {each} ! {message} end, ok, [{to}])"),
            6 => format!("[tell({each}, {message}) || {{_, {each}}} <- [{{to, {to}}}]]"),
            _ => format!("lists:foreach(fun({each}) -> tell({each}, {message}) end, [{to}])"),
        }
    }

    /// A function that is not named where it is called.
    fn dynamic(&mut self, to: &str, message: &str) -> String {
        let own = self.variable();
        match self.random.below(7) {
            0 => format!("{own} = gen_fsm, {own}:send_event({to}, {message})"),
            1 => format!("apply(gen_fsm, send_event, [{to}, {message}])"),
            2 => format!("{own} = fun gen_fsm:send_event/2, {own}({to}, {message})"),
            3 => format!("{own} = fun erlang:send/2, {own}({to}, {message})"),
            4 => format!("apply(erlang, send, [{to}, {message}])"),
            5 => format!("{own} = send_all_state_event, gen_fsm:{own}({to}, {message})"),
            _ => format!("apply(fun tell/2, [{to}, {message}])"),
        }
    }

    fn timer(&mut self, scope: Scope) -> String {
        let to = self.place(scope);
        let to = if self.random.chance(50) { "self()".to_owned() } else { to };
        match self.random.below(8) {
            0 => format!("erlang:send_after(5, {to}, t1)"),
            1 => format!("erlang:start_timer(5, {to}, t2)"),
            2 => "gen_fsm:send_event_after(5, t3)".to_owned(),
            3 => "gen_fsm:start_timer(5, t4)".to_owned(),
            4 if scope == Scope::Callback => {
                "is_reference(D#d.ref) andalso erlang:cancel_timer(D#d.ref)".to_owned()
            }
            5 if scope == Scope::Callback => {
                "is_reference(D#d.ref) andalso gen_fsm:cancel_timer(D#d.ref)".to_owned()
            }
            6 if scope == Scope::Callback => {
                let message = self.message(scope);
                format!("erlang:send_after(5, {to}, {message})")
            }
            _ => format!("tell_later({to}, t5)"),
        }
    }

    /// A timer whose reference is kept: an expression.
    pub(super) fn kept_timer(&mut self) -> String {
        match self.random.below(4) {
            0 => "erlang:send_after(5, self(), k1)".to_owned(),
            1 => "erlang:start_timer(5, D#d.me, k2)".to_owned(),
            2 => "gen_fsm:send_event_after(5, k3)".to_owned(),
            _ => "gen_fsm:start_timer(5, k4)".to_owned(),
        }
    }

    /// A timer of `timer`.
    fn library_timer(&mut self, scope: Scope) -> String {
        let (to, message) = (self.place(scope), self.message(scope));
        // Its argument names the behaviour as the source does.
        let has_alias = self.features.has(Feature::Alias);
        match self.random.below(9) {
            0 => "timer:send_after(5, l1)".to_owned(),
            1 => format!("timer:send_after(5, {to}, l2)"),
            2 => format!("timer:send_after(5, {to}, {message})"),
            3 => format!("timer:send_after(0, {to}, l3)"),
            4 if !has_alias => {
                format!("timer:apply_after(5, gen_fsm, send_event, [{to}, {message}])")
            }
            5 => format!("timer:apply_after(5, erlang, send, [{to}, l4])"),
            6 => format!("timer:send_interval(5, {to}, l5)"),
            _ if scope == Scope::Callback => {
                "is_tuple(D#d.ref) andalso timer:cancel(D#d.ref)".to_owned()
            }
            _ => "out:got(timer:send_after(5, self(), l6))".to_owned(),
        }
    }

    /// The same, whose reference is kept.
    pub(super) fn kept_library_timer(&mut self) -> String {
        let of = match self.random.below(5) {
            0 => "send_after(5, self(), k5)",
            1 => "send_after(5, D#d.me, k6)",
            2 => "send_interval(5, k7)",
            3 => "apply_after(5, erlang, send, [D#d.me, k8])",
            _ => "send_after(5, k9)",
        };
        format!("element(2, timer:{of})")
    }

    fn signal(&mut self, scope: Scope) -> String {
        let to = self.place(scope);
        let reason = ["normal", "boom", "boom", "kill"][self.random.below(4)];
        // Names get no signals.
        format!("case {to} of P0 when is_pid(P0) -> exit(P0, {reason}); _ -> ok end")
            .replace("P0", &self.variable())
    }

    /// Answers clients whose From is kept.
    fn reply(&mut self) -> String {
        let own = self.variable();
        match self.random.below(6) {
            0 => "D#d.from =/= none andalso gen_fsm:reply(D#d.from, r1)".to_owned(),
            1 => format!("[gen_fsm:reply({own}, r2) || {own} <- D#d.froms]"),
            2 => format!("lists:foreach(fun({own}) -> gen_fsm:reply({own}, r3) end, D#d.froms)"),
            3 => format!("case D#d.from of none -> ok; {own} -> answer({own}, r4) end"),
            4 if self.features.has(Feature::Dictionary) => {
                format!(
                    "case erase(from) of undefined -> ok; {own} -> gen_fsm:reply({own}, r5) end"
                )
            }
            _ => format!(
                "is_tuple(D#d.from) andalso begin {own} = id(D#d.from), gen_fsm:reply({own}, r6) end"
            ),
        }
    }

    /// Answers them by hand.
    fn raw_reply(&mut self) -> String {
        let (pid, tag) = (self.variable(), self.variable());
        match self.random.below(7) {
            0 => format!(
                "case D#d.from of {{{pid}, {tag}}} -> {pid} ! {{{tag}, w1}}; none -> ok end"
            ),
            1 => format!("[{pid} ! {{{tag}, w2}} || {{{pid}, {tag}}} <- D#d.froms]"),
            2 => format!("case D#d.from of {{{pid}, _}} -> {pid} ! hello; none -> ok end"),
            3 => "D#d.from =/= none andalso gen_server:reply(D#d.from, w3)".to_owned(),
            4 => "D#d.from =/= none andalso gen:reply(D#d.from, w4)".to_owned(),
            5 => "is_tuple(D#d.from) andalso (element(1, D#d.from) ! {element(2, D#d.from), w5})"
                .to_owned(),
            _ => format!("[erlang:send({pid}, {{{tag}, w6}}) || {{{pid}, {tag}}} <- D#d.froms]"),
        }
    }

    /// A process that sends something.
    fn spawned(&mut self, scope: Scope) -> String {
        let (to, message) = (self.place(scope), self.message(scope));
        let own = self.variable();
        match self.random.below(10) {
            6 => "spawn(fun() -> ok end)".to_owned(),
            7 => format!("{own} = {to}, spawn(fun() -> id({own}) end)"),
            8..=9 => format!("out:got(is_pid(spawn(fun() -> out:note({message}) end)))"),
            0 => format!("spawn(fun() -> {own} = {to}, {own} ! {message} end)"),
            1 => format!("{own} = {to}, spawn(fun() -> {own} ! {message} end)"),
            2 => format!("{own} = {to}, spawn(fun() -> gen_fsm:send_event({own}, {message}) end)"),
            3 => format!("spawn({NAME}, tell, [{to}, {message}])"),
            4 => format!("{own} = {to}, spawn(fun() -> tell({own}, {message}) end)"),
            _ => format!("{own} = {to}, spawn(fun() -> {own} ! {message}, {own} ! last end)"),
        }
    }
}
