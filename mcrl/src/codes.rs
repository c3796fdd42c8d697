//! The codes of this crate's messages, with what `erl2lts explain` says about them.

use frontend::{Code, CodeInfo};

/// Declares the codes and their table.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal $title:literal $explanation:literal)*) => {
        $($(#[$doc])* pub const $name: Code = Code($code);)*

        /// All codes of this crate, in order.
        pub const TABLE: &[CodeInfo] = &[
            $(CodeInfo { code: $name, title: $title, explanation: $explanation },)*
        ];
    };
}

codes! {
    /// A character that begins no token.
    LEXICAL = "E0600" "character that muCRL does not have" "\
A muCRL specification is made of names, keywords, `-> || ||_ <| |> << | # : , = + . @ ( ) { }`, and
comments from `%` to the end of the line. A name has letters, digits and ^ _ ' \\ -, may start with a digit
and does not end in `-`. There are no quotes, no `;`, no infix operators on data.

    sort D;            the `;` of mCRL2: muCRL has none
"

    /// The text is not built as the grammar asks.
    SYNTAX = "E0601" "syntax error in a muCRL specification" "\
Sections come in any order, each as often as needed, but none is empty:

    sort D E                                  func c,d: -> D    f: D # E -> D
    map  g: D -> E                            var x,y: D        rew  g(c) = e    g(f(x,z)) = e
    act  a,b: D # E    quiet                  comm a | b = c
    proc P(x:D,y:E) = a(x,y).P(c,y)           init P(c,e)

Sorts, and actions without parameters, stand side by side without commas; each parameter has its own
sort; a conditional inside of another one stands in parentheses: (p <| b |> (q <| c |> r)); `sum` binds
one variable; what takes no arguments has no parentheses.
"

    /// A process is nested too deep.
    TOO_DEEP = "E0602" "process nested too deep" "\
The operators of a process term are nested more than 500 levels deep. Long sums p + q + .., sequences
p.q. .. and compositions p || q || .. count as one level each, and parentheses as none. Terms may be of any
depth.

Way out: give inner parts a name under `proc`.
"

    /// A name without a declaration.
    UNDECLARED = "E0603" "name that is not declared" "\
Everything has a declaration: sorts under `sort`, constructors under `func`, other functions under `map`, the
variables of rules under the `var` in front of their `rew`, actions under `act`, processes under `proc`.
Numbers and T, F, and, or, not, eq, if are names like all others. `var` reaches to the next `rew` only.
"

    /// A name that stands for two things.
    CLASH = "E0604" "name declared twice" "\
A name may have several meanings if they differ in the sorts of their arguments. The result is not looked at,
and functions, actions and processes share their names:

    map eq: D # D -> Bool    eq: D # D -> D      clash: the same arguments
    func d: -> D             act d               clash: neither takes any
    act X: D                 proc X(x:D) = ..    clash
    act d: D                 func d: -> D        fine
    act b: D    b: Bool                          fine

A variable of a rule, a parameter and the variable of a sum cannot have the name of something without
arguments, and those of one `var`, or of one process, have different names. Sorts are declared once.
"

    /// A term or an argument of the wrong sort.
    BAD_SORT = "E0605" "arguments of other sorts" "\
The name is declared, but not for this number of arguments with these sorts; or a condition is not of
sort Bool; or the two sides of a rule have different sorts.

    map f: D -> D
    rew f(c,c) = c           f takes one argument
    proc P = a <| c |> b     a condition is of sort Bool: write eq(c,d)
"

    /// The sort of conditions is missing.
    NO_BOOL = "E0606" "sort Bool is missing or incomplete" "\
Conditions are of sort Bool, whose constructors T and F every specification declares itself; where processes
run in parallel, the functions and, or, not as well:

    sort Bool
    func T,F: -> Bool
    map  and,or: Bool # Bool -> Bool    not: Bool -> Bool
    var  b: Bool
    rew  and(T,b) = b    and(F,b) = F    or(T,b) = T    or(F,b) = b    not(T) = F    not(F) = T
"

    /// A sort that is communicated has no equality.
    NO_EQUALITY = "E0607" "eq is missing for a sort that is communicated" "\
Two actions communicate where their arguments are equal. If both sides send a term, `eq` decides, which
must be declared for the sort with this name:

    map eq: D # D -> Bool

It is not needed where one side takes what comes: sum(x:D, receive(x)...).
"

    /// A variable occurs twice in a left side.
    NOT_LINEAR = "E0608" "variable twice in the left side of a rule" "\
A left side looks at symbols, and has each variable once; that two arguments are equal is for `eq` to say, as it
is where actions communicate. (The classic rewriter would compare normal forms here.)

    rew same(x,x) = T                    write: same(x,y) = eq(x,y)
"

    /// A variable occurs only in the right side.
    UNBOUND = "E0609" "variable only in the right side of a rule" "\
What a variable of the right side stands for is found by the left side, so it must occur there.

    rew f(x) = g(x,y)                    what is y?
"

    /// A rule without a function to its left.
    BAD_RULE = "E0610" "left side is a variable" "\
A rule says how a function is computed. Its left side is the function with its arguments, not a variable, which
would match everything.

    var x: D    rew x = c
"

    /// A process that calls itself before it does anything.
    UNGUARDED = "E0611" "unguarded recursion" "\
A process calls itself, perhaps through others, before any action. What it does first is not defined then.

    proc P = P + a.P                     the first P has nothing in front of it
         Q = R <| T |> delta    R = Q

Way out: put an action, or tau, in front of the call, or leave the call out.
"

    /// Sequential and parallel operators are mixed.
    MIXED = "E0612" "sequential and parallel operators mixed" "\
A process is either sequential, made of actions, delta, tau, `.`, `+`, `<| |>`, sum and calls of sequential
processes; or it is a composition, made of `||`, encap, hide, rename and calls. Inside of a composition only
calls, and inside of a sequential process no composition and no call of one.

    proc P = a.(Q || R)                  parallel operator in a sequential process
    init a.delta || b.delta              write: proc A = a.delta  B = b.delta  init A || B
"

    /// A process that is called is followed by something.
    SEQUENTIAL = "E0613" "something follows a call of a process" "\
A process that is called goes on for ever or ends in delta; it does not come back. So nothing may follow
the call.

    proc P = a.Q.P    Q = b              write: P = a.b.P, or Q = b.P
"

    /// A composition contains itself.
    PARALLEL_RECURSION = "E0614" "recursion through parallel composition" "\
A composition calls itself: it would have infinitely many components, which no state can hold.

    proc P = a.delta    Q = P || Q
"

    /// Communications that contradict each other or the declarations of actions.
    BAD_COMMUNICATION = "E0615" "communication that cannot be" "\
In `comm a | b = c` the three actions are declared with the same sorts, and no other line says what a
and b, or b and a, communicate to. Whoever of three actions meet first, the result is the same: a|b|c
must not depend on the order.
"

    /// There is not exactly one initial process.
    NO_INIT = "E0616" "not exactly one init" "\
A specification says once how it starts:

    init encap({send,receive}, Sender || Receiver)
"

    /// An operator that is not supported.
    UNSUPPORTED = "E0617" "operator that is not supported" "\
Time (`@`, `<<`) and the auxiliary operators of the axioms, left merge `||_` and communication merge `|`, are
not explored; the linearizer of the classic toolset does not take them either, time aside.

Way out: `||` with `comm` and `encap` says the same for whole systems.
"

    /// A process comes to its end.
    TERMINATES = "E0618" "process that terminates" "\
The last action of this process has nothing behind it, so the process would terminate successfully. A
specification of the class does not: its processes go on for ever or deadlock.

    proc P = a.b                         write: P = a.b.delta, or P = a.b.P
"

    /// An action that is renamed to one with other sorts.
    BAD_RENAMING = "E0619" "renaming that cannot be" "\
rename({a->b},p) needs an action b with the same sorts for every action a, and names a once.
"

    /// A variable of a sum that has infinitely many values.
    UNBOUNDED_SUM = "E0620" "sum with no end" "\
The variable of a sum gets its value from a communication: in sum(x:D, r(x).P(x)) from whoever sends. If
nobody does, all values of its sort are taken in turn, which needs a finite sort: one with constructors that do
not lead back to it.

    init sum(x:Natural, show(x).delta)   infinitely many transitions

Way out: check that encap holds the action, and that somebody sends. Or let the sum go over a finite sort.
"

    /// A condition that has no truth value.
    STUCK_CONDITION = "E0621" "condition without a value" "\
A condition was rewritten as far as the rules go, and neither T nor F is left. Some function in it has no rule
for its arguments, often one that is partial: hd(nil), element(int(3), ..) of a pair.

Way out: give the function a rule for every constructor, or test before.
"

    /// A specification that grows too large.
    TOO_LARGE = "E0622" "specification too large" "\
Written out in full, the initial process has more than 1,000 components or 1,000,000 symbols.

    proc P1 = P2 || P2    P2 = P3 || P3    ..    every line doubles them

Or the sequential processes have thousands of variables in thousands of places: more than 20,000,000 values would
have to be kept for their places together.
"
}
