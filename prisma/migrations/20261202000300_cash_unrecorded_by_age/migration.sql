-- migrate: no transaction
-- Serves the list of the orders that are paid in the store and have no recorded cash, the oldest first.
CREATE INDEX CONCURRENTLY "cash_orders_unrecorded_by_age" ON "cash_orders"("install_id", "since", "order_id") WHERE is_unrecorded AND entries = 0;
