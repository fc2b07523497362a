-- What the publisher sees and does (npm run ops). The column is empty at first, so the statement takes no time. The
-- previous release writes rows without it.
ALTER TABLE "installs" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
