//! Functions of module `erlang`.
//!
//! Type tests, projections, exceptions; each fails with OTP's reason. Others are named as not
//! supported yet.

use frontend::ast::{Expr as Syntax, ExprKind, Literal};
use frontend::{Name, Span};

use super::{Cont, Ending, Env, Lowering, Place};
use crate::model::{Cond, Expr, Kind, NodeId, Operator};

impl Lowering<'_> {
    /// A function of module `erlang`.
    pub(super) fn built_in(
        &mut self,
        name: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let ("element", [index, tuple]) = (name.as_str(), args) {
            return self.element(index, tuple, span, env, place, k);
        }
        let known = matches!(
            (name.as_str(), args.len()),
            ("hd" | "tl" | "tuple_size" | "exit" | "error" | "throw", 1)
        ) || type_test(name.as_str()).is_some() && args.len() == 1;
        if !known {
            return if is_auto_imported(name.as_str()) {
                self.unsupported(&format!("the built-in function `{name}/{}`", args.len()), span)
            } else {
                self.undefined(name, args.len(), span)
            };
        }
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, env, place, &|this, env, values| {
            let value = values.into_iter().next().unwrap_or(Expr::Nil);
            this.unary_built_in(name.as_str(), &value, span, &env, place, k)
        })
    }

    pub(super) fn unary_built_in(
        &mut self,
        name: &str,
        value: &Expr,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let badarg = |this: &mut Lowering<'_>, _: Env| this.raise(place, Expr::atom("badarg"));
        let needs = |this: &mut Lowering<'_>, kind: Kind, result: &dyn Fn() -> Expr| {
            let cond = Cond::Is(kind, value.clone());
            this.test(&cond, span, env, &|this, env| (k.run)(this, env, result()), &badarg)
        };
        match name {
            "hd" => needs(self, Kind::Cons, &|| Expr::head(value.clone())),
            "tl" => needs(self, Kind::Cons, &|| Expr::tail(value.clone())),
            "tuple_size" => {
                needs(self, Kind::Tuple, &|| Expr::Apply(Operator::TupleSize, vec![value.clone()]))
            }
            "exit" | "error" | "throw" if place.guard.is_some() => {
                self.unsupported(&format!("`{name}/1` in a guard"), span)
            }
            "exit" if place.init => self.leaf(Ending::StartFailed(value.clone()), place.origin),
            "exit" => self.leaf(Ending::Stop(value.clone()), place.origin),
            "error" => self.raise(place, value.clone()),
            "throw" => (place.returns.run)(self, env.clone(), value.clone()),
            _ => self.type_test(name, value, span, env, k),
        }
    }

    fn type_test(
        &mut self,
        name: &str,
        value: &Expr,
        span: Span,
        env: &Env,
        k: Cont<'_>,
    ) -> NodeId {
        let negated = |cond: Cond| Box::new(cond.negate());
        let cond = match type_test(name) {
            Some(TypeTest::Kind(kind)) => Cond::Is(kind, value.clone()),
            Some(TypeTest::List) => Cond::And(
                negated(Cond::Is(Kind::Cons, value.clone())),
                negated(Cond::Is(Kind::Nil, value.clone())),
            )
            .negate(),
            Some(TypeTest::Boolean) => Cond::And(
                negated(Cond::Same(value.clone(), Expr::atom("true"))),
                negated(Cond::Same(value.clone(), Expr::atom("false"))),
            )
            .negate(),
            // No value of this kind exists in a model yet.
            Some(TypeTest::Never) | None => {
                return (k.run)(self, env.clone(), Expr::atom("false"));
            }
        };
        self.truth(&cond, span, env, k)
    }

    fn element(
        &mut self,
        index: &Syntax,
        tuple: &Syntax,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let position = match &index.kind {
            ExprKind::Literal(Literal::Integer(value)) => usize::try_from(value).ok(),
            _ => None,
        };
        let Some(position) = position.filter(|&position| position > 0) else {
            return self.unsupported("`element/2` with a computed position", span);
        };
        self.sequence(&[tuple], env, place, &|this, env, values| {
            let tuple = values.into_iter().next().unwrap_or(Expr::Nil);
            let badarg = |this: &mut Lowering<'_>, _: Env| this.raise(place, Expr::atom("badarg"));
            let large_enough = Cond::Less(
                Expr::Apply(Operator::TupleSize, vec![tuple.clone()]),
                Expr::integer(position),
            )
            .negate();
            let result = Expr::element(position, this.resolve(&tuple));
            let take = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, result.clone());
            if let Expr::Tuple(items) = this.resolve(&tuple) {
                return if position <= items.len() { take(this, env) } else { badarg(this, env) };
            }
            this.test(
                &Cond::Is(Kind::Tuple, tuple.clone()),
                span,
                &env,
                &|this, env| this.test(&large_enough, span, &env, &take, &badarg),
                &badarg,
            )
        })
    }
}

/// What a type test asks.
enum TypeTest {
    Kind(Kind),
    List,
    Boolean,
    Never,
}

fn type_test(name: &str) -> Option<TypeTest> {
    Some(match name {
        "is_integer" | "is_number" => TypeTest::Kind(Kind::Integer),
        "is_atom" => TypeTest::Kind(Kind::Atom),
        "is_tuple" => TypeTest::Kind(Kind::Tuple),
        "is_list" => TypeTest::List,
        "is_boolean" => TypeTest::Boolean,
        "is_binary" | "is_bitstring" | "is_float" | "is_function" | "is_map" | "is_pid"
        | "is_port" | "is_reference" => TypeTest::Never,
        _ => return None,
    })
}

/// Functions of module `erlang` that have no meaning here yet.
fn is_auto_imported(name: &str) -> bool {
    const NAMES: [&str; 94] = [
        "abs",
        "append_element",
        "apply",
        "atom_to_binary",
        "atom_to_list",
        "binary_part",
        "binary_to_atom",
        "binary_to_existing_atom",
        "binary_to_float",
        "binary_to_integer",
        "binary_to_list",
        "binary_to_term",
        "bit_size",
        "bitstring_to_list",
        "byte_size",
        "cancel_timer",
        "ceil",
        "date",
        "demonitor",
        "element",
        "erase",
        "error",
        "exit",
        "float",
        "float_to_binary",
        "float_to_list",
        "floor",
        "garbage_collect",
        "get",
        "get_keys",
        "group_leader",
        "halt",
        "hd",
        "integer_to_binary",
        "integer_to_list",
        "iolist_size",
        "iolist_to_binary",
        "is_alive",
        "is_map_key",
        "is_process_alive",
        "is_record",
        "length",
        "link",
        "list_to_atom",
        "list_to_binary",
        "list_to_existing_atom",
        "list_to_float",
        "list_to_integer",
        "list_to_pid",
        "list_to_tuple",
        "make_ref",
        "map_get",
        "map_size",
        "max",
        "min",
        "monitor",
        "monotonic_time",
        "node",
        "nodes",
        "not",
        "now",
        "phash2",
        "pid_to_list",
        "process_flag",
        "process_info",
        "put",
        "register",
        "registered",
        "round",
        "self",
        "send",
        "send_after",
        "setelement",
        "size",
        "spawn",
        "spawn_link",
        "spawn_monitor",
        "spawn_opt",
        "split_binary",
        "start_timer",
        "statistics",
        "system_time",
        "term_to_binary",
        "term_to_iovec",
        "throw",
        "time",
        "tl",
        "trunc",
        "tuple_size",
        "tuple_to_list",
        "unique_integer",
        "unlink",
        "unregister",
        "whereis",
    ];
    NAMES.binary_search(&name).is_ok()
}
