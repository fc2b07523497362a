-- Why the setup of an install fails, for npm run ops. The columns are empty at first, so the statement takes no time. The
-- previous release writes rows without them.
ALTER TABLE "install_tokens" ADD COLUMN "finish_failing_since" TIMESTAMPTZ(3), ADD COLUMN "finish_error" TEXT;
