-- Creates the table of the customers of orders that the app did not create, for example orders of the storefront. Name
-- and phone number are encrypted; keyed hashes serve the search. A store has rows in this table only while its setting
-- keepsCustomers is on.
CREATE TABLE "order_customers" (
    "install_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "customer_enc" TEXT NOT NULL,
    "phone_key" TEXT,
    "name_keys" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_customers_pkey" PRIMARY KEY ("install_id","order_id")
);
CREATE INDEX "order_customers_install_id_phone_key_idx" ON "order_customers"("install_id", "phone_key");
CREATE INDEX "order_customers_name_keys_idx" ON "order_customers" USING GIN ("name_keys");
CREATE INDEX "order_customers_created_at_idx" ON "order_customers"("created_at");

CREATE POLICY tenant ON order_customers TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON order_customers TO daftar_app;
-- The worker deletes personal data of all installs as daftar_system (S20).
CREATE POLICY system ON order_customers TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE, DELETE ON order_customers TO daftar_system;
ALTER TABLE order_customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_customers FORCE ROW LEVEL SECURITY;
