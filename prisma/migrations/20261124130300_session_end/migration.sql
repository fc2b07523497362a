-- Ends all sessions, because sessions from before this migration are valid for 7 days, which is too long. The next
-- launch token starts a new session. The statement is TRUNCATE, because row security would hide the rows from DELETE.
TRUNCATE sessions;

-- Drops the column revoked_at, because a session that ends early is now deleted. Adds the column used_at, which has the
-- time when a session was last used.
ALTER TABLE sessions DROP COLUMN revoked_at, ADD COLUMN used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
