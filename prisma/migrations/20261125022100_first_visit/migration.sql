-- When the app was first opened in an install. The first visit shows the home screen. Installs from before this migration
-- were opened already. The previous release writes rows without this column.
ALTER TABLE "installs" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
UPDATE "installs" SET "opened_at" = "installed_at";
