//! Stubs as the tests write them, and as the model has them.

use lts::Term;
use lts::semantics::constant;
use model::{Class, Expr};
use translator::library::stubs::{CallEnd, Stub};

/// The stubs that the list in `{stubs, List}` describes.
pub fn stubs(list: &Term) -> Vec<Stub> {
    items(list).iter().map(stub).collect()
}

/// The reasons in `{reasons, List}`, none where that is not given.
pub fn reasons(list: Option<Term>) -> Vec<Expr> {
    let list = list.unwrap_or(Term::Nil);
    items(&list).iter().filter_map(constant).collect()
}

fn items(list: &Term) -> &[Term] {
    match list {
        Term::Nil => &[],
        Term::List(items, None) | Term::Tuple(items) => items,
        other => panic!("no list or tuple: {other}"),
    }
}

fn stub(term: &Term) -> Stub {
    let [key, ends] = items(term) else { panic!("{term}") };
    let [Term::Atom(module), Term::Atom(function), arity] = items(key) else { panic!("{term}") };
    let ends = items(ends).iter().map(|end| match end {
        Term::Tuple(parts) if parts.len() == 3 && parts[0] == Term::atom("raise") => {
            let class = Class::ALL.into_iter().find(|c| parts[1] == Term::atom(c.name())).unwrap();
            CallEnd::Raise(class, constant(&parts[2]).unwrap())
        }
        value => CallEnd::Return(constant(value).unwrap()),
    });
    let arity = arity.to_string().parse().unwrap();
    let (module, function) = (module.clone(), function.clone());
    Stub { module, function, arity, site: None, ends: ends.collect() }
}
