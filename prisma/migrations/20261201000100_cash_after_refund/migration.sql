-- An order that was paid stays paid in the cash notebook after a later refund. An order with a partial refund still
-- owes what was never paid (A40). The next write of an order to the mirror corrects its row: it adds a missing row, and
-- it updates a row that wrongly says that the order is not paid. The full sweep writes each order within seven days.

-- Returns whether the whole total of an order was paid. A later refund does not change this, because the customer does
-- not pay again (A40). `header` is the column orders.header.
--
-- Called by: cash_facts, keep_cash.
-- The function isFullyPaid in lib/orders/order/payment-facts.ts has the same rule, and a test compares both
-- (tests/integration/app/cash/cash-after-refund.test.ts).
-- It is SQL because the trigger on orders needs it in the transaction that writes the order.
CREATE OR REPLACE FUNCTION is_order_paid(payment_status text, total_minor bigint, header jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE AS $$
  SELECT payment_status = 'paid'
    OR (total_minor > 0 AND coalesce((header #>> '{paid,amount_minor}')::bigint, 0) >= total_minor)
$$;

-- Returns what the mirror knows about the cash of these orders, one row for each order that is not deleted.
--
-- - stage: to_hand_over, with_carrier or delivered; none if no cash is expected, because the order is paid, cancelled,
--   returned or refunded, or costs nothing. After a partial refund, the rest that was never paid is still expected
--   (A40). The order status partially_refunded counts as delivered (A38).
-- - since: when the stage began. The platform does not say it, so this is the newest change of a delivered fulfillment,
--   the creation of a shipped one, or the date of the order.
-- - due_minor: what the customer still has to pay. For a paid order, it is the total.
-- - is_paid: the whole total was paid (is_order_paid)
-- - provider and match_key: the carrier of the newest fulfillment that was not cancelled, as it is written and folded
--
-- Called by: follow_cash.
-- It is SQL because the trigger on orders needs it in the transaction that writes the order.
CREATE OR REPLACE FUNCTION cash_facts(install text, ids text[])
  RETURNS TABLE (order_id text, stage text, since timestamptz, due_minor bigint, currency text, decimals integer,
    is_paid boolean, provider text, match_key text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT o.id,
    CASE WHEN due.minor = 0 OR paid.is_paid
        OR o.payment_status NOT IN ('unpaid', 'partially_paid', 'partially_refunded') THEN 'none'
      ELSE place.stage END,
    coalesce(CASE WHEN place.stage = 'delivered' OR o.status = 'refunded' THEN parcel.delivered_at
      WHEN place.stage = 'with_carrier' THEN parcel.shipped_at ELSE o.created_at END, o.updated_at),
    due.minor, coalesce(o.currency, ''), coalesce(o.decimals, 0), paid.is_paid,
    left(parcel.provider, 200), fold_tag(parcel.provider)
  FROM orders o
  CROSS JOIN LATERAL (SELECT is_order_paid(o.payment_status, o.total_minor, o.header) AS is_paid) AS paid
  CROSS JOIN LATERAL (SELECT CASE WHEN paid.is_paid THEN o.total_minor
    ELSE greatest(o.total_minor - coalesce((o.header #>> '{paid,amount_minor}')::bigint, 0), 0) END AS minor) AS due
  CROSS JOIN LATERAL (SELECT CASE
    WHEN o.status IN ('placed', 'approved', 'processing') THEN 'to_hand_over'
    WHEN o.status IN ('shipped', 'delivered_failed') THEN 'with_carrier'
    WHEN o.status IN ('delivered', 'completed', 'partially_refunded') THEN 'delivered'
    ELSE 'none' END AS stage) AS place
  LEFT JOIN LATERAL (
    SELECT max((f.one->>'updated_at')::timestamptz) FILTER (WHERE f.one->>'status' = 'delivered') AS delivered_at,
      min((f.one->>'created_at')::timestamptz) FILTER (WHERE f.one->>'status' <> 'cancelled') AS shipped_at,
      (array_agg(nullif(btrim(f.one->>'provider'), '') ORDER BY f.position DESC)
        FILTER (WHERE f.one->>'status' <> 'cancelled'))[1] AS provider
    FROM jsonb_array_elements(o.detail->'fulfillments') WITH ORDINALITY AS f (one, position)) AS parcel ON true
  WHERE o.install_id = install AND o.id = ANY(ids) AND o.deleted_at IS NULL
$$;

-- Trigger function on the table orders: keeps the rows of the written orders in cash_orders, the orders of the cash
-- notebook. An update of an order that has a row counts only if it changes what cash_facts reads, because most updates
-- change only tags, notes or the time of the last read. It also counts if the row is wrong about whether the order is
-- paid, so that a row of an earlier release is corrected. An order without a row always counts if it is not fully paid.
-- The function runs with the rights of the role that writes the orders.
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
        (SELECT k.is_paid <> is_order_paid(o.payment_status, o.total_minor, o.header)
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
