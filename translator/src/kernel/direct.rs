//! The direct form: one sequential process that carries the environment with it.

use super::{Kernel, first_state, instance};
use crate::model::{
    ActionRole, Behaviour, Cond, End, Environment, Expr, Instance, Kind, PointId, ProcessId,
    ProcessRole, VarId,
};

impl Kernel<'_> {
    /// Builds all processes and returns the one that runs.
    pub(super) fn direct(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let pair =
            if list.is_some() { vec!["S", "LoopData", "CmdSet"] } else { vec!["S", "LoopData"] };
        let with = |more: &[&'static str]| [&pair, more].concat();
        let first = first_state(&self.parts.init);
        let parts = self.parts;
        let init = if first.is_some() {
            vec![self.declare(ProcessRole::Init, &pair).0]
        } else {
            let params = if list.is_some() { vec!["CmdSet", "Res"] } else { vec!["Res"] };
            self.declare_callback(ProcessRole::Start, &parts.init, &params)
        };
        let (next_state, _) = self.declare(ProcessRole::NextState, &pair);
        let (idle, _) = self.declare(ProcessRole::Idle, &pair);
        let (event, event_params) = self.declare(ProcessRole::Event, &with(&["Command"]));
        let states = self.declare_states(&with(&["Res"]));
        self.declare_procedures(&pair);
        self.define_next_state(next_state, idle);
        self.define_idle(idle, event, list.is_some());
        self.define_event(event, &event_params, &states);
        let rest: Vec<Expr> = list.iter().map(|_| Expr::Var(VarId(2))).collect();
        self.define_states(&states, next_state, &rest);
        let procedures = self.procedure_processes();
        for process in
            [idle, event].into_iter().chain(states.into_iter().flatten()).chain(procedures)
        {
            self.processes[process].kept = vec![VarId(0), VarId(1)];
        }
        let composition = self.start(&init, first, next_state, list);
        self.define_procedures();
        composition
    }

    /// The commands as a term, where the environment is a list.
    pub(super) fn command_list(&self) -> Option<Expr> {
        match &self.parts.environment {
            Environment::Sequence(commands) | Environment::Cycle(commands) => {
                Some(Expr::list(commands.iter().cloned()))
            }
            Environment::AnyOf(_) => None,
        }
    }

    fn define_next_state(&mut self, process: ProcessId, idle: ProcessId) {
        let params = self.processes[process].params.clone();
        let args = params.iter().map(|&var| Expr::Var(var)).collect();
        let idle = self.call(idle, args);
        let push = self.actions.role(ActionRole::Push);
        let body = self.act(push, vec![Self::pair(params[0], params[1])], idle);
        self.define(process, body);
    }

    fn define_idle(&mut self, idle: ProcessId, event: ProcessId, has_list: bool) {
        let params = self.processes[idle].params.clone();
        let [state, data] = [params[0], params[1]];
        let stored = [Expr::Var(state), Expr::Var(data)];
        let body = if has_list {
            let list = Expr::Var(params[2]);
            let command = Expr::head(list.clone());
            let rest = self.rest(&list);
            let [s, d] = stored;
            let event = self.call(event, vec![s, d, rest, command.clone()]);
            let offer = self.offer(state, data, command, event, End::Blocked);
            let exhausted = self.point(Behaviour::End(End::Exhausted));
            let cond = Cond::Is(Kind::Nil, list);
            self.point(Behaviour::If { cond, yes: exhausted, no: offer })
        } else {
            let Environment::AnyOf(commands) = &self.parts.environment else {
                return;
            };
            let commands = commands.clone();
            let offers = commands
                .into_iter()
                .map(|command| {
                    let [s, d] = stored.clone();
                    let event = self.call(event, vec![s, d, command.clone()]);
                    self.offer(state, data, command, event, End::Nothing)
                })
                .collect();
            self.point(Behaviour::Choice(offers))
        };
        self.define(idle, body);
    }

    /// `cmd(command)`, where the state allows it.
    fn offer(
        &mut self,
        state: VarId,
        data: VarId,
        command: Expr,
        next: PointId,
        otherwise: End,
    ) -> PointId {
        let cmd = self.actions.role(ActionRole::Command);
        let yes = self.act(cmd, vec![command.clone()], next);
        match self.offered(state, command, data) {
            None => yes,
            Some(cond) => {
                let no = self.point(Behaviour::End(otherwise));
                self.point(Behaviour::If { cond, yes, no })
            }
        }
    }

    /// The commands after the first one.
    pub(super) fn rest(&self, list: &Expr) -> Expr {
        let tail = Expr::tail(list.clone());
        match self.restart {
            Some(restart) => Expr::Call(restart, vec![tail]),
            None => tail,
        }
    }

    fn define_event(&mut self, event: ProcessId, params: &[VarId], states: &[Vec<ProcessId>]) {
        let [state, data, command] = [params[0], params[1], params[params.len() - 1]];
        let before = &params[..params.len() - 1];
        let args = [Expr::Var(command), Expr::Var(data)];
        let dispatch = self.dispatch(&Expr::Var(state), states, before, &args);
        let pop = self.actions.role(ActionRole::Pop);
        let pop = self.act(pop, vec![Self::pair(state, data)], dispatch);
        let send = self.actions.role(ActionRole::SendEvent);
        let body = self.act(send, vec![Expr::Var(command)], pop);
        self.define(event, body);
    }

    /// The process that runs first, and its arguments.
    fn start(
        &mut self,
        init: &[ProcessId],
        first: Option<[Expr; 2]>,
        next_state: ProcessId,
        list: Option<Expr>,
    ) -> Vec<Instance> {
        let args = if let Some([state, data]) = first {
            self.define_init(init[0], next_state);
            [vec![state, data], list.into_iter().collect()].concat()
        } else {
            let rest: Vec<Expr> = list.iter().map(|_| Expr::Var(VarId(0))).collect();
            let call = self.define_start(init, next_state, &rest);
            [list.into_iter().collect(), vec![call]].concat()
        };
        vec![instance(init[0], args)]
    }
}
