-- Adds columns that say since when and why the setup of an install fails (webhook subscription, store data). `npm run
-- ops` shows them. The columns have no default, so PostgreSQL changes no row and locks the table only for a moment.
-- They are nullable, because during an upgrade the previous release still writes rows without them.
ALTER TABLE "install_tokens" ADD COLUMN "finish_failing_since" TIMESTAMPTZ(3), ADD COLUMN "finish_error" TEXT;
