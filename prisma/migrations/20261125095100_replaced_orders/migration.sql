-- migrate: no transaction
-- To find the order that replaces a given order. CONCURRENTLY blocks neither reads nor writes, but it cannot run in a
-- transaction.
CREATE INDEX CONCURRENTLY "created_orders_install_id_replaces_order_id_idx" ON "created_orders"("install_id", "replaces_order_id");
