//! What the table of functions says of one of them: its columns.

use behaviour::Failure;

/// Which part of lowering carries out a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarriedOutBy {
    /// It sends something to a process that it names (`message/self_send.rs`).
    Delivery,
    /// It reads or changes the process dictionary (`process/dictionary.rs`).
    Dictionary,
    /// It makes its process a machine (`callback/enter_loop.rs`).
    Entry,
    /// Other modules: it is an action, and nothing else.
    Environment,
    /// It sends an exit signal (`process/watch.rs`).
    ExitSignal,
    /// It makes a reference (`process/reference.rs`).
    Reference,
    /// It answers a client (`message/reply.rs`).
    Reply,
    /// It starts a process (`process/spawned.rs`, then `process/watch.rs`).
    Spawn,
    /// It starts or cancels a timer (`timer.rs`).
    Timer,
    /// It sets whether the machine traps exits (`process/trap.rs`).
    Trap,
    /// None, where it only computes a value and is no action (`call/built_in.rs`, the prelude); else as an action.
    Value,
    /// It makes or removes a monitor or a link (`process/watch.rs`).
    Watch,
}

/// What a function does besides to return a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It brings its caller something at another time, and stops nothing that is on its way.
    Brings,
    /// It may end a process that it is given.
    Ends,
    /// It may make a link.
    Links,
    /// It may make a monitor.
    Monitors,
    /// It tells what is in the process dictionary, or what was there.
    Recalls,
    /// It may send something to a process that it is given, or run code that does.
    Sends,
    /// It starts a process, and returns which one.
    Starts,
    /// It starts a timer that brings any message, or calls any function.
    Times,
}

/// How a function changes who has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// It gives the name, its first argument, to the process that is its second one.
    Gives,
    /// So it does, if no process has the name: then it returns `yes`.
    GivesIfFree,
    /// It starts a process under the name that its first argument says, such as `{local, Name}`.
    GivesToChild,
    /// It takes the name, its first argument, away from the process that has it.
    TakesBack,
}

/// Where a function runs another one that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// In its own place: it returns when that has returned.
    InPlace,
    /// In another process, or later.
    Elsewhere,
}

/// With what a function fails, whatever its arguments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raises {
    /// With nothing.
    Nothing,
    /// With `badarg` alone, if at all.
    Badarg,
}

/// A function, or several of one name that differ in the number of their arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Its module.
    pub(crate) module: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// Numbers of its arguments; [`ANY`] where the row is for all of them.
    pub(crate) arities: &'static [usize],
    /// Who carries out a call. A part of lowering may decline one for what its arguments are: then it is an action.
    pub(crate) by: CarriedOutBy,
    /// What it does, as far as something hangs on that.
    pub(crate) effects: &'static [Effect],
    /// Where it runs a function that it is given by name, if it does.
    pub(crate) runs: Option<Runs>,
    /// How it changes who has a name, if it does.
    pub(crate) naming: Option<Naming>,
    /// The atom that it always returns, if it returns.
    pub(crate) returns: Option<&'static str>,
    /// Whether it may return `undefined`: as there is nothing, or as it makes an atom of any text.
    pub(crate) may_be_undefined: bool,
    /// Whether what it returns hangs on what it is given, not only on whether it is given it; `None` where that is as in
    /// all functions of its module.
    pub(crate) tells: Option<bool>,
    /// How it fails where its first argument is `undefined`, if it does.
    pub(crate) fails: Option<Failure>,
    /// With what it fails for any arguments, if that is known.
    pub(crate) raises: Option<Raises>,
}

/// As many arguments as there are.
pub(crate) const ANY: &[usize] = &[];

impl Row {
    /// A function of which only this is known.
    pub(crate) const fn new(
        module: &'static str,
        name: &'static str,
        arities: &'static [usize],
        by: CarriedOutBy,
    ) -> Self {
        Self {
            module,
            name,
            arities,
            by,
            effects: &[],
            runs: None,
            naming: None,
            returns: None,
            may_be_undefined: false,
            tells: None,
            fails: None,
            raises: None,
        }
    }

    /// One that only computes a value.
    pub(crate) const fn value(module: &'static str, name: &'static str) -> Self {
        Self::new(module, name, ANY, CarriedOutBy::Value)
    }

    /// It does this.
    pub(crate) const fn doing(self, effects: &'static [Effect]) -> Self {
        Self { effects, ..self }
    }

    /// It runs a function that it is given by name.
    pub(crate) const fn running(self, runs: Runs) -> Self {
        Self { runs: Some(runs), ..self }
    }

    /// It changes who has a name.
    pub(crate) const fn naming(self, naming: Naming) -> Self {
        Self { naming: Some(naming), ..self }
    }

    /// It always returns this atom.
    pub(crate) const fn returning(self, atom: &'static str) -> Self {
        Self { returns: Some(atom), ..self }
    }

    /// It may return `undefined`.
    pub(crate) const fn or_undefined(self) -> Self {
        Self { may_be_undefined: true, ..self }
    }

    /// It does something else for values of another kind or size.
    pub(crate) const fn telling(self) -> Self {
        Self { tells: Some(true), ..self }
    }

    /// It only keeps what it is given, other than the functions of its module do.
    pub(crate) const fn keeping(self) -> Self {
        Self { tells: Some(false), ..self }
    }

    /// It fails so where its first argument is `undefined`.
    pub(crate) const fn failing(self, failure: Failure) -> Self {
        Self { fails: Some(failure), ..self }
    }

    /// It fails with this alone.
    pub(crate) const fn raising(self, raises: Raises) -> Self {
        Self { raises: Some(raises), ..self }
    }

    /// Whether it is about a call with so many arguments.
    pub(crate) fn takes(&self, arity: usize) -> bool {
        self.arities.is_empty() || self.arities.contains(&arity)
    }

    /// Whether the function does this.
    pub(crate) fn does(&self, effect: Effect) -> bool {
        self.effects.contains(&effect)
    }
}
