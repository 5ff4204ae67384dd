//! What is claimed of planning footsteps, measured: the program's checks and the tests ask here.
