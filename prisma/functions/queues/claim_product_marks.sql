-- Claims the due dirty marks of the products of one install, at most `marks_max`, and ends the turn of the install (table
-- due_installs). While products of an install are being read, no further products of this install are claimed.
--
-- Returns a row for each claimed mark, or a row without a kind if the install took its turn without a claim. It returns no
-- row if no install is due. `fence` is a new fence for the read of the mark. `by_event` is not used for products.
--
-- Called by: lib/mirror/dirty/dirty-queue.server.ts (M19).
-- It is SQL for the same reasons as claim_order_marks.
CREATE OR REPLACE FUNCTION claim_product_marks(
  marks_max integer, lease_ms integer, scope text, parked_minutes integer
) RETURNS TABLE (
  install_id text, kind text, entity_id text, mark bigint, claim integer, fence bigint, by_event boolean
) LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  listed text;
BEGIN
  SELECT d.install_id INTO listed FROM due_installs d WHERE d.queue = 'products' AND d.due_at <= now()
  ORDER BY d.due_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF listed IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH due AS (
    SELECT d.install_id, d.kind, d.entity_id FROM dirty_marks d
    WHERE d.install_id = listed AND d.kind = 'product' AND d.next_attempt_at <= now()
      AND (d.lease_until IS NULL OR d.lease_until < now())
      AND EXISTS (SELECT FROM install_tokens k JOIN installs i USING (install_id)
        WHERE k.install_id = listed AND k.state <> 'reconnect' AND scope = ANY(i.effective_scopes)
          AND i.paused_at IS NULL)
      AND NOT EXISTS (SELECT FROM dirty_marks o
        WHERE o.install_id = listed AND o.kind = 'product' AND o.lease_until > now())
    ORDER BY d.next_attempt_at LIMIT marks_max FOR UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE dirty_marks d SET lease_until = now() + lease_ms * interval '1 ms', claim = d.claim + 1
    FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
    RETURNING d.install_id, d.kind, d.entity_id, d.mark, d.claim
  )
  SELECT t.install_id, c.kind, c.entity_id, c.mark, c.claim,
    CASE WHEN c.kind IS NOT NULL THEN nextval('fence_seq') END, false
  FROM (SELECT listed AS install_id) t LEFT JOIN claimed c USING (install_id);
  PERFORM renew_mark_turns('products', ARRAY[listed], 1, scope, parked_minutes);
END $$;
