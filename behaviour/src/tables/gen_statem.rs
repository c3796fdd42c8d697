//! `gen_statem`: the functions by which a machine may reach one.

use crate::{Act, Failure, Function, Interface, Wire};

/// How a request comes, and how a message does that is not answered.
const CALL: Wire = Wire::Asked("$gen_call");
const CAST: Wire = Wire::Tagged("$gen_cast");

pub(crate) static INTERFACE: Interface = Interface {
    module: "gen_statem",
    copies: &[],
    functions: &[
        Function::new("call", &[2], Act::Call(CALL)).failing(Failure::GoneWithin("infinity"), &[2]),
        Function::new("call", &[3], Act::Call(CALL))
            .failing(Failure::GoneIn, &[3])
            .limited(3)
            .by_proxy(),
        Function::new("cast", &[2], Act::Send(CAST)).returning("ok"),
        Function::new("enter_loop", &[4, 5, 6], Act::EnterLoop),
        Function::new("reply", &[2], Act::Reply),
        Function::new("send_request", &[2, 4], Act::Request(CALL)),
        Function::new("start", &[3, 4], Act::Start),
        Function::new("start_link", &[3, 4], Act::Start),
        Function::new("start_monitor", &[3, 4], Act::Start),
        Function::new("stop", &[1, 3], Act::Stop).failing(Failure::Gone, &[1]),
    ],
};
