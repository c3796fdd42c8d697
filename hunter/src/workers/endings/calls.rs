//! Calls in the code of another process.

use behaviour::{Act, interface_of};
use frontend::Name;
use frontend::ast::{Expr as Syntax, Function, Pat};
use model::Expr;
use translator::library::functions::{Raises, raises};
use translator::library::modules::writes_log;

use super::patterns::{self, Fit};
use super::{Class, Endings, Env, Values, anything, few};

/// Calls inside one another that are looked at, at most, where a function calls itself.
const MAX_CALLS: usize = 32;

impl Endings<'_> {
    /// A call of `Name(Args)`, or of `Module:Name(Args)`.
    pub(crate) fn call(
        &mut self,
        module: Option<&Name>,
        name: &Name,
        args: &[Syntax],
        env: &mut Env,
    ) -> Option<Values> {
        let mut values = Vec::new();
        for arg in args {
            let arg_values = self.value(arg, env)?;
            if arg_values.is_empty() {
                return Some(arg_values);
            }
            values.push(arg_values);
        }
        let is_own =
            |other: &Name| self.module.name.as_ref().is_some_and(|(name, _)| name == other);
        if module.is_none_or(is_own) {
            if let Some(function) = self.module.function(name.as_str(), args.len()) {
                return self.function(function, &values);
            }
            if module.is_some() {
                return Some(self.raise(Class::Error, vec![Expr::atom("undef")]));
            }
        }
        let of = module.map_or("erlang", Name::as_str);
        match (of, name.as_str()) {
            ("erlang", name) => self.built_in(name, values),
            ("timer", "sleep") if args.len() == 1 => {
                self.sleep(&args[0], env)?;
                Some(vec![Expr::atom("ok")])
            }
            (of, _) if writes_log(of) => Some(vec![anything()]),
            // A function of a behaviour that sends something returns at once.
            (of, name) => {
                let sends = |function: &behaviour::Function| matches!(function.act, Act::Send(_));
                let returns = interface_of(of)?.named(name).any(sends);
                returns.then(|| vec![Expr::atom("ok")])
            }
        }
    }

    /// A function of the module on these values.
    pub(crate) fn function(&mut self, function: &Function, values: &[Values]) -> Option<Values> {
        let key = (function.name.clone(), function.arity);
        let is_constant = !values.is_empty() && values.iter().flatten().all(is_constant);
        let is_known = is_constant && self.calls.len() < MAX_CALLS;
        if self.calls.contains(&key) && !is_known {
            self.repeated.insert(key);
            return Some(vec![anything()]);
        }
        self.calls.push(key.clone());
        let mut results = self.clauses(function, values)?;
        // What it calls itself with may be anything.
        let is_outer = !self.calls[..self.calls.len() - 1].contains(&key);
        if is_outer && self.repeated.remove(&key) {
            results.extend(self.clauses(function, &vec![vec![anything()]; values.len()])?);
            self.repeated.remove(&key);
        }
        self.calls.pop();
        Some(few(results))
    }

    fn clauses(&mut self, function: &Function, values: &[Values]) -> Option<Values> {
        let mut results = Values::new();
        for clause in &function.clauses {
            let mut env = Env::new();
            let fit = take_all(&clause.params, values, &mut env);
            if fit != Fit::Never {
                results.extend(self.body(&clause.body, &mut env)?);
            }
            if fit == Fit::Always && patterns::is_true(&clause.guard) {
                return Some(results);
            }
        }
        self.raised.push((Class::Error, Expr::atom("function_clause")));
        Some(results)
    }

    fn built_in(&mut self, name: &str, mut values: Vec<Values>) -> Option<Values> {
        let n_args = values.len();
        let mut first = || if values.is_empty() { Values::new() } else { values.swap_remove(0) };
        match (name, n_args) {
            ("exit", 1) => Some(self.raise(Class::Exit, first())),
            ("throw", 1) => Some(self.raise(Class::Throw, first())),
            ("error", 1..=3) => Some(self.raise(Class::Error, first())),
            (name, _) => {
                if raises("erlang", name)? == Raises::Badarg {
                    self.raised.push((Class::Error, Expr::atom("badarg")));
                }
                Some(vec![anything()])
            }
        }
    }

    /// An exception: nothing follows it.
    fn raise(&mut self, class: Class, reasons: Values) -> Values {
        self.raised.extend(reasons.into_iter().map(|reason| (class, reason)));
        Values::new()
    }

    /// A wait that is over by itself.
    pub(crate) fn sleep(&mut self, time: &Syntax, env: &mut Env) -> Option<()> {
        let times = self.value(time, env)?;
        (!times.contains(&Expr::atom("infinity"))).then_some(())
    }
}

/// Whether all of a value is known.
fn is_constant(value: &Expr) -> bool {
    match value {
        Expr::Atom(_) | Expr::Integer(_) | Expr::Nil => true,
        Expr::Tuple(_) | Expr::Cons(..) => value.operands().all(is_constant),
        _ => false,
    }
}

/// Binds the parameters of a clause.
fn take_all(params: &[Pat], values: &[Values], env: &mut Env) -> Fit {
    let fits =
        params.iter().zip(values).map(|(param, of_param)| patterns::bind(param, of_param, env));
    fits.fold(Fit::Always, Fit::and)
}
