//! Functions that are called with known funs, one for each fun.
//!
//! A recursive function whose argument is a known fun becomes another function of the model for it: instead of
//! the fun it takes the values of the fun's free variables, and in its body the fun is known. That is how the
//! library's `map/2` and its like are translated. A function with too many such forms is called as it is, and
//! the fun is an unknown value there.

use std::rc::Rc;

use frontend::Name;
use frontend::ast::Function;

use crate::library::prelude;
use crate::lower::analysis::effects::Traits;
use crate::lower::analysis::shared::Shared;
use crate::lower::fun::code::Closure;
use crate::lower::fun::shape::{Shape, Shapes};
use crate::lower::lowering::Lowering;
use model::{Expr, VarId};

/// Funs inside funs, at most.
const MAX_DEPTH: usize = 4;

/// Forms of one function of the module for funs at one place, at most.
const MAX_FORMS: usize = 16;

/// Forms of one function of the library for funs at one place, at most; such a function passes on the funs that it gets
/// and makes none.
const MAX_LIBRARY_FORMS: usize = 1_000;

/// How many forms of a function for funs at one place there may be.
fn max_forms(function: &Function) -> usize {
    if model::library::contains(function.span) { MAX_LIBRARY_FORMS } else { MAX_FORMS }
}

impl Lowering<'_> {
    /// The form of a function that is to be called for these arguments, where it is not called as it is, and the arguments that are
    /// taken then.
    pub(crate) fn specialised(
        &mut self,
        function: &Function,
        args: Vec<Expr>,
    ) -> (Option<Rc<Function>>, Vec<Expr>, Traits) {
        let shapes: Shapes = args
            .iter()
            .enumerate()
            .map(|(position, arg)| self.shape_of_argument(function, position, arg))
            .collect();
        let has_shape = shapes.iter().any(Option::is_some);
        let called = has_shape.then(|| self.shared.specialise(function, &shapes)).flatten();
        let Some((called, traits)) = called else {
            let traits = self.shared.traits(&function.name, function.arity);
            return (None, args, traits);
        };
        let mut values = Vec::new();
        for (arg, shape) in args.into_iter().zip(&shapes) {
            match shape {
                Some(_) => self.captured_values(&arg, &mut values),
                None => values.push(arg),
            }
        }
        (Some(called), values, traits)
    }

    fn shape_of_argument(&self, function: &Function, position: usize, arg: &Expr) -> Option<Shape> {
        let closure = self.known_fun(arg)?;
        let takes_fun =
            !model::library::contains(function.span) || prelude::takes_fun(function, position);
        (takes_fun && !self.is_nested(&closure)).then(|| self.shape_of(&closure))
    }

    /// Whether there are too many funs in a fun.
    pub(crate) fn is_nested(&self, closure: &Closure) -> bool {
        self.shape_of(closure).depth() > MAX_DEPTH
    }

    fn shape_of(&self, closure: &Closure) -> Shape {
        let inner = |value: &Expr| self.known_fun(value).map(|closure| self.shape_of(&closure));
        let captured =
            closure.captured.iter().map(|(name, value)| (name.clone(), inner(value))).collect();
        Shape { code: Rc::clone(&closure.code), span: closure.span, captured }
    }

    /// The values that a fun takes with it, those of the funs in it too.
    fn captured_values(&self, fun: &Expr, values: &mut Vec<Expr>) {
        let Some(closure) = self.known_fun(fun) else { return };
        for (_, value) in &closure.captured {
            if self.known_fun(value).is_some() {
                self.captured_values(value, values);
            } else {
                values.push(value.clone());
            }
        }
    }

    /// A known fun whose free variables have the next ones of these values; `funs` are the variables that
    /// stand for it and for those in it.
    pub(crate) fn known_again(
        &mut self,
        shape: &Shape,
        values: &mut dyn Iterator<Item = Expr>,
        funs: &mut Vec<VarId>,
    ) -> Expr {
        let mut captured = Vec::new();
        for (name, inner) in &shape.captured {
            let value = match inner {
                Some(inner) => self.known_again(inner, values, funs),
                None => values.next().unwrap_or(Expr::Nil),
            };
            captured.push((name.clone(), value));
        }
        let var =
            self.known_as(Closure { code: Rc::clone(&shape.code), span: shape.span, captured });
        funs.push(var);
        Expr::Var(var)
    }
}

/// Number of values that a function takes for arguments of these shapes.
fn n_values(shapes: &Shapes) -> usize {
    let values =
        |shape: &Shape| n_values(&shape.captured.iter().map(|(_, inner)| inner.clone()).collect());
    shapes.iter().map(|shape| shape.as_ref().map_or(1, values)).sum()
}

impl Shared<'_> {
    /// What the form of a function for these arguments is called; in most cases no two of them are called the same.
    fn form_name(&self, function: &Function, shapes: &Shapes) -> String {
        let shapes = shapes.iter().flatten();
        let funs: Vec<String> = shapes.map(|shape| self.places.name(shape.span)).collect();
        format!("{}_fun_{}", function.name, funs.join("_"))
    }

    /// The form of a function for arguments that are known funs, and what it does; none where there are too
    /// many.
    ///
    /// Its clauses are those of the function: its lowering asks for the shapes of its arguments.
    fn specialise(&self, function: &Function, shapes: &Shapes) -> Option<(Rc<Function>, Traits)> {
        let arity = n_values(shapes);
        let name = self.form_name(function, shapes);
        for number in 1..=max_forms(function) {
            let form_name = if number == 1 { name.clone() } else { format!("{name}_no_{number}") };
            let key = (Name::from(form_name), arity);
            // The module's own functions keep their names.
            if self.machine.functions.contains_key(&key) {
                continue;
            }
            let form_shapes = self.forms.borrow().get(&key).map(Rc::clone);
            let Some(form_shapes) = form_shapes else {
                return Some(self.new_form(key, function, shapes));
            };
            if let Some((form, traits)) = self.generated.borrow().get(&key)
                && *form_shapes == *shapes
                && form.clauses == function.clauses
            {
                return Some((Rc::clone(form), *traits));
            }
        }
        None
    }

    fn new_form(
        &self,
        key: (Name, usize),
        function: &Function,
        shapes: &Shapes,
    ) -> (Rc<Function>, Traits) {
        let mut traits = self.traits(&function.name, function.arity);
        // A function of the library calls no other funs than those that it gets.
        let is_known = |(at, shape): (usize, &Option<Shape>)| {
            shape.is_some() || !prelude::takes_fun(function, at)
        };
        if !self.discovered.funs.is_empty()
            && model::library::contains(function.span)
            && shapes.iter().enumerate().all(is_known)
        {
            let stubs = &self.options.stubs;
            traits = self.plain_calls.traits(self.machine, stubs, &function.name, function.arity);
        }
        let stubs = &self.options.stubs;
        for code in shapes.iter().flatten().flat_map(|shape| shape.codes()) {
            traits.add(self.calls.traits_of_fun(self.machine, stubs, code));
        }
        let (name, arity) = key.clone();
        let form = Rc::new(Function { name, arity, ..function.clone() });
        self.generated.borrow_mut().insert(key.clone(), (Rc::clone(&form), traits));
        self.forms.borrow_mut().insert(key, Rc::new(shapes.clone()));
        (form, traits)
    }

    /// What the arguments are for which a function is such a form.
    pub(crate) fn shapes(&self, function: &Function) -> Option<Rc<Shapes>> {
        let key = (function.name.clone(), function.arity);
        self.forms.borrow().get(&key).map(Rc::clone)
    }
}
