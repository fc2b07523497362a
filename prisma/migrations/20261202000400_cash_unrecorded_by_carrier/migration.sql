-- migrate: no transaction
-- Serves the sums of the orders that are paid in the store and have no recorded cash, and the list of one carrier.
CREATE INDEX CONCURRENTLY "cash_orders_unrecorded" ON "cash_orders"("install_id", "carrier_id", "since", "order_id") INCLUDE ("currency", "decimals", "open_minor") WHERE is_unrecorded AND entries = 0;
