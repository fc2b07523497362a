-- migrate: no transaction
-- The orders list with one status, sorted by total (lib/orders/list/order-key.server.ts). Totals are compared within one currency, so the
-- currency comes first. The index is read in either direction.
CREATE INDEX CONCURRENTLY orders_by_status_and_total
  ON orders (install_id, status, currency DESC, total_minor DESC, id DESC) WHERE deleted_at IS NULL;
