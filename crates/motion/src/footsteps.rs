//! Bodies that step where they are told.
