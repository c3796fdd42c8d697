//! Messages of sockets that a machine does not have yet.
//!
//! Input: a crash that ends with such a message. Output: its rank, lower where nothing on the way opens a socket, and nobody
//! has sent the machine one. A clause that returns something wrong does so for whatever socket, and is none of this.

use frontend::Span;
use frontend::ast::{Callee, ExprKind};
use lts::Term;
use model::ActionRole;

use crate::moves::Moves;
use crate::source::clause_at;
use crate::{Finding, Rank, codes};

/// What such a finding rests on.
const IF_OPEN: &str = "whether the machine has a socket there";

/// The tags of what sockets send.
const TAGS: [&str; 8] =
    ["tcp", "tcp_closed", "tcp_error", "ssl", "ssl_closed", "ssl_error", "udp", "udp_error"];

/// Functions by which a process gets a socket, or what it sends.
const OPENS: [&str; 6] = ["accept", "connect", "controlling_process", "listen", "open", "setopts"];

/// Lowers the rank of a crash on a message of a socket that is not there.
pub(crate) fn lower(moves: &Moves<'_, '_>, finding: &mut Finding) {
    let is_crash = finding.rank == Rank::Certain && finding.code == codes::CRASH;
    if is_crash && is_early(moves, &finding.way) {
        finding.rank = Rank::Possible;
        finding.because = vec![IF_OPEN.to_owned()];
    }
}

/// Whether the last command of a way is a message of a socket, the first that anybody sends, and nothing has opened one.
fn is_early(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    let is_sent = |&number: &usize| matches!(moves.edge(number).role, Some(ActionRole::Command(_)));
    let Some(place) = way.iter().position(&is_sent) else { return false };
    let event = moves.action(moves.edge(way[place]).label).and_then(|action| action.args.last());
    let is_of_socket = matches!(event, Some(Term::Tuple(items))
        if matches!(items.first(), Some(Term::Atom(tag)) if TAGS.contains(&tag.as_str())));
    let others = way[place + 1..].iter().any(is_sent);
    let before = way[..place].iter().flat_map(|&number| &moves.edge(number).clauses);
    is_of_socket && !others && !before.copied().any(|span| opens(moves, span))
}

/// Whether a clause opens a socket, is given one by its name, or calls a function that may open one.
fn opens(moves: &Moves<'_, '_>, span: Span) -> bool {
    let Some(clause) = clause_at(moves.module, span) else { return true };
    let mut is_given = false;
    for param in &clause.params {
        param.for_each_var(&mut |name| {
            is_given |= name.as_str().to_lowercase().contains("sock");
        });
    }
    is_given
        || clause.body.iter().any(|expr| {
            expr.any(&mut |expr| match &expr.kind {
                ExprKind::Call(Callee::Remote(_, name, _), _) => OPENS.contains(&name.as_str()),
                ExprKind::Call(Callee::Local(name), args) => {
                    moves.module.function(name.as_str(), args.len()).is_some()
                }
                ExprKind::Call(Callee::Dynamic(_), _) => true,
                _ => false,
            })
        })
}
