-- What the publisher sees and does (npm run ops). All columns are empty at first, so the statements take no time. The
-- previous release writes rows without these columns.
ALTER TABLE "installs" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
ALTER TABLE "install_tokens" ADD COLUMN "finish_failing_since" TIMESTAMPTZ(3), ADD COLUMN "finish_error" TEXT;

-- The workers skip paused installs. There are few, so this index is nearly empty.
CREATE INDEX installs_paused ON installs (install_id) WHERE paused_at IS NOT NULL;
