-- When the app was first opened in an install; null: never. The first visit, with null in this column, shows the home
-- screen. An install from before this migration has null too, so its next visit also shows the home screen. The column
-- is nullable, because during an upgrade the previous release still writes rows without it.
ALTER TABLE "installs" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
