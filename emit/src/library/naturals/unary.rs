//! Natural numbers in unary notation: 0 and its successors.

use super::Naturals;

pub(super) const NATURALS: Naturals =
    Naturals { sort: SORT, element: ELEMENT, kinds: KINDS, later: LATER, maps: MAPS, rules: RULES };

const SORT: &str = "\
sort Natural
func 0: -> Natural
     s: Natural -> Natural
map  eq,lt: Natural # Natural -> Bool
var  N,M: Natural
rew  eq(0,0) = T
     eq(0,s(N)) = F
     eq(s(N),0) = F
     eq(s(N),s(M)) = eq(N,M)
     lt(N,0) = F
     lt(0,s(M)) = T
     lt(s(N),s(M)) = lt(N,M)
";

const ELEMENT: &str = "     element(int(s(0)),tuplenil(H1)) = H1
     element(int(s(0)),tuple(H1,R1)) = H1
     element(int(s(s(N))),tuple(H1,R1)) = element(int(s(N)),R1)
     arg(X,H1) = element(X,element(int(s(s(s(0)))),H1))
";

const KINDS: &str = "     kind_of_term(F,F,s(0)) = 1
     kind_of_term(F,F,s(s(N))) = s(s(s(s(N))))
";

const LATER: &str = "     later(N,0) = N\n     later(N,s(M)) = s(later(N,M))\n";

const MAPS: &str = "\
map  plus,times,monus,quot,mod: Natural # Natural -> Natural
     quot_1,mod_1: Bool # Natural # Natural -> Natural
";

const RULES: &str = "\
var  X: Term
     N,M: Natural
rew  plus(0,N) = N
     plus(s(N),M) = s(plus(N,M))
     times(0,N) = 0
     times(s(N),M) = plus(M,times(N,M))
     monus(N,0) = N
     monus(0,s(M)) = 0
     monus(s(N),s(M)) = monus(N,M)
     quot(N,0) = 0
     quot(N,s(M)) = quot_1(lt(N,s(M)),N,s(M))
     quot_1(T,N,M) = 0
     quot_1(F,N,M) = s(quot(monus(N,M),M))
     mod(N,0) = 0
     mod(N,s(M)) = mod_1(lt(N,s(M)),N,s(M))
     mod_1(T,N,M) = N
     mod_1(F,N,M) = mod(monus(N,M),M)
     sub(N,0) = int(N)
     sub(0,s(M)) = neg(M)
     sub(s(N),s(M)) = sub(N,M)
     minus_nat(0) = int(0)
     minus_nat(s(N)) = neg(N)
";
