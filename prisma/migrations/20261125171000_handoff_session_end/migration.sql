-- When the session ends that made the code. The session that the code starts ends then too. The previous release writes
-- rows without it.
ALTER TABLE "handoffs" ADD COLUMN "session_expires_at" TIMESTAMPTZ(3);
