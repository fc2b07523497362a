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
