-- End of the session that made the hand-over code. The session that the code starts ends at the same time. The column
-- is nullable, because during an upgrade the previous release still writes rows without it.
ALTER TABLE "handoffs" ADD COLUMN "session_expires_at" TIMESTAMPTZ(3);
