/* The ring of benches/models/ring_fsm.erl under any_of [go]: the same states, the same transitions. One machine
   whose mailbox is a channel of length 1. SIZE is set with -DSIZE=20000. */
#ifndef SIZE
#define SIZE 20000
#endif

chan mailbox = [1] of { int };
bool busy = false;
int place = 0;
bit rounds = 0;
int token = 0;

active proctype ring()
{
end:
  do
  :: d_step { !busy -> rounds = 1 - rounds; busy = true; mailbox!1 }
  :: d_step {
       nempty(mailbox) -> mailbox?token;
       if
       :: token < SIZE -> place = token; mailbox!token + 1
       :: else -> place = 0; busy = false
       fi;
       token = 0
     }
  od
}
