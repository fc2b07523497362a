-- migrate: no transaction
-- For the orders list with one status, sorted by total (lib/orders/list/order-key.server.ts). Totals of different
-- currencies cannot be compared, so the list is sorted by currency first. PostgreSQL can read the index forward and
-- backward, so one index serves both directions. CONCURRENTLY blocks neither reads nor writes.
CREATE INDEX CONCURRENTLY orders_by_status_and_total
  ON orders (install_id, status, currency DESC, total_minor DESC, id DESC) WHERE deleted_at IS NULL;
