-- migrate: no transaction
-- As orders_rest_unpaid, for a list that also has chosen order statuses, such as the standard view "Cash to collect".
CREATE INDEX CONCURRENTLY orders_rest_unpaid_by_status ON orders (install_id, status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND payment_status = 'partially_refunded'
    AND status NOT IN ('cancelled', 'returned', 'refunded')
    AND total_minor > 0 AND NOT is_order_paid(payment_status, total_minor, header);
