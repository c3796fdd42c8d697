//! The paper form: environment, two-process baton, call stack (Guo, FORTE 2007, Fig. 3 and 5).

use super::{Kernel, first_state, instance};
use crate::model::{
    Behaviour, Cond, End, Environment, Expr, Instance, Kind, ProcessId, ProcessRole,
};

impl Kernel<'_> {
    /// Builds all processes and returns those that run in parallel.
    pub(super) fn paper(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let stack = self.call_stack();
        let (read, _) = self.declare(ProcessRole::Read, &["Command"]);
        let states = self.declare_states(&["Res"]);
        self.declare_procedures(&[]);
        let change = self.change_state(read);
        let first = first_state(&self.parts.init);
        let parts = self.parts;
        let init = match first {
            Some(_) => vec![self.declare(ProcessRole::Init, &["S", "LoopData"]).0],
            None => self.declare_callback(ProcessRole::Start, &parts.init, &["Res"]),
        };
        let next_state = self.next_state(change);
        self.define_read(read, &states);
        self.define_states(&states, next_state, &[]);
        let init_args = if let Some(pair) = first {
            self.define_init(init[0], next_state);
            pair.to_vec()
        } else {
            vec![self.define_start(&init, next_state, &[])]
        };
        self.define_procedures();
        let command = self.command(list.is_some());
        vec![
            instance(command, list.into_iter().collect()),
            instance(stack, vec![Expr::EmptyStack]),
            instance(init[0], init_args),
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
    fn define_read(&mut self, read: ProcessId, states: &[Vec<ProcessId>]) {
        let command = Expr::Var(self.processes[read].params[0]);
        let var = self.processes[read].vars.push("Val".into());
        let component = |position| Expr::Element(position, Box::new(Expr::Var(var)));
        let next = self.dispatch(&component(1), states, &[], &[command, component(2)]);
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
