//! What of the hunter needs no machine to be tested; its checks are tested with the program.

mod spelling;
