//! Core graphs: what `lower` gives.

use std::fmt::Write as _;

use super::terms::Terms;
use super::{Tables, numbers};
use crate::core::{Ending, Node, Others, Returns};
use crate::lower::lowered::Lowered;
use model::NodeId;
use model::expr::atom::quoted;

/// The graph of a callback or of a function of the model.
pub(crate) fn core(title: &str, lowered: &Lowered, tables: &Tables) -> String {
    let terms = Terms::new(tables, &lowered.graph.vars);
    let ids = lowered.graph.reachable(lowered.root);
    let numbers = numbers(&ids);
    let number = |id: &NodeId| numbers.get(id).copied().unwrap_or(0);
    let mut text = format!("core {title} ({})\n", terms.vars(&lowered.params));
    for id in &ids {
        let node = self::node(&lowered.graph.nodes[*id], &terms, &number);
        let _ = writeln!(text, "  {}: {node}", number(id));
    }
    text
}

fn node(node: &Node, terms: &Terms<'_>, number: &dyn Fn(&NodeId) -> usize) -> String {
    match node {
        Node::Test { cond, yes, no, .. } => {
            format!("if {} then {} else {}", terms.cond(cond), number(yes), number(no))
        }
        Node::Let { var, value, next } => {
            format!("{} = {}; {}", terms.var(*var), terms.expr(value), number(next))
        }
        Node::Act { call, result, returns, raises, after, next, .. } => {
            let result = result.map_or(String::new(), |var| format!("{} = ", terms.var(var)));
            let [module, function] =
                [&call.module, &call.function].map(|name| quoted(name.as_str()));
            let mut text = format!("{result}{module}:{function}({})", terms.exprs(&call.args));
            match returns {
                Returns::One => {}
                Returns::Values(values) | Returns::Shown(values) => {
                    let _ = write!(text, " of [{}]", terms.exprs(values));
                }
                Returns::Unknown(_) => text.push_str(" of anything"),
                Returns::Timer(_) => text.push_str(" of the timers"),
                Returns::Mail(_, Others::Unknown(_)) => {
                    text.push_str(" of the mailbox or anything");
                }
                Returns::Mail(_, Others::Known(values)) => {
                    let _ = write!(text, " of the mailbox or [{}]", terms.exprs(values));
                }
            }
            for raise in raises {
                let (class, reason) = (raise.class.name(), terms.expr(&raise.reason));
                let _ = write!(text, ", raises {class} {reason}: {}", number(&raise.next));
            }
            if let Some(after) = after {
                let _ = write!(text, ", gives up: {}", number(after));
            }
            let _ = write!(text, "; {}", number(next));
            text
        }
        Node::Enter { procedure, args, returned, next, .. } => {
            let name = terms.procedure(*procedure);
            format!(
                "{} = call {name}({}); {}",
                terms.var(*returned),
                terms.exprs(args),
                number(next)
            )
        }
        Node::Leaf(leaf) => ending(&leaf.ending, terms),
    }
}

fn ending(ending: &Ending, terms: &Terms<'_>) -> String {
    match ending {
        Ending::Next { state, name, data, timeout } => {
            let timeout = timeout.iter().map(|value| format!(", timeout {}", terms.expr(value)));
            let static_name = || quoted(state.as_str());
            let state = name.as_ref().map_or_else(static_name, |name| terms.expr(name));
            format!("next {state}, {}{}", terms.expr(data), timeout.collect::<String>())
        }
        Ending::Stop { reason, data, reply } => {
            let data = data.iter().map(|data| format!(", terminate with {}", terms.expr(data)));
            let reply = reply.iter().map(|(_, value)| format!(", reply {}", terms.expr(value)));
            let rest: String = data.chain(reply).collect();
            format!("stop {}{rest}", terms.expr(reason))
        }
        Ending::Crash { reason, terminate } => {
            let rest =
                terminate.iter().map(|values| format!(", terminate with {}", terms.exprs(values)));
            format!("crash {}{}", terms.expr(reason), rest.collect::<String>())
        }
        Ending::Break(reason) => format!("break {}", terms.expr(reason)),
        Ending::Done => "done".to_owned(),
        Ending::StartFailed(reason) => format!("start failed {}", terms.expr(reason)),
        Ending::StartIgnored => "start ignored".to_owned(),
        Ending::Truth(truth) => truth.to_string(),
        Ending::Value(value) => format!("value {}", terms.expr(value)),
        Ending::Refused(message) => format!("refused {}", terms.expr(message)),
    }
}
