//! Commands by the functions of the module itself: `{call, button, [abb]}`.
//!
//! Input: a module and the call of one of its functions. Output: the command that it sends, or a message at the
//! place of the call.

use frontend::ast::Module;
use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::lower::analysis::shared::Shared;
use crate::lower::{Facts, NoCommand, Values, command_of};
use crate::machine::recognise;
use crate::options::Options;
use model::{Command, Expr};

/// A call of a function of the module by a client.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiCall {
    /// The function.
    pub function: Name,
    /// Its ground arguments.
    pub args: Vec<Expr>,
    /// Where it is written.
    pub span: Span,
}

/// The command that a call sends to the machine.
///
/// # Errors
///
/// Says why there is none.
pub fn command_of_call(
    module: &Module,
    options: &Options,
    call: &ApiCall,
) -> Result<Command, Diagnostic> {
    let machine = match recognise(module) {
        Ok(machine) => machine,
        Err(mut diagnostics) if !diagnostics.is_empty() => return Err(diagnostics.remove(0)),
        Err(_) => return Err(bad(call, "is no function of a machine")),
    };
    let (name, arity) = (&call.function, call.args.len());
    if !machine.functions.contains_key(&(name.clone(), arity)) {
        return Err(bad(call, "is no function of the module"));
    }
    if !machine.exports.contains(name, arity) {
        return Err(bad(call, "is not exported: nobody else can call it"));
    }
    let facts = Facts::of(&machine, options, Values::Any);
    let shared = Shared::new(&facts).called_with(call.args.clone());
    command_of(&shared, name, arity).map_err(|none| match none {
        NoCommand::Silent => bad(call, "sends the machine nothing, on these arguments")
            .with_help("the machine is one of its registered names, or an argument of the call"),
        NoCommand::Several(place) => bad(call, "may send the machine more than one message")
            .with_label(place, "this is another one")
            .with_help("give the commands that it stands for instead, one by one"),
        NoCommand::Unknown(place) => {
            let diagnostic = bad(call, "sends something that is not known from its arguments");
            match place {
                Some(place) => diagnostic.with_label(place, "this decides"),
                None => diagnostic,
            }
        }
    })
}

fn bad(call: &ApiCall, what: &str) -> Diagnostic {
    let message = format!("`{}/{}` {what}", call.function, call.args.len());
    Diagnostic::error(codes::BAD_CALL, message, call.span)
}
