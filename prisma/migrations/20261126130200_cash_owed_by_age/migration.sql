-- migrate: no transaction
-- Serves the list of all owed orders, the oldest first.
CREATE INDEX CONCURRENTLY "cash_orders_owed_by_age" ON "cash_orders"("install_id", "since", "order_id") WHERE owed_minor <> 0;
