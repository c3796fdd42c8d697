//! Forms of abstract code, and the files that they came from.
//!
//! Input: the forms of a module. Output: a text for each file. A mark of another file begins a header, in whose place the text
//! around includes it; a mark of a file that is open ends those in it.

use std::collections::BTreeMap;

use super::clause::Head;
use super::printer::{Done, Printer, unknown};
use super::term::{Id, Terms};
use super::{Printed, Refusal, broken};
use crate::output::print::quote_string;

/// Files that include each other at most.
const MAX_OPEN: usize = 100;

/// A file that is printed.
struct Open<'t> {
    /// Its name in the marks.
    mark: String,
    /// The name by which it is included.
    name: String,
    printer: Printer<'t>,
}

/// The texts of a module.
pub(super) fn module(terms: &Terms, forms: Id) -> Result<Printed, Refusal> {
    let mut files =
        Files { terms, open: Vec::new(), headers: Vec::new(), n_parts: BTreeMap::new() };
    let Some(forms) = terms.list(forms) else { return broken("its code is no list of forms") };
    files.begin(String::new());
    for &form in forms {
        files.form(form)?;
    }
    files.finish()
}

/// All files of a module.
struct Files<'t> {
    terms: &'t Terms,
    /// Those that are open, the module's first.
    open: Vec<Open<'t>>,
    headers: Vec<(String, String)>,
    /// How often each file was begun.
    n_parts: BTreeMap<String, usize>,
}

impl Files<'_> {
    fn begin(&mut self, mark: String) {
        let n_parts = self.n_parts.entry(mark.clone()).or_default();
        *n_parts += 1;
        let name = if *n_parts > 1 { format!("{mark} ({n_parts})") } else { mark.clone() };
        self.open.push(Open { mark, name, printer: Printer::new(self.terms) });
    }

    fn form(&mut self, id: Id) -> Done {
        let Some(own) = self.open.last_mut() else { return Ok(()) };
        let (tag, parts) = own.printer.open(id)?;
        if let ("attribute", &[name, value]) = (tag, parts)
            && self.terms.atom(name) == Some("file")
        {
            return self.mark(value);
        }
        own.printer.form(id, tag, parts)
    }

    /// `{Name,Line}`
    fn mark(&mut self, value: Id) -> Done {
        let name = self.terms.tuple(value).and_then(|parts| self.terms.text(*parts.first()?));
        let Some(name) = name else {
            return broken("its code has a mark of a file without a name");
        };
        if let [only] = self.open.as_mut_slice()
            && only.mark.is_empty()
        {
            only.mark = name;
            return Ok(());
        }
        if let Some(at) = self.open.iter().rposition(|open| open.mark == name) {
            while self.open.len() > at + 1 {
                self.close()?;
            }
            return Ok(());
        }
        if self.open.len() >= MAX_OPEN {
            return Err(Refusal::TooLarge(format!(
                "more than {MAX_OPEN} files include each other in it"
            )));
        }
        self.begin(name);
        Ok(())
    }

    /// Ends the innermost header.
    fn close(&mut self) -> Done {
        let (Some(inner), Some(outer)) = (self.open.pop(), self.open.last_mut()) else {
            return Ok(());
        };
        outer.printer.has_maybe |= inner.printer.has_maybe;
        let text = inner.printer.out.finish();
        // Nothing came from most headers but macros.
        if !text.trim().is_empty() {
            outer.printer.out.begin(0);
            outer.printer.put(&format!("-include({}).", quote_string(&inner.name)));
            self.headers.push((inner.name, text));
        }
        outer.printer.out.check()
    }

    fn finish(mut self) -> Result<Printed, Refusal> {
        while self.open.len() > 1 {
            self.close()?;
        }
        let Some(Open { printer, .. }) = self.open.pop() else { return Ok(Printed::default()) };
        // What has asked for it is not in the code any more; it goes in front of all else, on its line.
        let asks = if printer.has_maybe { "-feature(maybe_expr, enable). " } else { "" };
        Ok(Printed { text: format!("{asks}{}", printer.out.finish()), headers: self.headers })
    }
}

impl Printer<'_> {
    fn form(&mut self, id: Id, tag: &str, parts: &[Id]) -> Done {
        let line = self.line(id);
        match (tag, parts) {
            ("attribute", &[name, value]) => {
                self.out.begin(line);
                self.attribute(name, value)
            }
            ("function", &[name, _, clauses]) => {
                self.out.begin(line);
                self.clauses(Head::Named(name), clauses)?;
                self.put(".");
                Ok(())
            }
            // Ends of files, and what the preprocessor has said.
            ("eof" | "error" | "warning", _) => Ok(()),
            _ => match self.terms.tuple(id) {
                Some(&[tag, _])
                    if matches!(self.terms.atom(tag), Some("eof" | "error" | "warning")) =>
                {
                    Ok(())
                }
                _ => unknown("a form", tag),
            },
        }
    }

    fn attribute(&mut self, name: Id, value: Id) -> Done {
        let tag = self.terms.atom(name).unwrap_or("");
        match (tag, self.terms.tuple(value).unwrap_or_default()) {
            ("record", &[record, fields]) => {
                self.put("-record(");
                self.name(record)?;
                self.put(", {");
                self.commas(self.items(fields)?, Self::record_field)?;
                self.put("}).");
            }
            // Types of the fields of a record, before OTP 19.
            ("type", &[named, ..]) if self.terms.tuple(named).is_some() => {}
            ("type" | "opaque" | "nominal", &[named, ty, params]) => {
                self.put(&format!("-{tag} "));
                self.name(named)?;
                self.put("(");
                self.commas(self.items(params)?, Self::ty)?;
                self.put(") :: ");
                self.ty(ty)?;
                self.put(".");
            }
            ("spec" | "callback", &[function, signatures]) => {
                self.specification(tag, function, signatures)?;
            }
            ("import", &[module, functions]) => {
                self.put("-import(");
                self.name(module)?;
                self.put(", ");
                self.functions(functions)?;
                self.put(").");
            }
            ("export" | "export_type" | "optional_callbacks", _) => {
                self.put(&format!("-{tag}("));
                self.functions(value)?;
                self.put(").");
            }
            _ => {
                self.put("-");
                self.name(name)?;
                self.put("(");
                self.term(value)?;
                self.put(").");
            }
        }
        Ok(())
    }

    /// `[name/arity, ..]`
    fn functions(&mut self, list: Id) -> Done {
        self.put("[");
        self.commas(self.items(list)?, |own, function| match own.terms.tuple(function) {
            Some(&[name, arity]) => {
                own.name(name)?;
                own.put("/");
                own.integer(arity)
            }
            _ => own.term(function),
        })?;
        self.put("]");
        Ok(())
    }

    /// A field with its default and type.
    fn record_field(&mut self, id: Id) -> Done {
        // `{typed_record_field,Field,Type}`
        if let Some(&[tag, field, ty]) = self.terms.tuple(id)
            && self.terms.atom(tag) == Some("typed_record_field")
        {
            self.record_field(field)?;
            self.put(" :: ");
            return self.ty(ty);
        }
        let line = self.line(id);
        self.out.at(line);
        let ("record_field", parts) = self.open(id)? else {
            return unknown("a field", self.tag(id));
        };
        match *parts {
            [name] => self.expr(name),
            [name, default] => {
                self.expr(name)?;
                self.put(" = ");
                self.expr(default)
            }
            _ => unknown("a field", "record_field"),
        }
    }

    fn specification(&mut self, tag: &str, function: Id, signatures: Id) -> Done {
        self.put(&format!("-{tag} "));
        match self.terms.tuple(function) {
            Some(&[name, _]) => self.name(name)?,
            Some(&[module, name, _]) => {
                self.name(module)?;
                self.put(":");
                self.name(name)?;
            }
            _ => return unknown("a specification", tag),
        }
        self.separated("; ", self.items(signatures)?, Self::signature)?;
        self.put(".");
        Ok(())
    }
}
