-- migrate: no transaction
CREATE INDEX CONCURRENTLY created_orders_with_customer ON created_orders (created_at) WHERE customer_enc IS NOT NULL;
