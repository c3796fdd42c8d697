//! `gen_event`: the functions by which a machine may reach a manager of event handlers.

use crate::{Act, Failure, Function, Interface, Wire};

pub(crate) static INTERFACE: Interface = Interface {
    module: "gen_event",
    copies: &[],
    functions: &[
        Function::new("add_handler", &[3], Act::Manage).failing(Failure::Gone, &[3]),
        Function::new("call", &[3, 4], Act::Call(Wire::Asked("call")))
            .failing(Failure::GoneIn, &[3, 4])
            .limited(4),
        Function::new("delete_handler", &[3], Act::Manage).failing(Failure::Gone, &[3]),
        Function::new("notify", &[2], Act::Send(Wire::Tagged("notify")))
            .returning("ok")
            .failing(Failure::Badarg, &[2]),
        Function::new("send_request", &[3, 5], Act::Request(Wire::Asked("call"))),
        Function::new("stop", &[1, 3], Act::Stop),
        Function::new("sync_notify", &[2], Act::Call(Wire::Asked("sync_notify")))
            .failing(Failure::Gone, &[2]),
    ],
};
