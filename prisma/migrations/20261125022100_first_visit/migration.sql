-- When the app was first opened in an install. The first visit shows the home screen; in an install from before this
-- migration, so does the next one. The previous release writes rows without this column.
ALTER TABLE "installs" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
