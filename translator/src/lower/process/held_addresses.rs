//! What is known of the machine's own addresses, and of the tags of messages, while a module is lowered.
//!
//! Input: lowered callbacks and functions, what the environment brings, calls to processes of which nothing is known.
//! Output: the addresses and tags that may be among the values of the module, and these calls. Does not decide who a
//! process is.

use behaviour::SYSTEM;
use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::{Name, Span};

use crate::analysis::addresses::{Address, Met};
use crate::analysis::message_shapes::Tags;
use crate::library::stubs::CallEnd;
use crate::lower::analysis::shared::Shared;
use crate::lower::analysis::values::Values;
use crate::lower::lowered::Lowered;
use crate::options::Options;

/// The addresses of the machine and tags of messages among its values, and calls that may go to it all the same.
pub(crate) struct Held {
    /// What has been met.
    addresses: RefCell<BTreeSet<Address>>,
    tags: RefCell<Tags>,
    /// Calls that go to a process of which nothing may be known, where that is taken for another one.
    others: RefCell<BTreeSet<Span>>,
}

impl Held {
    /// These addresses and tags, which are known.
    pub(crate) fn with(addresses: BTreeSet<Address>, tags: Tags) -> Self {
        let (addresses, tags) = (RefCell::new(addresses), RefCell::new(tags));
        Self { addresses, tags, others: RefCell::default() }
    }
}

impl Shared<'_> {
    /// Notes the addresses of the machine and tags of messages among the values of a callback or function.
    pub(crate) fn meet_addresses(&self, lowered: &Lowered) {
        self.meet_with(&mut |met| met.look_at(lowered));
    }

    /// Notes those in what the environment brings.
    pub(crate) fn meet_given(&self) {
        let Options { init, environment, reasons, stubs, .. } = self.options;
        let commands = environment.commands().iter().map(|command| &command.term);
        let stubbed = stubs.iter().flat_map(|stub| &stub.ends).map(|end| match end {
            CallEnd::Return(value) | CallEnd::Raise(_, value) => value,
        });
        let given = commands.chain(init).chain(reasons).chain(stubbed);
        self.meet_with(&mut |met| given.clone().for_each(|value| met.look_into(value)));
    }

    fn meet_with(&self, look: &mut dyn FnMut(&mut Met<'_>)) {
        let origins = self.origins.borrow();
        let binds = self.values != Values::Known;
        let (addresses, tags) = (self.held.addresses.take(), self.held.tags.take());
        let names_system = self.machine.data_atoms.contains(&Name::from(SYSTEM));
        let names = &self.names.known();
        let mut met = Met { names, origins: &origins.table, binds, addresses, tags, names_system };
        look(&mut met);
        self.held.addresses.replace(met.addresses);
        self.held.tags.replace(met.tags);
    }

    /// The tags of messages among its values, as far as they have been met.
    pub(crate) fn tags(&self) -> Tags {
        self.held.tags.borrow().clone()
    }

    /// Whether one of them is among its values.
    pub(crate) fn holds_tag(&self, tag: &str) -> bool {
        self.held.tags.borrow().contains(tag)
    }

    /// The addresses of the machine among its values, as far as they have been met.
    pub(crate) fn addresses(&self) -> BTreeSet<Address> {
        self.held.addresses.borrow().clone()
    }

    /// Notes a call that goes to a process of which nothing may be known.
    pub(crate) fn meet_other(&self, call: Span) {
        self.held.others.borrow_mut().insert(call);
    }

    /// Calls that go to a process of which nothing may be known, where that is taken for another one.
    pub(crate) fn to_others(&self) -> Vec<Span> {
        self.held.others.borrow().iter().copied().collect()
    }
}
