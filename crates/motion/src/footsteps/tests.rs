//! Bodies on scripted footsteps.
