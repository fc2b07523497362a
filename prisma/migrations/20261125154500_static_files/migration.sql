-- Creates the table of the static files (such as scripts) of the newest builds of the app (docs/decisions/upgrades.md).
-- During an upgrade, processes of two builds run. A page of one build may request its static files from a process of
-- the other build, which then reads them from this table.
CREATE TABLE "static_files" (
    "path" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "static_files_pkey" PRIMARY KEY ("path")
);

CREATE POLICY system ON static_files TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON static_files TO daftar_system;
ALTER TABLE static_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE static_files FORCE ROW LEVEL SECURITY;
