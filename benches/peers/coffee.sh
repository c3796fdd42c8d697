#!/bin/sh
# Prints a Promela model of the coffee machine of fixtures/coffee/coffee.erl under any_of of selections with
# prices up to $1, coins up to 3, cancel and cup_remove: the same states, the same transitions. Promela has no
# sum over data without further states, so each price is an option of its own.
prices=${1:?prices}
type=short
[ "$prices" -lt 250 ] && type=byte
cat <<EOF
#define SELECTION 0
#define DISPLAY 1
#define PAYMENT 2
#define PAID 3
#define CHANGE 4
#define BACK 5
#define REMOVE 6
#define CUP 7
#define IDLE (at == SELECTION || at == PAYMENT || at == REMOVE)
#define PAY(c) d_step { IDLE -> if \\
  :: at != PAYMENT -> skip \\
  :: at == PAYMENT && paid + c < price -> at = PAID; coin = c \\
  :: at == PAYMENT && paid + c == price -> at = REMOVE; paid = price \\
  :: at == PAYMENT && paid + c > price -> at = CHANGE; coin = c \\
  fi }
#define SELECT(p) d_step { IDLE -> if \\
  :: at == SELECTION -> at = DISPLAY; price = p \\
  :: else -> skip \\
  fi }

byte at = SELECTION;
$type price = 0;
$type paid = 0;
byte coin = 0;

active proctype coffee()
{
end:
  do
  :: d_step { at == DISPLAY -> at = PAYMENT }
  :: d_step { at == PAID -> at = PAYMENT; paid = paid + coin; coin = 0 }
  :: d_step { at == CHANGE -> at = REMOVE; paid = price; coin = 0 }
  :: d_step { at == BACK -> at = SELECTION; price = 0; paid = 0 }
  :: d_step { at == CUP -> at = SELECTION; price = 0; paid = 0 }
  :: d_step { IDLE -> if :: at == PAYMENT -> at = BACK :: else -> skip fi }
  :: d_step { IDLE -> if :: at == REMOVE -> at = CUP :: else -> skip fi }
  :: PAY(1) :: PAY(2) :: PAY(3)
EOF
price=1
while [ "$price" -le "$prices" ]; do
    echo "  :: SELECT($price)"
    price=$((price + 1))
done
echo "  od"
echo "}"
