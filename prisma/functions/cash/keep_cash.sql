-- Trigger function on the table orders: keeps the rows of the written orders in cash_orders, the orders of the cash
-- notebook. An update of an order that has a row counts only if it changes what cash_facts reads, because most updates
-- change only tags, notes or the time of the last read. It also counts if the row is wrong about whether the order is
-- paid, expects no cash after a partial refund, or has no value of `is_unrecorded`, so that a row of an earlier release
-- is corrected. An order without a row always counts if it is not fully paid. The function runs with the rights of the
-- role that writes the orders.
--
-- Called by: the triggers cash_orders_inserted and cash_orders_updated.
-- It is SQL because events, sweeps and our own writes all store orders, and a forgotten order would hide its cash.
CREATE OR REPLACE FUNCTION keep_cash() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE written record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR written IN
      SELECT o.install_id, array_agg(o.id) AS ids FROM changed o
      WHERE (o.payment_status IN ('unpaid', 'partially_paid', 'partially_refunded')
          AND NOT is_order_paid(o.payment_status, o.total_minor, o.header))
        OR EXISTS (SELECT FROM cash_orders k WHERE k.install_id = o.install_id AND k.order_id = o.id)
      GROUP BY o.install_id
    LOOP
      PERFORM follow_cash(written.install_id, written.ids, false);
    END LOOP;
  ELSE
    FOR written IN
      SELECT o.install_id, array_agg(o.id) AS ids FROM changed o
        JOIN before b ON b.install_id = o.install_id AND b.id = o.id
      -- The subquery is null if the order has no row.
      WHERE coalesce(
        (SELECT k.is_unrecorded IS NULL OR k.is_paid <> is_order_paid(o.payment_status, o.total_minor, o.header)
            OR (k.stage = 'none' AND o.payment_status = 'partially_refunded'
              AND NOT is_order_paid(o.payment_status, o.total_minor, o.header))
            OR (o.status, o.payment_status, o.total_minor, o.deleted_at)
              IS DISTINCT FROM (b.status, b.payment_status, b.total_minor, b.deleted_at)
            OR o.header->'paid' IS DISTINCT FROM b.header->'paid'
            OR o.detail->'fulfillments' IS DISTINCT FROM b.detail->'fulfillments'
          FROM cash_orders k WHERE k.install_id = o.install_id AND k.order_id = o.id),
        o.payment_status IN ('unpaid', 'partially_paid', 'partially_refunded')
          AND NOT is_order_paid(o.payment_status, o.total_minor, o.header))
      GROUP BY o.install_id
    LOOP
      PERFORM follow_cash(written.install_id, written.ids, false);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
