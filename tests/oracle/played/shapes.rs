//! What functions return in Erlang lies in the shapes that are told of them.
//!
//! `support/project/observe.escript` compiles modules, calls their functions with random arguments and prints what came back, as far as
//! shapes tell values apart. The modules are read by the crate `project` from the text that the compiler has made of them. A function of
//! which nothing is told may return anything.
//!
//! `ERL2LTS_LONG=1` makes more calls; with `ERL2LTS_CORPUS=FOLDER` the modules of that folder are taken, too, as far as they compile and do
//! nothing to the computer. `ERL2LTS_SEED` names the seed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use frontend::{Module, Name, Options, SourceMap, parse_module_with};
use lts::Term;
use lts::term::parse::parse_terms;
use model::{Expr, Kind};
use project::{Modules, Sought, shapes};
use translator::Domain;

use crate::support::tools::{self, Folder, number};

/// Texts that the compiler has made of modules.
struct Texts(PathBuf);

impl Modules for Texts {
    fn find(&mut self, name: &Name) -> Sought {
        let path = self.0.join(format!("{name}.P"));
        read(&path).map_or(Sought::Missing, |module| Sought::Found(Box::new(module)))
    }
}

fn read(path: &Path) -> Option<Module> {
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let mut sources = SourceMap::default();
    let name = path.display().to_string();
    let file = sources.add(name.clone(), text.clone());
    let outcome =
        parse_module_with(file, &name, &text, &Options::default(), &mut frontend::NoHeaders);
    (!outcome.has_errors()).then_some(outcome.value)
}

/// The parts of a tuple whose first one is an atom.
fn parts(term: &Term) -> (String, Vec<Term>) {
    match term {
        Term::Atom(name) => (name.to_string(), Vec::new()),
        Term::Tuple(items) => match items.as_slice() {
            [Term::Atom(name), rest @ ..] => (name.to_string(), rest.to_vec()),
            other => unreachable!("{other:?}"),
        },
        other => unreachable!("{other:?}"),
    }
}

fn text(term: &Term) -> String {
    let Term::List(items, None) = term else { return String::new() };
    let code = |item: &Term| match item {
        Term::Integer(code) => u32::try_from(code).ok().and_then(char::from_u32).unwrap(),
        other => unreachable!("{other:?}"),
    };
    items.iter().map(code).collect()
}

fn list(term: &Term) -> Vec<Term> {
    match term {
        Term::List(items, None) => items.clone(),
        _ => Vec::new(),
    }
}

/// Whether a value that was seen lies in a domain.
fn lies_in(seen: &Term, domain: &Domain) -> bool {
    let (kind, rest) = parts(seen);
    match domain {
        Domain::Any => true,
        Domain::OneOf(all) => all.iter().any(|domain| lies_in(seen, domain)),
        Domain::Same(Expr::Atom(name)) => kind == "atom" && text(&rest[0]) == name.as_str(),
        Domain::Same(Expr::Integer(value)) => {
            kind == "integer" && text(&rest[0]) == value.to_string()
        }
        Domain::Same(_) => false,
        Domain::Tuple(items) => match kind.as_str() {
            "tuple_of" => rest[0] == Term::Integer(items.len().into()),
            "tuple" => {
                let seen = list(&rest[0]);
                seen.len() == items.len()
                    && seen.iter().zip(items).all(|(seen, item)| lies_in(seen, item))
            }
            _ => false,
        },
        Domain::Is(of) => is_of_kind(&kind, &rest, *of),
    }
}

fn is_of_kind(kind: &str, rest: &[Term], of: Kind) -> bool {
    match of {
        Kind::Atom => kind == "atom",
        Kind::Integer => kind == "integer",
        Kind::Float => kind == "float",
        Kind::Number => matches!(kind, "integer" | "float"),
        Kind::Nil => kind == "nil",
        Kind::Cons => kind == "cons",
        Kind::Map => kind == "map",
        Kind::Binary => kind == "binary",
        Kind::BitString => matches!(kind, "binary" | "bitstring"),
        Kind::Bits => kind == "bitstring",
        Kind::Fun => kind == "fun",
        Kind::Pid => kind == "pid",
        Kind::Port => kind == "port",
        Kind::Reference => kind == "reference",
        Kind::Tuple => kind.starts_with("tuple"),
        Kind::TupleOf(size) => match kind {
            "tuple" => list(&rest[0]).len() == size,
            "tuple_of" => rest[0] == Term::Integer(size.into()),
            _ => false,
        },
    }
}

/// The Erlang sources of a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "erl") {
            found.push(path);
        }
    }
}

/// What was seen of functions, and how many of these have shapes; those for which something else was seen.
fn compared(folder: &Path, said: &str) -> (usize, usize, Vec<String>) {
    let mut of_modules: BTreeMap<String, Vec<(String, usize, Vec<Term>)>> = BTreeMap::new();
    let mut map = SourceMap::default();
    let file = map.add("seen", said.to_owned());
    for term in parse_terms(file, said).value {
        let Term::Tuple(items) = term.term() else { continue };
        let [Term::Atom(module), Term::Atom(name), Term::Integer(arity), seen] = &items[..] else {
            continue;
        };
        let arity = usize::try_from(arity).unwrap();
        let of_module = of_modules.entry(module.to_string()).or_default();
        of_module.push((name.to_string(), arity, list(seen)));
    }
    let (mut n_seen, mut n_told, mut wrong) = (0, 0, Vec::new());
    for (module, functions) in of_modules {
        let Some(read) = read(&folder.join(format!("{module}.P"))) else { continue };
        let told = shapes(&read, &mut Texts(folder.to_owned()));
        for (name, arity, seen) in functions.iter().filter(|(_, _, seen)| !seen.is_empty()) {
            n_seen += 1;
            let is_it = |shape: &&translator::library::shapes::Shape| {
                shape.function.as_str() == name && shape.arity == *arity
            };
            let Some(shape) = told.iter().find(is_it) else { continue };
            n_told += 1;
            for one in seen.iter().filter(|one| !lies_in(one, &shape.returns)) {
                wrong.push(format!("{module}:{name}/{arity}: {one} of {:?}", shape.returns));
            }
        }
    }
    (n_seen, n_told, wrong)
}

/// What the modules at these paths do when they are called; where the runtime itself does not survive that, what was said before.
fn observed(folder: &Path, escript: &Path, calls: &str, paths: &[PathBuf]) -> String {
    let seed = number("ERL2LTS_SEED", 29).to_string();
    let args = ["observe.escript", seed.as_str(), calls, "."];
    let mut command = Command::new(escript);
    let output = command.args(args).args(paths).current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let whole = text.lines().filter(|line| line.starts_with('{') && line.ends_with("}."));
    whole.flat_map(|line| [line, "\n"]).collect()
}

/// Modules of other people that are called in one runtime.
const AT_ONCE: usize = 10;

#[test]
fn results_lie_in_their_shapes() {
    let Some(escript) = tools::on_path("escript") else { return };
    let folder = Folder::new("shapes");
    folder.write("observe.escript", include_str!("../../support/project/observe.escript"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut own = Vec::new();
    sources(&root.join("tests/support/project"), &mut own);
    sources(&root.join("fixtures/projects"), &mut own);
    let is_long = std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1");
    let mut others = Vec::new();
    if let Some(corpus) = std::env::var_os("ERL2LTS_CORPUS").filter(|_| is_long) {
        sources(Path::new(&corpus), &mut others);
    }
    // Of modules of one name the first one counts.
    let mut names: BTreeSet<OsString> = BTreeSet::new();
    let mut is_new = |path: &PathBuf| names.insert(path.file_stem().unwrap().to_owned());
    own.retain(&mut is_new);
    others.retain(&mut is_new);
    let calls = if is_long { "200" } else { "60" };
    let mut said = observed(folder.path(), &escript, calls, &own);
    for some in others.chunks(AT_ONCE) {
        said += &observed(folder.path(), &escript, calls, some);
    }
    let (n_seen, n_told, wrong) = compared(folder.path(), &said);
    assert!(wrong.is_empty(), "of {n_seen}: {}", wrong.join("\n"));
    assert!(n_seen >= 50 && n_told >= 30, "{n_seen} seen, {n_told} told");
    println!("{n_seen} functions, {n_told} with shapes, all results in them");
}
