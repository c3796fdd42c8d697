//! Processes as text.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::doc::{Doc, call, closing, concat, group, nest, text};
use super::functions::variable_texts;
use super::origins::Origins;
use super::syntax::comma;
use super::terms::Printer;
use model::index::Idx as _;
use model::names::{Names, Target};
use model::{Behaviour, Cond, Expr, Instance, Model, PointId, ProcessId, ProcessRole, VarId};

/// The definition of a process.
pub(super) fn process(model: &Model, names: &Names, from: &Origins<'_>, id: ProcessId) -> Doc {
    let process = &model.processes[id];
    let texts = variable_texts(names.target(), &process.vars);
    let writer = Writer { model, names, from, texts, last: RefCell::default() };
    let stack = process.role == ProcessRole::CallStack;
    let sort = match (stack, names.target()) {
        (true, Target::Mcrl) => "TermStack",
        (true, Target::Mcrl2) => "List(Term)",
        (false, _) => "Term",
    };
    let params: Vec<&str> =
        process.params.iter().map(|param| writer.texts[param.var.index()].as_str()).collect();
    let params = match (names.target(), params.split_last()) {
        // Parameters of one sort have it once.
        (Target::Mcrl2, Some((last, others))) => {
            let others = others.iter().map(|name| text(*name));
            others.chain([text(format!("{last}: {sort}"))]).collect()
        }
        _ => params.iter().map(|name| text(format!("{name}:{sort}"))).collect(),
    };
    let head = call(names.process(id), params, comma(names.target()));
    let body = writer.point(process.body, &FxHashMap::default());
    let end = if names.target() == Target::Mcrl2 { ";" } else { "" };
    concat(vec![head, text(" ="), nest(2, concat(vec![Doc::Break(" "), body])), text(end)])
}

/// A process with its ground arguments.
pub(super) fn instance(_model: &Model, names: &Names, instance: &Instance) -> Doc {
    let vars = |_: VarId| String::new();
    let args = Printer { names, vars: &vars, is_process: true }.exprs(&instance.args);
    call(names.process(instance.process), args, comma(names.target()))
}

struct Writer<'a> {
    model: &'a Model,
    names: &'a Names,
    from: &'a Origins<'a>,
    texts: Vec<String>,
    /// The comment that was written last.
    last: RefCell<Option<String>>,
}

type Bindings = FxHashMap<VarId, Expr>;

impl Writer<'_> {
    fn blank(&self) -> &'static str {
        comma(self.names.target())
    }

    fn is_mcrl2(&self) -> bool {
        self.names.target() == Target::Mcrl2
    }

    fn exprs(&self, exprs: &[Expr], bindings: &Bindings) -> Vec<Doc> {
        let vars = |var: VarId| self.texts[var.index()].clone();
        let printer = Printer { names: self.names, vars: &vars, is_process: true };
        exprs
            .iter()
            .map(|expr| printer.expr(&expr.substitute(&|var| bindings.get(&var).cloned())))
            .collect()
    }

    fn cond(&self, cond: &Cond, bindings: &Bindings) -> Doc {
        let vars = |var: VarId| self.texts[var.index()].clone();
        let printer = Printer { names: self.names, vars: &vars, is_process: true };
        printer.cond(&cond.substitute(&|var| bindings.get(&var).cloned()))
    }

    fn call(&self, name: &str, args: Vec<Doc>) -> Doc {
        call(name, args, self.blank())
    }

    fn point(&self, point: PointId, bindings: &Bindings) -> Doc {
        match &self.model.points[point] {
            Behaviour::End(_) => text("delta"),
            Behaviour::Mark { next, .. } => self.point(*next, bindings),
            Behaviour::Let { var, value, next } => {
                let value = value.substitute(&|var| bindings.get(&var).cloned());
                let mut bindings = bindings.clone();
                bindings.insert(*var, value);
                self.point(*next, &bindings)
            }
            Behaviour::Call { process, args } => {
                self.call(self.names.process(*process), self.exprs(args, bindings))
            }
            Behaviour::Act { .. } => self.sequence(point, bindings),
            Behaviour::Receive { .. } => self.receive(point, bindings),
            Behaviour::If { .. } => self.conditional(point, bindings),
            Behaviour::Choice(points) => self.choice(points, bindings),
        }
    }

    /// `act.act.rest`
    fn sequence(&self, first: PointId, bindings: &Bindings) -> Doc {
        let mut bindings = bindings.clone();
        let (mut parts, mut at) = (Vec::new(), first);
        loop {
            match &self.model.points[at] {
                Behaviour::Act { action, args, next, .. } => {
                    let args = self.exprs(args, &bindings);
                    parts.push(self.call(self.names.action(*action), args));
                    parts.extend(self.dot());
                    at = *next;
                }
                Behaviour::Mark { next, .. } => at = *next,
                Behaviour::Let { var, value, next } => {
                    let value = value.substitute(&|var| bindings.get(&var).cloned());
                    bindings.insert(*var, value);
                    at = *next;
                }
                _ => {
                    parts.push(self.operand(at, &bindings));
                    return group(concat(parts));
                }
            }
        }
    }

    fn dot(&self) -> [Doc; 2] {
        [text(if self.is_mcrl2() { " ." } else { "." }), Doc::Break(self.blank())]
    }

    /// A process in a place where only a sequence may stand without parentheses.
    fn operand(&self, point: PointId, bindings: &Bindings) -> Doc {
        let mut inner = point;
        while let Behaviour::Let { next, .. } | Behaviour::Mark { next, .. } =
            &self.model.points[inner]
        {
            inner = *next;
        }
        let doc = self.point(point, bindings);
        match &self.model.points[inner] {
            Behaviour::If { .. } => parenthesised(doc),
            Behaviour::Choice(points) if points.len() != 1 => parenthesised(doc),
            Behaviour::Receive { .. } if self.is_mcrl2() => parenthesised(doc),
            _ => doc,
        }
    }

    /// `sum(V, a(Given,V).rest)`
    fn receive(&self, point: PointId, bindings: &Bindings) -> Doc {
        let Behaviour::Receive { action, given, var, when, next } = &self.model.points[point]
        else {
            return text("delta");
        };
        let name = self.texts[var.index()].clone();
        let mut args = self.exprs(given, bindings);
        args.push(text(name.clone()));
        let act = self.call(self.names.action(*action), args);
        let [dot, blank] = self.dot();
        let body = group(concat(vec![act, dot, blank, self.operand(*next, bindings)]));
        let body = match (when, self.is_mcrl2()) {
            (None, _) => body,
            (Some(cond), true) => concat(vec![
                text("("),
                self.cond(cond, bindings),
                text(") ->"),
                Doc::Break(" "),
                body,
            ]),
            (Some(cond), false) => concat(vec![
                body,
                Doc::Break(" "),
                text("<| "),
                self.cond(cond, bindings),
                text(" |> delta"),
            ]),
        };
        if self.is_mcrl2() {
            let rest = nest(2, concat(vec![Doc::Break(" "), body]));
            group(concat(vec![text(format!("sum {name}: Term.")), rest]))
        } else {
            let rest = nest(2, concat(vec![Doc::Break(""), body]));
            group(concat(vec![text(format!("sum({name}:Term,")), rest, text(")")]))
        }
    }

    /// Alternatives below each other, each with a comment where it is the beginning of a clause.
    fn conditional(&self, first: PointId, bindings: &Bindings) -> Doc {
        let mut bindings = bindings.clone();
        let (mut parts, mut at, mut depth) = (Vec::new(), first, 0);
        loop {
            match &self.model.points[at] {
                Behaviour::If { cond, yes, no } => {
                    let comment = self.comment(*yes);
                    let cond = self.cond(cond, &bindings);
                    let yes = self.operand(*yes, &bindings);
                    parts.extend(self.alternative(depth, comment, cond, yes));
                    (at, depth) = (*no, depth + 1);
                }
                Behaviour::Mark { next, .. } => at = *next,
                Behaviour::Let { var, value, next } => {
                    let value = value.substitute(&|var| bindings.get(&var).cloned());
                    bindings.insert(*var, value);
                    at = *next;
                }
                _ => {
                    parts.extend(self.otherwise());
                    parts.push(self.operand(at, &bindings));
                    parts.push(closing(depth - 1));
                    return group(concat(parts));
                }
            }
        }
    }

    /// A condition with what happens where it holds.
    fn alternative(&self, depth: usize, comment: Option<Doc>, cond: Doc, yes: Doc) -> Vec<Doc> {
        let open = if depth > 0 { "(" } else { "" };
        let mut parts = Vec::new();
        if self.is_mcrl2() {
            let [line, otherwise] = self.otherwise();
            let before = if depth > 0 { vec![line] } else { Vec::new() };
            parts.extend(before.into_iter().chain(comment));
            if depth > 0 {
                parts.push(otherwise);
            }
            parts.push(nest(2, concat(vec![text(format!("{open}(")), cond, text(") ->")])));
            parts.push(nest(2, concat(vec![Doc::Break(" "), yes])));
        } else {
            let before = if depth > 0 { vec![Doc::Break(" ")] } else { Vec::new() };
            parts.extend(before.into_iter().chain(comment));
            parts.extend([text(open), nest(open.len(), yes), Doc::Break(" ")]);
            parts.push(concat(vec![text("<| "), nest(3, cond), text(" |>")]));
        }
        parts
    }

    /// What stands between the last alternative and what happens where no condition holds.
    fn otherwise(&self) -> [Doc; 2] {
        [Doc::Break(" "), text(if self.is_mcrl2() { "<> " } else { "" })]
    }

    /// The clause that a branch is the beginning of, unless the comment before says so already.
    fn comment(&self, branch: PointId) -> Option<Doc> {
        let Behaviour::Mark { origin, .. } = &self.model.points[branch] else { return None };
        let comment = self.from.branch(*origin)?;
        let last = self.last.replace(Some(comment.clone()));
        (last.as_ref() != Some(&comment)).then_some(Doc::Comment(comment))
    }

    fn choice(&self, points: &[PointId], bindings: &Bindings) -> Doc {
        let mut parts = Vec::new();
        for (position, &point) in points.iter().enumerate() {
            if position > 0 {
                parts.push(Doc::Break(" "));
                parts.push(text("+ "));
            }
            parts.push(self.operand(point, bindings));
        }
        if parts.is_empty() { text("delta") } else { group(concat(parts)) }
    }
}

fn parenthesised(doc: Doc) -> Doc {
    concat(vec![text("("), nest(1, doc), text(")")])
}
