//! Types.

use super::Writer;
use crate::ast::name::Name;
use crate::ast::{FunType, Literal, Type, TypeKind};
use crate::output::print::{binary_op, unary_op};

impl Writer<'_> {
    pub(crate) fn ty(&mut self, ty: &Type) {
        let at = ty.at;
        match &ty.kind {
            TypeKind::Annotated((name, variable), inner) => {
                self.open("ann_type", *variable);
                self.text(",[");
                self.leaf("var", *variable, name);
                self.text(",");
                self.ty(inner);
                self.text("]}");
            }
            TypeKind::Union(members) => self.union(at, members),
            TypeKind::Range(from, to) => {
                self.open("type", at);
                self.text(",range,[");
                self.ty(from);
                self.text(",");
                self.ty(to);
                self.text("]}");
            }
            TypeKind::Unary(op, operand) => {
                self.operator(at, unary_op(*op));
                self.ty(operand);
                self.text("}");
            }
            TypeKind::Binary(op, left, right) => {
                self.operator(at, binary_op(*op));
                self.ty(left);
                self.text(",");
                self.ty(right);
                self.text("}");
            }
            TypeKind::Var(name) => self.leaf("var", at, name),
            TypeKind::Atom(name) => self.leaf("atom", at, name),
            TypeKind::Integer(value) => self.literal(&Literal::Integer(value.clone()), at),
            TypeKind::Char(value) => self.literal(&Literal::Char(*value), at),
            TypeKind::Call(name, args) => self.type_call(at, name, args),
            TypeKind::Remote((module, module_at), (name, name_at), args) => {
                self.open("remote_type", *module_at);
                self.text(",[");
                self.leaf("atom", *module_at, module);
                self.text(",");
                self.leaf("atom", *name_at, name);
                self.text(",");
                self.list(args, Self::ty);
                self.text("]}");
            }
            TypeKind::Nil => self.typed::<Type>(at, "nil", &[]),
            TypeKind::List(element) => self.typed(at, "list", std::slice::from_ref(element)),
            TypeKind::NonEmptyList(element) => {
                self.typed(at, "nonempty_list", std::slice::from_ref(element));
            }
            TypeKind::Tuple(items) => self.typed(at, "tuple", items),
            TypeKind::AnyFun => self.typed::<Type>(at, "'fun'", &[]),
            TypeKind::Fun(ty) => self.fun_type(ty),
            TypeKind::Map(_) | TypeKind::Record(..) | TypeKind::Binaries(..) => {
                self.type_fields(at, &ty.kind);
            }
        }
    }

    /// `{type,Place,Name,Args}`
    fn typed<T: AsRef<Type>>(&mut self, at: u32, name: &str, args: &[T]) {
        self.open("type", at);
        self.text(",");
        self.text(name);
        self.text(",");
        self.list(args, |writer, ty| writer.ty(ty.as_ref()));
        self.text("}");
    }

    /// `{type,Place,union,Members}`, with a line only if the first member begins so.
    fn union(&mut self, at: u32, members: &[Type]) {
        if members.first().is_some_and(begins_with_line) {
            self.text("{type,");
            self.places.write_line(self.file, at, &mut self.out);
        } else {
            let first = members.first();
            let at = self.beginning(at, |see| first.into_iter().for_each(|ty| ty.each_place(see)));
            self.open("type", at);
        }
        self.text(",union,");
        self.list(members, Self::ty);
        self.text("}");
    }

    fn type_call(&mut self, at: u32, name: &Name, args: &[Type]) {
        let text = name.as_str();
        self.open(if is_built_in(text, args.len()) { "type" } else { "user_type" }, at);
        self.name(name);
        self.text(",");
        if args.is_empty() && matches!(text, "tuple" | "map") {
            self.text("any");
        } else {
            self.list(args, Self::ty);
        }
        self.text("}");
    }

    fn type_fields(&mut self, at: u32, kind: &TypeKind) {
        self.open("type", at);
        match kind {
            TypeKind::Map(pairs) => {
                self.text(",map,");
                self.list(pairs, |writer, pair| {
                    writer.open("type", pair.at);
                    let exact = pair.exact;
                    writer.text(if exact { ",map_field_exact,[" } else { ",map_field_assoc,[" });
                    writer.ty(&pair.key);
                    writer.text(",");
                    writer.ty(&pair.value);
                    writer.text("]}");
                });
            }
            TypeKind::Record((name, name_at), fields) => {
                self.text(",record,[");
                self.leaf("atom", *name_at, name);
                for field in fields {
                    self.text(",");
                    self.open("type", field.at);
                    self.text(",field_type,[");
                    self.leaf("atom", field.at, &field.name);
                    self.text(",");
                    self.ty(&field.ty);
                    self.text("]}");
                }
                self.text("]");
            }
            TypeKind::Binaries(base, unit) => {
                self.text(",binary,[");
                self.size(at, base.as_deref());
                self.text(",");
                self.size(at, unit.as_deref());
                self.text("]");
            }
            _ => {}
        }
        self.text("}");
    }

    /// A size in a binary type; zero, with a line only, if none is written.
    fn size(&mut self, at: u32, size: Option<&Type>) {
        if let Some(size) = size {
            return self.ty(size);
        }
        self.text("{integer,");
        self.places.write_line(self.file, at, &mut self.out);
        self.text(",0}");
    }

    pub(crate) fn fun_type(&mut self, ty: &FunType) {
        self.open("type", ty.at);
        self.text(",'fun',[");
        if let Some(params) = &ty.params {
            self.typed(ty.at, "product", params);
        } else {
            self.open("type", ty.at);
            self.text(",any}");
        }
        self.text(",");
        self.ty(&ty.result);
        self.text("]}");
    }
}

/// Whether the place that Erlang finds for the beginning of this type has no column: that of the
/// size that `<<>>` does not say.
fn begins_with_line(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Binaries(base, _) => base.is_none(),
        TypeKind::Union(members) => members.first().is_some_and(begins_with_line),
        _ => false,
    }
}

/// Whether Erlang knows a type of this name with this number of parameters.
fn is_built_in(name: &str, arity: usize) -> bool {
    match arity {
        0 => matches!(
            name,
            "any"
                | "arity"
                | "atom"
                | "binary"
                | "bitstring"
                | "bool"
                | "boolean"
                | "byte"
                | "char"
                | "float"
                | "function"
                | "identifier"
                | "integer"
                | "iodata"
                | "iolist"
                | "list"
                | "map"
                | "maybe_improper_list"
                | "mfa"
                | "module"
                | "neg_integer"
                | "nil"
                | "no_return"
                | "node"
                | "non_neg_integer"
                | "none"
                | "nonempty_binary"
                | "nonempty_bitstring"
                | "nonempty_list"
                | "nonempty_maybe_improper_list"
                | "nonempty_string"
                | "number"
                | "pid"
                | "port"
                | "pos_integer"
                | "reference"
                | "string"
                | "term"
                | "timeout"
                | "tuple"
        ),
        1 => matches!(name, "list" | "nonempty_list"),
        2 => matches!(
            name,
            "maybe_improper_list" | "nonempty_improper_list" | "nonempty_maybe_improper_list"
        ),
        _ => false,
    }
}
