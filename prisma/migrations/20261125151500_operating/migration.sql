-- When the publisher paused the install with `npm run ops`; null: the install is not paused. The column has no default,
-- so PostgreSQL changes no row and locks the table only for a moment. The column is nullable, because during an upgrade
-- the previous release still writes rows without it.
ALTER TABLE "installs" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
