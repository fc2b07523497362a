-- Adds a column for the encrypted note of an order. Each encrypted value has its own column, whose name ends in _enc.
ALTER TABLE "orders" ADD COLUMN "note_enc" TEXT;

-- Creates the table of the keys that encrypt the values of an install. Each of these keys is itself encrypted with one
-- of the ENCRYPTION_KEYS (docs/decisions/encryption-keys.md).
CREATE TABLE "data_keys" (
    "install_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "key_enc" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usable_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("install_id","version")
);

CREATE POLICY system ON data_keys TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON data_keys TO daftar_system;
ALTER TABLE data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_keys FORCE ROW LEVEL SECURITY;
