-- migrate: no transaction
CREATE INDEX CONCURRENTLY "created_orders_install_id_replaces_order_id_idx" ON "created_orders"("install_id", "replaces_order_id");
