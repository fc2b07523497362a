-- migrate: no transaction
-- For the orders with a partial refund whose customer still has to pay a rest (A40): the value refunded_rest_unpaid of
-- the payment filter (lib/orders/list/payment-condition.server.ts has the same condition). The amounts are in the
-- predicate and not in a key column, because PostgreSQL cannot use an expression on a JSON value as an index condition
-- below row security. The index has few orders. CONCURRENTLY blocks neither reads nor writes.
CREATE INDEX CONCURRENTLY orders_rest_unpaid ON orders (install_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND payment_status = 'partially_refunded'
    AND status NOT IN ('cancelled', 'returned', 'refunded')
    AND total_minor > 0 AND NOT is_order_paid(payment_status, total_minor, header);
