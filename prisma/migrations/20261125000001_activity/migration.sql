-- The activity is read newest first, whole or by how its operations stand: a page is the newest of each state.
CREATE INDEX operations_by_state ON operations (install_id, state, created_at DESC, id DESC);
