-- The customer of an order that the app creates, encrypted, with keyed hashes for the search. Orders from before this
-- migration have none. The previous release writes rows without these columns.
ALTER TABLE "created_orders" ADD COLUMN "customer_enc" TEXT, ADD COLUMN "phone_key" TEXT, ADD COLUMN "name_keys" TEXT[];

-- The personal data of old orders is deleted across installs (S20).
CREATE POLICY system ON created_orders TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON created_orders TO daftar_system;
