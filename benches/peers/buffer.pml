/* The circular buffer of fixtures/observed/buffer_naive_fsm.erl: the same states, the same transitions.
   One process without local variables; each step is one statement. MAX is set with -DMAX=200. */
#ifndef MAX
#define MAX 200
#endif

byte cap = 3;
byte first = 0;
byte fill = 0;

active proctype buffer()
{
end:
  do
  :: d_step { fill < cap -> fill++ }
  :: d_step { fill > 0 -> first = (first + 1) % cap; fill-- }
  :: d_step { cap < MAX -> cap++ }
  od
}
