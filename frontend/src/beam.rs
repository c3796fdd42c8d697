//! Compiled modules: from a `.beam` file with debug info back to Erlang text.
//!
//! Input: the bytes of a file. Output: the text of its module, each form and expression on the line where it was in the
//! source, and the texts of the headers that it took; or why there is none. The text is then read as any other: there is one
//! grammar, and one syntax tree. Does not read files.
//!
//! What is printed is the module as the compiler has kept it: behind the preprocessor and parse transforms. What came
//! from another file, a header or the grammar of a parser generator, becomes a header of its own, with its own lines.

mod binary;
mod clause;
mod container;
mod expr;
mod form;
mod layout;
mod printer;
mod term;
mod ty;

use container::Chunks;
use term::{Id, Terms};

/// Size at most, in bytes, of what a file has inside, of a text that is made of it, and of the file.
pub const MAX_SIZE: usize = 64 << 20;

/// The texts of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// What stood in the file of the module.
    pub text: String,
    /// What stood in others: by which name `text` or another header includes each, and its text.
    pub headers: Vec<(String, String)>,
}

/// What is known of a module of Elixir without its code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elixir {
    /// The name of the module as Erlang has it: `Elixir.Shop.Cart`.
    pub module: String,
    /// The behaviours that its attributes name, as Erlang has them.
    pub behaviours: Vec<String>,
    /// Its functions that others may call, with the number of their arguments.
    pub exports: Vec<(String, u32)>,
}

/// Why there is no text of a compiled module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file is none of the compiler's, or not whole; says what is wrong.
    Broken(String),
    /// It is larger, or nested deeper, than what is read; says what.
    TooLarge(String),
    /// The compiler has not kept the code in it, or it was stripped.
    NoDebugInfo,
    /// The code in it is encrypted.
    Encrypted,
    /// It was compiled from another language than Erlang, whose compiler is named.
    Foreign(String),
    /// It was compiled from Elixir.
    Elixir(Elixir),
}

/// A refusal of a file that is not whole.
fn broken<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Broken(what.into()))
}

/// The module of a compiled file as Erlang text.
pub fn print(bytes: &[u8]) -> Result<Printed, Refusal> {
    let unpacked = container::unpacked(bytes)?;
    let chunks = Chunks::read(&unpacked)?;
    let terms = match abstract_code(&chunks) {
        Err(Refusal::NoDebugInfo) if elixir(&chunks).is_some() => {
            return Err(elixir(&chunks).map_or(Refusal::NoDebugInfo, Refusal::Elixir));
        }
        found => found?,
    };
    let (terms, forms) = terms;
    form::module(&terms, forms)
}

/// The forms in the debug info.
fn abstract_code(chunks: &Chunks<'_>) -> Result<(Terms, Id), Refusal> {
    if let Some(bytes) = chunks.get(*b"Dbgi") {
        let terms = decoded(bytes)?;
        let root = terms.root();
        let Some([tag, backend, data]) = terms.tuple(root).and_then(three) else {
            return Err(Refusal::NoDebugInfo);
        };
        return match (terms.atom(tag), terms.atom(backend)) {
            (Some("debug_info_v1"), Some("erl_abstract_code")) => {
                let forms = terms.tuple(data).and_then(|parts| parts.first().copied());
                forms_or_none(terms, forms)
            }
            (Some("debug_info_v1"), Some("elixir_erl")) => {
                Err(elixir(chunks)
                    .map_or(Refusal::Foreign("elixir_erl".to_owned()), Refusal::Elixir))
            }
            (Some("debug_info_v1"), Some(other)) => Err(Refusal::Foreign(other.to_owned())),
            _ => broken("its debug info is of a kind that no compiler of Erlang writes"),
        };
    }
    let Some(bytes) = chunks.get(*b"Abst").filter(|bytes| !bytes.is_empty()) else {
        return Err(Refusal::NoDebugInfo);
    };
    let terms = decoded(bytes)?;
    // `{raw_abstract_v1, Forms}`
    let forms = terms.tuple(terms.root()).and_then(|parts| parts.get(1).copied());
    forms_or_none(terms, forms)
}

fn forms_or_none(terms: Terms, forms: Option<Id>) -> Result<(Terms, Id), Refusal> {
    match forms.filter(|&forms| terms.atom(forms).is_none()) {
        Some(forms) => Ok((terms, forms)),
        None => Err(Refusal::NoDebugInfo),
    }
}

fn three(parts: &[Id]) -> Option<[Id; 3]> {
    parts.try_into().ok()
}

/// The term of a chunk, which begins with another byte if it is encrypted.
fn decoded(bytes: &[u8]) -> Result<Terms, Refusal> {
    match bytes.first() {
        Some(0) => Err(Refusal::Encrypted),
        _ => Terms::decode(bytes),
    }
}

/// What the other chunks say of a module of Elixir; nothing if the name is none of Elixir's.
fn elixir(chunks: &Chunks<'_>) -> Option<Elixir> {
    let atoms = chunks.atoms()?;
    let module = atoms.first().filter(|name| name.starts_with("Elixir."))?.clone();
    let attributes = chunks.get(*b"Attr").and_then(|bytes| Terms::decode(bytes).ok());
    let behaviours = attributes.map_or_else(Vec::new, |terms| behaviours(&terms));
    Some(Elixir { module, behaviours, exports: chunks.exports(&atoms) })
}

/// The values of the attributes `behaviour`.
fn behaviours(terms: &Terms) -> Vec<String> {
    let mut names = Vec::new();
    for &attribute in terms.list(terms.root()).unwrap_or_default() {
        let Some(&[key, values]) = terms.tuple(attribute) else { continue };
        if matches!(terms.atom(key), Some("behaviour" | "behavior")) {
            let values = terms.list(values).unwrap_or_default();
            names.extend(values.iter().filter_map(|&name| terms.atom(name).map(str::to_owned)));
        }
    }
    names
}
