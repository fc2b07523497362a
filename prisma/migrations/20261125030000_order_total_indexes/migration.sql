-- The orders list sorted by total (lib/orders/list/order-key.server.ts). Totals are compared within one currency, so the
-- currency comes first. Both indexes are read in either direction.
CREATE INDEX orders_by_total ON orders (install_id, currency DESC, total_minor DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status_and_total ON orders (install_id, status, currency DESC, total_minor DESC, id DESC)
  WHERE deleted_at IS NULL;
