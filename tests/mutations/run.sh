#!/usr/bin/env bash
# Changes the translator and the interpreter on purpose, one fault at a time: some test must notice.
#
# run.sh [NAME..]: all faults, or those named. Works on the last commit, in a copy that is removed
# afterwards; needs `erl`. A fault that no longer applies, does not build, or that no test notices is an
# error. MUTATIONS_TARGET is the folder for what is built, kept if given.
# run.sh --applies: only whether all faults still apply to the files as they are; builds and changes nothing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
only_applies=
if [ "${1:-}" = --applies ]; then
    only_applies=yes
    shift
fi
scratch=$(mktemp -d)
copy=$scratch/copy
export CARGO_TARGET_DIR=${MUTATIONS_TARGET:-$scratch/target}
export INSTA_UPDATE=no ERL2LTS_REQUIRE_ERLANG=1 CARGO_PROFILE_DEV_DEBUG=0
clean() {
    [ -n "$only_applies" ] || git -C "$root" worktree remove --force "$copy" >/dev/null 2>&1 || true
    rm -rf "$scratch"
}
trap clean EXIT
if [ -n "$only_applies" ]; then
    cd "$root"
else
    git -C "$root" worktree add --quiet --detach "$copy" HEAD
    cd "$copy"
fi

# Tests that are fast and see the most, as arguments of `cargo test`.
bodies='-p erl2lts --test oracle erlang::runs_of_fixtures'
selection='-p erl2lts --test oracle selection::'
trees='-p erl2lts-translator --test suite sst::'
unknowns='-p erl2lts-lts --test suite unknown::'
instances='-p erl2lts --test oracle erlang::'
command='-p erl2lts --test commands -- cli:: unknowns::'
library='-p erl2lts-translator --test suite oracle_prelude::'
waits='-p erl2lts --test commands receive::'
messages='-p erl2lts --test oracle receive::'
otp='-p erl2lts --test oracle otp::otp_does'
specifications='-p erl2lts --test commands specifications::'
watches='-p erl2lts --test oracle watches::'
forms='-p erl2lts --test oracle generated::both_forms'

wanted=("$@")
failures=0
count=0

# mutation NAME FILE FROM TO TEST..: replaces the one occurrence of FROM and runs tests until one fails.
mutation() {
    local name=$1 file=$2 from=$3 to=$4 text rest test names caught=
    shift 4
    if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then
        return
    fi
    count=$((count + 1))
    text=$(cat "$file")
    rest=${text#*"$from"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$from"* ]]; then
        printf '%-32s NO LONGER APPLIES to %s\n' "$name" "$file"
        failures=$((failures + 1))
        return
    fi
    [ -z "$only_applies" ] || return 0
    printf '%s\n' "${text/"$from"/"$to"}" >"$file"
    for test in "$@"; do
        # shellcheck disable=SC2086
        if ! cargo test --quiet --no-run $test >"$scratch/build" 2>&1; then
            caught="DOES NOT BUILD"
            tail -n 20 "$scratch/build" >&2
            break
        fi
        # shellcheck disable=SC2086
        if ! timeout 300 cargo test $test >"$scratch/log" 2>&1; then
            names=$(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$scratch/log")
            # A test that ends the process, or does not end, has no verdict.
            caught="caught by $test: ${names:-no verdict}"
            caught=${caught//$'\n'/, }
            break
        fi
    done
    git checkout --quiet -- "$file"
    case $caught in
        caught*) ;;
        *) failures=$((failures + 1)) ;;
    esac
    printf '%-32s %s\n' "$name" "${caught:-NOT CAUGHT}"
}

# Without a fault all of them pass, or they would notice nothing.
[ -n "$only_applies" ] || for test in "$selection" "$trees" "$unknowns" "$instances" "$command" "$library" \
    "$waits" "$messages" "$otp" "$watches" "$forms"; do
    # shellcheck disable=SC2086
    if ! cargo test --quiet $test >"$scratch/log" 2>&1; then
        tail -n 30 "$scratch/log" >&2
        echo "without a fault this fails: cargo test $test" >&2
        exit 1
    fi
done

lower=translator/src/lower
semantics=lts/src/semantics

mutation swap-clause-order translator/src/sst/build.rs \
    '    let mut builder = Builder::default();
    let root' \
    '    live.reverse();
    let mut builder = Builder::default();
    let root' "$trees" "$bodies"
mutation drop-a-guard $lower/pattern/select.rs \
    '_ => this.guard(guard, walk.context.with(&env), yes, no),' '_ => yes,' "$bodies"
mutation guards-last-alternative-only $lower/pattern/select.rs \
    'let guard = walk.selection.clauses[clause].guard;' \
    'let last = frontend::ast::Guard { alternatives: walk.selection.clauses[clause].guard.alternatives.last().cloned().into_iter().collect() };
        let guard = &last;' "$bodies" "$selection"
mutation arguments-right-to-left $lower/expression/operands.rs \
    '        self.sequence_from(exprs, &side, next)' \
    '        let reversed: Vec<&Syntax> = exprs.iter().rev().copied().collect();
        self.sequence_from(&reversed, &side, &|this, env, mut values| {
            values.reverse();
            next(this, env, values)
        })' "$bodies" "$instances"
mutation bound-variable-matches-all translator/src/sst/build.rs \
    'Pattern::Bound(name) => tests.push(Test::Bound(at.clone(), name.clone())),' \
    'Pattern::Bound(name) => drop(name),' "$trees" "$bodies"
mutation repeated-variable-matches-all translator/src/sst/build.rs \
    'Some((_, first)) => tests.push(Test::Same(at.clone(), first.clone())),' \
    'Some(_) => {}' "$trees" "$bodies"
mutation an-answer-is-forgotten translator/src/sst/decided.rs \
    'return Some(*holds);' \
    'return Some(!*holds);' "$trees" "$bodies"
mutation case-clause-without-value $lower/pattern/clauses.rs \
    'this.raise(context, Expr::Tuple(vec![Expr::atom(error), value.clone()]))' \
    'this.raise(context, Expr::atom(error))' "$bodies"
mutation throw-is-no-value $lower/exception.rs \
    'let fail = |this: &mut Lowering<'"'"'_>, _: Env| this.raise_all(context.place, raised.clone());' \
    'let fail = |this: &mut Lowering<'"'"'_>, _: Env| this.raise_as(context, Class::Error, reason.clone());' "$bodies"
mutation clauses-of-try-protected $lower/exception.rs \
    'this.case_on(("try_clause", &value), &parts.of, context.with(&inner), k, &done)' \
    'let place = Place { handler: &handler, ..*context.place };
            let context = context.with(&inner).in_place(&place);
            this.case_on(("try_clause", &value), &parts.of, context, k, &done)' "$bodies"
mutation after-left-out $lower/exception.rs \
    'this.body(&parts.after, context, Cont { run: &run, copies: true })' \
    '(Cont { run: &run, copies: true }.run)(this, context.env.clone(), Expr::Nil)' "$bodies"
mutation record-default-forgotten $lower/expression/record.rs \
    'declared_field.default.as_ref().unwrap_or(&undefined)' '&undefined' "$bodies"
mutation record-updated-before-values $lower/expression/record.rs \
    'None => this.component(position, &old),' \
    'None => values.first().cloned().unwrap_or(Expr::Nil),' "$bodies"
mutation record-of-any-size $lower/expression/record.rs \
    'let is_tuple = Cond::Is(Kind::TupleOf(size), value.clone());' \
    'let is_tuple = Cond::Is(Kind::TupleOf(size + 1), value.clone());' "$bodies"
mutation filter-keeps-the-others $lower/comprehension.rs \
    'vec![(guard(test.clone()), vec![yes]), (guard(always), vec![no])]' \
    'vec![(guard(test.clone()), vec![no]), (guard(always), vec![yes])]' "$bodies"
mutation less-or-equal-is-less $lower/expression/boolean.rs \
    'BinaryOp::LessEqual => Cond::Less(right, left).negate(),' \
    'BinaryOp::LessEqual => Cond::Less(left, right),' "$bodies"
mutation equal-is-the-same $lower/expression/boolean.rs \
    'BinaryOp::Equal => this.equal(left, right, &env),' \
    'BinaryOp::Equal => Cond::Same(left, right),' "$bodies"
mutation arithmetic-on-integers-only $lower/analysis/values.rs \
    'Self::Any | Self::Floats => Kind::Number,' 'Self::Any | Self::Floats => Kind::Integer,' "$bodies"
mutation refused-messages-taken $semantics/step.rs \
    'sent.retain(|path| !self.is_refused(component, &path.path_state));' '' "$waits"
mutation wait-never-ends $lower/message/receive.rs \
    'this.take(message, Some(&time), Some(after), context.place)' \
    'this.take(message, Some(&time), None, context.place)' "$messages"
mutation any-time-will-do $lower/message/receive.rs \
    'Cond::Less(time.clone(), Expr::integer(0))' 'Cond::Less(time.clone(), time.clone())' "$messages"
mutation own-names-forgotten $lower/process/names.rs \
    'self.is_owned(registry, name) && self.shared(registry, name).is_none()' 'false' '-p erl2lts --test commands certain::' "$otp"
mutation taken-back-and-still-had $lower/process/registry.rs \
    '(Naming::TakesBack, _) => (Expr::atom(NOBODY_ANY_MORE), None),' '(Naming::TakesBack, _) => return Vec::new(),' \
    '-p erl2lts --test commands defects::'
mutation name-given-to-nobody-else $lower/process/names.rs \
    'Some((registry, name)) if !is_machine => self.uses(registry, name).left = true,' \
    'Some((registry, name)) if !is_machine => self.uses(registry, name).given = true,' '-p erl2lts --test commands defects::'
mutation element-off-by-one $lower/call/built_in.rs \
    'let is_there = position <= size;' 'let is_there = position < size;' "$bodies" "$instances"
mutation stop-is-a-crash $lower/callback/result.rs \
    'self.stop(called, reason, data, reply, origin)' \
    'self.crash(called, reason.clone(), reason, origin)' "$otp"
mutation library-takes-the-second translator/prelude/lists_sorted.erl \
    '
merged([A | As], B, Bs, M) when A =< B ->' '
merged([A | As], B, Bs, M) when A < B ->' "$library"
mutation fact-of-the-wrong-branch translator/src/lower/lowering.rs \
    'let yes = yes(self, env.with_fact(cond, true));' \
    'let yes = yes(self, env.with_fact(cond, false));' "$bodies"
mutation forget-a-refinement $semantics/path_state/refine.rs \
    '(_, true) => self.narrowed(&mut path_state, number, kinds.and(tested), source)?,' \
    '(_, true) => return Some(path_state),' "$unknowns"
mutation forget-an-exclusion $semantics/path_state/refine.rs \
    '                path_state.facts.push(Fact::Differ(pairs.into()));
                Some(path_state)' \
    '                Some(path_state)' "$unknowns"
mutation lose-a-way $semantics/path_state/refine.rs \
    '        path_states.retain(|path_state| self.is_consistent(&path_state.facts));
        // Three' \
    '        path_states.truncate(1);
        // Three' "$unknowns" "$instances"
mutation join-what-differs $semantics/path_state.rs \
    '        &self.path_state.words
' \
    '        &self.path_state.words[..self.path_state.words.len().min(2)]
' \
    "$unknowns" "$instances"
mutation no-frame-under-a-handler translator/src/core.rs \
    'if *left != part(1) || self.tag_of(*yes, &part(2)) != Some(tag) {' \
    'if *left != part(1) {' "$bodies"
mutation frames-of-one-value translator/src/kernel/procedures.rs \
    'SegmentArg::Live(number) => Expr::element_of(FramePart::live(*number), &frame),' \
    'SegmentArg::Live(_) => Expr::element_of(FramePart::live(0), &frame),' "$bodies"

# What gen_fsm itself does.
mutation info-keeps-the-timeout $lower/callback/swallowed.rs \
    'self.leaf(Ending::Next { state, name, data, timeout: None }, origin)' \
    'self.leaf(Ending::Next { state, name, data, timeout: Some(Expr::atom("armed")) }, origin)' "$otp"
mutation every-return-arms-a-timeout translator/src/kernel/callback.rs \
    '_ => Expr::atom("none"),' '_ => Expr::atom("armed"),' "$otp"
mutation hibernate-arms-a-timeout $lower/callback/result.rs \
    'self.test(&is("infinity"), origin, env, &without, &|this, env| {
            this.test(&is("hibernate"), origin, &env, &without,' \
    'self.test(&is("infinity"), origin, env, &without, &|this, env| {
            this.test(&is("hibernate"), origin, &env, &armed,' "$otp"
mutation any-number-is-a-timeout $lower/callback/result.rs \
    'this.test(&negative, origin, &env, &bad, &|this, env| {' \
    'this.test(&negative, origin, &env, &armed, &|this, env| {' "$otp"
mutation reply-before-terminate translator/src/kernel/ending.rs \
    'let after = EndingPart::stop(reason.clone(), Some([answer.clone(), client]));
                self.terminate(handler, after, vec![reason.clone(), data.clone()], context)' \
    'let after = EndingPart::stop(reason.clone(), None);
                let args = vec![reason.clone(), data.clone()];
                let next = self.terminate(handler, after, args, context);
                let args = self.answer(client, answer.clone());
                self.act(self.actions.role(ActionRole::Reply), args, next)' "$otp"
mutation data-lost-in-a-crash translator/src/kernel/ending.rs \
    'let args = vec![term.clone(), data.clone()];' \
    'let args = vec![term.clone(), Expr::element(1, data.clone())];' "$otp"
mutation stop-with-the-old-data $lower/callback/result.rs \
    'let data = acts.then(|| called.last(data));' \
    'let data = acts.then(|| called.last(Some(called.data.clone()).unwrap_or(data)));' "$otp"
mutation exception-in-terminate-lost translator/src/kernel/ending.rs \
    '(Some(_), SequenceEnd::Crash, [reason, ..]) => {' \
    '(Some(_), SequenceEnd::Crash, _) => self.as_announced(&context, &|_, _, next| next),
            (Some(_), SequenceEnd::Crash, [reason, ..]) => {' "$otp"
mutation throw-crashes $lower/exception.rs \
    '(Class::Throw, _) => self.value_of(called, &reason, origin, &env),' \
    '(Class::Throw, Some(called)) => self.crash(called, reason.clone(), reason, origin),' "$otp"
mutation message-as-all-state-event behaviour/src/tables/gen_fsm.rs \
    'callback: Row(&INFO),' 'callback: Row(&ALL_EVENT),' "$otp"
mutation answer-dropped $lower/callback/result.rs \
    'Some((to, reply)) => self.reply(to, reply, next, [origin; 2]),' 'Some(_) => next,' "$otp"
mutation answered-client-waits translator/src/kernel/callback.rs \
    'context[first + client] = Expr::atom("false");' \
    'context[first + client] = Expr::atom("true");' "$otp"
mutation missing-info-handler-crashes $lower/callback/entry.rs \
    'kind.absent == Absent::Logged && reason == "undef"' \
    'kind.absent == Absent::Logged && reason == "badarg"' "$otp"
mutation fun-with-its-first-value $lower/fun/lambda_lift.rs \
    'let captured = captured(free_in_clauses(&clauses), &clauses, &env)?;' \
    'let captured = captured(free_in_clauses(&clauses), &clauses, &env)?.into_iter().take(1).collect();' "$bodies"
mutation one-form-for-all-funs $lower/fun/specialise.rs \
    '&& *form_shapes == *shapes' '&& form_shapes.len() == shapes.len()' "$bodies"
mutation fun-that-seems-to-do-nothing $lower/fun/specialise.rs \
    'traits.add(self.calls.traits_of_fun(self.machine, stubs, code));' \
    'let _ = self.calls.traits_of_fun(self.machine, stubs, code);' "$bodies"

# Timers, the queue, clients, exit signals.
mutation cancelled-timer-fires translator/prelude/erlang.erl \
    'timer_cancel(Ref, [{_, Ref, _, _, _} | Timers]) -> Timers;' \
    'timer_cancel(Ref, [{_, Ref, _, _, _} = Timer | Timers]) -> [Timer | Timers];' "$otp"
mutation late-message-lost translator/src/kernel/timers/cancel.rs \
    'let either = self.one_of(vec![cancelled, late]);' \
    'let either = self.one_of(vec![cancelled, late][..1].to_vec());' "$otp"
mutation gen_fsm-flushes-any-message translator/prelude/erlang.erl \
    'timer_flush(Ref, [{_, Ref, _, _, _} | _]) -> late;' \
    'timer_flush(Ref, [{_, Ref, _, _, _} | _]) -> gone;' "$otp"
mutation late-timer-lives translator/prelude/erlang.erl \
    'timer_lives(Ref, [{_, Ref, _, _, Left} | _]) -> Left =/= sent;' \
    'timer_lives(Ref, [{_, Ref, _, _, _} | _]) -> true;' "$otp"
mutation timer-without-its-reference translator/prelude/erlang.erl \
    'timer_brings(wrapped, Ref, Message) -> {timeout, Ref, Message};' \
    'timer_brings(wrapped, _, Message) -> {timeout, none, Message};' "$otp"
mutation fired-timer-stays translator/prelude/erlang.erl \
    'timer_drop(Site, Ref, [{Site, Ref, _, _, _} | Timers]) -> erlang:timer_close(Site, Ref, Timers);' \
    'timer_drop(Site, Ref, [{Site, Ref, A, B, C} | Timers]) -> [{Site, Ref, A, B, C} | Timers];' "$otp"
mutation zero-timeout-is-late translator/src/kernel/form/idle.rs \
    'body = self.point(Behaviour::If { cond: is("zero"), yes: fires, no: body });' \
    'body = self.point(Behaviour::If { cond: is("zero"), yes: body, no: body });' \
    '-p erl2lts --test commands timers::'
mutation last-message-first translator/src/kernel/mailbox/queue.rs \
    'let longer = Expr::Cons(Box::new(Expr::head(queue.clone())), Box::new(rest));' \
    'let longer = match rest { Expr::Call(_, args) => Expr::Cons(Box::new(args[1].clone()), Box::new(queue.clone())), other => other };' "$otp"
mutation timeout-beside-the-queue translator/src/kernel/mailbox/queue.rs \
    'self.point(Behaviour::If { cond, yes: empty, no: first })' \
    '{ let no = self.point(Behaviour::Choice(vec![first, empty])); self.point(Behaviour::If { cond, yes: empty, no }) }' "$otp"
mutation wrong-client-answered translator/src/kernel/callback.rs \
    'args.insert(0, Expr::integer(client + 1));' \
    'args.insert(0, Expr::integer(2_usize.saturating_sub(client)));' "$otp"
mutation trapped-exit-kills translator/src/kernel/ending.rs \
    'let Some(cond) = trap else { return no };' \
    'let Some(cond) = trap.filter(|_| false) else { return no };' "$otp"
mutation normal-exit-kills translator/src/kernel/ending.rs \
    'let cond = Cond::Same(reason.clone(), Expr::atom("normal"));' \
    'let cond = Cond::Same(reason.clone(), Expr::atom("abnormal"));' "$otp"
mutation timer-behind-every-post translator/src/kernel/form/idle.rs \
    'Time::Untimed => this.with_timers(idle, first),' 'Time::Untimed => first,' "$otp"
mutation timer-before-every-post translator/prelude/erlang.erl \
    'timer_place(Queue) -> length(Queue).' 'timer_place(_) -> armed.' "$otp"
mutation nothing-comes-nearer translator/prelude/erlang.erl \
    'timer_nearer(N) when is_integer(N) -> N - 1;' 'timer_nearer(N) when is_integer(N) -> N;' "$otp"
mutation own-exit-goes-on translator/src/kernel/ending.rs \
    'let cond = Cond::Same(reason.clone(), Expr::atom("kill"));' \
    'let cond = Cond::Same(reason.clone(), Expr::atom("killed"));' "$otp"
mutation waiting-exit-is-judged-late translator/src/kernel/form/idle.rs \
    'kind if kind.is_exit() => {' 'kind if kind.is_exit() && false => {' "$otp"
mutation protocol-is-a-message translator/src/lower/message.rs \
    'timer(tag, Meant::Timed(timeout.clone()))' \
    'timer(tag, Meant::Kind(behaviour.bare, timeout.clone()))' "$otp"
mutation computed-tag-is-no-tag translator/src/lower/message.rs \
    'is_tagged || self.shared.holds_tag(look.tag)' 'is_tagged' "$otp"
mutation progress-fires-early translator/src/kernel/form/idle.rs \
    'Time::Progress => commands,' 'Time::Progress => self.with_timers(&idle, commands),' "$otp"
mutation ticks-are-rounded-down translator/prelude/erlang.erl \
    'timer_units(Time, Quantum) -> (Time + Quantum - 1) div Quantum.' \
    'timer_units(Time, Quantum) -> Time div Quantum.' "$otp"
mutation tick-forgets-the-timeout translator/src/kernel/form/idle.rs \
    'point = self.point(Behaviour::If { cond, yes: later, no: point });' \
    'point = self.point(Behaviour::If { cond, yes: point, no: later });' "$otp"
mutation nothing-kills-inside translator/src/kernel/callback.rs \
    'if Self::is_shown(step) {' 'if Self::is_shown(step) && false {' "$watches"
mutation links-stay-tight translator/prelude/erlang.erl \
    'watch_trap(true, false, Watches) -> erlang:watch_loosen(Watches);' \
    'watch_trap(true, false, Watches) -> Watches;' "$watches"
mutation ends-behind-every-post translator/src/kernel/form/idle.rs \
    'this.with_signals(idle, first)' 'first' "$watches"
# A receive and what is in the mailbox.
mutation first-message-is-taken translator/src/kernel/mailbox/queue_scan.rs \
    'root = nodes.push(Node::Test { cond, yes: behind, no: root, at: nowhere() });' \
    'root = nodes.push(Node::Test { cond, yes: none, no: root, at: nowhere() });' "$otp"
mutation skipped-messages-count-twice translator/src/kernel/mailbox/queue_scan.rs \
    'Expr::Apply(Operator::Add, vec![number, Expr::integer(1)])' \
    'Expr::Apply(Operator::Add, vec![number, Expr::integer(2)])' "$otp" "$watches"
mutation wait-ends-with-a-message translator/src/kernel/mailbox/mail.rs \
    'self.one_of(std::iter::once(taken).chain(over).chain(ended).collect());' \
    'self.one_of([Some(taken), over, ended, Some(none)].into_iter().flatten().collect());' "$otp"
mutation events-are-bare translator/prelude/erlang.erl \
    "mail_shown({event, Event}) -> {'\$gen_event', Event};" \
    'mail_shown({event, Event}) -> Event;' "$otp"
mutation taken-message-stays translator/src/kernel/mailbox/queue_scan.rs \
    'PickedPart::Rest => Expr::tail(queue.clone()),' 'PickedPart::Rest => queue.clone(),' "$otp"
mutation skipped-messages-are-lost translator/src/kernel/mailbox/queue_scan.rs \
    'PickedPart::Rest => Expr::Cons(Box::new(entry.clone()), Box::new(part.of(&later_pick))),' \
    'PickedPart::Rest => part.of(&later_pick),' "$otp"
mutation taken-timer-stays translator/src/kernel/mailbox/mail.rs \
    'self.clock(|functions| functions.drop, args);' \
    'args.last().cloned().unwrap_or(Expr::Nil);' "$otp"
mutation timer-of-an-event-is-bare translator/prelude/erlang.erl \
    "false -> {timeout, Ref, {'\$gen_event', Event}}" "false -> {'\$gen_event', Event}" "$otp"
mutation calls-without-a-from translator/prelude/erlang.erl \
    "mail_shown({sync, Event, From}) -> {'\$gen_sync_event', From, Event};" \
    "mail_shown({sync, Event, _}) -> {'\$gen_sync_event', none, Event};" "$otp"
mutation stop-says-only-why translator/prelude/erlang.erl \
    '{system, From, {terminate, Reason}};' '{system, From, Reason};' "$otp"
mutation own-child-of-itself translator/src/kernel/state/identities.rs \
    'Expr::pid(self.carried.clients + 1)' 'Expr::pid(self.carried.clients)' "$otp"
mutation taken-end-stays translator/src/kernel/mailbox/exit_messages.rs \
    'self.watch(|watch| watch.drop, args);' 'args.last().cloned().unwrap_or(Expr::Nil);' "$watches"
mutation no-process-ends translator/src/kernel/mailbox/mail.rs \
    'let ended = self.ends_over(receive, Some(&number));' 'let ended = None;' "$watches"
mutation timers-stay-behind translator/prelude/erlang.erl \
    'timer_nearer(P, N) when is_integer(N), N > P -> erlang:timer_nearer(N);' \
    'timer_nearer(P, N) when is_integer(N), N < P -> erlang:timer_nearer(N);' "$otp"
# The paper form beside the direct one.
mutation the-first-client-waits translator/src/kernel/form/reading.rs \
    'carried[number] = waits;' 'carried[0] = waits;' "$forms"
mutation a-waiting-command-is-lost translator/src/kernel/form/paper.rs \
    'pair.chain(waiting).collect()' 'pair.chain(waiting).take(2).chain(values[2..].iter().cloned()).collect()' "$forms"
# What reads muCRL.
mutation rules-in-the-order-of-the-text mcrl/src/check/rules.rs \
    '(f, right).cmp(&(g, left))' 'f.cmp(g)' "$specifications"
mutation inner-symbols-first mcrl/src/check/rules.rs \
    'level.pop_front()' 'level.pop_back()' "$specifications"
mutation communication-without-encap mcrl/src/system/combine.rs \
    'joint.action.is_none_or(|action| !set.contains(&action))' \
    'joint.action.is_none_or(|action| !set.contains(&action) || joint.parts.len() == 1)' \
    "$specifications"
mutation conditions-of-sums-forgotten mcrl/src/system/resolve.rs \
    'self.holds(term, CONDITION, condition.span)? != condition.expected' \
    'self.holds(term, CONDITION, condition.span)? && !condition.expected && false' "$specifications"

if [ -n "$only_applies" ]; then
    echo "$count faults, $failures no longer apply"
else
    echo "$count faults, $failures not caught"
fi
[ "$failures" -eq 0 ]
