-- migrate: no transaction
CREATE INDEX CONCURRENTLY "created_orders_install_id_phone_key_idx" ON "created_orders"("install_id", "phone_key");
