-- Expand: creates the delivery sheets. A delivery sheet lists the orders that one driver delivers on one day.

-- The driver is a carrier. The link is found by the hash of its token, and a sheet has at most one link. `tries`,
-- `tried_at` and `wrong_tries` count wrong unlock digits, as in quotes. `confirm_id` is the id of the confirmation: its
-- cash posting and its bulk run have the same id. `finished_at` is set after both are recorded.
CREATE TABLE "delivery_sheets" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "carrier_id" UUID NOT NULL,
    "day" TEXT NOT NULL,
    "note_enc" TEXT,
    "content_hash" TEXT NOT NULL,
    "link_hash" TEXT,
    "link_enc" TEXT,
    "link_expires_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "wrong_tries" INTEGER NOT NULL DEFAULT 0,
    "confirm_id" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_name" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "is_cash_refused" BOOLEAN NOT NULL DEFAULT false,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "purged_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_sheets_pkey" PRIMARY KEY ("install_id","id")
);
CREATE INDEX "delivery_sheets_install_id_created_at_id_idx" ON "delivery_sheets"("install_id", "created_at" DESC, "id" DESC);
CREATE INDEX "delivery_sheets_link_hash_idx" ON "delivery_sheets"("link_hash");

-- The orders of a sheet in the sequence of delivery. `content_enc` is the customer's name, phone and address as they were
-- when the sheet was created. `answer_id` identifies the stored answer of the driver: the form makes it.
CREATE TABLE "delivery_stops" (
    "install_id" TEXT NOT NULL,
    "sheet_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "order_number" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "due_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "content_enc" TEXT,
    "answer_id" UUID,
    "answer" TEXT,
    "paid_minor" BIGINT,
    "reason_enc" TEXT,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_stops_pkey" PRIMARY KEY ("install_id","sheet_id","id")
);

-- The link of a sheet is looked up before its install is known. The purge and the key rotation work on all installs.
CREATE POLICY tenant ON delivery_sheets TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery_sheets TO daftar_app;
CREATE POLICY system ON delivery_sheets TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON delivery_sheets TO daftar_system;
ALTER TABLE delivery_sheets ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_sheets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON delivery_stops TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery_stops TO daftar_app;
CREATE POLICY system ON delivery_stops TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON delivery_stops TO daftar_system;
ALTER TABLE delivery_stops ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_stops FORCE ROW LEVEL SECURITY;
