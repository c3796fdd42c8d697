//! Results of which a type is declared, or the shapes are known.
//!
//! Behind the call the result is tested for its type, as far as `declaration` reads that; a result that is none of it does
//! not exist, as a message that no clause of a `receive` takes.

use frontend::Span;
use frontend::ast::Type;

use crate::analysis::domain::Domain;
use crate::core::OutsideCall;
use crate::library::result_types::result_type;
use crate::lower::lowering::{Env, Lowering};
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// The type of what a call returns, as far as something is declared: first by the module, then by the table.
    fn declared(&self, call: &OutsideCall) -> Option<&Type> {
        let OutsideCall { module, function, args, span, .. } = call;
        let key = (module, function, args.len());
        let call_key = (module.clone(), function.clone(), args.len());
        let is_variable = !self.shared.machine.calls.contains(&call_key);
        let specified = self.shared.specs.result(key, *span, is_variable);
        specified.or_else(|| result_type(call.otp()))
    }

    /// Where the result of a call is: by the code of the function, else as far as something is declared.
    pub(crate) fn result_domain(&self, call: &OutsideCall) -> Option<Domain> {
        let read = self.shared.shape(call).map(|shape| shape.returns.clone());
        read.or_else(|| self.declared(call).map(|ty| self.shared.specs.types.domain(ty)))
    }

    /// Goes on at `yes` if a value is in a domain, as far as that is looked at, else at `no`.
    pub(crate) fn in_domain(
        &mut self,
        domain: &Domain,
        value: &Expr,
        span: Span,
        [yes, no]: [NodeId; 2],
    ) -> NodeId {
        let cond = match domain {
            Domain::Any => return yes,
            Domain::OneOf(parts) => {
                let parts = parts.iter().rev();
                return parts.fold(no, |no, part| self.in_domain(part, value, span, [yes, no]));
            }
            Domain::Tuple(items) => {
                let parts = items.iter().enumerate().rev().fold(yes, |yes, (before, item)| {
                    let part = Expr::element(before + 1, value.clone());
                    self.in_domain(item, &part, span, [yes, no])
                });
                let tuple = Cond::Is(Kind::TupleOf(items.len()), value.clone());
                return self.either(&tuple, span, [parts, no]);
            }
            Domain::Is(kind) => Cond::Is(*kind, value.clone()),
            Domain::Same(constant) => Cond::Same(value.clone(), constant.clone()),
        };
        self.either(&cond, span, [yes, no])
    }

    fn either(&mut self, cond: &Cond, span: Span, [yes, no]: [NodeId; 2]) -> NodeId {
        self.test(cond, span, &Env::default(), &|_, _| yes, &|_, _| no)
    }
}
