//! Constructs that are read but have no node of their own yet.
//!
//! One constant for each: its name in messages, with a small sample of Erlang that is read as this
//! construct (the printer writes it, so that printed modules can be read again).

/// Declares the constructs and their table.
macro_rules! constructs {
    ($($(#[$doc:meta])* $name:ident = $text:literal $sample:literal)*) => {
        $($(#[$doc])* pub const $name: &str = $text;)*

        /// All constructs that may stand in `ExprKind::Unsupported`, each with its sample.
        pub const TABLE: &[(&str, &str)] = &[$(($name, $sample),)*];
    };
}

constructs! {
    /// `fun (X) -> X end`, `fun f/1`, `fun m:f/1`
    FUN = "a fun" "fun () -> ok end"
    /// `#{}` and updates
    MAP = "a map" "#{}"
    /// `#r{}`, updates, fields and field indices
    RECORD = "a record" "#r{}"
    /// `<<1, X:8>>`
    BINARY = "a binary" "<<>>"
    /// `[X || X <- L]`
    LIST_COMPREHENSION = "a list comprehension" "[X || X <- []]"
    /// `<<<<X>> || <<X>> <= B>>`
    BINARY_COMPREHENSION = "a binary comprehension" "<< <<X>> || X <- [] >>"
    /// `#{K => V || K := V <- M}`
    MAP_COMPREHENSION = "a map comprehension" "#{X => X || X <- []}"
    /// `try .. of .. catch .. after .. end`
    TRY = "a try" "try ok catch _ -> ok end"
    /// `receive .. after .. end`
    RECEIVE = "a receive" "receive after 0 -> ok end"
    /// `maybe .. else .. end`
    MAYBE = "a maybe" "maybe ok, ok end"
    /// `{m, f}(X)`
    TUPLE_CALL = "a call of a tuple" "{m, f}()"
    /// A list with more elements than [`crate::nesting::MAX_LIST`].
    LONG_LIST = "a list of more than 250 elements" "ok"
    /// A map in a pattern.
    MAP_PATTERN = "a map in a pattern" "(#{} = ok)"
    /// A record in a pattern.
    RECORD_PATTERN = "a record in a pattern" "(#r{} = ok)"
    /// A binary in a pattern.
    BINARY_PATTERN = "a binary in a pattern" "(<<>> = ok)"
    /// A long list in a pattern.
    LONG_LIST_PATTERN = "a list of more than 250 elements in a pattern" "ok"
}
