-- migrate: no transaction
-- For the worker that deletes customers of created orders after the retention time of the store. CONCURRENTLY blocks
-- neither reads nor writes, but it cannot run in a transaction.
CREATE INDEX CONCURRENTLY created_orders_with_customer ON created_orders (created_at) WHERE customer_enc IS NOT NULL;
