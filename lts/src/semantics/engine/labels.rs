//! Labels of steps, found again without their text.

use rustc_hash::FxHashMap;

use super::program::{LabelSite, Part, Register};
use super::word::Word;
use crate::ids::LabelId;
use crate::semantics::Machine;
use crate::semantics::store::{Shape, TermId};

/// Integers whose labels are found in a table.
const SMALL: usize = 1 << 16;

/// What is not there yet.
const NONE: u32 = u32::MAX;

/// The labels that have been seen, by site and values.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// For each site its registers, and its labels by the value of the only one: none is value 0.
    sites: Vec<(Vec<Register>, Vec<u32>)>,
    others: FxHashMap<(usize, Vec<u32>), LabelId>,
}

impl Labels {
    pub(super) fn new(sites: &[LabelSite]) -> Self {
        let site = |site: &LabelSite| {
            let mut registers = Vec::new();
            site.args.iter().for_each(|part| part.registers(&mut registers));
            (registers, Vec::new())
        };
        Self { sites: sites.iter().map(site).collect(), others: FxHashMap::default() }
    }

    /// The label of a site, if it has been seen with these values; `key` is room for them.
    pub(super) fn find(
        &self,
        site: usize,
        values: &[u32],
        key: &mut (usize, Vec<u32>),
    ) -> Option<LabelId> {
        let (registers, table) = &self.sites[site];
        if let Some(place) = place(registers, values) {
            return table.get(place).filter(|&&label| label != NONE).map(|&label| LabelId(label));
        }
        key.0 = site;
        key.1.clear();
        key.1.extend(registers.iter().map(|&register| values[register as usize]));
        self.others.get(key).copied()
    }

    /// The label of a site, made if it is new.
    pub(super) fn make(
        &mut self,
        (site, made): (usize, &LabelSite),
        values: &[u32],
        machine: &mut Machine<'_>,
    ) -> LabelId {
        let args: Vec<TermId> = made.args.iter().map(|part| term(part, values, machine)).collect();
        let label = machine.label(made.action, &args);
        let (registers, table) = &mut self.sites[site];
        if let Some(place) = place(registers, values) {
            if table.len() <= place {
                table.resize(place + 1, NONE);
            }
            table[place] = label.0;
        } else {
            let key = registers.iter().map(|&register| values[register as usize]).collect();
            self.others.insert((site, key), label);
        }
        label
    }
}

/// Where in its table the label of a site is, if it is in there.
fn place(registers: &[Register], values: &[u32]) -> Option<usize> {
    match registers {
        [] => Some(0),
        [only] => {
            let value = Word(values[*only as usize]).value()?;
            usize::try_from(value).ok().filter(|&value| value < SMALL)
        }
        _ => None,
    }
}

fn term(part: &Part, values: &[u32], machine: &mut Machine<'_>) -> TermId {
    match part {
        Part::Constant(term) => *term,
        Part::Register(register) => machine.store.term_of(Word(values[*register as usize])),
        Part::Tuple(parts) => {
            let items = parts.iter().map(|part| term(part, values, machine)).collect();
            machine.store.intern(Shape::Tuple(items))
        }
    }
}
