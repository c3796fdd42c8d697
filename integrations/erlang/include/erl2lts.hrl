%% Assertions about the runs of a machine, in the style of OTP's assert.hrl: properties that erl2lts checks.
%%
%%     -include_lib("erl2lts/include/erl2lts.hrl").
%%     never_opens_without_code_test() ->
%%         ?assertSatisfies("test/door.props", "[(not cmd({button,abc}))* . do_unlock] false").
%%
%% What is checked is a file (.erl, .props, .beam, .aut), or the name of a loaded module. A formula is a string of the mu-calculus, or
%% {Logic, String} with ctl, esctl, pattern or ptltl as Logic.

-ifndef(ERL2LTS_HRL).
-define(ERL2LTS_HRL, true).

%% The formula holds of all that the machine can do.
-define(assertSatisfies(Input, Formula),
        ?assertSatisfies(Input, Formula, [])).

%% The same with options: arguments of the command line, such as ["--commands", "{any_of,[a,b]}"].
-define(assertSatisfies(Input, Formula, Options),
        begin
            ((fun() ->
                      erl2lts:assert_satisfies([{module, ?MODULE}, {line, ?LINE}, {expression, (??Formula)}],
                                               (Input), (Formula), (Options))
              end)())
        end).

%% The formula is violated, and these events, in this order, are the shortest way to show it.
-define(assertViolates(Input, Formula, Events),
        ?assertViolates(Input, Formula, Events, [])).

-define(assertViolates(Input, Formula, Events, Options),
        begin
            ((fun() ->
                      erl2lts:assert_violates([{module, ?MODULE}, {line, ?LINE}, {expression, (??Formula)}],
                                              (Input), (Formula), (Events), (Options))
              end)())
        end).

-endif.
