-- Sessions from before this migration live for 7 days. They end now, and the next launch token starts a new session.
-- TRUNCATE, because row security would hide the rows from DELETE.
TRUNCATE sessions;

-- A session that ends early is deleted, so no column says so.
ALTER TABLE sessions DROP COLUMN revoked_at, ADD COLUMN used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
