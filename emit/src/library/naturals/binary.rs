//! Natural numbers in binary notation, the lowest bit outermost.
//!
//! No rule makes `b0(0)`, so that equal numbers are equal terms. `pred(N)` is for `N` above 0, `minus(N,M)` for `M` not
//! above `N`. What is carried to the next bit is a successor of a sum, or a predecessor of a difference, whose way over
//! ones, or zeros, turns each of them: all carries of a sum together take as many steps as it has bits.

use super::Naturals;

pub(super) const NATURALS: Naturals =
    Naturals { sort: SORT, element: ELEMENT, kinds: KINDS, later: LATER, maps: MAPS, rules: RULES };

/// `below(N,M,B)` is whether N is below M, or, where they are the same, `B`: what the lower bits say.
const SORT: &str = "\
% Natural numbers in binary notation: b0(N) is 2N, for N above 0; b1(N) is 2N+1.
sort Natural
func 0: -> Natural
     b0,b1: Natural -> Natural
map  s,pred,double: Natural -> Natural
     eq,lt: Natural # Natural -> Bool
     below: Natural # Natural # Bool -> Bool
var  N,M: Natural
     B: Bool
rew  s(0) = b1(0)
     s(b0(N)) = b1(N)
     s(b1(N)) = b0(s(N))
     pred(b0(N)) = b1(pred(N))
     pred(b1(N)) = double(N)
     double(0) = 0
     double(b0(N)) = b0(b0(N))
     double(b1(N)) = b0(b1(N))
     eq(0,0) = T
     eq(0,b0(M)) = F
     eq(0,b1(M)) = F
     eq(b0(N),0) = F
     eq(b0(N),b0(M)) = eq(N,M)
     eq(b0(N),b1(M)) = F
     eq(b1(N),0) = F
     eq(b1(N),b0(M)) = F
     eq(b1(N),b1(M)) = eq(N,M)
     lt(N,M) = below(N,M,F)
     below(0,0,B) = B
     below(0,b0(M),B) = T
     below(0,b1(M),B) = T
     below(b0(N),0,B) = F
     below(b0(N),b0(M),B) = below(N,M,B)
     below(b0(N),b1(M),B) = below(N,M,T)
     below(b1(N),0,B) = F
     below(b1(N),b0(M),B) = below(N,M,F)
     below(b1(N),b1(M),B) = below(N,M,B)
";

const ELEMENT: &str = "     element(int(b1(0)),tuplenil(H1)) = H1
     element(int(b1(0)),tuple(H1,R1)) = H1
     element(int(b0(N)),tuple(H1,R1)) = element(int(pred(b0(N))),R1)
     element(int(b1(b0(N))),tuple(H1,R1)) = element(int(b0(b0(N))),R1)
     element(int(b1(b1(N))),tuple(H1,R1)) = element(int(b0(b1(N))),R1)
     arg(X,H1) = element(X,element(int(b1(b1(0))),H1))
";

const KINDS: &str = "     kind_of_term(F,F,b1(0)) = 1
     kind_of_term(F,F,b0(N)) = s(s(b0(N)))
     kind_of_term(F,F,b1(b0(N))) = s(s(b1(b0(N))))
     kind_of_term(F,F,b1(b1(N))) = s(s(b1(b1(N))))
";

/// The second number is small.
const LATER: &str = "     later(N,0) = N
     later(N,b0(M)) = s(later(N,pred(b0(M))))
     later(N,b1(M)) = s(later(N,double(M)))
";

/// Quotient and remainder come together: they are taken of all bits but the lowest one, which then joins the remainder.
const MAPS: &str = "\
sort Division
func division: Natural # Natural -> Division
map  divide: Natural # Natural -> Division
     divide_0,divide_1: Division # Natural -> Division
     divide_bit: Bool # Natural # Natural # Natural -> Division
     quotient,remainder: Division -> Natural
     plus,minus,times,quot,mod: Natural # Natural -> Natural
     sub_1: Bool # Natural # Natural -> Term
";

const RULES: &str = "\
var  X: Term
     N,M,Q,R: Natural
rew  plus(0,M) = M
     plus(b0(N),0) = b0(N)
     plus(b0(N),b0(M)) = b0(plus(N,M))
     plus(b0(N),b1(M)) = b1(plus(N,M))
     plus(b1(N),0) = b1(N)
     plus(b1(N),b0(M)) = b1(plus(N,M))
     plus(b1(N),b1(M)) = b0(s(plus(N,M)))
     minus(0,M) = 0
     minus(b0(N),0) = b0(N)
     minus(b0(N),b0(M)) = double(minus(N,M))
     minus(b0(N),b1(M)) = b1(pred(minus(N,M)))
     minus(b1(N),0) = b1(N)
     minus(b1(N),b0(M)) = b1(minus(N,M))
     minus(b1(N),b1(M)) = double(minus(N,M))
     times(0,M) = 0
     times(b0(N),M) = double(times(N,M))
     times(b1(N),M) = plus(M,double(times(N,M)))
     divide(0,M) = division(0,0)
     divide(b0(N),M) = divide_0(divide(N,M),M)
     divide(b1(N),M) = divide_1(divide(N,M),M)
     divide_0(division(Q,R),M) = divide_bit(lt(double(R),M),Q,double(R),M)
     divide_1(division(Q,R),M) = divide_bit(lt(b1(R),M),Q,b1(R),M)
     divide_bit(T,Q,R,M) = division(double(Q),R)
     divide_bit(F,Q,R,M) = division(b1(Q),minus(R,M))
     quotient(division(Q,R)) = Q
     remainder(division(Q,R)) = R
     quot(N,M) = quotient(divide(N,M))
     mod(N,M) = remainder(divide(N,M))
     sub(N,M) = sub_1(lt(N,M),N,M)
     sub_1(F,N,M) = int(minus(N,M))
     sub_1(T,N,M) = neg(pred(minus(M,N)))
     minus_nat(0) = int(0)
     minus_nat(b0(N)) = neg(pred(b0(N)))
     minus_nat(b1(N)) = neg(double(N))
";
