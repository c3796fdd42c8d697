//! Atoms and their texts: `atom_to_list/1` and the other way round, by cases.
//!
//! Input: the atoms that a module names, and those that it is given. Output: functions that only the prelude calls, which
//! say of each its text, its text as Erlang writes it, the hash of its text, or the atom with a text; `none` of any other. The
//! texts stand in one list, through which the prelude looks.
//! Atoms of characters beyond ASCII have no texts here.

use std::collections::BTreeSet;
use std::rc::Rc;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function};
use frontend::{Name, Span, parse_module};

use crate::library::shapes::constants;
use crate::library::stubs::CallEnd;
use crate::lower::analysis::effects::Traits;
use crate::lower::analysis::shared::Shared;
use crate::lower::call::intrinsic::TABLES;
use model::Expr;
use model::expr::atom::quoted;
use model::expr::walk;

/// Atoms that OTP's functions return and raise.
const OTPS: [&str; 16] = [
    "badarg",
    "badarith",
    "badmatch",
    "error",
    "exit",
    "false",
    "function_clause",
    "infinity",
    "noproc",
    "normal",
    "ok",
    "shutdown",
    "throw",
    "timeout",
    "true",
    "undefined",
];

/// What is not known of known texts.
pub(crate) const SOME_TEXTS: &str = "what the library makes of a text that is not plain";

/// The modules that are about text, and words in the names of the functions of `erlang` that are.
const ABOUT_TEXT: [&str; 3] = ["string", "io_lib", "filename"];
const ATOMS: [&str; 3] = ["atom_to_", "to_atom", "to_existing_atom"];

impl Shared<'_> {
    /// The first call of a function that may leave open what it makes of a text.
    pub(crate) fn text_place(&self) -> Span {
        let earlier = self.origins.borrow().text_place;
        earlier.unwrap_or_else(|| {
            let place = self.first_about_text().unwrap_or(self.machine.init.span);
            self.origins.borrow_mut().text_place = Some(place);
            place
        })
    }

    fn first_about_text(&self) -> Option<Span> {
        let about_text = |expr: &Syntax| match &expr.kind {
            ExprKind::Call(Callee::Remote(module, ..), _)
                if ABOUT_TEXT.contains(&module.as_str()) =>
            {
                true
            }
            ExprKind::Call(Callee::Remote(_, name, _) | Callee::Local(name), _) => {
                ATOMS.iter().any(|word| name.as_str().contains(word))
            }
            _ => false,
        };
        let functions = self.machine.module.functions();
        let clauses = functions.flat_map(|function| &function.clauses);
        let mut place = None;
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if place.is_none() && about_text(expr) {
                    place = Some(expr.span);
                }
            });
        }
        place
    }

    /// One of these functions.
    pub(crate) fn atom_table(&self, name: &str) -> Option<Rc<Function>> {
        if !TABLES.contains(&name) {
            return None;
        }
        let title = format!("atoms:{}", name.trim_start_matches('$'));
        // The atoms are the same wherever it is called.
        if let Some(existing) = self.generated(&Name::from(title.as_str()), 1) {
            return Some(existing);
        }
        let text = clauses(name, &self.atoms());
        let module = parse_module(model::library::place().file, &text).value;
        let function = module.functions().next()?.clone();
        Some(self.generate(&title, Traits::default(), &|name| Function {
            name: name.clone(),
            ..function.clone()
        }))
    }

    /// The atoms that a machine may have to do with, as far as they are told and can be printed.
    fn atoms(&self) -> BTreeSet<String> {
        let atoms = self.told_atoms();
        let is_printable = |name: &&Name| name.as_str().chars().all(|c| (' '..='~').contains(&c));
        atoms.iter().filter(is_printable).map(ToString::to_string).collect()
    }

    /// The atoms that a machine may have to do with, as far as they are told.
    pub(crate) fn told_atoms(&self) -> BTreeSet<Name> {
        let mut atoms: BTreeSet<Name> = self.machine.data_atoms.clone();
        atoms.insert(self.machine.name.clone());
        atoms.extend(OTPS.map(Name::from));
        for end in self.options.stubs.iter().flat_map(|stub| &stub.ends) {
            let (CallEnd::Return(value) | CallEnd::Raise(_, value)) = end;
            atoms_of(value, &mut atoms);
        }
        for value in constants(&self.options.shapes) {
            atoms_of(value, &mut atoms);
        }
        for init in &self.options.init {
            atoms_of(init, &mut atoms);
        }
        for command in self.options.environment.commands() {
            atoms_of(&command.term, &mut atoms);
        }
        atoms
    }
}

/// The clauses of one of these functions.
fn clauses(name: &str, atoms: &BTreeSet<String>) -> String {
    let each = |clause: &dyn Fn(&str) -> Option<String>| -> String {
        atoms.iter().filter_map(|atom| clause(atom)).collect()
    };
    match name {
        "$atom_hash" => {
            let hashes = each(&|atom| Some(format!("f({}) -> {}; ", quoted(atom), hash(atom))));
            hashes + "f(_) -> none.\n"
        }
        "$atom_text" => "f(A) -> erlang:text_among(A, '$atom_texts'([])).\n".to_owned(),
        "$atom_texts" => {
            let entries =
                atoms.iter().map(|atom| format!("{{{}, {}}}", quoted(atom), string(atom)));
            format!("f(_) -> [{}].\n", entries.collect::<Vec<String>>().join(", "))
        }
        "$atom_written" => {
            let quoted_ones = each(&|atom| {
                let written = quoted(atom);
                let clause = format!("f({written}) -> {}; ", string(&written));
                (written != atom).then_some(clause)
            });
            quoted_ones + "f(A) -> '$atom_text'(A).\n"
        }
        _ => "f(L) -> erlang:atom_among(L, '$atom_texts'([])).\n".to_owned(),
    }
}

fn atoms_of(expr: &Expr, atoms: &mut BTreeSet<Name>) {
    let mut visit = |expr: &Expr| {
        if let Expr::Atom(name) = expr {
            atoms.insert(name.clone());
        }
    };
    walk::walk(expr, &mut visit, &mut |_| {});
}

/// The hash of the text of an atom, of 28 bits, as OTP's `erlang:phash/2` takes it: that of P. J. Weinberger.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0, |hash, byte| {
        let sum = (hash << 4) + u32::from(byte);
        let high = sum & 0xf000_0000;
        (sum ^ (high >> 24)) ^ high
    })
}

/// A string as Erlang writes it.
fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
