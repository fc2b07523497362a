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
-- paid, or expects no cash after a partial refund, so that a row of an earlier release is corrected. An order without a row always counts if it is not fully paid.
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

-- Makes the rows of these orders in cash_orders follow the mirror. An order gets a row while cash is expected for it.
-- It keeps the row after the order is paid, also if money is refunded later. It keeps the row while a user's choice of
-- its carrier is stored, and while the notebook has a posting for it. After the first posting, the expected amount and
-- the carrier of the row no longer change. A carrier that a fulfillment names for the first time gets a record. If
-- `force` is true, an order without expected cash gets a row too, so that a late remittance can be posted.
--
-- The stage `paid` means: cash was expected, and then the whole total was paid (is_order_paid). The expected amount is
-- then the last one before the payment, because the mirror no longer says what was paid in advance. An earlier release
-- set the stage `none` after a refund of a paid order. Such a row has postings and is not marked as paid.
--
-- Called by: keep_cash, lib/cash/post-cash.server.ts.
-- It is SQL because each write of an order, including bulk inserts, must update the row in the same transaction.
CREATE OR REPLACE FUNCTION follow_cash(install text, ids text[], force boolean) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO carriers (install_id, id, name, match_key)
  SELECT install, gen_random_uuid(), min(f.provider), f.match_key FROM cash_facts(install, ids) AS f
  WHERE f.match_key <> '' AND (force OR f.stage <> 'none') GROUP BY f.match_key ORDER BY f.match_key
  ON CONFLICT (install_id, match_key) DO NOTHING;
  -- The rows are sorted by id, so that two transactions lock the same rows in the same sequence and cannot deadlock.
  -- The caller has locked the orders or their rows here, so no other transaction changes `k.stage` at the same time.
  INSERT INTO cash_orders AS kept
    (install_id, order_id, carrier_id, stage, since, due_minor, currency, decimals, is_paid)
  SELECT install, f.order_id, c.id, CASE
      WHEN f.is_paid AND (k.stage <> 'none' OR (k.entries > 0 AND NOT k.is_paid)) THEN 'paid' ELSE f.stage END, f.since,
    f.due_minor, f.currency, f.decimals, f.is_paid
  FROM cash_facts(install, ids) AS f
    LEFT JOIN carriers c ON c.install_id = install AND c.match_key = f.match_key
    LEFT JOIN cash_orders k ON k.install_id = install AND k.order_id = f.order_id
  WHERE force OR f.stage <> 'none' OR k.order_id IS NOT NULL
  ORDER BY f.order_id
  ON CONFLICT (install_id, order_id) DO UPDATE SET
    carrier_id = CASE WHEN kept.is_assigned OR kept.entries > 0 THEN kept.carrier_id ELSE excluded.carrier_id END,
    stage = excluded.stage,
    since = CASE WHEN kept.stage = excluded.stage THEN least(kept.since, excluded.since) ELSE excluded.since END,
    due_minor = CASE WHEN kept.entries > 0 OR excluded.stage = 'paid' THEN kept.due_minor ELSE excluded.due_minor END,
    is_paid = excluded.is_paid
  WHERE (kept.carrier_id, kept.stage, kept.since, kept.due_minor, kept.is_paid) IS DISTINCT FROM
    (excluded.carrier_id, excluded.stage, excluded.since, excluded.due_minor, excluded.is_paid);
  -- A deleted order has no facts, so its row is deleted by its absence there.
  DELETE FROM cash_orders k WHERE k.install_id = install AND k.order_id = ANY(ids) AND k.entries = 0 AND NOT force
    AND ((k.stage = 'none' AND NOT k.is_assigned) OR NOT EXISTS (
      SELECT FROM orders o WHERE o.install_id = install AND o.id = k.order_id AND o.deleted_at IS NULL));
END $$;

-- Trigger function on the table operations. When the operation that creates the order of an accepted quote ends, it sets
-- the quote to converted (with the id and number of the order) or to needs_attention. It also notifies open screens
-- through the channel daftar_live. A quote that was withdrawn because its personal data was purged still gets the order,
-- if a user later finds that the write succeeded.
--
-- Called by: the trigger quote_orders_ended. lib/quotes/quote-order.server.ts records the operation.
-- It is SQL because several parts of the program end operations, and the quote must change in the same transaction.
CREATE OR REPLACE FUNCTION follow_quote_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE followed uuid;
BEGIN
  UPDATE quotes SET
    state = CASE WHEN NEW.state = 'succeeded' THEN 'converted' ELSE 'needs_attention' END,
    order_id = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderId' END,
    order_number = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderNumber' END,
    updated_at = now()
  WHERE install_id = NEW.install_id AND operation_id = NEW.id AND (state IN ('accepted', 'needs_attention') OR (NEW.state = 'succeeded' AND state = 'withdrawn' AND purged_at IS NOT NULL))
  RETURNING id INTO followed;
  IF followed IS NOT NULL THEN
    PERFORM pg_notify('daftar_live',
      json_build_object('installId', NEW.install_id, 'kind', 'quote', 'id', followed)::text);
  END IF;
  RETURN NULL;
END $$;
