//! `erl2lts check` of a base with features: every product, and the smallest sets of features that break a property.
//!
//! Input: a composition with its products, properties. Output: a table of products and properties; for each property the sets that
//! break it, with the run of one. A product that is the same system as another is judged once.

use std::iter::once;

use checker::{NoAtoms, Truth, truth};
use lts::Lts;
use lts::term::print::atom_text;

use super::{parse, write_besides};
use crate::check::evidence::Stage;
use crate::check::finding::Parsed;
use crate::check::judgement::judge;
use crate::check::written::artifacts::{Files, no_test};
use crate::cli::CheckArgs;
use crate::config::language;
use crate::config::observed::asks_no_state;
use crate::config::properties::{Properties, Property};
use crate::config::question::Question;
use crate::report::{Entry, ProductRow, ProductTable, Reporter, Word};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::features::Line;

/// Checks all properties of all products.
pub(super) fn run(
    session: &mut Session,
    report: &mut Reporter,
    args: &CheckArgs,
    (line, properties): &(Line, Properties),
) -> Exit {
    if let Some(error) = no_test(args) {
        session.report(error);
        return Exit::Input;
    }
    let Some(given) = language::given(session, &args.asked, &args.files) else {
        return Exit::Input;
    };
    let properties: Vec<&Property> = properties.list.iter().chain(&given).collect();
    let fits = |session: &mut Session, question: &Question| asks_no_state(session, once(question));
    let Some(parsed) = parse(session, report, args, &properties, fits) else {
        return Exit::Input;
    };
    let mut systems: Vec<Lts> =
        line.products.systems.iter().map(|system| system.lts.clone()).collect();
    let words: Vec<Vec<Word>> = parsed
        .iter()
        .map(|parsed| systems.iter_mut().map(|lts| word(&parsed.formula, lts)).collect())
        .collect();
    report.add(session, Entry::Products(table(line, &parsed, &words)));
    let files = Files::of(args, properties.len());
    let mut exit = Exit::Success;
    for (parsed, words) in parsed.iter().zip(&words) {
        let judged = Judged { line, parsed, words };
        exit = exit.and(judged.find(session, report, &mut systems, &files));
    }
    exit
}

/// Whether a property holds of a system.
fn word(question: &Question, lts: &mut Lts) -> Word {
    let holds = match question {
        Question::Formula(formula) => truth(lts, &NoAtoms, formula),
        Question::Past(_) => {
            match judge(question, &mut Stage::of_system(lts)).value.verdict.holds {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            }
        }
    };
    match holds {
        Some(true) => Word::Holds,
        Some(false) => Word::Violated,
        None => Word::Unknown,
    }
}

fn table(line: &Line, parsed: &[Parsed<'_>], words: &[Vec<Word>]) -> ProductTable {
    let rows = line.products.list.iter().map(|product| ProductRow {
        features: named(line, product.features),
        states: product.n_states,
        transitions: product.n_transitions,
        words: words.iter().map(|words| words[product.system]).collect(),
    });
    ProductTable {
        systems: line.products.systems.len(),
        properties: parsed.iter().map(|parsed| parsed.property.name.clone()).collect(),
        rows: rows.collect(),
    }
}

/// The names of a set of features.
fn named(line: &Line, set: u64) -> Vec<String> {
    let features = line.composed.features.iter().enumerate();
    let chosen = features.filter(|(number, _)| set >> number & 1 == 1);
    chosen.map(|(_, name)| atom_text(name.as_str())).collect()
}

/// Sets of features as they are said: `discount, by card with declined`.
fn listed(line: &Line, sets: &[u64]) -> String {
    let set = |set: &u64| match named(line, *set).join(" with ") {
        none if none.is_empty() => "the base, without any feature".to_owned(),
        names => names,
    };
    sets.iter().map(set).collect::<Vec<_>>().join(", by ")
}

/// A property of which is known in which systems it holds.
struct Judged<'j, 'p> {
    line: &'j Line,
    parsed: &'j Parsed<'p>,
    words: &'j [Word],
}

impl Judged<'_, '_> {
    /// Reports the property with the run of one product, and writes what is asked for besides.
    fn find(
        &self,
        session: &mut Session,
        report: &mut Reporter,
        systems: &mut [Lts],
        files: &Files<'_>,
    ) -> Exit {
        let products = &self.line.products;
        let of_word = |wanted: Word| products.smallest(|system| self.words[system] == wanted);
        let broken: Vec<u64> = of_word(Word::Violated).iter().map(|one| one.features).collect();
        // What breaks it is shown; else what is not known; else it holds with all features, too.
        let shown = [Word::Violated, Word::Unknown]
            .into_iter()
            .find_map(|word| of_word(word).first().map(|product| product.system));
        let last = || products.list.last().map_or(0, |product| product.system);
        let system = shown.unwrap_or_else(last);
        let mut stage = Stage::of_system(&mut systems[system]);
        let Some((mut finding, verdict)) = self.parsed.find(session, &mut stage) else {
            return Exit::Input;
        };
        finding.false_in = None;
        finding.notes.extend(self.said(&broken));
        if let Some(expected) = self.unexpected(&broken) {
            finding.notes.push(expected);
            finding.exit = Exit::Violated;
        }
        let (exit, word) = (finding.exit, finding.word);
        report.add(session, Entry::Property(Box::new(finding)));
        write_besides(session, (self.parsed, files), (&verdict, word), &mut stage, None);
        exit
    }

    /// Which sets break it, and whose the run is.
    fn said(&self, broken: &[u64]) -> Vec<String> {
        let Some(first) = broken.first() else { return Vec::new() };
        let mut said = vec![format!("broken by {}", listed(self.line, broken))];
        if broken.len() > 1 {
            said.push(format!("the run is that with {}", named(self.line, *first).join(" and ")));
        }
        said
    }

    /// That other sets break it than are expected.
    fn unexpected(&self, broken: &[u64]) -> Option<String> {
        let (expected, _) = self.parsed.property.broken_by.as_ref()?;
        let number = |name: &frontend::Name| {
            self.line.composed.features.iter().position(|other| other == name)
        };
        let set = |names: &Vec<frontend::Name>| {
            names.iter().filter_map(number).fold(0_u64, |set, number| set | 1 << number)
        };
        let mut expected: Vec<u64> = expected.iter().map(set).collect();
        let mut broken = broken.to_vec();
        expected.sort_unstable();
        broken.sort_unstable();
        if expected == broken {
            return None;
        }
        let sets = listed(self.line, &expected);
        let by = if expected.is_empty() { "nothing" } else { sets.as_str() };
        Some(format!("expected to be broken by {by}"))
    }
}
