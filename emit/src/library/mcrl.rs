//! The fixed texts of the muCRL library, but those that look into natural numbers.

/// Sort `Bool` with the operations that the toolset demands.
///
/// The toolset makes one conjunction of nested conditions, the innermost first, and evaluates all of
/// it: `and(B,F)` drops what has no value where an outer condition is false.
pub(super) const BOOL: &str = "\
sort Bool
func T,F: -> Bool
map  and,or: Bool # Bool -> Bool
     not: Bool -> Bool
     eq: Bool # Bool -> Bool
     if: Bool # Bool # Bool -> Bool
var  B,C: Bool
rew  and(T,B) = B
     and(F,B) = F
     and(B,F) = F
     or(T,B) = T
     or(F,B) = B
     not(T) = F
     not(F) = T
     eq(T,B) = B
     eq(F,B) = not(B)
     if(T,B,C) = B
     if(F,B,C) = C

";

/// Constructors of terms; those of the atoms follow.
pub(super) const TERM: &str = "\
% Erlang's terms: int(n) is n, neg(n) is -n-1; state names are constants of their own.
sort Term
func int,neg: Natural -> Term
     nil,emptytuple: -> Term
     cons: Term # Term -> Term
     tuplenil: Term -> Term
     tuple: Term # Term -> Term
";

/// Maps on terms; the tests of the states follow.
pub(super) const TERM_MAPS: &str = "\
map  eq: Term # Term -> Bool
     rank,arity: Term -> Natural
     hd,tl: Term -> Term
     element,arg: Term # Term -> Term
     is_int,is_atom,is_nil,is_cons,is_tuple: Term -> Bool
";

/// The rank tells constructors apart; equality of two constants is equality of their ranks. Rules of `element` follow.
pub(super) const TERM_RULES: &str = "\
var  X,H1,R1,H2,R2: Term
     N,M: Natural
rew  rank(int(N)) = 0
     rank(neg(N)) = 1
     rank(nil) = 2
     rank(cons(H1,R1)) = 3
     rank(tuplenil(H1)) = 4
     rank(tuple(H1,R1)) = 5
     rank(emptytuple) = 6
     arity(int(N)) = 0
     arity(neg(N)) = 0
     arity(nil) = 0
     arity(cons(H1,R1)) = 0
     arity(tuplenil(H1)) = 1
     arity(tuple(H1,R1)) = s(arity(R1))
     arity(emptytuple) = 0
     eq(int(N),int(M)) = eq(N,M)
     eq(neg(N),neg(M)) = eq(N,M)
     eq(cons(H1,R1),cons(H2,R2)) = and(eq(H1,H2),eq(R1,R2))
     eq(tuplenil(H1),tuplenil(H2)) = eq(H1,H2)
     eq(tuple(H1,R1),tuple(H2,R2)) = and(eq(H1,H2),eq(R1,R2))
     eq(int(N),neg(M)) = F
     eq(int(N),cons(H2,R2)) = F
     eq(int(N),tuplenil(H2)) = F
     eq(int(N),tuple(H2,R2)) = F
     eq(neg(N),int(M)) = F
     eq(neg(N),cons(H2,R2)) = F
     eq(neg(N),tuplenil(H2)) = F
     eq(neg(N),tuple(H2,R2)) = F
     eq(cons(H1,R1),int(M)) = F
     eq(cons(H1,R1),neg(M)) = F
     eq(cons(H1,R1),tuplenil(H2)) = F
     eq(cons(H1,R1),tuple(H2,R2)) = F
     eq(tuplenil(H1),int(M)) = F
     eq(tuplenil(H1),neg(M)) = F
     eq(tuplenil(H1),cons(H2,R2)) = F
     eq(tuplenil(H1),tuple(H2,R2)) = F
     eq(tuple(H1,R1),int(M)) = F
     eq(tuple(H1,R1),neg(M)) = F
     eq(tuple(H1,R1),cons(H2,R2)) = F
     eq(tuple(H1,R1),tuplenil(H2)) = F
     eq(nil,X) = eq(2,rank(X))
     eq(X,nil) = eq(2,rank(X))
     eq(emptytuple,X) = eq(6,rank(X))
     eq(X,emptytuple) = eq(6,rank(X))
     hd(cons(H1,R1)) = H1
     tl(cons(H1,R1)) = R1
";

/// Tests of the kinds of terms; the rules of the atoms follow.
pub(super) const KIND_RULES: &str = "     is_int(X) = lt(rank(X),2)
     is_nil(X) = eq(2,rank(X))
     is_cons(X) = eq(3,rank(X))
     is_tuple(X) = and(lt(3,rank(X)),lt(rank(X),7))
";

/// Maps of the order: values before atoms before tuples before lists; tuples by size, then by
/// components.
pub(super) const ORDER_MAPS: &str = "\
map  kind: Term -> Natural
     kind_of_rank: Bool # Bool # Bool # Bool -> Natural
     less,less_same,less_items: Term # Term -> Bool
     less_1: Bool # Term # Term -> Bool
     less_tuple: Bool # Term # Term -> Bool
var  X,Y,H1,R1,H2,R2: Term
     N,M: Natural
     A,B,C: Bool
";

/// The place of a term among the kinds.
pub(super) const KIND: &str = "\
rew  kind(X) = kind_of_rank(is_int(X),is_atom(X),is_tuple(X),is_nil(X))
";

/// The map that [`KIND_WITH_IDENTITIES`] needs besides `kind`.
pub(super) const MAPS_OF_IDENTITIES: &str = "map  kind_of_term: Bool # Bool # Natural -> Natural\n";

/// The place of a term among the kinds, where references and process identifiers stand between atoms and tuples.
pub(super) const KIND_WITH_IDENTITIES: &str = "\
rew  kind(X) = kind_of_term(is_reference(X),is_pid(X),
       kind_of_rank(is_int(X),is_atom(X),is_tuple(X),is_nil(X)))
     kind_of_term(T,A,N) = 2
     kind_of_term(F,T,N) = 3
     kind_of_term(F,F,0) = 0
";

/// The place of a kind among those of every specification.
pub(super) const PLACES: &str = "     kind_of_rank(T,A,B,C) = 0
     kind_of_rank(F,T,B,C) = 1
     kind_of_rank(F,F,T,C) = 2
     kind_of_rank(F,F,F,T) = 3
     kind_of_rank(F,F,F,F) = 4
";

/// Order by kinds, and inside of each kind; the rules of the atoms follow.
pub(super) const ORDER: &str = "     less(X,Y) = less_1(eq(kind(X),kind(Y)),X,Y)
     less_1(F,X,Y) = lt(kind(X),kind(Y))
     less_1(T,X,Y) = less_same(X,Y)
     less_same(int(N),int(M)) = lt(N,M)
     less_same(int(N),neg(M)) = F
     less_same(neg(N),int(M)) = T
     less_same(neg(N),neg(M)) = lt(M,N)
     less_same(nil,Y) = F
     less_same(emptytuple,Y) = lt(0,arity(Y))
     less_same(cons(H1,R1),cons(H2,R2)) = or(less(H1,H2),and(eq(H1,H2),less(R1,R2)))
     less_same(tuplenil(H1),Y) = less_tuple(eq(1,arity(Y)),tuplenil(H1),Y)
     less_same(tuple(H1,R1),Y) = less_tuple(eq(arity(tuple(H1,R1)),arity(Y)),tuple(H1,R1),Y)
     less_tuple(F,X,Y) = lt(arity(X),arity(Y))
     less_tuple(T,X,Y) = less_items(X,Y)
     less_items(tuplenil(H1),tuplenil(H2)) = less(H1,H2)
     less_items(tuple(H1,R1),tuple(H2,R2)) = or(less(H1,H2),and(eq(H1,H2),less_items(R1,R2)))
";

/// References and process identifiers go by number.
pub(super) const ORDER_OF_IDENTITIES: &str = "     less_same(reference(N),reference(M)) = lt(N,M)
     less_same(pid(N),pid(M)) = lt(N,M)
";

/// References and process identifiers, a number each; their ranks and tests follow.
pub(super) const IDENTITIES: &str = "\
func reference,pid: Natural -> Term
map  number: Term -> Natural
     make_reference,make_pid: Term -> Term
     is_reference,is_pid: Term -> Bool
var  X: Term
     N: Natural
rew  number(reference(N)) = N
     number(pid(N)) = N
     make_reference(int(N)) = reference(N)
     make_pid(int(N)) = pid(N)
     arity(reference(N)) = 0
     arity(pid(N)) = 0
     eq(reference(N),X) = and(is_reference(X),eq(N,number(X)))
     eq(X,reference(N)) = and(is_reference(X),eq(N,number(X)))
     eq(pid(N),X) = and(is_pid(X),eq(N,number(X)))
     eq(X,pid(N)) = and(is_pid(X),eq(N,number(X)))
";

/// Rules for the first reference, or process identifier, that is not in a term; rules of the atoms follow.
pub(super) fn fresh(made: &Fresh<'_>) -> String {
    let Fresh { name, other, from, later } = made;
    let (map, rules) = later.map_or(("", ""), |rules| (LATER_MAP, rules));
    let rules = FRESH.replace("LATER_MAP", map).replace("LATER_RULES", rules);
    rules.replace("MADE", name).replace("OTHER", other).replace("FROM", from)
}

/// What is made that is new.
pub(super) struct Fresh<'f> {
    /// Its constructor.
    pub(super) name: &'f str,
    /// The constructor of the other identities.
    pub(super) other: &'f str,
    /// The function that looks for it.
    pub(super) from: &'f str,
    /// The rules of the function that counts on, where they are not there yet.
    pub(super) later: Option<&'f str>,
}

const LATER_MAP: &str = "     later: Natural # Natural -> Natural\n";

const FRESH: &str = "\
map  fresh_MADE: Term -> Term
     FROM: Bool # Natural # Natural # Term -> Term
LATER_MAP     has_MADE: Natural # Term -> Bool
var  X,H1,R1: Term
     N,M: Natural
rew  fresh_MADE(tuple(int(N),tuple(int(M),tuplenil(X)))) =
       FROM(has_MADE(N,X),N,M,X)
     FROM(T,N,M,X) = FROM(has_MADE(later(N,M),X),later(N,M),M,X)
     FROM(F,N,M,X) = MADE(N)
LATER_RULES     has_MADE(N,MADE(M)) = eq(N,M)
     has_MADE(N,cons(H1,R1)) = or(has_MADE(N,H1),has_MADE(N,R1))
     has_MADE(N,tuplenil(H1)) = has_MADE(N,H1)
     has_MADE(N,tuple(H1,R1)) = or(has_MADE(N,H1),has_MADE(N,R1))
     has_MADE(N,int(M)) = F
     has_MADE(N,neg(M)) = F
     has_MADE(N,OTHER(M)) = F
     has_MADE(N,nil) = F
     has_MADE(N,emptytuple) = F
";

/// Maps of the arithmetic of integers; `sub(N,M)` is the term of N-M.
pub(super) const INTEGER_MAPS: &str = "     sub: Natural # Natural -> Term
     minus_nat: Natural -> Term
     mcrl_plus,mcrl_minus,mcrl_times,mcrl_div,mcrl_rem: Term # Term -> Term
     mcrl_neg: Term -> Term
";

/// Arithmetic of integers by that of naturals.
pub(super) const INTEGER_RULES: &str = "     mcrl_neg(int(N)) = minus_nat(N)
     mcrl_neg(neg(N)) = int(s(N))
     mcrl_plus(int(N),int(M)) = int(plus(N,M))
     mcrl_plus(int(N),neg(M)) = sub(N,s(M))
     mcrl_plus(neg(N),int(M)) = sub(M,s(N))
     mcrl_plus(neg(N),neg(M)) = neg(s(plus(N,M)))
     mcrl_minus(X,int(N)) = mcrl_plus(X,minus_nat(N))
     mcrl_minus(X,neg(N)) = mcrl_plus(X,int(s(N)))
     mcrl_times(int(N),int(M)) = int(times(N,M))
     mcrl_times(int(N),neg(M)) = minus_nat(times(N,s(M)))
     mcrl_times(neg(N),int(M)) = minus_nat(times(s(N),M))
     mcrl_times(neg(N),neg(M)) = int(times(s(N),s(M)))
     mcrl_div(int(N),int(M)) = int(quot(N,M))
     mcrl_div(int(N),neg(M)) = minus_nat(quot(N,s(M)))
     mcrl_div(neg(N),int(M)) = minus_nat(quot(s(N),M))
     mcrl_div(neg(N),neg(M)) = int(quot(s(N),s(M)))
     mcrl_rem(int(N),int(M)) = int(mod(N,M))
     mcrl_rem(int(N),neg(M)) = int(mod(N,s(M)))
     mcrl_rem(neg(N),int(M)) = minus_nat(mod(s(N),M))
     mcrl_rem(neg(N),neg(M)) = minus_nat(mod(s(N),s(M)))

";

/// The paper's stack (Fig. 3).
pub(super) const STACK: &str = "\
sort TermStack
func empty: -> TermStack
     push: Term # TermStack -> TermStack
map  is_top: Term # TermStack -> Bool
     is_empty: TermStack -> Bool
     pop: TermStack -> TermStack
     top: TermStack -> Term
     eq: TermStack # TermStack -> Bool
var  S1,S2: TermStack
     X,Y: Term
rew  is_top(X,empty) = F
     is_top(X,push(Y,S1)) = eq(X,Y)
     is_empty(empty) = T
     is_empty(push(X,S1)) = F
     pop(push(X,S1)) = S1
     top(push(X,S1)) = X
     eq(empty,S2) = is_empty(S2)
     eq(push(X,S1),S2) = and(is_top(X,S2),eq(S1,pop(S2)))

";

/// Tuples as lists, and proper lists as tuples.
pub(super) const LISTS: &str = "\
map  tuple_to_list,list_to_tuple: Term -> Term
var  H1,H2,R1: Term
rew  tuple_to_list(emptytuple) = nil
     tuple_to_list(tuplenil(H1)) = cons(H1,nil)
     tuple_to_list(tuple(H1,R1)) = cons(H1,tuple_to_list(R1))
     list_to_tuple(nil) = emptytuple
     list_to_tuple(cons(H1,nil)) = tuplenil(H1)
     list_to_tuple(cons(H1,cons(H2,R1))) = tuple(H1,list_to_tuple(cons(H2,R1)))

";
