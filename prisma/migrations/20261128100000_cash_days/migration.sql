-- Creates the records of closed days: what the cash notebook said about a store day, and the counted cash.

-- A record of a closed day. A correction is another record of the same day with the next version. Rows are only added.
-- The form makes the id. The record covers the postings from `starts_at` to before `ends_at`.
CREATE TABLE "cash_days" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "version" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "content_hash" TEXT NOT NULL,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cash_days_pkey" PRIMARY KEY ("install_id","id")
);
CREATE UNIQUE INDEX "cash_days_install_id_day_version_key" ON "cash_days"("install_id", "day", "version");

-- The sums of a record in one currency. PostgreSQL computes the expected cash and the difference. A difference needs a
-- reason, which is encrypted, because a user can write a name in it.
CREATE TABLE "cash_day_sums" (
    "install_id" TEXT NOT NULL,
    "day_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "created_orders" INTEGER NOT NULL,
    "created_minor" BIGINT NOT NULL,
    "shipped_orders" INTEGER NOT NULL,
    "shipped_minor" BIGINT NOT NULL,
    "remitted_minor" BIGINT NOT NULL,
    "fee_minor" BIGINT NOT NULL,
    "written_off_minor" BIGINT NOT NULL,
    "owed_orders" INTEGER NOT NULL,
    "owed_minor" BIGINT NOT NULL,
    "opening_minor" BIGINT NOT NULL,
    "in_minor" BIGINT NOT NULL,
    "out_minor" BIGINT NOT NULL,
    "counted_minor" BIGINT NOT NULL,
    "expected_minor" BIGINT GENERATED ALWAYS AS (opening_minor + remitted_minor + in_minor - out_minor) STORED,
    "difference_minor" BIGINT GENERATED ALWAYS AS
      (counted_minor - (opening_minor + remitted_minor + in_minor - out_minor)) STORED,
    "reason_enc" TEXT,

    CONSTRAINT "cash_day_sums_pkey" PRIMARY KEY ("install_id","day_id","currency","decimals"),
    CONSTRAINT "cash_day_sums_reason" CHECK
      (reason_enc IS NOT NULL OR counted_minor = opening_minor + remitted_minor + in_minor - out_minor)
);

-- Other money that went into the drawer or out of it, as the user typed it: positive if in, negative if out.
CREATE TABLE "cash_day_lines" (
    "install_id" TEXT NOT NULL,
    "day_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "label_enc" TEXT NOT NULL,

    CONSTRAINT "cash_day_lines_pkey" PRIMARY KEY ("install_id","day_id","line")
);

CREATE POLICY tenant ON cash_days TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_days TO daftar_app;
ALTER TABLE cash_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cash_day_sums TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_day_sums TO daftar_app;
-- The key rotation and the doctor read the encrypted values of all installs as daftar_system.
CREATE POLICY system ON cash_day_sums TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON cash_day_sums TO daftar_system;
ALTER TABLE cash_day_sums ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_day_sums FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cash_day_lines TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_day_lines TO daftar_app;
CREATE POLICY system ON cash_day_lines TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON cash_day_lines TO daftar_system;
ALTER TABLE cash_day_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_day_lines FORCE ROW LEVEL SECURITY;
