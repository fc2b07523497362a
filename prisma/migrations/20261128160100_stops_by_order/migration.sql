-- migrate: no transaction
-- Finds the stops of an order on all delivery sheets: a customer's refusals, and orders that are on an open sheet.
CREATE INDEX CONCURRENTLY "delivery_stops_install_id_order_id_idx" ON "delivery_stops"("install_id", "order_id");
