//! What the functions of a module return that others can call, each by its shapes.
//!
//! Input: a module, who finds the modules that it calls. Output: a domain for each exported function of which something is known. This
//! is what callers of the module are told where a function is not taken as it is; `link` asks for those alone that a machine calls.

use std::rc::Rc;

use frontend::Module;
use translator::library::shapes::Shape;

use crate::code::{Code, FunctionKey, Modules};
use crate::module::Unit;
use crate::returns::Returns;

/// The shapes of what the exported functions of a module return.
pub fn shapes(module: &Module, modules: &mut dyn Modules) -> Vec<Shape> {
    let Some((name, _)) = &module.name else { return Vec::new() };
    let unit = Rc::new(Unit::of(name.clone(), module.clone()));
    let (mut code, mut returns) = (Code::around(&unit, modules), Returns::default());
    let exported =
        module.functions().filter(|function| unit.exports(&function.name, function.arity));
    let shape = |function: &frontend::ast::Function| {
        let (function, arity) = (function.name.clone(), function.arity);
        let key = FunctionKey { module: name.clone(), name: function.clone(), arity };
        let returns = returns.of(&mut code, &key)?;
        Some(Shape { module: name.clone(), function, arity, returns })
    };
    exported.filter_map(shape).collect()
}
