//! What the expressions of a monitor need of the module that it watches: functions and records.
//!
//! Input: a module, expressions. Output: a module of the functions that these call, of those that these call in turn, and of the
//! records and imports that all of them use: `data(gap(Data) > 2)` asks a running machine as it asks the model, whether the module
//! exports `gap/1` or not. Types and specifications are left out, as nothing runs by them. A record that the module does not define
//! is given back in place of all that.

use frontend::ast::{
    Attribute, Callee, Expr, ExprKind, Form, Function, Guard, Literal, Module, Pat, PatKind,
    RecordDecl,
};
use frontend::{Name, Span, ast::FieldDecl};

use crate::live::monitored::live::wrapping::{Key, listed};

/// The part of a module that some expressions need, in the order in which it stands there; or a record that they need and that the
/// module does not define, with the place where it is used.
pub(crate) fn needed<'e>(
    module: &Module,
    exprs: impl Iterator<Item = &'e Expr>,
) -> Result<Module, (Name, Span)> {
    let wanted = vec![false; module.forms.len()];
    let mut search = Search { module, wanted, open: Vec::new(), lacking: None };
    for expr in exprs {
        search.expr(expr);
    }
    while let Some(function) = search.open.pop() {
        search.function(function);
    }
    if let Some(lacking) = search.lacking {
        return Err(lacking);
    }
    let wanted = module.forms.iter().zip(&search.wanted).filter(|(_, is_wanted)| **is_wanted);
    let forms = wanted.map(|(form, _)| stripped(form)).collect();
    Ok(Module { file: module.file, name: None, forms, lacking: None })
}

/// A form without types.
fn stripped(form: &Form) -> Form {
    let Form::Record(record) = form else { return form.clone() };
    let fields = record.fields.iter();
    let fields = fields.map(|field| FieldDecl { ty: None, ..field.clone() }).collect();
    Form::Record(RecordDecl { fields, ..record.clone() })
}

/// The forms that are known to be needed.
struct Search<'m> {
    module: &'m Module,
    wanted: Vec<bool>,
    /// Functions that are needed, and whose bodies have not been looked at.
    open: Vec<&'m Function>,
    /// The first record that is used and that the module does not define.
    lacking: Option<(Name, Span)>,
}

impl<'m> Search<'m> {
    fn function(&mut self, function: &'m Function) {
        for clause in &function.clauses {
            for param in &clause.params {
                self.pattern(param);
            }
            let Guard { alternatives } = &clause.guard;
            for expr in alternatives.iter().flatten().chain(&clause.body) {
                self.expr(expr);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(Callee::Local(name), args) => self.call(name, args),
            ExprKind::FunLocal(name, arity) => {
                if let Ok(arity) = usize::try_from(arity) {
                    self.called(name, arity);
                }
            }
            ExprKind::Record(_, name, _)
            | ExprKind::RecordAccess(_, name, _)
            | ExprKind::RecordIndex(name, _) => self.record(name, expr.span),
            _ => {}
        }
        for pattern in expr.patterns() {
            self.pattern(pattern);
        }
        for child in expr.children() {
            self.expr(child);
        }
    }

    fn pattern(&mut self, pattern: &Pat) {
        if let PatKind::Record(name, _) | PatKind::RecordIndex(name, _) = &pattern.kind {
            self.record(name, pattern.span);
        }
        for expr in pattern.expressions() {
            self.expr(expr);
        }
        for child in pattern.children() {
            self.pattern(child);
        }
    }

    fn call(&mut self, name: &Name, args: &[Expr]) {
        // These two take the name of a record.
        if matches!(name.as_str(), "is_record" | "record_info")
            && let [_, record, ..] = args
            && let ExprKind::Literal(Literal::Atom(name)) = &record.kind
        {
            self.record(name, record.span);
        }
        self.called(name, args.len());
    }

    fn called(&mut self, name: &Name, arity: usize) {
        let is_it = |form: &Form| match form {
            Form::Function(function) => function.name == *name && function.arity == arity,
            Form::Attribute(attribute) => imports(attribute, &(name.to_string(), arity)),
            _ => false,
        };
        if let Some(Form::Function(function)) = self.form(is_it) {
            self.open.push(function);
        }
    }

    fn record(&mut self, name: &Name, used_at: Span) {
        let is_it = |form: &Form| matches!(form, Form::Record(own) if own.name == *name);
        if !self.module.forms.iter().any(is_it) {
            self.lacking.get_or_insert_with(|| (name.clone(), used_at));
        }
        if let Some(Form::Record(record)) = self.form(is_it) {
            for default in record.fields.iter().filter_map(|field| field.default.as_ref()) {
                self.expr(default);
            }
        }
    }

    /// The first such form, if there is one that was not known to be needed.
    fn form(&mut self, is_it: impl Fn(&Form) -> bool) -> Option<&'m Form> {
        let number = self.module.forms.iter().position(is_it)?;
        let is_known = std::mem::replace(&mut self.wanted[number], true);
        (!is_known).then(|| &self.module.forms[number])
    }
}

/// Whether an attribute imports a function.
fn imports(attribute: &Attribute, key: &Key) -> bool {
    attribute.name.as_str() == "import"
        && attribute.args.iter().any(|arg| listed(arg).contains(key))
}
