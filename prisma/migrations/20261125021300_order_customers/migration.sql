-- Stores the customer of an order that the app created: name and phone number encrypted, and keyed hashes for the
-- search. In rows from before this migration the columns are null. The columns are nullable, because during an upgrade
-- the previous release still writes rows without them.
ALTER TABLE "created_orders" ADD COLUMN "customer_enc" TEXT, ADD COLUMN "phone_key" TEXT, ADD COLUMN "name_keys" TEXT[];

-- The worker deletes the personal data in old rows of all installs as daftar_system (S20).
CREATE POLICY system ON created_orders TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON created_orders TO daftar_system;
