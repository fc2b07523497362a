-- migrate: no transaction
-- The open operations of one install. A claim works inside one install, and must not read its ended operations.
CREATE INDEX CONCURRENTLY operations_open ON operations (install_id, next_attempt_at) WHERE ended_at IS NULL;
