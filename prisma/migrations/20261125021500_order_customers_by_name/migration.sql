-- migrate: no transaction
-- For the search of created orders by words of the customer's name. CONCURRENTLY blocks neither reads nor writes, but
-- it cannot run in a transaction.
CREATE INDEX CONCURRENTLY "created_orders_name_keys_idx" ON "created_orders" USING GIN ("name_keys");
