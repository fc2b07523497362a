-- Makes the rows of these orders in cash_orders follow the mirror. An order gets a row while cash is expected for it.
-- It keeps the row after the order is paid, also if money is refunded later. It keeps the row while a user's choice of
-- its carrier is stored, and while the notebook has a posting for it. After the first posting, the expected amount with
-- its currency and decimals, and the carrier of the row no longer change. A carrier that a fulfillment names for the
-- first time gets a record. If `force` is true, an order without expected cash gets a row too, so that a late remittance
-- can be posted.
--
-- The stage `paid` means: cash was expected, and then the whole total was paid (is_order_paid). The expected amount is
-- then the last one before the payment, because the mirror no longer says what was paid in advance. It is stored in
-- `expected_minor`, also while a posting keeps `due_minor` unchanged: the total of the order may change between the first
-- posting and the payment, and then all postings may be undone. An earlier release
-- set the stage `none` after a refund of a paid order. Such a row has postings and is not marked as paid.
--
-- `since` of the stage `paid` is the creation of the order if the goods were not shipped at the time of the payment. If
-- the mirror never had the order as shipped and unpaid, the order counts as not shipped then, because it may have been
-- paid online. Only if cash on delivery was agreed in Daftar, it counts as shipped.
--
-- `is_unrecorded` is true for an order of the stage `paid` if its carrier probably collected the cash: the goods were
-- shipped at the time of the payment, the money was not refunded in full, and the carrier is known or cash on delivery
-- was agreed in Daftar. The value of a row with postings has no meaning.
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
    (install_id, order_id, carrier_id, stage, since, due_minor, expected_minor, currency, decimals, is_paid,
      is_unrecorded)
  SELECT install, f.order_id, c.id, CASE
      WHEN f.is_paid AND (k.stage <> 'none' OR (k.entries > 0 AND NOT k.is_paid)) THEN 'paid' ELSE f.stage END,
    CASE WHEN f.is_paid AND k.stage = 'to_hand_over' AND NOT EXISTS (
        SELECT FROM created_orders m
        WHERE m.install_id = install AND m.order_id = f.order_id AND m.payment_method = 'cod')
      THEN least(f.since, (SELECT o.created_at FROM orders o WHERE o.install_id = install AND o.id = f.order_id))
      ELSE f.since END,
    f.due_minor, f.due_minor, f.currency, f.decimals, f.is_paid, false
  FROM cash_facts(install, ids) AS f
    LEFT JOIN carriers c ON c.install_id = install AND c.match_key = f.match_key
    LEFT JOIN cash_orders k ON k.install_id = install AND k.order_id = f.order_id
  WHERE force OR f.stage <> 'none' OR k.order_id IS NOT NULL
  ORDER BY f.order_id
  ON CONFLICT (install_id, order_id) DO UPDATE SET
    carrier_id = CASE WHEN kept.is_assigned OR kept.entries > 0 THEN kept.carrier_id ELSE excluded.carrier_id END,
    stage = excluded.stage,
    since = CASE WHEN kept.stage = excluded.stage THEN least(kept.since, excluded.since) ELSE excluded.since END,
    due_minor = CASE WHEN kept.entries > 0 THEN kept.due_minor
      WHEN excluded.stage = 'paid' THEN coalesce(kept.expected_minor, kept.due_minor) ELSE excluded.due_minor END,
    expected_minor = CASE WHEN excluded.stage = 'paid' THEN kept.expected_minor
      WHEN kept.entries = 0 OR (kept.currency, kept.decimals) = (excluded.currency, excluded.decimals)
        THEN excluded.due_minor END,
    currency = CASE WHEN kept.entries > 0 OR excluded.stage = 'paid' THEN kept.currency ELSE excluded.currency END,
    decimals = CASE WHEN kept.entries > 0 OR excluded.stage = 'paid' THEN kept.decimals ELSE excluded.decimals END,
    is_paid = excluded.is_paid
  WHERE (kept.carrier_id, kept.stage, kept.since, kept.due_minor, kept.expected_minor, kept.currency, kept.decimals,
      kept.is_paid)
    IS DISTINCT FROM (excluded.carrier_id, excluded.stage, excluded.since, excluded.due_minor,
      excluded.expected_minor, excluded.currency, excluded.decimals, excluded.is_paid);
  -- Only rows of the stage `paid` can have the value true. It is null in rows of an earlier release.
  UPDATE cash_orders k SET is_unrecorded = f.is_unrecorded
  FROM (
    SELECT p.order_id, p.stage = 'paid' AND coalesce(p.since > o.created_at, false) AND o.payment_status <> 'refunded'
      AND (p.carrier_id IS NOT NULL OR EXISTS (
        SELECT FROM created_orders m
        WHERE m.install_id = install AND m.order_id = p.order_id AND m.payment_method = 'cod')) AS is_unrecorded
    FROM cash_orders p JOIN orders o ON o.install_id = install AND o.id = p.order_id
    WHERE p.install_id = install AND p.order_id = ANY(ids) AND o.deleted_at IS NULL
      AND (p.stage = 'paid' OR p.is_unrecorded IS NOT FALSE)) AS f
  WHERE k.install_id = install AND k.order_id = f.order_id AND k.is_unrecorded IS DISTINCT FROM f.is_unrecorded;
  -- A deleted order has no facts, so its row is deleted by its absence there.
  DELETE FROM cash_orders k WHERE k.install_id = install AND k.order_id = ANY(ids) AND k.entries = 0 AND NOT force
    AND ((k.stage = 'none' AND NOT k.is_assigned) OR NOT EXISTS (
      SELECT FROM orders o WHERE o.install_id = install AND o.id = k.order_id AND o.deleted_at IS NULL));
END $$;
