//! Types of abstract code.
//!
//! Input: a type. Output: its text.

use super::printer::{Done, Printer, unknown};
use super::term::Id;
use crate::output::print::operator::{ANY, Level, MAX, PREFIX, levels_of};

/// How strongly `A..B` and `A | B` bind.
const RANGE: Level = 200;
const UNION: Level = 170;

impl Printer<'_> {
    /// A type.
    pub(super) fn ty(&mut self, id: Id) -> Done {
        self.ty_within(id, ANY)
    }

    fn ty_within(&mut self, id: Id, wanted: Level) -> Done {
        let is_enclosed = self.ty_level(id) < wanted;
        self.deeper(|own| {
            own.put(if is_enclosed { "(" } else { "" });
            own.bare_ty(id)?;
            own.put(if is_enclosed { ")" } else { "" });
            Ok(())
        })
    }

    fn ty_level(&self, id: Id) -> Level {
        match self.open(id) {
            Ok(("ann_type", _)) => ANY,
            Ok(("type", &[name, _])) => match self.terms.atom(name) {
                Some("union") => UNION,
                Some("range") => RANGE,
                _ => MAX,
            },
            Ok(("op", &[op, _, _])) => {
                levels_of(self.terms.atom(op).unwrap_or("")).map_or(ANY, |levels| levels.0)
            }
            Ok(("op" | "integer", _)) => PREFIX,
            _ => MAX,
        }
    }

    fn bare_ty(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let line = self.line(id);
        match (tag, parts) {
            ("op", &[op, left, right]) => {
                let op = self.terms.atom(op).unwrap_or("");
                let Some((_, for_left, for_right)) = levels_of(op) else {
                    return unknown("an operator", op);
                };
                self.ty_within(left, for_left)?;
                self.put(" ");
                self.out.at(line);
                self.put(op);
                self.put(" ");
                return self.ty_within(right, for_right);
            }
            _ => self.out.at(line),
        }
        match (tag, parts) {
            ("var", &[name]) => self.variable(name),
            ("atom", &[name]) => self.name(name),
            ("integer", &[value]) => self.integer(value),
            ("char", &[value]) => self.character(value),
            ("op", &[op, operand]) => {
                self.put(self.terms.atom(op).unwrap_or(""));
                self.put(" ");
                self.ty_within(operand, MAX)
            }
            ("ann_type", &[pair]) => {
                let &[variable, ty] = self.items(pair)? else { return unknown("a type", tag) };
                self.ty(variable)?;
                self.put(" :: ");
                self.ty(ty)
            }
            ("paren_type", &[inner]) => {
                let &[inner] = self.items(inner)? else { return unknown("a type", tag) };
                self.ty_within(inner, MAX)
            }
            ("remote_type", &[parts]) => {
                let &[module, name, args] = self.items(parts)? else {
                    return unknown("a type", tag);
                };
                self.ty(module)?;
                self.put(":");
                self.ty(name)?;
                self.types("(", args, ")")
            }
            ("user_type", &[name, args]) => {
                self.name(name)?;
                self.types("(", args, ")")
            }
            ("type", &[name, args]) => self.built_in(name, args),
            _ => unknown("a type", tag),
        }
    }

    fn types(&mut self, before: &str, args: Id, behind: &str) -> Done {
        self.put(before);
        self.commas(self.items(args)?, Self::ty)?;
        self.put(behind);
        Ok(())
    }

    fn built_in(&mut self, name: Id, args: Id) -> Done {
        let tag = self.terms.atom(name).unwrap_or("");
        let is_any = self.terms.atom(args).is_some();
        match (tag, self.terms.list(args).unwrap_or_default()) {
            ("tuple" | "map", _) if is_any => {
                self.name(name)?;
                self.put("()");
                Ok(())
            }
            ("tuple", _) => self.types("{", args, "}"),
            ("map", fields) => {
                self.put("#{");
                self.commas(fields, Self::ty)?;
                self.put("}");
                Ok(())
            }
            ("map_field_assoc", &[key, value]) => self.pair(key, " => ", value),
            ("map_field_exact", &[key, value]) => self.pair(key, " := ", value),
            ("field_type", &[field, ty]) => self.pair(field, " :: ", ty),
            ("record", [name, fields @ ..]) => {
                self.put("#");
                self.ty(*name)?;
                self.put("{");
                self.commas(fields, Self::ty)?;
                self.put("}");
                Ok(())
            }
            ("union", members) => {
                self.separated(" | ", members, |own, member| own.ty_within(member, UNION + 1))
            }
            ("range", &[from, to]) => {
                self.ty_within(from, RANGE + 1)?;
                self.put("..");
                self.ty_within(to, RANGE + 1)
            }
            _ => self.shaped_or_called(name, args),
        }
    }

    /// The types that have a form of their own, and those that are written as calls.
    fn shaped_or_called(&mut self, name: Id, args: Id) -> Done {
        let tag = self.terms.atom(name).unwrap_or("");
        match (tag, self.terms.list(args).unwrap_or_default()) {
            ("nil", []) => {
                self.put("[]");
                Ok(())
            }
            ("binary", &[base, unit]) => {
                self.put("<<_:");
                self.ty_within(base, PREFIX)?;
                self.put(", _:_*");
                self.ty_within(unit, PREFIX)?;
                self.put(">>");
                Ok(())
            }
            ("fun", []) => {
                self.put("fun()");
                Ok(())
            }
            ("fun", &[params, result]) => {
                self.put("fun(");
                self.signature_of(params, result)?;
                self.put(")");
                Ok(())
            }
            _ => {
                self.name(name)?;
                self.types("(", args, ")")
            }
        }
    }

    fn pair(&mut self, left: Id, between: &str, right: Id) -> Done {
        self.ty(left)?;
        self.put(between);
        self.ty(right)
    }

    /// `(A, B) -> C`
    fn signature_of(&mut self, params: Id, result: Id) -> Done {
        match self.open(params)? {
            ("type", &[_, args]) => self.types("(", args, ")")?,
            _ => self.put("(...)"),
        }
        self.put(" -> ");
        self.ty(result)
    }

    /// A signature of a specification, with its constraints.
    pub(super) fn signature(&mut self, id: Id) -> Done {
        let line = self.line(id);
        self.out.at(line);
        let ("type", &[name, parts]) = self.open(id)? else {
            return unknown("a type", self.tag(id));
        };
        match (self.terms.atom(name), self.items(parts)?) {
            (Some("fun"), &[params, result]) => self.signature_of(params, result),
            (Some("bounded_fun"), &[function, constraints]) => {
                self.signature(function)?;
                self.put(" when ");
                self.commas(self.items(constraints)?, Self::constraint)
            }
            _ => unknown("a type", "fun"),
        }
    }

    /// `V :: T`, kept as a call of `is_subtype`.
    fn constraint(&mut self, id: Id) -> Done {
        let ("type", &[_, parts]) = self.open(id)? else { return unknown("a type", self.tag(id)) };
        let &[_, pair] = self.items(parts)? else { return unknown("a type", "constraint") };
        let &[variable, ty] = self.items(pair)? else { return unknown("a type", "constraint") };
        self.pair(variable, " :: ", ty)
    }
}
