-- When the app was first opened in an install; null: never. A visit shows the home screen if the column is null. So in
-- an install from before this migration, the next visit shows the home screen too. The column is nullable, because
-- during an upgrade the previous release still writes rows without it.
ALTER TABLE "installs" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
