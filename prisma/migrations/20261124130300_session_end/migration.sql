-- Ends all sessions, because sessions from before this migration are valid for 7 days, which is too long. The next
-- launch token starts a new session. The statement is TRUNCATE, because row security would hide the rows from DELETE.
TRUNCATE sessions;

-- Replaces the column revoked_at. A session that ends early is now deleted, so no column must say that it ended. The
-- column used_at has the last use of a session.
ALTER TABLE sessions DROP COLUMN revoked_at, ADD COLUMN used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
