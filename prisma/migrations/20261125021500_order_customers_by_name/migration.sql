-- migrate: no transaction
CREATE INDEX CONCURRENTLY "created_orders_name_keys_idx" ON "created_orders" USING GIN ("name_keys");
