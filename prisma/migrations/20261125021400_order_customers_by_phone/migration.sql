-- migrate: no transaction
-- For the search of created orders by the customer's phone number. CONCURRENTLY blocks neither reads nor writes, but it
-- cannot run in a transaction.
CREATE INDEX CONCURRENTLY "created_orders_install_id_phone_key_idx" ON "created_orders"("install_id", "phone_key");
