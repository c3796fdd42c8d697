//! Constants for texts that stand in several places.
//!
//! Input: a model. Output: the same model where each list of integers that is long and written more than once, such as the
//! bytes of a binary, is a function without arguments, which has the text in its name:
//! `text_CHANNEL_ANSWER = cons(int(67),cons(..))`. What is written once stays where it is.

use std::collections::BTreeMap;

use frontend::Name;
use model::expr::change::replace_each;
use model::index::IndexVec;
use model::{Expr, Function, FunctionId, FunctionRole, Model, Node, NodeId};
use num_bigint::BigInt;

/// Elements of a list that is named, at least.
const MIN_LENGTH: usize = 4;

/// Characters of a text that stand in its name.
const MAX_NAMED: usize = 32;

/// The model in which long lists of integers that stand in several places are constants.
pub(crate) fn named(mut model: Model) -> Model {
    let mut times: BTreeMap<Vec<BigInt>, usize> = BTreeMap::new();
    let mut order: Vec<Vec<BigInt>> = Vec::new();
    replace_each(&mut model, &mut |expr| {
        let text = integers(expr)?;
        let times = times.entry(text.clone()).or_default();
        *times += 1;
        if *times == 2 {
            order.push(text);
        }
        Some(expr.clone())
    });
    let constants: BTreeMap<Vec<BigInt>, FunctionId> = order
        .into_iter()
        .map(|text| {
            let function = model.functions.push(constant(&text));
            (text, function)
        })
        .collect();
    let own = |expr: &Expr| constants.get(&integers(expr)?).copied();
    let bodies: Vec<Expr> = constants.values().map(|&id| body(&model, id)).collect();
    replace_each(&mut model, &mut |expr| own(expr).map(|id| Expr::Call(id, Vec::new())));
    for (&id, body) in constants.values().zip(bodies) {
        model.functions[id].nodes[NodeId(0)] = Node::Return(body);
    }
    model
}

/// What a constant is.
fn body(model: &Model, id: FunctionId) -> Expr {
    match &model.functions[id].nodes[NodeId(0)] {
        Node::Return(value) => value.clone(),
        Node::Test { .. } | Node::Let { .. } => Expr::Nil,
    }
}

/// The integers of a list, if it is a long one of integers only.
pub(crate) fn integers(expr: &Expr) -> Option<Vec<BigInt>> {
    let (Expr::Cons(..) | Expr::List(_)) = expr else { return None };
    let (items, end) = expr.spine();
    if items.len() < MIN_LENGTH || *end != Expr::Nil {
        return None;
    }
    let integer = |item: &&Expr| match item {
        Expr::Integer(value) => Some(value.clone()),
        _ => None,
    };
    items.iter().map(integer).collect()
}

/// A function without arguments that is this text.
fn constant(text: &[BigInt]) -> Function {
    let list = Expr::list(text.iter().cloned().map(Expr::Integer));
    let nodes: IndexVec<NodeId, Node> = std::iter::once(Node::Return(list)).collect();
    Function {
        role: FunctionRole::Text(Name::from(name(text).as_str())),
        params: Vec::new(),
        vars: IndexVec::default(),
        nodes,
        root: NodeId(0),
        origins: Vec::new(),
        raises: Vec::new(),
    }
}

/// The letters and digits of a text, or its length where it has none.
fn name(text: &[BigInt]) -> String {
    let mut name = String::new();
    for code in text {
        let letter = u8::try_from(code).ok().map(char::from);
        match letter.filter(char::is_ascii_alphanumeric) {
            Some(letter) => name.push(letter),
            None if name.ends_with('_') || name.is_empty() => {}
            None => name.push('_'),
        }
        if name.len() >= MAX_NAMED {
            break;
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() { format!("of_{}", text.len()) } else { name.to_owned() }
}
