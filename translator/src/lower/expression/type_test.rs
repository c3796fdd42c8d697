//! Type tests: `is_integer/1` and its like, `is_record/2,3`.

use frontend::ast::Expr as Syntax;
use frontend::{Name, Span};

use crate::lower::call::built_in::atom;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// The value of a type test; `false` of any other name.
    pub(crate) fn type_test(
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
            None => return (k.run)(self, env.clone(), Expr::atom("false")),
        };
        self.truth(&cond, span, env, k)
    }

    /// Name and size of a record that is named by an atom.
    pub(crate) fn record_named(&self, record: &Syntax) -> Option<(Name, usize)> {
        let name = atom(record)?;
        let size = self.shared.records.get(&name)?.fields.len() + 1;
        Some((name, size))
    }

    /// Whether a value is a tuple of this size with this atom in front.
    pub(crate) fn is_record_of(
        &mut self,
        name: &Name,
        size: usize,
        value: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.joined(context.env, &Scope::of([value]), k, &|this, k| {
            this.sequence(&[value], context, &|this, env, values| {
                let no =
                    |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, Expr::atom("false"));
                let tagged = |this: &mut Lowering<'_>, env: Env| {
                    let tag = this.component(1, &values[0]);
                    this.truth(&Cond::Same(tag, Expr::Atom(name.clone())), context.span, &env, k)
                };
                let cond = Cond::Is(Kind::TupleOf(size), values[0].clone());
                this.test(&cond, context.span, &env, &tagged, &no)
            })
        })
    }
}

/// What a type test asks.
enum TypeTest {
    Kind(Kind),
    List,
    Boolean,
}

/// The test that a function makes of its argument.
fn type_test(name: &str) -> Option<TypeTest> {
    Some(match name {
        "is_integer" => TypeTest::Kind(Kind::Integer),
        "is_number" => TypeTest::Kind(Kind::Number),
        "is_float" => TypeTest::Kind(Kind::Float),
        "is_binary" => TypeTest::Kind(Kind::Binary),
        "is_bitstring" => TypeTest::Kind(Kind::BitString),
        "is_function" => TypeTest::Kind(Kind::Fun),
        "is_map" => TypeTest::Kind(Kind::Map),
        "is_pid" => TypeTest::Kind(Kind::Pid),
        "is_port" => TypeTest::Kind(Kind::Port),
        "is_reference" => TypeTest::Kind(Kind::Reference),
        "is_atom" => TypeTest::Kind(Kind::Atom),
        "is_tuple" => TypeTest::Kind(Kind::Tuple),
        "is_list" => TypeTest::List,
        "is_boolean" => TypeTest::Boolean,
        _ => return None,
    })
}

/// Whether a function of one argument is a type test.
pub(crate) fn is_type_test(name: &str) -> bool {
    type_test(name).is_some()
}
