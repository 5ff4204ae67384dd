//! What the paper promises, measured: the program's checks and the tests ask here.
