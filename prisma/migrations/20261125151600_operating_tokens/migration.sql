-- Since when and why the setup of an install fails, as `npm run ops` shows it. The columns have no default, so
-- PostgreSQL changes no row and locks the table only for a moment. They are nullable, because during an upgrade the
-- previous release still writes rows without them.
ALTER TABLE "install_tokens" ADD COLUMN "finish_failing_since" TIMESTAMPTZ(3), ADD COLUMN "finish_error" TEXT;
