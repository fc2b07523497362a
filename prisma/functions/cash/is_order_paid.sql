-- Returns whether the whole total of an order was paid. A later refund does not change this, because the customer does
-- not pay again (A40). `header` is the column orders.header.
--
-- Called by: cash_facts, keep_cash, the indexes orders_rest_unpaid and orders_rest_unpaid_by_status,
-- lib/orders/list/payment-condition.server.ts.
-- The function isFullyPaid in lib/orders/order/payment-facts.ts has the same rule, and a test compares both
-- (tests/integration/app/cash/cash-after-refund.test.ts).
-- It is SQL because the trigger on orders needs it in the transaction that writes the order.
-- After a change of this function, rebuild these two indexes.
CREATE OR REPLACE FUNCTION is_order_paid(payment_status text, total_minor bigint, header jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE AS $$
  SELECT payment_status = 'paid'
    OR (total_minor > 0 AND coalesce((header #>> '{paid,amount_minor}')::bigint, 0) >= total_minor)
$$;
