//! A monitor or link of the machine: its components.

use super::layout;

layout! {
    /// A component of a monitor or link.
    WatchPart {
        /// The number of the call that has made it.
        Site,
        /// The reference of a monitor, the process of a link.
        Ref,
        /// `monitor` or `link`; `down` or `exit` where its message is there already.
        Kind,
        /// The process, with what stands before its message.
        Who,
    }
}

layout! {
    /// A component of the process of a link whose message may be there although exits are not trapped any more.
    LoosePart {
        /// `loose`.
        Tag,
        /// The process.
        Who,
    }
}

layout! {
    /// A component of the process of a monitor or link, where messages that wait come before what it brings.
    BehindPart {
        /// `behind`.
        Tag,
        /// How many messages come before it.
        N,
        /// The process.
        Who,
    }
}
