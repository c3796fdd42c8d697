//! The fixed texts of the mCRL2 library.

/// Constructors of terms; those of the atoms follow.
pub(super) const TERM: &str = "\
% Erlang's terms; state names are constants of their own.
sort Term = struct int(value: Int) | nil_ | cons_(hd: Term, tl: Term)
    | tuplenil(Term) | tuple(Term, Term) | emptytuple
";

/// Maps on terms; the tests of the states follow.
pub(super) const MAPS: &str = "\
map rank, arity: Term -> Nat;
    element, arg: Pos # Term -> Term;
    is_int, is_atom, is_nil, is_cons, is_tuple: Term -> Bool;
";

/// Rules of the maps, as far as they do not speak of atoms.
pub(super) const RULES: &str = "\
var X, H, R: Term; N: Int; P: Pos;
eqn element(1, tuplenil(H)) = H;
    element(1, tuple(H, R)) = H;
    P > 1 -> element(P, tuple(H, R)) = element(Int2Pos(P - 1), R);
    arg(P, X) = element(P, element(3, X));
    is_int(X) = rank(X) == 0;
    is_nil(X) = rank(X) == 2;
    is_cons(X) = rank(X) == 3;
    is_tuple(X) = rank(X) > 3 && rank(X) < 7;
    rank(int(N)) = 0;  arity(int(N)) = 0;
    rank(nil_) = 2;  arity(nil_) = 0;
    rank(cons_(H, R)) = 3;  arity(cons_(H, R)) = 0;
    rank(tuplenil(H)) = 4;  arity(tuplenil(H)) = 1;
    rank(tuple(H, R)) = 5;  arity(tuple(H, R)) = arity(R) + 1;
    rank(emptytuple) = 6;  arity(emptytuple) = 0;
";

/// Maps of the order: values before atoms before tuples before lists; tuples by size, then by
/// components.
pub(super) const ORDER_MAPS: &str = "\
map kind, place: Term -> Nat;
    less, less_same, less_items: Term # Term -> Bool;
var X, Y, H1, R1, H2, R2: Term; N, M: Int;
";

/// The place of a term among the kinds.
pub(super) const KIND: &str = "\
eqn kind(X) = if(is_int(X), 0, if(is_atom(X), 1, if(is_tuple(X), 2, if(is_nil(X), 3, 4))));
";

/// The place of a term among the kinds, where references and process identifiers stand between atoms and tuples.
pub(super) const KIND_WITH_IDENTITIES: &str = "\
eqn kind(X) = if(is_int(X), 0, if(is_atom(X), 1, if(is_reference(X), 2, if(is_pid(X), 3,
      if(is_tuple(X), 4, if(is_nil(X), 5, 6))))));
";

/// Order by kinds, and inside of each kind.
pub(super) const ORDER: &str =
    "    less(X, Y) = if(kind(X) == kind(Y), less_same(X, Y), kind(X) < kind(Y));
    less_same(int(N), int(M)) = N < M;
    less_same(nil_, Y) = false;
    less_same(emptytuple, Y) = 0 < arity(Y);
    less_same(cons_(H1, R1), cons_(H2, R2)) = less(H1, H2) || (H1 == H2 && less(R1, R2));
    less_same(tuplenil(H1), Y) =
      if(arity(Y) == 1, less_items(tuplenil(H1), Y), 1 < arity(Y));
    less_same(tuple(H1, R1), Y) =
      if(arity(tuple(H1, R1)) == arity(Y), less_items(tuple(H1, R1), Y),
         arity(tuple(H1, R1)) < arity(Y));
    is_atom(X) -> less_same(X, Y) = place(X) < place(Y);
    less_items(tuplenil(H1), tuplenil(H2)) = less(H1, H2);
    less_items(tuple(H1, R1), tuple(H2, R2)) =
      less(H1, H2) || (H1 == H2 && less_items(R1, R2));
";

/// References and process identifiers go by number.
pub(super) const ORDER_OF_IDENTITIES: &str = "    less_same(reference(N), reference(M)) = N < M;
    less_same(pid(N), pid(M)) = N < M;
";

/// References and process identifiers, a number each; their ranks and tests follow.
pub(super) const IDENTITIES: &str = "\
map make_reference, make_pid: Term -> Term;
    is_reference, is_pid: Term -> Bool;
var X: Term; N: Int;
eqn make_reference(int(N)) = reference(N);
    make_pid(int(N)) = pid(N);
";

/// Rules for the first of what is made, a reference or a process identifier, that is not in a term.
pub(super) fn fresh(made: &str, other: &str, from: &str) -> String {
    FRESH.replace("MADE", made).replace("OTHER", other).replace("FROM", from)
}

const FRESH: &str = "\
map fresh_MADE: Term -> Term;
    FROM: Int # Int # Term -> Term;
    has_MADE: Int # Term -> Bool;
var X, H, R: Term; N, M: Int;
eqn fresh_MADE(tuple(int(N), tuple(int(M), tuplenil(X)))) = FROM(N, M, X);
    has_MADE(N, X) -> FROM(N, M, X) = FROM(N + M, M, X);
    !has_MADE(N, X) -> FROM(N, M, X) = MADE(N);
    has_MADE(N, MADE(M)) = N == M;
    has_MADE(N, cons_(H, R)) = has_MADE(N, H) || has_MADE(N, R);
    has_MADE(N, tuplenil(H)) = has_MADE(N, H);
    has_MADE(N, tuple(H, R)) = has_MADE(N, H) || has_MADE(N, R);
    is_int(X) || is_nil(X) || rank(X) == 6 || is_atom(X) || is_OTHER(X) ->
      has_MADE(N, X) = false;

";

/// Division truncates towards zero, as Erlang's; a divisor of 0 has been excluded before.
pub(super) const ARITHMETIC: &str = "\
map quot: Int # Int -> Int;
    mcrl_plus, mcrl_minus, mcrl_times, mcrl_div, mcrl_rem: Term # Term -> Term;
    mcrl_neg: Term -> Term;
var N, M: Int;
eqn M != 0 && (N < 0) == (M < 0) -> quot(N, M) = abs(N) div Int2Pos(abs(M));
    M != 0 && (N < 0) != (M < 0) -> quot(N, M) = -(abs(N) div Int2Pos(abs(M)));
    mcrl_plus(int(N), int(M)) = int(N + M);
    mcrl_minus(int(N), int(M)) = int(N - M);
    mcrl_times(int(N), int(M)) = int(N * M);
    mcrl_div(int(N), int(M)) = int(quot(N, M));
    mcrl_rem(int(N), int(M)) = int(N - M * quot(N, M));
    mcrl_neg(int(N)) = int(-N);

";

/// Lists of natural numbers, such as texts.
pub(super) const CHARACTERS: &str = "\
map chars: List(Int) -> Term;
var N: Int; L: List(Int);
eqn chars([]) = nil_;
    chars(N |> L) = cons_(int(N), chars(L));

";

/// Tuples as lists, and proper lists as tuples.
pub(super) const LISTS: &str = "\
map tuple_to_list, list_to_tuple: Term -> Term;
var H1, H2, R1: Term;
eqn tuple_to_list(emptytuple) = nil_;
    tuple_to_list(tuplenil(H1)) = cons_(H1, nil_);
    tuple_to_list(tuple(H1, R1)) = cons_(H1, tuple_to_list(R1));
    list_to_tuple(nil_) = emptytuple;
    list_to_tuple(cons_(H1, nil_)) = tuplenil(H1);
    list_to_tuple(cons_(H1, cons_(H2, R1))) = tuple(H1, list_to_tuple(cons_(H2, R1)));

";
