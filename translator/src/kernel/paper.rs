//! The paper form: environment, two-process baton, call stack (Guo, FORTE 2007, Fig. 3 and 5).

use super::{Kernel, first_state, instance};
use crate::model::{
    Behaviour, Cond, End, Environment, Expr, Instance, Kind, ProcessId, ProcessRole, StateIx,
};

impl Kernel<'_> {
    /// Builds all processes and returns those that run in parallel.
    pub(super) fn paper(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let stack = self.call_stack();
        let (read, _) = self.declare(ProcessRole::Read, &["Command"]);
        let states: Vec<(StateIx, ProcessId)> = self
            .parts
            .states
            .iter_enumerated()
            .map(|(ix, _)| (ix, self.declare(ProcessRole::State(ix), &["Res"]).0))
            .collect();
        let change = self.change_state(read);
        let first = first_state(&self.parts.init);
        let init = match first {
            Some(_) => self.declare(ProcessRole::Init, &["S", "LoopData"]),
            None => self.declare(ProcessRole::Start, &["Res"]),
        };
        let next_state = self.next_state(change);
        self.define_read(read, &states);
        for (number, &(_, process)) in states.iter().enumerate() {
            let result = self.processes[process].params[0];
            let parts = self.parts;
            let body = self.perform(&parts.callbacks[number], process, result, next_state, &[]);
            self.define(process, body);
        }
        let (init, params) = init;
        let init_args = if let Some(pair) = first {
            let args = params.iter().map(|&var| Expr::Var(var)).collect();
            let body = self.call(next_state, args);
            self.define(init, body);
            pair.to_vec()
        } else {
            let parts = self.parts;
            let body = self.perform(&parts.init, init, params[0], next_state, &[]);
            self.define(init, body);
            vec![self.init_call()]
        };
        let command = self.command(list.is_some());
        vec![
            instance(command, list.into_iter().collect()),
            instance(stack, vec![Expr::EmptyStack]),
            instance(init, init_args),
            instance(change, Vec::new()),
        ]
    }

    /// `CallStack(S)`: takes values, and hands the topmost one out.
    fn call_stack(&mut self) -> ProcessId {
        let (process, params) = self.declare(ProcessRole::CallStack, &["Stack"]);
        let stack = Expr::Var(params[0]);
        let value = self.processes[process].vars.push("Value".into());
        let pushed = Expr::Push(Box::new(Expr::Var(value)), Box::new(stack.clone()));
        let next = self.call(process, vec![pushed]);
        let action = self.actions.half("rcallvalue");
        let take = self.point(Behaviour::Receive { action, var: value, when: None, next });
        let popped = self.call(process, vec![Expr::Pop(Box::new(stack.clone()))]);
        let give = self.actions.half("wcallvalue");
        let give = self.act(give, vec![Expr::Top(Box::new(stack.clone()))], popped);
        let nothing = self.point(Behaviour::End(End::Nothing));
        let cond = Cond::IsEmptyStack(stack);
        let give = self.point(Behaviour::If { cond, yes: nothing, no: give });
        let body = self.point(Behaviour::Choice(vec![take, give]));
        self.define(process, body);
        process
    }

    /// `fsm_change_state`: waits for the event that the other process hands over.
    fn change_state(&mut self, read: ProcessId) -> ProcessId {
        let (process, _) = self.declare(ProcessRole::ChangeState, &[]);
        let var = self.processes[process].vars.push("Command".into());
        let next = self.call(read, vec![Expr::Var(var)]);
        let action = self.actions.half("r_event");
        let body = self.point(Behaviour::Receive { action, var, when: None, next });
        self.define(process, body);
        process
    }

    /// `fsm_next_state(S, LoopData)`: stores the pair, takes a command, hands the event over.
    fn next_state(&mut self, change: ProcessId) -> ProcessId {
        let (process, params) = self.declare(ProcessRole::NextState, &["S", "LoopData"]);
        let [state, data] = [params[0], params[1]];
        let var = self.processes[process].vars.push("Command".into());
        let next = self.call(change, Vec::new());
        let send = self.actions.half("s_event");
        let next = self.act(send, vec![Expr::Var(var)], next);
        let when = self.offered(state, Expr::Var(var), data);
        let action = self.actions.half("r_command");
        let next = self.point(Behaviour::Receive { action, var, when, next });
        let store = self.actions.half("wcallresult");
        let body = self.act(store, vec![Self::pair(state, data)], next);
        self.define(process, body);
        process
    }

    /// `read(Command)`: takes the stored pair and goes on as the state process.
    fn define_read(&mut self, read: ProcessId, states: &[(StateIx, ProcessId)]) {
        let command = Expr::Var(self.processes[read].params[0]);
        let var = self.processes[read].vars.push("Val".into());
        let component = |position| Expr::Element(position, Box::new(Expr::Var(var)));
        let calls: Vec<(StateIx, ProcessId, Vec<Expr>)> = states
            .iter()
            .zip(&self.state_functions)
            .map(|(&(ix, process), &function)| {
                let result = Expr::Call(function, vec![command.clone(), component(2)]);
                (ix, process, vec![result])
            })
            .collect();
        let next = self.dispatch(&component(1), &calls);
        let action = self.actions.half("rcallresult");
        let body = self.point(Behaviour::Receive { action, var, when: None, next });
        self.define(read, body);
    }

    /// `fsm_command`: the environment.
    fn command(&mut self, has_list: bool) -> ProcessId {
        let params: &[&str] = if has_list { &["CmdSet"] } else { &[] };
        let (process, params) = self.declare(ProcessRole::Command, params);
        let send = self.actions.half("s_command");
        let body = if has_list {
            let list = Expr::Var(params[0]);
            let rest = self.rest(&list);
            let next = self.call(process, vec![rest]);
            let offer = self.act(send, vec![Expr::head(list.clone())], next);
            let exhausted = self.point(Behaviour::End(End::Exhausted));
            let cond = Cond::Is(Kind::Nil, list);
            self.point(Behaviour::If { cond, yes: exhausted, no: offer })
        } else {
            let commands = match &self.parts.environment {
                Environment::AnyOf(commands) => commands.clone(),
                Environment::Sequence(_) | Environment::Cycle(_) => Vec::new(),
            };
            let offers = commands
                .into_iter()
                .map(|command| {
                    let next = self.call(process, Vec::new());
                    self.act(send, vec![command], next)
                })
                .collect();
            self.point(Behaviour::Choice(offers))
        };
        self.define(process, body);
        process
    }
}
